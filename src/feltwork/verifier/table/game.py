"""A table as the verifier folds it: chips in the rails, wagers on the layout, and nothing that decides."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from fractions import Fraction

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.outcomes import Selection, selection_order
from feltwork.verifier.table.awards import dearest
from feltwork.verifier.table.layout import Lot, Lying, Sign, Spot, Steps, Terms
from feltwork.verifier.table.lines import Key, Line
from feltwork.verifier.table.outside_limits import answers_to
from feltwork.wagers.row import Wager, Window
from feltwork.wagers.shapes import LUCKY

LUCKY_BALL = "lucky-ball"


class Felt(Struct):
    """The game at one table."""

    book: Book
    chip: int
    rail: dict[int, int] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    checks: dict[int, int] = field(default_factory=dict)
    lying: dict[Key, Lying] = field(default_factory=dict)
    area: int = 0
    round: int = 0
    closed: bool = False
    """Has no more bets been called?"""
    lucky: dict[str, int | str] | None = None
    boost: tuple[str, str] | None = None
    sign: dict[str, Sign] = field(default_factory=dict)
    personal: dict[tuple[int, str], Sign] = field(default_factory=dict)
    warned: dict[int, int] = field(default_factory=dict)
    """Seats warned of wagers under the minimum, and after how many results."""
    locks: frozenset[tuple[int, str]] = frozenset()
    """Don't wagers of a seat that were taken down or reduced: not to be put back while the point stands."""
    held: frozenset[Key] = frozenset()
    """Wagers that no more bets has fixed until they are decided: Mini Craps, read so."""
    buttons: dict[tuple[int, str], bool] = field(default_factory=dict)
    """Marker buttons that stand for all similar wagers: whose, on which kind of wager, on or off."""
    results: int = 0
    placements: int = 0
    award: int | None = None
    """The most that one result may win, where it was declared."""
    dearest: dict[tuple[str, Selection], tuple[int, int]] = field(default_factory=dict)
    """The best price of each wager, in chips, as two whole numbers,"""
    best: dict[tuple[str, Selection], tuple[Fraction, ...]] = field(default_factory=dict)
    """on each symbol,"""
    spots: dict[tuple[str, Selection, Selection], Spot] = field(default_factory=dict)
    """where wagers lie, by name, what they were made on, and state,"""
    steps: Steps = field(default_factory=dict)
    """and what results do to them there, at every table with this book."""
    shares: dict[tuple[str, Selection, int], tuple[int, int]] = field(default_factory=dict)
    """The commission on each cent of a wager, with the table in an area."""
    terms: dict[tuple[str, Selection], Terms] = field(default_factory=dict)
    """What the book has to say of each wager, once it was asked."""
    areas: dict[int, int] = field(default_factory=dict)
    """Where the puck or the freeze goes, by where it is and the symbol."""
    at_most: int | None = None
    """What everything on the layout could win if all of it won its best at once, or more where wagers have gone
    since; nothing until it is asked for."""
    lets_lie: bool = False
    """Are wagers outside the limits let lie? Reading G2, the other way, where the book says what becomes of them."""
    rules: int = 1
    """The rules of conduct of the table."""
    finds: bool = False
    """Does what lies outside the limits meet the book's late rule? Where it is let lie, and from rules 2 on always."""
    limits_apart: bool = False
    """Does a limit look at one wager in one place alone? Else at a player's wagers together, or at odds with theirs."""
    rounds_sums: bool = False
    """Are a player's winnings of one result rounded on their sum? Reading G6, the other way."""

    def __post_init__(self) -> None:
        readings = self.book.readings
        self.rounds_sums = readings.chose("rounding_scope", "per_payout")
        chosen = readings.chose("guard_limits", "accept_and_apply_late_rule")
        has_late_rule = self.book.house.over_maximum is not None
        self.lets_lie, self.finds = chosen and has_late_rule, (chosen or self.rules > 1) and has_late_rule
        together = readings.chose("limit_scope", "per_player_total")
        self.limits_apart = not together and not readings.chose("odds_limits", "share_flat")

    @property
    def area_state(self) -> Selection:
        return self.book.area.states[self.area]

    def spot(self, row: Wager, made: Selection, state: Selection) -> Spot:
        """Where a wager lies: all those alike share it."""
        where = (row.name, made, state)
        found = self.spots.get(where)
        if found is None:
            on = state if row.travels() else made
            lucky, sleeps = row.shapes[made].alphabet == LUCKY, row.sleeps is not None
            tail, rank, steps = (row.name, on), selection_order(on), self.steps.setdefault(where, {})
            found = self.spots[where] = Spot(row, made, state, tail, rank, lucky, sleeps, steps)
        return found

    def copy(self) -> Felt:
        """The same game, to go on without this one; what is once worked out they share."""
        other = copy(self)
        other.rail, other.tokens, other.checks = self.rail.copy(), self.tokens.copy(), self.checks.copy()
        other.lying, other.sign = self.lying.copy(), self.sign.copy()
        other.personal, other.warned = self.personal.copy(), self.warned.copy()
        other.buttons = self.buttons.copy()
        return other

    def staked(self) -> tuple[int, int]:
        """What lies on the layout in chips and checks, and in tokens."""
        everything = tokens = 0
        for wager in self.lying.values():
            everything += wager.stake
            if not wager.in_chips:
                tokens += wager.parts(wager.stake)[0]
        return everything - tokens, tokens

    def purse(self, of: str) -> dict[int, int]:
        return self.rail if of == "chips" else {"tokens": self.tokens, "checks": self.checks}[of]

    def give(self, of: str, seat: int, cents: int) -> None:
        purse = self.purse(of)
        purse[seat] = purse.get(seat, 0) + cents

    def has_point(self, wager: Lying) -> bool:
        return wager.state is not None if wager.row.travels() else self.area != 0

    def put(self, terms: Terms, there: Lying | None, key: Key, amount: int, commission: int, of: str) -> None:
        """Chips go down, by the book's terms and on what lies there already; a Come wager starts on nothing and is
        known by its point later."""
        seat = key[0]
        limit = self.limit_of(seat, terms.group)
        lot = Lot(amount, self.round, commission, limit, of)
        self.placements += 1
        if there is None:
            spot = terms.spot
            if spot is None:
                raise KeyError(key[2])
            new = (seat, *spot.tail)
            working = self._under_button((seat, key[1])) if self.buttons else None
            put = Lying(
                seat, spot, (lot,), working, self.results, self.placements, new, amount, commission, of == "chips"
            )
        else:
            put = there.of_lots((*there.lots, lot))
        self.lying[key] = put
        if self.at_most is not None:
            self.at_most += terms.dear * amount + self.chip
        purse = self.rail if of == "chips" else self.purse(of)
        purse[seat] = purse.get(seat, 0) - amount
        if commission:
            self.give("chips", seat, -commission)

    def limit_of(self, seat: int, group: str) -> Sign | None:
        """What a player's wager answers to: the player's own sign, or the table's."""
        return (self.personal.get((seat, group)) if self.personal else None) or self.sign.get(group)

    def _under_button(self, kind: tuple[int, str]) -> bool | None:
        """A similar wager put down later is as the button says, for as long as one lies that it was placed for."""
        working = self.buttons.get(kind)
        if working is None:
            return None
        if any(lying.key[:2] == kind and lying.working is working for lying in self.lying.values()):
            return working
        del self.buttons[kind]
        return None

    def take(self, key: Key, amount: int) -> int:
        """Chips come off, newest first; the commission that had been paid on them, to the whole cent above."""
        there = self.lying[key]
        lots, share = list(there.lots), 0
        while amount > 0 and lots:
            lot = lots.pop()
            part = min(amount, lot.amount)
            back = -(-lot.commission * part // lot.amount)
            share += back
            amount -= part
            if part < lot.amount:
                lots.append(replace(lot, amount=lot.amount - part, commission=lot.commission - back))
        if lots:
            self.lying[key] = there.of_lots(tuple(lots))
        else:
            del self.lying[key]
        return share

    def reposition(self, key: Key, to: Key) -> None:
        """The same chips elsewhere, on top of what lies there."""
        self.at_most = None
        moving, there = self.lying.pop(key), self.lying.get(to)
        row = self.book.wagers[to[1]]
        if self.rules > 1:
            limit = self.limit_of(to[0], answers_to(self, row))
            moving = moving.of_lots(tuple([replace(lot, limit=limit) for lot in moving.lots]))
        if there:
            self.lying[to] = there.of_lots((*there.lots, *moving.lots))
        else:
            self.lying[to] = moving.at(self.spot(row, to[2], row.shapes[to[2]].states[0]))

    def credit(self, line: Line) -> None:
        seat, paid, apart = line.seat, line.paid, line.apart
        if apart is not None:
            paid -= apart.checks_back
            self.give("tokens", seat, apart.tokens_back)
            self.give("checks", seat, apart.checks_back)
        self.rail[seat] = self.rail.get(seat, 0) + paid

    def call(self, key: Key, working: bool) -> None:
        self.lying[key] = replace(self.lying[key], working=working)

    def travel(self, moves: dict[Key, int]) -> None:
        """Wagers go on in another state, all at once."""
        going = [(self.lying.pop(key), to) for key, to in moves.items() if key in self.lying]
        for wager, to in going:
            spot = wager.spot.others.get(to)
            if spot is None:
                spot = wager.spot.others[to] = self.spot(wager.row, wager.made, wager.shape.states[to])
            there = wager.at(spot)
            self.lying[there.key] = there
            if self.held and wager.key in self.held:
                self.held |= {there.key}

    def no_more(self) -> None:
        self.closed = True
        if self.book.house.locks_until_decided:
            self.held = frozenset(self.lying)

    def next_round(self) -> None:
        self.round += 1
        if self.held:
            self.held = frozenset(self.held & self.lying.keys())
        self.boost, self.closed = None, False


def pay_back(felt: Felt, lines: Iterable[Line]) -> None:
    """Give back what lines say, as far as it still lies."""
    for line in lines:
        if line.key in felt.lying:
            felt.take(line.key, line.stake)
            felt.credit(line)


def terms_of(felt: Felt, name: str, on: Selection) -> Terms:
    """What the book has to say of a wager on something; a ``KeyError`` if it has no such wager."""
    terms = felt.terms.get((name, on))
    if terms is None:
        row = felt.book.wagers[name]
        made, multiple = None if row.travels() else on, row.units.count * felt.chip if row.units else 0
        spot = felt.spot(row, made, row.shapes[made].states[0]) if made in row.shapes else None
        any_time = row.window is Window.ANY_TIME and not (row.travels() or row.frozen or name == LUCKY_BALL)
        price, per = dearest(felt, name, made) if spot else (0, 1)
        dear = -(-price * felt.chip // per)
        terms = Terms(row, made, spot, on in row.shapes, any_time, multiple, answers_to(felt, row), dear)
        felt.terms[name, on] = terms
    return terms


def price(felt: Felt, row: Wager, on: Selection) -> Fraction:
    """The odds at which a wager with one price would win where it lies."""
    shape = row.shapes[on]
    point = on if isinstance(on, int) else felt.area_state
    by_point = getattr(shape, "winning", None)
    if row.parent and by_point:
        return Fraction(by_point[point].odds)
    for arm in shape.arms():
        if arm.result == "win":
            return arm.odds
    raise ValueError(f"{row.name} cannot win")
