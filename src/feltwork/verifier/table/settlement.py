"""Every round again, from the book's rows as they are written, with money in whole ratios until the last moment."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import astuple, replace

from feltwork.games.conduct import Conduct
from feltwork.outcomes import LUCKY_TIERS, POINTS, THROWS, Selection, throw_symbol
from feltwork.verifier.remembered import remembered
from feltwork.verifier.table.game import GameState
from feltwork.verifier.table.layout import Alike, Ending, PlacedWager, Ranked, Step, kept
from feltwork.verifier.table.lines import PLAIN, Key, SettledLine, in_order, set_apart
from feltwork.verifier.table.outside_limits import as_laid, found_under, goes_back, within
from feltwork.wagers.arms import Arm
from feltwork.wagers.shapes import LUCKY

UNKNOWN = -1
"""In place of a step: nobody has asked yet."""
MAX_LINES = 1000
MAX_SYMBOLS = 64
"""More than any game has, two dice or a wheel."""
SYMBOLS = {(first, second): throw_symbol(first, second) for first in range(1, 7) for second in range(1, 7)}


def symbol_of(game: GameState, result: object) -> int:
    """The symbol of two dice or of a pocket; a ``ValueError`` for anything else."""
    if game.book.spins:
        return game.book.wheel.index(result)
    try:
        return SYMBOLS[tuple(result) if isinstance(result, list) else ()]
    except (KeyError, TypeError):
        raise ValueError("not two dice") from None


def area_after(game: GameState, symbol: int) -> int:
    """Where the puck or the freeze goes."""
    how = _place(game.area, symbol)
    found = game.caches.areas.get(how)
    if found is None:
        found = game.caches.areas[how] = _area_after(game, symbol)
    return found


def _area_after(game: GameState, symbol: int) -> int:
    states: tuple[Selection, ...] = game.book.area.states
    if len(states) == 1:
        return 0
    here, total = game.area_state, symbol // 6 + symbol % 6 + 2
    if "frozen" in states:
        return states.index("frozen" if here == "open" and total == 7 else "open")
    if here is None:
        return states.index(total if total in POINTS else None)
    return states.index(None if total in (here, 7) else here)


def decided(game: GameState, symbol: int) -> tuple[list[SettledLine], dict[Key, int]]:
    """What a valid result decides, and which wagers go on in another state."""
    ended: dict[Key, Ending] = {}
    moved: dict[Key, int] = {}
    found = []
    asleep, here, finds = game.area == 0, _place(game.area, symbol), game.signs.finds
    for key, wager in game.layout.items():
        spot, working = wager.spot, wager.working
        if working is None:
            working = not (asleep and spot.sleeps)
        # What happened before to a wager like this one is looked up, and anything else worked out.
        how = here + 1 if working else here
        step = UNKNOWN if spot.lucky else spot.steps.get(how, UNKNOWN)
        if step is UNKNOWN:
            step = _step(game, wager, symbol)
        if step is None:
            continue
        if isinstance(step, int):
            moved[key] = step
            continue
        if game.rounds_sums:
            ended[key] = step
        if spot.lucky or not wager.in_chips or (finds and not as_laid(game, wager)):
            found.append((key[0], key[1], spot.rank, _line(game, wager, step)))
            continue
        # The line of plain chips follows from how they lie.
        alike = (key[0], step, wager.stake, wager.commission)
        line = spot.lines.get(alike)
        if line is None:
            line = _kept(spot.lines, alike, (key[0], key[1], spot.rank, _line(game, wager, step)))
        found.append(line)
    found.sort()  # by seat, wager, then what it is on
    lines = [line for _, _, _, line in found]
    return _rounded_together(game, lines, ended) if game.rounds_sums else lines, moved


def _kept(lines: dict[Alike, Ranked], alike: Alike, line: Ranked) -> Ranked:
    """Stakes may be of any size: no more lines are kept than come again."""
    if len(lines) >= MAX_LINES:
        lines.clear()
    lines[alike] = line
    return line


def _place(area: int, symbol: int) -> int:
    """Where among its steps a wager that is off has the one for a symbol; for one that works it comes next."""
    return (area * MAX_SYMBOLS + symbol) * 2


def _step(game: GameState, wager: PlacedWager, symbol: int) -> Step:
    """What a symbol does to a wager: its row is asked once."""
    spot, steps = wager.spot, wager.spot.steps
    shown = _fared(game, wager, symbol) if spot.lucky else symbol
    # As called, else as the book has it: some wagers sleep on the come out roll.
    working = wager.working if wager.working is not None else not (spot.sleeps and game.area == 0)
    how = _place(game.area, shown) + bool(working)
    found = steps.get(how, UNKNOWN)
    if found is UNKNOWN:
        step = spot.row.shapes[spot.made].step(game.area_state, spot.state, shown, working)
        if isinstance(step, Arm):
            found = _ending(step)
        else:
            found = None if step.state == spot.state else wager.shape.states.index(step.state)
        steps[how] = found
    return found


@remembered(None)
def _ending(arm: Arm) -> Ending:
    """The odds as whole numbers, which are as exact and quicker to reckon with."""
    won = arm.leg * arm.odds
    return Ending(arm.result.value, arm.clause, *won.as_integer_ratio(), *arm.leg.as_integer_ratio())


def _fared(game: GameState, wager: PlacedWager, symbol: int) -> int:
    """How a Lucky Ball colour fared."""
    colour = str(wager.made)
    if not game.lucky or game.lucky[colour] != game.book.wheel[symbol]:
        return LUCKY_TIERS.index("miss")
    boosted, odds = game.boost or ("", "")
    if boosted == colour:
        return LUCKY_TIERS.index(odds)
    return LUCKY_TIERS.index("beside mega" if odds == "mega" else "standard")


def _line(game: GameState, wager: PlacedWager, ending: Ending) -> SettledLine:
    result, clause, price, per, leg, of = astuple(ending)
    won = back = given = excess = commission = 0
    stake, wins = wager.stake, result == "win"
    if wins or result == "lose":
        part = stake
        if game.signs.finds:
            if goes_back(game, wager):
                return sent_back(wager, "returned", game.book.house.under_minimum or clause)
            part = within(game, wager)
            back = excess = stake - part
            commission = _up(wager.commission * back, stake)
        if wins:
            won, back = rounded(game, part * price, per), back + _up(part * leg, of)
            given = won - _up(part * price, per)
    else:
        back, commission = stake, wager.commission
    if wager.in_chips:
        apart = set_apart(given, excess) if given or excess else None
        return SettledLine(*wager.key, result, stake, won, back, clause, commission, apart)
    tokens, checks = wager.parts(stake)
    tokens_back, checks_back = wager.parts(back)
    if wins and game.book.readings.chose("token_after_win", "collect"):
        never_at_stake = wager.parts(excess)[0]
        back, tokens_back = back - tokens_back + never_at_stake, never_at_stake
    apart = set_apart(given, excess, tokens, tokens_back, checks, checks_back)
    return SettledLine(*wager.key, result, stake, won, back, clause, commission, apart)


def rounded(game: GameState, cents: int, per: int) -> int:
    """What chips can pay of an amount, by the book's rounding."""
    chip, how = game.chip, game.book.house.rounding_rule
    if how == "up":
        whole = _up(cents, per * chip)
    elif how == "down":
        whole = cents // (per * chip)
    else:
        whole = (2 * cents + per * chip) // (2 * per * chip)
    return whole * chip


def _up(amount: int, per: int) -> int:
    return -(-amount // per)


def _rounded_together(game: GameState, lines: Sequence[SettledLine], ended: dict[Key, Ending]) -> list[SettledLine]:
    """Reading G6, the other way: a player's winnings of one result are rounded on their sum."""
    owed: dict[int, Fraction] = {}
    found = []
    for line in lines:
        ending, before = ended[line.key], owed.get(line.seat, Fraction(0))
        part = within(game, game.layout[line.key])
        after = before + (Fraction(part * ending.won, ending.per) if line.result == "win" else 0)
        owed[line.seat] = after
        then, now = before.as_integer_ratio(), after.as_integer_ratio()
        paid = rounded(game, *now) - rounded(game, *then)
        apart = replace(line.apart or PLAIN, rounding=paid - _up(*now) + _up(*then))
        found.append(replace(line, winnings=paid, apart=set_apart(*astuple(apart))))
    return found


def voided(game: GameState) -> list[SettledLine]:
    """What a throw or spin that does not count sends back, by the book."""
    house = game.book.house
    lines = []
    for wager in game.layout.values():
        if wager.shape.alphabet == LUCKY and game.book.readings.chose("lucky_on_no_spin", "return"):
            lines.append(sent_back(wager, "returned", house.invalid))
        if house.voiding.invalid_voids == "nothing" or wager.row.name in house.voiding.survives_invalid:
            continue
        if _is_frozen(game, wager) and not house.voiding.thaws_on_invalid:
            continue
        lots = wager.lots
        if house.voiding.invalid_voids == "this_round":
            lots = tuple(lot for lot in lots if lot.round == game.round)
        stake, commission = sum(lot.amount for lot in lots), sum(lot.commission for lot in lots)
        if stake:
            lines.append(
                SettledLine(*wager.key, "void", stake, 0, stake, house.invalid, commission, kept(wager, stake))
            )
    return in_order(lines)


def _is_frozen(game: GameState, wager: PlacedWager) -> bool:
    frozen = wager.row.frozen
    return frozen is not None and (game.area_state in frozen.areas or wager.state in frozen.states)


def sent_back(wager: PlacedWager, result: str, clause: str) -> SettledLine:
    return SettledLine(
        *wager.key, result, wager.stake, 0, wager.stake, clause, wager.commission, kept(wager, wager.stake)
    )


def warned_now(game: GameState, lines: Sequence[SettledLine]) -> list[int]:
    """Seats whose wager is decided although it was found under the minimum: they are warned."""
    if not game.signs.finds or not game.book.house.warns:
        return []
    decided_now = {line.key for line in lines if line.result in ("win", "lose")}
    found = [w.seat for w in game.layout.values() if w.key in decided_now and found_under(game, w)]
    return list(dict.fromkeys(found))


def spoilt(game: GameState, clause: str) -> list[SettledLine]:
    """What a spin that the uSpin unit spoilt sends back: everything, or by the other reading of R22 as any no spin."""
    if game.book.readings.chose("uspin_void", "stand"):
        return voided(game)
    return in_order(sent_back(wager, "void", clause) for wager in game.layout.values())


def at_stake(game: GameState) -> list[SettledLine]:
    """What the throw or spin in the air decides however it ends; only the keys of the lines count."""
    if game.book.spins:
        return in_order(sent_back(wager, "void", "") for wager in game.layout.values())
    ends = [
        sent_back(wager, "void", "")
        for wager in game.layout.values()
        if all(type(_step(game, wager, symbol)) is Ending for symbol in range(len(THROWS)))
    ]
    return in_order(ends)


def undone(
    game: GameState, decided_then: Sequence[SettledLine], conduct: Conduct, reason: str, stored: Sequence[SettledLine]
) -> list[SettledLine]:
    """What an invalidated outcome does to the wagers it had decided: refunds, and forfeits for fraud.

    Whose wagers are forfeited is a decision and not a rule, so it is taken from the lines; it covers all
    wagers of a seat or none.
    """
    lost: set[int] = set()
    if reason == "fraud" and conduct.invalidating.may_forfeit:
        seats = {line.seat for line in stored}
        lost = {s for s in seats if all(line.result == "lose" for line in stored if line.seat == s)}
    found = []
    keys = [line.key for line in decided_then]
    if game.book.readings.chose("invalidate_scope", "all_live"):
        keys = list(game.layout)
    for key in keys:
        wager = game.layout[key]
        if key[0] in lost:
            tokens, checks = wager.parts(wager.stake)
            apart = set_apart(0, 0, tokens, 0, checks, 0)
            found.append(SettledLine(*key, "lose", wager.stake, 0, 0, conduct.invalidating.refund, 0, apart))
        else:
            found.append(sent_back(wager, "void", conduct.invalidating.refund))
    return in_order(found)
