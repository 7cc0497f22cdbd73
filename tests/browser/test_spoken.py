"""What players say: wagers aloud, another who throws, a colour shared; and an entry that the boxperson sees."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import balance, enter, life_of, seat, tap
from tests.browser.test_dealer import THROW, crew, go_on, sent
from tests.server.conftest import Running

from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import BuyColour, OpenBets

ALOUD = [("wheel", "3.11", "straight", "[17]"), ("dragon", "6.7", "total", "8")]


def stakes(house: Running, table: str, number: int) -> list[int]:
    """What lies on the layout for a seat."""
    game = life_of(house, table).game
    assert game is not None
    return [standing.stake for standing in game.layout.values() if standing.seat == number]


def confirm(page: Page, words: str, clause: str) -> None:
    """The crew's card of a wager that was called aloud."""
    expect(page.locator(".call")).to_contain_text(words)
    page.locator(".call .act").click()
    expect(page.locator(".call")).to_have_count(0)


@pytest.mark.parametrize(("table", "clause", "wager", "on"), ALOUD)
def test_a_wager_is_called_aloud_at_the_terminal_and_by_the_crew(
    house: Running, open_screen: Open, table: str, clause: str, wager: str, on: str
) -> None:
    """Roulette 3.11, Dragon Fire 6.7: it stands once the dealer has put it down."""
    ann, page = seat(house, table), open_screen(crew(table))
    seat(house, table, 2, "bob")
    sent(house, table, f"{table}-dealer", "dealer", OpenBets())
    player = open_screen(ann)
    player.click("#show-more")
    player.click("text=Call a bet aloud")
    tap(player, wager, on)
    expect(player.locator("#dialog-body")).to_contain_text(clause)
    player.fill("#aloud-amount", "10")
    player.click("text=Call it")
    expect(player.locator(".note")).to_contain_text("Called. It counts when the crew has confirmed it")
    assert balance(house, 1, table) == 100_000
    confirm(page, "Seat 1, ann calls aloud: 10.00", clause)
    assert stakes(house, table, 1) == [10_00]
    page.locator(".seat").nth(1).click()
    page.get_by_role("button", name="Called aloud").click()
    page.fill("#desk-asked", "twenty over there, please")
    tap(page, wager, on)
    page.fill("#sheet [name=amount]", "20")
    page.get_by_role("button", name="Enter the call").click()
    confirm(page, "Seat 2, bob calls aloud: 20.00", clause)
    assert stakes(house, table, 2) == [20_00]


def test_another_person_throws_for_the_shooter(house: Running, open_screen: Open) -> None:
    """Crown 5.1.1(b)(i): named at the shooter's terminal, or told to the crew; a seat is not needed."""
    ann, page = seat(house, "crown"), open_screen(crew("crown"))
    bob = seat(house, "crown", 2, "bob")
    sent(house, "crown", "ann", "player", ask.PlaceWager(1, "win-line", 10_00))
    go_on(page, *THROW)
    player, other = open_screen(ann), open_screen(bob)
    player.click("text=Let another throw…")
    player.get_by_role("button", name="Seat 2, bob").click()
    expect(page.locator(".seat").first).to_contain_text("bob throws")
    expect(other.locator("#hands")).to_contain_text("You throw for seat 1")
    player.click("text=bob throws for you…")
    player.fill("#thrower", "aunt may")
    player.click("text=Let them throw")
    expect(page.locator(".seat").first).to_contain_text("aunt-may throws")
    page.locator(".seat").first.click()
    page.get_by_role("button", name="Another throws…").click()
    page.locator("#sheet").get_by_role("button", name="ann").click()
    page.get_by_role("button", name="Lets them throw").click()
    expect(page.locator(".seat").first).to_contain_text("ann throws")
    page.get_by_role("button", name="Done with this seat").click()
    go_on(page, "Dice are thrown")


@pytest.mark.parametrize("at", ["terminal", "crew", "seat in hand"])
def test_a_colour_is_shared_with_its_holders_consent(house: Running, open_screen: Open, at: str) -> None:
    """Roulette 3.7: asked for at a terminal, agreed to by who has it, then issued; once."""
    ann, bob, page = seat(house, "wheel"), seat(house, "wheel", 2, "bob"), open_screen(crew("wheel"))
    sent(house, "wheel", "wheel-dealer", "dealer", OpenBets(), BuyColour(1, "blue", 1_00, 20_00))
    player = open_screen(bob)
    player.click("#money")
    player.select_option("#colour", label="blue: if seat 1 agrees")
    player.click("text=Ask for 20 checks")
    expect(page.locator(".call")).to_contain_text("Seat 2, bob asks for 20.00 in blue checks")
    expect(page.locator(".call")).to_contain_text("seat 1 has blue and has not agreed to share it")
    expect(page.locator(".call .act")).to_be_disabled()
    if at == "terminal":
        holder = open_screen(ann)
        holder.click("text=Share blue with seat 2, bob")
        expect(holder.locator("#hands")).not_to_contain_text("Share blue")
    elif at == "crew":
        page.get_by_role("button", name="Seat 1 agrees").click()
    else:
        page.locator(".seat").first.click()
        page.click("text=Money, checks and leaving")
        page.get_by_role("button", name="Agrees to share").click()
        page.get_by_role("button", name="Done with this seat").click()
    page.locator(".call .act").click()
    expect(page.locator(".call")).to_have_count(0)
    life = life_of(house, "wheel")
    assert (life.colours.issued[2].colours, life.colours.agreed) == (("blue",), frozenset())


@pytest.mark.parametrize(("table", "clause"), [("craps", "4.4.3"), ("crown", "5.3.1(b)(i)")])
def test_the_boxperson_sees_an_entry_before_a_chip_moves(
    house: Running, open_screen: Open, table: str, clause: str
) -> None:
    """At the shared screen, and at one of the boxperson's own."""
    box = next(person for person, role in crew(table).people if role == "boxperson")
    page, own = open_screen(crew(table)), open_screen(Session("crew", ((box, "boxperson"),), table))
    ann = open_screen(seat(house, table))
    sent(house, table, "ann", "player", ask.PlaceWager(1, "win-line", 10_00))
    go_on(page, *THROW, "Dice are thrown")
    expect(page.locator("#entry .go")).to_contain_text("Enter")
    enter(page, "34")
    for screen in (page, own, ann):
        expect(screen.locator("#phase")).to_have_text("Called: 3 and 4 — not paid yet")
    looks = f"Boxperson: look at the dice now. Nothing is paid before it is confirmed ({clause})."
    for screen in (page, own):
        expect(screen.locator("#entry")).to_contain_text(looks)
    assert (balance(house, 1, table), stakes(house, table, 1)) == (99_000, [10_00])
    enter(page, "34")
    expect(page.locator("#entry")).to_be_hidden()
    assert balance(house, 1, table) == 101_000
