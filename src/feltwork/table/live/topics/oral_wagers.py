"""Oral wagers: called by the player, announced by staff, confirmed by the boxperson.

Crown 3.3.1, 3.3.2, 7.3.3 and 7.4.2. In Roulette 3.11 and Dragon Fire 6.7 they come with chips, promotional tokens or
at the wheel colour checks, and the dealer alone puts them down as they are, while there is time before no more bets. A
book without such a clause takes wagers on the layout only.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker, Raw, may
from feltwork.table.live.topic import BETTING, DICE_OUT, Guard, Topic, asked, game_of, tag
from feltwork.table.live.topics.money import BoughtIn, ChipsSold
from feltwork.table.live.topics.outside_zero import inside
from feltwork.table.live.topics.seats import SeatLeft, own_seat
from feltwork.table.live.topics.tokens import VoucherChanged, not_exchangeable
from feltwork.table.live.topics.wagers import check_barred, check_open, marked, wrong_instrument
from feltwork.table.play import commands as play
from feltwork.table.play.events import Placed, RoundInvalid, RoundSettled
from feltwork.table.play.placing import decide_bet, find_selection
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


CASH = "cash"
CREW_ENTERS = 2
"""The rules of conduct from which on the crew enters what a player without a terminal calls, in the player's words."""
CALLED = "called at the terminal"
"""What stands for a player's words where the player entered the call."""
CHANGED = (CASH, "voucher", "tokens")
"""What may come with an oral wager at Crown besides chips; it is changed into chips at once (3.3.2).

Cash goes into the drop box, and the chips come from the float.
"""


class AnnounceWager(Asked, frozen=True, tag="announce-wager"):
    """Staff repeat the seat's oral wager aloud."""

    seat: int


class ConfirmWager(Asked, frozen=True, tag="confirm-wager"):
    """The boxperson confirms it, and it stands."""

    seat: int


class WagerAnnounced(Struct, frozen=True, tag="wager-announced"):
    """A dealer or stickperson repeated it; the boxperson's confirmation is what lets it stand."""

    seat: int
    person: str
    clause: str


def declare(live: LiveTable, table: TableState, conduct: Conduct, command: DeclareWager, by: Asker) -> Decision:
    """The player's call, with the amount and what pays for it; the crew enters one that was spoken, in words."""
    refused = not_taken(live, table, conduct) or check_open(live, table, conduct, by)
    if refused:
        return refused
    if live.seats.players.get(command.seat) != by.person and (by.role == PLAYER or conduct.rules < CREW_ENTERS):
        return Refusal(conduct.oral.clause, f"the player of seat {command.seat} calls the wager")
    if refused := own_seat(live, table, command.seat, by):
        return refused
    if command.brings not in brings(conduct):
        accepted = ", ".join(brings(conduct))
        return Refusal(conduct.oral.clause, f"an oral wager comes with {accepted}, not '{shown(command.brings)}'")
    on = inside(live, table, command.wager, command.on)
    numbered = (command.voucher, command.value) if conduct.rules > 1 else ("", 0)
    declared = WagerDeclared(command.seat, command.wager, on, command.amount, command.brings, *numbered)
    decided = _stands(live, table, conduct, declared)
    return decided if isinstance(decided, Refusal) else (declared,)


def brings(conduct: Conduct) -> tuple[str, ...]:
    """What an oral wager may come with."""
    return (*conduct.tender.instruments, *(CHANGED if conduct.oral.changes else ()))


class DeclareWager(Asked, frozen=True, tag="declare-wager"):
    """A player calls a wager aloud and shows what pays for it: chips and the like, or what is changed into chips."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    brings: str = "chips"
    voucher: str = ""
    """The number of the voucher, or that under which tokens were issued,"""
    value: int = 0
    """and what it is worth; for anything else nothing."""
    asked: str = ""
    """What the player said, where one of the crew enters it."""


class WagerDeclared(Struct, frozen=True, tag="wager-declared"):
    """A player called a wager aloud; it does not stand yet."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    amount: int
    brings: str
    voucher: str = ""
    value: int = 0
    """The number of what came with it, where it has one, and its worth."""
    asked: str = ""
    """What the player said, where one of the crew entered it."""


def announce(live: LiveTable, table: TableState, conduct: Conduct, command: AnnounceWager, by: Asker) -> Decision:
    refused = not_taken(live, table, conduct) or may(by, conduct, Act.ANNOUNCE_ORAL)
    if refused:
        return refused
    if command.seat not in live.waiting.oral:
        return Refusal(conduct.oral.clause, f"seat {command.seat} has called no wager")
    return (WagerAnnounced(command.seat, by.person, conduct.oral.clause),)


def confirm(live: LiveTable, table: TableState, conduct: Conduct, command: ConfirmWager, by: Asker) -> Decision:
    """Announced by one person and confirmed by another; what is not chips is changed, then the wager stands."""
    refused = not_taken(live, table, conduct) or may(by, conduct, Act.CONFIRM_ORAL)
    refused = refused or check_open(live, table, conduct, by)
    if refused:
        return refused
    declared, announcer = live.waiting.oral.get(command.seat, (None, None))
    if declared is None:
        return Refusal(conduct.oral.clause, f"seat {command.seat} has called no wager")
    if Act.ANNOUNCE_ORAL not in conduct.powers:
        return _stands(live, table, conduct, declared)
    if announcer is None or announcer == by.person:
        return Refusal(
            conduct.oral.clause, "a dealer or stickperson announces the wager before the boxperson confirms it"
        )
    return marked(live, table, conduct, declared.asked or CALLED, by, _stands(live, table, conduct, declared))


def _stands(live: LiveTable, table: TableState, conduct: Conduct, declared: WagerDeclared) -> Decision:
    """The wager as it would stand, with the change into chips before it."""
    refused = check_barred(live, conduct, declared.seat, declared.wager)
    if refused:
        return refused
    bet = play.Bet(declared.seat, declared.wager, declared.amount, declared.on)
    if declared.brings in conduct.tender.instruments:
        kind = declared.brings
        refused = wrong_instrument(live, table, conduct, declared.seat, declared.wager, declared.amount, kind)
        placed = refused or decide_bet(table, replace(bet, instrument=kind))
        return placed if isinstance(placed, Refusal) else (placed,)
    if conduct.rules > 1 and declared.brings != CASH:
        return _with_voucher(live, table, conduct, declared, bet)
    rich = table.copy()
    rich.balances[declared.seat] += 2 * max(declared.amount, 0)
    placed = decide_bet(rich, bet)
    if isinstance(placed, Refusal):
        return placed
    needed = placed.amount + placed.commission
    changed = -(-needed // table.rules.chip) * table.rules.chip
    if conduct.rules > 1:
        return (ChipsSold(declared.seat, changed, conduct.oral.into_chips), placed)
    return (BoughtIn(declared.seat, live.seats.players[declared.seat], changed), placed)


def _with_voucher(
    live: LiveTable, table: TableState, conduct: Conduct, declared: WagerDeclared, bet: play.Bet
) -> Decision:
    """3.3.2: all of a voucher, or of the tokens brought, is turned into chips at once and placed."""
    clause, value = conduct.oral.into_chips, declared.value
    refused = not_exchangeable(live, table, declared.voucher, declared.brings.removesuffix("s"), value, clause)
    if refused:
        return refused
    then = table.copy()
    then.balances[declared.seat] += value
    placed = decide_bet(then, bet)
    if isinstance(placed, Refusal):
        return placed
    if placed.amount + placed.commission < value:
        return Refusal(clause, f"put all of it down: it takes a wager of {format_money(value)} or more")
    player = live.seats.players[declared.seat]
    changed = VoucherChanged(declared.seat, declared.voucher, value, declared.brings, clause, player, table.book.id)
    return (changed, placed)


def not_taken(live: LiveTable, table: TableState, conduct: Conduct) -> Refusal | None:
    """Does this table take oral wagers, and now?"""
    if not conduct.oral.clause:
        return Refusal(table.book.house.placing, "wagers are placed on the layout; none is taken by word alone")
    if conduct.oral.needs_stick and live.crew.stick is None:
        return Refusal(conduct.oral.needs_stick, "no boxperson acts as stickperson, so no oral wager is taken")
    in_the_air = live.phase == DICE_OUT and (table.book.spins or not table.book.house.closing)
    if not (live.phase == BETTING or in_the_air) or table.closed:
        return Refusal(
            conduct.oral.clause, f"it is too late for a wager on this {'spin' if table.book.spins else 'throw'}"
        )
    return None


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case WagerDeclared():
            on = "" if event.on is None else f" on {event.on}"
            amount = format_money(event.amount)
            of = f" {shown(event.voucher)} worth {format_money(event.value)}" if event.voucher else ""
            called = f"seat {event.seat} calls {shown(event.wager)}{on} for {amount}, with {event.brings}{of}"
            return [f"{called}{asked(event.asked)}"]
        case WagerAnnounced():
            return [f"{shown(event.person)} announces the wager of seat {event.seat} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Wagers called aloud in this round."""
    match event:
        case Placed():
            _placed(live, event)
        case WagerDeclared():
            live.waiting.oral[event.seat] = (event, None)
        case WagerAnnounced():
            declared, _ = live.waiting.oral[event.seat]
            live.waiting.oral[event.seat] = (declared, event.person)
        case SeatLeft():
            live.waiting.oral.pop(event.seat, None)
        case RoundSettled() | RoundInvalid():
            live.waiting.oral.clear()


def _placed(live: LiveTable, event: Placed) -> None:
    """The wager that was called lies, if it is that one and not another put down meanwhile."""
    seat, name, on = event.key
    called, _ = live.waiting.oral.get(seat, (None, None))
    if called and (called.wager, called.amount) == (name, event.amount):
        wager = game_of(live).book.wagers[name]
        if find_selection(wager, called.on) == on:
            del live.waiting.oral[seat]


TOPIC = Topic(
    commands={DeclareWager: declare, AnnounceWager: announce, ConfirmWager: confirm},
    guards={Guard.ADDS: (DeclareWager, ConfirmWager)},
    for_a_player={DeclareWager: lambda live, table, conduct: conduct.oral.clause},
    events=(WagerDeclared, WagerAnnounced),
    follows=(Placed, SeatLeft, RoundSettled, RoundInvalid),
    follows_while=attrgetter("waiting.oral"),
    keeps_last_round=(WagerDeclared, WagerAnnounced),
    happen=happen,
    tell=tell,
)
