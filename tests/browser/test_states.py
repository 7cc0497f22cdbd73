"""Every staff screen in every state: axe has nothing against it, nothing is cut, and what is decided stays in sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import FLOOR, Open
from tests.browser.dealing import enter, post, seat
from tests.browser.test_cage import CASS, sold
from tests.browser.test_dealer import THROW, crew, go_on
from tests.browser.test_everybody import AXE
from tests.browser.test_office import INSPECTOR, WALL, console, played
from tests.server.conftest import Running, running

from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.opening import supervisor_session
from feltwork.table.live import commands as ask

BROKEN = """() => [...document.querySelectorAll("button, th, td, li > span, h1, h2, .tag")]
  .filter((n) => n.checkVisibility() && !n.closest("svg") && n.textContent.trim() && n.textContent.length < 60)
  .filter((n) => {
    const range = document.createRange();
    range.selectNodeContents(n);
    const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 6)));
    const widest = Math.max(...n.textContent.trim().split(/[\\s·]+/).map((word) => word.length));
    return tops.size > 4 || (widest > 3 && n.clientWidth > 0 && n.clientWidth < 24);
  })
  .map((n) => n.outerHTML.slice(0, 120))"""
"""What is broken into more than four lines, or into letters."""
OVERLAP = """(chosen) => {
  const boxes = [...document.querySelectorAll(chosen)].filter((n) => n.checkVisibility()).map((n) => {
    const range = document.createRange();
    range.selectNodeContents(n);
    return [n.textContent, range.getBoundingClientRect()];
  });
  return boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
    .filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
    .map(([b]) => [a, b]));
}"""


class Walk:
    """States of a screen that were looked at, and what was found in each."""

    def __init__(self, page: Page) -> None:
        self.page, self.found = page, dict[str, object]()
        page.evaluate(AXE)

    def look(self, state: str) -> None:
        if self.page.evaluate("typeof axe") != "object":  # loaded anew
            self.page.evaluate(AXE)
        told: Any = self.page.evaluate("axe.run(document)")
        assert len(told["passes"]) > 8, "axe did not look"
        wrong = [f"{each['id']}: {each['nodes'][0]['html'][:140]}" for each in told["violations"]]
        self.found[state] = wrong + list(self.page.evaluate(BROKEN))

    def is_clean(self, states: int) -> None:
        assert len(self.found) == states
        assert not any(self.found.values()), {state: wrong for state, wrong in self.found.items() if wrong}


def test_the_crew_in_every_state(house: Running, open_screen: Open) -> None:
    """Waiting, a seat in hand, entering, confirming, refused, no roll, paying, corrected, on a phone."""
    page = open_screen(crew("craps"))
    expect(page.locator("#guide")).to_contain_text("After each result")
    walk = Walk(page)
    walk.look("empty")
    page.locator(".seat").first.click()
    walk.look("free seat")
    page.fill("#desk-player", "...")
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_be_visible()
    walk.look("refused")
    page.keyboard.press("Escape")
    seat(house)
    seat(house, number=2, name="ben")
    for number, wager, on in ((1, "win-line", None), (2, "place-to-win", 4), (2, "any-seven", None)):
        post(house, "craps", ask.PlaceWager(number, wager, 1_000, on), {1: "ann", 2: "ben"}[number], "player")
    page.locator(".seat").first.click()
    page.locator("#desk .more summary").click()
    walk.look("seat in hand")
    page.keyboard.press("Escape")
    page.locator(".die").first.click()
    walk.look("die lost?")
    page.keyboard.press("Escape")
    for name in ("trouble", "keeping", "crew"):
        page.locator(f"#{name} summary").click()
        walk.look(name)
        page.locator(f"#{name} summary").click()
    deals(house, walk)


def deals(house: Running, walk: Walk) -> None:
    """A round that is entered, confirmed, paid and corrected, as it goes on."""
    page = walk.page
    page.keyboard.press("f")
    walk.look("large felt")
    page.keyboard.press("f")
    go_on(page, *THROW, "Dice are thrown")
    page.keyboard.press("3")
    walk.look("entering")
    page.keyboard.press("n")
    walk.look("no roll")
    page.keyboard.press("n")
    page.keyboard.press("Backspace")  # the half entry, which is forgotten after two seconds if the walk was slow
    enter(page, "34")
    expect(page.locator("#entry")).to_have_class("panel confirming")
    walk.look("confirming")
    enter(page, "34")
    expect(page.locator(".paid")).to_be_enabled()
    walk.look("paying by seat")
    page.keyboard.press("g")
    walk.look("paying by area")
    page.keyboard.press("g")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(OVERLAP, ".guided li > span") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    walk.look("phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    post(house, "craps", ask.CorrectResult(4, 5, "misread by the crew"), "craps-boxperson", "boxperson")
    expect(page.locator("#corrected")).to_be_visible()
    walk.look("corrected")
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    expect(page.locator("#corrected")).to_be_hidden()
    walk.is_clean(16)


def test_the_supervisor_in_every_state(house: Running, open_screen: Open) -> None:
    """Every panel, a correction by eight faces with what it comes to, by keys alone, a table that is closed."""
    for number, name in ((1, "ann"), (2, "player-with-a-name-2"), (3, "player-with-a-name-3")):
        seat(house, number=number, name=name)
    ann = played(house)
    for number in (2, 3):
        post(house, "craps", ask.PlaceWager(number, "win-line", 500), f"player-with-a-name-{number}", "player")
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=500)
    page = console(house, open_screen, tab="signs")
    walk = Walk(page)
    for tab in ("signs", "seats", "rulings", "upkeep", "told"):
        page.click(f"#tab-{tab}")
        expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
        walk.look(tab)
    expect(page.locator("#told")).to_contain_text("Win line")
    page.click("#tab-signs")
    page.locator("input.amount").first.fill("10")
    expect(page.locator("#panel .was")).to_have_text("Minimum 5.00 → 10.00 (+5.00)")
    walk.look("limit changed")
    page.click("#tab-told")
    corrects(walk)
    closed(house, open_screen, walk)


def corrects(walk: Walk) -> None:
    """A paid round is corrected by keys alone: what it comes to is seen first, and what is decided stays in sight."""
    page = walk.page
    page.locator("#tab-told").focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-rulings")).to_have_attribute("aria-selected", "true")
    to(page, "Correct")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet .compared")).to_be_empty()
    walk.look("sheet")
    for face in ("5", "1"):
        to(page, face)
        page.keyboard.press("Enter")
    expect(page.locator("#sheet .compared tbody tr").first).to_be_visible()
    propose = page.get_by_role("button", name="Propose the correction")
    box = propose.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800, "what is decided is in sight"
    walk.look("compared")
    to(page, "seen on the recording")
    page.keyboard.press("Enter")
    to(page, "Propose the correction")
    page.keyboard.press("Enter")
    expect(page.locator("#waiting .compared tbody tr").first).to_be_visible()
    agrees = page.get_by_role("button", name="Second person agrees")
    box = agrees.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    walk.look("second person awaited")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    walk.look("phone")
    page.set_viewport_size({"width": 1280, "height": 800})


def closed(house: Running, open_screen: Open, walk: Walk) -> None:
    """A table that nobody plays at is closed: on the console, and at its crew."""
    page, dealing = walk.page, open_screen(crew("mini"))
    post(house, "mini", ask.CloseTable(), "sue", "gaming_manager")
    page.click("[data-table=mini]")
    expect(page.locator("#phase")).to_have_text("Table closed")
    walk.look("closed")
    walk.is_clean(11)
    expect(dealing.locator("#curtain")).to_contain_text("closed")
    walk = Walk(dealing)
    walk.look("closed")
    walk.is_clean(1)


def to(page: Page, name: str, most: int = 60) -> None:
    """On to the control of that name by Tab and, inside a zone, by the arrow keys."""
    for _ in range(most):
        at = page.evaluate("document.activeElement?.textContent.trim() ?? ''")
        if at.startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {name}")


def test_cage_and_inspector_in_every_state(house: Running, open_screen: Open) -> None:
    """Refused, sold, brought, asked for a second person; found, opened, settled line by line, verified."""
    cage = open_screen(CASS, "/cage")
    expect(cage.locator("#ticket-number")).to_be_focused()
    walk = Walk(cage)
    cage.fill("#ticket-number", "1234")
    cage.keyboard.press("Enter")
    expect(cage.locator("#verdict h3")).to_be_visible()
    walk.look("unknown ticket")
    number = sold(cage, "20")
    cage.fill("#ticket-number", number)
    cage.keyboard.press("Enter")
    expect(cage.get_by_role("button", name="Pay in cash")).to_be_focused()
    walk.look("ticket to pay")
    cage.click("#tab-forms")
    cage.fill("#deposit-player", "Mary Ann O'Brien")
    cage.fill("#deposit-amount", "20,100.00")
    cage.get_by_role("button", name="Take it in").click()
    expect(cage.locator("#stands")).to_contain_text("Mary Ann O'Brien")
    cage.fill("#pay-player", "Mary Ann O'Brien")
    cage.fill("#pay-amount", "15,000.00")
    cage.get_by_label("Paper shown").fill("passport")
    cage.get_by_role("button", name="Prepare the form").click()
    expect(cage.locator(".list")).to_contain_text(["15,000.00"])
    walk.look("form prepared")
    cage.click("#tab-cards")
    cage.fill("#card-player", "Mary Ann O'Brien")
    cage.get_by_role("button", name="Issue the card").click()
    expect(cage.get_by_role("button", name="Block")).to_be_visible()
    walk.look("card issued")
    cage.get_by_role("button", name="Block").click()
    walk.look("card to block")
    walk.is_clean(5)
    inspected(house, open_screen)


def inspected(house: Running, open_screen: Open) -> None:
    """What the inspector looks at of the same evening."""
    seat(house)
    played(house)
    page = open_screen(INSPECTOR, "/inspect")
    expect(page.locator("#found tbody tr").first).to_be_visible()
    expect(page.locator("#found")).to_contain_text("amount 15,000.00")
    walk = Walk(page)
    page.locator("#found tr.event").first.click()
    expect(page.locator("tr.more").first).to_be_visible()
    walk.look("event opened")
    page.fill("#search [name=person]", "nobody-at-all")
    page.keyboard.press("Enter")
    expect(page.locator("#found tr.event")).to_have_count(0)
    walk.look("nothing found")
    page.click("#tab-rounds")
    page.locator("#round-table").select_option("craps")
    page.locator("#round-list button").first.click()
    expect(page.locator("#round .settled tbody tr").first).to_contain_text("Win line")
    walk.look("round")
    page.click("#tab-proof")
    page.get_by_role("button", name="Verify the whole log").click()
    expect(page.locator(".word")).to_be_visible()
    walk.look("verified")
    walk.is_clean(4)


def opened(chromium: Browser, house: Running, session: Session, path: str) -> Page:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_cookies([{"name": "feltwork", "value": house.token(session), "url": house.address}])
    page = context.new_page()
    page.goto(house.address + path)
    return page


def test_the_staff_when_the_line_is_lost(chromium: Browser, tmp_path: Path) -> None:
    """Each says so in words, and axe has nothing against it; the frame grows with a large screen."""
    config = FloorConfig(FLOOR[:1], str(tmp_path / "floor.sqlite"))
    shown = (
        (crew("craps"), "/deal", "#curtain"),
        (supervisor_session(config), "/supervise?table=craps", "#notices"),
        (CASS, "/cage", "#state"),
        (WALL, "/wall?table=craps", "#phase"),
        (INSPECTOR, "/inspect", "#found"),
    )
    with running(config) as house:
        seat(house)
        pages = [(opened(chromium, house, session, path), says) for session, path, says in shown]
        for page, _ in pages:
            page.wait_for_selector("body:not(.connecting)")
            if page.locator("header button").count() == 0:
                continue
            small = page.locator("header button:visible").first.evaluate("(n) => n.getBoundingClientRect().height")
            page.set_viewport_size({"width": 1920, "height": 1080})
            large = page.locator("header button:visible").first.evaluate("(n) => n.getBoundingClientRect().height")
            assert large >= small * 1.2
            page.set_viewport_size({"width": 1280, "height": 800})
        walks = [(Walk(page), page.locator(says)) for page, says in pages]
    walks[-1][0].page.locator("#search button[type=submit]").click()  # an inspector's screen asks when it is told to
    for walk, says in walks:
        expect(says).to_contain_text("onnection lost")
        walk.look("lost")
        walk.is_clean(1)
        walk.page.context.close()


def test_the_wall_in_every_state(house: Running, open_screen: Open) -> None:
    """No such table, one table before and after a result, all tables in turn, and none open."""
    page = open_screen(WALL, "/wall?table=nowhere", (1920, 1080))
    expect(page.locator("#name")).to_contain_text("nowhere")
    walk = Walk(page)
    walk.look("no such table")
    page.goto(f"{house.address}/wall?table=craps")
    expect(page.locator("#sign tbody tr").first).to_be_visible()
    walk.look("one table")
    seat(house)
    played(house)
    expect(page.locator(".said")).to_contain_text("7")
    walk.look("a result")
    page.goto(f"{house.address}/wall?table=lucky")
    expect(page.locator("#sign tbody tr").first).to_be_visible()
    walk.look("a wheel")
    for table in ("crown", "mini", "aruze", "wheel", "lucky", "dragon"):
        post(house, table, ask.CloseTable(), "sue", "gaming_manager")
    page.goto(f"{house.address}/wall")
    expect(page.locator("#sign tbody tr").first).to_be_visible()
    walk.look("the one that is open")
    walk.is_clean(5)
