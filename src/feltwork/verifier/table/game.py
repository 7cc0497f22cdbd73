"""A table as the verifier follows it: chips in the rails, wagers on the layout, and nothing that decides."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from fractions import Fraction

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.outcomes import Selection
from feltwork.verifier.table.awards import dearest
from feltwork.verifier.table.caches import Caches
from feltwork.verifier.table.holdings import Holdings
from feltwork.verifier.table.layout import Lot, PlacedWager, Sign, Terms
from feltwork.verifier.table.lines import Key, SettledLine
from feltwork.verifier.table.outside_limits import answers_to
from feltwork.verifier.table.signs import Signs, signs_under
from feltwork.wagers.row import Wager, Window

LUCKY_BALL = "lucky-ball"


class GameState(Struct):
    """The game at one table."""

    book: Book
    chip: int
    rules: int = 1
    """The rules of conduct of the table."""
    held: Holdings = field(default_factory=Holdings)
    layout: dict[Key, PlacedWager] = field(default_factory=dict)
    area: int = 0
    round: int = 0
    closed: bool = False
    """Has no more bets been called?"""
    lucky: dict[str, int | str] | None = None
    boost: tuple[str, str] | None = None
    signs: Signs = field(default_factory=Signs)
    warned: dict[int, int] = field(default_factory=dict)
    """Seats warned of wagers under the minimum, and after how many results."""
    locks: frozenset[tuple[int, str]] = frozenset()
    """Don't wagers of a seat that were taken down or reduced: not to be put back while the point stands."""
    locked: frozenset[Key] = frozenset()
    """Wagers that no more bets has fixed until they are decided: Mini Craps, read so."""
    buttons: dict[tuple[int, str], bool] = field(default_factory=dict)
    """Marker buttons that stand for all similar wagers: whose, on which kind of wager, on or off."""
    results: int = 0
    placements: int = 0
    rounds_sums: bool = False
    """Are a player's winnings of one result rounded on their sum? Reading G6, the other way."""
    caches: Caches = field(default_factory=Caches)

    @property
    def area_state(self) -> Selection:
        return self.book.area.states[self.area]

    def copy(self) -> GameState:
        """The same game, to go on without this one; what is once worked out they share."""
        other = copy(self)
        other.held, other.signs = self.held.copy(), self.signs.copy()
        other.layout, other.warned, other.buttons = self.layout.copy(), self.warned.copy(), self.buttons.copy()
        return other

    def staked(self) -> tuple[int, int]:
        """What lies on the layout in chips and checks, and in tokens."""
        everything = tokens = 0
        for wager in self.layout.values():
            everything += wager.stake
            if not wager.in_chips:
                tokens += wager.parts(wager.stake)[0]
        return everything - tokens, tokens

    def has_point(self, wager: PlacedWager) -> bool:
        return wager.state is not None if wager.row.travels else self.area != 0

    def no_more(self) -> None:
        self.closed = True
        if self.book.house.locks_until_decided:
            self.locked = frozenset(self.layout)

    def next_round(self) -> None:
        self.round += 1
        if self.locked:
            self.locked = frozenset(self.locked & self.layout.keys())
        self.boost, self.closed = None, False


def new_game(
    book: Book,
    chip: int,
    sign: dict[str, Sign] | None = None,
    award: int | None = None,
    rules: int = 1,
    caches: Caches | None = None,
) -> GameState:
    """The game at a table that was just opened under a book, with a sign and a declared award."""
    return GameState(
        book,
        chip,
        rules,
        signs=signs_under(book, rules, sign or {}, award),
        rounds_sums=book.readings.chose("rounding_scope", "per_payout"),
        caches=caches or Caches(),
    )


def put_down(
    game: GameState, terms: Terms, there: PlacedWager | None, key: Key, amount: int, commission: int, of: str
) -> None:
    """Chips go down, by the book's terms and on what lies there already; a Come wager starts on nothing and is
    known by its point later."""
    seat, signs = key[0], game.signs
    lot = Lot(amount, game.round, commission, signs.of(seat, terms.group), of)
    game.placements += 1
    if there is None:
        spot = terms.spot
        if spot is None:
            raise KeyError(key[2])
        new = (seat, *spot.tail)
        working = _under_button(game, (seat, key[1])) if game.buttons else None
        put = PlacedWager(
            seat, spot, (lot,), working, game.results, game.placements, new, amount, commission, of == "chips"
        )
    else:
        put = there.of_lots((*there.lots, lot))
    game.layout[key] = put
    if signs.at_most is not None:
        signs.at_most += terms.dear * amount + game.chip
    purse = game.held.rail if of == "chips" else game.held.purse(of)
    purse[seat] = purse.get(seat, 0) - amount
    if commission:
        game.held.give("chips", seat, -commission)


def _under_button(game: GameState, kind: tuple[int, str]) -> bool | None:
    """A similar wager put down later is as the button says, for as long as one lies that it was placed for."""
    working = game.buttons.get(kind)
    if working is None:
        return None
    if any(wager.key[:2] == kind and wager.working is working for wager in game.layout.values()):
        return working
    del game.buttons[kind]
    return None


def take_off(game: GameState, key: Key, amount: int) -> int:
    """Chips come off, newest first; the commission that had been paid on them, to the whole cent above."""
    there = game.layout[key]
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
        game.layout[key] = there.of_lots(tuple(lots))
    else:
        del game.layout[key]
    return share


def reposition(game: GameState, key: Key, to: Key) -> None:
    """The same chips elsewhere, on top of what lies there."""
    game.signs.at_most = None
    moving, there = game.layout.pop(key), game.layout.get(to)
    row = game.book.wagers[to[1]]
    if game.rules > 1:
        limit = game.signs.of(to[0], answers_to(game, row))
        moving = moving.of_lots(tuple([replace(lot, limit=limit) for lot in moving.lots]))
    if there:
        game.layout[to] = there.of_lots((*there.lots, *moving.lots))
    else:
        game.layout[to] = moving.at(game.caches.spot(row, to[2], row.shapes[to[2]].states[0]))


def travel(game: GameState, moves: dict[Key, int]) -> None:
    """Wagers go on in another state, all at once."""
    going = [(game.layout.pop(key), to) for key, to in moves.items() if key in game.layout]
    for wager, to in going:
        spot = wager.spot.others.get(to)
        if spot is None:
            spot = wager.spot.others[to] = game.caches.spot(wager.row, wager.made, wager.shape.states[to])
        there = wager.at(spot)
        game.layout[there.key] = there
        if game.locked and wager.key in game.locked:
            game.locked |= {there.key}


def pay_back(game: GameState, lines: Iterable[SettledLine]) -> None:
    """Give back what lines say, as far as it still lies."""
    for line in lines:
        if line.key in game.layout:
            take_off(game, line.key, line.stake)
            game.held.credit(line)


def terms_of(game: GameState, name: str, on: Selection) -> Terms:
    """What the book has to say of a wager on something; a ``KeyError`` if it has no such wager."""
    terms = game.caches.terms.get((name, on))
    if terms is None:
        row = game.book.wagers[name]
        made, multiple = None if row.travels else on, row.units.count * game.chip if row.units else 0
        spot = game.caches.spot(row, made, row.shapes[made].states[0]) if made in row.shapes else None
        any_time = row.window is Window.ANY_TIME and not (row.travels or row.frozen or name == LUCKY_BALL)
        price, per = dearest(game, name, made) if spot else (0, 1)
        dear = -(-price * game.chip // per)
        terms = Terms(row, made, spot, on in row.shapes, any_time, multiple, answers_to(game, row), dear)
        game.caches.terms[name, on] = terms
    return terms


def price(game: GameState, row: Wager, on: Selection) -> Fraction:
    """The odds at which a wager with one price would win where it lies."""
    shape = row.shapes[on]
    point = on if isinstance(on, int) else game.area_state
    by_point = getattr(shape, "winning", None)
    if row.parent and by_point:
        return Fraction(by_point[point].odds)
    for arm in shape.arms():
        if arm.result == "win":
            return arm.odds
    raise ValueError(f"{row.name} cannot win")
