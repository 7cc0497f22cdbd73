"""What happened with player cards at a table's terminals."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.play.events import Settled


class CardIn(Struct, frozen=True, tag="card-in"):
    """A gaming session begins."""

    seat: int
    player: str
    card: str
    clause: str


class CardOut(Struct, frozen=True, tag="card-out"):
    seat: int
    player: str
    card: str


class WagersFoundInvalid(Struct, frozen=True, tag="wagers-found-invalid"):
    """Played with another's card, or for another person: what lies goes back, and the last completed game is undone.

    Earlier games stand. Neither agency nor whose money it is makes a difference; what was claimed is kept.
    """

    seat: int
    player: str
    reason: str
    claim: str
    lines: tuple[Settled, ...]
    """Live wagers, handed back."""
    version: int | None
    """The round that was last completed, if the player was in it."""
    cents: int
    """What the player is due of that round, or owes of it: the stakes back, no winnings."""
    at_seat: int
    """Paid there, or taken from there; the rest stands under the round's case."""
    clause: str


CardEvent = CardIn | CardOut | WagersFoundInvalid
