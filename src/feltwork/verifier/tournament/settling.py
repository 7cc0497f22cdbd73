"""A round of a session that the book describes, recounted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from feltwork.games.tournament import SessionRules
from feltwork.verifier.tournament.heats import Heat, is_last
from feltwork.wagers.arms import Result

Body = dict[str, Any]


def settle(heat: Heat, result: object, taken: Sequence[str], at: int) -> Body:
    """What a round comes to by the book: chips, who is out, who is disqualified, what forms count."""
    low, high, rules = heat.round["minimum"], heat.round["maximum"], heat.terms.rules.session
    assert rules is not None
    wagered: dict[str, int] = {}
    gone, counted = [], {}
    told: list[tuple[str, str]] = []
    pocket = [str(each) for each in heat.terms.book.wheel].index(str(result))
    for name in heat.playing():
        act = heat.done.get(name, {})
        if heat.chips[name] < low:
            wagered[name] = 0
        elif name in heat.round["absent"]:
            heat.held[name]["away"] += 1
            if heat.held[name]["away"] > rules.absent_rounds:
                gone.append((name, rules.cancelled))
                told.append(gone[-1])
            else:
                told.append((name, rules.deducted))
                heat.chips[name] -= low
                wagered[name] = low
        elif not act:
            gone.append((name, rules.must_wager))
            told.append(gone[-1])
        else:
            told += [(name, clause) for clause in put_right(act, low, high, heat.chips[name], rules)]
            wagered[name], form = decided(heat, name, act, pocket, low, high)
            if "form" in act:
                counted[name] = form
    least = 1 if is_last(heat, at) else low if heat.ties else heat.terms.limits(heat.number + 1)[0]
    short = {name for name in wagered if wagered[name] == 0 and not heat.done.get(name)}
    out = [name for name in wagered if heat.chips[name] < least or name in short]

    def removed(name: str) -> int:
        return list(taken).index(name) if name in taken else len(taken) + heat.seats.index(name)

    out.sort(key=lambda name: (heat.chips[name], wagered[name], removed(name)))
    for name, _ in gone:
        heat.leave(name, gone=True)
    for name in out:
        heat.leave(name, gone=False)
    chips = {name: heat.chips[name] for name in heat.seats if name not in heat.gone}
    told += [(name, rules.cannot_cover) for name in out]
    return {"chips": chips, "eliminated": out, "disqualified": gone, "counted": counted, "told": told}


def put_right(act: Body, low: int, high: int, held: int, rules: SessionRules) -> Iterator[str]:
    """By which clauses something of what a player did is put right, in this order."""
    amounts = [stake["amount"] for stake in act.get("stakes", [])]
    whole = [amount // low * low for amount in amounts]
    if whole != amounts:
        yield rules.units
    total = max(sum(whole), low) if amounts else 0
    if sum(whole) < total:
        yield rules.units
    if total > high:
        yield rules.units
    form = act.get("form")
    if form is None:
        return
    amount = low
    if form["stake"] is None or form["amount"] is None:
        yield rules.form_blank
    elif form["amount"] < low:
        yield rules.form_under
    elif form["amount"] > high:
        amount = high
        yield rules.form_over
    else:
        amount = form["amount"]
    if amount > held - min(total, high):
        yield rules.form_beyond_chips


def decided(heat: Heat, name: str, act: Body, pocket: int, low: int, high: int) -> tuple[int, int]:
    """What a player's round does to the chips: what was wagered in all, and for how much a form counts."""
    if "passed" in act:
        return 0, 0
    lines = [[stake, stake["amount"] // low * low] for stake in act.get("stakes", [])]
    if lines and sum(count for _, count in lines) < low:
        for line in lines:
            line[1] = 0
        lines[0][1] = low
    over = sum(count for _, count in lines) - high
    for line in reversed(lines):
        cut = max(0, min(over, line[1]))
        line[1] -= cut
        over -= cut
    held, form, left = heat.chips[name], 0, sum(count for _, count in lines)
    written = act.get("form")
    if written is not None:
        blank = written["stake"] is None or written["amount"] is None
        form = low if blank else min(max(written["amount"], low), high)
        form = min(form, held - left)
        if not blank:
            lines.append([written["stake"], form])
    heat.chips[name] = held - left - form
    for stake, count in lines:
        on = tuple(stake["on"]) if isinstance(stake["on"], list) else stake["on"]
        machine = heat.terms.book.machine(stake["wager"], on)
        ends = machine.endings[~machine.table[True][0][0][pocket]]
        if ends[0] is Result.WIN:
            heat.chips[name] += count + count * ends[2] // ends[3]
    return left + form, form
