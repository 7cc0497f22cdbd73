"""Whose checkpoints count: the trust file says, keys that hand on to others say, and a checkpoint itself never does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.verifier.keys.checkpoint import (
    CheckpointError,
    KeyFileError,
    make_checkpoint,
    make_key,
    read_checkpoint,
)
from feltwork.verifier.keys.rotation import fingerprint, hand_on
from feltwork.verifier.keys.signing import load_signer, rotate
from feltwork.verifier.keys.trust import Trust, TrustedKey, TrustError, moment, read_trust, told, write_trust
from feltwork.verifier.table.books import canonical
from feltwork.verifier.verify import verify
from tests.verifier.night import listed
from tests.verifier.test_evidence import KEY, NIGHT, STORE

ONE, TWO, THREE = (Ed25519PrivateKey.generate() for _ in range(3))
FIRST, SECOND, THIRD = (key.public_key().public_bytes_raw() for key in (ONE, TWO, THREE))
TRUST = Trust((TrustedKey(FIRST, note="the inspectorate"),))
CHAIN = (hand_on(ONE, TWO.public_key(), 100), hand_on(TWO, THREE.public_key(), 200))


def signed(key: Ed25519PrivateKey, at: int, rotations: tuple[object, ...] = ()) -> bytes:
    return make_checkpoint([], at, 7, key, rotations)  # type: ignore[arg-type]  # as the trials mix them


def wrong(trust: Trust, raw: bytes) -> str:
    return trust.wrong(read_checkpoint(raw))


def test_a_chain_of_keys_verifies_from_the_first_trusted_one() -> None:
    assert wrong(TRUST, signed(ONE, 99)) == ""
    assert wrong(TRUST, signed(TWO, 150, CHAIN[:1])) == ""
    last = signed(THREE, 250, CHAIN)
    assert wrong(TRUST, last) == ""
    assert TRUST.vouched(read_checkpoint(last)) == "the inspectorate"
    assert TRUST.vouched(read_checkpoint(signed(THREE, 250))) == "a key that is not trusted"
    assert Trust((TrustedKey(THIRD),)).vouched(read_checkpoint(last)) == "named by whoever asked"
    assert "not trusted" in wrong(TRUST, signed(THREE, 250))
    assert "not trusted" in wrong(TRUST, signed(THREE, 250, CHAIN[1:]))


def test_a_retired_key_signs_nothing_later_and_a_new_one_nothing_earlier() -> None:
    assert "after that key was retired" in wrong(TRUST.knowing(CHAIN), signed(ONE, 100))
    assert "after that key was retired" in wrong(TRUST, signed(TWO, 200, CHAIN))
    assert "before that key counts" in wrong(TRUST, signed(TWO, 99, CHAIN))
    ended = Trust((TrustedKey(FIRST, 10, 50, "us"),))
    assert wrong(ended, signed(ONE, 10)) == ""
    assert "before that key counts" in wrong(ended, signed(ONE, 9))
    assert "after that key was retired" in wrong(ended, signed(ONE, 50))
    assert "not trusted" in wrong(ended, signed(TWO, 150, CHAIN[:1])), "handed on to after its end"


def test_a_key_hands_on_once_and_only_by_its_own_hand() -> None:
    thief = Ed25519PrivateKey.generate()
    second = hand_on(ONE, thief.public_key(), 90)
    assert "not trusted" in wrong(TRUST.knowing(CHAIN), signed(thief, 95, (second,)))
    forged = CHAIN[0]._replace(new=thief.public_key().public_bytes_raw())
    assert "not trusted" in wrong(TRUST, signed(thief, 150, (forged,)))
    assert "not trusted" in wrong(TRUST, signed(thief, 150, (hand_on(thief, thief.public_key(), 100),)))


def test_the_key_that_a_checkpoint_brings_along_proves_nothing() -> None:
    forger = Ed25519PrivateKey.generate()
    forged = make_checkpoint(STORE.log.heads(), 5, 1, forger)
    assert [f.kind for f in verify(listed(NIGHT), forged, Trust.of(KEY.public_key()))] == ["signature"]
    content = json.loads(forged)
    assert content["fingerprint"] == fingerprint(forger.public_key().public_bytes_raw())
    content["fingerprint"] = fingerprint(FIRST)
    with pytest.raises(CheckpointError, match="another key's fingerprint"):
        read_checkpoint(json.dumps(content).encode())


def test_a_checkpoint_of_the_first_form_is_still_accepted() -> None:
    content = {"format": "feltwork-checkpoint-1", "number": 3, "at": 9, "streams": [], "key": FIRST.hex()}
    raw = json.dumps({**content, "signature": ONE.sign(canonical(content)).hex()}).encode()
    assert wrong(TRUST, raw) == ""
    assert "was changed since" in wrong(TRUST, raw.replace(b'"number": 3', b'"number": 4'))


def test_a_trust_file_says_who_vouches(tmp_path: Path) -> None:
    path = tmp_path / "trust.json"
    trust = Trust((TrustedKey(FIRST, moment("2026-11-16"), moment("2027-01-01T06:30:00.000007Z"), "Ann, by phone"),))
    write_trust(path, trust)
    assert read_trust(path) == trust
    assert told(trust.keys[0].until or 0) == "2027-01-01T06:30:00.000007Z"
    entry = json.loads(path.read_text())["keys"][0]
    for change, why in (
        ({"note": " "}, "nobody vouches"),
        ({"fingerprint": fingerprint(SECOND)}, "is another"),
        ({"key": "00"}, "is another"),
        ({"from": "yesterday"}, "not a trust"),
        ({"extra": "1"}, "not a trust file"),
    ):
        path.write_text(json.dumps({"format": "feltwork-trust-1", "keys": [entry | change]}))
        with pytest.raises(TrustError, match=why):
            read_trust(path)
    for text, why in (
        ("", "not a trust"),
        ("{}", "not a trust"),
        ('{"format": "x"}', "another form"),
        ('{"format": "feltwork-trust-1", "keys": []}', "no key"),
        (json.dumps({"format": "feltwork-trust-1", "keys": [entry, entry]}), "twice"),
    ):
        path.write_text(text)
        with pytest.raises(TrustError, match=why):
            read_trust(path)
    with pytest.raises(TrustError, match="No such file"):
        read_trust(tmp_path / "none")


def test_a_key_file_carries_its_rotations(tmp_path: Path) -> None:
    path = tmp_path / "house"
    make_key(path)
    first = load_signer(path)
    second, retired = rotate(path, 100)
    third, _ = rotate(path, 200)
    assert load_signer(path).fingerprint == third.fingerprint
    assert [r.old for r in third.rotations] == [first.public, second.public]
    assert load_signer(retired).public == first.public
    assert retired.stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600
    assert Trust((TrustedKey(first.public),)).wrong(read_checkpoint(third.sign([], 300, 1))) == ""
    assert third.trust().wrong(read_checkpoint(first.sign([], 99, 1))) == ""
    assert "retired" in third.trust().wrong(read_checkpoint(first.sign([], 100, 1)))
    with pytest.raises(KeyFileError, match="gone back"):
        rotate(path, 200)
    lines = path.read_bytes().splitlines(keepends=True)
    for text, why in ((b"{}", "does not tell"), (lines[-1].replace(b'"at": 1', b'"at": 9'), "not handed on")):
        path.write_bytes(b"".join(lines[:-1]) + text)
        with pytest.raises(KeyFileError, match=why):
            load_signer(path)
