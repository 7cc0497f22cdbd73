"""A played day on each kind of database, played once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from feltwork.store.opening import open_store
from tests.reports.played_day import played
from tests.store.postgres import empty_schema, postgres_url

__all__ = ["postgres_url"]


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def day(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database with one played day."""
    if request.param == "sqlite":
        url = str(tmp_path_factory.mktemp("played") / "day.sqlite")
        _play(url)
        yield url
    else:
        with empty_schema(request.getfixturevalue("postgres_url")) as url:
            _play(url)
            yield url


def _play(url: str) -> None:
    store = open_store(url)
    try:
        played(store)
    finally:
        store.close()
