"""A process that appends to one stream and prints each version once it is acknowledged.

``python -m tests.store.appender URL STREAM COUNT [LIMIT]``: it starts when a line comes in, so that rivals
start together. LIMIT is the most bytes one of its files may have, for a disk that fails in the middle.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import count

from feltwork.store.chain import chained
from feltwork.store.opening import open_store
from feltwork.store.port import FIRST, Answer, Batch, ConflictError, Head, Posting, Record, StoreError


def draft(stream: str, key: str = "k", cents: int = 0, body: bytes = b"{}") -> Record:
    """An event of no particular meaning; with ``cents``, money moves from the bank to a seat."""
    moved = (Posting("bank", -cents), Posting("seat/1", cents)) if cents else ()
    return Record(stream, 0, 1_700_000_000_000_000, key, "d-1", "dealer", "called", 1, body, "", moved, FIRST)


def sealed(head: Head, drafts: Sequence[Record]) -> list[Record]:
    """Drafts of one stream with their versions and hashes, following a head."""
    found: list[Record] = []
    for d in drafts:
        found.append(chained(head, d.at, d.key, (d.actor, d.role, d.kind, d.schema), d.body, d.link, d.postings))
        head = Head(head.stream, found[-1].version, found[-1].hash)
    return found


def main(url: str, stream: str, wanted: int, limit: int = 0) -> int:
    store = open_store(url)
    say("ready")
    sys.stdin.readline()
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    done = 0
    for attempt in count():
        if done == wanted:
            break
        head = store.log.head(stream)
        key = f"{sys.argv[0]}-{id(store)}-{stream}-{attempt}-{head.version}"
        records = tuple(sealed(head, [draft(stream, key, 5), draft(stream, key)]))
        answer = Answer(key, sha256(key.encode()).digest(), stream, head.version + 1, head.version + 2)
        try:
            store.log.append(Batch(records, (answer,)))
        except ConflictError:
            continue
        except StoreError as error:
            say(f"failed {error}")
            try:
                store.log.append(Batch(records, (answer,)))
            except StoreError as again:
                say(f"again {again}")
            return 3
        done += 1
        say(f"{head.version + 2} {key}")
    store.close()
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *map(int, sys.argv[4:])))
