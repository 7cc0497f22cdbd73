"""``feltwork tournament simulate`` and ``last``: for the desk and for practice, never on a live screen."""

from __future__ import annotations

import os

import click

from feltwork.cli.common import json_option, read_text, say, say_json
from feltwork.cli.progress import progress
from feltwork.cli.tournament_files import read_document
from feltwork.games import BookError, open_book
from feltwork.lab.tournaments import run
from feltwork.lab.tournaments.bots import BotError, read_bots
from feltwork.lab.tournaments.figures import choice_data, figures, told
from feltwork.lab.tournaments.last_wager import best_wagers, read_last_round
from feltwork.lab.tournaments.plan import Plan, PlanError, read_plan
from feltwork.outcomes import say_selection
from feltwork.refusal import harmless
from feltwork.table.play.fields import ScriptError
from feltwork.tournament.script import open_session


def plan_of(conditions: str, strategies: str, players: int, seconds: int, *, alone: bool = False) -> Plan:
    """A tournament to be played by bots, from its files, or a complaint; ``alone`` only one table of it."""
    document, rules = read_document(conditions, practice=True)
    book, wheel = str(document["tournament"]), document.get("wheel", "single")
    try:
        opened = open_session(book, wheel)[0] if rules.session else open_book(book, variant=_variant(document))
        return read_plan(document, read_bots(read_text(strategies), opened), players, seconds, alone=alone)
    except (ScriptError, BotError, PlanError, BookError) as wrong:
        raise click.UsageError(harmless(wrong)) from None


def _variant(document: dict[str, object]) -> str | None:
    given = document.get("variant")
    return given if isinstance(given, str) and given else None


@click.command("simulate")
@click.argument("conditions", metavar="CONDITIONS")
@click.option("--players", type=int, required=True, help="How many enter.")
@click.option("--strategies", "strategies", required=True, metavar="FILE", help="What the players do, as TOML.")
@click.option("--tournaments", type=click.IntRange(1, 10**7), default=1000, show_default=True)
@click.option("--seconds", type=click.IntRange(1, 3600), default=60, show_default=True, help="How long a round takes.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=None, help="Processes; by default one a core.")
@json_option
def simulate(
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
    plan = plan_of(conditions, strategies, players, seconds)
    with progress("tournaments", tournaments) as tick:
        found = figures(plan, run.simulate(plan, tournaments, seed, workers or os.cpu_count() or 1, tick))
    if as_json:
        say_json(found | {"seed": seed})
        return
    for line in told(found):
        say(line)


@click.command("last")
@click.argument("file", metavar="FILE")
@click.option("--most", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many wagers are shown.")
@json_option
def last(file: str, most: int, as_json: bool) -> None:
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
