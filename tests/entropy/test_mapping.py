"""Each outcome has exactly the preimages it should: counted over every input, not estimated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product, repeat

import pytest

from feltwork.entropy.mapping import (
    MAX_TRIES,
    DrawError,
    Drawn,
    boost,
    distinct,
    draw_below,
    mapper,
    pocket,
    two_dice,
)
from feltwork.outcomes import COLOURS, DOUBLE_WHEEL, SINGLE_WHEEL, THROWS

REJECTED = object()
ONE_BYTE = (2, 4, 6, 20, 34, 35, 36, 37, 38, 255, 256)
TWO_BYTES = (257, 1000, 1369, 65_535, 65_536)


def preimages(width: int, drawing: Callable[[Iterator[int]], object]) -> Counter[object]:
    """How many of all inputs of this many bytes give each outcome; a rejected input asks for more bytes."""
    found: Counter[object] = Counter()
    for given in product(range(256), repeat=width):
        try:
            found[drawing(iter(given))] += 1
        except DrawError:
            found[REJECTED] += 1
    return found


@pytest.mark.parametrize(("n", "width"), [*((n, 1) for n in ONE_BYTE), *((n, 2) for n in TWO_BYTES)])
def test_every_number_below_n_has_the_same_preimages(n: int, width: int) -> None:
    found = preimages(width, lambda stream: draw_below(n, stream))
    rejected = found.pop(REJECTED, 0)
    share = 256**width // n
    assert found == dict.fromkeys(range(n), share)
    assert rejected == 256**width - share * n
    assert rejected < 256**width / 2
    assert rejected < n, "no larger equal share would have fitted"


def test_every_throw_has_the_same_preimages() -> None:
    found = preimages(2, two_dice)
    assert found.pop(REJECTED) == 65_536 - 252 * 252
    assert found == {Drawn(throw, 2): 42 * 42 for throw in THROWS}


@pytest.mark.parametrize("wheel", [SINGLE_WHEEL, DOUBLE_WHEEL])
def test_every_pocket_has_the_same_preimages(wheel: tuple[int | str, ...]) -> None:
    found = preimages(1, lambda stream: pocket(len(wheel), stream))
    assert found.pop(REJECTED) == 256 - 6 * len(wheel)
    assert found == {Drawn(number, 1): 6 for number in wheel}


@pytest.mark.parametrize("wheel", [SINGLE_WHEEL[1:], SINGLE_WHEEL, DOUBLE_WHEEL])
def test_every_two_different_pockets_have_the_same_preimages(wheel: tuple[int | str, ...]) -> None:
    found = preimages(2, lambda stream: distinct(len(wheel), 2, stream))
    del found[REJECTED]
    share = (256 // len(wheel)) * (256 // (len(wheel) - 1))
    assert found == {Drawn(two, 2): share for two in permutations(wheel, 2)}


@pytest.mark.parametrize(("first", "second"), [(0, 0), (17, 5), (37, 36)])
def test_every_third_and_fourth_pocket_have_the_same_preimages(first: int, second: int) -> None:
    """Whatever the first two were; each pair of them was counted above."""
    before = (first * 6, second * 6)
    left = [number for k, number in enumerate(DOUBLE_WHEEL) if k != first]
    del left[second]
    found = preimages(2, lambda stream: distinct(38, 4, iter((*before, *stream))).outcome[2:])
    del found[REJECTED]
    assert found == dict.fromkeys(permutations(left, 2), 7 * 7)


def test_four_pockets_are_drawn_in_order_without_going_back() -> None:
    drawn = distinct(38, 4, iter([227, 221, 251, 244]))
    assert drawn == Drawn(("00", 36, 35, 34), 4)
    assert len(set(distinct(37, 37, iter([0] * 37)).outcome)) == 37


def test_every_colour_has_the_same_preimages_and_none_is_rejected() -> None:
    found = preimages(1, lambda stream: boost(None, stream))
    assert found == {Drawn((colour, "super"), 1): 64 for colour in COLOURS}


@pytest.mark.parametrize("mega", [Fraction(1, 20), Fraction(3, 37), Fraction(6, 16), Fraction(255, 256)])
def test_mega_has_exactly_its_chance(mega: Fraction) -> None:
    found = preimages(2, lambda stream: boost(mega, stream).outcome)
    found.pop(REJECTED, None)
    size = found.total()
    for colour in COLOURS:
        assert Fraction(found[colour, "mega"], size) == mega / 4
        assert Fraction(found[colour, "super"], size) == (1 - mega) / 4


@pytest.mark.parametrize("colour", range(4))
def test_a_chance_that_takes_two_bytes_is_exact_too(colour: int) -> None:
    mega = Fraction(7, 1000)
    found = preimages(2, lambda stream: boost(mega, iter((colour * 64, *stream))).outcome)
    del found[REJECTED]
    assert found == {(COLOURS[colour], "mega"): 7 * 65, (COLOURS[colour], "super"): 993 * 65}


@pytest.mark.parametrize(("mega", "odds"), [(Fraction(0), "super"), (Fraction(1), "mega")])
def test_certainty_takes_no_byte(mega: Fraction, odds: str) -> None:
    assert boost(mega, iter([128])) == Drawn(("blue", odds), 1)


@pytest.mark.parametrize(
    ("kind", "given", "outcome"),
    [
        ("two-dice", [0, 251], (1, 6)),
        ("two-dice", [252, 41, 253, 254, 255, 42], (1, 2)),
        ("pocket:37", [221], (36,)),
        ("pocket:37", [222, 227, 255, 5], (0,)),
        ("pocket:38", [222], ("00",)),
        ("pocket:38", [228, 12], (2,)),
        ("distinct:38", [228, 227, 222, 221, 252, 0, 245, 0], ("00", 36, 0, 1)),
        ("distinct:37", [0, 0, 0, 238, 237], (0, 1, 2, 36)),
        ("distinct:36", [252, 251, 0, 0, 230], (36, 1, 2, 35)),
        ("boost", [255], ("yellow", "super")),
        ("boost:1/20", [0, 240, 12], ("red", "super")),
        ("boost:1/1000", [64, 253, 232, 0, 64], ("green", "mega")),
        ("boost:1/1000", [64, 0, 65], ("green", "super")),
    ],
)
def test_known_answers_and_bytes_used(kind: str, given: list[int], outcome: tuple[int | str, ...]) -> None:
    stream = iter([*given, 99])
    assert mapper(kind)(stream) == Drawn(outcome, len(given))
    assert next(stream) == 99, "nothing is read ahead"


@pytest.mark.parametrize(("kind", "given"), [("two-dice", [0]), ("pocket:37", [255]), ("boost:1/1000", [0, 0])])
def test_a_stream_that_ends_is_one_clear_line(kind: str, given: list[int]) -> None:
    with pytest.raises(DrawError, match=r"^the stream of bytes ended in the middle of a draw$"):
        mapper(kind)(iter(given))


def test_a_stuck_stream_does_not_hang() -> None:
    with pytest.raises(DrawError, match=rf"^the stream of bytes is stuck: {MAX_TRIES} values in a row"):
        draw_below(37, repeat(255))


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "dice",
        "two-dice:2",
        "pocket",
        "pocket:36",
        "distinct:39",
        "boost:",
        "boost:1",
        "boost:0.5",
        "boost:2/1",
        "boost:0/0",
        "boost:1/0",
        "boost:-1/2",
        "boost:1/1000000000000",
        "boost:\u0661/2",
        "two-dice\n",
        "x" * 900,
    ],
)
def test_unknown_kinds_are_one_clear_line(kind: str) -> None:
    with pytest.raises(DrawError) as caught:
        mapper(kind)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "drawing",
    [
        lambda stream: draw_below(0, stream),
        lambda stream: pocket(36, stream),
        lambda stream: distinct(37, 38, stream),
        lambda stream: distinct(37, -1, stream),
        lambda stream: boost(Fraction(3, 2), stream),
        lambda stream: boost(Fraction(-1, 2), stream),
    ],
)
def test_what_cannot_be_drawn_is_refused(drawing: Callable[[Iterator[int]], object]) -> None:
    with pytest.raises(DrawError):
        drawing(iter(range(256)))
