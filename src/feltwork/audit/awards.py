"""The most that one result could win, from the rows: for each symbol every wager's best ending on it."""

from __future__ import annotations

from fractions import Fraction

from feltwork.audit.felt import Felt
from feltwork.outcomes import LUCKY_TIERS, Selection
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import LUCKY


def most_won(felt: Felt, name: str, made: Selection, amount: int) -> int:
    """The most that one result could win on what lies and on one wager more."""
    chip, at_most = felt.chip, 0
    laid = [(wager.row.name, wager.made, wager.stake) for wager in felt.lying.values()]
    laid.append((name, made, amount))
    for row, on, stake in laid:
        _, times, per = felt.best.get((row, on)) or _best(felt, row, on)
        at_most += -(-times * stake // per) * chip
    if felt.award is None or at_most <= felt.award:
        # Even if everything won its best at once; nearly always that settles it.
        return at_most
    anywhere, by_symbol = 0, [0] * (len(felt.book.wheel) or 36)
    for row, on, stake in laid:
        best, _, _ = _best(felt, row, on)
        won = [_in_chips(felt, price, stake) for price in best]
        if felt.book.wagers[row].shapes[on].alphabet == LUCKY:
            anywhere += max(won)
        else:
            by_symbol = [a + b for a, b in zip(by_symbol, won, strict=True)]
    return anywhere + max(by_symbol)


def _in_chips(felt: Felt, price: Fraction, stake: int) -> int:
    return -(-price.numerator * stake // (price.denominator * felt.chip)) * felt.chip


def _best(felt: Felt, name: str, made: Selection) -> tuple[tuple[Fraction, ...], int, int]:
    """What a cent can win at most on each symbol, wherever the wager and the table then are; on any, in chips, as two
    whole numbers."""
    if (name, made) not in felt.best:
        shape = felt.book.wagers[name].shapes[made]
        symbols = len(LUCKY_TIERS) if shape.alphabet == LUCKY else len(felt.book.wheel) or 36
        places = [(area, state, on) for area in felt.book.area.states for state in shape.states for on in (True, False)]
        steps = [[shape.step(area, state, symbol, on) for area, state, on in places] for symbol in range(symbols)]
        best = tuple(
            max((step.odds * step.leg for step in ends if isinstance(step, Arm)), default=Fraction(0)) for ends in steps
        )
        dearest = max(best)
        felt.best[name, made] = (best, dearest.numerator, dearest.denominator * felt.chip)
    return felt.best[name, made]
