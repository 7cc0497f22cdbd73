"""Every wager of every book has its area, big enough for a finger, in its own place."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

from feltwork.felt import Area, Felt, LayoutError, layout_data, render, render_wheel
from feltwork.felt.area import Point
from feltwork.felt.places import OTHERS, printed, stack, strip
from feltwork.felt.render import name_of
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from feltwork.games.register import register
from feltwork.outcomes import POINTS
from tests.felt.felts import FELTS, LETTERS, UPRIGHT

FINGER, MIN_EDGE = 44, 24
SVG = "{http://www.w3.org/2000/svg}"
every_felt = pytest.mark.parametrize("felt", FELTS.values(), ids=FELTS)
held_either_way = pytest.mark.parametrize("felt", (FELTS | UPRIGHT).values(), ids=FELTS | UPRIGHT)


@held_either_way
def test_every_wager_on_every_selection_has_exactly_one_area(felt: Felt) -> None:
    wanted = {(wager.name, on) for wager in felt.book.wagers.values() for on in wager.shapes}
    marked = [(a.wager, a.on) for a in felt.areas if not a.stands_for and a.group != "further"]
    assert len(marked) == len(set(marked))
    assert set(marked) == wanted


@held_either_way
def test_what_travels_has_a_place_at_every_number(felt: Felt) -> None:
    travelling = [wager.name for wager in felt.book.wagers.values() if wager.travels]
    assert set(felt.travelled) == {(name, n) for name in travelling for n in POINTS}
    spots = [area.spot for area in felt.areas] + [places.own for places in felt.travelled.values()]
    assert len(spots) == len(set(spots)), "two wagers would lie on each other"


def reach(area: Area, at: Point, dx: int, dy: int) -> int:
    steps = 0
    while area.outline.covers((at[0] + dx * steps, at[1] + dy * steps)):
        steps += 1
    return steps


@held_either_way
def test_areas_are_big_enough_for_a_finger(felt: Felt) -> None:
    for area in felt.areas:
        x, y = area.spot
        assert area.outline.covers((x, y)), f"{area.wager} {area.on}: the chips lie outside"
        across = reach(area, (x, y), 1, 0) + reach(area, (x, y), -1, 0) - 1
        down = reach(area, (x, y), 0, 1) + reach(area, (x, y), 0, -1) - 1
        least = MIN_EDGE if area.group == "edge" else FINGER
        assert min(across, down) >= least, f"{area.wager} {area.on} is {across} by {down}"


@held_either_way
def test_areas_do_not_overlap(felt: Felt) -> None:
    """Only the small places on the lines of a roulette layout lie over their numbers."""
    for layer in (True, False):
        taken: dict[Point, Area] = {}
        for area in felt.areas:
            if (area.group == "edge") is layer:
                left, top, width, height = area.outline.bounds
                grid = (
                    (x, y) for x in range(left, left + width) for y in range(top, top + height) if x % 5 == y % 5 == 2
                )
                for at in filter(area.outline.covers, grid):
                    other = taken.setdefault(at, area)
                    assert other is area, f"{area.wager} {area.on} and {other.wager} {other.on} at {at}"


@held_either_way
def test_everything_is_on_the_canvas(felt: Felt) -> None:
    for area in felt.areas:
        assert all(0 <= x <= felt.width and 0 <= y <= felt.height for x, y in area.outline.points)
    travelled = (places.own for places in felt.travelled.values())
    band = min(y for area in felt.areas for _, y in area.outline.points)  # above all areas of a plain cloth
    for x, y in (*felt.pucks.values(), *felt.dollies.values(), *travelled):
        assert any(area.outline.covers((x, y)) for area in felt.areas) or (0 < x < felt.width and 0 < y < band)


@every_felt
def test_the_picture_is_sound_and_says_what_each_area_is(felt: Felt) -> None:
    picture = ET.fromstring(render(felt))
    areas = [g for g in picture.iter(f"{SVG}g") if g.get("role") == "button"]
    assert len(areas) == len(felt.areas)
    for group, area in zip(areas, felt.areas, strict=True):
        assert group.get("aria-label") == name_of(felt, area) == group.findtext(f"{SVG}title")
        assert group.get("data-wager") == area.wager
        on = json.loads(group.get("data-on") or "")
        assert (tuple(on) if isinstance(on, list) else on) == area.on
    uses = {u.get("href", "").removeprefix("#") for u in picture.iter(f"{SVG}use")}
    assert uses <= {symbol.get("id") for symbol in picture.iter(f"{SVG}symbol")}


@every_felt
def test_lettering_can_be_read_at_a_metre(felt: Felt) -> None:
    lines = [line for area in felt.areas for line in area.lettering] + list(felt.marks)
    assert min(line.size for line in lines) >= 13


@every_felt
def test_names_and_prices_are_those_of_the_rows(felt: Felt) -> None:
    for area in felt.areas:
        row = felt.book.wagers[area.wager]
        printed = [price for line in area.lettering for price in re.findall(r"[\d.]+ to \d+", line.text)]
        paid = {arm.pays.text for arm in row.shapes[area.on].arms() if arm.pays}
        assert set(printed) <= paid
        assert name_of(felt, area).startswith(row.title)


@every_felt
def test_cited_clauses_are_in_the_register(felt: Felt) -> None:
    known = {row.clause for row in register() if row.book == felt.book.id}
    assert felt.clauses
    assert set(felt.clauses) <= known


@every_felt
def test_the_data_is_plain_json(felt: Felt) -> None:
    data = json.loads(json.dumps(layout_data(felt)))
    assert data["canvas"] == [felt.width, felt.height]
    assert len(data["areas"]) == len(felt.areas)
    assert all(area["pays"] and area["clause"] and area["name"] for area in data["areas"])


@pytest.mark.parametrize("letter", LETTERS)
def test_a_number_keeps_room_between_the_places_on_its_lines(letter: str) -> None:
    felt = FELTS[f"roulette-{letter}"]
    edges = [area.outline for area in felt.areas if area.group == "edge"]
    for area in felt.areas:
        if area.group in ("numbers", "thirds", "outside"):
            x, y = area.outline.centre
            finger = [(x + dx, y + dy) for dx in (-20, 0, 20) for dy in (-20, 0, 20)]
            covered = [at for at in finger if any(edge.covers(at) for edge in edges)]
            assert not covered or area.group == "outside", (area.wager, area.on)


def test_only_the_outside_zero_stands_for_another_area() -> None:
    second = {name: [a.on for a in felt.areas if a.stands_for] for name, felt in FELTS.items()}
    assert {name: on for name, on in second.items() if on} == {"roulette-C": [(0,)]}


def test_a_layout_must_suit_its_wheel() -> None:
    for wheel, lucky in set(LETTERS.values()):
        book = open_book("star-roulette", wheel=wheel, lucky_ball=lucky)
        for letter, suits in LETTERS.items():
            if suits == (wheel, lucky):
                assert felt_of(book, letter).figure == f"DIAGRAM {letter}"
            else:
                with pytest.raises(LayoutError, match=f"layout {letter} is not for this table"):
                    felt_of(book, letter)
    with pytest.raises(LayoutError, match="one layout"):
        felt_of(open_book("star-craps"), "A")


def test_chips_without_a_place_are_not_drawn_somewhere() -> None:
    with pytest.raises(KeyError, match="come on 7"):
        render(FELTS["star-craps"], chips={("come", 7): 100})


@pytest.mark.parametrize(("wheel", "count"), [("single", 37), ("double", 38)])
def test_the_wheel_shows_every_pocket_once(wheel: str, count: int) -> None:
    book = open_book("star-roulette", wheel=wheel)
    picture = ET.fromstring(render_wheel(book, 17))
    rotor = next(g for g in picture.iter(f"{SVG}g") if g.get("id") == "rotor")
    pockets = [g.get("data-pocket") for g in rotor.iter(f"{SVG}g") if g.get("class") == "pocket"]
    turns = [g.get("data-turn") for g in rotor.iter(f"{SVG}g") if g.get("class") == "pocket"]
    assert sorted(pockets, key=str) == sorted(map(str, book.wheel), key=str)
    assert len(set(turns)) == count
    assert rotor.get("transform") == f"rotate(-{turns[pockets.index('17')]})"
    assert picture.get("aria-label", "").endswith(": 17 black")


def test_a_screen_reader_hears_name_number_and_price() -> None:
    felt = FELTS["star-craps"]
    area = felt.area("place-to-win", 6)
    assert area
    assert name_of(felt, area) == "Place Bet to Win on 6, pays 7 to 6"


def test_chips_lie_where_the_wager_is() -> None:
    felt = FELTS["star-craps"]
    picture = ET.fromstring(render(felt, chips={("come", 6): 2600}, puck=6))
    stack = next(g for g in picture.iter(f"{SVG}g") if g.get("class") == "chips")
    assert stack.get("data-cents") == "2600"
    assert [u.get("href") for u in stack.iter(f"{SVG}use")] == ["#chip-2500"]
    assert [t.text for t in stack.iter(f"{SVG}text")] == ["26"]
    markers = [u.get("href") for u in picture.iter(f"{SVG}use") if u.get("class") == "marker"]
    assert markers == ["#puck-on"]
    picture = ET.fromstring(render(felt, chips={("come", None): 2600}))
    stack = next(g for g in picture.iter(f"{SVG}g") if g.get("class") == "chips")
    assert [u.get("href") for u in stack.iter(f"{SVG}use")] == ["#chip-2500", "#chip-100"]


@every_felt
def test_chips_hide_neither_the_lettering_nor_each_other(felt: Felt) -> None:
    for area in felt.areas:
        if area.group == "edge":
            continue  # on the lines of a layout, where nothing is printed
        places, seen = area.places, printed(area.lettering, area.dice)
        x, y, w, h = area.outline.bounds
        assert min((rect.top for rect in seen), default=y) >= y, f"{area.wager} {area.on}: lifted out of its box"
        lying = [strip(places)] if places.strip else [stack(places.own, places.chip)]
        lying += [] if places.strip else [stack(places.others, OTHERS)]
        for chips in lying:
            hidden = [rect for rect in seen if rect.meets(chips)]
            assert not hidden, f"{area.wager} {area.on}: {chips} over {hidden}"
            assert x <= chips.left < chips.right <= x + w, f"{area.wager} {area.on}"
            assert y <= chips.top < chips.bottom <= y + h, f"{area.wager} {area.on}"
        assert len(lying) == 1 or not lying[0].meets(lying[1])


def test_a_lit_number_does_not_cover_the_places_on_its_lines() -> None:
    picture = ET.fromstring(render(FELTS["roulette-F"], lit=[("straight", ("00",))]))
    areas = [(g.get("class") or "").split() for g in picture.iter(f"{SVG}g") if g.get("role") == "button"]
    lit = next(i for i, kinds in enumerate(areas) if "lit" in kinds)
    edges = [i for i, kinds in enumerate(areas) if "edge" in kinds]
    assert lit < min(edges)
    assert lit == len(areas) - len(edges) - 1


def test_no_two_chips_share_a_shape_or_a_value() -> None:
    from feltwork.felt.tokens import CHIPS

    assert len({chip.shape for chip in CHIPS}) == len({chip.value for chip in CHIPS}) == len(CHIPS)
