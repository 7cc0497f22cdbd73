"""A real Chromium against a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from scripts.chromium import find
from tests.server.conftest import Running, running

from feltwork.server.auth.entrance import screen_of
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, LimitSign, TableConfig

expect.set_options(timeout=15_000)
"""A busy machine is slow, not wrong."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]
FLOOR = [
    TableConfig("craps", "star-craps", 4, limits={"win-line": LimitSign("5", "500")}),
    TableConfig("crown", "crown-craps", 4),
    TableConfig("mini", "crown-craps", 4, variant="mini"),
    TableConfig("aruze", "aruze-craps", 4),
    TableConfig("wheel", "star-roulette", 4, uspin=True),
    TableConfig("lucky", "star-roulette", 4, wheel="double", lucky_ball=True, source="os-draw"),
    TableConfig("dragon", "dragon-fire", 4),
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: run scripts/chromium.py, or set CHROMIUM=PATH"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(FloorConfig(FLOOR, str(tmp_path / "floor.sqlite"))) as up:
        yield up


Open = Callable[..., Page]


@contextmanager
def screens(house: Running, chromium: Browser) -> Iterator[Open]:
    """Open pages as somebody; whatever a page complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(session: Session, path: str = "", size: tuple[int, int] = (1280, 800), locale: str = "en-AU") -> Page:
        view: ViewportSize = {"width": size[0], "height": size[1]}
        context = chromium.new_context(viewport=view, reduced_motion="reduce", locale=locale)
        context.add_cookies([{"name": "feltwork", "value": house.token(session), "url": house.address}])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: _stays(house, asked.url, complaints))
        page.goto(house.address + (path or screen_of(session)))
        page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")  # texts are measured in them
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_screen(house: Running, chromium: Browser) -> Iterator[Open]:
    with screens(house, chromium) as come:
        yield come


def _stays(house: Running, url: str, complaints: list[str]) -> None:
    if not url.startswith((house.address, f"ws://127.0.0.1:{house.port}", "data:")):
        complaints.append(f"asked for {url}")
