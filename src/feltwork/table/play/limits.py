"""How much may be staked and won: the sign, and the most that one result can win at the table.

What the book does with a wager found outside the sign afterwards stands here too. The most that one result can win is
known before a wager is taken: for each throw or pocket, the most that each wager could ever win on it, in whatever
state it then lies and called on or off, added up; the worst of these sums. Wagers that cannot win together are not
added together, so for plain roulette it is exact; for wagers that lie for several rounds it is a bound that no later
round exceeds.
"""

from __future__ import annotations

from feltwork.money import say_money, up_to_chip
from feltwork.outcomes import Selection
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.play.events import Removed
from feltwork.table.play.state import Limit, Standing, TableState
from feltwork.wagers.automaton import Machine
from feltwork.wagers.row import Wager


def limit_on(state: TableState, seat: int, wager: Wager) -> Limit | None:
    """The limit this wager answers to: the player's own, or the sign's; odds may share their parent's (G1)."""
    name = answers_to(state, wager)
    own = state.personal.get(seat)
    return own[name] if own and name in own else state.rules.limits.get(name)


def not_on_sign(state: TableState) -> list[str]:
    """The wagers for which the sign shows no minimum and maximum."""
    shown = {name for name, limit in state.rules.limits.items() if limit.minimum and limit.maximum is not None}
    return [wager.name for wager in state.book.wagers.values() if answers_to(state, wager) not in shown]


def check_sign(state: TableState, seat: int, wager: Wager, on: Selection, added: int) -> Refusal | None:
    """Refuse a placement that would leave the wager under the minimum or over the maximum."""
    limit = limit_on(state, seat, wager)
    if limit is None or state.rules.late:
        return None
    if _each_alone(state):
        counted = added + state.stake_of(seat, wager.name, on)
    else:
        counted = added + sum(s.stake for s in _counted_with(state, seat, wager, on))
    what = wager.title if not state.book.limits_per_player else f"all {wager.title} of a player"
    if counted < limit.minimum:
        return Refusal(
            state.book.house.sign,
            f"{what} would be {say_money(counted)}, under the minimum of {say_money(limit.minimum)}",
        )
    if limit.maximum is not None and counted > limit.maximum:
        return Refusal(
            state.book.house.sign,
            f"{what} would be {say_money(counted)}, over the maximum of {say_money(limit.maximum)}",
        )
    if limit.unit and (counted - limit.minimum) % limit.unit:
        return Refusal(
            state.book.house.sign,
            f"{what} of {say_money(counted)} is not in units of {say_money(limit.unit)} above the minimum",
        )
    return None


def check_left(state: TableState, removed: Removed) -> Refusal | None:
    """Refuse a reduction that leaves less than the minimum, where the book has no rule for a wager found under it."""
    standing = state.layout[removed.key]
    limit, left = standing.lots[-1].limit, standing.stake - removed.amount
    if limit is None or not left or state.book.house.under_minimum is not None:
        return None
    others = sum(s.stake for s in _counted_with(state, standing.seat, standing.wager, standing.on)) - standing.stake
    if left + others >= limit.minimum:
        return None
    why = f"{standing.wager.title} would be {say_money(left)}, under the minimum of {say_money(limit.minimum)}"
    return Refusal(state.book.house.sign, why)


def payable_part(state: TableState, standing: Standing) -> int:
    """What of a stake is paid or collected: all of it, or up to the maximum where it is found over it.

    Star Craps 7.3, Crown 4.2.2, Dragon Fire 7.3, Roulette 4.3. The limit is the one in force when the
    newest part was put down (reading G4).
    """
    stake = standing.stake
    limit = standing.lots[-1].limit
    if limit is None or limit.maximum is None or not state.rules.late_rule:
        return stake
    if _each_alone(state):
        return min(stake, limit.maximum)
    ahead = sum(s.stake for s in _counted_before(state, standing))
    return min(stake, max(0, limit.maximum - ahead))


def is_under_minimum(state: TableState, standing: Standing) -> bool:
    """Is this wager found under the minimum that was in force when it was put down?"""
    limit = standing.lots[-1].limit
    if limit is None or not state.rules.late_rule:
        return False
    if _each_alone(state):
        return standing.stake < limit.minimum
    with_it = sum(s.stake for s in _counted_with(state, standing.seat, standing.wager, standing.on))
    return with_it < limit.minimum


def _each_alone(state: TableState) -> bool:
    """Does every wager in one place have a limit to itself? Else what lies elsewhere counts with it."""
    return not state.book.limits_per_player and not state.book.odds_share_limits


def answers_to(state: TableState, wager: Wager) -> str:
    """The wager whose limit on the sign this one is held to."""
    return wager.parent if wager.parent and state.book.odds_share_limits else wager.name


def _counted_with(state: TableState, seat: int, wager: Wager, on: Selection) -> list[Standing]:
    """What lies and counts towards the same limit: this wager, its kind, or its flat wager and odds."""
    group = answers_to(state, wager)
    return [
        s
        for s in state.layout.values()
        if s.seat == seat and answers_to(state, s.wager) == group and (s.on == on or state.book.limits_per_player)
    ]


def _counted_before(state: TableState, standing: Standing) -> list[Standing]:
    """Of those, what was put down earlier: the excess falls on the latest."""
    together = _counted_with(state, standing.seat, standing.wager, standing.on)
    return [s for s in together if s.order < standing.order]


MAX_AMOUNT = 10**15
"""Cents in one go: more would not fit an account after a few more of them."""
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
    machine = state.book.machine(wager.name, None if wager.travels else on)
    laid = [*((s.machine, s.stake) for s in state.layout.values()), (machine, amount)]
    # Nearly always the plain sum is within the award and settles it.
    if sum(_price(m.dearest, stake, state) for m, stake in laid) <= most or (worst := _worst(laid, state)) <= most:
        return None
    return _over(state, worst, most)


def _over(state: TableState, worst: int, most: int) -> Refusal:
    return Refusal(
        NOT_IN_THE_BOOK,
        f"one result could then win {say_money(worst)} here, over the table's maximum award of {say_money(most)}",
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
