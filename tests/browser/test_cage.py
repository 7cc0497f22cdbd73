"""The cage in a real browser: tickets out at one terminal and in at another, every refusal, cards, payments by hand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Open
from tests.browser.dealing import held_back, let_go, post
from tests.browser.dealing import seat as seat_at
from tests.server.conftest import Running, Talk

from feltwork.cage.commands import AskTransfer, WithholdTicket
from feltwork.cage.numbers import grouped, with_check
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.cms import SimulatedCms
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import BuyColour

PICTURES = os.environ.get("FELTWORK_PICTURES")
"""A folder to leave pictures in, for the documents."""
LOOKED_AT = re.compile(r"/api/cage/ticket\?")
CASS, DORA = (Session("cashier", ((name, "cashier"),)) for name in ("cass", "dora"))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


@pytest.fixture
def cage(house: Running, open_screen: Open) -> Iterator[Page]:
    house.floor.cashless.cms = SimulatedCms()
    page = open_screen(CASS, "/cage")
    expect(page.locator("#ticket-number")).to_be_focused()
    yield page
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page itself does not scroll"


def sit(house: Running, open_screen: Open, table: str, seat: int, name: str) -> Page:
    """A player with fifty dollars at a terminal."""
    token = house.player(table, seat, name)
    talk = Talk(house.screen(table, token))
    assert "ack" in talk.do("sit", player=name, seat=seat)
    assert house.note(table, seat, 5000)[0] == 200
    page = open_screen(Session("player", ((name, "player"),), table, seat), "/play")
    expect(page.locator("#balance")).to_have_text("50.00")
    return page


def bring(page: Page, number: str) -> str:
    """Bring a ticket to the cage; the word it says."""
    page.locator("#ticket-number").fill(number)
    page.keyboard.press("Enter")
    word = page.locator("#verdict h3")
    expect(word).to_be_visible()
    return word.inner_text().lower()


def sold(page: Page, amount: str) -> str:
    page.locator("#sell-amount").fill(amount)
    page.get_by_role("button", name="Print the ticket").click()
    expect(page.locator("#sheet[open] .amount")).to_have_text(f"{float(amount):.2f}")
    number = page.locator("#sheet .printed").inner_text()
    page.get_by_role("button", name="Done").click()
    return number


def test_a_ticket_out_at_one_terminal_and_in_at_another(house: Running, open_screen: Open, cage: Page) -> None:
    ann = sit(house, open_screen, "aruze", 1, "ann")
    ben = sit(house, open_screen, "craps", 2, "ben")
    ann.locator("#money").click()
    ann.get_by_role("button", name="Cash out to a ticket").click()
    number = ann.locator(".ticket .number").inner_text()
    expect(ann.locator("#balance")).to_have_text("0.00")
    assert bring(cage, number) == "50.00"
    picture(cage, "cage-tickets")
    with ann.context.expect_page() as printed:
        ann.get_by_role("link", name="Print").click()
    expect(printed.value.locator(".amount")).to_have_text("$50.00")
    expect(printed.value.locator(".number")).to_have_text(number)
    picture(printed.value, "ticket")
    token = house.player("craps", 2, "ben")
    assert house.fetch("/api/ticket-in", token, {"key": "t", "number": number})[0] == 200
    expect(ben.locator("#balance")).to_have_text("100.00")
    cage.get_by_role("button", name="Pay in cash").click()
    expect(cage.locator("#verdict h3")).to_have_text("paid")
    printed.value.reload()
    expect(printed.value.locator(".stands")).to_have_text("Paid")
    expect(printed.value.locator("main")).not_to_contain_text(number)
    picture(printed.value, "ticket-paid")


def test_a_double_click_takes_the_money_in_once(house: Running, cage: Page) -> None:
    cage.click("#tab-forms")
    money = cage.get_by_role("heading", name="Take money in").locator("..")
    money.locator("input").nth(0).fill("ann")
    money.locator("input").nth(1).fill("1,000")
    money.get_by_role("button", name="Take it in").dblclick()
    expect(cage.locator("#stands")).to_contain_text("1,000.00")
    assert house.floor.house.reader.log.balances()["player/ann"] == 100_000


def awaited(cage: Page) -> tuple[str, list[Route]]:
    """A ticket for 500 was brought, and its answer is on the way; the number of another, for 20."""
    large, small = sold(cage, "500"), sold(cage, "20")
    answer = held_back(cage, LOOKED_AT)
    cage.locator("#ticket-number").fill(large)
    cage.keyboard.press("Enter")
    return small, answer


def test_the_verdict_is_on_the_ticket_that_was_brought_last(house: Running, cage: Page) -> None:
    """The answer on the first ticket comes after the one on the second: nobody pays 500 for a ticket of 20."""
    small, overtaken = awaited(cage)
    assert bring(cage, small) == "20.00"
    let_go(cage, overtaken, LOOKED_AT)
    assert cage.locator("#verdict h3").inner_text() == "20.00"


def test_a_verdict_does_not_come_between_a_number_and_its_enter(house: Running, cage: Page) -> None:
    """Whoever types the next number while the answer on the last one is awaited does not pay that one by Enter."""
    small, late = awaited(cage)
    cage.locator("#ticket-number").fill(small)
    let_go(cage, late, LOOKED_AT)
    cage.keyboard.press("Enter")
    expect(cage.locator("#verdict h3")).to_have_text("20.00")
    expect(cage.locator("#outstanding")).to_have_text("520.00 in 2 unpaid tickets")


def test_every_refusal_on_the_page(house: Running, cage: Page) -> None:
    number = sold(cage, "80")
    plain = number.replace(" ", "")
    assert bring(cage, number[:-1] + str((int(number[-1]) + 1) % 10)) == "unknown"
    assert bring(cage, grouped(with_check("999999990123456789"))) == "unknown"
    assert bring(cage, with_check(f"{plain[:8]}{(int(plain[8:18]) + 7) % 10**10:010d}")) == "unknown"
    picture(cage, "cage-refused")
    assert bring(cage, f"FELTWORK {plain} 800000") == "altered"
    assert bring(cage, number) == "80.00"
    house.floor.house.post(Envelope("w", "cage", "dora", "cashier", WithholdTicket(number, "torn"))).result()
    assert bring(cage, number) == "withheld"
    cage.get_by_role("button", name="Decide…").click()
    cage.get_by_label("What the investigation found").fill("the bearer bought it")
    cage.get_by_label("What the inspector said on review").fill("no objection")
    cage.get_by_role("button", name="It is good: pay it").click()
    expect(cage.locator("#sheet")).to_be_hidden()
    assert bring(cage, number) == "80.00"
    cage.get_by_role("button", name="Pay in cash").click()
    expect(cage.locator("#verdict h3")).to_have_text("Pay out 80.00")
    assert bring(cage, number) == "paid"
    other = sold(cage, "12.50")
    assert bring(cage, other) == "12.50"
    cage.get_by_role("button", name="Cancel it…").click()
    cage.get_by_label("Why").fill("wrong amount")
    cage.get_by_role("button", name="Cancel the ticket").click()
    expect(cage.locator("#ticket-number")).to_have_value("")
    assert bring(cage, other) == "void"


def test_cards_are_issued_put_in_and_blocked(house: Running, open_screen: Open, cage: Page) -> None:
    ann = sit(house, open_screen, "aruze", 1, "ann")
    cage.get_by_role("tab", name="Player cards").click()
    cage.locator("#card-player").fill("ann")
    cage.get_by_role("button", name="Issue the card").click()
    expect(cage.locator(".list")).to_contain_text("valid")
    number = cage.locator(".list td.number").first.inner_text()
    token = house.player("aruze", 1, "ann")
    assert house.fetch("/api/card", token, {"number": number})[0] == 200
    expect(cage.locator(".list")).to_contain_text("in terminal 1 of aruze")
    picture(cage, "cage-cards")
    cage.locator("#card-player").fill("ann")
    cage.get_by_role("button", name="Issue the card").click()
    expect(cage.locator(".list")).to_contain_text("replaced")
    expect(ann.locator("#said")).to_contain_text("Your player card is no longer valid")
    expect(ann.locator("#notices .card")).to_contain_text("Put your player card in")
    assert house.fetch("/api/card", token, {"number": number})[0] == 409
    cage.get_by_role("button", name="Block…").click()
    cage.get_by_role("button", name="Block the card").click()
    expect(cage.locator(".list")).to_contain_text("lost")
    assert house.fetch("/api/card", token, {"number": number})[0] == 409
    assert ann.locator("#balance").inner_text() == "50.00"


def test_a_player_has_a_name_and_a_refusal_loses_no_entry(cage: Page) -> None:
    cage.get_by_role("tab", name="Pay by hand").click()
    cage.locator("#deposit-player").fill("Ann Marie O'Neil")
    cage.locator("#deposit-amount").fill("250")
    cage.get_by_role("button", name="Take it in").click()
    expect(cage.locator("#stands")).to_contain_text("Ann Marie O'Neil")
    cage.locator("#pay-player").fill("Anne Marie O'Neil")
    cage.locator("#pay-amount").fill("120")
    cage.get_by_label("Paper shown").fill("passport")
    cage.get_by_role("button", name="Prepare the form").click()
    expect(cage.locator(".refused")).to_contain_text("Nobody called Anne Marie O'Neil is known here")
    expect(cage.locator("#pay-player")).to_have_value("Anne Marie O'Neil")
    expect(cage.locator("#pay-amount")).to_have_value("120")
    expect(cage.get_by_label("Paper shown")).to_have_value("passport")
    cage.locator("#pay-player").fill("ann marie o'neil")
    cage.get_by_role("button", name="Prepare the form").click()
    expect(cage.locator("#stands")).to_contain_text("120.00")


def test_a_payment_by_hand_with_two_people_and_a_signature(open_screen: Open, cage: Page) -> None:
    cage.get_by_role("tab", name="Pay by hand").click()
    cage.locator("#deposit-player").fill("ann")
    cage.locator("#deposit-amount").fill("20000")
    cage.get_by_role("button", name="Take it in").click()
    expect(cage.locator("#stands")).to_contain_text("20,000.00")
    cage.locator("#pay-player").fill("ann")
    cage.locator("#pay-amount").fill("12000")
    cage.get_by_label("Paper shown").fill("passport")
    cage.get_by_role("button", name="Prepare the form").click()
    expect(cage.locator("#announcements")).to_contain_text("a second person agrees next")
    expect(cage.locator("#stands")).to_contain_text("waits for a second person")
    dora = open_screen(DORA, "/cage#forms")
    dora.get_by_role("button", name="Agree").click()
    expect(dora.locator("#stands")).to_contain_text("agreed by two")
    cage.get_by_role("button", name="Sign…").click()
    cage.get_by_role("button", name="I have verified and signed").click()
    expect(cage.locator(".refused")).to_contain_text("has not signed")
    box = cage.locator("canvas.sign").bounding_box()
    assert box
    cage.mouse.move(box["x"] + 60, box["y"] + 90)
    cage.mouse.down()
    for step in range(30):
        cage.mouse.move(box["x"] + 60 + 12 * step, box["y"] + 75 + (-1) ** step * (20 + step % 7 * 4))
    cage.mouse.up()
    picture(cage, "cage-sign")
    cage.get_by_role("button", name="I have verified and signed").click()
    expect(cage.locator("#sheet")).to_be_hidden()
    expect(cage.locator("#stands")).to_contain_text("8,000.00")


def test_a_transfer_without_an_answer_and_the_day(house: Running, cage: Page) -> None:
    cms = house.floor.cashless.cms
    assert isinstance(cms, SimulatedCms)
    cms.silent = "after"
    cage.get_by_role("tab", name="Transfers").click()
    cage.locator("#transfer-player").fill("ann")
    cage.get_by_label("Amount").fill("100")
    cage.get_by_role("button", name="Transfer", exact=True).click()
    expect(cage.locator(".list")).to_contain_text("pending")
    picture(cage, "cage-transfers")
    cms.silent = ""
    expect(cage.locator(".list")).to_contain_text("done")
    assert cms.balance("ann") == 40_000
    house.floor.house.post(Envelope("o", "cage", "ann", "player", AskTransfer("ann", 4_000, inward=False))).result()
    cage.get_by_role("tab", name="The day").click()
    expect(cage.locator("#sound")).to_contain_text("The day balances")
    expect(cage.locator("#report")).to_contain_text("casino management system")
    picture(cage, "cage-day")


def test_a_voucher_with_conditions_is_issued_and_cancelled(house: Running, cage: Page) -> None:
    cage.get_by_role("tab", name="Vouchers").click()
    cage.locator("#voucher-player").fill("ann")
    cage.get_by_label("Worth").fill("25")
    cage.select_option("#voucher-game", "star-roulette")
    expect(cage.locator("#voucher-table option")).to_have_text(["any table of this game", "lucky", "wheel"])
    expect(cage.locator("#voucher-form")).to_be_hidden()
    cage.select_option("#voucher-table", "wheel")
    cage.select_option("#voucher-wager", "red")
    cage.locator("#voucher-until").fill("2099-01-31")
    cage.get_by_role("button", name="Issue the voucher").click()
    number = cage.locator("#sheet .printed").inner_text()
    picture(cage, "cage-voucher")
    with cage.expect_popup() as opened:
        cage.get_by_role("link", name="Open it to print").click()
    paper = opened.value
    expect(paper.locator(".number")).to_have_text(number)
    expect(paper.locator("dl")).to_contain_text("wheel")
    expect(paper.locator("dl")).to_contain_text("Red")
    picture(paper, "voucher")
    cage.get_by_role("button", name="Done").click()
    expect(cage.locator(".list")).to_contain_text("wheel · Red · until 31 January 2099")
    expect(cage.locator(".list")).to_contain_text("not exchanged yet")
    picture(cage, "cage-vouchers")
    cage.get_by_role("button", name="Cancel…").click()
    cage.get_by_label("Why").fill("a mistake")
    cage.get_by_role("button", name="Cancel the voucher").click()
    expect(cage.locator(".list .tag")).to_have_text("cancelled")
    paper.reload()
    expect(paper.locator(".stands")).to_have_text("void")
    cage.select_option("#voucher-game", "crown-craps")
    expect(cage.locator("#voucher-form")).to_be_visible()
    cage.get_by_label("Worth").fill("25")
    cage.locator("#voucher-until").fill("2001-01-31")
    cage.get_by_role("button", name="Issue the voucher").click()
    expect(cage.locator(".refused")).to_contain_text("is already over")


def test_by_keyboard_alone_and_when_the_line_is_down(house: Running, cage: Page) -> None:
    number = sold(cage, "20")
    cage.locator("#ticket-number").focus()
    cage.keyboard.type(number)
    cage.keyboard.press("Enter")
    expect(cage.get_by_role("button", name="Pay in cash")).to_be_focused()
    cage.keyboard.press("Enter")
    expect(cage.get_by_role("button", name="Next ticket")).to_be_focused()
    cage.keyboard.press("Enter")
    expect(cage.locator("#ticket-number")).to_be_focused()
    cage.get_by_role("tab", name="Tickets").focus()
    for name in ("Player cards", "Pay by hand", "Transfers", "Vouchers", "Colour checks", "The day"):
        cage.keyboard.press("ArrowDown")
        expect(cage.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        cage.get_by_role("tab", name=name).focus()
    cage.route("**/api/cage", lambda asked: asked.abort())
    expect(cage.locator("#state")).to_contain_text("Connection lost. Reconnecting")
    cage.unroute("**/api/cage")
    expect(cage.locator("#state")).to_have_text("")


def test_3_6_colour_checks_of_a_closed_table_are_redeemed_at_the_cage(house: Running, cage: Page) -> None:
    seat_at(house, "wheel")
    post(house, "wheel", BuyColour(1, "blue", 2_00, 40_00), "wheel-dealer", "dealer")
    post(house, "wheel", ask.AnnounceClosure(), "floor-manager", "casino_supervisor")
    desk = house.floor.house.queue.desk
    now = desk.now
    desk.now = lambda: now() + 21 * 60 * 1_000_000
    post(house, "wheel", ask.CloseTable(), "floor-manager", "casino_supervisor")
    cage.click("#tab-checks")
    line = cage.locator("#stands tr", has_text="ann")
    expect(line).to_contain_text("40.00")
    picture(cage, "cage-checks")
    line.get_by_role("button", name="Redeem").click()
    expect(cage.locator("#announcements")).to_contain_text("40.00 for ann")
    expect(cage.locator("#stands")).to_contain_text("No checks are out.")
    assert house.floor.house.queue.desk.cage.purses["ann"] == 1_000_00
    path, token = "/api/cage/checks", house.token(CASS)
    asked = {"key": "again", "table": "wheel", "player": "ann", "amount": 4000}
    assert house.fetch(path, token, asked)[0] == 409
    assert house.fetch(path, token, asked | {"table": "nowhere"})[0] == 400
    assert house.fetch(path, token, {"player": 7})[0] == 400


def test_upright_the_work_begins_in_the_first_third_and_nothing_is_cut(house: Running, open_screen: Open) -> None:
    page = open_screen(CASS, "/cage", (390, 844))
    sold(page, "20")
    for tab in ("tickets", "cards", "forms", "transfers", "vouchers", "day"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        first = page.locator("#panel .panel").first
        expect(first).to_be_visible()
        assert first.bounding_box()["y"] < 844 / 3, tab  # type: ignore[index]
        wide: list[str] = page.evaluate(
            """() => [...document.querySelectorAll("#panel *, #tabs *, body > header *")].filter((n) =>
              n.getClientRects().length && getComputedStyle(n).clipPath === "none" && !n.closest("thead")
              && n.getBoundingClientRect().right > innerWidth + 1).map((n) => n.textContent)"""
        )
        assert wide == [], tab
