"""Two tables of a session become one: everybody there is seated anew, by a draw that anybody can recompute."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asked, Asker
from feltwork.tournament.live.guards import not_official, playing_at, rules_of
from feltwork.tournament.live.seat_draw import drawn_order, merge_id
from feltwork.tournament.live.state import WAITING, Closing, Decision, Heat, Tournament, on_rail
from feltwork.tournament.live.topic import Happens, Sender, Topic


class MergeTables(Asked, frozen=True, tag="merge-tables"):
    """Bring those who are still in at one table to another one, between two rounds."""

    table: str
    into: str


class TablesMerged(Struct, frozen=True, tag="tables-merged"):
    """Who sits where from now on, clockwise; drawn from the secret of the session's seats and the last results."""

    table: str
    into: str
    nonces: tuple[str, ...]
    seats: tuple[str, ...]


def merge(tournament: Tournament, command: MergeTables, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    heat, other = playing_at(tournament, command.table), playing_at(tournament, command.into)
    clause = rules.clause(Duty.SEATS)
    refused = not_official(tournament, by, Duty.SEATS)
    if refused:
        return refused
    if isinstance(heat, Refusal):
        return heat
    if isinstance(other, Refusal):
        return other
    assert terms is not None
    if not terms.merge:
        return Refusal(rules.clause(Duty.REPECHAGE), "the conditions do not say that tables merge")
    return _not_ready(tournament, heat, other, clause) or (_merged(tournament, heat, other),)


def _not_ready(tournament: Tournament, heat: Heat, other: Heat, clause: str) -> Refusal | None:
    """Only tables that stand alike become one."""
    if heat.table == other.table or heat.phase != WAITING or other.phase != WAITING or heat.ties or other.ties:
        return Refusal(clause, "two tables merge between two rounds of a session")
    if heat.number != other.number:
        return Refusal(
            clause, f"table {heat.table} has played {heat.number} rounds, table {other.table} {other.number}"
        )
    if heat.closing.counting or other.closing.counting:
        return Refusal(clause, "count the chips first")
    if any(each.game is not None and each.game.layout for each in (heat, other)):
        return Refusal(clause, "there are bets on the layout")
    together = len(heat.still_in()) + len(other.still_in())
    if together > tournament.stage.seats:
        return Refusal(clause, f"{together} players do not fit at a table of {tournament.stage.seats}")
    return None


def _merged(tournament: Tournament, heat: Heat, other: Heat) -> TablesMerged:
    nonces = tuple(each.last.result for each in (heat, other) if each.last is not None)
    draw = merge_id(tournament.id, tournament.session, heat.table, other.table)
    order = drawn_order(bytes.fromhex(tournament.record.secret), draw, nonces, [*heat.still_in(), *other.still_in()])
    return TablesMerged(heat.table, other.table, nonces, tuple(order))


def merged(tournament: Tournament, event: TablesMerged, stamp: Stamp) -> None:
    gone, kept = tournament.heats[event.table], tournament.heats[event.into].copy()
    players = {**gone.copy().players, **kept.players}
    chips = {name: each.chips(name) for each in (gone, kept) for name in each.players}
    left = [name for each in (kept, gone) for name in each.seats if name not in event.seats]
    if kept.game is not None:
        rail = {
            name: on_rail(each.game, each.seat(name)) for each in (gone, kept) for name in each.still_in() if each.game
        }
        kept.game = replace(kept.game, balances={seat: rail[name] for seat, name in enumerate(event.seats, 1)})
    kept.seats = (*event.seats, *left)
    kept.players = {name: players[name] for name in kept.seats}
    kept.out_at |= gone.out_at
    kept.out = sorted([*kept.out, *gone.out], key=lambda name: (kept.out_at[name], chips[name]))
    kept.tables += gone.tables
    kept.closing, kept.examined = Closing(), frozenset()
    del tournament.kept[event.table]
    tournament.keep(kept)


TOPIC = Topic(
    commands={MergeTables: (Sender.DESK, merge)},
    events={
        TablesMerged: Happens(
            merged, lambda e: f"Table {e.table} joins table {e.into}, where now sit {shown(', '.join(e.seats))}."
        )
    },
)
