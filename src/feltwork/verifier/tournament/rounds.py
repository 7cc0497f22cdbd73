"""Rounds, and the end of a session at a table."""

from __future__ import annotations

from feltwork.games.tournament import Duty
from feltwork.outcomes import say_selection
from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.lines import as_on
from feltwork.verifier.tournament.facts import HOUSE, Body, Facts, need, playing_at, same
from feltwork.verifier.tournament.heats import Heat, advance_from, is_last, time_is_up
from feltwork.verifier.tournament.layouts import LAYOUT, cleared, lies, limited, played, would_not_lie
from feltwork.verifier.tournament.ranks import follows, ranking, undecided
from feltwork.verifier.tournament.settling import put_right, settle


def round_opened(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    low, high = heat.limits()
    need((body["minimum"], body["maximum"]) == (low, high), f"the limits are {low} to {high}")
    need(heat.phase == "waiting" and body["number"] == heat.number + 1, "it is another round")
    need(not time_is_up(heat, row.at), "the time is up")
    need(not heat.closing.counting, "the chips are counted first")
    need(set(body["absent"]) <= set(heat.playing()), "somebody else is absent")
    due = row.at + facts.seconds * 1_000_000 if facts.seconds else 0
    need(body["closes_at"] == due, "wagers are taken for another time")
    ordered = heat.terms.said("play.order") is True
    need(body["marker"] in (heat.seats if ordered else ("",)), "the marker is on no box")
    turn = turn_of(heat, body) if ordered else []
    heat.round, heat.done = body | {"turn": turn, "stood": heat.clock.stood}, {}
    heat.number, heat.phase = body["number"], "betting"
    if heat.game is not None:
        limited(heat.game, low, high)


def turn_of(heat: Heat, body: Body) -> list[str]:
    """Who acts in which order: from the marker to the left, without who is away or cannot cover the minimum."""
    first = heat.seats.index(body["marker"])
    around = [*heat.seats[first:], *heat.seats[:first]]
    able = [name for name in heat.playing() if heat.chips[name] >= body["minimum"] and name not in body["absent"]]
    return [name for name in around if name in able]


def acting(facts: Facts, body: Body) -> tuple[Heat, Body]:
    heat = playing_at(facts, body)
    name = body["player"]
    need(heat.phase == "betting" and name in heat.playing(), f"{name} does not play in this round")
    need(name not in heat.round["absent"] and "passed" not in heat.done.get(name, {}), f"{name} cannot act")
    heat.round["turn"] = [each for each in heat.round["turn"] if each in heat.playing()]  # who left has no turn
    if heat.round["turn"]:
        at = heat.round["turn"].index(name)
        need(at == 0 or (at == 1 and heat.round["turn"][0] in heat.done), f"it is the turn of {heat.round['turn'][0]}")
        heat.round["turn"] = heat.round["turn"][at:]
    return heat, heat.done.setdefault(name, {})


def wagered(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    total = sum(stake["amount"] for stake in body["stakes"])
    need(all(stake["amount"] > 0 for stake in body["stakes"]), "a wager of nothing")
    need("stakes" not in done and 0 < total <= heat.chips[body["player"]], "too much, or twice")
    need(in_time(heat, row.at, total), "over the minimum, late")
    done["stakes"] = body["stakes"]


def in_time(heat: Heat, at: int, amount: int) -> bool:
    """May this much still be wagered? What the clock stood still since the round began is not counted."""
    limit = heat.round["closes_at"]
    open_until = limit + heat.clock.stood - heat.round["stood"]
    return bool(limit == 0 or at < open_until or amount <= heat.round["minimum"])


def passed(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    need(not done and heat.held[body["player"]]["cards"] > 0, "no pass card is left")
    heat.held[body["player"]]["cards"] -= 1
    done["passed"] = True


def handed_in(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    stake = body["form"]["stake"]
    need(stake is None or stake["amount"] == 0, "the amount stands on the form")
    wagers, amount = heat.terms.book.wagers, body["form"]["amount"]
    if stake is not None:
        known = stake["wager"] in wagers and as_on(stake["on"]) in wagers[stake["wager"]].shapes
        need(known, "there is no such wager")
    need(amount is None or amount > 0, "a wager of nothing")
    need(in_time(heat, row.at, amount or 0), "over the minimum, late")
    need("form" not in done and heat.held[body["player"]]["forms"] > 0, "no form is left")
    heat.held[body["player"]]["forms"] -= 1
    done["form"] = body["form"]


def examined(facts: Facts, row: Row, body: Body) -> None:
    done = facts.heats[body["table"]].done[body["player"]]
    need("form" in done and "examined" not in done, "there is no form to examine")
    done["examined"] = True


def handed_back(facts: Facts, row: Row, body: Body) -> None:
    """A form that is not in order goes back before the round is played, and counts as never handed in."""
    heat, name = playing_at(facts, body), body["player"]
    done = heat.done[name]
    need(heat.phase == "betting" and "form" in done and "examined" not in done, "there is no form to hand back")
    if heat.game is None:
        rules = heat.terms.rules.session
        assert rules is not None
        low, high = heat.round["minimum"], heat.round["maximum"]
        clauses = put_right(done, low, high, heat.chips[name], rules)
        need(any(clause != rules.units for clause in clauses), "the form is in order")
    else:
        stake, amount = done["form"]["stake"], done["form"]["amount"]
        seat = heat.seats.index(name) + 1
        need(bool(would_not_lie(heat.game, seat, stake["wager"], stake["on"], amount)), "the form is in order")
    heat.held[name]["forms"] += 1
    del done["form"]
    if not done:
        del heat.done[name]
    if heat.round["turn"]:
        rest = [each for each in heat.round["turn"] if each != name and each not in heat.done]
        heat.round["turn"] = [name, *rest]


def on_layout(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    before = dict(heat.chips)
    need(heat.game is not None and heat.phase in ("betting", "no more bets"), "nothing is played on a layout now")
    assert heat.game is not None
    if row.role == "player":
        name = heat.seats[body["event"]["key"][0] - 1]
        own = (name, facts.entries[name].get("substitute", ""))
        need(row.actor in own and body["event"]["type"] != "round-settled", f"{row.actor} acts for {name}")
    if body["event"]["type"] == "round-settled":
        there = {key[0] for key in heat.game.layout}
        idle = [name for name in heat.playing() if heat.seats.index(name) + 1 not in there]
        heat.round["idle"] = [name for name in idle if name not in heat.round["absent"]]
    elif heat.phase == "no more bets":
        name = heat.seats[body["event"]["key"][0] - 1]
        need(name in heat.done and body["event"]["type"] == "wager-placed", "no more wagers are taken")
        heat.round.setdefault("revealed", []).append(name)
    wrong = played(heat.game, body["event"])
    need(not wrong, wrong)
    need(before == heat.chips, "chips changed")
    if body["event"]["type"] == "round-settled":
        heat.round["rolled"] = "-".join(map(str, body["event"]["result"]))


def no_more(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    need(heat.phase == "betting", "no wagers were being taken")
    need(all("examined" in done for done in heat.done.values() if "form" in done), "a form was not examined")
    heat.phase = "no more bets"


def settled(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    need(heat.phase == "no more bets" and body["number"] == heat.number, "it is another round")
    before, last = dict(heat.chips), is_last(heat, row.at)
    taken = body["taken"]
    need(len(set(taken)) == len(taken) and set(taken) <= set(heat.seats), "chips were taken of somebody else")
    forms_are_those(heat, body)
    if heat.game is None:
        found = settle(heat, body["result"], body["taken"], row.at)
        shown = {form["player"]: form["counted"] for form in body["forms"]}
        need(shown == found["counted"], f"forms count {found['counted']}")
        told = [(name, clause) for name, clause, _ in body["told"]]
        need(told == found["told"], f"put right was {found['told']}")
        need(same(body["disqualified"], found["disqualified"]), f"disqualified are {found['disqualified']}")
        need(body["eliminated"] == found["eliminated"], f"out are {found['eliminated']}, in this order")
        need(dict(body["chips"]) == found["chips"], f"chips are {found['chips']}")
    else:
        rolled(facts, heat, body)
    for name, count in body["chips"]:
        facts.purse.chips(name, count - before[name])
    for name, _ in body["disqualified"]:
        facts.entries[name]["standing"] = "disqualified"
    heat.phase, heat.result = "waiting", body["result"]
    coming = follows(heat, last)
    facts.expected += [(body["table"], coming)] if coming else []


def forms_are_those(heat: Heat, body: Body) -> None:
    """Forms are shown as they were written."""
    written = {name: done["form"] for name, done in heat.done.items() if "form" in done}
    need(sorted(form["player"] for form in body["forms"]) == sorted(written), "other forms were handed in")
    for form in body["forms"]:
        asked = written[form["player"]]
        stake = asked["stake"] or {"wager": "", "on": None}
        on = "" if stake["on"] is None else say_selection(as_on(stake["on"]))
        need(form["amount"] == asked["amount"], "the form says another amount")
        need((form["wager"], form["on"]) == (stake["wager"], on), "the form says another wager")
        counts = asked["amount"] if form["player"] in heat.round.get("revealed", ()) else 0
        need(heat.game is None or form["counted"] == counts, "the form counts for another sum")


def rolled(facts: Facts, heat: Heat, body: Body) -> None:
    """Chips after a roll: what is in the rail and on the layout, less what the conditions deduct."""
    assert facts.terms is not None
    assert heat.game is not None
    terms, inside, game = facts.terms, heat.playing(), heat.game
    need(body["result"] == heat.round["rolled"], f"the dice showed {heat.round['rolled']}")
    compulsory = terms.said("wagers.compulsory") is True
    due, gone, told = due_by_conditions(heat, compulsory)
    need(same(body["deducted"], due), f"deducted are {due}")
    need(same(body["disqualified"], gone), f"disqualified are {gone}")
    for name, _ in gone:
        heat.leave(name, gone=True)
    for name, count in due:
        game.held.rail[heat.seats.index(name) + 1] -= count * LAYOUT
    worth = {name: heat.worth(name) for name in inside}
    need(dict(body["chips"]) == worth, f"chips are {worth}")
    least = terms.limits(heat.number + 1)[0] if compulsory else 1
    lie = [name for name in heat.playing() if lies(game, heat.seats.index(name) + 1)]
    out = [name for name in heat.playing() if worth[name] == 0 or (name not in lie and worth[name] < least)]
    out.sort(key=lambda name: worth[name])
    need(list(body["eliminated"]) == out, f"out are {out}")
    said = [(name, clause) for name, clause, _ in body["told"]]
    shown = [(form["player"], heat.terms.rules.clause(Duty.REVEAL)) for form in body["forms"] if form["counted"]]
    back = [form["player"] for form in body["forms"] if not form["counted"]]
    rest = [each for each in said[: len(body["forms"])] if each[0] not in back] + said[len(body["forms"]) :]
    told = [*shown, *told, *((name, heat.terms.rules.clause(Duty.CHIPS)) for name in out)]
    need(rest == told, f"what is told is {told}")
    for name, clause in said[: len(body["forms"])]:
        need(name not in back or clause in heat.terms.clauses, f"{clause} is no clause by which a form goes back")
    heat.chips |= worth
    for name in out:
        heat.leave(name, gone=False)


Counts = list[tuple[str, int]]
Clauses = list[tuple[str, str]]


def due_by_conditions(heat: Heat, compulsory: bool) -> tuple[Counts, Clauses, Clauses]:
    """What the conditions take off who is away or made no wager, whom they disqualify, and what is told of it."""
    assert heat.game is not None
    terms, rules, rail = heat.terms, heat.terms.rules, heat.game.held.rail
    due: Counts = []
    gone: Clauses = []
    told: Clauses = []
    most, taken = terms.said("play.late_rounds"), terms.number("play.late_deduct", 0)
    for name in sorted(heat.round["absent"]):
        heat.held[name]["away"] += 1
        if most is not None and heat.held[name]["away"] > most:
            gone.append((name, rules.clause(Duty.LATE)))
            told.append(gone[-1])
        elif count := min(taken, rail[heat.seats.index(name) + 1] // LAYOUT):
            due.append((name, count))
            told.append((name, rules.clause(Duty.LATE)))
    instead = terms.said("play.no_wager", "nothing")
    for name in heat.round["idle"] if compulsory and instead != "nothing" else ():
        told.append((name, rules.conditions))
        if instead == "disqualify":
            gone.append((name, rules.conditions))
        elif instead == "deduct":
            due.append((name, min(terms.limits(heat.number)[0], rail[heat.seats.index(name) + 1] // LAYOUT)))
    return due, gone, told


def play_off(facts: Facts, row: Row, body: Body) -> None:
    heat = facts.heats[body["table"]]
    heat.ties, heat.phase = body["ties"], "waiting"
    for seat, name in enumerate(heat.seats, 1):
        if heat.game is not None and name in heat.inside and name not in body["ties"]["tied"]:
            heat.game.held.rail[seat] += cleared(heat.game, seat)  # who does not play takes up what lies


def tied(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].phase = "undecided"


def ordered(facts: Facts, row: Row, body: Body) -> None:
    """The official puts some of those who share places in order; others are left."""
    heat, order = facts.heats[body["table"]], list(body["order"])
    need(heat.phase == "undecided" and bool(body["reason"]), "nobody's place is open, or nobody says why")
    need(sorted(order) in [sorted(place) for place in ranking(heat) if len(place) > 1], "they share no place")
    heat.ordered.append(order)
    need(bool(undecided(heat, ranking(heat))), "all places are decided, and the session is over")


def ended(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    heat, places = facts.heats[body["table"]], [list(place) for place in body["places"]]
    ranked = ranking(heat)
    tied = undecided(heat, ranked) if heat.phase == "undecided" else []
    if tied:
        need(row.actor == facts.official, "the official puts the tied in order")
        at = ranked.index(tied)
        inner = [name for place in places[at : at + len(tied)] for name in place]
        rest = [*places[:at], *places[at + len(tied) :]]
        need(sorted(inner) == sorted(tied) and rest == [*ranked[:at], *ranked[at + 1 :]], "another order")
        need(not undecided(heat, places), "others still share a place")
    else:
        need(places == ranked, f"the order is {ranked}")
    if body["how"] == "early":
        need(row.actor == facts.official and heat.phase == "waiting", "only the official ends a table early")
        fixed = not heat.final and len(heat.inside) <= advance_from(heat)
        agreed = not facts.terms.cash_value or set(heat.inside) <= heat.closing.agreed
        need(fixed and agreed, "it was not determined, or not all agree")
    elif tied:
        need(bool(body["how"]), "the official says why")
    else:
        how = "play-off" if heat.ties else "rounds"
        need(body["how"] == how, f"it ended by {how}")
    if heat.phase == "waiting" and body["how"] != "early":
        need(follows(heat, is_last(heat, row.at)) is not None, "the session is not over")
    need(heat.phase in ("waiting", "undecided", "over again"), "a round is not settled, or it is over already")
    heat.phase, heat.places = "ended", places


def agrees(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].closing.agreed.add(body["player"])


def count_ordered(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].closing.counting = True


def counted(facts: Facts, row: Row, body: Body) -> None:
    heat = facts.heats[body["table"]]
    held = {name: heat.worth(name) for name in heat.inside}
    need(dict(body["totals"]) == held, f"the count is {held}")
    heat.closing.counted, heat.closing.counting = heat.phase == "ended", False


def returned(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    heat, value = facts.heats[body["table"]], facts.terms.cash_value
    need(heat.phase == "ended" and heat.closing.counted and not heat.closing.returned, "nothing is due back")
    held = {name: heat.worth(name) for name in heat.seats}
    values = {each["value"] for each in facts.terms.said("chips.set", [])}
    for chip, quantity in body["missing"]:
        need(chip > 0 and quantity > 0 and (not values or chip in values), "chips of no denomination are missing")
    cashed = {name: count * value for name, count in held.items() if count * value}
    need(dict(body["chips"]) == held, f"chips are {held}")
    need(dict(body["cashed"]) == cashed, f"chips are paid as {cashed}")
    heat.closing.returned = True
    out, before = sum(cashed.values()), facts.purse.bought
    for name, count in held.items():
        facts.purse.chips(name, -count)
    if out > before:
        facts.purse.move(HOUSE, facts.purse.buy_in_account, out - before)
    for name, cents in cashed.items():
        facts.purse.move(facts.purse.buy_in_account, f"player/{name}", cents)
    facts.purse.to_pool = min(facts.purse.to_pool, facts.purse.bought)
