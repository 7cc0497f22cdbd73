"""Who asks, whether they may, and for whose seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import LiveTable


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
        return Refusal(conduct.clause_of(what), f"this book gives nobody a power for this ({what})")
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


def not_theirs(seated: str | None, seat: int, by: Asker, clause: str) -> Refusal | None:
    """A player acts for their own seat; crew at the table may pass on what a player does; nobody else may."""
    if by.role == PLAYER and seated == by.person:
        return None
    if by.role in HELPERS:
        return None
    return Refusal(clause, f"seat {seat} is not yours")


def taken(live: LiveTable, table: TableState, seat: int) -> Refusal | None:
    return None if seat in live.seats.players else Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")


def own_seat(live: LiveTable, table: TableState, seat: int, by: Asker) -> Refusal | None:
    """A player acts for their own seat only; staff may act for any."""
    if seat not in live.seats.players:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")
    if by.role == PLAYER:
        return None if live.seats.players[seat] == by.person else Refusal(NOT_IN_THE_BOOK, f"seat {seat} is not yours")
    if by.role not in HELPERS and not (live.conduct and stands_in(by, live.conduct)):
        return Refusal(NOT_IN_THE_BOOK, f"{in_words(by.role)} does not act for a player")
    return None


def not_their_seat(live: LiveTable, table: TableState, seat: int, by: Asker) -> Refusal | None:
    return not_theirs(live.seats.players.get(seat), seat, by, table.book.house.placing)
