"""What an inspector asks: the log searched and exported, rounds told, the verifier, evidence, papers. Read only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from feltwork.money import MoneyError
from feltwork.refusal import shown
from feltwork.server.api.event_kinds import KINDS
from feltwork.server.api.searching import Cursor, Wanted, as_csv, as_lines, backwards, everything, search, told
from feltwork.server.auth.cookies import token_of
from feltwork.server.config import cents
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Record, Store, StoreError
from feltwork.store.series import last_in_series
from feltwork.verifier.evidence import PackError, make_pack
from feltwork.verifier.keys.checkpoint import CheckpointError, read_checkpoint
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log
from feltwork.views.views import Data

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

PAGE = 60
MAX_ROUNDS = 40
MAX_EXPORTS = 2
"""Exports that one process writes at once, one of each session: each holds connections to the database."""
EXPORT_SECONDS = 900.0
"""In which an export is taken: whoever takes it byte by byte holds no place for longer."""
MAX_AFTER = 2_000
MAX_DIGITS = 15
"""Of a number in an address: more is no version of anything."""
NO_ROUND = "no round has such a number"
ENDS = ("round-settled", "round-invalid")
LATER = (
    "round-reversed",
    "round-adjusted",
    "correction-proposed",
    "correction-dropped",
    "face-ruled",
    "round-doubted",
    "round-ruled",
    "debt-repaid",
)
"""Events that name an earlier round."""
T = TypeVar("T")
log = logging.getLogger("feltwork.server")


class Export(StreamingResponse):
    """A file that is written while it is sent; its connection is let go however that ends."""

    def __init__(
        self, body: Iterator[bytes], done: Callable[[], None], media_type: str, headers: dict[str, str]
    ) -> None:
        super().__init__(body, media_type=media_type, headers=headers)
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(EXPORT_SECONDS):
                await super().__call__(scope, receive, send)
        except TimeoutError:
            log.warning("an export was not taken in time, and is cut off")
        finally:
            self._done()


class AskError(Exception):
    """What was asked cannot be answered; the message may be shown."""


def _json(data: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def _wanted(request: Request) -> Wanted:
    asked = request.query_params
    try:
        amount = cents(asked["amount"]) if asked.get("amount") else None
    except MoneyError:
        raise AskError("an amount is written like 25 or 12.50") from None
    try:
        since, until = int(asked.get("since") or 0), int(asked["until"]) if asked.get("until") else None
    except ValueError:
        raise AskError("a time is a whole number of microseconds") from None
    table, person, clause, kind = (asked.get(name, "").strip() for name in ("table", "person", "clause", "kind"))
    return Wanted(table, person, amount, clause, kind, since, until)


async def find(floor: ServerState, request: Request) -> Response:
    """A page of the log."""
    try:
        wanted = _wanted(request)
        raw = request.query_params.get("after")
        cursor = msgspec.json.decode(raw, type=Cursor) if raw else None
        if cursor and max(cursor.values()) >= 10**MAX_DIGITS:
            raise AskError("this page does not go on there")
    except (AskError, *UNDECODABLE) as wrong:
        return JSONResponse({"why": str(wrong)}, 400)
    return _json(await floor.log_checks.reads.read(lambda store: search(store, wanted, cursor, PAGE)))


async def export(floor: ServerState, request: Request) -> Response:
    """All that is found, as a file."""
    try:
        wanted = _wanted(request)
    except AskError as wrong:
        return JSONResponse({"why": str(wrong)}, 400)
    write, kind, ending = (
        (as_lines, "application/x-ndjson", "jsonl")
        if request.query_params.get("form") == "jsonl"
        else (as_csv, "text/csv; charset=utf-8", "csv")
    )

    here = token_of(request)
    if len(floor.exports) >= MAX_EXPORTS or here in floor.exports:
        return JSONResponse(
            {"why": "another export is being written; wait until it is done"}, 429, {"retry-after": "10"}
        )
    floor.exports.add(here)
    try:
        store = await asyncio.to_thread(floor.house.connect)
    except BaseException:
        floor.exports.discard(here)
        raise

    def done() -> None:
        floor.exports.discard(here)
        if store is not floor.house.store:
            asyncio.get_running_loop().run_in_executor(None, store.close)

    headers = {"content-disposition": f'attachment; filename="feltwork-log.{ending}"'}
    return Export(write(everything(store, wanted)), done, media_type=kind, headers=headers)


async def rounds(floor: ServerState, request: Request) -> Response:
    """The last rounds of a table, or those before one."""
    stream = f"table/{request.path_params['table']}"
    before = request.query_params.get("before", "")

    def look(store: Store) -> list[Data]:
        end = store.log.head(stream).version + 1
        start = min(int(before), end) if before.isdecimal() and len(before) <= MAX_DIGITS else end
        ends = (record for record in backwards(store, stream, start) if record.kind in ENDS)
        return [
            {"version": record.version, "at": record.at, "kind": record.kind, "told": _words(record)[0]}
            for record in islice(ends, MAX_ROUNDS)
        ]

    return _json({"rounds": await floor.log_checks.reads.read(look)})


def _numbered(request: Request) -> int | None:
    """The number of a round in an address; none where no round can have it."""
    told = request.path_params["version"]
    return int(told) if told.isascii() and told.isdecimal() and len(told) <= MAX_DIGITS and int(told) else None


async def round_told(floor: ServerState, request: Request) -> Response:
    """One round from its first wager to its end, and what was ruled on it later."""
    stream, version = f"table/{request.path_params['table']}", _numbered(request)
    if version is None:
        return JSONResponse({"why": NO_ROUND}, 404)

    def look(store: Store) -> Data | None:
        is_there = 0 < version <= store.log.head(stream).version
        record = next(store.log.read(stream, version - 1), None) if is_there else None
        if record is None or record.kind not in ENDS:
            return None
        events = [record]
        for earlier in backwards(store, stream, version):
            if earlier.kind in ENDS:
                break
            events.append(earlier)
        after = islice(store.log.read(stream, version), MAX_AFTER)
        later = [told(r) for r in after if r.kind in LATER and msgspec.json.decode(r.body).get("version") == version]
        return {"version": version, "events": [told(r) for r in reversed(events)], "later": later}

    found = await floor.log_checks.reads.read(look)
    return _json(found) if found else JSONResponse({"why": f"event {version} does not end a round"}, 404)


def _words(record: Record) -> list[str]:
    text = told(record)["text"]
    return text if isinstance(text, list) and text else [record.kind]


async def verification(floor: ServerState, request: Request) -> Response:
    return _json(floor.log_checks.verification.told())


async def verify(floor: ServerState, request: Request) -> Response:
    """Start the verifier over the whole log."""
    if floor.house.url == "memory:":
        return JSONResponse({"why": "a log in memory cannot be read by anybody else"}, 409)
    heads = await floor.log_checks.reads.read(lambda store: store.log.heads())
    total = sum(head.version for head in heads)
    checks = floor.log_checks
    if not checks.verification.start(total, floor.house.now(), checks.checkpoint, checks.trust):
        return JSONResponse({"why": "the verifier is already at work"}, 409)
    return _json(floor.log_checks.verification.told())


async def pack(floor: ServerState, request: Request) -> Response:
    """The evidence for one round, to be checked on another machine."""
    table, version = request.path_params["table"], _numbered(request)
    if version is None:
        return JSONResponse({"why": NO_ROUND}, 404)
    if floor.log_checks.checkpoint is None or not floor.log_checks.checkpoint.exists():
        return JSONResponse({"why": "no checkpoint has been signed yet: evidence needs one that covers the round"}, 409)
    path = floor.log_checks.checkpoint

    def make() -> bytes:
        reading = read_log(floor.house.url, looked_over=False)
        try:
            return make_pack(reading, table, version, path.read_bytes())
        finally:
            reading.close()

    try:
        made = await floor.log_checks.reads.run(make)
    except (PackError, ReadError) as wrong:
        return JSONResponse({"why": f"{shown(str(wrong))}; a checkpoint is signed every minute"}, 409)
    headers = {"content-disposition": f'attachment; filename="evidence-{table}-{version}.json"'}
    return Response(made, media_type="application/json", headers=headers)


async def papers(floor: ServerState, request: Request) -> Response:
    """The last checkpoint, where every stream stands, and who is behind the ids."""

    def look(store: Store) -> Data:
        heads = [
            {"stream": head.stream, "version": head.version, "hash": head.hash.hex()} for head in store.log.heads()
        ]
        people = [{"id": person.id, "name": person.name} for person in store.people.all()]
        return {"heads": heads, "people": people, "kinds": KINDS, "series": _standing(store)}

    return _json(await floor.log_checks.reads.read(look) | {"checkpoint": _checkpoint(floor)})


def _standing(store: Store) -> int:
    """The number of the last checkpoint of the series, on whichever host it was signed."""
    try:
        last = last_in_series(store.settings)
    except StoreError:
        return 0
    return last.number if last is not None else 0


def _checkpoint(floor: ServerState) -> Data | None:
    path = floor.log_checks.checkpoint
    try:
        signed = read_checkpoint(path.read_bytes()) if path is not None else None
    except (OSError, CheckpointError):
        return None
    if signed is None:
        return None
    covered = {stream: version for stream, (version, _) in signed.heads.items()}
    return {"number": signed.number, "at": signed.at, "key": signed.fingerprint, "covered": covered}
