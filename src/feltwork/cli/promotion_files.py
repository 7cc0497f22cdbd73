"""Terms of a promotion in a TOML file: a form to fill in, and what was filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from feltwork.cli.common import read_text
from feltwork.games.promotion import KINDS, PromotionRules
from feltwork.games.registry import with_promotions
from feltwork.money import MoneyError, parse_money
from feltwork.promotion.terms import NOT_REQUIRED, REQUIRED, Terms, rules_for
from feltwork.refusal import Refusal, harmless, shown

TIMES = ("closes", "commences", "draws_at")
MONEY = ("minimum_wager", "wager_for_each")
PRIZE_MONEY = ("value", "alternative")
PLAIN = {"wager_required": "false", "minimum_wager": '"0.00"', "presence": f'"{NOT_REQUIRED}"'}
"""What a form begins with, where it is not an empty text."""


def promotion_rules(books: Sequence[str]) -> PromotionRules:
    """The rules of a promotion at these games, or a complaint."""
    rules = rules_for(books)
    if isinstance(rules, Refusal):
        raise click.UsageError(f"{rules.reason}; {', '.join(with_promotions())} have")
    return rules


def form(books: Sequence[str], rules: PromotionRules) -> str:
    """A file to fill in: each item that must be said, with its clause."""
    return "\n".join(_form(books, rules)) + "\n"


def _form(books: Sequence[str], rules: PromotionRules) -> Iterator[str]:
    yield f"books = [{', '.join(f'{chr(34)}{book}{chr(34)}' for book in books)}]"
    yield 'title = ""'
    for item in rules.items:
        yield f"\n# {item.clause}: {item.about}"
        if item.used:
            yield f"{item.used} = {PLAIN[item.used]}"
        for name in item.needs:
            if name in TIMES:
                yield f"# {name} = 2027-01-31T18:00:00+11:00"
            elif name == "presence":
                yield f'{name} = ""    # "{REQUIRED}" or "{NOT_REQUIRED}"'
            elif name != "prizes":
                yield f"{name} = {PLAIN.get(name, chr(34) * 2)}"
    yield "\n# where the marketing material names these terms, and where they are to be had"
    yield 'marketing = ""\navailable = []'
    yield "one_prize_each = true"
    yield "own_entry = false    # may a player enter themselves, once? Not where a wager is required"
    yield '# wager_for_each = "0.00"    # wagers for each entry, where one is required'
    yield f"\n# each prize; kind is one of {', '.join(KINDS)}"
    yield '[[prizes]]\nname = ""\nkind = "money"\nvalue = "0.00"\ncount = 1'
    for kind, items in rules.extras.items():
        names = ", ".join(f'"{item.needs[0]}" = ""' for item in items)
        yield f"# {kind}: details = {{ {names} }}"
    yield '# alternative = "0.00"\n# alternative_stated = ""\n# liquor = 0    # millilitres'


def read_terms(file: str) -> tuple[tuple[str, ...], Terms]:
    """The games and the terms in a file, or a complaint that names the place."""
    try:
        document = tomllib.loads(read_text(file))
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None
    books = document.pop("books", None)
    if not isinstance(books, list) or not books or not all(isinstance(book, str) for book in books):
        raise click.UsageError(f"{harmless(file)}: field 'books': a list of the games' names")
    try:
        fields = {name: _read(name, value, MONEY) for name, value in document.items() if name != "prizes"}
        prizes = document.get("prizes", [])
        if isinstance(prizes, list) and all(isinstance(prize, dict) for prize in prizes):
            prizes = [{name: _read(name, value, PRIZE_MONEY) for name, value in prize.items()} for prize in prizes]
        return tuple(books), msgspec.convert({"title": "", **fields, "prizes": prizes}, Terms)
    except (msgspec.ValidationError, ValueError) as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None


def _read(name: str, value: Any, money: Sequence[str]) -> object:
    if name in TIMES:
        return micros(name, value)
    if name in money:
        try:
            return parse_money(value)
        except MoneyError as wrong:
            raise ValueError(f"field '{name}': {wrong}") from None
    return list(value.items()) if isinstance(value, Mapping) else value


def micros(name: str, value: object) -> int:
    """A time with its offset from UTC, in microseconds since 1970."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise ValueError(f"field '{name}': a time with its offset, such as 2027-01-31T18:00:00+11:00")
    since = value.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return since.days * 86_400_000_000 + since.seconds * 1_000_000 + since.microseconds


def at_time(text: str) -> int:
    """A time as somebody types it."""
    try:
        return micros("time", datetime.fromisoformat(text))
    except ValueError:
        raise click.UsageError(f"a time is written like 2027-01-31T18:00:00+11:00, not '{shown(text)}'") from None
