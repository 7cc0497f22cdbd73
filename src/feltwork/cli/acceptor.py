"""``feltwork acceptor``: the note acceptors of a floor, and one that is simulated from the command line."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import Struct

from feltwork.cli.common import Amount, json_option, say, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.games.conduct import Act
from feltwork.money import format_money
from feltwork.refusal import harmless, shown
from feltwork.server.auth.terminals import StaffError

if TYPE_CHECKING:
    from feltwork.cage.acceptor import SimulatedAcceptor
    from feltwork.table.live.commands import EnrolAcceptor, RemoveAcceptor

ANSWER_SECONDS = 10
WAIT_SECONDS = 60
"""How long a report waits for those of the same device that were begun before it."""
MAX_ANSWER = 65_536
"""Bytes of an answer that are read."""
TAKEN, REFUSED = 200, 409
"""How a floor answers a report once it has looked at its log."""
db_option = click.option("--db", required=True, help="The floor's database, as its configuration names it.")
table_option = click.option("--table", required=True, help="The table it stands at.")
seat_option = click.option("--seat", type=click.IntRange(1, 24), required=True, help="The seat it stands at.")
by_option = click.option(
    "--by", "person", required=True, help="The manager in whose name it is done: an account that may close the table."
)


class RefusedNote(Struct, forbid_unknown_fields=True):
    """A note that a device has kept, and that the floor refused when its report came again."""

    number: int
    amount: int
    why: str


class DeviceFile(Struct, forbid_unknown_fields=True):
    """What a device keeps: where it stands, its key, its last report, and what it owes."""

    table: str
    seat: int
    key: str
    number: int = 0
    amount: int = 0
    answered: bool = True
    refused: list[RefusedNote] = []


@click.group("acceptor")
def command() -> None:
    """Note acceptors: each is enrolled at a terminal with its own key, and signs and numbers what it reports."""


@command.command("enrol")
@db_option
@table_option
@seat_option
@by_option
@click.option("--key-file", required=True, type=click.Path(path_type=Path), help="Where the device's key is written.")
@clock_option
def enrol(db: str, table: str, seat: int, person: str, key_file: Path) -> None:
    """Enrol a note acceptor at a terminal; one that was there before is out."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    kept = DeviceFile(table, seat, key.private_bytes_raw().hex())
    if key_file.exists():
        raise StaffError(f"{harmless(str(key_file))} is there already; a key is never written over")
    _send(db, table, person, _device(kept).enrolment)
    _write(key_file, kept)
    say(f"note acceptor {key.public_key().public_bytes_raw().hex()[:8]} is enrolled at {table}, terminal {seat}")


@command.command("remove")
@db_option
@table_option
@seat_option
@by_option
@clock_option
def remove(db: str, table: str, seat: int, person: str) -> None:
    """Take no more notes at a terminal."""
    from feltwork.table.live.commands import RemoveAcceptor

    _send(db, table, person, RemoveAcceptor(seat))
    say(f"the note acceptor at {table}, terminal {seat} is removed")


@command.command("list")
@db_option
@json_option
def list_(db: str, as_json: bool) -> None:
    """Show every enrolled note acceptor, and the number of its last report."""
    from feltwork.engine.desk import Desk
    from feltwork.store.opening import open_to_read

    store = open_to_read(db)
    try:
        desk = Desk(store)
        tables = sorted(h.stream.removeprefix("table/") for h in store.log.heads() if h.stream.startswith("table/"))
        found = [(name, seat, a) for name in tables for seat, a in sorted(desk.look(name).terminals.acceptors.items())]
    finally:
        store.close()
    if as_json:
        say_json([{"table": t, "seat": seat, "key": a.key, "reports": a.last} for t, seat, a in found])
        return
    for table, seat, acceptor in found:
        say(f"{table}, terminal {seat}: {acceptor.key[:8]}, last report {acceptor.last}")
    if not found:
        say("no note acceptor is enrolled")


@command.command("report")
@click.option("--key-file", required=True, type=click.Path(path_type=Path), help="The device's key.")
@click.option("--url", required=True, help="The floor's address, by a name that it is reached by.")
@click.argument("amount", type=Amount(), required=False)
def report(key_file: Path, url: str, amount: int | None) -> int:
    """Report one note of AMOUNT as a device does.

    A report that was not answered is sent again first; without an AMOUNT nothing else is. Until the floor has answered
    it, no other note is taken. Reports of one device are sent one after the other.
    """
    with _one_at_a_time(key_file):
        return _report(key_file, url, amount)


@contextmanager
def _one_at_a_time(key_file: Path) -> Iterator[None]:
    """Hold the device's file until its report is answered: two that read the same number would both send it.

    The lock is that of an empty SQLite file, and goes with its process however that ends.
    """
    if not key_file.exists():  # no lock is left beside a file that is not there; reading it says what is wrong
        yield
        return
    lock = sqlite3.connect(key_file.with_name(f".{key_file.name}.lock"), timeout=WAIT_SECONDS, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as wrong:
            raise StaffError(
                f"{harmless(str(key_file))} is in use by another report, and no note was taken ({wrong})"
            ) from None
        yield
    finally:
        lock.close()


def _report(key_file: Path, url: str, amount: int | None) -> int:
    """Send what waits for its answer, then a new note; the exit code."""
    device = _read(key_file)
    if not device.answered:
        if not _settled(key_file, device, url):
            if amount is not None:
                say(f"the note of {format_money(amount)} was not taken")
            return 1
    elif amount is None:
        say("no report waits for its answer")
    if amount is None:
        return 0
    device.number, device.amount, device.answered = device.number + 1, amount, False
    _write(key_file, device)
    why = _answer(url, device)
    if why is None:
        return 1
    device.answered = True
    _write(key_file, device)
    say(f"report {device.number}: {format_money(amount)} {f'refused: {shown(why)}' if why else 'is on the meter'}")
    return 1 if why else 0


def _settled(key_file: Path, device: DeviceFile, url: str) -> bool:
    """Send a report again that was not answered; is it on the meter now?

    A note that the device has kept and the floor refuses is money that is owed to somebody: it stays in the file.
    """
    why = _answer(url, device)
    if why is None:
        return False
    device.answered = True
    if why:
        device.refused.append(RefusedNote(device.number, device.amount, why))
    _write(key_file, device)
    told = f"is refused: {shown(why)}; the device's file keeps it" if why else "is answered now, and on the meter"
    say(f"report {device.number} of {format_money(device.amount)}, not answered before, {told}")
    return not why


def _answer(url: str, device: DeviceFile) -> str | None:
    """Why the floor refuses a report, or nothing in it where it was taken; ``None``, and said, without an answer."""
    try:
        return _post(url, device)
    except NoAnswerError as none:
        what = f"report {device.number} of {format_money(device.amount)}"
        say(f"{what} has no answer ({none}); it waits, and is sent again first")
        return None


def _device(kept: DeviceFile) -> SimulatedAcceptor:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from feltwork.cage.acceptor import SimulatedAcceptor

    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(kept.key))
    return SimulatedAcceptor(kept.table, kept.seat, key, max(kept.number - 1, 0))


def _read(path: Path) -> DeviceFile:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=DeviceFile)
        _device(kept)
    except (OSError, ValueError) as wrong:
        raise StaffError(f"{harmless(str(path))} is not the key of a note acceptor ({type(wrong).__name__})") from None
    return kept


def _write(path: Path, kept: DeviceFile) -> None:
    """On disk before anything depends on it, and readable by its owner alone."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as failed:
        raise StaffError(f"{harmless(str(path))} cannot be written: {failed.strerror}") from None


def _send(db: str, table: str, person: str, body: EnrolAcceptor | RemoveAcceptor) -> None:
    """One command to a table that stands in this database, in the name of somebody who has the power there."""
    from feltwork.engine.desk import Desk
    from feltwork.engine.envelope import Envelope
    from feltwork.server.auth.sessions import Sessions
    from feltwork.server.auth.staff import Staff

    store = open_to_write(db)
    try:
        desk = Desk(store)
        conduct = desk.look(table).conduct if store.log.head(f"table/{table}").version else None
        if conduct is None:
            raise StaffError(f"no table '{shown(table)}' was ever opened in this database; start its floor first")
        account, allowed = Staff(Sessions(store, store.now)).account(person), conduct.powers[Act.CLOSE].roles
        if account is None:
            raise StaffError(f"nobody called '{shown(person)}' is on the staff of this floor")
        role = next((role for role in account.roles if role in allowed), None)
        if role is None:
            has = ", ".join(account.roles)
            raise StaffError(f"{shown(person)} is {has}, and at {table} this is for {', '.join(allowed)}")
        answer = desk.submit(Envelope(f"acceptor:{secrets.token_hex(16)}", table, person, role, body))
    finally:
        store.close()
    if answer.reason:
        raise StaffError(answer.reason)


class NoAnswerError(Exception):
    """Nothing came that says what became of a report; the message says what came."""


def _post(url: str, kept: DeviceFile) -> str:
    """Send the report; why the floor refuses it, if it does."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    if not url.startswith(("http://", "https://")):
        raise StaffError("a floor's address begins with http:// or https://")
    signed = _device(kept).report(kept.amount)
    body = {
        "table": kept.table,
        "seat": kept.seat,
        "amount": kept.amount,
        "number": kept.number,
        "signature": signed.signature,
    }
    try:
        asked = Request(f"{url.rstrip('/')}/api/note", json.dumps(body).encode())
        try:
            with urlopen(asked, timeout=ANSWER_SECONDS) as answer:
                code, told = answer.status, answer.read(MAX_ANSWER)
        except HTTPError as other:
            with other:
                code, told = other.code, other.read(MAX_ANSWER)
    except (OSError, ValueError, HTTPException) as failed:
        raise NoAnswerError(f"the floor was not reached: {type(failed).__name__}") from None
    return _read_answer(code, told, kept.amount)


def _read_answer(code: int, told: bytes, amount: int) -> str:
    """Why a report is refused, empty if it is taken. Only the floor's log says either; all else is no answer.

    Whoever asks too fast (429), by another name (421) or through a proxy is answered without a look at the log.
    """
    try:
        said = json.loads(told)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise NoAnswerError(f"status {code}, and not in the floor's words")
    why = said.get("why")
    if code == TAKEN and said.get("done") == amount:
        return ""
    if code == REFUSED and isinstance(why, str) and why and isinstance(said.get("clause"), str):
        return why
    raise NoAnswerError(f"status {code}{f': {shown(why)}' if isinstance(why, str) else ''}")
