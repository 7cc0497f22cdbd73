"""Look at a machine as a careful operator would before a floor opens: what is missing or wrong, a sentence each."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from feltwork.server.config import ConfigError, FloorConfig, read_config
from feltwork.server.ops.connections import descriptors
from feltwork.server.ops.keys import LOST
from feltwork.store.opening import is_postgres

State = Literal["good", "warning", "wrong"]
GOOD, WARNING, WRONG = State.__args__  # type: ignore[attr-defined]  # the three words, written once
OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 13)
OLDEST_SQLITE = (3, 37, 0)
"""Has strict tables."""
FEW_DESCRIPTORS = 4_096
GIB = 1 << 30
LITTLE_DISK = 2 * GIB
UNSYNCHRONISED = 0x40
"""The kernel's flag for a clock that nothing keeps right (STA_UNSYNC in sys/timex.h)."""
OTHERS_READ = 0o077
EXTRAS = {
    "postgres": ("psycopg", "a floor of several processes on PostgreSQL"),
    "fast": ("uvloop", "a tenth more wagers a second"),
    "pdf": ("reportlab", "papers as PDF"),
    "sim": ("numba", "the simulator on all cores"),
    "gpu": ("cupy", "the simulator on a GPU"),
    "cluster": ("dask", "the simulator on a cluster"),
    "rl": ("gymnasium", "the games for learning agents"),
}


class Looked(NamedTuple):
    """One thing that was looked at."""

    part: str
    state: State
    says: str


def look_at_machine() -> Iterator[Looked]:
    """What holds for every floor on this machine."""
    yield _python()
    yield _system()
    yield _sqlite()
    yield _clock()
    yield _descriptors()
    for extra, (module, use) in EXTRAS.items():
        if find_spec(module) is None:
            how = f"not installed, and not needed without it: {use}; pip install 'feltwork[{extra}]'"
            yield Looked(f"extra {extra}", GOOD, how)
        else:
            yield Looked(f"extra {extra}", GOOD, f"installed: {use}")


def look_at_floor(path: Path) -> Iterator[Looked]:
    """What holds for the floor of a configuration file: the file, its database, its keys, its folders."""
    try:
        config = read_config(path)
    except ConfigError as wrong:
        yield Looked("configuration", WRONG, str(wrong))
        return
    yield Looked("configuration", GOOD, f"{len(config.tables)} tables")
    yield from _network(config)
    if is_postgres(config.database):
        yield Looked("database", GOOD, "PostgreSQL; 'feltwork serve --check' asks the server itself")
        if find_spec("psycopg") is None:
            yield Looked("database", WRONG, "the driver of PostgreSQL is missing: pip install 'feltwork[postgres]'")
    else:
        yield from _folder("database", Path(config.database).parent)
    yield from _folder("checkpoint", (path.parent / config.checkpoint).parent)
    if config.backups is None:
        yield Looked("backups", WARNING, "no folder of sealed backups is named: nobody notices when none is made")
    else:
        yield from _folder("backups", path.parent / config.backups)
    for folder in config.disks:
        if not (path.parent / folder).is_dir():
            yield Looked("disks", WRONG, f"there is no folder {path.parent / folder}")
    if config.metrics_token is None:
        yield Looked("metrics", GOOD, "told to this machine alone")
    elif not os.access(path.parent / config.metrics_token, os.R_OK):
        yield Looked("metrics", WRONG, f"the token {path.parent / config.metrics_token} cannot be read")
    for name in LOST:
        yield from _key(name, path.parent / getattr(config, name))
    if config.trust is None:
        yield Looked("trust", WARNING, "no trust file: the inspector's verdict counts no checkpoint (docs/audit.md)")
    if config.manifest is None:
        yield Looked("software", WARNING, "no signed manifest: the software counts as it is when the floor opens")
    if not config.second_factor:
        yield Looked("sign-in", WARNING, 'nobody signs in with a second factor: second_factor = ["manager"]')


def _python() -> Looked:
    have, said = sys.version_info[:2], platform.python_version()
    if have < OLDEST_PYTHON:
        return Looked("Python", WRONG, f"{said} is too old: 3.11 or newer is needed")
    if have > NEWEST_PYTHON:
        return Looked("Python", WARNING, f"{said} is newer than what is tested, 3.11 to 3.13")
    return Looked("Python", GOOD, said)


def _system() -> Looked:
    name = platform.system()
    if name == "Linux":
        return Looked("system", GOOD, f"Linux {platform.release()}, {os.cpu_count()} processors")
    return Looked("system", WARNING, f"{name} is good for trying things out; floors are run and tested on Linux")


def _sqlite() -> Looked:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        return Looked("SQLite", WRONG, f"{sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    return Looked("SQLite", GOOD, sqlite3.sqlite_version)


def _clock() -> Looked:
    """Ask the kernel whether anything keeps its clock right."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        asked = ctypes.create_string_buffer(512)
        if library.adjtimex(asked) < 0:
            return Looked("clock", WARNING, "the kernel does not say whether anything keeps the clock right")
    except (AttributeError, OSError):
        return Looked("clock", WARNING, "this system does not say whether anything keeps the clock right")
    # struct timex: modes, then four longs (offset, freq, maxerror, esterror), then status
    size = ctypes.sizeof(ctypes.c_long)
    status = ctypes.c_int.from_buffer(asked, 5 * size).value
    if status & UNSYNCHRONISED:
        says = "nothing keeps this machine's clock right: run chrony or systemd-timesyncd, for tickets expire by it"
        return Looked("clock", WARNING, says)
    return Looked("clock", GOOD, "kept right by a time service")


def _descriptors() -> Looked:
    most = descriptors()[1]
    if 0 < most < FEW_DESCRIPTORS:
        says = f"{most} files and sockets at once are few for a floor: LimitNOFILE=65536 in the service's unit"
        return Looked("descriptors", WARNING, says)
    return Looked("descriptors", GOOD, f"up to {most} files and sockets at once" if most > 0 else "no limit")


def _network(config: FloorConfig) -> Iterator[Looked]:
    if config.host not in ("127.0.0.1", "::1", "localhost"):
        says = f"{config.host} is reached from elsewhere without TLS: listen on 127.0.0.1 behind a reverse proxy"
        yield Looked("network", WARNING, says)
    if not config.hosts:
        yield Looked("network", WARNING, 'the floor answers to every name: hosts = ["floor.example"]')


def _folder(part: str, folder: Path) -> Iterator[Looked]:
    if not folder.is_dir():
        yield Looked(part, WRONG, f"there is no folder {folder}")
        return
    if not os.access(folder, os.W_OK):
        yield Looked(part, WRONG, f"nothing can be written to {folder}")
        return
    free = shutil.disk_usage(folder).free
    says = f"{free / GIB:.1f} GiB free in {folder}"
    yield Looked(part, WARNING, f"only {says}") if free < LITTLE_DISK else Looked(part, GOOD, says)


def _key(name: str, path: Path) -> Iterator[Looked]:
    part = name.replace("_", " ")
    if not path.exists():
        if path.parent.is_dir():
            yield Looked(part, GOOD, f"{path.name} is made when the floor opens for the first time")
        else:
            yield Looked(part, WRONG, f"there is no folder {path.parent} for it")
    elif path.stat().st_mode & OTHERS_READ:
        yield Looked(part, WRONG, f"others on this machine can read {path}: chmod 600")
    else:
        yield Looked(part, GOOD, f"{path.name} is there, and its owner's alone")
