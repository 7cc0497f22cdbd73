"""The numbers printed on tickets and cards: check digits tell a slip of the finger, a seal tells a forgery.

A ticket's number is its serial, ten digits that only the holder of the ticket key can make for this serial, amount and
expiry, and two check digits. The log holds the serial alone, so whoever reads the log cannot print a ticket.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac
from typing import NamedTuple

SERIAL, SEAL, CHECK = 8, 10, 2
CARD, CARD_SEAL = "60", 8
"""What the number of a player card begins with, and how many digits nobody can make up."""


class Printed(NamedTuple):
    """What can be read off a ticket."""

    serial: int
    seal: str
    cents: int | None
    """The amount, where the picture of squares was read and not the number alone."""


def with_check(digits: str) -> str:
    """Digits followed by two check digits (ISO 7064, mod 97-10).

    >>> with_check("000000420123456789"), checks("00000042012345678915"), checks("00000024012345678915")
    ('00000042012345678915', True, False)
    """
    return f"{digits}{98 - int(digits) * 100 % 97:0{CHECK}d}"


def checks(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) > CHECK and int(number) % 97 == 1


def seal_of(key: bytes, serial: int, cents: int, expires: int) -> str:
    digest = hmac(key, f"ticket {serial} {cents} {expires}".encode(), sha256).digest()
    return f"{int.from_bytes(digest) % 10**SEAL:0{SEAL}d}"


def ticket_number(key: bytes, serial: int, cents: int, expires: int) -> str:
    return with_check(f"{serial:0{SERIAL}d}{seal_of(key, serial, cents, expires)}")


def grouped(number: str) -> str:
    """In groups of four, as it is printed.

    >>> grouped("00000042012345678915")
    '0000 0042 0123 4567 8915'
    """
    return " ".join(number[i : i + 4] for i in range(0, len(number), 4))


def scanned(number: str, cents: int) -> str:
    """What the squares on a ticket say: the number and the amount."""
    return f"FELTWORK {number} {cents}"


def read_ticket(text: str) -> Printed | None:
    """A number typed or scanned; nothing where its check digits do not fit."""
    words = text.strip().split()
    cents = None
    if words[:1] == ["FELTWORK"] and len(words) == 3 and words[2].isascii() and words[2].isdigit():
        words, cents = words[1:2], int(words[2][:18])
    number = "".join(words).replace("-", "")
    if len(number) < SERIAL + SEAL + CHECK or len(number) > 2 * SERIAL + SEAL + CHECK or not checks(number):
        return None
    tail = SEAL + CHECK
    return Printed(int(number[:-tail]), number[-tail:-CHECK], cents)


def has_seal(key: bytes, printed: Printed, cents: int, expires: int) -> bool:
    """Was a ticket with this number printed by the house?"""
    return compare_digest(printed.seal, seal_of(key, printed.serial, cents, expires))


def is_sealed(key: bytes, printed: Printed, cents: int, expires: int) -> bool:
    """Was this very ticket printed by the house, with the amount that its squares say?"""
    return has_seal(key, printed, cents, expires) and printed.cents in (None, cents)


def card_number(serial: int, key: bytes = b"") -> str:
    """A number that nobody can make up: like a ticket's it has digits that only the holder of the key can make.

    >>> card_number(7), len(card_number(7, b"k"))
    ('600000000747', 20)
    """
    digest = hmac(key, f"card {serial}".encode(), sha256).digest() if key else b""
    seal = f"{int.from_bytes(digest) % 10**CARD_SEAL:0{CARD_SEAL}d}" if key else ""
    return with_check(f"{CARD}{serial:0{SERIAL}d}{seal}")
