"""Steps a player takes back: none stands in the way of the next, none is forgotten; and what the felt tells when."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, call_bets, deal, life_of, post, seat, tap, until
from tests.server.conftest import Running

from feltwork.table.live import commands as ask


def credit(page: Page, shown: str) -> None:
    expect(page.locator("#balance")).to_have_text(shown)


def with_a_chip_down(house: Running, open_screen: Open) -> Page:
    """A player's screen with 1,000.00, of which 5.00 are on the Field."""
    page = open_screen(seat(house))
    credit(page, "1,000.00")
    tap(page, "field")
    credit(page, "995.00")
    return page


def test_what_was_taken_down_is_a_step_like_others(house: Running, open_screen: Open) -> None:
    page = with_a_chip_down(house, open_screen)
    for _ in range(2):
        tap(page, "hardway", "8")
        credit(page, "990.00")
        page.keyboard.press("t")
        tap(page, "hardway", "8")
        credit(page, "995.00")
        page.keyboard.press("t")
    for shown in ("990.00", "995.00", "990.00", "995.00", "1,000.00"):
        page.keyboard.press("u")
        credit(page, shown)
    page.keyboard.press("u")
    expect(page.locator(".note")).to_have_text("Nothing to undo")
    page.keyboard.press("Shift+U")
    credit(page, "995.00")


def test_clear_is_undone_as_one_step(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    credit(page, "1,000.00")
    tap(page, "field")
    tap(page, "win-line")
    tap(page, "hardway", "8")
    credit(page, "985.00")
    page.keyboard.press("c")
    credit(page, "1,000.00")
    page.keyboard.press("u")
    credit(page, "985.00")
    expect(page.locator(".own .chips")).to_have_count(3)
    page.keyboard.press("u")
    credit(page, "990.00")


def test_what_another_screen_took_away_is_passed_over(house: Running, open_screen: Open) -> None:
    page = with_a_chip_down(house, open_screen)
    tap(page, "win-line")
    credit(page, "990.00")
    post(house, "craps", ask.RemoveWager(1, "win-line"), "ann", "player")
    credit(page, "995.00")
    page.keyboard.press("u")
    credit(page, "1,000.00")


def test_a_step_that_cannot_be_undone_is_passed_by(house: Running, open_screen: Open) -> None:
    page = with_a_chip_down(house, open_screen)
    page.evaluate("terminal.bets.placed([{ wager: 'field', on: null, amount: 3 }])")
    page.keyboard.press("u")
    expect(page.locator(".note.bad")).to_contain_text("Cannot undo this: ")
    page.keyboard.press("u")
    credit(page, "1,000.00")


def test_a_chip_is_taken_back_before_it_is_acknowledged(house: Running, open_screen: Open) -> None:
    page = with_a_chip_down(house, open_screen)
    page.evaluate(
        """() => {
          const socket = terminal.link._socket, send = socket.send.bind(socket);
          socket.send = (text) => (text.includes("place-wager") ? setTimeout(() => send(text), 400) : send(text));
        }"""
    )
    tap(page, "win-line")
    page.keyboard.press("u")
    expect(page.locator("#felt .pending")).to_have_count(0)
    until(lambda: life_of(house, "craps").version >= 11 or page.evaluate("false"))
    credit(page, "995.00")
    assert balance(house) == 99_500
    page.keyboard.press("u")
    credit(page, "1,000.00")


def test_the_felt_does_not_give_the_result_away(house: Running, open_screen: Open) -> None:
    """Where the next chip may go follows from the result: it waits, like chips and credit, until the dice lie still."""
    page = open_screen(seat(house))
    credit(page, "1,000.00")
    tap(page, "win-line")
    credit(page, "995.00")
    come = page.locator(".area[data-wager='come']").first
    assert "legal" not in (come.get_attribute("class") or "").split()
    page.evaluate("terminal.stage.show = () => new Promise((resolve) => { terminal.lie = resolve; }); null")
    deal(house, "craps", (4, 4))
    until(lambda: page.evaluate("Boolean(terminal.lie) && terminal.legality.spots['come'].ok"))
    assert "legal" not in (come.get_attribute("class") or "").split()
    assert not page.evaluate("terminal.legality.about('come').spot.ok")
    page.evaluate("terminal.lie()")
    expect(come).to_contain_class("legal")


def test_more_than_the_chip_in_hand_is_said(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "crown"))
    credit(page, "1,000.00")
    tap(page, "horn")
    credit(page, "992.00")
    expect(page.locator(".note")).to_contain_text("goes by 4.00: 8.00 placed")
    page.locator("[data-wager='horn']").hover()
    expect(page.locator("#tip")).to_contain_text("goes by4.00")


def test_lucky_numbers_and_results_on_a_phone_that_lies(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "lucky"), size=(844, 390))
    deal(house, "lucky", 17)
    deal(house, "lucky", 5, stop=lambda life: life.game is not None and life.game.lucky is not None)
    expect(page.locator("#lucky .ball")).not_to_have_count(0)
    for shown in [*page.locator("#lucky .ball").all(), page.locator("#history li").first]:
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 844


def test_the_dolly_is_lifted_when_bets_are_called_for(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "wheel"))
    credit(page, "1,000.00")
    deal(house, "wheel", 17)
    expect(page.locator(".dolly")).to_have_count(1)
    call_bets(house, "wheel")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    expect(page.locator(".dolly")).to_have_count(0)


def test_what_was_said_before_does_not_lie_on_the_next_sheet(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    credit(page, "1,000.00")
    page.keyboard.press("u")
    expect(page.locator(".note")).to_have_text("Nothing to undo")
    page.keyboard.press("?")
    expect(page.locator("#dialog")).to_be_visible()
    expect(page.locator(".note")).to_have_count(0, timeout=1000)
