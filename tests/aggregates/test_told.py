"""Every event of every aggregate is told in words."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import Struct
from msgspec import inspect as shape

from feltwork.aggregate import Aggregate
from feltwork.engine.aggregates import AGGREGATES
from tests.table.test_told import PYTHON, made


def _events(aggregate: Aggregate[Struct]) -> tuple[type[Struct], ...]:
    """The types that the log of this kind of stream is read as."""
    union = aggregate.events._events
    return get_args(union) or (union,)


FROM_A_DOCUMENT = ("TournamentDrafted",)
"""Told by what a whole document of conditions says, which no sample has."""


def kinds() -> list[tuple[Aggregate[Struct], type[Struct]]]:
    found = [(each, event) for each in AGGREGATES for event in _events(each)]
    return [(each, event) for each, event in found if event.__name__ not in FROM_A_DOCUMENT]


@pytest.mark.parametrize("full", [True, False], ids=["full", "bare"])
@pytest.mark.parametrize(("aggregate", "kind"), kinds(), ids=lambda each: getattr(each, "__name__", ""))
def test_an_event_is_told_in_words(aggregate: Aggregate[Struct], kind: type[Struct], full: bool) -> None:
    lines = aggregate.tell(made(shape.type_info(kind), full))
    assert lines, "nothing is said of it"
    assert [line for line in lines if PYTHON.search(line) or not line.strip()] == []
    assert lines[0] != kind.__struct_config__.tag, "its tag is no sentence"
