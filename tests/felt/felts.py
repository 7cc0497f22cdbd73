"""Every kind of table that has a felt."""

from __future__ import annotations

from feltwork.felt import Felt
from feltwork.games import open_book
from feltwork.games.felts import felt_of, upright_of
from feltwork.games.registry import book_names, every_kind

LETTERS = {
    "A": ("single", False),
    "B": ("double", False),
    "C": ("single", False),
    "D": ("double", False),
    "E": ("single", True),
    "F": ("double", True),
}
"""The roulette cloths, with the wheel and whether they have Lucky Ball."""
FELTS: dict[str, Felt] = {
    "star-craps": felt_of(open_book("star-craps")),
    "crown-craps": felt_of(open_book("crown-craps")),
    "mini-craps": felt_of(open_book("crown-craps", variant="mini")),
    "aruze-craps": felt_of(open_book("aruze-craps")),
    "dragon-fire": felt_of(open_book("dragon-fire")),
    "mega": felt_of(open_book("star-roulette", lucky_ball="mega")),
    **{
        f"roulette-{letter}": felt_of(open_book("star-roulette", wheel=wheel, lucky_ball=lucky), letter)
        for letter, (wheel, lucky) in LETTERS.items()
    },
}
UPRIGHT: dict[str, Felt] = {
    f"upright {kind.name}": upright_of(kind) for book in book_names() for kind in every_kind(book)
}
"""As an upright phone shows them."""
