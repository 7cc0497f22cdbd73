"""What a notebook shows: felts, tables of odds and distributions, each a picture that parses."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

import feltwork
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.strategy import keep, odds
from feltwork.table.play.commands import Bet
from feltwork.train.results import after_betting, before_betting, below_of

ROOT = Path(__file__).parents[2]
TABLES = (
    {"book": "star-craps"},
    {"book": "crown-craps"},
    {"book": "crown-craps", "variant": "mini"},
    {"book": "aruze-craps"},
    {"book": "star-roulette"},
    {"book": "star-roulette", "wheel": "double", "lucky_ball": True},
    {"book": "dragon-fire"},
)


def parsed(picture: str) -> ElementTree.Element:
    found = ElementTree.fromstring(picture)
    assert found.tag == "{http://www.w3.org/2000/svg}svg"
    return found


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_table_shows_its_felt_with_every_chip(options: dict[str, str]) -> None:
    table = feltwork.open_table(seats={1: "90000.00", 2: "90000.00"}, **options)  # type: ignore[arg-type]  # as above
    parsed(table._repr_svg_())
    for number in range(12):
        for command in before_betting(table.book, below_of(1, 2 * number)):
            table.do(command)
        for wager in table.book.wagers.values():
            for on in wager.shapes:
                for seat in (1, 2):
                    table.do(Bet(seat, wager.name, 2000, on))
        picture = table._repr_svg_()
        parsed(picture)
        spots = {(s.wager.name, s.on) for s in table.standing}
        assert picture.count('class="chips') == len(spots) >= 5
        for command in after_betting(table.book, below_of(1, 2 * number + 1)):
            assert table.do(command)


def test_the_puck_and_the_last_result_are_on_it() -> None:
    table = feltwork.open_table("star-craps", seats={1: "100.00"})
    off = table._repr_svg_()
    table.roll(4, 2)
    on = table._repr_svg_()
    assert off != on
    wheel = feltwork.open_table("star-roulette", seats={1: "100.00"})
    before = wheel._repr_svg_()
    wheel.no_more_bets()
    wheel.spin(17)
    assert wheel._repr_svg_() != before


def test_odds_show_as_a_table() -> None:
    page = feltwork.odds_of("star-craps", "place-to-win")._repr_html_()
    table = ElementTree.fromstring(page)
    assert len(table.findall("./tbody/tr")) == 6
    assert [cell.text for cell in table.findall("./tbody/tr")[2]][:4] == ["place-to-win", "6", "7 to 6", "5/11"]


def test_sessions_draw_themselves() -> None:
    ready = prepare(keep("line", 10) + odds(2), "star-craps", bankroll=300)
    for result in (ready.session(rolls=20), ready.simulate(500, rolls=20)):
        bars = parsed(result._repr_svg_()).findall(".//{http://www.w3.org/2000/svg}rect")
        assert len(bars) > 5


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(ROOT / "examples" / "notebook.py"))
    out = capsys.readouterr().out
    assert "a player of any legal action is" in out
    assert "┌" in out
    parsed(names["table"]._repr_svg_())
    assert names["session"].figures.mean < 30_000
