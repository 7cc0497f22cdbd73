"""Powers that are seldom used, each from the screen of whoever has it: order to pass, the stick, invalid wagers."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, deal, life_of, post, seat, until
from tests.browser.test_office import console
from tests.server.conftest import Running

from feltwork.refusal import Refusal
from feltwork.server.opening import crew_session
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import AssignCrew, DeclareWager, PlaceWager
from feltwork.table.live.decide import decide


def has_the_dice(house: Running, table: str, wager: str) -> None:
    """Seat 1 shoots."""
    seat(house, table)
    post(house, table, PlaceWager(1, wager, 25_00), "ann", "player")
    deal(house, table, (1, 2), stop=lambda life: life.shooter.seat is not None and len(life.dice.hand) == 2)
    assert life_of(house, table).shooter.seat == 1


def test_a_boxperson_orders_the_shooter_to_pass(house: Running, open_screen: Open) -> None:
    """Star Craps 3.7.2: for one of the book's reasons, on the crew's screen; without a shooter it is not offered."""
    page = open_screen(crew_session(house.config.tables[0]), "/deal")
    page.click("#trouble summary")
    expect(page.get_by_role("button", name="to pass the dice")).to_have_count(0)
    has_the_dice(house, "craps", "win-line")
    order = page.locator(".order", has_text="Order seat 1 to pass the dice")
    expect(order.locator("option")).to_have_text(["unreasonable delay", "repeated invalid rolls", "broke the rules"])
    order.locator("select").select_option("repeated invalid rolls")
    order.locator("button").scroll_into_view_if_needed()
    order.locator("button").click()
    until(lambda: life_of(house, "craps").shooter.seat is None)
    expect(page.get_by_role("button", name="to pass the dice")).to_have_count(0)


def test_a_supervisor_of_dragon_fire_orders_the_shooter_to_pass(house: Running, open_screen: Open) -> None:
    """Dragon Fire 3.6.2: the casino supervisor's order, so it stands on the console."""
    has_the_dice(house, "dragon", "dragon")
    page = console(house, open_screen, "dragon", "upkeep")
    order = page.locator(".order", has_text="Order seat 1 to pass the dice")
    order.locator("select").select_option("broke the rules")
    order.locator("button").click()
    until(lambda: life_of(house, "dragon").shooter.seat is None)
    expect(order).to_have_count(0)


def test_a_boxperson_acts_as_stickperson_at_mini_craps(house: Running, open_screen: Open) -> None:
    """Crown Craps 7.3.3, 7.4.2: let by a pit boss; only from then on, and until it ends, are oral wagers taken."""
    seat(house, "mini")
    page = console(house, open_screen, "mini", "upkeep")
    expect(page.get_by_role("heading", name="Crew")).to_be_visible()
    expect(page.get_by_role("button", name="acts as stickperson")).to_have_count(0)
    post(house, "mini", AssignCrew("bea", "boxperson"), "floor-manager", "pit_boss")
    page.get_by_role("button", name="bea acts as stickperson").click()
    ends = page.get_by_role("button", name="bea gives the stick back")
    expect(ends).to_be_visible()

    def taken() -> bool:
        said = decide(life_of(house, "mini"), DeclareWager(1, "field", 25_00), Asker("ann", "player", 0))
        return not isinstance(said, Refusal)

    assert life_of(house, "mini").crew.stick == "bea"
    assert taken()
    ends.click()
    expect(page.get_by_role("button", name="bea acts as stickperson")).to_be_visible()
    assert life_of(house, "mini").crew.stick is None
    assert not taken()


def test_wagers_with_anothers_card_are_found_invalid(house: Running, open_screen: Open) -> None:
    """Aruze 3.13, 3.14: on the console, with the claim that changes nothing; the stake is back and the card is out."""
    seat(house, "aruze")
    post(house, "aruze", PlaceWager(1, "field", 25_00), "ann", "player")
    page = console(house, open_screen, "aruze", "seats")
    page.get_by_label("More for seat 1").select_option(label="Card rule not kept…")
    page.get_by_role("button", name="another's player card").click()
    page.get_by_label("What the player claims").fill("power of attorney")
    page.get_by_role("button", name="Declare them invalid").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    until(lambda: balance(house, table="aruze") == 1_000_00)
    assert life_of(house, "aruze").terminals.cards == {}
