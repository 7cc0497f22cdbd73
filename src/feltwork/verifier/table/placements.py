"""Could these chips have been put down, or taken off, there and then? What the verifier asks of each placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltwork.outcomes import Selection
from feltwork.verifier.table.awards import most_won
from feltwork.verifier.table.game import LUCKY_BALL, GameState, price
from feltwork.verifier.table.layout import PlacedWager, Terms, kept
from feltwork.verifier.table.lines import Key, SettledLine
from feltwork.verifier.table.outside_limits import answers_to, together
from feltwork.wagers.row import Cap, Commission, Frozen, Of, Wager, Window


def wrong_placement(
    game: GameState, terms: Terms, there: PlacedWager | None, key: Key, amount: int, commission: int, of: str
) -> list[str]:
    """Everything that speaks against a placement, by the book's terms and with what lies there already."""
    seat, name, on = key
    if there is None and not terms.can_be_made:
        return [f"{name} cannot be made on {on!r}"]
    wrong, row = [], terms.row
    if amount <= 0 or amount % game.chip:
        wrong.append(f"{amount} cents are not whole chips of {game.chip}")
    if of != "chips" or amount + commission > game.held.rail.get(seat, 0):
        wrong += _short(game, seat, {of: amount + commission} if of == "chips" else {of: amount, "chips": commission})
    stake = amount + (there.stake if there else 0)
    if terms.multiple and stake % terms.multiple:
        wrong.append(f"{name} is staked in multiples of {terms.multiple} cents, not {stake}")
    if not terms.any_time:
        wrong += _wrong_time(game, key, row, there)
    if game.locked and key in game.locked:
        wrong.append(f"{name} was locked until it is decided")
    if row.cap:
        wrong += _over_cap(game, key, row, row.cap, stake)
    limit = game.signs.of(seat, terms.group)
    if limit is not None and not game.signs.lets_lie:
        counted = stake if game.signs.apart else _counted(game, key, terms, amount)
        low, high, unit = limit
        if counted < low or (high is not None and counted > high) or (unit and (counted - low) % unit):
            said = f"the limits of {low} to {high} in units of {unit}"
            wrong.append(f"{counted} cents on {name} are outside {said}")
    if game.signs.award is not None:
        at_most = game.signs.at_most
        if at_most is None or at_most + terms.dear * amount + game.chip > game.signs.award:
            # Nearly never, even if everything won its best at once.
            worst = most_won(game, name, terms.made, amount)
            if worst > game.signs.award:
                wrong.append(f"one result could then win {worst} cents, over the declared {game.signs.award}")
    due: Fraction | int = 0
    if row.commission:
        due = commission_due(game, row, row.commission, on, amount) if terms.can_be_made else commission
    if due != commission:
        wrong.append(f"commission of {commission} cents was taken, {due} were due")
    return wrong


def _short(game: GameState, seat: int, needed: dict[str, int]) -> Iterator[str]:
    for kind, cents in needed.items():
        held = game.held.purse(kind).get(seat, 0)
        if cents > held:
            yield f"seat {seat} had {held} cents in {kind}, not {cents}"


def _wrong_time(game: GameState, key: Key, row: Wager, there: PlacedWager | None) -> Iterator[str]:
    seat, name, on = key
    come_out = game.area == 0
    if row.frozen and _is_closed_area(game, row, row.frozen):
        yield f"the area of {name} was frozen"
    if game.locks and row.dont_lock and (seat, name) in game.locks:
        yield f"{name} had been taken down or reduced, and was put back before the point was decided"
    if name == LUCKY_BALL and game.lucky is None and game.book.readings.chose("lucky_window", "after_draw"):
        yield "the Lucky Ball numbers had not been shown"
    added = there is not None and row.adds_with_point
    if row.travels and on is not None:
        if not added:
            yield f"{name} on {on} cannot be added to"
    elif row.window is Window.COME_OUT and not come_out and not added:
        yield f"{name} is placed only before a come out roll"
    elif row.window is Window.POINT_ON and come_out:
        yield f"{name} is placed only after the come out roll"
    elif row.window is Window.PARENT and row.parent:
        parent = game.layout.get((seat, row.parent, on))
        if parent is None or not game.has_point(parent):
            yield f"{name} rides on a {row.parent} that has its point, and there is none"


def _is_closed_area(game: GameState, row: Wager, frozen: Frozen) -> bool:
    """A frozen area is closed to everybody, also to those with nothing in it (Dragon Fire 6.2.4, 6.4.1)."""
    others = game.layout.values() if frozen.states else ()
    return game.area_state in frozen.areas or any(w.row is row and w.state in frozen.states for w in others)


def most(cap: Cap, odds: Fraction, parent: int) -> tuple[int, int]:
    """The most that may ride on a parent's stake, as two whole numbers."""
    by, per = odds.as_integer_ratio() if cap.of is Of.WINNINGS else (1, 1)
    return cap.times * parent * per, by


def _over_cap(game: GameState, key: Key, row: Wager, cap: Cap, stake: int) -> Iterator[str]:
    seat, name, on = key
    parent = game.layout.get((seat, row.parent or "", on))
    if parent and game.has_point(parent):
        limit, per = most(cap, price(game, row, on), parent.stake)
        if stake * per > limit:
            yield f"{stake} cents on {name}, at most {Fraction(limit, per)} may ride on {parent.stake}"


def _counted(game: GameState, key: Key, terms: Terms, amount: int) -> int:
    """What counts towards the limit of a placement, where that is more than what lies in its place."""
    per_player = game.book.readings.chose("limit_scope", "per_player_total")
    for wager in game.layout.values():
        near = per_player or wager.key[2] == key[2]
        if wager.seat == key[0] and near and answers_to(game, wager.row) == terms.group:
            amount += wager.stake
    return amount


def commission_due(game: GameState, row: Wager, commission: Commission, on: Selection, amount: int) -> Fraction | int:
    """Commission on a placement: a share of the stake or of what it could win, by the reading in force."""
    due, per = _share(game, row, commission, on)
    due *= amount
    rounding = game.book.readings["commission_rounding"]
    if rounding == "down_cent":
        return due // per
    if rounding == "up_chip":
        return -(-due // (per * game.chip)) * game.chip
    return Fraction(due, per) if due % per else due // per


def _share(game: GameState, row: Wager, commission: Commission, on: Selection) -> tuple[int, int]:
    """The share of each cent, as two whole numbers; its price may go by the point."""
    where = (row.name, on, game.area)
    share = game.caches.shares.get(where)
    if share is None:
        price_of_it = price(game, row, on) if commission.of is Of.WINNINGS else Fraction(1)
        share = game.caches.shares[where] = (price_of_it * commission.rate).as_integer_ratio()
    return share


def wrong_removal(game: GameState, key: Key, amount: int) -> Iterator[str]:
    """What speaks against taking chips off."""
    there = game.layout[key]
    name = there.row.name
    if amount <= 0 or amount % game.chip:
        yield f"{amount} cents are not whole chips of {game.chip}"
    if amount > there.stake:
        yield f"{amount} cents were taken off a {name} of {there.stake}"
    yield from _must_stay(game, there, amount)
    yield from _bad_rest(game, there, there.stake - amount)


def _must_stay(game: GameState, there: PlacedWager, amount: int) -> Iterator[str]:
    """Contract wagers, frozen ones, and what a wagering period that is over has fixed."""
    row, name, key = there.row, there.row.name, there.key
    new = sum(lot.amount for lot in there.lots if lot.round == game.round)
    fixed = row.contract and game.has_point(there)
    if fixed and not (row.adds_with_point and amount <= new):
        yield f"{name} stays up once its point is set"
    if row.frozen and (game.area_state in row.frozen.areas or there.state in row.frozen.states):
        yield f"{name} was frozen"
    if game.locked and key in game.locked:
        yield f"{name} was locked until it is decided"
    if not game.book.house.cancels_later and amount > new:
        yield f"{name} was put down in an earlier wagering period"


def _bad_rest(game: GameState, there: PlacedWager, left: int) -> Iterator[str]:
    """What is left must be a wager that could lie there, and carry what rides on it."""
    row, limit = there.row, there.lots[-1].limit
    if row.units and left % (row.units.count * game.chip):
        yield f"{row.name} is staked in multiples of {row.units.count * game.chip} cents, not {left}"
    if limit is not None and left > 0 and game.book.house.under_minimum is None:
        others = sum(other.stake for other in together(game, there)) - there.stake
        if left + others < limit[0]:
            yield f"{left + others} cents were left on {row.name}, under the minimum of {limit[0]}"
    if not game.book.readings.chose("odds_excess", "auto_return") and (leaning := _leaning(game, there.key, left)):
        yield f"{leaning[0].row.name} of {leaning[0].stake} cents rode on {row.name}, and {left} were left"


def locks_after(game: GameState, there: PlacedWager) -> frozenset[tuple[int, str]]:
    """Star Craps 6.5, Crown 3.4.3: a Don't wager with its point that is taken down or reduced stays so."""
    literal = game.book.readings.chose("dont_lock", "literal_any_time")
    if there.row.dont_lock and (literal or (game.has_point(there) and not there.row.travels)):
        return game.locks | {(there.seat, there.row.name)}
    return game.locks


def _leaning(game: GameState, key: Key, left: int) -> tuple[PlacedWager, int] | None:
    """Odds that would be over their cap with only so much left of what they ride on, and by how much in chips."""
    for rider in game.layout.values():
        row = rider.row
        if rider.seat != key[0] or row.parent != key[1] or rider.key[2] != key[2] or not row.cap:
            continue
        limit, per = most(row.cap, price(game, row, rider.made), left)
        if rider.stake * per > limit:
            return rider, rider.stake - limit // (per * game.chip) * game.chip
    return None


def odds_sent_back(game: GameState, key: Key, left: int) -> list[SettledLine]:
    """Reading S5, the other way: odds over their cap go back when the wager they ride on is reduced."""
    leaning = _leaning(game, key, left) if game.book.readings.chose("odds_excess", "auto_return") else None
    if leaning is None:
        return []
    rider, excess = leaning
    clause = rider.row.cap.clause if rider.row.cap else ""
    return [SettledLine(*rider.key, "returned", excess, 0, excess, clause, 0, kept(rider, excess))]
