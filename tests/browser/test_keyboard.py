"""Each journey by the keyboard alone: supervisor, cage, inspector and player; the dealer's is in test_paying."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import deal, life_of, post, seat
from tests.browser.test_cage import CASS, sold
from tests.browser.test_office import INSPECTOR, console, played
from tests.server.conftest import Running

from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask

MAX_TABS = 90
"""So many presses lead to anything on a screen."""
AT = "(n) => n === document.activeElement"
NEAR = """(n) => { const zone = n.closest("[role=group], [role=tablist], nav, #found, #round-list, #felt, #hands");
  return Boolean(zone && zone.contains(document.activeElement)); }"""


def reach(page: Page, wanted: Locator) -> None:
    """To a control by Tab, and inside its zone by the arrow keys."""
    expect(wanted).to_be_visible()
    for _ in range(MAX_TABS):
        if wanted.evaluate(AT):
            return
        if wanted.evaluate(NEAR):
            for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
                for _ in range(12):
                    before = page.evaluate("document.activeElement.outerHTML")
                    page.keyboard.press(key)
                    if wanted.evaluate(AT):
                        return
                    if page.evaluate("document.activeElement.outerHTML") == before:
                        break
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {wanted}")


def press(page: Page, wanted: Locator) -> None:
    reach(page, wanted)
    page.keyboard.press("Enter")


def write(page: Page, field: Locator, words: str) -> None:
    reach(page, field)
    page.keyboard.press("Control+a")
    page.keyboard.type(words)
    expect(field).to_have_value(words)


def test_a_supervisor_publishes_limits_and_closes(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen)
    write(page, page.get_by_label("Maximum of Win Line", exact=True), "400")
    press(page, page.locator("#apply-signs"))
    expect(page.get_by_label("Maximum of Win Line", exact=True)).to_have_value("400.00")
    game = life_of(house, "craps").game
    assert game is not None
    assert game.rules.limits["win-line"].maximum == 40_000
    reach(page, page.locator("#tab-signs"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-upkeep")).to_have_attribute("aria-selected", "true")
    press(page, page.get_by_role("button", name="Close the table now"))
    expect(page.locator("#sheet")).to_contain_text("until it is opened again")
    press(page, page.get_by_role("button", name="Close the table", exact=True))
    expect(page.locator("#phase")).to_have_text("Table closed")


def test_a_cashier_sells_redeems_and_pays_by_hand(house: Running, open_screen: Open) -> None:
    page = open_screen(CASS, "/cage")
    expect(page.locator("#ticket-number")).to_be_focused()
    write(page, page.locator("#sell-amount"), "20")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet[open] .amount")).to_have_text("20.00")
    number = page.locator("#sheet .printed").inner_text()
    press(page, page.get_by_role("button", name="Done"))
    expect(page.locator("#sheet")).to_be_hidden()
    write(page, page.locator("#ticket-number"), number)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pay in cash")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict h3")).to_have_text("Pay out 20.00")
    reach(page, page.locator("[role=tab][aria-selected=true]"))
    for _ in range(8):
        if page.locator("#tab-forms").get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowDown")
    expect(page.locator("#tab-forms")).to_have_attribute("aria-selected", "true")
    write(page, page.locator("#deposit-player"), "Mary Ann")
    write(page, page.locator("#deposit-amount"), "20,100.00")
    press(page, page.get_by_role("button", name="Take it in"))
    expect(page.locator("#stands")).to_contain_text("Mary Ann")
    write(page, page.locator("#pay-player"), "Mary Ann")
    write(page, page.locator("#pay-amount"), "450.00")
    write(page, page.get_by_label("Paper shown"), "passport")
    press(page, page.get_by_role("button", name="Prepare the form"))
    expect(page.locator("#stands")).to_contain_text("450.00")


def test_an_inspector_finds_a_round_and_verifies(house: Running, open_screen: Open) -> None:
    seat(house)
    played(house)
    page = open_screen(INSPECTOR, "/inspect")
    expect(page.locator("#found tr.event").first).to_be_visible()
    reach(page, page.locator("#tab-log"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-rounds")).to_have_attribute("aria-selected", "true")
    reach(page, page.locator("#round-table"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("#round-table")).to_have_value("craps")
    press(page, page.locator("#round-list button").first)
    expect(page.locator("#round .settled tbody tr").first).to_contain_text("Win line")
    reach(page, page.locator("#tab-rounds"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-proof")).to_have_attribute("aria-selected", "true")
    press(page, page.get_by_role("button", name="Verify the whole log"))
    expect(page.locator(".word")).to_be_visible()
    expect(page.locator(".word")).to_have_class("word good")


def test_a_player_buys_in_bets_takes_the_dice_and_collects(house: Running, open_screen: Open) -> None:
    post(house, "craps", ask.Sit("ann", 1), "ann", "player")
    number = sold(open_screen(CASS, "/cage"), "100")
    page = open_screen(Session("player", (("ann", "player"),), "craps", 1))
    expect(page.locator("#balance")).to_have_text("0.00")
    press(page, page.locator("#money"))
    expect(page.locator("dialog[open]")).to_be_visible()
    reach(page, page.locator("dialog[open] #ticket-number"))
    page.keyboard.type(number)
    press(page, page.get_by_role("button", name="Put the ticket in"))
    expect(page.locator("#balance")).to_have_text("100.00")
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    line = page.locator(".felt .area[data-wager=win-line]").first
    reach(page, line)
    page.keyboard.press("Enter")
    expect(page.locator(".own .chips")).to_have_count(1)
    post(house, "craps", ask.OfferDice(), "craps-stickperson", "stickperson")
    expect(page.locator("#hands")).to_contain_text("The dice are offered to you")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("#hands")).to_contain_text("tap 2")
    for taken in range(2):
        reach(page, page.locator("#hands button[aria-pressed=false]").nth(0))
        page.keyboard.press("Enter")
        if taken == 0:
            expect(page.locator("#hands")).to_contain_text("tap 1 more")
    expect(page.locator("#hands")).to_contain_text("your throw")
    deal(house, "craps", (3, 4))
    expect(page.locator("#balance")).to_have_text("105.00")
    press(page, page.locator("#money"))
    press(page, page.get_by_role("button", name="Cash out"))
    expect(page.locator("#balance")).to_have_text("0.00")
