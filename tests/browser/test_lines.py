"""Slow and odd lines, and tables that move on under somebody's hands: nothing is lost, nothing is done twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import held_back, let_go, life_of, post, seat, until
from tests.browser.test_cage import CASS
from tests.browser.test_dealer import crew
from tests.browser.test_office import WALL, console
from tests.server.conftest import Running

from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask

FELT = re.compile(r"/api/tables/\w+/felt")
ORDER = re.compile(r"/api/cage$")


def press(page: Page, selector: str) -> None:
    """The mouse button goes down on something, and stays down."""
    boxes: list[FloatRect] = []

    def found() -> bool:
        """What is drawn anew at this very moment has no place."""
        boxes[:] = [box for box in [page.locator(selector).bounding_box()] if box]
        return bool(boxes)

    until(found)
    page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 20)
    page.mouse.down()


def drawn_anew(page: Page) -> None:
    """The floor was looked at twice: by then the first look is drawn."""
    for _ in range(2):
        with page.expect_response("**/api/office"):
            pass


def test_a_table_is_opened_however_slowly_its_card_is_clicked(house: Running, open_screen: Open) -> None:
    """The list is drawn anew each second."""
    page = console(house, open_screen)
    press(page, "[data-table='wheel']")
    drawn_anew(page)
    page.mouse.up()
    expect(page.locator("#name")).to_contain_text("wheel ·")
    page.locator("[data-table='mini']").focus()
    drawn_anew(page)
    expect(page.locator("[data-table='mini']")).to_be_focused()


def test_a_seat_and_the_dice_are_taken_while_others_bet(house: Running, open_screen: Open) -> None:
    dealing = open_screen(crew("craps"))
    ann = open_screen(seat(house))
    seat(house, "craps", 2, "ben")
    expect(dealing.locator(".seat", has_text="ben")).to_be_visible()
    expect(ann.locator("#balance")).to_have_text("1,000.00")
    press(dealing, ".seat[data-key='2']")
    post(house, "craps", ask.PlaceWager(2, "win-line", 500), "ben", "player")
    expect(dealing.locator(".seated[data-seat='2']")).to_have_count(1)
    dealing.wait_for_timeout(200)  # what can be done is asked, and the seats drawn, a moment later
    dealing.mouse.up()
    expect(dealing.locator("#desk h2")).to_have_text("Seat 2 · ben")
    expect(dealing.locator(".seat[data-key='2'] .money")).to_have_text("5 of 1,000")
    post(house, "craps", ask.PlaceWager(1, "win-line", 500), "ann", "player")
    dealing.keyboard.press("Space")
    expect(ann.locator("#hands .act")).to_have_text("Take the dice")
    press(ann, "#hands .act")
    post(house, "craps", ask.PlaceWager(2, "field", 500), "ben", "player")
    expect(ann.locator(".others [data-cents='500']")).to_have_count(2)
    ann.mouse.up()
    expect(ann.locator("#hands")).to_contain_text("tap 2")
    assert life_of(house, "craps").shooter.seat == 1


@pytest.mark.parametrize("who", ["player", "crew"])
def test_a_line_that_breaks_before_the_layout_has_come(house: Running, open_screen: Open, who: str) -> None:
    """The screen is laid out once, by the line that stands; an answer that never came is asked for again."""
    page = open_screen(seat(house) if who == "player" else crew("craps"))
    expect(page.locator("body:not(.connecting)")).to_be_visible()
    held = held_back(page, FELT)
    page.reload(wait_until="commit")
    until(lambda: bool(held) or page.evaluate("false"))
    page.evaluate("terminal.link._socket.close()")
    expect(page.locator("body:not(.connecting)")).to_be_visible()
    let_go(page, held, FELT)
    expect(page.locator("#felt svg")).to_have_count(1)
    if who == "player":
        expect(page.locator("#chips .chip")).to_have_count(5)
    else:
        expect(page.locator("#primary, #waiting").locator("visible=true").first).to_be_visible()
    page.route(re.compile("/api/"), lambda route: route.abort(), times=2)
    page.reload()
    expect(page.locator("body:not(.connecting)")).to_be_visible()


def test_an_order_is_given_once_however_slow_its_answer(house: Running, open_screen: Open) -> None:
    page = open_screen(CASS, "/cage#forms")
    page.fill("#deposit-player", "ann")
    page.fill("#deposit-amount", "70")
    held = held_back(page, ORDER)
    page.get_by_role("button", name="Take it in").click()
    until(lambda: bool(held) or page.evaluate("false"))
    page.wait_for_timeout(700)  # longer than a double click
    page.get_by_role("button", name="Take it in").click()
    page.locator("#deposit-amount").press("Enter")
    let_go(page, held, ORDER)
    expect(page.locator("#deposit-amount")).to_have_value("")
    expect(page.locator("#stands")).to_contain_text("ann70.00")


def test_a_double_click_pays_a_ticket_and_shows_what_to_pay_out(house: Running, open_screen: Open) -> None:
    page = open_screen(CASS, "/cage")
    page.fill("#sell-amount", "40")
    page.get_by_role("button", name="Print the ticket").click()
    number = page.locator(".printed").inner_text()
    page.get_by_role("button", name="Done").click()
    page.fill("#ticket-number", number)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Pay in cash").dblclick()
    expect(page.locator("#verdict h3")).to_have_text("Pay out 40.00")
    page.wait_for_timeout(300)
    expect(page.locator("#verdict h3")).to_have_text("Pay out 40.00")


def test_a_late_answer_leaves_the_next_sheet_as_it_is(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen)
    asked = re.compile("/api/office/open")
    held = held_back(page, asked)
    page.click("#new-table")
    for name, text in (("name", "late"), ("minimum", "5"), ("maximum", "500")):
        page.fill(f"#sheet [name={name}]", text)
    page.get_by_role("button", name="Open", exact=True).click()
    until(lambda: bool(held) or page.evaluate("false"))
    page.get_by_role("button", name="Cancel").click()
    page.click("#new-table")
    page.fill("#sheet [name=name]", "the-next-one")
    let_go(page, held, asked)
    expect(page.locator("#name")).to_contain_text("late ·")
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("#sheet [name=name]")).to_have_value("the-next-one")


def test_a_sheet_keeps_what_was_picked_when_the_table_moves_on(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "wheel"))
    page.click("#money")
    page.select_option("#colour", "white")
    page.fill("#ticket-number", "12345")
    assert house.note("wheel", 1, 50_00)[0] == 200
    expect(page.locator(".meters")).to_contain_text("1,050.00")
    expect(page.locator("#colour")).to_have_value("white")
    expect(page.locator("#ticket-number")).to_have_value("12345")


def test_the_wall_does_not_speak_of_tables_it_cannot_see(house: Running, open_screen: Open) -> None:
    page = open_screen(Session("wall", WALL.people), "/wall?table=craps")
    page.clock.install()
    page.reload()
    expect(page.locator("#sign")).to_contain_text("Limits at this table")
    name = page.locator("#name").inner_text()
    page.route("**/api/tables", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.fast_forward(13_000)
    page.clock.run_for(1_000)
    expect(page.locator("#name")).to_have_text(name)


def test_a_press_that_ends_outside_the_window_holds_nothing_back(house: Running, open_screen: Open) -> None:
    """No letting go is heard of it; the next move of the mouse tells."""
    page = console(house, open_screen)
    expect(page.locator("[data-table='craps'] .state")).to_contain_text("Place your bets")
    press(page, "[data-table='craps']")
    page.evaluate("document.querySelector(\"[data-table='craps']\").dataset.old = '1'")
    drawn_anew(page)
    expect(page.locator("[data-old]")).to_have_count(1)
    page.evaluate("dispatchEvent(new PointerEvent('pointermove', { buttons: 0 }))")
    expect(page.locator("[data-old]")).to_have_count(0)
