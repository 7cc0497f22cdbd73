"""More that is made up: who sits, who goes, why a throw does not count, what stays locked, and halves at the cage."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.verifier.cage.checker import CageChecker
from feltwork.verifier.log.rows import Row
from feltwork.verifier.log.twins import Twins
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.table.settlement import sent_back, voided
from tests.verifier.forging import ALL, Forged, betting, rich, simple
from tests.verifier.night import Night, listed, night_rows
from tests.verifier.tampering import Log


def free_seat(fold: TableChecker) -> int:
    return next(seat for seat in range(1, fold.facts.capacity + 1) if seat not in fold.facts.seats)


def roomy(fold: TableChecker, *_: object) -> bool:
    return betting(fold) and len(fold.facts.seats) < fold.facts.capacity


@pytest.mark.parametrize("name", ALL)
def test_nobody_sits_down_at_a_table_about_to_close(name: str) -> None:
    for closing, kinds in ((False, set()), (True, {"order"})):
        forged = Forged(name, roomy)
        if closing:
            until = forged.at + 1000 + 20 * 60_000_000
            forged.add("closure-announced", forged.power("close"), effective=until)
        seat = free_seat(forged.fold)
        assert forged.add("seat-taken", ("zed", "player"), seat=seat, player="zed").found() == kinds


@pytest.mark.parametrize("name", [name for name in ALL if name != "aruze-craps"])
def test_crew_do_not_play(name: str) -> None:
    forged = Forged(name, lambda f, *_: roomy(f) and f.facts.crew)
    dealer = min(forged.fold.facts.crew)
    seat = free_seat(forged.fold)
    assert forged.add("seat-taken", (dealer, "player"), seat=seat, player=dealer).found() == {"seat"}


@pytest.mark.parametrize("name", [name for name in ALL if "crown" not in name])
def test_who_was_told_to_go_puts_nothing_down(name: str) -> None:
    def idle(fold: TableChecker, *_: object) -> bool:
        return betting(fold) and all(key[0] != rich(fold) for key in fold.facts.game().layout)

    forged = Forged(name, idle)
    seat = rich(forged.fold)
    told = {"seat": seat, "player": forged.fold.facts.seats[seat], "missed": 3, "clause": forged.clause("vacate")}
    assert forged.add("vacate-ordered", forged.power("vacate"), **told).found() == set()
    assert forged.place(seat, simple(name), 10_00).found() == {"placing"}


@pytest.mark.parametrize("name", ["star-craps", "crown-craps"])
def test_a_throw_that_must_not_count_is_called_off_for_that(name: str) -> None:
    forged = Forged(name, lambda f, *_: f.round.thrown and f.round.entered is None and not f.round.must)
    fold, who = forged.fold, forged.power(Act.CALL_NO_ROLL)
    assert fold.facts.conduct
    must = next((reason, row) for reason, row in fold.facts.conduct.no_result.items() if row.must)
    may = next((reason, row) for reason, row in fold.facts.conduct.no_result.items() if not row.must)
    forged.add("throw-reported", who, what=must[0], clause=must[1].clause, must=True)
    ends = {"lines": voided(fold.facts.game()), "area": fold.facts.game().area}
    assert forged.add("round-invalid", who, reason=may[0], clause=may[1].clause, **ends).found() == {"result"}


def test_wagers_are_not_found_invalid_with_the_dice_in_the_tumbler() -> None:
    forged = Forged("aruze-craps", lambda f, *_: f.round.thrown and f.facts.game().layout and not f.history.past)
    felt = forged.fold.facts.game()
    seat = next(iter(felt.layout))[0]
    lines = [sent_back(wager, "void", "3.14.1") for wager in felt.layout.values() if wager.seat == seat]
    said: dict[str, Any] = {
        "seat": seat,
        "player": forged.fold.facts.seats[seat],
        "reason": "x",
        "claim": "",
        "lines": lines,
    }
    said |= {"version": None, "cents": 0, "at_seat": 0, "clause": "3.14.1"}
    assert "order" in forged.add("wagers-found-invalid", forged.power(Act.FIND_INVALID), **said).found()


@pytest.mark.parametrize(("lock", "kinds"), [("roll", set()), ("until_decided", {"removing"})])
def test_mini_craps_wagers_stay_locked_where_it_is_read_so(lock: str, kinds: set[str]) -> None:
    def stayed(fold: TableChecker) -> Any:
        open_now = fold.facts.status == "open" and not fold.round.thrown and not fold.facts.game().closed
        loose = [w for w in fold.facts.game().layout.values() if not w.row.contract and not w.row.commission]
        old = [
            w for w in loose if w.lots[0].round < fold.facts.game().round and not w.row.dont_lock and not w.row.units
        ]
        return next(iter(old), None) if open_now else None

    night = Night(MemoryStore(), 6)
    night.open("t", "crown-craps", "mini", {"mini_lock": lock})
    night.play("t", 150)
    rows = [row for row in night_rows(night) if row.stream == "table/t"]
    forged = Forged(Log(rows, [], list(listed(night).books())), lambda f, *_: stayed(f))
    there = stayed(forged.fold)
    assert forged.remove(there.key, there.stake).found() == kinds


def at_the_cage(kind: str, actor: str, role: str, stream: str = "cage", link: str = "") -> Row:
    return Row(stream, 1, 1, "k", actor, role, kind, 1, b"", link, (), b"")


def test_a_player_moves_no_credits_but_their_own() -> None:
    asked = {"transfer": "T1", "player": "ada", "amount": 5_00, "inward": True, "table": "", "seat": 0}
    for actor, kinds in (("ada", []), ("mal", ["role"])):
        _, problems = CageChecker().take(at_the_cage("transfer-asked", actor, "player"), asked)
        assert [kind for kind, _ in problems] == kinds


def test_cash_lies_in_the_terminal_it_was_put_into() -> None:
    paid = {"player": "ada", "amount": 5_00, "table": "t", "via": "cash", "ticket": 0}
    for seat, kinds in ((3, []), (4, ["link"])):
        twins = Twins()
        table = at_the_cage("bought-in", "ada", "player", "table/t", "cage@1")
        assert twins.take(table, {"seat": 3, "player": "ada", "amount": 5_00}) == []
        half = at_the_cage("paid-to-table", "ada", "player", "cage", "table/t@1")
        assert [finding.kind for finding in twins.take(half, {**paid, "seat": seat})] == kinds
