"""Breaches and what is done about them: each book's own words and powers, no more and no fewer."""

from __future__ import annotations

from feltwork.aggregate import Decision, Elsewhere, Step, Twin
from feltwork.games.discipline import (
    ANY_RULE,
    BAR,
    CONFISCATE,
    DETAIN,
    EXCLUDE,
    MEASURES,
    RECOMMEND,
    SEIZE,
    VOID,
    Discipline,
    Measure,
)
from feltwork.games.register import ClauseError, find_clause
from feltwork.games.registry import book_names, discipline_of
from feltwork.incidents import commands as ask
from feltwork.incidents import events as happened
from feltwork.incidents.state import Incident, Incidents
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import Asker, in_words
from feltwork.table.live.names import is_name
from feltwork.table.live.topics.sanctions import sanctioned

MAX_WORDS = 500
SECTION_79 = "79"
"""Of the Casino Control Act 1992: an exclusion from the casino."""
OPERATOR = "gaming_manager"
"""Who follows a recommendation: the Act gives the power, and no book says who has it."""
LASTING = (BAR, EXCLUDE, RECOMMEND, CONFISCATE, DETAIN)
"""Measures that hold until they are ended; who is detained may be released before somebody takes over."""
OFFICES = ("inspector", "police officer")


def discipline(book: str) -> Discipline | Refusal:
    """What a book says about conduct and disputes."""
    found = discipline_of(book) if book in book_names() else None
    return found or Refusal(NOT_IN_THE_BOOK, f"no book '{shown(book)}' says anything about conduct")


def unsaid(*texts: str) -> Refusal | None:
    """What goes into the log is said in words that fit there."""
    for text in texts:
        if not text.strip() or len(text) > MAX_WORDS or not text.isprintable():
            return Refusal(NOT_IN_THE_BOOK, f"say in one line, in up to {MAX_WORDS} letters, what happened")
    return None


def not_played(others: Elsewhere, table: str, book: str) -> Refusal | None:
    """Refuse a table that does not exist, or where another game is played."""
    game = others.table(table).game if is_name(table) else None
    if game is None:
        return Refusal(NOT_IN_THE_BOOK, f"there is no table '{shown(table)}'")
    if game.book.id != book:
        return Refusal(NOT_IN_THE_BOOK, f"{game.book.id} is played at table {table}, not {book}")
    return None


def report(state: Incidents, command: ask.ReportIncident, by: Asker, others: Elsewhere) -> Decision:
    rules = discipline(command.book)
    if isinstance(rules, Refusal):
        return rules
    offence = rules.offences.get(command.offence)
    if offence is None:
        known = ", ".join(rules.offences)
        return Refusal(NOT_IN_THE_BOOK, f"{command.book} bans no '{shown(command.offence)}'; it bans {known}")
    if not is_name(command.person):
        return Refusal(NOT_IN_THE_BOOK, "a person is named by their id")
    if command.table and (refused := not_played(others, command.table, command.book)):
        return refused
    if refused := unsaid(command.words):
        return refused
    at_work = command.table and command.person in others.table(command.table).crew.roster
    if offence.exempt and (command.on_duty or at_work):
        return Refusal(offence.exempt, "this does not bind employees, agents and inspectors on duty")
    clause = offence.clause
    if command.offence == ANY_RULE:
        try:
            clause = find_clause(command.book, command.clause).clause
        except ClauseError as unknown:
            return Refusal(offence.clause, f"say which rule was broken, by its clause: {unknown}")
    number = state.version + 1
    told = (command.book, command.offence, clause, command.person, command.words, command.table)
    return (happened.IncidentReported(number, *told),)


def take(state: Incidents, command: ask.TakeMeasure, by: Asker, others: Elsewhere) -> Decision:
    incident = state.incidents.get(command.incident)
    if incident is None:
        return Refusal(NOT_IN_THE_BOOK, f"there is no incident {command.incident}")
    rules = discipline(incident.book)
    if isinstance(rules, Refusal):
        return rules
    measure = _given(state, rules, incident, command, by)
    if isinstance(measure, Refusal):
        return measure
    if refused := unsaid(command.reason) or _wrong(state, incident, command, others):
        return refused
    number, person = state.version + 1, incident.person
    told = (command.measure, person, incident.book, command.reason, measure.clause, command.until)
    steps: list[Step] = [happened.MeasureTaken(number, command.incident, *told)]
    if command.measure == SEIZE:
        steps.append(happened.MoneySeized(number, person, command.amount))
    at_tables = _at_tables(incident, command, measure, others, number)
    return at_tables if isinstance(at_tables, Refusal) else (*steps, *at_tables)


def _given(
    state: Incidents, rules: Discipline, incident: Incident, command: ask.TakeMeasure, by: Asker
) -> Measure | Refusal:
    """The power that the book gives for this, to this role."""
    measure = rules.measures.get(command.measure)
    if measure is None and command.measure == EXCLUDE and _recommended(state, command.incident):
        measure = Measure(SECTION_79, (OPERATOR,))
    if measure is None:
        known = ", ".join(rules.measures)
        what = shown(command.measure)
        clause = incident.clause if command.measure in MEASURES else NOT_IN_THE_BOOK
        return Refusal(clause, f"{incident.book} gives no power to {what}; it gives {known}")
    if measure.offences and incident.offence not in measure.offences:
        return Refusal(measure.clause, f"{incident.book} gives no power to {command.measure} for {incident.offence}")
    if by.role not in measure.roles:
        who = " or ".join(map(in_words, measure.roles[:3]))
        return Refusal(measure.clause, f"that is for {who}, not for {in_words(by.role)}", RefusalKind.ROLE)
    if by.person.casefold() == incident.person.casefold():
        return Refusal(NOT_IN_THE_BOOK, "nobody decides about their own conduct")
    return measure


def _recommended(state: Incidents, incident: int) -> bool:
    return any(t.measure == RECOMMEND and t.incident == incident and not t.ended for t in state.measures.values())


def _wrong(state: Incidents, incident: Incident, command: ask.TakeMeasure, others: Elsewhere) -> Refusal | None:
    """Why this cannot be done now, whoever asks."""
    person = incident.person
    if command.measure == EXCLUDE and state.holding(state.excluded.get(person), others.at):
        return Refusal(NOT_IN_THE_BOOK, f"{person} is excluded already")
    if command.measure == BAR and state.holding(state.barred.get(f"{person} {incident.book}"), others.at):
        return Refusal(NOT_IN_THE_BOOK, f"{person} is barred from this game already")
    if command.until and (command.until <= others.at or command.measure not in (BAR, EXCLUDE)):
        return Refusal(NOT_IN_THE_BOOK, "only a bar or an exclusion ends by itself, and later than now")
    if command.measure == VOID and (refused := not_played(others, command.table, incident.book)):
        return refused
    if command.measure == SEIZE and command.amount <= 0:
        return Refusal(NOT_IN_THE_BOOK, "say how much money is seized")
    if command.measure == SEIZE and command.amount > others.cage.purses.get(person, 0):
        return Refusal(NOT_IN_THE_BOOK, "no more is seized than the person has at the cage")
    if command.measure != SEIZE and command.amount:
        return Refusal(NOT_IN_THE_BOOK, "only a seizure has an amount")
    return None


def _at_tables(
    incident: Incident, command: ask.TakeMeasure, measure: Measure, others: Elsewhere, number: int
) -> list[Step] | Refusal:
    """What it does where the person sits: wagers void at one table; or sent away, from the game or from everywhere."""
    if command.measure == VOID:
        tables = [command.table]
    else:
        tables = others.table_names() if command.measure in (BAR, EXCLUDE) else []
    steps: list[Step] = []
    for table in tables:
        live = others.table(table)
        if command.measure == BAR and (live.game is None or live.game.book.id != incident.book):
            continue
        half = sanctioned(live, incident.person, command.measure, measure.clause)
        if isinstance(half, Refusal):
            return half
        if half is not None:
            steps.append(Twin(happened.TakenAtTable(number, table, incident.person), f"table/{table}", half))
    if command.measure == VOID and not steps:
        return Refusal(NOT_IN_THE_BOOK, f"{incident.person} has no wager at table {command.table}")
    return steps


def end(state: Incidents, command: ask.EndMeasure, by: Asker, others: Elsewhere) -> Decision:
    taken = state.measures.get(command.measure)
    if taken is None or taken.ended or taken.measure not in LASTING:
        return Refusal(NOT_IN_THE_BOOK, f"there is no measure {command.measure} that holds and can be ended")
    if refused := unsaid(command.reason):
        return refused
    rules = discipline(taken.book)
    if isinstance(rules, Refusal):
        return rules
    known = rules.measures.get(taken.measure)
    roles = known.roles if known is not None else (OPERATOR,)
    if by.role not in roles:
        who = " or ".join(map(in_words, roles[:3]))
        return Refusal(taken.clause, f"that is for {who}, not for {in_words(by.role)}", RefusalKind.ROLE)
    if by.person.casefold() == taken.person.casefold():
        return Refusal(NOT_IN_THE_BOOK, "nobody decides about their own conduct")
    return (happened.MeasureEnded(command.measure, command.reason),)


def hand_over(state: Incidents, command: ask.HandOver, by: Asker, others: Elsewhere) -> Decision:
    taken = state.measures.get(command.measure)
    if taken is None or taken.measure != DETAIN or taken.ended:
        return Refusal(NOT_IN_THE_BOOK, f"nobody is detained by measure {command.measure}")
    if command.office not in OFFICES or not is_name(command.whom):
        return Refusal(taken.clause, "name the inspector or police officer who takes over, by id or number")
    return (happened.HandedOver(command.measure, command.office, command.whom, taken.clause),)


def erase(state: Incidents, command: ask.ErasePerson, by: Asker, others: Elsewhere) -> Decision:
    """Have a person's name erased; whatever still needs the name refuses when the event is written."""
    if not is_name(command.person):
        return Refusal(NOT_IN_THE_BOOK, "a person is named by their id")
    return unsaid(command.reason) or (happened.PersonErased(command.person, command.reason),)


def determine(state: Incidents, command: ask.DetermineSeizure, by: Asker, others: Elsewhere) -> Decision:
    taken = state.measures.get(command.measure)
    if taken is None or not taken.seized:
        return Refusal(NOT_IN_THE_BOOK, f"no money is kept by measure {command.measure}")
    if refused := unsaid(command.finding):
        return refused
    rules = discipline(taken.book)
    roles = () if isinstance(rules, Refusal) else rules.measures[SEIZE].roles
    if by.role not in roles or by.person.casefold() in (taken.by.casefold(), taken.person.casefold()):
        return Refusal(NOT_IN_THE_BOOK, "somebody else with that power ends the investigation, not whoever began it")
    told = (command.measure, taken.person, taken.seized, command.to_player, command.finding, taken.clause)
    return (happened.SeizureDetermined(*told),)
