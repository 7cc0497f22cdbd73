"""For those who watch a process: is it alive, is it ready, what has it done."""

from __future__ import annotations

import asyncio
import logging
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from feltwork.server.ops.gauges import backup_age, free_bytes, gauges
from feltwork.server.ops.readiness import problems
from feltwork.server.ops.single_flight import ANSWER_SECONDS

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

log = logging.getLogger("feltwork.server")


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def health(floor: ServerState, request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _looked(floor: ServerState, *, fresh: bool = True) -> tuple[dict[str, str], str]:
    """What does not work, and what is not as it should be with checkpoints; a database that hangs does not work."""
    try:
        found, late = await floor.readiness.call(lambda: (problems(floor), floor.log_checks.signing()), fresh=fresh)
    except TimeoutError:
        log.error("the database gives no answer", extra={"seconds": ANSWER_SECONDS})
        return {"database": f"no answer within {ANSWER_SECONDS:g} seconds"} | floor.heartbeat.problems(), ""
    return found, late


async def ready(floor: ServerState, request: Request) -> Response:
    """Which part does not work, a line each; what leaves the others at work is told too, and is no failure.

    Nobody is told to wait here, or a load balancer would send nobody to this process because others ask too much.
    """
    found, late = await _looked(floor, fresh=not floor.limits.too_fast(request))
    serious = {part: why for part, why in found.items() if not part.startswith(("snapshot of ", "clock"))}
    told = [f"{part}: {why}\n" for part, why in sorted(found.items())]
    # One table that cannot be dealt to is no reason to send nobody to the others; it is told all the same.
    told += [f"table {table} cannot be dealt to: {why}\n" for table, why in sorted(floor.house.health.undealt.items())]
    if late:
        told.append(f"checkpoints: {late}\n")
    if floor.log_checks.integrity is not None and (progress := floor.log_checks.integrity.told()):
        told.append(f"integrity: {progress}\n")
    return PlainTextResponse(f"{'not ready' if serious else 'ready'}\n{''.join(told)}", 503 if serious else 200)


async def metrics(floor: ServerState, request: Request) -> Response:
    """For whoever has the token; without one, for this machine alone."""
    if floor.metrics_token:
        shown = request.headers.get("authorization", "").encode("utf-8", "replace")
        allowed = compare_digest(shown, f"Bearer {floor.metrics_token}".encode())
    else:
        allowed = request.client is not None and is_loopback(request.client.host)
    if not allowed:
        return PlainTextResponse("metrics are not for everybody\n", 403)
    troubles = (await _looked(floor))[0]
    free = await asyncio.to_thread(free_bytes, floor.house.url, floor.log_checks)
    age = await asyncio.to_thread(backup_age, floor.log_checks.backups)
    found = gauges(floor, troubles) | {"feltwork_disk_free_bytes": free, "feltwork_backup_age_seconds": age}
    return PlainTextResponse(floor.house.metrics.text(found), media_type="text/plain; version=0.0.4")
