"""What published conditions come to: the figures and the choices by which a tournament is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from feltwork.games.tournament import Duty, TournamentRules
from feltwork.money import parse_money
from feltwork.tournament.betting import MAX_CHIPS
from feltwork.tournament.document import (
    MAX_COUNT,
    NOTHING,
    OFFICIAL,
    PLAY_OFF,
    POOL,
    SHARE,
    Lack,
    field_of,
    lacks,
)


class Stage(Struct, frozen=True):
    """A session of the tournament, at all its tables."""

    tables: int
    seats: int
    advance: int
    """How many go on from each table."""
    rounds: int = 0
    minutes: int = 0
    repechage: bool = False
    """Is it for those who did not advance from the session before?"""


class EntryTerms(Struct, frozen=True):
    """Who may enter, for how much, and until when one may withdraw."""

    fee: int
    least: int
    most: int
    withdraw_minutes: int | None = None
    """Until so many minutes before the first session one withdraws without a penalty; else until entries close."""
    agreement: bool = False
    may_refuse: bool = False


class ChipTerms(Struct, frozen=True):
    """The chips of a session, and what they cost."""

    allotment: int
    buy_in: int = 0
    to: str = POOL
    cash_value: int = 0
    """Cents for a chip, where the conditions pay chips in cash."""
    values: tuple[int, ...] = ()
    """Values of the chips that are used, where they are designated."""


class WagerTerms(Struct, frozen=True):
    """Limits of a round, and whether it has a compulsory wager."""

    minimum: int
    maximum: int
    changes: tuple[tuple[int, int, int], ...] = ()
    """From which round other limits hold."""
    compulsory: bool = True
    no_wager: str = NOTHING

    def at(self, number: int) -> tuple[int, int]:
        """Minimum and maximum of a round."""
        held = [change for change in self.changes if change[0] <= number]
        return max(held)[1:] if held else (self.minimum, self.maximum)


class PlayTerms(Struct, frozen=True):
    """Order, pass cards, forms, and what follows from being away."""

    order: bool = False
    pass_cards: int = 0
    forms: int = 0
    late_rounds: int | None = None
    """Rounds for which something is deducted from who is away; ``None`` where the conditions do not say."""
    late_deduct: int = 0
    refundable: bool = False
    """Do the conditions let an entry fee be given back to who is disqualified or retires?"""
    refund_percent: int = 100
    """How much of it, cut to the cent."""
    substitutes: bool = True
    """May a player nominate a substitute, where the book has them?"""
    buy_in_percent: int = 0
    """How much of what somebody who leaves paid for chips goes back with it, cut to the cent."""


class BuyBackTerms(Struct, frozen=True):
    """Whether, when and for how much the eliminated buy back."""

    offered: bool = False
    price: int = 0
    times: int = 1
    until: int = 0
    """The last session after which one may buy back."""
    to: str = POOL


class PrizeTerms(Struct, frozen=True):
    """How the pool is shared, and what is guaranteed."""

    shares: tuple[int, ...]
    ties: str = SHARE
    guaranteed: int = 0
    entries: int = 0
    """Entries from which the guarantee holds."""


class Terms(Struct, frozen=True):
    """Everything of the conditions that a decision looks at."""

    entry: EntryTerms
    chips: ChipTerms
    wagers: WagerTerms
    play: PlayTerms
    buy_back: BuyBackTerms
    prizes: PrizeTerms
    stages: tuple[Stage, ...]
    notice_minutes: int
    ties: str
    """What decides between equal chips at the cut."""
    book: str
    wheel: str
    variant: str
    title: str
    overrides: tuple[str, ...] = ()
    """Clauses of the game that the conditions change."""
    merge: bool = False
    """Do tables become one during a session, as players go out?"""


def read_terms(document: Mapping[str, object], rules: TournamentRules) -> Terms | list[Lack]:
    """The terms of complete conditions, or what stands in the way of publishing them."""
    missing = lacks(document, rules)
    return missing or _structural(document, rules) or _terms(document, rules)


def _structural(document: Mapping[str, object], rules: TournamentRules) -> list[Lack]:
    """What no field has by itself: sessions that lead to one final, chips that come to the allotment."""
    stages, clause = _stages(document), rules.clause(Duty.REPECHAGE)
    found = []
    if not stages:
        found.append(Lack(clause, "structure.sessions is empty"))
    elif stages[-1].tables != 1 or stages[-1].repechage or stages[0].repechage:
        found.append(Lack(clause, "the last session is the final at one table, and a repechage follows a session"))
    repeats = [stage for stage in stages if stage.repechage]
    if repeats and field_of(document, "structure.repechage") is not True:
        found.append(Lack(clause, "a session is a repechage, and structure.repechage says that there is none"))
    chips = _each(document, "chips.set")
    total = sum(each["value"] * each["count"] for each in chips)
    if chips and total != field_of(document, "chips.allotment"):
        found.append(Lack(rules.clause(Duty.ALLOTMENT), f"chips.set comes to {total}, not to the allotment"))
    wheel = document.get("wheel", "")
    if wheel not in ("", "single", "double") or not isinstance(document.get("variant", ""), str):
        found.append(Lack(rules.conditions, "wheel is single or double, and variant is text"))
    return found


class _Said:
    """What conditions say, field by field."""

    def __init__(self, document: Mapping[str, object]) -> None:
        self.document = document

    def __call__(self, path: str, otherwise: Any = None) -> Any:
        value = field_of(self.document, path)
        return otherwise if value is None else value

    def money(self, path: str, switch: str) -> int:
        """Cents, where what costs them is used at all."""
        return parse_money(self(path, "0.00")) if self(switch) is True else 0


def _terms(document: Mapping[str, object], rules: TournamentRules) -> Terms:
    said, stages = _Said(document), _stages(document)
    back = BuyBackTerms(
        said("buy_back.offered", False),
        said.money("buy_back.price", "buy_back.offered"),
        said("buy_back.times", 1),
        said("buy_back.until", max(len(stages) - 1, 1)),
        said("buy_back.to", POOL),
    )
    prizes = PrizeTerms(
        tuple(said("prizes.shares")),
        said("prizes.ties", SHARE),
        said.money("prizes.guaranteed_amount", "prizes.guaranteed"),
        said("prizes.guaranteed_entries", 0),
    )
    return Terms(
        _entry(said),
        _chips(said),
        _wagers(said),
        _play(said),
        back,
        prizes,
        stages,
        said("structure.notice_minutes", 0),
        PLAY_OFF if rules.session is not None else said("structure.ties", OFFICIAL),
        str(document["tournament"]),
        str(document.get("wheel", "")),
        str(document.get("variant", "")),
        str(document.get("title", "")),
        tuple(str(each["clause"]) for each in _overrides(document)),
        said("structure.merge", False),
    )


def _entry(said: _Said) -> EntryTerms:
    return EntryTerms(
        said.money("entry.fee", "entry.charged"),
        said("entry.minimum_players", 2),
        said("entry.maximum_players", MAX_COUNT),
        said("entry.withdraw_minutes"),
        said("entry.agreement", False),
        said("eligibility.may_refuse", False) or said("eligibility.selects", False),
    )


def _chips(said: _Said) -> ChipTerms:
    return ChipTerms(
        said("chips.allotment"),
        said.money("chips.buy_in", "chips.bought"),
        said("chips.buy_in_to", POOL),
        said.money("chips.cash_value", "chips.cashed"),
        tuple(sorted({each["value"] for each in _each(said.document, "chips.set")})),
    )


def _wagers(said: _Said) -> WagerTerms:
    changes = _each(said.document, "wagers.changes") if said("wagers.change") else []
    return WagerTerms(
        said("wagers.minimum", 1),
        said("wagers.maximum", MAX_CHIPS),
        tuple((each["round"], each["minimum"], each["maximum"]) for each in changes),
        said("wagers.compulsory"),
        said("play.no_wager", NOTHING),
    )


def _play(said: _Said) -> PlayTerms:
    secret = said("play.secret_number", 0) if said("play.secret") else 0
    return PlayTerms(
        said("play.order", False),
        said("play.pass_cards", 0),
        said("play.undisclosed", 0) or secret,
        said("play.late_rounds"),
        said("play.late_deduct", 0),
        said("play.refundable", False),
        said("play.refund_percent", 100),
        said("play.substitutes", True),
        said("play.buy_in_refund_percent", 0),
    )


def _overrides(document: Mapping[str, object]) -> list[Any]:
    listed = document.get("override", [])
    return listed if isinstance(listed, list) else []


def _each(document: Mapping[str, object], path: str) -> list[Any]:
    """A list that the check of the document has looked into."""
    value = field_of(document, path)
    return value if isinstance(value, list) else []


def _stages(document: Mapping[str, object]) -> tuple[Stage, ...]:
    return tuple(
        Stage(
            each["tables"],
            each["seats"],
            each["advance"],
            each.get("rounds", 0),
            0 if each.get("rounds") else each.get("minutes", 0),
            each.get("repechage") is True,
        )
        for each in _each(document, "structure.sessions")
    )
