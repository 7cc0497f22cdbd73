"""Random scripts: the engine and a second, simple implementation written from the texts say the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import event, given, settings

from feltwork.table.play.script import read_script
from feltwork.table.play.table import play
from tests.oracle.play import play as play_simply
from tests.properties.scripts import THOROUGHLY, scripts

THOROUGH = settings(THOROUGHLY, max_examples=2 * THOROUGHLY.max_examples)


@THOROUGH
@given(scripts())
def test_engine_agrees_with_the_simple_implementation(script: dict[str, Any]) -> None:
    report = json.loads(json.dumps(play(read_script(json.dumps(script))).report()))
    for step in report["steps"]:
        step["refused"] = step["refused"] is not None
        for line in step["settled"]:
            event(f"{line['result']}")
            del line["clause"]
    assert report == play_simply(script)
