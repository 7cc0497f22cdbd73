"""Wagers called aloud (3.3, 7.4.2), and who may stand in for whom (1.2, 7.3.3)."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.table.live.commands import (
    ActAsStick,
    AnnounceWager,
    AssignCrew,
    CallWager,
    CheckDie,
    CloseBets,
    ConfirmResult,
    ConfirmWager,
    CorrectResult,
    DeclareWager,
    EnterResult,
    OfferDice,
    PlaceWager,
    RejectDice,
    ReportThrow,
    RuleOnFace,
)
from feltwork.table.live.events import (
    ChipsSold,
    FaceRuled,
    RoundReversed,
    StickTaken,
    ThrowReported,
    WagerAnnounced,
    WagerDeclared,
)
from feltwork.table.play.events import Placed, RoundSettled
from tests.rules.desk import AtDesk, voucher
from tests.rules.live import MONEY, PIT_BOSS, Live, crown

FIELD = DeclareWager(2, "field", 5_00)


def test_1_2() -> None:
    """A Game Supervisor or above does whatever a dealer may, the one with the stick included; nobody else does."""
    live = crown().with_shooter(1).rolled(2, 2).bets(2, "place", 12_00, 6)
    live.ok(CallWager(2, "place", False, 6), 2)
    assert live.who_may(CallWager(2, "place", False, 6), seat=1) == {"dealer", "boxperson", *PIT_BOSS}
    live.ok(CallWager(2, "place", False, 6), "pit_boss")
    assert live.thrown().who_may(PlaceWager(2, "field", 5_00, asked="the field"), seat=2) >= PIT_BOSS
    assert live.who_may(EnterResult(1, 2)) == {"stickperson", "boxperson", *PIT_BOSS}
    assert crown().bets(1, "win-line").who_may(OfferDice(), "5.1.1") == {"stickperson", "boxperson", *PIT_BOSS}
    mini = crown(variant="mini")
    mini.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    assert mini.who_may(OfferDice()) == {"dealer", "boxperson", *PIT_BOSS}
    mini.ok(OfferDice(), "gaming_manager")
    mini.ok(RejectDice(1), 1)
    mini.with_shooter(2)
    assert mini.who_may(CloseBets()) == {"dealer", "boxperson", *PIT_BOSS}
    mini.thrown().ok(EnterResult(1, 2), "boxperson")
    assert mini.ok(ConfirmResult(1, 2), "pit_boss")
    assert mini.no(CheckDie(1), "inspector") == "5.4.2(a)(iii)"


def announced(live: Live, command: DeclareWager = FIELD) -> Live:
    live.ok(command, command.seat)
    live.ok(AnnounceWager(command.seat), "dealer")
    return live


def test_3_3_1() -> None:
    """Called by the player with chips, announced by dealer or stickperson, confirmed by the boxperson: it stands."""
    live = crown().with_shooter(1)
    assert live.no(FIELD, 1) == live.no(FIELD, "dealer") == "3.3.1"
    for nothing in ("", "a promise", "a watch"):
        assert live.no(DeclareWager(2, "field", 5_00, None, nothing), 2) == "3.3.1", "it comes with something"
    assert live.no(AnnounceWager(2), "dealer") == "3.3.1"
    assert live.ok(FIELD, 2) == (WagerDeclared(2, "field", None, 5_00, "chips"),)
    assert (live.lies, live.rail(2)) == ({(1, "win-line", None): 10_00}, MONEY)
    assert live.no(ConfirmWager(2), "boxperson") == "3.3.1", "nobody has announced it"
    assert live.who_may(AnnounceWager(2), "3.3.1") == {"dealer", "stickperson", "boxperson", *PIT_BOSS}
    assert live.ok(AnnounceWager(2), "stickperson") == (WagerAnnounced(2, "stickperson", "3.3.1"),)
    assert live.who_may(ConfirmWager(2), "3.3.1") == {"boxperson"}
    assert live.ok(ConfirmWager(2), "boxperson") == (Placed((2, "field", None), 5_00, 0),)
    assert (live.lies[(2, "field", None)], live.rail(2)) == (5_00, MONEY - 5_00)
    assert live.no(ConfirmWager(2), "boxperson") == "3.3.1", "once only"
    live.ok(FIELD, 2)
    live.bets(2, "field", 6_00).bets(2, "big-6", 5_00).ok(AnnounceWager(2), "boxperson")  # put down by hand meanwhile
    assert live.no(ConfirmWager(2), "boxperson") == "3.3.1", "two people"
    late = announced(crown().with_shooter(1).thrown())
    assert late.ok(ConfirmWager(2), "boxperson"), "late and oral: both are confirmed (reading C4)"
    late.called(3, 6)
    assert late.rail(2) == MONEY + 5_00
    over = announced(crown().with_shooter(1)).thrown()
    over.ok(EnterResult(3, 6), "stickperson")
    assert over.no(ConfirmWager(2), "boxperson") == "3.3.1"
    over.ok(ConfirmResult(3, 6), "stickperson")
    assert over.no(ConfirmWager(2), "boxperson") == "3.3.1", "a call lapses with its round"
    mini = acting().with_shooter(1)
    mini.ok(ActAsStick("boxperson"), "pit_boss")
    mini.ok(AssignCrew("stickperson", "stickperson"), "pit_boss")
    mini.ok(FIELD, 2)
    assert mini.who_may(AnnounceWager(2), "3.3.1") == {"dealer", "boxperson", *PIT_BOSS}, "a dealer's there"


def test_3_3_2() -> None:
    """Cash, vouchers and tokens are changed into chips at once and the chips go on the layout."""
    live = announced(crown().with_shooter(1), DeclareWager(2, "buy", 20_00, 4, "cash"))
    tray, placed = live.game.tray, Placed((2, "buy", 4), 20_00, 1_00)
    assert live.ok(ConfirmWager(2), "boxperson") == (ChipsSold(2, 21_00, "3.3.2"), placed)
    assert (live.rail(2), live.lies[(2, "buy", 4)]) == (MONEY, 20_00)
    assert (live.life.money.drop, live.game.tray) == (21_00, tray - 20_00), (
        "cash into the drop box, chips from the float"
    )
    for brings in ("voucher", "tokens"):
        table = AtDesk("crown-craps", cents=5_00)
        number = voucher(table, "player-2", 20_00, form=brings)
        call = DeclareWager(2, "buy", 20_00, 4, brings, number, 20_00)
        assert table.says_no(replace(call, value=25_00), 2) == table.says_no(replace(call, seat=1), 1) == "3.3.2"
        assert table.says_no(replace(call, voucher="V1"), 2) == table.says_no(replace(call, voucher=""), 2) == "3.3.2"
        table.does(call, 2)
        table.does(AnnounceWager(2), "dealer")
        table.does(ConfirmWager(2), "boxperson")
        changed = table.last("voucher-changed")
        assert (changed["voucher"], changed["amount"], changed["clause"]) == (number, 20_00, "3.3.2")
        assert (table.rail(2), table.game.layout[2, "buy", 4].stake) == (4_00, 20_00), "the commission is paid in chips"
        assert table.balance("player/player-2") == 0
        assert table.says_no(call, 2) == "3.3.2", "once"
        table.is_sound()
    assert crown().no(DeclareWager(2, "field", 5_00, None, "a watch"), 2) == "3.3.1"
    assert crown().no(DeclareWager(2, "field", 5_50, None, "cash"), 2) == "3.1", "what chips cannot make is not taken"


def acting() -> Live:
    live = crown(variant="mini")
    live.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    return live


def test_7_3_3() -> None:
    """At a Pit Boss's discretion a boxperson takes the stick at Mini Craps, and gives it up again."""
    live = acting()
    assert live.who_may(ActAsStick("boxperson")) == PIT_BOSS
    assert live.no(ActAsStick("dealer"), "pit_boss") == "7.3.3"
    assert live.ok(ActAsStick("boxperson"), "pit_boss") == (StickTaken("boxperson", "7.3.3"),)
    assert live.no(ActAsStick("boxperson"), "pit_boss") == "not in the book"
    assert live.ok(ActAsStick("boxperson", acting=False), "pit_boss") == (StickTaken(None, "7.3.3"),)
    assert live.life.crew.stick is None
    assert crown().no(ActAsStick("boxperson"), "pit_boss") == "not in the book"


def test_7_4_2() -> None:
    """Mini Craps takes oral wagers only while a boxperson acts as stickperson, and then as 3.2 and 3.3 say."""
    live = acting().with_shooter(1)
    assert live.no(FIELD, 2) == "7.4.2"
    live.ok(ActAsStick("boxperson"), "pit_boss")
    announced(live).ok(ConfirmWager(2), "boxperson")
    assert live.lies[(2, "field", None)] == 5_00
    live.ok(CloseBets(), "dealer")
    assert live.no(FIELD, 2) == "3.3.1", "after no more bets nothing is placed (7.4.1)"
    live.thrown().called(1, 2)
    live.ok(ActAsStick("boxperson", acting=False), "pit_boss")
    assert live.no(FIELD, 2) == "7.4.2", "nobody acts as stickperson any more"


def test_1_3() -> None:
    """The game is the one at this table: at one desk, what happens at another table does not touch it."""
    here = AtDesk("crown-craps", table="here").shooting(1)
    there = AtDesk("crown-craps", table="there", till=here).shooting(2)
    there.throws(2, 2)
    assert (here.game.area_state, there.game.area_state) == (None, 4)
    seats = [table.desk.table(table.name).shooter.seat for table in (here, there)]
    assert (seats, set(here.game.layout), set(there.game.layout)) == (
        [1, 2],
        {(1, "win-line", None)},
        {(2, "win-line", None)},
    )
    here.throws(5, 6)
    assert (here.rail(1), there.rail(1), there.rail(2)) == (1_010_00, 1_000_00, 990_00)


def test_5_2_1() -> None:
    """How the dice left the hand is for staff to see; what they saw is kept, and the throw may still count."""
    for what in ("not thrown together", "did not reach the end"):
        live = crown().with_shooter(1).thrown()
        (seen,) = live.ok(ReportThrow(what), "boxperson")
        assert isinstance(seen, ThrowReported)
        assert not seen.must
        live.called(2, 2)


def test_5_3_1_b_i() -> None:
    """The boxperson's ruling on a face is final: it is made once, and by nobody else."""
    live = crown().with_shooter(1).rolled(2, 2)
    for ruling in (CorrectResult(2, 3, "the other face"), RuleOnFace(2, 3, "the other face")):
        assert live.who_may(ruling, "5.3.1(b)(i)") == {"boxperson"}
    ruled, back, again = live.ok(CorrectResult(2, 3, "the other face"), "boxperson")
    assert isinstance(ruled, FaceRuled)
    assert (ruled.first, ruled.second, ruled.person, ruled.clause) == (2, 3, "boxperson", "5.3.1(b)(i)")
    assert isinstance(back, RoundReversed)
    assert isinstance(again, RoundSettled)
    assert (again.result, live.game.area_state) == ((2, 3), 5)
    paid = crown().bets(2, "field").with_shooter(1).rolled(2, 2)
    paid.ok(CorrectResult(2, 3, "the other face"), "boxperson")
    assert (paid.rail(2), paid.lies) == (MONEY - 10_00, {(1, "win-line", None): 10_00}), "settled by the ruling"
    for another in (CorrectResult(2, 4, "yet another"), RuleOnFace(2, 4, "yet another")):
        assert live.no(another, "boxperson") == "5.3.1(b)(i)"
