"""What is read off a process at the moment somebody asks for its metrics."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from feltwork.server.ops.connections import descriptors
from feltwork.server.ops.metrics import Labels
from feltwork.store.clock import Clock
from feltwork.store.opening import is_postgres

if TYPE_CHECKING:
    from feltwork.server.ops.log_checks import LogChecks
    from feltwork.server.state import ServerState

SECOND = 1_000_000
Gauges = dict[str, Mapping[Labels, int]]


def gauges(floor: ServerState, troubles: Mapping[str, str]) -> Gauges:
    """Every gauge by its name; ``troubles`` are the parts of this process that do not work."""
    house, (used, most) = floor.house, descriptors()
    found: Gauges = {
        "feltwork_rounds_total": {(("table", name),): room.settled for name, room in house.rooms.items()},
        "feltwork_queue_length": {(): house.queue.waiting},
        "feltwork_screens": Counter(
            (("table", screen.room.table), ("kind", screen.session.kind)) for screen in floor.screens.everybody()
        ),
        "feltwork_sign_ins_refused_total": {(("came", came),): n for came, n in floor.staff.refused.items()},
        "feltwork_wrong_numbers_total": {
            (("what", what), ("kind", kind)): n for (what, kind), n in floor.guesses.wrong.items()
        },
        "feltwork_over_rate_total": {(("asker", kind),): n for kind, n in floor.limits.rates.limited.items()},
        "feltwork_open_descriptors": {(): used},
        "feltwork_max_descriptors": {(): most},
        "feltwork_started_timestamp_seconds": {(): house.metrics.started},
        "feltwork_play_stopped": {(): int(bool(house.health.unsound))},
        "feltwork_ready": {(): int(not troubles)},
        "feltwork_trouble": {(("part", part),): 1 for part in troubles},
        "feltwork_clock_jump_seconds": {(): _jump(house.store)},
    }
    if floor.log_checks.integrity is not None:
        found["feltwork_database_checked_percent"] = {(): floor.log_checks.integrity.check.percent}
    age = floor.log_checks.signed_seconds()
    if age is not None:
        found["feltwork_checkpoint_age_seconds"] = {(): age}
    return found | _verified(floor)


def free_bytes(url: str, checks: LogChecks) -> dict[Labels, int]:
    """The room on the disks that a process writes to, and on those it was told to watch."""
    folders = {str(folder): folder for folder in checks.disks}
    if not is_postgres(url) and url != "memory:":
        folders["database"] = Path(url.removeprefix("sqlite:")).absolute().parent
    if checks.checkpoint is not None:
        folders["checkpoint"] = checks.checkpoint.absolute().parent
    if checks.backups is not None:
        folders["backups"] = checks.backups
    free: dict[Labels, int] = {}
    for name, folder in folders.items():
        try:
            free[("of", name),] = shutil.disk_usage(folder).free
        except OSError:
            free[("of", name),] = 0  # a folder that is gone has no room
    return free


def backup_age(folder: Path | None) -> dict[Labels, int]:
    """Seconds since the newest sealed backup; of a folder without any, since 1970: somebody is to look."""
    if folder is None:
        return {}
    try:
        newest = max((each.stat().st_mtime for each in folder.glob("*.sealed")), default=0.0)
    except OSError:
        newest = 0.0
    return {(): int(max(time() - newest, 0))}


def _jump(store: object) -> int:
    clock = getattr(store, "clock", None)
    return clock.jumped // SECOND if isinstance(clock, Clock) else 0


def _verified(floor: ServerState) -> Gauges:
    """When the log was last verified here, and whether it was sound; before the first time, when the process began."""
    told, ago = floor.log_checks.verification.told(), floor.log_checks.verification.ended_ago()
    if ago is None:
        return {"feltwork_verified_seconds": {(): floor.house.metrics.seconds()}}
    return {"feltwork_verified_seconds": {(): int(ago)}, "feltwork_log_sound": {(): int(told["state"] == "sound")}}
