"""Could these chips have been put down, or taken off, there and then? What the verifier asks of each placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltwork.audit.awards import most_won
from feltwork.audit.felt import Felt, price
from feltwork.audit.late import answers_to
from feltwork.audit.lines import Key, Line
from feltwork.audit.lying import Lying, Terms, kept
from feltwork.outcomes import Selection
from feltwork.wagers.row import Cap, Commission, Of, Wager, Window


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
    if row.cap:
        wrong += _over_cap(felt, key, row, row.cap, stake)
    limit = (felt.personal.get((seat, terms.group)) if felt.personal else None) or felt.sign.get(terms.group)
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
    together = felt.book.readings.chose("limit_scope", "per_player_total")
    for lying in felt.lying.values():
        near = together or lying.key[2] == key[2]
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
    new = sum(lot.amount for lot in there.lots if lot.round == felt.round)
    fixed = there.row.contract and felt.has_point(there)
    if fixed and not (there.row.adds_with_point and amount <= new):
        yield f"{name} stays up once its point is set"


def odds_sent_back(felt: Felt, key: Key, left: int) -> list[Line]:
    """Reading S5, the other way: odds over their cap go back when the wager they ride on is reduced."""
    if not felt.book.readings.chose("odds_excess", "auto_return"):
        return []
    for rider in felt.lying.values():
        row = rider.row
        if rider.seat != key[0] or row.parent != key[1] or rider.key[2] != key[2] or not row.cap:
            continue
        limit, per = most(row.cap, price(felt, row, rider.made), left)
        excess = rider.stake - limit // (per * felt.chip) * felt.chip
        if rider.stake * per > limit:
            return [Line(*rider.key, "returned", excess, 0, excess, row.cap.clause, 0, kept(rider, excess))]
    return []
