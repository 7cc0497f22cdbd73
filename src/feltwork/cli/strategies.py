"""``feltwork strategies``."""

from __future__ import annotations

import click

from feltwork.cli.book_options import SCHEMA
from feltwork.cli.common import json_option, say, say_json
from feltwork.lab.strategy.named import NAMED, find_strategy
from feltwork.lab.strategy.text import PARTS


@click.command("strategies")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the strategies that ship, or explain one, and how to write your own."""
    if name is not None:
        found = find_strategy(name)
        _, books, says = NAMED.get(name, ("", (), ""))
        if as_json:
            say_json({"schema": SCHEMA, "name": name, "text": str(found), "books": list(books), "says": says})
            return
        say(f"{name}: {says}" if says else name)
        if books:
            say(f"  for {', '.join(books)}")
        for part in found.parts:
            say(f"  {part}")
            say(f"      {(type(part).__doc__ or '').strip()}")
        return
    if as_json:
        listed = [
            {"name": each, "text": form, "books": list(books), "says": says}
            for each, (form, books, says) in NAMED.items()
        ]
        say_json({"schema": SCHEMA, "strategies": listed})
        return
    from feltwork.cli.render import table

    table(("name", "for", "what it is"), ((n, _for(books), says) for n, (_, books, says) in NAMED.items()), wide=True)
    say()
    say("A strategy can also be written out, as an argument or in a file, its parts apart by ';' or on lines:")
    for _, form in PARTS.values():
        say(f"  {form}")
    say(
        "A wager is called as in its book, or by the word that all books share: line, dont-line, come, place, buy, lay."
    )


def _for(books: tuple[str, ...]) -> str:
    return "craps" if len(books) > 1 else ", ".join(books)
