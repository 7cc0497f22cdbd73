"""What a floor does by itself while it runs: checkpoints every minute, notices sent, its software looked at daily."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from feltwork.duties.aggregate import DUTIES
from feltwork.engine.sealed_answers import seal_answers
from feltwork.server.ops.fairness import watch_devices
from feltwork.server.ops.keys import once_written
from feltwork.server.ops.manifest import Manifest, changed_since_installed, differences, installed
from feltwork.server.ops.outbox import Outbox, into_folder
from feltwork.server.ops.stopping import stop_play
from feltwork.store.checkpoints import MINUTE
from feltwork.store.opening import open_store
from feltwork.store.port import StoreError
from feltwork.store.series import behind, export_next
from feltwork.verifier.keys.checkpoint import KeyFileError, make_key
from feltwork.verifier.keys.signing import Signer, load_signer

if TYPE_CHECKING:
    from feltwork.server.ops.background import Job
    from feltwork.server.state import ServerState

LOOK_SECONDS = 2.0
DAY_SECONDS = 24 * 60 * 60.0
LAST_TRIES = (0.2, 1.0, 0.0)
"""Seconds after each try to sign the last checkpoint that fails."""
log = logging.getLogger("feltwork.server")


class Checkpoints:
    """Signs where every stream stands: now, every minute, and when the floor closes.

    Making one opens the database against the last: a database that is older is refused, and nothing is played on it.
    """

    def __init__(self, url: str, path: Path, key: Path, every: float = MINUTE, *, fresh: bool = False) -> None:
        """``key`` is a file, made if it is not there; it is looked at each time, for a key may be rotated.

        ``fresh``: a lost key is made anew, and the last checkpoint may be signed with the lost one.
        """
        self.path, self.key, self.every = path, key, every
        self.failed = ""
        """Why no checkpoint could be signed, the last time."""
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="checkpoints", daemon=True)
        signer = checkpoint_key_at(key)
        self.store = open_store(url, checkpoint=path, key=None if fresh else signer.line())
        try:
            number = export_next(self.store, path, signer, fresh=fresh)
        except BaseException:
            self.store.close()
            raise
        self._signed = monotonic()
        log.info("checkpoints are signed", extra={"key": signer.fingerprint, "number": number})

    def told(self) -> str:
        """What is not as it should be with this host's file; empty if nothing."""
        if not self.failed:
            return ""
        try:
            late = behind(self.store.settings, self.path)
        except StoreError as wrong:
            late = str(wrong)
        return f"{self.failed}{f'; {late}' if late else ''}"

    def signed_seconds(self) -> int:
        """Seconds since the last one was signed here."""
        return int(monotonic() - self._signed)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        for seconds in LAST_TRIES:
            self._export()
            if not self.failed:
                break
            sleep(seconds)  # the connection may have been dropped since the last one
        self.store.close()

    def _work(self) -> None:
        while not self._stopping.wait(self.every):
            self._export()

    def _export(self) -> None:
        try:
            seal_answers(self.store)
            export_next(self.store, self.path, load_signer(self.key))
            self.failed, self._signed = "", monotonic()
        except (StoreError, KeyFileError) as failed:
            self.failed = str(failed)
            log.error("no checkpoint: %s", failed)


def checkpoint_key_at(path: Path) -> Signer:
    """The key that signs checkpoints, in a file; made with its public half beside it when there is none yet."""
    if not path.exists():
        with suppress(KeyFileError):  # another process was quicker; if not, loading says what is wrong
            make_key(path)
    return once_written(lambda: load_signer(path))


def watch_software(
    approved: Manifest | None, every: float = DAY_SECONDS, look: Callable[[], Manifest] = installed
) -> Job:
    """A job that compares the installed software with what was approved; without that, with what is there at first.

    A difference stops play at every table, and so does a check that cannot be made.
    """

    def why(known: Manifest) -> str:
        try:
            found = differences(known, look())
        except Exception as fault:
            log.exception("the software could not be checked")
            return f"the software could not be checked: {type(fault).__name__}: {fault}"
        return f"the software was changed: {'; '.join(found[:3])}" if found else ""

    def first() -> Manifest:
        for name in changed_since_installed()[:3]:
            log.warning("library file %s is not what was installed", name)
        return look()

    async def watch(floor: ServerState) -> None:
        known = approved if approved is not None else await asyncio.to_thread(first)
        while True:
            await asyncio.sleep(every)
            wrong = await asyncio.to_thread(why, known)
            floor.house.metrics.checked("software", bool(wrong))
            if wrong:
                stop_play(floor.house, wrong)
            else:
                log.info("the software is what was approved", extra={"files": known.size()})

    return watch


def send_notices(channels: Mapping[str, str], name: str, every: float = LOOK_SECONDS) -> Job:
    """A job that sends notices by these channels, and tells managers of what is late."""

    async def work(floor: ServerState) -> None:
        house = floor.house
        loop = asyncio.get_running_loop()

        def look() -> Any:
            seen = asyncio.run_coroutine_threadsafe(
                house.readers.aggregates.look(DUTIES, "", DUTIES.copy), loop
            ).result()
            return seen if seen is not None else DUTIES.fresh("")

        outbox = Outbox(channels, name, lambda sent: house.post(sent).result(), look)
        while True:
            await asyncio.sleep(every)
            try:
                await asyncio.to_thread(outbox.turn, house.now())
            except StoreError as failed:
                log.error("the outbox waits: %s", failed)
                continue
            for number, why in outbox.failed.items():
                log.error("a notice cannot be sent", extra={"notice": number, "why": why})
            outbox.failed.clear()

    return work


def office_jobs(channels: Mapping[str, str], name: str) -> tuple[Job, Job]:
    """What the office does by itself: notices are sent, dice and wheels are watched."""
    return send_notices(channels, name), watch_devices()


def notices_into(folder: Path, name: str) -> tuple[Job, Job]:
    """The same for a floor whose notices all go into one folder."""
    return office_jobs(into_folder(folder), name)
