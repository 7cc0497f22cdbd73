"""A sealed copy gets its name in one step: it never takes the place of another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.store.port import StoreError
from feltwork.store.sealed_copy import is_sealed, make_backup_key, opened_copy, seal_copy


@pytest.fixture(params=["links", "no links"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a file system that has links, or has none."""
    if request.param == "no links":

        def refuse(*names: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(Path, "hardlink_to", refuse)
    (tmp_path / "plain").write_bytes(b"a copy")
    return tmp_path


def test_a_copy_is_sealed_under_its_name_alone(folder: Path) -> None:
    public = make_backup_key(folder / "key")
    seal_copy(folder / "plain", folder / "sealed", public)
    assert is_sealed(folder / "sealed")
    with opened_copy(folder / "sealed", folder / "key", folder) as opened:
        assert opened.read_bytes() == b"a copy"
    assert sorted(path.name for path in folder.iterdir()) == ["key", "key.pub", "plain", "sealed"]


def test_a_file_that_came_meanwhile_is_not_overwritten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The look whether the name is free and the renaming were two steps: here the look is always too early."""
    public, sealed = make_backup_key(folder / "key"), folder / "sealed"
    sealed.write_bytes(b"another's")
    monkeypatch.setattr(Path, "exists", lambda path, **how: False)
    with pytest.raises(StoreError, match="never overwrites"):
        seal_copy(folder / "plain", sealed, public)
    assert sealed.read_bytes() == b"another's"
    assert sorted(path.name for path in folder.iterdir()) == ["key", "key.pub", "plain", "sealed"]
