"""What a book says about tournaments: what their conditions must hold, the clause of each rule, and its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from feltwork.refusal import NOT_IN_THE_BOOK


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


class Duty(StrEnum):
    """What is done around the sessions of a tournament, each by a clause of the book or by none."""

    OFFICIAL = "who is in charge"
    ENTRY = "who may enter"
    FEE = "where entry fees go"
    ADDITION = "what the house adds to the pool"
    GUARANTEE = "a pool that is guaranteed"
    CANCEL = "cancelling"
    COPY = "a copy of the conditions for each player"
    AGREEMENT = "agreement in writing"
    FIXED = "conditions that stand from the start"
    TABLES = "designating tables"
    EXCLUSIVE = "tables used for nothing else"
    NOTICE = "another starting time"
    SEATS = "how seats are allotted"
    BRIEFING = "a briefing of the players"
    PRESENCE = "an official who is there the whole time"
    CHIPS = "tournament chips and their ledger"
    ALLOTMENT = "the same chips for everybody"
    BUY_IN = "the buy-in of a session"
    POSITION = "one's own position"
    TIME_LIMIT = "a limit of time for wagers"
    RESTRICTED = "a wager after the time"
    EXAMINE = "forms examined before the round"
    REVEAL = "forms announced after the round"
    EARLY_END = "a table that ends early"
    EARLY_CASH = "a table that ends early where chips are cashed"
    TOTALS = "totals of a session, and their announcement"
    RETURNED = "chips returned, and missing ones"
    COUNT = "a count of all chips"
    LATE = "who comes late or is away"
    RETIRE = "retiring"
    SUBSTITUTE = "a substitute"
    BUY_BACK = "buying back"
    REPECHAGE = "a repechage"
    TIES = "equal chips"
    DISPUTE = "disputes"
    ADVICE = "advice during play"
    PRIZES = "prizes"


class Who(StrEnum):
    """Those to whom a tournament's rules give something to do."""

    OPERATOR = "the casino operator"
    SUPERVISOR = "a supervisor"
    DEALER = "a dealer"
    RULES = "who rules on a dispute, where it is not the official"
    REVIEWS = "who reviews such a ruling"


@dataclass(frozen=True)
class Ground:
    """Why a player is disqualified."""

    clause: str
    about: str
    must: bool = False
    """Does it disqualify at once, whatever the official thinks?"""
    refund: bool = False
    """May the official approve a refund of the entry fee?"""


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
    clauses: Mapping[Duty, str] = field(default_factory=dict)
    """By which clause something is done; what stands here not is not in the book."""
    roles: Mapping[Who, tuple[str, ...]] = field(default_factory=dict)
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    notice_minutes: int = 0
    """At least so long before a new starting time players are told; 0 where the book has no number."""
    dispute_stops: bool = False
    """Does play wait until a dispute is settled?"""
    wheels: tuple[str, ...] = ()
    """The wheels that a tournament may be played on, where the game has one."""
    example: Mapping[str, Any] = field(default_factory=dict)
    """Small complete conditions to begin with."""
    equal_chance: str = ""
    """The clause by which everybody has an equal chance; empty where it is said of the chips alone."""
    in_the_book: bool = True
    """Are they the book's own? Else they are ours, for practice and simulation alone."""

    def has(self, duty: Duty) -> bool:
        """Does the book say something about this?"""
        return duty in self.clauses

    def clause(self, duty: Duty) -> str:
        """By which clause this is done."""
        return self.clauses.get(duty, NOT_IN_THE_BOOK)


ENTRY = ("entry.terms", "entry.withdraw_until", "entry.form", "entry.minimum_players", "entry.maximum_players")
STRUCTURE = ("structure.sessions", "structure.progression", "structure.repechage")


PRACTICE = TournamentRules(
    "Tournament Director",
    NOT_IN_THE_BOOK,
    (
        Item(NOT_IN_THE_BOOK, ("entry.fee",), "the entry fee", "entry.charged"),
        Item(NOT_IN_THE_BOOK, ("chips.allotment",), "chips of each session"),
        Item(NOT_IN_THE_BOOK, ("wagers.compulsory", "wagers.minimum", "wagers.maximum"), "the wagers of a round"),
        Item(NOT_IN_THE_BOOK, ("structure.sessions",), "sessions, rounds, tables, and who progresses"),
        Item(NOT_IN_THE_BOOK, ("prizes.shares",), "the prizes"),
    ),
    in_the_book=False,
)
"""For a book that says nothing about tournaments: its game, and all the rest by the conditions."""


def eligibility(clause: str, parts: tuple[str, str, str]) -> tuple[Item, ...]:
    """The three parts about who may enter; the second and the third only where they are used."""
    entitled, refusal, criteria = (f"{clause}{part}" for part in parts)
    return (
        Item(entitled, ("eligibility.entitled",), "only persons who may enter the casino and gamble are eligible"),
        Item(refusal, ("eligibility.refusal",), "any application may be refused", "eligibility.may_refuse"),
        Item(criteria, ("eligibility.criteria",), "the criteria of selection", "eligibility.selects"),
    )
