"""Settlement in compiled integers: one table lookup a wager, then whole cents."""

from __future__ import annotations

from fractions import Fraction

from feltwork.money import ROUNDINGS, up_to_chip
from feltwork.outcomes import LUCKY_TIERS
from feltwork.table.events import Key, Rank, Settled, report_order
from feltwork.table.limits import is_under_minimum, payable_part
from feltwork.table.state import Standing, TableState
from feltwork.wagers.arms import Result

Lines = tuple[Settled, ...]
Moves = tuple[tuple[Key, int], ...]
WIN, LOSE = Result.WIN, Result.LOSE
_new = tuple.__new__
"""Makes a line without the checks of its constructor: this is the loop that runs between roll and pay."""


def settle(state: TableState, symbol: int) -> tuple[Lines, Moves, tuple[int, ...]]:
    """What a valid result does to every wager: the lines, the wagers that move, the seats warned."""
    area, late, chip = state.area, state.rules.late, state.rules.chip
    come_out = area == 0
    rounding = ROUNDINGS[state.book.house.rounding_rule]
    lines: list[tuple[Rank, Settled]] = []
    moves: list[tuple[Key, int]] = []
    warned: list[int] = []
    for key, standing in state.layout.items():
        machine, working = standing.machine, standing.working
        if working is None:
            working = not (come_out and standing.wager.sleeps)
        shown = lucky_symbol(state, standing, symbol) if machine.reads_lucky else symbol
        code = machine.table[working][area][standing.state][shown]
        if code >= 0:
            if code != standing.state:
                moves.append((key, code))
            continue
        result, clause, win_num, win_den, leg_num, leg_den = machine.endings[~code]
        stake = part = standing.stake
        if late:
            goes_back = _found_under(state, standing, result)
            if goes_back:
                lines.append((standing.rank, _handed_back(standing, state.book.house.under_minimum or clause)))
                continue
            if goes_back is False:
                warned.append(standing.seat)
            part = payable_part(state, standing)
        winnings, returned = 0, stake - part
        if result is WIN:
            winnings = rounding(part * win_num, win_den, chip)
            returned += part if leg_den == 1 else up_to_chip(part * leg_num, leg_den, 1)
        elif result is not LOSE:
            returned = stake
        back = _commission_returned(standing, result, stake - part) if standing.wager.commission else 0
        lines.append((standing.rank, _new(Settled, (*key, result, stake, winnings, returned, clause, back))))
    if len(lines) > 1:
        lines.sort()
    settled = [line for _, line in lines]
    if state.book.rounds_once:
        settled = _rounded_once(state, symbol, settled)
    return tuple(settled), tuple(moves), tuple(dict.fromkeys(warned))


def lucky_symbol(state: TableState, standing: Standing, pocket: int) -> int:
    """How a Lucky Ball colour fared: was its number spun, and was it boosted?"""
    colour = str(standing.selection)
    if not state.lucky or state.lucky[colour] != state.book.wheel[pocket]:
        return 0
    boosted, odds = state.boost or ("", "")
    tier = odds if boosted == colour else "beside mega" if odds == "mega" else "standard"
    return LUCKY_TIERS.index(tier)


def _found_under(state: TableState, standing: Standing, result: Result) -> bool | None:
    """Crown 4.2.1: ``None`` if it does not apply, else whether the wager goes back instead of being decided."""
    if not state.book.house.warns or result not in (WIN, LOSE) or not is_under_minimum(state, standing):
        return None
    warned = state.warned.get(standing.seat)
    return warned is not None and standing.placed >= warned


def _handed_back(standing: Standing, clause: str) -> Settled:
    stake = standing.stake
    back = sum(lot.commission for lot in standing.lots)
    return Settled(*standing.key, Result.RETURNED, stake, 0, stake, clause, back)


def _commission_returned(standing: Standing, result: Result, excess: int) -> int:
    """Commission goes back with a stake that is not decided, and with the part over the maximum."""
    paid = sum(lot.commission for lot in standing.lots)
    if result not in (WIN, LOSE):
        return paid
    return up_to_chip(paid * excess, standing.stake, 1)


def _rounded_once(state: TableState, symbol: int, lines: list[Settled]) -> list[Settled]:
    """The other reading of G6: a player's winnings of one result are rounded on their sum."""
    rounding, chip = ROUNDINGS[state.book.house.rounding_rule], state.rules.chip
    owed: dict[int, tuple[Fraction, int]] = {}
    rounded = []
    for line in lines:
        won, paid = owed.get(line.seat, (Fraction(0), 0))
        won += _exact_winnings(state, symbol, line)
        total = rounding(won.numerator, won.denominator, chip)
        owed[line.seat] = (won, total)
        rounded.append(
            Settled(
                *line.key,
                line.result,
                line.stake,
                total - paid,
                line.returned,
                line.clause,
                line.commission_back,
            )
        )
    return rounded


def _exact_winnings(state: TableState, symbol: int, line: Settled) -> Fraction:
    if line.result is not WIN:
        return Fraction(0)
    standing = state.layout[line.key]
    machine = standing.machine
    shown = lucky_symbol(state, standing, symbol) if machine.reads_lucky else symbol
    code = machine.codes(state.area, standing.state, standing.is_working(state.come_out))[shown]
    arm = machine.arms[~code]
    return payable_part(state, standing) * arm.odds * arm.leg


def settle_invalid(state: TableState) -> Lines:
    """What a no roll or no spin voids or hands back, by the book."""
    house = state.book.house
    lines = []
    for standing in state.layout.values():
        if house.invalid_voids == "nothing" or standing.wager.name in house.survives_invalid:
            continue
        if not house.thaws_on_invalid and standing.is_frozen(state.area_state):
            continue
        lots = standing.lots
        if house.invalid_voids == "this_round":
            lots = tuple(lot for lot in lots if lot.round == state.round)
        stake = sum(lot.amount for lot in lots)
        if stake:
            back = sum(lot.commission for lot in lots)
            lines.append(Settled(*standing.key, Result.VOID, stake, 0, stake, house.invalid, back))
    if _lucky_goes_back(state):
        lines += [_handed_back(s, house.invalid) for s in state.layout.values() if s.machine.reads_lucky]
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


def _lucky_goes_back(state: TableState) -> bool:
    """Reading R7: a no spin hands Lucky Ball wagers back, or keeps them with their numbers."""
    return state.book.lucky is not None and state.book.readings.chose("lucky_on_no_spin", "return")
