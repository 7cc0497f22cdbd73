"""Live secrets are fresh after restarts and forks; collections are what rounds would have drawn."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from feltwork.entropy.mapping import DrawError
from feltwork.entropy.sources import (
    OUTCOMES_A_STEP,
    EntropyError,
    OsEntropy,
    SeededEntropy,
    collect_outcomes,
    collect_raw,
    outcomes,
    refuse_unless_live,
)

PREFIX = 8
"""Bytes: two of a thousand fresh secrets share them less than once in 10**13 runs."""
FORKS = Path(__file__).with_name("forks.py")


def prefixes(secrets: list[bytes]) -> set[bytes]:
    assert all(len(secret) == 32 for secret in secrets)
    return {secret[:PREFIX] for secret in secrets}


def forked(kind: str, count: int) -> list[bytes]:
    ran = subprocess.run([sys.executable, str(FORKS), kind, str(count)], capture_output=True, text=True, check=True)
    return [bytes.fromhex(line) for line in ran.stdout.split()]


def test_a_thousand_fresh_sources_share_no_prefix() -> None:
    secrets = [OsEntropy().secret() for _ in range(1000)]
    assert len(prefixes(secrets)) == 1000


def test_a_thousand_forks_share_no_prefix() -> None:
    assert len(prefixes(forked("os", 1000))) == 1001


def test_restarted_programs_share_no_prefix() -> None:
    secrets = [secret for _ in range(4) for secret in forked("os", 1)]
    assert len(prefixes(secrets)) == 8


def test_the_same_test_finds_forks_that_share_their_state() -> None:
    assert len(prefixes(forked("seeded", 5))) == 2


def test_seeded_secrets_are_the_same_in_every_run() -> None:
    one, other = SeededEntropy(7), SeededEntropy("7")
    secrets = [one.secret() for _ in range(100)]
    assert secrets == [other.secret() for _ in range(100)]
    assert len(prefixes([*secrets, SeededEntropy(8).secret()])) == 101


def test_only_the_operating_system_is_live() -> None:
    refuse_unless_live(OsEntropy())
    with pytest.raises(EntropyError, match=r"^SeededEntropy is for tests and rehearsals: it cannot draw a live round$"):
        refuse_unless_live(SeededEntropy(1))


@pytest.mark.parametrize("count", [0, 1, 32, 33, 65_536, 100_001])
def test_raw_bytes_are_the_secrets_in_a_row(tmp_path: Path, count: int) -> None:
    told: list[int] = []
    collect_raw(tmp_path / "raw.bin", count, SeededEntropy(1), told.append)
    source = SeededEntropy(1)
    expected = b"".join(source.secret() for _ in range(count // 32 + 1))[:count]
    assert (tmp_path / "raw.bin").read_bytes() == expected
    assert told == ([*range(65_536, count, 65_536), count] if count else [])


@pytest.mark.parametrize(
    ("kind", "header"),
    [
        ("two-dice", ["first", "second"]),
        ("pocket:38", ["pocket"]),
        ("distinct:37", ["red", "green", "blue", "yellow"]),
        ("boost", ["colour", "odds"]),
        ("boost:1/20", ["colour", "odds"]),
    ],
)
def test_collected_outcomes_are_those_that_rounds_draw(tmp_path: Path, kind: str, header: list[str]) -> None:
    count, told, path = OUTCOMES_A_STEP + 5, list[int](), tmp_path / "drawn.csv"
    collect_outcomes(path, kind, count, SeededEntropy(3), told.append)
    with path.open(newline="") as file:
        first, *rows = csv.reader(file)
    assert first == header
    assert rows == [list(map(str, drawn)) for drawn in islice(outcomes(kind, SeededEntropy(3)), count)]
    assert told == [OUTCOMES_A_STEP, count]


def test_collecting_without_anybody_watching(tmp_path: Path) -> None:
    collect_raw(tmp_path / "raw.bin", 10, OsEntropy())
    collect_outcomes(tmp_path / "drawn.csv", "pocket:37", 10, OsEntropy())
    assert (tmp_path / "raw.bin").stat().st_size == 10
    assert len((tmp_path / "drawn.csv").read_text().splitlines()) == 11


@pytest.mark.parametrize(
    "collect",
    [
        lambda path, count: collect_raw(path, count, OsEntropy()),
        lambda path, count: collect_outcomes(path, "two-dice", count, OsEntropy()),
    ],
)
def test_a_collection_is_never_written_over(tmp_path: Path, collect: Callable[[Path, int], None]) -> None:
    path = tmp_path / "kept"
    path.write_text("evidence")
    with pytest.raises(EntropyError, match=r"kept is there already; collect into a new file$"):
        collect(path, 5)
    assert path.read_text() == "evidence"
    with pytest.raises(EntropyError, match=r"none/x cannot be written: No such file or directory$"):
        collect(tmp_path / "none" / "x", 5)
    with pytest.raises(EntropyError, match=r"^-1 cannot be collected$"):
        collect(tmp_path / "new", -1)


def test_an_unknown_kind_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(DrawError):
        collect_outcomes(tmp_path / "drawn.csv", "dice", 5, OsEntropy())
    assert not list(tmp_path.iterdir())


def test_threads_share_no_prefix() -> None:
    source = OsEntropy()
    with ThreadPoolExecutor(8) as pool:
        assert len(prefixes(list(pool.map(lambda _: source.secret(), range(1000))))) == 1000
