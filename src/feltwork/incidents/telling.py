"""The floor's incidents in words, and what each role is shown of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from feltwork.games.discipline import BAR, DETAIN, EXCLUDE
from feltwork.games.registry import book_names, discipline_of
from feltwork.incidents import events as happened
from feltwork.incidents.state import CLOSED, Incidents
from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.table.live.asker import PLAYER, Asker, in_words


def tell(event: happened.IncidentEvent) -> list[str]:
    """An event in a sentence."""
    match event:
        case happened.IncidentReported():
            what = f"{event.person}, {event.offence} ({event.clause}): {shown(event.words)}"
            return [f"Incident {event.number}: {what}"]
        case happened.MeasureTaken():
            what = f"{event.measure} {event.person} ({event.clause}) for incident {event.incident}"
            return [f"Measure {event.number}: {what}: {shown(event.reason)}"]
        case happened.TakenAtTable():
            return [f"Measure {event.measure} is carried out at table {event.table}"]
        case happened.MoneySeized():
            return [f"{format_money(event.amount)} of {event.player} is kept by measure {event.measure}"]
        case happened.SeizureDetermined():
            where = f"goes back to {event.player}" if event.to_player else "is kept"
            return [f"{format_money(event.amount)} of measure {event.measure} {where}: {shown(event.finding)}"]
        case happened.MeasureEnded():
            return [f"Measure {event.measure} ends: {shown(event.reason)}"]
        case happened.HandedOver():
            return [f"The person detained by measure {event.measure} is handed over to {event.office} {event.whom}"]
        case happened.PersonErased():
            return [f"The name and address of {event.person} are erased: {shown(event.reason)}"]
        case happened.DelegateNamed():
            return [f"{event.person} reviews disputes at {event.book} as a delegate ({event.clause})"]
        case happened.DelegationEnded():
            return [f"{event.person} is no longer a delegate at {event.book} ({event.clause})"]
        case _:
            return [_of_dispute(event)]


def _of_dispute(event: happened.IncidentEvent) -> str:
    match event:
        case happened.DisputeRaised():
            return f"Dispute {event.number} of {event.person} ({event.clause}): {shown(event.words)}"
        case happened.DisputeDecided():
            how = "reviewed" if event.review else "decided"
            return f"Dispute {event.dispute} is {how} ({event.clause}): {shown(event.finding)}"
        case happened.DisputeCompensated():
            return f"{event.player} is paid {format_money(event.amount)} for dispute {event.dispute}"
        case happened.ReviewAsked():
            return f"A review of dispute {event.dispute} is asked for ({event.clause})"
        case happened.EvidenceAttached():
            return f"Evidence {event.sha256[:12]} is attached to dispute {event.dispute}: {shown(event.what)}"
        case happened.ComplaintAdvised():
            return f"In dispute {event.dispute} the person is told of the right {event.right} ({event.clause})"
        case happened.DisputeClosed():
            how = "satisfied" if event.satisfied else "not satisfied"
            return f"Dispute {event.dispute} is closed, the person {how} ({event.clause})"
        case _:
            raise TypeError(event)


def view(state: Incidents, by: Asker) -> dict[str, Any]:
    """What somebody is shown: players their own disputes, the cage whom it takes no money from, others everything."""
    disputes = {n: d for n, d in state.disputes.items() if by.role != PLAYER or d.person == by.person}
    shown_to_all = {"disputes": [{"number": n, **to_builtins(d)} for n, d in disputes.items()]}
    if by.role == PLAYER:
        return {**shown_to_all, "rights": {book: _right(book) for book in book_names() if discipline_of(book)}}
    excluded = [{"person": p, **_line(state, n)} for p, n in state.excluded.items() if state.holding(n, by.at)]
    if by.role == "cashier":
        return {"excluded": excluded}
    return {
        **shown_to_all,
        "open": sum(d.standing != CLOSED for d in state.disputes.values()),
        "incidents": [{"number": n, **to_builtins(i)} for n, i in state.incidents.items()],
        "measures": [{"number": n, **to_builtins(m)} for n, m in state.measures.items()],
        "excluded": excluded,
        "delegates": [
            {"person": person, "book": book, "by": named}
            for (person, book), named in ((key.split(), named) for key, named in state.delegates.items())
        ],
        "barred": [
            {"person": key.split()[0], **_line(state, n)} for key, n in state.barred.items() if state.holding(n, by.at)
        ],
    }


def _right(book: str) -> dict[str, str]:
    """Who decides a dispute at this game, and of what somebody who is not content is told."""
    rules = discipline_of(book)
    assert rules is not None
    ladder = rules.ladder
    return {
        "first": in_words(ladder.first.roles[0]),
        "review": in_words(ladder.review.roles[0]),
        "clause": ladder.first.clause,
        "right": ladder.right,
        "advice": ladder.advice,
    }


IN_FORCE = {EXCLUDE: "exclusion", BAR: "bar", DETAIN: "detention"}


def keeps(state: Incidents, person: str, now: int) -> Iterator[str]:
    """What a person's name is needed for: a measure in force, money that is seized, a dispute that is open."""
    for number, taken in state.measures.items():
        if taken.person == person and state.holding(number, now) and taken.measure in IN_FORCE:
            yield f"{IN_FORCE[taken.measure]} {number} is in force ({taken.clause})"
        if taken.person == person and taken.seized:
            yield f"{format_money(taken.seized)} seized under measure {number} is not determined"
    for number, dispute in state.disputes.items():
        if dispute.person == person and dispute.standing != CLOSED:
            yield f"dispute {number} is not closed"


def _line(state: Incidents, number: int) -> dict[str, Any]:
    taken = state.measures[number]
    told = {"measure": number, "book": taken.book, "since": taken.at, "by": taken.by, "reason": taken.reason}
    return told | {"clause": taken.clause, "until": taken.until}
