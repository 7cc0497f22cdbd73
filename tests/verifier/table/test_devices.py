"""Alarms about dice and wheels worked out a second time: the same ones, and forged or forgotten ones are found."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from feltwork.duties.commands import ReportUnfair
from feltwork.reports.fairness import DiceWatch, Watch, upper_tail
from feltwork.verifier.duties.checker import SOON, Alarms
from feltwork.verifier.table.devices import IN_ALL, Sides, at_least
from feltwork.verifier.verify import findings, verify
from tests.reports.test_devices import craps, watched
from tests.rules.desk import AtDesk
from tests.verifier.tampering import Log

DUTY = "table/t/fairness/five dice"


@pytest.mark.parametrize("sides", [6, 37, 38])
@pytest.mark.parametrize("load", [1.0, 1.2, 1.4, 3.0])
def test_both_ways_of_working_it_out_agree(sides: int, load: float) -> None:
    """The same result raises the alarm, with the same counts."""
    chance = Random(f"{sides} {load}")
    weights = [load, *[1.0] * (sides - 1)]
    one, other = Watch(sides), Sides(sides, IN_ALL)
    for side in chance.choices(range(sides), weights, k=12_000):
        one.add(side)
        alarmed = other.add(side)
        assert (one.alarm is not None) == other.alarmed
        if alarmed:
            assert one.alarm is not None
            assert (one.alarm.side, one.alarm.came) == (other.commonest(), max(other.came))
            break


def test_two_dice_share_one_chance() -> None:
    chance, watch = Random(3), DiceWatch()
    parts = {name: Sides(6, IN_ALL / 3, throws) for name, throws in (("first die", 1), ("both dice", 2))}
    for _ in range(4_000):
        first, second = chance.choices(range(1, 7), [1, 1, 1, 1, 1, 1.3], k=2)
        watch.roll(first, second)
        parts["first die"].add(first - 1)
        for face in (first, second):
            parts["both dice"].add(face - 1)
        assert {name for name in watch.alarms if name in parts} == {n for n, part in parts.items() if part.alarmed}


def test_tails_agree() -> None:
    for rounds, came, sides in ((625, 140, 6), (2_500, 500, 6), (10_000, 330, 37), (40_000, 1_200, 38), (5, 0, 6)):
        assert float(at_least(came, rounds, sides)) == pytest.approx(upper_tail(rounds, came, 1 / sides), rel=1e-6)


def _forged(at: AtDesk, **changes: Any) -> list[str]:
    """What is found when the alarm's duty says something else, and everything is hashed again."""
    sound = at.log()
    rows = [row for stream in sound.streams() for row in sound.records(stream)]
    log = Log(rows, list(sound.answers()), list(sound.books()))
    for n, row in enumerate(log.rows):
        if row.kind == "duty-raised":
            log.rows[n] = row._replace(body=msgspec.json.encode({**msgspec.json.decode(row.body), **changes}))
    log.rechain()
    return [finding.what for finding in verify(log.reading())]


def test_a_forged_alarm_is_found() -> None:
    table = craps()
    watched(table)
    assert _forged(table) == []
    says = f"{DUTY} was raised, and no alarm like it comes of the table's results"
    words = "Check five dice at table t, or close it: t: both dice shows 6 too often: 24 of 25, 4 expected"
    assert _forged(table, what=words) == [says]
    assert _forged(table, clause="9.9") == [says]
    assert _forged(table, owner="dealer") == [says]


def test_an_alarm_that_the_results_do_not_make_is_found() -> None:
    table = craps(throws=5)
    alarm: Any = ReportUnfair("t", "five dice", "t: first die shows 6 too often: 5 of 5, 1 expected", "2.3", "pit_boss")
    assert not table.send(alarm, "fairness", "system", "duties").reason
    (finding,) = verify(table.log())
    assert (finding.kind, finding.stream) == ("alarm", "duties")


def test_every_alarm_is_told_with_the_verdict() -> None:
    table, notes = craps(), list[str]()
    assert list(findings(table.log(), notes=notes)) == []
    assert [note for note in notes if note.startswith("alarm: ")] == [
        "alarm: t: both dice shows 6 too often: 25 of 25, 4 expected"
    ]


@pytest.mark.parametrize(
    ("served", "last", "gone", "raised", "done", "found"),
    [
        (1, SOON + 102, None, None, None, True),
        (0, SOON + 102, None, None, None, False),
        (101, SOON + 102, None, None, None, False),
        (1, SOON + 100, None, None, None, False),
        (1, SOON + 102, SOON, None, None, False),
        (1, SOON + 102, None, SOON + 100, None, False),
        (1, SOON + 102, None, SOON + 101, None, True),
        (1, SOON + 102, None, 50, None, False),
        (1, SOON + 102, None, 50, 99, True),
        (1, SOON + 102, None, 50, 100, False),
    ],
)
def test_a_forgotten_alarm_is_found(
    served: int, last: int, gone: int | None, raised: int | None, done: int | None, found: bool
) -> None:
    """On a floor that is served, an hour later, of a device that is there: unless it was to be checked already."""
    alarms = Alarms()
    alarms.served, alarms.last = served, last
    told = {"duty": DUTY, "item": "five dice", "words": "w", "clause": "2.3", "owner": "x"}
    alarms.due = [(100, told | ({"gone": gone} if gone is not None else {}))]
    if raised is not None:
        alarms.raised = [(raised, {"duty": DUTY, "what": "", "clause": "", "owner": ""})]
    if done is not None:
        alarms.done = [(done, DUTY)]
    assert bool(list(alarms.left_over())) == found
