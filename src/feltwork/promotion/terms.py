"""The terms of a promotion: what the book wants them to say, and what no prize may be."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from feltwork.games.promotion import KINDS, MONEY, NEVER, Matter, PromotionRules, strictest
from feltwork.games.registry import BookError, find_game
from feltwork.money import format_money
from feltwork.promotion.barred import hits
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown

MAX_TEXT = 2_000
"""Letters of one item of the terms."""
MAX_PRIZES = 200
MAX_AWARDS = 1_000
MAX_ITEMS, MAX_ALL_ITEMS = 50, 1_000
"""Things that one prize includes and details that are said of it, and those of all prizes."""
MAX_PLACES = 50
"""Where the terms are to be had."""
MAX_VALUE = 10**11
"""A prize is worth a thousand million dollars at most."""
REQUIRED, NOT_REQUIRED = "required", "not required"


class Prize(Struct, frozen=True, forbid_unknown_fields=True):
    """One prize, or several alike."""

    name: str
    kind: str
    value: int
    """In cents, each."""
    count: int = 1
    conditions: str = ""
    """On receiving, using or accepting it."""
    details: tuple[tuple[str, str], ...] = ()
    """What the terms say of a prize of its kind, such as the make of a vehicle."""
    includes: tuple[str, ...] = ()
    """What it consists of or includes, item by item."""
    liquor: int = 0
    """Millilitres of liquor in it."""
    cleared: str = ""
    """Why a word that names a barred thing does not mean one here; it clears nothing, a person does that."""
    alternative: int = 0
    """Cents that the winner may be paid instead; 0 for nothing."""
    alternative_stated: str = ""
    """How the terms say so."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms and conditions of a promotion; times are in microseconds."""

    title: str
    manner: str = ""
    awarded: str = ""
    eligible: str = ""
    wager_required: bool | None = None
    wager: str = ""
    minimum_wager: int = 0
    nature: str = ""
    closes: int = 0
    place: str = ""
    commences: int = 0
    draws_at: int = 0
    claiming: str = ""
    presence: str = ""
    """``required`` or ``not required`` at the draw."""
    told: str = ""
    published: str = ""
    prizes: tuple[Prize, ...] = ()
    conditions: str = ""
    marketing: str = ""
    """Where the marketing material refers to these terms."""
    available: tuple[str, ...] = ()
    """Where the terms are to be had."""
    one_prize_each: bool = True
    more: str = ""
    own_entry: bool = False
    """May a player enter themselves, once?"""
    wager_for_each: int = 0
    """Cents of wagers for each entry; 0 for one entry by whoever has wagered the minimum."""


SINCE_RULES_2 = ("own_entry", "wager_for_each")
"""Items that terms could not say at first."""


class Lack(Struct, frozen=True):
    """Something that terms cannot be submitted without, or with."""

    clause: str
    about: str
    word: str = ""
    """Of a prize that reads as barred: the word, which a person may find to mean something else,"""
    prize: str = ""
    """and the prize's name."""

    def __str__(self) -> str:
        return f"{self.clause}: {self.about}"


def rules_for(books: Sequence[str]) -> PromotionRules | Refusal:
    """The rules of a promotion at these games; of several the strictest (reading P3)."""
    found = []
    for name in books:
        try:
            rules = find_game(name).promotion
        except BookError as unknown:
            return Refusal(NOT_IN_THE_BOOK, str(unknown))
        if rules is None:
            return Refusal(NOT_IN_THE_BOOK, f"{name} has no rules for promotions")
        found.append(rules)
    if not found or len(set(books)) != len(books):
        return Refusal(NOT_IN_THE_BOOK, "a promotion names the games it goes with, each once")
    return strictest(found)


def lacks(
    terms: Terms, rules: PromotionRules, prescribed: Sequence[str] = (), cleared: Container[str] = ()
) -> list[Lack]:
    """What stands in the way of submitting these terms, in the order of the book."""
    found = [*_alternatives(terms, rules), *_barred(terms, rules, prescribed, cleared), *_available(terms, rules)]
    found += [*_items(terms, rules), *_extras(terms, rules), *_impossible(terms, rules)]
    return found


def _items(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    for item in rules.items:
        if item.used:
            said = getattr(terms, item.used)
            if said is None:
                yield Lack(item.clause, f"{item.used} does not say yes or no ({item.about})")
            if not said:
                continue
        missing = [name for name in item.needs if not _is_said(getattr(terms, name))]
        if missing:
            yield Lack(item.clause, f"{item.about}: {', '.join(missing)} not said")
    for prize in terms.prizes:
        if not prize.name.strip() or prize.value <= 0:
            yield Lack(rules.clause(Matter.DETAILS), f"each prize has a name and a value: {shown(prize.name or '?')}")


def _is_said(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else bool(value)


def _extras(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    """What a prize of its kind must say beside the rest."""
    for prize in terms.prizes:
        said = dict(prize.details)
        for item in rules.extras.get(prize.kind, ()):
            missing = [name for name in item.needs if not said.get(name, "").strip()]
            if missing:
                yield Lack(item.clause, f"{shown(prize.name)}: {missing[0]} not said")


def _alternatives(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    clause = rules.clause(Matter.ALTERNATIVE)
    for prize in terms.prizes:
        if not prize.alternative:
            continue
        if prize.kind == MONEY:
            yield Lack(clause, f"{shown(prize.name)} is money already and has no alternative")
        elif prize.kind in rules.alternative.barred:
            yield Lack(clause, f"{shown(prize.name)}: nothing is paid instead of {prize.kind}")
        elif rules.alternative.stated and not prize.alternative_stated.strip():
            yield Lack(clause, f"{shown(prize.name)}: the terms do not state the alternative")


def _barred(terms: Terms, rules: PromotionRules, prescribed: Sequence[str], cleared: Container[str]) -> Iterator[Lack]:
    """Prizes that the law bars; a word that another person cleared counts no more."""
    for prize in terms.prizes:
        for hit in hits(prize.kind, prize_texts(prize), prize.liquor, rules, prescribed):
            if not hit.word or clearance(hit.clause, prize) not in cleared:
                yield Lack(hit.clause, f"{shown(prize.name)}: {shown(hit.about)}", hit.word, prize.name)


def prize_texts(prize: Prize) -> tuple[str, ...]:
    """All that the terms say of what a prize is."""
    return (prize.name, prize.conditions, *prize.includes, *(text for _, text in prize.details))


def clearance(clause: str, prize: Prize) -> str:
    """What a prize is cleared under: its clause, and the prize exactly as the terms describe it."""
    return f"{clause} {sha256(msgspec.json.encode(prize)).hexdigest()}"


def _available(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    clause = rules.clause(Matter.AVAILABLE)
    if not terms.marketing.strip():
        yield Lack(clause, "the marketing material does not refer to the terms: marketing not said")
    if not any(where.strip() for where in terms.available):
        yield Lack(clause, "nowhere are the terms readily available: available not said")


def _impossible(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    """What is said and cannot be."""
    yield from beyond(terms, rules)
    if terms.presence and terms.presence not in (REQUIRED, NOT_REQUIRED):
        yield Lack(rules.clause(Matter.CLAIMING), f"presence is '{REQUIRED}' or '{NOT_REQUIRED}'")
    if terms.commences and terms.closes and terms.closes <= terms.commences:
        yield Lack(rules.clause(Matter.CLOSES), "entries close before the promotion commences")
    if terms.closes and terms.draws_at and terms.draws_at < terms.closes:
        yield Lack(rules.clause(Matter.PLACE_AND_TIME), "the draw is before entries close")
    if (terms.wager_required and terms.minimum_wager < 0) or terms.wager_for_each < 0:
        yield Lack(rules.clause(Matter.WAGER), "a wager is more than nothing")
    if terms.wager_for_each and not terms.wager_required:
        yield Lack(rules.clause(Matter.WAGER), "entries for wagers are given where the terms require a wager")
    clause = rules.clause(Matter.DETAILS)
    for prize in terms.prizes:
        if prize.kind not in KINDS and prize.kind not in NEVER:
            yield Lack(clause, f"{shown(prize.name)}: a prize is {', '.join(KINDS)}, not '{shown(prize.kind)}'")


def beyond(terms: Terms, rules: PromotionRules) -> Iterator[Lack]:
    """What not even a draft can be: more than anybody could give, count or read."""
    clause = rules.clause(Matter.DETAILS)
    if len(terms.prizes) > MAX_PRIZES or sum(prize.count for prize in terms.prizes) > MAX_AWARDS:
        yield Lack(clause, f"there are {MAX_PRIZES} kinds of prize and {MAX_AWARDS} prizes at most")
    items = [len(prize.includes) + len(prize.details) for prize in terms.prizes]
    if max(items, default=0) > MAX_ITEMS or sum(items) > MAX_ALL_ITEMS or len(terms.available) > MAX_PLACES:
        yield Lack(clause, f"{MAX_ITEMS} items of a prize, {MAX_ALL_ITEMS} of all and {MAX_PLACES} places are the most")
    for prize in terms.prizes:
        if prize.count < 1 or prize.value > MAX_VALUE or not 0 <= prize.alternative <= MAX_VALUE or prize.liquor < 0:
            yield Lack(clause, f"{shown(prize.name)}: {prize.count} of {format_money(prize.value)} cannot be")
    if any(len(text) > MAX_TEXT or "\x00" in text for text in _texts(terms)):
        yield Lack(rules.clause(Matter.TERMS), f"each item is said in {MAX_TEXT} letters at most")


def _texts(terms: Terms) -> Iterator[str]:
    for name in terms.__struct_fields__:
        value = getattr(terms, name)
        if isinstance(value, str):
            yield value
    yield from terms.available
    for prize in terms.prizes:
        yield from (prize.name, prize.kind, prize.conditions, prize.cleared, prize.alternative_stated)
        yield from (*prize.includes, *(text for pair in prize.details for text in pair))


def slots(terms: Terms) -> Mapping[int, Prize]:
    """Every single prize by its number, in the order of the terms."""
    singles = [prize for prize in terms.prizes for _ in range(min(prize.count, MAX_AWARDS))]
    return dict(enumerate(singles, 1))


def money_in(terms: Terms) -> int:
    """Cents of the prizes that are money."""
    return sum(prize.value * prize.count for prize in terms.prizes if prize.kind == MONEY)


def needs_scrutineer(terms: Terms, rules: PromotionRules) -> bool:
    """Is a single prize worth more than the book lets be drawn unwatched (reading P1)?"""
    return any(prize.value > rules.scrutineer_over for prize in terms.prizes)
