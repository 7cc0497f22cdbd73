"""The exact odds of every wager, walked through the automaton that settles it.

>>> from feltwork.games import book_names
>>> rows = odds_of(book_names()[0], "win-line")
>>> rows[0].edge, rows[0].win
(Fraction(7, 495), Fraction(244, 495))
>>> print(rows[0])
win-line: pays 1 to 1, house edge 7/495 (1.4141%)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from feltwork.games import nearest, open_book
from feltwork.games.book import Book, Lucky
from feltwork.games.lucky import check_keeps_edge, lucky_chances
from feltwork.lab.analysis.chain import END, Chain, Edge
from feltwork.odds import in_words, percent
from feltwork.outcomes import LUCKY_TIERS, POINTS, TOTALS, Selection
from feltwork.refusal import shown
from feltwork.table.play.events import say_selection
from feltwork.wagers.arms import Arm, Result
from feltwork.wagers.automaton import Machine
from feltwork.wagers.row import Of, Wager, Window
from feltwork.wagers.shapes import DICE, POCKET


class OddsError(ValueError):
    """The odds that were asked for cannot be given."""


@dataclass(frozen=True)
class OddsRow:
    """The exact figures of one wager on one selection, per unit staked."""

    wager: str
    on: Selection
    clause: str
    pays: tuple[Fraction, ...]
    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction
    """Minus the expectation over stake plus commission, per wager made."""
    edge_resolved: Fraction
    """The same with pushes left out."""
    rolls: Fraction
    variance: Fraction
    commission: Fraction

    @property
    def edge_per_roll(self) -> Fraction:
        return self.edge / self.rolls

    def __str__(self) -> str:
        on = "" if self.on is None else f" on {say_selection(self.on)}"
        pays = " or ".join(in_words(value) for value in self.pays)
        return f"{self.wager}{on}: pays {pays}, house edge {self.edge} ({percent(self.edge)}%)"

    def as_data(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "on": list(self.on) if isinstance(self.on, tuple) else self.on,
            "clause": self.clause,
            "pays": ", ".join(map(str, self.pays)),
            "win": str(self.win),
            "lose": str(self.lose),
            "push": str(self.push),
            "edge": str(self.edge),
            "edge_resolved": str(self.edge_resolved),
            "edge_per_roll": str(self.edge_per_roll),
            "rolls": str(self.rolls),
            "variance": str(self.variance),
            "edge_percent": percent(self.edge),
        }


class OddsRows(list[OddsRow]):
    """Rows of odds; in a notebook they show as a table."""

    def _repr_html_(self) -> str:
        heads = ("wager", "on", "pays", "win", "lose", "push", "edge", "edge %", "per roll %", "clause")
        rows = (
            (
                row.wager,
                "" if row.on is None else say_selection(row.on),
                ", ".join(map(in_words, row.pays)),
                row.win,
                row.lose,
                row.push or "",
                row.edge,
                percent(row.edge),
                percent(row.edge_per_roll),
                row.clause,
            )
            for row in self
        )
        body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><thead><tr>{''.join(f'<th>{h}</th>' for h in heads)}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Endings:
    """How likely a wager is to end by each arm, and how long that takes."""

    arms: Mapping[Arm, Fraction]
    rolls: Fraction


def odds_of(
    book: str | Book,
    wager: str | None = None,
    *,
    variant: str | None = None,
    wheel: str = "single",
    lucky_ball: bool | str = False,
    mega: Fraction | None = None,
    readings: Mapping[str, str] | None = None,
) -> OddsRows:
    """The odds of a book, or of one wager of it; see ``docs/odds.md`` for what each figure means."""
    opened = (
        book
        if isinstance(book, Book)
        else open_book(book, variant=variant, wheel=wheel, lucky_ball="mega" if mega else lucky_ball, readings=readings)
    )
    if wager is not None and wager not in opened.wagers:
        raise OddsError(_no_such(opened, wager))
    chance = mega_chance(opened, mega)
    return OddsRows(
        odds_row(opened, row, on, chance)
        for row in opened.wagers.values()
        if wager in (None, row.name)
        for on in reported_selections(opened, row)
    )


def _no_such(book: Book, wager: str) -> str:
    """A wager that is not there: mistyped, or offered only at another kind of table."""
    if wager in book.withheld:
        how = {"five-line": "--wheel double", "lucky-ball": "--lucky-ball, or --mega PROBABILITY"}
        return f"{wager} is offered only with {how[wager]}"
    hint = nearest(wager, book.wagers) or f"; `feltwork rules {book.id}` lists them"
    return f"{book.id} has no wager '{shown(wager)}'{hint}"


def reported_selections(book: Book, wager: Wager) -> tuple[Selection, ...]:
    """One row per selection at dice and for Lucky Ball, one per kind for the other roulette wagers."""
    if wager.rides():
        return POINTS
    if book.spins and wager.concept != "lucky-ball":
        return (None,)
    return tuple(wager.shapes)


def odds_row(book: Book, wager: Wager, on: Selection, mega: Fraction | None = None) -> OddsRow:
    """The figures of one wager."""
    endings = endings_of(book, wager, on, mega)
    shape = wager.shapes[machine_selection(wager, on)]
    commission = commission_rate(wager, shape.arms())
    win, lose, push = (sum(p for arm, p in endings.arms.items() if kind(arm) == k) for k in ("win", "lose", "push"))
    mean = sum((p * net(arm) for arm, p in endings.arms.items()), Fraction(0))
    square = sum((p * net(arm) ** 2 for arm, p in endings.arms.items()), Fraction(0))
    expectation = mean - commission * (1 - push)
    edge = -expectation / (1 + commission)
    return OddsRow(
        wager=wager.name,
        on=on,
        clause=wager.clause,
        pays=tuple(sorted({arm.odds for arm in endings.arms if arm.result is Result.WIN})),
        win=Fraction(win),
        lose=Fraction(lose),
        push=Fraction(push),
        edge=edge,
        edge_resolved=edge / (1 - push),
        rolls=endings.rolls,
        variance=square - mean**2,
        commission=commission,
    )


def endings_of(book: Book, wager: Wager, on: Selection, mega: Fraction | None = None) -> Endings:
    """Walk the automaton from where the wager is reckoned to be placed until it ends."""
    machine = book.machine(wager.name, machine_selection(wager, on))
    chain, exits = machine_chain(book, wager, machine, mega)
    knots = chain.knots()
    start = _start(book, wager, on)
    states = len(machine.states)

    def at_start(values: list[Fraction]) -> Fraction:
        return sum((p * values[area * states] for area, p in start.items()), Fraction(0))

    def ends_by(arm: int) -> list[Fraction]:
        return chain.solve(lambda node: Fraction(exits[node][arm], chain.weight), knots)

    arms = {arm: at_start(ends_by(i)) for i, arm in enumerate(machine.arms)}
    return Endings({arm: p for arm, p in arms.items() if p}, at_start(chain.rounds(knots)))


def machine_chain(
    book: Book, wager: Wager, machine: Machine, mega: Fraction | None = None, called: bool | None = None
) -> tuple[Chain, list[Counter[int]]]:
    """Areas times states as a chain, and for each how much weight leads to which arm.

    A wager that was ``called`` on or off stays so; others are off where they sleep.
    """
    weights = _symbol_weights(book, machine, mega)
    states = len(machine.states)
    edges: list[list[Edge]] = []
    exits: list[Counter[int]] = []
    for area in range(len(book.area.states)):
        working = not (wager.sleeps and area == 0) if called is None else called
        for state in range(states):
            codes = machine.codes(area, state, working)
            moves = book.area.moves[area] if machine.alphabet == DICE else (0,) * len(codes)
            towards: Counter[int] = Counter()
            ends: Counter[int] = Counter()
            for code, move, weight in zip(codes, moves, weights, strict=False):
                if code < 0:
                    ends[~code] += weight
                    towards[END] += weight
                else:
                    towards[move * states + code] += weight
            edges.append([Edge(weight, target) for target, weight in towards.items()])
            exits.append(ends)
    return Chain(edges, sum(weights)), exits


def _symbol_weights(book: Book, machine: Machine, mega: Fraction | None) -> list[int]:
    """How often each symbol comes, in whole numbers."""
    if machine.alphabet == DICE:
        return [1] * len(TOTALS)
    if machine.alphabet == POCKET:
        return [1] * len(book.wheel)
    chances = lucky_chances(len(book.wheel), mega or Fraction(0))
    scale = max(c.denominator for c in chances.values())
    while any((c * scale).denominator > 1 for c in chances.values()):
        scale *= max((c * scale).denominator for c in chances.values())
    return [int(chances[tier] * scale) for tier in LUCKY_TIERS]


def _start(book: Book, wager: Wager, on: Selection) -> dict[int, Fraction]:
    """Where the table stands when the wager is reckoned to be placed.

    Needing a point or sleeping on the come out means just after a point is set: each point as often as the
    dice make it. Odds behind a line stand on that very point; odds on a come point know only that the
    table's point is another one, for otherwise their Come wager would have been decided with it.
    """
    areas = book.area.states
    needs_point = wager.window in (Window.POINT_ON, Window.PARENT) or wager.sleeps
    if not needs_point:
        return {0: Fraction(1)}
    if wager.rides() and None in wager.shapes:
        return {areas.index(on): Fraction(1)}
    weights = {p: TOTALS.count(p) for p in POINTS if not (wager.rides() and p == on)}
    return {areas.index(p): Fraction(w, sum(weights.values())) for p, w in weights.items()}


def machine_selection(wager: Wager, on: Selection) -> Selection:
    """The selection to compile: odds behind a line have one machine for all points; a kind, any of its own."""
    if on in wager.shapes:
        return on
    return None if None in wager.shapes else next(iter(wager.shapes))


def kind(arm: Arm) -> str:
    """Win, lose, or push for every ending that hands the stake back."""
    return arm.result.value if arm.result in (Result.WIN, Result.LOSE) else "push"


def net(arm: Arm) -> Fraction:
    """What a unit staked gains by this arm; on a split wager the other legs are lost."""
    if arm.result is Result.WIN:
        return arm.odds * arm.leg - (1 - arm.leg)
    return Fraction(-1) if arm.result is Result.LOSE else Fraction(0)


def commission_rate(wager: Wager, arms: tuple[Arm, ...]) -> Fraction:
    """Commission per unit staked."""
    if not wager.commission:
        return Fraction(0)
    won = max(arm.odds for arm in arms)
    return wager.commission.rate * (won if wager.commission.of is Of.WINNINGS else 1)


def mega_chance(book: Book, asked: Fraction | None) -> Fraction | None:
    """The configured chance of Mega Odds; refused where it would leave the player the advantage (R5)."""
    if book.lucky is not Lucky.MEGA:
        return None
    chance = asked or book.readings.mega_probability()
    if chance is None:
        raise OddsError("Mega Odds need a probability, which the book leaves to the operator: --mega PROBABILITY")
    check_keeps_edge(book, chance)
    return chance
