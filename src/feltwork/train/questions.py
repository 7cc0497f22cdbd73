"""Questions about a layout that was really settled, each with its right figure and how it comes about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from feltwork.money import down_to_chip, format_money
from feltwork.outcomes import Selection
from feltwork.table.play.placing import most_behind, pays_at
from feltwork.table.play.state import Standing, TableState
from feltwork.train.sums import Worked, cents
from feltwork.train.words import named
from feltwork.wagers.arms import Result
from feltwork.wagers.row import Of, Wager
from feltwork.wagers.shapes import Streak

SEAT = 1


KINDS = ("pay", "rounded", "split", "capped", "push", "commission", "odds", "several")


@dataclass(frozen=True)
class Question:
    """What is asked, the right figure in cents, how it comes about, and its clause."""

    kind: str
    table: str
    told: str
    asked: str
    answer: int
    sum: str
    clause: str

    def as_data(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "table": self.table,
            "question": f"{self.told} {self.asked}",
            "answer": format_money(self.answer),
            "clause": self.clause,
            "sum": self.sum,
        }


def is_worth_asking(worked: Worked) -> bool:
    """Nobody needs to practise paying even money."""
    line = worked.line
    if line.result is not Result.WIN:
        return line.result is not Result.LOSE
    return worked.arm.odds != 1 or line.apart is not None


def ask_commission(state: TableState, wager: Wager, on: Selection, amount: int, due: int) -> Question:
    """What commission is due on a wager that was just made?"""
    rule = wager.commission
    assert rule is not None, "a commission is paid by a rule"
    odds = pays_at(state, wager, on)
    base = amount * odds if rule.of is Of.WINNINGS else Fraction(amount)
    could = f"{format_money(amount)} could win {cents(base)}; " if rule.of is Of.WINNINGS else ""
    worked = f"{could}{rule.rate * 100}% of {cents(base)} is {format_money(due)} ({rule.clause})"
    told = f"A player puts {format_money(amount)} on {named(wager, on)}."
    return Question("commission", _table(state), told, "What commission is due?", due, worked, rule.clause)


def ask_odds(state: TableState, parent: Standing) -> list[Question]:
    """How much may ride behind a line or come wager that has its point?"""
    if not parent.has_point(state.come_out):
        return []
    for wager in state.book.wagers.values():
        if wager.parent != parent.wager.name or not wager.cap or state.find(SEAT, wager.name, parent.on):
            continue
        odds = pays_at(state, wager, parent.on)
        most = most_behind(wager.cap, odds, parent.stake)
        answer = down_to_chip(most.numerator, most.denominator, state.rules.chip)
        if not answer:
            continue
        point = parent.on if parent.on is not None else state.area_state
        times = f"{wager.cap.times} times {format_money(parent.stake)}"
        how = f"to win {times} at {odds.numerator} to {odds.denominator}" if wager.cap.of is Of.WINNINGS else times
        cut = "" if most == answer else f", in chips of {format_money(state.rules.chip)} {format_money(answer)}"
        worked = f"{how} is {cents(most)}{cut} ({wager.cap.clause})"
        told = f"{format_money(parent.stake)} lies on {parent.wager.title}, the point is {point}."
        asked = f"What is the most that may go on {wager.title}?"
        return [Question("odds", _table(state), told, asked, answer, worked, wager.cap.clause)]
    return []


def ask_settled(before: TableState, worked: Worked, result: object) -> Question:
    """What a win pays; where more than winnings goes to the player in an odd way, all that does."""
    line = worked.line
    shown = _shown(before, result, _reads_lucky(before, worked))
    told = f"{shown} {format_money(line.stake)} lies on {named(before.book.wagers[line.wager], line.on)}"
    standing = before.layout[line.key]
    told += _run(standing)
    paid = sum(lot.commission for lot in standing.lots)
    told += f", with {format_money(paid)} commission paid." if paid else "."
    if line.result is not Result.WIN:
        kind = "push"
    elif line.apart and line.apart.excess:
        kind = "capped"
        told += f" The maximum is {format_money(line.stake - line.apart.excess)}."
    elif worked.arm.leg != 1:
        kind = "split"
    else:
        kind = "rounded" if line.apart and line.apart.rounding else "pay"
    if kind in ("pay", "rounded"):
        return Question(kind, _table(before), told, "What do you pay?", line.winnings, worked.sum, line.clause)
    back = f"; with what goes back {format_money(worked.to_player)}" if kind != "push" else ""
    asked = "How much goes to the player in all, stake and winnings?"
    return Question(kind, _table(before), told, asked, worked.to_player, f"{worked.sum}{back}", line.clause)


def ask_several(before: TableState, worked: list[Worked], result: object) -> list[Question]:
    """All that one player wins by one result."""
    won = [w for w in worked if w.line.result is Result.WIN and not (w.line.apart and w.line.apart.excess)]
    won = [w for w in won if not _run(before.layout[w.line.key])]
    if not 2 <= len(won) <= 4 or all(each.arm.odds == 1 for each in won):
        return []
    wagers = before.book.wagers
    lies = ", ".join(f"{format_money(w.line.stake)} on {named(wagers[w.line.wager], w.line.on)}" for w in won)
    told = f"{_shown(before, result, _reads_lucky(before, *won))} One player has {lies}."
    total = sum(each.line.winnings for each in won)
    sums = "; ".join(each.sum for each in won) + f"; together {format_money(total)}"
    clauses = ", ".join(dict.fromkeys(each.line.clause for each in won))
    return [Question("several", _table(before), told, "What do you pay in winnings?", total, sums, clauses)]


def _run(standing: Standing) -> str:
    """How long a run has lasted, for a wager on one."""
    shape = standing.wager.shapes[standing.selection]
    return f", after {shape.run_of.name} {standing.state} in a row" if isinstance(shape, Streak) else ""


def _reads_lucky(before: TableState, *worked: Worked) -> bool:
    return any(before.layout[each.line.key].machine.reads_lucky for each in worked)


def _table(state: TableState) -> str:
    return f"{state.book.name}, chips of {format_money(state.rules.chip)}"


def _shown(before: TableState, result: object, with_lucky: bool) -> str:
    if not isinstance(result, tuple):
        screen = ""
        if with_lucky and before.lucky and before.boost:
            numbers = ", ".join(f"{colour} {number}" for colour, number in before.lucky.items())
            screen = f" (Lucky Ball {numbers}; {before.boost[0]} at {before.boost[1]} odds)"
        return f"The ball rests in {result}{screen}."
    area = before.area_state
    told: dict[Selection, str] = {None: " on the come out", "open": "", "frozen": " with Dragon and Fire frozen"}
    puck = told.get(area, f" with the point on {area}")
    return f"The dice show {result[0]}-{result[1]}{puck}."
