"""Draft, entries and the pool, prizes, cancelling."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.entered import prizes
from feltwork.verifier.tournament.facts import HOUSE, MINUTE, Body, Facts, inside, need, same
from feltwork.verifier.tournament.seats import is_hex
from feltwork.verifier.tournament.terms import Terms


def drafted(facts: Facts, row: Row, body: Body) -> None:
    facts.document, facts.phase = body["document"], "draft"
    facts.terms = Terms(facts.document)


def appointed(facts: Facts, row: Row, body: Body) -> None:
    need(bool(body["licence"]) and body["person"] not in facts.entries, "no licence, or a player")
    facts.official, facts.present = body["person"], False


def published(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    text = json.dumps(facts.document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    need(sha256(text.encode()).hexdigest() == body["digest"], "the digest is of other conditions")
    need(len(body["starts"]) == len(facts.terms.sessions), "there are other sessions")
    need(sorted(body["starts"]) == list(body["starts"]) and is_hex(body["commitment"]), "no times, or no commitment")
    missing = facts.terms.missing()
    need(not missing, f"the conditions do not say {', '.join(missing)}")
    need(row.at < body["entries_close"] <= body["starts"][0], "entries close before the first session")
    facts.starts, facts.closes, facts.phase = list(body["starts"]), body["entries_close"], "open"
    facts.commitment, facts.digest = body["commitment"], body["digest"]


def entered(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    name, fee = body["player"], facts.terms.cents("entry.fee", "entry.charged")
    need(body["fee"] == fee, f"the fee is {fee}")
    need(body["copy"] == facts.digest, "another copy of the conditions")
    need(row.at < facts.closes and name not in facts.entries and name != facts.official, "no entry")
    inside = [each for each in facts.entries.values() if each["standing"] not in ("withdrawn", "refused")]
    need(len(inside) < facts.terms.said("entry.maximum_players"), "there are too many")
    need(body["agreed"] or not facts.terms.said("entry.agreement"), "without agreement")
    facts.entries[name] = {"fee": fee, "standing": "in", "nonce": body["nonce"], "bought": 0, "backs": 0}
    facts.purse.move(f"player/{name}", facts.purse.pool_account, fee)


def gave_back(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    entry = inside(facts, body["player"])
    minutes = facts.terms.said("entry.withdraw_minutes")
    in_time = facts.phase == "open" if minutes is None else row.at <= facts.starts[0] - minutes * MINUTE
    due = entry["fee"] if in_time or row.kind == "entry-refused" else 0
    need(body["fee"] == due and facts.session == 1, f"{due} goes back")
    facts.purse.may_refund = (body["player"], entry["bought"]) if in_time else ("", 0)
    entry["standing"] = "refused" if row.kind == "entry-refused" else "withdrawn"
    entry["fee"] -= due
    facts.coming = [name for name in facts.coming if name != body["player"]]
    facts.purse.move(facts.purse.pool_account, f"player/{body['player']}", due)


def added(facts: Facts, row: Row, body: Body) -> None:
    need(body["amount"] >= 0 and (body["amount"] > 0 or bool(body["goods"])), "nothing is added")
    facts.purse.move(HOUSE, facts.purse.pool_account, body["amount"])


def closed(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    players = [name for name, entry in facts.entries.items() if entry["standing"] == "in"]
    need(list(body["players"]) == players, "others have entered")
    need(len(players) >= max(2, facts.terms.said("entry.minimum_players")), "there are too few")
    enough = len(players) >= facts.terms.said("prizes.guaranteed_entries", 0)
    promised = facts.terms.cents("prizes.guaranteed_amount", "prizes.guaranteed") if enough else 0
    owed = max(0, promised - facts.purse.pool)
    need(body["topped_up"] == owed, f"the house owes the pool {owed}")
    facts.purse.move(HOUSE, facts.purse.pool_account, owed)
    facts.coming, facts.phase = players, "closed"


def cancelled(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    fees = [[name, entry["fee"]] for name, entry in facts.entries.items() if entry["fee"]]
    if facts.terms.cash_value:
        price = facts.terms.cents("chips.buy_in", "chips.bought")
        bought: list[list[Any]] = [[name, price] for name in sorted(facts.bought_in)]
    else:
        bought = [[name, entry["bought"]] for name, entry in facts.entries.items() if entry["bought"]]
    need(same(body["fees"], fees) and same(body["buy_ins"], bought), "other sums go back")
    for name, cents in fees:
        facts.purse.move(facts.purse.pool_account, f"player/{name}", cents)
    for name, cents in bought:
        facts.purse.move(facts.purse.buy_in_account, f"player/{name}", cents)
    house = facts.purse.pool + facts.purse.bought
    need(body["house"] == house, f"the house gets {house}")
    facts.purse.move(facts.purse.pool_account, HOUSE, facts.purse.pool)
    facts.purse.move(facts.purse.buy_in_account, HOUSE, facts.purse.bought)
    for heat in facts.heats.values():
        for name in heat.seats if not heat.closing.returned else ():
            facts.purse.chips(name, -heat.chips[name])
    facts.phase, facts.heats = "cancelled", {}


def paid(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    to_pool = min(facts.purse.to_pool, facts.purse.bought)
    due = prizes(facts.terms, facts.purse.pool + to_pool, facts.places)
    need(body["to_pool"] == to_pool, f"{to_pool} of the buy-ins goes to the pool")
    need(body["to_house"] == facts.purse.bought - to_pool, "another sum goes to the house")
    need(dict(body["prizes"]) == due, f"the prizes are {due}")
    facts.purse.move(facts.purse.buy_in_account, HOUSE, facts.purse.bought - to_pool)
    facts.purse.move(facts.purse.buy_in_account, facts.purse.pool_account, to_pool)
    for name, cents in due.items():
        facts.purse.move(facts.purse.pool_account, f"player/{name}", cents)
    facts.phase = "paid"
