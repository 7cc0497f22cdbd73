"""Rulings at the screens: a disputed face, a paid spin in doubt, a game stopped for a supervisor."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, deal, enter, life_of, post, seat
from tests.browser.test_dealer import call, crew, go_on
from tests.browser.test_everybody import serious
from tests.browser.test_office import console, played
from tests.server.conftest import Running

from feltwork.server.opening import supervisor_session
from feltwork.table.live import commands as ask
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import DICE_OUT

PHONE = (390, 844)


def thrown(life: LiveTable) -> bool:
    return life.phase == DICE_OUT


def pick(page: Page, place: str, first: int, second: int) -> None:
    for die, face in ((1, first), (2, second)):
        page.locator(place).get_by_role("group", name=f"Die {die}").get_by_role("button", name=str(face)).click()


def test_a_boxperson_rules_on_a_face_before_the_settlement(house: Running, open_screen: Open) -> None:
    seat(house)
    post(house, "craps", ask.PlaceWager(1, "win-line", 500), "ann", "player")
    post(house, "craps", ask.PlaceWager(1, "field", 1_000), "ann", "player")
    deal(house, "craps", (3, 4), thrown)
    page, phone = open_screen(crew("craps")), open_screen(crew("craps"), size=PHONE)
    expect(page.locator("#entry .go")).to_contain_text("Enter")
    enter(page, "34")
    expect(page.locator("#entry .go")).to_contain_text("Confirm")
    for screen in (page, phone):
        screen.click("#faces summary")
        expect(screen.locator("#face-ruling .act")).to_have_text("Uphold 3 and 4: final")
        assert serious(screen) == []
    pick(page, "#face-ruling", 3, 6)
    page.click("#face-ruling .act")
    expect(page.locator(".refused")).to_contain_text("Say why")
    page.fill("#face-reason", "it leans on the rail")
    page.click("#face-ruling .act")
    for screen in (page, phone):
        expect(screen.locator("#state")).to_contain_text("Ruled: 3 and 6 are up (4.4.3). Enter them so.")
        expect(screen.locator("#faces")).to_be_hidden()
    call(page, "36")
    expect(page.locator("#phase")).to_contain_text("point is 9")
    assert balance(house) == 100_000 - 500 + 1_000
    office = console(house, open_screen, tab="rulings")
    row = office.locator("#panel tbody tr").first
    expect(row).to_contain_text("the faces were ruled on: final")
    expect(row.get_by_role("button", name="Correct")).to_have_count(0)


def test_a_gaming_supervisor_rules_on_a_face_at_the_console(house: Running, open_screen: Open) -> None:
    """Dragon Fire 4.4.4: while the dice lie, and once more refused after it."""
    seat(house, "dragon")
    post(house, "dragon", ask.PlaceWager(1, "dragon", 1_000), "ann", "player")
    deal(house, "dragon", (3, 4), thrown)
    page = console(house, open_screen, "dragon", "rulings")
    expect(page.locator("#lying")).to_contain_text("Not called yet.")
    page.locator("#lying").get_by_role("button", name="Rule on the faces").click()
    pick(page, "#sheet", 1, 1)
    page.get_by_role("button", name="it leans").click()
    page.get_by_role("button", name="Give the ruling").click()
    expect(page.locator("#lying")).to_contain_text("Ruled: 1 and 1 are up (4.4.4).")
    expect(page.get_by_role("button", name="Rule on the faces")).to_have_count(0)
    assert life_of(house, "dragon").throw.face == (1, 1)
    assert serious(page) == []


def test_a_dealer_stops_the_game_and_a_supervisor_overrides_the_result(house: Running, open_screen: Open) -> None:
    seat(house, "dragon")
    page, office = open_screen(crew("dragon")), console(house, open_screen, "dragon", "rulings")
    post(house, "dragon", ask.PlaceWager(1, "dragon", 1_000), "ann", "player")
    deal(house, "dragon", (1, 1))
    won = balance(house, table="dragon")
    assert won == 101_000
    post(house, "dragon", ask.PlaceWager(1, "total", 500, 9), "ann", "player")
    page.click("#trouble summary")
    page.fill("#trouble-what", "1-1 was entered, 5-6 lies")
    page.get_by_role("button", name="Stop the game and call a supervisor").click()
    expect(page.locator("#state")).to_contain_text("1-1 was entered, 5-6 lies. A supervisor has been called.")
    card = office.locator('.table-card[data-table="dragon"]')
    expect(card).to_contain_text("supervisor called")
    expect(office.locator("#notices")).to_contain_text("stopped the game and calls a supervisor: 1-1 was entered")
    expect(office.locator("#tab-upkeep")).to_have_text("Table · 1")
    row = office.locator("#panel tbody tr").first
    expect(row).to_contain_text("chips have moved since; open until the next round starts")
    row.get_by_role("button", name="Correct").click()
    pick(office, "#sheet", 5, 6)
    office.get_by_role("button", name="entered wrongly").click()
    office.get_by_role("button", name="Correct the result").click()
    expect(office.locator("#panel tbody")).to_contain_text("taken back: entered wrongly (10.1)")
    assert balance(house, table="dragon") == 99_000, "the Dragon lost, and the chips put down since went back"
    office.click("#tab-upkeep")
    office.get_by_role("button", name="Let play go on").click()
    office.get_by_role("button", name="looked at, and corrected").click()
    office.get_by_role("button", name="Resume play").click()
    expect(card).not_to_contain_text("supervisor called")
    expect(page.locator("#state")).not_to_contain_text("supervisor")


def test_a_paid_spin_in_doubt_goes_back_when_a_supervisor_rules_so(house: Running, open_screen: Open) -> None:
    page, player = open_screen(crew("wheel")), open_screen(seat(house, "wheel"))
    go_on(page, "Place your bets")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    post(house, "wheel", ask.PlaceWager(1, "straight", 500, 17), "ann", "player")
    page.get_by_role("button", name="Load the ball").click()
    go_on(page, "Spin the ball with the unit", "No more bets")
    call(page, "17")
    assert balance(house, table="wheel") == 100_000 + 35 * 500
    page.click("#trouble summary")
    page.fill("#trouble-what", "it stopped under four turns")
    page.get_by_role("button", name="the last spin was not valid").click()
    expect(page.locator("#state")).to_contain_text("The last spin is in doubt: it stopped under four turns.")
    assert balance(house, table="wheel") == 100_000 + 35 * 500, "nothing goes back before the ruling"
    office = console(house, open_screen, "wheel", "rulings")
    expect(office.locator('.table-card[data-table="wheel"]')).to_contain_text("a paid spin in doubt")
    expect(office.locator("#tab-rulings")).to_have_text("Rounds · 1")
    expect(office.locator("#panel tbody tr").first).to_contain_text("in doubt: to be ruled on")
    assert serious(office) == []
    office.get_by_role("button", name="It is void").click()
    office.get_by_role("button", name="not a valid spin").click()
    office.locator("#sheet").get_by_role("button", name="It is void").click()
    expect(office.locator("[data-doubt]")).to_have_count(0)
    expect(player.locator("#balance")).to_have_text("1,000.00")
    assert balance(house, table="wheel") == 100_000


def test_9_4_a_paid_round_is_invalidated_by_two_people(house: Running, open_screen: Open) -> None:
    """Chips have moved since: the console proposes it with its cause, another person agrees."""
    roles = tuple(role for _, role in supervisor_session(house.config).people)
    house.floor.staff.add("sam", "supervisor", roles, "right horse")
    seat(house)
    assert "ack" in played(house).do("place-wager", seat=1, wager="win-line", amount=500)
    page = console(house, open_screen, tab="rulings")
    page.locator("#panel tbody tr").first.get_by_role("button", name="Invalidate").click()
    page.get_by_label("Cause").select_option("fire")
    page.get_by_role("button", name="seen on the recording").click()
    assert serious(page) == []
    page.get_by_role("button", name="Propose it").click()
    expect(page.locator("#waiting")).to_contain_text("floor-manager: the round does not count, for fire.")
    expect(page.locator("#waiting")).to_contain_text("(9.4.1)")
    page.get_by_role("button", name="Second person agrees").click()
    page.get_by_label("Second person").fill("sam")
    page.get_by_label("Password").fill("right horse")
    page.get_by_role("button", name="Agree and post").click()
    expect(page.locator("#waiting")).to_have_count(0)
    row = page.locator("#panel tbody tr").first
    expect(row).to_contain_text("corrected: no valid outcome, seen on the recording (9.4.1)")
    expect(row.get_by_role("button", name="Invalidate")).to_have_count(0)
    assert balance(house) == 100_000 - 500
