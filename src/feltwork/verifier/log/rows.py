"""A log as plain rows, whatever they were read from, and what the verifier says about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, Protocol

from feltwork.verifier.remembered import remembered

NOTHING_BEFORE = bytes(32)
"""What the first record of a stream chains to."""
ROUNDS = ("round-settled", "round-invalid")
"""Kinds of records that end a round; rounds are numbered by them."""
Problem = tuple[str, str]
"""The kind of a finding, and what it says, of the record that is looked at."""


class Finding(NamedTuple):
    """Something in a log that is not as it should be."""

    kind: str
    """What sort of thing: ``version``, ``chain``, ``postings``, ``lines``, ``checkpoint``, ..."""
    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        where = f"{self.stream}@{self.version}" if self.version else self.stream
        return f"{self.kind}: {where}: {self.what}" if where else f"{self.kind}: {self.what}"


class Row(NamedTuple):
    """One record, column by column."""

    stream: str
    version: int
    at: int
    key: str
    actor: str
    role: str
    kind: str
    schema: int
    body: bytes
    link: str
    postings: tuple[tuple[str, int], ...]
    digest: bytes
    """The record's place in the hash chain, as it was stored."""


Columns = tuple[str, int, int, str, str, str, str, int, bytes, str, tuple[tuple[str, int], ...], bytes]
"""The same without the names: a table's records are so many that even these take their time."""


class AnswerRow(NamedTuple):
    """What a command was answered."""

    key: str
    digest: bytes
    stream: str
    first: int
    last: int
    clause: str
    reason: str

    @property
    def is_refusal(self) -> bool:
        """Was something refused, and does it name no records?"""
        return bool(self.clause or self.reason) and self.first == self.last == 0

    @property
    def is_plain(self) -> bool:
        """Was something done, and does it name the records?"""
        return not self.clause and not self.reason and 1 <= self.first <= self.last

    def names(self, row: Row) -> bool:
        return self.is_plain and self.stream == row.stream and self.first <= row.version <= self.last


class Reading(Protocol):
    """A log that can be read: each stream in the order of its versions, the rest by key."""

    url: str
    """Where another process finds the same log; empty if it cannot."""

    def streams(self) -> list[str]: ...

    def ends(self) -> dict[str, int]:
        """The last version of each stream."""
        ...

    def records(self, stream: str) -> Iterator[Row]: ...

    def columns(self, stream: str) -> Iterator[Columns]:
        """The same records."""
        ...

    def key_at(self, stream: str, version: int) -> str | None:
        """The key of the command behind one record, if there is such a record."""
        ...

    def answers_in(self, stream: str, own: bool, after: int = 0) -> Iterator[tuple[int, str, AnswerRow | None]]:
        """Version and key of a stream's records after a version with the answer there is, those that refuse nothing
        and name the record itself left out unless they are asked for."""
        ...

    def answers(self, plain: bool = True) -> Iterator[AnswerRow]:
        """All answers there are, or but for those that plainly name records, or plainly refuse."""
        ...

    def refusals(self) -> Iterator[tuple[bytes, str, str, str, int]]:
        """Digest of the command, clause, reason, stream and number of the answers that plainly refuse."""
        ...

    def refused_keys(self) -> Iterator[tuple[tuple[bytes, str, str, str], str]]:
        """Of each answer that plainly refuses: the first four of these, and its key."""
        ...

    def plainly_answered(self) -> tuple[int, int]:
        """How many records are plainly named by answers, and how many answers do not."""
        ...

    def given(self) -> Iterator[tuple[str, int, int, str, bytes]]:
        """Stream, first and last version, key and digest of the answers that name records, by their first versions."""
        ...

    def book(self, fingerprint: str) -> bytes | None: ...

    def books(self) -> Iterator[tuple[str, bytes]]: ...

    def series(self) -> dict[str, bytes]:
        """What is kept of the series of checkpoints, by name."""
        ...

    def sums(self, tables: Iterable[str] = ...) -> Iterator[tuple[str, str]]:
        """Rows of these tables, or of all, whose checksum is not theirs: the table, and what names the row."""
        ...

    def strays(self) -> Iterator[tuple[str, int, str]]:
        """Stream, version and complaint for postings that are out of place."""
        ...

    def shelves(self) -> Iterator[tuple[str, str, bytes]] | None:
        """The rows of accounts, sessions and the like: shelf, name, body; ``None`` where a log comes without them."""
        ...

    def unguarded(self) -> Iterator[str]:
        """What guards the log inside its database and is missing, changed or switched off."""
        ...

    def settings(self) -> Iterator[str]:
        """Complaints about the settings of the database itself."""
        ...


class Listed:
    """A log that lies in memory: for packs, and for what was read by other means."""

    url = ""

    def __init__(
        self,
        rows: Iterable[Row],
        answers: Iterable[AnswerRow] = (),
        books: Iterable[tuple[str, bytes]] = (),
    ) -> None:
        self._rows: dict[str, list[Row]] = {}
        for row in rows:
            self._rows.setdefault(row.stream, []).append(row)
        self._answers = list(answers)
        self._books = list(books)
        self._by_key = {answer.key: answer for answer in self._answers}
        self._keys = {(row.stream, row.version): row.key for found in self._rows.values() for row in found}

    def streams(self) -> list[str]:
        return sorted(self._rows)

    def ends(self) -> dict[str, int]:
        return {stream: rows[-1].version for stream, rows in self._rows.items()}

    def records(self, stream: str) -> Iterator[Row]:
        return iter(self._rows.get(stream, ()))

    def columns(self, stream: str) -> Iterator[Columns]:
        return self.records(stream)

    def key_at(self, stream: str, version: int) -> str | None:
        return self._keys.get((stream, version))

    def answers_in(self, stream: str, own: bool, after: int = 0) -> Iterator[tuple[int, str, AnswerRow | None]]:
        for row in self.records(stream):
            answer = self._by_key.get(row.key)
            if row.version <= after:
                continue
            if own or not (answer and answer.names(row)):
                yield row.version, row.key, answer

    def answers(self, plain: bool = True) -> Iterator[AnswerRow]:
        return (answer for answer in self._answers if plain or not (answer.is_plain or answer.is_refusal))

    def refusals(self) -> Iterator[tuple[bytes, str, str, str, int]]:
        found = Counter(
            (each.digest, each.clause, each.reason, each.stream) for each in self._answers if each.is_refusal
        )
        return ((*refusal, count) for refusal, count in found.items())

    def refused_keys(self) -> Iterator[tuple[tuple[bytes, str, str, str], str]]:
        refused = (each for each in self._answers if each.is_refusal)
        return (((each.digest, each.clause, each.reason, each.stream), each.key) for each in refused)

    def plainly_answered(self) -> tuple[int, int]:
        plain = [answer.last - answer.first + 1 for answer in self._answers if answer.is_plain]
        return sum(plain), len(self._answers) - len(plain)

    def given(self) -> Iterator[tuple[str, int, int, str, bytes]]:
        named = sorted((a for a in self._answers if a.first > 0), key=lambda answer: answer.first)
        return ((a.stream, a.first, a.last, a.key, a.digest) for a in named)

    def book(self, fingerprint: str) -> bytes | None:
        return dict(self._books).get(fingerprint)

    def books(self) -> Iterator[tuple[str, bytes]]:
        return iter(self._books)

    def series(self) -> dict[str, bytes]:
        return {}

    def sums(self, tables: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
        return iter(())

    def strays(self) -> Iterator[tuple[str, int, str]]:
        return iter(())

    def shelves(self) -> Iterator[tuple[str, str, bytes]] | None:
        return None

    def unguarded(self) -> Iterator[str]:
        return iter(())

    def settings(self) -> Iterator[str]:
        return iter(())


class _Sizes(dict[int, bytes]):
    """Lengths as they are hashed, eight bytes with the big end first."""

    def __missing__(self, size: int) -> bytes:
        return size.to_bytes(8, "big")


_SIZES = _Sizes({size: size.to_bytes(8, "big") for size in range(1024)})


def _raw(text: str) -> bytes:
    """Text as it is stored; what was not well formed was read so that this gives back the same bytes."""
    return text.encode("utf-8", "surrogateescape")


@remembered()
def _columns(*columns: str) -> bytes:
    """Columns as they are hashed; those that many records share are kept."""
    return b"".join([_SIZES[len(raw)] + raw for raw in map(_raw, columns)])


@remembered()
def _whose(actor: str, role: str, kind: str, schema: int) -> bytes:
    return _columns(actor, role, kind, f"{schema}")


@remembered()
def _moved(postings: tuple[tuple[str, int], ...]) -> bytes:
    raw = _raw(";".join([f"{account}={cents}" for account, cents in postings]))
    return _SIZES[len(raw)] + raw


_NOTHING = _columns("")


def row_digest(before: bytes, row: Columns) -> bytes:
    """The hash a record must have after one with the hash ``before``.

    Every column goes in as its length (eight bytes, big end first) and its bytes; numbers as decimal text,
    postings as ``account=cents`` joined by semicolons.
    """
    stream, version, at, key, actor, role, kind, schema, body, link, postings, _ = row
    counted, dated = b"%d" % version, b"%d" % at
    named = key.encode() if key.isascii() else _raw(key)
    covered = (
        before,
        _columns(stream),
        _SIZES[len(counted)],
        counted,
        _SIZES[len(dated)],
        dated,
        _SIZES[len(named)],
        named,
        _whose(actor, role, kind, schema),
        _SIZES[len(body)],
        body,
        _columns(link) if link else _NOTHING,
        _moved(postings) if postings else _NOTHING,
    )
    return sha256(b"".join(covered)).digest()
