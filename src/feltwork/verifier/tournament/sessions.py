"""Sessions: tables, seats, buy-ins, the start, who goes on."""

from __future__ import annotations

from feltwork.games.tournament import Duty
from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.facts import MINUTE, Body, Facts, need, playing_at, same, set_clocks
from feltwork.verifier.tournament.heats import Heat, advance_from, take_in
from feltwork.verifier.tournament.seats import drawn, is_hex, is_promised, seated


def designated(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    need(body["session"] == facts.session and not facts.drawn, "it is another session's turn")
    need(len(set(body["tables"])) == facts.terms.sessions[facts.session - 1]["tables"], "another number of tables")
    facts.tables = list(body["tables"])


def moved(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    minutes = facts.terms.rules.notice_minutes or facts.terms.said("structure.notice_minutes", 0)
    need(body["at"] >= row.at + minutes * MINUTE, f"notice is {minutes} minutes")
    need(facts.session <= body["session"] <= len(facts.starts), "there is no such session to come")
    facts.starts[body["session"] - 1] = body["at"]


def seats_drawn(facts: Facts, row: Row, body: Body) -> None:
    need(body["session"] == facts.session and not facts.drawn, "it is another session's turn")
    need(is_promised(body["secret"], facts.commitment), "the secret is not the one committed to")
    nonces = [facts.entries[name]["nonce"] for name in sorted(facts.coming) if facts.entries[name]["nonce"]]
    need(same(body["nonces"], nonces), "the nonces are the players'")
    seats = seated(body["secret"], f"{facts.name}-seats-{facts.session}", nonces, facts.coming, facts.tables)
    need(same(body["seats"], seats), f"the draw gives {seats}")
    facts.drawn, facts.secret = seats, body["secret"]


def chips_bought(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    price = facts.terms.cents("chips.buy_in", "chips.bought")
    fits = body["session"] == facts.session and body["player"] in facts.coming
    need(fits and body["player"] not in facts.bought_in, "no buy-in is due")
    need(body["amount"] == price > 0, f"the buy-in is {price}")
    facts.bought_in.add(body["player"])
    paid_in(facts, body["player"], price, facts.terms.said("chips.buy_in_to", "pool"))


def paid_in(facts: Facts, name: str, cents: int, to: str) -> None:
    facts.entries[name]["bought"] += cents
    facts.purse.to_pool += cents if to == "pool" else 0
    facts.purse.move(f"player/{name}", facts.purse.buy_in_account, cents)


def briefing(facts: Facts, row: Row, body: Body) -> None:
    facts.briefed = True


def presence(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    need(body["present"] is not facts.present, "nothing changes")
    facts.present = body["present"]
    if facts.terms.rules.has(Duty.PRESENCE):
        set_clocks(facts, row.at, "")


def nothing(facts: Facts, row: Row, body: Body) -> None:
    """Something that changes nothing here."""


def limited(facts: Facts, row: Row, body: Body) -> None:
    """Another time for wagers, from the next round on."""
    facts.seconds = body["seconds"]


def started(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    terms = facts.terms
    need(row.at >= facts.starts[facts.session - 1], "it is before the time")
    need(facts.briefed or not terms.rules.has(Duty.BRIEFING), "nobody was briefed")
    need(facts.present or not terms.rules.has(Duty.PRESENCE), "the official is away")
    bought = terms.cents("chips.buy_in", "chips.bought")
    out = sorted(name for name in facts.coming if bought and name not in facts.bought_in)
    there = [name for name in facts.coming if name not in out]  # who left after the draw is not
    seats = [[table, [name for name in names if name in there]] for table, names in facts.drawn]
    seats = [[table, names] for table, names in seats if names]
    chips = terms.said("chips.allotment")
    need(body["session"] == facts.session and bool(facts.drawn), "its seats are not drawn")
    need(same(body["seats"], seats) and same(body["out"], out), f"seats are {seats}, without {out}")
    need(body["chips"] == chips, f"everybody has {chips} chips")
    stage, final = terms.sessions[facts.session - 1], facts.session == len(terms.sessions)
    need(final or is_hex(body["commitment"]), "no commitment to the next seats")
    facts.heats = {table: Heat(terms, names, row.at, stage, final) for table, names in seats}
    for heat in facts.heats.values():
        for name in heat.seats:
            facts.purse.chips(name, chips)
        if len(heat.seats) == 1:
            heat.phase, heat.places = "ended", [list(heat.seats)]
    for name in out:
        facts.entries[name]["standing"] = "out"
    facts.coming = [name for name in facts.coming if name not in out]
    facts.commitment, facts.drawn, facts.tables, facts.bought_in = body["commitment"], [], [], set()
    facts.phase = "running"


def tables_merged(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    gone, kept = playing_at(facts, {"table": body["table"]}), playing_at(facts, {"table": body["into"]})
    need(facts.terms.said("structure.merge") is True and gone is not kept, "tables do not merge")
    both = (gone, kept)
    need(all(heat.phase == "waiting" and heat.ties is None for heat in both), "a round is played")
    need(not any(heat.game and heat.game.layout for heat in both), "wagers lie")
    need(gone.number == kept.number, "one has played more rounds")
    need(not any(heat.closing.counting for heat in both), "the chips are counted first")
    need(len(gone.inside) + len(kept.inside) <= kept.stage["seats"], "there are too many")
    nonces = [heat.result for heat in both if heat.result]
    draw = f"{facts.name}-seats-{facts.session}-{body['table']}-{body['into']}"
    order = drawn(facts.secret, draw, nonces, [*gone.inside, *kept.inside])
    need(same(body["nonces"], nonces) and same(body["seats"], order), f"the draw gives {order}")
    take_in(kept, gone, order)
    del facts.heats[body["table"]]


def announced(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    terms, heats = facts.terms, list(facts.heats.values())
    need(all(heat.phase == "ended" and heat.closing.returned for heat in heats), "a table is not done")
    final = facts.session == len(terms.sessions)
    through, beaten = [], []
    for heat in heats:
        order = [name for place in heat.places for name in place]
        best = order[: advance_from(heat)]
        through += [name for name in best if facts.entries[name]["standing"] == "in"]
    for heat in heats:
        beaten += [n for n in heat.seats if facts.entries[n]["standing"] == "in" and n not in through]
    places = heats[0].places if final and heats else []
    together = [*facts.waiting, *through]
    if final:
        through = beaten = together = waiting = coming = []
    elif terms.sessions[facts.session].get("repechage") and beaten:
        coming, waiting = beaten, together
    else:
        coming, waiting = together, []
        places = [[together[0]]] if len(together) == 1 else []
    wanted = {"advance": through, "beaten": beaten, "coming": coming, "waiting": waiting, "places": places}
    for field, value in wanted.items():
        need(same(body[field], value), f"{field} should be {value}")
    need(body["session"] == facts.session, "it is another session")
    for name in beaten:
        if name not in coming:
            facts.entries[name]["standing"] = "out"
    for entry in facts.entries.values():
        entry["substitute"] = ""
    facts.coming, facts.waiting, facts.heats, facts.phase = list(coming), list(waiting), {}, "closed"
    if places or final or not coming:
        facts.phase, facts.places = "finished", places
    else:
        facts.session += 1


def bought_back(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    terms, entry = facts.terms, facts.entries[body["player"]]
    need(terms.said("buy_back.offered") is True and entry["standing"] == "out", "no buying back")
    until = terms.said("buy_back.until", max(len(terms.sessions) - 1, 1))
    need(facts.session - 1 <= until and entry["backs"] < terms.said("buy_back.times", 1), "too late or too often")
    price = terms.cents("buy_back.price", "buy_back.offered")
    need(body["amount"] == price, f"it costs {price}")
    entry["standing"], entry["backs"] = "in", entry["backs"] + 1
    paid_in(facts, body["player"], price, terms.said("buy_back.to", "pool"))
    repechage = terms.sessions[facts.session - 1].get("repechage")
    (facts.waiting if repechage else facts.coming).append(body["player"])
