"""Which event raises which duty, which is done by it, and which notice it sends: the one list of all causes.

A duty and its notice are written in the transaction of the event that they come from, so that nothing is forgotten
between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec import Struct

from feltwork.duties import events as duty
from feltwork.duties.decide import FAIRNESS, INSPECTOR, OPERATOR, REGULATOR
from feltwork.duties.state import Duties
from feltwork.games.discipline import DETAIN, RECOMMEND
from feltwork.games.promotion import HOUR, Matter
from feltwork.games.registry import discipline_of
from feltwork.incidents import events as incidents
from feltwork.promotion import events as promotion
from feltwork.promotion.claims import AS_SOON_AS_PRACTICABLE, IMMEDIATELY
from feltwork.promotion.state import Promotion
from feltwork.promotion.telling import terms_text
from feltwork.promotion.terms import rules_for
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import events as table

MARGIN = HOUR // 3
"""How long after its announced time a change that was announced counts as late; the floor's own margin."""
PROMOTIONS = "promotions_manager"


class Cause(NamedTuple):
    """An event with its place in the log, and the state of its stream after it."""

    stream: str
    version: int
    at: int
    role: str
    event: Any
    state: Any = None

    @property
    def source(self) -> str:
        return f"{self.stream}@{self.version}"


class Message(NamedTuple):
    """A notice to be queued."""

    to: str
    subject: str
    body: str


class Raise(NamedTuple):
    """A duty under the stream's name."""

    matter: str
    what: str
    clause: str
    owner: str
    due: int
    message: Message | None = None


class Done(NamedTuple):
    """A duty that is done by the event, if it is open."""

    matter: str
    how: str


class Withdraw(NamedTuple):
    """Duties that need not be done any more: this one, or all under this name."""

    matter: str
    why: str


Effect = Raise | Done | Withdraw


def caused(cause: Cause, duties: Duties) -> list[duty.DutyEvent]:
    """What happens on the board of duties by an event elsewhere."""
    find = CAUSES.get(type(cause.event))
    if find is None:
        return []
    found: list[duty.DutyEvent] = []
    number = len(duties.notices)
    for effect in find(cause):
        name = f"{cause.stream}/{effect.matter}"
        match effect:
            case Raise():
                told = (effect.what, effect.clause, effect.owner, effect.due, cause.source)
                found.append(duty.DutyRaised(name, *told))
                if effect.message is not None:
                    number += 1
                    found.append(duty.NoticeQueued(number, *effect.message, name))
            case Done():
                known = duties.duties.get(name)
                if known is not None and known.is_open:
                    found.append(duty.DutyDone(name, effect.how, cause.source))
            case Withdraw():
                for each, known in duties.duties.items():
                    if known.is_open and (each == name or each.startswith(f"{name}/")):
                        found.append(duty.DutyWithdrawn(each, effect.why, cause.source))
    return found


def when(at: int) -> str:
    """A time in a notice."""
    return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _told(cause: Cause, text: str, clause: str) -> str:
    return f"{text}\n\nClause: {clause}\nRecord: {cause.source}\n"


def _inspector(cause: Cause) -> Iterator[Effect]:
    """An inspector is told at once."""
    event: table.InspectorNotified = cause.event
    where = cause.stream.replace("/", " ")
    message = Message(INSPECTOR, f"{where}: {event.what}"[:200], _told(cause, f"{where}: {event.what}", event.clause))
    what = f"Tell an inspector about {where}: {event.what}"[:200]
    yield Raise(f"inspector/{cause.version}", what, event.clause, cause.role, cause.at + IMMEDIATELY, message)


def _closing(cause: Cause) -> Iterator[Effect]:
    what = f"Close {cause.stream} as announced; its sign stands until then"
    yield Raise("closing", what, NOT_IN_THE_BOOK, cause.role, cause.event.effective + MARGIN)


def _limits(cause: Cause) -> Iterator[Effect]:
    what = f"Change the limits at {cause.stream} as announced; their sign stands until then"
    yield Raise("limits", what, NOT_IN_THE_BOOK, cause.role, cause.event.effective + MARGIN)


def _checked(cause: Cause) -> Iterator[Effect]:
    """Whatever an alarm asked to be checked."""
    for item in cause.event.items:
        yield Done(f"{FAIRNESS.strip('/')}/{item}", "it was checked")


def _drafted(cause: Cause) -> Iterator[Effect]:
    event: promotion.PromotionDrafted = cause.event
    rules = rules_for(event.books)
    if isinstance(rules, Refusal) or not event.terms.commences:
        return
    what = f"Full details of '{event.terms.title}' to {rules.regulator}"[:200]
    due = event.terms.commences - rules.before
    yield Raise("details", what, rules.clause(Matter.SUBMITTING), PROMOTIONS, due)


def _submitted(cause: Cause) -> Iterator[Effect]:
    event: promotion.PromotionSubmitted = cause.event
    terms = cause.state.terms
    body = f"To {event.to}\n\n{terms_text(terms, when)}\n"
    told = _told(cause, f"{body}SHA-256 of the terms: {event.digest}", event.clause)
    message = Message(REGULATOR, f"Promotion {terms.title}: terms and conditions"[:200], told)
    what = f"Full details of '{terms.title}' to {event.to}"[:200]
    yield Raise("details", what, event.clause, PROMOTIONS, event.due, message)


def _amended(cause: Cause) -> Iterator[Effect]:
    """Amended terms are submitted again where no approval came first."""
    event: promotion.PromotionAmended = cause.event
    state: Promotion = cause.state
    rules = rules_for(state.books)
    if isinstance(rules, Refusal) or rules.approval:
        return
    body = f"To {rules.regulator}: amended terms ({event.reason})\n\n{terms_text(event.terms, when)}\n"
    told = _told(cause, f"{body}SHA-256 of the terms: {event.digest}", event.clause)
    message = Message(REGULATOR, f"Promotion {event.terms.title}: amended terms"[:200], told)
    what = f"Amended terms of '{event.terms.title}' to {rules.regulator}"[:200]
    due = cause.at + AS_SOON_AS_PRACTICABLE
    yield Raise(f"amended/{cause.version}", what, event.clause, PROMOTIONS, due, message)


def _drawn(cause: Cause) -> Iterator[Effect]:
    event: promotion.PrizesDrawn = cause.event
    for won in event.winners if event.tell_by else ():
        what = f"Tell {won.player} of prize {won.award}"
        yield Raise(f"tell/{won.award}", what, event.clause, PROMOTIONS, event.tell_by)


def _denied(cause: Cause) -> Iterator[Effect]:
    event: promotion.ClaimDenied = cause.event
    if event.award:
        yield Done(f"tell/{event.award}", "the prize was refused to this winner")
        yield Done(f"owed/{event.award}", "the prize was refused to this winner")
    what = f"Tell the claimant of claim {event.claim} why it was denied"
    yield Raise(f"reasons/{event.claim}", what, event.clause, PROMOTIONS, event.due)


def _decided(cause: Cause) -> Iterator[Effect]:
    event: promotion.DisputeDecided = cause.event
    if event.due:
        what = f"Dispute {event.dispute}: tell the person of the right to complain to an inspector"
        yield Raise(f"advise/{event.dispute}", what, event.clause, PROMOTIONS, event.due)


def _in_doubt(cause: Cause) -> Iterator[Effect]:
    """The inspectorate is told that a promotion was postponed or cancelled."""
    event: promotion.PromotionPostponed | promotion.PromotionCancelled = cause.event
    is_cancelled = isinstance(event, promotion.PromotionCancelled)
    word, title = "cancelled" if is_cancelled else "postponed", cause.state.terms.title
    text = f"To {event.to}: the promotion '{title}' was {word}, its integrity being in doubt: {event.reason}"
    message = Message(INSPECTOR, f"Promotion {title} {word}"[:200], _told(cause, text, event.clause))
    what = f"Tell {event.to} that '{title}' was {word}"[:200]
    yield Raise(f"integrity/{cause.version}", what, event.clause, PROMOTIONS, event.due, message)
    if is_cancelled:
        for matter in ("tell", "details"):
            yield Withdraw(matter, "the promotion was cancelled")
        yield from _owed(cause)


def _owed(cause: Cause) -> Iterator[Effect]:
    """What was won before a promotion was cancelled is given, or refused with the reasons."""
    state: Promotion = cause.state
    rules = rules_for(state.books)
    if isinstance(rules, Refusal):
        return
    for number in state.won():
        won = state.awards[number]
        what = f"Prize {number} was {won.standing} by {won.player} before the cancellation: give it, or say why not"
        due = cause.at + AS_SOON_AS_PRACTICABLE
        yield Raise(f"owed/{number}", what, rules.clause(Matter.REASONS), PROMOTIONS, due)


def _measure(cause: Cause) -> Iterator[Effect]:
    """A recommendation reaches whoever may follow it; of a detention an inspector is told, to take the person over."""
    event: incidents.MeasureTaken = cause.event
    about = f"{event.person}, incident {event.incident}: {event.reason}"
    if event.measure == RECOMMEND:
        text = f"It is recommended to exclude {about}"
        message = Message(OPERATOR, text[:200], _told(cause, text, event.clause))
        what = f"Tell the operator of the recommendation to exclude {event.person}"
        due = cause.at + AS_SOON_AS_PRACTICABLE
        yield Raise(f"recommended/{event.number}", what, event.clause, cause.role, due, message)
    elif event.measure == DETAIN:
        text = f"Detained: {about}"
        message = Message(INSPECTOR, text[:200], _told(cause, text, event.clause))
        what = f"Tell an inspector that {event.person} is detained"
        yield Raise(f"detained/{event.number}", what, event.clause, cause.role, cause.at + IMMEDIATELY, message)


def _game_dispute(cause: Cause) -> Iterator[Effect]:
    """Whoever is not satisfied with the decision is told of the right to complain."""
    event: incidents.DisputeDecided = cause.event
    what = f"Dispute {event.dispute}: tell the person of the right to complain, or note that they are satisfied"
    rules = discipline_of(cause.state.disputes[event.dispute].book)
    clause, due = rules.ladder.advice if rules else event.clause, cause.at + AS_SOON_AS_PRACTICABLE
    yield Raise(f"advise/{event.dispute}", what, clause, cause.role, due)


def _review(cause: Cause) -> Iterator[Effect]:
    yield Withdraw(f"advise/{cause.event.dispute}", "a review was asked for")


def _done(matter: str, how: str, numbered: str = "") -> Callable[[Cause], Iterator[Effect]]:
    def find(cause: Cause) -> Iterator[Effect]:
        yield Done(f"{matter}/{getattr(cause.event, numbered)}" if numbered else matter, how)

    return find


def _withdrawn(matter: str, why: str) -> Callable[[Cause], Iterator[Effect]]:
    def find(cause: Cause) -> Iterator[Effect]:
        yield Withdraw(matter, why)

    return find


CAUSES: Mapping[type[Struct], Callable[[Cause], Iterator[Effect]]] = {
    incidents.MeasureTaken: _measure,
    incidents.HandedOver: _done("detained", "the person was taken over", "measure"),
    incidents.MeasureEnded: _done("detained", "the person was released", "measure"),
    incidents.DisputeDecided: _game_dispute,
    incidents.ReviewAsked: _review,
    incidents.ComplaintAdvised: _done("advise", "the person was told", "dispute"),
    incidents.DisputeClosed: _done("advise", "the dispute is closed", "dispute"),
    table.InspectorNotified: _inspector,
    table.EquipmentChecked: _checked,
    table.ClosureAnnounced: _closing,
    table.ClosureWithdrawn: _withdrawn("closing", "the notice was taken down"),
    table.TableClosed: _done("closing", "the table is closed"),
    table.LimitsAnnounced: _limits,
    table.LimitsWithdrawn: _withdrawn("limits", "the notice was taken down"),
    table.LimitsChanged: _done("limits", "the limits are changed"),
    promotion.PromotionDrafted: _drafted,
    promotion.PromotionSubmitted: _submitted,
    promotion.DetailsDelivered: _done("details", "the regulator has the details"),
    promotion.PromotionAmended: _amended,
    promotion.PrizesDrawn: _drawn,
    promotion.WinnerTold: _done("tell", "an attempt was made", "award"),
    promotion.PrizeClaimed: _done("tell", "the winner has claimed", "award"),
    promotion.PrizePaid: _done("owed", "the prize was given", "award"),
    promotion.ClaimDenied: _denied,
    promotion.ClaimantInformed: _done("reasons", "the claimant was told", "claim"),
    promotion.DisputeDecided: _decided,
    promotion.ComplaintAdvised: _done("advise", "the person was told", "dispute"),
    promotion.PromotionPostponed: _in_doubt,
    promotion.PromotionCancelled: _in_doubt,
}
