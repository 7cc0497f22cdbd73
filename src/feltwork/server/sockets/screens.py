"""The screens that are connected to this process, by table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from feltwork.server.sockets.room import News
from feltwork.server.sockets.screen import Screen


class Screens:
    """Connected screens; used by the thread of the event loop alone."""

    def __init__(self) -> None:
        self.by_table: dict[str, set[Screen]] = {}

    @contextmanager
    def connected(self, screen: Screen) -> Iterator[None]:
        """Count a screen as connected for so long."""
        here = self.by_table.setdefault(screen.room.table, set())
        here.add(screen)
        try:
            yield
        finally:
            here.discard(screen)

    def broadcast(self, table: str, news: News) -> None:
        for screen in self.by_table.get(table, ()):
            screen.hear(news)

    def everybody(self) -> list[Screen]:
        return [screen for screens in self.by_table.values() for screen in screens]
