"""What a server process reads beside its tables: the cage and the aggregates."""

from __future__ import annotations

from feltwork.engine.passed_over import passed_over
from feltwork.server.aggregates import AggregateReader
from feltwork.server.cage import CageReader
from feltwork.store.port import Store


class Readers:
    """Follow the cage and the aggregates of one store."""

    def __init__(self, store: Store, key: bytes) -> None:
        self.passed = passed_over(store.log)
        """Events that count as if nothing had happened."""
        self.cage = CageReader(store, key, self.passed)
        self.aggregates = AggregateReader(store, key, self.passed)

    def close(self) -> None:
        self.cage.close()
        self.aggregates.close()
