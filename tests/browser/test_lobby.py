"""The first minute: one address, one click to a seat, one to a chip; and a role for each tab of the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import FLOOR
from tests.browser.test_account import picture
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.server.conftest import Running, running, until

from feltwork.cage.commands import PrintTicket
from feltwork.server.config import FloorConfig
from feltwork.server.demo.guests import AWAY_SECONDS, Guests
from feltwork.table.live.commands import Leave
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

SIZES = pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Running]:
    """A floor that lets everybody in, without house players."""
    config = FloorConfig([replace(table, practice=True, seats=2) for table in FLOOR], str(tmp_path / "floor.sqlite"))
    with running(config) as up:
        up.floor.guests = Guests(config)
        yield up
    with closing(read_log(config.database)) as log:
        assert verify(log) == []


@pytest.fixture
def context(demo: Running, chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-AU")
    made.set_default_timeout(15_000)
    complaints: list[str] = []
    made.on("weberror", lambda wrong: complaints.append(str(wrong.error)))
    yield made
    made.close()
    assert complaints == []


def lobby(context: BrowserContext, demo: Running, size: tuple[int, int] = DESK) -> Page:
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(demo.address)
    expect(page.locator(".table")).to_have_count(len(demo.config.tables))
    return page


def play(page: Page, table: str) -> None:
    page.locator(f"[data-table={table}] [data-way=play]").click()
    expect(page.locator("#balance")).to_have_text("1,000.00")


def tap(page: Page, wager: str) -> None:
    page.locator(f".area[data-wager='{wager}']").first.press("Enter")


LEAVES = """() => {
  const words = 'Called: 6 and 6 — not paid yet · 14';
  for (const phase of document.querySelectorAll('.phase')) phase.textContent = words;
  for (const seats of document.querySelectorAll('.seats'))
    while (seats.children.length < 8) seats.append(document.createElement('span'));
  const right = (node) => node.getBoundingClientRect().right;
  return [...document.querySelectorAll('.table')]
    .filter((card) => [card, ...card.querySelectorAll('*')].some((node) =>
      !node.closest('.picture') && right(node) > right(card.parentNode.closest('section')) + 1 ||
      node.matches('.acts button, .strip, .strip > *') && right(node) > right(card) ||
      node.matches('.phase, .strip > .quiet') && node.scrollWidth > node.clientWidth + 1))
    .map((card) => card.dataset.table);
}"""


@SIZES
def test_one_click_to_a_seat_and_one_to_a_chip(context: BrowserContext, demo: Running, size: tuple[int, int]) -> None:
    page = lobby(context, demo, size)
    expect(page.locator("[data-table=craps] .picture svg .area").first).to_be_attached()
    expect(page.locator("[data-table=craps] .seats")).to_have_attribute("aria-label", "0 of 2 seats taken")
    picture(page, f"lobby-{size[0]}")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(LEAVES) == [], "a card holds the longest it has to say"
    small = "[...document.querySelectorAll('button')].filter((b) => b.offsetHeight && b.offsetHeight < 44).length"
    assert page.evaluate(small) == 0
    play(page, "craps")
    tap(page, "field")
    expect(page.locator(".own .chips")).to_have_count(1)


def test_every_tour_says_that_it_is_one(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    tours = page.locator("#tours [data-tour]")
    expect(tours.first).to_have_text("New to craps? A two-minute tour")
    for tour in tours.all()[1:]:
        expect(tour).to_contain_text("Tour: ")
    expect(page.locator("[data-table=craps] .strip .quiet").first).to_contain_text("Bets ")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(tours.locator("visible=true")).to_have_count(1)  # upright the first is offered, the others when asked for
    page.get_by_role("button", name="More tours").click()
    expect(tours.locator("visible=true")).to_have_count(tours.count())


def test_from_the_lobby_to_a_chip_and_out_again_by_keyboard_alone(context: BrowserContext, demo: Running) -> None:
    """A tab stop for each zone: the language, the tours, the tables; arrows go from table to table."""
    page = lobby(context, demo)
    page.locator("#language select").focus()
    for zone in ("tours", "tables"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('section').id") == zone
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#place")).to_contain_text("Table craps")
    expect(page.locator("#balance")).to_have_text("1,000.00")
    for _ in range(30):
        if page.evaluate("Boolean(document.activeElement.closest('#felt'))"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".own .chips")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator(".own .chips")).to_have_count(0)
    page.locator("#show-more").press("Enter")
    page.get_by_role("button", name="Sign out").press("Enter")
    page.get_by_role("button", name="Cash out").press("Enter")
    expect(page.locator(".ticket .amount")).to_have_text("1,000.00")


def test_every_table_is_played_and_every_room_opens(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    for table in demo.config.tables:
        play(page, table.name)
        page.goto(demo.address)
    headings = {
        "supervisor": "The floor",
        "office": "The office",
        "cashier": "The cage",
        "inspector": "Inspection",
    }
    for room, heading in headings.items():
        page.locator(f"[data-room={room}]").click()
        expect(page.locator("h1")).to_contain_text(heading)
        page.goto(demo.address)
    page.locator("[data-table=dragon] [data-way=watch]").click()
    expect(page).to_have_url(f"{demo.address}/wall?table=dragon")
    page.goto(demo.address)
    page.locator("[data-table=craps] [data-way=deal]").click()
    expect(page.locator("#seats .seat").first).to_be_visible()


def test_two_tabs_are_two_people_and_neither_becomes_the_other(context: BrowserContext, demo: Running) -> None:
    first, second, third = (lobby(context, demo) for _ in range(3))
    play(first, "craps")
    second.reload()
    second.locator("[data-table=crown] [data-way=play]").click()
    expect(second.locator("#balance")).to_have_text("1,000.00")
    third.locator("[data-room=cashier]").click()
    expect(third.locator("h1")).to_contain_text("The cage")
    for page in (first, second, third):
        page.reload()
    expect(first.locator("#place")).to_contain_text("Table craps")
    expect(second.locator("#place")).to_contain_text("Table crown")
    expect(third.locator("h1")).to_contain_text("The cage")
    tap(first, "field")
    expect(first.locator("#balance")).not_to_have_text("1,000.00")
    expect(second.locator("#balance")).to_have_text("1,000.00")


def test_a_seat_is_taken_up_again_after_its_tab_was_closed(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    play(page, "craps")
    tap(page, "field")
    expect(page.locator(".own .chips")).to_have_count(1)
    page.close()
    page = lobby(context, demo)
    expect(page.locator("#roles li")).to_contain_text("Seat 1")
    expect(page.locator("#roles .money")).to_have_text("1,000.00")
    assert serious(page) == []
    page.get_by_role("button", name="Go on: Seat 1").click()
    expect(page.locator(".own .chips")).to_have_count(1)
    other = lobby(context, demo)
    other.locator("[data-table=craps] [data-way=play]").click()
    expect(other.locator(".own .chips")).to_have_count(1)  # the seat that this browser has
    assert demo.floor.house.rooms["craps"].live.seats.players.keys() == {1}


@SIZES
def test_leaving_with_money_asks(context: BrowserContext, demo: Running, size: tuple[int, int]) -> None:
    page = lobby(context, demo, size)
    play(page, "craps")
    page.click("#show-more")
    page.get_by_role("button", name="Sign out").click()
    asked = page.locator("#leaving")
    expect(asked.get_by_role("heading")).to_have_text("You have 1,000.00 here. Cash out first?")
    picture(page, f"leaving-{size[0]}")
    assert serious(page) == []
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_be_hidden()
    page.get_by_role("button", name="Sign out").click()
    asked.get_by_role("button", name="Cash out").click()
    expect(page.locator(".ticket .amount")).to_have_text("1,000.00")
    page.get_by_role("button", name="Done").click()
    page.click("#show-more")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{demo.address}/")
    expect(page.locator("#roles")).to_be_hidden()


def test_a_seat_is_kept_for_who_went_away_and_then_given_up(context: BrowserContext, demo: Running) -> None:
    """A closed tab keeps its seat for ten minutes; after that a stranger sits there, with money of their own."""
    browser, guests = context.browser, demo.floor.guests
    assert browser
    assert isinstance(guests, Guests)
    others = [browser.new_context(locale="en-AU") for _ in range(2)]
    pages = [lobby(other, demo) for other in others]
    for page in pages:
        play(page, "craps")
    tap(pages[1], "field")
    expect(pages[1].locator("#balance")).not_to_have_text("1,000.00")
    pages[1].keyboard.press("c")
    expect(pages[1].locator("#balance")).to_have_text("1,000.00")
    page = lobby(context, demo)
    pages[1].close()
    page.locator("[data-table=craps] [data-way=play]").click()
    expect(page.locator(".note.bad")).to_have_text("Every seat at this table is taken; watch it, or try another")
    until(lambda: len(demo.floor.screens.by_table["craps"]) == 1)
    guests.now = lambda: monotonic() + AWAY_SECONDS + 1
    play(page, "craps")
    expect(page.locator("#place")).to_contain_text("seat 2")
    expect(page.locator("#session")).to_have_text("0.00")
    back = lobby(others[1], demo)
    expect(back.locator("#roles li")).to_contain_text("You were away for more than ten minutes")
    expect(back.locator("#roles li")).to_contain_text("1,000.00 of yours is kept in a ticket")
    assert serious(back) == []
    picture(back, "seat-given-up")
    pages[0].close()
    until(lambda: len(demo.floor.screens.by_table["craps"]) == 1)
    guests.now = lambda: monotonic() + 2 * AWAY_SECONDS + 2
    back.get_by_role("button", name="Sit down again").click()
    expect(back.locator("#balance")).to_have_text("1,000.00")
    expect(back.locator("#place")).to_contain_text("seat 1")
    assert len(set(demo.floor.house.rooms["craps"].live.seats.players.values())) == 2
    for other in others:
        other.close()


def test_a_tab_whose_seat_was_given_up_is_told_at_the_table(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    play(page, "craps")
    demo.send("craps", PrintTicket(1), demo.floor.house.rooms["craps"].live.seats.players[1], "player")
    demo.send("craps", Leave(1), demo.floor.house.rooms["craps"].live.seats.players[1], "player")
    expect(page.locator("#curtain")).to_contain_text("Your seat was given up while you were away.")
    page.get_by_role("button", name="Sit down again").click()
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#balance")).to_have_text("1,000.00")


def test_who_leaves_the_seat_is_told_so_and_sits_down_again_or_goes(context: BrowserContext, demo: Running) -> None:
    page = lobby(context, demo)
    play(page, "craps")
    demo.send("craps", PrintTicket(1), demo.floor.house.rooms["craps"].live.seats.players[1], "player")
    expect(page.locator("#balance")).to_have_text("0.00")
    page.click("#show-more")
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.locator("#curtain")).to_contain_text("You have left the seat.")
    expect(page.locator("#curtain")).not_to_contain_text("given up")
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Sit down again")).to_be_visible()
    page.get_by_role("button", name="Back to the lobby").click()
    expect(page.locator("#tables")).to_be_visible()


@SIZES
def test_places_come_and_go_without_moving_a_table(
    context: BrowserContext, demo: Running, size: tuple[int, int]
) -> None:
    boxes = "[...document.querySelectorAll('[data-way], [data-room]')].map((b) => b.offsetTop)"
    page = lobby(context, demo, size)
    expect(page.locator("[data-room=wall]")).to_be_attached()
    before = page.evaluate(boxes)
    for table in ("craps", "crown", "dragon"):
        play(page, table)
        page.goto(demo.address)
    expect(page.locator("#roles li")).to_have_count(3)
    picture(page, f"places-{size[0]}")
    assert page.evaluate(boxes) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#roles").bounding_box()["height"] <= 110  # type: ignore[index]


def test_leaving_a_crew_asks_and_its_tab_is_told(context: BrowserContext, demo: Running) -> None:
    deals = lobby(context, demo)
    deals.locator("[data-table=craps] [data-way=deal]").click()
    expect(deals.locator("#seats .seat").first).to_be_visible()
    page = lobby(context, demo)
    leave = page.get_by_role("button", name="Leave: Dealing")
    leave.click()
    asked = page.locator("#leaving")
    expect(asked.get_by_role("heading")).to_contain_text("Leave this place?")
    picture(page, "leave-crew")
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_be_hidden()
    expect(page.locator("#roles li")).to_have_count(1)
    leave.click()
    asked.get_by_role("button", name="Leave").click()
    expect(page.locator("#roles")).to_be_hidden()
    expect(deals).to_have_url(f"{demo.address}/")
    expect(deals.locator(".note")).to_have_text("You were signed out of that place from another tab")


def test_on_a_real_floor_the_lobby_is_the_door(house: Running, chromium: Browser) -> None:
    house.floor.staff.add("mo", "supervisor", ("gaming_manager",), "right horse")
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="es-MX")
    page = context.new_page()
    page.goto(house.address)
    expect(page.get_by_role("button", name="Iniciar sesión")).to_be_visible()
    expect(page.locator(".table")).to_have_count(0)
    expect(page.locator("#rooms")).to_be_hidden()
    picture(page, "door-es")
    assert serious(page) == []
    page.locator("#language select").select_option("en")
    page.fill("[name=person]", "mo")
    page.fill("[name=password]", "right horse")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{house.address}/supervise")
    page.goto(house.address)
    expect(page.locator("#roles li")).to_contain_text("mo")
    expect(page.locator(".table")).to_have_count(len(house.config.tables))
    rooms = page.locator("[data-room]").evaluate_all("rooms => rooms.map((r) => r.dataset.room)")
    ways = page.locator("[data-way]").evaluate_all("ways => [...new Set(ways.map((w) => w.dataset.way))]")
    assert (rooms[0], ways) == ("supervisor", ["watch"])
    assert {"wall", "office"} <= set(rooms)
    assert not {"cashier", "inspector"} & set(rooms), "what a supervisor may open, and no more"
    assert serious(page) == []
    page.locator("[data-table=craps] [data-way=watch]").click()
    expect(page).to_have_url(f"{house.address}/wall?table=craps")
    context.close()
