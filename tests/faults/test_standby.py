"""A standby promoted under load: with synchronous replication nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import quote

import psycopg

from feltwork.store.postgres import PostgresStore
from tests.faults.load import SEED, check_once, check_resent, recorded
from tests.faults.test_unknown import Trial
from tests.store.postgres import PATIENCE_S, cluster, found_binaries, installed_binaries, running

SYNCHRONOUS = "FIRST 1 (standby)"
"""As docs/operate.md says it."""


@contextmanager
def standby_of(binaries: Path, home: Path, who: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """A server that follows the one in a folder; the folder of its socket, and its address."""
    beside = home / "standby"
    source = f"host={home} user=feltwork application_name=standby"
    copied: list[str | Path] = [binaries / "pg_basebackup", "-D", beside, "-d", source, "-R", "-X", "stream"]
    done = subprocess.run([*copied, "-c", "fast"], capture_output=True, text=True, cwd=home, check=False, **who)
    assert done.returncode == 0, done.stderr
    socket = home / "s"
    made = subprocess.run(["mkdir", socket], cwd=home, check=True, **who)
    assert made.returncode == 0
    command: list[str | Path] = [binaries / "postgres", "-D", beside, "-k", socket, "-h", "", "-c", "fsync=off"]
    with (home / "standby.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=home, **who)
    try:
        yield socket, f"postgresql://feltwork@/postgres?host={quote(str(socket), safe='')}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE_S)


def ask(url: str, sql: str) -> Any:
    """What a server says to a question; nothing while it cannot be reached."""
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            found = connection.execute(sql.encode())
            return found.fetchone() if found.description else None
    except psycopg.OperationalError:
        return None


def until(url: str, sql: str, wanted: tuple[Any, ...]) -> None:
    end = time.monotonic() + PATIENCE_S
    while ask(url, sql) != wanted:
        assert time.monotonic() < end, f"{sql} never was {wanted}"
        time.sleep(0.05)


def test_a_promoted_standby_has_lost_nothing() -> None:
    binaries = found_binaries() or installed_binaries()
    assert binaries, "a standby needs initdb, postgres and pg_basebackup"
    sent = recorded(SEED, rounds=6)
    with (
        cluster(binaries) as (home, who),
        running(binaries, home, who, fsync=False) as (first, primary),
        standby_of(binaries, home, who) as (socket, second),
    ):
        until(second, "SELECT pg_is_in_recovery()", (True,))
        ask(first, f"ALTER SYSTEM SET synchronous_standby_names = '{SYNCHRONOUS}'")
        ask(first, "SELECT pg_reload_conf()")
        until(first, "SELECT sync_state FROM pg_stat_replication", ("sync",))
        both = quote(f"{home},{socket}", safe="")
        url = f"postgresql://feltwork@/postgres?host={both}&target_session_attrs=read-write"
        trial = Trial(partial(PostgresStore, url), sent)
        chance = random.Random(SEED)
        trial.until_it_breaks(chance.randrange(len(sent) // 4, len(sent) // 2))
        dies = Timer(chance.uniform(0.0, 0.02), primary.send_signal, (signal.SIGQUIT,))
        dies.start()
        trial.until_it_breaks(len(sent))
        dies.join()
        primary.wait(PATIENCE_S)
        acknowledged = len(trial.told)
        until(second, "SELECT pg_promote()", (True,))
        trial.again()
        trial.check_undone()
        check_once(trial.desk.store, trial.told.values())
        for envelope in sent:
            trial.send(envelope)
        check_once(trial.desk.store, trial.told.values())
        trial.desk.store.close()
        check_resent(url, sent, trial.told)
        print(f"promoted after {acknowledged} of {len(sent)}: {trial.unknown} unknown, {trial.undone} not done")
