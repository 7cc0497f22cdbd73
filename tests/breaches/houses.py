"""Breaches read off a book's house rules: wagers that are not its own, other rounding, other odds somewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from feltwork.games.book import Book
from feltwork.games.registry import every_kind
from tests.breaches import rows
from tests.breaches.breach import Breach, altered, change_book


def breaches(book: str) -> Iterator[Breach]:
    """Every breach of every house rule of this book that is data."""
    seen: set[tuple[str, str]] = set()
    for kind in every_kind(book):
        for clause, says, change in _of_house(kind):
            if (clause, says) not in seen:
                seen.add((clause, says))
                yield Breach(book, clause, says, change_book(book, change))
    for breach in rows.breaches(book):
        table, bracket, _ = breach.clause.partition("[")
        if bracket and not table.startswith("1.1"):
            yield replace(breach, clause=table)


OVERLAYS = ("7.1", "7.2")
"""The clauses of Mini Craps and of Lucky Ball by which the rest of the book goes on holding."""
Found = tuple[str, str, Callable[[Book], Book]]


def _of_house(book: Book) -> Iterator[Found]:
    house = book.house
    yield house.permissible, "a wager is offered that is not in the book", _with_another
    for name, wager in book.wagers.items():
        if wager.clause.partition(".")[0] == house.permissible.partition(".")[0]:  # not Lucky Ball, of another rule
            yield house.permissible, f"{wager.title} is not offered", _without(name)
    if "rounding" not in book.unsaid:
        for rule in ("down", "nearest"):
            if rule != house.rounding_rule:
                yield house.rounding, f"payments are rounded {rule}", _house(rounding_rule=rule)
    if house.closed and house.closing:
        yield house.closing, "no more bets is not called", _house(closing=None, needs_close=None)
    if house.voiding.invalid_voids == "nothing":
        yield (
            house.invalid,
            "a throw that does not count voids all wagers",
            _house(voiding=replace(house.voiding, invalid_voids="all_live")),
        )
    else:
        yield (
            house.invalid,
            "a throw that does not count leaves all wagers up",
            _house(voiding=replace(house.voiding, invalid_voids="nothing")),
        )
    for amendment in (one for one in book.amendments if one.clause in OVERLAYS):
        yield (
            amendment.clause,
            f"the rest of the book does not hold with {amendment.name}",
            _without(next(iter(book.wagers))),
        )


def _house(**parts: object) -> Callable[[Book], Book]:
    return lambda book: altered(book, house=altered(book.house, **parts), _machines={})


def _with_another(book: Book) -> Book:
    """One row more, under a name that no book has."""
    name = next(iter(book.wagers))
    more = replace(book.wagers[name], name="all-or-nothing", title="All or Nothing", concept="all-or-nothing")
    return replace(book, wagers={**book.wagers, more.name: more}, _machines={})


def _without(name: str) -> Callable[[Book], Book]:
    def changed(book: Book) -> Book:
        return replace(book, wagers={key: row for key, row in book.wagers.items() if key != name}, _machines={})

    return changed
