"""One function for each kind of event in a tournament round.

It checks the event against the state so far, then moves the state on. A heat is one table's session.
"""

from __future__ import annotations

from feltwork.games.tournament import Duty
from feltwork.outcomes import say_selection
from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.lines import as_on
from feltwork.verifier.tournament.facts import HOUSE, Body, Facts, need, playing_at, same, should_be
from feltwork.verifier.tournament.heats import Heat, advance_from, is_last, time_is_up
from feltwork.verifier.tournament.layouts import LAYOUT, cleared, lies, limited, played, would_not_lie
from feltwork.verifier.tournament.ranks import follows, ranking, undecided
from feltwork.verifier.tournament.settling import put_right, settle

TAKING = ("betting", "no more bets")
"""Phases in which chips move on a layout."""
ENDING = ("waiting", "undecided", "over again")
"""Phases from which a session can end."""


def round_opened(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    low, high = heat.limits()
    should_be("limits", (body["minimum"], body["maximum"]), (low, high))
    should_be("phase of the table", heat.phase, "waiting")
    should_be("number of the round", body["number"], heat.number + 1)
    need(not time_is_up(heat, row.at), "a round was opened after the time of the session")
    need(not heat.closing.counting, "a round was opened before the chips were counted")
    need(set(body["absent"]) <= set(heat.playing()), "a player is called absent who does not play at this table")
    due = row.at + facts.seconds * 1_000_000 if facts.seconds else 0
    should_be("end of wagering", body["closes_at"], due)
    ordered = heat.terms.said("play.order") is True
    boxes = heat.seats if ordered else [""]
    need(body["marker"] in boxes, f"marker: is {body['marker']!r}, should be one of {boxes}")
    turn = turn_of(heat, body) if ordered else []
    heat.round, heat.done = body | {"turn": turn, "stood": heat.clock.stood}, {}
    heat.number, heat.phase = body["number"], "betting"
    if heat.game is not None:
        limited(heat.game, low, high)


def turn_of(heat: Heat, body: Body) -> list[str]:
    """The players in the order in which they act, from the marker to the left.

    A player who is absent or cannot cover the minimum has no turn.
    """
    first = heat.seats.index(body["marker"])
    around = [*heat.seats[first:], *heat.seats[:first]]
    able = [name for name in heat.playing() if heat.chips[name] >= body["minimum"] and name not in body["absent"]]
    return [name for name in around if name in able]


def acting(facts: Facts, body: Body) -> tuple[Heat, Body]:
    heat = playing_at(facts, body)
    name = body["player"]
    should_be("phase of the table", heat.phase, "betting")
    need(name in heat.playing(), f"{name} does not play in this round")
    need(name not in heat.round["absent"], f"{name} is absent")
    need("passed" not in heat.done.get(name, {}), f"{name} has passed")
    heat.round["turn"] = [each for each in heat.round["turn"] if each in heat.playing()]  # nobody who left
    if heat.round["turn"]:
        at = heat.round["turn"].index(name)
        first = heat.round["turn"][0]
        need(at == 0 or (at == 1 and first in heat.done), f"turn: is taken by {name}, should be that of {first}")
        heat.round["turn"] = heat.round["turn"][at:]
    return heat, heat.done.setdefault(name, {})


def wagered(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    name, total = body["player"], sum(stake["amount"] for stake in body["stakes"])
    need(all(stake["amount"] > 0 for stake in body["stakes"]), "a stake has no amount")
    need("stakes" not in done, f"{name} has wagered in this round already")
    need(0 < total <= heat.chips[name], f"stakes: is {total}, should be from 1 to {heat.chips[name]}")
    need(in_time(heat, row.at, total), "a wager over the minimum was made after the time for wagers")
    done["stakes"] = body["stakes"]


def in_time(heat: Heat, at: int, amount: int) -> bool:
    """May this amount still be wagered? Time in which the clock stood still since the round began is not counted."""
    limit = heat.round["closes_at"]
    open_until = limit + heat.clock.stood - heat.round["stood"]
    return bool(limit == 0 or at < open_until or amount <= heat.round["minimum"])


def passed(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    need(not done, f"{body['player']} has acted in this round already")
    need(heat.held[body["player"]]["cards"] > 0, f"{body['player']} has no pass card left")
    heat.held[body["player"]]["cards"] -= 1
    done["passed"] = True


def handed_in(facts: Facts, row: Row, body: Body) -> None:
    heat, done = acting(facts, body)
    stake = body["form"]["stake"]
    need(stake is None or stake["amount"] == 0, "the stake on the form has an amount of its own")
    wagers, amount = heat.terms.book.wagers, body["form"]["amount"]
    if stake is not None:
        known = stake["wager"] in wagers and as_on(stake["on"]) in wagers[stake["wager"]].shapes
        need(known, "the book has no such wager")
    need(amount is None or amount > 0, "the form has an amount of nothing")
    need(in_time(heat, row.at, amount or 0), "a wager over the minimum was made after the time for wagers")
    need("form" not in done, f"{body['player']} has handed in a form already")
    need(heat.held[body["player"]]["forms"] > 0, f"{body['player']} has no form left")
    heat.held[body["player"]]["forms"] -= 1
    done["form"] = body["form"]


def examined(facts: Facts, row: Row, body: Body) -> None:
    done = facts.heats[body["table"]].done[body["player"]]
    need("form" in done, "no form was handed in")
    need("examined" not in done, "the form has been examined already")
    done["examined"] = True


def handed_back(facts: Facts, row: Row, body: Body) -> None:
    """A form that is not in order goes back before the round is played, and counts as never handed in."""
    heat, name = playing_at(facts, body), body["player"]
    done = heat.done[name]
    should_be("phase of the table", heat.phase, "betting")
    need("form" in done, "no form was handed in")
    need("examined" not in done, "the form has been examined already")
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
    need(heat.game is not None, "this table has no layout")
    assert heat.game is not None
    need(heat.phase in TAKING, f"phase of the table: is {heat.phase}, should be one of {TAKING}")
    if row.role == "player":
        name = heat.seats[body["event"]["key"][0] - 1]
        own = (name, facts.entries[name].get("substitute", ""))
        need(row.actor in own, f"actor: is {row.actor}, should be {name}")
        need(body["event"]["type"] != "round-settled", "a player settled the round")
    if body["event"]["type"] == "round-settled":
        there = {key[0] for key in heat.game.layout}
        idle = [name for name in heat.playing() if heat.seats.index(name) + 1 not in there]
        heat.round["idle"] = [name for name in idle if name not in heat.round["absent"]]
    elif heat.phase == "no more bets":
        name = heat.seats[body["event"]["key"][0] - 1]
        need(name in heat.done, f"{name} handed in no form before no more bets")
        should_be("event after no more bets", body["event"]["type"], "wager-placed")
        heat.round.setdefault("revealed", []).append(name)
    wrong = played(heat.game, body["event"])
    need(not wrong, wrong)
    should_be("chips", heat.chips, before)
    if body["event"]["type"] == "round-settled":
        heat.round["rolled"] = "-".join(map(str, body["event"]["result"]))


def no_more(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    should_be("phase of the table", heat.phase, "betting")
    need(all("examined" in done for done in heat.done.values() if "form" in done), "a form was not examined")
    heat.phase = "no more bets"


def settled(facts: Facts, row: Row, body: Body) -> None:
    heat = playing_at(facts, body)
    should_be("phase of the table", heat.phase, "no more bets")
    should_be("number of the round", body["number"], heat.number)
    before, last = dict(heat.chips), is_last(heat, row.at)
    taken = body["taken"]
    need(len(set(taken)) == len(taken), "chips were taken twice from one player")
    need(set(taken) <= set(heat.seats), "chips were taken from a person without a seat at this table")
    forms_are_those(heat, body)
    if heat.game is None:
        found = settle(heat, body["result"], body["taken"], row.at)
        shown = {form["player"]: form["counted"] for form in body["forms"]}
        should_be("counted on the forms", shown, found["counted"])
        told = [(name, clause) for name, clause, _ in body["told"]]
        should_be("wagers put right", told, found["told"])
        alike("disqualified", body["disqualified"], found["disqualified"])
        should_be("eliminated, in order", body["eliminated"], found["eliminated"])
        should_be("chips", dict(body["chips"]), found["chips"])
    else:
        rolled(facts, heat, body)
    for name, count in body["chips"]:
        facts.purse.chips(name, count - before[name])
    for name, _ in body["disqualified"]:
        facts.entries[name]["standing"] = "disqualified"
    heat.phase, heat.result = "waiting", body["result"]
    coming = follows(heat, last)
    facts.expected += [(body["table"], coming)] if coming else []


def alike(what: str, found: object, due: object) -> None:
    """Hold lists of an event against what they should be, whether they are kept as lists or tuples."""
    need(same(found, due), f"{what}: is {found}, should be {due}")


def forms_are_those(heat: Heat, body: Body) -> None:
    """Hold the forms that are shown against those that were handed in."""
    written = {name: done["form"] for name, done in heat.done.items() if "form" in done}
    should_be("players with forms", sorted(form["player"] for form in body["forms"]), sorted(written))
    for form in body["forms"]:
        asked = written[form["player"]]
        stake = asked["stake"] or {"wager": "", "on": None}
        on = "" if stake["on"] is None else say_selection(as_on(stake["on"]))
        should_be("amount on the form", form["amount"], asked["amount"])
        should_be("wager on the form", (form["wager"], form["on"]), (stake["wager"], on))
        if heat.game is not None:
            counts = asked["amount"] if form["player"] in heat.round.get("revealed", ()) else 0
            should_be("counted on the form", form["counted"], counts)


def rolled(facts: Facts, heat: Heat, body: Body) -> None:
    """Hold the chips after a roll against those in the rail and on the layout, less what the conditions deduct."""
    assert facts.terms is not None
    assert heat.game is not None
    terms, inside, game = facts.terms, heat.playing(), heat.game
    should_be("result", body["result"], heat.round["rolled"])
    compulsory = terms.said("wagers.compulsory") is True
    due, gone, told = due_by_conditions(heat, compulsory)
    alike("deducted", body["deducted"], due)
    alike("disqualified", body["disqualified"], gone)
    for name, _ in gone:
        heat.leave(name, gone=True)
    for name, count in due:
        game.held.rail[heat.seats.index(name) + 1] -= count * LAYOUT
    worth = {name: heat.worth(name) for name in inside}
    should_be("chips", dict(body["chips"]), worth)
    least = terms.limits(heat.number + 1)[0] if compulsory else 1
    lie = [name for name in heat.playing() if lies(game, heat.seats.index(name) + 1)]
    out = [name for name in heat.playing() if worth[name] == 0 or (name not in lie and worth[name] < least)]
    out.sort(key=lambda name: worth[name])
    should_be("eliminated, in order", list(body["eliminated"]), out)
    said = [(name, clause) for name, clause, _ in body["told"]]
    shown = [(form["player"], heat.terms.rules.clause(Duty.REVEAL)) for form in body["forms"] if form["counted"]]
    back = [form["player"] for form in body["forms"] if not form["counted"]]
    rest = [each for each in said[: len(body["forms"])] if each[0] not in back] + said[len(body["forms"]) :]
    told = [*shown, *told, *((name, heat.terms.rules.clause(Duty.CHIPS)) for name in out)]
    should_be("told to the players", rest, told)
    for name, clause in said[: len(body["forms"])]:
        need(name not in back or clause in heat.terms.clauses, f"{clause} is no clause by which a form goes back")
    heat.chips |= worth
    for name in out:
        heat.leave(name, gone=False)


Counts = list[tuple[str, int]]
Clauses = list[tuple[str, str]]


def due_by_conditions(heat: Heat, compulsory: bool) -> tuple[Counts, Clauses, Clauses]:
    """Chips that the conditions deduct from players who are absent or made no wager, players whom they disqualify, and
    the clauses that are told to each."""
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
            heat.game.held.rail[seat] += cleared(heat.game, seat)  # a player outside the play-off takes up wagers


def tied(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].phase = "undecided"


def ordered(facts: Facts, row: Row, body: Body) -> None:
    """The official puts some of the players who share a place in order; other players still share one."""
    heat, order = facts.heats[body["table"]], list(body["order"])
    should_be("phase of the table", heat.phase, "undecided")
    need(bool(body["reason"]), "the official gives no reason")
    shared = [sorted(place) for place in ranking(heat) if len(place) > 1]
    need(sorted(order) in shared, f"players put in order: is {sorted(order)}, should be one of {shared}")
    heat.ordered.append(order)
    need(bool(undecided(heat, ranking(heat))), "all places are decided: the session should end here")


def ended(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    heat, places = facts.heats[body["table"]], [list(place) for place in body["places"]]
    ranked = ranking(heat)
    tied = undecided(heat, ranked) if heat.phase == "undecided" else []
    if tied:
        should_be("person who puts tied players in order", row.actor, facts.official)
        at = ranked.index(tied)
        inner = [name for place in places[at : at + len(tied)] for name in place]
        rest = [*places[:at], *places[at + len(tied) :]]
        should_be("tied players", sorted(inner), sorted(tied))
        should_be("other places", rest, [*ranked[:at], *ranked[at + 1 :]])
        need(not undecided(heat, places), "other players still share a place")
    else:
        should_be("places", places, ranked)
    if body["how"] == "early":
        should_be("person who ends the table early", row.actor, facts.official)
        should_be("phase of the table", heat.phase, "waiting")
        fixed = not heat.final and len(heat.inside) <= advance_from(heat)
        agreed = not facts.terms.cash_value or set(heat.inside) <= heat.closing.agreed
        need(fixed, "it is not determined yet who advances")
        need(agreed, "not every player agrees to an early end")
    elif tied:
        need(bool(body["how"]), "the official gives no reason")
    else:
        how = "play-off" if heat.ties else "rounds"
        should_be("how the session ended", body["how"], how)
    if heat.phase == "waiting" and body["how"] != "early":
        need(follows(heat, is_last(heat, row.at)) is not None, "the session is not over")
    need(heat.phase in ENDING, f"phase of the table: is {heat.phase}, should be one of {ENDING}")
    heat.phase, heat.places = "ended", places


def agrees(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].closing.agreed.add(body["player"])


def count_ordered(facts: Facts, row: Row, body: Body) -> None:
    facts.heats[body["table"]].closing.counting = True


def counted(facts: Facts, row: Row, body: Body) -> None:
    heat = facts.heats[body["table"]]
    held = {name: heat.worth(name) for name in heat.inside}
    should_be("totals", dict(body["totals"]), held)
    heat.closing.counted, heat.closing.counting = heat.phase == "ended", False


def returned(facts: Facts, row: Row, body: Body) -> None:
    assert facts.terms is not None
    heat, value = facts.heats[body["table"]], facts.terms.cash_value
    should_be("phase of the table", heat.phase, "ended")
    need(heat.closing.counted, "the chips are not counted")
    need(not heat.closing.returned, "the chips have been returned already")
    held = {name: heat.worth(name) for name in heat.seats}
    values = {each["value"] for each in facts.terms.said("chips.set", [])}
    for chip, quantity in body["missing"]:
        need(chip > 0 and quantity > 0 and (not values or chip in values), "missing chips are of no denomination")
    cashed = {name: count * value for name, count in held.items() if count * value}
    should_be("chips", dict(body["chips"]), held)
    should_be("paid for chips", dict(body["cashed"]), cashed)
    heat.closing.returned = True
    out, before = sum(cashed.values()), facts.purse.bought
    for name, count in held.items():
        facts.purse.chips(name, -count)
    if out > before:
        facts.purse.move(HOUSE, facts.purse.buy_in_account, out - before)
    for name, cents in cashed.items():
        facts.purse.move(facts.purse.buy_in_account, f"player/{name}", cents)
    facts.purse.to_pool = min(facts.purse.to_pool, facts.purse.bought)
