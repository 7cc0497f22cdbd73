"""The security headers that every answer carries: nothing from elsewhere is ever loaded."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = (
    (
        b"content-security-policy",
        (
            b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            b"connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

HSTS = (b"strict-transport-security", b"max-age=31536000")
"""Where the floor is reached by TLS, browsers come by nothing else for a year."""


class SecurityHeaders:
    """Adds them to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = (*HEADERS, HSTS) if scope["scheme"] == "https" else HEADERS
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
