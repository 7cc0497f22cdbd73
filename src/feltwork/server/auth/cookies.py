"""Who asks, as far as a request says: the tokens in the cookies of its browser, the role its tab names, its address.

A browser keeps one cookie for each role it was let in as, so that letting somebody in takes nobody else's place. A tab
names its role by the id of the session, in a header or among the protocols of its socket. The id is no secret: it only
chooses among the tokens that the browser has.
"""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from feltwork.server.auth.sessions import Session, Sessions, session_id

COOKIE, COOKIE_TLS = "feltwork", "__Host-feltwork"
"""Under TLS a browser takes the cookie from this very host alone, and sends it by TLS alone."""
ROLE = "feltwork-role"
"""The header by which a tab names its role; a socket offers it as the protocol ``feltwork-role.ID``."""
PROTOCOL = "feltwork"
"""What a socket that names its role is answered with."""
MAX_ROLES = 12
"""Roles of one browser; further cookies are not looked at."""
ID = re.compile(r"[0-9a-f]{16}")


def cookie_base(asked: HTTPConnection) -> str:
    return COOKIE_TLS if asked.scope["scheme"] in ("https", "wss") else COOKIE


def tokens_of(asked: HTTPConnection) -> dict[str, str]:
    """The tokens of a browser by the name of their cookie, as it sends them: the oldest first."""
    base = cookie_base(asked)
    ours = {
        name: token
        for name, token in asked.cookies.items()
        if token and (name == base or (name.startswith(f"{base}-") and ID.fullmatch(name[len(base) + 1 :])))
    }
    return dict(list(ours.items())[-MAX_ROLES:])


def named_role(asked: HTTPConnection) -> str | None:
    """The id of the role that the tab says it has; nothing where it names none."""
    if (named := asked.headers.get(ROLE)) is not None:
        return named
    offered = asked.headers.get("sec-websocket-protocol", "").split(",")
    return next((p.strip().partition(".")[2] for p in offered if p.strip().startswith(f"{ROLE}.")), None)


def candidates(asked: HTTPConnection) -> list[str]:
    """The tokens that may be meant: that of the role named, else all of the browser's, the newest first."""
    tokens, role = list(tokens_of(asked).values())[::-1], named_role(asked)
    return tokens if role is None else [token for token in tokens if session_id(token) == role]


def token_of(asked: HTTPConnection) -> str:
    """The token of whoever asks; empty without one. Once a session was chosen, it is that session's."""
    chosen: str | None = getattr(asked.state, "token", None)
    return chosen if chosen is not None else next(iter(candidates(asked)), "")


def roles_of(sessions: Sessions, asked: HTTPConnection) -> dict[str, Session]:
    """Every live session of a browser by its token, the newest first."""
    looked = {token: sessions.find(token, used=False) for token in reversed(tokens_of(asked).values())}
    return {token: session for token, session in looked.items() if session is not None}


def address_of(asked: HTTPConnection) -> str:
    return asked.client.host if asked.client else ""


def let_in(asked: HTTPConnection, token: str, response: Response) -> Response:
    """Have the browser keep one more role."""
    base = cookie_base(asked)
    name = f"{base}-{session_id(token)}"
    response.set_cookie(name, token, httponly=True, samesite="strict", path="/", secure=base == COOKIE_TLS)
    return response


def let_go(asked: HTTPConnection, gone: set[str], response: Response) -> Response:
    """Have the browser forget the roles of these tokens."""
    base = cookie_base(asked)
    for name, token in tokens_of(asked).items():
        if token in gone:
            response.delete_cookie(name, secure=base == COOKIE_TLS, httponly=True, samesite="strict")
    return response
