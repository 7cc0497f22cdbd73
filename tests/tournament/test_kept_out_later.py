"""Who is barred or excluded after entering a tournament is not approved, not seated and does not play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment
from feltwork.incidents import commands as incident
from feltwork.store.opening import open_store
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.topics import entries, rounds, rulings, seating, starting, wagering
from feltwork.verifier.verify import verify
from tests.aggregates.scenes import START
from tests.aggregates.test_kept_out import BOSS, Floor, sanctioned
from tests.faults.load import verified
from tests.tournament.conditions import CRAPS
from tests.tournament.live import secret_of, small
from tests.tournament.scene import Evening, put

MIA = ("mia", "gaming_manager", "cup")
PIT = ("mia", "pit_boss", "cup")
CLAUSES = [("exclude", "9.3.3"), ("bar", "9.3.2")]
Draw = seating.DrawSeats(secret_of(1).hex())


@pytest.fixture
def floor() -> Floor:
    floor = Floor()
    for name in ("ann", "ben", "cat"):
        floor.does(Deposit(name, 10_000_00), "till", "cashier")
    return floor


def closed(floor: Floor, *names: str) -> None:
    """Entries closed, a table designated, and the session's time come."""
    Evening(floor.does, lambda: floor.now, "cup", "gaming_manager", small()).opened(*names)
    floor.does(entries.CloseEntries(), *MIA)
    floor.does(seating.DesignateTables(["t1"]), *MIA)
    floor.now += 60_000_000


def gone(floor: Floor, name: str) -> None:
    floor.does(rulings.FindBreach(name, "breach", "kept out", disqualify=True), *MIA)


@pytest.mark.parametrize(("measure", "clause"), CLAUSES)
def test_nobody_kept_out_is_drawn_a_seat(floor: Floor, measure: str, clause: str) -> None:
    closed(floor, "ann", "ben", "cat")
    sanctioned(floor, measure, "ann", "star-roulette")
    assert floor.ask(Draw, *MIA) == clause
    gone(floor, "ann")
    floor.does(Draw, *MIA)
    assert verify(floor.log().reading()) == []


@pytest.mark.parametrize(("measure", "clause"), CLAUSES)
def test_no_session_begins_with_who_was_kept_out_since_the_draw(floor: Floor, measure: str, clause: str) -> None:
    closed(floor, "ann", "ben", "cat")
    floor.does(Draw, *MIA)
    sanctioned(floor, measure, "ann", "star-roulette")
    start = starting.StartSession(commitment(secret_of(2)))
    assert floor.ask(start, *MIA) == clause
    gone(floor, "ann")
    floor.does(start, *MIA)
    assert verify(floor.log().reading()) == []


@pytest.mark.parametrize(("measure", "clause"), CLAUSES)
def test_who_is_kept_out_in_a_session_does_nothing_more_in_it(floor: Floor, measure: str, clause: str) -> None:
    closed(floor, "ann", "ben", "cat")
    floor.does(Draw, *MIA)
    floor.does(starting.StartSession(), *MIA)
    floor.does(rounds.OpenTournamentRound("t1"), "dee", "dealer", "cup")
    sanctioned(floor, measure, "ann", "star-roulette")
    seats = _seats(floor)
    acts: list[Any] = [
        put("t1", "ann", seats, "red", 10),
        wagering.PlayPassCard("t1", "ann"),
        wagering.HandInForm("t1", "ann", "red", None, 10),
    ]
    for act in acts:
        assert floor.ask(act, "ann", "player", "cup") == clause, act
        assert floor.ask(act, "dee", "dealer", "cup") == clause, "nor by the crew for them"
    floor.does(put("t1", "ben", seats, "red", 10), "ben", "player", "cup")
    gone(floor, "ann")
    assert verify(floor.log().reading()) == []


def _seats(floor: Floor) -> list[str]:
    return list(floor.desk.aggregate(AGGREGATE, "cup").heats["t1"].seats)


def at_craps(floor: Floor) -> None:
    """A session for ann and ben at a layout has begun."""
    Evening(floor.does, lambda: floor.now, "cup", "pit_boss", small(CRAPS)).opened("ann", "ben")
    floor.does(entries.CloseEntries(), *PIT)
    floor.does(seating.DesignateTables(["t1"]), *PIT)
    floor.does(starting.BriefPlayers(understood=True), *PIT)
    floor.does(starting.SetPresence(present=True), *PIT)
    floor.now += 60_000_000
    floor.does(Draw, *PIT)
    floor.does(starting.StartSession(), *PIT)


def test_a_substitute_who_was_kept_out_since_the_nomination_is_not_approved(floor: Floor) -> None:
    at_craps(floor)
    floor.does(rulings.NominateSubstitute("ann", "gus"), "ann", "player", "cup")
    sanctioned(floor, "bar", "gus", "crown-craps")
    assert floor.ask(rulings.AnswerSubstitute("ann", approved=True), *PIT) == "9.2.2"
    floor.does(rulings.AnswerSubstitute("ann", approved=False), *PIT)
    assert verify(floor.log().reading()) == []


@pytest.mark.parametrize("whom", ["gus", "ann"])
def test_a_seat_whose_player_or_substitute_is_kept_out_plays_no_more(floor: Floor, whom: str) -> None:
    at_craps(floor)
    floor.does(rulings.NominateSubstitute("ann", "gus"), "ann", "player", "cup")
    floor.does(rulings.AnswerSubstitute("ann", approved=True), *PIT)
    floor.does(rounds.OpenTournamentRound("t1"), "dee", "dealer", "cup")
    sanctioned(floor, "bar", whom, "crown-craps")
    assert floor.ask(put("t1", "ann", _seats(floor), "field", 10), "gus", "player", "cup") == "9.2.2"


def test_what_lies_on_a_layout_is_settled_although_its_player_is_kept_out_meanwhile(floor: Floor) -> None:
    """The secret wager too, which the dealer puts down when the round is settled."""
    at_craps(floor)
    floor.does(rounds.OpenTournamentRound("t1"), "dee", "dealer", "cup")
    bet = put("t1", "ann", _seats(floor), "field", 10)
    floor.does(bet, "ann", "player", "cup")
    floor.does(wagering.HandInForm("t1", "ann", "field", None, 10), "ann", "player", "cup")
    floor.does(wagering.ExamineForm("t1", "ann"), "bo", "boxperson", "cup")
    sanctioned(floor, "bar", "ann", "crown-craps")
    assert floor.ask(bet, "ann", "player", "cup") == "9.2.2"
    floor.does(put("t1", "ben", _seats(floor), "field", 10), "ben", "player", "cup")
    floor.does(rounds.CloseTournamentBetting("t1"), "dee", "dealer", "cup")
    floor.does(rounds.SettleTournamentRound("t1", [2, 2]), "dee", "dealer", "cup")
    assert verify(floor.log().reading()) == []


def test_names_that_differ_in_the_case_of_a_letter_are_one_person(floor: Floor) -> None:
    """Although no fee, and so no purse, tells one from the other."""
    document = small(entry={"charged": False})
    Evening(floor.does, lambda: floor.now, "cup", "gaming_manager", document).opened("ann", "ben")
    assert floor.ask(entries.EnterTournament("Ann", form=True), "Ann", "player", "cup")
    assert floor.ask(entries.EnterTournament("MIA", form=True), "MIA", "player", "cup")
    assert floor.ask(rulings.NominateSubstitute("ann", "Ben"), "ann", "player", "cup")


def test_what_another_process_decided_about_a_player_holds_here_at_once(tmp_path: Path) -> None:
    """This one has tournament and incidents in memory as they were before."""
    url, keys = str(tmp_path / "log.sqlite"), iter(range(100))
    first, second = open_store(url), open_store(url)
    floor, office = Desk(first), Desk(second)
    now = START
    floor.now = office.now = lambda: now

    def asked(desk: Desk, body: Any, actor: str, role: str, where: str = "cup") -> str:
        return desk.submit(Envelope(f"o{next(keys)}", where, actor, role, body)).clause

    def does(body: Any, actor: str, role: str, where: str) -> None:
        assert asked(floor, body, actor, role, where) == ""

    try:
        document = small(entry={"charged": False})
        Evening(does, lambda: now, "cup", "gaming_manager", document).opened("ann", "ben", "cat")
        does(entries.CloseEntries(), *MIA)
        does(seating.DesignateTables(["t1"]), *MIA)
        now += 60_000_000
        does(Draw, *MIA)
        does(starting.StartSession(), *MIA)
        does(rounds.OpenTournamentRound("t1"), "dee", "dealer", "cup")
        seats = list(floor.aggregate(AGGREGATE, "cup").heats["t1"].seats)
        assert asked(office, incident.ReportIncident("star-roulette", "device", "ann", "seen"), *BOSS) == ""
        assert asked(office, incident.TakeMeasure(1, "exclude", "a device"), *BOSS) == ""
        assert asked(floor, put("t1", "ann", seats, "red", 10), "ann", "player") == "9.3.3"
        does(put("t1", "ben", seats, "red", 10), "ben", "player", "cup")
    finally:
        first.close()
        second.close()
    assert verified(url) == []
