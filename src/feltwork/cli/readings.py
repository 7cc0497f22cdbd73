"""``feltwork readings``."""

from __future__ import annotations

import click

from feltwork.cli.common import BookName, json_option, say, say_json
from feltwork.games.register import readings
from feltwork.games.registry import book_names, options_of


@click.command("readings")
@click.argument("book", type=BookName(), required=False)
@json_option
def command(book: str | None, as_json: bool) -> None:
    """The named options for what the books leave open: values, the default first, and why."""
    why = {reading.id: reading for reading in readings()}
    if as_json:
        say_json(
            [
                {
                    "book": name,
                    "id": option.id,
                    "option": option.name,
                    "default": option.default,
                    "values": list(option.values),
                    "reading": why[option.id].reading,
                }
                for name in ((book,) if book else book_names())
                for option in options_of(name)
            ]
        )
        return
    for name in (book,) if book else book_names():
        say(name)
        for option in options_of(name):
            others = [value for value in option.values if value != option.default]
            say(f"  {option.name} = {option.default}" + (f"   (or {', '.join(others)})" if others else ""))
            say(f"    {option.id}: {why[option.id].reading}")
