"""A correction reaches the crew as a card that must be acknowledged, and the guide shows what was corrected."""

from __future__ import annotations

import msgspec
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import deal, life_of, post, seat
from tests.browser.test_dealer import crew
from tests.browser.test_everybody import serious
from tests.server.conftest import Running

from feltwork.server.opening import SUPERVISOR
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import CorrectPaidRound, SecondCorrection

BOX = ("craps-boxperson", "boxperson")


def moves(page: Page) -> list[tuple[int, int, int]]:
    """Of each seat on the card: what to take, what to pay."""
    found = page.locator("#corrected li").all()
    read = [[int(row.get_attribute(f"data-{what}") or 0) for what in ("seat", "take", "pay")] for row in found]
    return [(one, two, three) for one, two, three in read]


def test_9_13_the_crew_are_told_what_to_take_and_pay_of_a_corrected_round(house: Running, open_screen: Open) -> None:
    """At once and after chips have moved; on two screens, and after a reload, until one of the crew acknowledges it."""
    seat(house)
    seat(house, number=2, name="ben")
    for number, wager in ((1, "win-line"), (1, "field"), (2, "any-seven")):
        post(house, "craps", ask.PlaceWager(number, wager, 1_000), {1: "ann", 2: "ben"}[number], "player")
    page, other = open_screen(crew("craps")), open_screen(crew("craps"))
    deal(house, "craps", (3, 4))
    expect(page.locator("#guide h2")).to_have_text("Take and pay · 3 and 4, total 7")
    post(house, "craps", ask.CorrectResult(4, 5, "misread by the crew"), *BOX)
    for screen in (page, other):
        card = screen.locator("#corrected")
        expect(card).to_contain_text("Round corrected")
        expect(card).to_contain_text("4 and 5, total 9")
        # The line had won 10 and is up again; the field had lost 10 and wins 10; any seven had won 40 and loses 10.
        assert moves(screen) == [(1, 0, 1_000), (2, 5_000, 0)]
        expect(card).to_contain_text("Back on the layout: Win Line, 10.00")
        expect(screen.locator("#guide h2")).to_contain_text("4 and 5, total 9")
    assert serious(page) == []
    page.reload()
    expect(page.locator("#corrected")).to_be_visible()
    for key in ("Escape", "Space", "n", "f"):
        page.keyboard.press(key)
    expect(page.locator("#corrected")).to_be_visible()
    assert life_of(house, "craps").shooter.offered is None, "nothing goes on behind the card"
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    for screen in (page, other):
        expect(screen.locator("#corrected")).to_be_hidden()
    row = list(house.floor.house.reader.log.read("table/craps"))[-1]
    assert (row.kind, msgspec.json.decode(row.body)["person"]) == ("correction-acknowledged", "craps-dealer")

    post(house, "craps", ask.PlaceWager(2, "field", 500), "ben", "player")
    deal(house, "craps", (2, 2))
    version = max(life_of(house, "craps").rounds.kept)
    post(house, "craps", ask.PlaceWager(2, "field", 500), "ben", "player")
    other.close()
    post(house, "craps", CorrectPaidRound(version, [3, 3], "seen on the recording"), SUPERVISOR, "casino_supervisor")
    post(house, "craps", SecondCorrection(version), "sue", "gaming_manager")
    expect(page.locator("#corrected")).to_contain_text("3 and 3, total 6")
    expect(page.locator("#corrected")).to_contain_text("seen on the recording. floor-manager and sue.")
    expect(page.locator("#guide h2")).to_have_text("Corrected to 3 and 3, total 6")
    assert moves(page) == [(2, 1_000, 0)], "the field of 4 had won 5, and of 6 loses 5"
    page.wait_for_timeout(800)
    page.get_by_role("button", name="Taken and paid").click()
    expect(page.locator("#corrected")).to_be_hidden()
    page.reload()
    expect(page.locator("#guide h2")).to_have_text("Corrected to 3 and 3, total 6")
    expect(page.locator("#corrected")).to_be_hidden()
