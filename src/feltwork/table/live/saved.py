"""A live table as bytes and back, so that it reopens without a replay from its first day.

What the book gives (rows, machines, conduct) is left out and looked up again. Everything else is taken field by field
from the types themselves, so a new field of the state is saved without a word here.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, get_type_hints

import msgspec

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.table.live.events import SCHEMA
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.opening import conduct_at
from feltwork.table.play.events import report_order
from feltwork.table.play.state import Standing, TableState


def _saved(kind: type[msgspec.Struct], without: Iterable[str], **instead: Any) -> Any:
    """The type of a state with some fields left out and some in another form."""
    hints = get_type_hints(kind)
    kept = [(name, hints[name]) for name in kind.__struct_fields__ if name not in {*without, *instead}]
    return msgspec.defstruct(kind.__name__, [*kept, *instead.items()])


_Standing = _saved(Standing, ("machine", "rank"), wager=str)
_Game = _saved(TableState, ("book",), layout=list[_Standing])  # type: ignore[valid-type]  # made from the state's own type
_Life = _saved(LiveTable, ("conduct",), game=_Game | None, before=_Game | None)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Life).decode
SHAPE = sha256(msgspec.json.encode([SCHEMA, *msgspec.json.schema_components([_Life])])).hexdigest()
"""Changes when any part of the state changes its form: what was saved in another one is not read."""


def save(life: LiveTable) -> bytes:
    """The table as it stands."""
    data = _fields(life, ("conduct",)) | {"game": _game(life.game), "before": _game(life.before)}
    return _encode(_Life(**data))


def load(raw: bytes) -> LiveTable | None:
    """The table that was saved; nothing if these bytes are not one."""
    try:
        saved = msgspec.structs.asdict(_decode(raw))
        opening = saved["opening"].opened
        if opening is None:
            return LiveTable(**saved) if saved["game"] is None else None
        book = open_book(
            opening.book,
            variant=opening.variant,
            wheel=opening.wheel,
            lucky_ball=opening.lucky_ball,
            readings=opening.readings,
        )
        saved |= {"game": _opened(saved["game"], book), "before": _opened(saved["before"], book)}
        return LiveTable(conduct=conduct_at(opening, book.readings), **saved)
    except (msgspec.MsgspecError, KeyError, ValueError):
        return None


def _fields(state: Any, without: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__ if name not in without}


def _game(game: TableState | None) -> Any:
    if game is None:
        return None
    layout = [
        _Standing(**_fields(lying, ("machine", "rank", "wager")), wager=lying.wager.name)
        for lying in game.layout.values()
    ]
    return _Game(**_fields(game, ("book", "layout")), layout=layout)


def _opened(saved: Any, book: Book) -> TableState | None:
    if saved is None:
        return None
    data = msgspec.structs.asdict(saved)
    lying = [_standing(msgspec.structs.asdict(wager), book) for wager in data.pop("layout")]
    return TableState(book=book, layout={wager.key: wager for wager in lying}, **data)


def _standing(data: dict[str, Any], book: Book) -> Standing:
    name = data.pop("wager")
    machine = book.machine(name, data["selection"])
    wager = Standing(wager=book.wagers[name], machine=machine, rank=(0, "", (0, ())), **data)
    return Standing(wager=wager.wager, machine=machine, rank=report_order(wager.key), **data)
