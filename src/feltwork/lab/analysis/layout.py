"""A whole layout: its exact expectation, variance, worst and best case, and the next round chip by chip.

The rounds are played by the engine itself on copies of the table, over every outcome, until nothing can
be decided any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from feltwork.lab.analysis.chain import END, Chain, Edge
from feltwork.lab.analysis.edges import OddsError, mega_chance
from feltwork.money import format_money
from feltwork.odds import percent
from feltwork.outcomes import COLOURS, DOUBLE_ZERO, THROWS, Pocket, throw_symbol
from feltwork.table.play.events import Key, RoundSettled, Settled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.settle import settle
from feltwork.table.play.state import TableState

MAX_STATES = 60_000
HARDWAYS = (4, 6, 8, 10)
COMBINATIONS = tuple((a, b) for a in range(1, 7) for b in range(a, 7))


@dataclass(frozen=True)
class Next:
    """One thing the next round can show, how likely it is, and what it does to every chip."""

    shows: str
    result: tuple[int, int] | Pocket
    chance: Fraction
    lines: tuple[Settled, ...]
    standing: tuple[Key, ...]
    """What goes on lying, as it is then known."""

    def change(self, seat: int | None = None) -> int:
        """What the players (or one seat) gain on what they had on the layout."""
        return sum(change_of(line) for line in self.lines if seat in (None, line.seat))


@dataclass(frozen=True)
class Forecast:
    """What a layout is worth from here on, in cents: what will come back less what lies now."""

    staked: int
    mean: Fraction
    variance: Fraction
    worst: int
    best: int
    rounds: Fraction

    def __str__(self) -> str:
        worst, best = format_money(self.worst), format_money(self.best)
        return (
            f"{format_money(self.staked)} lies, worth {_money(self.mean)} on average, {worst} at worst, {best} at best"
        )

    def as_data(self) -> dict[str, object]:
        return {
            "staked": format_money(self.staked),
            "expectation": str(self.mean / 100),
            "expectation_money": _money(self.mean),
            "variance": str(self.variance / 10000),
            "worst": format_money(self.worst),
            "best": format_money(self.best),
            "rounds": str(self.rounds),
        }


def _money(cents: Fraction) -> str:
    """
    >>> _money(Fraction(-1414, 10))
    '-1.4140'
    """
    return percent(cents / 10000)


def change_of(line: Settled) -> int:
    """What a settlement line gains its seat on the stake that lay there."""
    return line.winnings + line.returned + line.commission_back - line.stake


def check_can_be_foreseen(state: TableState) -> None:
    """Refuse to look ahead where the table cannot go on by chance alone."""
    if state.book.readings.is_set("auto_rebet"):
        raise OddsError("a layout that puts winning wagers back up by itself (auto_rebet) has no last round to foresee")
    if _has_lucky(state) and state.closed and state.lucky is None:
        raise OddsError("betting closed before the Lucky Ball numbers were drawn: only a no spin can follow")


def next_round(state: TableState, mega: Fraction | None = None) -> list[Next]:
    """Every outcome of the next round; a boosted or a hit Lucky Ball colour counts as an outcome of its own."""
    check_can_be_foreseen(state)
    found = []
    open_boost = _has_lucky(state) and state.boost is None
    for shows, result, chance, symbol, table in _outcomes(state, mega_chance(state.book, mega) if open_boost else None):
        lines, moved, _ = settle(table, symbol)
        after = _after(table, symbol, lines, moved)
        found.append(Next(shows, result, chance, lines, tuple(after.layout)))
    return found


def forecast(
    state: TableState, mega: Fraction | None = None, progress: Callable[[int], None] = lambda _: None
) -> dict[int | None, Forecast]:
    """The whole layout's forecast under ``None``, and each seat's under its number."""
    check_can_be_foreseen(state)
    if state.book.spins:
        outcomes = next_round(state, mega)
        return {seat: _from_one_round(state, outcomes, seat) for seat in _seats(state)}
    states, edges = _walk(state, progress)
    found: dict[int | None, Forecast] = {}
    for seat in _seats(state):
        chain = Chain([_for_seat(out, seat) for out in edges], len(THROWS))
        knots = chain.knots()
        mean = chain.mean(knots)
        square = chain.second_moment(knots, mean)
        rounds = chain.rounds(knots) if seat is None else [Fraction(0)] * len(states)
        found[seat] = Forecast(
            _staked(state, seat),
            mean[0],
            square[0] - mean[0] ** 2,
            chain.extreme(knots, min)[0],
            chain.extreme(knots, max)[0],
            rounds[0],
        )
    whole = found[None].rounds
    return {seat: Forecast(f.staked, f.mean, f.variance, f.worst, f.best, whole) for seat, f in found.items()}


_Out = tuple[int, int, tuple[tuple[int, int], ...]]
"""Weight, target and what each seat gains."""


def _walk(state: TableState, progress: Callable[[int], None]) -> tuple[list[TableState], list[list[_Out]]]:
    """Every state of the layout that can be reached, with where each throw leads."""
    states = [state.copy()]
    places = {_sign_of(state): 0}
    edges: list[list[_Out]] = []
    for number, here in enumerate(states):
        out: list[_Out] = []
        for a, b in COMBINATIONS:
            symbol = throw_symbol(a, b)
            lines, moved, _ = settle(here, symbol)
            after = _after(here, symbol, lines, moved)
            target = END
            if after.layout:
                sign = _sign_of(after)
                target = places.setdefault(sign, len(states))
                if target == len(states):
                    states.append(after)
            gains: dict[int, int] = {}
            for line in lines:
                gains[line.seat] = gains.get(line.seat, 0) + change_of(line)
            out.append((1 + (a != b), target, tuple(gains.items())))
        edges.append(out)
        if number % 500 == 0:
            progress(len(states))
        if len(states) > MAX_STATES:
            raise OddsError(f"this layout can stand in more than {MAX_STATES} ways; split it into smaller ones")
    return states, edges


def _after(
    state: TableState, symbol: int, lines: tuple[Settled, ...], moved: tuple[tuple[Key, int], ...]
) -> TableState:
    after = state.copy()
    area = state.book.area.moves[state.area][symbol]
    evolve(after, RoundSettled((0, 0), lines, moved, area))
    return after


def _sign_of(state: TableState) -> object:
    return (state.area, frozenset((key, standing.state) for key, standing in state.layout.items()))


def _for_seat(out: list[_Out], seat: int | None) -> list[Edge]:
    return [
        Edge(weight, target, sum(gain for who, gain in gains if seat in (None, who))) for weight, target, gains in out
    ]


def _seats(state: TableState) -> list[int | None]:
    return [None, *sorted({standing.seat for standing in state.layout.values()})]


def _staked(state: TableState, seat: int | None) -> int:
    return sum(s.stake for s in state.layout.values() if seat in (None, s.seat))


def _from_one_round(state: TableState, outcomes: list[Next], seat: int | None) -> Forecast:
    gains = [(outcome.chance, outcome.change(seat)) for outcome in outcomes if outcome.chance]
    mean = sum((p * gain for p, gain in gains), Fraction(0))
    square = sum((p * gain**2 for p, gain in gains), Fraction(0))
    return Forecast(
        _staked(state, seat),
        mean,
        square - mean**2,
        min(g for _, g in gains),
        max(g for _, g in gains),
        Fraction(1),
    )


_Outcome = tuple[str, tuple[int, int] | Pocket, Fraction, int, TableState]


def _has_lucky(state: TableState) -> bool:
    return any(standing.machine.reads_lucky for standing in state.layout.values())


def _outcomes(state: TableState, mega: Fraction | None) -> Iterator[_Outcome]:
    """What the next round can show: words, the result, its chance, its symbol, the table that meets it."""
    if not state.book.spins:
        for a, b in COMBINATIONS:
            way = "hard" if a == b else "easy"
            words = f"{way} {a + b} ({a}-{b})" if a + b in HARDWAYS else f"{a + b} ({a}-{b})"
            yield words, (a, b), Fraction(1 + (a != b), len(THROWS)), throw_symbol(a, b), state
        return
    wheel = state.book.wheel
    for symbol, pocket in enumerate(wheel):
        chance = Fraction(1, len(wheel))
        if not _has_lucky(state):
            yield str(pocket), pocket, chance, symbol, state
            continue
        for words, share, table in _lucky_ways(state, pocket, mega):
            if share:
                yield f"{pocket}{words}", pocket, chance * share, symbol, table


def _lucky_ways(state: TableState, pocket: Pocket, mega: Fraction | None) -> Iterator[tuple[str, Fraction, TableState]]:
    """How the Lucky Ball numbers can stand to a pocket, and how a hit colour can be paid."""
    missed = Fraction(1)
    for colour in COLOURS:
        hit = _hit_chance(state, colour, pocket)
        missed -= hit
        for tier, share in _tier_chances(state, colour, mega):
            table = state.copy()
            table.lucky = {colour: pocket, **{c: "elsewhere" for c in COLOURS if c != colour}}
            table.boost = None if tier == "standard" else (colour, tier)
            yield f" ({colour} at {tier} odds)", hit * share, table
    table = state.copy()
    table.lucky = dict.fromkeys(COLOURS, "elsewhere")
    yield "", missed, table


def _hit_chance(state: TableState, colour: str, pocket: Pocket) -> Fraction:
    """The chance that this colour's number is this pocket; certain either way once the numbers are drawn."""
    if state.lucky is not None:
        return Fraction(state.lucky[colour] == pocket)
    zeros = state.book.readings.is_set("lucky_include_zeros")
    if zeros:
        return Fraction(1, len(state.book.wheel))
    return Fraction(0) if pocket in (0, DOUBLE_ZERO) else Fraction(1, 36)


def _tier_chances(state: TableState, colour: str, mega: Fraction | None) -> list[tuple[str, Fraction]]:
    if state.boost is not None:
        return [(state.boost[1] if state.boost[0] == colour else "standard", Fraction(1))]
    big = mega or Fraction(0)
    quarter = Fraction(1, 4)
    return [("standard", 1 - quarter), ("super", quarter * (1 - big)), ("mega", quarter * big)]
