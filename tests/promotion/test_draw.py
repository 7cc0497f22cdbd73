"""The draw: uniform, and the same for everybody who recomputes it."""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from hmac import digest as hmac
from random import Random
from typing import Any

from feltwork.promotion.draw import list_digest, pick

SEED = os.environ.get("FELTWORK_SEED", "").encode()
ENTRIES = [(1, "ann"), (2, "ben"), (4, "ann"), (5, "cat"), (6, "dan"), (7, "eve"), (9, "fay")]


def test_the_list_is_hashed_as_documented() -> None:
    text = "1 ann\n2 ben\n4 ann\n5 cat\n6 dan\n7 eve\n9 fay\n"
    assert list_digest(ENTRIES) == sha256(text.encode()).hexdigest()


def test_the_draw_can_be_recomputed_by_hand() -> None:
    """Written anew from the documentation: HMAC bytes, equal shares of 256, what is over is rejected."""
    for seed in range(40):
        secret, word = sha256(bytes([seed])).digest(), f"word {seed} of hers"
        message = b"spring-1\x1f" + list_digest(ENTRIES).encode() + b"\x1f" + word.encode()
        source = (byte for n in range(9) for byte in hmac(secret, message + n.to_bytes(8, "big"), "sha256"))
        left, by_hand = list(ENTRIES), {}
        for award in (1, 2, 3):
            share = 256 // len(left)
            place = next(byte // share for byte in source if byte // share < len(left)) if len(left) > 1 else 0
            by_hand[award] = left.pop(place)
            left = [entry for entry in left if entry[1] != by_hand[award][1]]
        assert pick(secret, "spring-1", list_digest(ENTRIES), word, ENTRIES, (1, 2, 3), one_each=True) == by_hand


def test_nobody_wins_twice_and_what_is_left_over_has_no_winner() -> None:
    found = pick(bytes(32), "d", list_digest(ENTRIES), "a word of hers", ENTRIES, range(1, 20), one_each=True)
    assert len(found) == len({player for _, player in found.values()}) == 6
    every = pick(bytes(32), "d", list_digest(ENTRIES), "a word of hers", ENTRIES, range(1, 20), one_each=False)
    assert sorted(every.values()) == ENTRIES


def test_draws_are_uniform() -> None:
    """Who wins the first prize, and who the second among those that are left; a million draws in the soak."""
    times = int(os.environ.get("FELTWORK_PRIZE_DRAWS", "20000"))
    digest, first, second = list_digest(ENTRIES), Counter[int](), Counter[tuple[int, int]]()
    for number in range(times):
        secret = sha256(SEED + number.to_bytes(4, "big")).digest()
        found = pick(secret, "spring-1", digest, "a word of hers", ENTRIES, (1, 2), one_each=False)
        first[found[1][0]] += 1
        second[found[1][0], found[2][0]] += 1
    print(f"{times} draws, chi-squared {chi_squared(first, 7, times):.1f} and {chi_squared(second, 42, times):.1f}")
    assert chi_squared(first, 7, times) < 27.9  # 6 degrees of freedom: beyond it lies one in ten thousand
    assert chi_squared(second, 42, times) < 83.0  # 41 degrees, the same


def test_a_draw_that_favours_somebody_would_be_found() -> None:
    """The same measure on entries of which one wins a fifth more often than the others."""
    chance, times = Random(1), 20_000
    weights = [1.2, *[1.0] * 6]
    counted = Counter(chance.choices(range(7), weights, k=times))
    assert chi_squared(counted, 7, times) > 27.9


def chi_squared(counted: Counter[Any], cells: int, times: int) -> float:
    expected = times / cells
    assert len(counted) == cells
    return sum((seen - expected) ** 2 / expected for seen in counted.values())
