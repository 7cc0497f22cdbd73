"""The player's screen on a phone, upright and lying: the felt has most of it, and the first bets are in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import call_bets, deal, seat, tap
from tests.browser.test_account import picture
from tests.browser.test_everybody import DESK, LYING, STANDING, WALL, serious
from tests.browser.test_felts import DESKS, PHONES
from tests.server.conftest import Running

from feltwork.table.live.topic import DICE_OUT

WHOLE = """(wager) => {
  const area = [...document.querySelectorAll(`.area[data-wager='${wager}'] .line`)][0].getBoundingClientRect();
  const felt = document.querySelector("main").getBoundingClientRect();
  const pages = document.querySelector("#pages");
  const top = pages.hidden ? felt.top : pages.getBoundingClientRect().bottom;
  return area.top >= top - 1 && area.bottom <= felt.bottom + 1 && area.left >= -1 && area.right <= felt.right + 1;
}"""
CHIP = """() => {
  const own = document.querySelector(".own .chips").getBoundingClientRect();
  const felt = document.querySelector("main").getBoundingClientRect();
  return own.top >= felt.top - 1 && own.bottom <= felt.bottom + 1;
}"""


def at(house: Running, open_screen: Open, table: str, size: tuple[int, int]) -> Page:
    page = open_screen(seat(house, table), size=size)
    call_bets(house, table)
    expect(page.locator("#phase")).to_have_text("Place your bets")
    expect(page.locator(".area.legal").first).to_be_attached()
    return page


def box(page: Page, selector: str) -> Any:
    return page.evaluate("(s) => document.querySelector(s).getBoundingClientRect().toJSON()", selector)


@pytest.mark.parametrize("table", ["craps", "crown", "wheel", "lucky", "dragon"])
def test_upright_the_felt_has_more_than_half_of_the_screen(house: Running, open_screen: Open, table: str) -> None:
    page = at(house, open_screen, table, STANDING)
    pages = box(page, "#pages")["height"] if page.locator("#pages").is_visible() else 0
    assert (box(page, "main")["height"] - pages) / STANDING[1] >= 0.55
    assert box(page, "#actions")["height"] <= 48, "one row of actions"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"phone-{table}")
    assert serious(page) == []


def test_upright_it_is_shown_that_more_of_the_felt_lies_below(house: Running, open_screen: Open) -> None:
    page = at(house, open_screen, "craps", STANDING)
    expect(page.locator("main")).to_contain_class("below")
    hint, felt = box(page, "#below"), box(page, "main")
    assert (hint["bottom"], hint["height"], hint["width"]) == (felt["bottom"], 26, felt["width"])
    picture(page, "phone-below")
    page.evaluate("document.querySelector('main').scrollTop = 10_000")
    expect(page.locator("main")).not_to_contain_class("below")


def test_upright_an_own_chip_is_never_cut_at_the_edge(house: Running, open_screen: Open) -> None:
    page = at(house, open_screen, "craps", STANDING)
    spot = page.locator(".area[data-wager='field'] .line").first
    bottom = box(page, "main")["bottom"]
    page.evaluate("(by) => { document.querySelector('main').scrollTop = by; }", 0)
    edge = spot.bounding_box()
    assert edge
    page.evaluate("(by) => { document.querySelector('main').scrollTop = by; }", edge["y"] + 30 - bottom)
    tap(page, "field")
    expect(page.locator(".own .chips")).to_have_count(1)
    assert page.evaluate(CHIP)


@pytest.mark.parametrize("size", [STANDING, LYING], ids=["upright", "lying"])
def test_the_wheel_stays_where_it_is_and_covers_no_bet(
    house: Running, open_screen: Open, size: tuple[int, int]
) -> None:
    page = at(house, open_screen, "wheel", size)
    before = box(page, "#stage .wheel")
    deal(house, "wheel", 17, stop=lambda life: life.phase == DICE_OUT)
    expect(page.locator("#stage .wheel")).to_have_attribute("data-state", "running")
    during = box(page, "#stage .wheel")
    assert during == before
    felt = box(page, "main")
    assert during["right"] <= felt["left"] + 1 or during["left"] >= felt["right"] - 1 or during["bottom"] <= felt["top"]
    assert during["height"] >= 95
    deal(house, "wheel", 17)
    expect(page.locator("#call")).to_contain_text("17")
    picture(page, f"phone-wheel-{size[0]}-still")


def test_lying_the_line_bets_and_the_field_are_in_sight(house: Running, open_screen: Open) -> None:
    for table, line in (("craps", "win-line"), ("crown", "win-line"), ("aruze", "pass-line")):
        page = open_screen(seat(house, table), size=LYING)
        expect(page.locator(".area.legal").first).to_be_attached()
        for wager in (line, "come", "field"):
            assert page.evaluate(WHOLE, wager), (table, wager)
        picture(page, f"lying-{table}")
        page.get_by_role("button", name="Numbers").click()
        expect(page.get_by_role("button", name="Numbers")).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(WHOLE, "place-to-win" if table == "craps" else "place"), table


def test_lying_roulette_shows_half_of_the_layout_and_a_wheel(house: Running, open_screen: Open) -> None:
    page = at(house, open_screen, "wheel", LYING)
    seen = page.evaluate(
        """() => { const felt = document.querySelector("main").getBoundingClientRect();
        return [...document.querySelectorAll(".area[data-wager='straight'] .line")].filter((area) =>
          area.getBoundingClientRect().bottom <= felt.bottom + 1).length; }"""
    )
    assert seen >= 16
    assert box(page, "#stage .wheel")["height"] >= 140
    picture(page, "lying-wheel")


ACTIONS = """() => {
  const row = document.querySelector("#actions").getBoundingClientRect();
  const turn = document.querySelector("#turn").getBoundingClientRect();
  const end = turn.width ? turn.left : row.right;
  const seen = [...document.querySelectorAll("#actions button:not(#turn)")].filter((b) => b.offsetWidth)
    .map((b) => [b, b.getBoundingClientRect()]).filter(([, { left, right }]) => right > row.left + 1 && left < end - 1);
  const cut = seen.filter(([b, { left, right, bottom }]) => left < row.left - 1 || right > end + 1
    || bottom > innerHeight || b.scrollWidth > b.clientWidth + 1);
  return { seen: seen.map(([b]) => b.id), cut: cut.map(([b]) => b.id) };
}"""


def test_no_action_is_cut_and_every_one_is_at_most_one_turn_away(house: Running, open_screen: Open) -> None:
    page = at(house, open_screen, "craps", STANDING)
    first: Any = page.evaluate(ACTIONS)
    page.click("#turn")
    expect(page.locator("#turn")).to_have_attribute("aria-expanded", "true")
    second: Any = page.evaluate(ACTIONS)
    page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    expect(page.locator("#turn")).to_be_hidden()
    lying: Any = page.evaluate(ACTIONS)
    assert [first["cut"], second["cut"], lying["cut"]] == [[], [], []]
    assert [*first["seen"], *second["seen"]] == lying["seen"]
    assert len(lying["seen"]) == 10


LINES = """() => {
  const { left, top, right, bottom } = document.querySelector("#lines").getBoundingClientRect();
  return [...document.querySelectorAll("#lines li")].filter((n) => n.offsetWidth).filter((n) => {
    const box = n.getBoundingClientRect();
    return box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;
  }).map((n) => n.textContent);
}"""
MANY = ("red", "odd", "low", "even", "black", "high", "dozen", "column")


@pytest.mark.parametrize("size", [STANDING, LYING, DESK], ids=["upright", "lying", "desk"])
def test_a_result_of_many_lines_is_cut_nowhere_and_says_how_many_more(
    house: Running, open_screen: Open, size: tuple[int, int]
) -> None:
    page = at(house, open_screen, "wheel", size)
    for wager in MANY:
        page.locator(f".area[data-wager='{wager}']").first.press("Enter")
    expect(page.locator("#balance")).to_have_text("960.00")
    deal(house, "wheel", 17)
    expect(page.locator("#lines .total")).to_be_visible()
    assert page.evaluate(LINES) == []
    told = page.locator("#lines li:not(.called, .total, .rest)").count()
    expect(page.locator("#lines .rest")).to_have_text(f"and {len(MANY) - told} more, in Last rounds")
    page.set_viewport_size({"width": 600, "height": 900})
    expect(page.locator("#lines .total")).to_be_visible()
    assert page.evaluate(LINES) == [], "turned, it is fitted anew"


SCALE = """() => { const svg = document.querySelector("#felt > svg"), { width, height } = svg.viewBox.baseVal;
  return [svg.getScreenCTM().a, width, height]; }"""


@pytest.mark.parametrize("table", ["craps", "wheel"])
def test_felts_are_read_at_the_size_they_have_on_a_screen(house: Running, open_screen: Open, table: str) -> None:
    """What test_felts.py takes for the room of a felt at four sizes, on the screen itself."""
    page = at(house, open_screen, table, DESK)
    for size in (DESK, WALL, LYING, STANDING):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        shape = "390" if size in PHONES else "1280" if table == "craps" else None
        if shape:
            expect(page.locator("#felt > svg")).to_have_attribute("viewBox", re.compile(rf"^\d+ \d+ {shape} "))
        else:
            expect(page.locator("#felt > svg")).not_to_have_attribute("viewBox", re.compile(r"^\d+ \d+ 390 "))
        scale, wide, tall = page.evaluate(SCALE)
        if size in PHONES:
            read = PHONES[size] / wide
        else:
            room = DESKS[size]
            read = min((room[0] * 0.69 if table == "wheel" else room[0]) / wide, room[1] / tall)
        assert scale >= read * 0.995, (size, scale, read)
