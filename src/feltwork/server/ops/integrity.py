"""The database of a floor looked through: what there is time for before it opens, the rest beside play.

Damage that is found at the start keeps the floor closed. Damage that is found later stops play and payment at once, and
is noted beside a database file: the next start then looks at everything before it opens.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from feltwork.engine.versions import schemas
from feltwork.store.integrity import Check, DamagedError
from feltwork.store.opening import is_postgres, open_store, open_to_read, place_name

START_SECONDS = 1.0
"""How long a start may take for it."""
REST, LONGEST_REST = 9, 0.5
"""Beside play it takes a tenth of one thread's time."""
log = logging.getLogger("feltwork.server")


class Integrity:
    """One look through a database, begun when the floor starts."""

    def __init__(
        self, url: str, seconds: float = START_SECONDS, clock: Callable[[], float] = monotonic, rest: float = REST
    ) -> None:
        """Look at what there is time for; ``DamagedError`` if something is not as it was written."""
        self._clock, self._rest = clock, rest
        self.damaged: Callable[[str], None] = lambda why: None
        """Hears of it once, when damage is found later."""
        self.came: Callable[[bool], None] = lambda wrong: None
        """Hears how the whole check ended."""
        self.why = ""
        self._noted = None if url == "memory:" or is_postgres(url) else Path(f"{url.removeprefix('sqlite:')}.damaged")
        self._store = open_store(url)
        self.check = Check(self._store, place_name(url))
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="integrity", daemon=True)
        if is_postgres(url) and not self._store.keeps_sums():  # type: ignore[attr-defined]  # PostgreSQL's own store
            log.warning("PostgreSQL keeps no checksums of its pages: make its cluster with initdb --data-checksums")
        began = clock()
        again = self._noted is not None and self._noted.exists()
        if again:
            log.warning("damage was found when this database was last open: it is looked through before it opens")
        try:
            self._whole = self.check.run(lambda: not again and clock() - began >= seconds)
        except BaseException as found:
            if isinstance(found, DamagedError):
                self._note(str(found))
            self._store.close()
            raise
        if again and self._noted is not None:
            self._noted.unlink(missing_ok=True)
        log.info("the database was looked through", extra={"percent": self.check.percent})

    def start(self) -> None:
        if self._whole:
            self.came(False)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self.check.stopped = True
        if self._thread.is_alive():
            self._thread.join()
        self._store.close()

    def told(self) -> str:
        """How far it has come, for whoever watches the process; empty once it is done."""
        return "" if self.check.finished or self.why else f"{self.check.percent} % of the database is looked through"

    def go_on(self) -> bool:
        """One piece of the rest; is there more?"""
        steps = iter((False, True))
        try:
            whole = self.check.run(lambda: next(steps, True))
        except DamagedError as found:
            self.why = str(found)
            self._note(self.why)
            self.came(True)
            self.damaged(self.why)
            return False
        if whole:
            log.info("the whole database was looked through, and is as it was written")
            self.came(False)
        return not whole

    def _work(self) -> None:
        more = not self._whole
        while more and not self._stopping.is_set():
            began = self._clock()
            more = self.go_on()
            self._stopping.wait(min(self._rest * (self._clock() - began), LONGEST_REST))

    def _note(self, why: str) -> None:
        if self._noted is not None:
            with suppress(OSError):
                self._noted.write_text(why + "\n", "utf-8")


def look_briefly(url: str, seconds: float = START_SECONDS) -> None:
    """What a start would look at, and nothing is written; ``DamagedError`` if something is not as it was written."""
    if not schemas(url)[0]:
        return  # there is no database yet
    store, began = open_to_read(url), monotonic()
    try:
        Check(store, place_name(url)).run(lambda: monotonic() - began >= seconds)
    finally:
        store.close()
