"""The draw of prizes: which entries win follows from the frozen list, the committed secret and the witness's word.

The list is one line for each entry in the order of the numbers, ``NUMBER PLAYER``, each ended by a line feed; its
digest is the SHA-256 of that text in UTF-8. The bytes of the draw are those of ``entropy.commit`` under the secret,
with the draw's id as round id, the digest and the word as nonces. For each prize in order a number below how many
entries are left is drawn; the entry at that place, counted from 0, wins and leaves the list. Where the terms give one
prize to a person, all entries of that person leave it.

>>> entries = [(1, "ann"), (2, "ben"), (3, "ann")]
>>> list_digest(entries)[:12]
'f8f6676a10bb'
>>> pick(bytes(32), "spring-1", list_digest(entries), "a word", entries, (1, 2), one_each=True)
{1: (2, 'ben'), 2: (1, 'ann')}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from feltwork.entropy.commit import stream
from feltwork.entropy.mapping import draw_below
from feltwork.promotion.state import Promotion

Entries = list[tuple[int, str]]
"""Numbers with their players."""


def entries_of(promotion: Promotion) -> Iterator[tuple[int, str]]:
    """Every entry that counts, in the order of the numbers."""
    for first, block in promotion.blocks.items():
        if not block.struck:
            for number in range(first, first + block.entries):
                yield number, block.player


def list_lines(entries: Sequence[tuple[int, str]]) -> str:
    """The list as anybody can hash it."""
    return "".join(f"{number} {player}\n" for number, player in entries)


def list_digest(entries: Sequence[tuple[int, str]]) -> str:
    return sha256(list_lines(entries).encode()).hexdigest()


def pick(
    secret: bytes,
    draw: str,
    digest: str,
    word: str,
    entries: Sequence[tuple[int, str]],
    awards: Sequence[int],
    *,
    one_each: bool,
) -> dict[int, tuple[int, str]]:
    """The entry and player that each prize goes to; one for which no entry is left is not in it."""
    source, left, found = stream(secret, draw, (digest, word)), list(entries), {}
    for award in awards:
        if not left:
            break
        won = found[award] = left.pop(draw_below(len(left), source))
        if one_each:
            left = [entry for entry in left if entry[1] != won[1]]
    return found


def pool(promotion: Promotion) -> Entries:
    """The frozen list without the entries that have had their turn."""
    one_each = promotion.terms is not None and promotion.terms.one_prize_each
    out = set(promotion.passed_over) | {award.entry for award in promotion.awards.values() if award.entry}
    people = set(promotion.passed_over.values()) | {award.player for award in promotion.awards.values() if award.player}
    return [
        (number, player)
        for number, player in entries_of(promotion)
        if number not in out and not (one_each and player in people)
    ]
