"""A live table as bytes and back, so that it reopens without a replay from its first day.

What the book gives (rows, machines, conduct) is left out and looked up again. Everything else is taken field by field
from the types themselves, so a new field of the state is saved without a word here.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from feltwork.table.live.events import SCHEMA
from feltwork.table.live.opened_book import Stored, opened_book
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.opening import conduct_at
from feltwork.table.play.saved import SavedGame, fields_of, open_game, save_game, saved_type

_Life = saved_type(LiveTable, ("conduct",), game=SavedGame | None, before=SavedGame | None)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Life).decode
SHAPE = sha256(msgspec.json.encode([SCHEMA, *msgspec.json.schema_components([_Life])])).hexdigest()
"""Changes when any part of the state changes its form: what was saved in another one is not read."""


def save(live: LiveTable) -> bytes:
    """The table as it stands."""
    both = (("game", live.game), ("before", live.before))
    games = {name: None if game is None else save_game(game) for name, game in both}
    data = fields_of(live, ("conduct",)) | games
    return _encode(_Life(**data))


def load(raw: bytes, stored: Stored) -> LiveTable | None:
    """The table that was saved, by the rows it was opened under; nothing if these bytes are not one."""
    try:
        saved = msgspec.structs.asdict(_decode(raw))
        opening = saved["opening"].opened
        if opening is None:
            return LiveTable(**saved) if saved["game"] is None else None
        book = opened_book(opening, stored)
        saved |= {name: None if saved[name] is None else open_game(saved[name], book) for name in ("game", "before")}
        return LiveTable(conduct=conduct_at(opening, book.readings), **saved)
    except (msgspec.MsgspecError, KeyError, ValueError):
        return None
