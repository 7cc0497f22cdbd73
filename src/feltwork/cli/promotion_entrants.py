"""``feltwork promotion enter``, ``enter-wagered`` and ``deny``: who takes part, and whose claim is refused."""

from __future__ import annotations

from hashlib import sha256

import click

from feltwork.cli.common import Amount, json_option, say, say_done, say_json
from feltwork.cli.office import by_options, order, state_of, to_write
from feltwork.cli.promotion_files import promotion_rules
from feltwork.cli.stores import clock_option
from feltwork.engine.wagered import shown_for, unshown
from feltwork.money import format_money
from feltwork.promotion import commands as ask
from feltwork.promotion.aggregate import KIND
from feltwork.promotion.claims import claimed_by, lacks_details
from feltwork.promotion.drawing import entries_due
from feltwork.promotion.state import Promotion
from feltwork.refusal import Refusal, harmless, shown
from feltwork.store.port import Person, Store


@click.command("enter")
@click.argument("db")
@click.argument("name")
@click.argument("player")
@click.option("--entries", type=click.IntRange(1), default=1, help="How many entries.")
@click.option("--wager", type=Amount(), default=0, help="What the player has wagered for them.")
@by_options
@json_option
@clock_option
def enter(
    db: str, name: str, player: str, entries: int, wager: int, person: str | None, role: str, as_json: bool
) -> None:
    """Enter PLAYER into NAME; prints the numbers of the entries."""
    with to_write(db) as store:
        entering = ask.EnterPromotion(player, entries, wager)
        check_shown(store, name, entering)
        order(store, name, entering, person, role)
        last = state_of(store, KIND, name).next_entry - 1
    first = last - entries + 1
    say_done(f"{shown(player)} has entries {first} to {last}", as_json, player=player, first=first, last=last)


def check_shown(store: Store, name: str, body: object) -> None:
    """Complain of an entry for a wager that the ledger does not show."""
    if not isinstance(body, ask.EnterPromotion) or not body.wager:
        return
    state: Promotion = state_of(store, KIND, name)
    if refused := unshown(state, body, shown_for(store, state)):
        raise click.UsageError(f"{refused.reason} ({refused.clause})")


@click.command("enter-wagered")
@click.argument("db")
@click.argument("name")
@by_options
@json_option
@clock_option
def enter_wagered(db: str, name: str, person: str | None, role: str, as_json: bool) -> None:
    """Enter into NAME whoever has wagered enough by the ledger since it commenced, as its terms say."""
    told: list[tuple[str, int, int, str]] = []
    with to_write(db) as store:
        state: Promotion = state_of(store, KIND, name)
        if state.terms is None:
            raise click.UsageError(f"there is no promotion '{shown(name)}'")
        for player, (entries, cents) in entries_due(state, shown_for(store, state)).items():
            try:
                order(store, name, ask.EnterPromotion(player, entries, cents), person, role)
                told.append((player, entries, cents, ""))
            except click.UsageError as refused:
                told.append((player, 0, cents, str(refused)))
    if as_json:
        names = ("player", "entries", "wagered", "why")
        say_json([dict(zip(names, one, strict=True)) for one in told])
        return
    for player, entries, cents, why in told:
        say(harmless(f"{player} has wagered {format_money(cents)}: {why or f'{entries} entries'}"))
    if not told:
        say("nobody has entries to come")


@click.command("deny")
@click.argument("db")
@click.argument("name")
@click.option("--reasons", required=True, help="Why it is not met; the claimant is told this.")
@click.option("--award", type=click.IntRange(1), default=None, help="The prize whose winner is refused.")
@click.option("--prize", type=click.IntRange(1), default=None, help="The prize that somebody else claims.")
@click.option("--claimant", default="", help="The id of who else claims; else one is found or made for the name.")
@click.option("--name", "called", default="", help="The claimant's name; kept beside the log.")
@click.option("--address", default="", help="The claimant's address; kept beside the log.")
@by_options
@json_option
@clock_option
def deny(
    db: str,
    name: str,
    reasons: str,
    award: int | None,
    prize: int | None,
    claimant: str,
    called: str,
    address: str,
    person: str | None,
    role: str,
    as_json: bool,
) -> None:
    """Refuse a claim, with its reasons; above $100 with the claimant's name and address."""
    with to_write(db) as store:
        state: Promotion = state_of(store, KIND, name)
        won = state.awards.get(award or 0)
        claimant = claimant or (won.player if won else _id_for(store, called, address))
        command = ask.DenyClaim(claimant, reasons, award or 0, prize or 0)
        known = next((one for one in store.people.all() if one.id == claimant), Person(claimant, ""))
        who = Person(claimant, known.name or called, address or known.address)
        if called and known.name and called.casefold() != known.name.casefold():
            raise click.UsageError(f"{shown(claimant)} is known by another name: correct it first (feltwork people)")
        whose = claimed_by(state, command)
        if not isinstance(whose, Refusal):
            over = promotion_rules(state.books).denied_over
            if why := lacks_details(whose[1], over, who.name, who.address):
                raise click.UsageError(why)
        order(
            store, name, command, person, role, people=((who.id, who.name, who.address),) if called or address else ()
        )
        number = len(state_of(store, KIND, name).claims)
    say_done(f"claim {number} is denied; tell the claimant why", as_json, claim=number, claimant=claimant)


def _id_for(store: Store, called: str, address: str) -> str:
    """The id of whoever is noted with this name and address, or one made of them; nothing for nobody."""
    name = " ".join(called.split())
    found = [one.id for one in store.people.all() if (one.name.casefold(), one.address) == (name.casefold(), address)]
    made = f"p-{sha256(f'{name.casefold()} {address}'.encode()).hexdigest()[:16]}"
    return found[0] if found else made if name or address else ""
