"""``feltwork ledger``."""

from __future__ import annotations

import click
import msgspec

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.cli.replay import tables_of
from feltwork.engine.aggregates import aggregate_of
from feltwork.engine.snapshots import replayed, replayed_aggregate, replayed_cage
from feltwork.ledger.postings import checks_out_account
from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.reports.followed import wrong_beginnings
from feltwork.store.opening import open_to_read
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.meters import Meter, disagreement
from feltwork.table.play.limits import most_owed


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
        live_tables = [live for live, _ in found]
        cage, changed = replayed_cage(store)
        for head in store.log.heads():
            if (kind := aggregate_of(head.stream)) is not None:
                changed += replayed_aggregate(store, kind, head.stream)[1]
        changed += wrong_beginnings(store)
        purses = dict(cage.purses) if name is None else {}
        balances = store.log.balances()
    finally:
        store.close()
    wrong = _wrong(live_tables, purses, balances) + changed + [why for _, whys in found for why in whys]
    accounts = {a: cents for a, cents in sorted(balances.items()) if name is None or name in a.split("/")[1:2]}
    with verdict():
        if as_json:
            told = {account: format_money(cents) for account, cents in accounts.items()}
            say_json({"accounts": told, "tables": {live.table: _data(live) for live in live_tables}, "wrong": wrong})
        else:
            _print(accounts, live_tables, wrong)
    if wrong:
        raise click.exceptions.Exit(1)


def _wrong(live_tables: list[LiveTable], purses: dict[str, int], balances: dict[str, int]) -> list[str]:
    """What does not add up: tokens are no money, so the two sums are apart."""
    should = {f"player/{player}": cents for player, cents in purses.items()}
    tokens = sum(cents for account, cents in balances.items() if account.startswith("tokens"))
    money = sum(balances.values()) - tokens
    found = [f"money sums to {format_money(money)}"] if money else []
    found += [f"tokens sum to {format_money(tokens)}"] if tokens else []
    for live in live_tables:
        seat = disagreement(live.money.meters, live.game) if live.game else None
        found += [f"the meters of seat {seat} at {live.table} do not agree with what it holds"] if seat else []
        should |= {checks_out_account(live.table, player): held for player, held in live.colours.out.items()}
        if live.game:
            should |= {f"seat/{live.table}/{seat}": held for seat, held in live.game.balances.items()}
            staked = sum(stake.stake for stake in live.game.layout.values())
            felt = f"felt/{live.table}"
            should[felt] = staked - balances.get(f"tokens-{felt}", 0)
    for account, cents in sorted(should.items()):
        stands = balances.get(account, 0)
        if stands != cents:
            found.append(
                f"{shown(account)} has {format_money(stands)} by its postings, {format_money(cents)} by events"
            )
    return found


def _data(live: LiveTable) -> dict[str, object]:
    award = live.game.rules.max_award if live.game else None
    return {
        "most_owed": format_money(most_owed(live.game) if live.game else 0),
        "max_award": None if award is None else format_money(award),
        "meters": {str(seat): _read(meter) for seat, meter in sorted(live.money.meters.items())},
    }


def _read(meter: Meter) -> dict[str, str]:
    turned = {"in" if name == "came_in" else name: cents for name, cents in msgspec.structs.asdict(meter).items()}
    return {
        name: format_money(cents) for name, cents in (turned | {"credit": meter.credit, "tokens": meter.tokens}).items()
    }


def _print(accounts: dict[str, int], live_tables: list[LiveTable], wrong: list[str]) -> None:
    width = max(map(len, accounts), default=0)
    for account, cents in ((account, cents) for account, cents in accounts.items() if cents):
        say(f"{account:<{width}}  {format_money(cents):>14}")
    for live in live_tables:
        owed = format_money(most_owed(live.game)) if live.game else "0.00"
        say(f"{live.table}: one result could win {owed}")
        for seat, meter in sorted(live.money.meters.items()):
            told = ", ".join(f"{name.replace('_', ' ')} {m}" for name, m in _read(meter).items() if m != "0.00")
            say(f"  seat {seat}: {told or 'nothing yet'}")
    if wrong or accounts:
        say("; ".join(wrong) or "all money sums to zero, all tokens too, and every seat's meters agree")
    else:
        say("no money has moved here")
