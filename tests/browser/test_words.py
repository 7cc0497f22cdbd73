"""Small things that a newcomer stumbles over: what is said, what is cut, what looks as if it could be pressed."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import call_bets, seat, tap
from tests.server.conftest import Running

SEPARATE = """() => {
  const banner = document.querySelector("#banner").getBoundingClientRect();
  return [...document.querySelectorAll("nav button")].filter((b) => b.getClientRects().length)
    .every((b) => banner.right <= b.getBoundingClientRect().left + 1);
}"""


def ready(page: Page) -> Page:
    expect(page.locator("#balance")).to_have_text("1,000.00")
    expect(page.locator(".area.legal").first).to_be_attached()
    return page


def test_a_refusal_says_what_to_do_now(house: Running, open_screen: Open) -> None:
    page = ready(open_screen(seat(house)))
    tap(page, "come")
    expect(page.locator("#refusal .now")).to_have_text("Wait until a point is set.")
    tap(page, "behind-win-line")
    expect(page.locator("#refusal .now")).to_contain_text("Bet the Win Line first")


def test_actions_that_would_do_nothing_look_so(house: Running, open_screen: Open) -> None:
    page = ready(open_screen(seat(house)))
    for action in ("undo", "redo", "clear", "rebet", "double", "lift"):
        expect(page.locator(f"#{action}")).to_contain_class("idle")
    tap(page, "field")
    expect(page.locator(".own .chips")).to_have_count(1)
    for action in ("undo", "clear", "double", "lift"):
        expect(page.locator(f"#{action}")).not_to_contain_class("idle")
    page.keyboard.press("u")
    expect(page.locator(".own .chips")).to_have_count(0)
    expect(page.locator("#redo")).not_to_contain_class("idle")


def test_what_is_missing_is_not_the_first_thing_in_the_rules(house: Running, open_screen: Open) -> None:
    page = ready(open_screen(seat(house)))
    page.click("#show-card")
    missing = page.locator("#approved-rules")
    expect(missing).to_contain_text("No approved document is installed")
    assert page.evaluate("document.querySelector('#dialog-body').lastElementChild.id") == "approved-rules"


def test_a_long_banner_stands_beside_the_buttons(house: Running, open_screen: Open) -> None:
    for table in ("craps", "wheel"):
        page = ready(open_screen(seat(house, table))) if table == "craps" else open_screen(seat(house, table))
        if table == "wheel":
            call_bets(house, table)
            expect(page.locator("#phase")).to_have_text("Place your bets")
        page.evaluate("terminal.status.clock = () => undefined")
        page.evaluate("document.querySelector('#phase').textContent = 'Hagan sus apuestas — el punto es 10'")
        assert page.evaluate(SEPARATE), table
