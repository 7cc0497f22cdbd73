"""Lines that go down in every phase, a server started again mid-round, corrections, notices by a moved clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import DRAW_KEY, balance, deal, life_of, post, seat, tap, until
from tests.server.conftest import Running, Talk, running

from feltwork.server.auth.entrance import screen_of
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import SUPERVISOR, supervisor_session
from feltwork.server.ops.attending import Attendant
from feltwork.store.clock import machine_time
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import CorrectPaidRound, SecondCorrection
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import DICE_OUT, ENTERED

PHASES: dict[str, tuple[Callable[[LiveTable], bool], str]] = {
    "betting": (lambda life: life.shooter.seat is not None, "Place your bets"),
    "dice out": (lambda life: life.phase == DICE_OUT, "Dice are out"),
    "entered": (lambda life: life.phase == ENTERED, "not paid yet"),
}
CUT = "terminal.link.open = () => setTimeout(() => terminal.link.open(), 50); terminal.link._socket.close()"
MEND = "delete terminal.link.open"
"""A line that stays down until the test has done what it wants."""


@pytest.mark.parametrize("phase", PHASES)
def test_the_line_goes_down_in_every_phase(house: Running, open_screen: Open, phase: str) -> None:
    stop, words = PHASES[phase]
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (5, 6), stop)
    expect(page.locator("#phase")).to_contain_text(words)
    page.evaluate("terminal.link._socket.close()")
    expect(page.locator(".note")).to_contain_text("1 bet of yours is on the felt, 5.00", timeout=2000)
    expect(page.locator("#phase")).to_contain_text(words)
    expect(page.locator("#curtain")).to_be_hidden()
    deal(house, "craps", (5, 6))
    expect(page.locator("#balance")).to_have_text("1,005.00")


def test_a_line_that_falls_silent_is_noticed(house: Running, open_screen: Open) -> None:
    """A cable that is pulled closes nothing: no socket says so, and the screen finds out by itself."""
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    until(lambda: page.evaluate("terminal.legality.asked"))  # before it knows what is legal, a tap waits for that first
    page.evaluate("Object.assign(terminal.link._socket, { send() {}, onmessage() {} })")
    tap(page, "win-line")
    expect(page.locator(".note")).to_contain_text("Back at the table", timeout=20_000)
    expect(page.locator("#balance")).to_have_text("995.00")
    assert balance(house) == 99_500


def test_no_order_is_taken_while_the_line_is_down(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "dragon"))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "dragon")
    expect(page.locator("#balance")).to_have_text("995.00")
    page.evaluate(CUT)
    expect(page.locator("#curtain")).to_be_visible()
    for key in "dcru":
        page.keyboard.press(key)
        expect(page.locator(".note.bad")).to_have_text("Connection lost: nothing was done")
    page.locator("[data-wager='fire']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#felt .pending")).to_have_count(0)
    page.evaluate(MEND)
    expect(page.locator(".note")).to_contain_text("1 bet of yours is on the felt, 5.00")
    page.wait_for_timeout(300)
    assert balance(house, table="dragon") == 99_500
    page.keyboard.press("u")  # what could not be undone then can be now
    expect(page.locator("#balance")).to_have_text("1,000.00")


@pytest.mark.parametrize("lost", ["order", "answer"])
def test_a_wager_is_put_up_only_in_the_round_it_was_for(house: Running, open_screen: Open, lost: str) -> None:
    """Whether the order was lost or only its answer: the screen finds out, and nothing is put up in the next round."""
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    nothing = "{ send() {} }" if lost == "order" else "{ onmessage() {} }"
    page.evaluate(f"Object.assign(terminal.link._socket, {nothing})")
    tap(page, "field")
    if lost == "answer":
        until(lambda: balance(house) == 99_000)
    page.evaluate(CUT)
    expect(page.locator("#curtain")).to_be_visible()
    deal(house, "craps", (2, 3))
    page.evaluate(MEND)
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#felt .pending")).to_have_count(0)
    if lost == "order":
        expect(page.locator(".note.bad")).to_contain_text(
            "The connection was lost and that round is over; this was not done"
        )
    expect(page.locator(".own .chips")).to_have_count(1)
    assert balance(house) == (99_500 if lost == "order" else 99_000)
    page.keyboard.press("u")
    expect(page.locator(".note")).to_have_text("Nothing to undo")


def test_a_screen_whose_session_is_over_goes_to_the_door(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.evaluate("""fetch('/signout', { method: 'POST', body: '{"anyway": true}' })""")
    page.wait_for_url(f"{house.address}/")
    page.fill("[name=person]", "dana")
    page.fill("[name=password]", "wrong horse")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_have_text("Name or password is wrong")


def test_a_wager_is_not_sent_for_somebody_else_who_came_in(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.evaluate("Object.assign(terminal.link._socket, { send() {} })")
    tap(page, "field")
    other = house.token(seat(house, number=2, name="ben"))
    page.context.add_cookies([{"name": "feltwork", "value": other, "url": house.address}])
    page.evaluate("terminal.link._socket.close()")
    expect(page.locator("#roles li")).to_contain_text("Seat 2")  # the lobby: nobody becomes somebody else
    assert (balance(house, 1), balance(house, 2)) == (100_000, 100_000)


def test_a_ticket_whose_answer_was_lost_is_shown_when_the_line_is_back(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(str(route.request.post_data))
        route.fetch()
        route.abort()

    page.route("**/api/collect", lose)
    page.click("#money")
    page.click("text=Cash out to a ticket")
    expect(page.locator(".note")).to_have_text("Connection lost. Reconnecting…")
    page.reload()
    page.unroute("**/api/collect")
    expect(page.locator("#balance")).to_have_text("0.00")
    expect(page.locator(".ticket .amount")).to_have_text("1,000.00")
    assert len(set(lost)) == 1, "each time the same press"
    page.click("text=Done")
    page.click("#money")
    page.click("text=Cash out to a ticket")
    expect(page.locator(".note.bad")).to_be_visible()


def test_a_ticket_is_shown_though_the_second_try_is_told_to_wait(house: Running, open_screen: Open) -> None:
    """What turns a request away says nothing of the try before it: the third has the same key."""
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tries: list[str] = []

    def answer(route: Route) -> None:
        tries.append(str(route.request.post_data))
        if len(tries) == 1:
            route.fetch()
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=429, headers={"retry-after": "1"}, json={"why": "too many requests in a short time"})
        else:
            route.continue_()

    page.route("**/api/collect", answer)
    page.click("#money")
    page.click("text=Cash out to a ticket")
    expect(page.locator(".ticket .amount")).to_have_text("1,000.00")
    assert len(tries) == 3
    assert len(set(tries)) == 1, "each time the same press"
    log = house.floor.house.reader
    assert [record.kind for record in log.log.read("cage")].count("paid-from-table") == 1
    assert not [record for record in log.log.read("refused/craps") if b"print-ticket" in record.body]


def screen(chromium: Browser, house: Running, session: Session) -> Page:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_cookies([{"name": "feltwork", "value": house.token(session), "url": house.address}])
    page = context.new_page()
    page.goto(house.address + screen_of(session))
    return page


def test_the_server_is_started_again_in_the_middle_of_a_round(chromium: Browser, tmp_path: Path) -> None:
    config = FloorConfig(FLOOR[:1], str(tmp_path / "floor.sqlite"))
    with running(config) as house:
        page = screen(chromium, house, seat(house))
        expect(page.locator("#balance")).to_have_text("1,000.00")
        tap(page, "win-line")
        expect(page.locator("#balance")).to_have_text("995.00")
        deal(house, "craps", (4, 4), lambda life: life.phase == DICE_OUT)
        port = house.port
    expect(page.locator("#curtain")).to_contain_text("Connection lost. Reconnecting")
    with running(config, port=port) as house:
        expect(page.locator("#phase")).to_have_text("Dice are out")
        expect(page.locator("#curtain")).to_be_hidden()
        deal(house, "craps", (4, 4))
        expect(page.locator("#phase")).to_contain_text("point is 8")
        expect(page.locator(".own .chips")).to_have_count(1)
        page.keyboard.press("o")
        expect(page.locator("#balance")).to_have_text("990.00")
        assert balance(house) == 99_000
        page.context.close()


def test_a_correction_is_seen_before_and_after(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "field")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("990.00")
    deal(house, "craps", (2, 3))
    expect(page.locator("#balance")).to_have_text("990.00")
    boxperson = next(person for person, role in life_of(house, "craps").crew.roster.items() if role == "boxperson")
    post(house, "craps", ask.CorrectResult(2, 2, "a die was read wrongly"), boxperson, "boxperson")
    sheet = page.locator("#correction")
    expect(sheet).to_contain_text("Why: a die was read wrongly (4.4.3)")
    expect(sheet).to_contain_text("Before: 2 and 3, total 5")
    expect(sheet).to_contain_text("After: 2 and 2, total 4")
    expect(sheet).to_contain_text("You get 10.00 more.")
    for _ in range(4):
        page.keyboard.press("Escape")
        expect(sheet).to_be_visible()
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#correction-seen")
    expect(sheet).to_be_hidden()
    expect(page.locator("#history li.reversed")).to_have_count(1)


def test_a_supervisor_sees_that_the_line_is_down_and_then_what_happened(chromium: Browser, tmp_path: Path) -> None:
    config = FloorConfig(FLOOR[:1], str(tmp_path / "floor.sqlite"))
    with running(config) as house:
        page = screen(chromium, house, supervisor_session(config))
        expect(page.locator("#phase")).to_contain_text("Place your bets")
        seat(house)
        post(house, "craps", ask.PlaceWager(1, "win-line", 500), "ann", "player")
        port = house.port
    expect(page.locator("#phase")).to_have_text("Connection lost. Reconnecting…")
    expect(page.locator("#notices")).to_contain_text("how the table last stood")
    expect(page.locator("#summary")).to_contain_text("Connection lost. Reconnecting")
    with running(config, port=port) as house:
        deal(house, "craps", (4, 4))
        expect(page.locator("#phase")).to_have_text("Place your bets — point is 8")
        expect(page.locator("#notices")).to_be_empty()
        expect(page.locator("#history li")).to_have_count(1)
        expect(page.locator("#summary")).to_contain_text("1 of 1 tables open")
        page.context.close()


def test_a_correction_while_the_line_was_down(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (5, 6))
    expect(page.locator("#balance")).to_have_text("1,005.00")
    page.evaluate("terminal.link._wait = 1500; terminal.link._socket.close()")
    expect(page.locator("#curtain")).to_be_visible()
    boxperson = next(person for person, role in life_of(house, "craps").crew.roster.items() if role == "boxperson")
    post(house, "craps", ask.CorrectResult(1, 1, "the camera shows two ones"), boxperson, "boxperson")
    expect(page.locator("#correction")).to_contain_text("You get 10.00 less.")
    expect(page.locator("#balance")).to_have_text("995.00")


def test_an_earlier_round_set_right_by_two_people(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (1, 1))
    version = life_of(house, "craps").rounds.kept[-1]
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("990.00")
    box = next(person for person, role in life_of(house, "craps").crew.roster.items() if role == "boxperson")
    post(house, "craps", CorrectPaidRound(version, [5, 6], "the camera shows eleven"), box, "boxperson")
    post(house, "craps", SecondCorrection(version), SUPERVISOR, "casino_supervisor")
    sheet = page.locator("#correction")
    for _ in range(2):  # once when it is told, once more after a reload: nobody has put it away yet
        expect(sheet).to_contain_text("Why: the camera shows eleven")
        expect(sheet).to_contain_text("Before: 1 and 1, total 2")
        after = sheet.locator("section", has_text="After: 5 and 6, total 11")
        expect(after.locator("tbody tr")).to_have_text(re.compile(r"Win Linewon5\.00\+5\.00"))
        expect(after).to_contain_text("Came back to you: 10.00")
        expect(sheet).to_contain_text("You get 10.00 more.")
        expect(sheet).not_to_contain_text("left up")
        expect(page.locator("#balance")).to_have_text("1,000.00")
        page.reload()
    page.click("#correction-seen")
    page.reload()
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.keyboard.press("l")
    recalled = page.locator(".recalled.adjusted")
    expect(recalled).to_contain_text("Corrected later: 5 and 6, total 11. You got 10.00 more.")
    expect(recalled).to_contain_text("Why: the camera shows eleven")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


class Hands:
    """A clock that a test can move."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return machine_time() + self.ahead


def test_notices_count_down_by_the_servers_clock(chromium: Browser, tmp_path: Path) -> None:
    clock = Hands()

    def opens(url: str) -> Store:
        return SqliteStore(url, clock=clock)

    with running(FloorConfig(FLOOR[:1], str(tmp_path / "floor.sqlite")), opens=opens) as house:
        page = screen(chromium, house, seat(house))
        expect(page.locator("#balance")).to_have_text("1,000.00")
        boss = Talk(house.screen("craps", house.token(supervisor_session(house.config))))
        raised = {"win-line": [1000, 50000, 0]}
        assert "ack" in boss.do("announce-limits", limits=raised)
        expect(page.locator("#notices .limits")).to_contain_text(
            re.compile(r"Win Line 10 to 500 from \d\d:\d\d, in 19:5")
        )
        assert "20 minutes" in str(boss.do("change-limits", limits=raised)["why"])
        clock.ahead += 19 * 60_000_000
        house.floor.house.follower.look()
        assert "ack" in boss.do("set-personal-limit", seat=1, limit=[500, 100_000, 0])
        expect(page.locator("#notices .personal")).to_have_text("Your own limits: 5 to 1,000 on Win Line")
        expect(page.locator("#notices .limits")).to_contain_text(" s")
        clock.ahead += 60_000_000
        house.floor.house.follower.look()
        assert "ack" in boss.do("change-limits", limits=raised)
        expect(page.locator("#notices .limits")).to_have_count(0)
        assert "ack" in boss.do("announce-closure")
        expect(page.locator("#notices .closing")).to_contain_text(re.compile(r"Table closes at \d\d:\d\d, in 20:00"))
        page.context.close()


def test_a_stopped_table_says_so(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "dragon"))
    expect(page.locator("#phase")).to_have_text("Place your bets")
    boss = Talk(house.screen("dragon", house.token(supervisor_session(house.config))))
    assert "ack" in boss.do("report-fault", what="the layout is dark")
    expect(page.locator("#curtain")).to_contain_text("Play is stopped: the layout is dark.")
    expect(page.locator("#phase")).to_have_text("Play is stopped")
    assert "ack" in boss.do("clear-fault", how="a new lamp")
    expect(page.locator("#curtain")).to_be_hidden()


def test_a_draw_is_checked_by_the_player(chromium: Browser, tmp_path: Path) -> None:
    table = TableConfig("drawn", "aruze-craps", 4, source="os-draw", betting_seconds=8)
    config = FloorConfig([table], str(tmp_path / "floor.sqlite"))
    with running(config, attendant=lambda house: Attendant(house, DRAW_KEY)) as house:
        page = screen(chromium, house, seat(house, "drawn"))
        expect(page.locator("#phase")).to_have_text("Place your bets")
        page.click("#show-more")
        expect(page.locator(".fingerprint")).to_contain_text("Round drawn-")
        page.fill("#nonce", "my grandmother's birthday")
        page.click("text=Put it in")
        expect(page.locator(".note")).to_contain_text("Your word is in this round's draw")
        expect(page.locator("#history li").first).to_be_attached(timeout=20_000)
        page.keyboard.press("Escape")
        page.keyboard.press("l")
        page.get_by_role("button", name="Rounds without a decision for you too").click()
        page.locator("text=Check this draw").last.click()
        expect(page.locator(".recalled [role=status]").last).to_contain_text("The draw holds")
        expect(page.locator(".recalled [role=status]").last).to_contain_text("with 1 player's word")
        page.context.close()
