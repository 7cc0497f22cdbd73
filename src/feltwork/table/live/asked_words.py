"""Crew who act for a player: what the player asked, in words, stands in the event.

A player without a terminal speaks, and somebody of the crew enters it. Whether to take or pass the dice, which two to
throw, to take chips up, to redeem checks or to buy in from the money at the cage is the player's own will (Star Craps
3.7, Crown 5.2.2), so the log keeps their word.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import floor_commands as floor
from feltwork.table.live import gear_commands as gear
from feltwork.table.live import money_commands as money
from feltwork.table.live.crew import PLAYER, Asker
from feltwork.table.live.state import Decision, Life
from feltwork.table.play.state import TableState

SINCE = 2
"""The rules of conduct from which on the crew enters nothing for a player without the player's words."""
LONGEST = 200
"""Letters of what a player asked the crew to do for them."""


def said(words: str, clause: str) -> Refusal | None:
    """Are these words that a player may have said?"""
    if len(words) > LONGEST or not (words + " ").isprintable():
        return Refusal(clause, f"what the player asked is said in {LONGEST} letters at most")
    return None if words.strip() else Refusal(clause, "the player has not asked for it")


def on_record(
    life: Life, table: TableState, conduct: Conduct, command: Struct, by: Asker, decided: Decision
) -> Decision:
    """What was decided, with the player's words in the event where somebody else acted for the player."""
    clause_of = FOR_A_PLAYER.get(type(command))
    if isinstance(decided, Refusal) or clause_of is None or by.role == PLAYER:
        return decided
    words: str = getattr(command, "asked", "")
    if not words and conduct.rules < SINCE:
        return decided
    refused = said(words, clause_of(life, table, conduct))
    if refused:
        return refused
    return tuple(replace(event, asked=words) if "asked" in event.__struct_fields__ else event for event in decided)


def _offers(life: Life, table: TableState, conduct: Conduct) -> str:
    return (conduct.opening_offers if life.last_shooter is None else conduct.next_offers)[0]


def _redeem(life: Life, table: TableState, conduct: Conduct) -> str:
    return conduct.checks.redeem if conduct.checks else table.book.house.placing


FOR_A_PLAYER: dict[type, Callable[[Life, TableState, Conduct], str]] = {
    ask.RemoveWager: lambda life, table, conduct: table.book.house.removing,
    ask.MoveWager: lambda life, table, conduct: table.book.house.removing,
    ask.WithdrawCall: lambda life, table, conduct: conduct.clause_of(Act.CONFIRM_CALL),
    ask.AcceptDice: _offers,
    ask.RejectDice: _offers,
    ask.SelectDice: lambda life, table, conduct: conduct.selects,
    ask.PassDice: lambda life, table, conduct: conduct.pass_option,
    ask.AuthoriseThrower: lambda life, table, conduct: conduct.delegates,
    floor.DeclareWager: lambda life, table, conduct: conduct.oral,
    gear.PressButton: lambda life, table, conduct: conduct.clause_of(Act.LOAD_BALL),
    money.RedeemColour: _redeem,
    money.AgreeColour: lambda life, table, conduct: conduct.checks.identical if conduct.checks else "",
    money.HandInTokens: lambda life, table, conduct: conduct.clause_of(Act.EXCHANGE_VOUCHER),
}
"""What a player does and the crew may enter for them, each with the clause that makes it the player's own."""
