"""One game without people as plain data and back; what its book gives, rows and machines, is looked up again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from feltwork.games.book import Book
from feltwork.table.play.events import report_order
from feltwork.table.play.state import Standing, TableState


def saved_type(kind: type[msgspec.Struct], without: Iterable[str], **instead: Any) -> Any:
    """The type of a state with some fields left out and some in another form."""
    hints = get_type_hints(kind)
    kept = [(name, hints[name]) for name in kind.__struct_fields__ if name not in {*without, *instead}]
    return msgspec.defstruct(kind.__name__, [*kept, *instead.items()])


def fields_of(state: Any, without: Iterable[str]) -> dict[str, Any]:
    """The fields of a state by name, but for some."""
    return {name: getattr(state, name) for name in state.__struct_fields__ if name not in without}


_Standing = saved_type(Standing, ("machine", "rank"), wager=str)
if TYPE_CHECKING:
    SavedGame = Any
else:
    SavedGame = saved_type(TableState, ("book",), layout=list[_Standing])


def save_game(game: TableState) -> SavedGame:
    """A game as plain data."""
    layout = [
        _Standing(**fields_of(lying, ("machine", "rank", "wager")), wager=lying.wager.name)
        for lying in game.layout.values()
    ]
    return SavedGame(**fields_of(game, ("book", "layout")), layout=layout)


def open_game(saved: SavedGame, book: Book) -> TableState:
    """The game that was saved, under its book; what happens to it does nothing to what was saved."""
    data = msgspec.structs.asdict(saved)
    lying = [_standing(msgspec.structs.asdict(wager), book) for wager in data.pop("layout")]
    return TableState(book=book, layout={wager.key: wager for wager in lying}, **data).copy()


def _standing(data: dict[str, Any], book: Book) -> Standing:
    name = data.pop("wager")
    machine = book.machine(name, data["selection"])
    wager = Standing(wager=book.wagers[name], machine=machine, rank=(0, "", (0, ())), **data)
    return Standing(wager=wager.wager, machine=machine, rank=report_order(wager.key), **data)
