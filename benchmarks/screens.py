"""Long tasks in the browser while rounds are played: ``make bench``.

A real server, a table of eight seats with their wagers, and real Chromium at a player's and at a crew's screen. The
page's own observer of long tasks tells how long each task over 50 ms kept the screen from answering a hand; of each
round the longest counts, nothing where there was none. ``python -m benchmarks.screens [ROUNDS]``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import quantiles

from benchmarks.figures import record
from playwright.sync_api import Page, expect, sync_playwright
from scripts.chromium import find
from tests.browser.dealing import deal, life_of, post, seat
from tests.server.conftest import Running, running

from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import crew_session
from feltwork.table.live import commands as ask
from feltwork.table.live.state import LiveTable

TABLE = TableConfig("craps", "star-craps", 8)
ROUNDS, TURNS = 20, 3
"""Rounds of one turn, of which the 95th percentile is taken, and turns."""
DICE = ((3, 4), (2, 2), (6, 5), (4, 4), (1, 1), (5, 3), (6, 6), (2, 4))
SPOTS = (("win-line", None), ("field", None), ("place-to-win", 6), ("any-seven", None), ("hardway", 8))
STAKE = 1_200
SLOW_MS = 60_000
MONEY = 100_000_000
OBSERVE = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
  }).observe({ type: "longtask", buffered: false });
}"""
TAKEN = """() => new Promise((resolve) => setTimeout(() => {
  const found = window.longest;
  window.longest = 0;
  resolve(found);
}, 1200))"""
"""Once chips have been collected and paid on the screen."""


def wagers(house: Running) -> None:
    """Every seat puts chips on what it may."""
    for number in range(1, TABLE.seats + 1):
        for wager, on in SPOTS:
            body = ask.PlaceWager(number, wager, STAKE, on)
            try:
                post(house, TABLE.name, body, f"player-{number}", "player")
            except AssertionError:
                continue  # not taken at this moment: a line with a point, say


def one_round(house: Running, screens: dict[str, Page], dice: tuple[int, int]) -> dict[str, float]:
    """A round, and the longest task of it at each screen, in milliseconds."""
    before = _rounds(life_of(house, TABLE.name))
    wagers(house)
    deal(house, TABLE.name, dice)
    assert _rounds(life_of(house, TABLE.name)) > before
    for page in screens.values():
        expect(page.locator("#history li").first).to_have_text(str(sum(dice)), timeout=SLOW_MS)
    return {name: float(page.evaluate(TAKEN)) for name, page in screens.items()}


def _rounds(life: LiveTable) -> int:
    return 0 if life.game is None else life.game.round


def measure(folder: Path, rounds: int) -> dict[str, list[float]]:
    """The 95th percentile of each turn at each screen."""
    with (
        running(FloorConfig([TABLE], str(folder / "floor.sqlite"))) as house,
        sync_playwright() as playwright,
    ):
        sessions = {n: seat(house, TABLE.name, n, f"player-{n}", MONEY) for n in range(1, TABLE.seats + 1)}
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        screens = {}
        for name, session, path in (("player", sessions[1], "/play"), ("crew", crew_session(TABLE), "/deal")):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.add_cookies([{"name": "feltwork", "value": house.token(session), "url": house.address}])
            page = screens[name] = context.new_page()
            page.goto(house.address + path)
            page.wait_for_selector("body:not(.connecting)")
            page.evaluate(OBSERVE)
        one_round(house, screens, DICE[0])  # what is done once is done
        found: dict[str, list[float]] = {name: [] for name in screens}
        for _ in range(TURNS):
            turn = [one_round(house, screens, DICE[n % len(DICE)]) for n in range(rounds)]
            for name in screens:
                found[name].append(quantiles([each[name] for each in turn], n=20, method="inclusive")[-1])
        browser.close()
    return found


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), rounds)
    for name, turns in found.items():
        print(
            f"longest task of a round at a {name}'s screen, 95th percentile of {rounds} rounds: "
            f"{sorted(turns)[TURNS // 2]:.0f} ms, {min(turns):.0f} to {max(turns):.0f} in {TURNS} turns (at most 50)"
        )
        record(f"longtask-{name}", turns)


if __name__ == "__main__":
    main()
