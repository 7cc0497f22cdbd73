"""The most that one result could win, from the rows: for each symbol every wager's best ending on it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltwork.outcomes import LUCKY_TIERS, Selection
from feltwork.verifier.table.outside_limits import within
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import LUCKY

if TYPE_CHECKING:
    from feltwork.verifier.table.game import Felt


def most_won(felt: Felt, name: str, made: Selection, amount: int) -> int:
    """The most that one result could win on what lies and on one wager more; or what is surely no less than that, as
    long as it is within the award that was declared."""
    more, award = _most_of(felt, name, made, amount), felt.award
    if felt.at_most is None or (award is not None and felt.at_most + more > award):
        laid_out = felt.lying.values()
        felt.at_most = sum([_most_of(felt, wager.row.name, wager.made, wager.stake) for wager in laid_out])
    if award is None or felt.at_most + more <= award:
        # Even if everything won its best at once; nearly always that settles it.
        return felt.at_most + more
    laid = [(wager.row.name, wager.made, wager.stake) for wager in felt.lying.values()]
    return _worst(felt, [*laid, (name, made, amount)])


def most_won_as_laid(felt: Felt) -> int:
    """The most that one result could win on what lies, where nothing is won above a maximum."""
    return _worst(felt, [(wager.row.name, wager.made, within(felt, wager)) for wager in felt.lying.values()])


def _worst(felt: Felt, laid: list[tuple[str, Selection, int]]) -> int:
    anywhere, by_symbol = 0, [0] * (len(felt.book.wheel) or 36)
    for row, on, stake in laid:
        won = [_in_chips(felt, price, stake) for price in _best(felt, row, on)]
        if felt.book.wagers[row].shapes[on].alphabet == LUCKY:
            anywhere += max(won)
        else:
            by_symbol = [a + b for a, b in zip(by_symbol, won, strict=True)]
    return anywhere + max(by_symbol)


def dearest(felt: Felt, name: str, made: Selection) -> tuple[int, int]:
    """The most chips that a cent on a wager could win, on whatever symbol, as two whole numbers."""
    price = felt.dearest.get((name, made))
    if price is None:
        most = max(arm.odds * arm.leg for arm in felt.book.wagers[name].shapes[made].arms())
        price = felt.dearest[name, made] = (most.numerator, most.denominator * felt.chip)
    return price


def _most_of(felt: Felt, name: str, made: Selection, stake: int) -> int:
    """The most that a wager could win."""
    price, per = dearest(felt, name, made)
    return -(-price * stake // per) * felt.chip


def _in_chips(felt: Felt, price: Fraction, stake: int) -> int:
    return -(-price.numerator * stake // (price.denominator * felt.chip)) * felt.chip


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
