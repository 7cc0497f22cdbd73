"""Note acceptors: each is enrolled at a terminal with its own key, and signs and numbers what it reports.

Notes are money that only a device has seen. A report counts once, if the acceptor of that terminal signed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import Guard, Topic
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


NO_WEAK_KEYS = 2
"""The rules number from which a key with which anybody could sign is not enrolled."""
ACCEPTOR = "acceptor"
"""The role in which a device reports; nobody has it at a screen."""
KEY_LETTERS = 64
SIGNATURE_LETTERS = 128
PRIME = 2**255 - 19
"""The field of Ed25519."""
NON_RESIDUE = -121665 * pow(121666, -1, PRIME) % PRIME
"""The constant d of its curve."""
EIGHTH = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
SMALL_ORDER = frozenset({0, 1, PRIME - 1, EIGHTH, PRIME - EIGHTH})
"""The y of the eight points of small order: with one of them as a key, anybody can sign anything."""


class Acceptor(Struct, frozen=True):
    """The device at a terminal."""

    key: str
    """Its public key (Ed25519), in hex."""
    last: int = 0
    """The number of its last report that counted."""


class EnrolAcceptor(Asked, frozen=True, tag="enrol-acceptor"):
    """The note acceptor of a terminal, in place of one that was there."""

    seat: int
    key: str


class RemoveAcceptor(Asked, frozen=True, tag="remove-acceptor"):
    """Notes are taken at this terminal no more."""

    seat: int


class AcceptorEnrolled(Struct, frozen=True, tag="acceptor-enrolled"):
    seat: int
    key: str


class AcceptorRemoved(Struct, frozen=True, tag="acceptor-removed"):
    seat: int


class NoteReported(Struct, frozen=True, tag="note-reported"):
    """What an acceptor said of a note; the buy-in follows in the same command."""

    seat: int
    amount: int
    number: int
    signature: str


def report_text(table: str, seat: int, number: int, amount: int) -> bytes:
    """What an acceptor signs for one note."""
    return f"feltwork note\n{table}\n{seat}\n{number}\n{amount}\n".encode()


def enrol(live: LiveTable, table: TableState, conduct: Conduct, command: EnrolAcceptor, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if not 1 <= command.seat <= live.opening.capacity:
        return Refusal(NOT_IN_THE_BOOK, f"this table has seats 1 to {live.opening.capacity}")
    if not _is_hex(command.key, KEY_LETTERS):
        return Refusal(NOT_IN_THE_BOOK, "an acceptor's public key is 64 hexadecimal digits")
    if conduct.rules >= NO_WEAK_KEYS and not _is_public_key(command.key):
        return Refusal(
            NOT_IN_THE_BOOK, "this is no public key of a note acceptor (Ed25519): anybody could sign with it"
        )
    if command.key in live.terminals.acceptor_keys:
        return Refusal(NOT_IN_THE_BOOK, "this key was enrolled here before: its old reports would count again")
    return (AcceptorEnrolled(command.seat, command.key),)


def remove(live: LiveTable, table: TableState, conduct: Conduct, command: RemoveAcceptor, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if command.seat not in live.terminals.acceptors:
        return Refusal(NOT_IN_THE_BOOK, "no note acceptor is enrolled at this terminal")
    return (AcceptorRemoved(command.seat),)


def other_note(live: LiveTable, amount: int) -> Refusal | None:
    """Refuse a note that the book does not name."""
    notes = live.conduct.terminals.notes if live.conduct else {}
    if not notes or amount in notes:
        return None
    taken = ", ".join(map(format_money, notes))
    return Refusal(next(iter(notes.values())), f"the note stacker takes notes of {taken}")


def reported(
    live: LiveTable, seat: int, amount: int, number: int, signature: str, by: Asker, clause: str
) -> NoteReported | Refusal:
    """The report of a note, if it is the acceptor's own and has not counted yet."""
    if by.role != ACCEPTOR:
        return Refusal(clause, "a note goes into the note acceptor, which reports it by itself")
    acceptor = live.terminals.acceptors.get(seat)
    if acceptor is None:
        return Refusal(clause, "no note acceptor is enrolled at this terminal")
    if not is_signed(acceptor.key, live.table, seat, number, amount, signature):
        return Refusal(clause, "this report was not signed by the terminal's note acceptor")
    if number <= acceptor.last:
        return Refusal(
            clause, f"report {number} of this note acceptor comes too late: report {acceptor.last} has counted"
        )
    if seat not in live.seats.players:
        return Refusal(clause, "nobody is at this terminal: the note goes back")
    return NoteReported(seat, amount, number, signature)


def _is_hex(text: str, letters: int) -> bool:
    return len(text) == letters and not set(text) - set("0123456789abcdef")


def _is_public_key(key: str) -> bool:
    """Is it the one encoding of a point of the curve, and not of small order?"""
    y = int.from_bytes(bytes.fromhex(key), "little") & ((1 << 255) - 1)
    if y >= PRIME or y in SMALL_ORDER:
        return False
    squared = (y * y - 1) * pow(NON_RESIDUE * y * y + 1, -1, PRIME) % PRIME
    return pow(squared, (PRIME - 1) // 2, PRIME) == 1


def is_signed(key: str, table: str, seat: int, number: int, amount: int, signature: str) -> bool:
    """Did the device with this key say this?"""
    if not _is_hex(signature, SIGNATURE_LETTERS):
        return False
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), report_text(table, seat, number, amount))
    except (InvalidSignature, ValueError):
        return False
    return True


def happen(live: LiveTable, event: object) -> None:
    """Which device is at which terminal, and which of its reports was the last."""
    match event:
        case AcceptorEnrolled():
            live.terminals.acceptors[event.seat] = Acceptor(event.key)
            live.terminals.acceptor_keys.add(event.key)
        case AcceptorRemoved():
            live.terminals.acceptors.pop(event.seat, None)
        case NoteReported():
            live.terminals.acceptors[event.seat] = Acceptor(live.terminals.acceptors[event.seat].key, event.number)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case AcceptorEnrolled():
            return [f"note acceptor {event.key[:8]} is enrolled at terminal {event.seat}"]
        case AcceptorRemoved():
            return [f"the note acceptor of terminal {event.seat} is removed"]
        case NoteReported():
            return [f"note acceptor of terminal {event.seat}, report {event.number}: {format_money(event.amount)}"]
        case _:
            return []


TOPIC = Topic(
    commands={EnrolAcceptor: enrol, RemoveAcceptor: remove},
    guards={
        Guard.BEFORE_PLAY: (EnrolAcceptor, RemoveAcceptor),
        Guard.WHILE_STOPPED: (EnrolAcceptor, RemoveAcceptor),
    },
    events=(AcceptorEnrolled, AcceptorRemoved, NoteReported),
    keeps_last_round=(AcceptorEnrolled, AcceptorRemoved, NoteReported),
    happen=happen,
    tell=tell,
)
