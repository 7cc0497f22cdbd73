"""A tournament at a floor in the browser: its desk, players' pages, and whatever else happens over the API."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import FLOOR, Open, screens
from tests.server.conftest import Running, running

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.opening import supervisor_session
from feltwork.store.clock import machine_time
from feltwork.store.sqlite import SqliteStore

KEYS = itertools.count(1)
NAMES = ("ann", "ben", "cat", "dan")
PHONE, LATER = (390, 844), 240
WALL = Session("wall", (("wall-1", "wall"),))


class Hands:
    """A clock that a test can move."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return machine_time() + self.ahead


def press(page: Page, do: str, within: str = "") -> None:
    """Press an offer once it can be pressed. As a key does: two quick clicks in one place count as one."""
    button = page.locator(f"{within} [data-do={do}]:not([disabled])").first
    expect(button).to_be_visible()
    button.dispatch_event("click")


class Cup:
    """A tournament on a floor: its desk in a browser, and whatever else happens over the API."""

    name = "spring"

    def __init__(self, house: Running, open_screen: Open, clock: Hands, locale: str = "en-AU") -> None:
        house.floor.draw_key = b"k" * 32
        self.house, self.open, self.clock = house, open_screen, clock
        self.boss = supervisor_session(house.config)
        self.token = house.token(self.boss)
        self.players = {name: Session("player", ((name, "player"),)) for name in NAMES}
        self.tokens = {name: house.token(session) for name, session in self.players.items()}
        for each in NAMES:
            paid = Envelope(f"paid-{each}", "cage", "cass", "cashier", Deposit(each, 100_00))
            assert not house.floor.house.post(paid).result().reason
        self.desk = open_screen(self.boss, "/tournament", locale=locale)

    def ask(self, token: str, **do: object) -> tuple[int, dict[str, Any]]:
        body = {"key": f"k{next(KEYS)}", "do": do}
        status, raw, _ = self.house.fetch(f"/api/tournament/{self.name}", token, body)
        return status, json.loads(raw)

    def must(self, token: str, **do: object) -> None:
        status, told = self.ask(token, **do)
        assert status == 200, (do, told)

    def seen(self, token: str = "") -> dict[str, Any]:
        _, raw, _ = self.house.fetch(f"/api/tournament/{self.name}", token or self.token)
        found: dict[str, Any] = json.loads(raw)
        return found

    def table(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(each for each in self.seen()["tables"] if each["table"] == name)
        return found

    def step(self, do: str, within: str = "") -> None:
        """Press what the desk offers, once it can be pressed."""
        press(self.desk, do, within)

    def draft(self, book: str) -> None:
        self.desk.click("#new")
        self.desk.select_option("[name=book]", book)
        self.desk.fill("[name=id]", self.name)
        self.step("draft-tournament")
        self.desk.fill("[name=licence]", "TM 7")
        self.step("appoint-official")

    def publish(self, sessions: int) -> None:
        """Entries close in a while, and all sessions may begin then."""
        soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(time.time() + LATER))
        for field in ("entries_close", *(f"start-{number}" for number in range(1, sessions + 1))):
            self.desk.fill(f"[name={field}]", soon)
        self.step("publish-tournament")
        expect(self.desk.locator("#path .now")).to_have_text("Entries open")

    def seat(self) -> None:
        """Tables, the draw, and the start of the session, a while later."""
        self.step("designate-tables")
        self.step("draw-seats")
        self.later()
        self.step("start-session")
        expect(self.desk.locator("#path .now")).to_contain_text("Session")

    def later(self) -> None:
        self.clock.ahead += LATER * 1_000_000

    def round(self, table: str, result: object) -> None:
        """A round in which everybody wagers something else, over the API."""
        self.must(self.token, type="open-tournament-round", table=table)
        standing = self.table(table)["standings"]
        order = self.seen()["crew"][table]["turn"] or [each["player"] for each in standing if each["state"] == "in"]
        for number, name in enumerate(order, 1):
            seat = next(each["seat"] for each in standing if each["player"] == name)
            line = (
                {"wager": "red", "amount": 10 * number}
                if isinstance(result, int)
                else {"wager": "field", "amount": 10 * number}
            )
            self.must(
                self.tokens[name], type="place-tournament-wagers", table=table, player=name, seat=seat, lines=[line]
            )
        self.must(self.token, type="close-tournament-betting", table=table)
        self.must(self.token, type="settle-tournament-round", table=table, result=result)

    def count(self, table: str) -> None:
        """The count and the chips, as a crew enters them at the desk."""
        heat = f".heat[data-table={table}]"
        for each in self.table(table)["standings"]:
            if each["state"] == "in":
                self.desk.fill(f"{heat} [name=total-{each['player']}]", str(each["chips"]))
        self.step("record-totals", heat)
        self.step("return-tournament-chips", heat)
        expect(self.desk.locator(f"{heat} [data-do=return-tournament-chips]")).to_have_count(0)

    def tab(self, name: str) -> None:
        self.desk.click(f"#tab-{name}")


@contextmanager
def opened(folder: Path, chromium: Browser, locale: str = "en-AU") -> Iterator[Cup]:
    """A floor with a clock that the test moves."""
    clock = Hands()
    config = FloorConfig(FLOOR, str(folder / "floor.sqlite"))
    with (
        running(config, opens=lambda url: SqliteStore(url, clock=clock)) as up,
        screens(up, chromium) as come,
    ):
        yield Cup(up, come, clock, locale)


def tap(page: Page, wager: str, on: str = "null") -> None:
    page.locator(f'.area[data-wager="{wager}"][data-on="{on}"]').first.click()
