"""``feltwork explain``."""

from __future__ import annotations

import click

from feltwork.cli.common import book_argument, json_option, say, say_json
from feltwork.games.register import Clause, find_clause


@click.command("explain")
@book_argument()
@click.argument("clause")
@json_option
def command(book: str, clause: str, as_json: bool) -> None:
    """One clause of a book: what it asks, what carries it out, which test shows it, how it is read."""
    found = find_clause(book, clause)
    if as_json:
        say_json(_data(found))
        return
    say(str(found))


def _data(found: Clause) -> dict[str, object]:
    return {
        "book": found.book,
        "clause": found.clause,
        "category": found.category,
        "who": found.who,
        "obligation": found.obligation,
        "state": found.state.replace(" ", "_"),
        "by": found.by,
        "test": found.test,
        "note": found.note,
        "readings": [
            {"id": r.id, "question": r.question, "reading": r.reading, "option": r.option} for r in found.readings
        ],
    }
