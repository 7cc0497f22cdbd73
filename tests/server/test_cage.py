"""The cage and the terminals' money over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.conftest import Running, Talk, running, until

from feltwork.cage.state import Cage as CageState
from feltwork.cage.state import Card
from feltwork.server.api.cage_overview import overview
from feltwork.server.auth.sessions import Session
from feltwork.server.cms import OUTWARD, Leaving, SimulatedCms
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import supervisor_session
from feltwork.store.port import StoreError

CASHIERS = [Session("cashier", ((name, "cashier"),)) for name in ("cass", "dora")]


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    tables = [TableConfig("etg", "aruze-craps", 4), TableConfig("etg-2", "aruze-craps", 4)]
    with running(FloorConfig(tables, str(tmp_path / "floor.sqlite"))) as up:
        up.floor.cashless.cms = SimulatedCms()
        yield up


class Cage:
    """A cashier's screen, and terminals."""

    def __init__(self, up: Running) -> None:
        self.up = up
        self.tokens = [up.token(session) for session in CASHIERS]
        self.keys = 0

    def do(self, type_: str, who: int = 0, signature: str = "", **fields: object) -> tuple[int, dict[str, object]]:
        self.keys += 1
        body = {"key": f"k{self.keys}", "do": {"type": type_, **fields}, "signature": signature}
        return self.post("/api/cage", self.tokens[who], body)

    def post(self, path: str, token: str, body: object) -> tuple[int, dict[str, object]]:
        status, raw, _ = self.up.fetch(path, token, body)
        return status, json.loads(raw)

    def get(self, path: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.up.fetch(path, self.tokens[0])[1])
        return found

    def sit(self, table: str, seat: int, name: str) -> tuple[str, Talk]:
        token = self.up.player(table, seat, name)
        talk = Talk(self.up.screen(table, token))
        self.keys += 100
        talk._keys = self.keys  # a person's keys are their own, at whatever table
        assert "ack" in talk.do("sit", player=name, seat=seat)
        return token, talk


def test_notes_in_a_ticket_out_and_in_elsewhere(floor: Running) -> None:
    cage = Cage(floor)
    ann, talk = cage.sit("etg", 1, "ann")
    assert floor.note("etg", 1, 5000) == (200, b'{"done":5000}')
    talk.until(lambda m: "mine" in m and m["mine"]["balance"] == 5000)  # type: ignore[index]  # what a seat sees
    status, ticket = cage.post("/api/collect", ann, {"key": "1"})
    assert (status, ticket["amount"]) == (200, 5000)
    assert cage.post("/api/collect", ann, {"key": "1"})[1]["number"] == ticket["number"]
    assert str(ticket["qr"]).startswith("<svg")
    status, page, _ = floor.fetch(str(ticket["page"]), ann)
    assert status == 200
    assert str(ticket["grouped"]).encode() in page
    ben, _ = cage.sit("etg-2", 2, "ben")
    assert cage.post("/api/ticket-in", ben, {"key": "1", "number": ticket["grouped"]}) == (
        200,
        {"done": 5000, "amount": 5000},
    )
    status, told = cage.post("/api/ticket-in", ann, {"key": "2", "number": ticket["number"]})
    assert status == 409
    assert str(told["why"]).startswith("paid:")


def test_a_ticket_opens_where_it_was_printed_and_for_staff_and_says_how_it_stands(floor: Running) -> None:
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    ben, _ = cage.sit("etg-2", 2, "ben")
    floor.note("etg", 1, 5000)
    ticket = cage.post("/api/collect", ann, {"key": "1"})[1]
    again = floor.player("etg", 1, "ann")
    manager, address = floor.token(supervisor_session(floor.config)), str(ticket["page"])
    seen = {
        who: floor.fetch(address, token)
        for who, token in (
            ("ann", ann),
            ("manager", manager),
            ("cashier", cage.tokens[0]),
            ("ben", ben),
            ("a later session", again),
        )
    }
    assert {who: status for who, (status, *_) in seen.items()} == {
        "ann": 200,
        "manager": 200,
        "cashier": 200,
        "ben": 404,
        "a later session": 404,
    }
    assert b"Redeemable ticket" in seen["ann"][1]
    assert b"No such ticket" in floor.fetch("/ticket/00000001000000000095", ann)[1], "a page, not raw data"
    assert cage.post("/api/ticket-in", ben, {"key": "1", "number": ticket["number"]})[0] == 200
    for token in (ann, cage.tokens[0]):
        status, page, _ = floor.fetch(address, token)
        assert status == 200
        assert b">Paid<" in page
        assert b"has been paid already" in page
        for good in (b"Redeemable ticket", str(ticket["grouped"]).encode(), b"<svg"):
            assert good not in page


def test_cards(floor: Running) -> None:
    cage = Cage(floor)
    ann, talk = cage.sit("etg", 1, "ann")
    floor.note("etg", 1, 5000)
    bet = {"seat": 1, "wager": "pass-line", "amount": 500}
    assert talk.do("place-wager", **bet)["clause"] == "3.13"
    assert cage.do("issue-card", player="ann")[0] == 200
    assert cage.do("issue-card", player="ben")[0] == 200
    numbers = {card["player"]: card["card"] for card in cage.get("/api/cage")["cards"]}  # type: ignore[attr-defined]
    assert json.loads(floor.fetch("/api/me", ann)[1])["card"] == numbers["ann"]
    status, told = cage.post("/api/card", ann, {"number": numbers["ben"]})
    assert (status, told["clause"]) == (409, "3.13")
    assert cage.post("/api/card", ann, {"number": numbers["ann"]}) == (200, {"done": "in"})
    assert "ack" in talk.do("place-wager", **bet)
    other, _ = cage.sit("etg-2", 1, "ann")
    assert cage.post("/api/card", other, {"number": numbers["ann"]})[1]["clause"] == "7.1"
    assert cage.do("block-card", card=numbers["ann"], reason="lost")[0] == 200
    assert talk.do("place-wager", **bet)["clause"] == "3.13"
    assert cage.post("/api/card", ann, {"number": numbers["ann"]})[1]["clause"] == "3.13"
    assert cage.post("/api/card", ann, {"out": True})[0] == 409, "it is out already"


def test_a_card_that_is_replaced_comes_out_of_its_terminal(floor: Running) -> None:
    cage = Cage(floor)
    ann, talk = cage.sit("etg", 1, "ann")
    floor.note("etg", 1, 5000)

    def listed() -> dict[str, tuple[object, object]]:
        cards: Any = cage.get("/api/cage")["cards"]
        return {card["card"]: (card["blocked"], card["seated"]) for card in cards}

    cage.do("issue-card", player="ann")
    (old,) = listed()
    assert cage.post("/api/card", ann, {"number": old})[0] == 200
    assert listed() == {old: ("", ["etg", 1])}
    heard = talk.until(lambda m: m.get("mine", {}).get("card") == old)  # type: ignore[attr-defined]  # what a seat sees
    assert heard
    assert cage.do("issue-card", player="ann")[0] == 200
    (new,) = listed().keys() - {old}
    assert listed() == {old: ("replaced", None), new: ("", None)}
    assert talk.until(lambda m: "mine" in m and m["mine"]["card"] is None)  # type: ignore[index]  # what a seat sees
    bet = {"seat": 1, "wager": "pass-line", "amount": 500}
    assert talk.do("place-wager", **bet)["why"] == "put your own player card into the terminal before you play"
    assert cage.post("/api/card", ann, {"number": new})[0] == 200
    assert listed() == {old: ("replaced", None), new: ("", ["etg", 1])}
    assert "ack" in talk.do("place-wager", **bet)


def test_the_cage_lists_the_card_that_is_in_the_terminal() -> None:
    cage = CageState(cards={"1": Card("ann", "physical", "replaced"), "2": Card("ann", "physical")})
    cage.seated["ann"] = ("etg", 4)
    told: Any = overview(cage, {"1": ("etg", 4)})["cards"]
    assert {card["card"]: card["seated"] for card in told} == {"1": ("etg", 4), "2": None}


def test_a_transfer_that_is_not_answered_is_resolved_later(floor: Running) -> None:
    cage = Cage(floor)
    cms = floor.floor.cashless.cms
    assert isinstance(cms, SimulatedCms)
    ann, talk = cage.sit("etg", 1, "ann")
    assert cage.post("/api/transfer", ann, {"key": "1", "inward": True, "amount": 20000})[1] == {"done": 20000}
    status, told = cage.post("/api/transfer", ann, {"key": "2", "inward": True, "amount": 90000})
    assert (status, told["clause"]) == (409, "3.4.4")
    for number, silent in enumerate(("before", "after")):
        cms.silent = silent
        status, told = cage.post("/api/transfer", ann, {"key": f"s{number}", "inward": True, "amount": 1000})
        assert (status, told["pending"]) == (202, 1000)
        cms.silent = ""
        talk.until(lambda m, n=number: m.get("mine", {}).get("balance") == 20000 + 1000 * (n + 1))  # type: ignore[misc]
    assert cms.balance("ann") == 50000 - 22000
    cms.silent = "after"
    assert cage.post("/api/transfer", ann, {"key": "3", "inward": False})[0] == 202
    cms.silent = ""
    for _ in range(60):
        if not floor.floor.cashless.pending():
            break
        talk.ask("time")
        floor.floor.house.cage.catch_up()
        floor.floor.house.store.wait_for_news(0.2)
    assert cms.balance("ann") == 50000
    assert cage.get("/api/cage")["players"] == {}
    cms.refuses = "the account is closed"
    floor.note("etg", 1, 5000)
    assert cage.post("/api/transfer", ann, {"key": "4", "inward": False})[1]["why"] == "the account is closed"
    assert cage.get("/api/cage")["players"] == {}, "the credits went back to the terminal"
    report = cage.get("/api/cage/report")
    assert report["wrong"] == []


def test_a_transfer_out_that_died_between_its_commits_is_finished(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    cage, cashless = Cage(floor), floor.floor.cashless
    cms = cashless.cms
    assert isinstance(cms, SimulatedCms)
    ann, _ = cage.sit("etg", 1, "ann")
    assert floor.note("etg", 1, 5000)[0] == 200

    async def dies(*asked: object) -> None:
        raise StoreError("gone")

    with monkeypatch.context() as broken:
        broken.setattr(cashless, "ask", dies)
        assert floor.fetch("/api/transfer", ann, {"key": "1", "inward": False})[0] == 503
    balances = floor.floor.house.reader.log.balances
    assert (balances()["seat/etg/1"], balances()["player/ann"]) == (0, 5000), "half of it was done"
    never = Leaving("2", "ann", "etg", 1, 0)
    floor.floor.house.shelf.put(OUTWARD, "ann:2", msgspec.json.encode(never))
    assert floor.note("etg", 1, 1000)[0] == 200
    monkeypatch.setattr("feltwork.server.cms.LEFT_BEHIND", 0)
    until(lambda: not floor.floor.house.shelf.names(OUTWARD))
    assert cms.balance("ann") == 55_000
    assert (balances()["seat/etg/1"], balances()["player/ann"]) == (1000, 0), "what was never begun is not begun now"
    assert cage.get("/api/cage/report")["wrong"] == []


def test_a_ticket_past_its_date_expires_by_itself(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.cms.SECOND_READING", 0.1)
    cage = Cage(floor)
    desk = floor.floor.house.queue.desk
    monkeypatch.setattr(desk.decider, "till", desk.decider.till._replace(ticket_lasts=0))
    told: Any = cage.do("sell-ticket", amount=2_000)[1]
    until(lambda: floor.floor.house.reader.log.balances().get("unclaimed") == 2_000)
    status, why = cage.do("pay-ticket", number=told["ticket"]["number"])
    assert (status, str(why["why"]).partition(":")[0]) == (409, "expired")
    report: Any = cage.get("/api/cage/report")
    assert report["tickets"]["expired"] == {"number": 1, "cents": 2_000}
    assert next(a["closing"] for a in report["accounts"] if a["name"] == "expired tickets") == 2_000
    assert report["wrong"] == []


def test_a_payment_by_hand(floor: Running) -> None:
    cage = Cage(floor)
    cage.do("deposit", player="ann", amount=2_000_000)
    status, told = cage.do("prepare-hand-pay", player="ann", amount=1_500_000)
    assert (status, told["clause"]) == (409, "4.3.3")
    _, told = cage.do("prepare-hand-pay", player="ann", amount=1_500_000, identified="passport")
    form = told["done"]
    sign = {"form": form, "amount": 1_500_000, "signature": ""}
    assert cage.do("agree-hand-pay", form=form)[1]["clause"] == "4.1"
    assert cage.post("/api/cage", cage.tokens[0], {"key": "x", "do": {"type": "sign-hand-pay", **sign}})[0] == 409
    assert cage.do("agree-hand-pay", who=1, form=form)[0] == 200
    body = {"key": "y", "do": {"type": "sign-hand-pay", **sign}, "signature": "M 1 1 L 5 5 " * 2_000}
    assert cage.post("/api/cage", cage.tokens[0], body)[0] == 200
    assert cage.get("/api/cage")["players"] == {"ann": 500_000}
    kept = {person.id: person.address for person in floor.floor.house.store.people.all()}
    assert kept[f"form-{form}"] == "M 1 1 L 5 5 " * 2_000
    status, told = cage.post("/api/cage", cage.tokens[0], body | {"key": "z", "signature": "x" * 70_000})
    assert (status, "up to 65536 bytes" in str(told["why"])) == (400, True)
    report = cage.get("/api/cage/report")
    accounts: Any = report["accounts"]
    cash = {account["name"]: account["cash"] for account in accounts}
    assert cash["till at the cage"], "the day shows it as what lies in the drawer"
    assert not cash["players' money at the cage"]
    assert report["wrong"] == []
    assert report["by_hand"] == {"number": 1, "cents": 1_500_000}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"key": "k"},
        {"key": "k", "do": {"type": "settle-transfer", "transfer": "T1", "outcome": "done"}},
        {"key": "k", "do": {"type": "insert-note", "seat": 1, "amount": 500}},
        {"key": "", "do": {"type": "sell-ticket", "amount": 5}},
    ],
)
def test_what_a_cashiers_screen_does_not_send(floor: Running, body: object) -> None:
    cage = Cage(floor)
    assert cage.post("/api/cage", cage.tokens[0], body)[0] == 400
    assert cage.get("/api/cage/report?day=yesterday")["why"]


def test_a_manager_clears_and_frees_a_terminal(floor: Running) -> None:
    cage = Cage(floor)
    ann, _ = cage.sit("etg", 1, "ann")
    floor.note("etg", 1, 5000)
    manager = floor.token(supervisor_session(floor.config))
    boss, clear = Talk(floor.screen("etg", manager)), "/api/office/etg/clear"
    status, told = cage.post(clear, manager, {"key": "1", "seat": 1})
    assert (status, told["clause"]) == (409, "not in the book"), "the player may yet come back"
    assert "ack" in boss.do("vacate-seat", seat=1)
    assert cage.post(clear, ann, {"key": "2", "seat": 1})[0] == 403
    for wrong in ({"key": "", "seat": 1}, {"key": "2", "seat": "1"}, {"key": "2", "seat": 1, "amount": 1}):
        assert cage.post(clear, manager, wrong)[0] == 400
    assert cage.post("/api/office/nowhere/clear", manager, {"key": "2", "seat": 1})[0] == 404
    status, ticket = cage.post(clear, manager, {"key": "3", "seat": 1})
    assert (status, ticket["amount"]) == (200, 5000)
    assert floor.fetch(str(ticket["page"]), manager)[0] == 200
    assert "ack" in boss.do("leave", seat=1)
    assert cage.sit("etg", 1, "ben")
