"""What is held about a person is exported on request, and erased when nothing keeps it; the chain stays whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from feltwork.cage.commands import AskTransfer, AtCage, Deposit, SettleTransfer
from feltwork.cli.main import run as feltwork
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.kept_names import kept_by
from feltwork.promotion import commands as ask
from feltwork.promotion.claims import KEPT_FOR
from feltwork.promotion.terms import Prize
from feltwork.store.opening import open_store
from tests.faults.load import verified
from tests.rules.promotions import Run, with_prize

BOSS = ("--as", "max", "--role", "gaming_manager")


def test_export_and_erasure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(tmp_path / "floor.sqlite")

    def run(*words: str) -> tuple[int, str]:
        code = feltwork(list(words))
        told = capsys.readouterr()
        return code, (told.out + told.err).strip()

    def at_cage(body: AtCage, actor: str, role: str) -> str:
        """Done; the newest transfer, if there is one."""
        store = open_store(db)
        desk = Desk(store)
        assert not desk.submit(Envelope(f"{role} {actor}", "cage", actor, role, body)).reason
        store.close()
        return max(desk.cage.transfers, default="")

    at_cage(Deposit("ann", 500), "till", "cashier")
    assert run("people", "add", db, "ann", "--name", "Ann Dee", "--address", "1 Pier St")[0] == 0
    assert run("incidents", "report", db, "star-craps", "device", "ann", "a computer", *BOSS) == (0, "incident 1")
    assert run("incidents", "measure", db, "1", "exclude", "a device", *BOSS) == (0, "measure 2")
    code, said = run("people", "export", db, "ann", "--json")
    held = json.loads(said)
    assert (code, held["name"], held["address"]) == (0, "Ann Dee", "1 Pier St")
    assert held["accounts"] == {"player/ann": "5.00"}
    assert {"deposited", "incident-reported", "measure-taken"} <= {seen["kind"] for seen in held["records"]}
    assert held["kept"] == ["5.00 stands in player/ann", "exclusion 2 is in force (9.3.3)"]
    code, said = run("people", "erase", db, "ann")
    assert (code, said) == (
        2,
        "feltwork: ann is not erased: 5.00 stands in player/ann; exclusion 2 is in force (9.3.3)",
    )
    transfer = at_cage(AskTransfer("ann", 500, False), "ann", "player")
    at_cage(SettleTransfer(transfer, "done"), "cms", "system")
    assert run("people", "erase", db, "ann")[0] == 2, "the exclusion still needs it"
    assert run("incidents", "end", db, "2", "served", *BOSS)[0] == 0
    seen = json.loads(run("people", "export", db, "ann", "--json")[1])["records"]
    assert "measure-ended" in {each["kind"] for each in seen}, "it names the measure's number alone"
    other = json.loads(run("people", "export", db, "ben", "--json")[1])["records"]
    assert other == []
    assert run("incidents", "measure", db, "1", "bar", "a device", *BOSS)[0] == 0
    code, said = run("people", "erase", db, "ann")
    assert (code, "is in force (9.3.2)" in said) == (2, True), "a bar needs it too"
    bar = said.split("bar ")[1].split()[0]
    assert run("incidents", "end", db, bar, "served", *BOSS)[0] == 0
    assert "nothing keeps the name" in run("people", "export", db, "ann")[1]
    assert run("people", "erase", db, "ann")[0] == 0
    held = json.loads(run("people", "export", db, "ann", "--json")[1])
    assert (held["name"], held["address"]) == ("", "")
    assert held["records"], "the id stays in the log"
    assert run("people", "export", db, "bob")[0] == 1
    assert run("people", "export", db, "an")[0] == 1, "part of an id is nobody's"
    assert verified(db) == []


def test_a_refused_denial_keeps_nobody_s_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is refused moves nothing, beside the log either."""
    db = str(tmp_path / "floor.sqlite")
    open_store(db).close()
    who = ("--name", "Ghost Person", "--address", "1 Pier St")
    words = ("promotion", "deny", db, "spring", "--reasons", "not the winner", "--award", "3", *who)
    assert feltwork(list(words)) == 2
    capsys.readouterr()
    assert feltwork(["people", "show", db, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_winner_s_name_is_kept_exported_and_erased_with_its_claim(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refused winner is denied under their own id, in one transaction with the name; erased once nothing keeps it."""
    db = str(tmp_path / "floor.sqlite")
    store = open_store(db)
    drawn = Run("star-craps", replace(with_prize(Prize("first prize", "money", 500_00)), wager_required=False))
    drawn.store, drawn.desk = store, Desk(store)
    drawn.desk.now = lambda: drawn.now
    drawn.drawn()
    winner = drawn.state.awards[1].player
    kept = list(kept_by(store, winner))
    assert [why for why in kept if "prize 1 is neither given nor refused" in why], kept
    command = ask.DenyClaim("", "under age", 1)
    names = ((winner, "Will Winner", "1 Pier St"),)
    told = drawn.desk.submit(Envelope("d1", "spring", "mia", "gaming_manager", command, people=names))
    assert not told.reason
    assert [one.name for one in store.people.all()] == ["Will Winner"]
    again = drawn.desk.submit(Envelope("d2", "spring", "mia", "gaming_manager", command, people=((winner, "X", ""),)))
    assert again.clause == "10.10"
    assert [one.name for one in store.people.all()] == ["Will Winner"], "a refusal keeps no name"
    drawn.now += KEPT_FOR
    drawn.desk.submit(Envelope("d3", "cage", "till", "cashier", Deposit(winner, 5_00)))
    told = drawn.order(ask.EraseClaimant(1, "its time is over"), ("mia", "gaming_manager"))
    assert "5.00 stands in player/" in told.reason, "money of theirs still needs the name"
    drawn.desk.submit(Envelope("d4", "cage", winner, "player", AskTransfer(winner, 5_00, False)))
    transfer = max(drawn.desk.cage.transfers)
    drawn.desk.submit(Envelope("d5", "cage", "cms", "system", SettleTransfer(transfer, "done")))
    store.close()
    assert feltwork(["people", "export", db, "will winner", "--json"]) == 0
    assert "claim-denied" in capsys.readouterr().out, "found by the name"
    words = '{"type": "erase-claimant", "claim": 1, "law": "its time is over"}'
    assert feltwork(["promotion", "do", db, "spring", words, *BOSS]) == 2, "not before its time by the clock"
    store = open_store(db)
    drawn.store, drawn.desk = store, Desk(store)
    drawn.desk.now = lambda: drawn.now
    drawn.does(ask.EraseClaimant(1, "its time is over"), ("mia", "gaming_manager"))
    assert store.people.all() == []
    store.close()
    assert verified(db) == []
