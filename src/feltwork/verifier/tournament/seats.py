"""The draw of seats, recomputed from its secret."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count


def is_hex(commitment: str) -> bool:
    """Are these 64 hex digits?"""
    return len(commitment) == 64 and not set(commitment) - set("0123456789abcdef")


def is_promised(secret: str, commitment: str) -> bool:
    """Is this the secret that was committed to?"""
    try:
        return sha256(bytes.fromhex(secret)).hexdigest() == commitment
    except ValueError:
        return False


def _bytes(secret: bytes, message: bytes) -> Iterator[int]:
    for number in count():
        yield from hmac.digest(secret, message + number.to_bytes(8, "big"), "sha256")


def _below(most: int, source: Iterator[int]) -> int:
    """A number below one that fits into bytes: equal shares of their space, the rest rejected."""
    width = ((most - 1).bit_length() + 7) // 8
    share = int(256**width) // most
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(source)
        if value // share < most:
            return value // share


def drawn(secret: str, draw: str, nonces: Sequence[str], players: Sequence[str]) -> list[str]:
    """Players in the order drawn: one by one from those left by name."""
    joined = b"\x1f".join(nonce.encode("ascii") for nonce in nonces)
    source = _bytes(bytes.fromhex(secret), draw.encode("ascii") + b"\x1f" + joined)
    left, order = sorted(players), []
    while left:
        order.append(left.pop(_below(len(left), source)))
    return order


def seated(
    secret: str, draw: str, nonces: Sequence[str], players: Sequence[str], tables: Sequence[str]
) -> list[list[object]]:
    """Tables with their players: drawn one by one from those left by name, dealt round the tables."""
    order = drawn(secret, draw, nonces, players)
    used = tables[: max(1, min(len(tables), len(order) // 2))]
    return [[table, order[number :: len(used)]] for number, table in enumerate(used)]
