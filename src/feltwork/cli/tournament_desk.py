"""``feltwork tournament publish`` and ``run``: a live tournament from the command line."""

from __future__ import annotations

import getpass
import hmac
import os
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from feltwork.cli.common import json_option, read_text, say, say_json
from feltwork.cli.orders import by_options
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.cli.tournament_files import db_option, read_document
from feltwork.engine.aggregates import AtAggregate
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment
from feltwork.refusal import harmless, shown
from feltwork.store.port import Answer
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.topics import drafting, seating, starting

secret_option = click.option(
    "--secret", "secret_file", required=True, help="The file that keeps the secret of the draws of seats; made at need."
)


def session_secret(file: str, session: int) -> bytes:
    """The secret of a session's draw of seats, from the file's; the file is made, for its owner alone, at need."""
    path = Path(file)
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(handle, token_hex(32).encode())
        os.close(handle)
    try:
        master = bytes.fromhex(read_text(file).strip())
    except ValueError:
        raise click.UsageError(f"{harmless(file)}: not a secret of 64 hex digits") from None
    if len(master) != 32:
        raise click.UsageError(f"{harmless(file)}: not a secret of 64 hex digits")
    return hmac.digest(master, f"session {session}".encode(), "sha256")


def at_time(text: str) -> int:
    """Microseconds since 1970 of a time such as 2026-11-20T19:00+11:00."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"'{shown(text)}' is not a time such as 2026-11-20T19:00+11:00") from None
    if when.tzinfo is None:
        raise click.UsageError(f"'{shown(text)}' has no time zone, such as +11:00 or Z")
    return int(when.timestamp()) * 1_000_000


class Orders:
    """Sends commands to one tournament of a database."""

    def __init__(self, db: str, name: str) -> None:
        self.store = open_to_write(db, play=True)
        self.desk, self.name = Desk(self.store), name

    def send(self, body: Any, person: str, role: str) -> Answer:
        return self.desk.submit(Envelope(f"cli-{token_hex(12)}", self.name, person, role, body))

    def must(self, body: Any, person: str, role: str) -> None:
        given = self.send(body, person, role)
        if given.reason:
            raise click.UsageError(f"{given.reason} ({given.clause})")

    def close(self) -> None:
        self.desk.close()
        self.store.close()


@click.command("publish")
@click.argument("file", metavar="CONDITIONS")
@click.option("--id", "name", required=True, help="What the tournament is called in the log.")
@click.option("--licence", required=True, help="Licence of the Tournament Manager or Director, who is the sender.")
@click.option("--start", "starts", multiple=True, required=True, help="When each session starts, one after another.")
@click.option("--close", "closes", required=True, help="When entries close.")
@secret_option
@db_option
@by_options
@clock_option
@json_option
def publish(
    file: str,
    name: str,
    licence: str,
    starts: tuple[str, ...],
    closes: str,
    secret_file: str,
    db: str,
    person: str | None,
    role: str,
    as_json: bool,
) -> None:
    """Publish CONDITIONS: entries open, and the first draw of seats is committed to."""
    document, _ = read_document(file)
    who = person or getpass.getuser()
    times, close = [at_time(text) for text in starts], at_time(closes)
    orders = Orders(db, name)
    try:
        promised = commitment(session_secret(secret_file, 1))
        state = orders.desk.aggregate(AGGREGATE, name)
        orders.must(
            drafting.ReviseConditions(document) if state.phase else drafting.DraftTournament(document), who, role
        )
        orders.must(drafting.AppointOfficial(who, licence), who, role)
        orders.must(drafting.PublishTournament(times, close, promised), who, role)
        digest = orders.desk.aggregate(AGGREGATE, name).digest
    finally:
        orders.close()
    if as_json:
        say_json({"id": name, "digest": digest, "commitment": promised})
    else:
        say(f"{name} is published; conditions {digest[:16]}, first draw committed to by {promised[:16]}")


class Line(msgspec.Struct, forbid_unknown_fields=True, rename={"person": "as"}):
    """One command of a script, with who sends it in which role."""

    do: AtAggregate
    person: str
    role: str


@click.command("run")
@click.argument("name", metavar="ID")
@click.argument("file", metavar="FILE", default="-")
@secret_option
@db_option
@clock_option
@json_option
def run_commands(name: str, file: str, secret_file: str, db: str, as_json: bool) -> int:
    """Send commands to the tournament ID, a JSON object on each line: {"as": ..., "role": ..., "do": {"type": ...}}.

    Secrets and commitments of draws are filled in from the file of the secret. Stops at the first refusal, with
    exit code 1.
    """
    lines = []
    for number, text in enumerate(read_text(file).splitlines(), 1):
        if text.strip():
            try:
                lines.append((number, msgspec.json.decode(text, type=Line)))
            except (msgspec.MsgspecError, UnicodeError) as wrong:
                raise click.UsageError(f"line {number}: {harmless(str(wrong)[:200])}") from None
    orders = Orders(db, name)
    try:
        for number, line in lines:
            given = orders.send(filled(line.do, orders, secret_file), line.person, line.role)
            told = {"line": number, "done": given.last, "clause": given.clause, "refused": given.reason}
            if as_json:
                say_json(told)
            elif given.reason:
                say(f"line {number}: refused ({given.clause}): {given.reason}")
            if given.reason:
                return 1
        if not as_json:
            say(f"{len(lines)} done")
        return 0
    finally:
        orders.close()


def filled(body: Any, orders: Orders, secret_file: str) -> Any:
    """A command with the secret or the commitment that only this side knows."""
    session = orders.desk.aggregate(AGGREGATE, orders.name).session
    if isinstance(body, seating.DrawSeats) and not body.secret:
        return replace(body, secret=session_secret(secret_file, session).hex())
    if isinstance(body, starting.StartSession) and not body.commitment:
        return replace(body, commitment=commitment(session_secret(secret_file, session + 1)))
    return body
