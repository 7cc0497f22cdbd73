"""``feltwork promotion freeze``, ``witness``, ``draw``, ``redraw``, ``entries`` and ``recompute``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from feltwork.cli.common import json_option, read_text, say, say_done, say_json
from feltwork.cli.office import by_options, order, state_of, to_read, to_write
from feltwork.cli.stores import clock_option
from feltwork.engine.replay import read_event
from feltwork.entropy.commit import SECRET_BYTES, commitment
from feltwork.entropy.mapping import DrawError
from feltwork.entropy.sealing import SealingError, load_key, seal, unseal
from feltwork.promotion import commands as ask
from feltwork.promotion.aggregate import KIND, PROMOTION
from feltwork.promotion.drawing import draw_id
from feltwork.promotion.publishing import published, wrong_draws
from feltwork.refusal import harmless
from feltwork.store.port import Store

key_option = click.option(
    "--draw-key", "key_file", type=click.Path(path_type=Path), required=True, help="The floor's draw key."
)


def committed(key_file: Path, state: Any) -> tuple[str, str]:
    """A fresh secret for the next draw: its commitment, and the secret sealed under the draw key, in hex."""
    secret = os.urandom(SECRET_BYTES)
    return commitment(secret), seal(_key(key_file), draw_id(state), secret).hex()


def _key(path: Path) -> bytes:
    try:
        return load_key(path)
    except SealingError as wrong:
        raise click.UsageError(str(wrong)) from None


@click.command("freeze")
@click.argument("db")
@click.argument("name")
@key_option
@by_options
@json_option
@clock_option
def freeze(db: str, name: str, key_file: Path, person: str | None, role: str, as_json: bool) -> None:
    """Freeze the list of NAME's entries and commit to the secret of the draw."""
    with to_write(db) as store:
        order(store, name, ask.FreezeEntries(*committed(key_file, state_of(store, KIND, name))), person, role)
        state = state_of(store, KIND, name)
    assert state.pending is not None
    told = {"digest": state.digest, "draw": state.pending.draw, "commitment": state.pending.commitment}
    say_done(f"frozen: list {state.digest}, commitment {state.pending.commitment}", as_json, **told)


@click.command("redraw")
@click.argument("db")
@click.argument("name")
@click.argument("award", type=click.IntRange(1))
@click.option("--reason", required=True, help="Why the prize is drawn again.")
@key_option
@by_options
@json_option
@clock_option
def redraw(
    db: str, name: str, award: int, reason: str, key_file: Path, person: str | None, role: str, as_json: bool
) -> None:
    """Ask for prize AWARD of NAME to be drawn again; another person witnesses it."""
    with to_write(db) as store:
        promised = committed(key_file, state_of(store, KIND, name))
        order(store, name, ask.AskRedraw(award, reason, *promised), person, role)
    say_done(f"prize {award} waits for a witness; commitment {promised[0]}", as_json, commitment=promised[0])


@click.command("witness")
@click.argument("db")
@click.argument("name")
@click.argument("word")
@by_options
@json_option
@clock_option
def witness(db: str, name: str, word: str, person: str | None, role: str, as_json: bool) -> None:
    """Oversee the draw of NAME, and add a WORD to it that nobody could know before."""
    with to_write(db) as store:
        order(store, name, ask.WitnessDraw(word), person, role)
    say_done("the draw is overseen", as_json, promotion=name)


@click.command("draw")
@click.argument("db")
@click.argument("name")
@key_option
@by_options
@json_option
@clock_option
def draw(db: str, name: str, key_file: Path, person: str | None, role: str, as_json: bool) -> None:
    """Draw what waits to be drawn; prints who won what."""
    with to_write(db) as store:
        pending = state_of(store, KIND, name).pending
        secret = b""
        if pending is not None:
            try:
                secret = unseal(_key(key_file), pending.draw, bytes.fromhex(pending.sealed))
            except SealingError as wrong:
                raise click.UsageError(str(wrong)) from None
        given = order(store, name, ask.DrawPrizes(), person, role, secret=secret)
        record = next(store.log.read(PROMOTION.stream(name), given.first - 1))
        drawn = read_event(PROMOTION.events, record)
    if as_json:
        winners = [{"award": one.award, "entry": one.entry, "player": one.player} for one in drawn.winners]
        say_json({"draw": drawn.draw, "winners": winners, "without_winner": list(drawn.without_winner)})
        return
    for line in PROMOTION.tell(drawn):
        say(harmless(line))


@click.command("entries")
@click.argument("db")
@click.argument("name")
@json_option
def entries(db: str, name: str, as_json: bool) -> None:
    """Print the list of NAME's entries; with --json all that anybody needs to recompute its draws."""
    with to_read(db) as store:
        found = _published(store, name)
    if as_json:
        say_json(found)
        return
    for number, player in found["entries"]:
        say(harmless(f"{number} {player}"))


def _published(store: Store, name: str) -> dict[str, Any]:
    """The list and every draw, as they are made known."""
    events = (read_event(PROMOTION.events, record) for record in store.log.read(PROMOTION.stream(name), 0))
    return published(state_of(store, KIND, name), events)


@click.command("recompute")
@click.argument("file", metavar="FILE")
@json_option
def recompute(file: str, as_json: bool) -> int:
    """Recompute every draw in FILE, as `entries --json` prints it; exit code 1 if one does not come out."""
    try:
        found = json.loads(read_text(file))
        wrong = list(wrong_draws(found))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, DrawError) as unreadable:
        raise click.UsageError(f"{harmless(file)}: not a published draw: {harmless(unreadable)}") from None
    if as_json:
        say_json({"agrees": not wrong, "draws": len(found["draws"]), "findings": wrong})
    else:
        for line in wrong:
            say(harmless(line))
        if not wrong:
            say(f"{len(found['draws'])} draws from {len(found['entries'])} entries: every winner comes out again")
    return 1 if wrong else 0
