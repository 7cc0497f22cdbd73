"""Ways to tamper with a log, chosen at random. Each changes something; none may go unseen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from feltwork.verifier.log.rows import NOTHING_BEFORE, AnswerRow, Listed, Row, row_digest

Book = tuple[str, bytes]


class Log:
    """A log that can be changed: rows stream after stream, answers, books."""

    def __init__(self, rows: list[Row], answers: list[AnswerRow], books: list[Book]) -> None:
        self.rows, self.answers, self.books = list(rows), list(answers), list(books)

    def copy(self) -> Log:
        return Log(self.rows, self.answers, self.books)

    def reading(self) -> Listed:
        return Listed(self.rows, self.answers, self.books)

    def place(self, chance: Random) -> int:
        return chance.randrange(len(self.rows))

    def rechain(self) -> None:
        """Number and hash every record again, as somebody would who knows how it is done."""
        heads: dict[str, tuple[int, bytes]] = {}
        for i, row in enumerate(self.rows):
            version, before = heads.get(row.stream, (0, NOTHING_BEFORE))
            fresh = row._replace(version=version + 1)
            self.rows[i] = fresh._replace(digest=row_digest(before, fresh))
            heads[row.stream] = (version + 1, self.rows[i].digest)


def edit_column(log: Log, chance: Random) -> str:
    i = log.place(chance)
    name = chance.choice([field for field in Row._fields if field != "postings"])
    value = getattr(log.rows[i], name)
    changed: object
    if isinstance(value, int):
        changed = value + chance.choice((-1, 1, 1000))
    elif isinstance(value, str):
        changed = f"{value}x" if chance.random() < 0.5 or not value else value[:-1]
    else:
        at = chance.randrange(len(value))
        changed = value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    log.rows[i] = Row._make({**log.rows[i]._asdict(), name: changed}.values())
    return f"{name} of row {i}: {value!r} to {changed!r}"


def delete(log: Log, chance: Random) -> str:
    gone = log.rows.pop(log.place(chance))
    return f"deleted {gone.stream}@{gone.version}"


def insert(log: Log, chance: Random) -> str:
    i = log.place(chance)
    log.rows.insert(i, log.rows[log.place(chance)]._replace(stream=log.rows[i].stream, version=log.rows[i].version))
    return f"inserted at {i}"


def swap(log: Log, chance: Random) -> str:
    """Two records of one stream change places; their versions stay in order."""
    while True:
        i, j = log.place(chance), log.place(chance)
        a, b = log.rows[i], log.rows[j]
        if i != j and a.stream == b.stream:
            log.rows[i], log.rows[j] = b._replace(version=a.version), a._replace(version=b.version)
            return f"swapped {a.stream} {a.version} and {b.version}"


def truncate(log: Log, chance: Random) -> str:
    """A stream's tail is cut off; nobody would know without the checkpoint."""
    stream = chance.choice(sorted({row.stream for row in log.rows}))
    count = sum(row.stream == stream for row in log.rows)
    keep = chance.randrange(count)
    log.rows = [row for row in log.rows if row.stream != stream or row.version <= keep]
    return f"cut {stream} to {keep}"


def rewrite(log: Log, chance: Random) -> str:
    """Something is changed and everything after it numbered and hashed again."""
    before = list(log.rows)
    while log.rows == before:  # a hash or a version alone would be set right again
        what = chance.choice((edit_column, delete, edit_postings, swap))(log, chance)
        log.rechain()
    return f"rewritten: {what}"


def edit_postings(log: Log, chance: Random) -> str:
    """Money is moved otherwise; in a log that moves none, an answer is changed."""
    if not any(row.postings for row in log.rows):
        return edit_answer(log, chance)
    while True:
        i = log.place(chance)
        postings = list(log.rows[i].postings)
        if postings:
            break
    how = chance.randrange(4)
    n = chance.randrange(len(postings))
    account, cents = postings[n]
    if how == 0:
        postings[n] = (account, cents + 100)
    elif how == 1:
        postings[n] = (f"{account}0", cents)
    elif how == 2:
        postings = [(name, 2 * amount) for name, amount in postings]
    else:
        postings = []
    log.rows[i] = log.rows[i]._replace(postings=tuple(postings))
    return f"postings of row {i}, way {how}"


def edit_book(log: Log, chance: Random) -> str:
    n = chance.randrange(len(log.books))
    name, body = log.books[n]
    how = chance.randrange(4)
    if how == 0:
        log.books.pop(n)
    elif how == 1:
        log.books[n] = (name, body.replace(b'"33"', b'"35"', 1))
    elif how == 2:
        log.books[n] = (name, body + b" ")
    else:
        log.books[n] = (f"0{name[1:]}" if name[0] != "0" else f"1{name[1:]}", body)
    return f"book {name[:8]}, way {how}"


def edit_answer(log: Log, chance: Random) -> str:
    """Answers are not chained: what they say must still fit the records."""
    n = chance.randrange(len(log.answers))
    answer = log.answers[n]
    name = chance.choice(("key", "stream", "first", "last", "clause", "reason", "gone", "twice"))
    if name == "gone":
        log.answers.pop(n)
    elif name == "twice":
        # Refusals alike are recorded when their count doubles: so many more are found, fewer may not have been yet.
        alike = [a for a in log.answers if answer.reason and (a.digest, a.reason) == (answer.digest, answer.reason)]
        log.answers += [a._replace(key=f"{a.key}-again") for a in alike or [answer]]
    elif name in ("first", "last"):
        log.answers[n] = AnswerRow._make(
            {**answer._asdict(), name: getattr(answer, name) + chance.choice((-1, 1, 5))}.values()
        )
    else:
        log.answers[n] = AnswerRow._make({**answer._asdict(), name: f"{getattr(answer, name)}x"}.values())
    return f"{name} of answer {answer.key}"


WAYS: tuple[Callable[[Log, Random], str], ...] = (
    edit_column,
    delete,
    insert,
    swap,
    truncate,
    rewrite,
    edit_postings,
    edit_book,
    edit_answer,
)


def tamper(log: Log, chance: Random, turn: int) -> str:
    """Tamper once, in one way after the other; what was done."""
    way = WAYS[turn % len(WAYS)]
    return f"{way.__name__}: {way(log, chance)}"
