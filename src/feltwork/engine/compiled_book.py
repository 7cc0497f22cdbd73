"""The compiled book of a table, as it is stored when the table opens."""

from __future__ import annotations

import msgspec

from feltwork.table.live import events as happened
from feltwork.table.live.opened_book import program_book


def compiled(event: happened.TableOpened) -> bytes:
    """The compiled book that a table is played under, as it is stored."""
    return msgspec.json.encode(program_book(event).data, order="sorted")
