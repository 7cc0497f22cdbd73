"""Where simulated results come from: one stream a session, the same on every machine.

Session ``n`` of a seed has its own xoshiro256++ generator: four outputs of splitmix64 at counters that no
other session has. Each half of a word gives several results by multiplication, and is thrown away when what is left
over is below the number that would make some results likelier than others (Lemire's method, in batches): results are
exactly uniform. A result depends on seed, session and place alone, never on threads, chunks or backends.
"""

from __future__ import annotations

from collections.abc import Iterator

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
MAX_RESULTS = 1 << 31


def mix(x: int) -> int:
    """The finishing function of splitmix64.

    >>> hex(mix(GAMMA))
    '0xe220a8397b1dcdaf'
    """
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def batch(results: int) -> int:
    """How many results a half word gives."""
    return 4 if results <= 255 else 2 if results <= 65535 else 1


def threshold(results: int) -> int:
    """A half word whose remainder is below this is thrown away."""
    return (1 << 32) % int(results ** batch(results))


def key_of(seed: int) -> int:
    return mix((seed + GAMMA) & MASK)


def results_of(seed: int, session: int, results: int) -> Iterator[int]:
    """The results of one session, without end: the definition, which the kernels must match."""
    key, each, least = key_of(seed), batch(results), threshold(results)
    s = [mix(key + GAMMA * (4 * session + part + 1) & MASK) for part in range(4)]
    while True:
        word = (_turn(s[0] + s[3] & MASK, 23) + s[0]) & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _turn(s[3], 45)
        for half in (word & 0xFFFFFFFF, word >> 32):
            left, found = half, []
            for _ in range(each):
                number, left = divmod(left * results, 1 << 32)
                found.append(number)
            if left >= least:
                yield from found


def _turn(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) & MASK
