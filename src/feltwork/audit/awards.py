"""The most that one result could win, from the rows: for each symbol every wager's best ending on it."""

from __future__ import annotations

from fractions import Fraction

from feltwork.audit.felt import Felt
from feltwork.outcomes import LUCKY_TIERS, Selection
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import LUCKY


def most_won(felt: Felt, name: str, made: Selection, amount: int) -> int:
    """The most that one result could win on what lies and on one wager more."""
    anywhere, by_symbol = 0, [0] * (len(felt.book.wheel) or 36)
    lying = [(wager.row.name, wager.made, wager.stake) for wager in felt.lying.values()]
    for row, on, stake in (*lying, (name, made, amount)):
        won = [_in_chips(felt, price * stake) for price in _best(felt, row, on)]
        if felt.book.wagers[row].shapes[on].alphabet == LUCKY:
            anywhere += max(won)
        else:
            by_symbol = [a + b for a, b in zip(by_symbol, won, strict=True)]
    return anywhere + max(by_symbol)


def _in_chips(felt: Felt, cents: Fraction) -> int:
    chips = cents / felt.chip
    return -(-chips.numerator // chips.denominator) * felt.chip


def _best(felt: Felt, name: str, made: Selection) -> tuple[Fraction, ...]:
    """What a cent can win at most on each symbol, wherever the wager and the table then are."""
    if (name, made) not in felt.best:
        shape = felt.book.wagers[name].shapes[made]
        symbols = len(LUCKY_TIERS) if shape.alphabet == LUCKY else len(felt.book.wheel) or 36
        places = [(area, state, on) for area in felt.book.area.states for state in shape.states for on in (True, False)]
        steps = [[shape.step(area, state, symbol, on) for area, state, on in places] for symbol in range(symbols)]
        felt.best[name, made] = tuple(
            max((step.odds * step.leg for step in ends if isinstance(step, Arm)), default=Fraction(0)) for ends in steps
        )
    return felt.best[name, made]
