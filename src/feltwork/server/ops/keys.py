"""The keys of a floor: made with the floor, and never silently made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TypeVar

from feltwork.entropy.sealing import SealingError
from feltwork.refusal import harmless
from feltwork.server.auth.events import DOOR
from feltwork.store.opening import is_postgres
from feltwork.store.port import Store
from feltwork.verifier.keys.checkpoint import KeyFileError

T = TypeVar("T")
TRIES, TRY_SECONDS = 20, 0.025
LOST = {
    "draw_key": "the rounds it sealed cannot be opened without it",
    "ticket_key": "tickets already printed cannot be checked without it",
    "account_key": "the second factors of staff cannot be read without it",
    "checkpoint_key": "checkpoints signed from now on would be another's",
}
"""The keys by their name in the configuration, and what is lost with each."""

CAN = {
    "draw_key": "foretell open rounds",
    "ticket_key": "make tickets",
    "account_key": "make the codes of second factors",
    "checkpoint_key": "rewrite the log and sign it",
}
"""And what can be done with each by somebody who has the database too."""
SEALS = {"account_key": "factor"}
"""Keys that seal nothing but what is on a shelf: without anything there, none is lost."""


class LostKeyError(Exception):
    """A key of a floor that has been played on is not there; the message is one clear line."""


def once_written(load: Callable[[], T]) -> T:
    """A key from its file; another process that starts at the same moment may still be writing it."""
    for _ in range(TRIES):
        try:
            return load()
        except (KeyFileError, SealingError):
            sleep(TRY_SECONDS)
    return load()


def check_keys(store: Store, paths: dict[str, Path]) -> None:
    """Refuse to go on without a key, where there is a log that was written with it.

    Accounts may be made before a floor is first started: no key is in what is recorded of them.
    """
    played = any(head.version for head in store.log.heads() if head.stream != DOOR)
    for name, path in paths.items():
        if not path.exists() and (store.settings.names(SEALS[name]) if name in SEALS else played):
            raise LostKeyError(
                f"{name}: {harmless(str(path))} is missing, and {LOST[name]}; put it back, or start once with"
                f" --new-key {name}"
            )


def too_near(database: str, paths: dict[str, Path]) -> list[str]:
    """A line for each key that lies in the database's own folder, where whoever copies one has the other."""
    if database == "memory:" or is_postgres(database):
        return []
    folder = Path(database.removeprefix("sqlite:")).resolve().parent
    return [
        f"{name} lies in the folder of the database: keep it apart, for who has both can {CAN[name]}"
        for name, path in paths.items()
        if path.resolve().parent == folder
    ]
