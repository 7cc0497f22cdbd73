"""Public keys of Ed25519 as points: which of them anybody could sign with.

The live table knows the eight points of small order by heart; here each key is multiplied by eight.
"""

from __future__ import annotations

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


def is_weak(key: bytes) -> bool:
    """Is this no point, not written as points are, or one whose eightfold is the neutral point?

    >>> is_weak(bytes(32)), is_weak(bytes.fromhex("58" + "66" * 31))
    (True, False)
    """
    point = _point(key)
    if point is None:
        return True
    for _ in range(3):
        point = _doubled(point)
    return point == NEUTRAL


def _point(key: bytes) -> Point | None:
    """The point that 32 bytes stand for (RFC 8032, 5.1.3)."""
    whole = int.from_bytes(key, "little")
    y, sign = whole & ((1 << 255) - 1), whole >> 255
    if len(key) != 32 or y >= P:
        return None
    squared = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(squared, (P + 3) // 8, P)
    if x * x % P != squared:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != squared or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x), y


def _doubled(point: Point) -> Point:
    x, y = point
    both = D * x * x * y * y % P
    return 2 * x * y * pow(1 + both, -1, P) % P, (y * y + x * x) * pow(1 - both, -1, P) % P
