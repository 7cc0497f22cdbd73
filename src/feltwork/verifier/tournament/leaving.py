"""Disputes, disqualified and retired players, substitutes."""

from __future__ import annotations

from feltwork.games.tournament import Duty, Who
from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.facts import Body, Facts, inside, need, set_clocks
from feltwork.verifier.tournament.ranks import follows, over_again


def disputed(facts: Facts, row: Row, body: Body) -> None:
    need(body["number"] == len(facts.disputes) + 1, "disputes are numbered")
    need(body["table"] in ("", *facts.heats), "no session is played there")
    need(bool(body["about"]), "it is about nothing")
    facts.disputes.append({"table": body["table"], "by": row.actor, "ruled": ""})
    set_clocks(facts, row.at, body["table"])


def ruled(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    dispute, rules = facts.disputes[body["number"] - 1], facts.terms.rules
    need(not dispute["ruled"] and dispute["by"] != row.actor, "it is ruled on, or their own")
    changed = {each["clause"] for each in facts.document.get("override", [])}
    if Who.RULES in rules.roles and rules.clause(Duty.DISPUTE) not in changed:
        need(row.role in rules.roles[Who.RULES], "somebody else rules")
    else:
        need(row.actor == facts.official and row.role != "player", "the person in charge rules")
    dispute["ruled"] = row.actor
    set_clocks(facts, row.at, dispute["table"])


def reviewed(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    dispute = facts.disputes[body["number"] - 1]
    need(row.role in facts.terms.rules.roles.get(Who.REVIEWS, ()), "nobody reviews it")
    need(bool(dispute["ruled"]) and dispute["ruled"] != row.actor, "nothing to review")


def leaves(facts: Facts, row: Row, body: Body) -> None:
    """A player is disqualified or retires."""
    assert facts.terms is not None
    rules, entry = facts.terms.rules, inside(facts, body["player"])
    gone, allowed = row.kind == "player-disqualified", False
    back = entry["fee"] * facts.terms.number("play.refund_percent", 100) // 100
    if gone:
        ground = next((each for each in rules.grounds.values() if each.clause == body["clause"]), None)
        need(ground is not None, f"{body['clause']} is no ground")
        assert ground is not None
        allowed = ground.refund and (rules.session is not None or facts.terms.said("play.refundable") is True)
        need(body["refund"] in ((0, back) if allowed else (0,)), "another sum goes back")
    else:
        due = back if facts.terms.said("play.refundable") else 0
        need(rules.has(Duty.RETIRE) and body["refund"] == due, f"{due} goes back")
    bought = buy_ins_back(facts, body["player"])
    facts.purse.may_refund = (body["player"], bought) if not gone or allowed else ("", 0)
    if bought and (not gone or body["refund"]):
        facts.expected.append(("", {"type": "buy-in-refunded", "player": body["player"], "amount": bought}))
    entry["fee"] -= body["refund"]
    entry["standing"] = "disqualified" if gone else "retired"
    facts.purse.move(facts.purse.pool_account, f"player/{body['player']}", body["refund"])
    for table, heat in facts.heats.items():
        if body["player"] in heat.seats:
            before = heat.chips[body["player"]]
            heat.leave(body["player"], gone)
            facts.purse.chips(body["player"], heat.chips[body["player"]] - before)
            coming = follows(heat, last=False) if heat.phase == "waiting" else None
            facts.expected += [(table, coming)] if coming else []
            if gone and heat.phase == "ended":
                heat.closing.again = over_again(heat)
    facts.coming = [name for name in facts.coming if name != body["player"]]
    facts.waiting = [name for name in facts.waiting if name != body["player"]]


def buy_ins_back(facts: Facts, name: str) -> int:
    """What the conditions give back of what a player paid for chips, without what was paid to buy back."""
    assert facts.terms is not None
    terms, entry = facts.terms, facts.entries[name]
    price = terms.cents("chips.buy_in", "chips.bought")
    paid: int = entry["bought"] - entry["backs"] * terms.cents("buy_back.price", "buy_back.offered")
    if terms.cash_value:
        paid = price if name in facts.bought_in else 0
    return paid * terms.number("play.buy_in_refund_percent", 0) // 100


def buy_in_back(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    name, amount = facts.purse.may_refund
    need(body["player"] == name and body["amount"] == amount > 0, "no buy-in goes back, or another sum")
    facts.purse.may_refund = ("", 0)
    facts.entries[name]["bought"] -= amount
    facts.bought_in.discard(name)
    facts.purse.to_pool -= amount if facts.terms.said("chips.buy_in_to", "pool") == "pool" else 0
    facts.purse.move(facts.purse.buy_in_account, f"player/{name}", amount)


def nominated(facts: Facts, row: Row, body: Body) -> None:
    inside(facts, body["player"])["nominated"] = body["substitute"]


def substituted(facts: Facts, row: Row, body: Body) -> None:
    entry = inside(facts, body["player"])
    need(bool(entry.get("nominated")), "nobody was nominated")
    entry["substitute"] = entry["nominated"] if body["approved"] else entry.get("substitute", "")
    entry["nominated"] = ""
