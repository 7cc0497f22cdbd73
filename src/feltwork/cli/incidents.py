"""``feltwork incidents``: breaches of the rules, what was done about them, and disputes."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins

from feltwork.cli.common import BookName, json_option, say, say_json
from feltwork.cli.orders import by_options, look_at, send_order
from feltwork.cli.stores import clock_option
from feltwork.engine.reconciling import day_of
from feltwork.games.discipline import MEASURES
from feltwork.games.registry import discipline_of
from feltwork.incidents import commands as ask
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.incidents.state import CLOSED
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.refusal import harmless
from feltwork.table.live.asker import Asked
from feltwork.table.live.when import in_utc

table_option = click.option("--table", default="", help="The table where it was.")


@click.group("incidents")
def command() -> None:
    """Conduct and disputes of a floor."""


def _send(db: str, body: Asked, person: str | None, role: str) -> int:
    """One order; the number of its first record, which numbers what was reported, taken or raised."""
    given, _ = send_order(db, INCIDENTS, body, person, role)
    return given.first


def _cents(amount: str | None) -> int:
    try:
        return 0 if amount is None else parse_money(amount if "." in amount else f"{amount}.00")
    except MoneyError as wrong:
        raise click.UsageError(str(wrong)) from None


@command.command("rules")
@click.argument("book", type=BookName())
@json_option
def rules(book: str, as_json: bool) -> None:
    """What BOOK bans, what may be done about it and by whom, and who decides a dispute."""
    found = discipline_of(book)
    if found is None:
        raise click.UsageError(f"{book} says nothing about conduct")
    if as_json:
        say_json(to_builtins(found))
        return
    for name, offence in found.offences.items():
        say(f"{offence.clause:>6}  {name}: a person who {offence.words}")
    for name, measure in found.measures.items():
        what = f" for {', '.join(measure.offences)}" if measure.offences else ""
        say(f"{measure.clause:>6}  {name}{what}: {', '.join(measure.roles)}")
    ladder = found.ladder
    say(f"{ladder.first.clause:>6}  a dispute is decided by {' or '.join(ladder.first.roles)}")
    say(f"{ladder.review.clause:>6}  and reviewed, if asked for, by {' or '.join(ladder.review.roles)}")
    say(f"{ladder.advice:>6}  who is not satisfied is told of the right {ladder.right}")


@command.command("report")
@click.argument("db")
@click.argument("book", type=BookName())
@click.argument("offence")
@click.argument("accused")
@click.argument("words")
@click.option("--rule", default="", help="Which rule was broken, where the book's offence is 'rule'.")
@table_option
@by_options
@clock_option
def report(db: str, book: str, offence: str, accused: str, words: str, rule: str, table: str, **by: Any) -> None:
    """Report that ACCUSED did OFFENCE at a game of BOOK; prints the incident's number."""
    number = _send(db, ask.ReportIncident(book, offence, accused, words, table, rule), **by)
    say(f"incident {number}")


@command.command("measure")
@click.argument("db")
@click.argument("incident", type=int)
@click.argument("measure", type=click.Choice(MEASURES))
@click.argument("reason")
@click.option("--amount", help="Dollars that are seized.")
@click.option("--until", default="", help="The last day of a bar or an exclusion, as 2026-01-31; else until lifted.")
@table_option
@by_options
@clock_option
def measure(
    db: str, incident: int, measure: str, reason: str, amount: str | None, until: str, table: str, **by: Any
) -> None:
    """Take MEASURE about an INCIDENT; prints its number."""
    ends = day_of(until, 0)[1] if until else 0
    number = _send(db, ask.TakeMeasure(incident, measure, reason, table, _cents(amount), ends), **by)
    say(f"measure {number}")


@command.command("end")
@click.argument("db")
@click.argument("measure", type=int)
@click.argument("reason")
@by_options
@clock_option
def end(db: str, measure: int, reason: str, **by: Any) -> None:
    """Lift a bar, an exclusion or a recommendation, release who is detained, or give a device back."""
    _send(db, ask.EndMeasure(measure, reason), **by)
    say("it has ended")


@command.command("hand-over")
@click.argument("db")
@click.argument("measure", type=int)
@click.argument("office", type=click.Choice(("inspector", "police officer")))
@click.argument("whom")
@by_options
@clock_option
def hand_over(db: str, measure: int, office: str, whom: str, **by: Any) -> None:
    """Note who took over the person detained by MEASURE."""
    _send(db, ask.HandOver(measure, office, whom), **by)
    say("the detention has ended")


@command.command("determine")
@click.argument("db")
@click.argument("measure", type=int)
@click.argument("finding")
@click.option("--to-player/--keep", "to_player", required=True, help="Does the money go back?")
@by_options
@clock_option
def determine(db: str, measure: int, finding: str, to_player: bool, **by: Any) -> None:
    """End the investigation of money seized by MEASURE."""
    _send(db, ask.DetermineSeizure(measure, to_player, finding), **by)
    say("the money goes back" if to_player else "the money is kept")


@command.command("dispute")
@click.argument("db")
@click.argument("book", type=BookName())
@click.argument("who")
@click.argument("words")
@click.option("--round", "version", default=0, help="The record of the round in the table's stream.")
@click.option("--not-covered", is_flag=True, help="It is about something that the rules do not cover.")
@table_option
@by_options
@clock_option
def dispute(db: str, book: str, who: str, words: str, version: int, not_covered: bool, table: str, **by: Any) -> None:
    """Note a dispute or complaint of WHO at a game of BOOK; prints its number."""
    number = _send(db, ask.RaiseDispute(book, who, words, table, version, not not_covered), **by)
    say(f"dispute {number}")


@command.command("decide")
@click.argument("db")
@click.argument("dispute", type=int)
@click.argument("finding")
@click.option("--pay", help="Dollars of compensation.")
@by_options
@clock_option
def decide(db: str, dispute: int, finding: str, pay: str | None, **by: Any) -> None:
    """Decide a dispute in the first instance, or on review if that was asked for."""
    _send(db, ask.DecideDispute(dispute, finding, _cents(pay)), **by)
    say("it is decided")


@command.command("delegate")
@click.argument("db")
@click.argument("book", type=BookName())
@click.argument("who")
@click.option("--end", "ends", is_flag=True, help="WHO is a delegate no longer.")
@by_options
@clock_option
def delegate(db: str, book: str, who: str, ends: bool, **by: Any) -> None:
    """Name WHO to review disputes at BOOK in the place of whom the book names."""
    _send(db, ask.EndDelegation(book, who) if ends else ask.NameDelegate(book, who), **by)
    say(f"{who} is a delegate no longer" if ends else f"{who} is a delegate")


@command.command("review")
@click.argument("db")
@click.argument("dispute", type=int)
@by_options
@clock_option
def review(db: str, dispute: int, **by: Any) -> None:
    """Note that the person asks for a review."""
    _send(db, ask.AskReview(dispute), **by)
    say("it goes to review")


@command.command("evidence")
@click.argument("db")
@click.argument("dispute", type=int)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@by_options
@clock_option
def evidence(db: str, dispute: int, file: Path, **by: Any) -> None:
    """Attach FILE, such as one of ``feltwork audit pack``, by its digest."""
    digest = sha256(file.read_bytes()).hexdigest()
    _send(db, ask.AttachEvidence(dispute, digest, harmless(file.name)), **by)
    say(f"SHA-256 {digest}")


@command.command("advise")
@click.argument("db")
@click.argument("dispute", type=int)
@click.argument("how")
@by_options
@clock_option
def advise(db: str, dispute: int, how: str, **by: Any) -> None:
    """Note that the person was told of the right to complain, and HOW."""
    _send(db, ask.AdviseComplaint(dispute, how), **by)
    say("it is on record")


@command.command("close")
@click.argument("db")
@click.argument("dispute", type=int)
@click.option("--satisfied/--not-satisfied", "satisfied", required=True, help="Is the person satisfied?")
@by_options
@clock_option
def close(db: str, dispute: int, satisfied: bool, **by: Any) -> None:
    """Close a dispute."""
    _send(db, ask.CloseDispute(dispute, satisfied), **by)
    say("it is closed")


@command.command("list")
@click.argument("db")
@json_option
def show(db: str, as_json: bool) -> None:
    """Who is excluded or barred, what was done, and which disputes are open."""
    state = look_at(db, INCIDENTS)
    if as_json:
        say_json(to_builtins(state, str_keys=True))
        return
    now = time.time_ns() // 1000
    for number, taken in state.measures.items():
        how = f"ended {in_utc(taken.ended)} by {taken.ended_by}" if taken.ended else "is over"
        how = "holds" if state.holding(number, now) else how
        until = f", until {in_utc(taken.until)}" if taken.until else ""
        what = f"{taken.measure} {taken.person} ({taken.book} {taken.clause}) by {taken.by}"
        say(harmless(f"measure {number}: {in_utc(taken.at)}  {what}{until}, {how}: {taken.reason}"))
    for number, one in state.disputes.items():
        paid = f", {format_money(one.paid)} paid" if one.paid else ""
        say(
            harmless(
                f"dispute {number}: {in_utc(one.at)}  {one.person} ({one.book}), {one.standing}{paid}: {one.words}"
            )
        )
    still = sum(one.standing != CLOSED for one in state.disputes.values())
    excluded, barred = (
        sum(state.holding(number, now) is not None for number in kept.values())
        for kept in (state.excluded, state.barred)
    )
    say(f"{excluded} excluded, {barred} barred, {still} disputes open")
