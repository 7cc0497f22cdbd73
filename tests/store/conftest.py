"""The fixtures of this folder: PostgreSQL's, and one store after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltwork.store.opening import open_store
from feltwork.store.port import Store
from tests.store.postgres import postgres_schema, postgres_url

__all__ = ["postgres_schema", "postgres_url"]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        place = "memory:"
    elif request.param == "sqlite":
        place = str(tmp_path / "log.sqlite")
    else:
        place = str(request.getfixturevalue("postgres_schema"))
    opened = open_store(place)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place on disk, still empty."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'log?#%20 ü.sqlite'}"
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def on_disk(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()
