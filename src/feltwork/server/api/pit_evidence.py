"""Evidence for a dispute by one press: the pack of its round is made, kept in the database, and attached.

Every process of a floor gives a pack that any of them made.
"""

from __future__ import annotations

import asyncio
import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.engine.envelope import Envelope, own_key
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.incidents.commands import AttachEvidence
from feltwork.incidents.state import Dispute
from feltwork.server.api.terminal import body_of, refused
from feltwork.server.auth.access import MAX_KEY
from feltwork.server.undecodable import UNDECODABLE
from feltwork.verifier.evidence import PackError, make_pack
from feltwork.verifier.log.database import LARGEST, ReadError
from feltwork.verifier.log.ranges import ranges_of
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import ROUNDS

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

DIGEST = re.compile(r"[0-9a-f]{64}")
MAX_DIGITS = 9
SHELF = "evidence"
"""Packs that were attached to disputes, by their digests; older ones lie in a folder of this name beside the
checkpoints of the host that made them."""


class Pressed(Struct, forbid_unknown_fields=True):
    """One press, by its key."""

    key: str


async def attach(floor: ServerState, request: Request) -> Response:
    """Make the evidence pack of the round that a dispute is about, keep it, and attach it by its digest."""
    told = request.path_params["dispute"]
    number = int(told) if told.isascii() and told.isdecimal() and len(told) <= MAX_DIGITS else 0
    try:
        pressed = msgspec.json.decode(await body_of(request), type=Pressed)
    except UNDECODABLE:
        return JSONResponse({"why": "this cannot be read as a request"}, 400)
    if not 0 < len(pressed.key) <= MAX_KEY:
        return JSONResponse({"why": "a key in this is not valid"}, 400)
    people, may = request.state.session.people, INCIDENTS.senders[AttachEvidence].roles
    person, role = next((one for one in people if one[1] in may), people[0])
    key = own_key(f"evidence:{pressed.key}", person)
    given = await asyncio.to_thread(floor.house.reader.log.answer, key)
    if given is None:
        dispute = await floor.house.readers.aggregates.look(INCIDENTS, "", lambda state: state.disputes.get(number))
        if dispute is None:
            return JSONResponse({"why": f"there is no dispute {number}"}, 404)
        if _folder(floor) is None or not dispute.table:
            why = "no checkpoint has been signed yet" if dispute.table else "this dispute names no table"
            return JSONResponse({"why": f"{why}: evidence is made of a round that one covers"}, 409)
        try:
            digest, version = await floor.log_checks.reads.run(lambda: _kept(floor, dispute))
        except (PackError, ReadError, OSError) as wrong:
            return JSONResponse({"why": f"{wrong}; a checkpoint is signed every minute"}, 409)
        body = AttachEvidence(number, digest, f"the round at record {version} of table {dispute.table}")
        given = await floor.house.send(Envelope(key, INCIDENTS.kind, person, role, body))
    return refused(given) if given.reason else JSONResponse({"done": given.last})


def _folder(floor: ServerState) -> Path | None:
    signed = floor.log_checks.checkpoint
    return signed.parent / SHELF if signed is not None and signed.exists() else None


def _kept(floor: ServerState, dispute: Dispute) -> tuple[str, int]:
    """The digest of the pack and the record of its round: the one that is named, else the last before the dispute."""
    reading = read_log(floor.house.url, looked_over=False)
    try:
        stream, ranges = f"table/{dispute.table}", ranges_of(reading)
        ended = ranges.next_of(stream, ROUNDS, dispute.round - 1) if dispute.round > 0 else 0
        version = ended or ranges.last_of(stream, ROUNDS, LARGEST, dispute.at)
        if not version:
            raise PackError(f"no round has been played at table {dispute.table}")
        assert floor.log_checks.checkpoint is not None
        made = make_pack(reading, dispute.table, version, floor.log_checks.checkpoint.read_bytes())
    finally:
        reading.close()
    digest = sha256(made).hexdigest()
    floor.house.reader.settings.put(SHELF, digest, made)
    return digest, version


async def evidence(floor: ServerState, request: Request) -> Response:
    """A pack that was attached, by its digest; it is what the log says, or it is not given."""
    digest = request.path_params["digest"]
    made = await asyncio.to_thread(_pack, floor, digest) if DIGEST.fullmatch(digest) else None
    if made is None:
        return JSONResponse({"why": "no such pack is kept here"}, 404)
    if sha256(made).hexdigest() != digest:
        return JSONResponse({"why": "the pack was changed: it is not the one that was attached"}, 409)
    headers = {"content-disposition": f'attachment; filename="evidence-{digest[:12]}.json"'}
    return Response(made, media_type="application/json", headers=headers)


def _pack(floor: ServerState, digest: str) -> bytes | None:
    kept = floor.house.reader.settings.get(SHELF, digest)
    if kept is not None:
        return kept
    folder = _folder(floor)
    path = folder / f"{digest}.json" if folder is not None else None
    return path.read_bytes() if path is not None and path.is_file() else None
