"""Topics of a live table hand over all that they have."""

from __future__ import annotations

import ast
import inspect
from typing import get_args

from feltwork.table.live.commands import Command
from feltwork.table.live.events import LiveEvent
from feltwork.table.live.registry import EVENTS, GUARDS, TOPICS


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
