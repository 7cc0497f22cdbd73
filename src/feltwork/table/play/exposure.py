"""The most that one result can win at a table, known before a wager is taken.

For each throw or pocket, the most that each wager could ever win on it, in whatever state it then lies and
called on or off, added up; the worst of these sums. Wagers that cannot win together are not added together, so for
plain roulette it is exact; for wagers that lie for several rounds it is a bound that no later round exceeds.
"""

from __future__ import annotations

from feltwork.money import format_money, up_to_chip
from feltwork.outcomes import Selection
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.play.limits import payable_part
from feltwork.table.play.state import TableState
from feltwork.wagers.automaton import Machine
from feltwork.wagers.row import Wager

Laid = tuple[Machine, int]
"""A wager's automaton and its stake."""


def most_owed(state: TableState) -> int:
    """The most that one result can win on what lies; nothing is won above a maximum."""
    return _worst([(s.machine, payable_part(state, s)) for s in state.layout.values()], state)


def over_award_with(state: TableState) -> Refusal | None:
    """Refuse what would leave the layout as it is in this state, if one result could then win more than the award."""
    most = state.rules.max_award
    worst = 0 if most is None else most_owed(state)
    return None if most is None or worst <= most else _over(state, worst, most)


def over_award(state: TableState, wager: Wager, on: Selection, amount: int) -> Refusal | None:
    """Refuse a wager with which one result could win more than the table's declared maximum award."""
    most = state.rules.max_award
    if most is None:
        return None
    machine = state.book.machine(wager.name, None if wager.travels() else on)
    laid = [*((s.machine, s.stake) for s in state.layout.values()), (machine, amount)]
    # Nearly always the plain sum is within the award and settles it.
    if sum(_price(m.dearest, stake, state) for m, stake in laid) <= most or (worst := _worst(laid, state)) <= most:
        return None
    return _over(state, worst, most)


def _over(state: TableState, worst: int, most: int) -> Refusal:
    return Refusal(
        NOT_IN_THE_BOOK,
        f"one result could then win {format_money(worst)} here, over the table's maximum award of {format_money(most)}",
    )


def _worst(laid: list[Laid], state: TableState) -> int:
    anywhere = sum(_price(m.dearest, stake, state) for m, stake in laid if m.reads_lucky)
    here = [laying for laying in laid if not laying[0].reads_lucky]
    if not here:
        return anywhere
    symbols = range(len(here[0][0].best))
    return anywhere + max(sum(_price(m.best[symbol], stake, state) for m, stake in here) for symbol in symbols)


def _price(odds: tuple[int, int], stake: int, state: TableState) -> int:
    return up_to_chip(stake * odds[0], odds[1], state.rules.chip)
