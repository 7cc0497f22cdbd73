"""``feltwork people``: who stands behind the ids in a log. Names lie beside the log and can be erased."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say, say_done, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.refusal import harmless, shown
from feltwork.store.opening import open_to_read
from feltwork.store.port import Person


@click.group("people")
def command() -> None:
    """Names and addresses behind the ids of a database: noted, shown, erased. The log itself holds ids only."""


@command.command("add")
@click.argument("db")
@click.argument("person")
@click.option("--name", required=True, help="What the person is called.")
@click.option("--address", default="", help="Where to reach the person.")
@json_option
@clock_option
def add(db: str, person: str, name: str, address: str, as_json: bool) -> None:
    """Note who PERSON is, in place of what was noted before."""
    if not person or not person.isprintable() or " " in person:
        raise click.UsageError(f"an id is one word, not '{shown(person)}'")
    store = open_to_write(db)
    try:
        store.people.save(Person(person, name, address))
    finally:
        store.close()
    say_done(f"{person} is {shown(name)}", as_json, id=person, name=name, address=address)


@command.command("show")
@click.argument("db")
@click.argument("person", required=False)
@json_option
def show(db: str, person: str | None, as_json: bool) -> int:
    """Show everybody, or one PERSON. Exit code 1 if nobody of that id is known."""
    store = open_to_read(db)
    try:
        found = [known for known in store.people.all() if person in (None, known.id)]
    finally:
        store.close()
    if as_json:
        say_json([{"id": known.id, "name": known.name, "address": known.address} for known in found])
    else:
        for known in found:
            say(harmless(f"{known.id}: {known.name}{', ' if known.address else ''}{known.address}"))
    if found or person is None:
        return 0
    click.echo(f"{shown(person)} is not known by name", err=True)
    return 1


@command.command("erase")
@click.argument("db")
@click.argument("person")
@json_option
@clock_option
def erase(db: str, person: str, as_json: bool) -> int:
    """Forget PERSON's name and address for good; the id stays in the log. Exit code 1 if nothing was known."""
    store = open_to_write(db)
    try:
        gone = store.people.erase(person)
    finally:
        store.close()
    told = f"{shown(person)} is {'erased' if gone else 'not known by name'}"
    say_done(told, as_json, id=person, erased=gone)
    return 0 if gone else 1
