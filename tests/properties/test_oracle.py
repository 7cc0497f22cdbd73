"""Random scripts: the engine and a second, simple implementation written from the texts say the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, event, given, settings

from feltwork.table.script import read_script
from feltwork.table.table import play
from tests.oracle.play import play as play_simply
from tests.properties.scripts import scripts

SLOW = settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@SLOW
@given(scripts())
def test_engine_agrees_with_the_simple_implementation(script: dict[str, Any]) -> None:
    report = json.loads(json.dumps(play(read_script(json.dumps(script))).report()))
    for step in report["steps"]:
        step["refused"] = step["refused"] is not None
        for line in step["settled"]:
            event(f"{line['result']}")
            del line["clause"]
    assert report == play_simply(script)
