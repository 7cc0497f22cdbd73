"""The verifier beside a floor: in a process of its own, against the database and not the live tables."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import TypeVar

from feltwork.verifier.basis import UNTRUSTED, held_against, unseen
from feltwork.verifier.keys.checkpoint import CheckpointError, read_checkpoint
from feltwork.verifier.keys.trust import TrustError, read_trust
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings
from feltwork.views.views import Data

T = TypeVar("T")
EVERY = 500
"""Records between two reports of progress."""
MAX_SHOWN = 200


class Progress:
    """Counts the records of a log that were read, and says how far it has come."""

    def __init__(self, said: Connection) -> None:
        self._said, self.read = said, 0
        self._furthest: dict[str, int] = {}
        """How many records of each stream were read; one that is looked at again counts once."""

    def counted(self, stream: str, rows: Iterator[T]) -> Iterator[T]:
        for number, row in enumerate(rows, 1):
            if number <= self._furthest.get(stream, 0):
                yield row
                continue
            self._furthest[stream] = number
            self.read += 1
            if self.read % EVERY == 0:
                self._said.send({"read": self.read})
            yield row


class Verification:
    """One verification at a time, and how the last one ended."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = Lock()
        self._told: Data = {"state": "never"}
        self._ended: float | None = None

    def ended_ago(self) -> float | None:
        """Seconds since the last one came to a verdict; nothing if none has, or if the last one failed."""
        with self._lock:
            return monotonic() - self._ended if self._ended is not None else None

    def told(self) -> Data:
        with self._lock:
            return dict(self._told)

    def start(self, total: int, now: int, checkpoint: Path | None, trust: Path | None) -> bool:
        """Begin, unless one is under way; without a trust file no checkpoint counts."""
        with self._lock:
            if self._told["state"] == "running":
                return False
            self._ended = None
            self._told = {"state": "running", "read": 0, "total": total, "started": now}
        Thread(target=self._run, args=(checkpoint, trust), name="verification", daemon=True).start()
        return True

    def _run(self, checkpoint: Path | None, trust: Path | None) -> None:
        spawn = get_context("spawn")
        heard, said = spawn.Pipe(duplex=False)
        process = spawn.Process(target=verify_log, args=(self._url, checkpoint, trust, said), daemon=True)
        process.start()
        said.close()
        try:
            while True:
                self._hear(heard.recv())
        except EOFError:
            process.join()
        with self._lock:
            if self._told["state"] == "running":
                self._told |= {"state": "failed", "why": "the verifier stopped before it was done"}

    def _hear(self, message: Data) -> None:
        with self._lock:
            self._told |= message
            if "findings" in message:
                self._ended = monotonic()


def verify_log(url: str, checkpoint: Path | None, trust_path: Path | None, said: Connection) -> None:
    """Verify a log from beginning to end, and say so. Whose checkpoints count, the trust file says and nothing else."""
    try:
        trust = read_trust(trust_path) if trust_path is not None else None
        there = trust is not None and checkpoint is not None and checkpoint.exists()
        signed = checkpoint.read_bytes() if there and checkpoint is not None else None
        held = read_checkpoint(signed) if signed is not None else None
        reading, progress = read_log(url), Progress(said)
        reading.through = progress.counted
        try:
            notes: list[str] = []
            found = [str(finding) for finding in findings(reading, signed, trust, notes)]
            blind = [*([UNTRUSTED] if trust is None else []), *unseen(held, reading.ends())]
        finally:
            reading.close()
    except (ReadError, CheckpointError, TrustError, OSError) as wrong:
        said.send({"state": "failed", "why": str(wrong)})
        return
    said.send(
        {
            "state": "unsound" if found else "sound",
            "findings": found[:MAX_SHOWN],
            "found": len(found),
            "notes": notes,
            "checkpoint": held_against(held, trust),
            "unseen": blind,
            "read": progress.read,
        }
    )
