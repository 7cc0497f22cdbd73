"""The events that a log is mostly made of, decoded straight into the form that the fold works with.

Any other event, and one of an older schema, is read as plain JSON first; what comes out has the same form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from feltwork.verifier.log.rows import Columns
from feltwork.verifier.log.schemas import SCHEMA, read_body
from feltwork.verifier.remembered import remembered
from feltwork.verifier.table.lines import Key, SettledLine


class Late(TypedDict):
    """Of a late wager: the player's words, who confirmed it, by which clause."""

    words: str
    confirmed_by: str
    clause: str


class Placed(TypedDict):
    """Chips put down."""

    type: Literal["wager-placed"]
    key: Key
    amount: int
    commission: int
    instrument: NotRequired[str]
    late: NotRequired[Late]


class Settled(TypedDict):
    """A round settled, line by line."""

    type: Literal["round-settled"]
    result: Any
    lines: list[SettledLine]
    moved: list[tuple[Key, int]]
    area: int
    warned: list[int]
    called_by: NotRequired[list[str]]


FORMS: dict[str, Any] = {"wager-placed": Placed, "round-settled": Settled}
_decode: dict[str, Callable[[bytes], dict[str, Any]]] = {
    kind: msgspec.json.Decoder(form).decode for kind, form in FORMS.items()
}
# Players put down the same chips in the same places again and again. Whoever gets a body must leave it as it is.
_decode["wager-placed"] = remembered()(_decode["wager-placed"])


def read_event(row: Columns) -> dict[str, Any] | str:
    """An event's body as the fold takes it, or why it cannot be read."""
    decode = _decode.get(row[6])
    if decode is not None and row[7] == SCHEMA:
        try:
            return decode(row[8])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass  # why, is said below
    plain = read_body(row)
    return plain if isinstance(plain, str) or plain["type"] not in FORMS else formed(plain)


def formed(body: dict[str, Any]) -> dict[str, Any] | str:
    """A body that was read as plain JSON, in the form of its kind."""
    kind = body["type"]
    try:
        found: dict[str, Any] = msgspec.convert(body, FORMS[kind]) if kind in FORMS else body
    except msgspec.ValidationError:
        return f"the event is not a {kind!r}"
    return found
