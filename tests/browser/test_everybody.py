"""For everybody: axe finds nothing serious, keys reach everything, screens of every size, calm and contrast."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import call_bets, deal, seat, tap
from tests.server.conftest import Running

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
DESK, WALL, LYING, STANDING = (1280, 800), (1920, 1080), (844, 390), (390, 844)


def serious(page: Page) -> list[str]:
    """What axe has against a page, of what it calls serious or critical."""
    page.evaluate(AXE)
    told: Any = page.evaluate("axe.run(document)")
    assert len(told["passes"]) > 10, "axe did not look"
    return [
        f"{found['id']}: {found['nodes'][0]['html'][:120]}"
        for found in told["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("table", ["craps", "aruze", "lucky", "dragon"])
def test_axe_has_nothing_serious(house: Running, open_screen: Open, table: str) -> None:
    page = open_screen(seat(house, table))
    call_bets(house, table)
    expect(page.locator("#phase")).to_have_text("Place your bets")
    expect(page.locator(".area.legal").first).to_be_attached()
    assert serious(page) == []


@pytest.mark.parametrize("sheet", ["#show-card", "#show-more", "#money", "#shortcuts", "#show-next", "#switch"])
def test_axe_has_nothing_serious_against_a_sheet(house: Running, open_screen: Open, sheet: str) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "place-to-win", "6")
    expect(page.locator("#balance")).to_have_text("995.00")
    page.click(sheet)
    expect(page.locator("#dialog")).to_be_visible()
    assert serious(page) == []


SMALL_TARGETS = """(least) => [...document.querySelectorAll("button, select, input")].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && (box.width < least || box.height < least);
}).map((node) => `${node.id || node.textContent} ${Math.round(node.getBoundingClientRect().height)}`)"""
SMALL_TEXT = """() => [...document.querySelectorAll("header *, #strip *, #call *, #bar *, footer *")].filter((node) =>
  node.childNodes.length && [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())
  && node.getBoundingClientRect().width > 1 && parseFloat(getComputedStyle(node).fontSize) < 13)
  .map((node) => node.textContent)"""


@pytest.mark.parametrize("size", [DESK, WALL, LYING, STANDING])
@pytest.mark.parametrize("table", ["craps", "lucky"])
def test_screens_of_every_size(house: Running, open_screen: Open, table: str, size: tuple[int, int]) -> None:
    page = open_screen(seat(house, table), size=size)
    call_bets(house, table)
    expect(page.locator("#phase")).to_have_text("Place your bets")
    scrolls = "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    assert page.evaluate(scrolls) == [False, False]
    assert page.evaluate(SMALL_TEXT) == []
    assert page.evaluate(SMALL_TARGETS, 44 if size in (DESK, WALL) else 40) == []
    tap(page, "field" if table == "craps" else "red")
    expect(page.locator(".own .chips")).to_have_count(1)
    page.click("#show-more")
    expect(page.locator("#dialog")).to_be_visible()


def test_a_round_by_keyboard_alone(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.wager") == "win-line":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (4, 5))
    expect(page.locator("#phase")).to_contain_text("point is 9")
    page.keyboard.press("o")
    expect(page.locator("#balance")).to_have_text("989.00")
    page.keyboard.press("n")
    expect(page.locator("#dialog-title")).to_contain_text("What if?")
    page.keyboard.press("Escape")
    deal(house, "craps", (3, 6))
    expect(page.locator("#last")).to_have_text("+14.00")
    page.keyboard.press("l")
    expect(page.locator("#dialog-title")).to_have_text("Your last rounds")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("#balance")).to_have_text("1,009.00")


@pytest.mark.parametrize("table", [table.name for table in FLOOR if table.name != "aruze"])
def test_no_live_table_tells_a_player_what_to_bet(house: Running, open_screen: Open, table: str) -> None:
    """Star Craps 9.6, Crown 9.5, Roulette 9.6, Dragon Fire 11.6: not even where the wish was kept from practice."""
    page = open_screen(seat(house, table))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.evaluate("localStorage.setItem('feltwork-wishes', JSON.stringify({ tutorial: true }))")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator("#balance")).to_have_text("1,000.00")
    expect(page.locator("#coach")).to_have_count(0)
    assert page.evaluate("terminal.tutor") is None
    assert not any("tutor.js" in url or "lesson" in url for url in asked)
    page.click("#show-more")
    expect(page.locator("#dialog-body")).to_contain_text("High contrast")
    expect(page.locator("#dialog-body")).not_to_contain_text("Tour")


def test_contrast_and_a_line_that_is_slow(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#show-more")
    page.click("text=High contrast")
    assert page.evaluate("getComputedStyle(document.querySelector('.felt .line')).strokeWidth") == "3px"
    page.keyboard.press("Escape")
    assert serious(page) == []
    page.evaluate("terminal.link.ask = async () => { terminal.link.delay = 850; }; terminal.status.ping()")
    expect(page.locator("#latency")).to_have_text("Slow connection: 850 ms")
