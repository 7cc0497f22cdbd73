"""Money, odds, clauses, numbers and names are written one way on every screen, whole, and people have names."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import seat, tap
from tests.browser.test_cage import CASS
from tests.browser.test_dealer import crew
from tests.browser.test_office import console
from tests.server.conftest import Running

UNGROUPED = re.compile(r"(?<![\d,.])\d{4,}\.\d\d\b")
"""Money of a thousand and more without its comma."""
SAID = """() => [...document.querySelectorAll("body *")].filter((n) => n.getClientRects().length
  && [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim())).map((n) => n.textContent).join("\\n")"""
ODDS = """() => [...terminal.felt.areas.values()].flatMap(({ key, nodes }) => nodes.flatMap((node) =>
  [...node.querySelectorAll(".pays")].map((n) => n.textContent).filter((words) => / to /.test(words))
    .map((words) => [key, words, terminal.card[key]?.pays ?? ""])))"""


def said(page: Page) -> str:
    return str(page.evaluate(SAID))


def test_money_has_its_commas_and_odds_are_said_alike_on_felt_and_card(house: Running, open_screen: Open) -> None:
    player = open_screen(seat(house, cents=1_234_500))
    expect(player.locator("#balance")).to_have_text("12,345.00")
    odds: list[list[str]] = player.evaluate(ODDS)
    assert len(odds) > 20
    assert [(key, felt, card) for key, felt, card in odds if felt not in card] == []
    player.click("#money")
    expect(player.locator("#dialog")).to_contain_text("12,345.00")
    dealer, cage = open_screen(crew("craps")), open_screen(CASS, "/cage")
    expect(dealer.locator(".seat").first).to_contain_text("12,345")
    cage.click("#tab-day")
    expect(cage.locator("#panel")).to_contain_text("12,345.00")
    for screen in (player, dealer, cage, console(house, open_screen, tab="seats")):
        assert UNGROUPED.findall(said(screen)) == []


def test_a_refusal_gives_its_clause_once(house: Running, open_screen: Open) -> None:
    player = open_screen(seat(house))
    expect(player.locator("#balance")).to_have_text("1,000.00")
    tap(player, "behind-win-line")
    expect(player.locator("#refusal")).to_be_visible()
    assert player.locator("#refusal").inner_text().count("6.1.5") == 1


def test_a_ticket_number_is_whole_on_a_phone(house: Running, open_screen: Open) -> None:
    phone = open_screen(seat(house, "aruze"), size=(390, 844))
    expect(phone.locator("#balance")).not_to_have_text("0.00")
    phone.click("#money")
    phone.get_by_role("button", name="Cash out to a ticket").click()
    number = phone.locator(".ticket .number")
    expect(number).to_be_visible()
    assert len(re.sub(r"\D", "", number.inner_text())) >= 16
    assert number.evaluate("n => n.scrollWidth <= n.clientWidth && n.getBoundingClientRect().right <= innerWidth")


def test_the_cage_takes_a_name_with_spaces_and_keeps_what_was_typed(house: Running, open_screen: Open) -> None:
    cage = open_screen(CASS, "/cage")
    cage.click("#tab-forms")
    cage.fill("#deposit-player", "Mary Ann O'Brien")
    cage.fill("#deposit-amount", "1500")
    cage.get_by_role("button", name="Take it in").click()
    expect(cage.locator("#stands")).to_contain_text("Mary Ann O'Brien")
    expect(cage.locator("#stands")).to_contain_text("1,500.00")
    cage.fill("#deposit-player", "Mary Ann O'Brien")
    cage.fill("#deposit-amount", "a lot")
    cage.get_by_role("button", name="Take it in").click()
    expect(cage.locator(".refused")).to_have_text("Type an amount like 1,500.00")
    expect(cage.locator("#deposit-player")).to_have_value("Mary Ann O'Brien")


def test_how_a_table_holds_is_said_in_a_whole_sentence(house: Running, open_screen: Open) -> None:
    for size in ((1280, 800), (390, 844)):
        page = console(house, open_screen)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        cut: list[str] = page.evaluate(
            """() => [...document.querySelectorAll("p, h1, h2")].filter((n) => n.getClientRects().length
              && (n.scrollWidth > n.clientWidth + 1) && getComputedStyle(n).overflow !== "visible")
              .map((n) => n.textContent)"""
        )
        assert cut == [], size
