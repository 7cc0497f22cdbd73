"""A promotion over HTTP, from its draft to its prize: the server makes and opens the secret of the draw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from feltwork.games.promotion import DAY
from feltwork.promotion.state import terms_digest
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from tests.promotion.terms import terms_from
from tests.server.conftest import Running, running
from tests.server.requests import TABLES


class Desk:
    """Screens of a manager and of a scrutineer at a floor whose clock a test moves."""

    def __init__(self, up: Running) -> None:
        self.up, self.sent = up, 0
        up.floor.draw_key = b"d" * 32
        self.manager = up.token(Session("supervisor", (("mia", "gaming_manager"),)))
        self.scrutineer = up.token(Session("supervisor", (("sue", "scrutineer"),)))

    def at(self, time: int) -> None:
        self.up.floor.house.queue.desk.now = lambda: time

    def ask(self, type_: str, token: str = "", people: Any = None, key: str = "", **more: Any) -> tuple[int, Any]:
        self.sent += 1
        body = {"key": key or f"k{self.sent}", "do": {"type": type_, **more}, "people": people or {}}
        status, raw, _ = self.up.fetch("/api/promotion/spring", token or self.manager, body)
        return status, json.loads(raw)

    def done(self, type_: str, **more: Any) -> None:
        status, told = self.ask(type_, **more)
        assert status == 200, told

    def seen(self) -> Any:
        return json.loads(self.up.fetch("/api/promotion/spring", self.manager)[1])


def test_a_promotion_goes_from_draft_to_paid(tmp_path: Path) -> None:
    config = FloorConfig(TABLES, str(tmp_path / "floor.sqlite"), port=0)
    with running(config) as up:
        desk, now = Desk(up), up.floor.house.now() + DAY
        desk.at(now)
        terms = terms_from(now, wager_required=False)
        desk.done("draft-promotion", books=["star-craps"], terms=to_builtins(terms))
        desk.done("submit-promotion")
        desk.done("record-delivery", means="by hand", proof="a receipt", digest=terms_digest(terms))
        desk.at(terms.commences)
        desk.done("commence-promotion")
        for player in ("ann", "ben"):
            desk.done("enter-promotion", player=player)
        desk.at(terms.closes + 1)
        desk.done("freeze-entries", key="freeze", commitment="", sealed="")
        promised = desk.seen()["pending"]["commitment"]
        desk.done("freeze-entries", key="freeze", commitment="", sealed="")  # sent again: the same answer
        assert desk.seen()["pending"]["commitment"] == promised
        assert "sealed" not in desk.seen()["pending"]
        desk.done("witness-draw", token=desk.scrutineer, word="a word of hers")
        desk.at(terms.draws_at)
        desk.done("draw-prizes")
        assert desk.seen()["awards"]["1"]["player"] in ("ann", "ben")
        status, told = desk.ask("deny-claim", claimant="C-1", prize=1, reasons="not the winner")
        assert (status, told["clause"]) == (409, "10.10.1")
        names = {"C-1": {"name": "Dan Low", "address": "1 Pier St"}}
        desk.done("deny-claim", people=names, claimant="C-1", prize=1, reasons="not the winner")
        assert [one.address for one in up.floor.house.reader.people.all() if one.id == "C-1"] == ["1 Pier St"]
        desk.done("claim-prize", award=1, identified="passport")
        desk.done("pay-prize", award=1, parts=[{"method": "cheque", "amount": 500_00}])
        board = json.loads(up.fetch("/api/duties", desk.manager)[1])
        assert {row["duty"]: row["standing"] for row in board["duties"]}["promotion/spring/reasons/1"] == "due"
        assert up.fetch("/api/promotion/spring", up.token(Session("crew", (("dee", "dealer"),))))[0] == 403
