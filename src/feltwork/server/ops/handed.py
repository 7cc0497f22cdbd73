"""What is known of a request that failed: which commands it has handed to a writer, and which of them were not done.

Only a writer knows that something was not done. Whatever fails after a command was handed on, such as the reading of
what it printed, says nothing about the command.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from feltwork.store.port import Answer, NotLookedUpError, StoreError, UnknownOutcomeError


class Handed:
    """The commands that one request has handed on."""

    def __init__(self) -> None:
        self.commands = 0
        self.undone = 0
        """Of those, the ones that a writer says were not done."""

    @property
    def maybe_done(self) -> bool:
        """Is there one that was done, or of which nobody knows?"""
        return self.commands > self.undone

    def came(self, given: Answer | StoreError) -> None:
        """Take what came of a command."""
        if isinstance(given, StoreError) and not isinstance(given, UnknownOutcomeError | NotLookedUpError):
            self.undone += 1

    def is_undone(self, *, keyed: bool) -> bool:
        """Is it known that nothing was done of what was asked?

        A request with a key may be one that is sent again and was done before: only a writer has looked that up.
        """
        return not self.maybe_done and (self.commands > 0 or not keyed)


_current: ContextVar[Handed | None] = ContextVar("handed", default=None)


@contextmanager
def one_request() -> Iterator[Handed]:
    """Note what is handed on from here, in this task and in the threads that it asks."""
    handed = Handed()
    before = _current.set(handed)
    try:
        yield handed
    finally:
        _current.reset(before)


def hand_on() -> Handed:
    """Note that a command is on its way; takes what comes of it. Outside a request nobody asks for that."""
    handed = _current.get() or Handed()
    handed.commands += 1
    return handed
