"""The trust file and the keys that sign, as an operator and an inspector use them at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.verifier.keys.checkpoint import read_checkpoint
from tests.cli.test_cli import answer, complaint
from tests.cli.test_live_cli import played

Capture = pytest.CaptureFixture[str]
__all__ = ["played"]


def named(capsys: Capture, path: Path) -> str:
    return answer(capsys, "audit", "fingerprint", str(path)).strip()


def test_a_verdict_takes_its_key_from_the_trust_file(
    played: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, trust = played.parent, str(played.parent / "trust.json")
    proof = ["audit", "verify", str(played), "--checkpoint", str(room / "signed")]
    assert "--trust FILE" in complaint(capsys, *proof), "the checkpoint's own key is no proof"
    said = answer(
        capsys, "audit", "trust", "add", trust, str(room / "key.pub"), "--from", "2020-01-01", "--note", "Ann, by phone"
    )
    key = named(capsys, room / "key.pub")
    assert key in said
    assert key == named(capsys, room / "key") == named(capsys, room / "signed")
    told = answer(capsys, *proof, "--trust", trust)
    assert told.startswith("sound")
    assert f"signed with key {key} (Ann, by phone)" in told
    held = json.loads(answer(capsys, *proof, "--trust", trust, "--json"))["checkpoint"]
    assert (held["key"], held["vouched"], held["number"]) == (key, "Ann, by phone", 1)
    monkeypatch.setenv("FELTWORK_TRUST", trust)
    answer(capsys, *proof)
    answer(capsys, "restore", str(played), str(room / "again.db"), "--checkpoint", str(room / "signed"))
    answer(capsys, "audit", "key", str(room / "other"))
    assert "not trusted" in complaint_or_finding(capsys, *proof, "--key", str(room / "other.pub"))
    assert "not both" in complaint(capsys, *proof, "--trust", trust, "--key", str(room / "key.pub"))
    answer(capsys, "audit", "trust", "end", trust, key, "--at", "2020-01-02")
    assert "retired, at 2020-01-02" in complaint_or_finding(capsys, *proof)
    assert "until 2020-01-02" in answer(capsys, "audit", "trust", "show", trust)
    assert "has no key" in complaint(capsys, "audit", "trust", "end", trust, "00")
    assert "already" in complaint(capsys, "audit", "trust", "add", trust, str(room / "key.pub"), "--note", "x")
    assert "a day is written" in complaint(
        capsys, "audit", "trust", "add", trust, str(room / "other.pub"), "--note", "x", "--from", "soon"
    )


def complaint_or_finding(capsys: Capture, *words: str) -> str:
    assert run(words) == 1
    return capsys.readouterr().out


def test_verify_says_what_it_could_not_see(played: Path, capsys: Capture) -> None:
    said = answer(capsys, "audit", "verify", str(played))
    assert "not seen: whether the end of the log was cut off" in said
    assert "not seen: whether the log was written anew" in said
    told = json.loads(answer(capsys, "audit", "verify", str(played), "--json"))
    assert told["checkpoint"] is None
    assert len(told["unseen"]) == 2
    room = played.parent
    answer(capsys, "rehearse", "--rounds", "1", "--seed", "8", "--books", "star-craps", "--db", str(played))
    proof = ("--checkpoint", str(room / "signed"), "--key", str(room / "key.pub"))
    (after,) = json.loads(answer(capsys, "audit", "verify", str(played), *proof, "--json"))["unseen"]
    assert "records after checkpoint 1 were changed" in after


def test_a_log_verifies_over_a_rotation_and_the_old_key_has_no_say(played: Path, capsys: Capture) -> None:
    room, trust = played.parent, str(played.parent / "trust.json")
    first, key = str(room / "first.json"), str(room / "key")
    for path in (trust, first):
        answer(capsys, "audit", "trust", "add", path, f"{key}.pub", "--from", "2020-01-01", "--note", "Ann")
    old = named(capsys, room / "key")
    told = json.loads(answer(capsys, "audit", "rotate-key", key, "--trust", trust, "--json"))
    assert told["before"] == old != told["key"] == named(capsys, room / "key") == named(capsys, room / "key.pub")
    signed, late = str(room / "signed"), str(room / "late")
    answer(capsys, "audit", "checkpoint", str(played), "--key", key, "--out", signed)
    assert read_checkpoint(Path(signed).read_bytes()).number == 2, "the series goes on"
    for path in (trust, first):
        answer(capsys, "audit", "verify", str(played), "--checkpoint", signed, "--trust", path)
    answer(capsys, "audit", "checkpoint", str(played), "--key", told["retired"], "--out", late)
    said = complaint_or_finding(capsys, "audit", "verify", str(played), "--checkpoint", late, "--trust", trust)
    assert f"signed with key {old} after that key was retired" in said


def test_a_pack_is_checked_with_a_key_of_ones_own(played: Path, capsys: Capture) -> None:
    room = played.parent
    where = ["--table", "star-craps-7", "--checkpoint", str(room / "signed"), "--out", str(room / "pack.json")]
    answer(capsys, "audit", "pack", str(played), "--round", "2", *where)
    assert "--trust FILE" in complaint(capsys, "audit", "check-pack", str(room / "pack.json"))
    answer(capsys, "audit", "check-pack", str(room / "pack.json"), "--key", str(room / "key.pub"))
