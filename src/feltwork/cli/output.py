"""Where results go."""

from __future__ import annotations

import json
import sys


class ReaderGoneError(Exception):
    """Whoever read our output has stopped reading."""


def say(text: str = "") -> None:
    """A result, on stdout."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        raise ReaderGoneError from None


def say_json(data: object) -> None:
    say(json.dumps(data, separators=(", ", ": ")))
