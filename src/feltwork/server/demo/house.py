"""Everything that the house does by itself at a demonstration."""

from __future__ import annotations

from feltwork.server.config import FloorConfig
from feltwork.server.demo.floor import table_keeper
from feltwork.server.demo.tournaments import tournament_keeper
from feltwork.server.ops.background import Job


def house_jobs(config: FloorConfig, pace: float) -> list[Job]:
    """A keeper for each table, and one for tournaments."""
    return [*(table_keeper(table, pace) for table in config.tables), tournament_keeper(pace)]
