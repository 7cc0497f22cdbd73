"""``evolve`` for the floor's incidents: make happen what an event says happened; and what it moves."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.aggregate import Stamp
from feltwork.games.discipline import BAR, EXCLUDE
from feltwork.incidents import events as happened
from feltwork.incidents.state import CLOSED, DECIDED, REVIEWED, REVIEWING, Dispute, Incident, Incidents, Taken
from feltwork.ledger.account import Posting

PAID_FROM = "incidents/compensation"


def evolve(state: Incidents, event: happened.IncidentEvent, at: Stamp) -> None:
    """Apply one event."""
    state.version += 1
    match event:
        case happened.IncidentReported():
            told = (event.book, event.offence, event.clause, event.person, event.words, event.table)
            state.incidents[event.number] = Incident(*told, at.at, at.person)
        case happened.MeasureTaken():
            said = (event.incident, event.measure, event.person, event.book, event.reason, event.clause)
            state.measures[event.number] = Taken(*said, at.at, at.person, event.until)
            if event.measure == EXCLUDE:
                state.excluded[event.person] = event.number
            elif event.measure == BAR:
                state.barred[f"{event.person} {event.book}"] = event.number
        case happened.MoneySeized():
            state.measures[event.measure] = replace(state.measures[event.measure], seized=event.amount)
        case happened.SeizureDetermined():
            kept = replace(state.measures[event.measure], seized=0)
            state.measures[event.measure] = _ended(kept, at, event.finding)
        case happened.MeasureEnded():
            taken = state.measures[event.measure] = _ended(state.measures[event.measure], at, event.reason)
            if state.excluded.get(taken.person) == event.measure:
                del state.excluded[taken.person]
            if state.barred.get(where := f"{taken.person} {taken.book}") == event.measure:
                del state.barred[where]
        case happened.HandedOver():
            why = f"handed over to {event.office} {event.whom}"
            state.measures[event.measure] = _ended(state.measures[event.measure], at, why)
        case happened.TakenAtTable() | happened.PersonErased():
            pass  # the table has the one, the names beside the log the other
        case happened.DelegateNamed():
            state.delegates[f"{event.person} {event.book}"] = at.person
        case happened.DelegationEnded():
            del state.delegates[f"{event.person} {event.book}"]
        case _:
            _dispute(state, event, at)


def _ended(taken: Taken, at: Stamp, why: str) -> Taken:
    return replace(taken, ended=at.at, ended_by=at.person, ended_why=why)


def _dispute(state: Incidents, event: happened.IncidentEvent, at: Stamp) -> None:
    if isinstance(event, happened.DisputeRaised):
        told = (event.book, event.person, event.words, event.table, event.round, event.covered)
        state.disputes[event.number] = Dispute(*told, at.at, at.person)
        return
    number: int = event.dispute  # type: ignore[union-attr]  # all that is left are steps of a dispute
    now = state.disputes[number]
    match event:
        case happened.DisputeDecided():
            by = (*now.decided_by, (at.person, at.role))
            standing = REVIEWED if event.review else DECIDED
            now = replace(now, standing=standing, decided_by=by, findings=(*now.findings, event.finding))
        case happened.DisputeCompensated():
            now = replace(now, paid=now.paid + event.amount)
        case happened.ReviewAsked():
            now = replace(now, standing=REVIEWING)
        case happened.EvidenceAttached():
            now = replace(now, evidence=(*now.evidence, event.sha256))
        case happened.ComplaintAdvised():
            now = replace(now, advised=at.at)
        case happened.DisputeClosed():
            now = replace(now, standing=CLOSED, satisfied=event.satisfied)
    state.disputes[number] = now


def postings(state: Incidents, event: happened.IncidentEvent) -> tuple[Posting, ...]:
    """What an event moves."""
    match event:
        case happened.MoneySeized():
            source, target = f"player/{event.player}", f"incidents/seized/{event.measure}"
        case happened.SeizureDetermined():
            source = f"incidents/seized/{event.measure}"
            target = f"player/{event.player}" if event.to_player else "kept"
        case happened.DisputeCompensated():
            source, target = PAID_FROM, f"player/{event.player}"
        case _:
            return ()
    return (Posting(source, -event.amount), Posting(target, event.amount))
