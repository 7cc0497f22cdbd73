"""Open the demonstration floor: its tables, its keys, its house players and its first checkpoint."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from feltwork.cage.till import Till
from feltwork.server.cms import SimulatedCms
from feltwork.server.config import FloorConfig
from feltwork.server.demo.house import house_jobs
from feltwork.server.demo.keeping import key_paths
from feltwork.server.demo.week import begin
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.integrity import Integrity
from feltwork.server.ops.manifest import installed
from feltwork.server.ops.upkeep import Checkpoints, checkpoint_key_at, notices_into, watch_software
from feltwork.server.running import Opened
from feltwork.server.runtime import Runtime
from feltwork.server.state import ServerState
from feltwork.store.checkpoints import export
from feltwork.verifier.keys.trust import Trust, TrustedKey, write_trust


def open_demo(config: FloorConfig, folder: Path, pace: float, kept: str | None) -> Opened:
    """Open the tables of the demonstration, in a database that is ``kept`` or in a new one; nothing is served yet."""
    draw_key, ticket_key = map(draw_key_at, key_paths(kept, folder))
    integrity = Integrity(config.database) if config.database != "memory:" else None
    house = Runtime(config.database, till=Till(ticket_key))
    begin(house, config, folder, draw_key)
    floor = ServerState(house)
    floor.draw_key = draw_key
    floor.cashless.cms = SimulatedCms()
    checkpoints = _first_checkpoint(house, folder)
    floor.log_checks.checkpoint, floor.log_checks.trust = checkpoints.path, folder / "trust.json"
    if integrity is not None:
        floor.log_checks.take_over(integrity, house)
    watch = watch_software(None, look=partial(installed, loaded=False))
    return Opened(
        floor,
        (*house_jobs(config, pace), watch, *notices_into(folder / "notices", "demo")),
        Attendant(house, draw_key),
        checkpoints,
    )


def _first_checkpoint(house: Runtime, folder: Path) -> Checkpoints:
    """A demonstration on a database from another day has no checkpoint of its own yet."""
    path, key = folder / "floor.checkpoint", folder / "checkpoint.key"
    signer = checkpoint_key_at(key)
    note = "made by this demonstration for itself: nobody else vouches for it"
    write_trust(folder / "trust.json", Trust((TrustedKey(signer.public, note=note),)))
    export(house.store, path, signer)
    return Checkpoints(house.url, path, key, fresh=True)
