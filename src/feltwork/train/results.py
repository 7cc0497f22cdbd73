"""Results for one table that nobody else plays at: drawn evenly, the same for the same seed and round."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from feltwork.games.book import Book, Lucky
from feltwork.outcomes import COLOURS, DOUBLE_ZERO, Pocket
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.play.commands import Boost, Command, DrawLuckyBall, NoMoreBets, Roll, Spin

Below = Callable[[int], int]
"""A number from 0 up to what is asked for, each as likely as the others."""


def below_of(seed: int, round_number: int) -> Below:
    """Chance for one round; a round taken back and played again shows the same."""
    return random.Random(f"{seed}/{round_number}").randrange


def before_betting(book: Book, below: Below) -> tuple[Command, ...]:
    """What happens when a round opens: Lucky Ball numbers are drawn, where they are offered."""
    if not book.lucky:
        return ()
    zeros = book.readings.is_set("lucky_include_zeros")
    left = [pocket for pocket in book.wheel if zeros or pocket not in (0, DOUBLE_ZERO)]
    numbers: dict[str, Pocket] = {colour: left.pop(below(len(left))) for colour in COLOURS}
    return (DrawLuckyBall(numbers),)


def after_betting(book: Book, below: Below, shown_by: tuple[Pocket, ...] = ()) -> tuple[Command, ...]:
    """The end of betting and the result: drawn, or the dice or the pocket that somebody named."""
    said: list[Command] = []
    if book.house.needs_close:
        said.append(NoMoreBets())
    if book.lucky:
        said.append(Boost(COLOURS[below(len(COLOURS))], _boosted_to(book, below)))
    if book.spins:
        said.append(Spin(shown_by[0] if shown_by else book.wheel[below(len(book.wheel))]))
    else:
        first, second = shown_by or (1 + below(6), 1 + below(6))
        said.append(Roll(int(first), int(second)))
    return tuple(said)


def _boosted_to(book: Book, below: Below) -> str:
    mega = book.readings.mega_probability()
    if book.lucky is not Lucky.MEGA or mega is None:
        return "super"
    return "mega" if below(mega.denominator) < mega.numerator else "super"


def read_result(book: Book, text: str) -> tuple[Pocket, ...] | Refusal:
    """A result that somebody named: ``3-4`` at dice, ``17`` or ``00`` at a wheel."""
    if book.spins:
        pocket: Pocket = text if text == DOUBLE_ZERO else int(text) if re.fullmatch(r"[0-9]{1,2}", text) else ""
        if pocket in book.wheel:
            return (pocket,)
        return Refusal(NOT_IN_THE_BOOK, f"this wheel has no pocket '{shown(text)}'")
    found = re.fullmatch(r"([1-6])[-, ]?([1-6])", text)
    if found:
        return (int(found[1]), int(found[2]))
    return Refusal(NOT_IN_THE_BOOK, f"two dice are written like 3-4, not '{shown(text)}'")
