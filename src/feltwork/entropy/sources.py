"""Where secrets come from, and what test laboratories collect.

The operating system's generator is the only live source. The seeded one gives the same secrets in every run, for
tests and rehearsals, and is refused where a live round is drawn.

>>> SeededEntropy("rehearsal").secret().hex()[:16]
'30eb241ce85fc244'
>>> refuse_unless_live(SeededEntropy("rehearsal"))
Traceback (most recent call last):
feltwork.entropy.sources.EntropyError: SeededEntropy is for tests and rehearsals: it cannot draw a live round
"""

from __future__ import annotations

import csv
import hmac
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol

from feltwork.entropy.commit import SECRET_BYTES, stream
from feltwork.entropy.mapping import Outcome, mapper
from feltwork.outcomes import COLOURS

OUTCOMES_A_STEP = 10_000
SECRETS_A_STEP = 2_048
COLUMNS = {
    "two-dice": ("first", "second"),
    "pocket": ("pocket",),
    "distinct": COLOURS,
    "boost": ("colour", "odds"),
}
"""The columns of collected outcomes, by the kind before its colon."""

Progress = Callable[[int], None]
"""Told from time to time how much is done."""


class EntropyError(Exception):
    """A source that may not be used or a collection that cannot be written; the message is one clear line."""


class Entropy(Protocol):
    """The port: 32 secret bytes for each round."""

    @property
    def name(self) -> str:
        """What a table's opening calls it."""
        ...

    @property
    def live(self) -> bool:
        """Whether rounds with money on them may be drawn from it."""
        ...

    def secret(self) -> bytes:
        """32 fresh bytes."""
        ...


class OsEntropy:
    """The operating system's generator. It keeps no state of its own, so restarts and forks have nothing to share."""

    name, live = "os-draw", True

    def secret(self) -> bytes:
        return os.urandom(SECRET_BYTES)


class SeededEntropy:
    """The same secrets in every run, from a seed; never live."""

    name, live = "seeded", False

    def __init__(self, seed: str | int) -> None:
        self._key = str(seed).encode()
        self._given = 0

    def secret(self) -> bytes:
        self._given += 1
        return hmac.digest(self._key, self._given.to_bytes(8, "big"), "sha256")


def refuse_unless_live(source: Entropy) -> None:
    """Raise ``EntropyError`` for a source that is not meant for live rounds."""
    if source.live is not True:
        raise EntropyError(f"{type(source).__name__} is for tests and rehearsals: it cannot draw a live round")


def outcomes(kind: str, source: Entropy) -> Iterator[Outcome]:
    """Outcomes as live rounds draw them, without end: a fresh secret for each, its stream, the mapping."""
    mapped = mapper(kind)
    while True:
        yield mapped(stream(source.secret(), "collect", ())).outcome


def collect_raw(path: Path, count: int, source: Entropy, progress: Progress | None = None) -> None:
    """Write ``count`` bytes of the source itself to a new file, secret after secret."""
    with _new_file(path, count, "b") as file:
        done = 0
        while done < count:
            chunk = b"".join(source.secret() for _ in range(SECRETS_A_STEP))[: count - done]
            file.write(chunk)
            done += len(chunk)
            if progress is not None:
                progress(done)


def collect_outcomes(path: Path, kind: str, count: int, source: Entropy, progress: Progress | None = None) -> None:
    """Write ``count`` mapped outcomes of a kind to a new CSV file, one a line below a header."""
    mapper(kind)
    drawn = outcomes(kind, source)
    with _new_file(path, count, "") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS[kind.partition(":")[0]])
        done = 0
        while done < count:
            step = min(OUTCOMES_A_STEP, count - done)
            rows.writerows(islice(drawn, step))
            done += step
            if progress is not None:
                progress(done)


@contextmanager
def _new_file(path: Path, count: int, mode: str) -> Iterator[IO[Any]]:
    """A file that was not there before: a collection is evidence and is never written over.

    It gets its name when it is whole; what was collected until somebody interrupted it is thrown away.
    """
    if count < 0:
        raise EntropyError(f"{count} cannot be collected")
    beside = Path(f"{path}.{os.getpid()}.part")
    try:
        _refuse_if_there(path)
        with beside.open(f"x{mode}") as file:
            yield file
        _refuse_if_there(path)
        beside.rename(path)
    except OSError as error:
        raise EntropyError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)


def _refuse_if_there(path: Path) -> None:
    if path.exists():
        raise EntropyError(f"{path} is there already; collect into a new file")
