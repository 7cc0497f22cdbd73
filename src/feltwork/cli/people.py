"""``feltwork people``: who stands behind the ids in a log. Names lie beside the log and can be erased."""

from __future__ import annotations

import click
from msgspec import json, to_builtins

from feltwork.cli.common import json_option, say, say_done, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.kept_names import kept_by
from feltwork.refusal import harmless, shown
from feltwork.reports.person import held_about, ids_of
from feltwork.server.people import NOT_PEOPLE
from feltwork.store.opening import open_to_read
from feltwork.store.port import Person, Store


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
    if person.startswith(NOT_PEOPLE):
        raise click.UsageError(f"ids that begin with {NOT_PEOPLE} are those of signatures on forms, and no person's")
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


@command.command("export")
@click.argument("db")
@click.argument("person")
@json_option
def export(db: str, person: str, as_json: bool) -> int:
    """Print everything that is held about PERSON: name, money, every event that names them, and what keeps the name.

    PERSON is an id, or the name of one person. Exit code 1 if nothing is held.
    """
    store = open_to_read(db)
    try:
        person = _id_of(store, person)
        held = held_about(store, person)
    finally:
        store.close()
    if as_json:
        say_json(to_builtins(held))
    else:
        say(harmless(f"{person}: {held.name or 'no name'}{', ' if held.address else ''}{held.address}"))
        for account, amount in held.accounts.items():
            say(harmless(f"{account}: {amount}"))
        for seen in held.records:
            said = json.encode(seen.body).decode()
            say(harmless(f"{seen.at} {seen.stream} {seen.version} {seen.kind} by {seen.by}: {said}"))
        say(harmless("; ".join(held.kept)) or "nothing keeps the name")
    return 0 if held.name or held.records else 1


def _id_of(store: Store, person: str) -> str:
    """The id of whoever is meant: by id, or by a name that one person has."""
    found = ids_of(store, person)
    if len(found) > 1:
        raise click.UsageError(f"{len(found)} people are called {shown(person)}: say which, {', '.join(found)}")
    return found[0]


@command.command("erase")
@click.argument("db")
@click.argument("person")
@json_option
@clock_option
def erase(db: str, person: str, as_json: bool) -> int:
    """Forget PERSON's name and address for good; the id stays in the log. Exit code 1 if nothing was known.

    Refused while something keeps the name: money of theirs, an exclusion, an open dispute, a denied claim.
    """
    store = open_to_write(db)
    try:
        person = _id_of(store, person)
        if kept := list(kept_by(store, person)):
            raise click.UsageError(f"{shown(person)} is not erased: {'; '.join(kept)}")
        gone = store.people.erase(person)
    finally:
        store.close()
    told = f"{shown(person)} is {'erased' if gone else 'not known by name'}"
    say_done(told, as_json, id=person, erased=gone)
    return 0 if gone else 1
