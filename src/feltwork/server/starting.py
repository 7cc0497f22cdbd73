"""Open a floor as its configuration says: everything is checked first, then its tables are opened."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from feltwork.engine.passed_over import check_decisions
from feltwork.server.config import FloorConfig, till_of, with_factor
from feltwork.server.opening import serve_tables
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.heartbeat import check_beside
from feltwork.server.ops.integrity import Integrity
from feltwork.server.ops.keys import LOST, too_near
from feltwork.server.ops.manifest import installed
from feltwork.server.ops.pending import pending
from feltwork.server.ops.start_files import approved_at, keys_at, ticket_key_at, trust_at
from feltwork.server.ops.upkeep import Checkpoints, office_jobs, watch_software
from feltwork.server.running import Opened
from feltwork.server.runtime import Runtime
from feltwork.server.state import ServerState
from feltwork.verifier.keys.signing import load_signer

log = logging.getLogger("feltwork.server")


def open_floor(config: FloorConfig, folder: Path, new_keys: tuple[str, ...], metrics_token: str) -> Opened:
    """Check everything, and open the tables; nothing is served yet."""
    approved = approved_at(config, folder)
    integrity = Integrity(config.database)
    with ExitStack() as refused:  # a start that is refused leaves no database open
        refused.callback(integrity.stop)
        keys_at(config, folder, new_keys)
        for line in too_near(config.database, {name: folder / getattr(config, name) for name in LOST}):
            log.warning(line)
        trust = trust_at(config, folder)
        fresh = "checkpoint_key" in new_keys
        checkpoints = Checkpoints(
            config.database, folder / config.checkpoint, folder / config.checkpoint_key, fresh=fresh
        )
        refused.callback(checkpoints.store.close)
        check_beside(checkpoints.store)
        check_decisions(checkpoints.store.log, load_signer(checkpoints.key).trust())
        ticket_key = ticket_key_at(folder / config.ticket_key, checkpoints.store, new_keys)
        refused.pop_all()
    house = Runtime(config.database, till=till_of(config.cage, ticket_key))
    serve_tables(house, config)
    house.health.pending = pending(config, house.queue.desk.streams.live_tables)
    for table, waiting in house.health.pending.items():
        log.warning("the file's changes wait until the table is closed", extra={"table": table, "changes": waiting})
    draw_key = draw_key_at(folder / config.draw_key)
    attendant = Attendant(house, draw_key)
    floor = ServerState(house)
    floor.draw_key = draw_key
    floor.staff.factors.key = draw_key_at(folder / config.account_key)
    floor.staff.required = with_factor(config)
    floor.log_checks.checkpoint, floor.log_checks.trust = checkpoints.path, trust
    floor.log_checks.signing, floor.log_checks.signed_seconds = checkpoints.told, checkpoints.signed_seconds
    floor.log_checks.take_over(integrity, house)
    floor.metrics_token = metrics_token
    floor.hosts = frozenset(map(str.lower, config.hosts))
    floor.log_checks.backups = folder / config.backups if config.backups is not None else None
    floor.log_checks.disks = tuple(folder / each for each in config.disks)
    look = partial(installed, loaded=config.manifest is not None)
    jobs = (watch_software(approved, look=look), *office_jobs(config.notices, config.name))
    return Opened(floor, jobs, attendant, checkpoints, tuple(config.proxies))
