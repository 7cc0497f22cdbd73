"""One's own account in a real browser: second factor, password, sessions; at a desk and on a phone."""

from __future__ import annotations

import os
from base64 import b32decode
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.server.conftest import Running

from feltwork.cage.commands import IssueCard
from feltwork.engine.envelope import Envelope
from feltwork.server.auth import passwords
from feltwork.server.auth.sessions import SECOND, Session
from feltwork.server.auth.totp import STEP, code_at

MO = Session("supervisor", (("mo", "gaming_manager"),), address="192.0.2.15")
RIGHT = "right horse"


def picture(page: Page, name: str) -> None:
    """For whoever wants to look: SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", animations="disabled")


@pytest.fixture
def staffed(house: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    staff = house.floor.staff
    staff.factors.key = b"k" * 32
    staff.add("mo", "supervisor", ("gaming_manager",), RIGHT)
    staff.add("dana", "crew", ("dealer",), RIGHT)
    secret = staff.factors.begin("dana")
    staff.factors.confirm("dana", code_at(secret, staff.sessions.now() // SECOND // STEP))
    return house


def come_in(page: Page) -> None:
    page.fill("[name=person]", "mo")
    page.fill("[name=password]", RIGHT)
    page.get_by_role("button", name="Sign in").click()


def looked_at(page: Page, name: str) -> list[str]:
    """What axe has against a page, on a phone and at a desk."""
    found = []
    for size in (STANDING, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        picture(page, f"{name}-{size[0]}")
        found += serious(page)
    return found


def test_a_second_factor_is_set_up_used_and_reset(staffed: Running, open_screen: Open) -> None:
    staff = staffed.floor.staff
    staff.required = frozenset({"gaming_manager"})
    page = open_screen(MO, "/account")
    expect(page.locator("#account")).to_have_attribute("aria-busy", "false")
    page.context.clear_cookies()
    page.goto(f"{staffed.address}/signin")
    come_in(page)
    expect(page).to_have_url(f"{staffed.address}/account")
    expect(page.get_by_role("heading", name="Set up your second factor first")).to_be_visible()
    found = {"first": looked_at(page, "account-first")}
    page.get_by_role("button", name="Set up…").click()
    page.fill("#sheet [name=password]", RIGHT)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".squares svg")).to_be_visible()
    found["scan"] = looked_at(page, "account-scan")
    secret = b32decode(page.locator(".secret").inner_text().replace(" ", ""))
    page.fill("#sheet [name=code]", "12")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("#sheet .why")).to_contain_text("not the code")
    step = staff.sessions.now() // SECOND // STEP
    page.fill("#sheet [name=code]", code_at(secret, step))
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator(".codes li")).to_have_count(8)
    found["codes"] = looked_at(page, "account-codes")
    recovery = page.locator(".codes li").all_inner_texts()
    page.get_by_role("button", name="I have them").click()
    expect(page).to_have_url(f"{staffed.address}/supervise")
    page.locator("#who").click()
    expect(page.get_by_text("8 recovery codes are left")).to_be_visible()
    found["on"] = looked_at(page, "account-on")
    page.get_by_role("button", name="Reset the second factor of dana").click()
    page.fill("#sheet [name=password]", RIGHT)
    page.fill("#sheet [name=code]", recovery[0])
    found["reset"] = looked_at(page, "account-reset")
    page.get_by_role("button", name="Reset it").click()
    expect(page.get_by_text("without a second factor")).to_be_visible()
    assert not staff.factors.has("dana")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{staffed.address}/")
    expect(page.locator("#roles li")).to_have_count(0)
    come_in(page)
    expect(page.locator("#code")).to_be_visible()
    found["door"] = looked_at(page, "signin-code")
    page.fill("[name=code]", recovery[1])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{staffed.address}/supervise")
    assert not any(found.values()), found


def test_a_password_is_changed_and_other_sessions_end(staffed: Running, open_screen: Open) -> None:
    other, last = open_screen(MO, "/supervise"), open_screen(MO, "/account")
    page = open_screen(MO, "/account")
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(3)
    page.get_by_role("button", name="End", exact=True).first.click()
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(2)
    page.get_by_role("button", name="Change…").click()
    picture(page, "account-password")
    for name, typed in (("old", RIGHT), ("next", "other horse"), ("again", "another horse")):
        page.fill(f"#sheet [name={name}]", typed)
    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#sheet .why")).to_contain_text("differ")
    page.fill("#sheet [name=again]", "other horse")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(1)
    expect(other).to_have_url(f"{staffed.address}/")  # by itself: its socket was let go, or its next question refused
    last.goto(f"{staffed.address}/account")
    expect(last).to_have_url(f"{staffed.address}/")
    for out in (other, last):
        expect(out.get_by_role("button", name="Sign in")).to_be_visible()
        expect(out.locator("#roles li")).to_have_count(0)
    assert staffed.floor.staff.vouch("mo", "other horse")


def test_a_guest_of_the_demonstration_has_no_account(staffed: Running, open_screen: Open) -> None:
    page = open_screen(Session("cashier", (("cage-1", "cashier"),)), "/cage")
    page.locator("#who").click()
    expect(page.get_by_role("heading", name="No account")).to_be_visible()
    page.context.add_cookies([{"name": "feltwork-language", "value": "es", "url": staffed.address}])
    page.reload()
    expect(page.get_by_role("heading", name="Sin cuenta")).to_be_visible()
    expect(page.locator("#account")).to_contain_text("Dónde tiene sesión abierta")
    assert serious(page) == []


def test_a_card_opens_a_terminal_for_its_owner(house: Running, open_screen: Open) -> None:
    house.floor.house.post(Envelope("c", "cage", "till", "cashier", IssueCard("ann"))).result()
    session = Session("player", (("terminal-aruze-1", "player"),), "aruze", 1, terminal="aruze-1")
    page = open_screen(session, "/play")
    expect(page.get_by_text("Put your player card in to play.")).to_be_visible()
    assert looked_at(page, "card-in") == []
    page.fill("#card-number", "6000 0000 0000")
    page.get_by_role("button", name="Card in").click()
    expect(page.locator(".card-in .why")).to_contain_text("3.13")
    page.fill("#card-number", house.floor.house.cage.card_of("ann"))
    page.keyboard.press("Enter")
    expect(page.locator("#curtain")).to_be_hidden()
    assert house.floor.house.live("aruze").seats.players == {1: "ann"}
