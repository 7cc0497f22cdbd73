"""An alarm about dice: on the supervisor's screen, on the office's board of duties, and gone once it is answered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Open
from tests.browser.test_everybody import DESK, STANDING, serious
from tests.server.conftest import Running

from feltwork.duties.commands import DoDuty, ReportUnfair
from feltwork.engine.envelope import Envelope
from feltwork.server.opening import supervisor_session

PICTURES = os.environ.get("FELTWORK_PICTURES")
WORDS = "craps: both dice shows 6 too often: 25 of 25, 4 expected"


@pytest.mark.parametrize("size", [DESK, STANDING], ids=["desk", "phone"])
def test_an_alarm_stands_until_it_is_answered(house: Running, open_screen: Open, size: tuple[int, int]) -> None:
    alarm = ReportUnfair("craps", "five dice", WORDS, "2.3", "casino_supervisor")
    sent = Envelope("fairness:craps:1:both dice", "duties", "fairness", "system", alarm)
    assert not house.floor.house.post(sent).result().reason
    page = open_screen(supervisor_session(house.config), "/supervise?table=craps", size)
    expect(page.locator("#alarms")).to_contain_text(f"Check five dice at table craps, or close it: {WORDS} (2.3)")
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"alarm-{size[0]}.png")
    assert serious(page) == []
    page.click("#alarms a")
    expect(page.locator("#panel")).to_contain_text(WORDS)
    expect(page.locator("#panel")).to_contain_text("2.3")
    done = DoDuty("table/craps/fairness/five dice", "measured")
    assert not house.floor.house.post(Envelope("k1", "duties", "mia", "gaming_manager", done)).result().reason
    page.goto(f"{house.address}/supervise?table=craps")
    expect(page.locator("#name")).to_contain_text("craps ·")
    expect(page.locator("#alarms")).to_be_hidden()
