"""``feltwork document``: the approved rules of a game, installed for everybody to read."""

from __future__ import annotations

import getpass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

import click
from msgspec import to_builtins

from feltwork.cage.commands import InstallRules
from feltwork.cage.documents import MAX_BYTES, OPERATOR, PDF, SHELF, TEXT
from feltwork.cage.events import CAGE
from feltwork.cli.common import BookName, json_option, say, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_to_read
from feltwork.table.live.when import in_utc

db_option = click.option("--db", required=True, help="The floor's database, as its configuration names it.")


@click.group("document")
def command() -> None:
    """The approved rules of a floor's games: a PDF or a text for each."""


@command.command("install")
@click.argument("book", type=BookName())
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--version", "version", required=True, help="What the document calls itself, such as 'version 10, July 2026'."
)
@click.option("--as", "person", default=None, help="Who installs it; by default who is signed in here.")
@db_option
@clock_option
def install(book: str, file: Path, version: str, person: str | None, db: str) -> None:
    """Show FILE as the rules of BOOK at every terminal and desk from now on; its digest and version go into the log."""
    body = file.read_bytes()
    form = _form(body)
    digest = sha256(body).hexdigest()
    store = open_to_write(db, play=True)
    try:
        before = store.settings.get(SHELF, digest)
        store.settings.put(SHELF, digest, body)
        sent = InstallRules(book, version, digest, len(body), form)
        who = person or getpass.getuser()
        given = Desk(store).submit(Envelope(f"rules-{token_hex(8)}", CAGE, who, OPERATOR, sent))
        if given.reason and before is None:
            store.settings.take(SHELF, digest)  # the verifier would ask who put it there
    finally:
        store.close()
    if given.reason:
        raise click.UsageError(given.reason)
    say(f"{book}: {version} ({form}, {len(body)} bytes), SHA-256 {digest}")


def _form(body: bytes) -> str:
    if not 0 < len(body) <= MAX_BYTES:
        raise click.UsageError(f"a document has 1 to {MAX_BYTES} bytes")
    if body.startswith(b"%PDF-"):
        return PDF
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise click.UsageError("a document is a PDF or a text in UTF-8") from None
    if "\0" in text:
        raise click.UsageError("a document is a PDF or a text in UTF-8")
    return TEXT


@command.command("list")
@db_option
@json_option
def show(db: str, as_json: bool) -> None:
    """Which documents are installed, and whether the files are still the same."""
    store = open_to_read(db)
    try:
        documents = dict(sorted(Desk(store).cage.documents.items()))
        there = {book: store.settings.get(SHELF, found.sha256) for book, found in documents.items()}
    finally:
        store.close()
    same = {
        book: body is not None and sha256(body).hexdigest() == documents[book].sha256 for book, body in there.items()
    }
    if as_json:
        say_json({book: to_builtins(d) | {"whole": same[book]} for book, d in documents.items()})
        return
    for book, d in documents.items():
        broken = "" if same[book] else "  THE FILE IS NOT THE ONE THAT WAS INSTALLED"
        say(f"{book}: {d.version} ({d.form}), SHA-256 {d.sha256}, by {d.by} at {in_utc(d.at)}{broken}")
    if not documents:
        say("No document is installed.")


@command.command("save")
@click.argument("book", type=BookName())
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@db_option
def save(book: str, file: Path, db: str) -> None:
    """Write the installed document of BOOK to FILE."""
    store = open_to_read(db)
    try:
        found = Desk(store).cage.documents.get(book)
        body = store.settings.get(SHELF, found.sha256) if found else None
    finally:
        store.close()
    if found is None:
        raise click.UsageError(f"no document is installed for {book}")
    if body is None or sha256(body).hexdigest() != found.sha256:
        raise click.UsageError("the file that is kept is not the one that was installed")
    file.write_bytes(body)
    say(f"{file}: {found.version}")
