"""A line to PostgreSQL that is cut at a COMMIT: before the server has it, with it on its way, or after it was done."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import parse_qs, quote, urlsplit

BEFORE, DURING, AFTER = "before", "during", "after"


class CutLine:
    """Carries every byte, until it is told to cut the line at the next COMMIT; then anybody may connect again."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.cut = ""
        self.cuts = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
            except OSError:
                return
            Thread(target=self._carry, args=(client, server), daemon=True).start()
            Thread(target=self._answer, args=(client, server), daemon=True).start()

    def _carry(self, client: socket.socket, server: socket.socket) -> None:
        with client, server, suppress(OSError):
            while data := client.recv(65536):
                how = self.cut
                if not how or b"COMMIT" not in data:
                    server.sendall(data)
                    continue
                self.cut, self.cuts = "", self.cuts + 1
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)  # nothing of the answer comes through any more
                if how != BEFORE:
                    server.sendall(data)
                if how == AFTER:
                    server.settimeout(5)
                    while b"COMMIT" not in server.recv(65536):
                        pass
                if how == DURING:
                    server.shutdown(socket.SHUT_WR)
                else:
                    server.shutdown(socket.SHUT_RDWR)
                return

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)


@contextmanager
def cut_line(url: str) -> Iterator[tuple[CutLine, str]]:
    """The line, and the address that leads through it to the server of another one."""
    parts = urlsplit(url)
    asked = parse_qs(parts.query)
    line = CutLine(f"{asked['host'][0]}/.s.PGSQL.5432")
    options = f"&options={quote(asked['options'][0])}" if "options" in asked else ""
    try:
        yield line, f"postgresql://{parts.username}@127.0.0.1:{line.port}{parts.path}?sslmode=disable{options}"
    finally:
        line.close()
