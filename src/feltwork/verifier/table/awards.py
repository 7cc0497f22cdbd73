"""The most that one result could win, from the rows: for each symbol every wager's best ending on it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltwork.outcomes import LUCKY_TIERS, Selection
from feltwork.verifier.table.outside_limits import within
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import LUCKY

if TYPE_CHECKING:
    from feltwork.verifier.table.game import GameState


def most_won(game: GameState, name: str, made: Selection, amount: int) -> int:
    """The most that one result could win on what lies and on one wager more; or what is surely no less than that, as
    long as it is within the award that was declared."""
    signs = game.signs
    if game.caches.on:
        # Even if everything won its best at once; nearly always that settles it.
        more = _most_of(game, name, made, amount)
        if signs.at_most is None or (signs.award is not None and signs.at_most + more > signs.award):
            laid_out = game.layout.values()
            signs.at_most = sum([_most_of(game, wager.row.name, wager.made, wager.stake) for wager in laid_out])
        if signs.award is None or signs.at_most + more <= signs.award:
            return signs.at_most + more
    laid = [(wager.row.name, wager.made, wager.stake) for wager in game.layout.values()]
    return _worst(game, [*laid, (name, made, amount)])


def most_won_as_laid(game: GameState) -> int:
    """The most that one result could win on what lies, where nothing is won above a maximum."""
    return _worst(game, [(wager.row.name, wager.made, within(game, wager)) for wager in game.layout.values()])


def _worst(game: GameState, laid: list[tuple[str, Selection, int]]) -> int:
    anywhere, by_symbol = 0, [0] * (len(game.book.wheel) or 36)
    for row, on, stake in laid:
        won = [_in_chips(game, price, stake) for price in _best(game, row, on)]
        if game.book.wagers[row].shapes[on].alphabet == LUCKY:
            anywhere += max(won)
        else:
            by_symbol = [a + b for a, b in zip(by_symbol, won, strict=True)]
    return anywhere + max(by_symbol)


def dearest(game: GameState, name: str, made: Selection) -> tuple[int, int]:
    """The most chips that a cent on a wager could win, on whatever symbol, as two whole numbers."""
    price = game.caches.dearest.get((name, made))
    if price is None:
        most = max(arm.odds * arm.leg for arm in game.book.wagers[name].shapes[made].arms())
        price = game.caches.dearest[name, made] = (most.numerator, most.denominator * game.chip)
    return price


def _most_of(game: GameState, name: str, made: Selection, stake: int) -> int:
    """The most that a wager could win."""
    price, per = dearest(game, name, made)
    return -(-price * stake // per) * game.chip


def _in_chips(game: GameState, price: Fraction, stake: int) -> int:
    return -(-price.numerator * stake // (price.denominator * game.chip)) * game.chip


def _best(game: GameState, name: str, made: Selection) -> tuple[Fraction, ...]:
    """What a cent can win at most on each symbol, wherever the wager and the table then are."""
    best = game.caches.best.get((name, made))
    if best is None:
        shape = game.book.wagers[name].shapes[made]
        symbols = len(LUCKY_TIERS) if shape.alphabet == LUCKY else len(game.book.wheel) or 36
        places = [(area, state, on) for area in game.book.area.states for state in shape.states for on in (True, False)]
        steps = [[shape.step(area, state, symbol, on) for area, state, on in places] for symbol in range(symbols)]
        best = game.caches.best[name, made] = tuple(
            max((step.odds * step.leg for step in ends if isinstance(step, Arm)), default=Fraction(0)) for ends in steps
        )
    return best
