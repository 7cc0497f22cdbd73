"""The order and the colours of a roulette wheel's pockets.

They are drawn in diagrams that the approved text does not carry. What stands here is the usual single and double zero
wheel: data not from the text, checked only against what the text does say (Roulette 2.3.1 to 2.3.4: how many
compartments, zeros green, red and black by turns).
"""

from __future__ import annotations

from feltwork.outcomes import DOUBLE_ZERO, Pocket

NOT_FROM_THE_TEXT = "wheel order, colours and layout are not in the text of the book (diagrams A to L)"

SINGLE_ORDER: tuple[Pocket, ...] = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)  # fmt: skip
DOUBLE_ORDER: tuple[Pocket, ...] = (
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1,
    DOUBLE_ZERO, 27, 10, 25, 29, 12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
)  # fmt: skip
RED: frozenset[Pocket] = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})

NUMBERS: tuple[int, ...] = tuple(range(1, 37))


def colour(pocket: Pocket) -> str:
    """
    >>> colour(1), colour(2), colour("00")
    ('red', 'black', 'green')
    """
    if pocket in (0, DOUBLE_ZERO):
        return "green"
    return "red" if pocket in RED else "black"


def coloured(wanted: str) -> list[int]:
    """The numbers of a colour."""
    by_colour: dict[str, list[int]] = {}
    for number in NUMBERS:
        by_colour.setdefault(colour(number), []).append(number)
    return by_colour[wanted]
