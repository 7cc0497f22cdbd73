"""The tutorial belongs to practice tables: at a live one the server tells nobody what to bet, whoever asks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.server.conftest import Running, Talk, running

from feltwork.games import open_book
from feltwork.games.felts import felt_of
from feltwork.outcomes import Selection
from feltwork.server.api.lessons import lesson_of
from feltwork.server.config import ConfigError, FloorConfig, TableConfig, read_config
from feltwork.server.demo.tables import DEMO
from feltwork.server.opening import supervisor_session
from feltwork.server.texts import languages

BOOKS = {"star-craps": "9.6", "crown-craps": "9.5", "aruze-craps": "", "star-roulette": "9.6", "dragon-fire": "11.6"}
"""Each with its clause by which nobody of the casino advises a player, where it has one."""


def told(house: Running, table: str, language: str = "en") -> list[dict[str, str]]:
    asked = {"cookie": f"feltwork={house.player(table)}", "accept-language": language}
    return list(json.loads(house.fetch(f"/api/tables/{table}/lesson", headers=asked)[1])["steps"])


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("practice", [False, True])
def test_only_a_practice_table_says_what_to_bet(tmp_path: Path, book: str, practice: bool) -> None:
    config = FloorConfig([TableConfig("one", book, 4, practice=practice)], str(tmp_path / "floor.sqlite"))
    with running(config) as house:
        said = told(house, "one")
        assert bool(said) is practice
        assert house.floor.house.live("one").opening.rehearsal is practice
        assert not practice or said[0]["say"].startswith("Put a chip on ")
        assert not practice or told(house, "one", "es")[0]["say"].startswith("Ponga una ficha en ")


def as_keyed(on: Selection) -> list[str]:
    """A selection as screens name a spot by it."""
    return [] if on is None else ["-".join(map(str, on if isinstance(on, tuple) else (on,)))]


@pytest.mark.parametrize("book", BOOKS)
def test_a_lesson_fits_its_book_and_is_told_in_every_language(book: str) -> None:
    lesson, opened = lesson_of(book), open_book(book)
    assert lesson
    spots = {":".join((area.wager, *as_keyed(area.on))) for area in felt_of(opened).areas}
    assert set(lesson.game) == set(languages())
    for step in lesson.steps:
        assert set(step.say) == set(languages())
        assert (set(step.well) == set(languages())) is (step.until != "next")
        assert (step.until, bool(step.spot)) in {("chip", True), ("round", False), ("next", False)}
        assert step.when in {"", "come-out", "point", "thawed"}
        for spot in filter(None, (step.spot, step.has)):
            assert spot in spots, spot
        assert not re.search(r"\d+\.\d+", step.say["en"]), "no clause in the first sentence"
    assert lesson.steps[-1].until == "next"


def test_a_floor_with_real_money_has_no_practice_table(tmp_path: Path) -> None:
    """Neither from its file nor from the console; the demonstration has no other."""
    file = tmp_path / "floor.toml"
    file.write_text(
        '[[tables]]\nname = "one"\nbook = "star-craps"\npractice = true\nsign = { minimum = "1", maximum = "9" }\n'
    )
    with pytest.raises(ConfigError, match="only the tables of a demonstration are for practice"):
        read_config(file)
    with running(FloorConfig([], str(tmp_path / "floor.sqlite"))) as house:
        wish = {"name": "two", "book": "star-craps", "practice": True, "sign": {"minimum": "1", "maximum": "9"}}
        token = house.token(supervisor_session(DEMO))
        status, body, _ = house.fetch("/api/office/open", token, {"key": "k", "table": wish})
        assert (status, b"for practice" in body) == (400, True)
    assert all(table.practice for table in DEMO.tables)


def test_a_table_stays_what_it_was_on_its_first_day(tmp_path: Path) -> None:
    """A demonstration that goes on with an older log finds its tables live, and leaves them so."""
    database = str(tmp_path / "floor.sqlite")
    with running(FloorConfig([TableConfig("one", "star-craps", 4)], database)) as house:
        talk = Talk(house.screen("one", house.token(supervisor_session(house.config))))
        assert "ack" in talk.do("close-table")
    with running(FloorConfig([TableConfig("one", "star-craps", 4, practice=True)], database)) as house:
        assert house.floor.house.live("one").opening.rehearsal is False
        assert told(house, "one") == []
