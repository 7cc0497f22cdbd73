"""The dice and the wheel have a place of their own; a result is told in a bar, a refusal where it happened."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import call_bets, deal, seat, tap
from tests.browser.test_everybody import serious
from tests.server.conftest import Running

from feltwork.table.live.topic import DICE_OUT

MEET = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
BALL = """() => {
  const turn = (selector) => {
    const { a, b } = new DOMMatrix(getComputedStyle(document.querySelector(selector)).transform);
    return (Math.atan2(b, a) * 180) / Math.PI;
  };
  return ((turn("#stage .run") - turn("#stage #rotor")) % 360 + 360) % 360;
}"""

BANNER = """() => {
  window.banner = [];
  new MutationObserver(() => window.banner.push(document.querySelector("#phase").textContent)).observe(
    document.querySelector("#phase"), { childList: true, characterData: true, subtree: true });
}"""


def out(house: Running, table: str, result: Any) -> None:
    """The dice are thrown or the ball is spun, and nothing is called yet."""
    deal(house, table, result, stop=lambda life: life.phase == DICE_OUT)


def test_the_wheel_spins_beside_the_felt_and_the_ball_drops_into_the_stored_pocket(
    house: Running, open_screen: Open
) -> None:
    page = open_screen(seat(house, "wheel"))
    page.emulate_media(reduced_motion="no-preference")
    call_bets(house, "wheel")
    expect(page.locator("#phase")).to_contain_text("Place your bets")
    assert not page.evaluate(MEET, ["#stage", "#felt"])
    assert page.locator("#stage").bounding_box()["width"] > 1280 * 0.3  # type: ignore[index]  # it is there
    tap(page, "straight", "[17]")
    tap(page, "red")
    expect(page.locator("#staked")).to_have_text("10.00")
    out(house, "wheel", 17)
    expect(page.locator("#stage .wheel")).to_have_attribute("data-state", "running")
    first = page.evaluate(BALL)
    page.wait_for_function(f"(first) => ({BALL})() !== first", arg=first)  # the ball runs
    assert not page.evaluate(MEET, ["#stage", "#felt"])
    page.evaluate(BANNER)
    deal(house, "wheel", 17)
    expect(page.locator("#call b")).to_have_text("17")
    expect(page.locator("#call")).to_have_class(re.compile("black"))
    assert "The ball is dropping" in page.evaluate("banner"), "betting opens here when the ball lies still"
    order = page.evaluate("terminal.order")
    page.wait_for_timeout(100)
    assert page.evaluate(BALL) == pytest.approx(360 * order.index(17) / len(order), abs=0.5)
    expect(page.locator("#lines")).to_contain_text("Straight Up on 17+175.00")
    expect(page.locator("#lines .down")).to_contain_text("Red−5.00")
    expect(page.locator("#lines .total")).to_have_text("Round+170.00")
    expect(page.locator("#last")).to_have_text("+170.00")
    expect(page.locator("#session")).to_have_text("+170.00")
    call_bets(house, "wheel")
    expect(page.locator("#lines .total")).to_be_visible()
    out(house, "wheel", 3)
    deal(house, "wheel", 3, stop=lambda life: bool(life.game and life.game.closed))
    expect(page.locator("#lines li")).to_have_count(0)


def test_dice_land_in_their_own_place_with_the_call_and_a_loss_is_told(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    for wager, on in (("win-line", "null"), ("field", "null"), ("hardway", "8")):
        tap(page, wager, on)
    expect(page.locator("#staked")).to_have_text("15.00")
    page.emulate_media(reduced_motion="no-preference")
    out(house, "craps", (5, 3))
    expect(page.locator("#phase")).to_have_text("Dice are out")
    expect(page.locator("#stage")).to_have_class("out")
    assert not page.evaluate(MEET, ["#stage", "#felt"])
    deal(house, "craps", (5, 3))
    expect(page.locator("#call")).to_have_text("Eight, easy")
    expect(page.locator("#stage")).to_have_attribute("data-result", "5,3")
    expect(page.locator("#lines .called")).to_have_text("Eight, easy")
    expect(page.locator("#lines .total")).to_have_text("Round−5.00")
    expect(page.locator("#balance")).to_have_text("985.00")
    expect(page.locator("#phase")).to_have_text("Place your bets — point is 8")
    deal(house, "craps", (3, 4))
    expect(page.locator("#call")).to_have_text("Seven out")
    expect(page.locator("#lines .total")).to_have_text("Round−10.00")
    expect(page.locator("#session")).to_have_text("−15.00")


def test_a_seven_that_freezes_and_a_boost_are_events(house: Running, open_screen: Open) -> None:
    dragon = open_screen(seat(house, "dragon"))
    expect(dragon.locator("#balance")).to_have_text("1,000.00")
    tap(dragon, "dragon")
    expect(dragon.locator("#balance")).to_have_text("995.00")
    deal(house, "dragon", (3, 4))
    expect(dragon.locator("#call.freeze")).to_have_text("Seven! Dragon and Fire freeze for the next roll")
    assert serious(dragon) == []
    lucky = open_screen(seat(house, "lucky"))
    call_bets(house, "lucky")
    expect(lucky.locator("#phase")).to_have_text("Place your bets")
    deal(house, "lucky", 12, stop=lambda life: life.game is not None and life.game.boost is not None)
    expect(lucky.locator("#call.boost")).to_contain_text("Boost!")
    expect(lucky.locator(".felt .drawn.boosted")).to_have_count(1)
    assert serious(lucky) == []


COVERED = """(selector) => [...document.querySelectorAll("#chips *, #actions *, #cash *, #bar dd")].some((node) => {
  const note = document.querySelector(selector).getBoundingClientRect();
  const box = node.getBoundingClientRect();
  return note.left < box.right && box.left < note.right && note.top < box.bottom && box.top < note.bottom;
})"""


def near(page: Page, wager: str, on: str = "null") -> bool:
    """Does the refusal stand at the spot, without covering it?"""
    there: Any = page.evaluate(
        """([wager, on]) => {
          const key = on === "null" ? wager : `${wager}:${on}`;
          const spot = terminal.felt.chipBox(key);
          const note = document.querySelector("#refusal").getBoundingClientRect();
          const apart = Math.max(spot.top - note.bottom, note.top - spot.bottom);
          return [apart, note.left < spot.right && spot.left < note.right];
        }""",
        [wager, on],
    )
    return 0 <= there[0] < 40 and bool(there[1])


def test_a_refusal_stands_at_its_spot_and_goes_with_the_next_thing(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "behind-win-line")
    expect(page.locator("#refusal .note.bad .clause")).not_to_be_empty()
    assert near(page, "behind-win-line")
    assert not page.evaluate(COVERED, "#refusal")
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("995.00")
    expect(page.locator(".note")).to_have_count(0)
    page.click("#odds")
    expect(page.locator("#refusal")).to_contain_text("Odds go behind a line bet once its point is set")
    assert not page.evaluate(COVERED, "#refusal")
    out(house, "craps", (4, 4))
    expect(page.locator("#phase")).to_have_text("Dice are out")
    expect(page.locator(".note")).to_have_count(0)
    page.click("#undo")
    page.click("#money")
    expect(page.locator("#dialog")).to_be_visible()
    page.get_by_role("button", name="Put the ticket in").click()
    expect(page.locator("#dialog header .note.bad")).to_be_visible()
