"""``feltwork staff`` and ``feltwork terminal``: who and what may come to a floor."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.refusal import shown
from feltwork.server.sessions import Sessions
from feltwork.server.staff import MOST_PASSWORD, STAFF_KINDS, Staff, StaffError, check_roles
from feltwork.store.desk import Desk
from feltwork.store.opening import open_existing, open_store
from feltwork.store.port import Store

db_option = click.option("--db", required=True, help="The floor's database, as its configuration names it.")


@contextmanager
def _staff(db: str, opened: Callable[[str], Store] = open_existing) -> Iterator[Staff]:
    store = opened(db)
    try:
        yield Staff(Sessions(store, store.now))
    finally:
        store.close()


@click.group("staff")
def command() -> None:
    """Accounts of a floor's staff."""


@command.command("add")
@click.argument("person")
@db_option
@click.option("--kind", type=click.Choice(STAFF_KINDS), required=True, help="Which screen they sign in at.")
@click.option("--role", "roles", multiple=True, help="As what they act there, such as dealer; as often as needed.")
@click.option("--replace", is_flag=True, help="Make an account anew that is there already; its old password is void.")
def add(person: str, db: str, kind: str, roles: tuple[str, ...], replace: bool) -> None:
    """Let PERSON sign in. The password is asked for, or read from standard input."""
    check_roles(kind, roles)
    if sys.stdin.isatty():
        password = str(click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    else:
        password = sys.stdin.readline(MOST_PASSWORD + 2).rstrip("\r\n")
    with _staff(db, open_store) as staff:  # a floor's first account may come before its first table
        staff.add(person, kind, roles, password, replace=replace)
    say(f"{person} may sign in as {kind}")


@command.command("remove")
@click.argument("person")
@db_option
def remove(person: str, db: str) -> int:
    """Let PERSON sign in no more; whoever is signed in by that name is out. Exit code 1 if there is no such account."""
    with _staff(db) as staff:
        gone = staff.remove(person)
    say(f"{shown(person)} {'is removed' if gone else 'has no account'}")
    return 0 if gone else 1


@command.command("unlock")
@click.argument("person")
@db_option
def unlock(person: str, db: str) -> int:
    """Let PERSON try again after too many wrong passwords. Exit code 1 if there is no such account."""
    with _staff(db) as staff:
        known = staff.unlock(person)
    say(f"{shown(person)} {'may try again' if known else 'has no account'}")
    return 0 if known else 1


@command.command("list")
@db_option
@json_option
def list_(db: str, as_json: bool) -> None:
    """Show every account."""
    with _staff(db) as staff:
        now = staff.sessions.now()
        found = [(a.person, a.kind, a.roles, a.locked_until > now) for a in staff.accounts()]
    if as_json:
        say_json([{"person": p, "kind": k, "roles": list(r), "locked": locked} for p, k, r, locked in found])
        return
    for person, kind, roles, locked in found:
        say(f"{person}: {kind} as {', '.join(roles)}{', locked' if locked else ''}")


@click.group("terminal")
def terminal() -> None:
    """Terminals of a floor: each has a key of its own."""


@terminal.command("enrol")
@db_option
@click.option("--table", required=True, help="The table it stands at.")
@click.option("--seat", type=click.IntRange(1), help="The seat it stands at; without one it is a display on the wall.")
def enrol(db: str, table: str, seat: int | None) -> None:
    """Print a new terminal's key, this once. One that was enrolled for the same place is out.

    Start the terminal's browser at /signin#KEY.
    """
    _check_place(db, table, seat)
    with _staff(db) as staff:
        key = staff.enrol(table, seat)
    say(key)


def _check_place(db: str, table: str, seat: int | None) -> None:
    """A key for a table or a seat that is not on the floor would open nothing."""
    store = open_existing(db)
    try:
        life = Desk(store).look(table) if store.head(f"table/{table}").version else None
    finally:
        store.close()
    if life is not None and seat is not None and seat > life.capacity:
        raise StaffError(f"table {table} has seats 1 to {life.capacity}, and no seat {seat}")
    if life is None:
        raise StaffError(f"no table '{shown(table)}' was ever opened in this database; start its floor first")


@terminal.command("list")
@db_option
@json_option
def terminals(db: str, as_json: bool) -> None:
    """Show every enrolled terminal."""
    with _staff(db) as staff:
        found = staff.terminals()
    if as_json:
        say_json([{"name": t.name, "table": t.table, "seat": t.seat} for t in found])
        return
    for t in found:
        say(f"{t.name}: {f'seat {t.seat}' if t.seat is not None else 'display'} at {t.table}")


@terminal.command("revoke")
@click.argument("name")
@db_option
def revoke(name: str, db: str) -> int:
    """Make the key of terminal NAME worthless; its screen is let go. Exit code 1 if there is no such terminal."""
    with _staff(db) as staff:
        gone = staff.revoke(name)
    say(f"{shown(name)} {'is revoked' if gone else 'is not enrolled'}")
    return 0 if gone else 1
