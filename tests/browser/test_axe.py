"""Supervisor, wall, inspector and cage: axe finds nothing serious on any of their pages, at a desk or on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import seat
from tests.browser.test_cage import CASS, sold
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.browser.test_office import INSPECTOR, WALL, console, played
from tests.server.conftest import Running

SIZES = pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@SIZES
def test_the_supervisors_console(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    seat(house)
    played(house)
    page = console(house, open_screen)
    resize(page, size)
    found = {}
    for tab in ("signs", "seats", "rulings", "upkeep", "told"):
        page.click(f"#tab-{tab}")
        expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
        found[tab] = serious(page)
    page.click("#tab-rulings")
    page.get_by_role("button", name="Correct").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    found["sheet"] = serious(page)
    assert not any(found.values()), found


@SIZES
@pytest.mark.parametrize("table", ["craps", "lucky"])
def test_the_wall(house: Running, open_screen: Open, table: str, size: tuple[int, int]) -> None:
    if table == "craps":
        seat(house)
        played(house)
    page = open_screen(WALL, f"/wall?table={table}", size)
    expect(page.locator("#sign tbody tr").first).to_be_visible()
    assert serious(page) == []


@SIZES
def test_the_inspectors_pages(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    seat(house)
    played(house)
    page = open_screen(INSPECTOR, "/inspect", size)
    expect(page.locator("#found tbody tr").first).to_be_visible()
    found = {"log": serious(page)}
    for tab in ("rounds", "proof", "papers"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#{tab}")).to_be_visible()
        found[tab] = serious(page)
    page.click("#tab-rounds")
    page.locator("#round-table").select_option("craps")
    page.locator("#round-list button").first.click()
    expect(page.locator("#round h2")).to_be_visible()
    found["round"] = serious(page)
    assert not any(found.values()), found


@SIZES
def test_the_cage(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    page = open_screen(CASS, "/cage", size)
    expect(page.locator("#ticket-number")).to_be_focused()
    sold(page, "20")
    found = {}
    for tab in ("tickets", "cards", "forms", "transfers", "vouchers", "day"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#panel > *").first).to_be_visible()
        found[tab] = serious(page)
    assert not any(found.values()), found
