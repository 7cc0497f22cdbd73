"""The envelope of a command: who sends what to which table, under which key.

Nothing that somebody sends may stop the commit it shares with others. So what is no command, has a field of another
type than its command says, or could be kept by no store (half a character, a text without end) becomes an
``Unreadable`` one, which is refused and logged like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import TypeGuard

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltwork.cage.commands import AskTransfer, AtCage, AtTerminal, IssueVoucher
from feltwork.cage.events import CAGE
from feltwork.engine.aggregates import AGGREGATES, BESIDE, BY_COMMAND, BY_KIND, AtAggregate
from feltwork.refusal import Refusal, harmless
from feltwork.table.live.commands import (
    AnnounceLimits,
    BuyIn,
    ChangeLimits,
    CheckEquipment,
    CloseTable,
    Collect,
    Command,
    ConfirmWager,
    ExchangeVoucher,
    OpenTable,
    RedeemChecks,
    RestoreUnit,
    SetPersonalLimit,
    WithdrawLimits,
)
from feltwork.table.live.names import LONGEST_NAME, is_name

Body = Command | AtCage | AtTerminal | AtAggregate
_AT_CAGE, _AT_TERMINAL = frozenset(AtCage.__args__), frozenset(AtTerminal.__args__)
WITH_THE_CAGE = frozenset(
    (
        BuyIn,
        Collect,
        CloseTable,
        ExchangeVoucher,
        ConfirmWager,
        CheckEquipment,
        RestoreUnit,
        RedeemChecks,
        *_AT_CAGE,
        *_AT_TERMINAL,
    )
)
"""Commands that write to the cage: they wait for its turn as well as for their table's."""

LISTS = frozenset(
    (
        AnnounceLimits,
        ChangeLimits,
        CheckEquipment,
        IssueVoucher,
        OpenTable,
        SetPersonalLimit,
        WithdrawLimits,
        *BY_COMMAND,
    )
)
"""Commands that may name every wager of a book, every piece of a table's equipment, or conditions in full."""
MAX_KEY = 200
MAX_BODY, MAX_PLAIN = 50_000, 4_000
"""Bytes of a command that names many wagers or pieces of equipment, such as one that opens a table, and of any other:
what is refused is kept for good, as it came."""
MAX_QUOTED = 250
LARGEST = 2**53
"""No number in a command is larger: cents, microseconds since 1970 and versions are all far below it."""
_LONG = re.compile(rb"[0-9]{16}")
"""What a number must have to be so large; most commands are done with after this look."""
MAX_DEPTH = 32
"""Lists and objects within each other in a command: whoever reads the log later must come to the end of them."""
_NESTING = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')
_encode = msgspec.json.Encoder().encode


class Unreadable(Struct, frozen=True, tag="unreadable"):
    """Something that is no command; what it looked like."""

    text: str


_read = msgspec.json.Decoder(Body | Unreadable).decode


class Envelope(Struct, frozen=True):
    """A command with its key, its table, and who sends it in which role."""

    key: str
    table: str
    """The table's name; of a command to an aggregate, the id of its stream."""
    actor: str
    role: str
    body: Body | Unreadable
    secret: bytes = b""
    """A draw's secret goes beside the command and into no log."""
    round: int | None = None
    """Of a command that was sent before: the round it was given in. In no other is it done."""
    people: tuple[tuple[str, str, str], ...] = ()
    """Ids, names and addresses of people in it, noted beside the log in the same transaction if it is done."""
    shared: bool = False
    """Does the key belong to a screen, whoever acts there? Then the same command by another of them is the same."""


def goes_to_cage(body: object) -> TypeGuard[AtCage]:
    """Is it the cage's own? Asked of every command, so not by going through the kinds one by one."""
    return type(body) in _AT_CAGE


def goes_to_aggregate(body: object) -> TypeGuard[AtAggregate]:
    return type(body) in BY_COMMAND


def may_be_table(name: str) -> bool:
    """May a table be called so? Not like the cage or a kind of aggregate: their refusals go into streams so named."""
    return name != CAGE and name not in BY_KIND


def has_no_table(sent: Envelope) -> bool:
    """Is this for a table of a name that no table has or gets?"""
    return sent.table == CAGE or (isinstance(sent.body, OpenTable) and not may_be_table(sent.table))


def stream_of(sent: Envelope) -> str:
    """The stream that a command goes to. What cannot be read goes where its name says."""
    kind = BY_COMMAND.get(type(sent.body))
    if kind is not None:
        return kind.stream(sent.table)
    if goes_to_cage(sent.body) or sent.table == CAGE:
        return CAGE
    unread = BY_KIND.get(sent.table) if isinstance(sent.body, Unreadable) else None
    return sent.table if unread is not None and unread.single else f"table/{sent.table}"


def turns_for(sent: Envelope) -> list[str]:
    """What a command waits its turn for, and reads as it stands now: its table, its aggregate's stream, the cage.

    A voucher or a transfer of the cage may be for a table that another process has moved on.
    """
    body, kind = sent.body, BY_COMMAND.get(type(sent.body))
    found = [sent.table if kind is None else kind.stream(sent.table)]
    if type(body) in WITH_THE_CAGE:
        found.append(CAGE)
    if isinstance(body, AskTransfer | IssueVoucher) and is_name(body.table):
        found.append(body.table)
    return found


def goes_to_terminal(body: object) -> TypeGuard[AtTerminal]:
    return type(body) in _AT_TERMINAL


def validated(sent: Envelope) -> tuple[Envelope, bytes]:
    """Give the command as it can be stored, every field of its declared type, and its digest."""
    if type(sent.body) in BESIDE:
        sent = _apart(sent, BESIDE[type(sent.body)])
    try:
        raw = _encode(sent.body)
        is_short = len(sent.table) + len(sent.actor) + len(sent.role) <= 3 * LONGEST_NAME  # else not worth remembering
        who = is_short and _WHOSE.get(type(sent.body), _who)(sent.table, sent.actor, sent.role)
        most = MAX_BODY if type(sent.body) in LISTS else MAX_PLAIN
        if who and len(raw) <= most and _is_key(sent.key) and not _is_beyond(raw, sent.body):
            body = _read(raw)
            if body == sent.body:
                return sent, _digest(who, raw)
            return replace(sent, body=body), _digest(who, _encode(body))
    except (OverflowError, UnicodeEncodeError, TypeError, RecursionError, msgspec.MsgspecError):
        pass
    # ``ascii``: whatever is in it can be written down. A secret beside it is not.
    names = (sent.table, sent.actor, sent.role)
    try:
        text = ascii((sent.key, *names, sent.body))
    except RecursionError:
        text = ascii((sent.key, *names, "nested without end"))
    table, actor, role = (name if isinstance(name, str) and is_name(name) else "none" for name in names)
    key = sent.key if _is_key(sent.key) else f"unreadable-{sha256(text.encode()).hexdigest()[:32]}"
    body = Unreadable(text[:MAX_QUOTED])
    unread = Envelope(key, table, actor, role, body)
    return unread, _digest(_who(table, actor, role), _encode(body))


def _apart(sent: Envelope, field: str) -> Envelope:
    """A command with its secret beside it. What is no secret is not written down either: nobody knows what it is."""
    said = getattr(sent.body, field)
    if not said:
        return sent
    try:
        secret = bytes.fromhex(said)
    except (TypeError, ValueError):
        secret = ascii(said).encode()
    return replace(sent, body=replace(sent.body, **{field: ""}), secret=secret)


@lru_cache(maxsize=4096)
def _who(table: str, actor: str, role: str) -> bytes:
    """The beginning of what a command's digest is made of; nothing where one of these is no name.

    Names are such that they stand in JSON as they are.
    """
    if not all(isinstance(name, str) and is_name(name) for name in (table, actor, role)):
        return b""
    return f'["{table}","{actor}","{role}",'.encode()


@lru_cache(maxsize=4096)
def _who_at_cage(table: str, actor: str, role: str) -> bytes:
    """The same for the cage, which is one for all tables."""
    return _who(CAGE, actor, role) if _who(table, actor, role) else b""


def _who_at(stream: Callable[[str], str]) -> Callable[[str, str, str], bytes]:
    """The same for a kind of aggregate, given how it names its streams: it begins with the stream."""

    @lru_cache(maxsize=4096)
    def who(name: str, actor: str, role: str) -> bytes:
        return f'["{stream(name)}","{actor}","{role}",'.encode() if _who(name, actor, role) else b""

    return who


_AT = {kind.kind: _who_at(kind.stream) for kind in AGGREGATES}
_WHOSE: dict[type, Callable[[str, str, str], bytes]] = dict.fromkeys(_AT_CAGE, _who_at_cage)
_WHOSE |= {command: _AT[kind.kind] for command, kind in BY_COMMAND.items()}
"""By command: what its digest begins with, where that is not its table."""


def _digest(who: bytes, raw: bytes) -> bytes:
    """Of everything but the key: who sends what to which table, as the JSON of the four."""
    return sha256(b"".join((who, raw, b"]"))).digest()


def own_key(key: str, actor: str) -> str:
    """A key that only one person can use. What the screen chose stands first: it begins with the time, so that what
    is asked in the same moment lies together in a database, whoever asks.

    >>> own_key("0190a-7f", "ann")
    '0190a-7f@ann'
    """
    return f"{key}@{actor}"


def screen_key(key: str, screen: str) -> str:
    """A key that only one screen can use, whoever of those at it acts; no person is called like that.

    >>> screen_key("0190a-7f", "5f2c")
    '0190a-7f@screen/5f2c'
    """
    return f"{key}@screen/{screen}"


def derived_key(sent: Envelope, digest: bytes) -> Envelope:
    """Give a command whose key was used for another one a key made from both: its refusal needs one of its own."""
    return replace(sent, key=f"{sent.key[: MAX_KEY - 33]}#{digest.hex()[:32]}")


def quotable(refusal: Refusal) -> Refusal:
    """A reason may quote what somebody sent: it fits on a line, and every store can keep it."""
    plain = refusal.reason
    if len(plain) > MAX_QUOTED or not plain.isprintable():
        plain = harmless(plain)[:MAX_QUOTED]
    return Refusal(refusal.clause, plain)


def _is_beyond(raw: bytes, body: object) -> bool:
    """Is there a number in it that is too large, or does it go too deep?"""
    if _LONG.search(raw) and _is_too_large(body):
        return True
    return raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(raw) > MAX_DEPTH


def _depth(raw: bytes) -> int:
    """How far lists and objects lie within each other.

    >>> _depth(b'{"a": [[1], "[[["]}')
    3
    """
    now = most = 0
    for found in _NESTING.finditer(raw):
        now += {91: 1, 123: 1, 93: -1, 125: -1}.get(found[0][0], 0)
        most = max(most, now)
    return most


def _is_too_large(part: object) -> bool:
    """Is there a number in this that no store, no sum and no other program could take?"""
    if isinstance(part, int):
        return not -LARGEST <= part <= LARGEST
    if isinstance(part, Struct):
        return any(_is_too_large(getattr(part, name)) for name in part.__struct_fields__)
    if isinstance(part, dict):
        return any(_is_too_large(one) for pair in part.items() for one in pair)
    return isinstance(part, list | tuple) and any(map(_is_too_large, part))


def _is_key(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= MAX_KEY and text.isprintable()
