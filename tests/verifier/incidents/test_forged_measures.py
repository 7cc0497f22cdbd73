"""Measures that no office could have taken: each story is sound up to its last event, which the verifier finds."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.verifier.incidents.checker import IncidentsChecker
from feltwork.verifier.log.rows import Problem, Row

Event = tuple[str, str, dict[str, Any]]
BOX, PIT, PIT_TOO, MANAGER = "bo boxperson", "pia pit_boss", "paul pit_boss", "max gaming_manager"


def rows(story: tuple[Event, ...]) -> list[tuple[Row, dict[str, Any]]]:
    """The story as records; every event has a key of its own unless it says another."""
    made = []
    for version, (who, kind, body) in enumerate(story, 1):
        actor, role = who.split()
        key = body.pop("key", f"k{version}")
        made.append((Row("incidents", version, version, key, actor, role, kind, 1, b"", "", (), b""), body))
    return made


def follow(*story: Event) -> list[Problem]:
    """What is wrong with the last event."""
    checker, found = IncidentsChecker(""), list[Problem]()
    for row, body in rows(tuple((who, kind, dict(body)) for who, kind, body in story)):
        assert found == [], (row.version - 1, found)
        _, found = checker.take(row, body)
    return found


def reported(book: str = "star-craps", offence: str = "device", clause: str = "9.1", **change: Any) -> Event:
    return BOX, "incident-reported", {"book": book, "person": "ann", "offence": offence, "clause": clause} | change


def taken(measure: str, clause: str, by: str = BOX, **change: Any) -> Event:
    whole = {"incident": 1, "book": "star-craps", "person": "ann", "measure": measure, "clause": clause, "until": 0}
    return by, "measure-taken", whole | change


def at_crown(measure: str, clause: str, by: str = PIT, **change: Any) -> Event:
    return taken(measure, clause, by, book="crown-craps", **change)


def at_table(**change: Any) -> Event:
    return BOX, "taken-at-table", {"measure": 2, "player": "ann", "key": "k2"} | change


def seized(**change: Any) -> Event:
    return PIT, "money-seized", {"measure": 2, "player": "ann", "amount": 50_00, "key": "k2"} | change


def determined(by: str = PIT_TOO, **change: Any) -> Event:
    whole = {"measure": 2, "player": "ann", "amount": 50_00, "to_player": True, "clause": "9.2.3"}
    return by, "seizure-determined", whole | change


def ended(by: str = BOX, **change: Any) -> Event:
    return by, "measure-ended", {"measure": 2} | change


def handed_over(**change: Any) -> Event:
    return BOX, "handed-over", {"measure": 2, "clause": "9.3.4", "office": "inspector"} | change


def erased(by: str = MANAGER, **change: Any) -> Event:
    return by, "person-erased", {"person": "ann", "reason": "her time is over"} | change


CROWN = reported("crown-craps")
VOID, BAR, EXCLUDE, DETAIN = (
    taken("void", "9.3.1"),
    taken("bar", "9.3.2"),
    taken("exclude", "9.3.3"),
    taken("detain", "9.3.4"),
)
SEIZE = at_crown("seize", "9.2.3")
ARUZE = reported("aruze-craps", clause="7.5")
RECOMMEND = taken("recommend", "7.7.3", MANAGER, book="aruze-craps")


@pytest.mark.parametrize(
    "story",
    [
        (reported(), VOID, at_table()),
        (reported(), EXCLUDE, ended(), erased()),
        (reported(), DETAIN, handed_over()),
        (CROWN, SEIZE, seized(), determined()),
        (ARUZE, RECOMMEND, taken("exclude", "79", MANAGER, book="aruze-craps"), ended(MANAGER, measure=3)),
    ],
)
def test_a_measure_from_breach_to_end_is_sound(story: tuple[Event, ...]) -> None:
    assert follow(*story) == []


@pytest.mark.parametrize(
    ("story", "kind", "says"),
    [
        ((reported(number=2),), "order", "it is numbered 2 and is record 1"),
        (((BOX, "wager-placed", {}),), "body", "nothing of the kind"),
        ((reported(offence="whistling"),), "clause", "bans no 'whistling'"),
        ((reported(clause="9.9"),), "clause", "bans no 'device' by 9.9"),
        ((reported(), taken("seize", "79", MANAGER)), "power", "gives no power to seize"),
        ((ARUZE, taken("exclude", "79", MANAGER, book="aruze-craps")), "power", "gives no power to exclude"),
        ((reported(offence="advice", clause="9.7"), VOID), "power", "gives no power to void for advice"),
        ((reported(), taken("void", "9.3.2")), "role", "took a measure by 9.3.2"),
        ((reported(), taken("void", "9.3.1", "dee dealer")), "role", "a 'dealer' took a measure"),
        ((reported(person="bo"), taken("void", "9.3.1", person="bo")), "role", "a 'boxperson' took a measure"),
        ((reported(person="ben"), VOID), "order", "incident 1 was another person's"),
        ((reported(), EXCLUDE, EXCLUDE), "order", "ann was kept out already"),
        ((reported(), VOID, at_table(key="k9")), "order", "no measure was just taken"),
        ((reported(), DETAIN, at_table()), "order", "no measure was just taken"),
        ((reported(), VOID, at_table(player="ben")), "order", "measure 2 was about another person"),
        ((CROWN, SEIZE, seized(amount=0)), "money", "0 cents could not be seized"),
        ((CROWN, SEIZE, seized(key="k9")), "money", "could not be seized"),
        ((CROWN, SEIZE, seized(), seized()), "money", "could not be seized"),
        ((CROWN, at_crown("void", "9.2.1"), seized()), "money", "could not be seized"),
        ((CROWN, SEIZE, seized(player="ben")), "order", "measure 2 was about another person"),
        ((CROWN, SEIZE, seized(), determined(amount=40_00)), "money", "4000 cents of ann were not kept"),
        ((CROWN, SEIZE, seized(), determined(), determined()), "money", "were not kept"),
        ((CROWN, SEIZE, seized(), determined(PIT)), "role", "pia could not end this investigation"),
        ((CROWN, SEIZE, seized(), determined("dee dealer")), "role", "dee could not end this investigation"),
        ((reported(), EXCLUDE, ended(), ended()), "order", "measure 2 could not be ended"),
        ((reported(), VOID, ended()), "order", "measure 2 could not be ended"),
        ((reported(), EXCLUDE, ended("dee dealer")), "role", "a 'dealer' ended a measure"),
        ((reported(), EXCLUDE, ended("ann boxperson")), "role", "ended a measure"),
        ((reported(), VOID, handed_over(clause="9.3.1")), "order", "nobody was detained"),
        ((reported(), DETAIN, handed_over(), handed_over()), "order", "nobody was detained"),
        ((reported(), DETAIN, handed_over(office="guard")), "role", "a 'guard' takes nobody over"),
        ((reported(), erased(BOX)), "role", "a 'boxperson' erased a name"),
        ((reported(), erased(reason=" ")), "role", "without a reason"),
        ((reported(), EXCLUDE, erased()), "order", "while a measure needed it"),
    ],
)
def test_what_no_office_could_have_done_is_found(story: tuple[Event, ...], kind: str, says: str) -> None:
    found = follow(*story)
    assert any(kind == each and says in what for each, what in found), found


def test_a_game_without_a_word_on_conduct_makes_no_sense_here() -> None:
    with pytest.raises(ValueError, match="no such book"):
        follow(reported("no-such-book"))


def test_who_is_kept_out_brings_no_money_in_and_takes_theirs_out() -> None:
    checker = IncidentsChecker("")
    story = (reported(), BAR, ("sue casino_supervisor", "table-opened", {"book": "star-craps"}))
    for row, body in rows(story):
        if row.kind == "table-opened":
            checker.watch(row._replace(stream="table/one"), body)
        else:
            assert checker.take(row, body)[1] == []
    row = Row("table/one", 9, 9, "k9", "ann", "player", "bought-in", 1, b"", "", (), b"")
    assert checker.watch(row, {"player": "ann"}) == [
        ("excluded", "ann was barred from star-craps, and this was done for them")
    ]
    assert checker.watch(row, {"player": "ben"}) == []
    assert checker.watch(row._replace(stream="table/two"), {"player": "ann"}) == [], "another game"
    asked = row._replace(stream="cage", kind="transfer-asked")
    assert checker.watch(asked, {"player": "ann", "inward": False}) == []
