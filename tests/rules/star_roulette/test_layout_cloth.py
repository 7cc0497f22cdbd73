"""The roulette cloths A to F, the wheel orders G and H, and where chips lie (I to K)."""

from __future__ import annotations

import itertools

from feltwork.felt import Felt
from feltwork.felt.wheel import order_of
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from feltwork.outcomes import COLOURS
from feltwork.table.live.commands import OpenTable
from feltwork.wagers.wheel import colour
from tests.build import signed
from tests.felt.felts import LETTERS
from tests.rules.drawn import every_wager_has_its_own_place
from tests.rules.duties import measured
from tests.rules.live import FLOOR_ROLES, Live
from tests.rules.star_roulette.test_table_crew import recorded
from tests.rules.star_roulette.wheels import DOUBLE_ZERO, SINGLE_ZERO, goes_round_as


def cloth(letter: str) -> Felt:
    wheel, lucky = LETTERS[letter]
    return felt_of(open_book("star-roulette", wheel=wheel, lucky_ball=lucky), letter)


def marked(letter: str, wager: str) -> set[object]:
    return {area.on for area in cloth(letter).areas if area.wager == wager}


def middle(letter: str, wager: str, *numbers: int | str) -> tuple[int, int]:
    area = cloth(letter).area(wager, numbers)
    assert area
    return area.outline.centre


def lies_with_its_wheel(letter: str) -> None:
    """A place for every wager of its table; and no table opens with this cloth beside the other wheel, nor with Lucky
    Ball where it has no areas for it."""
    every_wager_has_its_own_place(cloth(letter))
    assert cloth(letter).figure == f"DIAGRAM {letter}"
    fits, lucky = LETTERS[letter]
    live = Live("star-roulette", roles=FLOOR_ROLES)
    for wheel in ("single", "double"):
        for offered in (False, True):
            opening = signed(
                OpenTable("star-roulette", 100, 8, wheel=wheel, lucky_ball=offered, layout=letter, rehearsal=offered)
            )
            taken = isinstance(live.asks(opening, "casino_supervisor"), tuple)
            assert taken == (wheel == fits and (lucky or not offered)), (letter, wheel, offered)


def test_2_2() -> None:
    """Each of the six cloths has an area for every wager of its table."""
    recorded("layout", "2.2")
    for letter in LETTERS:
        lies_with_its_wheel(letter)
    live = Live("star-roulette", roles=FLOOR_ROLES)
    for no_layout in ("G", "a", "AA"):
        assert live.no(signed(OpenTable("star-roulette", 100, 8, layout=no_layout)), "casino_supervisor") == "2.2"
    live.layout = "C"
    measured(live, "layout", "2.2", "diagram", ["C"], ["A", "B", "D", "G", "another"])


def test_diagram_a() -> None:
    """One zero at the end of three rows of twelve, in the colours of the wheel."""
    lies_with_its_wheel("A")
    numbers = {a.on: a for a in cloth("A").areas if a.wager == "straight"}
    assert len(numbers) == 37
    assert all(area.tone == colour(on[0]) for on, area in numbers.items() if isinstance(on, tuple))
    assert len({numbers[n,].spot[1] for n in range(1, 37)}) == 3
    assert all(numbers[0,].spot[0] < numbers[n,].spot[0] for n in range(1, 37))


def test_diagram_b() -> None:
    """Both zeros, 00 beside 3 and 0 beside 1."""
    lies_with_its_wheel("B")
    assert {(0,), ("00",)} <= marked("B", "straight")
    assert middle("B", "straight", "00")[1] < middle("B", "straight", 0)[1]
    assert middle("B", "straight", 3)[1] < middle("B", "straight", 1)[1]


def test_diagram_c() -> None:
    """A second 0 outside, whose chips belong on the 0 inside (5.5)."""
    lies_with_its_wheel("C")
    felt = cloth("C")
    zeros = [area for area in felt.areas if area.on == (0,)]
    assert [area.stands_for for area in zeros] == [None, "5.5"]
    assert felt.spot("straight", (0,)) == zeros[0].spot


def test_diagram_d() -> None:
    """Both zeros, the dozens across the numbers from the even chances, and no second 0."""
    lies_with_its_wheel("D")
    felt = cloth("D")
    dozen, low = felt.spot("dozen", 1), felt.spot("low", None)
    assert dozen
    assert low
    assert dozen[1] < middle("D", "straight", 3)[1] < low[1]
    assert not [area for area in felt.areas if area.stands_for]


def test_diagram_e() -> None:
    """Four Lucky Ball areas in their colours, apart from each other so that no chip covers two (7.5)."""
    lies_with_its_wheel("E")
    areas = [a for a in cloth("E").areas if a.wager == "lucky-ball"]
    assert [a.on for a in areas] == [a.tone for a in areas] == list(COLOURS)
    edges = [(a.outline.bounds[0], a.outline.bounds[0] + a.outline.bounds[2]) for a in areas]
    assert all(right < left for (_, right), (left, _) in itertools.pairwise(edges))


def test_diagram_f() -> None:
    """Lucky Ball beside both zeros."""
    lies_with_its_wheel("F")
    assert marked("F", "lucky-ball") == set(COLOURS)
    assert ("00",) in marked("F", "straight")


def test_diagram_g() -> None:
    """37 pockets, colours by turns, drawn in that order."""
    book = open_book("star-roulette")
    goes_round_as(book, SINGLE_ZERO)
    assert all(colour(a) != colour(b) for a, b in itertools.pairwise(order_of(book)))


def test_diagram_h() -> None:
    """38 pockets, the zeros opposite each other."""
    book = open_book("star-roulette", wheel="double")
    goes_round_as(book, DOUBLE_ZERO)
    order = order_of(book)
    assert order.index("00") - order.index(0) == 19
    assert all(colour(a) != colour(b) for a, b in itertools.pairwise(order))


def test_3_1() -> None:
    """Every cloth shows where each wager lies, and a chip laid there is that wager and no other."""
    for letter in LETTERS:
        shown = cloth(letter)
        every_wager_has_its_own_place(shown)
        for area in shown.areas:
            if area.stands_for:
                continue
            found = shown.area(area.wager, area.on)
            assert found is area, (letter, area.wager, area.on)
            row = shown.book.wagers[area.wager]
            assert area.on in row.shapes


def test_diagram_i() -> None:
    """A split lies half way between its numbers, a corner where four meet."""
    every_wager_has_its_own_place(cloth("A"))
    (ax, ay), (bx, by) = middle("A", "straight", 17), middle("A", "straight", 20)
    assert middle("A", "split", 17, 20) == ((ax + bx) // 2, (ay + by) // 2)
    four = [middle("A", "straight", n) for n in (1, 2, 4, 5)]
    assert middle("A", "corner", 1, 2, 4, 5) == (sum(x for x, _ in four) // 4, sum(y for _, y in four) // 4)


def test_diagram_j() -> None:
    """A street lies at the edge of its row, a six-line at the edge between two rows; 0 meets 1, 2 and 3 in turn."""
    x, y = middle("A", "street", 7, 8, 9)
    assert x == middle("A", "straight", 7)[0]
    assert y > middle("A", "straight", 7)[1]
    six = middle("A", "six-line", 7, 8, 9, 10, 11, 12)
    assert six[1] == y
    assert x < six[0] < middle("A", "street", 10, 11, 12)[0]
    down = [
        middle("A", "split", 0, 3),
        middle("A", "street", 0, 2, 3),
        middle("A", "split", 0, 2),
        middle("A", "street", 0, 1, 2),
        middle("A", "split", 0, 1),
        middle("A", "corner", 0, 1, 2, 3),
    ]
    assert down == sorted(down)
    assert len({x for x, _ in down}) == 1


def test_diagram_k() -> None:
    """With both zeros: from 00-3 down to the five-line, on the line between the zeros and the first row."""
    down = [
        middle("B", "split", "00", 3),
        middle("B", "street", "00", 2, 3),
        middle("B", "split", "00", 2),
        middle("B", "street", "00", 0, 2),
        middle("B", "split", 0, 2),
        middle("B", "street", 0, 1, 2),
        middle("B", "split", 0, 1),
        middle("B", "five-line", "00", 0, 1, 2, 3),
    ]
    assert down == sorted(down)
    assert len({x for x, _ in down}) == 1
    assert middle("B", "split", "00", 0)[0] < down[0][0]
