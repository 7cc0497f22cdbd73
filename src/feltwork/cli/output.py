"""Where results go."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class ReaderGoneError(Exception):
    """Whoever read our output has stopped reading."""


def say(text: str = "") -> None:
    """A result, on stdout."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        raise ReaderGoneError from None


def warn(text: str) -> None:
    """A warning on stderr, if there is one."""
    if text and sys.stderr is not None:
        print(f"warning: {text}", file=sys.stderr)


def say_json(data: object) -> None:
    say(json.dumps(data, separators=(", ", ": ")))


def say_done(text: str, as_json: bool, **data: object) -> None:
    """What was done, in words or for a program."""
    if as_json:
        say_json(data)
    else:
        say(text)


@contextmanager
def verdict() -> Iterator[None]:
    """Around what is said with an exit code that counts: it stands whether or not anybody reads to the end."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, ReaderGoneError):
        fall_silent()


def fall_silent() -> None:
    """The reader went away (`feltwork ... | head`): nothing more to say, and no traceback at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
