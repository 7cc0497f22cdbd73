"""A Ticket In Cash Out machine by hand: a number typed on its keys, paid once, and a cashier for what it leaves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.server.conftest import Running
from tests.server.requests import Pit
from tests.server.test_ticket_machine import MACHINE


@pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])
def test_1_1_a_ticket_is_paid_once(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    number = Pit(house).sold()
    page = open_screen(MACHINE, "/machine", size)
    expect(page.locator("#number")).to_be_focused()
    page.locator("#keys").get_by_role("button", name="7").click()
    page.locator("#keys").get_by_role("button", name="Clear").click()
    page.fill("#number", number)
    page.get_by_role("button", name="Pay my ticket").click()
    expect(page.locator("#told.paid b")).to_have_text("5.00")
    expect(page.locator("#number")).to_have_value("")
    assert serious(page) == []
    page.fill("#number", number)
    page.keyboard.press("Enter")
    expect(page.locator("#told.not")).to_contain_text("a cashier helps you")
    assert serious(page) == []
