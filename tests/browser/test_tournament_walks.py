"""Tournaments on the screens, the rarer ways: merging, play-off, buying in and back, repechage, substitutes, ties."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import FLOOR, screens
from tests.browser.cups import NAMES, PHONE, WALL, Cup, Hands, opened, press, tap
from tests.server.conftest import Running, running
from tests.server.test_tournament import PLAYERS, Evening, paid_in
from tests.tournament.conditions import CRAPS, ROULETTE
from tests.tournament.live import small

from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.demo.guests import Guests
from feltwork.server.demo.tournaments import tournament_keeper
from feltwork.store.sqlite import SqliteStore

CREW = Session("crew", (("dee", "dealer"), ("sue", "gaming_supervisor")))
PLAY, BOARD = "/tournament/play?id=spring", "/tournament/board?id=spring"


def begun(cup: Cup, document: dict[str, Any]) -> None:
    """Drafted, published and entered over the API; the desk looks at it."""
    cup.must(cup.token, type="draft-tournament", document=document)
    boss = cup.boss.people[0][0]
    cup.must(cup.token, type="appoint-official", person=boss, licence="TM 7")
    soon = cup.house.floor.house.now() + 60_000_000
    starts = [soon] * len(document["structure"]["sessions"])
    cup.must(cup.token, type="publish-tournament", starts=starts, entries_close=soon, commitment="")
    for name in NAMES:
        cup.must(cup.tokens[name], type="enter-tournament", player=name, form=True)
    cup.desk.reload()
    expect(cup.desk.locator("#next [data-do=close-entries]")).to_be_enabled()
    cup.step("close-entries", "#next")
    expect(cup.desk.locator("#next [data-do=designate-tables]")).to_be_visible()


def put(cup: Cup, name: str, wager: str, amount: int) -> None:
    """A wager over the API, from the player's own seat."""
    table, seat = next(
        (table["table"], each["seat"])
        for table in cup.seen()["tables"]
        for each in table["standings"]
        if each["player"] == name
    )
    line = {"wager": wager, "amount": amount}
    token = cup.tokens[name]
    cup.must(token, type="place-tournament-wagers", table=table, player=name, seat=seat, lines=[line])


def deal(crew: Page, result: str, **wagers: int) -> None:
    """No more bets and a result, at the crew's screen."""
    press(crew, "close-tournament-betting")
    expect(crew.locator("[name=result]")).to_be_visible()
    crew.fill("[name=result]", result)
    expect(crew.locator(".ahead")).to_contain_text("take and pay")
    press(crew, "settle-tournament-round")


def counted(crew: Page, cup: Cup, table: str) -> None:
    """The count and the chips, at the crew's screen."""
    expect(crew.locator("[data-do=record-totals]")).to_be_enabled()
    for each in cup.table(table)["standings"]:
        if each["state"] == "in":
            crew.fill(f"[name=total-{each['player']}]", str(each["chips"]))
    press(crew, "record-totals")
    press(crew, "return-tournament-chips")
    expect(crew.locator("[data-do=return-tournament-chips]")).to_have_count(0)


def next_session(cup: Cup, session: int) -> None:
    """Announced at the desk, everybody buys in, seats are drawn and the next session begins."""
    cup.tab("next")
    cup.step("announce-session", "#next")
    expect(cup.desk.locator("#path .now")).to_contain_text(f"session {session} of 3")


def seated(cup: Cup) -> None:
    for name in cup.seen()["desk"]["coming"]:
        if not cup.seen(cup.tokens[name])["me"]["bought_in"]:
            cup.must(cup.tokens[name], type="buy-tournament-chips", player=name)
    cup.desk.reload()
    cup.seat()


def test_merging_play_off_repechage_and_buying_back(tmp_path: Path, chromium: Browser) -> None:
    """10.4.2(e), (g), 10.6.2, 10.10.3 at the desk, at /tournament/deal and at a player's page, to paid."""
    table = {"rounds": 1, "tables": 1, "seats": 4, "advance": 1}
    sessions = [table | {"tables": 2}, table | {"repechage": True}, table]
    document = small(
        ROULETTE,
        structure={"sessions": sessions, "repechage": True, "repechage_how": "one more", "merge": True},
        chips={"bought": True, "buy_in": "5.00"},
        entry={"fee": "50.00"},
    )
    document["buy_back"] = {"offered": True, "method": "desk", "timing": "once", "price": "3.00"}
    with opened(tmp_path, chromium) as cup:
        begun(cup, document)
        desk, dan = cup.desk, cup.open(cup.players["dan"], PLAY, PHONE)
        press(dan, "buy-tournament-chips")  # 10.6.2: in the own browser
        expect(dan.locator("[data-do=buy-tournament-chips]")).to_have_count(0)
        cup.tab("entries")  # and at the desk, in the row of the player
        row = desk.locator("tr", has_text="ann")
        row.locator("[data-do=buy-tournament-chips]").dispatch_event("click")
        expect(row.locator("[data-do=buy-tournament-chips]")).to_have_count(0)
        cup.tab("next")
        seated(cup)
        cup.tab("tables")
        expect(desk.locator(".heat")).to_have_count(2)
        heat = desk.locator(".heat[data-table=t2]")
        heat.locator("summary", has_text="More at this table").click()
        heat.locator("[data-do=merge-tables]").dispatch_event("click")
        expect(desk.locator(".heat")).to_have_count(1)
        assert len(cup.table("t1")["standings"]) == 4
        crew = cup.open(CREW, "/tournament/deal?id=spring&table=t1")
        press(crew, "open-tournament-round")
        expect(dan.locator("#banner")).to_contain_text("Wagers, please")
        for name, amount in (("ann", 30), ("ben", 20), ("cat", 20), ("dan", 10)):
            put(cup, name, "red", amount)
        deal(crew, "1")
        # 10.10.3: ben and cat are level at the cut of two, and play off
        expect(desk.locator(".heat .round")).to_contain_text("Play-off")
        expect(crew.locator(".heat .round, .round").first).to_contain_text("Play-off")
        press(crew, "open-tournament-round")
        expect(crew.locator("[data-do=close-tournament-betting]")).to_be_enabled()
        put(cup, "ben", "red", 10)
        put(cup, "cat", "black", 10)
        deal(crew, "1")
        counted(crew, cup, "t1")
        next_session(cup, 2)
        second_chance(cup, crew, dan)


def second_chance(cup: Cup, crew: Page, dan: Page) -> None:
    """The repechage, buying back after it, and the final, to paid."""
    desk = cup.desk
    assert sorted(cup.seen()["desk"]["coming"]) == ["cat", "dan"]
    seated(cup)
    cup.round("t1", 1)  # each seat more on red than the one before: the second wins
    winner = cup.table("t1")["standings"][0]["player"]
    loser = "dan" if winner == "cat" else "cat"
    crew.reload()
    counted(crew, cup, "t1")
    next_session(cup, 3)
    page = dan if loser == "dan" else cup.open(cup.players["cat"], PLAY)
    press(page, "buy-back")  # 10.4.2(g)
    expect(page.locator("[data-do=buy-tournament-chips]")).to_be_visible()
    assert sorted(cup.seen()["desk"]["coming"]) == ["ann", "ben", "cat", "dan"]
    seated(cup)
    cup.round("t1", 1)
    crew.reload()
    counted(crew, cup, "t1")
    cup.tab("next")
    cup.step("announce-session", "#next")
    cup.step("pay-prizes", "#next")
    expect(desk.locator("#path .now")).to_have_text("Paid")
    assert cup.seen()["pool"] == 0
    assert sum(each["cents"] for each in cup.seen()["prizes"]) == 200_00 + 10 * 5_00 + 3_00


def test_a_substitute_two_ties_and_cancelling_in_spanish(tmp_path: Path, chromium: Browser) -> None:
    """8.3.3, 8.2.1(d), (h) and (k): every step pressed on screens in Spanish; what was paid goes back."""
    document = small(
        CRAPS,
        structure={"sessions": [{"rounds": 1, "tables": 1, "seats": 8, "advance": 1}], "ties": "official"},
        prizes={"shares": [40, 30, 20, 10], "ties": "play-off"},
    )
    with opened(tmp_path, chromium, "es-ES") as cup:
        begun(cup, document)
        desk = cup.desk
        cup.step("designate-tables")
        cup.step("draw-seats")
        cup.step("brief-players")
        cup.step("set-presence")
        cup.later()
        cup.step("start-session")
        expect(desk.locator("#path .now")).to_have_text("Sesión")
        ann = cup.open(cup.players["ann"], PLAY, locale="es-ES")
        expect(ann.locator("#banner")).to_be_visible()
        ann.locator("#more summary").click()
        ann.fill("#more [name=substitute]", "zoe")
        press(ann, "nominate-substitute", "#more")
        cup.tab("entries")
        row = desk.locator("tr", has_text="ann")
        row.locator("summary", has_text="Responder").click()
        row.locator("[data-do=answer-substitute]").dispatch_event("click")
        expect(row.locator("[data-do=answer-substitute]")).to_have_count(0)
        zoe = cup.open(Session("player", (("zoe", "player"),)), PLAY, locale="es-ES")
        cup.tokens["ann"] = cup.house.token(Session("player", (("zoe", "player"),)))
        cup.tab("tables")
        cup.step("open-tournament-round", ".heat")
        expect(zoe.locator("[data-do=place-tournament-wagers]")).to_be_visible()
        for name, amount in (("ann", 10), ("ben", 10), ("cat", 20), ("dan", 20)):
            put(cup, name, "field", amount)
        cup.step("close-tournament-betting", ".heat")
        desk.select_option("[name=die-1]", "3")
        desk.select_option("[name=die-2]", "4")
        cup.step("settle-tournament-round", ".heat")
        board = cup.open(WALL, "/tournament/board?id=spring", locale="es-ES")
        expect(board.locator(".heat .phase")).to_contain_text("Fichas iguales")
        for first, second in (("ben", "ann"), ("dan", "cat")):
            for name in (first, second):
                desk.locator(".heat [data-offer=order-tied] button", has_text=name).first.click()
            desk.fill(".heat [data-offer=order-tied] [name=reason]", "por sorteo")
            cup.step("order-tied", ".heat")
            expect(desk.locator(".heat [data-offer=order-tied] button", has_text=first)).to_have_count(0)
        assert [each["player"] for each in cup.table("t1")["standings"]] == ["ben", "ann", "dan", "cat"]
        cup.tab("next")
        desk.locator("#next-rest summary, #next-rest details summary").first.click()
        desk.fill("[data-offer=cancel-tournament] [name=reason]", "se fue la luz")
        cup.step("cancel-tournament")
        expect(desk.locator("#path .now")).to_have_text("Cancelado")
        balances = cup.house.floor.house.reader.log.balances()
        assert [balances[f"player/{name}"] for name in NAMES] == [100_00] * 4
        assert cup.seen()["pool"] == 0


def entered(crew: Page, player: str, *taps: tuple[str, str]) -> None:
    """A player's chips, tapped down by the crew for that player."""
    crew.locator(f"[data-do=enter-wager][data-player={player}]").dispatch_event("click")
    expect(crew.locator("dialog.enters h2")).to_have_text(f"Wager of {player}")
    for wager, on in taps:
        tap(crew, wager, on)
    press(crew, "place-tournament-wagers", "dialog.enters")
    expect(crew.locator("dialog.enters")).to_be_hidden()


def test_10_9_the_crew_enters_what_players_do_who_have_no_screen(tmp_path: Path, chromium: Browser) -> None:
    """In the order of the marker, on the players' own felt: wagers and a pass card; then closed and settled."""
    play = {"seats": "by draw", "order": True, "pass_cards": 1, "undisclosed": 1}
    with opened(tmp_path, chromium) as cup:
        begun(cup, small(ROULETTE, play=play))
        cup.seat()
        crew = cup.open(CREW, "/tournament/deal?id=spring&table=t1")
        press(crew, "open-tournament-round")
        expect(crew.locator("[data-do=close-tournament-betting]")).to_be_enabled()
        one, two, three, four = cup.seen()["crew"]["t1"]["turn"]
        # 10.9: who is not to act yet is not offered
        expect(crew.locator("[data-do=enter-wager]")).to_have_text([f"Enter the wager of {one}"])
        entered(crew, one, ("red", "null"), ("straight", "[7]"), ("straight", "[7]"))
        entered(crew, two, ("black", "null"))
        crew.locator(f"[data-player={three}][data-do=enter-wager]").dispatch_event("click")
        expect(crew.get_by_role("button", name="Secret form…")).to_have_count(0)  # 10.8.2: the player's own
        crew.get_by_role("button", name="Plays a pass card").click()
        expect(crew.locator("dialog.enters")).to_be_hidden()
        cup.tab("tables")  # and the same at the desk
        entered(cup.desk, four, ("red", "null"))
        expect(crew.locator("[data-do=enter-wager]")).to_have_count(0)
        deal(crew, "7")
        expect(crew.locator(".over .ball")).to_have_text("7")
        held = {each["player"]: each["chips"] for each in cup.table("t1")["standings"]}
        assert held == {one: 100 + 10 + 20 * 35, two: 90, three: 100, four: 110}


class InBrowsers(Evening):
    """An evening of 48 in which two wager at their own screens; these two back red, and the others black."""

    def __init__(self, up: Running, pages: dict[str, Page]) -> None:
        super().__init__(up)
        self.pages = pages

    def wagers(self, table: str, each: dict[str, Any]) -> None:
        page = self.pages.get(each["player"])
        if page is None:
            line = {"wager": "black", "amount": 10 * each["seat"]}
            where = {"table": table, "player": each["player"], "seat": each["seat"]}
            self.does(each["player"], "place-tournament-wagers", lines=[line], **where)
            return
        page.reload()  # a page looks now and then: it may still show the session before
        expect(page.locator("[data-do=place-tournament-wagers]")).to_be_visible()
        tap(page, "red")
        press(page, "place-tournament-wagers")
        expect(page.locator("[data-do=place-tournament-wagers]:not([disabled])")).to_have_count(0)


def test_48_players_in_four_sessions_two_of_them_in_browsers(tmp_path: Path, chromium: Browser) -> None:
    """Everybody else over sockets; the two who win every round share the final and its prizes."""
    with (
        running(FloorConfig([], str(tmp_path / "floor.sqlite"))) as up,
        screens(up, chromium) as come,
    ):
        evening = InBrowsers(up, {})
        paid_in(up, *PLAYERS)
        shape = [(8, 6, 3), (4, 6, 3), (2, 6, 3), (1, 6, 1)]
        evening.entered([{"rounds": 1, "tables": t, "seats": s, "advance": a} for t, s, a in shape])
        two = PLAYERS[:2]
        evening.pages |= {name: come(Session("player", ((name, "player"),)), PLAY) for name in two}
        for tables, _, _ in shape:
            evening.session(tables)
        evening.does("mia", "pay-prizes")
        seen = evening.seen("wall")
        assert (seen["phase"], seen["pool"]) == ("paid", 0)
        assert sorted(seen["places"][0]) == sorted(two)
        assert {each["player"]: each["cents"] for each in seen["prizes"]} == dict.fromkeys(two, 24 * 10_000)
        for name in two:
            expect(evening.pages[name].locator(".place.me")).to_contain_text("2,400.00")


def test_the_wall_shows_a_tournament_among_the_tables(tmp_path: Path, chromium: Browser) -> None:
    """Where no table is open, the wall's own address shows the board; asked for a table in use, its tournament's."""
    with (
        running(FloorConfig([], str(tmp_path / "floor.sqlite"))) as up,
        screens(up, chromium) as come,
    ):
        expect(come(WALL, "/wall").locator("#name")).to_have_text("No table is open")
        evening = Evening(up)
        paid_in(up, *PLAYERS[:2])
        evening.entered([{"rounds": 1, "tables": 1, "seats": 6, "advance": 1}], PLAYERS[:2])
        wall = come(WALL, BOARD)
        wall.evaluate("location.assign('/wall')")
        expect(wall.locator("body.for-board #foot")).to_contain_text("2 players")
        expect(wall).to_have_url(re.compile("wall="))
        evening.does("mia", "designate-tables", tables=["t1"])
        evening.does("mia", "draw-seats")
        evening.does("mia", "start-session")
        at_table = come(WALL, BOARD)
        at_table.evaluate("location.assign('/wall?table=t1')")
        expect(at_table).to_have_url(re.compile("wall=t1"))
        expect(at_table.locator("body.for-board .heat")).to_contain_text("p01")


class AtDemo:
    """A guest who has the desk of the demonstration, and nothing but its screen."""

    def __init__(self, desk: Page, address: str) -> None:
        self.desk, self.address = desk, address

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.request.get(f"{self.address}/api/tournament/practice-cup").json()
        return found

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The tournament, once house players have brought it to where this holds."""
        for _ in range(150):
            if holds(seen := self.seen()):
                return seen
            self.desk.wait_for_timeout(200)
        raise AssertionError(f"it stays at {self.seen()['tables']}")

    def table(self, name: str) -> None:
        """Play a table to its end, and count it."""
        heat = f".heat[data-table={name}]"

        def at(seen: dict[str, Any]) -> dict[str, Any]:
            return next(each for each in seen["tables"] if each["table"] == name)

        while at(self.seen())["phase"] != "ended":
            self.press("open-tournament-round", heat)
            expect(self.desk.locator(f"{heat} [data-offer=close-tournament-betting]")).to_be_visible()
            self.until(lambda seen: not seen["crew"][name]["to_act"])
            for player in self.seen()["crew"][name]["to_examine"]:
                self.desk.locator(f"{heat} [data-do=examine-form]", has_text=player).dispatch_event("click")
            self.until(lambda seen: not seen["crew"][name]["to_examine"])
            self.press("close-tournament-betting", heat)
            expect(self.desk.locator(f"{heat} [name=result]")).to_be_visible()
            self.desk.fill(f"{heat} [name=result]", "7")
            self.press("settle-tournament-round", heat)
            self.until(lambda seen: at(seen)["phase"] in ("waiting", "ended"))
        for each in at(self.seen())["standings"]:
            if each["state"] == "in":
                self.desk.fill(f"{heat} [name=total-{each['player']}]", str(each["chips"]))
        self.press("record-totals", heat)
        self.press("return-tournament-chips", heat)
        expect(self.desk.locator(f"{heat} [data-do=return-tournament-chips]")).to_have_count(0)

    def press(self, do: str, within: str = "#next") -> None:
        press(self.desk, do, within)


def test_the_demonstrations_tournament_from_the_lobby_to_paid(tmp_path: Path, chromium: Browser) -> None:
    """A guest opens the desk from the lobby, with one round a session, and house players do the rest."""
    clock, config = Hands(), FloorConfig(FLOOR[4:5], str(tmp_path / "floor.sqlite"))
    jobs = (tournament_keeper(0.02),)
    with running(config, opens=lambda url: SqliteStore(url, clock=clock), jobs=jobs) as up:
        up.floor.guests, up.floor.draw_key = Guests(config), b"k" * 32
        up.floor.limits.rates.now = itertools.count(0, 1_000).__next__  # it is asked often how far they are
        context = chromium.new_context(locale="en-AU", reduced_motion="reduce")
        desk = context.new_page()
        demo = AtDemo(desk, up.address)
        desk.goto(up.address)
        desk.click("[data-room=tournament]")
        desk.click("#tab-conditions")
        for number in (1, 2):
            desk.locator("[data-rows=sessions] [data-name=rounds]").nth(number - 1).fill("1")
        demo.press("revise-conditions", "#conditions")
        demo.until(lambda seen: {each["rounds"] for each in seen["desk"]["document"]["structure"]["sessions"]} == {1})
        desk.click("#tab-next")
        desk.fill("[name=licence]", "TM 7")
        demo.press("appoint-official")
        demo.press("publish-tournament")
        expect(desk.locator("#next-places")).to_contain_text("house-iris")
        demo.press("close-entries")
        for tables in (("t1", "t2"), ("t1",)):
            demo.press("designate-tables")
            demo.press("draw-seats")
            clock.ahead += 600_000_000
            demo.press("start-session")
            expect(desk.locator("#path .now")).to_contain_text("Session")
            desk.click("#tab-tables")
            for table in tables:
                demo.table(table)
            desk.click("#tab-next")
            demo.press("announce-session")
        demo.press("pay-prizes")
        expect(desk.locator("#path .now")).to_have_text("Paid")
        seen = demo.seen()
        assert (seen["pool"], sum(each["cents"] for each in seen["prizes"])) == (0, 9 * 50_00)
        context.close()


def test_10_8_2_5_a_form_that_is_not_in_order_is_handed_back(tmp_path: Path, chromium: Browser) -> None:
    """Who examines it reads what it says and what is wrong, hands it back, and the player fills it in anew."""
    with opened(tmp_path, chromium) as cup:
        begun(cup, small())
        cup.seat()
        cup.must(cup.token, type="open-tournament-round", table="t1")
        written = {"type": "hand-in-form", "table": "t1", "player": "ann", "wager": "low"}
        cup.must(cup.tokens["ann"], **written)
        crew = cup.open(CREW, "/tournament/deal?id=spring&table=t1")
        expect(crew.locator(".written")).to_contain_text("ann has written: no amount on Low")
        expect(crew.locator("[data-offer=examine-form] .bad")).to_contain_text("10.8.3.4")
        press(crew, "hand-back-form")
        expect(crew.locator(".written")).to_have_count(0)
        assert cup.seen(cup.tokens["ann"])["me"]["forms"] == 1
        cup.must(cup.tokens["ann"], **written, amount=20)
        expect(crew.locator(".written")).to_contain_text("ann has written: 20 on Low")
        expect(crew.locator("[data-do=hand-back-form]")).to_have_count(0)
        press(crew, "examine-form")
        expect(crew.locator("[data-do=close-tournament-betting]:not([disabled])")).to_be_visible()
