"""A full round over sockets: two players and a crew see the same table, and the ledger agrees."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Running, Talk

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope


def sit(up: Running, name: str, seat: int, cents: int = 10_000) -> Talk:
    paid = up.floor.house.post(Envelope(f"d-{name}", "cage", "till", "cashier", Deposit(name, cents))).result()
    assert not paid.reason
    talk = Talk(up.screen("one", up.player("one", seat, name)))
    assert "ack" in talk.do("sit", player=name, seat=seat)
    assert "ack" in talk.do("buy-in", seat=seat, amount=cents)
    return talk


def test_two_players_and_a_crew_play_a_round(floor: Running) -> None:
    ann, bob = sit(floor, "ann", 1), sit(floor, "bob", 2)
    crew = Talk(floor.screen("one", floor.crew()))
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=1000)
    assert "ack" in bob.do("place-wager", seat=2, wager="dont-win", amount=2000)
    assert "ack" in crew.do("offer-dice")
    assert "ack" in ann.do("accept-dice", seat=1)
    assert "ack" in ann.do("select-dice", seat=1, dice=[1, 2])
    assert "ack" in crew.do("throw-dice")
    assert crew.ask("ahead")["ahead"] == []
    assert "ack" in crew.do("enter-result", first=3, second=4)
    ahead: Any = crew.ask("ahead")
    assert [(s["seat"], s["take"], s["pay"]) for s in ahead["ahead"]] == [(1, 0, 1000), (2, 2000, 0)]
    assert bob.ask("ahead")["ahead"] == []
    assert "no" in crew.do("confirm-result", first=3, second=3)
    assert "ack" in crew.do("confirm-result", first=3, second=4)
    seen: Any = bob.until(lambda m: any(e["kind"] == "round-settled" for e in m.get("events", [])))  # type: ignore[attr-defined]  # a list of events
    assert seen["view"]["history"][-1]["result"] == [3, 4]
    assert seen["view"]["stakes"] == []
    lines = next(told["event"]["lines"] for told in seen["events"] if told["kind"] == "round-settled")
    assert [(line["seat"], line["wager"], line["result"], line["winnings"]) for line in lines] == [
        (1, "win-line", "win", 1000),
        (2, "dont-win", "lose", 0),
    ]
    mine: Any = ann.until(lambda m: "mine" in m and m["mine"]["balance"] == 11_000)  # type: ignore[index]  # as sent
    assert mine["mine"]["balance"] == 11_000
    recall: Any = ann.ask("recall")
    assert recall["recall"][0]["lines"][0]["clause"]
    assert floor.floor.house.reader.log.balances()["seat/one/2"] == 8_000
    guide: Any = crew.ask("guide")
    assert guide["guide"] == ahead["ahead"], "what was said before it was confirmed"


def test_legal_spots_say_why_not(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    told: Any = ann.ask("legal", chip=500)
    assert told["legal"]["spots"]["win-line"]["ok"]
    assert not told["legal"]["spots"]["behind-win-line"]["ok"]
    assert told["legal"]["spots"]["behind-win-line"]["clause"]


def test_what_would_happen_next(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    ann.do("place-wager", seat=1, wager="win-line", amount=1000)
    told: Any = ann.ask("next")
    sevens = [o for o in told["next"] if sum(o["result"]) == 7]
    assert [o["change"] for o in sevens] == [1000, 1000, 1000]


def test_a_command_sent_twice_happens_once(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    text = '{"key":"same","do":{"type":"place-wager","seat":1,"wager":"win-line","amount":500}}'
    ann.socket.send(text)
    ann.socket.send(text)
    acks = [ann.until(lambda m: m.get("ack") == "same") for _ in range(2)]
    assert acks[0]["version"] == acks[1]["version"]
    assert floor.floor.house.reader.log.balances()["felt/one"] == 500


def test_a_screen_that_comes_back_stands_where_the_table_stands(floor: Running) -> None:
    ann = sit(floor, "ann", 1)
    ann.do("place-wager", seat=1, wager="win-line", amount=500)
    ann.socket.close()
    again: Any = Talk(floor.screen("one", floor.player())).hello
    assert again["mine"]["balance"] == 9_500
    assert again["view"]["stakes"][0]["stake"] == 500


def test_a_seat_s_own_affairs_are_told_to_who_has_it_alone(floor: Running) -> None:
    """Ben's screen is for seat 1 too, where Ann sits: he hears of the table, and of her only what all hear."""
    ann = sit(floor, "ann", 1)
    ben = Talk(floor.screen("one", floor.player("one", 1, "ben")))
    assert "mine" not in ben.hello
    assert "recall" not in ben.hello
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=1000)
    ben.until(lambda m: any(e["kind"] == "wager-placed" for e in m.get("events", [])))  # type: ignore[attr-defined]  # a list of events
    asked: list[Any] = [ben.ask(what) for what in ("recall", "next", "legal")]
    assert [told[what] for told, what in zip(asked, ("recall", "next", "legal"), strict=True)] == [[], [], {}]
    assert not any("mine" in told for told in ben.heard)
    assert "ack" in ann.do("remove-wager", seat=1, wager="win-line")
    assert "ack" in ann.do("collect", seat=1)
    assert "ack" in ann.do("leave", seat=1)
    assert "ack" in ben.do("sit", player="ben", seat=1)
    ben.until(lambda m: "mine" in m)
