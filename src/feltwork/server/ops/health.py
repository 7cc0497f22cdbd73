"""What does not work in this process, and why: for the screens, for readiness, and for whoever starts it again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from feltwork.table.live.commands import ClearFault, GiveUpDraw, OpenPlay, OpenTable

STILL_OPENS = "the secret of this round can still be opened"
log = logging.getLogger("feltwork.server")


@dataclass
class Health:
    """What is wrong, by subject; each reason is empty, or its dictionary is, as long as all is well."""

    unsound: str = ""
    """Why nothing is played or paid here: the software or the database is not in order."""
    failed: str = ""
    """Why this process stops by itself: it no longer knows what is on disk."""
    on_failure: Callable[[str], None] = lambda why: None
    """Called once with that reason, by whichever thread found it out."""
    follower: str = ""
    """Why the log cannot be followed."""
    stuck: dict[str, str] = field(default_factory=dict)
    """Tables that this program cannot follow, and why; screens show them as far as they could be read."""
    undealt: dict[str, str] = field(default_factory=dict)
    """Tables whose draws cannot go on here, and why."""
    pending: dict[str, list[str]] = field(default_factory=dict)
    """What the floor's file says of open tables and takes effect when they are opened again."""

    def why_not(self, table: str, body: object) -> str:
        """Why a command is not taken here, as this process stands; empty if it is."""
        if isinstance(body, GiveUpDraw):
            return "" if table in self.undealt else STILL_OPENS
        return self.unsound if isinstance(body, ClearFault | OpenPlay | OpenTable) else ""

    def give_up(self, why: str) -> None:
        """Stop at once, so that the process is started again: nobody here knows what is on disk."""
        if not self.failed:
            self.failed = why
            log.critical("this process stops: %s", why)
            self.on_failure(why)

    def follows(self) -> None:
        """Note that the log could be followed."""
        self.follower = ""

    def lost_the_log(self, fault: Exception, *, expected: bool) -> None:
        """Note why the log cannot be followed, and log it once."""
        why = str(fault) if expected else f"{type(fault).__name__}: {fault}"
        if self.follower != why:
            log.error("the log cannot be followed: %s", why, exc_info=not expected)
        self.follower = why

    def cannot_follow(self, table: str, why: str) -> None:
        """Note why a table stays as it is, and log it once."""
        if table not in self.stuck:
            log.error("table %s is not served: %s", table, why)
        self.stuck[table] = why
