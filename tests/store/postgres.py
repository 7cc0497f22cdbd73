"""A PostgreSQL server for the tests: the one ``DATABASE_URL`` names, or one of our own that ends with the session."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

PATIENCE_S = 30


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a server where schemas may be made."""
    if url := os.environ.get("DATABASE_URL"):
        yield url
        return
    binaries = found_binaries() or installed_binaries()
    if binaries is None:
        reason = "no PostgreSQL: set DATABASE_URL, or install initdb and postgres"
        print(reason)
        pytest.skip(reason)
    with server(binaries) as url:
        yield url


@pytest.fixture
def postgres_schema(postgres_url: str) -> Iterator[str]:
    """An address that leads into an empty schema of its own."""
    with empty_schema(postgres_url) as url:
        yield url


@contextmanager
def empty_schema(postgres_url: str) -> Iterator[str]:
    """An address that leads into an empty schema of its own."""
    import psycopg

    name = f"feltwork_{os.getpid()}_{time.time_ns()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        joint = "&" if "?" in postgres_url else "?"
        yield f"{postgres_url}{joint}options={quote(f'-csearch_path={name}')}"
        connection.execute("SET client_min_messages = warning")
        # A test that failed may have left a connection in a transaction; dropping must not wait for it for ever.
        connection.execute("SET lock_timeout = '20s'")
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND usename = current_user AND state LIKE 'idle in transaction%'"
        )
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def found_binaries() -> Path | None:
    """The folder that holds both ``initdb`` and ``postgres``, the newest version first."""
    on_path = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    for folder in [*on_path, *packaged]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


@cache
def installed_binaries() -> Path | None:
    """Have the system's package manager fetch them, where we may; two workers take turns at its lock."""
    apt = shutil.which("apt-get")
    if os.geteuid() != 0 or apt is None:
        return None
    subprocess.run(
        [apt, "install", "-y", "-q", "-o", "DPkg::Lock::Timeout=120", "postgresql"],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        capture_output=True,
        timeout=300,
        check=False,
    )
    return found_binaries()


@contextmanager
def server(binaries: Path, *, fsync: bool = False) -> Iterator[str]:
    """A server on a Unix socket in a short temporary folder, which ends with its address."""
    with cluster(binaries) as (home, who), running(binaries, home, who, fsync=fsync) as (url, _):
        yield url


@contextmanager
def cluster(binaries: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """A folder for a server, and the user it runs as: PostgreSQL refuses to run as root, so we do not ask."""
    home = Path(tempfile.mkdtemp(prefix="fw-pg-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = _ordinary_user()
        os.chown(home, user.pw_uid, user.pw_gid)
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    made: list[str | Path] = [binaries / "initdb", "-D", home / "data", "-U", "feltwork", "-A", "trust", "-E", "UTF8"]
    try:
        done = subprocess.run(
            [*made, "--locale=C", "--no-sync"], capture_output=True, text=True, cwd=home, check=False, **who
        )
        assert done.returncode == 0, done.stderr
        yield home, who
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def running(
    binaries: Path, home: Path, who: dict[str, Any], *, fsync: bool
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The server of that folder at work."""
    command: list[str | Path] = [
        binaries / "postgres",
        "-D",
        home / "data",
        "-k",
        home,
        "-h",
        "",
        "-c",
        f"fsync={fsync}",
    ]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=home, **who)
    try:
        url = f"postgresql://feltwork@/postgres?host={quote(str(home), safe='')}"
        _wait_for(url, process, home / "log")
        yield url, process
    finally:
        process.send_signal(signal.SIGINT)  # a fast shutdown: PostgreSQL's own word for "do not wait for clients"
        process.wait(PATIENCE_S)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)


def _ordinary_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.skip("no unprivileged user to run PostgreSQL as")


def _version(folder: Path) -> int:
    name = folder.parent.name
    return int(name) if name.isdecimal() else 0
