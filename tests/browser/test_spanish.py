"""Every screen in Spanish: nothing of it is left in English, neither what is read nor what a screen reader says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import seat, tap
from tests.browser.test_cage import CASS
from tests.browser.test_dealer import crew
from tests.browser.test_office import INSPECTOR, WALL, played
from tests.server.conftest import Running

from feltwork.server.auth.sessions import Session
from feltwork.server.opening import supervisor_session
from feltwork.server.texts import FIRST, catalogue

SPANISH = "es-MX"
SHOWN = """() => {
  const told = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest("script, style")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) told.add(node.getAttribute(name) ?? "");
    for (const child of node.childNodes)
      if (child.nodeType === 3 && !node.closest("svg")) told.add(child.data); // a felt is printed as its book says
  }
  return [...told].map((words) => words.trim().replace(/\\s+/g, " ")).filter(Boolean);
}"""
ENGLISH = re.compile(
    r"\b(the|of|is|are|and|or|to|with|without|not|by|from|on|at|for|was|has|have|been|this|that|what|who|you|your|bets?|"
    r"seats?|rounds?|tables?|dealer|chips|wagers?|paid|pays|win|thrown|ball|number|nobody|nothing)\b",
    re.IGNORECASE,
)
"""Words that no Spanish sentence has."""
BESIDE = re.compile(r"\([^()]*\)")
"""A Spanish name gives the felt's word beside it, and a book its casino."""
NAMES = re.compile(
    r"\b[\w.]+-(dealer|boxperson|stickperson|\d+)\b|\b(table|cage|refused)/[\w-]+|marca (On|Off)|Lucky Ball"
)
"""Ids of people, pieces and streams."""
AS_WRITTEN = {"opposite sides", "material plastic"}
"""What was written down when a piece was checked; the log is in the language that it was written in."""


def left_in_english(page: Page) -> list[str]:
    """What a screen shows in English: by its words, or because a catalogue has it so and otherwise in Spanish."""
    here = catalogue("es")
    known = {str(text).lower() for key, text in catalogue(FIRST).items() if text != here[key]}
    known -= {str(text).lower() for text in here.values()}
    return [
        words
        for words in page.evaluate(SHOWN)
        if (ENGLISH.search(NAMES.sub("", BESIDE.sub("", words))) or (words.lower() in known and " " in words))
        and not any(each in words for each in AS_WRITTEN)
    ]


def spoken(page: Page, ready: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator(ready).first).to_be_visible()
    assert left_in_english(page) == []


@pytest.mark.parametrize("table", ["craps", "crown", "wheel", "lucky", "dragon"])
def test_a_table_is_in_spanish_for_players_and_crew(house: Running, open_screen: Open, table: str) -> None:
    """The felt, a refusal at a spot, the card of wagers, and every step of the crew with why it cannot be done now."""
    page = open_screen(seat(house, table), locale=SPANISH)
    spoken(page, ".area.legal, .area.barred, .area")
    if table == "craps":
        tap(page, "come")
        spoken(page, "#refusal .now")
        tap(page, "field")
        spoken(page, ".own .chips")
    for button in ("#show-card", "#show-more", "#money"):
        page.locator(button).click(force=True)
        spoken(page, "#dialog[open], dialog[open]")
        page.keyboard.press("Escape")
    page.context.close()
    spoken(open_screen(crew(table), "/deal", locale=SPANISH), "#seats .seat")
    spoken(open_screen(WALL, f"/wall?table={table}", locale=SPANISH), "#sign tbody tr")


def test_the_offices_are_in_spanish(house: Running, open_screen: Open) -> None:
    """All tabs of all staff screens, but what the log says: that is kept as it was written."""
    seat(house)
    played(house)
    boss = supervisor_session(house.config)
    rooms: list[tuple[Session, str, str]] = [
        (boss, "/supervise?table=craps", "#panel tr"),
        (CASS, "/cage", "#ticket-number"),
        (boss, "/office", "[role=tab]"),
        (boss, "/report", ".reading"),
        (boss, "/tournament", "h1"),
        (boss, "/account", "h1"),
        (INSPECTOR, "/rules", "h1"),
        (boss, "/", "h1"),
    ]
    for session, path, ready in rooms:
        page = open_screen(session, path, locale=SPANISH)
        spoken(page, ready)
        tabs = page.locator("[role=tab]:visible")
        for name in [tab.split("\n")[0] for tab in tabs.all_inner_texts() if not tab.startswith("Registro")]:
            tabs.filter(has_text=name).first.dispatch_event("click")
            spoken(page, "h1")
        page.context.close()
