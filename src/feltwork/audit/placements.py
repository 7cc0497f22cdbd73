"""Could these chips have been put down, or taken off, there and then? What the verifier asks of each placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltwork.audit.awards import most_won
from feltwork.audit.felt import Felt, Key, Line, Lying, kept, price
from feltwork.audit.late import answers_to, lets_lie
from feltwork.outcomes import Selection
from feltwork.wagers.row import Cap, Of, Wager, Window


def wrong_placement(felt: Felt, key: Key, amount: int, commission: int, of: str = "chips") -> Iterator[str]:
    """Everything that speaks against a placement."""
    seat, name, on = key
    row = felt.book.wagers.get(name)
    if row is None:
        yield f"the book has no wager {name!r}"
        return
    there = felt.lying.get(key)
    if there is None and on not in row.shapes:
        yield f"{name} cannot be made on {on!r}"
        return
    if amount <= 0 or amount % felt.chip:
        yield f"{amount} cents are not whole chips of {felt.chip}"
    needed = {of: amount, "chips": commission + (amount if of == "chips" else 0)}
    for kind, cents in needed.items():
        if cents > felt.purse(kind).get(seat, 0):
            yield f"seat {seat} had {felt.purse(kind).get(seat, 0)} cents in {kind}, not {cents}"
    stake = amount + (there.stake if there else 0)
    if row.units and stake % (row.units.count * felt.chip):
        yield f"{name} is staked in multiples of {row.units.count * felt.chip} cents, not {stake}"
    yield from _wrong_time(felt, key, row, there)
    yield from _over_cap(felt, key, row, stake)
    yield from _against_the_sign(felt, key, row, amount)
    worst = most_won(felt, name, None if row.travels() else on, amount) if felt.award is not None else 0
    if felt.award is not None and worst > felt.award:
        yield f"one result could then win {worst} cents, over the declared {felt.award}"
    if there is None or on in row.shapes:
        due = commission_due(felt, row, on, amount)
        if due != commission:
            yield f"commission of {commission} cents was taken, {due} were due"


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


def most(cap: Cap, odds: Fraction, parent: int) -> Fraction:
    """The most that may ride on a parent's stake."""
    return Fraction(cap.times * parent) / (odds if cap.of is Of.WINNINGS else 1)


def _over_cap(felt: Felt, key: Key, row: Wager, stake: int) -> Iterator[str]:
    seat, name, on = key
    parent = felt.lying.get((seat, row.parent or "", on))
    if row.cap and parent and felt.has_point(parent):
        limit = most(row.cap, price(felt, row, on), parent.stake)
        if stake > limit:
            yield f"{stake} cents on {name}, at most {limit} may ride on {parent.stake}"


def _against_the_sign(felt: Felt, key: Key, row: Wager, amount: int) -> Iterator[str]:
    """The limits on the sign, or the player's own."""
    seat, name, on = key
    group = answers_to(felt, row)
    limit = felt.personal.get(seat) or felt.sign.get(group)
    if limit is None or lets_lie(felt):
        return
    together = felt.book.readings.chose("limit_scope", "per_player_total")
    counted = amount + sum(
        w.stake
        for w in felt.lying.values()
        if w.seat == seat and answers_to(felt, w.row) == group and (together or w.key[2] == on)
    )
    low, high, unit = limit
    if counted < low or (high is not None and counted > high) or (unit and (counted - low) % unit):
        yield f"{counted} cents on {name} are outside the limits of {low} to {high} in units of {unit}"


def commission_due(felt: Felt, row: Wager, on: Selection, amount: int) -> Fraction:
    """Commission on a placement: a share of the stake or of what it could win, by the reading in force."""
    if not row.commission:
        return Fraction(0)
    base = amount * (price(felt, row, on) if row.commission.of is Of.WINNINGS else Fraction(1))
    exact = base * row.commission.rate
    rounding = felt.book.readings["commission_rounding"]
    if rounding == "down_cent":
        return Fraction(exact.numerator // exact.denominator)
    if rounding == "up_chip":
        chips = exact / felt.chip
        return Fraction(-(-chips.numerator // chips.denominator) * felt.chip)
    return exact


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
        chips = most(row.cap, price(felt, row, rider.made), left) / felt.chip
        excess = rider.stake - chips.numerator // chips.denominator * felt.chip
        if rider.stake > chips * felt.chip:
            return [Line(*rider.key, "returned", excess, 0, excess, row.cap.clause, 0, kept(rider, excess))]
    return []
