"""The electronic dealer: fires what is due at a table and makes its draws, from any process that holds the draw key.

It keeps nothing in memory between two steps. All it needs stands in the log, the secret of an open round sealed in it,
so another process goes on where this one died, and two at once do everything once.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment, draw_round
from feltwork.entropy.sealing import NONCE_BYTES, seal, unseal
from feltwork.entropy.sources import Entropy, EntropyError
from feltwork.outcomes import COLOURS
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import SYSTEM
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import DEALER, SEEDED
from feltwork.table.live.topics.draws import boost_kind, needed, numbers_kind, round_id
from feltwork.table.live.topics.timers import due

MAX_STEPS = 64
"""More than any table needs in a row; a table that wants more at one moment is not waited for."""


class Dealer:
    """Does what electronic tables need next."""

    def __init__(self, desk: Desk, entropy: Entropy, draw_key: bytes, name: str = "dealer-process") -> None:
        self.desk, self.entropy, self.name = desk, entropy, name
        self._key = draw_key

    def tables(self) -> list[str]:
        """Tables that this process can attend: their results come from people, or from where its secrets do."""
        return [name for name in self.names() if self.live(name).opening.source in (DEALER, self.entropy.name)]

    def names(self) -> list[str]:
        """All tables there are."""
        streams = [head.stream for head in self.desk.store.log.heads()]
        return [stream.removeprefix("table/") for stream in streams if stream.startswith("table/")]

    def live(self, table: str) -> LiveTable:
        """A table as it stands now."""
        return self.desk.look(table)

    def attend(self, table: str) -> int:
        """Do everything that is due at a table now; how many things that were."""
        return sum(1 for _ in zip(range(MAX_STEPS), self._steps(table), strict=False))

    def _steps(self, table: str) -> Iterator[str]:
        while (done := self.step(table)) is not None:
            yield done

    def step(self, table: str) -> str | None:
        """The next thing that is due, done; its key. Nothing if nothing is due."""
        return next((key for key in self._due(self.live(table)) if self._do(key, table)), None)

    def _due(self, live: LiveTable) -> dict[str, ask.Command | str]:
        """Timers with their commands, and what the draws need next, by key."""
        table, now = live.table, self.desk.now()
        found: dict[str, ask.Command | str] = {timer.key: timer.command for timer in due(live, now)}
        what = needed(live, now)
        if what is not None:
            found[f"draw/{table}/{live.draws.serial + (what == 'open')}/{what}"] = what
        return found

    def _do(self, key: str, table: str) -> bool:
        """Once, whoever else tries.

        A refusal keeps its key. What is still due after one goes under a second key, that of the table as it stands: so
        it is tried again when the table has moved on, and not a thousand times before.
        """
        for second in (False, True):
            live = self.live(table)  # once: another process may move the table on at any time
            what = self._due(live).get(key)
            if what is None:
                return True
            secret = self._secret(live, what) if isinstance(what, str) else b""
            command = self._command(live, what, secret) if isinstance(what, str) else what
            named = f"{key}/{live.version}" if second else key
            if not self.send(Envelope(named, table, self.name, SYSTEM, command, secret)).reason:
                return True
        return False

    def send(self, sent: Envelope) -> Answer:
        return self.desk.submit(sent)

    def _secret(self, live: LiveTable, what: str) -> bytes:
        """A fresh one for a round that opens, else the one sealed in the log."""
        if live.opening.source == DEALER:
            return b""
        if self.entropy.name != live.opening.source:
            raise EntropyError(
                f"table {live.table} draws from {live.opening.source}, this process from {self.entropy.name}"
            )
        if what == "open" or live.draws.draw is None:
            return self.entropy.secret()
        return unseal(self._key, live.draws.draw.round_id, bytes.fromhex(live.draws.sealed))

    def _command(self, live: LiveTable, what: str, secret: bytes) -> ask.Command:
        """The command that opens the round, says what was drawn, or reveals the secret."""
        if what == "open":
            return self._opening(live, secret)
        if what == "reveal" or live.game is None or live.draws.draw is None:
            return ask.RevealSecret()
        draw, book = live.draws.draw, live.game.book
        kind = {"dice": "two-dice", "numbers": numbers_kind(book), "boost": boost_kind(book)}[what]
        found = draw_round(draw, secret, draw.nonces, (*(part.kind for part in draw.drawn), kind)).drawn[-1].outcome
        if what == "numbers":
            return ask.DrawNumbers(dict(zip(COLOURS, found, strict=True)))
        if what == "boost":
            return ask.BoostNumber(str(found[0]), str(found[1]))
        return ask.SenseResult(int(found[0]), int(found[1]))

    def _opening(self, live: LiveTable, secret: bytes) -> ask.OpenBetting:
        """The next round; its secret is sealed before anybody can know that it exists."""
        if live.opening.source == DEALER:
            return ask.OpenBetting(round_id(live))
        nonce = self.entropy.secret()[:NONCE_BYTES] if live.opening.source == SEEDED else None
        sealed = seal(self._key, round_id(live), secret, nonce)
        return ask.OpenBetting(round_id(live), live.opening.source, commitment(secret), sealed.hex())
