"""A book that an installed package brings is played in the browser like every other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, deal, seat, tap
from tests.games.installing import installed
from tests.server.conftest import Running, running

from feltwork.server.config import FloorConfig, TableConfig


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with (
        installed(),
        running(FloorConfig([TableConfig("pocket", "pocket-craps", 4)], str(tmp_path / "f.sqlite"))) as up,
    ):
        yield up


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_it_is_played(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    page = open_screen(seat(house, "pocket"), size=size)
    expect(page.locator(".felt .area")).to_have_count(4)
    tap(page, "line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "pocket", (5, 6))
    expect(page.locator("#last")).to_have_text("+5.00")
    assert balance(house, 1, "pocket") == 100_500
