"""Who asks, whether they may, for whose seat, and in whose words.

A player without a terminal speaks, and somebody of the crew enters it. Whether to take or pass the dice, which two to
throw, to take chips up, to redeem checks or to buy in from the money at the cage is the player's own will (Star Craps
3.7, Crown 5.2.2), so the log keeps their word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable

PLAYER, SYSTEM = "player", "system"
HELPERS = ("dealer", "stickperson", "boxperson")
"""Crew who may act for a seat."""
DEALERS = frozenset(("dealer", "stickperson"))
"""Crown 1.1: the stickperson is the dealer who has the stick."""
NOT_AT_THE_TABLE = frozenset((PLAYER, SYSTEM, "acceptor", "cashier"))
"""Roles that are no power over a table."""
ONE_ROLE_SINCE = 2
"""The rules of conduct from which on a player has no other role at the same table."""


class Asker(Struct, frozen=True):
    """A person in a role, at a time by the store's clock."""

    person: str
    role: str
    at: int
    secret: bytes = b""
    """The round's secret, from a process that holds the draw key; it stands in no command, so no refusal logs it."""
    via: str = ""
    """What money comes to the table as, where the house has taken it in: notes, a ticket, a transfer."""

    def __repr__(self) -> str:
        """Without the secret, wherever this may be written down."""
        return f"Asker({self.person!r}, {self.role!r}, {self.at})"


def may(by: Asker, conduct: Conduct, what: Act, clause: str = "") -> Refusal | None:
    """Refuse what this role may not do, or what the book gives nobody the power to do.

    What the book gives to nobody in words is for those who have a like power; then the clause is that of the duty.
    """
    power = conduct.powers.get(what)
    if power is None:
        return Refusal(conduct.clause_of(what), f"this book lets nobody do this ({what})")
    if by.role in power.roles or (not DEALERS.isdisjoint(power.roles) and stands_in(by, conduct)):
        return None
    who = " or ".join(map(in_words, power.roles[:3]))
    return Refusal(clause or power.clause, f"that is for {who}, not for {in_words(by.role)}", RefusalKind.ROLE)


def in_words(role: str) -> str:
    """A role as a sentence speaks of somebody who has it.

    >>> in_words("assistant_gaming_manager"), in_words("dealer")
    ('an assistant gaming manager', 'a dealer')
    """
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role.replace('_', ' ')}"


def stands_in(by: Asker, conduct: Conduct) -> bool:
    """Crown 1.2: a Game Supervisor or above may do whatever a dealer may."""
    return conduct.stands_in is not None and by.role in conduct.stands_in.roles


def also_plays(seated: bool, conduct: Conduct, by: Asker) -> Refusal | None:
    """Whoever sits at a table as a player has no other role's powers there; devices and the cage are not at it."""
    if not seated or by.role in NOT_AT_THE_TABLE or conduct.rules < ONE_ROLE_SINCE:
        return None
    return Refusal(NOT_IN_THE_BOOK, "you sit at this table as a player", RefusalKind.ROLE)


def called_by(live: LiveTable, by: Asker) -> tuple[str, ...]:
    """Who entered a result and who confirms it."""
    return tuple(dict.fromkeys(person for person in (live.throw.caller, by.person) if person))


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
        return Refusal(clause, f"say what the player asked in {LONGEST} letters at most")
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
    if not sent_away and live.conduct and live.conduct.terminals.shot:
        return Refusal(NOT_IN_THE_BOOK, "only the player collects or leaves at a terminal")
    return None if sent_away and not words else said(words, NOT_IN_THE_BOOK)
