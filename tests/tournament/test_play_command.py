"""``feltwork tournament play``: a report, a story, and one line for what is no script."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from tests.tournament.sessions import conditions, on, script, spun

ROUND = spun(7, *(on(name, "red", 10) for name in ("ann", "ben", "cat")))


def test_a_session_is_played_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.json"
    file.write_text(script(ROUND))
    assert run(["tournament", "play", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["unresolved"] == ["ann", "ben", "cat"]
    assert run(["tournament", "play", str(file)]) == 0
    assert "ann, ben, cat share place 1 (10.10.2)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"tournament": "star-craps"}, "star-craps does not say how a session is played"),
        ({"tournament": "star-roulete"}, "did you mean 'star-roulette'?"),
        ({"wheel": "triple"}, "field 'wheel'"),
        ({"rounds": 7}, "expected a list of rounds"),
        ({"rounds": [{"steps": []}]}, "round 1: field 'spin' is missing"),
        ({"rounds": [spun(37)]}, "round 1: field 'spin': this wheel has no pocket 37"),
        ({"rounds": [spun("00")]}, "this wheel has no pocket 00"),
        ({"rounds": [spun(True)]}, "this wheel has no pocket True"),
        ({"rounds": [spun(7, {"pass": "zoe"})]}, "round 1, step 0: zoe is no player here"),
        ({"rounds": [spun(7, {"fold": "ann"})]}, "unknown verb 'fold'"),
        ({"rounds": [spun(7, {"wagers": ["ann"]})]}, "wagers are a player and a list of wagers"),
        ({"rounds": [spun(7, {"wagers": ["ann", [["red", 10]]]})]}, "a wager is its name"),
        ({"rounds": [spun(7, taken=("zoe",))]}, "zoe is no player here"),
        ({"conditions": conditions(players=["ann"])}, "at least two players"),
        ({"conditions": conditions(players=["ann", "ann"])}, "a name of their own"),
        ({"conditions": conditions(fee=100)}, "conditions.fee"),
        ({"conditions": conditions(prizes=[70, 29])}, "they come to 99"),
        ({"conditions": conditions(maximum=9)}, "the maximum is at least the minimum"),
        ({"conditions": conditions(minimum=0)}, "conditions.minimum"),
        ({"conditions": conditions(limits={"0": [10, 20]})}, "a number from 1"),
        ({"conditions": conditions(limits={"2": [10]})}, "a minimum and a maximum"),
        ({"conditions": conditions(ties="toss")}, "its value must be 'share'"),
        ({"conditions": conditions(order=True), "rounds": [spun(7)]}, "field 'marker' is missing"),
        ({"conditions": conditions(chips=10**40)}, "conditions.chips"),
    ],
)
def test_what_is_no_script_is_complained_of_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], complaint: str
) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(json.loads(script(ROUND)) | change))
    assert run(["tournament", "play", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert complaint in said.err


def test_a_file_that_is_not_there_and_one_that_is_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.json").write_text("{")
    for file in ("none.json", "bad.json"):
        assert run(["tournament", "play", str(tmp_path / file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
