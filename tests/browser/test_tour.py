"""The tour teaches by doing: it points, waits, praises, explains, and goes on where somebody left it."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.dealing import deal
from tests.browser.test_account import picture
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.browser.test_lobby import context, demo, lobby, tap
from tests.server.conftest import Running

__all__ = ["context", "demo"]
SIZES = pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])


def begin(context: BrowserContext, demo: Running, table: str, size: tuple[int, int] = DESK) -> Page:
    page = lobby(context, demo, size)
    page.locator(f"[data-tour={table}]").click()
    expect(page.locator("#coach")).to_be_visible()
    return page


def says(page: Page, words: str) -> None:
    expect(page.locator("#coach .say")).to_contain_text(words)


def clear_of_the_spot(page: Page) -> bool:
    """Does the card lie beside the spot that it points at?"""
    return bool(
        page.evaluate(
            """() => {
              const boxOf = (at) => document.querySelector(at).getBoundingClientRect();
              const [a, b] = [boxOf('.area.coached .line'), boxOf('#coach')];
              return b.bottom <= a.top || b.top >= a.bottom || b.right <= a.left || b.left >= a.right;
            }"""
        )
    )


IN_SIGHT = """() => {
  const [main, spot] = ['main', '.area.coached .line'].map((at) => document.querySelector(at).getBoundingClientRect());
  return spot.top >= main.top && spot.bottom <= main.bottom;
}"""


@SIZES
def test_the_tour_of_craps_waits_praises_and_goes_on(
    context: BrowserContext, demo: Running, size: tuple[int, int]
) -> None:
    page = begin(context, demo, "craps", size)
    says(page, "Put a chip on the Field.")
    expect(page.locator(".area.coached")).to_have_attribute("data-wager", "field")
    assert clear_of_the_spot(page)
    assert page.evaluate(IN_SIGHT), "the spot is scrolled to"
    expect(page.get_by_role("button", name="Next")).to_be_hidden()
    picture(page, f"tour-{size[0]}")
    assert serious(page) == []
    tap(page, "any-seven")
    expect(page.locator(".own .chips")).to_have_count(1)
    says(page, "Put a chip on the Field.")  # it waits
    tap(page, "field")
    expect(page.locator("#coach .well")).to_contain_text("Well done")
    expect(page.locator(".area.coached")).to_have_count(0)
    page.get_by_role("button", name="Next").click()
    says(page, "Now watch the dice.")
    page.get_by_role("button", name="Leave the tour").click()
    expect(page.locator("#coach")).to_be_hidden()
    page.reload()
    expect(page.locator("#balance")).to_be_visible()
    expect(page.locator("#coach")).to_be_hidden()
    page.click("#show-more")
    page.get_by_role("button", name="Tour").click()
    page.keyboard.press("Escape")
    says(page, "Now watch the dice.")  # where it was left
    deal(demo, "craps", (1, 2))
    expect(page.locator("#coach .well")).to_contain_text("paid or taken at once")
    page.get_by_role("button", name="Next").click()
    says(page, "Put a chip on the Win Line.")
    tap(page, "win-line")
    page.get_by_role("button", name="Next").click()
    says(page, "Watch the next throw.")
    deal(demo, "craps", (4, 2))
    page.get_by_role("button", name="Next").click()
    says(page, "Put a chip behind your Win Line.")
    tap(page, "behind-win-line")
    page.get_by_role("button", name="Next").click()
    says(page, "That is craps")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#coach")).to_be_hidden()


def test_there_is_a_tour_of_each_kind_of_game(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    games = ("craps", "Crown craps", "Aruze craps", "roulette", "Dragon Fire")  # by the order of the books
    short = [f"Tour: {game}" for game in games[1:]]
    expect(page.locator("[data-tour]")).to_have_text(["New to craps? A two-minute tour", *short])
    for game in games:
        expect(page.get_by_role("button", name=f"New to {game}? A two-minute tour", exact=True)).to_be_visible()
    for table, first in (
        ("dragon", "Put a chip on Dragon."),
        ("wheel", "Put a chip on Red."),
        ("aruze", "Put a chip on the Field."),
    ):
        page.goto(demo.address)
        page.locator(f"[data-tour={table}]").click()
        says(page, first)
