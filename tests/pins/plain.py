"""What must not change, as plain values without the words that people read."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

TIME = 10**15
"""Microseconds since 1970 are larger, and nothing else is."""
MADE = re.compile(r"[0-9a-f]{16,}|\d{8,}|\d{4}(-\d{4}){3,}")
"""Hashes, keys and numbers of tickets, which are made anew each time."""


def plain(value: Any) -> Any:
    """A value without its times and texts: words, and what is made anew each time, are one mark each."""
    if isinstance(value, dict):
        return {_key(name): "measured" if "second" in name else plain(part) for name, part in sorted(value.items())}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, str):
        return "text" if " " in value or "\n" in value else MADE.sub("made", value)
    if isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool) and abs(value) >= TIME):
        return "measured"
    return value


def _key(name: str) -> str:
    return "text" if " " in name else MADE.sub("made", name)


def shape(value: Any) -> Any:
    """Only which keys a value has and of which kind each part is; of a list, the kinds that are in it."""
    if isinstance(value, dict):
        return {_key(name): shape(part) for name, part in sorted(value.items())}
    if isinstance(value, list):
        kinds = sorted({json.dumps(shape(part), sort_keys=True) for part in value})
        return [json.loads(kind) for kind in kinds]
    return type(value).__name__


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:20]


def unordered(value: Any) -> Any:
    """A value whose lists are in one order: sets are written in any."""
    if isinstance(value, dict):
        return {str(name): unordered(part) for name, part in value.items()}
    if isinstance(value, list):
        return sorted(map(unordered, value), key=lambda part: json.dumps(part, sort_keys=True))
    return value.hex() if isinstance(value, bytes) else value
