"""The player's screen from open to disconnected, at four sizes: axe finds nothing, and nothing moves under the hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import deal, seat, tap
from tests.browser.test_everybody import DESK, STANDING, WALL, serious
from tests.server.conftest import Running

from feltwork.table.live.topic import DICE_OUT

ZOOMED = (640, 400)
"""What 1280 by 800 is at twice the size."""
ZONES = "main, #banner, #stage, #lines, #sums, #meter, #chips, #actions, #hands, #cash"
BUTTONS = "#actions button, #chips button, #pages button, nav button"
WORDS = "#actions button, nav button, #cash button, #hands .who, #sums dt, #sums dd, #banner, #name"
BOXES = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)]
  .filter((node) => node.getClientRects().length)
  .map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const name = node.id || (node.matches("main") ? "main" : node.getAttribute("aria-label") || node.textContent);
    return [name, [left, top, right, bottom].map(Math.round)];
  }))"""
OVER = """(zones) => {
  const boxes = [...document.querySelectorAll(zones)].map((node) => [node.id || "main", node.getBoundingClientRect()]);
  const out = boxes.filter(([, { left, top, right, bottom }]) =>
    right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1);
  const meet = (p, q) =>
    p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1;
  const pairs = boxes.flatMap(([a, p], i) =>
    boxes.slice(i + 1).filter(([, q]) => meet(p, q)).map(([b]) => `${a} over ${b}`));
  return [...out.map(([a]) => `${a} is out of the screen`), ...pairs];
}"""
CUT = """(words) => [...document.querySelectorAll(words)]
  .filter((node) => node.getClientRects().length)
  .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  .map((node) => `cut: ${node.textContent}`)"""


def stands(page: Page, still: dict[str, list[int]]) -> list[str]:
    """What moved since the screen was first looked at, what lies over something else, and text that is cut."""
    boxes: Any = page.evaluate(BOXES, f"{ZONES}, {BUTTONS}")
    moved = [f"{name} moved" for name, box in still.items() if boxes.get(name) != box and name != "banner"]
    return [*moved, *page.evaluate(OVER, ZONES), *page.evaluate(CUT, WORDS)]


@pytest.mark.parametrize("size", [DESK, WALL, STANDING, ZOOMED], ids=["desk", "wide", "phone", "zoomed"])
def test_nothing_moves_from_open_to_disconnected_and_axe_is_clean(
    house: Running, open_screen: Open, size: tuple[int, int]
) -> None:
    page = open_screen(seat(house), size=size)
    expect(page.locator(".area.legal").first).to_be_attached()
    still: dict[str, list[int]] = page.evaluate(BOXES, f"{ZONES}, {BUTTONS}")
    assert len(still) > 20
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        found[state] = [*stands(page, still), *(serious(page) if size in (DESK, STANDING) else [])]

    tap(page, "win-line")
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("990.00")
    look("open")
    tap(page, "come")
    expect(page.locator("#refusal")).to_contain_text("Come is placed only after the come out roll")
    look("refused")
    deal(house, "craps", (5, 3), stop=lambda life: life.phase == DICE_OUT)
    expect(page.locator("#phase")).to_have_text("Dice are out")
    expect(page.locator("#call")).to_be_empty()  # nothing is called while they roll
    look("dice out")
    deal(house, "craps", (5, 3), stop=lambda life: life.phase == "result entered")
    expect(page.locator("#call")).to_have_text("Eight, easy")
    look("called")
    deal(house, "craps", (5, 3))
    expect(page.locator("#lines .total")).to_have_text("Round−5.00")
    look("paid")
    for sheet, words in (("#show-recall", "Dispute this round"), ("#show-more", "Report a fault")):
        page.click(sheet)
        expect(page.locator("#dialog")).to_contain_text(words)
        look(sheet)
        page.keyboard.press("Escape")
    page.evaluate("terminal.link.open = () => undefined; terminal.link._socket.close()")
    expect(page.locator("#curtain")).to_contain_text("Connection lost")
    look("disconnected")
    assert not any(found.values()), {state: faults for state, faults in found.items() if faults}
