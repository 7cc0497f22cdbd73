"""Could these chips have been put down, or taken off, there and then? What the verifier asks of each placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltwork.outcomes import Selection
from feltwork.verifier.table.awards import most_won
from feltwork.verifier.table.game import LUCKY_BALL, Felt, price
from feltwork.verifier.table.layout import Lying, Terms, kept
from feltwork.verifier.table.lines import Key, Line
from feltwork.verifier.table.outside_limits import answers_to, together
from feltwork.wagers.row import Cap, Commission, Frozen, Of, Wager, Window


def wrong_placement(
    felt: Felt, terms: Terms, there: Lying | None, key: Key, amount: int, commission: int, of: str
) -> list[str]:
    """Everything that speaks against a placement, by the book's terms and with what lies there already."""
    seat, name, on = key
    if there is None and not terms.can_be_made:
        return [f"{name} cannot be made on {on!r}"]
    wrong, row = [], terms.row
    if amount <= 0 or amount % felt.chip:
        wrong.append(f"{amount} cents are not whole chips of {felt.chip}")
    if of != "chips" or amount + commission > felt.rail.get(seat, 0):
        wrong += _short(felt, seat, {of: amount + commission} if of == "chips" else {of: amount, "chips": commission})
    stake = amount + (there.stake if there else 0)
    if terms.multiple and stake % terms.multiple:
        wrong.append(f"{name} is staked in multiples of {terms.multiple} cents, not {stake}")
    if not terms.any_time:
        wrong += _wrong_time(felt, key, row, there)
    if felt.held and key in felt.held:
        wrong.append(f"{name} was locked until it is decided")
    if row.cap:
        wrong += _over_cap(felt, key, row, row.cap, stake)
    limit = felt.limit_of(seat, terms.group)
    if limit is not None and not felt.lets_lie:
        counted = stake if felt.limits_apart else _counted(felt, key, terms, amount)
        low, high, unit = limit
        if counted < low or (high is not None and counted > high) or (unit and (counted - low) % unit):
            said = f"the limits of {low} to {high} in units of {unit}"
            wrong.append(f"{counted} cents on {name} are outside {said}")
    if felt.award is not None:
        at_most = felt.at_most
        if at_most is None or at_most + terms.dear * amount + felt.chip > felt.award:
            # Nearly never, even if everything won its best at once.
            worst = most_won(felt, name, terms.made, amount)
            if worst > felt.award:
                wrong.append(f"one result could then win {worst} cents, over the declared {felt.award}")
    due: Fraction | int = 0
    if row.commission:
        due = commission_due(felt, row, row.commission, on, amount) if terms.can_be_made else commission
    if due != commission:
        wrong.append(f"commission of {commission} cents was taken, {due} were due")
    return wrong


def _short(felt: Felt, seat: int, needed: dict[str, int]) -> Iterator[str]:
    for kind, cents in needed.items():
        held = felt.purse(kind).get(seat, 0)
        if cents > held:
            yield f"seat {seat} had {held} cents in {kind}, not {cents}"


def _wrong_time(felt: Felt, key: Key, row: Wager, there: Lying | None) -> Iterator[str]:
    seat, name, on = key
    come_out = felt.area == 0
    if row.frozen and _is_closed_area(felt, row, row.frozen):
        yield f"the area of {name} was frozen"
    if felt.locks and row.dont_lock and (seat, name) in felt.locks:
        yield f"{name} had been taken down or reduced, and was put back before the point was decided"
    if name == LUCKY_BALL and felt.lucky is None and felt.book.readings.chose("lucky_window", "after_draw"):
        yield "the Lucky Ball numbers had not been shown"
    added = there is not None and row.adds_with_point
    if row.travels() and on is not None:
        if not added:
            yield f"{name} on {on} cannot be added to"
    elif row.window is Window.COME_OUT and not come_out and not added:
        yield f"{name} is placed only before a come out roll"
    elif row.window is Window.POINT_ON and come_out:
        yield f"{name} is placed only after the come out roll"
    elif row.window is Window.PARENT and row.parent:
        parent = felt.lying.get((seat, row.parent, on))
        if parent is None or not felt.has_point(parent):
            yield f"{name} rides on a {row.parent} that has its point, and there is none"


def _is_closed_area(felt: Felt, row: Wager, frozen: Frozen) -> bool:
    """A frozen area is closed to everybody, also to those with nothing in it (Dragon Fire 6.2.4, 6.4.1)."""
    lying = felt.lying.values() if frozen.states else ()
    return felt.area_state in frozen.areas or any(w.row is row and w.state in frozen.states for w in lying)


def most(cap: Cap, odds: Fraction, parent: int) -> tuple[int, int]:
    """The most that may ride on a parent's stake, as two whole numbers."""
    by, per = odds.as_integer_ratio() if cap.of is Of.WINNINGS else (1, 1)
    return cap.times * parent * per, by


def _over_cap(felt: Felt, key: Key, row: Wager, cap: Cap, stake: int) -> Iterator[str]:
    seat, name, on = key
    parent = felt.lying.get((seat, row.parent or "", on))
    if parent and felt.has_point(parent):
        limit, per = most(cap, price(felt, row, on), parent.stake)
        if stake * per > limit:
            yield f"{stake} cents on {name}, at most {Fraction(limit, per)} may ride on {parent.stake}"


def _counted(felt: Felt, key: Key, terms: Terms, amount: int) -> int:
    """What counts towards the limit of a placement, where that is more than what lies in its place."""
    per_player = felt.book.readings.chose("limit_scope", "per_player_total")
    for lying in felt.lying.values():
        near = per_player or lying.key[2] == key[2]
        if lying.seat == key[0] and near and answers_to(felt, lying.row) == terms.group:
            amount += lying.stake
    return amount


def commission_due(felt: Felt, row: Wager, commission: Commission, on: Selection, amount: int) -> Fraction | int:
    """Commission on a placement: a share of the stake or of what it could win, by the reading in force."""
    due, per = _share(felt, row, commission, on)
    due *= amount
    rounding = felt.book.readings["commission_rounding"]
    if rounding == "down_cent":
        return due // per
    if rounding == "up_chip":
        return -(-due // (per * felt.chip)) * felt.chip
    return Fraction(due, per) if due % per else due // per


def _share(felt: Felt, row: Wager, commission: Commission, on: Selection) -> tuple[int, int]:
    """The share of each cent, as two whole numbers; its price may go by the point."""
    where = (row.name, on, felt.area)
    share = felt.shares.get(where)
    if share is None:
        price_of_it = price(felt, row, on) if commission.of is Of.WINNINGS else Fraction(1)
        share = felt.shares[where] = (price_of_it * commission.rate).as_integer_ratio()
    return share


def wrong_removal(felt: Felt, key: Key, amount: int) -> Iterator[str]:
    """What speaks against taking chips off."""
    there = felt.lying[key]
    name = there.row.name
    if amount <= 0 or amount % felt.chip:
        yield f"{amount} cents are not whole chips of {felt.chip}"
    if amount > there.stake:
        yield f"{amount} cents were taken off a {name} of {there.stake}"
    yield from _must_stay(felt, there, amount)
    yield from _bad_rest(felt, there, there.stake - amount)


def _must_stay(felt: Felt, there: Lying, amount: int) -> Iterator[str]:
    """Contract wagers, frozen ones, and what a wagering period that is over has fixed."""
    row, name, key = there.row, there.row.name, there.key
    new = sum(lot.amount for lot in there.lots if lot.round == felt.round)
    fixed = row.contract and felt.has_point(there)
    if fixed and not (row.adds_with_point and amount <= new):
        yield f"{name} stays up once its point is set"
    if row.frozen and (felt.area_state in row.frozen.areas or there.state in row.frozen.states):
        yield f"{name} was frozen"
    if felt.held and key in felt.held:
        yield f"{name} was locked until it is decided"
    if not felt.book.house.cancels_later and amount > new:
        yield f"{name} was put down in an earlier wagering period"


def _bad_rest(felt: Felt, there: Lying, left: int) -> Iterator[str]:
    """What is left must be a wager that could lie there, and carry what rides on it."""
    row, limit = there.row, there.lots[-1].limit
    if row.units and left % (row.units.count * felt.chip):
        yield f"{row.name} is staked in multiples of {row.units.count * felt.chip} cents, not {left}"
    if limit is not None and left > 0 and felt.book.house.under_minimum is None:
        others = sum(other.stake for other in together(felt, there)) - there.stake
        if left + others < limit[0]:
            yield f"{left + others} cents were left on {row.name}, under the minimum of {limit[0]}"
    if not felt.book.readings.chose("odds_excess", "auto_return") and (leaning := _leaning(felt, there.key, left)):
        yield f"{leaning[0].row.name} of {leaning[0].stake} cents rode on {row.name}, and {left} were left"


def locks_after(felt: Felt, there: Lying) -> frozenset[tuple[int, str]]:
    """Star Craps 6.5, Crown 3.4.3: a Don't wager with its point that is taken down or reduced stays so."""
    literal = felt.book.readings.chose("dont_lock", "literal_any_time")
    if there.row.dont_lock and (literal or (felt.has_point(there) and not there.row.travels())):
        return felt.locks | {(there.seat, there.row.name)}
    return felt.locks


def _leaning(felt: Felt, key: Key, left: int) -> tuple[Lying, int] | None:
    """Odds that would be over their cap with only so much left of what they ride on, and by how much in chips."""
    for rider in felt.lying.values():
        row = rider.row
        if rider.seat != key[0] or row.parent != key[1] or rider.key[2] != key[2] or not row.cap:
            continue
        limit, per = most(row.cap, price(felt, row, rider.made), left)
        if rider.stake * per > limit:
            return rider, rider.stake - limit // (per * felt.chip) * felt.chip
    return None


def odds_sent_back(felt: Felt, key: Key, left: int) -> list[Line]:
    """Reading S5, the other way: odds over their cap go back when the wager they ride on is reduced."""
    leaning = _leaning(felt, key, left) if felt.book.readings.chose("odds_excess", "auto_return") else None
    if leaning is None:
        return []
    rider, excess = leaning
    clause = rider.row.cap.clause if rider.row.cap else ""
    return [Line(*rider.key, "returned", excess, 0, excess, clause, 0, kept(rider, excess))]
