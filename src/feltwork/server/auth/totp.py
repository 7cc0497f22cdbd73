"""One-time codes from a shared secret and the time (RFC 6238 over RFC 4226), as authenticator apps show them."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hmac import compare_digest
from hmac import new as hmac
from urllib.parse import quote

STEP = 30
"""Seconds for which a code stands."""
DIGITS = 6
WINDOW = 1
"""Steps before and after this one whose code is taken too: clocks differ, and people type."""
SECRET_BYTES = 20


def code_at(secret: bytes, step: int, digits: int = DIGITS, digest: str = "sha1") -> str:
    """The code of one step.

    >>> code_at(b"12345678901234567890", 59 // STEP, digits=8)
    '94287082'
    """
    mac = hmac(secret, step.to_bytes(8, "big"), digest).digest()
    at = mac[-1] & 15
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def step_of(secret: bytes, code: str, seconds: int, last: int) -> int:
    """The step that a code belongs to, if it is one of now and later than the last one used; else 0."""
    now, found = seconds // STEP, 0
    for step in range(now - WINDOW, now + WINDOW + 1):
        fits = compare_digest(code_at(secret, step).encode(), code.encode("utf-8", "replace"))
        if fits and step > last:
            found = step
    return found


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def typed(secret: bytes) -> str:
    """A secret as it is typed into an app, in groups of four."""
    text = b32encode(secret).decode().rstrip("=")
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))


def address(secret: bytes, person: str, issuer: str = "Feltwork") -> str:
    """What the squares say that an app reads."""
    label = f"{quote(issuer)}:{quote(person)}"
    return f"otpauth://totp/{label}?secret={typed(secret).replace(' ', '')}&issuer={quote(issuer)}"
