"""Colour checks that players took away from a table when it closed, and what becomes of them (Roulette 3.6).

While their table is closed the cage redeems them. Once it is open again, only the table does.
"""

from __future__ import annotations

from feltwork.games.conduct import Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live import money_commands as ask
from feltwork.table.live import money_events as happened
from feltwork.table.live.crew import Asker
from feltwork.table.live.state import CLOSED, Decision, Life
from feltwork.table.play.state import TableState

CASHIER = "cashier"


def left_out(life: Life, table: TableState, conduct: Conduct) -> tuple[happened.ChecksLeftOut, ...]:
    """Players who are still at a table that closes keep the checks in their hands."""
    if conduct.checks is None:
        return ()
    clause, held = conduct.checks.redeem, table.checks
    going = sorted(life.seats.items())
    return tuple(happened.ChecksLeftOut(seat, who, held[seat], clause) for seat, who in going if held.get(seat))


def brought_back(life: Life, conduct: Conduct, seat: int) -> tuple[happened.ChecksBroughtBack, ...]:
    """Checks of an earlier day that the player of this seat has brought back to their table."""
    player = life.seats[seat]
    held = life.checks_out.get(player, 0)
    clause = conduct.checks.redeem if conduct.checks else ""
    return (happened.ChecksBroughtBack(seat, player, held, clause),) if held else ()


def redeem(life: Life, table: TableState, conduct: Conduct, command: ask.RedeemChecks, by: Asker) -> Decision:
    """The cage pays for checks of a table that is closed at the time."""
    rules = conduct.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    if by.role != CASHIER:
        return Refusal(NOT_IN_THE_BOOK, "that is for a cashier", RefusalKind.ROLE)
    if life.status != CLOSED:
        return Refusal(rules.redeem, f"table {life.table} is open: its colour checks are redeemed there")
    held = life.checks_out.get(command.player, 0)
    if not held:
        return Refusal(rules.redeem, f"{shown(command.player)} took no colour checks of table {life.table} away")
    if command.amount != held:
        return Refusal(
            rules.redeem, f"checks for {format_money(held)} are out with {shown(command.player)}, all or none"
        )
    return (happened.ChecksRedeemed(command.player, held, rules.redeem),)


def happen(life: Life, event: happened.MoneyEvent) -> None:
    """Keep the record of what is out."""
    match event:
        case happened.ChecksLeftOut():
            life.checks_out = {**life.checks_out, event.player: life.checks_out.get(event.player, 0) + event.amount}
        case happened.ChecksBroughtBack() | happened.ChecksRedeemed():
            life.checks_out = {who: held for who, held in life.checks_out.items() if who != event.player}
        case _:
            pass
