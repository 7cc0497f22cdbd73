"""Every screen is set in the two fonts that the floor serves, and what is printed on a felt is where the felt says."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import seat
from tests.browser.test_cage import CASS, sold
from tests.browser.test_dealer import crew
from tests.browser.test_office import INSPECTOR, WALL, console, played
from tests.felt.felts import FELTS
from tests.server.conftest import Running

from feltwork.felt import Felt, render, render_wheel
from feltwork.felt.places import printed
from feltwork.fonts import SCREENS, SERIF_700, embedded
from feltwork.games import open_book

OURS = {(face.family, True) for face in SCREENS}
WITH_TEXT = """() => {
  const seen = new Set();
  for (const node of document.querySelectorAll("body *")) {
    const { fontFamily, fontWeight, fontStyle } = getComputedStyle(node);
    const before = getComputedStyle(node, "::before").content;
    const own = [...node.childNodes].map((child) => (child.nodeType === 3 ? child.textContent.trim() : "")).join("");
    if (!own && before === "none") continue;
    const signs = [fontFamily, fontWeight, fontStyle, before, ...own.replace(/[ -~]/g, "")].join();
    if (!seen.has(signs)) node.setAttribute("data-has-text", "");
    seen.add(signs);
  }
}"""
"""Marks a node of each kind of text: of each font, weight and style, and with each sign that is no plain letter."""
BOXES = """() => [...document.querySelectorAll(".area")].map((area) =>
  [...area.querySelectorAll("text")].map((text) => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const { a: scale, e: x, f: y } = text.ownerSVGElement.getScreenCTM();
  return [text.textContent, (left - x) / scale, (top - y) / scale, (right - x) / scale, (bottom - y) / scale];
}))"""
"""How far each text reaches, in the units of its felt: a felt narrower than the window is drawn larger."""


def drawn_with(page: Page) -> set[tuple[str, bool]]:
    """Each font that the browser has drawn letters of the page with, and whether a page brought it."""
    line = page.context.new_cdp_session(page)
    line.send("DOM.enable")
    line.send("CSS.enable")
    page.evaluate(WITH_TEXT)
    root = line.send("DOM.getDocument")["root"]["nodeId"]
    nodes = line.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-has-text]"})["nodeIds"]
    found = set()
    for node in nodes:
        with suppress(Error):  # a screen may have taken the node away since
            fonts = line.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            found |= {(font["familyName"].removesuffix(" Semibold"), font["isCustomFont"]) for font in fonts}
    line.detach()
    return found


@pytest.mark.parametrize("table", [table.name for table in FLOOR])
def test_a_players_screen_is_set_in_our_fonts(house: Running, open_screen: Open, table: str) -> None:
    page = open_screen(seat(house, table))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    assert drawn_with(page) == OURS
    page.click("#show-more")
    expect(page.locator("#dialog")).to_be_visible()
    assert drawn_with(page) == OURS


def test_every_other_screen_is_set_in_our_fonts(house: Running, open_screen: Open) -> None:
    seat(house)
    played(house)
    page = open_screen(crew("craps"), "/deal")
    expect(page.locator("#seats .seat").first).to_be_visible()
    found = {"crew": drawn_with(page)}
    page = console(house, open_screen)
    for tab in ("signs", "seats", "rulings", "upkeep", "told"):
        page.click(f"#tab-{tab}")
        expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
        found[f"supervisor, {tab}"] = drawn_with(page)
    for table in ("craps", "lucky"):
        page = open_screen(WALL, f"/wall?table={table}")
        expect(page.locator("#sign tbody tr").first).to_be_visible()
        found[f"wall, {table}"] = drawn_with(page)
    page = open_screen(INSPECTOR, "/inspect")
    page.locator("#found tr.event").first.click()
    expect(page.locator("#found pre").first).to_be_visible()
    found["inspector"] = drawn_with(page)
    page.click("#tab-papers")
    expect(page.locator("#papers .hash").first).to_be_visible()
    found["inspector, papers"] = drawn_with(page)
    page = open_screen(CASS, "/cage")
    expect(page.locator("#ticket-number")).to_be_focused()
    number = sold(page, "20")
    for tab in ("tickets", "cards", "forms", "transfers", "vouchers", "day"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#panel > *").first).to_be_visible()
        found[f"cage, {tab}"] = drawn_with(page)
    for path in (f"/ticket/{number}", "/signin", "/play"):
        page.goto(house.address + path)
        expect(page.locator("h1")).to_be_visible()
        found[path] = drawn_with(page)
    assert {name: fonts for name, fonts in found.items() if not fonts <= OURS or not fonts} == {}


@pytest.mark.parametrize("felt", FELTS.values(), ids=FELTS)
def test_what_is_printed_on_a_felt_reaches_as_far_as_it_is_taken_to(chromium: Browser, felt: Felt) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 560})
    page.set_content(f"<style>body {{ margin: 0 }}</style>{render(felt, fonts=embedded(SCREENS))}")
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    boxes = page.evaluate(BOXES)
    page.close()
    upwards = sorted(felt.areas, key=lambda area: area.group == "edge")
    for area, texts in zip(upwards, boxes, strict=True):
        x, y, w, h = area.outline.bounds
        for line, (text, left, top, right, bottom) in zip(area.lettering, texts, strict=True):
            assert text == line.text
            where, over = f"{text} at {area.wager} {area.on}", line.size / 3  # room above and below the letters
            dx, dy = (over, 0) if line.turn else (0, over)
            assert x <= left + dx < right - dx <= x + w, where
            assert y <= top + dy < bottom - dy <= y + h, where
            if not line.turn and line.style != "ring":
                (taken,) = printed([line], [])
                assert taken.left <= left < right <= taken.right, where
                assert taken.right - taken.left - (right - left) < 4 + line.size / 8, f"{where} has less"


def test_a_wheel_in_a_file_has_its_font_inside(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(render_wheel(open_book("star-roulette"), 17, embedded([SERIF_700])))
    page.evaluate("document.fonts.ready")
    assert drawn_with(page) == {(SERIF_700.family, True)}
    page.close()
