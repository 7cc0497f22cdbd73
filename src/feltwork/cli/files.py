"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from feltwork.lab.simulate.job import Piece

ENDINGS = ("rolls", "ruin", "stopped")
"""How a session ended, by its code: all rolls played, ruined, or stopped by the player."""
MIN_BYTES = {".csv": 12, ".parquet": 2}
"""A row takes no less than this."""


@contextmanager
def _in_one_go(path: str) -> Iterator[Path]:
    """A file beside the wanted one, which takes its place only when all of it is there."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part{os.getpid()}")
    try:
        part.touch()  # where no file can be, that is said before the work is done
        yield part
        part.replace(target)
    except OSError as wrong:
        if wrong.filename != str(part):
            raise
        raise OSError(wrong.errno, wrong.strerror, path) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(path: str, text: str) -> None:
    write_bytes_whole(path, text.encode())


def write_bytes_whole(path: str, content: bytes) -> None:
    with _in_one_go(path) as part:
        part.write_bytes(content)


@contextmanager
def row_writer(path: str, sessions: int) -> Iterator[Callable[[int, Piece], None]]:
    """Writes one row a session: its number, what it ended with in cents, its rolls, and how it ended."""
    kind = Path(path).suffix
    if kind not in MIN_BYTES:
        raise click.UsageError(f"rows are written to a .csv or a .parquet file, not to '{Path(path).name}'")
    folder = Path(path).parent
    free, least = shutil.disk_usage(folder).free if folder.is_dir() else 0, sessions * MIN_BYTES[kind]
    if folder.is_dir() and least > free:
        raise click.UsageError(
            f"{sessions:,} rows take at least {least // 10**6:,} MB, and {free // 10**6:,} MB are free for {path}"
        )
    with _in_one_go(path) as part, _csv(part) if kind == ".csv" else _parquet(part) as write:
        yield write


@contextmanager
def _csv(path: Path) -> Iterator[Callable[[int, Piece], None]]:
    with path.open("w", encoding="ascii", newline="") as file:
        file.write("session,final_cents,rolls,ended\n")

        def write(first: int, piece: Piece) -> None:
            finals, lengths, endings = (column.tolist() for column in piece[:3])
            file.writelines(
                f"{first + n},{final},{length},{ENDINGS[how]}\n"
                for n, (final, length, how) in enumerate(zip(finals, lengths, endings, strict=True))
            )

        yield write


@contextmanager
def _parquet(path: Path) -> Iterator[Callable[[int, Piece], None]]:
    from feltwork.extras import need

    arrow: Any = need("pyarrow", "parquet")
    parquet: Any = need("pyarrow.parquet", "parquet")
    columns = ("session", "final_cents", "rolls", "ended")
    schema = arrow.schema(
        list(zip(columns, (arrow.int64(), arrow.int64(), arrow.int32(), arrow.string()), strict=True))
    )
    with parquet.ParquetWriter(str(path), schema) as writer:

        def write(first: int, piece: Piece) -> None:
            numbers = list(range(first, first + len(piece[0])))
            ended = [ENDINGS[how] for how in piece[2].tolist()]
            writer.write_table(arrow.table([numbers, piece[0], piece[1], ended], schema=schema))

        yield write
