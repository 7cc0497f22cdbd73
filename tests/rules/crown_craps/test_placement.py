"""What may be put down, taken up and called on or off: 3.1 to 3.6."""

from __future__ import annotations

from feltwork.outcomes import Selection
from feltwork.table.live.commands import CallWager, PlaceWager, RemoveWager
from feltwork.table.play.commands import Call
from tests.rules.crown_craps.crown import (
    EVERY,
    HARD,
    PHASES,
    POINTS,
    SLEEPERS,
    WAGERS,
    Fates,
    by,
    crown,
    dice_with,
    ends,
    no_bet,
    no_call,
    no_removal,
    others,
    pointed,
    ready_for,
    travelled,
    with_wager,
)
from tests.rules.felt import each_throw, lay, throw, totals_with
from tests.rules.live import crown as in_play

ASLEEP = [(name, on) for name, numbers in SLEEPERS.items() for on in numbers]
SWITCHED = {"buy", "place", "come-odds", "hardway"}
TWO_PLAYERS = {(seat, name, on) for seat in (1, 2) for name in ("place", "hardway") for on in HARD}


def awake(name: str, on: int) -> Fates:
    """What each throw does to this wager with another point set, when it works without a call."""
    return each_throw(lay(crown(9 if on == 5 else 5), name, on), name, on)


def similar(called: str, *, working: bool, phase: int | None, alone: bool = False) -> set[tuple[int, str, int]]:
    """Two players' Place Bets and Hardways, one of them called by seat 1: what the next roll could decide."""
    table = crown(phase)
    for seat, name, on in TWO_PLAYERS:
        lay(table, name, on, "12.00", seat)
    assert table.do(Call(1, called, working, 6, alone))
    return {(s, name, on) for s, name, on in TWO_PLAYERS if any(each_throw(table, name, on, s).values())}


def test_3_1() -> None:
    """Only what chips can make is taken: nothing between two chips and nothing beyond the rack."""
    for name, on in EVERY:
        table = ready_for(name, on, smallest_chip="5.00", seats={1: "9000.00"})
        for amount in ("0.00", "4.99", "99.99", "100.01", "104.00"):
            assert no_bet(table, "3.1", name, amount, on)
        assert lay(table, name, on, "100.00" if name != "lay" else "1200.00")
    for other in ("tokens", "checks", "cash", "voucher"):
        assert in_play().no(PlaceWager(1, "field", 5_00, instrument=other), 1) == "3.1"
    rack = crown(seats={1: "100.00"})
    assert no_bet(rack, "3.1", "field", "100.01")
    assert rack.bet(1, "field", "100.00")


def test_3_3() -> None:
    """Chips lie on the area of their bet; an area that the layout does not have for it takes none."""
    for name, (clause, areas) in WAGERS.items():
        for on in areas:
            table = with_wager(name, on)
            assert (1, name, on) in {standing.key for standing in table.standing}
            for wrong in {None, *range(14)} - {*areas}:
                assert no_bet(table, clause, name, "120.00", wrong)


def test_3_4() -> None:
    """A wager not yet decided comes down whole or in part, its money back; more than lies there does not."""
    for name, on in EVERY:
        table = ready_for(name, on)
        before = table.balance(1)
        lay(table, name, on)
        assert no_removal(table, "not in the book", name, on, "120.01")
        assert table.remove(1, name, on, "60.00")
        assert table.state.stake_of(1, name, on) == 6000
        assert table.remove(1, name, on)
        assert (table.state.stake_of(1, name, on), table.balance(1)) == (0, before)
        assert no_removal(table, "not in the book", name, on)
    live = in_play().with_shooter(1).bets(2, "field").bets(2, "place", 12_00, 8).thrown()
    for up in (RemoveWager(2, "field"), RemoveWager(2, "place", 8)):
        assert live.no(up, 2) == "3.4", "the dice are in the air (reading C1)"


def test_3_4_1() -> None:
    """A Win Line wager comes down before its point and in no part after it."""
    assert lay(crown(), "win-line").remove(1, "win-line", amount="0.01")
    for point, table in pointed("win-line"):
        for amount in (None, "120.00", "0.01"):
            assert no_removal(table, "3.4.1", "win-line", amount=amount)
        throw(table, next(iter(others(point, 7))))
        assert no_removal(table, "3.4.1", "win-line")


def test_3_4_2() -> None:
    """A Come wager comes down before it has a point of its own and in no part after it."""
    for point in POINTS:
        assert lay(crown(point), "come").remove(1, "come", amount="0.01")
    for own, table in travelled("come"):
        for amount in (None, "120.00", "0.01"):
            assert no_removal(table, "3.4.2", "come", own, amount)


def test_3_4_3() -> None:
    """Don't wagers come down at any time, but what is taken off stays off until the point is decided."""
    for point, table in pointed("dont-win-line"):
        assert table.remove(1, "dont-win-line", amount="20.00")
        assert no_bet(table, "3.4.3", "dont-win-line", "20.00")
        throw(table, next(iter(others(point, 7))))
        assert table.remove(1, "dont-win-line")
        assert no_bet(table, "3.4.3", "dont-win-line", "120.00")
        throw(table, point if point % 2 else 7)
        assert table.bet(1, "dont-win-line", "120.00")
    early = lay(crown(), "dont-win-line")
    assert early.remove(1, "dont-win-line", amount="20.00")
    assert early.bet(1, "dont-win-line", "20.00")
    for own, later in travelled("dont-come"):
        assert later.remove(1, "dont-come", own, "20.00")
        assert no_bet(later, None, "dont-come", "20.00", own)
        assert later.remove(1, "dont-come", own)
        assert no_bet(later, None, "dont-come", "120.00", own)


def test_3_5() -> None:
    """Buy Bets, Place Bets, Come Odds and Hardways are the wagers that go on and off, and no others are."""
    for name, on in EVERY:
        table = with_wager(name, on)
        for working in (False, True):
            if name in SWITCHED:
                assert table.call(1, name, on, working=working)
            else:
                assert no_call(table, "3.5.2", name, on, working=working)
    for name, on in ASLEEP:
        assert len(dice_with(each_throw(lay(crown(), name, on), name, on), None)) == 36, "asleep on the come out"
        assert len(dice_with(awake(name, on), None)) < 36


def test_3_5_1() -> None:
    """On the come out those wagers sleep through every throw unless they were called on."""
    for name, on in ASLEEP:
        table = lay(crown(), name, on)
        assert len(dice_with(each_throw(table, name, on), None)) == 36
        assert table.call(1, name, on, working=True)
        assert each_throw(table, name, on) == awake(name, on)
    for own, table in travelled("come", "come-odds"):
        if table.state.come_out:
            found = each_throw(table, "come-odds", own)
            assert ends(found, "returned") == by("3.5.1", own, 7)
            assert totals_with(found, None) == others(own, 7)
            assert table.call(1, "come-odds", own, working=True)
            assert ends(each_throw(table, "come-odds", own), "returned") == {}


def one_or_all(working: bool) -> list[dict[Selection, bool | None]]:
    """How two Place wagers stand when the 6 is called alone; then all are called, and one more is put down."""
    live, stands = in_play().bets(2, "place", 12_00, 6).bets(2, "place", 12_00, 8), []
    for alone in (True, False):
        for who in (2, "dealer"):
            live.ok(CallWager(2, "place", working, 6, alone), who)
        if not alone:
            live.bets(2, "place", 10_00, 5)
        stands.append({standing.on: standing.working for standing in live.game.layout.values()})
    return stands


def test_3_5_1_b() -> None:
    """One call of on wakes all wagers of that kind of that player and nothing else, unless it is for one alone."""
    for called in ("place", "hardway"):
        assert similar(called, working=True, phase=None) == {(1, called, on) for on in HARD}
        assert similar(called, working=True, phase=None, alone=True) == {(1, called, 6)}
    assert one_or_all(True) == [{6: True, 8: None}, {6: True, 8: True, 5: True}]


def test_3_5_2() -> None:
    """In every phase those wagers may be called off, and then no throw wins or loses them."""
    for name, on in ASLEEP:
        for phase in PHASES:
            table = lay(crown(phase), name, on)
            assert table.call(1, name, on, working=True)
            assert table.call(1, name, on, working=False)
            assert len(dice_with(each_throw(table, name, on), None)) == 36
    for own, table in travelled("come", "come-odds"):
        assert table.call(1, "come-odds", own, working=False)
        found = each_throw(table, "come-odds", own)
        assert totals_with(found, "returned") == {own, 7}
        assert totals_with(found, None) == others(own, 7)
        assert table.state.come_out or ends(found, "returned") == by("3.5.2", own, 7)


def test_3_5_2_b() -> None:
    """One call of off puts to sleep all wagers of that kind of that player only, unless it is for one alone."""
    for called in ("place", "hardway"):
        asleep = {(1, called, on) for on in HARD}
        assert similar(called, working=False, phase=5) == TWO_PLAYERS - asleep
        assert similar(called, working=False, phase=5, alone=True) == TWO_PLAYERS - {(1, called, 6)}
    assert one_or_all(False) == [{6: False, 8: None}, {6: False, 8: False, 5: False}]


def test_3_6() -> None:
    """The table takes the wagers that the book lists and no other."""
    table = crown()
    assert {*table.book.wagers} == {*WAGERS}
    for unknown in ("hop", "crap-eleven", "craps-and-eleven", "pass-line", "place-to-lose", "over-7", ""):
        for phase in PHASES:
            assert no_bet(crown(phase), "3.6", unknown, "5.00")
    assert all(ready_for(name, on).bet(1, name, "120.00", on) for name, on in EVERY)
