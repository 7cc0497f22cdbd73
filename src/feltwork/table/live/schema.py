"""Events as bytes, in the form of today or of any day before.

A stored body is never rewritten. One of an older schema is brought up to today's, a step for each version, when it is
read. A step is a pure function from the plain data of one kind of event to that of the next version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, get_args

import msgspec

from feltwork.table.live.events import SCHEMA, LiveEvent

T = TypeVar("T")
Step = Callable[[dict[str, Any]], dict[str, Any]]
Steps = Mapping[tuple[int, str], Step]
"""By the version and the tag that a step starts from. A kind without a step is the same in the next version."""


class SchemaError(Exception):
    """A body is of no form that this program reads; the message is one clear line."""


class Schema(Generic[T]):
    """How the events of one kind of stream are read."""

    def __init__(self, events: Any, version: int = SCHEMA, steps: Steps | None = None) -> None:
        self.version = version
        self._events, self._steps = events, steps or {}
        self.kinds = frozenset(str(event.__struct_config__.tag) for event in get_args(events) or (events,))
        self._decode = msgspec.json.Decoder(events).decode

    def read(self, schema: int, body: bytes) -> T:
        """The event in a body that was written under a schema."""
        try:
            if schema == self.version:
                event: T = self._decode(body)
                return event
            if not 1 <= schema < self.version:
                raise SchemaError(f"events of schema {schema} are not known here, only those up to {self.version}")
            data = msgspec.json.decode(body, type=dict[str, Any])
            for version in range(schema, self.version):
                step = self._steps.get((version, str(data.get("type"))))
                data = step(data) if step else data
            return msgspec.convert(data, self._events)  # type: ignore[no-any-return]  # the type was given as a value
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise SchemaError(self._why(body, error)) from None

    def _why(self, body: bytes, error: Exception) -> str:
        """Why a body is no event: another program's, or a broken one."""
        try:
            kind = msgspec.json.decode(body, type=dict[str, Any]).get("type")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            kind = None
        if isinstance(kind, str) and kind not in self.kinds:
            return f"events of the kind {kind[:40]!r} are not known here: it was written by a newer program"
        return f"an event cannot be read: {error}"


LIFE: Schema[LiveEvent] = Schema(LiveEvent)
"""The events of a table."""
