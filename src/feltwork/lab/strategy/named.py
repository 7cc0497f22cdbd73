"""The strategies that ship: each is its text, so it can be copied and changed."""

from __future__ import annotations

from dataclasses import replace

from feltwork.games.registry import games, nearest
from feltwork.lab.strategy.strategy import Strategy, StrategyError
from feltwork.lab.strategy.text import read_strategy
from feltwork.refusal import shown

TEXTS: dict[str, tuple[str, str]] = {
    "standard-w": (
        "keep line 10; odds 2; place 6=12 8=12",
        "The standard session: the line with double odds, 6 and 8 placed once a point is set.",
    ),
    "line-and-odds": ("keep line 10; odds", "The line with all the odds the book allows: the cheapest action."),
    "three-point-molly": (
        "keep line 10; odds; keep come 10 most 2",
        "The line and two come wagers, all with odds: three numbers working.",
    ),
    "iron-cross": (
        "keep field 10 when point; place 5=10 6=12 8=12",
        "The field with 5, 6 and 8 placed: every total but 7 pays something.",
    ),
    "dont-and-lay": ("keep dont-line 10; odds", "The Don't side, laying odds to win twice the flat wager."),
    "dont-come-ladder": (
        "keep dont-line 10; keep dont-come 10 most 2",
        "Don't on the line and two Don't Come wagers, no odds.",
    ),
    "six-and-eight": ("place 6=12 8=12", "6 and 8 placed whenever a point is set, and nothing else."),
    "press-six-and-eight": (
        "place 6=12 8=12; press place by 6 times 3",
        "6 and 8, each pressed by 6 after each of its first three wins.",
    ),
    "regress-inside": (
        "place 5=20 6=24 8=24 9=20; regress place by 10 times 1",
        "The inside numbers big, and 10 less on a number once it has won.",
    ),
    "three-hits": (
        "place 6=12 8=12; per-shooter place wins 3",
        "6 and 8 until three wins under one shooter, then down until the dice pass.",
    ),
    "field-martingale": ("martingale field 10 steps 5", "The field, doubled after each loss, five stakes deep."),
    "hardways": (
        "keep hardway 5 on 4; keep hardway 5 on 6; keep hardway 5 on 8; keep hardway 5 on 10",
        "All four hardways, kept up.",
    ),
    "red-martingale": ("martingale red 10 steps 6", "Red, doubled after each loss."),
    "dozen-dalembert": (
        "dalembert dozen 10 on 1 steps 8",
        "The first dozen, one unit more after a loss and one less after a win.",
    ),
    "ten-straights": (
        "; ".join(f"keep straight 5 on {n}" for n in (2, 4, 8, 11, 13, 17, 23, 26, 29, 32)),
        "Ten numbers straight up.",
    ),
    "dragon-paroli": ("paroli dragon 10 steps 3", "Dragon, doubled after each of three wins."),
    "fire-and-tail": (
        "keep fire 10; keep dragons-tail 5",
        "Fire, with Dragon's Tail beside it.",
    ),
}
"""Name to text, and what it is."""


def books_for(name: str) -> tuple[str, ...]:
    """The books that a shipped strategy fits."""
    return tuple(game.id for game in games() if name in game.strategies)


NAMED = {name: (text, books_for(name), says) for name, (text, says) in TEXTS.items()}
"""Name to text, the books it is for, and what it is."""


def find_strategy(text: str) -> Strategy:
    """A shipped strategy by name, or one written out as text."""
    if text in NAMED:
        form, _, says = NAMED[text]
        return replace(read_strategy(form), name=text, says=says)
    if " " not in text.strip():
        raise StrategyError(f"no strategy is called '{shown(text)}'{nearest(text, NAMED)}")
    return read_strategy(text)
