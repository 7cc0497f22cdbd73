"""PostgreSQL taken back by its archive, to a moment and to the end, with the settings of docs/operate.md."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.store.opening import open_store
from tests.faults.load import SEED, recorded, verified
from tests.faults.test_standby import ask, until
from tests.server.processes import ROOT
from tests.store.postgres import cluster, found_binaries, installed_binaries, running

PAGE = (ROOT / "docs/operate.md").read_text("utf-8")
SETTINGS = ("archive_mode", "archive_command", "archive_timeout")
BACK = ("restore_command", "recovery_target_time", "recovery_target_action")
MOMENT = "2026-11-18 21:40:00+00"
"""The one on the page."""


def settings(names: tuple[str, ...], archive: Path) -> dict[str, str]:
    """The lines of the page, with the archive where ours is."""
    found = {name: re.findall(rf"^    ({name} = .*?)(?:  +#.*)?$", PAGE, re.M) for name in names}
    assert {name: len(lines) for name, lines in found.items()} == dict.fromkeys(names, 1)
    return {name: lines[0].replace("/srv/archive", str(archive)) for name, lines in found.items()}


def heads(url: str) -> dict[str, int]:
    store = open_store(url)
    try:
        return {head.stream: head.version for head in store.log.heads()}
    finally:
        store.close()


def play(url: str, sent: list[Any]) -> None:
    store = open_store(url)
    desk = Desk(store)
    for envelope in sent:
        desk.submit(envelope)
    desk.close()
    store.close()


def taken_back(home: Path, who: dict[str, Any], name: str, lines: list[str]) -> Path:
    """A folder for a server that starts from the base and goes on by the archive."""
    folder = home / name
    subprocess.run(["mkdir", folder], cwd=home, check=True, **who)
    subprocess.run(["cp", "-a", home / "base", folder / "data"], cwd=home, check=True, **who)
    subprocess.run(["touch", folder / "data/recovery.signal"], cwd=home, check=True, **who)
    conf = folder / "data/postgresql.conf"
    conf.write_text(conf.read_text() + "\narchive_mode = off\n" + "\n".join(lines) + "\n")
    return folder


def test_a_floor_goes_back_to_a_moment_and_to_the_end_of_the_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binaries = found_binaries() or installed_binaries()
    if binaries is None:
        reason = "no PostgreSQL: apt-get install postgresql"
        print(reason)
        pytest.skip(reason)
    sent = recorded(SEED, rounds=4)
    third = len(sent) // 3
    signer, early, late = (str(tmp_path / name) for name in ("lab", "early.checkpoint", "late.checkpoint"))
    assert run(["audit", "key", signer]) == 0
    with cluster(binaries) as (home, who):
        archive = home / "archive"
        subprocess.run(["mkdir", archive], cwd=home, check=True, **who)
        conf = home / "data/postgresql.conf"
        conf.write_text(conf.read_text() + "\n".join(settings(SETTINGS, archive).values()) + "\n")
        with running(binaries, home, who, fsync=False) as (url, _):
            play(url, sent[:third])
            base: list[str | Path] = [binaries / "pg_basebackup", "-D", home / "base", "-X", "fetch", "-c", "fast"]
            subprocess.run([*base, "--no-sync", "-d", url], cwd=home, check=True, capture_output=True, **who)
            play(url, sent[third : 2 * third])
            assert run(["audit", "checkpoint", url, "--key", signer, "--out", early]) == 0
            then, (moment,) = heads(url), ask(url, "SELECT clock_timestamp()::text")
            play(url, sent[2 * third :])
            assert run(["audit", "checkpoint", url, "--key", signer, "--out", late]) == 0
            end = heads(url)
            (segment,) = ask(url, "SELECT pg_walfile_name(pg_switch_wal())")
            until(url, f"SELECT last_archived_wal >= '{segment}' FROM pg_stat_archiver", (True,))
        back = settings(BACK, archive)
        back["recovery_target_time"] = back["recovery_target_time"].replace(MOMENT, moment)
        assert moment in back["recovery_target_time"]
        asked = ["--key", f"{signer}.pub"]
        for name, lines, wanted in (
            ("moment", list(back.values()), then),
            ("end", [back["restore_command"]], end),
        ):
            with running(binaries, taken_back(home, who, name, lines), who, fsync=False) as (url, _):
                until(url, "SELECT pg_is_in_recovery()", (False,))
                assert heads(url) == wanted, name
                assert verified(url) == []
                capsys.readouterr()
                assert run(["audit", "verify", url, "--checkpoint", early, *asked]) == 0
                missing = run(["audit", "verify", url, "--checkpoint", late, *asked])
                assert missing == (wanted != end), "what was signed and is missing is named"
