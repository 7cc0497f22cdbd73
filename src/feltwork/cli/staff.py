"""``feltwork staff`` and ``feltwork terminal``: who and what may come to a floor."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.entropy.sealing import SealingError, load_key
from feltwork.refusal import harmless, shown
from feltwork.server.auth.factors import FactorError
from feltwork.server.auth.passwords import MAX_PASSWORD
from feltwork.server.auth.sessions import SECOND, SESSION_ID, Sessions
from feltwork.server.auth.staff import STAFF_KINDS, Attempt, SignInError, Staff, check_roles
from feltwork.server.auth.terminals import StaffError
from feltwork.server.auth.totp import address, typed
from feltwork.store.opening import open_to_read
from feltwork.store.port import Store

db_option = click.option("--db", required=True, help="The floor's database, as its configuration names it.")


@contextmanager
def _staff(db: str, opened: Callable[[str], Store] = open_to_write, key: Path | None = None) -> Iterator[Staff]:
    store = opened(db)
    try:
        yield Staff(Sessions(store, store.now), _key_at(key) if key is not None else b"")
    finally:
        store.close()


def _key_at(path: Path) -> bytes:
    try:
        return load_key(path)
    except SealingError:
        raise StaffError(f"{harmless(str(path))} is not there, or is no account key") from None


@click.group("staff")
def command() -> None:
    """Accounts of a floor's staff."""


@command.command("add")
@click.argument("person")
@db_option
@click.option("--kind", type=click.Choice(STAFF_KINDS), required=True, help="Which screen they sign in at.")
@click.option("--role", "roles", multiple=True, help="As what they act there, such as dealer; as often as needed.")
@click.option("--replace", is_flag=True, help="Make an account anew that is there already; its old password is void.")
@clock_option
def add(person: str, db: str, kind: str, roles: tuple[str, ...], replace: bool) -> None:
    """Let PERSON sign in. The password is asked for, or read from standard input."""
    check_roles(kind, roles)
    password = _typed("Password", twice=True)
    opened = partial(open_to_write, make=True)  # a floor's first account may come before its first table
    with _staff(db, opened) as staff:
        staff.add(person, kind, roles, password, replace=replace)
    say(f"{person} may sign in as {kind}")


def _typed(what: str, *, twice: bool = False, hidden: bool = True) -> str:
    """What somebody types when asked; without a terminal, the next line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt(what, hide_input=hidden, confirmation_prompt=twice, err=True))
    return sys.stdin.readline(MAX_PASSWORD + 2).rstrip("\r\n")


@command.command("password")
@click.argument("person")
@db_option
@click.option("--key", type=click.Path(path_type=Path), help="The account key, where PERSON has a second factor.")
@clock_option
def password(person: str, db: str, key: Path | None) -> None:
    """Change PERSON's password, for whoever knows the old one. Everybody signed in by that name is out.

    The old and the new one are asked for, or read from standard input, a line each; then the code, if there is one.
    """
    old, new = _typed("Old password"), _typed("New password", twice=True)
    with _staff(db, key=key) as staff:
        code = _typed("Code", hidden=False) if staff.factors.has(person) else ""
        try:
            staff.set_password(staff.check(Attempt(person[:64], ""), old, code), new)
        except SignInError as refused:
            refused.record()
            raise StaffError(str(refused)) from None
    say(f"{shown(person)} has a new password")


@command.command("set-factor")
@click.argument("person")
@db_option
@click.option("--key", type=click.Path(path_type=Path), required=True, help="The floor's account key.")
@clock_option
def set_factor(person: str, db: str, key: Path) -> None:
    """Give PERSON a second factor: print its secret for an app, ask for a code, print the recovery codes once."""
    with _staff(db, key=key) as staff:
        if staff.account(person) is None:
            raise StaffError(f"{shown(person)} has no account")
        secret = staff.factors.begin(person)
        say(f"secret: {typed(secret)}\naddress: {address(secret, person)}")
        try:
            codes = staff.factors.confirm(person, _typed("Code that the app shows", hidden=False))
        except FactorError as wrong:
            raise StaffError(str(wrong)) from None
    say("\n".join(["recovery codes, each good for one sign-in:", *codes]))


def _told(person: str, done: bool, yes: str, no: str) -> int:
    """Say what became of a person's account; the exit code."""
    say(f"{shown(person)} {yes if done else no}")
    return 0 if done else 1


@command.command("reset-factor")
@click.argument("person")
@db_option
@clock_option
def reset_factor(person: str, db: str) -> int:
    """Take PERSON's second factor away; whoever is signed in by that name is out. Exit code 1 if there is none."""
    with _staff(db) as staff:
        gone = staff.reset_factor(person)
    return _told(person, gone, "has no second factor any more", "has no second factor")


@command.command("sessions")
@click.argument("person")
@db_option
@json_option
def sessions(person: str, db: str, as_json: bool) -> None:
    """Show where PERSON is signed in."""
    with _staff(db, open_to_read) as staff:
        now = staff.sessions.now()
        found = [(name[:SESSION_ID], one) for name, one in staff.sessions.of(person) if not one.is_over(now)]
    if as_json:
        say_json(
            [
                {
                    "session": name,
                    "kind": one.kind,
                    "table": one.table,
                    "address": one.address,
                    "born": one.born,
                    "seen": one.seen,
                }
                for name, one in found
            ]
        )
        return
    for name, one in found:
        seen = datetime.fromtimestamp(one.seen // SECOND, UTC)
        say(f"{name}: {one.kind}{f' at {one.table}' if one.table else ''}, last used {seen:%Y-%m-%d %H:%M} UTC")


@command.command("end-session")
@click.argument("person")
@click.argument("session", required=False, default="")
@db_option
@clock_option
def end_session(person: str, session: str, db: str) -> int:
    """Sign PERSON out: at one SESSION, by its name in the list, or everywhere. Exit code 1 if there was none."""
    with _staff(db) as staff:
        ended = staff.sessions.end_of(person, only=session)
    say(f"{ended} session{'' if ended == 1 else 's'} ended")
    return 0 if ended else 1


@command.command("remove")
@click.argument("person")
@db_option
@clock_option
def remove(person: str, db: str) -> int:
    """Let PERSON sign in no more; whoever is signed in by that name is out. Exit code 1 if there is no such account."""
    with _staff(db) as staff:
        gone = staff.remove(person)
    return _told(person, gone, "is removed", "has no account")


@command.command("unlock")
@click.argument("person")
@db_option
@clock_option
def unlock(person: str, db: str) -> int:
    """Let PERSON try again at once after too many wrong passwords. Exit code 1 if there is no such account."""
    with _staff(db) as staff:
        known = staff.unlock(person)
    return _told(person, known, "may try again", "has no account")


@command.command("list")
@db_option
@json_option
def list_(db: str, as_json: bool) -> None:
    """Show every account."""
    with _staff(db, open_to_read) as staff:
        found = [(a.person, a.kind, a.roles, staff.factors.has(a.person)) for a in staff.accounts()]
    if as_json:
        say_json([{"person": p, "kind": k, "roles": list(r), "second_factor": has} for p, k, r, has in found])
        return
    for person, kind, roles, has in found:
        say(f"{person}: {kind} as {', '.join(roles)}{', with a second factor' if has else ''}")


@click.group("terminal")
def terminal() -> None:
    """Terminals of a floor: each has a key of its own."""


@terminal.command("enrol")
@db_option
@click.option("--table", required=True, help="The table it stands at.")
@click.option("--seat", type=click.IntRange(1), help="The seat it stands at; without one it is a display on the wall.")
@clock_option
def enrol(db: str, table: str, seat: int | None) -> None:
    """Print a new terminal's key, this once. One that was enrolled for the same place is out.

    Start the terminal's browser at /signin#KEY.
    """
    _check_place(db, table, seat)
    with _staff(db) as staff:
        key = staff.terminals.enrol(table, seat)
    say(key)


def _check_place(db: str, table: str, seat: int | None) -> None:
    """A key for a table or a seat that is not on the floor would open nothing."""
    store = open_to_read(db)
    try:
        live = Desk(store).look(table) if store.log.head(f"table/{table}").version else None
    finally:
        store.close()
    if live is not None and seat is not None and seat > live.opening.capacity:
        raise StaffError(f"table {table} has seats 1 to {live.opening.capacity}, and no seat {seat}")
    if live is None:
        raise StaffError(f"no table '{shown(table)}' was ever opened in this database; start its floor first")


@terminal.command("list")
@db_option
@json_option
def terminals(db: str, as_json: bool) -> None:
    """Show every enrolled terminal."""
    with _staff(db, open_to_read) as staff:
        found = staff.terminals.all()
    if as_json:
        say_json([{"name": t.name, "table": t.table, "seat": t.seat} for t in found])
        return
    for t in found:
        say(f"{t.name}: {f'seat {t.seat}' if t.seat is not None else 'display'} at {t.table}")


@terminal.command("revoke")
@click.argument("name")
@db_option
@clock_option
def revoke(name: str, db: str) -> int:
    """Make the key of terminal NAME worthless; its screen is let go. Exit code 1 if there is no such terminal."""
    with _staff(db) as staff:
        gone = staff.terminals.revoke(name)
    say(f"{shown(name)} {'is revoked' if gone else 'is not enrolled'}")
    return 0 if gone else 1
