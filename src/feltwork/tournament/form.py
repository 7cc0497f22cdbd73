"""Conditions as a form to fill in: each item of the book under its clause, and each field with its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltwork.games.tournament import TournamentRules
from feltwork.tournament.document import CARRIED_OUT, COUNT, FLAG, KINDS, MONEY, NUMBER, TEXT, Check

PLAIN = {id(TEXT): "text", id(FLAG): "flag", id(COUNT): "count", id(NUMBER): "number", id(MONEY): "money"}
ONE_OF = "one of "
LISTS = {
    "prizes.shares": "shares",
    "structure.sessions": "sessions",
    "wagers.changes": "changes",
    "chips.set": "chips",
}

BESIDE = ("chips.buy_in", "wagers.minimum", "wagers.maximum", "wagers.change", "wagers.changes", *CARRIED_OUT)
"""What a live tournament carries out, whether or not the book asks for it."""


def field_of_form(path: str) -> dict[str, Any]:
    """A field by its path, with its kind and, where it is one of some words, these."""
    check = KINDS[path]
    words = _words(check)
    kind = LISTS.get(path) or PLAIN.get(id(check)) or ("choice" if words else "number")
    return {"path": path, "kind": kind, "options": words}


def _words(check: Check) -> list[str]:
    """The words that a field is one of; none where it is not one of some words."""
    return check[1].removeprefix(ONE_OF).split(", ") if check[1].startswith(ONE_OF) else []


def form_of(rules: TournamentRules) -> list[dict[str, Any]]:
    """The items of the book's list in its order; a field stands once, where it comes first."""
    return list(_items(rules))


def _items(rules: TournamentRules) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    for item in rules.items:
        paths = [path for path in ((item.used,) if item.used else ()) + item.needs if path not in seen]
        seen.update(paths)
        yield {
            "clause": item.clause,
            "about": item.about,
            "used": item.used,
            "fields": [field_of_form(path) for path in paths],
        }
    yield {
        "clause": "",
        "about": "",
        "used": "",
        "fields": [field_of_form(path) for path in BESIDE if path not in seen and _fits(path, seen)],
    }


def _fits(path: str, seen: set[str]) -> bool:
    """Does a part of this book's conditions have the field?"""
    part = path.partition(".")[0]
    return any(each.startswith(f"{part}.") for each in seen)
