"""``feltwork felt``: pictures, and one line for what cannot be drawn."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from feltwork.cli.main import run


def test_a_picture_is_written(tmp_path: Path) -> None:
    out = tmp_path / "felt.svg"
    chips = "win-line=25,come:6=10,place-to-win:8=12,win-line=5"
    assert run(["felt", "star-craps", "--chips", chips, "--puck", "6", "--lit", "field", "-o", str(out)]) == 0
    picture = ET.fromstring(out.read_text())
    stacks = [g.get("data-cents") for g in picture.iter() if g.get("class") == "chips"]
    assert stacks == ["3000", "1000", "1200"]
    assert [g.get("data-wager") for g in picture.iter() if "lit" in (g.get("class") or "").split()] == ["field"]


def test_the_layout_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["felt", "crown-craps", "--variant", "mini", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["diagram"] == "DIAGRAM B"


def test_the_wheel_stands_with_the_spun_number_at_the_top(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["felt", "star-roulette", "--wheel", "double", "--wheel-only", "--dolly", "00"]) == 0
    picture = capsys.readouterr().out
    assert 'id="rotor" transform="rotate(-180.000)"' in picture
    assert 'id="ball"' in picture


def test_a_chip_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["felt", "star-roulette", "--wheel", "double", "--layout", "D", "--chips", "split:00-0=5,straight:00=1"]
    assert run([*command, "--dolly", "00"]) == 0
    picture = ET.fromstring(capsys.readouterr().out)
    assert [g.get("data-cents") for g in picture.iter() if g.get("class") == "chips"] == ["500", "100"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["star-crap"], "no book is called"),
        (["star-craps", "--variant", "mini"], "no variant"),
        (["star-craps", "--chips", "win-line"], "WAGER=AMOUNT"),
        (["star-craps", "--chips", "win-line=nothing"], "chips are worth"),
        (["star-craps", "--chips", "win-line=0"], "chips are worth"),
        (["star-craps", "--chips", "winline=5"], "did you mean 'win-line'"),
        (["star-craps", "--chips", "place-to-win:7=5"], "not on 7"),
        (["star-craps", "--chips", "come:7=5"], "does not travel to 7"),
        (["star-craps", "--lit", "nothing"], "there is no wager"),
        (["star-craps", "--puck", "7"], "one of 4, 5, 6, 8, 9, 10"),
        (["star-craps", "--dice", "3-7"], "two faces"),
        (["star-craps", "--wheel", "double"], "no wheel"),
        (["star-craps", "--layout", "A"], "one layout"),
        (["star-craps", "--wheel-only"], "no wheel"),
        (["star-roulette", "--layout", "B"], "layout B is not for this table"),
        (["star-roulette", "--layout", "G"], "'G'"),
        (["star-roulette", "--dolly", "00"], "no number '00'"),
        (["star-roulette", "--dolly", "-1"], "no number '-1'"),
        (["star-roulette", "--puck", "6"], "not used"),
        (["star-roulette", "--chips", "split:1-5=5"], "1-5 is not a Split"),
        (["star-roulette", "--chips", "lucky-ball:red=5"], "not offered"),
        (["star-craps", "-o", "/no/such/folder/felt.svg"], "No such file"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["felt", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert says in complaint
    assert complaint.count("\n") == 1
