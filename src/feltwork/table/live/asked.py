"""What every command is; and crew who act for a player: what the player asked, in words, stands in the event.

A player without a terminal speaks, and somebody of the crew enters it. Whether to take or pass the dice, which two to
throw, to take chips up, to redeem checks or to buy in from the money at the cage is the player's own will (Star Craps
3.7, Crown 5.2.2), so the log keeps their word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asker

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable

SINCE = 2
"""The rules of conduct from which on the crew enters nothing for a player without the player's words."""
LONGEST = 200
"""Letters of what a player asked the crew to do for them."""
Raw = int | str | list[int | str] | None
"""What a wager is on, as somebody wrote it."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Something asked for. A word in it that it does not know is not passed over: it may be one that was misspelt."""


def said(words: str, clause: str) -> Refusal | None:
    """Are these words that a player may have said?"""
    if len(words) > LONGEST or not (words + " ").isprintable():
        return Refusal(clause, f"what the player asked is said in {LONGEST} letters at most")
    return None if words.strip() else Refusal(clause, "the player has not asked for it")


def on_record(clause: str, rules: int, command: Struct, decided: Decision) -> Decision:
    """What was decided for a player by somebody else, with the player's words in the event."""
    words: str = getattr(command, "asked", "")
    if isinstance(decided, Refusal) or (not words and rules < SINCE):
        return decided
    refused = said(words, clause)
    if refused:
        return refused
    return tuple(replace(event, asked=words) if "asked" in event.__struct_fields__ else event for event in decided)


def not_asked(live: LiveTable, seat: int, words: str, by: Asker) -> Refusal | None:
    """A player's chips and seat are the player's: staff pass on what was asked, in words, or act on an order to go."""
    sent_away = by.role == PLAYER or seat in live.seats.vacating
    if not sent_away and live.conduct and live.conduct.shot:
        return Refusal(NOT_IN_THE_BOOK, "only the player collects or leaves at a terminal")
    return None if sent_away and not words else said(words, NOT_IN_THE_BOOK)
