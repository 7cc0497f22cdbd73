"""``feltwork tournament``."""

from __future__ import annotations

import sys

import click

from feltwork.cli.common import json_option, read_text, say, say_json
from feltwork.refusal import harmless
from feltwork.table.play.fields import ScriptError
from feltwork.tournament.play import play_session
from feltwork.tournament.script import SessionScript, read_session
from feltwork.tournament.telling import tell


@click.group("tournament")
def command() -> None:
    """Tournaments as the books describe them."""


@command.command("play")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def play(files: tuple[str, ...], as_json: bool) -> int:
    """Play session scripts: chips round by round, eliminations, places, who advances, and how the pool is paid.

    All files are read before any is played; one that is not a script ends the call with exit code 2.
    """
    scripts: list[tuple[str, SessionScript]] = []
    wrong = False
    for file in files:
        try:
            scripts.append((file, read_session(read_text(file))))
        except ScriptError as complaint:
            print(f"feltwork: {harmless(file)}: {' '.join(str(complaint).split())}", file=sys.stderr)
            wrong = True
    if wrong:
        return 2
    for file, script in scripts:
        played = play_session(script)
        if as_json:
            say_json(played.report())
            continue
        say(f"{harmless(file)}: {script.book.name}")
        for line in tell(script, played):
            say(f"  {line}")
    return 0
