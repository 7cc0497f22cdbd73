"""A strategy and a book, compiled: every layout the strategy can come to, what each result does to it, and what
is then put down for how much cash.

The engine itself is driven through it all: ``decide`` places, removes and settles, so the table holds the very
cents that a live table would pay. A state is a layout ready for a result, with what the strategy remembers. After a
result the cash in the rail picks the branch; each branch says from which cash on it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from feltwork.games.book import Book
from feltwork.lab.strategy.choice import choice_of
from feltwork.lab.strategy.purse import PLENTY
from feltwork.lab.strategy.reconcile import PLAYING, Phase, Unmet, reconcile
from feltwork.lab.strategy.rounds import Rounds
from feltwork.lab.strategy.runner import seat_down
from feltwork.lab.strategy.strategy import Memory, Strategy, StrategyError
from feltwork.lab.strategy.view import SEAT, Spot
from feltwork.money import format_money
from feltwork.table.play.state import TableRules, TableState

MAX_STATES = 20_000
MAX_BRANCHES = 64


class TooManyStatesError(StrategyError):
    """The strategy has no small table: it can only be played, not compiled."""


@dataclass(frozen=True, slots=True)
class Branch:
    """With at least this much cash (and less than the branch before it): spend, and lie there."""

    low: int
    high: int
    spent: int
    state: int
    placed: tuple[tuple[Spot, int], ...]
    unmet: tuple[Unmet, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Results that do the same to a state: what comes back to the rail, and the branches after it, richest first."""

    classes: tuple[int, ...]
    """Of results, by their number in ``Rounds.classes``."""
    credit: int
    branches: tuple[Branch, ...]
    point: int = 0
    """Where the puck is then (0 if it is off),"""
    rest: int = -1
    """and which rest still lies on the layout; none where the session was over before."""


@dataclass
class Automaton:
    """The compiled table."""

    book: Book
    strategy: Strategy
    bankroll: int
    classes: tuple[range, ...]
    """All results, equally likely, in classes that are alike whatever lies,"""
    choices: int = 1
    """each once for every layout that a function may choose: class ``k`` under choice ``c`` is ``c * classes + k``."""
    first: Branch = field(init=False)

    @property
    def count(self) -> int:
        """How many results there are."""
        return sum(map(len, self.classes))

    def weight(self, group: Group) -> int:
        """How many results are in a group."""
        return sum(len(self.classes[number % len(self.classes)]) for number in group.classes)

    states: list[tuple[Group, ...]] = field(default_factory=list)
    stakes: list[int] = field(default_factory=list)
    """What lies on the layout in each state."""
    ends: list[int] = field(default_factory=list)
    rests: list[TableState] = field(default_factory=list)
    """What a session can leave standing: layouts when a result is in and nothing has been put down since."""
    unmet: dict[tuple[Spot, str, bool], Unmet] = field(default_factory=dict)
    """What can come to be wanted and not placed, by which clause, and whether cash is what is missing."""


class _Compiler:
    """Explores from the first layout until nothing new comes up."""

    def __init__(self, strategy: Strategy, book: Book, rules: TableRules, bankroll: int) -> None:
        self.strategy, self.bankroll = strategy, bankroll
        choice = choice_of(strategy)
        self.chosen = (
            [replace(strategy, parts=(replace(choice, fixed=n),)) for n in range(len(choice.layouts))]
            if choice
            else [strategy]
        )
        self.rounds = Rounds(book)
        self.made = Automaton(book, strategy, bankroll, self.rounds.classes, len(self.chosen))
        self.known: dict[object, int] = {}
        self.phases: dict[object, tuple[Branch, ...]] = {}
        self.rests: dict[object, int] = {}
        self.waiting: list[tuple[TableState, tuple[Memory, ...], int]] = []
        table = seat_down(book, rules, bankroll)
        self.made.first = self._branch(table, reconcile(table, strategy, strategy.start, bankroll))

    def explore(self, progress: Callable[[int], None] | None) -> Automaton:
        while self.waiting:
            if progress:
                progress(1)
            table, memory, ends = self.waiting.pop()
            state = self.known[_key(table, memory, ends)]
            self.made.states[state] = () if ends else tuple(self._groups(table, memory))
        return self.made

    def _groups(self, before: TableState, memory: tuple[Memory, ...]) -> Iterator[Group]:
        """Play each kind of result once, and look at what is put down after it, under each choice."""
        classes = self.rounds.classes
        for alike in self.rounds.alike(before).values():
            table = before.copy()
            table.balances[SEAT] = 0
            what = self.rounds.play(table, classes[alike[0]][0])
            credit, point = table.balances[SEAT], table.area_state
            puck, rest = point if isinstance(point, int) else 0, self._rest(table)
            kept = self.strategy.seen(memory, what)
            for choice, strategy in enumerate(self.chosen):
                key = (choice, _key(table, kept, PLAYING))
                if key not in self.phases:
                    self.phases[key] = self._branches(table, strategy, kept)
                shown = tuple(choice * len(classes) + number for number in alike)
                yield Group(shown, credit, self.phases[key], puck, rest)

    def _rest(self, settled: TableState) -> int:
        key = rest_key(settled)
        if key not in self.rests:
            self.rests[key] = len(self.made.rests)
            self.made.rests.append(emptied(settled))
        return self.rests[key]

    def _branches(self, settled: TableState, strategy: Strategy, memory: tuple[Memory, ...]) -> tuple[Branch, ...]:
        """From plenty of cash down: each phase says how far down it holds."""
        found: list[Branch] = []
        cash = PLENTY - 1
        while cash >= 0:
            table = settled.copy()
            table.balances[SEAT] = cash
            phase = reconcile(table, strategy, memory, self.bankroll)
            found.append(self._branch(table, phase))
            cash = phase.low - 1
            if len(found) > MAX_BRANCHES:
                raise TooManyStatesError("the strategy looks at its cash too closely to be compiled")
        return tuple(found)

    def _branch(self, table: TableState, phase: Phase) -> Branch:
        for each in phase.unmet:
            self.made.unmet.setdefault((each.spot, each.refusal.clause, each.for_cash), each)
        key = _key(table, phase.memory, phase.ends)
        if key not in self.known:
            if len(self.known) == MAX_STATES:
                raise TooManyStatesError(f"the strategy has more than {MAX_STATES:,} states, too many for a table")
            self.known[key] = len(self.made.states)
            self.made.states.append(())
            self.made.stakes.append(face_of(table))
            self.made.ends.append(phase.ends)
            self.waiting.append((table, phase.memory, phase.ends))
        return Branch(phase.low, phase.high, phase.spent, self.known[key], phase.placed, phase.unmet)


def _key(table: TableState, memory: tuple[Memory, ...], ends: int) -> object:
    """What tells two states apart: puck, wagers with their lots, locks, what is remembered; not cash, not time."""
    return rest_key(table), table.locks, memory, ends


def rest_key(table: TableState) -> object:
    """What tells two layouts apart: puck and wagers with their lots."""
    lying = tuple(
        (s.wager.name, s.selection, s.state, s.working, s.held, tuple((lot.amount, lot.commission) for lot in s.lots))
        for s in sorted(table.layout.values(), key=lambda s: s.rank)
    )
    return table.area, lying


def face_of(table: TableState) -> int:
    """What lies, stake by stake, whatever it is worth."""
    return sum(standing.stake for standing in table.layout.values())


def emptied(table: TableState) -> TableState:
    """A copy of a table whose player has nothing in the rail."""
    twin = table.copy()
    twin.balances[SEAT] = 0
    return twin


def compile_strategy(
    strategy: Strategy, book: Book, rules: TableRules, bankroll: int, progress: Callable[[int], None] | None = None
) -> Automaton:
    """The automaton of a strategy at a table; a ``StrategyError`` names a wager that can never be made."""
    made = _Compiler(strategy, book, rules, bankroll).explore(progress)
    check_possible(made)
    return made


def check_possible(made: Automaton) -> None:
    """A wager that is wanted and that the table never takes, though the cash is there, is a mistake."""
    placed = {spot for groups in made.states for g in groups for b in g.branches for spot, _ in b.placed}
    placed |= {spot for spot, _ in made.first.placed}
    for (spot, *_), each in made.unmet.items():
        if spot not in placed and not each.for_cash:
            raise StrategyError(f"{made.strategy.name or 'the strategy'} can never have {each}")
    if made.ends[made.first.state] != PLAYING:
        lacking = next((each for each in made.unmet.values() if each.for_cash), None)
        why = f": {lacking}" if lacking else ""
        raise StrategyError(f"a bankroll of {format_money(made.bankroll)} does not cover the first wager{why}")
    if not placed:
        raise StrategyError(f"{made.strategy.name or 'the strategy'} never makes a wager at {made.book.name}")
