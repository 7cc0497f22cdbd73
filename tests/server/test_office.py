"""The supervisor's and the inspector's endpoints: the floor at a glance, a second person, search, export, proof."""

from __future__ import annotations

import csv
import io
import itertools
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.build import checks
from tests.server.conftest import Running, Talk

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.opening import supervisor_session
from feltwork.store.checkpoints import export
from feltwork.table.live import commands as ask
from feltwork.verifier.keys.checkpoint import load_private, load_public, make_key, public_bytes
from feltwork.verifier.keys.trust import Trust, TrustedKey, write_trust

INSPECTOR = Session("inspector", (("ina", "inspector"),))


def boss(floor: Running, name: str = "floor-manager") -> str:
    return floor.token(supervisor_session(floor.config, name))


def asked(floor: Running, path: str, token: str, body: object = None) -> tuple[int, Any]:
    status, raw, _ = floor.fetch(path, token, body)
    return status, json.loads(raw)


_talks = itertools.count(1)


def talk_at(floor: Running, token: str, table: str = "one") -> Talk:
    """A conversation whose keys nobody has used before."""
    talk = Talk(floor.screen(table, token))
    talk._keys = 1000 * next(_talks)
    return talk


def sit(floor: Running, name: str = "ann", seat: int = 1, table: str = "one") -> None:
    for key, where, actor, role, body in (
        ("d", "cage", "till", "cashier", Deposit(name, 100_000)),
        ("s", table, name, "player", ask.Sit(name, seat)),
        ("b", table, name, "player", ask.BuyIn(seat, 100_000)),
    ):
        done = floor.floor.house.post(Envelope(f"{key}-{name}", where, actor, role, body)).result()
        assert not done.reason


def roll(crew: Talk, first: int, second: int) -> int:
    """Throw the dice; the version that settled them."""
    view: Any = crew.ask("view")["view"]
    if view["shooter"] is None:
        assert "ack" in crew.do("offer-dice")
        assert "ack" in crew.do("accept-dice", seat=1, asked="ann takes them")
        assert "ack" in crew.do("select-dice", seat=1, dice=[1, 2], asked="these two")
    assert "ack" in crew.do("throw-dice")
    assert "ack" in crew.do("enter-result", first=first, second=second)
    done = crew.do("confirm-result", first=first, second=second)
    last: Any = crew.ask("view")["view"]
    assert "ack" in done
    return int(last["history"][-1]["version"])


@pytest.fixture
def played(floor: Running) -> Running:
    """Two rounds at table one: a point of six, then a seven."""
    sit(floor)
    ann = talk_at(floor, floor.player())
    crew = talk_at(floor, floor.crew())
    assert "no" in ann.do("place-wager", seat=1, wager="win-line", amount=100)
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=2_500)
    roll(crew, 4, 2)
    roll(crew, 3, 4)
    return floor


def test_the_floor_at_a_glance_counts_stakes_rounds_and_refusals(played: Running) -> None:
    status, told = asked(played, "/api/office", boss(played))
    assert status == 200
    one = next(table for table in told["tables"] if table["table"] == "one")
    assert (one["players"], one["staked"], one["takings"]["rounds"]) == (1, 0, 2)
    assert one["takings"]["handle"] == one["takings"]["kept"] == 2_500
    assert one["takings"]["words"] == "hold 100.0% against 1.4% expected, few rounds yet"
    assert one["refusals"]["times"] == 1
    assert "5.00" in one["refusals"]["last"]["why"]


def test_a_reversed_round_leaves_the_takings(played: Running) -> None:
    crew = talk_at(played, played.crew())
    assert "ack" in talk_at(played, boss(played)).do("invalidate-outcome", cause="fire", forfeits=[])
    crew.ask("view")
    _, told = asked(played, "/api/office", boss(played))
    one = next(table for table in told["tables"] if table["table"] == "one")
    assert one["takings"]["handle"] == 0


def test_the_office_question_is_for_supervisors(played: Running) -> None:
    office: Any = talk_at(played, boss(played)).ask("office")["office"]
    assert office["causes"]["fire"] == "9.4.1"
    assert {item["item"] for item in office["equipment"]} >= {"puck", "stick"}
    assert office["seats"]["1"]["balance"] == 97_500
    assert talk_at(played, played.crew()).ask("office")["office"] == {}


def test_a_new_table_is_opened_checked_and_played(floor: Running) -> None:
    token = boss(floor)
    table = {"name": "two", "book": "dragon-fire", "seats": 3, "chip": "1.00"}
    assert "minimum and a maximum" in str(asked(floor, "/api/office/open", token, {"key": "k0", "table": table}))
    wish = {"key": "k1", "table": {**table, "sign": {"minimum": "5", "maximum": "200"}}}
    assert asked(floor, "/api/office/open", token, wish)[0] == 200
    assert asked(floor, "/api/office/open", token, {**wish, "key": "k2"}) == (
        409,
        {"why": "this table is already open", "clause": "not in the book"},
    )
    assert asked(floor, "/api/office/open", token, {"key": "k", "table": {"name": "x", "book": "bingo"}})[0] == 400
    deadline = time.monotonic() + 5
    while floor.floor.house.rooms.get("two") is None and time.monotonic() < deadline:
        time.sleep(0.02)
    talk = talk_at(floor, token, "two")
    assert "has not been checked" in str(talk.do("open-play")["why"])
    office: Any = talk.ask("office")["office"]
    items = [item["item"] for item in office["equipment"]]
    assert "also enter its" in str(talk.do("check-equipment", items=items)["why"])
    found = msgspec.to_builtins(checks(floor.floor.house.queue.desk.look("two")).found)
    found["five dice"]["values"]["opposite sides"][2] = 6
    refused = talk.do("check-equipment", items=items, found=found)
    assert (refused["clause"], refused["why"]) == (
        "2.5",
        "five dice: opposite sides of the 3. is 6; at least 7 is asked for",
    )
    found["five dice"]["values"]["opposite sides"][2] = 7
    assert "ack" in talk.do("check-equipment", items=items, found=found)
    told: Any = {item["item"]: item for item in talk.ask("office")["office"]["equipment"]}  # type: ignore[index]  # a dict
    assert told["five dice"]["last"] == found["five dice"]
    for role in office["needed"]:
        assert "ack" in talk.do("assign-crew", person=f"new-{role}", role=role)
    assert "ack" in talk.do("open-play")


def test_a_paid_round_needs_a_second_person_with_the_right_password(played: Running) -> None:
    ann = talk_at(played, played.player())
    assert "ack" in ann.do("place-wager", seat=1, wager="win-line", amount=500)
    roles = tuple(role for _, role in supervisor_session(played.config).people)
    played.floor.staff.add("sam", "supervisor", roles, "right horse")
    played.floor.staff.add("floor-manager", "supervisor", roles, "own words")
    played.floor.staff.add("cara", "cashier", ("cashier",), "till open")
    talk = talk_at(played, boss(played))
    office: Any = talk.ask("office")["office"]
    version = office["recalled"][0]["version"]
    why = "seen on the recording"
    assert "ack" in talk.do("correct-paid-round", version=version, result=[5, 1], reason=why)

    def second(person: str, password: str, key: str) -> tuple[int, Any]:
        do = {"type": "second-correction", "version": version}
        body = {"key": key, "person": person, "password": password, "do": do}
        return asked(played, "/api/office/one/signed", boss(played), body)

    assert second("sam", "wrong", "a") == (409, {"why": "name or password is wrong"})
    assert second("cara", "till open", "b") == (409, {"why": "a cashier does not sign for a table"})
    assert second("floor-manager", "own words", "c")[1]["why"] == "a second person decides on a correction"
    assert second("sam", "right horse", "d")[0] == 200
    told = ann.until(lambda m: any(e["kind"] == "round-adjusted" for e in m.get("events", ())))  # type: ignore[attr-defined]
    adjusted: Any = [e["event"] for e in told["events"] if e["kind"] == "round-adjusted"]  # type: ignore[attr-defined]
    assert (adjusted[0]["proposed_by"], adjusted[0]["agreed_by"]) == ("floor-manager", "sam")
    assert [line[:3] for line in adjusted[0]["lines"]] == [[1, "ann", 5_000]]


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("person=ann&kind=wager-placed", {"wager-placed"}),
        ("amount=25", {"wager-placed", "round-settled"}),
        ("clause=6.1.1", {"round-settled"}),
        ("table=one&kind=refused", {"refused"}),
        ("table=cage", {"deposited", "equipment-lent", "paid-to-table"}),
        ("kind=round-settled&until=1", set()),
    ],
)
def test_the_log_is_found_by_what_is_asked(played: Running, query: str, kinds: set[str]) -> None:
    status, told = asked(played, f"/api/inspect/events?{query}", played.token(INSPECTOR))
    assert status == 200
    found = {event["kind"] for event in told["found"]}
    assert found == kinds


def test_pages_go_on_where_the_last_one_ended(played: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.api.inspecting.PAGE", 7)
    token, seen, after = played.token(INSPECTOR), [], ""
    while True:
        _, told = asked(played, f"/api/inspect/events?after={after}", token)
        seen += [(event["stream"], event["version"]) for event in told["found"]]
        if told["next"] is None:
            break
        after = json.dumps(told["next"]).replace(" ", "")
    heads = {head.stream: head.version for head in played.floor.house.reader.log.heads()}
    assert len(seen) == len(set(seen)) == sum(heads.values())


def test_bad_questions_are_answered_in_words(played: Running) -> None:
    token = played.token(INSPECTOR)
    for query in ("amount=much", "since=yesterday", "after=%5B", "amount=1.234"):
        status, told = asked(played, f"/api/inspect/events?{query}", token)
        assert status == 400, query
        assert told["why"]
    why = asked(played, "/api/inspect/events?amount=abc", token)[1]["why"]
    assert why == "an amount is written like 25 or 12.50", "and nothing of times, which nobody typed"
    assert asked(played, "/api/inspect/one/rounds/1", token)[0] == 404
    assert asked(played, "/api/inspect/none/rounds", token) == (200, {"rounds": []})


def test_exports_hold_the_whole_find(played: Running) -> None:
    token = played.token(INSPECTOR)
    status, raw, headers = played.fetch("/api/inspect/export?table=one&form=csv", token)
    rows = list(csv.DictReader(io.StringIO(raw.decode())))
    assert status == 200
    assert "attachment" in headers["content-disposition"]
    _, lines, _ = played.fetch("/api/inspect/export?table=one&form=jsonl", token)
    events = [json.loads(line) for line in lines.splitlines()]
    assert [(row["stream"], int(row["version"])) for row in rows] == [(e["stream"], e["version"]) for e in events]
    assert any("win-line 25.00 lose" in row["told"] for row in rows)


def test_a_round_is_told_and_what_was_ruled_later_is_beside_it(played: Running) -> None:
    assert "ack" in talk_at(played, boss(played)).do("invalidate-outcome", cause="riot", forfeits=[])
    token = played.token(INSPECTOR)
    _, told = asked(played, "/api/inspect/one/rounds", token)
    settled = [r for r in told["rounds"] if r["kind"] == "round-settled"]
    assert len(settled) == 2
    _, told = asked(played, f"/api/inspect/one/rounds/{settled[0]['version']}", token)
    kinds = [event["kind"] for event in told["events"]]
    assert kinds[-1] == "round-settled"
    assert "round-settled" not in kinds[:-1]
    assert [event["kind"] for event in told["later"]] == ["round-reversed"]
    assert "(9.4.1)" in told["later"][0]["text"][0]


def test_the_log_is_verified_beside_play_and_a_pack_is_accepted(played: Running, tmp_path: Path) -> None:
    token = played.token(INSPECTOR)
    _, told = asked(played, "/api/inspect/one/rounds", token)
    path = f"/api/inspect/one/rounds/{told['rounds'][0]['version']}/pack"
    assert asked(played, path, token)[0] == 409
    key = tmp_path / "floor.key"
    make_key(key)
    played.floor.log_checks.checkpoint = tmp_path / "floor.checkpoint"
    export(played.floor.house.reader, played.floor.log_checks.checkpoint, load_private(key))
    played.floor.log_checks.trust = tmp_path / "trust.json"
    write_trust(
        played.floor.log_checks.trust, Trust((TrustedKey(public_bytes(load_public(f"{key}.pub")), note="Ann"),))
    )
    assert asked(played, "/api/inspect/verify", token, {})[1]["state"] == "running"
    assert asked(played, "/api/inspect/verify", token, {})[0] == 409
    deadline = time.monotonic() + 60
    while (verdict := asked(played, "/api/inspect/verify", token)[1])["state"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert verdict["state"] == "sound", verdict
    assert verdict["checkpoint"]["number"] == 1
    assert verdict["checkpoint"]["vouched"] == "Ann"
    assert verdict["unseen"] == []
    heads = played.floor.house.reader.log.heads()
    assert verdict["read"] == sum(head.version for head in heads)
    status, raw, _ = played.fetch(path, token)
    assert status == 200
    (tmp_path / "pack.json").write_bytes(raw)
    assert run(["audit", "check-pack", str(tmp_path / "pack.json"), "--key", f"{key}.pub"]) == 0
    _, papers = asked(played, "/api/inspect/papers", token)
    assert papers["checkpoint"]["covered"]["table/one"] == next(h.version for h in heads if h.stream == "table/one")
