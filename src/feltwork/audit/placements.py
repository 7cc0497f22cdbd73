"""Could these chips have been put down, or taken off, there and then? What the verifier asks of each placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feltwork.audit.awards import most_won
from feltwork.audit.felt import Felt, Key, Line, Lying, kept, price
from feltwork.audit.late import answers_to
from feltwork.outcomes import Selection
from feltwork.wagers.row import Cap, Commission, Of, Wager, Window


def wrong_placement(felt: Felt, key: Key, amount: int, commission: int, of: str = "chips") -> list[str]:
    """Everything that speaks against a placement."""
    seat, name, on = key
    row = felt.book.wagers.get(name)
    if row is None:
        return [f"the book has no wager {name!r}"]
    there = felt.lying.get(key)
    if there is None and on not in row.shapes:
        return [f"{name} cannot be made on {on!r}"]
    wrong = []
    if amount <= 0 or amount % felt.chip:
        wrong.append(f"{amount} cents are not whole chips of {felt.chip}")
    needed = {"chips": amount + commission} if of == "chips" else {of: amount, "chips": commission}
    for kind, cents in needed.items():
        held = felt.purse(kind).get(seat, 0)
        if cents > held:
            wrong.append(f"seat {seat} had {held} cents in {kind}, not {cents}")
    stake = amount + (there.stake if there else 0)
    if row.units and stake % (row.units.count * felt.chip):
        wrong.append(f"{name} is staked in multiples of {row.units.count * felt.chip} cents, not {stake}")
    travels = row.travels()
    if row.window is not Window.ANY_TIME or travels:
        wrong += _wrong_time(felt, key, row, there)
    if row.cap:
        wrong += _over_cap(felt, key, row, row.cap, stake)
    wrong += _against_the_sign(felt, key, row, amount)
    worst = most_won(felt, name, None if travels else on, amount) if felt.award is not None else 0
    if felt.award is not None and worst > felt.award:
        wrong.append(f"one result could then win {worst} cents, over the declared {felt.award}")
    due: Fraction | int = 0
    if row.commission:
        due = commission_due(felt, row, row.commission, on, amount) if there is None or on in row.shapes else commission
    if due != commission:
        wrong.append(f"commission of {commission} cents was taken, {due} were due")
    return wrong


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


def _against_the_sign(felt: Felt, key: Key, row: Wager, amount: int) -> list[str]:
    """The limits on the sign, or the player's own."""
    seat, name, on = key
    group = answers_to(felt, row)
    limit = felt.personal.get((seat, group)) or felt.sign.get(group)
    if limit is None or felt.lets_lie:
        return []
    together = felt.book.readings.chose("limit_scope", "per_player_total")
    counted = amount
    for lying in felt.lying.values():
        if lying.seat == seat and (together or lying.key[2] == on) and answers_to(felt, lying.row) == group:
            counted += lying.stake
    low, high, unit = limit
    if counted < low or (high is not None and counted > high) or (unit and (counted - low) % unit):
        return [f"{counted} cents on {name} are outside the limits of {low} to {high} in units of {unit}"]
    return []


def commission_due(felt: Felt, row: Wager, commission: Commission, on: Selection, amount: int) -> Fraction:
    """Commission on a placement: a share of the stake or of what it could win, by the reading in force."""
    base = amount * (price(felt, row, on) if commission.of is Of.WINNINGS else Fraction(1))
    exact = base * commission.rate
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
        limit, per = most(row.cap, price(felt, row, rider.made), left)
        excess = rider.stake - limit // (per * felt.chip) * felt.chip
        if rider.stake * per > limit:
            return [Line(*rider.key, "returned", excess, 0, excess, row.cap.clause, 0, kept(rider, excess))]
    return []
