"""Checkpoints, keys and evidence packs."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from feltwork.store.memory import MemoryStore
from feltwork.verifier.evidence import PackError, make_pack, verify_pack
from feltwork.verifier.keys.checkpoint import (
    CheckpointError,
    KeyFileError,
    check_signature,
    load_private,
    load_public,
    make_checkpoint,
    make_key,
    read_checkpoint,
)
from feltwork.verifier.verify import verify
from tests.verifier.night import full_night, listed, night_rows

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STORE = MemoryStore()
NIGHT = full_night(STORE, 9, 120)
CHECKPOINT = make_checkpoint(STORE.log.heads(), 5, 3, KEY)
ROUNDS = [row.version for row in night_rows(NIGHT) if row.stream == "table/c1" and row.kind == "round-settled"]
PACK = make_pack(listed(NIGHT), "c1", ROUNDS[len(ROUNDS) // 2], CHECKPOINT)


def test_keys_are_made_kept_and_read(tmp_path: Path) -> None:
    public = make_key(tmp_path / "house")
    assert (tmp_path / "house").stat().st_mode & 0o777 == 0o600
    private = load_private(tmp_path / "house")
    assert load_public(tmp_path / "house.pub") == public == private.public_key()
    signed = make_checkpoint(STORE.log.heads(), 1, 1, private)
    assert check_signature(signed, public)
    assert verify(listed(NIGHT), signed, public) == []


def test_key_files_that_cannot_be_used(tmp_path: Path) -> None:
    make_key(tmp_path / "house")
    foreign = X25519PrivateKey.generate()
    (tmp_path / "dh").write_bytes(foreign.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    shown = foreign.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "dh.pub").write_bytes(shown)
    (tmp_path / "text").write_text("hello")
    for use, name in (
        (make_key, "house"),
        (make_key, "none/house"),
        (load_private, "none"),
        (load_private, "text"),
        (load_private, "house.pub"),
        (load_private, "dh"),
        (load_public, "none"),
        (load_public, "text"),
        (load_public, "house"),
        (load_public, "dh.pub"),
        (load_public, "a\0b"),
    ):
        with pytest.raises(KeyFileError) as caught:
            use(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_what_is_no_checkpoint() -> None:
    content = json.loads(CHECKPOINT)
    twice = {**content, "streams": content["streams"] * 2}
    for wrong in (b"", b"[]", b"{}", b"\xff", b'{"format": 1}', json.dumps(twice).encode()):
        with pytest.raises(CheckpointError):
            read_checkpoint(wrong)
        assert "signature" in {f.kind for f in verify(listed(NIGHT), wrong, KEY.public_key())}


def test_a_checkpoint_without_a_key_to_check_it_is_a_finding() -> None:
    assert [f.kind for f in verify(listed(NIGHT), CHECKPOINT)] == ["signature"]


def test_an_older_checkpoint_still_holds() -> None:
    store = MemoryStore()
    night = full_night(store, 2, 30)
    older = make_checkpoint(store.log.heads(), 1, 1, KEY)
    night.play("c1", 30)
    assert verify(listed(night), older, KEY.public_key()) == []


def test_a_pack_is_sound_by_itself() -> None:
    assert verify_pack(PACK) == []
    assert verify_pack(PACK, KEY.public_key()) == []


@pytest.mark.parametrize("version", ROUNDS[:: max(1, len(ROUNDS) // 5)])
def test_any_round_can_be_packed(version: int) -> None:
    assert verify_pack(make_pack(listed(NIGHT), "c1", version, CHECKPOINT), KEY.public_key()) == []


def test_a_pack_signed_by_somebody_else_is_found() -> None:
    forger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    pack = make_pack(listed(NIGHT), "c1", ROUNDS[0], make_checkpoint(STORE.log.heads(), 5, 3, forger))
    assert verify_pack(pack) == []
    assert [f.kind for f in verify_pack(pack, KEY.public_key())] == ["signature"]


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_pack_is_found(seed: int) -> None:
    chance, pack = Random(seed), json.loads(PACK)
    part = chance.choice(("records", "gone", "books", "checkpoint", "round", "table", "public_key"))
    if part == "records":
        record = chance.choice(pack["records"])
        column = chance.choice([n for n in range(12) if n != 10])
        record[column] = record[column] + 1 if isinstance(record[column], int) else f"{record[column]}AAAA"
    elif part == "gone":
        pack["records"].pop(chance.randrange(len(pack["records"])))
    elif part == "books":
        pack["books"] = {name: body.replace("33", "35", 1) for name, body in pack["books"].items()}
    elif part == "checkpoint":
        pack["checkpoint"]["at"] += 1
    else:
        pack[part] = 2 if part == "round" else f"{pack[part]}0"
    assert verify_pack(json.dumps(pack).encode(), KEY.public_key()), part


def test_what_is_no_pack() -> None:
    for wrong in (b"", b"[]", b"{}", b"\xff\xfe", b'{"format": "feltwork-evidence-1"}', PACK[:-100]):
        assert [f.kind for f in verify_pack(wrong)] == ["pack"]


def test_packs_that_cannot_be_made() -> None:
    with pytest.raises(PackError, match="is not a round"):
        make_pack(listed(NIGHT), "c1", 1, CHECKPOINT)
    with pytest.raises(PackError, match="the checkpoint goes to version"):
        make_pack(listed(NIGHT), "c1", 10_000, CHECKPOINT)
    with pytest.raises(PackError, match="the checkpoint goes to version 0"):
        make_pack(listed(NIGHT), "nowhere", 1, CHECKPOINT)
    with pytest.raises(PackError, match="not a checkpoint"):
        make_pack(listed(NIGHT), "c1", 1, b"")
