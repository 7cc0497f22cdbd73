"""A tournament of 48 players and four sessions over real sockets: everybody asks as their own screen does."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from tests.faults.load import verified
from tests.server.conftest import Running, running
from tests.tournament.live import small

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.store.opening import open_store

PLAYERS = tuple(f"p{number:02}" for number in range(1, 49))
HOUR = 3_600_000_000
KEYS = itertools.count(1)


class Evening:
    """A tournament at a floor that is up, with a clock that the test moves."""

    name = "spring"

    def __init__(self, up: Running) -> None:
        self.up, self.later = up, 0
        up.floor.draw_key = bytes(range(32))
        desk = up.floor.house.queue.desk
        clock, shown = desk.now, up.floor.house.now
        desk.now = lambda: clock() + self.later
        up.floor.house.now = lambda: shown() + self.later
        up.floor.limits.rates.now = itertools.count(0, 1_000).__next__  # nobody is ever too fast here
        self.tokens = {name: up.token(Session("player", ((name, "player"),))) for name in PLAYERS}
        self.tokens |= {
            "mia": up.token(Session("supervisor", (("mia", "gaming_manager"),))),
            "sue": up.token(Session("supervisor", (("sue", "gaming_supervisor"),))),
            "dee": up.token(Session("crew", (("dee", "dealer"),))),
            "ina": up.token(Session("inspector", (("ina", "inspector"),))),
            "wall": up.token(Session("wall", (("wall", "wall"),))),
        }

    def asks(self, who: str, do: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        body = {"key": f"t{next(KEYS)}", "do": {"type": do} | fields}
        status, raw, _ = self.up.fetch(f"/api/tournament/{self.name}", self.tokens[who], body)
        return status, json.loads(raw)

    def does(self, who: str, do: str, **fields: Any) -> None:
        status, told = self.asks(who, do, **fields)
        assert status == 200, (who, do, fields, told)

    def refused(self, clause: str, who: str, do: str, **fields: Any) -> None:
        status, told = self.asks(who, do, **fields)
        assert (status, told.get("clause")) == (409, clause), (status, told)

    def seen(self, who: str) -> dict[str, Any]:
        status, raw, _ = self.up.fetch(f"/api/tournament/{self.name}", self.tokens[who])
        assert status == 200
        found: dict[str, Any] = json.loads(raw)
        return found

    def entered(self, sessions: list[dict[str, int]], players: tuple[str, ...] = PLAYERS) -> None:
        count = {"minimum_players": len(players), "maximum_players": len(players)}
        document = small(entry=count, structure={"sessions": sessions})
        now = self.up.floor.house.now()
        self.does("mia", "draft-tournament", document=document)
        self.does("mia", "appoint-official", person="mia", licence="TM 7")
        starts = [now + HOUR] * len(sessions)
        self.does("mia", "publish-tournament", starts=starts, entries_close=now + HOUR, commitment="")
        for name in players:
            self.does(name, "enter-tournament", player=name, form=True)
        self.refused('10.1.1["tournament"]', "mia", "enter-tournament", player="late", form=True)
        self.does("mia", "close-entries")
        self.later += HOUR

    def offer(self, who: str, do: str) -> dict[str, Any]:
        found: dict[str, Any] = next(each for each in self.seen(who)["offers"] if each["do"]["type"] == do)
        return found

    def session(self, tables: int) -> None:
        names = [f"t{at + 1}" for at in range(tables)]
        self.does("mia", "designate-tables", tables=names)
        self.does("mia", "draw-seats")
        self.does("mia", "start-session")
        for table in names:
            self.round(table)
        for table in self.seen("dee")["tables"]:
            held = {each["player"]: each["chips"] for each in table["standings"] if each["state"] == "in"}
            self.does("dee", "record-totals", table=table["table"], totals=held)
            self.does("dee", "return-tournament-chips", table=table["table"])
        self.does("mia", "announce-session")

    def round(self, table: str) -> None:
        """Each seat puts more on red than the one before, so that nobody is equal; red comes."""
        at = next(each for each in self.seen("dee")["tables"] if each["table"] == table)
        self.does("dee", "open-tournament-round", table=table)
        for each in at["standings"]:
            if each["state"] == "in":
                self.wagers(table, each)
        self.does("dee", "close-tournament-betting", table=table)
        self.does("dee", "settle-tournament-round", table=table, result=1)

    def wagers(self, table: str, each: dict[str, Any]) -> None:
        line = {"wager": "red", "amount": 10 * each["seat"]}
        where = {"table": table, "player": each["player"], "seat": each["seat"]}
        self.does(each["player"], "place-tournament-wagers", lines=[line], **where)


def hidden_until_revealed(evening: Evening) -> None:
    """Undisclosed on the wire: the player and who examines it read it, nobody else before the round is over."""
    (table,) = evening.seen("dee")["tables"]
    mine, *rest = [each["player"] for each in table["standings"]]
    evening.does("dee", "open-tournament-round", table="t1")
    form = {"wager": "street", "on": [13, 14, 15], "amount": 20}
    evening.does(mine, "hand-in-form", table="t1", player=mine, **form)
    evening.does("sue", "examine-form", table="t1", player=mine)
    others = [*rest, "dee", "mia", "ina", "wall"]
    for who in others:
        assert "street" not in json.dumps(evening.seen(who))
    assert "street" in json.dumps(evening.seen(mine))
    evening.refused("10.8.2.6", "dee", "settle-tournament-round", table="t1", result=2)
    seats = {each["player"]: each["seat"] for each in table["standings"]}
    other, first = rest[0], rest[1]
    lines = [{"wager": "red", "amount": 10}]
    evening.refused(
        "10.6.10", other, "place-tournament-wagers", table="t1", player=first, seat=seats[first], lines=lines
    )
    many = [{"wager": "red", "amount": 10_000}]
    evening.refused("10.6.1", other, "place-tournament-wagers", table="t1", player=other, seat=seats[other], lines=many)
    for number, name in enumerate(rest, 1):
        line = {"wager": "red", "amount": 10 * number}
        evening.does(name, "place-tournament-wagers", table="t1", player=name, seat=seats[name], lines=[line])
    evening.does("dee", "close-tournament-betting", table="t1")
    for who in others:
        assert "street" not in json.dumps(evening.seen(who))
    evening.does("dee", "settle-tournament-round", table="t1", result=1)
    for who in others:
        assert "street" in json.dumps(evening.seen(who))


def paid_in(up: Running, *names: str) -> None:
    for name in names:
        sent = Envelope(f"d-{name}", "cage", "till", "cashier", Deposit(name, 20_000))
        assert not up.floor.house.post(sent).result().reason


def test_10_5_2_a_designated_table_has_no_room_and_a_start_in_use_is_not_offered(tmp_path: Path) -> None:
    """What other streams say of a table is looked at before a step is offered; a table without a game is no room."""
    one = [{"rounds": 1, "tables": 1, "seats": 6, "advance": 1}]
    with running(FloorConfig([], str(tmp_path / "floor.sqlite"))) as up:
        evening = Evening(up)
        paid_in(up, *PLAYERS[:4])
        evening.entered(one, PLAYERS[:2])
        evening.does("mia", "designate-tables", tables=["t1"])
        evening.does("mia", "draw-seats")
        assert "why" not in evening.offer("mia", "start-session")
        evening.does("mia", "start-session")
        up.floor.house.follower.look()
        assert up.floor.house.rooms == {}
        for who, path in (("wall", "/api/tables"), ("mia", "/api/office")):
            status, raw, _ = up.fetch(path, evening.tokens[who])
            assert (status, json.loads(raw)["tables"]) == (200, [])
        evening.name = "autumn"
        evening.entered(one, PLAYERS[2:4])
        evening.does("mia", "designate-tables", tables=["t1"])
        evening.does("mia", "draw-seats")
        offered = evening.offer("mia", "start-session")
        assert (offered["clause"], offered["why"]) == ("10.5.2", "table t1 is used by the tournament spring")
        evening.refused("10.5.2", "mia", "start-session")
        evening.does("mia", "cancel-tournament", reason="the table is taken")


def test_what_a_player_cannot_pay_is_offered_with_the_reason(tmp_path: Path) -> None:
    """Entry and buy-in look at the purse: one cent too few, just enough; the desk's own form names nobody yet."""
    with running(FloorConfig([], str(tmp_path / "floor.sqlite"))) as up:
        evening = Evening(up)
        bought = small(chips={"bought": True, "buy_in": "50.00", "buy_in_to": "pool"})
        now = up.floor.house.now()
        evening.does("mia", "draft-tournament", document=bought)
        evening.does("mia", "appoint-official", person="mia", licence="TM 7")
        evening.does("mia", "publish-tournament", starts=[now + HOUR], entries_close=now + HOUR, commitment="")

        def pays_in(key: str, cents: int) -> None:
            sent = Envelope(key, "cage", "till", "cashier", Deposit("p01", cents))
            assert not up.floor.house.post(sent).result().reason

        pays_in("first", 99_99)
        offered = evening.offer("p01", "enter-tournament")
        assert offered["why"] == "this takes 100.00, and p01 has 99.99 at the cage"
        status, told = evening.asks("p01", "enter-tournament", player="p01", form=True)
        assert (status, told["clause"]) == (409, offered["clause"])
        assert "why" not in evening.offer("mia", "enter-tournament")
        pays_in("second", 1)
        assert "why" not in evening.offer("p01", "enter-tournament")
        evening.does("p01", "enter-tournament", player="p01", form=True)
        paid_in(up, "p02")
        evening.does("p02", "enter-tournament", player="p02", form=True)
        evening.does("mia", "close-entries")
        for who in ("p01", "mia"):
            offered = evening.offer(who, "buy-tournament-chips")
            assert offered["why"] == "this takes 50.00, and p01 has 0.00 at the cage"
        pays_in("third", 50_00)
        assert "why" not in evening.offer("p01", "buy-tournament-chips")
        evening.does("p01", "buy-tournament-chips", player="p01")


def test_48_players_and_four_sessions_from_draft_to_paid(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.sqlite")
    with running(FloorConfig([], database)) as up:
        evening = Evening(up)
        paid_in(up, *PLAYERS)
        shape = [(8, 6, 3), (4, 6, 3), (2, 6, 3), (1, 6, 1)]
        evening.entered([{"rounds": 1, "tables": t, "seats": s, "advance": a} for t, s, a in shape])
        for tables, _, _ in shape[:-1]:
            evening.session(tables)
        assert len(evening.seen("mia")["desk"]["coming"]) == 6
        evening.does("mia", "designate-tables", tables=["t1"])
        evening.does("mia", "draw-seats")
        evening.does("mia", "start-session")
        hidden_until_revealed(evening)
        held = {each["player"]: each["chips"] for each in evening.seen("dee")["tables"][0]["standings"]}
        evening.does("dee", "record-totals", table="t1", totals=held)
        evening.does("dee", "return-tournament-chips", table="t1")
        evening.does("mia", "announce-session")
        evening.does("mia", "pay-prizes")
        seen = evening.seen("wall")
        assert seen["phase"] == "paid"
        assert sum(prize["cents"] for prize in seen["prizes"]) == 48 * 10_000
        assert seen["pool"] == 0
    store = open_store(database)
    try:
        assert store.log.balances().get("tournament/spring/pool", 0) == 0
    finally:
        store.close()
    assert verified(database) == []
