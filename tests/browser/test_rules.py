"""The rules on every screen: the approved document with its version and digest, and every clause by section."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import post, seat
from tests.browser.test_dealer import crew
from tests.browser.test_everybody import serious
from tests.server.conftest import Running

from feltwork.cage.commands import InstallRules
from feltwork.cage.documents import SHELF
from feltwork.games.register import register
from feltwork.server.auth.sessions import Session

PICTURES = os.environ.get("FELTWORK_PICTURES")
TEXT = "Rules of Roulette\n\n1. The wheel turns one way and the ball the other.\n"


def installed(house: Running, body: bytes, version: str, form: str) -> str:
    digest = sha256(body).hexdigest()
    house.floor.house.shelf.put(SHELF, digest, body)
    post(house, "wheel", InstallRules("star-roulette", version, digest, len(body), form), "olga", "operator")
    return digest


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(400)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def look_up(page: Page) -> None:
    """At a small screen the rules are under More."""
    expect(page.locator("#balance")).to_be_visible()
    if page.locator("#show-card").is_visible():
        page.locator("#show-card").click()
    else:
        page.locator("#show-more").click()
        page.locator("#dialog-body").get_by_role("button", name="Rules").click()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_9_14_at_a_terminal(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    page = open_screen(seat(house, "wheel"), size=size)
    look_up(page)
    rules = page.locator("#approved-rules")
    expect(rules).to_contain_text("No approved document is installed for this game. Please ask the staff for a copy.")
    page.keyboard.press("Escape")
    digest = installed(house, TEXT.encode(), "version 10", "text")
    look_up(page)
    expect(rules).to_contain_text("version 10")
    expect(rules).to_contain_text(f"SHA-256 {digest}")
    expect(rules.locator(".document")).to_contain_text("The wheel turns one way")
    picture(page, f"rules-terminal-{size[0]}")
    page.get_by_text("Section 9:").click()
    wanted = next(row for row in register() if (row.book, row.clause) == ("star-roulette", "9.14"))
    expect(page.locator("[data-section='9']")).to_contain_text(wanted.obligation)
    assert page.locator(".clauses dt").count() == sum(row.book == "star-roulette" for row in register())
    assert serious(page) == []


@pytest.mark.parametrize(
    ("who", "path"),
    [
        (crew("wheel"), "/deal"),
        (Session("supervisor", (("sue", "casino_supervisor"),)), "/supervise"),
        (Session("cashier", (("cass", "cashier"),)), "/cage"),
        (Session("inspector", (("ines", "inspector"),)), "/inspect"),
    ],
    ids=["crew", "supervisor", "cage", "inspector"],
)
def test_9_14_at_the_table_and_at_the_desks(house: Running, open_screen: Open, who: Session, path: str) -> None:
    digest = installed(house, b"%PDF-1.4 rules", "version 11", "pdf")
    page = open_screen(who, path)
    with page.context.expect_page() as opened:
        page.locator("#rules").click()
    rules = opened.value
    rules.get_by_role("tab", name="Roulette").click()
    expect(rules.locator("#book")).to_contain_text(f"SHA-256 {digest}")
    expect(rules.locator("#book")).to_contain_text("version 11")
    assert rules.locator("#book a").get_attribute("href") == "/rules/star-roulette/document"
    rules.get_by_text("Section 5:").click()
    expect(rules.locator("[data-section='5']")).to_contain_text("at least 4 revolutions")
    picture(rules, f"rules-{path[1:]}")
    rules.get_by_role("tab", name="Dragon Fire").click()
    expect(rules.locator("#book")).to_contain_text("No approved document is installed for this game")
    assert serious(rules) == []
