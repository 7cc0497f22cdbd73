"""The office by hand: a prize cleared by a second person, somebody released, a delegate, and a person's data."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.test_office import INSPECTOR
from tests.browser.test_pit_office import MAX, MIA, done, office, send, sheet, sound
from tests.promotion.terms import terms_from
from tests.server.conftest import Running

from feltwork.incidents import commands as incident
from feltwork.promotion import commands as promotion
from feltwork.promotion.terms import Prize
from feltwork.server.auth.sessions import Session
from feltwork.store.port import Person

DIRECTOR = Session("supervisor", (("dee", "director_of_casino_surveillance"),))


def test_10_5_1_a_second_person_clears_a_word(house: Running, open_screen: Open) -> None:
    terms = terms_from(house.floor.house.now(), prizes=(Prize("a cigar of chocolate", "other", 50_00),))
    send(house, promotion.DraftPromotion(("star-craps",), terms), "mia", "gaming_manager", "spring")
    page = office(open_screen, MIA, "promotions")
    lacking = page.locator(".lacks li").filter(has_text="10.5.1")
    expect(lacking).to_contain_text("cigar")
    lacking.get_by_role("button", name="Clear").click()
    page.locator("#sheet [name=reason]").fill("chocolate")
    page.locator("#sheet").get_by_role("button", name="Clear").click()
    expect(page.locator("#sheet .why")).to_contain_text("somebody else")
    other = office(open_screen, MAX, "promotions")
    other.locator(".lacks li").filter(has_text="10.5.1").get_by_role("button", name="Clear").click()
    other.locator("#sheet [name=reason]").fill("chocolate, I have seen it")
    other.locator("#sheet").get_by_role("button", name="Clear").click()
    done(other)
    expect(other.locator(".detail .lacks li").filter(has_text="10.5.1")).to_have_count(0)
    sound(house)


def test_9_3_4_a_detained_person_is_released(house: Running, open_screen: Open) -> None:
    told = incident.ReportIncident("star-craps", "device", "ann", "a computer in a shoe")
    send(house, told, "max", "gaming_manager", "incidents")
    send(house, incident.TakeMeasure(1, "detain", "until police come"), "max", "gaming_manager", "incidents")
    page = office(open_screen, MIA, "incidents")
    sheet(page, "Release", reason="it was a hearing aid")
    done(page)
    expect(page.locator("[data-measure='2']")).to_contain_text("mia: it was a hearing aid")
    sound(house)


def test_9_9_the_director_names_a_delegate(house: Running, open_screen: Open) -> None:
    page = office(open_screen, DIRECTOR, "disputes")
    sheet(page, "Name a delegate", person="del")
    done(page)
    expect(page.locator("[data-delegate='del']")).to_contain_text("named by dee")
    page.locator("[data-delegate='del']").get_by_role("button", name="End").click()
    expect(page.locator("[data-delegate='del']")).to_have_count(0)
    sound(house)


def test_a_persons_data_is_exported_and_erased(house: Running, open_screen: Open, tmp_path: Path) -> None:
    house.floor.house.reader.people.save(Person("ann", "Ann Dee", "1 Pier St"))
    told = incident.ReportIncident("star-craps", "device", "ann", "a computer in a shoe")
    send(house, told, "max", "gaming_manager", "incidents")
    send(house, incident.TakeMeasure(1, "exclude", "a device"), "max", "gaming_manager", "incidents")
    page = office(open_screen, MIA, "people")
    page.locator("#panel [name=who]").fill("ann dee")
    page.get_by_role("button", name="Look up").click()
    person = page.locator("#person")
    expect(person).to_contain_text("1 Pier St")
    expect(person).to_contain_text("exclusion 2 is in force (9.3.3)")
    expect(page.get_by_role("button", name="Erase the name")).to_be_disabled()
    with page.expect_download() as got:
        person.get_by_role("link", name="Export").click()
    got.value.save_as(tmp_path / "person.json")
    held = json.loads((tmp_path / "person.json").read_text())
    assert (held["name"], held["address"]) == ("Ann Dee", "1 Pier St")
    assert {"incident-reported", "measure-taken"} <= {record["kind"] for record in held["records"]}
    send(house, incident.EndMeasure(2, "served"), "max", "gaming_manager", "incidents")
    page.get_by_role("button", name="Look up").click()
    expect(person).to_contain_text("Nothing keeps the name")
    sheet(page, "Erase the name", reason="she asked for it")
    done(page)
    expect(person).to_contain_text("no name is kept")
    assert house.floor.house.reader.people.all() == []
    reads = office(open_screen, INSPECTOR, "people")
    reads.locator("#panel [name=who]").fill("ann")
    reads.get_by_role("button", name="Look up").click()
    expect(reads.locator("#person")).to_contain_text("no name is kept")
    expect(reads.get_by_role("button", name="Erase the name")).to_have_count(0)
    sound(house)
