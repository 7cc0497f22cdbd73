"""A full table of eight paid by the keyboard alone; buttons that keep their places; refusals where they were caused."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import screens
from tests.browser.dealing import post, seat
from tests.browser.test_dealer import call, go_on
from tests.browser.test_everybody import serious
from tests.server.conftest import Running, running

from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import crew_session
from feltwork.table.live import commands as ask

EIGHT = TableConfig("craps", "star-craps", 8)
WAGERS = ("win-line", "field", "any-seven", "dont-win", "any-craps", "win-line", "horn", "field")
"""What seats 1 to 8 have on the layout: of a seven the line and any seven win, the rest loses."""
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#primary, #waiting, .step, .seat, #asides summary, .die")]
  .filter((n) => n.getClientRects().length)
  .map((n) => [n.id || n.dataset.key || n.textContent, n])
  .map(([name, n]) => [name, [n.getBoundingClientRect().x, n.getBoundingClientRect().y].map(Math.round).join()]))"""


def test_a_full_table_is_dealt_and_paid_with_the_keyboard_alone(tmp_path: Path, chromium: Browser) -> None:
    """One table of eight, round after round: paid, gone on with, refused at, and called no roll."""
    with running(FloorConfig([EIGHT], str(tmp_path / "floor.sqlite"))) as eight, screens(eight, chromium) as come:
        page = come(crew_session(EIGHT))
        eight_seats_are_paid(eight, page)
        no_button_moves(eight, page)
        a_refusal_stands_at_its_control(page)
        no_roll_is_a_grid(page)


def the_crew_sees_what_it_will_come_to(page: Page) -> None:
    """An entered result is told seat by seat before anybody confirms it, and forgotten when it is taken back."""
    expect(page.locator("#entry")).to_be_visible()
    page.keyboard.type("61")
    page.keyboard.press("Enter")
    expect(page.locator("#guide h2")).to_have_text("Once confirmed · 6 and 1, total 7")
    expect(page.locator(".ahead li")).to_have_count(8)
    expect(page.locator(".ahead [data-seat='3']")).to_have_attribute("data-pay", "4800")
    expect(page.locator(".ahead [data-seat='2'] .take")).to_have_text("−12.00")
    expect(page.locator(".seated.lost")).to_have_count(0)
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.keyboard.type("34")
    page.keyboard.press("Enter")
    expect(page.locator("#guide h2")).to_have_text("Once confirmed · 3 and 4, total 7")
    page.keyboard.press("Escape")


def eight_seats_are_paid(eight: Running, page: Page) -> None:
    """Chips stay until they are taken or paid: losers struck out, winners ringed with what they are paid."""
    for number, wager in enumerate(WAGERS, 1):
        seat(eight, number=number, name=f"player-{number}")
        post(eight, "craps", ask.PlaceWager(number, wager, 1_200), f"player-{number}", "player")
    expect(page.locator(".seated")).to_have_count(8)
    go_on(page, "Offer the dice", "Seat 1 takes the dice", "Seat 1 takes dice A and B", "Dice are thrown")
    the_crew_sees_what_it_will_come_to(page)
    call(page, "34")
    expect(page.locator(".seated.won")).to_have_count(3)
    expect(page.locator(".seated.won .total")).to_have_text(["1: +12", "6: +12", "3: +48"])
    expect(page.locator(".seated.lost").first).to_be_visible()
    expect(page.locator(".tab")).to_have_count(8)
    assert serious(page) == []
    for number in range(1, 9):
        shown = page.locator(f".guided[data-seat='{number}']")
        expect(shown).to_be_visible()
        paid = int(shown.get_attribute("data-pay") or 0)
        assert paid == {1: 1_200, 3: 4_800, 6: 1_200}.get(number, 0)
        expect(page.locator(f".seated[data-seat='{number}']")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(".tab.done")).to_have_count(number)
        expect(page.locator(f".seated[data-seat='{number}']")).to_have_count(0)
    expect(page.locator(".paid")).to_be_disabled()
    expect(page.locator(".seated")).to_have_count(0)
    page.reload()
    expect(page.locator(".tab.done")).to_have_count(8)
    page.keyboard.press("g")
    expect(page.locator(".areas li").first).to_contain_text("take")
    expect(page.locator(".areas li", has_text="Any Seven")).to_contain_text("seat 3: pay 48.00")
    assert serious(page) == []
    page.keyboard.press("g")


def no_button_moves(eight: Running, page: Page) -> None:
    """While the dice are given up and offered to another."""
    for number in (1, 2):
        post(eight, "craps", ask.PlaceWager(number, "win-line", 1_200), f"player-{number}", "player")
    expect(page.locator("#primary")).to_contain_text("Dice are thrown")
    before = page.evaluate(PLACES)
    post(eight, "craps", ask.PassDice(1), "player-1", "player")
    expect(page.locator("#primary")).to_contain_text("Offer the dice")
    go_on(page, "Offer the dice")
    expect(page.locator("#primary")).to_contain_text("Seat 2")
    page.keyboard.press("n")
    after = page.evaluate(PLACES)
    both = before.keys() & after.keys()
    assert len(both) > 15
    assert {name: after[name] for name in both} == {name: before[name] for name in both}


def a_refusal_stands_at_its_control(page: Page) -> None:
    """And goes with the next thing that is done."""
    step = page.locator(".step[aria-disabled='true']").first
    step.click(force=True)
    told = page.locator(".refused")
    expect(told).to_be_visible()
    box, at = told.bounding_box(), step.bounding_box()
    assert box
    assert at
    assert abs(box["y"] - (at["y"] + at["height"])) < 60 or abs(box["y"] + box["height"] - at["y"]) < 60
    page.wait_for_timeout(400)
    page.keyboard.press("Space")
    expect(page.locator("#primary")).to_contain_text("takes dice")
    expect(told).to_have_count(0)


def no_roll_is_a_grid(page: Page) -> None:
    """5.3: what must be called comes first; reached and called by the keyboard."""
    go_on(page, "Seat 2 takes dice")
    go_on(page, "Dice are thrown")
    expect(page.locator("#invalid")).to_be_visible()
    page.keyboard.press("n")
    cells = page.locator(".reason")
    expect(cells.first).to_be_visible()
    must = [("must" in (cell.get_attribute("class") or "")) for cell in cells.all()]
    assert must == sorted(must, reverse=True)
    assert any(must)
    tops = {round((cell.bounding_box() or {"y": 0})["y"]) for cell in cells.all()}
    assert len(tops) < len(must), "several side by side"
    expect(page.locator(".reason .calls-it").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".reason .calls-it").first).not_to_be_focused()
    assert (
        page.evaluate("[...document.querySelectorAll('#reasons button')].filter((n) => n.tabIndex === 0).length") == 1
    )
    assert serious(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#entry")).to_be_hidden()
