"""The player's terminal, by hand: chips down, undo to rebet, odds, refusals in words, coming back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, deal, life_of, seat, spot, tap, until
from tests.server.conftest import Running, Talk

from feltwork.server.auth.sessions import Session
from feltwork.table.live.topic import DICE_OUT


def throw(crew: Talk, first: int, second: int) -> None:
    """The crew's part of a craps round, whoever has the dice."""
    view: Any = crew.ask("view")["view"]
    if view["shooter"] is None:
        assert "ack" in crew.do("offer-dice")
        offered: Any = crew.ask("view")["view"]
        assert "ack" in crew.do("accept-dice", seat=offered["offered"], asked="takes them")
        assert "ack" in crew.do("select-dice", seat=offered["offered"], dice=[1, 2], asked="these two")
    assert "ack" in crew.do("throw-dice")
    assert "ack" in crew.do("enter-result", first=first, second=second)
    assert "ack" in crew.do("confirm-result", first=first, second=second)


def test_a_craps_session_by_hand(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    crew = Talk(house.screen("craps", house.crew("craps")))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    expect(page.locator("#phase")).to_contain_text("Place your bets")
    tap(page, "win-line")
    expect(page.locator(".own .chips")).to_have_count(1)
    expect(page.locator("#balance")).to_have_text("995.00")
    page.click("#undo")
    expect(page.locator(".own .chips")).to_have_count(0)
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#redo")
    expect(page.locator("#balance")).to_have_text("995.00")
    page.click("#double")
    expect(page.locator("#balance")).to_have_text("990.00")
    throw(crew, 4, 2)
    expect(page.locator("#phase")).to_contain_text("point is 6")
    page.click("#odds")
    expect(page.locator("#balance")).to_have_text("985.00")
    page.click("#clear")
    expect(page.locator(".note")).to_contain_text("stays")
    expect(page.locator("#balance")).to_have_text("990.00")
    throw(crew, 3, 3)
    expect(page.locator("#last")).to_have_text("+10.00")
    expect(page.locator("#balance")).to_have_text("1,010.00")
    page.click("#rebet")
    expect(page.locator(".own .chips")).to_have_count(1)
    assert balance(house) == 100_000
    page.click("#show-recall")
    expect(page.locator("#dialog-body")).to_contain_text("total 6")
    expect(page.locator("#dialog-body .clause").first).not_to_be_empty()


def drag(page: Page, wager: str, to: str) -> None:
    page.mouse.move(*spot(page, wager))
    page.mouse.down()
    page.mouse.move(*spot(page, to), steps=5)
    page.mouse.up()


def test_chips_are_dragged_to_another_place(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("995.00")
    drag(page, "field", "win-line")
    until(lambda: set(lying(house)) == {(1, "win-line", None)})
    expect(page.get_by_role("button", name="Win Line, 5.00")).to_be_visible()
    drag(page, "win-line", "behind-win-line")
    expect(page.locator(".note.bad .clause")).not_to_be_empty()
    assert (lying(house), balance(house)) == ({(1, "win-line", None): 500}, 99_500)


def lying(house: Running) -> dict[Any, int]:
    game = life_of(house, "craps").game
    assert game
    return {key: standing.stake for key, standing in game.layout.items()}


def test_a_refusal_bounces_with_its_clause(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "behind-win-line")
    expect(page.locator(".note.bad .clause")).not_to_be_empty()
    expect(page.locator(".own .chips")).to_have_count(0)
    assert balance(house) == 100_000


def test_a_refusal_is_said_once_and_keeps_its_width_wherever_it_stands(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house), size=(390, 844))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    far = page.locator(".area[data-wager='behind-win-line']")
    widths = []
    for _ in range(2):
        far.focus()
        expect(page.locator("#tip")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#refusal")).to_contain_text("Bet the Win Line first")
        expect(page.locator("#tip")).to_be_hidden()
        widths.append(page.locator("#refusal").bounding_box()["width"])  # type: ignore[index]
        page.keyboard.press("Shift+ArrowUp")
        expect(page.locator("#refusal")).to_be_hidden()
    assert widths[0] == widths[1] > 250


def test_a_spot_tells_the_stake_that_was_put_there_just_now(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.locator('.area[data-wager="field"]').focus()
    expect(page.locator("#tip")).to_contain_text("house edge")
    page.keyboard.press("Enter")
    expect(page.locator("#tip")).to_contain_text("your stake5.00")
    page.keyboard.press("Enter")
    expect(page.locator("#tip")).to_contain_text("your stake10.00")


def test_what_a_spot_tells_goes_when_the_dice_go_out_and_never_lies_over_the_result(
    house: Running, open_screen: Open
) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tip = page.locator("#tip")
    tap(page, "win-line")
    expect(tip).to_contain_text("your stake5.00")
    deal(house, "craps", (4, 2), lambda life: life.phase == DICE_OUT)
    expect(page.locator("#phase")).to_contain_text("Dice are out")
    expect(tip).to_be_hidden()
    page.mouse.move(*spot(page, "field"))  # whoever looks at a spot now is told, until the result lies there
    expect(tip).to_be_visible()
    deal(house, "craps", (4, 2))
    expect(page.locator("#lines .called")).to_be_visible()
    expect(tip).to_be_hidden()
    bar = page.locator("#bar").bounding_box()
    assert bar
    for area in page.locator(".area").all():
        area.dispatch_event("pointerenter", {"pointerType": "mouse", "clientX": 600, "clientY": bar["y"] - 5})
        box = tip.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"]


def test_a_refusal_goes_when_another_spot_is_looked_at(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "behind-win-line")
    expect(page.locator("#refusal")).to_be_visible()
    page.wait_for_timeout(500)  # the chip that bounced is gone from under the mouse
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#tip")).to_be_hidden()
    page.mouse.move(*spot(page, "field"))
    expect(page.locator("#tip")).to_contain_text("Field")
    expect(page.locator("#refusal")).to_be_hidden()


def test_the_line_goes_down_and_comes_back(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    page.evaluate("terminal.link._socket.close()")
    expect(page.locator(".note")).to_contain_text("1 bet of yours is on the felt, 5.00", timeout=3000)
    expect(page.locator(".own .chips")).to_have_count(1)
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("990.00")


def test_by_keyboard_alone(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.keyboard.press("3")
    page.locator("[data-wager='win-line']").focus()
    expect(page.locator("#tip")).to_contain_text("7/495")
    page.keyboard.press("Enter")
    expect(page.locator("#balance")).to_have_text("975.00")
    page.keyboard.press("u")
    expect(page.locator("#balance")).to_have_text("1,000.00")


@pytest.mark.parametrize(
    ("table", "wager", "on"),
    [
        ("craps", "win-line", "null"),
        ("crown", "win-line", "null"),
        ("mini", "win-line", "null"),
        ("aruze", "pass-line", "null"),
        ("wheel", "straight", "[17]"),
        ("lucky", "straight", '["00"]'),
        ("dragon", "dragon", "null"),
    ],
)
def test_a_chip_at_every_game(house: Running, open_screen: Open, table: str, wager: str, on: str) -> None:
    page = open_screen(seat(house, table))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    if table in ("wheel", "lucky"):
        expect(page.locator("#phase")).to_have_text("Bets open soon")
        assert "ack" in Talk(house.screen(table, house.crew(table))).do("open-bets")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    tap(page, wager, on)
    expect(page.locator(".own .chips")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (844, 390), (390, 844)])
def test_sizes_do_not_scroll(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    page = open_screen(seat(house), size=size)
    expect(page.locator("#balance")).to_have_text("1,000.00")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(page, "field")
    expect(page.locator(".own .chips")).to_have_count(1)


def test_everything_can_be_looked_up_on_a_phone(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house), size=(390, 844))
    for name, title in (("What if?", "What if?"), ("Rules", "every wager")):
        page.click("#show-more")
        page.locator("#dialog").get_by_role("button", name=name).click()
        expect(page.locator("#dialog-title")).to_contain_text(title)
        page.keyboard.press("Escape")


def test_the_racetrack_fits_a_phone(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "wheel"), size=(390, 844))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#shortcuts")
    expect(page.locator(".track button")).to_have_count(37)
    assert page.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth", page.query_selector("#dialog"))
    assert min(page.evaluate("[...document.querySelectorAll('.track button')].map((b) => b.offsetWidth)")) >= 44


@pytest.fixture
def phone(house: Running, chromium: Browser) -> Iterator[Page]:
    """A player at a screen that is touched."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    context.add_cookies([{"name": "feltwork", "value": house.token(seat(house)), "url": house.address}])
    page = context.new_page()
    page.goto(f"{house.address}/play")
    expect(page.locator("#balance")).to_have_text("1,000.00")
    yield page
    context.close()


def test_a_tap_leaves_nothing_over_the_felt(phone: Page) -> None:
    phone.touchscreen.tap(*spot(phone, "field"))
    expect(phone.locator(".own .chips")).to_have_count(1)
    expect(phone.locator("#tip")).to_be_hidden()


def test_a_long_press_tells_about_a_spot_and_puts_no_chip_down(house: Running, phone: Page) -> None:
    x, y = spot(phone, "field")
    touch = phone.context.new_cdp_session(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(phone.locator("#tip")).to_contain_text("1/18 = 5.56%")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_timeout(300)
    expect(phone.locator("#tip")).to_be_visible()
    assert balance(house) == 100_000
    phone.touchscreen.tap(x, y)
    expect(phone.locator("#balance")).to_have_text("995.00")
    expect(phone.locator("#tip")).to_be_hidden()


UPRIGHT = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
  return boxes.length > 0 && boxes.every(({ width, height }) => width > height);
}"""


def test_on_an_upright_phone_amounts_and_numbers_are_read_upright(house: Running, open_screen: Open) -> None:
    craps = open_screen(seat(house), size=(390, 844))
    expect(craps.locator("#balance")).to_have_text("1,000.00")
    for wager, on in (("win-line", "null"), ("place-to-win", "6")):
        tap(craps, wager, on)
    expect(craps.locator(".own .chips")).to_have_count(2)
    assert craps.evaluate(UPRIGHT, ".own .total-back")
    wheel = open_screen(seat(house, "wheel"), size=(390, 844))
    expect(wheel.locator("#balance")).to_have_text("1,000.00")
    one, two = (wheel.locator(f".area[data-on='[{n}]'] .number").bounding_box() for n in (1, 17))
    assert one is not None
    assert two is not None
    assert two["width"] > one["width"], "two figures stand beside each other"


def test_a_seat_that_is_somebody_elses_is_not_played_at(house: Running, open_screen: Open) -> None:
    ann = seat(house)
    page = open_screen(Session("player", (("eve", "player"),), ann.table, ann.seat))
    expect(page.locator("#curtain")).to_contain_text("Somebody else sits here")


def test_after_a_reload_the_last_round_can_be_put_up_again(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (5, 6))
    expect(page.locator("#last")).to_have_text("+5.00")
    page.reload()
    expect(page.locator("#last")).to_have_text("+5.00")
    page.keyboard.press("r")
    expect(page.locator("#balance")).to_have_text("1,000.00")
    expect(page.locator(".own .chips")).to_have_count(1)
