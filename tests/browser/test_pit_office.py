"""The pit office by hand: an exclusion, a dispute, a promotion from its draft to its prize, the board of duties."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Open
from tests.browser.dealing import seat
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.browser.test_office import INSPECTOR, played
from tests.promotion.terms import terms_from
from tests.server.conftest import Running

from feltwork.duties import commands as duty
from feltwork.engine.envelope import Envelope
from feltwork.games.promotion import DAY
from feltwork.incidents import commands as incident
from feltwork.promotion import commands as promotion
from feltwork.server.auth.sessions import Session
from feltwork.store.checkpoints import export
from feltwork.verifier.keys.checkpoint import load_private, make_key
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

MIA = Session("supervisor", (("mia", "gaming_manager"), ("mia", "boxperson")))
MAX = Session("supervisor", (("max", "boxperson"), ("max", "gaming_manager")))
HOUR = 3_600_000_000
NUMBERS = count(1)


def office(open_screen: Open, who: Session, tab: str, size: tuple[int, int] = DESK) -> Page:
    page = open_screen(who, f"/office#{tab}", size)
    expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
    expect(page.locator("#panel .bar")).to_be_visible()
    return page


def sheet(page: Page, press: str, act: str = "", **fields: str) -> None:
    """Press a button, fill in the sheet that comes, and send it."""
    page.get_by_role("button", name=press, exact=True).first.click()
    filled(page, act or press, **fields)


def filled(page: Page, act: str, **fields: str) -> None:
    dialog = page.locator("#sheet")
    expect(dialog).to_be_visible()
    for name, value in fields.items():
        place = dialog.locator(f"[name={name!r}]")
        if place.evaluate("node => node.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    dialog.get_by_role("button", name=act, exact=True).click()


def done(page: Page) -> None:
    expect(page.locator("#sheet")).not_to_be_visible()


def send(house: Running, body: Any, actor: str, role: str, where: str) -> int:
    given = house.floor.house.post(Envelope(f"sent-{next(NUMBERS)}", where, actor, role, body)).result()
    assert not given.reason, given
    return given.last


def sound(house: Running) -> None:
    reading = read_log(house.floor.house.url)
    try:
        assert verify(reading) == []
    finally:
        reading.close()


def test_an_exclusion_from_report_to_lifting(house: Running, open_screen: Open) -> None:
    page = office(open_screen, MIA, "incidents")
    page.get_by_role("button", name="Report an incident").first.click()
    dialog = page.locator("#sheet")
    dialog.locator("[name=book]").select_option("star-craps")
    expect(dialog.locator("[name=offence] option")).to_have_count(3)
    filled(page, "Report an incident", offence="device", person="ann", words="a computer in a shoe")
    done(page)
    detail = page.locator(".detail")
    expect(detail).to_contain_text("a computer in a shoe")
    expect(detail.locator(".powers button")).to_have_count(4)  # void, bar, exclude, detain: no others
    sheet(page, "Exclude 9.3.3", "Exclude", reason="used a device")
    done(page)
    expect(detail.locator("[data-measure='2']")).to_contain_text("holds")
    page.click("#tab-register")
    expect(page.locator(".list tbody tr")).to_have_count(1)
    expect(page.locator(".list tbody tr")).to_contain_text("used a device")
    page.click("#tab-incidents")
    sheet(page, "Lift", reason="it was a telephone")
    done(page)
    expect(detail.locator("[data-measure='2']")).to_contain_text("lifted")
    sound(house)


def test_an_inspector_finds_last_months_exclusions(
    house: Running, open_screen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was excluded last month, and why: two presses, and nothing that can be changed."""
    told = incident.ReportIncident("star-craps", "device", "ann", "a computer in a shoe")
    send(house, told, "mia", "gaming_manager", "incidents")
    send(house, incident.TakeMeasure(1, "exclude", "used a device"), "mia", "gaming_manager", "incidents")
    now = house.floor.house.now()
    this_month = datetime.fromtimestamp(now / 1e6).astimezone().replace(day=1, hour=12)
    in_the_next = (this_month + timedelta(days=32)).replace(day=2)
    later = int(in_the_next.timestamp() * 1e6)
    monkeypatch.setattr(house.floor.house.queue.desk, "now", lambda: later)
    monkeypatch.setattr(house.floor.house, "now", lambda: later)
    told = incident.ReportIncident("star-craps", "device", "ben", "a camera")
    number = send(house, told, "mia", "gaming_manager", "incidents")
    send(house, incident.TakeMeasure(number, "bar", "filmed the dice"), "mia", "gaming_manager", "incidents")
    page = office(open_screen, INSPECTOR, "register")
    expect(page.locator(".list tbody tr")).to_contain_text(["ben"])
    page.click("#month-last")
    expect(page.locator(".list tbody tr")).to_have_count(1)
    expect(page.locator(".list tbody tr")).to_contain_text("ann")
    expect(page.locator(".list tbody tr")).to_contain_text("used a device. Seen: a computer in a shoe")
    page.click("#month-all")
    expect(page.locator(".list tbody tr")).to_have_count(2)
    for tab in ("incidents", "disputes", "promotions", "duties", "outbox"):
        page.click(f"#tab-{tab}")
        expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
        assert page.locator("#panel button.act, #panel button.danger, .powers button").count() == 0


def test_a_dispute_on_its_ladder(house: Running, open_screen: Open, tmp_path: Path) -> None:
    seat(house)
    played(house)
    make_key(tmp_path / "floor.key")
    signed = house.floor.log_checks.checkpoint = tmp_path / "floor.checkpoint"
    export(house.floor.house.reader, signed, load_private(tmp_path / "floor.key"))
    page = office(open_screen, MIA, "disputes")
    sheet(page, "Note a dispute", book="star-craps", person="ann", table="craps", words="paid 5 to 1, not 7")
    done(page)
    detail = page.locator(".detail")
    expect(detail.locator(".steps .now")).to_have_text("raised")
    expect(detail).to_contain_text("By boxperson, gaming supervisor")
    sheet(page, "Decide", finding="it was paid right", compensation="2x")
    expect(page.locator("#sheet .why")).to_contain_text("2x")
    page.locator("#sheet [name=compensation]").fill("")
    page.locator("#sheet").get_by_role("button", name="Decide").click()
    done(page)
    expect(detail).to_contain_text("mia, boxperson: it was paid right")
    page.get_by_role("button", name="Attach the evidence pack").click()
    expect(detail.locator("a[href^='/api/pit/evidence/']")).to_be_visible()
    page.get_by_role("button", name="A review is requested").click()
    review = page.get_by_role("button", name="Decide on review")
    expect(review).to_be_disabled()  # somebody else reviews it, not whoever decided
    other = office(open_screen, MAX, "disputes")
    sheet(other, "Decide on review", finding="it was short", compensation="20")
    done(other)
    expect(other.locator(".detail")).to_contain_text("20.00")
    other.get_by_role("button", name="Close: not satisfied").click()
    expect(other.locator(".refused")).to_contain_text("right to lodge a complaint")
    sheet(other, "Told of the right to complain", how="in person")
    done(other)
    other.get_by_role("button", name="Close: not satisfied").click()
    expect(other.locator(".detail .steps .now")).to_have_text("closed")
    assert house.floor.house.queue.desk.cage.purses["ann"] == 20_00
    sound(house)


def field(at: int) -> str:
    """A time as a field has it; the browser's zone is the machine's."""
    return datetime.fromtimestamp(at / 1e6).astimezone().strftime("%Y-%m-%dT%H:%M")


def minute(at: int) -> int:
    return at - at % 60_000_000


def write_terms(page: Page, commences: int, closes: int, draws: int) -> None:
    """Every item of the terms, and a prize: first one that is barred."""
    page.get_by_role("button", name="Write the terms").click()
    dialog = page.locator("#sheet")
    for name in (
        "manner",
        "awarded",
        "eligible",
        "nature",
        "place",
        "claiming",
        "told",
        "published",
        "conditions",
        "marketing",
        "available",
    ):
        dialog.locator(f"[name={name}]").fill(f"as the house says of {name}")
    dialog.locator("[name=wager_required]").select_option("no")
    dialog.locator("[name=presence]").select_option("not required")
    for name, at in (("commences", commences), ("closes", closes), ("draws_at", draws)):
        dialog.locator(f"[name={name}]").fill(field(at))
    dialog.get_by_role("button", name="Add a prize").click()
    filled(page, "Keep the draft", **{"name-0": "a carton of cigarettes", "value-0": "50", "kind-0": "tobacco"})
    expect(dialog.locator(".why")).to_contain_text("10.5.1")
    filled(page, "Keep the draft", **{"name-0": "five hundred dollars", "value-0": "500", "kind-0": "money"})
    done(page)


def test_a_promotion_from_draft_to_paid(house: Running, open_screen: Open) -> None:
    house.floor.draw_key = b"d" * 32
    desk = house.floor.house.queue.desk
    now = minute(house.floor.house.now())
    commences, closes, draws = now + 2 * DAY, now + 3 * DAY, now + 4 * DAY
    page = office(open_screen, MIA, "promotions")
    sheet(page, "New promotion", "Draft", name="spring", title="Spring draw")
    done(page)
    detail = page.locator(".detail")
    expect(detail.locator(".lacks").first).to_contain_text("the manner in which the prize is awarded")
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.locator(".refused")).to_contain_text("10.")
    write_terms(page, commences, closes, draws)
    expect(detail).not_to_contain_text("missing")
    page.get_by_role("button", name="Submit to the regulator").click()
    sheet(page, "The regulator has the details", means="by hand", proof="a receipt")
    done(page)
    page.get_by_role("button", name="Commence").click()
    expect(page.locator(".refused")).to_contain_text("less than 24 hours")
    desk.now = lambda: commences
    page.get_by_role("button", name="Commence").click()
    for player in ("ann", "ben", "cat"):
        sheet(page, "Enter a player", player=player)
        done(page)
    expect(detail).to_contain_text("3, from 3 people")
    desk.now = lambda: closes + 1
    page.get_by_role("button", name="Freeze the list").click()
    sheet(page, "Oversee the draw", word="a word of hers")
    expect(page.locator("#sheet .why")).to_contain_text("two people")
    page.locator("#sheet").get_by_role("button", name="Cancel").click()
    other = office(open_screen, MAX, "promotions")
    sheet(other, "Oversee the draw", word="a word of his")
    done(other)
    desk.now = lambda: draws
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(detail.locator("[data-award='1']")).to_contain_text("won")
    page.get_by_role("button", name="Recompute the draws").click()
    expect(page.locator("#recomputed")).to_contain_text("1 draw from 3 entries")
    sheet(page, "Tell the winner", means="telephone", reached="yes")
    done(page)
    sheet(page, "Claims the prize", identified="passport")
    done(page)
    sheet(page, "Give the prize", **{"by-cheque": "300", "by-cash": "100"})
    expect(page.locator("#sheet .why")).to_contain_text("10.4")
    page.locator("#sheet [name=by-cash]").fill("200")
    page.locator("#sheet").get_by_role("button", name="Give the prize").click()
    done(page)
    expect(detail.locator("[data-award='1']")).to_contain_text("paid")
    page.get_by_role("button", name="Close the promotion").click()
    expect(detail.locator(".steps .now")).to_have_text("closed")
    sound(house)


def test_the_board_of_duties(house: Running, open_screen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    now = house.floor.house.now()
    raised = duty.RaiseDuty("count the seals", "gaming_manager", now + HOUR, "9.3.3")
    send(house, raised, "mia", "gaming_manager", "duties")
    send(house, duty.RaiseDuty("change the locks", "pit_boss", now + 3 * HOUR), "mia", "gaming_manager", "duties")
    monkeypatch.setattr(house.floor.house.queue.desk, "now", lambda: now + 2 * HOUR)
    monkeypatch.setattr(house.floor.house, "now", lambda: now + 2 * HOUR)
    send(house, duty.EscalateDuties(), "outbox", "system", "duties")
    page = office(open_screen, MIA, "duties")
    expect(page.locator("#tab-duties .waits")).to_have_text("1")
    rows = page.locator(".list tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("the manager was told")
    page.locator("#duty-clause").fill("9.3")
    page.locator("#duty-clause").press("Enter")
    expect(rows).to_have_count(1)
    rows.first.click()
    sheet(page, "Mark as done", how="counted with the cage")
    done(page)
    expect(page.locator(".list")).to_contain_text("Nothing of this kind")
    page.click("#duties-late")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("done late")
    page.click("#tab-outbox")
    expect(page.locator(".list tbody tr").first).to_contain_text("Manager")
    sheet(page, "Delivered by hand", means="telephone", proof="spoke to K.")
    done(page)
    expect(page.locator(".detail")).to_contain_text("spoke to K.")


@pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_office_has_no_serious_fault(house: Running, open_screen: Open, size: tuple[int, int], scheme: str) -> None:
    now = house.floor.house.now()
    send(house, incident.ReportIncident("crown-craps", "device", "ann", "a camera"), "pat", "pit_boss", "incidents")
    send(house, incident.TakeMeasure(1, "bar", "filmed the dice"), "pat", "pit_boss", "incidents")
    send(house, incident.TakeMeasure(1, "detain", "until police come"), "pat", "pit_boss", "incidents")
    send(house, incident.RaiseDispute("crown-craps", "ben", "the die was cocked"), "pat", "pit_boss", "incidents")
    send(house, promotion.DraftPromotion(("star-craps",), terms_from(now)), "mia", "gaming_manager", "spring")
    page = office(open_screen, MIA, "incidents", size)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two
    found = {}
    for tab in ("register", "incidents", "disputes", "promotions", "duties", "outbox", "people"):
        page.click(f"#tab-{tab}")
        expect(page.locator("#panel")).to_have_attribute("aria-labelledby", f"tab-{tab}")
        if tab == "people":
            page.locator("#panel [name=who]").fill("ann")
            page.get_by_role("button", name="Look up").click()
            expect(page.locator("#person")).to_contain_text("in force")
        found[tab] = serious(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, tab
    page.click("#tab-incidents")
    page.locator(".pick").first.click()
    expect(page.locator(".detail h2")).to_be_in_viewport()  # on a phone it lies below the list
    page.click("#tab-promotions")
    page.get_by_role("button", name="Write the terms").click()
    found["terms"] = serious(page)
    assert not any(found.values()), found
