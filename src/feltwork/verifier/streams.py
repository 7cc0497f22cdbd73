"""The streams of a log, one check each: tables, the cage, refusals, and whatever else there is."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from itertools import repeat
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from feltwork.verifier.aggregate import AggregateChecker, CheckedKind
from feltwork.verifier.aggregates import MUST_NOT_OWE as OF_AGGREGATES
from feltwork.verifier.aggregates import WHOLES, checked_kind
from feltwork.verifier.cage.checker import HALVES, CageChecker
from feltwork.verifier.entrance.door import DOOR, DoorChecker
from feltwork.verifier.log.rows import AnswerRow, Columns, Problem, Reading, Row
from feltwork.verifier.log.seals import ANSWERS, Seals
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.table.devices import DEVICE_EVENTS, Devices
from feltwork.verifier.table.postings import Moved

CAGE, ALARM = "cage", "device-alarm"
Refusal = tuple[bytes, str, str, str]
"""The digest of a command, the clause and reason by which it was refused, and where it was answered."""
MUST_NOT_OWE = ("seat/", "felt/", "checks/", "tokens/", "tokens-felt/", "drop/", *OF_AGGREGATES)
TRAY = ("float", "commission", "rounding")
"""Accounts whose chips lie in the float tray."""
LOOKED_OVER = frozenset(
    ("round-settled", "round-reversed", "round-invalid", "table-closed", "collected", "float-credited")
)
"""Events after which what the accounts hold is compared."""
UNREADABLE = (ValueError, KeyError, TypeError, IndexError, AttributeError, StopIteration, ArithmeticError)
"""What folding a body that makes no sense may raise."""


class Ledger:
    """Every account's balance as the postings make it."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}

    def post(self, postings: Moved) -> list[Problem]:
        """Book a record's postings; what is wrong with them by themselves."""
        wrong: list[Problem] = []
        balances, total, owing = self.balances, 0, []
        for account, cents in postings:
            total += cents
            balances[account] = there = balances.get(account, 0) + cents
            # A player's money comes and goes in many streams: the cage's own stream tells its order.
            if there < 0 and account.startswith(MUST_NOT_OWE):
                owing.append(account)
        if total:
            wrong.append(("postings", f"they sum to {total} cents, not to zero"))
        if owing:
            owing = [account for account in dict.fromkeys(owing) if balances[account] < 0]
            wrong += [("balance", f"{account} is at {balances[account]} cents") for account in owing]
        return wrong


class Stream:
    """What every stream must keep to, and no postings."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def take(self, row: Columns, body: dict[str, Any]) -> list[Problem]:
        """Follow one record; what is wrong with it."""
        self.count += 1
        return wrong_postings(row[10], ())

    def pass_over(self) -> None:
        """A record that counts as if nothing had happened."""
        self.count += 1

    def answered(self, row: Row, answer: AnswerRow) -> str | None:
        """Why an answer does not fit a record caused by its command."""
        return None


class Table(Stream):
    """A table's events, folded."""

    def __init__(self, name: str, reading: Reading, ledger: Ledger, *, caches: bool = True) -> None:
        super().__init__(name)
        self.books: set[str] = set()
        """Fingerprints of the books it was opened under."""
        self._reading: Reading | None = reading
        self.fold: TableChecker | None = TableChecker(name.removeprefix("table/"), self._book, caches=caches)
        self.ledger = ledger
        self.devices = Devices(self.fold.facts)
        self.alarms: list[tuple[Row, dict[str, Any]]] = []
        """What its dice or its wheel had to raise, for who looks at that when all has been seen."""

    def _book(self, fingerprint: str) -> bytes | None:
        self.books.add(fingerprint)
        return self._reading.book(fingerprint) if self._reading is not None else None

    def __getstate__(self) -> dict[str, Any]:
        """Without what it is read from, which is another each time."""
        return self.__dict__ | {"_reading": None}

    def take_up(self, reading: Reading) -> None:
        """Go on by this log."""
        self._reading = reading

    def take(self, row: Columns, body: dict[str, Any]) -> list[Problem]:
        self.count += row[6] not in WHOLES  # a half was asked for elsewhere
        fold = self.fold
        if fold is None:
            return []
        facts = fold.facts
        _, facts.version, facts.at, facts.key, facts.actor, facts.role, kind, _, _, _, postings, _ = row
        try:
            moved, problems = fold.take(kind, body)
        except UNREADABLE as error:
            self.fold = None
            return _senseless(error, "table")
        if kind in DEVICE_EVENTS:
            told = self.devices.take(kind, body)
            self.alarms += [
                (Row._make(row)._replace(kind=ALARM, body=b"", postings=(), digest=b""), one) for one in told
            ]
        if postings != moved:
            problems += wrong_postings(postings, moved)
        if kind not in LOOKED_OVER:
            return problems
        if kind == "float-credited":
            tray = sum(self.ledger.balances.get(f"{name}/{facts.table}", 0) for name in TRAY)
            if tray < 0:
                problems.append(("money", f"more left the float tray than it held: it is at {tray} cents"))
            return problems
        return problems + self._held(fold) + self._metered(fold)

    def _held(self, fold: TableChecker) -> list[Problem]:
        """The accounts hold what lies on the table."""
        accounts, due = fold.accounts.due()
        stored = [*map(self.ledger.balances.get, accounts, repeat(0))]
        if stored == due:
            return []
        compared = [each for each in zip(accounts, stored, due, strict=True) if each[1] != each[2]]
        return [("balance", f"{account} has {there} cents, the table {cents}") for account, there, cents in compared]

    def _metered(self, fold: TableChecker) -> list[Problem]:
        """in + won = out + staked + credit, at every seat, with the credit as the accounts have it."""
        stored, held_in, wrong = self.ledger.balances.get, fold.accounts.held_in, []
        for seat, (money, tokens) in fold.meters.meters.items():
            in_chips, in_checks, in_tokens = held_in[seat]
            credit, there = stored(in_chips, 0) + stored(in_checks, 0), stored(in_tokens, 0)
            if credit != money or there != tokens:
                held = f"{credit} cents and {there} in tokens"
                what = f"by its meters seat {seat} has {money} cents and {tokens} in tokens, it holds {held}"
                wrong.append(("meters", what))
        return wrong

    def answered(self, row: Row, answer: AnswerRow) -> str | None:
        return _as_half(row, answer) if row.kind in WHOLES else _in_range(self.name, row, answer)


class Cage(Stream):
    """The cage's events, folded."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.fold: CageChecker | None = CageChecker()
        self.own = 0
        """Records that are no half of something elsewhere."""

    def take(self, row: Columns, body: dict[str, Any]) -> list[Problem]:
        self.count += 1
        self.own += row[6] not in HALVES
        if self.fold is None:
            return []
        try:
            moved, problems = self.fold.take(Row._make(row), body)
        except UNREADABLE as error:
            self.fold = None
            return _senseless(error, "cage")
        return [*problems, *wrong_postings(row[10], moved)]

    def pass_over(self) -> None:
        super().pass_over()
        self.own += 1

    def answered(self, row: Row, answer: AnswerRow) -> str | None:
        return _as_half(row, answer) if row.kind in HALVES else _in_range(self.name, row, answer)


class AggregateStream(Stream):
    """The events of an aggregate, folded by the checker of its kind."""

    def __init__(self, name: str, kind: CheckedKind) -> None:
        super().__init__(name)
        self.halves, self.caused, self.watched = kind.halves, kind.caused, kind.watched
        self.watched_at_tables = kind.watched_at_tables
        self.own = 0
        """Records that are no half of something elsewhere."""
        self.fold: AggregateChecker | None = kind.checker(name.partition("/")[2])

    def take(self, row: Columns, body: dict[str, Any]) -> list[Problem]:
        self.count += 1
        self.own += row[6] not in self.halves and not self._is_caused(Row._make(row))
        if self.fold is None:
            return []
        try:
            moved, problems = self.fold.take(Row._make(row), body)
        except UNREADABLE as error:
            self.fold = None
            return _senseless(error, self.name)
        return [*problems, *wrong_postings(row[10], tuple(sorted(one for one in moved if one[1])))]

    def pass_over(self) -> None:
        super().pass_over()
        self.own += 1

    def answered(self, row: Row, answer: AnswerRow) -> str | None:
        if self._is_caused(row):
            return None if answer.first else "its command was answered as refused"
        return _as_half(row, answer) if row.kind in self.halves else _in_range(self.name, row, answer)

    def _is_caused(self, row: Row) -> bool:
        """Was it written by what happened in another stream?"""
        return bool(row.link) and row.kind in self.caused

    def watch(self, row: Row, body: dict[str, Any]) -> list[Problem]:
        """What is wrong with an event of another stream by this one."""
        try:
            return self.fold.watch(row, body) if self.fold is not None else []
        except UNREADABLE:
            return []  # its own stream says that it makes no sense


class Fold(Protocol):
    """Follows the records of one stream that moves no money."""

    def take(self, row: Row, body: dict[str, Any]) -> list[Problem]: ...


FoldT = TypeVar("FoldT", bound=Fold)


class StreamWithoutMoney(Stream, Generic[FoldT]):
    """A stream whose records move no money and answer no command."""

    def __init__(self, name: str, fold: FoldT, what: str) -> None:
        super().__init__(name)
        self.fold: FoldT | None = fold
        self.what = what

    def take(self, row: Columns, body: dict[str, Any]) -> list[Problem]:
        self.count += 1
        if self.fold is None:
            return []
        try:
            problems = self.fold.take(Row._make(row), body)
        except UNREADABLE as error:
            self.fold = None
            return _senseless(error, self.what)
        return [*problems, *wrong_postings(row[10], ())]


def checker_in(streams: Mapping[str, Stream], kind: type[FoldT]) -> FoldT | None:
    """The checker of this kind among the streams; nothing if there is none, or its stream could not be followed."""
    folds = (stream.fold for stream in streams.values() if isinstance(stream, StreamWithoutMoney))
    return next((fold for fold in folds if isinstance(fold, kind)), None)


MARK = 16
"""Bytes of a key's SHA-256 that a refusal's record has of it."""
REFUSED, NOTHING_DONE = "refused", "nothing-done"


class Refused(msgspec.Struct):
    """What is kept of a command that was turned away."""

    command: msgspec.Raw
    clause: Any = None
    reason: Any = None
    times: Any = 1
    others: Any = None
    """Marks of the keys that it stands for besides its own; nothing in records of before there were any."""


_refused = msgspec.json.Decoder(Refused).decode


class Refusals(Stream):
    """Commands that were turned away: each was answered with the clause and the reason that are kept here."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.kept: Counter[Refusal] = Counter()
        self.idle: set[str] = set()
        """Keys of commands that were carried out and changed nothing."""
        self.marks: dict[Refusal, set[bytes]] = {}
        """Of the keys that records stand for besides their own."""

    def answered(self, row: Row, answer: AnswerRow) -> str | None:
        try:
            said = _refused(row.body)
        except (msgspec.MsgspecError, *UNREADABLE):
            return "what was refused cannot be read"
        if (answer.first, answer.last) != (0, 0):
            return "its command was answered as done"
        if row.kind == NOTHING_DONE:
            self.idle.add(row.key)
            said.clause = said.reason = ""
        elif row.kind != REFUSED:
            return f"nothing of the kind {row.kind!r} is kept here"
        if (answer.clause, answer.reason) != (said.clause, said.reason):
            return "its command was answered with another clause or reason"
        where = self.name.removeprefix("refused/")
        of_its_own = where == CAGE or checked_kind(where) is not None
        if answer.stream != f"table/{where}" and not (of_its_own and answer.stream == where):
            return f"its command was answered in {answer.stream}"
        sent = msgspec.json.encode([where, row.actor, row.role, said.command])
        if row.kind == NOTHING_DONE:
            return None if sha256(sent).digest() == answer.digest else "the answer is to another command"
        times = said.times
        if type(times) is not int or times < 1:
            return f"it stands for {times!r} refusals"
        refusal = (answer.digest, answer.clause, answer.reason, answer.stream)
        self.kept[refusal] += times
        if said.others is not None:
            marks = marked(said.others)
            if len(marks) != times - 1 or not marks:
                return f"it stands for {times} refusals and not for the marks of {len(marks)} others that it has"
            self.marks.setdefault(refusal, set()).update(marks)
        return None if sha256(sent).digest() == answer.digest else "the answer is to another command"


def marked(others: object) -> list[bytes]:
    """The marks of keys that a record has, each of so many bytes; none where they cannot be read."""
    try:
        found = b64decode(str(others), validate=True)
    except ValueError:
        return []
    if len(found) % MARK:
        return []
    return [found[at : at + MARK] for at in range(0, len(found), MARK)]


def _as_half(row: Row, answer: AnswerRow) -> str | None:
    """What is a half of something elsewhere was asked for there."""
    other = row.link.rpartition("@")[0]
    return None if answer.stream == other and answer.first else f"its command was answered in {answer.stream}"


def _in_range(name: str, row: Row, answer: AnswerRow) -> str | None:
    if answer.clause or answer.reason:
        return "its command was answered as refused"
    if answer.stream == name and answer.first <= row.version <= answer.last:
        return None
    return f"its command was answered with {answer.stream}, versions {answer.first} to {answer.last}"


def _senseless(error: Exception, where: str) -> list[Problem]:
    return [("body", f"the event makes no sense here ({type(error).__name__}), the {where} is not followed further")]


def wrong_postings(stored: Moved, moved: Moved) -> list[Problem]:
    return [("postings", f"stored {_said(stored)}, the event moves {_said(moved)}")] if stored != moved else []


def _said(postings: Moved) -> str:
    return ", ".join(f"{account} {cents:+d}" for account, cents in postings) or "nothing"


def stream_of(name: str, reading: Reading, ledger: Ledger, *, caches: bool = True) -> Stream:
    """The check for a stream, by its name."""
    if name == CAGE:
        return Cage(name)
    if name == DOOR:
        return StreamWithoutMoney(name, DoorChecker(), "door")
    if name == ANSWERS:
        return StreamWithoutMoney(name, Seals(), "record of answers")
    if (kind := checked_kind(name)) is not None:
        return AggregateStream(name, kind)
    if name.startswith("table/"):
        return Table(name, reading, ledger, caches=caches)
    return Refusals(name) if name.startswith("refused/") else Stream(name)
