"""Faults of an electronic table: terminals out of play, wagers void, credits withheld, the close relaxed.

Aruze Craps 3.3.8 and rule 6. A terminal's wagers stand once they are confirmed from its records and are void where they
cannot be (reading A7); the same error at two terminals, or a declaration, is a fault of the whole system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker, may
from feltwork.table.live.topic import BETTING, Guard, Topic, game_of, settled_lines, tag
from feltwork.table.live.topics.acceptors import Acceptor
from feltwork.table.live.topics.corrections import UNCONFIRMED, Adjustment, RoundAdjusted, contested
from feltwork.table.live.topics.seats import SeatLeft, taken
from feltwork.table.live.topics.stops import InspectorNotified, TableSuspended
from feltwork.table.play.events import RoundInvalid, RoundSettled, Settled
from feltwork.table.play.evolve import void_wagers
from feltwork.table.play.settle import voided
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


WHOLE_SYSTEM = "system"
"""The fault of the game system itself."""


class RelaxClose(Asked, frozen=True, tag="relax-close"):
    """A manager lets a player place or take back a wager after the close, where refusing it would be unfair."""

    seat: int
    reason: str


class ReportTerminal(Asked, frozen=True, tag="report-terminal"):
    """A player terminal does not work as it should: which of the book's faults, and the error it shows."""

    seat: int
    fault: str
    error: str
    paid_void: bool = False
    """Where the whole system failed: is what the last round paid void as well?"""


class ConfirmTerminal(Asked, frozen=True, tag="confirm-terminal"):
    """The terminal's wagers were confirmed from its records, or could not be and are void."""

    seat: int
    confirmed: bool
    how: str
    paid_stands: bool = False
    """Where they are void: were those confirmed all the same that a round had decided?"""


class Withhold(Asked, frozen=True, tag="withhold"):
    """Credits are kept back until an investigation is done."""

    seat: int
    amount: int
    reason: str


class EndWithholding(Asked, frozen=True, tag="end-withholding"):
    """What the investigation found: the credits go to the player, or stay with the house."""

    case: int
    to_player: bool
    finding: str


class CloseRelaxed(Struct, frozen=True, tag="close-relaxed"):
    seat: int
    reason: str
    clause: str


class TerminalFaulted(Struct, frozen=True, tag="terminal-faulted"):
    """A terminal is out of play until its wagers are confirmed or void."""

    seat: int
    fault: str
    error: str
    clause: str
    told_by_player: bool = False
    """Then the error is the player's words, not what a second terminal could be compared with."""


class TerminalRestored(Struct, frozen=True, tag="terminal-restored"):
    seat: int
    how: str
    clause: str


class WagersVoided(Struct, frozen=True, tag="wagers-voided"):
    """Live wagers without a result: stake and commission go back."""

    reason: str
    lines: tuple[Settled, ...]
    clause: str


class Withheld(Struct, frozen=True, tag="withheld"):
    """Credits kept back, under a case numbered by this event."""

    seat: int
    player: str
    amount: int
    case: int
    reason: str
    clause: str


class WithholdingEnded(Struct, frozen=True, tag="withholding-ended"):
    """Paid to the player's seat, or kept by the house."""

    case: int
    seat: int | None
    amount: int
    finding: str
    clause: str


class Terminals(Struct):
    """What is wrong at terminals, and what is in them."""

    relaxed: frozenset[int] = frozenset()
    """Seats for which the close of wagering is relaxed."""
    faulty: dict[int, str] = field(default_factory=dict)
    """Terminals out of play, and the error each shows."""
    contested: dict[int, dict[int, int]] = field(default_factory=dict)
    """What each of them is due of rounds settled meanwhile, by round, should its wagers turn out void."""
    withheld: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Credits kept back, by case: whose, and how much."""
    cards: dict[int, str] = field(default_factory=dict)
    """Player cards in the terminals, by seat."""
    acceptors: dict[int, Acceptor] = field(default_factory=dict)
    """Note acceptors, by seat, over all days."""
    acceptor_keys: set[str] = field(default_factory=set)
    """The keys of all note acceptors that ever were here."""


def relax(live: LiveTable, table: TableState, conduct: Conduct, command: RelaxClose, by: Asker) -> Decision:
    """3.3.8: after the close and before the shot, where holding the player to it would plainly be unfair."""
    refused = may(by, conduct, Act.RELAX_CLOSE) or taken(live, table, command.seat)
    if refused:
        return refused
    if not table.closed or live.phase != BETTING or not command.reason.strip():
        clause = conduct.clause_of(Act.RELAX_CLOSE)
        return Refusal(clause, "the close is relaxed before the dice are shot, for one player and with a reason")
    return (CloseRelaxed(command.seat, command.reason, conduct.clause_of(Act.RELAX_CLOSE)),)


def report(live: LiveTable, table: TableState, conduct: Conduct, command: ReportTerminal, by: Asker) -> Decision:
    """A terminal goes out of play; with the same error at a second one the whole system has failed (6.6.1.1).

    A player tells of their own terminal (7.3) and no more: what terminals display is for the system or a manager to
    say, and whether the whole system has failed is the operator's opinion (6.6.1.2).
    """
    if not conduct.terminals.faults:
        return Refusal(NOT_IN_THE_BOOK, "this table has no terminals")
    refused = taken(live, table, command.seat)
    clause = conduct.terminals.faults.get(command.fault)
    if refused or clause is None or not command.error.strip():
        known = ", ".join(conduct.terminals.faults)
        return refused or Refusal(conduct.clause_of(Act.CONFIRM_TERMINAL), f"a fault is one of {known}, with its error")
    own = (by.role, by.person) == (PLAYER, live.seats.players[command.seat]) and command.fault != WHOLE_SYSTEM
    if not own and by.role != WHOLE_SYSTEM and (refused := may(by, conduct, Act.CONFIRM_TERMINAL)):
        return refused
    if command.paid_void and (command.fault != WHOLE_SYSTEM or (refused := may(by, conduct, Act.CONFIRM_TERMINAL))):
        why = "only a manager who reports the whole system says that what it paid is void"
        return refused or Refusal(conduct.terminals.system_void, why)
    if command.paid_void and live.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the dice are in the tumbler")
    faulted = TerminalFaulted(command.seat, command.fault, command.error, clause, own)
    others = [seat for seat, error in live.terminals.faulty.items() if error == command.error and seat != command.seat]
    if own or (command.fault != WHOLE_SYSTEM and not others):
        return (faulted,)
    cause = conduct.terminals.faults[WHOLE_SYSTEM] if command.fault == WHOLE_SYSTEM else conduct.terminals.same_error
    void = conduct.terminals.system_void
    lines = void_lines(table, None, void)
    paid = _paid_by(live) if command.paid_void else {}
    others_fail = [TerminalFaulted(seat, command.fault, command.error, clause) for seat in paid if seat != command.seat]
    person = by.person
    set_right: list[RoundAdjusted | TerminalRestored] = []
    for seat, (version, cents) in paid.items():
        due = _due(live, table, lines, seat, cents)
        set_right.append(RoundAdjusted(version, None, person, person, (due,), void, UNCONFIRMED))
        set_right.append(TerminalRestored(seat, command.error, void))
    voided = WagersVoided(command.error, lines, void)
    return (*others_fail, faulted, voided, TableSuspended(command.error, cause), *set_right)


def _paid_by(live: LiveTable) -> dict[int, tuple[int, int]]:
    """By terminal: the last settled round, and what is due of it should that round not count (6.6)."""
    if live.before is None or live.rounds.last is None:
        return {}
    version, settled = live.rounds.last
    void = {seat for seat, _ in live.rounds.parts.get(version, ())}
    sat = [seat for seat, player in live.rounds.sat.items() if live.seats.players.get(seat) == player]
    due = {} if 0 in void else contested(live.before, settled, [seat for seat in sat if seat not in void])
    return {seat: (version, cents) for seat, cents in sorted(due.items())}


def _due(live: LiveTable, table: TableState, lines: tuple[Settled, ...], seat: int, cents: int) -> Adjustment:
    """What a terminal gets of a round that does not count, or gives back as far as its credits go."""
    held = table.balances[seat] + sum(line.returned + line.commission_back for line in lines if line.seat == seat)
    return Adjustment(seat, live.seats.players[seat], cents, seat, max(cents, -held))


def confirm(live: LiveTable, table: TableState, conduct: Conduct, command: ConfirmTerminal, by: Asker) -> Decision:
    """6.1, 6.3: the wagers are confirmed from the records and stand, or cannot be and are void.

    Void are also those that a round decided while the terminal was out of play: its credits are set right.
    """
    refused = may(by, conduct, Act.CONFIRM_TERMINAL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.CONFIRM_TERMINAL)
    if command.seat not in live.terminals.faulty or not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "name a terminal that is out of play, and how its records were looked at")
    if live.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the dice are in the tumbler")
    if command.confirmed:
        return (TerminalRestored(command.seat, command.how, clause),)
    void = conduct.terminals.void
    lines = void_lines(table, command.seat, void)
    held = table.balances[command.seat] + sum(line.returned + line.commission_back for line in lines)
    adjusted = []
    contested = {} if command.paid_stands else live.terminals.contested.get(command.seat, {})
    for version, cents in contested.items():
        at_seat = max(cents, -held)
        held += at_seat
        due = Adjustment(command.seat, live.seats.players[command.seat], cents, command.seat, at_seat)
        adjusted.append(RoundAdjusted(version, None, by.person, by.person, (due,), void, UNCONFIRMED))
    voided = WagersVoided(command.how, lines, void)
    return (voided, *adjusted, TerminalRestored(command.seat, command.how, void))


def void_lines(table: TableState, seat: int | None, clause: str) -> tuple[Settled, ...]:
    """Every live wager of one terminal, or of all, without a result."""
    return voided((lying for key, lying in table.layout.items() if seat is None or key[0] == seat), clause)


def withhold(live: LiveTable, table: TableState, conduct: Conduct, command: Withhold, by: Asker) -> Decision:
    """6.5: credits are kept back pending an investigation, and an inspector is told at once (reading A19)."""
    refused = may(by, conduct, Act.WITHHOLD) or taken(live, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.WITHHOLD)
    if not 0 < command.amount <= table.balances[command.seat] or not command.reason.strip():
        return Refusal(clause, "no more than the terminal's credits is withheld, and with a reason")
    player = live.seats.players[command.seat]
    case = live.version + 1
    kept = Withheld(command.seat, player, command.amount, case, command.reason, clause)
    return (kept, InspectorNotified(f"withheld under case {case}: {shown(command.reason)}", clause))


def end_withholding(
    live: LiveTable, table: TableState, conduct: Conduct, command: EndWithholding, by: Asker
) -> Decision:
    refused = may(by, conduct, Act.WITHHOLD)
    if refused:
        return refused
    clause = conduct.clause_of(Act.WITHHOLD)
    player, amount = live.terminals.withheld.get(command.case, ("", 0))
    if not amount or not command.finding.strip():
        return Refusal(clause, "nothing is withheld under this case, or the finding is missing")
    seat = live.seats.of(player) if command.to_player else None
    if command.to_player and seat is None:
        return Refusal(clause, "the player is not at a terminal; the credits wait until then")
    return (WithholdingEnded(command.case, seat, amount, command.finding, clause),)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case CloseRelaxed():
            return [f"the close is relaxed for seat {event.seat} ({event.clause}): {shown(event.reason)}"]
        case TerminalFaulted():
            return [f"terminal {event.seat} out of play ({event.clause}): {shown(event.error)}"]
        case TerminalRestored():
            return [f"terminal {event.seat} in play again ({event.clause}): {shown(event.how)}"]
        case WagersVoided():
            return [f"wagers void ({event.clause}): {shown(event.reason)}", *settled_lines(event.lines)]
        case Withheld():
            amount = format_money(event.amount)
            return [
                f"{amount} of {shown(event.player)} withheld, case {event.case} ({event.clause}): {shown(event.reason)}"
            ]
        case WithholdingEnded():
            to = "kept" if event.seat is None else f"paid to seat {event.seat}"
            return [f"case {event.case} ends, {format_money(event.amount)} {to}: {shown(event.finding)}"]
        case _:
            return [tag(event)]


def is_relaxed(live: LiveTable, seat: int) -> bool:
    """May the player of this seat still place or take back a wager, though wagering has closed?"""
    return seat in live.terminals.relaxed and live.phase == BETTING


def happen(live: LiveTable, event: object) -> None:
    """Terminals out of play, and credits kept back."""
    match event:
        case RoundSettled():
            live.terminals.relaxed = frozenset()
            if live.terminals.faulty and live.before is not None:
                for seat, cents in contested(live.before, event, live.terminals.faulty).items():
                    live.terminals.contested[seat] = {**live.terminals.contested.get(seat, {}), live.version: cents}
        case RoundInvalid():
            live.terminals.relaxed = frozenset()
        case CloseRelaxed():
            live.terminals.relaxed |= {event.seat}
        case TerminalFaulted():
            live.terminals.faulty[event.seat] = "" if event.told_by_player else event.error
            _contest_last(live, event.seat)
        case TerminalRestored() | SeatLeft():
            live.terminals.faulty.pop(event.seat, None)
            live.terminals.contested.pop(event.seat, None)
        case WagersVoided():
            void_wagers(game_of(live), event.lines)
        case Withheld():
            live.terminals.withheld[event.case] = (event.player, event.amount)
            game_of(live).balances[event.seat] -= event.amount
        case WithholdingEnded():
            del live.terminals.withheld[event.case]
            if event.seat is not None:
                game_of(live).balances[event.seat] += event.amount
            else:
                game_of(live).tray += event.amount


def _contest_last(live: LiveTable, seat: int) -> None:
    """A terminal found to fail after a round was settled: its wagers of that round are to be confirmed as well."""
    first = live.conduct is None or live.conduct.rules == 1
    if (
        first
        or live.before is None
        or live.rounds.last is None
        or live.rounds.sat.get(seat) != live.seats.players.get(seat)
    ):
        return
    version, settled = live.rounds.last
    if (seat, "") in live.rounds.parts.get(version, ()):
        return  # void already
    due = contested(live.before, settled, (seat,)).get(seat)
    if due is not None:
        live.terminals.contested[seat] = {**live.terminals.contested.get(seat, {}), version: due}


TOPIC = Topic(
    commands={
        RelaxClose: relax,
        ReportTerminal: report,
        ConfirmTerminal: confirm,
        Withhold: withhold,
        EndWithholding: end_withholding,
    },
    guards={Guard.WHILE_STOPPED: (ReportTerminal, ConfirmTerminal, Withhold, EndWithholding)},
    events=(CloseRelaxed, TerminalFaulted, TerminalRestored, WagersVoided, Withheld, WithholdingEnded),
    follows=(RoundSettled, RoundInvalid, SeatLeft),
    keeps_last_round=(TerminalFaulted, TerminalRestored),
    happen=happen,
    tell=tell,
)
