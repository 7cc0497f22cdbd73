"""Follow one tournament: who may do what and when, what it moves, and what each round and session comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from feltwork.games.tournament import Who
from feltwork.verifier.aggregate import CheckedKind
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved
from feltwork.verifier.tournament import drafting, leaving, rounds, sessions
from feltwork.verifier.tournament.facts import Body, Facts, WrongError, need, same
from feltwork.verifier.tournament.terms import Terms

BY_OFFICIAL = frozenset(
    (
        "tournament-published",
        "entries-closed",
        "tables-designated",
        "start-moved",
        "seats-drawn",
        "players-briefed",
        "presence-set",
        "wager-time-limited",
        "session-started",
        "breach-found",
        "player-disqualified",
        "substitute-answered",
        "count-ordered",
        "tables-merged",
        "tie-ordered",
        "session-announced",
        "prizes-paid",
    )
)
BY_OPERATOR = frozenset(
    ("tournament-drafted", "conditions-revised", "official-appointed", "tournament-cancelled", "pool-added")
)
BY_CREW = frozenset(
    (
        "tournament-round-opened",
        "tournament-betting-closed",
        "tournament-round-settled",
        "totals-recorded",
        "tournament-chips-returned",
    )
)
PHASES: dict[str, tuple[str, ...]] = {
    "tournament-drafted": ("",),
    "conditions-revised": ("draft",),
    "tournament-published": ("draft",),
    "player-entered": ("open",),
    "entry-refused": ("open",),
    "entry-withdrawn": ("open", "closed"),
    "entries-closed": ("open",),
    "tables-designated": ("open", "closed"),
    "seats-drawn": ("closed",),
    "tournament-chips-bought": ("closed",),
    "players-briefed": ("closed",),
    "session-started": ("closed",),
    "bought-back": ("closed",),
    "session-announced": ("running",),
    "prizes-paid": ("finished",),
    "tournament-cancelled": ("draft", "open", "closed", "running", "finished"),
    **dict.fromkeys(
        (
            "tournament-round-opened",
            "tournament-wagers-made",
            "tournament-layout-played",
            "pass-card-played",
            "form-handed-in",
            "form-examined",
            "tournament-betting-closed",
            "tournament-round-settled",
            "play-off-called",
            "tie-found",
            "tie-ordered",
            "form-handed-back",
            "heat-ended",
            "totals-recorded",
            "tournament-chips-returned",
            "count-ordered",
            "tables-merged",
            "end-agreed",
        ),
        ("running",),
    ),
}
Handler = Callable[[Facts, Row, Body], None]
HANDLERS: dict[str, Handler] = {
    "tournament-drafted": drafting.drafted,
    "conditions-revised": drafting.drafted,
    "official-appointed": drafting.appointed,
    "tournament-published": drafting.published,
    "tournament-cancelled": drafting.cancelled,
    "player-entered": drafting.entered,
    "entry-refused": drafting.gave_back,
    "entry-withdrawn": drafting.gave_back,
    "pool-added": drafting.added,
    "entries-closed": drafting.closed,
    "tables-designated": sessions.designated,
    "start-moved": sessions.moved,
    "seats-drawn": sessions.seats_drawn,
    "tournament-chips-bought": sessions.chips_bought,
    "players-briefed": sessions.briefing,
    "presence-set": sessions.presence,
    "wager-time-limited": sessions.limited,
    "session-started": sessions.started,
    "tables-merged": sessions.tables_merged,
    "tournament-round-opened": rounds.round_opened,
    "tournament-wagers-made": rounds.wagered,
    "tournament-layout-played": rounds.on_layout,
    "pass-card-played": rounds.passed,
    "form-handed-in": rounds.handed_in,
    "form-examined": rounds.examined,
    "form-handed-back": rounds.handed_back,
    "tournament-betting-closed": rounds.no_more,
    "tournament-round-settled": rounds.settled,
    "play-off-called": rounds.play_off,
    "tie-found": rounds.tied,
    "tie-ordered": rounds.ordered,
    "heat-ended": rounds.ended,
    "dispute-raised": leaving.disputed,
    "dispute-ruled": leaving.ruled,
    "ruling-reviewed": leaving.reviewed,
    "breach-found": sessions.nothing,
    "player-disqualified": leaving.leaves,
    "player-retired": leaving.leaves,
    "buy-in-refunded": leaving.buy_in_back,
    "substitute-nominated": leaving.nominated,
    "substitute-answered": leaving.substituted,
    "end-agreed": rounds.agrees,
    "count-ordered": rounds.count_ordered,
    "totals-recorded": rounds.counted,
    "tournament-chips-returned": rounds.returned,
    "session-announced": sessions.announced,
    "bought-back": sessions.bought_back,
    "prizes-paid": drafting.paid,
}


class Tournament:
    """Recounts a tournament from its events."""

    def __init__(self, name: str) -> None:
        self.facts = Facts(name)

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        """Follow one event."""
        try:
            self._takes(row, body)
        except WrongError as wrong:
            return self.facts.purse.taken(), [("tournament", f"{row.kind}: {wrong}")]
        except (KeyError, ValueError, IndexError, TypeError, AttributeError, AssertionError, StopIteration) as broken:
            why = f"{type(broken).__name__}: {broken}"
            return self.facts.purse.taken(), [
                ("tournament", f"{row.kind} does not fit the tournament as it stood ({why})")
            ]
        return self.facts.purse.taken(), []

    def watch(self, row: Row, body: Body) -> list[Problem]:
        """Look at an event of another stream: none is watched."""
        return []

    def left_over(self) -> Iterator[Problem]:
        """What is missing at the end."""
        for table, event in self.facts.expected:
            yield ("tournament", f"{event['type']} of table {table} is missing")
        if self.facts.phase in ("paid", "cancelled") and (self.facts.purse.pool or self.facts.purse.bought):
            yield (
                "tournament",
                f"{self.facts.purse.pool + self.facts.purse.bought} is left of the pool and of buy-ins",
            )

    def _takes(self, row: Row, body: Body) -> None:
        kind = row.kind
        if self.facts.expected:
            table, wanted = self.facts.expected.pop(0)
            fits = kind == wanted["type"] and body.get("table", "") == table
            need(fits, f"{wanted['type']} should come here")
            for field, value in wanted.items():
                need(field == "type" or same(body[field], value), f"{field} should be {value}")
        elif not self._again(kind, body) and kind in ("play-off-called", "tie-found"):
            raise WrongError("nothing calls for it")
        need(
            kind not in PHASES or self.facts.phase in PHASES[kind],
            f"the tournament is {self.facts.phase or 'not drafted'}",
        )
        self._sent(row, body)
        handler = HANDLERS.get(kind)
        need(handler is not None, "there is no such event of a tournament")
        assert handler is not None
        handler(self.facts, row, body)
        if kind not in ("player-disqualified", "player-retired", "entry-withdrawn"):
            self.facts.purse.may_refund = ("", 0)

    def _again(self, kind: str, body: Body) -> bool:
        """Does the order of a table that was over follow anew, for somebody there is disqualified?"""
        coming = {table: heat.closing.again for table, heat in self.facts.heats.items()}
        for heat in self.facts.heats.values():
            heat.closing.again = None
        again = coming.get(body.get("table", ""))
        if again is None or kind != again["type"]:
            return False
        for field, value in again.items():
            need(field == "type" or same(body[field], value), f"{field} should be {value}")
        heat = self.facts.heats[body["table"]]
        heat.phase, heat.closing.counted = "over again", heat.closing.returned
        return True

    def _sent(self, row: Row, body: Body) -> None:
        """Was it sent by somebody who may?"""
        if row.kind == "tournament-drafted":
            self.facts.terms = Terms(body["document"])
        assert self.facts.terms is not None
        roles = self.facts.terms.rules.roles
        if row.kind in BY_OFFICIAL:
            need(row.actor == self.facts.official and row.role != "player", "it is for the person in charge")
        if row.kind in BY_OPERATOR:
            need(row.role in roles[Who.OPERATOR], "it is for the operator")
        if row.kind in BY_CREW:
            need(row.role in roles[Who.DEALER], "it is for the crew")
        if row.kind in ("form-examined", "form-handed-back"):
            need(row.role in roles[Who.SUPERVISOR], "it is for a supervisor")
        if row.role == "player" and "player" in body:
            entry = self.facts.entries.get(body["player"], {})
            own = row.actor in (body["player"], entry.get("substitute")) and row.actor != ""
            need(own, f"{row.actor} acts for {body['player']}")


CHECKED = CheckedKind(single=False, checker=Tournament, must_not_owe=("tournament/", "tournament-chips/"))
