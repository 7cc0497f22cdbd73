"""The sign: what may be staked, and what the book does with a wager found outside it afterwards."""

from __future__ import annotations

from feltwork.money import format_money
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.play.events import Removed
from feltwork.table.play.state import Limit, Standing, TableState
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
    counted = added + sum(s.stake for s in _counted_with(state, seat, wager, on))
    what = wager.title if not _per_player(state) else f"all {wager.title} of a player"
    if counted < limit.minimum:
        return Refusal(
            state.book.house.sign,
            f"{what} would be {format_money(counted)}, under the minimum of {format_money(limit.minimum)}",
        )
    if limit.maximum is not None and counted > limit.maximum:
        return Refusal(
            state.book.house.sign,
            f"{what} would be {format_money(counted)}, over the maximum of {format_money(limit.maximum)}",
        )
    if limit.unit and (counted - limit.minimum) % limit.unit:
        return Refusal(
            state.book.house.sign,
            f"{what} of {format_money(counted)} is not in units of {format_money(limit.unit)} above the minimum",
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
    why = f"{standing.wager.title} would be {format_money(left)}, under the minimum of {format_money(limit.minimum)}"
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


def _per_player(state: TableState) -> bool:
    """The other reading of G1: the limit is for all of a player's wagers of a kind together."""
    return state.book.readings.chose("limit_scope", "per_player_total")


def _each_alone(state: TableState) -> bool:
    """Does every wager in one place have a limit to itself? Else what lies elsewhere counts with it."""
    return not _per_player(state) and not state.book.readings.chose("odds_limits", "share_flat")


def answers_to(state: TableState, wager: Wager) -> str:
    """The wager whose limit on the sign this one is held to."""
    shares = wager.parent is not None and state.book.readings.chose("odds_limits", "share_flat")
    return wager.parent if shares and wager.parent else wager.name


def _counted_with(state: TableState, seat: int, wager: Wager, on: Selection) -> list[Standing]:
    """What lies and counts towards the same limit: this wager, its kind, or its flat wager and odds."""
    group = answers_to(state, wager)
    return [
        s
        for s in state.layout.values()
        if s.seat == seat and answers_to(state, s.wager) == group and (s.on == on or _per_player(state))
    ]


def _counted_before(state: TableState, standing: Standing) -> list[Standing]:
    """Of those, what was put down earlier: the excess falls on the latest."""
    together = _counted_with(state, standing.seat, standing.wager, standing.on)
    return [s for s in together if s.order < standing.order]
