"""What is worked out of a table when somebody asks for it; the table stands still meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.server.sockets.room import Room
from feltwork.views.crewing import crew_view
from feltwork.views.foresee import foresee, once_confirmed
from feltwork.views.legal import legal_spots, may_remove
from feltwork.views.office import glance, opened
from feltwork.views.rounds import RECENT
from feltwork.views.views import Data


def room_legal(room: Room, seat: int, chip: int, now: int, staff: Sequence[tuple[str, str]] = ()) -> Data:
    """Where a chip may go, put down by the player; or by staff for the seat."""
    with room.lock:
        return {
            "spots": legal_spots(room.live, seat, chip, now, staff),
            "removable": may_remove(room.live, seat, now),
            "version": room.live.version,
        }


def room_actions(room: Room, people: Sequence[tuple[str, str]], now: int) -> Data:
    """What a crew can do now."""
    with room.lock:
        return crew_view(room.live, people, now) | {"house_dealer": bool(room.guest_seconds)}


def room_corrections(room: Room) -> Sequence[Data]:
    """What was corrected and the crew have yet to take and pay."""
    with room.lock:
        return room.recall.to_acknowledge(room.live)


def room_glance(room: Room) -> Data:
    """A table as the supervisor's list shows it."""
    with room.lock:
        return glance(room.live, room.takings)


def room_opened(room: Room) -> Data:
    """What a supervisor may set here, and the last rounds, with whether each can still be set right."""
    with room.lock:
        told = opened(room.live, room.takings)
        settable = {*room.live.rounds.kept, told.get("last")}
        rounds = [
            {name: value for name, value in r.items() if name != "lines"} | {"settable": r["version"] in settable}
            for r in reversed(room.recall.rounds[-RECENT:])
        ]
        return told | {"recalled": rounds}


def room_foresees(room: Room, seat: int) -> Sequence[Data]:
    """What each next result would do to the wagers of a seat."""
    with room.lock:
        return foresee(room.live, seat)


def room_once_confirmed(room: Room) -> Sequence[Data]:
    """What there will be to take and to pay once the entered result is confirmed."""
    with room.lock:
        return once_confirmed(room.live)


def room_recalls(room: Room, seat: int | None) -> Sequence[Data]:
    """The last rounds of a seat; without one, of the whole table."""
    with room.lock:
        return room.recall.of_seat(room.live, seat) if seat is not None else list(reversed(room.recall.rounds))
