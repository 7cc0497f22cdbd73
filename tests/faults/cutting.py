"""A line to PostgreSQL that is cut at a COMMIT: before the server has it, with it on its way, or after it was done.

Or the COMMIT of a record is answered, and all connections but that one are cut just before.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import parse_qs, quote, urlsplit

BEFORE, DURING, AFTER = "before", "during", "after"
OTHERS = "others"
Pair = tuple[socket.socket, socket.socket]


class CutLine:
    """Carries every byte, until it is told to cut the line at the next COMMIT; then anybody may connect again."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.cut = ""
        self.cuts = 0
        self._pairs: set[Pair] = set()
        """Connections as they are, each to its client and to the server."""
        self._writing: set[Pair] = set()
        """Those with a record in the transaction that is under way."""
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
            self._pairs.add((client, server))
            Thread(target=self._carry, args=(client, server), daemon=True).start()
            Thread(target=self._answer, args=(client, server), daemon=True).start()

    def _carry(self, client: socket.socket, server: socket.socket) -> None:
        with client, server, suppress(OSError):
            while data := client.recv(65536):
                how = self.cut
                if b"INSERT INTO records" in data:
                    self._writing.add((client, server))
                if not how or how == OTHERS or b"COMMIT" not in data:
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
            server.shutdown(socket.SHUT_RDWR)  # the client has gone: its locks go with it

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if b"COMMIT" in data and (client, server) in self._writing:
                    self._writing.discard((client, server))
                    if self.cut == OTHERS:
                        self.cut, self.cuts = "", self.cuts + 1
                        self._cut_all_but((client, server))
                client.sendall(data)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)

    def _cut_all_but(self, spared: Pair) -> None:
        for pair in self._pairs - {spared}:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self._pairs &= {spared}


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
