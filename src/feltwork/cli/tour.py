"""``feltwork tour``: one narrated session at each of the five games, in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import click

from feltwork.cli.common import say
from feltwork.cli.settle import describe
from feltwork.money import format_money, parse_money
from feltwork.outcomes import COLOURS
from feltwork.rulebooks import BOOKS
from feltwork.table.commands import (
    Bet,
    Boost,
    Call,
    Command,
    DrawLuckyBall,
    NoMoreBets,
    NoRoll,
    RawSelection,
    Remove,
    Roll,
    Spin,
)
from feltwork.table.table import Table, open_table


@dataclass(frozen=True)
class Habit:
    """What a player puts up whenever it is not there: on the come out, with a point, or in every round."""

    seat: int
    wager: str
    amount: str
    on: RawSelection = None
    when: str = "always"
    """``come out``, ``point`` or ``always``."""


@dataclass(frozen=True)
class Game:
    """A table, its players' habits, and one thing worth showing."""

    about: str
    open: Callable[[], Table]
    habits: tuple[Habit, ...]
    rounds: int
    tries: dict[int, tuple[Command, ...]]
    """Commands tried at the start of a round, by its number; some are refused, which is the point."""


SEATS = {1: "200.00", 2: "200.00"}
GAMES = {
    "star-craps": Game(
        "Seat 1 plays the Win Line with odds and places 6 and 8; seat 2 plays against the dice.",
        lambda: open_table("star-craps", seats=SEATS, smallest_chip="1.00"),
        (
            Habit(1, "win-line", "10.00", when="come out"),
            Habit(2, "dont-win", "10.00", when="come out"),
            Habit(1, "behind-win-line", "20.00", when="point"),
            Habit(1, "place-to-win", "12.00", 6, "point"),
            Habit(1, "place-to-win", "12.00", 8, "point"),
            Habit(2, "hardway", "2.00", 8, "point"),
            Habit(2, "field", "5.00"),
        ),
        9,
        {2: (Remove(1, "win-line"), Bet(1, "buy", 2500, 4)), 5: (Bet(2, "dont-win", 500),)},
    ),
    "crown-craps": Game(
        "Mini Craps: nothing is touched after no more bets, and a come out 2 leaves the Don't Win Line up.",
        lambda: open_table("crown-craps", variant="mini", seats=SEATS, smallest_chip="1.00"),
        (
            Habit(1, "dont-win-line", "10.00", when="come out"),
            Habit(2, "win-line", "10.00", when="come out"),
            Habit(1, "dont-win-line-odds", "12.00", when="point"),
            Habit(2, "come", "5.00", when="point"),
            Habit(2, "horn-high", "5.00", 11),
        ),
        8,
        {1: (Call(2, "come", False),)},
    ),
    "aruze-craps": Game(
        "An electronic table: credits in cents, hop bets, and a Pass Line that may be added to.",
        lambda: open_table("aruze-craps", seats=SEATS),
        (
            Habit(1, "pass-line", "5.00", when="come out"),
            Habit(1, "odds", "10.00", when="point"),
            Habit(1, "place", "6.25", 8),
            Habit(2, "dont-pass", "5.00", when="come out"),
            Habit(2, "hop", "1.00", [3, 4]),
            Habit(2, "craps-and-eleven", "2.00"),
        ),
        8,
        {3: (NoRoll("a die is cocked against the wall"),)},
    ),
    "star-roulette": Game(
        "Double zero with Lucky Ball: four numbers are drawn, one of them is boosted.",
        lambda: open_table("star-roulette", wheel="double", lucky_ball=True, seats=SEATS, smallest_chip="1.00"),
        (
            Habit(1, "red", "10.00"),
            Habit(1, "corner", "4.00", [17, 18, 20, 21]),
            Habit(1, "lucky-ball", "2.00", "green"),
            Habit(2, "five-line", "3.00"),
            Habit(2, "dozen", "5.00", 2),
        ),
        6,
        {1: (Bet(2, "corner", 200, [0, 1, 2, 3]),)},
    ),
    "dragon-fire": Game(
        "A 7 freezes Dragon and Fire; eights in a row feed the Dragon's Tail.",
        lambda: open_table("dragon-fire", seats=SEATS, smallest_chip="1.00"),
        (
            Habit(1, "dragon", "10.00"),
            Habit(2, "fire", "10.00"),
            Habit(1, "dragons-tail", "2.00"),
            Habit(2, "total", "2.00", 7),
            Habit(2, "low-pair", "1.00"),
        ),
        8,
        {},
    ),
}


@click.command("tour")
@click.option("--seed", type=int, default=11, show_default=True, help="Another seed gives other dice.")
@click.option("--book", "only", type=click.Choice(BOOKS), help="Only this game.")
def command(seed: int, only: str | None) -> None:
    """One narrated session at each of the five games. The same seed always plays the same."""
    for name, game in GAMES.items():
        if only in (None, name):
            _play(name, game, random.Random(f"{seed} {name}"))
    say("Next: `feltwork odds star-craps`, `feltwork rules dragon-fire`, `feltwork explain star-craps 6.4`.")


def _play(name: str, game: Game, chance: random.Random) -> None:
    table = game.open()
    before = table.state.chips()
    say(f"== {table.book.name} ({name})")
    say(game.about)
    for number in range(game.rounds):
        for habit in game.habits:
            _keep_up(table, habit)
        for tried in game.tries.get(number, ()):
            _do(table, tried)
        for command in _round(table, chance):
            _do(table, command)
    won = table.state.chips() - before
    say(f"After {game.rounds} rounds the players are {format_money(abs(won))} {'ahead' if won > 0 else 'behind'}.")
    for line in str(table).splitlines():
        say(line)
    say()


def _keep_up(table: Table, habit: Habit) -> None:
    """Put a wager up if its time has come and it does not lie already; say so only when it is taken."""
    if habit.when == ("point" if table.state.come_out else "come out"):
        return
    bet = Bet(habit.seat, habit.wager, parse_money(habit.amount), habit.on)
    lies = any(s.seat == bet.seat and s.wager.name == bet.wager and _same(s.on, bet.on) for s in table.standing)
    if not lies and table.do(bet):
        say(f"  {describe(bet)}")


def _same(lying: object, wanted: RawSelection) -> bool:
    return wanted is None or lying == (tuple(wanted) if isinstance(wanted, list) else wanted)


def _round(table: Table, chance: random.Random) -> list[Command]:
    closing: list[Command] = [NoMoreBets()] if table.book.house.closing else []
    if not table.book.spins:
        return [*closing, Roll(chance.randint(1, 6), chance.randint(1, 6))]
    numbers = dict(zip(COLOURS, chance.sample(table.book.wheel, 4), strict=True))
    return [
        DrawLuckyBall(numbers),
        *closing,
        Boost(chance.choice(COLOURS), "super"),
        Spin(chance.choice(table.book.wheel)),
    ]


def _do(table: Table, command: Command) -> None:
    step = table.do(command)
    if step.refused:
        say(f"  {describe(command)}: {step.refused}")
        return
    say(f"  {describe(command)}")
    for line in step.lines():
        say(f"      {line}")
