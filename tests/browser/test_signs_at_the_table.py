"""What must be seen at the table: a player's own limits, the marker of colour checks, winnings on the displays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import life_of, post, seat, tap
from tests.browser.test_dealer import crew
from tests.server.conftest import Running, until

from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import BuyColour, RedeemColour
from feltwork.table.live.events import Limits
from feltwork.table.live.topic import DICE_OUT

PICTURES = os.environ.get("FELTWORK_PICTURES")
BOSS = ("floor-manager", "casino_supervisor")
PIT_BOSS = ("floor-manager", "pit_boss")
WALL = Session("wall", ())


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(500)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


@pytest.mark.parametrize(
    ("table", "boss", "clause"),
    [("craps", BOSS, "7.6"), ("crown", PIT_BOSS, "4.3"), ("wheel", BOSS, "4.6"), ("dragon", BOSS, "7.6")],
)
def test_a_personal_limit_is_seen_at_the_table_and_by_the_dealer(
    house: Running, open_screen: Open, table: str, boss: tuple[str, str], clause: str
) -> None:
    """Star Craps 7.6, Crown 4.3, Roulette 4.6, Dragon Fire 7.6."""
    own, other = seat(house, table), seat(house, table, 2, "bob")
    screens = {
        "dealer": open_screen(crew(table)),
        "wall": open_screen(WALL, f"/wall?table={table}"),
        "own": open_screen(own),
        "other": open_screen(other),
    }
    expect(screens["dealer"].locator("#seats")).not_to_contain_text("own limits")
    post(house, table, ask.SetPersonalLimit(1, (5_00, 2_000_000_00, 0)), *boss)
    said = "limits of its own: 5 to 2,000,000"
    expect(screens["dealer"].locator("#state")).to_contain_text(f"Seat 1 has {said}")
    expect(screens["dealer"].locator("#state")).to_contain_text(f"({clause})")
    expect(screens["dealer"].locator(".seat").nth(0).locator(".sign")).to_have_text("own limits")
    expect(screens["dealer"].locator(".seat").nth(1).locator(".sign")).to_have_count(0)
    expect(screens["wall"].locator("#notices")).to_contain_text(said)
    expect(screens["other"].locator("#notices")).to_contain_text(said)
    expect(screens["own"].locator("#notices")).to_contain_text("Your own limits: 5 to 2,000,000")
    for name, page in screens.items():
        picture(page, f"own-{table}-{name}")
    post(house, table, ask.SetPersonalLimit(1, None), *boss)
    for name in ("wall", "other", "own"):
        expect(screens[name].locator("#notices")).not_to_contain_text("2,000,000")
    expect(screens["dealer"].locator(".sign")).to_have_count(0)


def test_3_8_the_marker_of_colour_checks_is_seen(house: Running, open_screen: Open) -> None:
    """Where a check is worth more than the table's minimum; not where it is worth just that."""
    game = life_of(house, "wheel").game
    assert game
    minimum: dict[str, Limits] = dict.fromkeys(game.book.wagers, (1_00, 1_000_00, 0))
    post(house, "wheel", ask.AnnounceLimits(minimum), *BOSS)
    desk, now = house.floor.house.queue.desk, house.floor.house.queue.desk.now
    desk.now = lambda: now() + 21 * 60 * 1_000_000
    post(house, "wheel", ask.ChangeLimits(minimum), *BOSS)
    own, other = seat(house, "wheel"), seat(house, "wheel", 2, "bob")
    dealer, wall = open_screen(crew("wheel")), open_screen(WALL, "/wall?table=wheel")
    theirs = open_screen(other)
    post(house, "wheel", BuyColour(2, "pink", 1_00, 10_00), "wheel-dealer", "dealer")
    post(house, "wheel", BuyColour(1, "blue", 25_00, 100_00), "wheel-dealer", "dealer")
    said = "Blue checks, seat 1: 25 each"
    expect(dealer.locator(".seat").nth(0).locator(".sign")).to_have_text("B 25")
    expect(dealer.locator(".seat").nth(1).locator(".sign")).to_have_count(0)
    expect(dealer.locator("#state")).to_contain_text(f"{said} (3.8)")
    expect(wall.locator("#notices")).to_contain_text(said)
    expect(wall.locator("#notices .rack")).to_have_text("Colour checks in use: blue 25.00 · pink 1.00")
    expect(theirs.locator("#notices")).to_contain_text(said)
    picture(dealer, "marker-dealer")
    picture(wall, "marker-wall")
    post(house, "wheel", RedeemColour(1), own.people[0][0], "player")
    expect(dealer.locator(".sign")).to_have_count(0)
    expect(wall.locator("#notices")).not_to_contain_text("Blue")


def test_3_6_winnings_are_shown_at_the_terminal_and_on_the_wall(house: Running, open_screen: Open) -> None:
    """Aruze 3.6.1 to 3.6.3."""
    player, wall = open_screen(seat(house, "aruze")), open_screen(WALL, "/wall?table=aruze")
    tap(player, "pass-line")
    expect(player.locator(".own .chips")).to_have_count(1)
    post(house, "aruze", ask.CloseBets(), "clock", "system")
    player.locator("#hands .shoot").click()
    until(lambda: life_of(house, "aruze").phase == DICE_OUT)
    post(house, "aruze", ask.SenseResult(3, 4), "sensors", "system")
    expect(player.locator("#last")).to_have_text("+5.00")
    expect(wall.locator("#notices .won")).to_have_text("Terminal 1 wins 5.00")
    picture(wall, "won-wall")
