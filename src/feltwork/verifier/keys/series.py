"""The series of checkpoints that a floor's hosts share, as the database tells of it; by itself that proves nothing."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint, written
from feltwork.verifier.keys.trust import Trust, is_signed
from feltwork.verifier.log.rows import Reading

NAME = "checkpoints"


def series_of(reading: Reading) -> tuple[Checkpoint | None, str]:
    """The last checkpoint of the series, or what is wrong with it."""
    kept = reading.series()
    if not kept:
        return None, ""
    if set(kept) != {NAME}:
        return None, "there is more than the last checkpoint where the series is kept in the database"
    try:
        last = read_checkpoint(kept[NAME])
    except CheckpointError as error:
        return None, f"the series of checkpoints in the database: {error}"
    if not is_signed(last) or written(last) != kept[NAME]:
        return None, f"checkpoint {last.number} of the series in the database was changed"
    return last, ""


def notes_on(series: Checkpoint | None, signed: Checkpoint | None, trust: Trust | None) -> Iterator[str]:
    """What is worth knowing of the series, beside the checkpoint that a log was held against."""
    if series is None:
        return
    if trust is not None and (wrong := trust.wrong(series)):
        yield f"the series of checkpoints in the database is not vouched for: {wrong}"
    elif signed is not None and signed.number < series.number:
        yield f"checkpoint {signed.number} is behind the series, which stands at {series.number} in the database"
