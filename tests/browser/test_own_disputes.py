"""A player raises disputes about the game and about a promotion, reads what was decided, and asks for a review."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.dealing import deal, seat, tap
from tests.promotion.terms import terms_from
from tests.server.conftest import Running

from feltwork.engine.envelope import Envelope
from feltwork.games.promotion import DAY
from feltwork.incidents import commands as incident
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.promotion import commands as promotion
from feltwork.promotion.state import terms_digest

NUMBERS = count(1)


def send(house: Running, body: Any, actor: str, role: str, where: str) -> None:
    given = house.floor.house.post(Envelope(f"own-{next(NUMBERS)}", where, actor, role, body)).result()
    assert not given.reason, given


def test_9_12_a_player_raises_a_dispute_and_is_told(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (1, 1))
    page.click("#show-more")
    page.get_by_role("button", name="Disputes and promotions").click()
    expect(page.locator("#dialog-body")).to_contain_text("You have raised no dispute.")
    page.get_by_role("button", name="Raise a dispute").click()
    expect(page.locator("#dialog-body")).to_contain_text("section 33")
    page.locator("#dispute-round").select_option(index=1)
    page.fill("#dispute-words", "It was a two and a one")
    page.click("#dialog-body >> text=Send")
    own = page.locator("[data-dispute='1']")
    expect(own).to_contain_text("It was a two and a one")
    expect(own).to_contain_text("9.12")
    dispute = house.floor.house.queue.desk.aggregate(INCIDENTS).disputes[1]
    assert (dispute.book, dispute.person, dispute.table) == ("star-craps", "ann", "craps")
    assert dispute.round > 0
    send(house, incident.DecideDispute(1, "The camera shows two ones"), "bo", "boxperson", "incidents")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    page.click("#show-more")
    page.get_by_role("button", name="Disputes and promotions").click()
    expect(own).to_contain_text("Decided: The camera shows two ones")
    expect(own).to_contain_text("section 33 of the Gaming and Liquor Administration Act 2007 (9.13)")
    page.get_by_role("button", name="Ask for a review").click()
    expect(page.get_by_role("button", name="Ask for a review")).to_have_count(0)
    assert house.floor.house.queue.desk.aggregate(INCIDENTS).disputes[1].standing == "under review"


def test_10_11_a_player_disputes_a_promotion(house: Running, open_screen: Open) -> None:
    boss = ("mia", "gaming_manager", "spring")
    queue = house.floor.house.queue
    began = queue.desk.now()
    terms = terms_from(began, wager_required=False, wager="", minimum_wager=0, own_entry=True)
    send(house, promotion.DraftPromotion(("star-craps",), terms), *boss)
    send(house, promotion.SubmitPromotion(), *boss)
    send(house, promotion.RecordDelivery("by hand", "a receipt", terms_digest(terms)), "out", "system", "spring")
    queue.desk.now = lambda: began + 2 * DAY + 1
    send(house, promotion.CommencePromotion(), *boss)
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#show-more")
    page.get_by_role("button", name="Disputes and promotions").click()
    offered = page.locator("[data-promotion='spring']")
    expect(offered).to_contain_text("Your entries: 0")
    offered.get_by_role("button", name="Enter", exact=True).click()
    expect(offered).to_contain_text("Your entries: 1")
    offered.get_by_role("button", name="Dispute this promotion").click()
    page.fill("#dispute-words", "My entry was not counted")
    page.click("#dialog-body >> text=Send")
    expect(offered).to_contain_text("My entry was not counted")
    send(house, promotion.DecideDispute(1, "It was counted", False), *boss)
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    page.click("#show-more")
    page.get_by_role("button", name="Disputes and promotions").click()
    expect(offered).to_contain_text("Decided: It was counted")
    expect(offered).to_contain_text("(10.11)")
