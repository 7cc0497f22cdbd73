"""Second factors of staff: one-time codes, and recovery codes for whoever has lost the app.

They are kept encrypted under the floor's account key, which is outside the database: a copy of the database alone gives
nobody a code. Each code counts once, whichever process it comes to.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltwork.entropy.sealing import SealingError, seal, unseal
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import SECOND, hashed
from feltwork.server.auth.totp import new_secret, step_of

SHELF, UNCONFIRMED = "factor", "factor-new"
RECOVERY_CODES = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of recovery codes: none that is mistaken for another."""


class FactorError(Exception):
    """A second factor that cannot be used or made; the message may be shown."""


class Factor(Struct, frozen=True):
    """What one person's codes are checked with."""

    secret: bytes
    last: int = 0
    """The step of the last code that was used."""
    recovery: tuple[str, ...] = ()
    """Hashes of the recovery codes that are left."""


_factor = msgspec.json.Decoder(Factor).decode


class Factors:
    """Second factors on the shelf, by person."""

    def __init__(self, shelf: RecordedShelves, now: Callable[[], int], key: bytes = b"") -> None:
        self.shelf, self.now, self.key = shelf, now, key

    def has(self, person: str) -> bool:
        return self.shelf.get(SHELF, person[:64]) is not None

    def left(self, person: str) -> int:
        """Recovery codes that are left."""
        kept = self.shelf.get(SHELF, person)
        return len(self._open(person, kept).recovery) if kept else 0

    def begin(self, person: str) -> bytes:
        """A new secret; it counts once a code of it was shown."""
        secret = new_secret()
        self.shelf.put(UNCONFIRMED, person, self._seal(person, Factor(secret)))
        return secret

    def confirm(self, person: str, code: str) -> list[str]:
        """The new secret counts from now on, in place of an older one; its recovery codes, told this once."""
        kept = self.shelf.get(UNCONFIRMED, person)
        if kept is None:
            raise FactorError("begin again: no new second factor waits to be confirmed")
        factor = self._open(person, kept)
        step = step_of(factor.secret, plain(code), self.now() // SECOND, factor.last)
        if not step:
            raise FactorError("this is not the code that the app shows for this account now")
        codes = ["-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)) for _ in range(8)]
        hashes = tuple(hashed(plain(one)) for one in codes)
        confirmed = self._seal(person, Factor(factor.secret, step, hashes))
        if self.shelf.take(UNCONFIRMED, person) != kept:  # of several who confirm at once, one is told codes that count
            raise FactorError("begin again: no new second factor waits to be confirmed")
        self.shelf.put(SHELF, person, confirmed)
        return codes

    def use(self, person: str, code: str) -> bool:
        """Is this a code of now, or a recovery code? It is used up with that."""
        code = plain(code)
        while (kept := self.shelf.get(SHELF, person)) is not None:
            factor = self._open(person, kept)
            step, known = step_of(factor.secret, code, self.now() // SECOND, factor.last), hashed(code)
            if step:
                used = replace(factor, last=step)
            elif known in factor.recovery:
                used = replace(factor, recovery=tuple(one for one in factor.recovery if one != known))
            else:
                return False
            if self.shelf.swap(SHELF, person, kept, self._seal(person, used)):
                return True
        return False

    def remove(self, person: str, by: tuple[str, str] | None = None) -> bool:
        """No second factor any more, taken away by whom and of which kind; was there one?"""
        self.shelf.take(UNCONFIRMED, person, by)
        return self.shelf.take(SHELF, person, by) is not None

    def _seal(self, person: str, factor: Factor) -> bytes:
        if not self.key:
            raise FactorError("this floor has no account key, and keeps no second factors without one")
        return seal(self.key, _place(person), msgspec.json.encode(factor))

    def _open(self, person: str, kept: bytes) -> Factor:
        try:
            return _factor(unseal(self.key, _place(person), kept))
        except (SealingError, msgspec.DecodeError, ValueError):
            raise FactorError("the second factor cannot be read with this account key; have it reset") from None


def _place(person: str) -> str:
    return f"second factor of {person}"


def plain(code: str) -> str:
    """A code as it is compared: without gaps and dashes, in lower case."""
    return "".join(code.split()).replace("-", "").lower()[:40]
