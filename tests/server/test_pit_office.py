"""The pit office's own addresses: the books' powers, evidence by one press, draws made again, and who may ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import running
from tests.server.requests import TABLES, Pit, evidence

from feltwork.cli.main import run
from feltwork.games.registry import games
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.store.opening import open_to_read
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

INSPECTOR = Session("inspector", (("ina", "inspector"),))


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    with running(FloorConfig(TABLES, str(tmp_path / "floor.sqlite"))) as up:
        yield Pit(up)


def test_the_screen_is_told_each_books_own_words_and_powers(pit: Pit) -> None:
    told = json.loads(pit.up.fetch("/api/pit/rules", pit.boss)[1])
    found = {one["book"]: one for one in told["books"]}
    for game in games():
        assert game.discipline
        said = found[game.id]["discipline"]
        assert list(said["offences"]) == list(game.discipline.offences)
        assert {name: one["clause"] for name, one in said["measures"].items()} == {
            name: one.clause for name, one in game.discipline.measures.items()
        }
        assert (found[game.id]["promotion"] is None) == (game.promotion is None)
    assert found["crown-craps"]["discipline"]["silent"]
    assert [item["clause"] for item in found["star-craps"]["promotion"]["items"]] == [f"10.7.{n}" for n in range(1, 12)]


def disputes(pit: Pit) -> list[dict[str, Any]]:
    return list(json.loads(pit.up.fetch("/api/incidents", pit.boss)[1])["disputes"])


def test_evidence_is_attached_by_one_press(pit: Pit, tmp_path: Path) -> None:
    asked = evidence(pit)
    first = pit.done(asked)
    assert pit.done(asked) == first, "the same press is done once"
    ((digest,),) = [one["evidence"] for one in disputes(pit)]
    for who in (pit.boss, pit.up.token(INSPECTOR)):
        status, raw, _ = pit.up.fetch(f"/api/pit/evidence/{digest}", who)
        assert status == 200
        assert sha256(raw).hexdigest() == digest
    (tmp_path / "pack.json").write_bytes(raw)
    assert run(["audit", "check-pack", str(tmp_path / "pack.json"), "--key", str(tmp_path / "floor.key.pub")]) == 0
    assert not (tmp_path / "evidence").exists(), "it is with all processes, not on the disk of the one that made it"
    elsewhere = open_to_read(str(tmp_path / "floor.sqlite"))
    assert elsewhere.settings.get("evidence", digest) == raw
    elsewhere.close()
    reading = read_log(str(tmp_path / "floor.sqlite"))
    assert verify(reading) == []
    reading.close()
    pit.up.floor.house.reader.settings.put("evidence", digest, raw + b" ")
    reading = read_log(str(tmp_path / "floor.sqlite"))
    assert [finding.what for finding in verify(reading)] == [
        f"evidence pack {digest[:12]} is not what its digest says: somebody changed it"
    ]
    reading.close()
    assert pit.up.fetch(f"/api/pit/evidence/{digest}", pit.boss)[0] == 409, "what was changed is not given out"


@pytest.mark.parametrize("digest", ["0" * 64, "..%2f..%2ffloor.key", "xyz"])
def test_no_other_file_is_given_out(pit: Pit, digest: str) -> None:
    pit.done(evidence(pit))
    assert pit.up.fetch(f"/api/pit/evidence/{digest}", pit.boss)[0] == 404


def test_evidence_that_cannot_be_made_says_why(pit: Pit) -> None:
    press = {"key": "p1"}
    assert pit.post("/api/pit/disputes/7/evidence", pit.boss, press) == (404, {"why": "there is no dispute 7"})
    do = {"type": "raise-game-dispute", "book": "star-craps", "person": "ann", "words": "short paid"}
    number = pit.post("/api/incidents", pit.boss, {"key": "d1", "do": do})[1]["done"]
    status, told = pit.post(f"/api/pit/disputes/{number}/evidence", pit.boss, press)
    assert (status, "no checkpoint" in told["why"] or "names no table" in told["why"]) == (409, True)
    for bad in ({}, {"key": ""}, {"key": "x" * 500}, {"key": 1}):
        assert pit.post(f"/api/pit/disputes/{number}/evidence", pit.boss, bad)[0] == 400
    for token in (pit.cashier, pit.up.token(INSPECTOR)):
        assert pit.post(f"/api/pit/disputes/{number}/evidence", token, press)[0] == 403


def test_draws_of_a_promotion_that_is_not_there(pit: Pit) -> None:
    assert pit.up.fetch("/api/pit/draws/nothing", pit.boss)[0] == 404
    assert pit.up.fetch("/api/pit/draws/nothing", pit.cashier)[0] == 403


def test_an_empty_office_is_shown_empty(pit: Pit) -> None:
    told = json.loads(pit.up.fetch("/api/incidents", pit.boss)[1])
    assert (told["incidents"], told["measures"], told["disputes"]) == ([], [], [])


def test_somebody_asks_in_the_role_that_they_name(pit: Pit) -> None:
    """One of several, where the first that may is not the one to whom this book gives it."""
    both = pit.up.token(Session("supervisor", (("mia", "pit_boss"), ("mia", "boxperson"))))
    do = {"type": "raise-game-dispute", "book": "star-craps", "person": "ann", "words": "short paid"}
    number = pit.post("/api/incidents", both, {"key": "d1", "do": do})[1]["done"]
    do = {"type": "decide-game-dispute", "dispute": number, "finding": "it was right"}
    status, told = pit.post("/api/incidents", both, {"key": "d2", "do": do})
    assert (status, told["clause"]) == (409, "9.12")
    assert pit.post("/api/incidents", both, {"key": "d3", "do": do, "role": "boxperson"})[0] == 200
    closing = {"type": "close-dispute", "dispute": number, "satisfied": True}
    stranger = {"key": "d4", "do": closing, "role": "gaming_manager"}
    assert pit.post("/api/incidents", pit.up.token(INSPECTOR), stranger)[0] in (403, 409), (
        "nobody takes a role by naming it"
    )


def test_what_is_held_about_people_is_not_for_who_runs_promotions_only(pit: Pit) -> None:
    for role in ("promotions_manager", "scrutineer"):
        token = pit.up.token(Session("supervisor", (("pam", role),)))
        assert pit.up.fetch("/api/pit/people?who=roller", token)[0] == 403
    for who in (pit.boss, pit.up.token(INSPECTOR)):
        assert pit.up.fetch("/api/pit/people?who=nobody-here", who)[0] == 404
