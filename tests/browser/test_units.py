"""The screens' own modules, each tried by itself in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.server.conftest import Running

UNITS = sorted((Path(__file__).parent / "units").glob("*.test.js"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_unit(house: Running, chromium: Browser, unit: Path) -> None:
    """A unit's page imports the test module, which imports what it tests; every `check` is counted."""
    page = chromium.new_page()
    try:
        page.route(
            "**/units/*.js",
            lambda route: route.fulfill(
                path=str(unit.parent / route.request.url.rpartition("/")[2]), content_type="text/javascript"
            ),
        )
        page.goto(house.address + "/web/icon.svg")
        told = page.evaluate("async (path) => (await import(path)).results()", f"/units/{unit.name}")
    finally:
        page.close()
    assert told["checked"] > 0
    assert told["failed"] == []
