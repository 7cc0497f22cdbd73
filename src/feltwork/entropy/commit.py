"""Commit, draw, reveal: the house cannot choose the outcome, and anybody can recompute it.

Before betting opens, the SHA-256 of a 32-byte secret is published. The outcome's bytes are HMAC-SHA256 under that
secret of the round id, 0x1f, the players' nonces joined with 0x1f, and a counter of eight bytes (big end first) that
runs from 0. Round id and nonces are printable ASCII, so neither can hold a 0x1f. Then the secret is revealed.

>>> secret = bytes(range(32))
>>> opened = commit("t7-42", secret)
>>> drawn = draw_round(opened, secret, ("ann", "bob"), ("two-dice",))
>>> [(part.kind, part.outcome) for part in recompute(reveal(drawn, secret))]
[('two-dice', (3, 4))]
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from feltwork.entropy.mapping import MAPPING, DrawError, Outcome, mapper
from feltwork.refusal import shown

SECRET_BYTES = 32
SEPARATOR = b"\x1f"
LONGEST_TEXT = 200
_HEX = re.compile(r"[0-9a-f]{64}")


class Part(Struct, frozen=True):
    """One draw of a round; the parts of a round take their bytes from one stream, in order."""

    kind: str
    outcome: Outcome
    used: int
    """Bytes of the stream, rejected ones included."""


class RoundDraw(Struct, frozen=True):
    """All that is public about a round's draws; whole once the secret stands in it."""

    round_id: str
    commitment: str
    """SHA-256 of the secret, in hex."""
    nonces: tuple[str, ...] = ()
    secret: str = ""
    """In hex; empty until it is revealed."""
    drawn: tuple[Part, ...] = ()
    mapping: int = MAPPING

    def with_nonce(self, nonce: str) -> RoundDraw:
        return replace(self, nonces=(*self.nonces, nonce))

    def with_part(self, kind: str, outcome: Outcome, used: int) -> RoundDraw:
        return replace(self, drawn=(*self.drawn, Part(kind, outcome, used)))

    def with_secret(self, secret: str) -> RoundDraw:
        return replace(self, secret=secret)


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret, in hex.

    >>> commitment(bytes(range(32)))
    '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
    """
    return sha256(_whole(secret)).hexdigest()


def stream(secret: bytes, round_id: str, nonces: Sequence[str]) -> Iterator[int]:
    """The round's bytes, without end."""
    joined = SEPARATOR.join(_plain(nonce, "nonce") for nonce in nonces)
    return _bytes(_whole(secret), _plain(round_id, "round id") + SEPARATOR + joined)


def _bytes(secret: bytes, message: bytes) -> Iterator[int]:
    for counter in count():
        yield from hmac.digest(secret, message + counter.to_bytes(8, "big"), "sha256")


def _whole(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise DrawError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def _plain(text: str, what: str) -> bytes:
    """Printable ASCII: what is hashed is what people see, and separators cannot hide in it."""
    if not 0 < len(text) <= LONGEST_TEXT or not text.isascii() or not text.isprintable():
        raise DrawError(f"a {what} is 1 to {LONGEST_TEXT} printable ASCII characters, not {shown(repr(text))}")
    return text.encode("ascii")


def commit(round_id: str, secret: bytes) -> RoundDraw:
    """What is published before betting opens."""
    _plain(round_id, "round id")
    return RoundDraw(round_id, commitment(secret))


def draw_round(before: RoundDraw, secret: bytes, nonces: Sequence[str], kinds: Sequence[str]) -> RoundDraw:
    """The round with these draws made; the secret stays out of it.

    A round may be drawn further, but what was drawn and what it was drawn from stand: ``kinds`` begins with the
    kinds already drawn.
    """
    _check(before, secret)
    if before.secret:
        raise DrawError(f"{_name(before)}: the secret is revealed, nothing more can be drawn")
    if before.drawn and tuple(nonces) != before.nonces:
        raise DrawError(f"{_name(before)}: nonces cannot change once something was drawn")
    after = replace(before, nonces=tuple(nonces), drawn=_parts(secret, before.round_id, nonces, kinds))
    if after.drawn[: len(before.drawn)] != before.drawn:
        raise DrawError(f"{_name(before)}: what was drawn cannot be drawn again otherwise")
    return after


def reveal(draw: RoundDraw, secret: bytes) -> RoundDraw:
    """The round with its secret, once the secret and all that was drawn have been checked."""
    revealed = replace(draw, secret=secret.hex())
    recompute(revealed)
    return revealed


def recompute(draw: RoundDraw) -> tuple[Part, ...]:
    """What the revealed secret gives; ``DrawError`` unless it is the committed one and gives what was recorded."""
    if not draw.secret:
        raise DrawError(f"{_name(draw)}: the secret is not revealed yet")
    if not _HEX.fullmatch(draw.secret):
        raise DrawError(f"{_name(draw)}: the secret is not {SECRET_BYTES} bytes in hex")
    secret = bytes.fromhex(draw.secret)
    _check(draw, secret)
    parts = _parts(secret, draw.round_id, draw.nonces, [part.kind for part in draw.drawn])
    for recorded, found in zip(draw.drawn, parts, strict=True):
        if recorded != found:
            raise DrawError(
                f"{_name(draw)}: {recorded.kind} was recorded as {_say(recorded)}, the secret gives {_say(found)}"
            )
    return parts


def _check(draw: RoundDraw, secret: bytes) -> None:
    if draw.mapping != MAPPING:
        raise DrawError(f"{_name(draw)}: drawn with mapping {draw.mapping}, this is mapping {MAPPING}")
    if commitment(secret) != draw.commitment:
        raise DrawError(f"{_name(draw)}: the secret does not match the commitment")


def _parts(secret: bytes, round_id: str, nonces: Sequence[str], kinds: Sequence[str]) -> tuple[Part, ...]:
    source = stream(secret, round_id, nonces)
    return tuple(Part(kind, *mapper(kind)(source)) for kind in kinds)


def _name(draw: RoundDraw) -> str:
    return f"round {shown(draw.round_id)}"


def _say(part: Part) -> str:
    said = shown(" ".join(map(str, part.outcome)))
    return f"{said} ({part.used} byte{'' if part.used == 1 else 's'})"
