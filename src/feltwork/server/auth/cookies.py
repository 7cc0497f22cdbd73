"""Who asks, as far as a request says: the token in its cookie, and the address it comes from."""

from __future__ import annotations

from starlette.requests import HTTPConnection

COOKIE, COOKIE_TLS = "feltwork", "__Host-feltwork"
"""Under TLS a browser takes the cookie from this very host alone, and sends it by TLS alone."""


def cookie_name(asked: HTTPConnection) -> str:
    return COOKIE_TLS if asked.scope["scheme"] in ("https", "wss") else COOKIE


def token_of(asked: HTTPConnection) -> str:
    """The token of whoever asks; empty without one."""
    return asked.cookies.get(cookie_name(asked), "")


def address_of(asked: HTTPConnection) -> str:
    return asked.client.host if asked.client else ""
