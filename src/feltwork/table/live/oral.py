"""Oral wagers: called by the player, announced by staff, confirmed by the boxperson.

Crown 3.3.1, 3.3.2, 7.3.3 and 7.4.2. In Roulette 3.11 and Dragon Fire 6.7 they come with chips, promotional tokens or
at the wheel colour checks, and the dealer alone puts them down as they are, while there is time before no more bets. A
book without such a clause takes wagers on the layout only.
"""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import events as happened
from feltwork.table.live import floor_commands as ask
from feltwork.table.live.cloth import check_screen, inside
from feltwork.table.live.crew import PLAYER, Asker, may
from feltwork.table.live.floor_events import StickTaken, WagerAnnounced, WagerDeclared
from feltwork.table.live.late import marked
from feltwork.table.live.money import not_in_chips, wrong_instrument
from feltwork.table.live.money_events import ChipsSold, VoucherChanged
from feltwork.table.live.seats import own_seat, told_to_go
from feltwork.table.live.state import BETTING, DICE_OUT, Decision, Life, is_name
from feltwork.table.live.terminal import check_open
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Placed
from feltwork.table.play.state import TableState

CASH = "cash"
CREW_ENTERS = 2
"""The rules of conduct from which on the crew enters what a player without a terminal calls, in the player's words."""
CALLED = "called at the terminal"
"""What stands for a player's words where the player entered the call."""
CHANGED = (CASH, "voucher", "tokens")
"""What may come with an oral wager at Crown besides chips; it is changed into chips at once (3.3.2).

Cash goes into the drop box, and the chips come from the float.
"""


def declare(life: Life, table: TableState, conduct: Conduct, command: ask.DeclareWager, by: Asker) -> Decision:
    """The player's call, with the amount and what pays for it; the crew enters one that was spoken, in words."""
    refused = not_taken(life, table, conduct) or check_open(life, table, conduct, by)
    if refused:
        return refused
    if life.seats.get(command.seat) != by.person and (by.role == PLAYER or conduct.rules < CREW_ENTERS):
        return Refusal(conduct.oral, f"the player of seat {command.seat} calls the wager")
    if refused := own_seat(life, table, command.seat, by):
        return refused
    if command.brings not in brings(conduct):
        accepted = ", ".join(brings(conduct))
        return Refusal(conduct.oral, f"an oral wager comes with {accepted}, not '{shown(command.brings)}'")
    on = inside(life, table, command.wager, command.on)
    numbered = (command.voucher, command.value) if conduct.rules > 1 else ("", 0)
    declared = WagerDeclared(command.seat, command.wager, on, command.amount, command.brings, *numbered)
    decided = _stands(life, table, conduct, declared)
    return decided if isinstance(decided, Refusal) else (declared,)


def brings(conduct: Conduct) -> tuple[str, ...]:
    """What an oral wager may come with."""
    return (*conduct.instruments, *(CHANGED if conduct.oral_changes else ()))


def announce(life: Life, table: TableState, conduct: Conduct, command: ask.AnnounceWager, by: Asker) -> Decision:
    refused = not_taken(life, table, conduct) or may(by, conduct, Act.ANNOUNCE_ORAL)
    if refused:
        return refused
    if command.seat not in life.oral:
        return Refusal(conduct.oral, f"seat {command.seat} has called no wager")
    return (WagerAnnounced(command.seat, by.person, conduct.oral),)


def confirm(life: Life, table: TableState, conduct: Conduct, command: ask.ConfirmWager, by: Asker) -> Decision:
    """Announced by one person and confirmed by another; what is not chips is changed, then the wager stands."""
    refused = not_taken(life, table, conduct) or may(by, conduct, Act.CONFIRM_ORAL)
    refused = refused or check_open(life, table, conduct, by)
    if refused:
        return refused
    declared, announcer = life.oral.get(command.seat, (None, None))
    if declared is None:
        return Refusal(conduct.oral, f"seat {command.seat} has called no wager")
    if Act.ANNOUNCE_ORAL not in conduct.powers:
        return _stands(life, table, conduct, declared)
    if announcer is None or announcer == by.person:
        return Refusal(conduct.oral, "a dealer or stickperson announces the wager before the boxperson confirms it")
    return marked(life, table, conduct, declared.asked or CALLED, by, _stands(life, table, conduct, declared))


def _stands(life: Life, table: TableState, conduct: Conduct, declared: WagerDeclared) -> Decision:
    """The wager as it would stand, with the change into chips before it."""
    refused = check_screen(life, conduct, declared.wager) or told_to_go(life, conduct, declared.seat)
    if refused:
        return refused
    bet = play.Bet(declared.seat, declared.wager, declared.amount, declared.on)
    if declared.brings in conduct.instruments:
        kind = declared.brings
        refused = wrong_instrument(life, table, conduct, declared.seat, declared.wager, declared.amount, kind)
        return refused or decide_game(table, replace(bet, instrument=kind))
    if conduct.rules > 1 and declared.brings != CASH:
        return _with_voucher(life, table, conduct, declared, bet)
    rich = table.copy()
    rich.balances[declared.seat] += 2 * max(declared.amount, 0)
    placed = decide_game(rich, bet)
    if isinstance(placed, Refusal):
        return placed
    needed = sum(e.amount + e.commission for e in placed if isinstance(e, Placed))
    changed = -(-needed // table.rules.chip) * table.rules.chip
    if conduct.rules > 1:
        return (ChipsSold(declared.seat, changed, conduct.oral_into_chips), *placed)
    return (happened.BoughtIn(declared.seat, life.seats[declared.seat], changed), *placed)


def _with_voucher(life: Life, table: TableState, conduct: Conduct, declared: WagerDeclared, bet: play.Bet) -> Decision:
    """3.3.2: all of a voucher, or of the tokens brought, is turned into chips at once and placed."""
    clause, value = conduct.oral_into_chips, declared.value
    if not is_name(declared.voucher):
        return Refusal(clause, f"a {declared.brings.removesuffix('s')} comes with the number that it was issued under")
    refused = not_in_chips(table, value, clause)
    if refused is None and declared.voucher in life.vouchers:
        refused = Refusal(clause, f"voucher {declared.voucher} has been exchanged already")
    if refused:
        return refused
    then = table.copy()
    then.balances[declared.seat] += value
    placed = decide_game(then, bet)
    if isinstance(placed, Refusal):
        return placed
    if sum(e.amount + e.commission for e in placed if isinstance(e, Placed)) < value:
        return Refusal(clause, f"all of it is placed: a wager of {format_money(value)} or more goes with it")
    player = life.seats[declared.seat]
    changed = VoucherChanged(declared.seat, declared.voucher, value, declared.brings, clause, player, table.book.id)
    return (changed, *placed)


def not_taken(life: Life, table: TableState, conduct: Conduct) -> Refusal | None:
    """Does this table take oral wagers, and now?"""
    if not conduct.oral:
        return Refusal(table.book.house.placing, "wagers are placed on the layout; none is taken by word alone")
    if conduct.oral_needs_stick and life.stick is None:
        return Refusal(conduct.oral_needs_stick, "no boxperson acts as stickperson, so no oral wager is taken")
    in_the_air = life.phase == DICE_OUT and (table.book.spins or not table.book.house.closing)
    if not (life.phase == BETTING or in_the_air) or table.closed:
        return Refusal(conduct.oral, f"it is too late for a wager on this {'spin' if table.book.spins else 'throw'}")
    return None


def act_as_stick(life: Life, table: TableState, conduct: Conduct, command: ask.ActAsStick, by: Asker) -> Decision:
    """Crown 7.3.3: at a Pit Boss's discretion a boxperson stands opposite the dealer and has the stick."""
    refused = may(by, conduct, Act.ACT_AS_STICK)
    if refused:
        return refused
    clause = conduct.clause_of(Act.ACT_AS_STICK)
    if life.crew.get(command.person) != "boxperson":
        return Refusal(clause, f"{shown(command.person)} is not a boxperson at this table")
    if command.acting == (life.stick == command.person):
        return Refusal(NOT_IN_THE_BOOK, "that is how it is already")
    return (StickTaken(command.person if command.acting else None, clause),)
