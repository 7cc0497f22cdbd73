"""The ports by which a notice leaves the house: a folder, a mail server, a web address. Each gives a proof of sending.

A channel is written as an address: ``file:FOLDER``; ``smtp://HOST:PORT?from=A&to=B`` (``smtps`` for TLS from the first
byte; where the server offers STARTTLS it is used); ``http://HOST/PATH`` or ``https``. What carries a password is kept
in the floor's configuration, which only its owner may read, and never in the log.
"""

from __future__ import annotations

import json
import os
import smtplib
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qs, urlsplit

from feltwork.refusal import harmless, shown

SECONDS = 20
WHOLE_SECONDS = 60.0
"""What takes longer is given up, however often the other side says something: other notices wait behind it."""
MAX_ANSWER = 65_536


class _NotElsewhere(urllib.request.HTTPRedirectHandler):
    """A notice goes to the address that was configured: sent on it would be a question without the notice."""

    def redirect_request(self, *asked: Any) -> None:
        return None


class ChannelError(Exception):
    """A notice that could not be sent, or an address that is none; the message is one clear line."""


class Letter(NamedTuple):
    """What is sent."""

    notice: int
    attempt: int
    to: str
    subject: str
    body: str
    floor: str
    """Which floor it comes from."""

    @property
    def name(self) -> str:
        """The same for each attempt, so that who gets it twice knows it."""
        return f"{self.floor}-notice-{self.notice}"


class Channel(NamedTuple):
    """One way out: what it is called in the log, and what sends."""

    name: str
    out: Callable[[Letter], str]

    def send(self, letter: Letter) -> str:
        """Give the proof of sending; raises ``ChannelError``, whatever the other side does."""
        came: SimpleQueue[str | Exception] = SimpleQueue()
        Thread(target=_sending, args=(self.out, letter, came), name="notice", daemon=True).start()
        try:
            told = came.get(timeout=WHOLE_SECONDS)
        except Empty:
            raise ChannelError(f"it took longer than {WHOLE_SECONDS:.0f} seconds") from None
        if isinstance(told, ChannelError):
            raise told
        if isinstance(told, Exception):
            raise ChannelError(f"it could not be sent: {type(told).__name__}: {_words(told)}") from told
        return told


def _sending(out: Callable[[Letter], str], letter: Letter, came: SimpleQueue[str | Exception]) -> None:
    try:
        came.put(out(letter))
    except Exception as wrong:
        came.put(wrong)


def channel(address: str) -> Channel:
    """The channel behind an address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ChannelError(f"'{_without_password(address)}' is no address of a channel") from None
    if parts.scheme == "file" and parts.path:
        folder = Path(parts.path)
        return Channel(f"file {folder}", lambda letter: _to_file(folder, letter))
    if parts.scheme in ("smtp", "smtps") and parts.hostname:
        asked = parse_qs(parts.query)
        sender, to = asked.get("from", [""])[0], asked.get("to", [""])[0]
        if not sender or not to:
            raise ChannelError(f"a mail channel names from and to: {parts.scheme}://{parts.hostname}?from=A&to=B")
        return Channel(f"mail to {to} by {parts.hostname}", lambda letter: _by_mail(parts, port, sender, to, letter))
    if parts.scheme in ("http", "https") and parts.hostname:
        return Channel(f"web {parts.scheme}://{parts.hostname}{parts.path}", lambda letter: _to_web(address, letter))
    raise ChannelError(
        f"a channel is file:FOLDER, smtp://HOST?from=A&to=B or https://HOST/PATH, not '{_without_password(address)}'"
    )


def _without_password(address: str) -> str:
    """An address as it may be shown: whatever stands before its host may be a password."""
    scheme, there, rest = address.partition("://")
    return shown(f"{scheme}://...@{rest.rpartition('@')[2]}" if there and "@" in rest else address)


def _text(letter: Letter) -> str:
    return f"To: {letter.to}\nSubject: {harmless(letter.subject)}\nNotice: {letter.name}\n\n{letter.body}"


def _to_file(folder: Path, letter: Letter) -> str:
    """Written whole or not at all, and on disk when this returns."""
    written = _text(letter).encode()
    path, part = folder / f"{letter.name}.txt", folder / f".{letter.name}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        there = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(there)
        finally:
            os.close(there)
    except OSError as wrong:
        raise ChannelError(f"{folder} cannot be written to: {wrong.strerror}") from None
    return f"{path.name}, {len(written)} bytes, SHA-256 {sha256(written).hexdigest()}"


def _by_mail(parts: SplitResult, port: int | None, sender: str, to: str, letter: Letter) -> str:
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, harmless(letter.subject)
    mail["Message-ID"] = f"<{letter.name}@{sender.rpartition('@')[2] or 'feltwork'}>"
    mail.set_content(letter.body)
    context = ssl.create_default_context()
    try:
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(parts.hostname or "", port or 465, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(parts.hostname or "", port or 25, timeout=SECONDS)
        with server:
            server.ehlo_or_helo_if_needed()
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
            if parts.username:
                server.login(parts.username, parts.password or "")
            return _sent(server, sender, to, mail)
    except (OSError, smtplib.SMTPException) as wrong:
        raise ChannelError(f"the mail server {parts.hostname} did not take it: {_words(wrong)}") from None


def _sent(server: smtplib.SMTP, sender: str, to: str, mail: EmailMessage) -> str:
    """Say what ``sendmail`` does not tell: the server's own word on what it took."""
    for code, answer in (server.mail(sender), server.rcpt(to)):
        if not 200 <= code < 300:
            raise ChannelError(f"the mail server said {code} {harmless(answer.decode(errors='replace'))}")
    code, answer = server.data(mail.as_bytes())
    said = harmless(answer.decode(errors="replace"))
    if code != 250:
        raise ChannelError(f"the mail server said {code} {said}")
    return f"{code} {said}, {mail['Message-ID']}"


def _to_web(address: str, letter: Letter) -> str:
    body = json.dumps(letter._asdict() | {"id": letter.name}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": letter.name, "User-Agent": "feltwork"}
    request = urllib.request.Request(address, body, headers, method="POST")  # channel() let in http alone
    try:
        with urllib.request.build_opener(_NotElsewhere).open(request, timeout=SECONDS) as answer:  # as above
            said = answer.read(MAX_ANSWER)
            return f"{answer.status} {harmless(answer.reason)}, answer SHA-256 {sha256(said).hexdigest()}"
    except urllib.error.HTTPError as wrong:
        wrong.close()
        raise ChannelError(f"{urlsplit(address).hostname} said {wrong.code} {harmless(wrong.reason)}") from None
    except (OSError, ValueError, HTTPException) as wrong:
        raise ChannelError(f"{urlsplit(address).hostname} does not answer: {_words(wrong)}") from None


def _words(wrong: Exception) -> str:
    return harmless(getattr(wrong, "strerror", None) or getattr(wrong, "reason", None) or wrong)[:200]
