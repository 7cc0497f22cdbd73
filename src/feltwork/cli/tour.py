"""``feltwork tour``: one narrated session at each game, in the terminal."""

from __future__ import annotations

import random

import click

from feltwork.cli.common import BookName, say
from feltwork.cli.settle import describe
from feltwork.games.game import Habit, Tour
from feltwork.games.registry import book_names, games, open_book
from feltwork.money import format_money, parse_money
from feltwork.outcomes import COLOURS
from feltwork.table.play.commands import Bet, Boost, Command, DrawLuckyBall, NoMoreBets, RawSelection, Roll, Spin
from feltwork.table.play.script import read_step
from feltwork.table.play.table import Table, open_table

SEATS = {1: "200.00", 2: "200.00"}


@click.command("tour")
@click.option("--seed", type=int, default=11, show_default=True, help="Another seed gives other dice.")
@click.option("--book", "only", type=BookName(), help="Only this game.")
def command(seed: int, only: str | None) -> None:
    """One narrated session at each game. The same seed always plays the same."""
    tours = {game.id: game.tour for game in games() if game.tour}
    if only is not None and only not in tours:
        raise click.UsageError(f"there is no tour of {only}; there are tours of {', '.join(tours)}")
    for name, tour in tours.items():
        if only in (None, name):
            _play(name, tour, random.Random(f"{seed} {name}"))
    first, last = (book_names()[at] for at in (0, -1))
    clause = open_book(first).house.removing
    say(f"Next: `feltwork odds {first}`, `feltwork rules {last}`, `feltwork explain {first} {clause}`.")


def _play(name: str, tour: Tour, chance: random.Random) -> None:
    kind = tour.kind
    table = open_table(
        name, variant=kind.variant, wheel=kind.wheel, lucky_ball=kind.lucky_ball, seats=SEATS, smallest_chip=tour.chip
    )
    before = table.state.chips()
    say(f"== {table.book.name} ({name})")
    say(tour.about)
    for number in range(tour.rounds):
        for habit in tour.habits:
            _keep_up(table, habit)
        for index, tried in enumerate(tour.tries.get(number, ())):
            _do(table, read_step(tried, index))
        for command in _round(table, chance):
            _do(table, command)
    won = table.state.chips() - before
    say(f"After {tour.rounds} rounds the players are {format_money(abs(won))} {'ahead' if won > 0 else 'behind'}.")
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
