"""``feltwork tournament``."""

from __future__ import annotations

import sys

import click

from feltwork.cli.common import json_option, read_text, say, say_json
from feltwork.cli.tournament_desk import publish, run_commands
from feltwork.cli.tournament_files import read_document, tournament_rules
from feltwork.cli.tournament_lab import last, simulate
from feltwork.cli.tournament_practice import practice
from feltwork.cli.tournament_shown import report, standings
from feltwork.lab.tournaments.figures import practice_mark
from feltwork.refusal import harmless
from feltwork.table.play.fields import ScriptError
from feltwork.tournament.bounds import stands_in_the_way
from feltwork.tournament.document import template
from feltwork.tournament.play import play_session
from feltwork.tournament.script import SessionScript, read_session
from feltwork.tournament.telling import tell


@click.group("tournament")
def command() -> None:
    """Tournaments as the books describe them."""


@command.command("new")
@click.argument("book", metavar="BOOK")
def new(book: str) -> None:
    """Print conditions for BOOK to fill in: each item that must be said, with its clause."""
    rules = tournament_rules(book, practice=True)
    if not rules.in_the_book:
        say(f"# {practice_mark(book)}")
    say(template(book, rules).rstrip("\n"))


@command.command("check")
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> int:
    """List what the conditions still lack, each with its clause; exit code 1 if they cannot be published."""
    document, rules = read_document(file, practice=True)
    found = stands_in_the_way(document, rules)
    if as_json:
        told = [{"clause": each.clause, "about": each.about} for each in found]
        say_json({"complete": not found, "lacks": told, "in_the_book": rules.in_the_book})
    elif found:
        for each in found:
            say(str(each))
    elif rules.in_the_book:
        say(f"{harmless(file)}: complete; the conditions can be published")
    else:
        say(f"{harmless(file)}: complete for practice; {practice_mark(str(document['tournament']))}")
    return 1 if found or not rules.in_the_book else 0


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


command.add_command(simulate)
command.add_command(last)
command.add_command(practice)
command.add_command(publish)
command.add_command(run_commands)
command.add_command(standings)
command.add_command(report)
