"""What touches a terminal and the cage in one step: notes and tickets in, credits into a ticket, cards in and out.

Both halves are decided before either happens, so neither is ever there without the other.
"""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.cage import cards, tickets, transfers
from feltwork.cage import commands as ask
from feltwork.cage import events as at_cage
from feltwork.cage.state import Cage
from feltwork.cage.till import Till
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import commands as at_table
from feltwork.table.live import events as happened
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.decide import decide
from feltwork.table.live.state import Decision, LiveTable
from feltwork.table.live.topics import acceptors
from feltwork.table.live.topics import cards as slot

Step = tuple[happened.LiveEvent, at_cage.CageEvent | None]
"""What happens at the table, and its half at the cage where the plain one will not do."""


def at_terminal(
    cage: Cage, live: LiveTable, command: ask.AtTerminal, by: Asker, till: Till
) -> tuple[Step, ...] | Refusal:
    match command:
        case ask.InsertNote():
            return acceptors.other_note(live, command.amount) or _note(live, command, by)
        case ask.InsertTicket():
            found = tickets.presented(cage, command.number, by.at, till.key)
            if isinstance(found, Refusal):
                return found
            return _pay_in(live, command.seat, found[1].amount, by, at_cage.TICKET, found[0])
        case ask.CreditTransfer():
            arrived = transfers.arrived(cage, command.transfer, live.table, command.seat)
            if isinstance(arrived, Refusal):
                return arrived
            if live.seats.players.get(command.seat) != arrived.player:
                return Refusal(transfers.IN, "the player of this transfer is not at the terminal any more")
            return _pay_in(live, command.seat, arrived.amount, by, at_cage.TRANSFER, 0, command.transfer)
        case ask.PrintTicket():
            return _print(cage, live, command, by, till)
        case ask.InsertCard():
            decided = _insert(cage, live, command, by)
        case ask.TakeCard():
            decided = slot.take(live, command.seat, by)
    return decided if isinstance(decided, Refusal) else tuple((event, None) for event in decided)


def _insert(cage: Cage, live: LiveTable, command: ask.InsertCard, by: Asker) -> Decision:
    """3.13: at a terminal where nobody sits, the card's owner sits down with it."""
    there = live.seats.players.get(command.seat)
    sits = there is None and slot.names_people(live)
    number = cards.insertable(cage, command.card, by.person if sits else there or "")
    if isinstance(number, Refusal):
        return number
    seated = decide(live, at_table.Sit(by.person, command.seat), by) if sits else ()
    if isinstance(seated, Refusal):
        return seated
    inserted = slot.insert(live, command.seat, number, by, sits=sits)
    return inserted if isinstance(inserted, Refusal) else (*seated, *inserted)


def _note(live: LiveTable, command: ask.InsertNote, by: Asker) -> tuple[Step, ...] | Refusal:
    """Onto the meter by the report of the terminal's acceptor; under rules 1 by the player's own word."""
    conduct = live.conduct
    if conduct is None or conduct.rules == 1:
        return _pay_in(live, command.seat, command.amount, by, at_cage.CASH, 0)
    clause = next(iter(conduct.terminals.notes.values()), "") or NOT_IN_THE_BOOK
    told = (command.seat, command.amount, command.number, command.signature)
    report = acceptors.reported(live, *told, by, clause)
    if isinstance(report, Refusal):
        return report
    player = replace(by, person=live.seats.players[command.seat], role=PLAYER)
    paid = _pay_in(live, command.seat, command.amount, player, at_cage.CASH, 0)
    return paid if isinstance(paid, Refusal) else ((report, None), *paid)


def _pay_in(
    live: LiveTable, seat: int, amount: int, by: Asker, via: str, ticket: int, transfer: str = ""
) -> tuple[Step, ...] | Refusal:
    decided = decide(live, at_table.BuyIn(seat, amount), replace(by, via=via))
    if isinstance(decided, Refusal):
        return decided
    at = 0 if via == at_cage.TICKET else seat
    half = at_cage.PaidToTable(live.seats.players[seat], amount, live.table, via, ticket, at, transfer)
    return tuple((event, half if isinstance(event, happened.BoughtIn) else None) for event in decided)


def _print(cage: Cage, live: LiveTable, command: ask.PrintTicket, by: Asker, till: Till) -> tuple[Step, ...] | Refusal:
    """3.8.1; by 7.2 a manager does it for a player once the time of the closing notice has come."""
    if not till.key:
        return Refusal("3.8.1", "this terminal has no ticket printer")
    forced = slot.clears(live, command.seat, by)
    decided = forced or decide(live, at_table.Collect(command.seat), by)
    if isinstance(decided, Refusal):
        return decided
    serial, expires = cage.version + 1, by.at + till.ticket_lasts
    steps: list[Step] = []
    for event in decided:
        half = None
        if isinstance(event, happened.Collected):
            half = at_cage.PaidFromTable(
                event.player, event.amount, live.table, at_cage.TICKET, serial, event.seat, expires
            )
        steps.append((event, half))
    return tuple(steps)
