"""A table to play at from Python: the same decisions and the same settlement as everywhere else.

>>> from feltwork.games import book_names
>>> table = open_table(book_names()[0], seats={1: "500.00"})
>>> print(table.bet(1, "win-line", "10.00"))
step 0: done
>>> print(table.roll(3, 3))
step 1: done
>>> print(table.remove(1, "win-line"))
step 2: refused (6.4): Win Line stays up once its point is set
>>> print(table.roll(4, 2))
step 3:
  seat 1: win-line 10.00 win, paid 10.00, 10.00 back (6.1.1.1.2)
>>> table.balance(1)
'510.00'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from feltwork.felt import render
from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.felts import felt_of
from feltwork.money import format_money, parse_money
from feltwork.outcomes import Pocket, Selection
from feltwork.refusal import Refusal, shown
from feltwork.table.play.commands import (
    Bet,
    Boost,
    Call,
    Command,
    DrawLuckyBall,
    NoMoreBets,
    NoRoll,
    NoSpin,
    RawSelection,
    Remove,
    Roll,
    Spin,
)
from feltwork.table.play.decide import decide
from feltwork.table.play.events import (
    Event,
    Removed,
    RoundInvalid,
    RoundSettled,
    Settled,
    dealer_order,
    report_order,
    say_selection,
    selection_data,
)
from feltwork.table.play.evolve import evolve
from feltwork.table.play.script import Script
from feltwork.table.play.state import Limit, Standing, TableRules, applies_late_rule, open_state


@dataclass(frozen=True)
class Step:
    """What came of one command: refused with a reason, or done with what it settled."""

    number: int
    refused: Refusal | None
    settled: tuple[Settled, ...] = ()
    events: tuple[Event, ...] = field(default=(), repr=False)
    rounding: str = field(default="", repr=False)
    """The book's clause on what chips cannot pay."""

    def __bool__(self) -> bool:
        return self.refused is None

    def __str__(self) -> str:
        if self.refused:
            return f"step {self.number}: {self.refused}"
        lines = self.lines()
        if not lines:
            return f"step {self.number}: done"
        return "\n".join((f"step {self.number}:", *(f"  {line}" for line in lines)))

    def lines(self) -> list[str]:
        """What happened, in words: an invalid round first, then what was collected, then what was paid."""
        called = [e for e in self.events if isinstance(e, RoundInvalid)]
        return [f"{e.called or 'does not count'} ({e.clause}): {shown(e.reason)}" for e in called] + [
            line.told(self.rounding) for line in dealer_order(self.settled)
        ]

    def as_data(self) -> dict[str, object]:
        refused = {"clause": self.refused.clause, "reason": self.refused.reason} if self.refused else None
        return {"step": self.number, "refused": refused, "settled": [line.as_data() for line in self.settled]}


class Table:
    """One table of one book, played by calling it; each call gives a ``Step``."""

    def __init__(self, book: Book, rules: TableRules, seats: Mapping[int, int]) -> None:
        self.state = open_state(book, rules, seats)
        self.steps: list[Step] = []

    @property
    def book(self) -> Book:
        return self.state.book

    def do(self, command: Command) -> Step:
        """Decide a command and let what it decided happen."""
        decided = decide(self.state, command)
        number = len(self.steps)
        if isinstance(decided, Refusal):
            step = Step(number, decided)
        else:
            lines: tuple[Settled, ...] = ()
            for event in decided:
                evolve(self.state, event)
                if isinstance(event, Removed | RoundSettled | RoundInvalid):
                    lines += event.lines
            step = Step(number, None, lines, decided, self.book.cited("rounding"))
        self.steps.append(step)
        return step

    def bet(self, seat: int, wager: str, amount: str, on: RawSelection = None) -> Step:
        return self.do(Bet(seat, wager, parse_money(amount), on))

    def remove(self, seat: int, wager: str, on: RawSelection = None, amount: str | None = None) -> Step:
        return self.do(Remove(seat, wager, on, None if amount is None else parse_money(amount)))

    def call(self, seat: int, wager: str, on: RawSelection = None, *, working: bool) -> Step:
        return self.do(Call(seat, wager, working, on))

    def no_more_bets(self) -> Step:
        return self.do(NoMoreBets())

    def roll(self, first: int, second: int) -> Step:
        if not all(type(die) is int and 1 <= die <= 6 for die in (first, second)):
            raise ValueError("dice show 1 to 6")
        return self.do(Roll(first, second))

    def spin(self, pocket: Pocket) -> Step:
        return self.do(Spin(pocket))

    def no_roll(self, reason: str) -> Step:
        return self.do(NoRoll(reason))

    def no_spin(self, reason: str) -> Step:
        return self.do(NoSpin(reason))

    def lucky_ball(self, numbers: Mapping[str, Pocket]) -> Step:
        return self.do(DrawLuckyBall(numbers))

    def boost(self, colour: str, odds: str) -> Step:
        return self.do(Boost(colour, odds))

    def balance(self, seat: int) -> str:
        return format_money(self.state.balances[seat])

    def sign(self) -> str:
        """The limits as the sign at the table shows them."""
        limits = self.state.rules.limits.items()
        whose = ", per player" if self.book.limits_per_player else ""
        chips = f"smallest chip {format_money(self.state.rules.chip)}"
        return "\n".join((chips, *(f"{name}: {limit}{whose}" for name, limit in limits)))

    @property
    def standing(self) -> tuple[Standing, ...]:
        """What lies on the layout, in report order."""
        return tuple(sorted(self.state.layout.values(), key=lambda s: report_order(s.key)))

    def __str__(self) -> str:
        lines = [f"{self.book.name}, {_where(self)}"]
        lines += [f"  seat {seat}: {format_money(held)}" for seat, held in self.state.balances.items()]
        for s in self.standing:
            on = "" if s.on is None else f" on {say_selection(s.on)}"
            off = "" if s.is_working(self.state.come_out) else " (off)"
            lines.append(f"  seat {s.seat} has {format_money(s.stake)} on {s.wager.name}{on}{off}")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """In a notebook a table shows as its felt, with everybody's chips, the puck and the last result."""
        chips: dict[tuple[str, Selection], int] = {}
        for s in self.standing:
            chips[s.wager.name, s.on] = chips.get((s.wager.name, s.on), 0) + s.stake
        results = [e.result for step in self.steps for e in step.events if isinstance(e, RoundSettled)]
        last = results[-1] if results else None
        point = self.state.area_state
        return render(
            felt_of(self.book),
            chips=chips,
            puck=point if isinstance(point, int) else None,
            dolly=None if isinstance(last, tuple) else last,
            thrown=last if isinstance(last, tuple) else None,
        )

    def report(self) -> dict[str, object]:
        """The report of FORMAT: every step, what everybody holds, what still lies."""
        return {
            "steps": [step.as_data() for step in self.steps],
            "balances": {str(seat): format_money(held) for seat, held in self.state.balances.items()},
            "standing": [
                {
                    "seat": s.seat,
                    "wager": s.wager.name,
                    "on": selection_data(s.on),
                    "stake": format_money(s.stake),
                }
                for s in self.standing
            ],
        }


def open_table(
    book: str,
    *,
    seats: Mapping[int, str],
    smallest_chip: str | None = None,
    chips: Sequence[str] = (),
    limits: Mapping[str, tuple[str, ...]] | None = None,
    late: bool | None = None,
    variant: str | None = None,
    wheel: str = "single",
    lucky_ball: bool | str = False,
    readings: Mapping[str, str] | None = None,
) -> Table:
    """Open a table of a book: who sits down with how much, the smallest chip, the limits on the sign.

    A limit is a minimum and a maximum, and may name the unit above the minimum as a third amount. Chips may
    be given as a set of denominations, all multiples of the smallest (reading G6).
    """
    opened = open_book(book, variant=variant, wheel=wheel, lucky_ball=lucky_ball, readings=readings)
    chip = _smallest(opened, smallest_chip, [parse_money(denomination) for denomination in chips])
    signs = {name: Limit(*map(parse_money, amounts)) for name, amounts in (limits or {}).items()}
    if not all(type(seat) is int and seat > 0 for seat in seats):
        raise ValueError("seats are numbers from 1")
    unknown = [name for name in signs if name not in opened.wagers]
    if unknown:
        raise ValueError(f"{book} has no wager '{unknown[0]}'")
    rules = TableRules(chip, signs, applies_late_rule(opened, late))
    return Table(opened, rules, {seat: parse_money(money) for seat, money in seats.items()})


def _smallest(book: Book, named: str | None, chips: list[int]) -> int:
    """The smallest chip: named, or the smallest of a set whose others are its multiples, or the book's usual one."""
    if chips and named is not None:
        raise ValueError("name the smallest chip or the whole set, not both")
    smallest = min(chips) if chips else book.default_chip if named is None else parse_money(named)
    if not smallest:
        raise ValueError("a chip is worth something")
    odd = [chip for chip in chips if chip % smallest]
    if odd:
        raise ValueError(f"a chip of {format_money(odd[0])} is no multiple of the smallest, {format_money(smallest)}")
    return smallest


def play(script: Script) -> Table:
    """A script played to its end."""
    table = Table(script.book, script.rules, script.seats)
    for command in script.steps:
        table.do(command)
    return table


def _where(table: Table) -> str:
    area = table.state.area_state
    if table.book.spins:
        return "betting closed" if table.state.closed else "betting open"
    if area in ("open", "frozen"):
        return f"Dragon and Fire {area}"
    return "come out" if area is None else f"point {area}"
