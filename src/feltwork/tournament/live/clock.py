"""The clock of a table: it stands still while a dispute is open or the official is away."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.tournament import Duty
from feltwork.tournament.live.guards import rules_of
from feltwork.tournament.live.state import Tournament, open_dispute


def paused(tournament: Tournament, table: str, at: int) -> None:
    """Stop a table's clock, unless it stands."""
    with tournament.change(table) as heat:
        if not heat.clock.paused_since:
            heat.clock = replace(heat.clock, paused_since=at)


def resumed(tournament: Tournament, table: str, at: int) -> None:
    """Let a table's clock go on, unless something else holds it."""
    rules = rules_of(tournament)
    held = rules.dispute_stops and open_dispute(tournament, table) is not None
    away = rules.has(Duty.PRESENCE) and not tournament.official.present
    with tournament.change(table) as heat:
        if heat.clock.paused_since and not held and not away:
            stood = heat.clock.stood + at - heat.clock.paused_since
            closes = heat.closes_at + at - heat.clock.paused_since if heat.closes_at else 0
            heat.clock, heat.closes_at = replace(heat.clock, paused_since=0, stood=stood), closes
