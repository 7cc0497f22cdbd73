"""Topics of a live table hand over all that they have."""

from __future__ import annotations

import ast
import inspect
from typing import get_args

from msgspec import Struct

from feltwork.table.live.commands import Command
from feltwork.table.live.events import LiveEvent
from feltwork.table.live.registry import EVENTS, GUARDS, TOPICS
from feltwork.table.live.state import LiveTable


def test_every_command_and_event_belongs_to_a_topic() -> None:
    assert set(GUARDS) == set(get_args(Command))
    assert set(get_args(LiveEvent)) == EVENTS


def test_a_topic_is_told_of_every_event_that_it_deals_with() -> None:
    """An event that ``happen`` has a case for, and the topic does not follow, would pass it by unseen."""
    for topic in TOPICS:
        if topic.happen is None:
            continue
        cases = [
            node for node in ast.walk(ast.parse(inspect.getsource(topic.happen))) if isinstance(node, ast.MatchClass)
        ]
        dealt = {ast.unparse(case.cls) for case in cases}
        assert dealt <= {kind.__name__ for kind in (*topic.events, *topic.follows)}, topic.happen.__module__


def test_a_copy_shares_nothing_that_changes_in_place() -> None:
    """What a command tries on a copy leaves the table as it was: every piece that is not frozen is the copy's own."""
    live = LiveTable("t")
    twin = live.copy()
    shared = [name for name in live.__struct_fields__ if _changes(getattr(live, name), getattr(twin, name))]
    assert shared == []


def _changes(piece: object, twin: object) -> bool:
    """Do the two share something that changes in place?"""
    if not isinstance(piece, Struct):
        return False
    if piece is twin:
        return not type(piece).__struct_config__.frozen
    return any(
        getattr(piece, field) is getattr(twin, field)
        for field in piece.__struct_fields__
        if isinstance(getattr(piece, field), dict | set | list)
    )
