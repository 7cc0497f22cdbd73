"""A screen's socket: commands in, answers after the commit, and what happens at the table as it happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from feltwork.engine.envelope import Envelope, arrived, own_key
from feltwork.refusal import Refusal, RefusalKind
from feltwork.server.auth.access import MOST_KEY, may_send
from feltwork.server.auth.seated import People, is_by_card, people_at
from feltwork.server.auth.sessions import Session
from feltwork.server.ops.rates import COMMANDS, PATIENCE, REFUSED_COSTS, Bucket, Rates
from feltwork.server.ops.rates import QUESTIONS as ASKED
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.handover import Handover
from feltwork.server.sockets.line import LINE, Line, framed
from feltwork.server.sockets.questions import CREW, QUESTIONS
from feltwork.server.sockets.room import News, Room
from feltwork.store.port import Answer, NotLookedUpError, Store, StoreError, UnknownOutcomeError, UnreadableError
from feltwork.table.live.commands import ClearFault, Command, GiveUpDraw, OpenPlay, OpenTable
from feltwork.table.live.crew import Asker
from feltwork.table.live.decide import decide
from feltwork.views.views import Data

MOST_PENDING = 64
"""Commands of one screen that may be on their way at once: a storm beyond that is turned away."""
TRY_AGAIN_LATER, SIGNED_OUT, RESTARTING = 1013, 4401, 1012
NOT_TEXT, TOO_LARGE, TOO_FAST = 1003, 1009, 1008
"""Why a socket is closed: too slow, its session is over, this process stops. A screen comes back after the others, but
not after what a screen of ours never sends: a frame that is not text, a message that is too large, a flood."""
NOT_DONE = "the house could not write this down; it was not done"
STUCK = "this table's log has an event that this program cannot follow; this was not done, please call a supervisor"
UNKNOWN = "it is not known yet whether this was done; it is looked up as soon as the house is back"
log = logging.getLogger("feltwork.server")
_encode = msgspec.json.Encoder().encode


class Message(Struct, forbid_unknown_fields=True):
    """What a screen may say: a command with its key, or a question with a number."""

    key: str = ""
    do: msgspec.Raw = msgspec.Raw()
    ask: str = ""
    n: int = 0
    chip: int = 0
    seat: int = 0
    """For which seat staff ask."""
    round: int | None = None
    """Of a command that is sent again after the line was down: the round it was given in."""
    used: bool = False
    """Is somebody at the screen, or does it ask by itself?"""


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
_message = msgspec.json.Decoder(Message)
_command = msgspec.json.Decoder(Command)


class Screen:
    """One connected screen."""

    def __init__(
        self,
        socket: WebSocket,
        session: Session,
        room: Room,
        house: Runtime,
        handover: Handover,
        rates: Rates,
        token: str = "",
    ) -> None:
        self.socket, self.session, self.room, self.house, self.token = socket, session, room, house, token
        self._handover = handover
        self._rates = rates
        self.line: Line = socket.scope["extensions"][LINE]["line"]
        self._over, self._code = asyncio.Event(), 0
        """Is the socket to be closed, and with which code?"""
        self.questions: asyncio.Queue[Message] = asyncio.Queue(MOST_PENDING)
        """They are answered one after the other."""
        self.pending = 0
        self.turned_away = 0
        """Messages of this screen that never reached the queue."""
        self._patience = Bucket(PATIENCE, rates.now())
        """How many commands may come too fast before the screen is cut off."""
        self.used = False
        """Has anybody done anything at this screen since its session was last looked at?"""
        self.deaf = False
        """What comes from a screen that is being let go is left for it to send again."""
        self._sending: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()
        """They go on in the order they came."""
        self._greeted: tuple[People, bool] = ((), False)
        """Who was at this screen when it was last told who is."""

    @property
    def seat(self) -> int | None:
        return self.session.seat

    @property
    def own(self) -> int | None:
        """The seat whose own affairs are told here: not those of somebody else who has it."""
        seat = self.session.seat
        if seat is None or not (people := self.people):
            return seat
        return seat if self.room.life.seats.get(seat) in (None, people[0][0]) else None

    @property
    def people(self) -> People:
        """As whom this screen acts now."""
        return people_at(self.room, self.session) if self.session.terminal else self.session.people

    def say(self, frame: bytes) -> None:
        """Put a frame on its way; a screen too slow to take them is let go and will come back."""
        if not self._over.is_set() and not self.line.say(frame):
            self.let_go(TRY_AGAIN_LATER)

    def let_go(self, code: int) -> None:
        """Close the socket once everything before has been sent; a screen that is too far behind will ask anew."""
        self.deaf = True
        if not self._over.is_set():
            self.line.flush()
            self._code = code
            self._over.set()

    def greet(self) -> None:
        """Tell the screen who is at it, and how the table stands."""
        who: Data = {
            "kind": self.session.kind,
            "seat": self.seat,
            "table": self.room.table,
            "people": [list(pair) for pair in self.people],
            "by_card": is_by_card(self.room, self.session),
        }
        self._greeted = self._known()
        self.say(framed(self.room.greeting(who, self.own, self.house.now(), guided=self.session.kind in CREW)))

    def become(self, session: Session) -> None:
        """Somebody more, or somebody less, is at this screen from now on."""
        self.session = session
        self.greet()

    def answer(self, data: object) -> None:
        self.say(framed(_encode(data)))

    def hear(self, news: News) -> None:
        """What everybody hears, and what only this seat may."""
        if self.session.terminal and self._known() != self._greeted:
            self.greet()  # somebody else is at this terminal now
            return
        mine = news.mine.get(own) if (own := self.own) is not None else None
        self.say(news.frame + mine if mine else news.frame)

    def _known(self) -> tuple[People, bool]:
        return self.people, is_by_card(self.room, self.session)

    async def close(self) -> None:
        await self._over.wait()
        with suppress(WebSocketDisconnect, RuntimeError):  # gone by itself meanwhile
            await self.socket.close(self._code)

    def take(self, text: str | bytes) -> None:
        """One message from the screen, whatever it is; nothing in it can stop the table."""
        if self.deaf:
            return
        try:
            message = _message.decode(text)
        except UNREADABLE as wrong:
            self._turn_away("", f"not a message: {str(wrong)[:120]}")
            return
        is_command = len(message.do) > 0
        self.used |= message.used or is_command
        if is_command:
            self._do(message)
        elif self._rates.bucket(f"questions {self.session.asker(self.token)}", ASKED).take(self._rates.now()):
            self._wait_a_moment(message)
        elif self.questions.full():
            self._turn_away("", "too many questions at once")
        else:
            self.questions.put_nowait(message)

    async def reply(self) -> None:
        """Answer what is asked, as long as there is somebody to ask."""
        while True:
            message = await self.questions.get()
            if message.ask not in QUESTIONS:
                self.answer({"n": message.n, "why": "nothing was asked"})
                continue
            try:
                await self.house.shows(self.room.table)
                self.answer({"n": message.n, message.ask: await QUESTIONS[message.ask](self, message)})
            except Exception:
                log.exception("a question could not be answered", extra={"asked": message.ask})
                self.answer({"n": message.n, "why": "this cannot be answered now"})

    def _turn_away(self, key: str, why: str, kind: str = "unknown") -> None:
        self.house.metrics.turned_away(kind)
        self.note(why)
        self.answer({"no": key[:MOST_KEY], "clause": "", "why": why})

    def note(self, why: str) -> None:
        """Log what was turned away: the first, second, fourth... so that a storm is counted, not written out."""
        self.turned_away += 1
        if self.turned_away & (self.turned_away - 1) == 0:
            told = {"table": self.room.table, "screen": self.session.kind, "times": self.turned_away}
            log.warning("turned away from a screen: %s", why, extra=told)

    def _do(self, message: Message) -> None:
        if self.pending >= MOST_PENDING:
            return self._too_many(message, "too many commands at once")
        if self._bucket().take(self._rates.now()):
            return self._slow_down(message)
        try:
            body = _command.decode(message.do)
        except UNREADABLE as wrong:
            return self._turn_away(message.key, f"not a command: {str(wrong)[:120]}")
        kind = str(body.__struct_config__.tag)
        if not may_send(self.session.kind, kind):
            return self._turn_away(message.key, f"this screen does not send '{kind}'", kind)
        if not 0 < len(message.key) <= MOST_KEY:
            return self._turn_away(message.key, f"a command has a key of 1 to {MOST_KEY} characters", kind)
        if isinstance(body, GiveUpDraw) and self.room.table not in self.house.health.undealt:
            return self._turn_away(message.key, "the secret of this round can still be opened", kind)
        if self.house.health.unsound and isinstance(body, ClearFault | OpenPlay | OpenTable):
            return self._turn_away(message.key, self.house.health.unsound, kind)
        self.pending += 1
        if len(self.people) == 1:
            return self._send(message, body)
        task = asyncio.get_running_loop().create_task(self._send_as_one(message, body))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return None

    def _bucket(self) -> Bucket:
        """What this session, terminal or seat may still send, over all its screens."""
        return self._rates.bucket(f"commands {self.session.asker(self.token)}", COMMANDS)

    def _too_many(self, message: Message, why: str) -> None:
        """Turn a command away that was not looked at; one that is sent again may have been done before."""
        if message.round is not None:
            self._come_back(message.key)
        else:
            self._turn_away(message.key, why)

    def _slow_down(self, message: Message) -> None:
        """Turn a command away without a word in the log; a screen that goes on like that is cut off."""
        if self._cut_off():
            return
        if message.round is not None:
            self._come_back(message.key)
            return
        why = "too many commands in a short time; wait a moment"
        self.answer({"no": message.key[:MOST_KEY], "clause": "", "why": why})

    def _wait_a_moment(self, message: Message) -> None:
        """Turn a question away that comes too fast."""
        if not self._cut_off():
            self.answer({"n": message.n, "why": "too many questions in a short time; wait a moment"})

    def _cut_off(self) -> bool:
        """Count something that came too fast; is it so often that the screen is cut off?"""
        self._rates.note("screen")
        if not self._patience.take(self._rates.now()):
            return False
        log.warning("a screen is cut off", extra={"table": self.room.table, "screen": self.session.kind})
        self.let_go(TOO_FAST)
        return True

    def _come_back(self, key: str) -> None:
        """This may be a command sent again that was done before: the screen keeps its key, and sends it later."""
        self.answer({"unknown": key[:MOST_KEY], "why": UNKNOWN})
        self.let_go(TRY_AGAIN_LATER)

    async def _send_as_one(self, message: Message, body: Command) -> None:
        """Of several people the table says who acts: it must stand where they see it standing."""
        async with self._one_by_one:
            found = None
            if message.round is not None:  # it comes again: the table as it stands since may let another do it
                about = (self.house.reader, message.key, self.room.table, self.people, body)
                try:
                    found = await asyncio.to_thread(sent_before, *about)
                except StoreError as failed:
                    return self._told(message.key, NotLookedUpError(str(failed)))
            await self.house.shows(self.room.table)
            return self._send(message, body, found and found[0])

    def _send(self, message: Message, body: Command, who: tuple[str, str] | None = None) -> None:
        actor, role = who or self.acting(body)
        key = message.key
        sent = Envelope(own_key(key, actor), self.room.table, actor, role, body, round=message.round)
        self.house.order(sent, lambda given: self._handover.put(partial(self._told, key, given)))

    def _told(self, key: str, given: Answer | StoreError) -> None:
        self.pending -= 1
        if isinstance(given, UnknownOutcomeError):
            log.error("unknown whether done: %s", given)
            self.answer({"unknown": key, "why": UNKNOWN})
        elif isinstance(given, NotLookedUpError):
            log.error("not looked up: %s", given)
            self._come_back(key)
        elif isinstance(given, StoreError):
            log.error("not done: %s", given)
            self.answer({"lost": key, "why": STUCK if isinstance(given, UnreadableError) else NOT_DONE})
        elif given.reason:
            self._bucket().charge(self._rates.now(), REFUSED_COSTS)
            self.answer({"no": key, "clause": given.clause, "why": given.reason})
        else:
            self.answer({"ack": key, "version": given.last})

    def acting(self, body: Command) -> tuple[str, str]:
        """As whom this screen sends a command."""
        people = self.people
        if len(people) == 1:
            return people[0]
        return acting(self.room, people, body, self.house.now()) if people else ("nobody", self.session.kind)


def acting(room: Room, people: Sequence[tuple[str, str]], body: Command, now: int) -> tuple[str, str]:
    """Of several people, or of one in several roles: the one whom the table lets do it.

    Where it lets none, the first whose refusal is about the thing itself and not about who asks.
    """
    better = None
    with room.lock:
        for person, role in people:
            decided = decide(room.life, body, Asker(person, role, now))
            if not isinstance(decided, Refusal):
                return person, role
            if better is None and decided.kind is not RefusalKind.ROLE:
                better = (person, role)
    return better or people[0]


def sent_before(
    store: Store, key: str, table: str, people: Sequence[tuple[str, str]], body: Command
) -> tuple[tuple[str, str], Answer] | None:
    """As whom of several this very command was sent before, and what it was answered; nothing if it was not."""
    given = {person: store.answer(own_key(key, person)) for person, _ in people}
    for person, role in people:
        known = given[person]
        if known is not None and arrived(Envelope(known.key, table, person, role, body))[1] == known.digest:
            return (person, role), known
    return None


async def serve_screen(screen: Screen) -> None:
    """Greet the screen, then listen until it goes."""
    screen.line.ear = screen.take
    screen.greet()
    beside = [asyncio.create_task(screen.reply()), asyncio.create_task(screen.close())]
    try:
        while True:
            # Plain texts come by the line; only what is odd, and the end, comes this way.
            message = await screen.socket.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") == TOO_LARGE:
                    screen.note("a message too large to be one")
                return
            text = message.get("text")
            if text is not None:
                screen.take(text)
            elif not screen.deaf:
                screen.note("a frame that is not text")
                screen.let_go(NOT_TEXT)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, or let go
    finally:
        screen.line.ear = None
        for task in beside:
            task.cancel()
