"""Terms of a promotion held against the books once more."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from feltwork.games.promotion import LIQUOR, LIQUOR_WORDS, PRESCRIBED, Matter, PromotionRules, strictest
from feltwork.games.registry import find_game

Body = dict[str, Any]


def rules_of(books: list[str]) -> PromotionRules:
    """The rules that a promotion at these games is under."""
    found = [rules for book in books if (rules := find_game(book).promotion) is not None]
    if len(found) != len(books):
        raise ValueError("a game without rules for promotions")
    return strictest(found)


def digest_of(terms: Body) -> str:
    """SHA-256 of the terms as the log has them: JSON with its fields in their order, later ones where they are said."""
    said = {name: value for name, value in terms.items() if value or name not in ("own_entry", "wager_for_each")}
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()


def unsaid(terms: Body, rules: PromotionRules) -> Iterator[str]:
    """Items of the book that terms do not say; kinds of prize have items of their own."""
    for item in rules.items:
        if item.used and terms[item.used] is False:
            continue
        empty = [name for name in item.needs if not str(terms[name] or "").strip() or terms[name] in (0, [])]
        if empty:
            yield f"{item.clause}: {empty[0]} is not said"
    for prize in terms["prizes"]:
        for item in rules.extras.get(prize["kind"], ()):
            if any(not dict(prize["details"]).get(name, "").strip() for name in item.needs):
                yield f"{item.clause}: {item.needs[0]} of {prize['name']!r} is not said"
    if not terms["marketing"].strip() or not terms["available"]:
        yield f"{rules.clause(Matter.AVAILABLE)}: where the terms are named and to be had is not said"


def barred(terms: Body, rules: PromotionRules, prescribed: list[str]) -> Iterator[str]:
    """Prizes that no promotion may have."""
    items = [f" {' '.join(re.findall('[a-z0-9]+', item.lower()))} " for item in prescribed]
    for prize in terms["prizes"]:
        words = re.findall(
            r"[a-z0-9]+", " | ".join((prize["name"], *prize["includes"], *dict(prize["details"]).values())).lower()
        )
        text = f" {' '.join(words)} "
        for one in rules.barred:
            if not prize["cleared"].strip() and any(f" {word} " in text for word in one.words):
                yield f"{one.clause}: {prize['name']!r} is {one.what}"
        if prize["liquor"] > rules.most_liquor:
            yield f"{rules.clause(Matter.LIQUOR)}: {prize['name']!r} has {prize['liquor']} ml of liquor"
        if any(item in text for item in items):
            yield f"{rules.clause(Matter.PRESCRIBED)}: {prize['name']!r} is prescribed as no prize"
        if prize["alternative"] and prize["kind"] in rules.alternative.barred:
            yield f"{rules.clause(Matter.ALTERNATIVE)}: {prize['name']!r} has an alternative"


def never(terms: Body, rules: PromotionRules, prescribed: list[str]) -> Iterator[str]:
    """Prizes that nobody may clear: of a barred kind, with too much liquor, or on the operator's list (rules 2)."""
    for prize in terms["prizes"]:
        kinds = {one.kind: one.clause for one in rules.barred} | {PRESCRIBED: rules.clause(Matter.PRESCRIBED)}
        for kind, clause in kinds.items():
            if prize["kind"] == kind:
                yield f"{clause}: {prize['name']!r} is of the kind {kind}"
        if prize["liquor"] > rules.most_liquor or (prize["kind"] == LIQUOR and not prize["liquor"]):
            yield f"{rules.clause(Matter.LIQUOR)}: {prize['name']!r} has {prize['liquor']} ml of liquor"
        text = _said(prize)
        if any(_reads(text, item) for item in prescribed):
            yield f"{rules.clause(Matter.PRESCRIBED)}: {prize['name']!r} is prescribed as no prize"
        if prize["alternative"] and prize["kind"] in rules.alternative.barred:
            yield f"{rules.clause(Matter.ALTERNATIVE)}: {prize['name']!r} has an alternative"


def uncleared(terms: Body, rules: PromotionRules, cleared: list[tuple[str, Body]]) -> Iterator[str]:
    """Prizes that read as barred and that nobody has cleared (rules 2)."""
    for prize in terms["prizes"]:
        text = _said(prize)
        for one in rules.barred:
            words = [word for word in (*one.words, *one.more) if _reads(text, word)]
            if words and (one.clause, prize) not in cleared:
                yield f"{one.clause}: {prize['name']!r} reads as {one.what} ({words[0]!r}), and nobody cleared it"
        liquor = rules.clause(Matter.LIQUOR)
        words = [] if prize["liquor"] else [word for word in LIQUOR_WORDS if _reads(text, word)]
        if words and (liquor, prize) not in cleared:
            yield f"{liquor}: {prize['name']!r} reads as liquor ({words[0]!r}), and no litres are said"


def _said(prize: Body) -> str:
    """All that is said of a prize, one text to a line."""
    texts = (prize["name"], prize["conditions"], *prize["includes"], *dict(prize["details"]).values())
    return "\n".join(text.replace("\n", "\r") for text in texts).lower()


def _reads(text: str, word: str) -> bool:
    """Does a prize name this word, as it is or in the plural?"""
    return word.lower()[:-1] in text and _forms(word).search(text) is not None


@lru_cache(maxsize=2_048)
def _forms(word: str) -> re.Pattern[str]:
    plain = re.escape(word.lower())
    forms = [plain, f"{plain}s", f"{plain}es"] + ([f"{plain[:-1]}ies"] if word.endswith("y") else [])
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(forms)})(?![a-z0-9])")


def single_prizes(terms: Body) -> dict[int, Body]:
    """Every prize by its number."""
    every = [prize for prize in terms["prizes"] for _ in range(prize["count"])]
    return dict(enumerate(every, 1))
