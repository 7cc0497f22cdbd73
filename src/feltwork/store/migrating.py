"""The numbered migrations of a database, read from the package.

A migration is never changed once a store may have been made with it; a change of the schema is a new file.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib import resources

from feltwork.store.port import StoreError


class Opened(Enum):
    """What a database on a server is opened for: others may be at work in it, so that its schema stays as it is."""

    TO_WRITE = "to write"
    """Of this program's schema; where there is none it is made."""
    TO_READ = "to read"
    """Of any schema that can be read as it is; nothing is written."""
    TO_MIGRATE = "to migrate"
    """Its schema is brought up to date."""


class OlderSchemaError(StoreError):
    """A database that a newer program has not been let change yet."""


@cache
def scripts(database: str) -> tuple[str, ...]:
    """The scripts that make the schema, the first one first.

    >>> len(scripts("sqlite")) - len(scripts("postgres"))  # 0005 is for files alone
    1
    """
    folder = resources.files("feltwork.store") / "migrations" / database
    found = sorted((entry.name, entry.read_text("utf-8")) for entry in folder.iterdir() if entry.name.endswith(".sql"))
    numbers = [int(name.split("_")[0]) for name, _ in found]
    if numbers != list(range(1, len(found) + 1)):
        raise StoreError(f"the migrations for {database} are not numbered from 1 without a gap")
    return tuple(text for _, text in found)


def check_number(found: int, known: int) -> None:
    """Refuse a schema that is older or newer than this program's: an operator brings it up to date, not a start."""
    if found > known:
        raise StoreError(
            f"the database has schema {found}, and this program knows schemas up to {known}: run a newer one"
        )
    if 0 < found < known:
        raise OlderSchemaError(
            f"the database has schema {found}, and this program needs {known}: back it up, then run 'feltwork migrate'"
        )


def pending(where: str, database: str, found: str) -> list[tuple[int, str]]:
    """The migrations a schema version lacks, with their numbers; a version we do not know is refused."""
    known = scripts(database)
    if not found.isascii() or not found.isdecimal() or int(found) > len(known):
        raise StoreError(f"{where} has schema version {found[:20]!r}; this program knows versions up to {len(known)}")
    return list(enumerate(known, 1))[int(found) :]
