"""``feltwork tournament practice``: a session against bots, in the terminal."""

from __future__ import annotations

import sys
from random import Random, SystemRandom

import click

from feltwork.cli.common import say
from feltwork.cli.tournament_lab import plan_of
from feltwork.lab.tournaments.figures import practice_mark
from feltwork.lab.tournaments.practice import PracticeTable, practice_table
from feltwork.tournament.steps import Open

HELP = "A wager is its name, what it is on, and chips: 'red 50' or 'straight 7 10, red 20'; or 'pass', 'quit'."
QUIT, PASS = "quit", "pass"


@click.command("practice")
@click.argument("conditions", metavar="CONDITIONS")
@click.option("--strategies", required=True, metavar="FILE", help="What the bots do, as TOML.")
@click.option("--players", type=click.IntRange(2, 20), default=4, show_default=True, help="At the table, you too.")
@click.option("--name", default="you", show_default=True, help="What you are called.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=None, help="The same dice or numbers again.")
def practice(conditions: str, strategies: str, players: int, name: str, seed: int | None) -> None:
    """Play a session of a tournament against bots: its first session, at one table."""
    plan = plan_of(conditions, strategies, players, 60, alone=True)
    if not name.strip() or name in plan.base.players:
        raise click.UsageError("--name: somebody else is called so")
    if not plan.in_the_book:
        say(practice_mark(plan.book))
    chance = Random(SystemRandom().getrandbits(63) if seed is None else seed)
    table, rounds = practice_table(plan, name, chance), plan.stages[0].rounds
    say(HELP)
    for number in range(1, rounds + 1):
        if table.me not in table.chips() or len(table.chips()) < 2:
            break
        low, high = table.begin()
        say(f"Round {number} of {rounds}, {low} to {high}. {_standing(table)}")
        if not _acts(table):
            say("You leave.")
            return
        for line in table.decide(rounds - number + 1):
            say(f"  {line}")
    for place, names in enumerate(table.places(), 1):
        say(f"{place}. {' and '.join(names)}")
    through = plan.stages[0].advance
    order = [each for names in table.places() for each in names]
    say(f"{through} advance: {', '.join(order[:through]) or 'nobody'}.")


def _standing(table: PracticeTable) -> str:
    chips = sorted(table.chips().items(), key=lambda each: -each[1])
    return ", ".join(f"{name} {count}" for name, count in chips)


def _acts(table: PracticeTable) -> bool:
    """Ask until something is taken; no more input, or ``quit``, leaves."""
    while True:
        print("> ", end="", file=sys.stderr, flush=True)
        typed = sys.stdin.readline()
        if not typed or typed.strip() == QUIT:
            return False
        if typed.strip() == PASS:
            refused = table.passes()
        else:
            lines = [_line(part) for part in typed.split(",")]
            if any(line is None for line in lines):
                say(HELP)
                continue
            refused = table.wagers([line for line in lines if line is not None])
        if refused is None:
            return True
        say(f"  {refused.reason} ({refused.clause})")


def _line(typed: str) -> Open | None:
    """``red 50``, ``straight 7 10``, ``split 1-2 20``."""
    words = typed.split()
    if not 2 <= len(words) <= 3 or not words[-1].isdecimal() or len(words[-1]) > 9:
        return None
    return Open(words[0], _on(words[1]) if len(words) == 3 else None, int(words[-1]))


def _on(typed: str) -> object:
    parts = typed.split("-")
    if all(part.isdecimal() and len(part) <= 2 for part in parts):
        numbers = [int(part) for part in parts]
        return numbers if len(numbers) > 1 else typed if typed == "00" else numbers[0]
    return typed
