"""A tail of the log that was made up, every hash and posting of it right: what it says gives it away."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.verify import findings
from tests.verifier.forging import ALL, CRAPS, DICE, WHEELS, Forged, betting, rich, simple
from tests.verifier.night import Night, listed, night_rows
from tests.verifier.tampering import Log

SYSTEM = ("unit", "system")


def lying(fold: TableChecker) -> Any:
    return fold.facts.game().layout.values()


def bets(fold: TableChecker, *_: object) -> bool:
    return betting(fold) and bool(lying(fold))


def in_the_air(fold: TableChecker, *_: object) -> bool:
    return fold.round.thrown and bool(lying(fold))


@pytest.mark.parametrize("name", ALL)
def test_wagers_do_not_become_void_by_themselves(name: str) -> None:
    assert "lines" in Forged(name, in_the_air).void("9.5", SYSTEM).found()
    assert "lines" in Forged(name, in_the_air).void("6.3", SYSTEM).found()


def test_wagers_are_void_of_a_terminal_that_is_out_of_play() -> None:
    forged = Forged("aruze-craps", bets)
    manager, seat = forged.power(Act.CONFIRM_TERMINAL), next(iter(lying(forged.fold))).seat
    assert forged.void("6.3", manager).found() == {"lines"}
    forged = Forged("aruze-craps", bets)
    fault = {"fault": "other", "error": "E1", "clause": "6.2.3", "told_by_player": False}
    forged.add("terminal-faulted", SYSTEM, seat=seat, **fault).void("6.3", manager)
    assert forged.add("terminal-restored", manager, seat=seat, how="no records", clause="6.3").found() == set()


def test_a_terminal_does_not_sit_at_itself() -> None:
    forged = Forged("aruze-craps", betting)
    assert forged.fold.facts.conduct
    free = next(seat for seat in range(1, 25) if seat not in forged.fold.facts.seats)
    added = forged.add("seat-taken", (f"terminal-t-{free}", "player"), seat=free, player=f"terminal-t-{free}")
    assert added.found() == {"seat"}


@pytest.mark.parametrize("kind", ["wager-placed", "collected"])
def test_a_terminal_out_of_play_is_not_played_at(kind: str) -> None:
    forged = Forged("aruze-craps", betting)
    seat = rich(forged.fold)
    fault = {"fault": "other", "error": "E1", "clause": "6.2.3", "told_by_player": False}
    forged.add("terminal-faulted", SYSTEM, seat=seat, **fault)
    if kind == "wager-placed":
        forged.place(seat, "field", 10_00)
    else:
        player, held = forged.player(seat), forged.fold.facts.game().held.rail[seat]
        forged.add("collected", player, seat=seat, player=player[0], amount=held, asked="")
    assert "order" in forged.found()


@pytest.mark.parametrize("name", CRAPS)
@pytest.mark.parametrize("where", [in_the_air, bets])
def test_a_wager_is_called_off_when_its_player_asks_and_before_the_throw(name: str, where: Any) -> None:
    forged = Forged(name, lambda f, *_: where(f) and any(w.row.switchable for w in lying(f)))
    key = next(w.key for w in lying(forged.fold) if w.row.switchable)
    keys = [k for k in forged.fold.facts.game().layout if k[:2] == key[:2]]
    similar = forged.fold.facts.game().book.house.switch_similar
    keys = keys if similar else [key]
    asked = {"seat": key[0], "wager": key[1], "on": key[2], "working": False}
    if where is in_the_air:
        forged.add("call-asked", forged.player(key[0]), **asked)
    assert forged.add(
        "wager-called", forged.power(Act.CONFIRM_CALL), keys=keys, working=False, similar=similar
    ).found() == {"calling"}
    if where is bets:
        forged = Forged(name, lambda f, *_: where(f) and any(w.row.switchable for w in lying(f)))
        forged.add("call-asked", forged.player(key[0]), **asked)
        assert (
            forged.add(
                "wager-called", forged.power(Act.CONFIRM_CALL), keys=keys, working=False, similar=similar
            ).found()
            == set()
        )


@pytest.mark.parametrize("name", [*WHEELS, "dragon-fire"])
def test_no_round_is_settled_before_no_more_bets(name: str) -> None:
    def unclosed(fold: TableChecker, *_: object) -> bool:
        return in_the_air(fold) and not fold.facts.game().closed and fold.round.entered is None

    forged = Forged(name, unclosed)
    who = forged.power(Act.CALL_RESULT)
    if name in WHEELS:
        forged.add("number-entered", who, pocket=5)
        assert "order" in forged.settle(5).found()
    else:
        assert "order" in forged.add("result-entered", who, first=1, second=2).settle([1, 2]).found()


@pytest.mark.parametrize("name", ALL)
def test_a_table_that_is_stopped_takes_no_wager(name: str) -> None:
    forged = Forged(name, betting)
    seat, who = rich(forged.fold), forged.power(Act.REPORT_FAULT)
    clause = forged.clause(Act.REPORT_FAULT)
    forged.add("table-suspended", who, reason="smoke", clause=clause).place(seat, simple(name), 10_00)
    assert forged.found() == {"order"}
    forged = Forged(name, betting).add("table-suspended", who, reason="smoke", clause=clause)
    told = forged.fold.facts.conduct.faults.told if forged.fold.facts.conduct else ""
    forged.add("inspector-notified", who, what="smoke", clause=told or clause)
    forged.add("table-resumed", forged.power("close"), how="aired").place(seat, simple(name), 10_00)
    assert forged.found() == set()


@pytest.mark.parametrize("name", [*CRAPS, "star-roulette:layout-c"])
def test_nothing_is_added_after_the_closing_time(name: str) -> None:
    for later, kinds in ((19, set()), (20, {"order"})):
        forged = Forged(name, betting)
        until = forged.at + 1000 + 20 * 60_000_000
        forged.add("closure-announced", forged.power("close"), effective=until)
        forged.at += later * 60_000_000
        assert forged.place(rich(forged.fold), simple(name), 10_00).found() == kinds


@pytest.mark.parametrize("name", ALL)
def test_nobody_sits_where_there_is_no_seat_or_at_a_table_that_is_not_open(name: str) -> None:
    forged = Forged(name, betting)
    assert "seat" in forged.add("seat-taken", ("zed", "player"), seat=99, player="zed").found()
    forged = Forged(name, lambda f, row, _: row.kind == "table-opened")
    assert "order" in forged.add("seat-taken", ("zed", "player"), seat=1, player="zed").found()
    forged = Forged(name, lambda f, row, _: row.kind == "table-opened")
    assert "order" in forged.add("play-opened", forged.power("close")).found()


@pytest.mark.parametrize("name", [*DICE, *WHEELS])
def test_a_player_is_not_crew_and_the_last_dealer_stays(name: str) -> None:
    forged = Forged(name, betting)
    boss, player = forged.power("close"), forged.fold.facts.seats[rich(forged.fold)]
    assert "crew" in forged.add("crew-assigned", boss, person=player, role="dealer").found()
    forged = Forged(name, lambda f, *_: betting(f) and [*f.facts.crew.values()].count("dealer") == 1)
    dealer = next(person for person, role in forged.fold.facts.crew.items() if role == "dealer")
    assert "crew" in forged.add("crew-assigned", boss, person=dealer, role=boss[1]).found()


@pytest.mark.parametrize("name", [*DICE, *WHEELS])
def test_chips_are_not_collected_for_a_player_who_did_not_ask(name: str) -> None:
    for asked, kinds in (("", {"role"}), ("please", set())):
        forged = Forged(name, lambda f, *_: betting(f) and "dealer" in f.facts.crew.values())
        seat, dealer = rich(forged.fold), next(p for p, r in forged.fold.facts.crew.items() if r == "dealer")
        player, held = forged.fold.facts.seats[seat], forged.fold.facts.game().held.rail[seat]
        forged.add("collected", (dealer, "dealer"), seat=seat, player=player, amount=held, asked=asked)
        assert forged.found() == kinds


@pytest.mark.parametrize("name", ["star-craps", "dragon-fire"])
def test_a_limit_of_ones_own_goes_above_the_sign(name: str) -> None:
    for more, seat, kinds in ((-1, 0, {"limits"}), (0, 0, {"limits"}), (1, 0, set()), (1, 23, {"limits"})):
        forged = Forged(name, lambda f, *_: betting(f) and any(s[1] for s in f.facts.game().signs.sign.values()))
        wager, (low, high, unit) = next((w, s) for w, s in forged.fold.facts.game().signs.sign.items() if s[1])
        assert high
        own, where = [low, high + more, unit], seat or rich(forged.fold)
        forged.add("personal-limit-set", forged.power(Act.PERSONAL_LIMIT), seat=where, limit=own, wagers=[wager])
        assert forged.found() == kinds


@pytest.mark.parametrize("name", DICE)
def test_limits_could_stand_on_a_sign(name: str) -> None:
    for limit in ([10_00, 5_00, 0], [-1, 5_00, 0], [0, None, 0]):
        forged = Forged(name, betting)
        seat, boss = rich(forged.fold), forged.power(Act.PERSONAL_LIMIT)
        forged.add("personal-limit-set", boss, seat=seat, limit=limit, wagers=[simple(name)])
        assert "limits" in forged.found()
    forged = Forged(name, betting)
    assert "limits" in forged.add("limits-changed", boss, limits={"hop": [0, 10, 0]}).found()


@pytest.mark.parametrize("name", CRAPS)
def test_a_ruling_on_a_result_is_final(name: str) -> None:
    forged = Forged(name, lambda f, row, _: row.kind == "round-settled" and f.history.last and f.facts.game().area)
    box, clause = forged.power(Act.RULE_ON_A_FACE), forged.clause(Act.RULE_ON_A_FACE)
    for kinds in (set[str](), {"result", "role"}):
        assert forged.fold.history.last
        version, (_, dice) = forged.fold.history.last
        assert isinstance(dice, list)
        dice = [dice[0], dice[1] % 6 + 1]
        said = {"first": dice[0], "second": dice[1], "person": box[0], "reason": "misread", "clause": clause}
        forged.add("face-ruled", box, **said, version=version)
        forged.add("round-reversed", box, version=version, reason="misread", clause=clause)
        assert forged.settle(dice, box).found() == kinds


@pytest.mark.parametrize("name", ["star-craps", "dragon-fire", *WHEELS])
def test_the_wager_that_was_refused_comes_off(name: str) -> None:
    for more, kinds in ((0, set()), (1, {"removing"})):
        forged = Forged(
            name,
            lambda f, *_: (
                bets(f) and any(not w.row.contract and w.row.commission is None and not w.row.frozen for w in lying(f))
            ),
        )
        there = next(w for w in lying(forged.fold) if not w.row.contract and not w.row.commission and not w.row.frozen)
        boss = forged.power(Act.REFUSE_WAGER)
        forged.add(
            "wager-refused",
            boss,
            seat=there.seat + more,
            wager=there.row.name,
            reason="late",
            clause=forged.clause(Act.REFUSE_WAGER),
        )
        assert forged.remove(there.key, there.stake, boss).found() == kinds


def test_what_an_earlier_wagering_period_took_stays() -> None:
    def old(fold: TableChecker, *_: object) -> Any:
        earlier = [w for w in lying(fold) if not w.row.contract and w.lots[-1].round < fold.facts.game().round]
        return earlier and not fold.round.thrown and not fold.facts.game().closed

    for chosen, kinds in (("true", set()), ("false", {"removing"})):
        night = Night(MemoryStore(), 4)
        night.open("t", "aruze-craps", readings={"cancel_later": chosen})
        night.play("t", 100)
        rows = [row for row in night_rows(night) if row.stream == "table/t"]
        forged = Forged(Log(rows, [], list(listed(night).books())), old)
        there = next(
            w for w in lying(forged.fold) if not w.row.contract and w.lots[-1].round < forged.fold.facts.game().round
        )
        assert forged.remove(there.key, there.stake).found() == kinds


def test_a_frozen_area_takes_no_wager_and_gives_none_back() -> None:
    forged = Forged("dragon-fire", lambda f, *_: bets(f) and f.facts.game().area_state == "frozen")
    assert "placing" in forged.place(rich(forged.fold), "dragon", 10_00).found()
    forged = Forged(
        "dragon-fire",
        lambda f, *_: bets(f) and any(w.row.frozen for w in lying(f)) and f.facts.game().area_state == "frozen",
    )
    there = next(w for w in lying(forged.fold) if w.row.name in ("dragon", "fire"))
    assert "removing" in forged.remove(there.key, there.stake).found()


@pytest.mark.parametrize(("name", "wager"), [("star-craps", "dont-win"), ("crown-craps", "dont-win-line")])
def test_a_dont_wager_taken_down_is_not_put_back(name: str, wager: str) -> None:
    def come_out(fold: TableChecker, *_: object) -> bool:
        return (
            betting(fold)
            and fold.facts.game().area == 0
            and not fold.facts.game().layout.get((rich(fold), wager, None))
        )

    forged = Forged(name, lambda f, *_: bets(f) and f.facts.game().area and any(w.row.name == wager for w in lying(f)))
    there = next(w for w in lying(forged.fold) if w.row.name == wager)
    forged.remove(there.key, there.stake)
    assert forged.fold.facts.game().locks == {(there.seat, wager)}
    assert "placing" in forged.place(there.seat, wager, 10_00).found()
    forged = Forged(name, come_out)
    seat = rich(forged.fold)
    forged.place(seat, wager, 10_00).remove((seat, wager, None), 10_00).place(seat, wager, 10_00)
    assert forged.found() == set()


@pytest.mark.parametrize(("name", "wager"), [("star-craps", "dont-win"), ("crown-craps", "dont-win-line")])
def test_odds_do_not_ride_on_nothing(name: str, wager: str) -> None:
    forged = Forged(name, lambda f, *_: bets(f) and f.facts.game().area and any(w.row.name == wager for w in lying(f)))
    there = next(w for w in lying(forged.fold) if w.row.name == wager)
    odds = next(row.name for row in forged.fold.facts.game().book.wagers.values() if row.parent == wager)
    assert forged.place(there.seat, odds, 6_00).found() == set()
    assert forged.remove(there.key, there.stake).found() == {"removing"}


@pytest.mark.parametrize("name", WHEELS)
def test_a_wagering_period_ends(name: str) -> None:
    def idle(fold: TableChecker, *_: object) -> bool:
        ready = (
            fold.facts.status == "open"
            and not fold.round.thrown
            and not fold.round.bets_open
            and not fold.staff.standing.suspended
        )
        return bool(ready and rich(fold) and (fold.draws.open or not fold.draws.opens_rounds))

    for seconds, kinds in ((29, set()), (30, {"placing"})):
        forged = Forged(name, idle)
        forged.add("wagering-period-set", forged.power(Act.SET_PERIOD), seconds=30, clause="1.1")
        until = forged.at + 1000 + 30_000_000
        forged.add("bets-opened", forged.power(Act.OPEN_BETS), clause="5.1", closes_at=until)
        forged.at += seconds * 1_000_000
        assert forged.place(rich(forged.fold), "red", 10_00).found() - {"draw"} == kinds
    forged = Forged(name, idle).add("wagering-period-set", forged.power(Act.SET_PERIOD), seconds=30, clause="1.1")
    assert "order" in forged.add("bets-opened", forged.power(Act.OPEN_BETS), clause="5.1", closes_at=None).found()


@pytest.mark.parametrize("name", WHEELS)
def test_colour_checks_are_of_the_set_and_a_second_colour_is_for_a_supervisor(name: str) -> None:
    forged = Forged(name, lambda f, *_: betting(f) and not f.facts.game().held.checks.get(rich(f)))
    seat, dealer = rich(forged.fold), forged.power(Act.ISSUE_COLOURS)
    issued = {"seat": seat, "value": 1_00, "amount": 5_00, "marker": False, "clause": "3.8"}
    assert forged.add("colour-issued", dealer, colour="mauve", **issued).found() == {"money"}
    free = ("white", "yellow", "pink")
    forged = Forged(name, lambda f, *_: betting(f) and not f.facts.game().held.checks.get(rich(f)))
    forged.add("colour-issued", dealer, colour=free[0], **issued)
    assert forged.add("colour-issued", dealer, colour=free[1], **issued).found() == {"role"}


def test_lucky_ball_draws_only_what_its_table_has() -> None:
    forged = Forged("star-roulette", lambda f, row, _: row.kind == "ball-spun" and f.draws.committed is not None)
    forged.add("outcome-drawn", SYSTEM, kind="distinct:36", outcome=[1, 2, 3, 4], used=4)
    assert "draw" in forged.found()


@pytest.mark.parametrize("name", [each for each in ALL if each != "aruze-craps"])
def test_what_the_book_does_not_say_is_not_given_a_clause(name: str) -> None:
    forged = Forged(name, betting)
    who, clause = forged.power(Act.FILL_FLOAT), forged.clause(Act.FILL_FLOAT)
    assert clause == "not in the book"
    assert forged.add("float-filled", who, amount=100_00, clause=clause).found() == set()
    for made_up in ("2.4.4", "5.4.2(c)", "9.8", ""):
        assert Forged(name, betting).add("float-filled", who, amount=100_00, clause=made_up).found() == {"clause"}


@pytest.mark.parametrize("name", ALL)
def test_what_the_book_does_not_say_is_noted(name: str) -> None:
    forged = Forged(name, betting)
    clause = forged.clause(Act.REPORT_FAULT)
    forged.add("table-suspended", forged.power(Act.REPORT_FAULT), reason="smoke", clause=clause)
    forged.log.rechain()
    notes: list[str] = []
    list(findings(forged.log.reading(), notes=notes))
    said = [note for note in notes if "not in the book" in note]
    assert len(said) <= 1
    assert bool(said and "1 table-suspended" in said[0]) is (clause == "not in the book") is (name != "dragon-fire")
