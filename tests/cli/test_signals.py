"""Long commands end in order when they are told to, also those that a shell has started in the background.

A shell without job control starts its background jobs with SIGINT ignored, and their children inherit that.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.test_cli import answer

SECONDS = 60
BOTH = [signal.SIGINT, signal.SIGTERM]


@contextmanager
def background(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command of ours as a background job of a shell has it; it takes signals once this hands it over."""
    feltwork = [sys.executable, "-m", "feltwork", *words]
    pipe = subprocess.PIPE
    job = subprocess.Popen(
        ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *feltwork],
        cwd=folder,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
    )
    try:
        until(lambda: bool(caught(job.pid) >> (signal.SIGINT - 1) & 1), job)
        yield job
    finally:
        job.kill()
        job.communicate()


def caught(pid: int) -> int:
    """The signals that a process has a handler for, as the kernel tells them."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")), 0)


def until(seen: Callable[[], bool], job: subprocess.Popen[str]) -> None:
    end = time.monotonic() + SECONDS
    while not seen():
        assert job.poll() is None, job.communicate()
        assert time.monotonic() < end, "it never began"
        time.sleep(0.02)


def told(job: subprocess.Popen[str], how: signal.Signals) -> tuple[int, str, str]:
    job.send_signal(how)
    out, complained = job.communicate(timeout=SECONDS)
    assert "Traceback" not in complained
    return job.returncode, out, complained


@pytest.mark.parametrize("how", BOTH)
def test_a_collection_in_the_background_is_interrupted_and_leaves_nothing(how: signal.Signals, tmp_path: Path) -> None:
    words = ("draw", "collect", "two-dice", "--count", "100000000", "--out", "dice.csv")
    with background(tmp_path, *words) as job:
        until(lambda: any(tmp_path.iterdir()), job)
        assert told(job, how)[0] == 128 + how
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", BOTH)
@pytest.mark.parametrize(
    "words",
    [
        "rehearse --rounds 100000 --seed 1 --db other.db",
        "simulate standard-w --sessions 2000000000 --threads 1",
        "draw deal floor.db --key draw.key",
    ],
)
def test_a_command_in_the_background_is_interrupted(
    words: str, how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(capsys, "rehearse", "--rounds", "1", "--seed", "1", "--db", str(tmp_path / "floor.db"))
    answer(capsys, "draw", "key", str(tmp_path / "draw.key"))
    with background(tmp_path, *words.split()) as job:
        time.sleep(2)
        assert told(job, how)[0] == 128 + how


def test_an_interrupt_while_code_is_generated_ends_with_130(tmp_path: Path) -> None:
    """Python remembers an interrupt inside `exec` of a string, and would end by the signal although it was caught."""
    (tmp_path / "interrupted.py").write_text("""
import click
import feltwork.cli.main as ours

def interrupted(**_: object) -> None:
    try:
        exec("raise KeyboardInterrupt")
    except KeyboardInterrupt:
        raise click.Abort from None

ours.cli.main = interrupted
ours.main(["readings"])
""")
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, check=False, capture_output=True)
    assert (done.returncode, done.stderr.strip()) == (130, b"feltwork: stopped")


@pytest.mark.parametrize("how", BOTH)
@pytest.mark.parametrize(
    "words", ["demo --port 0 --no-browser", "audit checkpoint floor.db --key house --out signed --every 0.1"]
)
def test_what_runs_until_it_is_told_ends_well(
    words: str, how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(capsys, "rehearse", "--rounds", "1", "--seed", "1", "--db", str(tmp_path / "floor.db"))
    answer(capsys, "audit", "key", str(tmp_path / "house"))
    with background(tmp_path, *words.split()) as job:
        if words.startswith("demo"):
            assert job.stdout is not None
            while "Stop with Ctrl-C" not in (line := job.stdout.readline()):
                assert line, job.communicate()
            time.sleep(2)
        else:
            until((tmp_path / "signed").exists, job)
            time.sleep(0.5)
        assert told(job, how)[0] == 0


def test_a_game_in_the_background_ends_with_totals(tmp_path: Path) -> None:
    with background(tmp_path, "play", "star-craps", "--seed", "1") as job:
        assert job.stdin is not None
        assert job.stdout is not None
        job.stdin.write("l 10\n")
        job.stdin.flush()
        while "10.00 on Win Line" not in (line := job.stdout.readline()):
            assert line, job.communicate()
        time.sleep(0.2)
        code, out, complained = told(job, signal.SIGINT)
    assert (code, complained) == (0, "")
    assert "You hold 290.00 and 10.00 on the layout: even." in out
