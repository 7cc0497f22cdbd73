"""People have names; ids are made by the system, and only they stand in the log."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.dealing import life_of, until
from tests.browser.test_dealer import crew
from tests.browser.test_office import console
from tests.server.conftest import Running


def test_the_crew_seats_somebody_by_a_name_with_a_space(house: Running, open_screen: Open) -> None:
    """Crew and supervisor read the name; whoever comes back is known again; the log has the id alone."""
    page = open_screen(crew("craps"))
    page.locator(".seat").nth(1).click()
    page.fill("#desk-player", "Mary Ann O'Brien")
    page.keyboard.press("Enter")
    expect(page.locator(".seat").nth(1)).to_contain_text("Mary Ann O'Brien")
    expect(page.locator("#desk h2")).to_have_text("Seat 2 · Mary Ann O'Brien")
    expect(page.locator("#desk-asked")).to_have_value("Seat 2 asked for it")
    made = life_of(house, "craps").seats.players[2]
    assert made.startswith("p-")
    page.keyboard.press("Escape")
    page.locator(".seat").nth(2).click()
    page.fill("#desk-player", "mary  ann o'brien")
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("already at the table")
    expect(page.locator("#desk-player")).to_have_value("mary  ann o'brien")
    office = console(house, open_screen, tab="seats")
    expect(office.locator("#panel")).to_contain_text("Mary Ann O'Brien")
    until(lambda: made in str(house.floor.house.reader.people.all()))
    log = house.floor.house.reader.log
    assert not any(b"Mary" in record.body for record in log.read("table/craps", 1))
