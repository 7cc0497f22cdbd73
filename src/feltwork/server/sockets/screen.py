"""A screen at a table: commands in, answers after the commit, and what happens at the table as it happens."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from feltwork.engine.envelope import Envelope, own_key, screen_key
from feltwork.server.auth.access import MAX_KEY, commands_of
from feltwork.server.auth.seated import People, is_by_card, people_at
from feltwork.server.auth.sessions import Session, session_id
from feltwork.server.ops.rates import Rates, ScreenRates
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.acting import acting, by_name, sent_before
from feltwork.server.sockets.connection import NOT_TEXT, TOO_FAST, TOO_LARGE, TRY_AGAIN_LATER, Connection
from feltwork.server.sockets.frames import framed
from feltwork.server.sockets.handover import Handover
from feltwork.server.sockets.questions import CREW, QUESTIONS
from feltwork.server.sockets.room import News, Room
from feltwork.store.port import Answer, NotLookedUpError, StoreError, UnknownOutcomeError, UnreadableError
from feltwork.table.live import commands as ask
from feltwork.views.views import Data

MAX_PENDING = 64
"""Commands of one screen that may be on their way at once; more are turned away."""
NOT_DONE = "the system could not record this; it was not done"
STUCK = "this program cannot read on in this table's log; this was not done, please call a supervisor"
UNKNOWN = "it is not known yet whether this was done; it is looked up as soon as the system is back"
log = logging.getLogger("feltwork.server")


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
_command = msgspec.json.Decoder(ask.Command)


class Screen:
    """One connected screen: who is at it, what it is told, and what it asks."""

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
        self.room, self.house, self.token = room, house, token
        self._let_in(session)
        self.out = Connection(socket)
        self.rates = ScreenRates(rates)
        self.commands = Commands(self, handover)
        self.questions: asyncio.Queue[Message] = asyncio.Queue(MAX_PENDING)
        """They are answered one after the other."""
        self.turned_away = 0
        """Messages of this screen that never reached the queue."""
        self.used = False
        """Has anybody done anything at this screen since its session was last looked at?"""
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
        return seat if self.room.live.seats.players.get(seat) in (None, people[0][0]) else None

    @property
    def people(self) -> People:
        """As whom this screen acts now."""
        return people_at(self.room, self.session) if self.session.terminal else self.session.people

    def _let_in(self, session: Session) -> None:
        self.session = session
        self.asker = session.asker(self.token)
        """By what its rates are counted: its session, terminal or seat, over all screens."""

    def greet(self) -> None:
        """Tell the screen who is at it, and how the table stands."""
        who: Data = {
            "kind": self.session.kind,
            "seat": self.seat,
            "table": self.room.table,
            "people": [list(pair) for pair in self.people],
            "by_card": is_by_card(self.room, self.session),
        }
        if self.session.kind == "crew":
            who["screen"] = session_id(self.token)
        self._greeted = self._known()
        self.out.say(framed(self.room.greeting(who, self.own, self.house.now(), guided=self.session.kind in CREW)))

    def become(self, session: Session) -> None:
        """Somebody more, or somebody less, is at this screen from now on."""
        self._let_in(session)
        self.greet()

    def hear(self, news: News) -> None:
        """What everybody hears, and what only this seat may."""
        if self.session.terminal and self._known() != self._greeted:
            self.greet()  # somebody else is at this terminal now
            return
        mine = news.mine.get(own) if (own := self.own) is not None else None
        self.out.say(news.frame + mine if mine else news.frame)

    def _known(self) -> tuple[People, bool]:
        return self.people, is_by_card(self.room, self.session)

    def take(self, text: str | bytes) -> None:
        """One message from the screen, whatever it is; nothing in it can stop the table."""
        if self.out.deaf:
            return
        try:
            message = _message.decode(text)
        except UNREADABLE as wrong:
            if not (self.rates.over_questions(self.asker) and self.cut_off()):
                self.turn_away("", f"not a message: {str(wrong)[:120]}")
            return
        is_command = len(message.do) > 0
        self.used |= message.used or is_command
        if is_command:
            self.commands.do(message)
        elif self.rates.over_questions(self.asker):
            if not self.cut_off():
                self.out.answer({"n": message.n, "why": "too many questions in a short time; wait a moment"})
        elif self.questions.full():
            self.turn_away("", "too many questions at once")
        else:
            self.questions.put_nowait(message)

    async def reply(self) -> None:
        """Answer what is asked, as long as there is somebody to ask."""
        while True:
            message = await self.questions.get()
            if message.ask not in QUESTIONS:
                self.out.answer({"n": message.n, "why": "nothing was asked"})
                continue
            try:
                await self.house.shows(self.room.table)
                self.out.answer({"n": message.n, message.ask: await QUESTIONS[message.ask](self, message)})
            except Exception:
                log.exception("a question could not be answered", extra={"asked": message.ask})
                self.out.answer({"n": message.n, "why": "this cannot be answered now"})

    def turn_away(self, key: str, why: str, kind: str = "unknown") -> None:
        self.house.metrics.turned_away(kind)
        self.note(why)
        self.out.answer({"no": key[:MAX_KEY], "clause": "", "why": why})

    def note(self, why: str) -> None:
        """Log what was turned away: the first, second, fourth... so that a flood is counted, not written out."""
        self.turned_away += 1
        if self.turned_away & (self.turned_away - 1) == 0:
            told = {"table": self.room.table, "screen": self.session.kind, "times": self.turned_away}
            log.warning("turned away from a screen: %s", why, extra=told)

    def cut_off(self) -> bool:
        """Count something that came too fast; is it so often that the screen is cut off?"""
        if not self.rates.out_of_patience():
            return False
        log.warning("a screen is cut off", extra={"table": self.room.table, "screen": self.session.kind})
        self.out.let_go(TOO_FAST)
        return True


class Commands:
    """The commands of one screen, on their way to the desk and answered."""

    def __init__(self, screen: Screen, handover: Handover) -> None:
        self._screen, self._handover = screen, handover
        self._may_send = commands_of(screen.session.kind)
        self.pending = 0
        self._sending: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()
        """They go on in the order they came."""

    def do(self, message: Message) -> None:
        """Check a command that a screen sends, and put it on its way."""
        screen = self._screen
        if self.pending >= MAX_PENDING:
            return self._too_many(message, "too many commands at once")
        if screen.rates.over_commands(screen.asker):
            return self._slow_down(message)
        try:
            body = _command.decode(message.do)
        except UNREADABLE as wrong:
            return screen.turn_away(message.key, f"not a command: {str(wrong)[:120]}")
        kind = str(body.__struct_config__.tag)
        if kind not in self._may_send:
            return screen.turn_away(message.key, f"this screen does not send '{kind}'", kind)
        if isinstance(body, ask.Sit) and screen.session.seat not in (None, body.seat):
            return screen.turn_away(message.key, f"this screen is at seat {screen.session.seat}", kind)
        if not 0 < len(message.key) <= MAX_KEY:
            return screen.turn_away(message.key, f"a command has a key of 1 to {MAX_KEY} characters", kind)
        self.pending += 1
        if len(screen.people) == 1 and screen.session.kind != "crew" and not isinstance(body, ask.Sit):
            return self._send(message, body, own_key(message.key, screen.people[0][0]), screen.people[0])
        task = asyncio.get_running_loop().create_task(self._send_as_one(message, body))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return None

    def _too_many(self, message: Message, why: str) -> None:
        """Turn a command away that was not looked at; one that is sent again may have been done before."""
        if message.round is not None:
            self._come_back(message.key)
        else:
            self._screen.turn_away(message.key, why)

    def _slow_down(self, message: Message) -> None:
        """Turn a command away without a word in the log; a screen that goes on like that is cut off."""
        if self._screen.cut_off():
            return
        if message.round is not None:
            self._come_back(message.key)
            return
        why = "too many commands in a short time; wait a moment"
        self._screen.out.answer({"no": message.key[:MAX_KEY], "clause": "", "why": why})

    def _come_back(self, key: str) -> None:
        """This may be a command sent again that was done before: the screen keeps its key, and sends it later."""
        self._screen.out.answer({"unknown": key[:MAX_KEY], "why": UNKNOWN})
        self._screen.out.let_go(TRY_AGAIN_LATER)

    async def _send_as_one(self, message: Message, body: ask.Command) -> None:
        """Of several people the table says who acts: it must stand where they see it standing."""
        screen = self._screen
        async with self._one_by_one:
            found = None
            if isinstance(body, ask.Sit) and screen.session.kind in CREW:  # by name: the system has the id
                try:
                    known = await by_name(screen.house, self._key(message.key, screen.people[0][0]), body)
                except StoreError as failed:
                    again = message.round is not None  # then it may have been done before
                    return self._told(message.key, NotLookedUpError(str(failed)) if again else failed)
                if isinstance(known, str):
                    self.pending -= 1
                    return screen.out.answer({"no": message.key, "clause": "", "why": known})
                body = known
            if message.round is not None:  # it comes again: the table as it stands since may let another do it
                about = (screen.house.reader, message.key, screen.room.table, screen.people, body)
                try:
                    found = await asyncio.to_thread(sent_before, *about)
                except StoreError as failed:
                    return self._told(message.key, NotLookedUpError(str(failed)))
            if found is not None:  # under its person's key, as a crew's commands were sent before screens had theirs
                return self._send(message, body, found[1].key, found[0])
            if len(screen.people) > 1:
                await screen.house.shows(screen.room.table)
            who = self.acting(body)
            return self._send(message, body, self._key(message.key, who[0]), who)

    def _key(self, key: str, actor: str) -> str:
        """A key as it is kept. A crew's belongs to its screen: who acts may be another when it is sent again."""
        if self._screen.session.kind == "crew":
            return screen_key(key, session_id(self._screen.token))
        return own_key(key, actor)

    def _send(self, message: Message, body: ask.Command, kept: str, who: tuple[str, str]) -> None:
        key, (actor, role) = message.key, who
        several = message.round is not None and (self._screen.session.kind == "crew" or len(self._screen.people) > 1)
        sent = Envelope(kept, self._screen.room.table, actor, role, body, round=message.round, shared=several)
        self._screen.house.queue.put(
            sent, lambda given: self._handover.put(partial(self._told, key, given, len(message.do)))
        )

    def _told(self, key: str, given: Answer | StoreError, size: int = 0) -> None:
        self.pending -= 1
        if isinstance(given, UnknownOutcomeError):
            log.error("unknown whether done: %s", given)
            self._screen.out.answer({"unknown": key, "why": UNKNOWN})
        elif isinstance(given, NotLookedUpError):
            log.error("not looked up: %s", given)
            self._come_back(key)
        elif isinstance(given, StoreError):
            log.error("not done: %s", given)
            self._screen.out.answer({"lost": key, "why": STUCK if isinstance(given, UnreadableError) else NOT_DONE})
        elif given.reason:
            self._screen.rates.charge_refusal(self._screen.asker, size)
            self._screen.out.answer({"no": key, "clause": given.clause, "why": given.reason})
        else:
            self._screen.out.answer({"ack": key, "version": given.last})

    def acting(self, body: ask.Command) -> tuple[str, str]:
        """As whom this screen sends a command."""
        screen, people = self._screen, self._screen.people
        if len(people) == 1:
            return people[0]
        return acting(screen.room, people, body, screen.house.now()) if people else ("nobody", screen.session.kind)


async def serve_screen(screen: Screen) -> None:
    """Greet the screen, then listen until it goes."""
    screen.out.line.on_text = screen.take
    screen.greet()
    beside = [asyncio.create_task(screen.reply()), asyncio.create_task(screen.out.close())]
    try:
        while True:
            # Plain texts come by the line; only what is odd, and the end, comes this way.
            message = await screen.out.socket.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") == TOO_LARGE:
                    screen.note("a message too large to be one")
                return
            text = message.get("text")
            if text is not None:
                screen.take(text)
            elif not screen.out.deaf:
                screen.note("a frame that is not text")
                screen.out.let_go(NOT_TEXT)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, or let go
    finally:
        screen.out.line.on_text = None
        for task in beside:
            task.cancel()
