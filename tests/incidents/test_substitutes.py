"""Somebody who is kept out plays for nobody else in a tournament either."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from feltwork.engine.elsewhere import GUARDS
from feltwork.incidents.guards import keeps_out
from feltwork.refusal import Refusal
from feltwork.tournament.live.topics.rulings import SubstituteNominated


@pytest.mark.parametrize(("substitute", "refused"), [("lee", True), ("Lee", True), ("ann", False)])
def test_an_excluded_person_is_no_substitute(substitute: str, refused: bool) -> None:
    taken = SimpleNamespace(clause="9.3.3")
    state = SimpleNamespace(excluded={"lee": 1}, barred={}, holding=lambda number, now: taken)
    others: Any = SimpleNamespace(state=lambda kind, name="": state, at=1)
    found = keeps_out(others, substitute, "tournament/cup")
    assert isinstance(found, Refusal) == refused
    assert SubstituteNominated in GUARDS, "so that it is asked"
