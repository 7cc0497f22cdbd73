"""What simulated tournaments come to: chances, prizes and lengths, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

from feltwork.games import open_book
from feltwork.lab.tournaments.last_wager import Choice
from feltwork.lab.tournaments.plan import Plan
from feltwork.lab.tournaments.run import Tally
from feltwork.money import format_money
from feltwork.outcomes import selection_data
from feltwork.tournament.live.guards import PRACTICE_ONLY


def figures(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Chances by strategy, expected prizes with their standard errors, rounds and minutes."""
    rounds = sorted(tally.rounds)
    mean = sum(rounds) / len(rounds)
    return {
        "book": plan.book,
        "in_the_book": plan.in_the_book,
        "tournaments": tally.tournaments,
        "players": len(plan.base.players),
        "pool": format_money(plan.base.pool),
        "strategies": [_strategy(tally, bot.name) for bot in plan.bots if bot.name in tally.players],
        "rounds": {"mean": mean, "least": rounds[0], "most": rounds[-1]},
        "minutes": {"mean": mean * plan.seconds / 60, "most": rounds[-1] * plan.seconds / 60},
    }


def _strategy(tally: Tally, name: str) -> dict[str, Any]:
    players, paid = tally.players[name], tally.prizes.get(name, 0)
    mean = paid / players
    spread = max(tally.squares.get(name, 0) / players - mean * mean, 0)
    return {
        "name": name,
        "players": players // tally.tournaments,
        "advances": [count / players for count in tally.advanced[name]],
        "wins": tally.won.get(name, 0) / players,
        "prize": mean / 100,
        "prize_error": sqrt(spread / players) / 100,
    }


def told(found: dict[str, Any]) -> Iterator[str]:
    """The figures in lines."""
    if not found["in_the_book"]:
        yield practice_mark(found["book"])
    yield f"{found['tournaments']:,} tournaments of {found['players']} players, a pool of {found['pool']}"
    for each in found["strategies"]:
        sessions = ", ".join(f"{chance:.2%}" for chance in each["advances"][:-1]) or "none to come through"
        yield (
            f"  {each['name']} ({each['players']} players): advances {sessions}; wins {each['wins']:.3%}; "
            f"prize {each['prize']:,.2f} (standard error {each['prize_error']:,.2f})"
        )
    rounds, minutes = found["rounds"], found["minutes"]
    yield (
        f"  {rounds['mean']:.1f} rounds ({rounds['least']} to {rounds['most']}), "
        f"{minutes['mean']:.0f} minutes ({minutes['most']:.0f} at most)"
    )


def practice_mark(book: str) -> str:
    """What stands over everything about a tournament that the book has no rules for."""
    return f"not in the book: {open_book(book).name} {PRACTICE_ONLY}"


def choice_data(choice: Choice) -> dict[str, Any]:
    """A wager of the last round as data; chances as exact fractions."""
    return {
        "wager": choice.wager,
        "on": selection_data(choice.on),
        "amount": choice.amount,
        "advances": str(choice.advances),
        "plays_off": str(choice.ties),
    }
