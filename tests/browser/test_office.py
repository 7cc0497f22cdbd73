"""Supervisor, wall and inspector by hand: signs with a moved clock, rulings seen by a player, closing, evidence."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, held_back, let_go, life_of, post, seat, tap
from tests.browser.test_player import throw
from tests.server.conftest import Running, Talk

from feltwork.cli.main import run
from feltwork.server.auth.sessions import Session
from feltwork.server.opening import crew_session, supervisor_session
from feltwork.server.ops.attending import Attendant
from feltwork.store.checkpoints import export
from feltwork.table.live.commands import RaiseConcern
from feltwork.verifier.keys.checkpoint import load_private, make_key, public_bytes
from feltwork.verifier.keys.trust import Trust, TrustedKey, write_trust

INSPECTOR = Session("inspector", (("ina", "inspector"),))
WALL = Session("wall", (("wall-1", "wall"),))
MINUTE = 60_000_000
CARDS = "(cards) => cards.map((card) => card.dataset.table)"


def console(house: Running, open_screen: Open, table: str = "craps", tab: str = "signs") -> Page:
    page = open_screen(supervisor_session(house.config), f"/supervise?table={table}")
    expect(page.locator("#name")).to_contain_text(f"{table} ·")
    page.click(f"#tab-{tab}")
    return page


class MovedClock:
    """The house's clock, which can be moved on."""

    def __init__(self, house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        stores = (house.floor.house.store, house.floor.house.reader)
        self._really = [store.now for store in stores]
        for store, now in zip(stores, self._really, strict=True):
            monkeypatch.setattr(store, "now", lambda now=now: now() + self.ahead)
        desk = house.floor.house.queue.desk
        monkeypatch.setattr(desk, "now", lambda now=desk.now: now() + self.ahead)

    def move(self, page: Page, minutes: int) -> None:
        """In steps short enough that nobody who works is signed out for being idle."""
        for _ in range(minutes):
            self.ahead += MINUTE
            if self.ahead % (10 * MINUTE) == 0:
                page.wait_for_timeout(1300)
        self.ahead += 2_000_000


def fire_timers(house: Running) -> None:
    """What the attendant does each moment, once."""
    attendant = Attendant(house.floor.house, bytes(32))
    for table in attendant.tables():
        attendant.attend(table)


def test_a_higher_minimum_waits_twenty_minutes_on_every_screen(
    house: Running, open_screen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MovedClock(house, monkeypatch)
    page, wall = console(house, open_screen), open_screen(WALL, "/wall?table=craps", (1920, 1080))
    minimum = page.get_by_label("Minimum of Win Line", exact=True)
    maximum = page.get_by_label("Maximum of Win Line", exact=True)
    expect(minimum).to_have_value("5.00")
    maximum.fill("400")
    expect(page.locator(".tag").first).to_have_text("at onceMaximum 500.00 → 400.00 (−100.00)")
    page.click("#apply-signs")
    expect(wall.locator("#sign tbody tr").first).to_have_text("Win Line5400")
    page.get_by_label("Minimum of Win Line", exact=True).fill("10")
    expect(page.locator(".tag").first).to_have_text("after 20 minutes' noticeMinimum 5.00 → 10.00 (+5.00)")
    page.click("#apply-signs")
    expect(page.locator("#notices")).to_contain_text(
        re.compile(r"Win Line 10 to 400 from \d\d:\d\d, in (20:00|19:5\d)")
    )
    expect(wall.locator("#notices")).to_contain_text(re.compile(r"Win Line 10 to 400 from \d\d:\d\d, in "))
    expect(page.locator('[data-table="craps"]')).to_contain_text("limits in ")
    clock.move(page, 19)
    fire_timers(house)
    expect(wall.locator("#sign tbody tr").first).to_have_text("Win Line5400")
    clock.move(page, 1)
    fire_timers(house)
    expect(wall.locator("#sign tbody tr").first).to_have_text("Win Line10400")
    expect(wall.locator("#notices")).to_be_empty()
    page.click("#tab-seats")
    page.click("#tab-signs")
    expect(page.get_by_label("Minimum of Win Line", exact=True)).to_have_value("10.00")


def test_a_notice_names_its_time_and_comes_down(house: Running, open_screen: Open) -> None:
    """7.5, 9.8: for an hour that the supervisor chooses, seen by player, crew and wall, and taken down again."""
    page, wall = console(house, open_screen), open_screen(WALL, "/wall?table=craps")
    player, crew = open_screen(seat(house)), open_screen(crew_session(house.config.tables[0]), "/deal")
    then = datetime.fromtimestamp(house.floor.house.now() / 1e6, UTC).astimezone() + timedelta(minutes=90)
    hour = then.strftime("%H:%M")
    soon = (then - timedelta(minutes=80)).strftime("%H:%M")
    page.get_by_label("Minimum of Win Line", exact=True).fill("10")
    page.get_by_label("Higher minimums stand from").fill(soon)
    page.click("#apply-signs")
    expect(page.locator(".refused")).to_contain_text("notice names a time at least 20 minutes ahead (7.5)")
    page.get_by_label("Minimum of Win Line", exact=True).fill("10")
    page.get_by_label("Higher minimums stand from").fill(hour)
    page.click("#apply-signs")
    expect(page.locator("#announcements")).to_have_text(f"Higher minimums announced for {hour}.")
    for screen in (page.locator("#notices"), wall.locator("#notices"), player.locator("#notices .limits")):
        expect(screen).to_contain_text(f"Win Line 10 to 500 from {hour}, in ")
    expect(crew.locator("#state")).to_contain_text(f"Win Line 10 to 500 from {hour}.")
    page.click("#withdraw-signs")
    for screen in (page.locator("#notices"), wall.locator("#notices"), player.locator("#notices")):
        expect(screen).to_be_empty()
    expect(player.locator("#said")).to_have_text("The limits stay as they are: the notice was taken down")
    page.click("#tab-upkeep")
    page.get_by_role("button", name="Announce closing").click()
    page.get_by_label("Closing time").fill(hour)
    page.get_by_role("button", name="Put up the notice").click()
    expect(wall.locator("#notices")).to_contain_text(f"This table closes at {hour}, in ")
    expect(player.locator("#notices .closing")).to_contain_text(f"Table closes at {hour}, in ")
    expect(crew.locator("#state")).to_contain_text(f"The table closes at {hour}.")
    page.get_by_role("button", name="Take the notice down").click()
    for screen in (page.locator("#notices"), wall.locator("#notices"), player.locator("#notices")):
        expect(screen).to_be_empty()


def test_a_closing_is_announced_counts_down_and_closes(
    house: Running, open_screen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MovedClock(house, monkeypatch)
    page, wall = console(house, open_screen, tab="upkeep"), open_screen(WALL, "/wall?table=craps")
    page.get_by_role("button", name="Announce closing").click()
    page.get_by_role("button", name="Put up the notice").click()
    expect(page.locator("#notices")).to_contain_text(re.compile(r"Closes at \d\d:\d\d, in "))
    expect(wall.locator("#notices")).to_contain_text(re.compile(r"This table closes at \d\d:\d\d, in (20:00|19:\d\d)"))
    clock.move(page, 20)
    fire_timers(house)
    expect(page.locator("#phase")).to_have_text("Table closed")
    expect(wall.locator("#phase")).to_have_text("Table closed")


def test_closing_at_once_is_asked_twice(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, tab="upkeep")
    page.get_by_role("button", name="Close the table now").click()
    expect(page.locator("#sheet")).to_contain_text("until it is opened again")
    page.get_by_role("button", name="Cancel").click()
    assert life_of(house, "craps").status == "open"
    page.get_by_role("button", name="Close the table now").click()
    page.get_by_role("button", name="Close the table", exact=True).click()
    expect(page.locator("#phase")).to_have_text("Table closed")


def test_the_floor_at_a_glance_waits_for_the_same_call(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, table="wheel")
    expect(page.locator("#phase")).to_have_text("Bets open soon")
    expect(page.locator('[data-table="wheel"] .state')).to_contain_text("Bets open soon")
    page.get_by_role("tab", name="Table", exact=True).click()
    page.get_by_role("button", name="Stop play for a fault").click()
    expect(page.locator("#sheet")).to_contain_text("wheel does not run true")
    expect(page.locator("#sheet")).not_to_contain_text("dice")


def test_a_long_name_leaves_the_supervisors_orders_in_sight(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, tab="seats")
    seat(house, name="Wolfeschlegelsteinhausenbergerdorff-Maximiliane-von-und-zu", cents=99_999_999_900)
    expect(page.get_by_role("button", name="Limit seat 1")).to_be_visible()
    assert page.evaluate(
        "(() => { const p = document.querySelector('#panel'); return p.scrollWidth <= p.clientWidth; })()"
    )


def test_a_personal_limit_and_a_refused_wager(house: Running, open_screen: Open) -> None:
    player = open_screen(seat(house))
    expect(player.locator("#phase")).to_contain_text("Place your bets")
    tap(player, "win-line")
    expect(player.locator(".own .chips")).to_have_count(1)
    page = console(house, open_screen, tab="seats")
    page.get_by_role("button", name="Limit seat 1").click()
    page.get_by_label("Maximum").fill("100")
    page.get_by_role("button", name="Set the limit").click()
    expect(page.locator("#sheet .why")).to_have_text("a personal limit lifts the maximum on the sign (7.6)")
    page.get_by_label("Maximum").fill("900")
    page.get_by_role("button", name="Set the limit").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#panel tbody tr")).to_contain_text("5 to 900")
    page.get_by_role("button", name="Refuse seat 1").click()
    page.get_by_role("button", name="not the player's own chips").click()
    page.get_by_role("button", name="Refuse the wager").click()
    expect(player.locator(".own .chips")).to_have_count(0)
    expect(player.get_by_text("not the player's own chips")).to_be_visible()
    assert balance(house) == 100_000


def played(house: Running) -> Talk:
    """A point of six, then a seven that takes a wager of twenty-five."""
    ann, crew = Talk(house.screen("craps", house.player("craps"))), Talk(house.screen("craps", house.crew("craps")))
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=2_500)
    throw(crew, 4, 2)
    throw(crew, 3, 4)
    return ann


def test_a_paid_round_is_corrected_by_two_people_and_the_player_sees_it(house: Running, open_screen: Open) -> None:
    roles = tuple(role for _, role in supervisor_session(house.config).people)
    house.floor.staff.add("sam", "supervisor", roles, "right horse")
    player = open_screen(seat(house))
    ann = played(house)
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=500)
    assert balance(house) == 97_000
    page = console(house, open_screen, tab="rulings")
    row = page.locator("#panel tbody tr").first
    expect(row).to_contain_text("needs a second person")
    row.get_by_role("button", name="Correct").click()
    page.get_by_role("group", name="Die 1").get_by_role("button", name="5").click()
    page.get_by_role("group", name="Die 2").get_by_role("button", name="1").click()
    page.get_by_role("button", name="seen on the recording").click()
    page.get_by_role("button", name="Propose the correction").click()
    expect(page.locator("#waiting")).to_contain_text("floor-manager: 5 and 1 lay there")
    expect(page.locator("#waiting")).to_be_in_viewport()
    page.get_by_role("button", name="Second person agrees").click()
    page.get_by_label("Second person").fill("sam")
    page.get_by_label("Password").fill("left horse")
    page.get_by_role("button", name="Agree and post").click()
    expect(page.locator("#sheet .why")).to_have_text("name or password is wrong")
    page.get_by_label("Password").fill("right horse")
    page.get_by_role("button", name="Agree and post").click()
    expect(page.locator("#waiting")).to_have_count(0)
    expect(player.locator("#correction")).to_contain_text("You get 50.00 more.")
    expect(page.locator("#panel tbody tr").first).to_contain_text("corrected: 5 and 1, seen on the recording")
    for screen in (page, player):
        expect(screen.locator("#history li.corrected")).to_have_text("6")
    assert balance(house) == 102_000


def test_what_players_raise_is_in_sight_and_on_the_tab_where_it_is_answered(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, table="dragon")
    expect(page.locator(".table-card")).to_have_count(7)
    expect(page.locator("#tab-seats")).to_have_text("Seats")
    stood = page.locator(".table-card").evaluate_all(CARDS)
    seat(house, "dragon")
    post(house, "dragon", RaiseConcern(1, "fault", "The screen is dark"), "ann", "player")
    waits = page.locator(".table-card[data-table=dragon]")
    expect(waits).to_contain_text("1 raised by players")
    expect(waits).to_be_in_viewport()
    assert page.locator(".table-card").evaluate_all(CARDS) == stood, "no table moves under the hand"
    page.get_by_role("button", name="Waiting 1").click()
    expect(page.locator(".table-card")).to_have_count(1)
    page.get_by_role("button", name="All 7").click()
    expect(page.locator("#tab-seats")).to_have_text("Seats · 1")
    for table in ("crown", "mini", "wheel", "craps"):
        seat(house, table)
        post(house, table, RaiseConcern(1, "fault", "The screen is dark"), "ann", "player")
    expect(page.locator(".flag.danger")).to_have_count(5)
    fits = (
        "(() => { const list = document.querySelector('#tables'); return list.scrollHeight <= list.clientHeight; })()"
    )
    assert page.evaluate(fits)


def test_an_outcome_is_invalidated_with_its_cause(house: Running, open_screen: Open) -> None:
    player = open_screen(seat(house))
    played(house)
    expect(player.locator("#balance")).to_have_text("975.00")
    page = console(house, open_screen, tab="rulings")
    page.locator("#panel tbody tr").first.get_by_role("button", name="Invalidate").click()
    page.get_by_label("Cause").select_option("fire")
    page.get_by_role("button", name="Invalidate the outcome").click()
    expect(page.locator("#panel tbody tr").nth(1)).to_contain_text("taken back: fire (9.4.1)")
    expect(player.locator("#balance")).to_have_text("1,000.00")


def test_a_correction_nobody_here_may_make_is_refused_in_words(house: Running, open_screen: Open) -> None:
    seat(house)
    played(house)
    page = console(house, open_screen, tab="rulings")
    page.locator("#panel tbody tr").first.get_by_role("button", name="Correct").click()
    for die in ("Die 1", "Die 2"):
        page.get_by_role("group", name=die).get_by_role("button", name="2").click()
    page.get_by_role("button", name="entered wrongly").click()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator("#sheet .why")).to_have_text("floor-manager is not boxperson at this table")
    page.get_by_role("button", name="Cancel").click()
    page.click("#tab-upkeep")
    page.get_by_role("button", name="Assign").click()
    page.get_by_label("Person (id)").fill("floor-manager")
    page.locator("#sheet [name=role]").select_option("boxperson")
    page.locator("#sheet").get_by_role("button", name="Assign").click()
    expect(page.locator("#panel")).to_contain_text("floor-manager, boxperson")
    page.click("#tab-rulings")
    page.locator("#panel tbody tr").first.get_by_role("button", name="Rule on the faces").click()
    for die in ("Die 1", "Die 2"):
        page.get_by_role("group", name=die).get_by_role("button", name="3").click()
    page.get_by_role("button", name="it leans").click()
    page.get_by_role("button", name="Give the ruling").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#panel tbody")).to_contain_text("taken back: it leans")
    row = page.locator("#panel tbody tr").first
    expect(row).to_contain_text("the faces were ruled on: final")
    expect(row.get_by_role("button", name="Correct")).to_have_count(0)
    expect(row.get_by_role("button", name="Rule on the faces")).to_have_count(0)
    assert balance(house) == 102_500


def test_a_new_table_from_opening_to_play(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen)
    page.click("#new-table")
    page.get_by_label("Name").fill("late-night")
    page.get_by_label("Game").select_option("dragon-fire")
    page.get_by_label("Minimum on the sign").fill("5")
    page.get_by_label("Maximum on the sign").fill("200")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#phase")).to_have_text("Being checked")
    page.click("#tab-upkeep")
    page.get_by_role("button", name="Open play").click()
    expect(page.locator(".refused")).to_contain_text("has not been checked (")
    expect(page.locator('[data-table="late-night"]')).to_contain_text("9 to check")
    page.get_by_role("button", name="Check the equipment").click()
    sheet = page.locator("#sheet")
    for tick in sheet.locator("[data-tick]").all():
        tick.check()
    sheet.get_by_role("button", name="Record the check").click()
    expect(sheet.get_by_role("alert")).to_have_text("entry terminal: buttons has not been told (2.4)")
    for choice in sheet.locator("select").all():
        choice.select_option(index=1)
    for number, die in enumerate(sheet.locator("[data-serial]").all()):
        die.fill(f"D-{number}")
    for side in sheet.locator("input[data-name='opposite sides']").all():
        side.fill("7")
    sheet.get_by_label("opposite sides, 3 of 5, five dice").fill("6")
    sheet.get_by_role("button", name="Record the check").click()
    expect(sheet.get_by_role("alert")).to_have_text(
        "five dice: opposite sides of the 3. is 6; at least 7 is asked for (2.5)"
    )
    sheet.get_by_label("opposite sides, 3 of 5, five dice").fill("7")
    sheet.locator("[data-tick][value=stick]").uncheck()
    sheet.get_by_role("button", name="Record the check").click()
    expect(sheet).not_to_be_visible()
    expect(page.locator("#panel")).to_contain_text("1 to check")
    expect(page.locator("#panel")).to_contain_text("D-0, D-1, D-2, D-3, D-4; opposite sides 7")
    page.get_by_role("button", name="Check the equipment").click()
    sheet.locator("[data-tick]").check()
    sheet.get_by_role("button", name="Record the check").click()
    expect(page.locator("#panel")).to_contain_text("all checked")
    while "Missing" in page.locator("#panel").inner_text():
        before = page.locator("#panel li").count()
        page.get_by_role("button", name="Assign").click()
        page.get_by_label("Person (id)").fill(f"person-{before}")
        page.locator("#sheet").get_by_role("button", name="Assign").click()
        expect(page.locator("#panel li")).to_have_count(before + 1)
    page.get_by_role("button", name="Open play").click()
    expect(page.locator("#phase")).not_to_have_text("Being checked")


def test_what_is_replaced_is_checked_again_with_what_was_found_filled_in(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, "wheel", "upkeep")
    page.get_by_role("button", name="Replace…").click()
    page.locator("#sheet select[name=item]").select_option("ball of 17 to 23 mm")
    page.get_by_role("button", name="worn").click()
    page.get_by_role("button", name="It is replaced").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#panel")).to_contain_text("replaced, to be checked")
    page.get_by_role("button", name="Check the equipment").click()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_label("diameter, mm")).to_have_value("21")
    expect(sheet.get_by_label("Number of the ball")).to_have_value("")
    sheet.get_by_label("diameter, mm").fill("23.001")
    sheet.get_by_label("Number of the ball").fill("B-2")
    sheet.locator("[data-tick]").check()
    sheet.get_by_role("button", name="Record the check").click()
    expect(sheet.get_by_role("alert")).to_contain_text("at most 23 mm is asked for (2.4)")
    sheet.get_by_label("diameter, mm").fill("20.5")
    sheet.get_by_role("button", name="Record the check").click()
    expect(sheet).not_to_be_visible()
    expect(page.locator("#panel")).to_contain_text("B-2; diameter 20.5 mm; material acetal")
    assert "ball B-2" in house.floor.house.queue.desk.look("wheel").equipment.holding


def test_a_fault_stops_play_and_the_inspector_is_told(house: Running, open_screen: Open) -> None:
    page = console(house, open_screen, "dragon", "upkeep")
    page.get_by_role("button", name="Stop play for a fault").click()
    page.get_by_role("button", name="lights fail").click()
    page.get_by_role("button", name="Stop play", exact=True).click()
    expect(page.locator("#phase")).to_have_text("Play is stopped")
    inspector = open_screen(INSPECTOR)
    inspector.click("#preset-notified")
    told = inspector.locator("#found tr.event")
    expect(told.filter(has_text="lights fail")).to_have_count(1)
    expect(told).to_have_count(1)
    page.get_by_role("button", name="The fault is mended").click()
    page.get_by_role("button", name="replaced").click()
    page.get_by_role("button", name="Resume play").click()
    expect(page.locator("#phase")).not_to_have_text("Play is stopped")


def test_an_answer_that_was_overtaken_is_not_shown(house: Running, open_screen: Open) -> None:
    """All of the log is asked for, then refusals alone; all of the log comes last."""
    seat(house)
    inspector = open_screen(INSPECTOR)
    found = inspector.locator("#found")
    expect(found.locator("tr.event").first).to_be_visible()
    asked = re.compile("/api/inspect/events")
    overtaken = held_back(inspector, asked)
    inspector.locator("#search").get_by_role("button", name="Search").click()
    expect(found).to_have_text("Looking…")
    inspector.click("#preset-refused")
    expect(found).to_contain_text("No events match")
    let_go(inspector, overtaken, asked)
    expect(found).to_contain_text("No events match")


def test_an_inspector_finds_exports_replays_and_proves(house: Running, open_screen: Open, tmp_path: Path) -> None:
    seat(house)
    played(house)
    make_key(tmp_path / "floor.key")
    house.floor.log_checks.checkpoint = tmp_path / "floor.checkpoint"
    export(house.floor.house.reader, house.floor.log_checks.checkpoint, load_private(tmp_path / "floor.key"))
    house.floor.log_checks.trust = tmp_path / "trust.json"
    public = public_bytes(load_private(tmp_path / "floor.key").public_key())
    write_trust(house.floor.log_checks.trust, Trust((TrustedKey(public, note="the inspectorate"),)))
    page = open_screen(INSPECTOR)
    page.locator("#search [name=clause]").fill("6.1.1")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#count")).to_have_text("1 event, all there are")
    with page.expect_download() as csv:
        page.click("#csv")
    assert "win-line 25.00 lose" in Path(csv.value.path()).read_text()
    page.locator("tr.event").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show the whole round").click()
    expect(page.locator("#round .settled tbody td")).to_have_text(
        ["1", "Win line", "25.00", "lose", "", "", re.compile(r"6\.1\.1\.")]
    )
    with page.expect_download() as pack:
        page.click("#pack")
    kept = tmp_path / "pack.json"
    pack.value.save_as(kept)
    assert run(["audit", "check-pack", str(kept), "--key", str(tmp_path / "floor.key.pub")]) == 0
    page.click("#tab-proof")
    page.click("#verify")
    expect(page.locator("#verdict .word")).to_have_text("✓ Sound", timeout=60_000)
    expect(page.locator("#verdict")).to_contain_text("Held against checkpoint 1")
    expect(page.locator("#verdict")).to_contain_text("(the inspectorate)")
    page.click("#tab-papers")
    expect(page.locator("#papers")).to_contain_text("Checkpoint 1")
    page.click("#tab-log")
    page.locator("#search [name=amount]").fill("much")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found")).to_contain_text("an amount is written like 25 or 12.50")


LOOK = """() => {
  const seen = [...document.querySelectorAll("body *")].filter((n) => n.checkVisibility({ visibilityProperty: true })
    && !n.closest("svg") && !n.closest(".visually-hidden") && !n.closest("#drawing"));
  const words = seen.filter((n) => [...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()));
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    tiny: words.filter((n) => parseFloat(getComputedStyle(n).fontSize) < 13).map((n) => n.outerHTML.slice(0, 80)),
    small: seen.filter((n) => n.matches("button, select, input:not([type=checkbox]), a") && n.offsetHeight < 44)
      .map((n) => n.outerHTML.slice(0, 80)),
    unnamed: seen.filter((n) => n.matches("button, input, select") && !n.labels?.length && !n.ariaLabel
      && !n.textContent.trim()).map((n) => n.outerHTML.slice(0, 80)),
  };
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_nothing_scrolls_is_tiny_or_has_no_name(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    seat(house)
    played(house)
    looked: dict[str, Any] = {}
    page = open_screen(supervisor_session(house.config), "/supervise?table=craps", size)
    for tab in ("signs", "seats", "rulings", "upkeep", "told"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(150)
        looked[tab] = page.evaluate(LOOK)
    page = open_screen(INSPECTOR, "/inspect", size)
    for tab in ("log", "rounds", "proof", "papers"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(150)
        looked[tab] = page.evaluate(LOOK)
    for table in ("craps", "lucky"):
        wall = open_screen(WALL, f"/wall?table={table}", size)
        expect(wall.locator("#sign h2")).to_be_visible()
        looked[table] = wall.evaluate(LOOK)
    clean = {"scrolls": False, "tiny": [], "small": [], "unnamed": []}
    assert looked == dict.fromkeys(looked, clean)


def test_the_wall_cycles_and_says_when_nothing_is_there(house: Running, open_screen: Open) -> None:
    wall = open_screen(WALL)
    first = wall.locator("#name").inner_text
    expect(wall.locator("#sign h2")).to_be_visible()
    before = first()
    wall.evaluate("() => new Promise((done) => setTimeout(done, 12500))")
    assert wall.locator("#name").inner_text() != before
    wall.goto(f"{house.address}/wall?table=nowhere")
    expect(wall.locator("#name")).to_have_text("There is no table nowhere")
