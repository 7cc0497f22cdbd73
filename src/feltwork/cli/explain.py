"""``feltwork explain``."""

from __future__ import annotations

import click

from feltwork.cli.common import book_argument, json_option, say, say_json
from feltwork.readings import BY_NAME
from feltwork.rulebooks.register import Clause, below, find_clause


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
    say(f"{found.book} {found.clause} ({found.category}, {found.who})")
    say(f"  {found.obligation}")
    say(f"  state: {found.state}")
    if found.by:
        say(f"  by: {found.by}")
    if found.test:
        say(f"  shown by: {found.test}")
    if found.note:
        say(f"  note: {found.note}")
    for reading in found.readings:
        say(f"  reading {reading.id}: {reading.question}")
        say(f"    {reading.reading}")
        for name in filter(None, (n.strip() for n in reading.option.split(","))):
            option = BY_NAME.get(name)
            if option and book in option.books:
                say(f"    option {name}: {', '.join(option.values)} (default {option.default(book)})")
    under = below(found)
    if under:
        say("  under it:")
        for row in under:
            say(f"    {row.clause}: {row.obligation} [{row.state}]")


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
