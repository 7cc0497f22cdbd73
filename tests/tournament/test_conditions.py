"""Conditions of a tournament: incomplete ones are named by their letters (Roulette 10.4.2, Crown Craps 8.2.1)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from feltwork.games.registry import find_game
from feltwork.games.tournament import TournamentRules
from feltwork.tournament.bounds import stands_in_the_way
from feltwork.tournament.document import lacks, template
from tests.tournament.conditions import CRAPS, ROULETTE, changed, without
from tests.tournament.desk import AtDesk
from tests.tournament.test_desk_commands import toml

DOCUMENTS = {"star-roulette": ROULETTE, "crown-craps": CRAPS}


def rules_of(book: str) -> TournamentRules:
    rules = find_game(book).tournament
    assert rules is not None
    return rules


EVERY = [(book, item) for book in DOCUMENTS for item in rules_of(book).items]


@pytest.mark.parametrize("book", DOCUMENTS)
def test_complete_conditions_lack_nothing(book: str) -> None:
    assert lacks(DOCUMENTS[book], rules_of(book)) == []


@pytest.mark.parametrize(("book", "item"), EVERY, ids=lambda value: getattr(value, "clause", value))
def test_each_letter_is_missed_by_its_name(book: str, item: Any) -> None:
    """10.4.2 (a) to (k) and 8.2.1 (a) to (l): each field taken out is told with its clause, and nothing else is."""
    for path in (*item.needs, *((item.used,) if item.used else ())):
        found = lacks(without(DOCUMENTS[book], path), rules_of(book))
        assert item.clause in {each.clause for each in found}
        assert len({each.clause for each in found}) == 1


@pytest.mark.parametrize(("book", "item"), [e for e in EVERY if e[1].used], ids=lambda v: getattr(v, "clause", v))
def test_what_is_not_used_need_not_be_said(book: str, item: Any) -> None:
    document = changed(DOCUMENTS[book], item.used, value=False)
    for path in item.needs:
        document = without(document, path)
    assert lacks(document, rules_of(book)) == []


def test_8_1_3_conditions_are_approved_in_writing_and_10_4_2_asks_for_no_approval() -> None:
    assert [each.clause for each in lacks(without(CRAPS, "approval"), rules_of("crown-craps"))] == ["8.1.3"]
    assert lacks(without(ROULETTE, "approval"), rules_of("star-roulette")) == []


def test_8_2_2_overrides_name_their_clause_and_roulette_has_none() -> None:
    assert [e.clause for e in lacks(CRAPS | {"override": [{"clause": "4.2"}]}, rules_of("crown-craps"))] == ["8.2.2"]
    override = ROULETTE | {"override": [{"clause": "4.4", "how": "other"}]}
    assert [each.clause for each in lacks(override, rules_of("star-roulette"))] == ["10.4.2"]


@pytest.mark.parametrize(
    ("path", "value", "clause"),
    [
        ("entry.fee", 100, "10.4.2(a)"),
        ("entry.fee", "-1.00", "10.4.2(a)"),
        ("entry.charged", "yes", "10.4.2(a)"),
        ("chips.allotment", 0, "10.4.2(b)"),
        ("wagers.minimum", 501, "10.4.2(d)"),
        ("wagers.minimum", 10**30, "10.4.2(d)"),
        ("entry.minimum_players", 49, "10.4.2(i)"),
        ("prizes.shares", [70, 29], "10.4.2(j)"),
        ("prizes.shares", [70, 30.0], "10.4.2(j)"),
        ("structure.sessions", [{"rounds": 20}], "10.4.2(e)"),
        ("wagers.changes", [{"round": 0, "minimum": 1, "maximum": 2}], "10.4.2(d)"),
    ],
)
def test_what_cannot_be_is_told_with_its_clause(path: str, value: object, clause: str) -> None:
    found = lacks(changed(ROULETTE, path, value), rules_of("star-roulette"))
    assert [each.clause for each in found] == [clause]


def test_more_may_be_added_and_a_mistyped_part_is_told() -> None:
    assert lacks(ROULETTE | {"more": {"dress": "smart"}}, rules_of("star-roulette")) == []
    assert len(lacks(ROULETTE | {"prices": {}}, rules_of("star-roulette"))) == 1


@pytest.mark.parametrize("book", DOCUMENTS)
def test_the_template_has_every_field(book: str) -> None:
    blank = tomllib.loads(template(book, rules_of(book)))
    for item in rules_of(book).items:
        for path in (*item.needs, *((item.used,) if item.used else ())):
            part, _, name = path.partition(".")
            assert name in blank[part]


@pytest.mark.parametrize(("book", "clause"), [("star-roulette", "10.4.2(e)"), ("crown-craps", "8.2.1(d)")])
def test_everybody_who_may_enter_has_a_seat_in_the_first_session(book: str, clause: str) -> None:
    """Not at 11 seats for 12 players, at 12 they have; and the fewest are seated too."""
    whole, rules = changed(DOCUMENTS[book], "entry.maximum_players", 12), rules_of(book)
    whole = changed(whole, "entry.minimum_players", 12)
    final = {"rounds": 1, "tables": 1, "seats": 2, "advance": 1}
    for seats, found in ((11, [clause]), (12, [])):
        sessions = [{"rounds": 1, "tables": 1, "seats": seats, "advance": 1}, final]
        document = changed(whole, "structure.sessions", sessions)
        assert [each.clause for each in stands_in_the_way(document, rules)] == found


def test_the_check_names_what_no_field_has_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """12 players for 2 seats: the command says it before anybody has paid a fee."""
    sessions = [{"rounds": 1, "tables": 1, "seats": 2, "advance": 1}]
    document = changed(changed(ROULETTE, "structure.sessions", sessions), "entry.maximum_players", 12)
    file = tmp_path / "conditions.toml"
    file.write_text("".join(f"{name} = {toml(part)}\n" for name, part in document.items()))
    assert run(["tournament", "check", str(file)]) == 1
    assert "10.4.2(e): structure.sessions: the first session seats 2, and" in capsys.readouterr().out
    live = AtDesk(document).drafted()
    assert [each["clause"] for each in live.shown("mia")["desk"]["lacks"]] == ["10.4.2(e)"]
    live.no("10.4.2(e)", live.publish())


def test_new_and_check_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "new", "crown-craps"]) == 0
    file = tmp_path / "conditions.toml"
    file.write_text(capsys.readouterr().out)
    assert run(["tournament", "check", str(file)]) == 1
    assert "8.1.3: the regulator's approval in writing" in capsys.readouterr().out
    file.write_text("tournament = ")
    assert run(["tournament", "check", str(file)]) == 2
    assert run(["tournament", "new", "no-such-book"]) == 2
    assert "no-such-book" in capsys.readouterr().err
