"""Settlement in compiled integers: one table lookup a wager, then whole cents."""

from __future__ import annotations

from fractions import Fraction

from feltwork.money import ROUNDINGS, up_to_chip
from feltwork.outcomes import LUCKY_TIERS
from feltwork.table.events import Key, Settled, report_order
from feltwork.table.limits import is_under_minimum, payable_part
from feltwork.table.state import Standing, TableState
from feltwork.wagers.arms import Result
from feltwork.wagers.shapes import LUCKY

Lines = tuple[Settled, ...]
Moves = tuple[tuple[Key, int], ...]
WIN, LOSE = Result.WIN.value, Result.LOSE.value


def settle(state: TableState, symbol: int) -> tuple[Lines, Moves, tuple[int, ...]]:
    """What a valid result does to every wager: the lines, the wagers that move, the seats warned."""
    area, come_out, late = state.area, state.area == 0, state.rules.late
    chip, rounding = state.rules.chip, ROUNDINGS[state.book.house.rounding_rule]
    lines: list[Settled] = []
    moves: list[tuple[Key, int]] = []
    warned: list[int] = []
    for key, standing in state.layout.items():
        machine = standing.machine
        working = standing.working
        if working is None:
            working = not (come_out and standing.wager.sleeps)
        shown = symbol if machine.alphabet != LUCKY else lucky_symbol(state, standing, symbol)
        code = machine.table[(working * machine.areas + area) * len(machine.states) + standing.state][shown]
        if code >= 0:
            if code != standing.state:
                moves.append((key, code))
            continue
        result, clause, win_num, win_den, leg_num, leg_den = machine.endings[~code]
        stake = standing.stake
        if late and (goes_back := _found_under(state, standing, result)) is not None:
            if goes_back:
                lines.append(_handed_back(standing, state.book.house.under_minimum or clause))
                continue
            warned.append(standing.seat)
        part = payable_part(state, standing) if late else stake
        excess = stake - part
        if result == WIN:
            winnings = rounding(part * win_num, win_den, chip)
            returned = excess + up_to_chip(part * leg_num, leg_den, 1)
        else:
            winnings, returned = 0, excess if result == LOSE else stake
        back = _commission_returned(standing, result, excess)
        lines.append(Settled(*key, result, stake, winnings, returned, clause, back))
    if len(lines) > 1:
        lines.sort(key=lambda line: report_order(line.key))
    if state.book.readings["rounding_scope"] == "per_payout":
        lines = _rounded_once(state, symbol, lines)
    return tuple(lines), tuple(moves), tuple(dict.fromkeys(warned))


def lucky_symbol(state: TableState, standing: Standing, pocket: int) -> int:
    """How a Lucky Ball colour fared: was its number spun, and was it boosted?"""
    colour = str(standing.selection)
    if not state.lucky or state.lucky[colour] != state.book.wheel[pocket]:
        return 0
    if state.boost and state.boost[0] == colour:
        return LUCKY_TIERS.index(state.boost[1])
    return LUCKY_TIERS.index("standard")


def _found_under(state: TableState, standing: Standing, result: str) -> bool | None:
    """Crown 4.2.1: ``None`` if it does not apply, else whether the wager goes back instead of being decided."""
    if not state.book.house.warns or result not in (WIN, LOSE) or not is_under_minimum(state, standing):
        return None
    warned = state.warned.get(standing.seat)
    return warned is not None and standing.placed >= warned


def _handed_back(standing: Standing, clause: str) -> Settled:
    stake = standing.stake
    back = sum(lot.commission for lot in standing.lots)
    return Settled(*standing.key, Result.RETURNED.value, stake, 0, stake, clause, back)


def _commission_returned(standing: Standing, result: str, excess: int) -> int:
    """Commission goes back with a stake that is not decided, and with the part over the maximum."""
    if not standing.wager.commission:
        return 0
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
    if line.result != WIN:
        return Fraction(0)
    standing = state.layout[line.key]
    machine = standing.machine
    shown = symbol if machine.alphabet != LUCKY else lucky_symbol(state, standing, symbol)
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
            lines.append(Settled(*standing.key, Result.VOID.value, stake, 0, stake, house.invalid, back))
    if _lucky_goes_back(state):
        lines += [_handed_back(s, house.invalid) for s in state.layout.values() if s.machine.alphabet == LUCKY]
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


def _lucky_goes_back(state: TableState) -> bool:
    """Reading R7: a no spin hands Lucky Ball wagers back, or keeps them with their numbers."""
    return state.book.lucky is not None and state.book.readings["lucky_on_no_spin"] == "return"
