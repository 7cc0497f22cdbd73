"""The inspector's verdict on a floor: whose checkpoints count, and keys that lie where they should not."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, running

from feltwork.audit.checkpoint import load_private, make_key, read_checkpoint
from feltwork.audit.signing import load_signer, rotate
from feltwork.audit.trust import Trust, TrustedKey, write_trust
from feltwork.audit.unseen import UNTRUSTED
from feltwork.cli.main import run
from feltwork.server.config import FloorConfig
from feltwork.server.ops.keys import too_near
from feltwork.server.upkeep import Checkpoints
from feltwork.server.verifying import verify_log
from feltwork.store.checkpoints import export


def verdict(database: str, checkpoint: Path, trust: Path | None) -> dict[str, object]:
    heard, said = Pipe(duplex=False)
    verify_log(database, checkpoint, trust, said)
    said.close()
    told: dict[str, object] = {}
    while told.get("state") is None:
        told = heard.recv()
    return told


def test_the_inspectors_verdict_goes_by_the_trust_file_alone(tmp_path: Path) -> None:
    database, checkpoint, trust = str(tmp_path / "floor.sqlite"), tmp_path / "signed", tmp_path / "trust.json"
    make_key(tmp_path / "house")
    make_key(tmp_path / "forger")
    with running(FloorConfig(SMALL.tables, database)) as up:
        export(up.floor.house.reader, checkpoint, load_private(tmp_path / "forger"))
    told = verdict(database, checkpoint, None)
    assert (told["state"], told["checkpoint"]) == ("sound", None), "a checkpoint that nobody trusts counts for nothing"
    assert UNTRUSTED in told["unseen"]  # type: ignore[operator]  # a list
    write_trust(trust, Trust((TrustedKey(load_signer(tmp_path / "house").public, note="Ann"),)))
    told = verdict(database, checkpoint, trust)
    assert told["state"] == "unsound"
    assert "which is not trusted" in str(told["findings"])
    trust.write_text("{}")
    assert verdict(database, checkpoint, trust)["state"] == "failed"


def test_a_running_floor_signs_with_the_key_that_took_over(tmp_path: Path) -> None:
    database, key, signed = str(tmp_path / "floor.sqlite"), tmp_path / "checkpoint.key", tmp_path / "signed"
    checkpoints = Checkpoints(database, signed, key, every=3600)
    checkpoints.start()
    with running(FloorConfig(SMALL.tables, database)):
        old = read_checkpoint(signed.read_bytes())
        new, _ = rotate(key, old.at + 1)
    checkpoints.stop()
    last = read_checkpoint(signed.read_bytes())
    assert (last.number, last.fingerprint) == (2, new.fingerprint)
    assert Trust((TrustedKey(old.key),)).wrong(last) == ""
    Checkpoints(database, signed, key).store.close()


def test_a_key_beside_the_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    near, far = {"checkpoint_key": tmp_path / "a.key"}, {"checkpoint_key": tmp_path / "keys" / "a.key"}
    (line,) = too_near(str(tmp_path / "floor.sqlite"), near)
    assert line == (
        "checkpoint_key lies in the folder of the database: keep it apart, for who has both can rewrite the log"
        " and sign it"
    )
    assert too_near(str(tmp_path / "floor.sqlite"), far) == []
    assert too_near("postgresql://somewhere/floor", near) == too_near("memory:", near) == []


def test_a_floor_with_a_bad_trust_file_does_not_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(
        'trust = "trust.json"\n[[tables]]\nname = "one"\nbook = "star-craps"\nsign = {minimum = "1", maximum = "9"}\n'
    )
    (tmp_path / "trust.json").write_text("{}")
    assert run(["serve", "--config", str(path)]) == 2
    assert "trust.json is not a trust file" in capsys.readouterr().err
