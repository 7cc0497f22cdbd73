"""What is asked of a promotion, by those who run it, by entrants and by its scrutineer."""

from __future__ import annotations

from feltwork.promotion.terms import Terms
from feltwork.table.live.asker import Asked


class DraftPromotion(Asked, frozen=True, tag="draft-promotion"):
    """Write the terms, or write them anew before the promotion has commenced."""

    books: tuple[str, ...]
    """The games it goes with."""
    terms: Terms


class ClearPrize(Asked, frozen=True, tag="clear-prize"):
    """Say why a prize that reads like something barred is none; another person than who wrote the terms does."""

    prize: str
    """By its name in the terms."""
    clause: str
    """By which it reads as barred."""
    reason: str


class SubmitPromotion(Asked, frozen=True, tag="submit-promotion"):
    """Send the full details to the regulator."""


class RecordDelivery(Asked, frozen=True, tag="record-delivery"):
    """The regulator has the details: by which means, and what shows it."""

    means: str
    proof: str
    digest: str
    """Of the terms that were delivered."""


class NominateScrutineer(Asked, frozen=True, tag="nominate-scrutineer"):
    person: str


class CommencePromotion(Asked, frozen=True, tag="commence-promotion"):
    """Entries are taken from now on."""


class AmendPromotion(Asked, frozen=True, tag="amend-promotion"):
    """Change the terms of a promotion that has commenced."""

    terms: Terms
    reason: str
    approval: str = ""
    """The reference of the regulator's approval, where the book asks for one."""


class EnterPromotion(Asked, frozen=True, tag="enter-promotion"):
    """Entries for one player, numbered in the order they come in."""

    player: str
    entries: int = 1
    wager: int = 0
    """What the player has wagered for it, where the terms ask for a wager."""


class StrikeEntries(Asked, frozen=True, tag="strike-entries"):
    """Take entries of a player out before the freeze, with a reason."""

    first: int
    reason: str


class FreezeEntries(Asked, frozen=True, tag="freeze-entries"):
    """Close the list for the draw, and commit to a secret."""

    commitment: str
    sealed: str
    """The secret under the draw key, in hex."""


class AskRedraw(Asked, frozen=True, tag="ask-redraw"):
    """Draw one prize again, because its winner cannot have it; another person witnesses it."""

    award: int
    reason: str
    commitment: str
    sealed: str


class WitnessDraw(Asked, frozen=True, tag="witness-draw"):
    """A second person oversees the draw and adds a word to it that nobody could know before."""

    word: str


class DrawPrizes(Asked, frozen=True, tag="draw-prizes"):
    """Draw what is to be drawn; the secret comes beside the command."""


class TellWinner(Asked, frozen=True, tag="tell-winner"):
    """An attempt to tell a winner."""

    award: int
    means: str
    reached: bool
    note: str = ""


class ClaimPrize(Asked, frozen=True, tag="claim-prize"):
    """The winner claims, known by a paper."""

    award: int
    identified: str


class Part(Asked, frozen=True):
    """A part of a payment."""

    method: str
    amount: int


class PayPrize(Asked, frozen=True, tag="pay-prize"):
    """Give a prize to its winner: as it is, in money, or the alternative in money."""

    award: int
    parts: tuple[Part, ...] = ()
    chosen: str = ""
    """What the winner said of how to be paid, where the choice is theirs."""
    alternative: bool = False
    receipt: str = ""
    """What the winner signed for a prize that is no money."""


class DenyClaim(Asked, frozen=True, tag="deny-claim"):
    """Refuse to award a prize; name and address are kept beside the log, under the claimant's id."""

    claimant: str
    """Empty for the winner who is refused."""
    reasons: str
    award: int = 0
    """Of the winner who is refused; 0 for somebody else who claims."""
    prize: int = 0
    """Which prize somebody else claims, by its number."""
    value: int = 0
    """What it is worth, if it is said: that comes from the terms."""


class InformClaimant(Asked, frozen=True, tag="inform-claimant"):
    """The claimant has been told the reasons."""

    claim: int
    means: str


class EraseClaimant(Asked, frozen=True, tag="erase-claimant"):
    """Name and address of a claimant need not be kept any more."""

    claim: int
    law: str
    """By what they need not."""


class DisputePromotion(Asked, frozen=True, tag="dispute-promotion"):
    """Somebody disputes the terms or a decision."""

    person: str
    about: str


class DecideDispute(Asked, frozen=True, tag="decide-dispute"):
    """The operator's decision, which is final."""

    dispute: int
    decision: str
    satisfied: bool
    """Is the person content with it?"""


class AdviseComplaint(Asked, frozen=True, tag="advise-complaint"):
    """The person has been told of the right to complain to an inspector."""

    dispute: int
    means: str


class PostponePromotion(Asked, frozen=True, tag="postpone-promotion"):
    """The integrity is in doubt: nothing is entered or drawn until it is validated."""

    reason: str


class ValidatePromotion(Asked, frozen=True, tag="validate-promotion"):
    """The integrity has been validated, by another person than who postponed it."""

    finding: str


class CancelPromotion(Asked, frozen=True, tag="cancel-promotion"):
    """The integrity is compromised, and the draw is cancelled."""

    reason: str


class ClosePromotion(Asked, frozen=True, tag="close-promotion"):
    """Every prize is given or refused, and nothing is open."""
