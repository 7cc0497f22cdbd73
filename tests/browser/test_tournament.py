"""Tournaments on the screens: from draft to paid at the desk, two players in browsers, the others over the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import FLOOR
from tests.browser.cups import NAMES, PHONE, WALL, Cup, opened, tap
from tests.browser.test_everybody import serious
from tests.server.conftest import running

from feltwork.server.config import FloorConfig
from feltwork.server.demo.guests import Guests
from feltwork.server.demo.tournaments import tournament_keeper


@pytest.fixture
def cup(tmp_path: Path, chromium: Browser) -> Iterator[Cup]:
    with opened(tmp_path, chromium) as found:
        yield found


def test_roulette_from_draft_to_paid(cup: Cup) -> None:
    """10.3 to 10.11 on the screens: a manager at the desk, ann and ben in browsers, cat and dan over the API."""
    desk = cup.desk
    cup.draft("star-roulette")
    # 10.4.2: a letter that is missing is named at its place, and nothing is published
    cup.tab("conditions")
    desk.select_option("[name='entry.charged']", "")
    cup.step("revise-conditions")
    expect(desk.locator(".verdict.lacking li b").first).to_have_text("10.4.2(a)")
    assert desk.locator("fieldset.lacking[data-clause='10.4.2(a)']").count() == 1
    cup.tab("next")
    expect(desk.locator("[data-offer=publish-tournament] .why")).to_contain_text("10.4.2(a)")
    assert desk.locator("[data-do=publish-tournament]").is_disabled()
    cup.tab("conditions")
    desk.select_option("[name='entry.charged']", "yes")
    desk.fill("[name='entry.fee']", "50.00")
    cup.step("revise-conditions")
    expect(desk.locator("#conditions .verdict.good")).to_be_visible()
    cup.tab("next")
    cup.publish(2)
    ann, _ = entered(cup)
    # 10.5.4: the draw is shown with what it was committed to, and recomputed
    cup.tab("seats")
    expect(desk.locator("#seats .verdict.good")).to_contain_text("Recomputed")
    cup.tab("tables")
    where = {each["player"]: table["table"] for table in cup.seen()["tables"] for each in table["standings"]}
    secret_round(cup, ann, where)
    for table in sorted(set(where.values())):
        while cup.table(table)["phase"] == "waiting":
            cup.round(table, 1 if table == where["ann"] else 2)
        expect(desk.locator(f".heat[data-table={table}] .phase")).to_have_text("Session over")
        cup.count(table)
    cup.tab("next")
    cup.step("announce-session")
    cup.seat()
    final_and_prizes(cup)


def entered(cup: Cup) -> tuple[Page, Page]:
    """Entries: two in their browsers, two over the API; the pool is what they paid (10.3.2)."""
    desk = cup.desk
    ann, ben = (cup.open(cup.players[name], "/tournament/play?id=spring") for name in ("ann", "ben"))
    for page in (ann, ben):
        page.locator("[data-do=enter-tournament]").click()
        expect(page.locator("#banner")).to_contain_text("entered")
    for name in ("cat", "dan"):
        cup.must(cup.tokens[name], type="enter-tournament", player=name, form=True)
    expect(desk.locator("#figures")).to_contain_text("200.00")
    cup.step("close-entries")
    cup.seat()
    return ann, ben


def final_and_prizes(cup: Cup) -> None:
    """The final with a dispute, the count, places and prizes; the pool ends at nothing."""
    desk = cup.desk
    final = cup.seen()["tables"][0]["table"]
    # 10.11.2: a dispute stops the table and its clock, until somebody else rules
    player = cup.seen()["tables"][0]["standings"][0]["player"]
    cup.must(cup.tokens[player], type="raise-dispute", table=final, about="the spin was short")
    cup.tab("tables")
    expect(desk.locator(".heat .phase")).to_have_text("Stopped")
    assert cup.table(final)["paused"]
    cup.tab("rulings")
    desk.fill("#disputes [name=ruling]", "the spin stands")
    cup.step("rule-on-dispute")
    expect(desk.locator("#disputes")).to_contain_text("Ruling: the spin stands")
    while cup.table(final)["phase"] == "waiting":
        cup.round(final, 1)
    cup.tab("tables")
    cup.count(final)
    cup.tab("next")
    cup.step("announce-session")
    # whoever looks on from the announcement to the payment sees the prizes come
    watching = cup.open(cup.players["ann"], "/tournament/play?id=spring")
    expect(watching.locator(".final .place").first).to_be_visible()
    cup.step("pay-prizes")
    expect(desk.locator("#path .now")).to_have_text("Paid")
    expect(desk.locator("#figures")).to_contain_text("200.00")
    expect(desk.locator("#figures")).to_contain_text("paid out in prizes")
    expect(watching.locator(".final .place").first).to_contain_text("140.00")
    seen = cup.seen()
    assert seen["pool"] == 0
    assert sorted(each["cents"] for each in seen["prizes"]) == [60_00, 140_00]
    board = cup.open(WALL, "/tournament/board?id=spring")
    expect(board.locator(".final li").first).to_contain_text("140.00")
    status, raw, _ = cup.house.fetch("/api/tournaments/spring/papers/results.csv", cup.token)
    assert status == 200
    assert b"140.00" in raw


def secret_round(cup: Cup, ann: Page, where: dict[str, str]) -> None:
    """10.8, 10.9: one round in the browsers: by the marker, a wager on the felt, and a form that nobody else sees."""
    table = where["ann"]
    desk, heat = cup.desk, f".heat[data-table={where['ann']}]"
    cup.step("open-tournament-round", heat)
    expect(ann.locator("#banner")).to_contain_text("Wagers, please")
    # 10.6.4: who has not wagered yet is named before "no more bets" disqualifies them
    expect(desk.locator(f"{heat} .late")).to_contain_text("ann")
    others = {name: cup.tokens[name] for name in NAMES if where[name] == table and name != "ann"}
    seats = {each["player"]: each["seat"] for each in cup.table(table)["standings"]}
    for name in list(cup.seen()["crew"][table]["turn"]):
        if name == "ann":
            expect(ann.locator("[data-do=place-tournament-wagers]")).to_be_visible()
            ann.get_by_role("button", name="Secret form…").click()
            tap(ann, "low")
            ann.fill("[name=form-amount]", "70")
            ann.get_by_role("button", name="Hand in the form").click()
            expect(ann.locator("#lines .secret")).to_contain_text("70")
        else:
            line = [{"wager": "odd", "amount": 10}]
            cup.must(
                others[name], type="place-tournament-wagers", table=table, player=name, seat=seats[name], lines=line
            )
    # 10.8.2: on the wire nobody but ann, and who examines it, has what the form says
    for token in (*others.values(), cup.tokens["cat"], cup.house.token(WALL)):
        standing = next(each for each in cup.seen(token)["tables"] if each["table"] == table)["standings"]
        assert next(each for each in standing if each["player"] == "ann")["form"] is True
        if token != cup.tokens["ann"]:
            assert '"low"' not in json.dumps(cup.seen(token))
    assert cup.seen(cup.tokens["ann"])["me"]["form"]["wager"] == "low"
    # 10.8.2.5: no more bets only when the form is examined; a refusal says so with its clause
    expect(desk.locator(f"{heat} [data-offer=close-tournament-betting] .why")).to_contain_text("10.8.2.5")
    expect(desk.locator(f"{heat} .late")).to_have_count(0)
    cup.step("examine-form", heat)
    cup.step("close-tournament-betting", heat)
    desk.fill(f"{heat} [name=result]", "2")
    expect(desk.locator(f"{heat} .ahead")).to_contain_text("take and pay")
    expect(desk.locator(f"{heat} .ahead")).not_to_contain_text("Low")
    cup.step("settle-tournament-round", heat)
    # 10.8.4: open to everybody from now on, until the next round
    expect(ann.locator("[data-fact=chips] dd")).to_have_text("1,070")
    expect(ann.locator("#told")).to_have_text("Round 1" + "2" + "You won 70")
    expect(desk.locator(f"{heat} .ahead .bad")).to_have_count(0)
    assert cup.table(table)["last"]["forms"][0]["counted"] == 70


def test_craps_by_its_conditions(cup: Cup) -> None:
    """8.1 to 8.3: approval, briefing and the Director's presence come before play; the layout is the game's own."""
    desk = cup.desk
    cup.draft("crown-craps")
    cup.tab("conditions")
    desk.fill("[name=approval]", "")
    cup.step("revise-conditions")
    expect(desk.locator(".verdict.lacking")).to_contain_text("8.1.3")
    desk.fill("[name=approval]", "VCGR 7")
    cup.step("revise-conditions")
    cup.tab("next")
    cup.publish(1)
    for name in NAMES[:3]:
        cup.must(cup.tokens[name], type="enter-tournament", player=name, form=True)
    cup.step("close-entries")
    cup.step("designate-tables")
    cup.step("draw-seats")
    expect(desk.locator("[data-offer=start-session] .why")).to_contain_text("8.3.4")
    cup.later()
    expect(desk.locator("[data-offer=start-session] .why")).to_contain_text("8.2.3")
    cup.step("brief-players")
    expect(desk.locator("[data-offer=start-session] .why")).to_contain_text("8.2.5")
    cup.step("set-presence")
    cup.step("start-session")
    ann = cup.open(cup.players["ann"], "/tournament/play?id=spring", PHONE)
    cup.tab("tables")
    cup.step("open-tournament-round")
    expect(ann.locator("#banner")).to_contain_text("Wagers, please")
    expect(ann.locator("[data-do=place-tournament-wagers]")).to_be_visible()
    tap(ann, "field")
    ann.click("[data-do=place-tournament-wagers]:not([disabled])")
    expect(ann.locator("#lines")).to_contain_text("Field")
    assert serious(ann) == []
    cup.step("close-tournament-betting")
    desk.select_option("[name=die-1]", "5")
    desk.select_option("[name=die-2]", "4")
    cup.step("settle-tournament-round")
    expect(ann.locator("[data-fact=chips] dd")).to_have_text("1,010")
    while cup.table("t1")["phase"] == "waiting":
        cup.round("t1", [5, 4])
    expect(desk.locator(".heat .phase")).to_have_text("Session over")
    cup.count("t1")
    cup.tab("next")
    cup.step("announce-session")
    cup.step("pay-prizes")
    expect(desk.locator("#path .now")).to_have_text("Paid")
    assert cup.seen()["pool"] == 0


def test_the_main_path_by_keyboard_and_axe(cup: Cup) -> None:
    """From the empty desk to open entries without a mouse; axe finds nothing serious on any tab, desk or phone."""
    desk = cup.desk
    expect(desk.locator("#new")).to_be_enabled()
    desk.focus("#new")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sheet [name=id]")).to_be_focused()
    desk.keyboard.press("Control+A")
    desk.keyboard.type("spring")
    desk.keyboard.press("Enter")
    expect(desk.locator("[name=licence]")).to_be_visible()
    desk.focus("#tab-next")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#tab-conditions")).to_be_focused()
    desk.keyboard.press("ArrowLeft")
    desk.focus("[name=licence]")
    desk.keyboard.type("TM 7")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-do=publish-tournament]")).to_be_enabled()
    desk.focus("[data-do=publish-tournament]")
    desk.keyboard.press("Enter")
    expect(desk.locator("#path .now")).to_have_text("Entries open")
    found = {}
    for size in ((1280, 800), PHONE):
        desk.set_viewport_size({"width": size[0], "height": size[1]})
        for tab in ("next", "conditions", "entries", "seats", "tables", "rulings", "papers"):
            cup.tab(tab)
            found[tab, size] = serious(desk)
        assert desk.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not any(found.values()), found


def test_a_guest_runs_the_practice_tournament_from_the_lobby(tmp_path: Path, chromium: Browser) -> None:
    """At a demonstration: a draft is there, house players fill seats, another guest enters by one click."""
    config = FloorConfig(FLOOR[4:5], str(tmp_path / "floor.sqlite"))
    with running(config, jobs=(tournament_keeper(0.1),)) as up:
        up.floor.guests, up.floor.draw_key = Guests(config), b"k" * 32
        desk, guest = (chromium.new_context(locale="en-AU").new_page() for _ in range(2))
        desk.goto(up.address)
        desk.click("[data-room=tournament]")
        expect(desk.locator("#practice")).to_be_visible()
        # a definition is cited by its word, not by the mark that the log has
        by_whom = desk.locator("[data-offer=publish-tournament] .clause")
        expect(by_whom).to_have_text("(10.1.1, “Tournament Manager”)")
        desk.fill("[name=licence]", "TM 7")
        desk.locator("[data-do=appoint-official]").click()
        desk.locator("[data-do=publish-tournament]:not([disabled])").click()
        expect(desk.locator("#path .now")).to_have_text("Entries open")
        guest.goto(up.address)
        guest.click("[data-cup] [data-way=play]")
        guest.locator("[data-do=enter-tournament]").click()
        expect(guest.locator("#banner")).to_contain_text("entered")
        expect(desk.locator("#next-places")).to_contain_text("house-iris")
        expect(desk.locator("#next-places")).to_contain_text("guest-")
        desk.locator("#next [data-do=close-entries]").click()
        expect(desk.locator("#next [data-do=designate-tables]")).to_be_visible()
        assert serious(guest) == []
        for page in (desk, guest):
            page.context.close()
