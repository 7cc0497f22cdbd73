"""``feltwork tournament``."""

from __future__ import annotations

import os
import sys
import tomllib

import click

from feltwork.cli.common import json_option, read_text, say, say_json
from feltwork.cli.progress import progress
from feltwork.games import BookError, check_book
from feltwork.games.registry import find_game, with_tournaments
from feltwork.games.tournament import TournamentRules
from feltwork.lab.tournaments.bots import BotError, read_bots
from feltwork.lab.tournaments.figures import choice_data, figures, told
from feltwork.lab.tournaments.last_wager import best_wagers, read_last_round
from feltwork.lab.tournaments.plan import PlanError, read_plan
from feltwork.lab.tournaments.run import simulate
from feltwork.outcomes import say_selection
from feltwork.refusal import harmless
from feltwork.table.play.fields import ScriptError
from feltwork.tournament.document import lacks, template
from feltwork.tournament.play import play_session
from feltwork.tournament.script import SessionScript, open_session, read_session
from feltwork.tournament.telling import tell


@click.group("tournament")
def command() -> None:
    """Tournaments as the books describe them."""


@command.command("new")
@click.argument("book", metavar="BOOK")
def new(book: str) -> None:
    """Print conditions for BOOK to fill in: each item that must be said, with its clause."""
    say(template(book, _rules(book)).rstrip("\n"))


@command.command("check")
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> int:
    """Say what conditions still lack by the book, by its letters; exit code 1 if they cannot be published."""
    document, rules = _document(file)
    found = lacks(document, rules)
    if as_json:
        say_json({"complete": not found, "lacks": [{"clause": each.clause, "about": each.about} for each in found]})
    elif found:
        for each in found:
            say(str(each))
    else:
        say(f"{harmless(file)}: complete; the conditions can be published")
    return 1 if found else 0


@command.command("simulate")
@click.argument("conditions", metavar="CONDITIONS")
@click.option("--players", type=int, required=True, help="How many enter.")
@click.option("--strategies", "strategies", required=True, metavar="FILE", help="What the players do, as TOML.")
@click.option("--tournaments", type=click.IntRange(1, 10**7), default=1000, show_default=True)
@click.option("--seconds", type=click.IntRange(1, 3600), default=60, show_default=True, help="How long a round takes.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=None, help="Processes; by default one a core.")
@json_option
def simulate_command(
    conditions: str,
    players: int,
    strategies: str,
    tournaments: int,
    seconds: int,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play whole tournaments with bots: each strategy's chances and prizes, and how long a tournament lasts."""
    document, _ = _document(conditions)
    book, wheel = str(document["tournament"]), document.get("wheel", "single")
    try:
        opened, _ = open_session(book, wheel)
        plan = read_plan(document, read_bots(read_text(strategies), opened), players, seconds)
    except (ScriptError, BotError, PlanError) as wrong:
        raise click.UsageError(harmless(wrong)) from None
    with progress("tournaments", tournaments) as tick:
        found = figures(plan, simulate(plan, tournaments, seed, workers or os.cpu_count() or 1, tick))
    if as_json:
        say_json(found | {"seed": seed})
        return
    for line in told(found):
        say(line)


@command.command("last")
@click.argument("file", metavar="FILE")
@click.option("--most", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many wagers are shown.")
@json_option
def last_command(file: str, most: int, as_json: bool) -> None:
    """The best wager of a last round in which one player is still to wager: exact chances, the best first."""
    try:
        choices = best_wagers(read_last_round(read_text(file)))[:most]
    except ScriptError as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None
    if as_json:
        say_json([choice_data(choice) for choice in choices])
        return
    for choice in choices:
        place = choice.wager if choice.on is None else f"{choice.wager} {say_selection(choice.on)}"
        say(f"{choice.amount} on {place}: advances {choice.advances}, plays off {choice.ties}")


def _document(file: str) -> tuple[dict[str, object], TournamentRules]:
    try:
        document = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None
    book = document.get("tournament")
    if not isinstance(book, str):
        raise click.UsageError(f"{harmless(file)}: field 'tournament': the name of a book")
    return document, _rules(book)


def _rules(book: str) -> TournamentRules:
    try:
        check_book(book)
    except BookError as wrong:
        raise click.UsageError(str(wrong)) from None
    rules = find_game(book).tournament
    if rules is None:
        known = " and ".join(with_tournaments())
        raise click.UsageError(f"{book} has no rules for tournaments; {known} have")
    return rules


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
