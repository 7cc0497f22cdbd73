"""Notices at the desk: of limits and of closing."""

from __future__ import annotations

import pytest

from tests.rules.notices import closing_names_its_time, limits_name_their_time


@pytest.mark.parametrize("variant", [None, "mini"])
def test_4_1_names_its_time(variant: str | None) -> None:
    limits_name_their_time("crown-craps", "4.1", "field", variant)


@pytest.mark.parametrize("variant", [None, "mini"])
def test_9_7_names_its_time(variant: str | None) -> None:
    closing_names_its_time("crown-craps", "9.7", "field", variant)
