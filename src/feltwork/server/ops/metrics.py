"""What a process has done, for those who watch it: counters, gauges and one histogram in Prometheus' text format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from time import monotonic, time

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
HELP = {
    "feltwork_commands_total": ("counter", "Commands answered, by kind and by what came of them."),
    "feltwork_rounds_total": ("counter", "Rounds settled in the log of each table."),
    "feltwork_screens": ("gauge", "Connected screens, by table and kind."),
    "feltwork_queue_length": ("gauge", "Commands that wait for their commit."),
    "feltwork_ready": ("gauge", "1 while this process is ready to serve."),
    "feltwork_started_timestamp_seconds": ("gauge", "When this process started, in seconds since 1970."),
    "feltwork_sign_ins_refused_total": ("counter", "Sign-ins of staff that were refused, by what was wrong."),
    "feltwork_wrong_numbers_total": (
        "counter",
        "Wrong numbers of tickets and cards that were brought.",
    ),
    "feltwork_over_rate_total": ("counter", "What came faster than it may, by who asked."),
    "feltwork_open_descriptors": ("gauge", "Files and sockets that this process has open."),
    "feltwork_max_descriptors": ("gauge", "Files and sockets that this process may have open."),
    "feltwork_trouble": ("gauge", "1 for each part of this process that does not work, as /ready names it."),
    "feltwork_disk_free_bytes": ("gauge", "Room on the disks that this process writes to, by what is written there."),
    "feltwork_clock_jump_seconds": ("gauge", "Seconds that the clock is ahead of the floor's time since it jumped."),
    "feltwork_checkpoint_age_seconds": ("gauge", "Seconds since this process last signed a checkpoint."),
    "feltwork_backup_age_seconds": ("gauge", "Seconds since the newest sealed backup in the folder of backups."),
    "feltwork_verified_seconds": ("gauge", "Seconds since the log was last verified here, or since the start."),
    "feltwork_log_sound": ("gauge", "1 if the last verification of the log found nothing."),
    "feltwork_checks_total": ("counter", "Checks of the software and the database, by what came of them."),
    "feltwork_database_checked_percent": ("gauge", "How much of the database is looked through since the start."),
    "feltwork_play_stopped": ("gauge", "1 while this process has stopped play because something is not in order."),
    "feltwork_commit_seconds": ("histogram", "From a command's arrival in the queue to its commit."),
}
Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts of one process since it started."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._commands: Counter[tuple[object, str]] = Counter()
        """By kind and by what came of them."""
        self._checks: Counter[tuple[str, str]] = Counter()
        """By what was checked and by what came of it."""
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._began = monotonic()
        self.started = int(time())
        """By the clock, in seconds since 1970."""

    def seconds(self) -> int:
        """Since this process started."""
        return int(monotonic() - self._began)

    def answered(self, command: object, result: str, seconds: float) -> None:
        """A command was ``done``, ``refused`` or ``lost``, after so long."""
        bucket = bisect_left(BUCKETS, seconds)
        with self._lock:
            self._commands[command, result] += 1
            if result != "lost":
                self._buckets[bucket] += 1
                self._seconds += seconds

    def turned_away(self, command: str) -> None:
        """A command that never reached the queue."""
        with self._lock:
            self._commands[command, "turned away"] += 1

    def checked(self, what: str, wrong: bool) -> None:
        """A check was made."""
        with self._lock:
            self._checks[what, "wrong" if wrong else "good"] += 1

    def text(self, gauges: Mapping[str, Mapping[Labels, int]]) -> str:
        """Everything, with what was read off the floor just now."""
        with self._lock:
            commands: dict[Labels, int] = {
                (("command", str(name)), ("result", came)): n for (name, came), n in self._commands.items()
            }
            checks: dict[Labels, int] = {
                (("check", what), ("came", came)): n for (what, came), n in self._checks.items()
            }
            buckets, seconds = list(self._buckets), self._seconds
        found: dict[str, Mapping[Labels, int]] = {
            "feltwork_commands_total": commands,
            "feltwork_checks_total": checks,
            **gauges,
        }
        lines: list[str] = []
        for name, (kind, says) in HELP.items():
            lines += [f"# HELP {name} {says}", f"# TYPE {name} {kind}"]
            lines += [f"{name}{_labels(labels)} {value}" for labels, value in sorted(found.get(name, {}).items())]
        total = 0
        for most, count in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
            total += count
            lines.append(f'feltwork_commit_seconds_bucket{{le="{most}"}} {total}')
        lines += [f"feltwork_commit_seconds_sum {seconds:.6f}", f"feltwork_commit_seconds_count {total}"]
        return "\n".join(lines) + "\n"


def _labels(labels: Iterable[tuple[str, str]]) -> str:
    told = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{told}}}" if told else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
