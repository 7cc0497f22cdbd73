"""Strategies as text, so that nobody needs Python: one part a line, or several with semicolons between them.

>>> print(read_strategy("keep line 10; odds 2; place 6=12 8=12; stop loss 300 win 200"))
keep line 10.00; odds 2; place 6=12.00 8=12.00; stop loss 300.00 win 200.00
"""

from __future__ import annotations

import re
from collections.abc import Callable

from feltwork.games import nearest
from feltwork.lab.strategy import parts, pressing, progressions
from feltwork.lab.strategy.strategy import Strategy, StrategyError
from feltwork.outcomes import DOUBLE_ZERO, Selection
from feltwork.refusal import shown

MAX_TEXT = 20_000
NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class _Words:
    """The words of one part, taken from the left; named options may stand in any order at the end."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def take(self, what: str) -> str:
        if not self.words:
            raise StrategyError(f"{what} is missing")
        return self.words.pop(0)

    def option(self, name: str) -> str | None:
        if name not in self.words:
            return None
        at = self.words.index(name)
        if at + 1 == len(self.words):
            raise StrategyError(f"'{name}' is followed by nothing")
        value = self.words[at + 1]
        del self.words[at : at + 2]
        return value

    def whole(self, name: str, default: int) -> int:
        value = self.option(name)
        return default if value is None else _whole(value)

    def on(self) -> Selection:
        value = self.option("on")
        return None if value is None else _selection(value)


def _whole(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise StrategyError(f"'{shown(text)}' is not a whole number")
    return int(text)


def _selection(text: str) -> Selection:
    """``6``, ``00``, ``red``, or several numbers as ``1-2-4-5``."""
    found = tuple(p if p == DOUBLE_ZERO or not NUMBER.fullmatch(p) else int(p) for p in text.split("-"))
    return found if len(found) > 1 else found[0]


def _keep(words: _Words) -> Strategy:
    on, when, most = words.on(), words.option("when"), words.option("most")
    wager, amount = words.take("the wager"), words.take("the amount")
    return parts.keep(wager, amount, on, when=when or "always", most=None if most is None else _whole(most))


def _odds(words: _Words) -> Strategy:
    return parts.odds(_whole(words.words.pop(0)) if words.words else None)


def _place(words: _Words) -> Strategy:
    but_point = words.words[-2:] == ["but", "point"]
    if but_point:
        del words.words[-2:]
    wager = words.words.pop(0) if words.words and "=" not in words.words[0] else "place"
    numbers: dict[int, object] = {}
    while words.words:
        number, equals, amount = words.words.pop(0).partition("=")
        if not equals or _whole(number) in numbers:
            raise StrategyError("numbers are written like 6=12 8=12, each once")
        numbers[int(number)] = amount
    return parts.place(numbers, wager=wager, but_point=but_point)


def _stop(words: _Words) -> Strategy:
    return parts.stop(loss=words.option("loss"), win=words.option("win"))


def _press(words: _Words) -> Strategy:
    by, times = words.option("by"), words.whole("times", 3)
    return pressing.press(words.take("the wager"), by or words.take("by"), times=times)


def _regress(words: _Words) -> Strategy:
    by, times = words.option("by"), words.whole("times", 1)
    return pressing.regress(words.take("the wager"), by or words.take("by"), times=times)


def _per_shooter(words: _Words) -> Strategy:
    wins = words.whole("wins", 0)
    return pressing.per_shooter(words.take("the wager"), wins)


def _progression(words: _Words) -> Strategy:
    on, climbs, back = words.on(), words.option("climbs") or "loss", words.whole("back", 0)
    wager, ladder = words.take("the wager"), words.take("the stakes").split(",")
    return progressions.progression(wager, ladder, on, climbs=climbs, back=back)


def _known(make: Callable[..., Strategy], default: int) -> Callable[[_Words], Strategy]:
    def read(words: _Words) -> Strategy:
        on, steps = words.on(), words.whole("steps", default)
        return make(words.take("the wager"), words.take("the amount"), on, steps=steps)

    return read


PARTS: dict[str, tuple[Callable[[_Words], Strategy], str]] = {
    "keep": (_keep, "keep WAGER AMOUNT [on SELECTION] [when come-out|point] [most COUNT]"),
    "odds": (_odds, "odds [TIMES]"),
    "place": (_place, "place [WAGER] NUMBER=AMOUNT ... [but point]"),
    "press": (_press, "press WAGER by AMOUNT [times COUNT]"),
    "regress": (_regress, "regress WAGER by AMOUNT [times COUNT]"),
    "per-shooter": (_per_shooter, "per-shooter WAGER wins COUNT"),
    "progression": (_progression, "progression WAGER AMOUNT,AMOUNT,... [on SELECTION] [climbs loss|win] [back COUNT]"),
    "martingale": (_known(progressions.martingale, 6), "martingale WAGER AMOUNT [on SELECTION] [steps COUNT]"),
    "paroli": (_known(progressions.paroli, 3), "paroli WAGER AMOUNT [on SELECTION] [steps COUNT]"),
    "dalembert": (_known(progressions.dalembert, 10), "dalembert WAGER AMOUNT [on SELECTION] [steps COUNT]"),
    "fibonacci": (_known(progressions.fibonacci, 10), "fibonacci WAGER AMOUNT [on SELECTION] [steps COUNT]"),
    "stop": (_stop, "stop [loss AMOUNT] [win AMOUNT]"),
}
"""What each part is called, how it is read, and how it is written."""


def read_strategy(text: str) -> Strategy:
    """The strategy that a text writes down; ``#`` starts a remark."""
    if len(text) > MAX_TEXT:
        raise StrategyError(f"a strategy of {len(text)} characters is too long")
    lines = [line.partition("#")[0] for line in text.splitlines()]
    written = [part.split() for part in ";".join(lines).split(";") if part.strip()]
    if not written:
        raise StrategyError("the strategy is empty")
    made = Strategy(())
    for number, (name, *rest) in enumerate(written, 1):
        if name not in PARTS:
            raise StrategyError(f"part {number}: no part is called '{shown(name)}'{nearest(name, PARTS)}")
        read, form = PARTS[name]
        words = _Words(rest)
        try:
            made += read(words)
        except StrategyError as wrong:
            raise StrategyError(f"part {number}, {name}: {wrong} (written: {form})") from None
        if words.words:
            raise StrategyError(f"part {number}, {name}: '{shown(words.words[0])}' is not understood (written: {form})")
    return made
