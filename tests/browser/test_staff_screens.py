"""Screens of the staff: consequences shown first, light and dark, two languages, zoom, and the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import life_of, post, seat
from tests.browser.test_cage import CASS, sold
from tests.browser.test_dealer import crew
from tests.browser.test_everybody import serious
from tests.browser.test_office import INSPECTOR, WALL, console, played
from tests.server.conftest import Running

from feltwork.server.opening import supervisor_session
from feltwork.table.live.commands import SecondCorrection

CUT = """() => [...document.querySelectorAll("button, h1, h2, th, td, p, .table-card *, label, input")]
  .filter((n) => n.getClientRects().length && n.clientWidth > 0 && !n.closest("svg"))
  .filter((n) => n.scrollWidth > n.clientWidth + 1)
  .filter((n) => getComputedStyle(n).overflowX !== "auto" && getComputedStyle(n).display !== "inline")
  .map((n) => n.outerHTML.slice(0, 90))"""
TAB_STOPS = """() => [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
  .filter((n) => n.tabIndex >= 0 && !n.disabled && n.checkVisibility({ visibilityProperty: true })).length"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")]
  .filter((n) => n.getClientRects().length && !n.closest("#drawing"))
  .filter((n) => [...n.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
  .map((n) => parseFloat(getComputedStyle(n).fontSize))) / innerHeight"""


def rows(page: Page, place: str) -> list[list[str]]:
    return [row.locator("td").all_inner_texts() for row in page.locator(f"{place} .compared tbody tr").all()]


def test_both_people_see_before_after_and_difference_by_seat(house: Running, open_screen: Open) -> None:
    """And the wall shows what was corrected, live, in letters that can be read from five metres."""
    seat(house)
    ann = played(house)
    wall = open_screen(WALL, "/wall?table=craps", (1920, 1080))
    expect(wall.locator(".said")).to_contain_text("7")
    assert wall.evaluate(SMALLEST) >= 0.029
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=500)
    page = console(house, open_screen, tab="rulings")
    page.locator("#panel tbody tr").first.get_by_role("button", name="Correct").focus()
    page.keyboard.press("Enter")
    for die, face in ((1, "5"), (2, "1")):
        page.get_by_role("group", name=f"Die {die}").get_by_role("button", name=face).focus()
        page.keyboard.press("Enter")
    # The line of 25 had lost by the seven; by 5 and 1 it makes its point, and wins 25.
    expect(page.locator("#sheet .compared tbody tr")).to_have_count(1)
    assert rows(page, "#sheet") == [["−25.00", "+25.00", "+50.00"]]
    assert serious(page) == []
    page.get_by_role("button", name="seen on the recording").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Propose the correction").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#waiting .compared tbody tr")).to_have_count(1)
    assert rows(page, "#waiting") == [["−25.00", "+25.00", "+50.00"]]
    page.get_by_role("button", name="Second person agrees").click()
    expect(page.locator("#sheet .compared tbody tr")).to_have_count(1)
    page.keyboard.press("Escape")
    version = life_of(house, "craps").rounds.kept[-1]
    post(house, "craps", SecondCorrection(version), "sue", "gaming_manager")
    expect(wall.locator("#number")).to_contain_text("Corrected, was 7")
    expect(wall.locator(".said")).to_contain_text("6")
    expect(wall.locator("#history li").first).to_have_text("6")


def test_the_office_by_day_and_by_night_in_two_languages(house: Running, open_screen: Open) -> None:
    """Nothing is cut, one tab stop for each zone, axe finds nothing; 200% zoom scrolls one way only."""
    seat(house)
    played(house)
    boss = supervisor_session(house.config)
    for session, path, ready, spanish in (
        (boss, "/supervise?table=craps", "#panel tr", "La sala"),
        (CASS, "/cage", "#ticket-number", "La caja"),
        (INSPECTOR, "/inspect", "#found tr.event", "Inspección"),
        (crew("craps"), "/deal", "#seats .seat", "Star"),
        (WALL, "/wall?table=craps", "#sign tbody tr", "Star"),
    ):
        page = open_screen(session, path)
        expect(page.locator(ready).first).to_be_visible()
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        if path not in ("/deal", "/wall?table=craps"):
            page.locator("#theme").select_option("dark")
            dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert dark != ground, "the system is light here"
            page.reload()
            expect(page.locator(ready).first).to_be_visible()
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
            assert serious(page) == []
        assert page.evaluate(CUT) == []
        assert page.evaluate(TAB_STOPS) <= 40, path
        page.set_viewport_size({"width": 640, "height": 400})
        assert page.evaluate("document.documentElement.scrollWidth") <= 641, path
        page.context.close()
        page = open_screen(session, path, locale="es-ES")
        expect(page.locator("html")).to_have_attribute("lang", "es")
        expect(page.locator(ready).first).to_be_visible()
        expect(page.locator("h1")).to_contain_text(spanish)
        page.context.close()


def test_a_cashier_and_an_inspector_need_no_mouse(house: Running, open_screen: Open) -> None:
    """A ticket is sold, brought and paid; the day has its date; an inspector finds a round by a preset."""
    page = open_screen(CASS, "/cage")
    number = sold(page, "20")
    page.locator("#ticket-number").fill(number)
    box = page.locator("#ticket-number")
    assert box.evaluate("(n) => n.scrollWidth <= n.clientWidth"), "the whole number is seen"
    box.press("Enter")
    expect(page.locator("#verdict h3")).to_have_text("20.00")
    expect(page.get_by_role("button", name="Pay in cash")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict h3")).to_have_text("Pay out 20.00")
    page.locator("#tab-tickets").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#tab-day")).to_be_focused()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", page.locator("#day").input_value())
    seat(house)
    played(house)
    inspector = open_screen(INSPECTOR, "/inspect")
    expect(inspector.locator("#found tr.event").first).to_be_visible()
    inspector.locator("#preset-all").focus()
    for _ in range(2):
        inspector.keyboard.press("ArrowRight")
    expect(inspector.locator("#preset-today")).to_be_focused()
    inspector.keyboard.press("Enter")
    expect(inspector.locator("#search [name=since]")).not_to_have_value("")
    expect(inspector.locator("#found tr.event").first).to_be_visible()
    inspector.locator("#found tr.event").first.focus()
    inspector.keyboard.press("Enter")
    expect(inspector.locator("tr.more").first).to_contain_text("hash")


def test_what_is_refused_is_said_in_the_language_of_the_screen(house: Running, open_screen: Open) -> None:
    """At the crew's steps, at the cage, and of a ticket that nobody printed."""
    page = open_screen(crew("craps"), locale="es-ES")
    expect(page.locator(".step", has_text="se trae un juego nuevo cuando se pierden dos dados")).to_be_visible()
    page.locator(".step[aria-disabled=true]", has_text="dos dados").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("Se trae un juego nuevo cuando se pierden dos dados")
    cage = open_screen(CASS, "/cage", locale="es-ES")
    cage.locator("#ticket-number").fill("1234")
    cage.locator("#ticket-number").press("Enter")
    expect(cage.locator("#verdict")).to_contain_text("Esta casa no ha impreso ningún ticket con este número")
