"""The floor's incidents as an aggregate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltwork.aggregate import ANYBODY, Aggregate, Decision, Elsewhere, Privacy
from feltwork.games.conduct import Power
from feltwork.games.registry import games
from feltwork.incidents import commands as ask
from feltwork.incidents import disputes, measures
from feltwork.incidents.events import IncidentEvent, PersonErased
from feltwork.incidents.evolve import evolve, postings
from feltwork.incidents.guards import KEPT_OUT, KIND
from feltwork.incidents.state import Incidents
from feltwork.incidents.telling import keeps, tell, view
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.asker import Asker
from feltwork.table.live.schema import Schema

HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.ReportIncident: measures.report,
    ask.TakeMeasure: measures.take,
    ask.EndMeasure: measures.end,
    ask.HandOver: measures.hand_over,
    ask.DetermineSeizure: measures.determine,
    ask.RaiseDispute: disputes.raised,
    ask.DecideDispute: disputes.decided,
    ask.NameDelegate: disputes.delegate_named,
    ask.EndDelegation: disputes.delegation_ended,
    ask.ErasePerson: measures.erase,
    ask.AskReview: disputes.review_asked,
    ask.AttachEvidence: disputes.attached,
    ask.AdviseComplaint: disputes.advised,
    ask.CloseDispute: disputes.closed,
}


def decide(state: Incidents, command: Any, by: Asker, others: Elsewhere) -> Decision:
    """What comes of a command."""
    return HANDLERS[type(command)](state, command, by, others)


def _roles() -> tuple[str, ...]:
    """Everybody to whom some book gives a power over conduct or disputes."""
    return tuple(sorted({role for game in games() if game.discipline for role in game.discipline.roles()}))


OFFICE = Power(NOT_IN_THE_BOOK, _roles())
CREW = Power(NOT_IN_THE_BOOK, (*OFFICE.roles, "dealer", "stickperson", "cashier", "inspector"))
INCIDENTS: Aggregate[Incidents] = Aggregate(
    kind=KIND,
    title="incidents",
    single=True,
    senders={
        ask.ReportIncident: CREW,
        ask.TakeMeasure: OFFICE,
        ask.EndMeasure: OFFICE,
        ask.HandOver: OFFICE,
        ask.DetermineSeizure: OFFICE,
        ask.RaiseDispute: Power(NOT_IN_THE_BOOK, (ANYBODY,)),
        ask.DecideDispute: OFFICE,
        ask.NameDelegate: OFFICE,
        ask.EndDelegation: OFFICE,
        ask.ErasePerson: Power(NOT_IN_THE_BOOK, (measures.OPERATOR,)),
        ask.AskReview: Power(NOT_IN_THE_BOOK, (ANYBODY,)),
        ask.AttachEvidence: CREW,
        ask.AdviseComplaint: OFFICE,
        ask.CloseDispute: OFFICE,
    },
    events=Schema(IncidentEvent),
    state=Incidents,
    fresh=lambda name: Incidents(),
    decide=decide,
    evolve=evolve,
    tell=tell,
    view=view,
    readers=frozenset(("player", "crew", "supervisor", "cashier", "inspector")),
    postings=postings,
    guards=(KEPT_OUT,),
    privacy=Privacy(keeps=keeps, forgets={PersonErased: "person"}),
    accounts={KIND: "incidents and disputes"},
)
