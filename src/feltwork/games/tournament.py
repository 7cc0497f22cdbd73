"""What a book says about tournaments: what their conditions must hold, the clause of each rule, and its numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """Something that the conditions of a tournament must say."""

    clause: str
    needs: tuple[str, ...]
    """Fields of the document, as ``part.field``."""
    about: str
    used: str = ""
    """The field that says whether this is used at all; empty where it must always be said."""


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


@dataclass(frozen=True)
class TournamentRules:
    """A book's rules for tournaments."""

    official: str
    """Who is in charge: the Tournament Manager, or the Director."""
    conditions: str
    """The clause that lists what conditions must hold."""
    items: tuple[Item, ...]
    approval: str = ""
    """The clause that asks for an approval of the conditions in writing; empty where none does."""
    overrides: str = ""
    """The clause that lets conditions change rules of the game; empty where none does."""
    session: SessionRules | None = None
    """How a session is played, where the book itself says it."""


ENTRY = ("entry.terms", "entry.withdraw_until", "entry.form", "entry.minimum_players", "entry.maximum_players")
STRUCTURE = ("structure.sessions", "structure.progression", "structure.repechage")


def eligibility(clause: str, parts: tuple[str, str, str]) -> tuple[Item, ...]:
    """The three parts about who may enter; the second and the third only where they are used."""
    entitled, refusal, criteria = (f"{clause}{part}" for part in parts)
    return (
        Item(entitled, ("eligibility.entitled",), "only persons who may enter the casino and gamble are eligible"),
        Item(refusal, ("eligibility.refusal",), "any application may be refused", "eligibility.may_refuse"),
        Item(criteria, ("eligibility.criteria",), "the criteria of selection", "eligibility.selects"),
    )
