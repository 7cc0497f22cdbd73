"""The checks every adapter makes before it writes, so that all of them refuse the same things.

The databases enforce versions, balance and permanence by themselves as well. These checks come first because they
can name what is wrong in one line, and because only they can see that a hash does not chain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec.structs import astuple

from feltwork.store.chain import chain_hash, columns
from feltwork.store.port import Batch, CommitMark, ConflictError, Head, Person, Posting, Shelved, Snapshot, StoreError


class TakenBackError(Exception):
    """Raised at the end of a transaction that was only tried."""


LARGEST = 2**63 - 1
"""What the databases keep in a whole number."""


def check_values(batch: Batch) -> None:
    """Refuse what a store cannot keep, or could not keep in the same way everywhere."""
    for record in batch.records:
        if record.postings and (wrong := _out_of_balance(record.postings)):
            raise StoreError(f"{record.stream!r} version {record.version}: {wrong}")
    moved = [posting for record in batch.records for posting in record.postings]
    numbers = [posting.cents for posting in moved]
    accounts = {posting.account for posting in moved}
    named = "".join(accounts)
    if "=" in named or ";" in named or "" in accounts:
        # The hash covers postings as ``account=cents;...``: such a name could be read in two ways.
        name = next(account for account in accounts if not account or "=" in account or ";" in account)
        raise StoreError(f"an account's name is not empty and has no '=' or ';', not {name!r}")
    texts = [named, *(fingerprint for fingerprint, _ in batch.books)]
    for row in batch.shelved:
        texts += (row.shelf, row.name)
    for person in batch.people:
        check_person(person)
    texts += batch.forgotten
    # Column by column: this runs for every record written, and what is asked of a whole column costs a row next to
    # nothing.
    if batch.records:
        streams, versions, ats, keys, actors, roles, kinds, schemas, _, links, *_ = zip(
            *map(astuple, batch.records), strict=True
        )
        if "" in streams:
            raise StoreError("a stream needs a name")
        texts += (*streams, *keys, *actors, *roles, *kinds, *links)
        numbers += (*versions, *ats, *schemas)
    if batch.answers:
        keys, _, streams, firsts, lasts, clauses, reasons = zip(*map(astuple, batch.answers), strict=True)
        texts += (*keys, *streams, *clauses, *reasons)
        numbers += (*firsts, *lasts)
    _check_texts(*texts)
    _check_numbers(*numbers)


def _out_of_balance(postings: tuple[Posting, ...]) -> str:
    """Every account stands there once, and all of them together are nothing; otherwise what is wrong."""
    if len(postings) == 2:  # most of them: not by way of a list and a set
        one, other = postings
        if one.cents + other.cents == 0 and one.account != other.account:
            return ""
    if len({posting.account for posting in postings}) != len(postings):
        return "it names an account twice"
    total = sum([posting.cents for posting in postings])
    return f"its postings sum to {total} cents, not to zero" if total else ""


def check_snapshot(snapshot: Snapshot) -> None:
    _check_texts(snapshot.stream)
    _check_numbers(snapshot.version)


def check_person(person: Person) -> None:
    _check_texts(person.id, person.name, person.address)


def check_kept(shelf: str, name: str) -> None:
    _check_texts(shelf, name)


def check_shelved(row: Shelved, there: bytes | None) -> None:
    """Refuse to change a row that is not as the batch expects it."""
    if there != row.old:
        raise ConflictError(f"a row on the shelf {row.shelf!r} has changed since this was decided")


def check_mark(batch: Batch, mark: CommitMark) -> None:
    """Refuse what was decided before somebody else committed, where the batch says so."""
    if batch.decided_on is not None and batch.decided_on != mark:
        raise ConflictError("somebody else has committed since this was decided")


def advanced(batch: Batch, head: Callable[[str], Head]) -> dict[str, Head]:
    """The heads after a batch; a record that does not follow its stream's head is refused."""
    standing = cache(head)  # a database is asked once for each
    heads: dict[str, Head] = {}
    chained = {on.stream for on in batch.sealed_on if standing(on.stream) == on}
    for expected in batch.expects:
        if standing(expected.stream).version != expected.version:
            raise ConflictError(f"{expected.stream!r} has moved on since this was decided")
    for record in batch.records:
        stream, version = record.stream, record.version
        before = heads.get(stream) or standing(stream)
        if version <= before.version:
            raise ConflictError(f"{stream!r} has moved on to version {before.version}; {version} was offered")
        if version != before.version + 1:
            raise StoreError(f"{stream!r} is at version {before.version}; {version} would leave a gap")
        if stream not in chained and record.hash != chain_hash(before.hash, columns(record)):
            raise StoreError(f"{stream!r} version {version}: the hash does not chain to the record before it")
        heads[stream] = Head(stream, version, record.hash)
    return heads


def _check_texts(*texts: str) -> None:
    joined = "".join(texts)
    if "\0" in joined:
        raise StoreError("a text with a NUL character cannot be stored")
    if not joined.isascii():
        try:
            joined.encode()
        except UnicodeEncodeError:
            raise StoreError("a text that is not valid Unicode cannot be stored") from None


def _check_numbers(*numbers: int) -> None:
    if numbers and (max(numbers) > LARGEST or min(numbers) < -LARGEST):
        raise StoreError("a number of more than 64 bits cannot be stored")
