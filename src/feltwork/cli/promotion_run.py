"""``feltwork promotion draft``, ``publish``, ``enter``, ``pay`` and the rest that is asked of a floor's database."""

from __future__ import annotations

import click
import msgspec

from feltwork.cli.common import json_option, say, say_done, say_json
from feltwork.cli.office import by_options, names_of, order, state_of, to_read, to_write
from feltwork.cli.promotion_entrants import check_shown
from feltwork.cli.promotion_files import read_terms
from feltwork.cli.stores import clock_option
from feltwork.engine.aggregates import AtAggregate
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.promotion import commands as ask
from feltwork.promotion.aggregate import KIND, PROMOTION, ListPrescribed
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import slots
from feltwork.refusal import harmless, shown
from feltwork.table.live.asker import Asker


@click.command("draft")
@click.argument("db")
@click.argument("name")
@click.argument("file", metavar="FILE")
@by_options
@json_option
@clock_option
def draft(db: str, name: str, file: str, person: str | None, role: str, as_json: bool) -> None:
    """Write the terms in FILE into the log as promotion NAME, or anew before it commences."""
    books, terms = read_terms(file)
    with to_write(db) as store:
        order(store, name, ask.DraftPromotion(books, terms), person, role)
    say_done(f"{name} is drafted", as_json, promotion=name)


@click.command("amend")
@click.argument("db")
@click.argument("name")
@click.argument("file", metavar="FILE")
@click.option("--reason", required=True, help="Why the terms are changed.")
@click.option("--approval", default="", help="The reference of the regulator's approval, where the book asks for it.")
@by_options
@json_option
@clock_option
def amend(
    db: str, name: str, file: str, reason: str, approval: str, person: str | None, role: str, as_json: bool
) -> None:
    """Change the terms of a promotion that has commenced to those in FILE."""
    _, terms = read_terms(file)
    with to_write(db) as store:
        order(store, name, ask.AmendPromotion(terms, reason, approval), person, role)
    say_done(f"{name} is amended", as_json, promotion=name)


@click.command("publish")
@click.argument("db")
@click.argument("name")
@by_options
@json_option
@clock_option
def publish(db: str, name: str, person: str | None, role: str, as_json: bool) -> None:
    """Send the full details of NAME to the regulator, at least 24 hours before it commences."""
    with to_write(db) as store:
        order(store, name, ask.SubmitPromotion(), person, role)
    told = "the notice is in the outbox; `feltwork outbox send` or the floor's server sends it"
    say_done(f"{name} is submitted: {told}", as_json, promotion=name)


@click.command("commence")
@click.argument("db")
@click.argument("name")
@by_options
@json_option
@clock_option
def commence(db: str, name: str, person: str | None, role: str, as_json: bool) -> None:
    """Begin NAME: entries are taken from now on."""
    with to_write(db) as store:
        order(store, name, ask.CommencePromotion(), person, role)
    say_done(f"{name} has commenced", as_json, promotion=name)


@click.command("pay")
@click.argument("db")
@click.argument("name")
@click.argument("award", type=click.IntRange(1))
@click.option(
    "--by", "parts", multiple=True, metavar="METHOD=AMOUNT", help="cash, cheque or transfer; may be repeated."
)
@click.option("--chosen", default="", help="What the winner said, where the choice is theirs.")
@click.option("--alternative", is_flag=True, help="The money instead of the prize.")
@click.option("--receipt", default="", help="What the winner signed, for a prize that is no money.")
@by_options
@json_option
@clock_option
def pay(
    db: str,
    name: str,
    award: int,
    parts: tuple[str, ...],
    chosen: str,
    alternative: bool,
    receipt: str,
    person: str | None,
    role: str,
    as_json: bool,
) -> None:
    """Give prize AWARD of NAME to the winner who has claimed it."""
    body = ask.PayPrize(award, tuple(map(_part, parts)), chosen, alternative, receipt)
    with to_write(db) as store:
        order(store, name, body, person, role)
    say_done(f"prize {award} of {name} is given", as_json, promotion=name, award=award)


def _part(text: str) -> ask.Part:
    method, _, amount = text.partition("=")
    try:
        return ask.Part(method, parse_money(amount if "." in amount else f"{amount}.00"))
    except MoneyError:
        raise click.UsageError(f"a part is written like cheque=500.00, not '{shown(text)}'") from None


@click.command("do")
@click.argument("db")
@click.argument("name")
@click.argument("command", metavar="JSON")
@by_options
@json_option
@clock_option
def do(db: str, name: str, command: str, person: str | None, role: str, as_json: bool) -> None:
    """Ask NAME for anything else, as the office's API takes it: '{"type": "tell-winner", "award": 1, ...}'."""
    try:
        body = msgspec.json.decode(command, type=AtAggregate)
    except (msgspec.MsgspecError, UnicodeError) as wrong:
        raise click.UsageError(f"not a command: {harmless(wrong)}") from None
    if type(body) not in PROMOTION.senders:
        raise click.UsageError("not a command for a promotion")
    with to_write(db) as store:
        check_shown(store, name, body)
        given = order(store, name, body, person, role)
    say_done(f"done, record {given.last}", as_json, promotion=name, version=given.last)


@click.command("prescribed")
@click.argument("db")
@click.argument("items", nargs=-1)
@click.option("--none", "empty", is_flag=True, help="Empty the list.")
@by_options
@json_option
@clock_option
def prescribed(db: str, items: tuple[str, ...], empty: bool, person: str | None, role: str, as_json: bool) -> None:
    """Show what the regulations bar as a prize by the operator's list, or put ITEMS in its place."""
    if items or empty:
        with to_write(db) as store:
            order(store, "prescribed", ListPrescribed(items), person, role)
    with to_read(db) as store:
        found = state_of(store, "prescribed").items
    if as_json:
        say_json({"items": list(found)})
    else:
        say("\n".join(map(harmless, found)) or "nothing is prescribed")


@click.command("show")
@click.argument("db")
@click.argument("name", required=False)
@json_option
def show(db: str, name: str | None, as_json: bool) -> None:
    """Show every promotion, or one: its standing, its prizes, and what is open."""
    with to_read(db) as store:
        names = [name] if name is not None else names_of(store, KIND)
        states: list[Promotion] = [state_of(store, KIND, each) for each in names]
        now = store.now()
    if name is not None and states[0].terms is None:
        raise click.UsageError(f"there is no promotion '{shown(name)}'")
    if as_json:
        seen = [PROMOTION.view(state, Asker("", "", now)) for state in states]
        say_json(seen if name is None else seen[0])
        return
    for state in states:
        title = state.terms.title if state.terms else ""
        held = f", postponed: {state.postponed}" if state.postponed else ""
        say(harmless(f"{state.name}: {title} ({', '.join(state.books)}), {state.standing}{held}"))
        if name is not None and state.terms is not None:
            for number, prize in slots(state.terms).items():
                award = state.awards.get(number)
                stands = f": {award.standing} {award.player}".rstrip() if award else ""
                say(harmless(f"  {number}. {prize.name}, {format_money(prize.value)}{stands}"))
