"""Note acceptors at the floor's door: signed reports of real ones, and simulated ones at tables of play money."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.cage.commands import InsertNote
from feltwork.engine.envelope import Envelope
from feltwork.games.conduct import Act
from feltwork.server.api.terminal import NOT_UNDERSTOOD, Asked, body_of, read, refused
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Answer
from feltwork.table.live.topics.acceptors import ACCEPTOR, is_signed

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime
    from feltwork.server.state import ServerState

MAX_KEPT = 1_000
"""Notes of play money that are remembered by the key a screen gave them."""
NOT_YOURS = "notes go into the note acceptor; it reports them by itself"


class Report(Struct, forbid_unknown_fields=True):
    """One note, as an acceptor says it."""

    table: str
    seat: int
    amount: int
    number: int
    signature: str


async def note(floor: ServerState, request: Request) -> Response:
    """The report of an enrolled acceptor. The same report again is answered the same and counts once."""
    try:
        report = msgspec.json.decode(await body_of(request), type=Report)
    except UNDECODABLE:
        return JSONResponse({"why": "this is no report of a note"}, 400)
    room = floor.house.rooms.get(report.table)
    if room is not None:
        await floor.house.shows(report.table)
    acceptor = room.live.terminals.acceptors.get(report.seat) if room else None
    told = (report.table, report.seat, report.number, report.amount, report.signature)
    if acceptor is None or not is_signed(acceptor.key, *told):
        # Anybody can send this: what is not signed by a device of the floor never comes near the log.
        return JSONResponse({"why": "no note acceptor of this floor signed that"}, 403)
    given = await submit(
        floor.house, report.table, InsertNote(report.seat, report.amount, report.number, report.signature)
    )
    return refused(given) if given.reason else JSONResponse({"done": report.amount})


async def submit(house: Runtime, table: str, body: InsertNote) -> Answer:
    """One report to its table, under a key that follows from it."""
    key = f"note:{table}:{body.seat}:{body.signature[:48]}"
    return await house.send(Envelope(key, table, f"{table}-{body.seat}", ACCEPTOR, body))


class PlayMoney:
    """Simulated acceptors of the tables where no money is real."""

    def __init__(self, manager: str = "floor-manager") -> None:
        self.manager = manager
        self._acceptors: dict[tuple[str, int], SimulatedAcceptor] = {}
        self._reports: OrderedDict[str, InsertNote] = OrderedDict()

    async def put_in(self, house: Runtime, table: str, seat: int, amount: int, key: str) -> Answer | None:
        """One note of play money into a terminal, once for each key; nothing where money is real."""
        room = house.rooms.get(table)
        if room is None or not room.live.opening.rehearsal or room.live.conduct is None:
            return None
        place = (table, seat)
        if place not in self._acceptors:
            acceptor = SimulatedAcceptor(table, seat, Ed25519PrivateKey.generate())
            role = room.live.conduct.powers[Act.CLOSE].roles[0]
            enrolment = Envelope(f"acceptor:{acceptor.enrolment.key}", table, self.manager, role, acceptor.enrolment)
            enrolled = await house.send(enrolment)
            if enrolled.reason:
                return enrolled
            self._acceptors[place] = acceptor
        known = f"{table}:{seat}:{key}"
        if known not in self._reports:
            self._reports[known] = self._acceptors[place].report(amount)
            while len(self._reports) > MAX_KEPT:
                self._reports.popitem(last=False)
        return await submit(house, table, self._reports[known])


class Note(Asked):
    amount: int


async def cash_in(floor: ServerState, request: Request) -> Response:
    """A note of play money, at a table where all money is: nobody's session puts real money anywhere."""
    asked = await read(request, Note)
    if asked is None or not asked.key:
        return JSONResponse({"why": NOT_UNDERSTOOD}, 400)
    session = request.state.session
    room = floor.house.rooms.get(session.table)
    takes = room.live.conduct.terminals.notes if room is not None and room.live.conduct is not None else {}
    if takes and asked.amount not in takes:
        *most, last = (str(note // 100) for note in takes)
        return JSONResponse({"why": f"the acceptor takes notes of {', '.join(most)} and {last}"}, 400)
    if room is not None:
        await floor.house.shows(session.table)
    if room is None or room.live.seats.players.get(session.seat) != session.person:
        return JSONResponse({"why": "this seat is not yours"}, 409)
    given = await floor.play_money.put_in(floor.house, session.table, session.seat, asked.amount, asked.key)
    if given is None:
        return JSONResponse({"why": NOT_YOURS}, 403)
    return refused(given) if given.reason else JSONResponse({"done": asked.amount})
