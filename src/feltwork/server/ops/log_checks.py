"""What shows that the log and its database are sound: verification, checkpoints, the check of integrity."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from feltwork.server.ops.heavy_reads import HeavyReads
from feltwork.server.ops.integrity import Integrity
from feltwork.server.ops.stopping import stop_play
from feltwork.server.ops.verifying import Verification
from feltwork.server.runtime import Runtime


class LogChecks:
    """The checks of one server process, for the inspector and for readiness."""

    def __init__(self, house: Runtime) -> None:
        self.verification = Verification(house.url)
        self.reads = HeavyReads(house.connect, house.store)
        """For those who read much of the log."""
        self.checkpoint: Path | None = None
        """Where the signed checkpoints of this floor are exported to."""
        self.backups: Path | None = None
        """The folder that sealed backups are put into."""
        self.disks: tuple[Path, ...] = ()
        """Further folders whose room on the disk is told."""
        self.trust: Path | None = None
        """The operator's trust file: the keys whose checkpoints count for the inspector's verdict."""
        self.signing: Callable[[], str] = lambda: ""
        """Says what is wrong with the checkpoints of this host; empty if nothing is."""
        self.signed_seconds: Callable[[], int | None] = lambda: None
        """Seconds since this process signed a checkpoint; nothing where it signs none."""
        self.integrity: Integrity | None = None
        """The check of the database that began when the floor started."""

    def take_over(self, integrity: Integrity, house: Runtime) -> None:
        """Stop play if a check of the database that is under way finds damage."""
        self.integrity = integrity
        integrity.damaged = partial(stop_play, house)
        integrity.came = partial(house.metrics.checked, "database")
