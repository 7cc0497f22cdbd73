"""The checks every adapter makes before it writes, so that all of them refuse the same things.

The databases enforce versions, balance and permanence by themselves as well. These checks come first because they
can name what is wrong in one line, and because only they can see that a hash does not chain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from feltwork.audit.chain import chain_hash
from feltwork.store.port import Batch, ConflictError, Head, Person, Record, Snapshot, StoreError

LARGEST = 2**63 - 1
"""What the databases keep in a whole number."""


def check_values(batch: Batch) -> None:
    """Refuse what a store cannot keep, or could not keep in the same way everywhere."""
    texts = [fingerprint for fingerprint, _ in batch.books]
    numbers: list[int] = []
    for record in batch.records:
        if not record.stream:
            raise StoreError("a stream needs a name")
        texts += (record.stream, record.key, record.actor, record.role, record.kind, record.link)
        numbers += (record.version, record.at, record.schema)
        if record.postings:
            cents = [posting.cents for posting in record.postings]
            accounts = [posting.account for posting in record.postings]
            _check_balance(record, accounts, cents)
            texts += accounts
            numbers += cents
    for answer in batch.answers:
        texts += (answer.key, answer.stream, answer.clause, answer.reason)
        numbers += (answer.first, answer.last)
    _check_texts(*texts)
    _check_numbers(*numbers)


def _check_balance(record: Record, accounts: list[str], cents: list[int]) -> None:
    """Every account by a name of its own, and all of them together nothing."""
    named = "".join(accounts)
    if "=" in named or ";" in named or "" in accounts:
        # The hash covers postings as ``account=cents;...``: such a name could be read in two ways.
        wrong = next(account for account in accounts if not account or "=" in account or ";" in account)
        raise StoreError(f"an account's name is not empty and has no '=' or ';', not {wrong!r}")
    if len(set(accounts)) != len(accounts):
        raise StoreError(f"{record.stream!r} version {record.version}: it names an account twice")
    if total := sum(cents):
        where = f"{record.stream!r} version {record.version}"
        raise StoreError(f"{where}: its postings sum to {total} cents, not to zero")


def check_snapshot(snapshot: Snapshot) -> None:
    _check_texts(snapshot.stream)
    _check_numbers(snapshot.version)


def check_person(person: Person) -> None:
    _check_texts(person.id, person.name, person.address)


def check_kept(shelf: str, name: str) -> None:
    _check_texts(shelf, name)


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
        if stream not in chained and record.hash != chain_hash(before.hash, record.columns()):
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
