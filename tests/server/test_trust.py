"""The inspector's verdict on a floor: whose checkpoints count, and keys that lie where they should not."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, running

from feltwork.cli.main import run
from feltwork.server.config import FloorConfig
from feltwork.server.ops.keys import too_near
from feltwork.server.ops.upkeep import Checkpoints
from feltwork.server.ops.verifying import verify_log
from feltwork.store.checkpoints import export
from feltwork.store.port import StoreError
from feltwork.verifier.basis import UNTRUSTED
from feltwork.verifier.keys.checkpoint import load_private, make_key, read_checkpoint
from feltwork.verifier.keys.signing import load_signer, rotate
from feltwork.verifier.keys.trust import Trust, TrustedKey, write_trust


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


def test_a_host_with_a_retired_key_says_so_until_it_has_the_new_one(tmp_path: Path) -> None:
    """Two hosts with a copy of the key each; it is rotated on one of them."""
    database = str(tmp_path / "floor.sqlite")
    keys, files = ([tmp_path / f"{name}-{host}" for host in (1, 2)] for name in ("key", "signed"))
    make_key(keys[0])
    keys[1].write_bytes(keys[0].read_bytes())
    one, two = (Checkpoints(database, file, key, every=3600) for file, key in zip(files, keys, strict=True))
    with running(FloorConfig(SMALL.tables, database)) as up:
        up.floor.log_checks.signing = two.told
        rotate(keys[0], one.store.now())
        one._export()
        two._export()
        status, body, _ = up.fetch("/ready")
        assert status == 200
        assert b"was retired: the series of checkpoints goes on under" in body
        assert b"this host's file has checkpoint 2, the series stands at 3" in body
        keys[1].write_bytes(keys[0].read_bytes())
        two._export()
        assert up.fetch("/ready")[:2] == (200, b"ready\n")
    for host in (one, two):
        host.store.close()


def test_a_checkpoint_key_that_was_made_anew_goes_on_only_where_somebody_says_so(tmp_path: Path) -> None:
    database, key, signed = str(tmp_path / "floor.sqlite"), tmp_path / "key", tmp_path / "signed"
    Checkpoints(database, signed, key).store.close()
    lost = read_checkpoint(signed.read_bytes())
    key.unlink()
    Path(f"{key}.pub").unlink()
    with pytest.raises(StoreError, match=f"signed with key {lost.fingerprint}, which is not trusted"):
        Checkpoints(database, signed, key)
    Checkpoints(database, signed, key, fresh=True).store.close()
    last = read_checkpoint(signed.read_bytes())
    assert (last.number, last.fingerprint) == (2, load_signer(key).fingerprint)
    Checkpoints(database, signed, key).store.close()
