"""The crew's terminal, by hand: whole rounds at every table, entries taken back, calls confirmed, what to pay."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import balance, draw, enter, life_of, post, seat, tap
from tests.browser.test_everybody import serious
from tests.server.conftest import Running

from feltwork.cage.commands import Deposit, IssueVoucher
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.opening import crew_session
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import DeclareWager, OpenBets


def crew(table: str) -> Session:
    return crew_session(next(t for t in FLOOR if t.name == table))


def sent(house: Running, table: str, actor: str, role: str, *bodies: ask.Command) -> None:
    """What other people and the equipment do, without a screen."""
    for body in bodies:
        post(house, table, body, actor, role)


def words_kept(house: Running) -> dict[str, str]:
    """By kind of event, what was last written down as a player's words."""
    rows = house.floor.house.reader.log.read("table/craps")
    return {row.kind: msgspec.json.decode(row.body).get("asked", "") for row in rows}


def go_on(page: Page, *labels: str) -> None:
    """The next steps as the screen names them, each by the space bar."""
    for label in labels:
        expect(page.locator("#primary")).to_contain_text(label)
        page.keyboard.press("Space")


def call(page: Page, keys: str) -> None:
    """A result entered and confirmed by its keys."""
    for title in ("Enter", "Confirm"):
        expect(page.locator("#entry .go")).to_contain_text(title)
        if page.locator("#entry .ran").count():
            for arrow in ("ArrowRight", "ArrowUp", "ArrowUp"):
                page.keyboard.press(arrow)
        enter(page, keys)
    expect(page.locator("#entry")).to_be_hidden()


def guided(page: Page, of_seat: int) -> tuple[int, int]:
    """What the guide says to pay and give back at a seat."""
    page.locator(f".tab[aria-label^='Seat {of_seat}:']").click()
    shown = page.locator(f".guided[data-seat='{of_seat}']")
    expect(shown).to_be_visible()
    return int(shown.get_attribute("data-pay") or 0), int(shown.get_attribute("data-back") or 0)


THROW = ("Offer the dice", "Seat 1 takes the dice", "Seat 1 takes dice A and B")
ROUNDS = [
    ("craps", "win-line", "null", (*THROW, "Dice are thrown"), "43"),
    ("crown", "win-line", "null", (*THROW, "Dice are thrown"), "56"),
    ("mini", "win-line", "null", (*THROW, "No more bets", "Dice are thrown"), "43"),
    ("wheel", "straight", "[17]", ("Spin the ball", "No more bets"), "17"),
    ("lucky", "straight", '["00"]', ("Spin the ball", "No more bets"), "00"),
    ("dragon", "dragon", "null", (*THROW, "No more bets", "Hand the dice over", "Dice are thrown"), "21"),
]


@pytest.mark.parametrize(("table", "wager", "on", "steps", "keys"), ROUNDS, ids=[r[0] for r in ROUNDS])
def test_a_round_by_hand(
    house: Running, open_screen: Open, table: str, wager: str, on: str, steps: tuple[str, ...], keys: str
) -> None:
    """The player puts a chip down, the crew deals by the space bar and the keys; both see what the ledger has."""
    dealing = open_screen(crew(table))
    expect(dealing.locator("#primary, #waiting").locator("visible=true").first).to_be_visible()
    if table in ("wheel", "lucky", "dragon"):
        go_on(dealing, "Place your bets")
        expect(dealing.locator("#phase")).to_have_text("Place your bets")
    player = open_screen(seat(house, table))
    expect(player.locator("#balance")).to_have_text("1,000.00")
    tap(player, wager, on)
    expect(player.locator(".own .chips")).to_have_count(1)
    expect(dealing.locator(".seated[data-seat='1']")).to_have_count(1)
    before = balance(house, 1, table)
    if table == "lucky":
        go_on(dealing, steps[0])
        expect(dealing.locator("#waiting")).to_contain_text("The Lucky Ball numbers have not been shown")
        draw(house, table)
        expect(dealing.locator("#state")).to_contain_text("Lucky Ball: red")
        go_on(dealing, "No more bets")
        expect(dealing.locator("#entry")).to_be_visible()
        draw(house, table)
        steps = ()
    go_on(dealing, *steps)
    call(dealing, keys)
    paid, back = guided(dealing, 1)
    assert paid > 0
    assert balance(house, 1, table) == before + paid + back
    expect(player.locator("#balance")).to_have_text(f"{(before + paid + back) / 100:,.2f}")
    expect(dealing.locator("#history li").first).to_have_text(keys if table in ("wheel", "lucky") else str(_sum(keys)))
    assert dealing.evaluate("document.documentElement.scrollHeight <= innerHeight")


def _sum(keys: str) -> int:
    return sum(map(int, keys))


def test_a_round_of_the_electronic_table_is_followed(house: Running, open_screen: Open) -> None:
    dealing = open_screen(Session("crew", (), "aruze"))
    player = open_screen(seat(house, "aruze"))
    expect(dealing.locator("#state")).to_contain_text("runs by itself")
    expect(player.locator("#balance")).to_have_text("1,000.00")
    tap(player, "pass-line")
    expect(dealing.locator(".seated[data-seat='1']")).to_have_count(1)
    before = balance(house, 1, "aruze")
    sent(house, "aruze", "clock", "system", ask.CloseBets())
    expect(dealing.locator("#phase")).to_have_text("Seat 1 to shoot")
    player.locator("#hands .shoot").click()
    expect(dealing.locator("#phase")).to_have_text("Dice are out")
    expect(dealing.locator("#entry")).to_be_hidden()
    sent(house, "aruze", "sensors", "system", ask.SenseResult(3, 4))
    paid, back = guided(dealing, 1)
    assert (paid, balance(house, 1, "aruze")) == (500, before + paid + back)


def test_of_a_horn_that_wins_the_other_parts_are_taken(house: Running, open_screen: Open) -> None:
    dealing = open_screen(crew("crown"))
    seat(house, "crown")
    sent(house, "crown", "ann", "player", ask.PlaceWager(1, "win-line", 500), ask.PlaceWager(1, "horn", 800))
    expect(dealing.locator(".seated[data-seat='1']")).to_have_count(2)
    go_on(dealing, *THROW, "Dice are thrown")
    call(dealing, "56")
    shown = dealing.locator(".guided[data-seat='1']")
    expect(shown).to_have_attribute("data-take", "600")
    expect(shown.locator("li.win", has_text="Horn")).to_contain_text("take 6.00, pay 32.00, give back 2.00")
    expect(dealing.locator(".tab")).to_have_text("1−6.00+37.00")


def thrown(house: Running, open_screen: Open) -> Page:
    """A star craps table with the dice in the air, at the crew's screen."""
    dealing = open_screen(crew("craps"))
    seat(house)
    sent(house, "craps", "ann", "player", ask.PlaceWager(1, "win-line", 1000))
    go_on(dealing, *THROW, "Dice are thrown")
    expect(dealing.locator("#entry")).to_be_visible()
    return dealing


def test_an_entry_is_forgotten_taken_back_or_refused(house: Running, open_screen: Open) -> None:
    page = thrown(house, open_screen)
    page.keyboard.press("7")
    expect(page.locator(".echo .face.none")).to_have_count(2)
    page.keyboard.press("6")
    expect(page.locator(".echo [data-face='6']")).to_have_count(1)
    expect(page.locator(".echo .face.none")).to_have_count(2, timeout=4000)  # half an entry lives two seconds
    enter(page, "62")
    expect(page.locator(".asks")).to_contain_text("Entered: 6 and 2")
    page.keyboard.press("Escape")
    expect(page.locator(".asks")).to_have_text("What do the dice show?")
    enter(page, "42")
    expect(page.locator(".asks")).to_contain_text("Entered: 4 and 2")
    enter(page, "41")
    expect(page.locator(".refused")).to_contain_text("not the result that was entered")
    assert life_of(house, "craps").phase == "result entered"
    enter(page, "42")
    expect(page.locator("#phase")).to_contain_text("point is 6")
    expect(page.locator("#history li").first).to_have_text("6")


def test_no_roll_by_one_of_the_books_reasons(house: Running, open_screen: Open) -> None:
    page = thrown(house, open_screen)
    expect(page.locator("#invalid")).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator(".reason").first).to_be_visible()
    must = page.locator(".reason", has_text="must be called").first
    must.locator(".report").click()
    reason = must.locator("button").first.locator("span").inner_text()
    expect(page.locator(".call")).to_contain_text(f"Reported: {reason}")
    enter(page, "43")
    expect(page.locator(".refused")).to_contain_text("must not count")
    page.get_by_role("button", name="Dismiss the report").click()
    expect(page.locator(".call")).to_have_count(0)
    must.locator(".report").click()
    page.get_by_role("button", name="Call no roll").click()
    expect(page.locator("#phase")).to_have_text("Place your bets")
    expect(page.locator("#primary")).to_be_visible()
    assert life_of(house, "craps").phase == "betting"


def test_a_die_is_lost_found_and_checked_by_taps(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    die = page.locator(".die").nth(2)
    number = life_of(house, "craps").equipment.inspected["five dice"].serials[2]
    shown = page.locator("#dice h2 small").inner_text(), die.locator(".number").inner_text()
    assert "-".join(shown) == number, "what the numbers share is said once for the set"
    assert number in (die.get_attribute("title") or "")
    expect(page.locator(".die .letter")).to_have_text(["A", "B", "C", "D", "E"])
    assert page.locator("#dice [href^='#die-']").count() == 0, "a face beside the entry would read as a result"
    for where, yes in (("bowl", "Yes, it is lost"), ("lost", "Yes, it is found"), ("unchecked", "Yes, it is good")):
        expect(die).to_have_class(f"die {where}")
        die.click()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("#sheet")).to_be_hidden()
        expect(die).to_have_class(f"die {where}")
        die.click()
        page.get_by_role("button", name=yes).click()
    expect(die).to_have_class("die bowl")


def test_calls_of_players_are_confirmed(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("crown"))
    seat(house, "crown")
    sent(house, "crown", "ann", "player", ask.PlaceWager(1, "win-line", 1000))
    go_on(page, *THROW, "Dice are thrown")
    call(page, "42")
    sent(house, "crown", "ann", "player", ask.PlaceWager(1, "place", 1200, 8), ask.CallWager(1, "place", False, 8))
    expect(page.locator(".call")).to_contain_text("on 8 off")
    page.locator(".call .act").click()
    expect(page.locator(".call")).to_have_count(0)
    expect(page.locator(".seated.off")).to_have_count(1)
    sent(house, "crown", "ann", "player", DeclareWager(1, "field", 500))
    expect(page.locator(".call")).to_contain_text("calls aloud: 5.00 on Field")
    page.locator(".call .act", has_text="Repeat").click()
    expect(page.locator(".call")).to_contain_text("repeated by crown-dealer")
    page.locator(".call .act", has_text="Confirm").click()
    expect(page.locator(".call")).to_have_count(0)
    game = life_of(house, "crown").game
    assert game is not None
    assert game.stake_of(1, "field", None) == 500


def test_a_call_is_for_one_wager_or_all_alike_and_the_dice_wait_for_its_answer(
    house: Running, open_screen: Open
) -> None:
    """Crown 3.5.1(b): the player says which; the crew confirms or declines, and enters what was called aloud."""
    bob, page = seat(house, "crown", 2, "bob"), open_screen(crew("crown"))
    seat(house, "crown")
    sent(house, "crown", "ann", "player", ask.PlaceWager(1, "win-line", 10_00))
    sent(house, "crown", "bob", "player", ask.PlaceWager(2, "place", 12_00, 6), ask.PlaceWager(2, "place", 12_00, 8))
    go_on(page, *THROW)
    player = open_screen(bob)
    expect(player.locator("#balance")).to_have_text("976.00")
    player.keyboard.press("w")
    player.get_by_role("button", name="Only this on: Place Bet on 6").click()
    expect(page.locator(".call")).to_contain_text("Seat 2, bob calls Place Bet on 6 on, it alone")
    expect(page.locator("#waiting")).to_contain_text("waits to be confirmed, declined or withdrawn")
    page.locator(".call .act").click()
    expect(page.locator(".seated.off")).to_have_count(1)
    player.get_by_role("button", name="All similar on: Place Bet on 8").click()
    expect(page.locator(".call")).to_contain_text("with all similar wagers")
    page.get_by_role("button", name="Decline:").click()
    page.get_by_role("button", name="not in time").click()
    page.get_by_role("button", name="Decline it").click()
    expect(page.locator(".call")).to_have_count(0)
    expect(player.locator(".note.bad")).to_contain_text("Your call was declined: not in time")
    page.locator(".seat").nth(1).click()
    page.get_by_role("button", name="One alone").click()
    tap(page, "place", "8")
    expect(page.locator(".seated.off")).to_have_count(0)
    page.get_by_role("button", name="Done with this seat").click()
    go_on(page, "Dice are thrown")


def test_a_player_without_a_terminal(house: Running, open_screen: Open) -> None:
    """Sat down, sold chips, a wager put down and taken off again, and one confirmed while the dice are in the air."""
    page = open_screen(crew("craps"))
    page.locator(".seat").nth(1).click()
    page.fill("#desk-player", "bob")
    page.keyboard.press("Enter")
    expect(page.locator("#desk h2")).to_have_text("Seat 2 · bob")
    page.locator("#desk summary").click()
    page.fill("#desk-amount", "much")
    page.click("text=Sell for cash")
    expect(page.locator(".refused")).to_contain_text("not an amount")
    page.fill("#desk-amount", "100")
    page.click("text=Sell for cash")
    expect(page.locator("#desk")).to_contain_text("100.00 in the rail")
    tap(page, "win-line")
    expect(page.locator("#desk")).to_contain_text("95.00 in the rail")
    page.click("text=Take down")
    tap(page, "win-line")
    expect(page.locator("#desk")).to_contain_text("100.00 in the rail")
    page.click("[aria-label='Chip of 25.00']")
    tap(page, "win-line")
    expect(page.locator("#desk")).to_contain_text("75.00 in the rail")
    page.keyboard.press("Escape")
    expect(page.locator("#desk")).to_be_hidden()
    go_on(page, "Offer the dice", "Seat 2 takes the dice", "Seat 2 takes dice A and B", "Dice are thrown")
    page.locator(".seat").nth(1).click()
    expect(page.locator("#desk")).to_contain_text("late wager")
    tap(page, "field")
    expect(page.locator("#desk")).to_contain_text("50.00 in the rail")
    assert balance(house, 2) == 5_000


def test_a_buy_in_from_the_cage_goes_with_the_players_words(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    seat(house, cents=50_000)
    post(house, "craps", Deposit("ann", 20_000), "till", "cashier")
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    page.fill("#desk-amount", "100")
    page.fill("#desk-asked", "a hundred, please")
    page.get_by_role("button", name="Buy in").click()
    expect(page.locator("#desk")).to_contain_text("600.00 in the rail")
    expect(page.locator("#desk-asked")).to_have_value("ann asked for it")
    *_, last = house.floor.house.queue.desk.store.log.read("table/craps")
    assert (last.kind, b"a hundred, please" in last.body) == ("bought-in", True)


def test_colour_checks(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("wheel"))
    seat(house, "wheel")
    go_on(page, "Place your bets")
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    page.select_option("#desk-colour", "blue")
    page.fill("#desk-value", "2.00")
    page.fill("#desk-checks", "40.00")
    page.click("text=Issue")
    expect(page.locator("#desk")).to_contain_text("40.00 in blue checks of 2.00")
    page.click("text=in colour checks")
    page.click("[aria-label='Chip of 25.00']")
    tap(page, "straight", "[5]")
    expect(page.locator(".refused")).to_contain_text("cannot be put down in checks of 2.00")
    page.click("text=Redeem")
    expect(page.locator("#desk")).not_to_contain_text("blue checks of")
    assert balance(house, 1, "wheel") == 100_000


def test_a_voucher_for_tokens_and_a_wager_in_them(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    seat(house)
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    page.fill("#desk-amount", "20")
    page.fill("#desk-voucher", "V-7")
    page.click("text=For tokens")
    expect(page.locator(".refused")).to_contain_text("Voucher V-7 was never issued")
    issue = IssueVoucher("ann", 2_000, table="craps", wagers=["win-line"])
    given = house.floor.house.post(Envelope("issue", "cage", "cass", "cashier", issue)).result()
    page.fill("#desk-voucher", f"V{given.first}")
    page.click("text=For tokens")
    expect(page.locator("#desk")).to_contain_text("20.00 in tokens for Win Line")
    page.click("text=in tokens >> nth=-1")
    tap(page, "win-line")
    expect(page.locator("#desk")).to_contain_text("15.00 in tokens")
    assert balance(house) == 100_000


def test_faults_and_an_erring_display_are_reported(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("dragon"))
    seat(house, "dragon")
    go_on(page, "Place your bets")
    sent(house, "dragon", "ann", "player", ask.PlaceWager(1, "dragon", 500))
    go_on(page, *THROW, "No more bets", "Hand the dice over", "Dice are thrown")
    call(page, "21")
    page.click("#trouble summary")
    page.fill("#trouble-display", "2 2")
    page.click("text=Note it")
    page.click("text=Equipment fails")
    expect(page.locator(".refused")).to_contain_text("Say what is at fault")
    page.fill("#trouble-what", "entry terminal dark")
    page.click("text=Equipment fails")
    expect(page.locator("#state")).to_contain_text("Play is stopped: entry terminal dark")
    kinds = [told["kind"] for told in house.floor.house.rooms["dragon"].told]
    assert "display-read" in kinds
    assert life_of(house, "dragon").stops.reason == "entry terminal dark"


BOSS = ("gus", "gaming_supervisor")


def with_a_supervisor(table: str) -> Session:
    """A crew's screen at which a supervisor has joined."""
    return Session("crew", (*crew(table).people, BOSS), table)


def test_the_float_is_shown_and_only_a_supervisor_is_offered_its_orders(house: Running, open_screen: Open) -> None:
    page, joined = open_screen(crew("wheel")), open_screen(with_a_supervisor("wheel"))
    for screen in (page, joined):
        expect(screen.locator("#float")).to_have_text("Float +0.00 · drop box 0.00")
        screen.click("#keeping summary")
    expect(page.locator("#no-orders")).to_be_visible()
    expect(page.locator("#orders form")).to_have_count(0)
    filling = joined.locator(".order", has_text="Fill the float")
    filling.locator("input").fill("a lot")
    filling.locator("button").click()
    expect(joined.locator(".refused")).to_contain_text("'a lot' is not an amount")
    filling.locator("input").fill("2,000")
    filling.locator("button").click()
    expect(page.locator("#float")).to_have_text("Float +2,000.00 · drop box 0.00")
    seat(house, "wheel")
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    page.fill("#desk-amount", "50")
    page.click("text=Sell for cash")
    expect(page.locator("#float")).to_have_text("Float +1,950.00 · drop box 50.00")
    period = joined.locator(".order", has_text="Set the wagering period")
    period.locator("input").fill("45")
    period.locator("button").click()
    expect(page.locator("#float")).to_contain_text("45 seconds to bet")
    joined.get_by_role("button", name="Empty the drop box").click()
    expect(page.locator("#float")).to_contain_text("drop box 0.00")
    assert serious(joined) == []


def test_the_button_of_the_unit_goes_round_and_a_failing_unit_is_mended(house: Running, open_screen: Open) -> None:
    page = open_screen(with_a_supervisor("wheel"))
    seat(house, "wheel")
    seat(house, "wheel", 2, "ben")
    expect(page.get_by_role("button", name="Button to")).to_have_count(0)
    go_on(page, "Place your bets")
    page.get_by_role("button", name="Load the ball").click()
    page.get_by_role("button", name="Button to seat 2").click()
    expect(page.get_by_role("button", name="Button to seat 1")).to_be_visible()
    expect(page.get_by_role("button", name="Button to seat 2")).to_have_count(0)
    page.get_by_role("button", name="Seat 2 presses the button").click()
    expect(page.locator("#phase")).to_contain_text("Ball is running")
    page.click("#trouble summary")
    page.fill("#trouble-what", "the ball was sent at half speed")
    page.get_by_role("button", name="the last spin was not valid").click()
    expect(page.locator("#state")).to_contain_text("Play is stopped: the ball was sent at half speed")
    expect(page.get_by_role("button", name="The uSpin unit fails")).to_have_count(0)
    page.click("#keeping summary")
    mending = page.locator(".order", has_text="Use the uSpin unit again")
    mending.locator("select").select_option("removed")
    mending.locator("button").click()
    expect(page.locator("#phase")).not_to_contain_text("stopped")
    assert life_of(house, "wheel").gear.unit == "none"


def test_a_wager_counts_elsewhere_in_fairness_to_the_player(house: Running, open_screen: Open) -> None:
    page, plain = open_screen(with_a_supervisor("wheel")), open_screen(crew("wheel"))
    seat(house, "wheel")
    go_on(page, "Place your bets")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    sent(house, "wheel", "ann", "player", ask.PlaceWager(1, "red", 500))
    for screen in (page, plain):
        screen.locator(".seat").nth(0).click()
    expect(page.get_by_role("button", name="Counts elsewhere")).to_have_count(0)
    go_on(page, "Spin the ball", "No more bets")
    page.get_by_role("button", name="Counts elsewhere").click()
    tap(page, "red")
    expect(page.locator(".refused")).to_contain_text("Say first why")
    page.fill("#desk-reason", "the chip was knocked over by the dolly")
    tap(page, "red")
    expect(page.locator("#desk .hint")).to_contain_text("Tap where Red should count")
    tap(page, "black")
    expect(page.locator("#desk .hint")).not_to_contain_text("should count")
    table = life_of(house, "wheel").game
    assert table is not None
    assert [(s.wager.name, s.stake) for s in table.layout.values()] == [("black", 500)]
    expect(plain.get_by_role("button", name="Counts elsewhere")).to_have_count(0)


def test_what_the_player_asked_goes_with_collecting_and_leaving(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    seat(house)
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    page.fill("#desk-asked", "cash me out")
    page.click("text=Collect the rail")
    expect(page.locator("#desk")).to_contain_text("0.00 in the rail")
    page.click("text=Leaves the table")
    expect(page.locator("#desk h2")).to_have_text("Seat 1 is free")
    kept = {
        row.kind: msgspec.json.decode(row.body).get("asked") for row in house.floor.house.reader.log.read("table/craps")
    }
    assert (kept["collected"], kept["seat-left"]) == ("cash me out", "ann asked for it")


def test_the_crew_writes_down_what_a_player_without_a_terminal_says(house: Running, open_screen: Open) -> None:
    """One tap keeps the words that stand there; what is typed instead goes with the next step."""
    page = open_screen(crew("craps"))
    seat(house)
    sent(house, "craps", "ann", "player", ask.PlaceWager(1, "win-line", 5_00), ask.PlaceWager(1, "field", 5_00))
    page.locator(".seat").nth(0).click()
    page.get_by_role("button", name="Take down").click()
    tap(page, "field")
    expect(page.locator(".seated[data-seat='1']")).to_have_count(1)
    page.get_by_role("button", name="Done with this seat").click()
    go_on(page, "Offer the dice", "“ann takes the dice”")
    page.fill("#said-words", "the red ones, please")
    page.keyboard.press("Enter")
    go_on(page, "Seat 1 takes dice A and B")
    expect(page.locator("#primary")).to_contain_text("Dice are thrown")
    expect(page.locator("#said-words")).to_have_value("")
    expect(page.locator(".step", has_text="gives up the dice")).to_contain_text("“ann passes the dice”")
    kept = {
        row.kind: msgspec.json.decode(row.body).get("asked") for row in house.floor.house.reader.log.read("table/craps")
    }
    assert kept["wager-removed"] == "ann asked for it"
    assert (kept["dice-accepted"], kept["dice-selected"]) == ("ann takes the dice", "the red ones, please")


def test_crew_come_and_go_at_their_screen(house: Running, open_screen: Open) -> None:
    house.floor.staff.add("dana", "crew", ("dealer",), "a long password")
    page = open_screen(crew("craps"))
    expect(page.locator("#crew-count")).to_have_text("Crew · 3")
    page.click("#crew summary")
    page.fill("[name='person']", "dana")
    page.fill("[name='password']", "a wrong password")
    page.click("text=Sign in here")
    expect(page.locator(".refused")).to_contain_text("Name or password is wrong")
    page.fill("[name='password']", "a long password")
    page.click("text=Sign in here")
    expect(page.locator("#crew-count")).to_have_text("Crew · 4")
    expect(page.locator("#crew-sheet")).to_contain_text("dana · not assigned to this table")
    page.click("[aria-label='Sign craps-stickperson out']")
    expect(page.locator("#crew-count")).to_have_text("Crew · 3")
    expect(page.locator("#waiting")).to_contain_text("That is for a stickperson")
    page.click("[aria-label='Sign craps-dealer out']")
    page.click("[aria-label='Sign craps-boxperson out']")
    expect(page.locator("#crew-count")).to_have_text("Crew · 1")
    page.click("[aria-label='Sign dana out']")
    expect(page).to_have_url(f"{house.address}/")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.locator("#roles li")).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_entry_of_a_number_needs_no_scrolling(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    page = open_screen(crew("lucky"), size=size)
    seat(house, "lucky")
    sent(house, "lucky", "lucky-dealer", "dealer", OpenBets(), ask.SpinBall())
    draw(house, "lucky")
    sent(house, "lucky", "lucky-dealer", "dealer", ask.CloseBets())
    draw(house, "lucky")
    expect(page.locator("#state")).to_contain_text("pays super")
    expect(page.locator("#entry")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    over = page.evaluate(
        "(() => { const w = document.querySelector('#work'); return w.scrollHeight - w.clientHeight; })()"
    )
    assert over <= 0
    small = page.evaluate(
        """[...document.querySelectorAll("button, summary, input")].filter((n) => n.offsetParent)
           .map((n) => [n.textContent, n.offsetWidth, n.offsetHeight]).filter(([, w, h]) => w < 44 || h < 44)"""
    )
    assert small == []


def test_5_2_a_number_is_entered_with_how_the_ball_ran(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("wheel"))
    seat(house, "wheel")
    sent(house, "wheel", "wheel-dealer", "dealer", OpenBets(), ask.SpinBall(), ask.CloseBets())
    expect(page.locator("#entry")).not_to_contain_text("null")
    page.locator("#entry .number-pad").get_by_label("17, black").click()
    expect(page.locator("#entry .go")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("which way the ball ran")
    page.get_by_label("Ball anticlockwise, wheel clockwise").click()
    expect(page.locator("#entry .go")).to_be_disabled()
    page.get_by_label("5 times round").click()
    expect(page.locator(".ran [aria-pressed=true]")).to_have_text(["anticlockwise", "5×"])
    page.locator("#entry .go").click()
    expect(page.locator(".asks")).to_contain_text("Entered: 17")
    expect(page.locator("#entry")).not_to_contain_text("null")
    kept = [row for row in house.floor.house.store.log.read("table/wheel", 0) if row.kind == "number-entered"]
    told = msgspec.json.decode(kept[-1].body)
    assert (told["ball"], told["wheel"], told["revolutions"]) == ("anticlockwise", "clockwise", 5)


def test_8_1_the_ball_comes_out_of_the_wheel_after_no_spin(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("wheel"))
    seat(house, "wheel")
    sent(house, "wheel", "wheel-dealer", "dealer", OpenBets(), ask.SpinBall(), ask.CallNoRoll("same direction"))
    expect(page.locator(".step", has_text="Ball came to rest first")).to_be_visible()
    go_on(page, "Place your bets", "Ball out of the wheel", "Spin the ball")
    taken = [row for row in house.floor.house.store.log.read("table/wheel", 0) if row.kind == "ball-taken-out"]
    assert msgspec.json.decode(taken[-1].body)["in_time"] is True


LETTERS = """() => {
  const scale = document.querySelector("#felt svg").getScreenCTM().a;
  const sizes = [...document.querySelectorAll("#felt .area text")].map((n) => parseFloat(getComputedStyle(n).fontSize));
  return Math.min(...sizes) * scale;
}"""
BELOW = """() => {
  const kept = document.querySelectorAll("#felt svg, .seat, #primary, #desk, #desk .chip, #desk .desk-head button");
  const boxes = [...kept].map((n) => n.getBoundingClientRect());
  return boxes.filter(({ bottom, right }) => bottom > innerHeight || right > innerWidth).length;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_felt_takes_the_whole_width_to_lay_chips_on(
    house: Running, open_screen: Open, size: tuple[int, int]
) -> None:
    """By F or its button; the next step, the seats and the seat in hand stay; an entry has its room back by itself."""
    page = open_screen(crew("craps"), size=size)
    seat(house)
    expect(page.locator(".seat", has_text="ann")).to_be_visible()
    assert page.evaluate(LETTERS) < 16
    page.keyboard.press("f")
    expect(page.locator("#guide")).to_be_hidden()
    assert page.evaluate(LETTERS) >= 13, "nothing on the felt is too small to read"
    page.locator(".seat").nth(0).click()
    expect(page.locator("#desk")).to_contain_text("1,000.00 in the rail")
    tap(page, "win-line")
    expect(page.locator("#desk")).to_contain_text("995.00 in the rail")
    assert page.evaluate(BELOW) == 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert serious(page) == []
    page.locator("#large").click()
    expect(page.locator("#guide")).to_be_visible()
    page.locator("#large").click()
    expect(page.locator("#guide")).to_be_hidden()
    go_on(page, *THROW, "Dice are thrown")  # what was tapped does not keep the space bar
    expect(page.locator("#guide")).to_be_visible()
    expect(page.locator("#large")).to_be_disabled()
    call(page, "43")
    expect(page.locator(".guided")).to_be_visible()
    expect(page.locator("#large")).to_have_attribute("aria-pressed", "false")
    page.locator("#large").click()
    expect(page.locator("#guide")).to_be_hidden()


def within(page: Page, inner: str, outer: str) -> bool:
    """Does something stand whole inside something else?"""
    a, b = page.locator(inner).bounding_box(), page.locator(outer).bounding_box()
    assert a is not None
    assert b is not None
    beside = b["x"] <= a["x"] and a["x"] + a["width"] <= b["x"] + b["width"]
    return beside and b["y"] <= a["y"] and a["y"] + a["height"] <= b["y"] + b["height"]


def test_a_long_name_and_nine_digits_leave_every_control_in_its_place(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    name = "Wolfeschlegelsteinhausenbergerdorff-Maximiliane-von-und-zu"
    seat(house, name=name, cents=99_999_999_900)
    sent(house, "craps", name, "player", ask.PlaceWager(1, "win-line", 50_000), ask.PlaceWager(1, "field", 99_999_900))
    page.locator(".seat").nth(0).click()
    expect(page.locator("#desk")).to_contain_text("998,999,500.00 in the rail")
    for _ in range(2):
        assert within(page, "#desk .desk-head button", "#desk")
        assert within(page, "#desk .chip >> nth=4", "#desk")
        page.keyboard.press("f")
    page.keyboard.press("Escape")
    go_on(page, *THROW, "Dice are thrown")
    call(page, "43")
    take = page.locator(".block.take")
    expect(take.locator("strong")).to_have_text("999,999.00")
    assert within(page, ".blocks h3", "#guide")
    number, chips = take.locator("strong").bounding_box(), take.locator(".pile").bounding_box()
    assert number is not None
    assert chips is not None
    assert number["x"] + number["width"] <= chips["x"], "the amount stands beside its chips"


def test_a_call_and_the_seat_in_hand_have_room_beside_each_other(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("crown"))
    seat(house, "crown")
    sent(house, "crown", "ann", "player", DeclareWager(1, "field", 500))
    expect(page.locator(".call")).to_contain_text("calls aloud")
    page.keyboard.press("f")
    page.locator(".seat").nth(0).click()
    expect(page.locator("#desk h2")).to_have_text("Seat 1 · ann")
    for inner, outer in ((".call p", ".call"), (".call .act", ".call"), (".call", "#work"), ("#desk h2", "#desk")):
        assert within(page, inner, outer), inner
    assert page.locator("#desk h2").evaluate("title => title.scrollWidth <= title.clientWidth"), "the seat is named"


def test_chips_of_the_seat_in_hand_show_their_faces_in_a_narrow_area(house: Running, open_screen: Open) -> None:
    """The ring round them is a ring, and numbers that are ringed on the cloth keep their lettering."""
    page = open_screen(crew("craps"))
    session = seat(house)
    sent(house, "craps", "ann", "player", ask.PlaceWager(1, "place-to-win", 1000, 5))
    expect(page.locator(".seated[data-seat='1']")).to_have_count(1)
    page.locator(".seat").nth(0).click()
    ring = page.locator(".own .chips .ring")
    expect(ring).to_have_css("fill", "none")
    player = open_screen(session)
    expect(player.locator(".own .chips .ring")).to_have_css("fill", "none")
    expect(player.locator(".area text.ring").first).to_have_css("stroke", "none")


@pytest.mark.parametrize("table", ["craps", "lucky", "dragon"])
def test_axe_has_nothing_serious_against_the_crews_screen(house: Running, open_screen: Open, table: str) -> None:
    page = open_screen(crew(table))
    seat(house, table)
    expect(page.locator(".seat", has_text="ann")).to_be_visible()
    page.locator(".seat").nth(0).click()
    page.locator("#desk summary").click()
    expect(page.locator("#desk")).to_contain_text("1,000.00 in the rail")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.click("#crew summary")
    assert serious(page) == []


def test_axe_has_nothing_serious_against_an_entry(house: Running, open_screen: Open) -> None:
    page = thrown(house, open_screen)
    expect(page.locator("#invalid")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("4")
    assert serious(page) == []
    page.keyboard.press("Escape")  # whether or not the half entry has been forgotten by now
    call(page, "43")
    expect(page.locator(".guided")).to_be_visible()
    assert serious(page) == []


CUT = """() => {
  const strip = document.querySelector("#history").getBoundingClientRect();
  return [...document.querySelectorAll("#history li")].map((item) => item.getBoundingClientRect())
    .filter(({ top }) => top < strip.bottom)
    .filter(({ bottom, right }) => right > strip.right + 1 || bottom > strip.bottom + 1).length;
}"""


def test_a_long_history_pushes_nothing_off_the_crews_screen(house: Running, open_screen: Open) -> None:
    page = open_screen(crew("craps"))
    expect(page.locator("#seats .seat").first).to_be_visible()
    page.evaluate("document.querySelector('#history').innerHTML = '<li>11</li>'.repeat(30)")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    for size in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.evaluate(CUT) == 0, "a result is shown whole or not at all"
