"""A sealed secret opens with its key and for its round, and in no other way."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.entropy.sealing import SealingError, load_key, make_key, seal, unseal

SECRET = bytes(range(32))
KEY = bytes(32)


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "draw.key"
    make_key(path)
    key = load_key(path)
    assert len(key) == 32
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SealingError, match=r"draw\.key is there already; rounds sealed under it would be lost$"):
        make_key(path)
    assert load_key(path) == key
    make_key(tmp_path / "other.key")
    assert load_key(tmp_path / "other.key") != key


def test_another_process_with_the_key_finishes_the_round(tmp_path: Path) -> None:
    path = tmp_path / "draw.key"
    make_key(path)
    stored = seal(load_key(path), "t7-42", SECRET)
    assert unseal(load_key(path), "t7-42", stored) == SECRET
    assert SECRET not in stored


def test_open_permissions_are_allowed(tmp_path: Path) -> None:
    path = tmp_path / "draw.key"
    make_key(path)
    path.chmod(0o644)
    assert len(load_key(path)) == 32


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_length_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "draw.key"
    path.write_bytes(bytes(size))
    with pytest.raises(SealingError, match=rf"draw\.key is no draw key: it has {size} bytes, not 32$"):
        load_key(path)
    with pytest.raises(SealingError, match=rf"^a draw key has 32 bytes, not {size}$"):
        seal(bytes(size), "t7-42", SECRET)


def test_files_that_cannot_be_used_are_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SealingError, match=r"^there is no draw key at .*draw\.key$"):
        load_key(tmp_path / "draw.key")
    with pytest.raises(SealingError, match=r"^draw key .* cannot be read: Is a directory$"):
        load_key(tmp_path)
    with pytest.raises(SealingError, match=r"^draw key .* cannot be written: No such file or directory$"):
        make_key(tmp_path / "none" / "draw.key")


def test_known_answer() -> None:
    """AES-256-GCM under a zero key and nonce: test case 14 of the GCM specification."""
    stored = bytes(12) + bytes.fromhex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
    assert unseal(KEY, "", stored) == bytes(16)


def test_the_same_secret_is_never_stored_alike() -> None:
    stored = {seal(KEY, "t7-42", SECRET) for _ in range(100)}
    assert len({text[:12] for text in stored}) == 100
    assert {len(text) for text in stored} == {12 + 32 + 16}


def test_nothing_else_opens_it() -> None:
    stored = seal(KEY, "t7-42", SECRET)
    tampered = [stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :] for at in range(len(stored))]
    shortened = [stored[:at] for at in range(len(stored))]
    wrong = [(KEY, text) for text in (*tampered, *shortened, stored + b"\0")] + [(b"\1" + bytes(31), stored)]
    for key, text in wrong:
        with pytest.raises(SealingError, match=r"^the sealed secret of round t7-42 does not open with this draw key$"):
            unseal(key, "t7-42", text)
    with pytest.raises(SealingError, match=r"^the sealed secret of round t7-43 "):
        unseal(KEY, "t7-43", stored)
