"""Bytes become outcomes, each exactly as likely as it should be.

A number below ``n`` takes the fewest whole bytes that can tell ``n`` values apart, read big end first. The space of
those bytes is cut into ``n`` equal shares; what is left over at the top is rejected and the next bytes are read. So
every value has the same number of preimages, and nothing is rounded.

>>> mapper("two-dice")(iter([255, 90, 130]))
Drawn(outcome=(3, 4), used=3)
>>> mapper("pocket:38")(iter([227]))
Drawn(outcome=('00',), used=1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from feltwork.outcomes import COLOURS, DOUBLE_WHEEL, SINGLE_WHEEL, Pocket
from feltwork.refusal import shown

MAPPING = 1
"""The version of this mapping: recorded with each draw, raised when the same bytes would give another outcome."""
MAX_TRIES = 128
"""Fewer than half of all inputs are rejected, so this many in a row means that the stream is stuck."""

Outcome = tuple[int | str, ...]
T_co = TypeVar("T_co", covariant=True)


class DrawError(Exception):
    """A draw that cannot be made or does not hold; the message is one clear line."""


class Drawn(NamedTuple, Generic[T_co]):
    """What was drawn, and how many bytes of the stream it took, rejected ones included."""

    outcome: T_co
    used: int


@lru_cache(maxsize=256)
def _shares(n: int) -> tuple[int, int]:
    """How many bytes a number below ``n`` takes, and how many inputs each value gets.

    >>> _shares(6), _shares(38), _shares(1000)
    ((1, 42), (1, 6), (2, 65))
    """
    if n < 1:
        raise DrawError(f"there is no number below {n} to draw")
    width = ((n - 1).bit_length() + 7) // 8
    return width, 256**width // n


def _below(n: int, stream: Iterator[int]) -> tuple[int, int]:
    """A number below ``n``, and the bytes it took."""
    width, share = _shares(n)
    for tries in range(1, MAX_TRIES + 1):
        value = 0
        for _ in range(width):
            byte = next(stream, -1)
            if byte < 0:
                raise DrawError("the stream of bytes ended in the middle of a draw")
            value = value << 8 | byte
        found = value // share
        if found < n:
            return found, tries * width
    raise DrawError(f"the stream of bytes is stuck: {MAX_TRIES} values in a row were rejected")


def draw_below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``n - 1``, all equally likely.

    >>> draw_below(37, iter([222, 255, 6])), draw_below(1, iter([]))
    (1, 0)
    """
    return _below(n, stream)[0]


def two_dice(stream: Iterator[int]) -> Drawn[tuple[int, int]]:
    """Two dice, one after the other."""
    first, used = _below(6, stream)
    second, more = _below(6, stream)
    return Drawn((first + 1, second + 1), used + more)


def _wheel(pockets: int) -> tuple[Pocket, ...]:
    if pockets not in (37, 38):
        raise DrawError(f"a wheel has 37 or 38 pockets, not {pockets}")
    return SINGLE_WHEEL if pockets == 37 else DOUBLE_WHEEL


def _drawn_from(pockets: int) -> tuple[Pocket, ...]:
    """A wheel, or 1 to 36 where the zeros stay out of the draw (reading R6)."""
    return tuple(p for p in SINGLE_WHEEL if p != 0) if pockets == 36 else _wheel(pockets)


def pocket(pockets: int, stream: Iterator[int]) -> Drawn[Pocket]:
    """A pocket of a wheel with 37 or 38 of them."""
    wheel = _wheel(pockets)
    found, used = _below(len(wheel), stream)
    return Drawn(wheel[found], used)


def distinct(pockets: int, count: int, stream: Iterator[int]) -> Drawn[tuple[Pocket, ...]]:
    """Different pockets, in the order drawn: each is one of those still left, counted from 0 upwards, "00" last.

    >>> distinct(37, 4, iter([0, 0, 0, 237]))
    Drawn(outcome=(0, 1, 2, 36), used=4)
    """
    left, found, used = list(_drawn_from(pockets)), [], 0
    if not 0 <= count <= pockets:
        raise DrawError(f"{count} different pockets cannot be drawn from {pockets}")
    for _ in range(count):
        at, more = _below(len(left), stream)
        found.append(left.pop(at))
        used += more
    return Drawn(tuple(found), used)


def boost(mega: Fraction | None, stream: Iterator[int]) -> Drawn[tuple[str, str]]:
    """A colour of the four, then super odds, or mega odds with exactly this chance. Without mega, always super.

    >>> boost(None, iter([64])), boost(Fraction(1, 20), iter([255, 11]))
    (Drawn(outcome=('green', 'super'), used=1), Drawn(outcome=('yellow', 'mega'), used=2))
    """
    if mega is not None and not 0 <= mega <= 1:
        raise DrawError(f"a chance lies between 0 and 1, not at {mega}")
    at, used = _below(len(COLOURS), stream)
    if mega is None:
        return Drawn((COLOURS[at], "super"), used)
    found, more = _below(mega.denominator, stream)
    return Drawn((COLOURS[at], "mega" if found < mega.numerator else "super"), used + more)


_KIND = re.compile(r"two-dice|(pocket):(37|38)|(distinct):(36|37|38)|boost(?::([0-9]{1,9})/([0-9]{1,9}))?")


@lru_cache(maxsize=256)
def mapper(kind: str) -> Callable[[Iterator[int]], Drawn[Outcome]]:
    """What draws this kind: ``two-dice``, ``pocket:37``, ``distinct:38`` (four of them), ``boost``, ``boost:1/1000``.

    >>> mapper("dice")
    Traceback (most recent call last):
    feltwork.entropy.mapping.DrawError: dice is no kind of draw: two-dice, pocket:37, distinct:38, boost or boost:1/1000
    """
    found = _KIND.fullmatch(kind)
    if found is None:
        raise DrawError(f"{shown(kind)} is no kind of draw: two-dice, pocket:37, distinct:38, boost or boost:1/1000")
    if kind == "two-dice":
        return two_dice
    if found[1]:
        return lambda stream: _alone(pocket(int(found[2]), stream))
    if found[3]:
        return lambda stream: distinct(int(found[4]), len(COLOURS), stream)
    mega = _chance(kind, int(found[5]), int(found[6])) if found[5] else None
    return lambda stream: boost(mega, stream)


def _alone(drawn: Drawn[Pocket]) -> Drawn[Outcome]:
    return Drawn((drawn.outcome,), drawn.used)


def _chance(kind: str, part: int, whole: int) -> Fraction:
    if not part <= whole or not whole:
        raise DrawError(f"{kind} has no chance between 0 and 1")
    return Fraction(part, whole)
