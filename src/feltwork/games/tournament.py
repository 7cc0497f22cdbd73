"""What a book says about tournaments: its numbers, and the clause of each of its rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SessionRules:
    """One session of a tournament as the book describes it: each rule's clause, and the numbers that it gives."""

    chips: str
    """Wagers are made with tournament chips that the player holds."""
    must_wager: str
    """A wager in each round, or a pass card."""
    units: str
    """Units of the minimum, made up to it, cut to the maximum."""
    cannot_cover: str
    """Who cannot cover the minimum is out."""
    pass_cards: str
    forms: str
    """How many undisclosed wagers there are."""
    form_filled_in: str
    form_under: str
    form_over: str
    form_beyond_chips: str
    form_blank: str
    order: str
    out_of_turn: str
    locked: str
    """A wager that is made is not altered."""
    deducted: str
    """The minimum of a round that a player is absent from."""
    cancelled: str
    """A player who stays away is disqualified."""
    winners: str
    play_off: str
    eliminated_together: str
    pool: str
    absent_rounds: int
    """Rounds at most for which the minimum is deducted."""
