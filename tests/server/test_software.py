"""Libraries and what Python starts with are in the manifest, and a check that fails stops play."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from hashlib import sha256
from importlib import metadata
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Talk, running

from feltwork.cli.main import run
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.ops import manifest, software
from feltwork.server.ops.manifest import Manifest, differences, installed
from feltwork.server.ops.upkeep import watch_software

ROOT = Path(__file__).parents[2]


def made(folder: Path, name: str, files: dict[str, str]) -> None:
    """A library as pip would have installed it."""
    lines = []
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
        lines.append(f"{path},sha256={_base64(text)},{len(text)}")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "RECORD").write_text("\n".join([*lines, f"{name}-1.0.dist-info/RECORD,,", ""]))


def _base64(text: str) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made(tmp_path, "dicebox", {"dicebox/__init__.py": "SIX = 6\n", "dicebox/deep/roll.py": "x = 1\n"})
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert metadata.version("dicebox") == "1.0"
    return tmp_path


def test_every_file_of_a_library_is_listed_by_its_hash(library: Path) -> None:
    before = software.hashes(software.library_files(["dicebox"]))
    assert before["dicebox/__init__.py"] == sha256(b"SIX = 6\n").hexdigest()
    assert software.not_as_recorded(["dicebox"]) == []
    (library / "dicebox/deep/roll.py").write_text("x = 2\n")
    (library / "dicebox/extra.so").write_bytes(b"\x7fELF")
    after = software.hashes(software.library_files(["dicebox"]))
    assert {name for name in before | after if before.get(name) != after.get(name)} == {
        "dicebox/deep/roll.py",
        "dicebox/extra.so",
    }
    assert software.not_as_recorded(["dicebox"]) == ["dicebox/deep/roll.py"]


def test_software_whose_library_was_changed_is_not_signed(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / "dicebox/__init__.py").write_text("SIX = 7\n")
    monkeypatch.setattr(manifest, "needed", lambda: {"python": "3", "dicebox": "1.0"})
    assert run(["audit", "key", str(tmp_path / "lab")]) == 0
    assert run(["manifest", "make", "--key", str(tmp_path / "lab"), "--out", str(tmp_path / "m.json")]) == 2
    assert "library file dicebox/__init__.py is not what was installed" in capsys.readouterr().err


def test_what_python_starts_with_is_listed(tmp_path: Path) -> None:
    """In a Python that finds a ``sitecustomize`` and a ``usercustomize`` of somebody's."""
    for name in ("sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text("")
    asked = "from feltwork.server.ops.software import *; print(*hashes(startup_files()).items(), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "src")))}
    done = subprocess.run([sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    empty = sha256(b"").hexdigest()
    assert f"('sitecustomize.py', '{empty}')" in done.stdout
    assert f"('usercustomize.py', '{empty}')" in done.stdout
    binary = sha256(Path(os.path.realpath(sys.executable)).read_bytes()).hexdigest()
    assert f"('interpreter', '{binary}')" in done.stdout


def test_a_check_that_cannot_be_made_stops_play_and_payment(tmp_path: Path) -> None:
    def fails() -> Manifest:
        raise PermissionError("no")

    approved = installed(loaded=False)
    config = FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))
    with running(config, (watch_software(approved, 0.05, fails),)) as floor:
        seen = Talk(floor.screen("one", floor.player()))
        if not seen.hello["view"]["suspended"]:  # type: ignore[index]  # as sent
            seen.until(lambda m: bool(m.get("view", {}).get("suspended")))  # type: ignore[attr-defined]
        status, body, _ = floor.fetch("/ready")
        assert status == 503
        assert b"the software could not be checked: PermissionError" in body
        text = floor.fetch("/metrics")[1].decode()
        assert "feltwork_play_stopped 1" in text
        assert 'feltwork_checks_total{check="software",came="wrong"}' in text
        cashier = floor.token(Session("cashier", (("carl", "cashier"),)))
        status, body, _ = floor.fetch("/api/cage", cashier, {"key": "k", "do": {}})
        assert status == 503
        assert b"play is stopped" in body


def test_the_check_that_finds_nothing_leaves_play_alone(tmp_path: Path) -> None:
    look = partial(installed, loaded=False)
    approved = look()
    assert differences(approved, look()) == []
    config = FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))
    with running(config, (watch_software(None, 0.01, lambda: approved),)) as floor:
        while 'came="good"' not in (text := floor.fetch("/metrics")[1].decode()):
            pass
        assert "feltwork_play_stopped 0" in text
