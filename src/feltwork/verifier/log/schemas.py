"""Event bodies of older schemas in the form of today's, step by step: the verifier's own steps, not the server's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from feltwork.verifier.log.rows import Columns

SCHEMA = 1
"""The form of events that this verifier follows."""
Steps = Mapping[tuple[int, str], Callable[[dict[str, Any]], dict[str, Any]]]
STEPS: Steps = {}
"""By the version and the kind that a step starts from; a kind without one is the same in the next version."""

_decode = msgspec.json.Decoder().decode


def read_body(row: Columns, schema: int = SCHEMA, steps: Steps = STEPS) -> dict[str, Any] | str:
    """An event's body in today's form, or why it cannot be read."""
    kind, written, raw = row[6:9]
    try:
        body: dict[str, Any] = _decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "the event is not JSON"
    if not isinstance(body, dict) or body.get("type") != kind:
        return f"the event is not a {kind!r}"
    if written == schema:
        return body
    if not 1 <= written <= schema:
        return f"events of schema {written} are not known here"
    for version in range(written, schema):
        step = steps.get((version, str(body.get("type"))))
        try:
            body = step(body) if step else body
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            return f"the event cannot be brought from schema {version} to the next"
    return body
