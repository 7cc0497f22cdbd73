"""What happened to a promotion, as its log holds it."""

from __future__ import annotations

from msgspec import Struct

from feltwork.promotion.terms import Terms
from feltwork.table.live.schema import Schema


class PromotionDrafted(Struct, frozen=True, tag="promotion-drafted"):
    """The terms are written, or written anew."""

    books: tuple[str, ...]
    terms: Terms
    prescribed: tuple[str, ...]
    """What the regulations barred as a prize then, by the operator's list."""
    rules: int = 1
    """Under rules 2 prizes are known by their kinds, a hit of the word check is cleared by another person, a claim is
    worth what its prize is, and a winner is drawn anew only after attempts to tell them. Under rules 3 the ledger shows
    every wager that an entry is given for."""


class PrizeCleared(Struct, frozen=True, tag="prize-cleared"):
    """A prize that reads like something barred is none, as another person than who wrote the terms found."""

    prize: str
    word: str
    reason: str
    clause: str


class PromotionSubmitted(Struct, frozen=True, tag="promotion-submitted"):
    """The full details are on their way to the regulator."""

    to: str
    digest: str
    """SHA-256 of the terms."""
    due: int
    """When the regulator must have them at the latest."""
    clause: str


class DetailsDelivered(Struct, frozen=True, tag="details-delivered"):
    """The regulator has the details."""

    means: str
    proof: str
    digest: str
    clause: str


class ScrutineerNominated(Struct, frozen=True, tag="scrutineer-nominated"):
    person: str
    clause: str


class PromotionCommenced(Struct, frozen=True, tag="promotion-commenced"):
    money: int
    """Cents of the prizes that are money, set aside."""
    clause: str


class PromotionAmended(Struct, frozen=True, tag="promotion-amended"):
    """The terms were changed after commencement: approved, or to be submitted again."""

    terms: Terms
    reason: str
    approval: str
    digest: str
    money: int
    clause: str


class EntriesAdded(Struct, frozen=True, tag="entries-added"):
    """So many entries of one player, numbered on from ``first``."""

    player: str
    first: int
    entries: int
    wager: int


class EntriesStruck(Struct, frozen=True, tag="entries-struck"):
    """Entries that do not count."""

    first: int
    player: str
    entries: int
    reason: str
    clause: str


class EntriesFrozen(Struct, frozen=True, tag="entries-frozen"):
    """The list of the draw, by its digest, and the commitment to the draw's secret."""

    entries: int
    digest: str
    draw: str
    commitment: str
    sealed: str
    mapping: int


class RedrawAsked(Struct, frozen=True, tag="redraw-asked"):
    """One prize is to be drawn again, under a commitment of its own."""

    award: int
    reason: str
    draw: str
    commitment: str
    sealed: str
    mapping: int
    clause: str


class DrawWitnessed(Struct, frozen=True, tag="draw-witnessed"):
    """A second person oversees the draw and has added a word to it."""

    draw: str
    word: str
    scrutineer: bool
    clause: str


class Winner(Struct, frozen=True):
    """Who drew which prize, by which entry."""

    award: int
    entry: int
    player: str


class PrizesDrawn(Struct, frozen=True, tag="prizes-drawn"):
    """The outcome with the secret: whoever has the list can recompute it."""

    draw: str
    secret: str
    winners: tuple[Winner, ...]
    without_winner: tuple[int, ...]
    """Prizes for which no entry was left."""
    tell_by: int
    """Until when each winner is told; 0 where entrants had to be present."""
    clause: str


class WinnerTold(Struct, frozen=True, tag="winner-told"):
    """An attempt, whether it reached the winner or not."""

    award: int
    player: str
    means: str
    reached: bool
    note: str
    clause: str


class PrizeClaimed(Struct, frozen=True, tag="prize-claimed"):
    award: int
    player: str
    identified: str


class PaidPart(Struct, frozen=True):
    """A part of a payment."""

    method: str
    amount: int


class PrizePaid(Struct, frozen=True, tag="prize-paid"):
    """A prize is with its winner."""

    award: int
    player: str
    amount: int
    """Cents in money; 0 for a prize that was handed over."""
    parts: tuple[PaidPart, ...]
    alternative: bool
    chosen: str
    receipt: str
    clause: str


class ClaimDenied(Struct, frozen=True, tag="claim-denied"):
    """Refused, with the reasons; the claimant's name and address are kept beside the log."""

    claim: int
    claimant: str
    value: int
    reasons: str
    award: int
    kept: bool
    """Is it a claim whose details the book wants kept?"""
    due: int
    """Until when the claimant is told the reasons."""
    clause: str


class ClaimantInformed(Struct, frozen=True, tag="claimant-informed"):
    claim: int
    means: str
    clause: str


class ClaimantErased(Struct, frozen=True, tag="claimant-erased"):
    claim: int
    claimant: str
    law: str


class PromotionDisputed(Struct, frozen=True, tag="promotion-disputed"):
    dispute: int
    person: str
    about: str
    clause: str


class DisputeDecided(Struct, frozen=True, tag="promotion-dispute-decided"):
    """The operator's decision."""

    dispute: int
    decision: str
    satisfied: bool
    due: int
    """Until when the person is told of the right to complain; 0 for one who is content."""
    clause: str


class ComplaintAdvised(Struct, frozen=True, tag="promotion-complaint-advised"):
    dispute: int
    means: str
    clause: str


class PromotionPostponed(Struct, frozen=True, tag="promotion-postponed"):
    """The integrity is in doubt, and the promotion stands still."""

    reason: str
    to: str
    """Who is told."""
    due: int
    clause: str


class PromotionValidated(Struct, frozen=True, tag="promotion-validated"):
    finding: str
    clause: str


class PromotionCancelled(Struct, frozen=True, tag="promotion-cancelled"):
    """The draw is cancelled, and what was set aside goes back."""

    reason: str
    to: str
    due: int
    money: int
    """Cents that were set aside and go back."""
    clause: str


class PromotionClosed(Struct, frozen=True, tag="promotion-closed"):
    money: int


PromotionEvent = (
    PromotionDrafted
    | PrizeCleared
    | PromotionSubmitted
    | DetailsDelivered
    | ScrutineerNominated
    | PromotionCommenced
    | PromotionAmended
    | EntriesAdded
    | EntriesStruck
    | EntriesFrozen
    | RedrawAsked
    | DrawWitnessed
    | PrizesDrawn
    | WinnerTold
    | PrizeClaimed
    | PrizePaid
    | ClaimDenied
    | ClaimantInformed
    | ClaimantErased
    | PromotionDisputed
    | DisputeDecided
    | ComplaintAdvised
    | PromotionPostponed
    | PromotionValidated
    | PromotionCancelled
    | PromotionClosed
)
PROMOTION_EVENTS: Schema[PromotionEvent] = Schema(PromotionEvent)
