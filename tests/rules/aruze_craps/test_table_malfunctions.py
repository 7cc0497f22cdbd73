"""Terminals that fail, wagers void, credits withheld, the close relaxed (3.3.8, 6, 7.13), and who and what they are."""

from __future__ import annotations

from feltwork.cage.commands import PrintTicket
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import events as told
from feltwork.table.live.events import InspectorNotified, SeatLeft, TableSuspended
from feltwork.table.play.events import Placed, Removed
from tests.cage.till import Till
from tests.rules.aruze_craps.test_table_terminals import MANAGERS, SECOND, Floor
from tests.rules.terms import defined

MANAGER = ("agm", "assistant_gaming_manager")


def betting() -> Floor:
    """Two terminals with a Pass Line and a field each."""
    floor = Floor().seated(1, 2)
    for seat in (1, 2):
        floor.player(seat, ask.PlaceWager(seat, "pass-line", 5_00))
        floor.player(seat, ask.PlaceWager(seat, "field", 3_00))
    return floor


def rail(floor: Floor, seat: int) -> int:
    assert floor.life.game
    return floor.life.game.balances[seat]


def lying(floor: Floor, seat: int) -> int:
    assert floor.life.game
    return sum(standing.stake for standing in floor.life.game.layout.values() if standing.seat == seat)


def faulted(fault: str, clause: str) -> Floor:
    """The player, the system or a manager reports it; the terminal takes nothing until it is confirmed."""
    floor = betting()
    report = ask.ReportTerminal(1, fault, f"E-{clause}")
    assert floor.no(report, "p2", "player") == "6.1"
    assert floor.no(ask.ReportTerminal(1, "rain", "E-1"), "p1", "player") == "6.1"
    for person, role in (("p1", "player"), ("sensor", "system"), MANAGER):
        assert isinstance(floor.asks(report, person, role), tuple)
    assert floor.player(1, report) == (told.TerminalFaulted(1, fault, f"E-{clause}", clause, told_by_player=True),)
    assert floor.system(report) == (told.TerminalFaulted(1, fault, f"E-{clause}", clause),)
    for command in (ask.PlaceWager(1, "field", 5_00), ask.RemoveWager(1, "field"), ask.Collect(1)):
        assert floor.no(command, "p1", "player") == "6.1"
    floor.player(2, ask.PlaceWager(2, "field", 2_00))
    return floor


def test_3_3_8() -> None:
    """After the close a manager lets one player change a wager, until the dice are shot."""
    floor = betting()
    relax = ask.RelaxClose(1, "the screen froze before the touch was read")
    assert floor.no(relax, *MANAGER) == "3.3.8", "nothing is closed yet"
    floor.system(ask.CloseBets())
    assert floor.no(ask.PlaceWager(1, "field", 1_00), "p1", "player") == "3.3.6"
    assert floor.who_may(relax, "3.3.8") == MANAGERS
    assert floor.no(ask.RelaxClose(1, "  "), *MANAGER) == "3.3.8"
    assert floor.manager(relax) == (told.CloseRelaxed(1, relax.reason, "3.3.8"),)
    assert floor.player(1, ask.PlaceWager(1, "field", 1_00)) == (Placed((1, "field", None), 1_00, 0),)
    (down,) = floor.player(1, ask.RemoveWager(1, "field"))
    assert isinstance(down, Removed)
    assert floor.no(ask.RemoveWager(2, "field"), "p2", "player") == "3.3.6", "for that player only"
    floor.manager(ask.RelaxClose(2, "theirs froze too"))
    for seat in (1, 2):
        floor.player(seat, ask.PlaceWager(seat, "any-seven", 1_00))
    floor.now += 10 * SECOND
    floor.system(ask.ShootDice())
    assert floor.no(ask.PlaceWager(1, "field", 1_00), "p1", "player") == "3.3.6"


def test_6_1() -> None:
    """A manager confirms the wagers from the terminal's records, and they stand and are settled as they lay."""
    floor = faulted("other", "6.2.3")
    confirmed = ask.ConfirmTerminal(1, confirmed=True, how="journal of the terminal read")
    assert floor.who_may(confirmed, "6.1") == MANAGERS
    assert floor.no(ask.ConfirmTerminal(2, confirmed=True, how="read"), *MANAGER) == "not in the book"
    assert floor.manager(confirmed) == (told.TerminalRestored(1, confirmed.how, "6.1"),)
    assert lying(floor, 1) == 8_00
    floor.player(1, ask.PlaceWager(1, "field", 1_00))
    floor.shot(4, 5)
    assert rail(floor, 1) == 100_00 - 5_00 + 4_00


def test_6_2_1() -> None:
    """Credits that do not match stake and odds."""
    faulted("credits do not match", "6.2.1")
    floor = betting()
    assert floor.life.game
    floor.life.game.balances[1] += 1_00  # credits that nobody put in and no settlement gave
    for pays in (ask.Collect(1), ask.Collect(2)):
        assert floor.no(pays, f"p{pays.seat}", "player") == "6.2.1"
    assert floor.no(ask.CloseBets(), "timer", "system") == "6.2.1"


def test_6_2_2() -> None:
    """Play interrupted, or a faulty display."""
    faulted("play interrupted or display faulty", "6.2.2")


def test_6_2_3() -> None:
    """Any other reason to think that the terminal does not work."""
    faulted("other", "6.2.3")


def void_after(dice: tuple[int, int], settled: int) -> None:
    """A round decided wagers of a terminal out of play: they are void too, won or lost, and nobody else's are."""
    floor = betting()
    floor.system(ask.CloseBets())
    floor.player(1, ask.PressShoot(1))
    floor.system(ask.ReportTerminal(1, "other", "E-1"))
    assert floor.no(ask.ConfirmTerminal(1, confirmed=False, how="none"), *MANAGER) == "not in the book"
    floor.system(ask.SenseResult(*dice))
    others = rail(floor, 2)
    assert rail(floor, 1) == settled
    version = floor.life.rounds.kept[-1]
    _, adjusted, _ = floor.manager(ask.ConfirmTerminal(1, confirmed=False, how="no journal left"))
    assert isinstance(adjusted, told.RoundAdjusted)
    assert (adjusted.version, adjusted.clause, adjusted.result) == (version, "6.3", None)
    assert (lying(floor, 1), rail(floor, 1), rail(floor, 2)) == (0, 100_00, others)


def test_6_3() -> None:
    """Wagers that cannot be confirmed are void: the stakes go back, and the others play on."""
    floor = faulted("other", "6.2.3")
    void, back = floor.manager(ask.ConfirmTerminal(1, confirmed=False, how="no journal left"))
    assert isinstance(void, told.WagersVoided)
    assert {line.clause for line in void.lines} == {"6.3"} == {void.clause}
    assert back == told.TerminalRestored(1, "no journal left", "6.3")
    assert (lying(floor, 1), rail(floor, 1), lying(floor, 2)) == (0, 100_00, 10_00)
    void_after((1, 1), 92_00 + 9_00)
    void_after((5, 6), 92_00 + 16_00)
    void_after((4, 4), 92_00)


def test_6_5() -> None:
    """Credits are withheld with an inspector told at once, and end with the player or the house."""
    floor = betting()
    assert floor.who_may(ask.Withhold(1, 50_00, "credits look wrong"), "6.5") == MANAGERS
    assert floor.no(ask.Withhold(1, 50_00, " "), *MANAGER) == "6.5"
    assert floor.no(ask.Withhold(1, 92_01, "credits look wrong"), *MANAGER) == "6.5"
    for to_player, seat in ((True, 1), (False, None)):
        case = floor.life.version + 1
        before = rail(floor, 1)
        held, notice = floor.manager(ask.Withhold(1, 20_00, "credits look wrong"))
        assert rail(floor, 1) == before - 20_00, "kept back, off the meter"
        assert held == told.Withheld(1, "p1", 20_00, case, "credits look wrong", "6.5")
        assert isinstance(notice, InspectorNotified)
        assert notice.clause == "6.5"
        before = rail(floor, 1)
        end = ask.EndWithholding(case, to_player, "investigated")
        assert floor.manager(end) == (told.WithholdingEnded(case, seat, 20_00, "investigated", "6.5"),)
        assert rail(floor, 1) == before + (20_00 if to_player else 0)
        assert floor.no(end, *MANAGER) == "6.5"


def test_6_6_1_1() -> None:
    """The same error at a second terminal is a fault of the whole system: live wagers are void and play stops."""
    floor = faulted("other", "6.2.3")
    assert len(floor.system(ask.ReportTerminal(2, "other", "E-another"))) == 1
    floor.manager(ask.ConfirmTerminal(2, confirmed=True, how="read"))
    said = ask.ReportTerminal(2, "other", "E-6.2.3")
    assert len(floor.player(2, said)) == 1, "what a player says is no display of a terminal"
    _, void, stop = floor.system(said)
    assert isinstance(void, told.WagersVoided)
    assert stop == TableSuspended("E-6.2.3", "6.6.1.1")
    assert (lying(floor, 1), lying(floor, 2), rail(floor, 1), rail(floor, 2)) == (0, 0, 100_00, 100_00)
    for seat in (1, 2):
        floor.manager(ask.ConfirmTerminal(seat, confirmed=True, how="restarted"))
    assert floor.no(ask.PlaceWager(1, "field", 1_00), "p1", "player") == "6.6.1.1"
    floor.manager(ask.ClearFault("server restarted"))
    floor.player(1, ask.PlaceWager(1, "field", 1_00))


def test_6_6_1_2() -> None:
    """Or the operator declares that the system does not work; players do not."""
    floor = betting()
    for player in ("p1", "p2"):
        assert floor.no(ask.ReportTerminal(1, "system", "it broke"), player, "player") == "6.1"
    for seat in (1, 2):
        assert len(floor.player(seat, ask.ReportTerminal(seat, "other", "it broke"))) == 1, "not even two of them"
    assert (lying(floor, 1), lying(floor, 2), floor.life.stops.reason) == (8_00, 8_00, None)
    floor = betting()
    _, void, stop = floor.manager(ask.ReportTerminal(1, "system", "no connection"))
    assert isinstance(void, told.WagersVoided)
    assert (void.clause, stop) == ("6.6", TableSuspended("no connection", "6.6.1.2"))


def test_7_13() -> None:
    """Who occupies a terminal and does not play is told to go by a manager, and plays no more there."""
    floor = betting()
    floor.player(3, ask.Sit("p3", 3))
    vacate = ask.VacateSeat(3)
    assert floor.who_may(vacate, "7.13") == MANAGERS
    assert floor.no(ask.VacateSeat(1), *MANAGER) == "7.13", "a wager lies there"
    assert floor.manager(vacate) == (told.VacateOrdered(3, "p3", 0, "7.13"),)
    floor.player(3, ask.BuyIn(3, 10_00))
    assert floor.no(ask.PlaceWager(3, "field", 1_00), "p3", "player") == "7.13"
    assert floor.no(ask.Leave(3), *MANAGER) == "not in the book"
    floor.player(3, ask.Collect(3))
    assert floor.no(ask.Leave(3), "p1", "player") == "not in the book"
    (left,) = floor.manager(ask.Leave(3))
    assert left == SeatLeft(3, "p3")
    assert floor.no(ask.Leave(1), *MANAGER) == "not in the book"
    till = Till().seated(1, 2)
    assert till.no(PrintTicket(1), *MANAGER, "t")[0] == "not in the book", "nobody was told to go"
    till.ok(vacate_first := ask.VacateSeat(1), *MANAGER, "t")
    assert till.no(vacate_first, *MANAGER, "t")[0] == "not in the book"
    assert till.no(PrintTicket(1), "p2", "player", "t") == ("not in the book", "seat 1 is not yours")
    assert till.no(PrintTicket(2), *MANAGER, "t")[0] == "not in the book"
    till.ok(PrintTicket(1), *MANAGER, "t")
    till.ok(ask.Leave(1), *MANAGER, "t")
    assert (list(till.desk.table("t").seats.players), till.balance("tickets")) == ([2], 100_00), (
        "who has gone is not waited for"
    )
    till.is_sound()


def test_7_13_1() -> None:
    """It is for somebody who occupies a terminal without playing: not for one who plays, nor for an empty one."""
    floor = betting()
    floor.player(3, ask.Sit("p3", 3))
    empty = floor.asks(ask.VacateSeat(5), *MANAGER)
    assert isinstance(empty, Refusal)
    assert "nobody sits in seat 5" in empty.reason
    plays = floor.asks(ask.VacateSeat(1), *MANAGER)
    assert isinstance(plays, Refusal)
    assert (plays.clause, plays.reason) == ("7.13", "this player has a wager on the table")
    assert floor.manager(ask.VacateSeat(3)) == (told.VacateOrdered(3, "p3", 0, "7.13"),)
    floor.player(3, ask.BuyIn(3, 10_00))
    assert floor.no(ask.PlaceWager(3, "field", 1_00), "p3", "player") == "7.13"


def test_1_1_assistant_gaming_manager() -> None:
    """Whoever supervises the electronic tables relaxes, confirms, withholds and invalidates; nobody below does."""
    defined("aruze-craps", "Assistant Gaming Manager")
    floor = betting()
    withhold = ask.Withhold(1, 1_00, "odd")
    may = {
        role
        for role in ("player", "gaming_services_host", "assistant_gaming_manager", "gaming_manager", "inspector")
        if isinstance(floor.asks(withhold, "somebody", role), tuple)
    }
    assert may == {"assistant_gaming_manager", "gaming_manager"}


def test_1_1_pt_chip_account() -> None:
    """Each terminal has its own credits: put in, wagered, won and taken out there."""
    defined("aruze-craps", "PT Chip Account")
    floor = betting()
    assert (rail(floor, 1), rail(floor, 2)) == (92_00, 92_00)
    floor.player(1, ask.Collect(1))
    assert (rail(floor, 1), rail(floor, 2)) == (0, 92_00)
    till = Till().seated(1, 2)
    till.at(2, ask.PlaceWager(2, "field", 10_00))
    till.roll(4, 5)
    accounts = [till.balance(f"seat/t/{seat}") for seat in (1, 2)]
    assert [till.credit(1), till.credit(2)] == accounts == [100_00, 110_00]
    till.is_sound()
