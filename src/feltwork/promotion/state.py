"""The state of one promotion: all that a decision about it looks at."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct, field

from feltwork.promotion.terms import SINCE_RULES_2, Terms

DRAFT, SUBMITTED, RUNNING, FROZEN, DRAWN, CLOSED, CANCELLED = (
    "draft",
    "submitted",
    "running",
    "frozen",
    "drawn",
    "closed",
    "cancelled",
)
WON, CLAIMED, PAID, REFUSED, LAPSED, OPEN = "won", "claimed", "paid", "refused", "lapsed", "open"
"""How a prize stands: refused to its winner, lapsed where no entry was left, open before the draw."""


class Block(Struct, frozen=True):
    """Entries of one player with numbers in a row."""

    player: str
    entries: int
    struck: str = ""
    """Why they do not count; empty while they do."""
    own: bool = False
    """Did the player enter themselves?"""
    wager: int = 0
    """For which wagers, in cents."""


class Pending(Struct, frozen=True):
    """A draw that is committed to and not made yet."""

    draw: str
    commitment: str
    sealed: str
    awards: tuple[int, ...]
    asked_by: str
    word: str = ""
    witness: str = ""


class Award(Struct, frozen=True):
    """One single prize and its winner."""

    standing: str = OPEN
    entry: int = 0
    player: str = ""
    drawn_at: int = 0
    tell_by: int = 0
    attempts: int = 0
    reached: bool = False
    first_attempt: int = 0
    identified: str = ""
    money: int = 0
    """Cents paid, once they are."""


class Claim(Struct, frozen=True):
    """A claim that was denied."""

    claimant: str
    value: int
    reasons: str
    kept: bool
    due: int
    at: int
    informed: int = 0
    erased: int = 0


class Dispute(Struct, frozen=True):
    """A dispute about the promotion."""

    person: str
    about: str
    at: int
    decision: str = ""
    satisfied: bool = False
    due: int = 0
    advised: int = 0


class Timing(Struct, frozen=True):
    """When what happened; 0 for not yet."""

    submitted: int = 0
    delivered: int = 0
    commenced: int = 0


class Promotion(Struct):
    """One promotion."""

    name: str
    standing: str = DRAFT
    books: tuple[str, ...] = ()
    terms: Terms | None = None
    prescribed: tuple[str, ...] = ()
    written_by: str = ""
    """Who wrote the terms: another clears a prize in them."""
    cleared: dict[str, str] = field(default_factory=dict)
    """Who found that a prize is nothing barred, by the clause and the prize as the terms describe it."""
    timing: Timing = Timing()
    scrutineer: str = ""
    postponed: str = ""
    """Why it stands still; empty while it does not."""
    postponed_by: str = ""
    blocks: dict[int, Block] = field(default_factory=dict)
    """Entries by the number of the first."""
    next_entry: int = 1
    digest: str = ""
    """Of the frozen list."""
    pending: Pending | None = None
    draws: int = 0
    awards: dict[int, Award] = field(default_factory=dict)
    passed_over: dict[int, str] = field(default_factory=dict)
    """Entries that won and lost their prize again, with their player: they are in no redraw."""
    claims: dict[int, Claim] = field(default_factory=dict)
    disputes: dict[int, Dispute] = field(default_factory=dict)
    set_aside: int = 0
    """Cents of prizes in money that are not paid."""
    rules: int = 1
    """Under which rules it was drafted."""

    def won(self) -> list[int]:
        """Prizes that have a winner and are neither given nor refused."""
        return [number for number, award in self.awards.items() if award.standing in (WON, CLAIMED)]


def terms_digest(terms: Terms) -> str:
    """SHA-256 of the terms as the log holds them, in hex.

    What terms could not say at first counts where it is said: older terms keep their digest.
    """
    said = msgspec.to_builtins(terms)
    return sha256(msgspec.json.encode({k: v for k, v in said.items() if v or k not in SINCE_RULES_2})).hexdigest()
