"""Felts that nobody drew: a plain one, what a phone shows of it, and the craps cloth of a book with fewer wagers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from feltwork.felt import Felt
from feltwork.felt.places import Rect, printed, strip
from feltwork.felt.plain import plain_felt
from feltwork.felt.upright import derived
from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.craps_felt import craps, mini_craps
from feltwork.games.craps_rows import next_roll
from feltwork.games.craps_upright import upright
from feltwork.outcomes import POINTS, total
from feltwork.wagers.arms import wins

PUCK = 38
"""How wide it is drawn."""
MAY_LACK = (
    ("place-to-lose", "big-6", "big-8"),
    ("lay", "buy", "big-8"),
    ("craps-two", "craps-three", "horn-high"),
    ("horn", "crap-eleven"),
    ("any-craps", "lay", "place-to-lose", "buy"),
)
CRAPS = open_book("star-craps")
USUAL = {area.wager: CRAPS.wagers[area.wager] for area in craps(CRAPS).areas}
"""The wagers that the cloth has areas for without being told."""


def plain(book: Book) -> Felt:
    return plain_felt(book, ())


def phone(book: Book) -> Felt:
    return derived(plain(book))


made = pytest.mark.parametrize("drawn", [plain, phone])
composed = pytest.mark.parametrize("drawn", [craps, mini_craps, upright])


@made
def test_what_travels_lies_apart_from_the_puck_and_from_what_else_travels(drawn: Callable[[Book], Felt]) -> None:
    felt = drawn(CRAPS)
    assert set(felt.travelled) == {(name, n) for name in ("come", "dont-come") for n in POINTS}
    lying = [strip(places) for places in felt.travelled.values()]
    lying += [Rect(x - PUCK // 2, y - PUCK // 2, x + PUCK // 2, y + PUCK // 2) for x, y in felt.pucks.values()]
    lying += printed(felt.marks, ())
    assert not [(one, other) for i, one in enumerate(lying) for other in lying[:i] if one.meets(other)]
    assert min(rect.left for rect in lying) >= 0
    assert max(rect.right for rect in lying) <= felt.width
    top = min(area.outline.bounds[1] for area in felt.areas)
    assert max(rect.bottom for rect in lying) <= top


@made
def test_each_place_of_the_puck_says_its_number(drawn: Callable[[Book], Felt]) -> None:
    felt = drawn(CRAPS)
    for point, (x, y) in felt.pucks.items():
        nearest = min(felt.marks, key=lambda line: (line.at[0] - x) ** 2 + (line.at[1] - y) ** 2)
        assert nearest.text == str(point)


def boxes(felt: Felt) -> list[Rect]:
    """The boxes of the areas; those of lines that turn a corner are left out."""
    bounds = [area.outline.bounds for area in felt.areas if len(area.outline.points) == 4]
    return [Rect(x, y, x + wide, y + tall) for x, y, wide, tall in bounds]


@composed
@pytest.mark.parametrize("lacks", MAY_LACK, ids=" ".join)
def test_a_book_without_some_of_the_usual_wagers_has_a_craps_cloth(
    drawn: Callable[[Book], Felt], lacks: tuple[str, ...]
) -> None:
    left = {name: wager for name, wager in USUAL.items() if name not in lacks}
    felt = drawn(replace(CRAPS, wagers=left))
    assert {(area.wager, area.on) for area in felt.areas} == {(name, on) for name in left for on in left[name].shapes}
    areas = boxes(felt)
    assert not [(one, other) for i, one in enumerate(areas) for other in areas[:i] if one.meets(other)]


@composed
def test_a_further_wager_on_the_next_roll_shares_the_strip_of_any_seven(drawn: Callable[..., Felt]) -> None:
    row = next_roll("hop", "Seven-Eleven Hop", "6.1.26", "hop", (total(7, 11), wins("6.1.26", "3 to 1", "8.1")))
    book = replace(CRAPS, wagers={**USUAL, "hop": row})
    felt = drawn(book, also=("hop",))
    seven, hop = felt.area("any-seven", None), felt.area("hop", None)
    assert seven
    assert hop
    assert seven.outline.bounds[1::2] == hop.outline.bounds[1::2], "side by side"
    whole = drawn(CRAPS).area("any-seven", None)
    assert whole
    assert seven.outline.bounds[2] + hop.outline.bounds[2] == whole.outline.bounds[2]
    for area in (seven, hop):
        x, y, wide, tall = area.outline.bounds
        for rect in (*printed(area.lettering, area.dice), strip(area.places)):
            assert x <= rect.left
            assert rect.right <= x + wide
            assert y <= rect.top
            assert rect.bottom <= y + tall
    areas = boxes(felt)
    assert not [(one, other) for i, one in enumerate(areas) for other in areas[:i] if one.meets(other)]
