"""``feltwork ledger``."""

from __future__ import annotations

import click
import msgspec

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.cli.replay import tables_of
from feltwork.engine.snapshots import replayed, replayed_cage
from feltwork.ledger.postings import checks_out_account
from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.store.opening import open_to_read
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.meters import Meter, disagreement
from feltwork.table.play.exposure import most_owed


@click.command("ledger")
@click.argument("db")
@click.option("--table", "name", help="Only this table's accounts and meters.")
@json_option
def command(db: str, name: str | None, as_json: bool) -> None:
    """What every account holds, each seat's meters, and whether it all adds up."""
    store = open_to_read(db)
    try:
        tables = tables_of(store)
        if name is not None and name not in tables:
            raise click.UsageError(f"no table '{shown(name)}' is here, only {', '.join(tables) or 'none'}")
        found = [replayed(store, table) for table in tables if name in (None, table)]
        lives = [life for life, _ in found]
        cage, changed = replayed_cage(store)
        purses = dict(cage.purses) if name is None else {}
        balances = store.log.balances()
    finally:
        store.close()
    wrong = _wrong(lives, purses, balances) + changed + [why for _, whys in found for why in whys]
    accounts = {a: cents for a, cents in sorted(balances.items()) if name is None or name in a.split("/")[1:2]}
    with verdict():
        if as_json:
            told = {account: format_money(cents) for account, cents in accounts.items()}
            say_json({"accounts": told, "tables": {life.table: _data(life) for life in lives}, "wrong": wrong})
        else:
            _print(accounts, lives, wrong)
    if wrong:
        raise click.exceptions.Exit(1)


def _wrong(lives: list[LiveTable], purses: dict[str, int], balances: dict[str, int]) -> list[str]:
    """What does not add up: tokens are no money, so the two sums are apart."""
    should = {f"player/{player}": cents for player, cents in purses.items()}
    tokens = sum(cents for account, cents in balances.items() if account.startswith("tokens"))
    money = sum(balances.values()) - tokens
    found = [f"money sums to {format_money(money)}"] if money else []
    found += [f"tokens sum to {format_money(tokens)}"] if tokens else []
    for life in lives:
        seat = disagreement(life.money.meters, life.game) if life.game else None
        found += [f"the meters of seat {seat} at {life.table} do not agree with what it holds"] if seat else []
        should |= {checks_out_account(life.table, player): held for player, held in life.colours.out.items()}
        if life.game:
            should |= {f"seat/{life.table}/{seat}": held for seat, held in life.game.balances.items()}
            staked = sum(stake.stake for stake in life.game.layout.values())
            felt = f"felt/{life.table}"
            should[felt] = staked - balances.get(f"tokens-{felt}", 0)
    for account, cents in sorted(should.items()):
        stands = balances.get(account, 0)
        if stands != cents:
            found.append(
                f"{shown(account)} has {format_money(stands)} by its postings, {format_money(cents)} by events"
            )
    return found


def _data(life: LiveTable) -> dict[str, object]:
    award = life.game.rules.max_award if life.game else None
    return {
        "most_owed": format_money(most_owed(life.game) if life.game else 0),
        "max_award": None if award is None else format_money(award),
        "meters": {str(seat): _read(meter) for seat, meter in sorted(life.money.meters.items())},
    }


def _read(meter: Meter) -> dict[str, str]:
    turned = {"in" if name == "came_in" else name: cents for name, cents in msgspec.structs.asdict(meter).items()}
    return {
        name: format_money(cents) for name, cents in (turned | {"credit": meter.credit, "tokens": meter.tokens}).items()
    }


def _print(accounts: dict[str, int], lives: list[LiveTable], wrong: list[str]) -> None:
    width = max(map(len, accounts), default=0)
    for account, cents in ((account, cents) for account, cents in accounts.items() if cents):
        say(f"{account:<{width}}  {format_money(cents):>14}")
    for life in lives:
        owed = format_money(most_owed(life.game)) if life.game else "0.00"
        say(f"{life.table}: one result could win {owed}")
        for seat, meter in sorted(life.money.meters.items()):
            told = ", ".join(f"{name.replace('_', ' ')} {m}" for name, m in _read(meter).items() if m != "0.00")
            say(f"  seat {seat}: {told or 'nothing yet'}")
    if wrong or accounts:
        say("; ".join(wrong) or "all money sums to zero, all tokens too, and every seat's meters agree")
    else:
        say("no money has moved here")
