"""Every felt as the crew sees it, crowded: words can be read, stay apart, and no chip lies over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import screens
from tests.browser.dealing import call_bets, draw, life_of, seat
from tests.server.conftest import SIGN, Running, running

from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import crew_session
from feltwork.table.live import commands as ask

SIZES = ((1280, 800), (1920, 1080), (844, 390), (390, 844))
SEATS = 8
TABLES = {
    "craps": TableConfig("craps", "star-craps", SEATS, sign=SIGN),
    "crown": TableConfig("crown", "crown-craps", SEATS, sign=SIGN),
    "mini": TableConfig("mini", "crown-craps", SEATS, variant="mini", sign=SIGN),
    "aruze": TableConfig("aruze", "aruze-craps", SEATS),
    "wheel": TableConfig("wheel", "star-roulette", SEATS, sign=SIGN),
    "lucky": TableConfig("lucky", "star-roulette", SEATS, wheel="double", lucky_ball=True, source="os-draw", sign=SIGN),
    "dragon": TableConfig("dragon", "dragon-fire", SEATS, sign=SIGN),
}
LEAST = 12.95
"""Pixels; a screen rounds."""
FLAWS = """(least) => {
  const svg = document.querySelector("#felt > svg");
  const found = [];
  const shown = (n) => n.getClientRects().length && n.getAttribute("display") !== "none" && !n.closest("symbol");
  const context = document.createElement("canvas").getContext("2d");
  const scale = svg.getScreenCTM().a;
  const inkOf = (n) => {
    const style = getComputedStyle(n);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.letterSpacing = style.letterSpacing;
    const told = context.measureText(n.textContent);
    const { x: left, width } = n.getBBox();
    const y = Number(n.getAttribute("y"));
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = told;
    return { left, right: left + width, top: y - up, bottom: y + down };
  };
  const boxOf = (n) => {
    const box = n.getBoundingClientRect();
    const back = svg.getScreenCTM().inverse();
    const corners = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)];
    const [a, b] = corners.map((point) => point.matrixTransform(back));
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  };
  const meet = (a, b, by = 1) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const words = [...svg.querySelectorAll("text")].filter((n) => shown(n) && !n.closest(".markers, .rising"));
  for (const n of words) {
    const { a } = n.getScreenCTM();
    const turned = n.hasAttribute("transform") ? scale : a;
    const size = parseFloat(getComputedStyle(n).fontSize) * turned;
    if (size < least) found.push(`'${n.textContent}' is ${size.toFixed(1)} px`);
  }
  const level = words.filter((n) => !n.hasAttribute("transform") && !n.closest(".chips"))
    .map((n) => [n, inkOf(n)]);
  level.forEach(([n, box], i) => {
    for (const [other, at] of level.slice(i + 1))
      if (meet(box, at)) found.push(`'${n.textContent}' over '${other.textContent}'`);
    const line = n.closest(".area")?.querySelector(".line")?.getBBox();
    const across = line && (box.left < line.x - 1 || box.right > line.x + line.width + 1);
    if (across || (line && (box.top < line.y - 1 || box.bottom > line.y + line.height + 1)))
      found.push(`'${n.textContent}' leaves its area`);
  });
  const chips = [...svg.querySelectorAll(".seated")].map((n) => [n, boxOf(n)]);
  chips.forEach(([n, box], i) => {
    for (const [word, at] of level) if (meet(box, at)) found.push(`chips ${n.textContent} over '${word.textContent}'`);
    for (const [other, at] of chips.slice(i + 1))
      if (meet(box, at) && ![n, other].some((each) => each.matches(".on-edge")))
        found.push(`chips ${n.textContent} over chips ${other.textContent}`);
  });
  return found;
}"""


def crowd(house: Running, table: str) -> int:
    """Eight players wager on all that is taken now, as far as their money goes; so many wagers lie then."""
    names = [f"p{number}" for number in range(1, SEATS + 1)]
    for number, name in enumerate(names, 1):
        seat(house, table, number, name, 20_000)  # few notes: an acceptor has its rate
    call_bets(house, table)
    draw(house, table)
    game = life_of(house, table).game
    assert game is not None
    count = 0
    spots = [(name, on) for name, wager in game.book.wagers.items() for on in list(wager.shapes)[:6]]
    for i, (wager, on) in enumerate(spots):
        for number in range(1, SEATS + 1) if i < 4 else ((i % SEATS) + 1, ((i + 3) % SEATS) + 1):
            chosen: Any = list(on) if isinstance(on, tuple) else on
            body = ask.PlaceWager(number, wager, 1_000, chosen)
            answer = house.send(table, body, names[number - 1], "player")
            count += not answer.reason
    return count


def laid(page: Page) -> None:
    """The chips lie as the screen's size wants it: the words of the felt are fitted to it."""
    expect(page.locator("#felt > svg .seated").first).to_be_attached()
    page.wait_for_function(
        "() => { const svg = document.querySelector('#felt > svg');"
        " return svg.dataset.fitted === String(svg.getScreenCTM().a) && svg.querySelector('.seated'); }"
    )


@pytest.mark.parametrize("table", TABLES)
def test_no_chip_lies_over_the_words_of_a_crews_felt(table: str, chromium: Browser, tmp_path: Path) -> None:
    config = FloorConfig([TABLES[table]], str(tmp_path / "floor.sqlite"))
    with running(config) as house, screens(house, chromium) as open_screen:
        assert crowd(house, table) > SEATS
        session = crew_session(TABLES[table]) if table != "aruze" else Session("crew", (), "aruze")
        found: list[str] = []
        for size in SIZES:
            page = open_screen(session, size=size)
            expect(page.locator("#seats .seat")).to_have_count(SEATS)
            if page.locator("#views [data-view=felt]").is_visible():
                page.click("#views [data-view=felt]")
            for number in range(max(page.locator("#pages button").count(), 1)):
                if page.locator("#pages button").nth(number).is_visible():
                    page.locator("#pages button").nth(number).click()
                laid(page)
                found += [f"{size}: {flaw}" for flaw in page.evaluate(FLAWS, LEAST)]
            page.context.close()
        assert not found, "\n".join(found)
