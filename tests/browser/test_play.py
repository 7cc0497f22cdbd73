"""A player's hours at every game, by hand: whole rounds, odds, on and off, the shot, two players and a dealer."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import Result, balance, call_bets, deal, life_of, post, seat, spot, tap
from tests.server.conftest import Running, Talk

from feltwork.server.opening import crew_session, supervisor_session
from feltwork.table.live import commands as ask
from feltwork.views.views import seat_view, staked

ROUNDS = int(os.environ.get("FELTWORK_SCREEN_ROUNDS", "50"))
"""How many rounds the screen is held against the ledger; the soak sets it to 1,000."""


@pytest.mark.parametrize(
    ("table", "wager", "on", "result", "won"),
    [
        ("craps", "win-line", "null", (5, 6), "5.00"),
        ("crown", "win-line", "null", (3, 4), "5.00"),
        ("mini", "field", "null", (1, 1), "10.00"),
        ("aruze", "pass-line", "null", (6, 1), "5.00"),
        ("wheel", "straight", "[17]", 17, "175.00"),
        ("lucky", "straight", '["00"]', "00", "175.00"),
        ("dragon", "dragon", "null", (1, 3), "5.00"),
    ],
)
def test_a_round_at_every_game(
    house: Running, open_screen: Open, table: str, wager: str, on: str, result: Result, won: str
) -> None:
    page = open_screen(seat(house, table))
    call_bets(house, table)
    expect(page.locator("#phase")).to_contain_text("Place your bets")
    tap(page, wager, on)
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, table, result)
    if table == "aruze":
        expect(page.locator("#hands .shoot")).to_contain_text("Shoot!")
        assert 0 < int(page.locator("#hands span.left").inner_text()) <= 10
        page.click("#hands .shoot")
        expect(page.locator("#hands .shoot")).to_have_count(0)
        deal(house, table, result)
    expect(page.locator("#last")).to_have_text(f"+{won}")
    expect(page.locator(".area.lit").first).to_be_visible()
    expect(page.locator("#history li")).to_have_count(1)
    if table == "wheel":
        expect(page.locator(".dolly")).to_have_count(1)
    screen = page.locator("#balance").inner_text().replace(",", "").replace(".", "")
    assert int(screen) == balance(house, 1, table)
    page.click("#show-recall")
    expect(page.locator("#dialog-body td.clause").first).not_to_be_empty()


SEEN = """() => {
  window.seen = {};
  const note = (name) => { window.seen[name] ??= performance.now(); };
  const watch = (selector, look) => new MutationObserver(look).observe(document.querySelector(selector),
    { childList: true, subtree: true, characterData: true, attributes: true });
  watch("#stage", () => document.querySelector("#stage.out") && note("spins"));
  watch("#balance", () => note("credit"));
  watch("#felt .own", () => document.querySelector("#felt .own .chips") || note("chips"));
}"""


def test_credit_and_chips_tell_nothing_before_the_ball_lies_still(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "wheel"))
    page.emulate_media(reduced_motion="no-preference")
    call_bets(house, "wheel")
    expect(page.locator("#phase")).to_contain_text("Place your bets")
    tap(page, "straight", "[17]")
    expect(page.locator("#balance")).to_have_text("995.00")
    expect(page.locator("#felt .own .chips")).to_have_count(1)
    page.evaluate(SEEN)
    deal(house, "wheel", 17)
    expect(page.locator("#balance")).to_have_text("1,175.00")
    seen = page.evaluate("seen")
    assert min(seen["credit"], seen["chips"]) - seen["spins"] >= 1_300
    expect(page.locator("#felt .leaving")).to_have_count(0)


def test_two_players_and_a_dealer(house: Running, open_screen: Open) -> None:
    ann, ben = open_screen(seat(house)), open_screen(seat(house, number=2, name="ben"))
    crew = Talk(house.screen("craps", house.crew("craps")))
    for page, wager in ((ann, "win-line"), (ben, "dont-win")):
        expect(page.locator("#balance")).to_have_text("1,000.00")
        tap(page, wager)
        expect(page.locator(".own .chips")).to_have_count(1)
    expect(ann.locator(".others .chips")).to_have_count(1)
    assert "ack" in crew.do("offer-dice")
    expect(ann.locator("#hands")).to_contain_text("Take the dice")
    expect(ben.locator("#hands button")).to_have_count(0)
    ann.click("text=Take the dice")
    ann.click("#hands [data-key='die-4']")
    expect(ann.locator("#hands")).to_contain_text("tap 1 more")
    ann.click("#hands [data-key='die-2']")
    expect(ann.locator("#hands")).to_contain_text("You have the dice: your throw")
    assert sorted(life_of(house, "craps").dice.hand) == [2, 4]
    assert "ack" in crew.do("throw-dice")
    for page in (ann, ben):
        expect(page.locator("#phase")).to_have_text("Dice are out")
    tap(ben, "field")
    expect(ben.locator(".note.bad .clause")).not_to_be_empty()
    assert "ack" in crew.do("enter-result", first=6, second=5)
    assert "ack" in crew.do("confirm-result", first=6, second=5)
    expect(ann.locator("#balance")).to_have_text("1,005.00")
    expect(ben.locator("#balance")).to_have_text("995.00")


def on_a_point(house: Running, open_screen: Open) -> Page:
    """A player's screen with a line wager of 5.00 on the point 6."""
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (4, 2))
    expect(page.locator("#phase")).to_contain_text("point is 6")
    return page


def test_3_7_a_shooter_passes_the_dice_after_any_roll(house: Running, open_screen: Open) -> None:
    page = on_a_point(house, open_screen)
    page.click("text=Pass the dice")
    expect(page.locator("#hands")).to_contain_text("Nobody has the dice yet")
    assert house.floor.house.live("craps").shooter.seat is None


def test_odds_units_and_shortcuts(house: Running, open_screen: Open) -> None:
    page = on_a_point(house, open_screen)
    page.keyboard.press("1")
    page.keyboard.press("o")
    expect(page.locator(".note")).to_contain_text("pays 6 to 5, in full by 5.00")
    expect(page.locator("#balance")).to_have_text("990.00")
    page.keyboard.press("2")
    tap(page, "place-to-win", "8")
    expect(page.locator("#balance")).to_have_text("985.00")
    page.click("#fill")
    expect(page.locator(".note")).to_contain_text("multiple of 6.00")
    expect(page.locator("#balance")).to_have_text("984.00")
    page.click("#shortcuts")
    page.click("text=Inside: 5, 6, 8, 9")
    expect(page.locator("#balance")).to_have_text("968.00")  # 6 is the point: 5, 8 and 9 by 5, 6 and 5
    page.keyboard.press("u")
    expect(page.locator("#balance")).to_have_text("984.00")


def test_a_finger_that_taps_twice_does_it_once(house: Running, open_screen: Open) -> None:
    """Worked out from what lies: the second tap must not find the layout as it was before the first."""
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    twice = "(id) => { const button = document.querySelector(id); button.click(); button.click(); }"
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    page.evaluate(twice, "#double")
    expect(page.locator("#balance")).to_have_text("990.00")
    page.click("#double")
    expect(page.locator("#balance")).to_have_text("980.00")
    deal(house, "craps", (1, 1))
    expect(page.locator("#history li")).to_have_count(1)
    page.evaluate(twice, "#rebet")
    expect(page.locator("#balance")).to_have_text("960.00")
    page.locator('.area[data-wager="field"]').focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#balance")).to_have_text("955.00")
    page.wait_for_timeout(300)
    assert balance(house) == 95_500


def test_double_says_what_stops_it(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, cents=1200))
    expect(page.locator("#balance")).to_have_text("12.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("7.00")
    tap(page, "field")
    expect(page.locator("#balance")).to_have_text("2.00")
    page.click("#double")
    expect(page.locator(".note.bad")).to_contain_text("Doubled 0 of 2. Win Line:")
    assert balance(house) == 200


def test_a_chip_is_dragged_from_the_rail(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    chip = page.locator("#chips .chip").nth(2).bounding_box()
    assert chip
    page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    page.mouse.down()
    x, y = spot(page, "field")
    page.mouse.move(x - 40, y - 20)
    page.mouse.move(x, y)
    expect(page.locator(".area.aim")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#balance")).to_have_text("975.00")
    expect(page.locator(".ghost")).to_have_count(0)


def test_on_and_off_with_the_tables_default(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    crew = Talk(house.screen("craps", house.crew("craps")))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    tap(page, "place-to-win", "8")
    expect(page.locator("#balance")).to_have_text("990.00")
    expect(page.locator(".own .off")).to_have_count(1)
    page.keyboard.press("w")
    sheet = page.locator("#dialog-body")
    expect(sheet).to_contain_text("off on the come out roll (6.6.1), which is now")
    page.click("text=Call on")
    expect(sheet).to_contain_text("called on, waits for the dealer")
    page.click("text=Withdraw the call")
    page.click("text=Call on")
    expect(sheet).to_contain_text("called on, waits for the dealer")
    assert "ack" in crew.do("call-wager", seat=1, wager="place-to-win", on=8, working=True)
    expect(page.locator(".own .off")).to_have_count(0)
    page.keyboard.press("Escape")
    eight = page.locator("[data-wager='place-to-win'][data-on='8']")
    expect(eight).to_have_attribute("aria-label", "Place Bet to Win on 8, 5.00, pays 7 to 6, working")


def test_dragon_and_fire_freeze(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "dragon"))
    staff = (crew_session(FLOOR[-1]), "/deal"), (supervisor_session(house.config), "/supervise?table=dragon")
    others = [open_screen(session, path) for session, path in staff]
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "dragon")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "dragon", (3, 4))
    for screen in (page, *others):
        expect(screen.locator(".area.frozen")).to_have_count(2)
    expect(page.locator(".own .frozen")).to_have_count(1)
    tap(page, "fire")
    expect(page.locator(".note.bad .clause")).not_to_be_empty()
    deal(house, "dragon", (1, 2))
    expect(page.locator(".area.frozen")).to_have_count(0)
    expect(page.locator("#last")).to_have_text("+5.00")


def test_lucky_ball_numbers_and_boost(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "lucky"))
    call_bets(house, "lucky")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    tap(page, "lucky-ball", '"blue"')
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "lucky", 12, stop=lambda life: life.game is not None and life.game.boost is not None)
    expect(page.locator("#lucky .ball")).to_have_count(4)
    expect(page.locator("#lucky .boosted")).to_contain_text("super")
    expect(page.locator(".drawn")).to_have_count(4)
    game = life_of(house, "lucky").game
    assert game is not None
    assert game.lucky is not None
    won = "375.00" if game.boost == ("blue", "super") else "100.00"
    deal(house, "lucky", game.lucky["blue"])
    expect(page.locator("#last")).to_have_text(f"+{won}")
    expect(page.locator("#lucky .ball")).to_have_count(4)  # with the result that they decided
    expect(page.locator("#lucky .ball")).to_have_count(0)


def test_colour_checks_are_seen_on_the_felt(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "wheel"))
    crew_screen = open_screen(crew_session(next(t for t in FLOOR if t.name == "wheel")))
    call_bets(house, "wheel")
    expect(page.locator("#phase")).to_have_text("Place your bets")
    page.click("#money")
    page.select_option("#colour", "lavender")
    page.select_option("#colour-value", "500")
    page.click("text=Ask for 20 checks")
    expect(crew_screen.locator("#calls")).to_contain_text("100.00 in lavender checks of 5.00")
    crew_screen.click("text=Issue the checks")
    expect(page.locator("#checks")).to_have_text("lavender 100.00")
    page.keyboard.press("Escape")
    page.click("#checks")
    tap(page, "red")
    expect(page.locator(".own .check-lavender").first).to_be_visible()
    expect(page.locator("#checks")).to_have_text("lavender 95.00")
    expect(page.locator("#balance")).to_have_text("900.00")


def agrees(house: Running, page: Page, table: str) -> None:
    """The screen shows what the ledger holds: credit, stakes, and every meter."""
    life = life_of(house, table)
    assert life.game is not None
    expect(page.locator("#balance")).to_have_text(f"{life.game.balances[1] / 100:,.2f}")
    expect(page.locator("#staked")).to_have_text(f"{staked(life.game, 1) / 100:,.2f}")
    assert balance(house, 1, table) == life.game.balances[1]
    assert page.evaluate("terminal.link.mine.meter") == seat_view(life, 1)["meter"]
    lies = [standing.stake for standing in life.game.layout.values() if standing.seat == 1]
    expect(page.locator(".own .chips")).to_have_count(len(lies))
    shown = page.eval_on_selector_all(".own .chips", "all => all.map((node) => Number(node.dataset.cents))")
    assert sorted(shown) == sorted(lies)


@pytest.mark.timeout(600 if ROUNDS > 100 else 120)
def test_the_screen_is_the_ledger(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, cents=10_000_000))
    expect(page.locator("#balance")).to_have_text("100,000.00")
    others = ["field", "any-seven", "horn", "big-8"]
    for number in range(ROUNDS):
        game = life_of(house, "craps").game
        assert game is not None
        for wager in (*(["win-line"] if game.come_out else []), others[number % len(others)]):
            page.locator(f"[data-wager='{wager}']").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator(".waiting .chips")).to_have_count(0)
        deal(house, "craps", (1 + number % 6, 1 + number * 5 // 7 % 6))
        agrees(house, page, "craps")


def test_a_fault_and_a_dispute_reach_the_supervisor(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (1, 1))
    page.click("#show-recall")
    page.click("text=Dispute this round")
    page.fill("#concern-words", "It was a two and a one")
    page.click("text=Send")
    expect(page.locator(".note")).to_contain_text("before the supervisor")
    (concern,) = life_of(house, "craps").waiting.concerns
    assert concern.version == next(r["version"] for r in house.floor.house.rooms["craps"].recall.results)
    assert concern.words == "The result was called wrongly: It was a two and a one"
    talk = Talk(house.screen("craps", house.token(supervisor_session(house.config))))
    assert "ack" in talk.do("answer-concern", number=concern.number, words="The camera shows two ones.")
    expect(page.locator(".note")).to_contain_text("The camera shows two ones.")


def test_the_shooter_may_give_up_the_dice(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    tap(page, "win-line")
    expect(page.locator("#balance")).to_have_text("995.00")
    deal(house, "craps", (5, 6), stop=lambda life: life.shooter.offered == 1)
    page.click("text=Pass them on")
    expect(page.locator("#hands button")).to_have_count(0)
    post(house, "craps", ask.RemoveWager(1, "win-line"), "ann", "player")
    expect(page.locator("#balance")).to_have_text("1,000.00")


def test_a_ticket_out_and_in_again(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "aruze"))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#money")
    page.click("text=Cash out to a ticket")
    ticket = page.locator(".ticket")
    expect(ticket.locator(".amount")).to_have_text("1,000.00")
    expect(page.locator("#balance")).to_have_text("0.00")
    number = ticket.locator(".number").inner_text()
    page.click("text=Done")
    page.click("#money")
    page.fill("#ticket-number", number[:-1] + ("1" if number[-1] != "1" else "2"))
    page.click("text=Put the ticket in")
    expect(page.locator(".note.bad")).to_be_visible()
    assert balance(house, 1, "aruze") == 0
    page.fill("#ticket-number", number)
    page.click("text=Put the ticket in")
    expect(page.locator("#balance")).to_have_text("1,000.00")
    expect(page.locator("#ticket-number")).to_have_value("")
    page.fill("#ticket-number", number)
    page.click("text=Put the ticket in")
    expect(page.locator(".note.bad")).to_contain_text("paid")
    assert balance(house, 1, "aruze") == 100_000
    expect(page.locator(".meters")).to_contain_text("2,000.00")


def test_the_card_out_and_in_again(house: Running, open_screen: Open) -> None:
    page = open_screen(seat(house, "aruze"))
    expect(page.locator("#balance")).to_have_text("1,000.00")
    page.click("#money")
    page.click("text=Card out")
    expect(page.locator("#notices .card")).to_contain_text("Put your player card in")
    page.keyboard.press("Escape")
    tap(page, "pass-line")
    expect(page.locator(".note.bad .clause")).to_have_text(" (3.13)")
    page.click("#money")
    for field, button, why in (
        ("#ticket-number", "Put the ticket in", "Type or scan the ticket's number first"),
        ("#card-number", "Card in", "Type or scan your card's number first"),
    ):
        page.fill(field, " ")
        page.click(f"#dialog-body >> text={button}")
        expect(page.locator(".note.bad")).to_have_text(why)
    page.fill("#card-number", house.floor.house.cage.card_of("ann"))
    page.click("#dialog-body >> text=Card in")
    expect(page.locator("#notices .card")).to_have_count(0)
    page.keyboard.press("Escape")
    tap(page, "pass-line")
    expect(page.locator("#balance")).to_have_text("995.00")
