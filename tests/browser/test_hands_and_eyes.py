"""The player's screen under the hand, by keyboard alone, enlarged, on a phone, and in another language."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import call_bets, deal, life_of, seat, spot, tap
from tests.browser.test_everybody import serious
from tests.server.conftest import Running, Talk

from feltwork.table.live.topic import DICE_OUT

BOXES = """() => Object.fromEntries([...document.querySelectorAll("#actions *, #chips .chip, #cash *, #hands")]
  .filter((node) => node.getClientRects().length)
  .map((node) => [node.id || node.dataset.value, JSON.stringify(node.getBoundingClientRect())]))"""
SMALL = """() => [...document.querySelectorAll("body *")].filter((node) =>
  [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())
  && !node.closest("defs, #stage")
  && node.getClientRects().length && node.getBoundingClientRect().width > 1).map((node) => {
    const scale = node.ownerSVGElement ? node.ownerSVGElement.getScreenCTM().a : 1;
    return [parseFloat(getComputedStyle(node).fontSize) * scale, node.textContent.slice(0, 30)];
  }).filter(([size]) => size < 12.95)"""


def stops(page: Page) -> list[str]:
    """What Tab reaches, by its zone, until it comes round."""
    found: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        zone: Any = page.evaluate(
            "document.activeElement.closest('nav, #felt, #chips, #actions, #hands, #cash, #pages')?.id || "
            "document.activeElement.closest('nav') && 'nav' || document.activeElement.tagName"
        )
        if zone in ("BODY", "HTML") or (found and zone == found[0]):
            break
        found.append(str(zone))
    return found


def walk(page: Page, key: str, wager: str, most: int = 12) -> None:
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.dataset?.wager") == wager:
            return
    raise AssertionError(f"{key} does not lead to {wager}")


def test_one_tab_stop_for_each_zone_and_a_round_by_keyboard_alone(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    crew = Talk(house.screen("craps", house.crew("craps")))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    assert stops(page) == ["nav", "felt", "chips", "actions", "cash"]
    page.locator(".area[tabindex='0']").focus()
    walk(page, "ArrowUp", "come")
    walk(page, "ArrowDown", "win-line")
    page.keyboard.press("Enter")
    expect(page.locator("#balance")).to_have_text("995.00")
    before = page.evaluate(BOXES)
    page.evaluate("terminal.offerSeconds = 15")  # as where the house deals, and waits no longer
    assert "ack" in crew.do("offer-dice")
    expect(page.locator("#hands")).to_contain_text("The dice are offered to you")
    assert 0 < int(page.locator("#hands span.left").inner_text()) <= 15
    page.keyboard.press(" ")
    expect(page.locator("#hands")).to_contain_text("tap 2")
    assert page.evaluate(BOXES) == before, "nothing moves under the hand"
    page.locator("#hands button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hands")).to_contain_text("tap 1 more")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#hands")).to_contain_text("your throw")
    assert sorted(life_of(house, "craps").dice.hand) == [1, 3]
    deal(house, "craps", (5, 6), stop=lambda life: life.phase == DICE_OUT)
    expect(page.locator("#phase")).to_have_text("Dice are out")
    tap(page, "field")
    expect(page.locator("#refusal .note")).to_contain_text("Too late: the dice are out")
    expect(page.locator("#refusal .clause")).to_have_text("(6.3)")
    assert serious(page) == [], "while a refusal stands"
    deal(house, "craps", (5, 6))
    expect(page.locator("#last")).to_have_text("+5.00")
    assert serious(page) == [], "while areas are lit"
    assert page.evaluate(BOXES) == before


def test_too_little_money_is_said_as_the_player_sees_it(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, cents=13_100))
    expect(page.locator("#balance")).to_have_text("131.00")
    page.keyboard.press("5")
    tap(page, "any-seven")
    expect(page.locator("#refusal .note")).to_contain_text("You have 131.00, not enough for 500.00")


def test_twice_the_size_enlarges_the_felt(house: Running, open_screen: Open) -> None:
    session = seat(house)
    sizes = []
    for size, zoom in (((1280, 800), 1), ((640, 400), 2)):
        page = open_screen(session, size=size)
        expect(page.locator("#balance")).to_have_text("1,000.00")
        box = page.locator(".area[data-wager='field'] .word").bounding_box()
        assert box is not None
        least: Any = page.evaluate(
            "Math.min(...[...document.querySelectorAll('.felt .small')].map((n) => "
            "parseFloat(getComputedStyle(n).fontSize) * n.ownerSVGElement.getScreenCTM().a))"
        )
        sizes.append(least * zoom)
    assert sizes[1] >= 1.5 * sizes[0]


def test_a_phone_has_a_felt_of_its_own_with_nothing_small(house: Running, open_screen: Open) -> None:
    for table, wager in (("craps", "win-line"), ("lucky", "red"), ("dragon", "dragon")):
        page = open_screen(seat(house, table), size=(390, 844))
        call_bets(house, table)
        expect(page.locator("#phase")).to_have_text("Place your bets")
        assert page.locator("#felt svg").get_attribute("viewBox").split()[2] == "390"  # type: ignore[union-attr]
        assert page.evaluate(SMALL) == []
        tap(page, wager)
        expect(page.locator(".own .chips")).to_have_count(1)
        if table == "craps":
            page.get_by_role("button", name="Propositions").click()
            page.mouse.click(*spot(page, "any-seven"))
            expect(page.locator(".own .chips")).to_have_count(2)
        assert serious(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#felt svg")).to_have_attribute("viewBox", "0 0 1280 564")
    expect(page.locator(".own .chips")).to_have_count(1)


def test_others_chips_can_be_hidden_and_the_screen_speaks_spanish(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    other = open_screen(seat(house, number=2, name="ben"))
    for each in (page, other):
        expect(each.locator("#balance")).to_have_text("1,000.00")
        tap(each, "field")
    expect(page.locator(".others .chips")).to_be_visible()
    page.click("#show-more")
    page.click("text=Hide other players' chips")
    expect(page.locator(".others .chips")).to_be_hidden()
    page.context.add_cookies([{"name": "feltwork-language", "value": "es", "url": house.address}])
    page.reload()
    expect(page.locator("#phase")).to_have_text("Hagan sus apuestas")
    expect(page.locator("#undo")).to_have_text("Deshacer")
    tap(page, "come")
    expect(page.locator("#refusal")).to_have_text(
        "Venir (Come) se apuesta solo después de la tirada de salida (6.1.3) Espere a que haya un punto."
    )
    page.click("#money")
    expect(page.locator("#dialog")).to_contain_text("Cobrar en un ticket")
