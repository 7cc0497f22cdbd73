"""Settlement in compiled integers: one table lookup a wager, then whole cents."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from feltwork.money import ROUNDINGS, up_to_chip
from feltwork.outcomes import LUCKY_TIERS
from feltwork.table.play.events import CHECKS, TOKENS, Apart, Key, Rank, Settled, report_order
from feltwork.table.play.limits import is_under_minimum, payable_part
from feltwork.table.play.state import Standing, TableState, in_kind
from feltwork.wagers.arms import Result

Lines = tuple[Settled, ...]
Moves = tuple[tuple[Key, int], ...]
WIN, LOSE = Result.WIN, Result.LOSE
_new = tuple.__new__
"""Makes a line without the checks of its constructor: this is the loop that runs between roll and pay."""


def settle(state: TableState, symbol: int) -> tuple[Lines, Moves, tuple[int, ...]]:
    """What a valid result does to every wager: the lines, the wagers that move, the seats warned."""
    area, late, chip = state.area, state.rules.late_rule, state.rules.chip
    come_out, at_a_wheel = area == 0, bool(state.book.wheel)
    rounding = ROUNDINGS[state.book.house.rounding_rule]
    lines: list[tuple[Rank, Settled]] = []
    moves: list[tuple[Key, int]] = []
    warned: list[int] = []
    for key, standing in state.layout.items():
        machine, working = standing.machine, standing.working
        if working is None:
            working = not (come_out and standing.wager.sleeps)
        shown = lucky_symbol(state, standing, symbol) if at_a_wheel and machine.reads_lucky else symbol
        code = machine.table[working][area][standing.state][shown]
        if code >= 0:
            if code != standing.state:
                moves.append((key, code))
            continue
        result, clause, win_num, win_den, leg_num, leg_den = machine.endings[~code]
        stake = part = standing.stake
        if late and standing.lots[-1].limit is not None:
            goes_back = _found_under(state, standing, result)
            if goes_back:
                under = state.book.house.under_minimum or clause
                lines.append((standing.rank, all_handed_back(standing, Result.RETURNED, under)))
                continue
            if goes_back is False:
                warned.append(standing.seat)
            part = payable_part(state, standing)
        winnings = given = 0
        returned = excess = stake - part
        if result is WIN:
            winnings = rounding(part * win_num, win_den, chip)
            given = winnings + -part * win_num // win_den
            returned += part if leg_den == 1 else up_to_chip(part * leg_num, leg_den, 1)
        elif result is not LOSE:
            returned = stake
        back = _commission_returned(standing, result, excess) if standing.wager.commission else 0
        apart = None
        if given or excess or not standing.plain:
            apart, returned = _apart(state, standing, result, returned, given, excess)
        found = (result, stake, winnings, returned, clause, back, apart)
        lines.append((standing.rank, _new(Settled, key + found)))
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


def _apart(
    state: TableState, standing: Standing, result: Result, returned: int, given: int, excess: int
) -> tuple[Apart, int]:
    """What of a line is not plain chips, and what then goes back.

    Reading G16: after a win a token goes back to the player, or is collected; what was never at stake stays theirs.
    """
    if result not in (WIN, LOSE):
        excess = 0
    tokens_back, checks_back = (in_kind(standing.lots, returned, kind) for kind in (TOKENS, CHECKS))
    if result is WIN and state.book.readings.chose("token_after_win", "collect"):
        never_at_stake = in_kind(standing.lots, excess, TOKENS)
        returned -= tokens_back - never_at_stake
        tokens_back = never_at_stake
    tokens, checks = (in_kind(standing.lots, standing.stake, kind) for kind in (TOKENS, CHECKS))
    return Apart(given, excess, tokens, tokens_back, checks, checks_back), returned


def handed_back(standing: Standing, result: Result, amount: int, clause: str, commission: int) -> Settled:
    """The newest part of a wager, or all of it, handed back as what it was."""
    apart = None
    if not standing.plain:
        tokens, checks = (in_kind(standing.lots, amount, kind) for kind in (TOKENS, CHECKS))
        apart = Apart(0, 0, tokens, tokens, checks, checks)
    return Settled(*standing.key, result, amount, 0, amount, clause, commission, apart)


def forfeited(standing: Standing, clause: str) -> Settled:
    """A wager lost for the fraud of whoever made it."""
    tokens, checks = (in_kind(standing.lots, standing.stake, kind) for kind in (TOKENS, CHECKS))
    apart = None if standing.plain else Apart(0, 0, tokens, 0, checks, 0)
    return Settled(*standing.key, LOSE, standing.stake, 0, 0, clause, 0, apart)


def all_handed_back(standing: Standing, result: Result, clause: str) -> Settled:
    return handed_back(standing, result, standing.stake, clause, sum(lot.commission for lot in standing.lots))


def voided(standings: Iterable[Standing], clause: str) -> tuple[Settled, ...]:
    """Wagers without a result, handed back, in the order of a report."""
    lines = (all_handed_back(standing, Result.VOID, clause) for standing in standings)
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


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
        due = won + _exact_winnings(state, symbol, line)
        total = rounding(due.numerator, due.denominator, chip)
        owed[line.seat] = (due, total)
        given = total - paid - (_up(due) - _up(won))
        apart = (line.apart or Apart())._replace(rounding=given)
        rounded.append(line._replace(winnings=total - paid, apart=apart if any(apart) else None))
    return rounded


def _up(cents: Fraction) -> int:
    return up_to_chip(cents.numerator, cents.denominator, 1)


def _exact_winnings(state: TableState, symbol: int, line: Settled) -> Fraction:
    if line.result is not WIN:
        return Fraction(0)
    standing = state.layout[line.key]
    machine = standing.machine
    shown = lucky_symbol(state, standing, symbol) if machine.reads_lucky else symbol
    code = machine.codes(state.area, standing.state, standing.is_working(state.come_out))[shown]
    arm = machine.arms[~code]
    return payable_part(state, standing) * arm.odds * arm.leg


def settle_invalid(state: TableState, clause: str = "") -> Lines:
    """What a no roll or no spin voids or hands back, by the book."""
    house = state.book.house
    clause = clause or house.invalid
    lines = []
    for standing in state.layout.values():
        if house.voiding.invalid_voids == "nothing" or standing.wager.name in house.voiding.survives_invalid:
            continue
        if not house.voiding.thaws_on_invalid and standing.is_frozen(state.area_state):
            continue
        lots = standing.lots
        if house.voiding.invalid_voids == "this_round":
            lots = tuple(lot for lot in lots if lot.round == state.round)
        stake = sum(lot.amount for lot in lots)
        if stake:
            back = sum(lot.commission for lot in lots)
            lines.append(handed_back(standing, Result.VOID, stake, clause, back))
    if _lucky_goes_back(state):
        lucky = [s for s in state.layout.values() if s.machine.reads_lucky]
        lines += [all_handed_back(s, Result.RETURNED, clause) for s in lucky]
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


def _lucky_goes_back(state: TableState) -> bool:
    """Reading R7: a no spin hands Lucky Ball wagers back, or keeps them with their numbers."""
    return state.book.lucky is not None and state.book.readings.chose("lucky_on_no_spin", "return")
