"""The report's screen: a day found in the browser, its hold with its band, its files, and what it refuses."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.dealing import seat
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.browser.test_office import INSPECTOR, played
from tests.server.conftest import Running

PICTURES = os.environ.get("FELTWORK_PICTURES")


@pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])
def test_an_inspector_finds_the_day_s_hold(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    seat(house)
    played(house)
    page = open_screen(INSPECTOR, "/report", size)
    expect(page.locator("#verdict")).to_contain_text("Everything comes to zero")
    row = page.locator("#tables tbody tr", has_text="craps").first.locator("td")
    expect(row.nth(1)).to_have_text("1,000.00")
    expect(row.nth(2)).to_have_text("25.00")
    expect(row.nth(3)).to_have_text("25.00")
    expect(page.locator("#hold")).to_contain_text("expected, few rounds yet")
    expect(page.locator("#hold")).to_contain_text("the band reaches from")
    expect(page.locator("#hold svg").first).to_be_visible()
    expect(page.locator("#fairness")).to_contain_text("No alarm")
    drop = page.locator("#hours svg").first
    expect(drop).to_be_visible()
    expect(drop).to_have_attribute("aria-label", re.compile(r"^Drop, hour by hour: \d\d:00 1,000\.00"))
    expect(page.locator("#hours figure")).to_have_count(3)
    expect(page.locator("#hold")).to_contain_text("All tables")
    expect(page.locator("#no-rolls")).to_contain_text("No rolls by dealer")
    expect(page.locator("#cage tbody tr", has_text="expired")).to_contain_text("0.00")
    page.click("#fairness summary")
    expect(page.locator("#fairness figure svg").first).to_be_visible()
    expect(page.locator("#conduct")).to_contain_text("Nobody was barred or excluded")
    assert serious(page) == []
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"report-{size[0]}.png", full_page=True)
    with page.expect_download() as got:
        page.click("#csv")
    assert "craps,drop,1000.00" in got.value.path().read_text()
    page.fill("[name=to]", "2020-01-01")
    page.click("#about .act")
    expect(page.locator("#verdict")).to_contain_text("a report is about 1 to 400 days")
    expect(page.locator("#told")).to_be_empty()
