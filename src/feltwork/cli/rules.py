"""``feltwork rules``."""

from __future__ import annotations

from collections import Counter

import click

from feltwork.cli.common import BookName, json_option, reading_option, say, say_json, variant_option
from feltwork.games import open_book
from feltwork.games.book import Book


@click.command("rules")
@click.argument("book", type=BookName(), required=False)
@click.option("--coverage", is_flag=True, help="How many clauses are implemented, recorded, physical, not yet.")
@click.option("--check", "checked", is_flag=True, help="What in the folder of the book does not fit together.")
@click.option("--by", type=click.Choice(["book", "category"]), default="book", help="Count coverage by this.")
@click.option("--wheel", type=click.Choice(["single", "double"]), default="single", help="Roulette: which wheel.")
@click.option("--lucky-ball", is_flag=True, help="Roulette: with Lucky Ball.")
@click.option("--mega", is_flag=True, help="Roulette: Lucky Ball with Mega Odds.")
@variant_option
@reading_option
@json_option
def command(
    book: str | None,
    coverage: bool,
    checked: bool,
    by: str,
    wheel: str,
    lucky_ball: bool,
    mega: bool,
    variant: str | None,
    readings: dict[str, str],
    as_json: bool,
) -> None:
    """A book as a rule card, or, with --coverage, how much of the books the system carries out."""
    if coverage:
        if wheel != "single" or lucky_ball or mega or variant or readings:
            raise click.UsageError("--coverage counts clauses of whole books; variants and readings do not change it")
        _coverage(by, book, as_json)
        return
    if by != "book":
        raise click.UsageError("--by goes with --coverage")
    if book is None:
        raise click.UsageError("name a book, or ask for --coverage")
    if checked:
        _check(book, as_json)
        return
    opened = open_book(
        book,
        variant=variant,
        wheel=wheel,
        lucky_ball="mega" if mega else lucky_ball,
        readings=readings,
    )
    _card(opened, as_json)


def _check(book: str, as_json: bool) -> None:
    from feltwork.games.checking import problems
    from feltwork.lab.strategy.named import TEXTS

    found = problems(book, TEXTS)
    if as_json:
        say_json({"book": book, "problems": found})
    else:
        for line in found or [f"{book}: everything in its folder fits together"]:
            say(line)
    if found:
        raise click.exceptions.Exit(1)


def _card(book: Book, as_json: bool) -> None:
    from feltwork.games.card import card, entry, house_lines, not_in_the_book

    entries = [entry(book, wager) for wager in book.wagers.values()]
    if as_json:
        say_json(
            {
                "book": book.id,
                "title": book.name,
                "readings": dict(book.readings.values),
                "fingerprint": book.fingerprint,
                "house": house_lines(book),
                "not_in_the_book": not_in_the_book(book),
                "wagers": [
                    {
                        "wager": e.wager.name,
                        "title": e.wager.title,
                        "clause": e.wager.clause,
                        "when": e.when,
                        "on": e.on,
                        "rules": [*e.decided, *e.pays, *e.also],
                        "clauses": sorted(e.wager.clauses()),
                    }
                    for e in entries
                ],
            }
        )
        return
    say(card(book))


def _coverage(by: str, book: str | None, as_json: bool) -> None:
    from feltwork.games.register import STATES, coverage, not_yet

    counts = coverage(by_category=by == "category")
    if book and by == "book":
        counts = {book: counts[book]}
    missing = [row for row in not_yet() if book in (None, row.book)]
    if as_json:
        books = {name: count for name, count in coverage().items() if book in (None, name)}
        found = {"books": _counted(books), "not_yet": [[row.book, row.clause] for row in missing]}
        say_json(found | ({"categories": _counted(counts)} if by == "category" else {}))
        return
    from feltwork.cli.render import table

    rows = [(name, *(str(count[state]) for state in STATES), str(count.total())) for name, count in counts.items()]
    rows.append(
        (
            "all",
            *(str(sum(c[s] for c in counts.values())) for s in STATES),
            str(sum(c.total() for c in counts.values())),
        )
    )
    table((by, *STATES, "clauses"), rows, right=tuple(range(1, len(STATES) + 2)), title="Clauses by state")
    say("Not yet:" if missing else "Nothing is left to do.")
    for row in missing:
        say(f"  {row.book} {row.clause} ({row.category}): {row.obligation}")


def _counted(counts: dict[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: {state.replace(" ", "_"): n for state, n in count.items()} for name, count in counts.items()}
