"""The par sheet of a book: every wager with its figures, its rules and its clauses, as text ready to be set.

>>> from feltwork.games import book_names, open_book
>>> sheet = par_sheet(open_book(book_names()[0]))
>>> [line.on for line in sheet.lines if line.wager == "place-to-win"]
['4, 10', '5, 9', '6, 8']
>>> root(Fraction(2)), percent(sheet.lines[0].odds.edge)
('1.4142', '1.4141')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from feltwork.games.book import Book
from feltwork.games.card import entry, house_lines, rounding_line
from feltwork.games.registry import options_of
from feltwork.lab.analysis.declared import declared_edges
from feltwork.lab.analysis.edges import OddsRow, mega_chance, odds_of
from feltwork.lab.analysis.staking import Staked, rounding_warning, staked
from feltwork.money import format_money
from feltwork.odds import in_words, percent
from feltwork.table.play.events import say_selection

BLANKS = ("Table", "Limits in force from", "Prepared by", "Approved by")
"""What is filled in by hand."""
VOLATILITY = Fraction(1645, 1000)
"""Standard deviations to either side that nine results in ten stay within, for a sum of many wagers."""


@dataclass(frozen=True)
class SheetLine:
    """One line of the sheet: a wager on all the selections that have the same figures."""

    wager: str
    title: str
    on: str
    pays: str
    odds: OddsRow
    paid: Staked
    """The edge at the sheet's stake, paid in its chips."""


@dataclass(frozen=True)
class Column:
    """A column of figures: its heading, what it means, and its cell, in one or two printed lines."""

    heading: str
    means: str
    cell: Callable[[SheetLine], tuple[str, ...]]
    right: bool = True


@dataclass(frozen=True)
class Sheet:
    """The whole paper."""

    title: str
    facts: tuple[tuple[str, str], ...]
    lines: tuple[SheetLine, ...]
    notes: tuple[str, ...]
    rules: tuple[tuple[str, tuple[str, ...]], ...]
    readings: tuple[tuple[str, str, str, str], ...]
    """Each reading in force: its number, its name, what was chosen, and whether that is the default."""
    fingerprint: str
    stake: int
    chip: int
    rows: tuple[tuple[OddsRow, Staked], ...]
    """Every wager on every selection, before those with the same figures are put on one line."""
    warning: str
    """Where rounding hands the player the advantage, in a sentence; nothing where it does nowhere."""

    def as_data(self) -> dict[str, object]:
        return {
            "stake": format_money(self.stake),
            "chip": format_money(self.chip),
            "rows": [row.as_data() | paid.as_data() for row, paid in self.rows],
            "player_advantage_rows": sum(paid.favours_player for _, paid in self.rows),
            "warning": self.warning or None,
        }


STAKE = 1000
"""The stake at which edges are shown as they are paid, unless another is asked for."""


def par_sheet(book: Book, *, stake: int = STAKE, chip: int | None = None) -> Sheet:
    """The sheet of a book, its edges as paid at a stake in chips beside the exact ones."""
    chip = book.default_chip if chip is None else chip
    rows = [(row, staked(book, row, stake, chip)) for row in odds_of(book)]
    declared = dict.fromkeys(each.says for each in declared_edges(book, [row for row, _ in rows]).values())
    chance = mega_chance(book, None)
    facts = [
        ("Book", book.name),
        ("Fingerprint (SHA-256)", book.fingerprint),
        ("Smallest chip", f"{format_money(chip)} unless the sign says otherwise"),
        ("Paid in chips", rounding_line(book)),
        ("Edge as paid", f"at a stake of {format_money(stake)}, in chips of {format_money(chip)}"),
    ]
    if chance:
        facts.append(("Mega Odds", f"once in {1 / chance} rounds"))
    options = options_of(book.id)
    return Sheet(
        title=f"Par sheet: {book.name}",
        facts=tuple(facts),
        lines=tuple(_lines(book, rows)),
        notes=(*(f"{c.heading}: {c.means}" for c in COLUMNS if c.means), *declared),
        rules=(
            ("Around the wagers", tuple(house_lines(book))),
            *((w.title, (*entry_lines(book, w.name), _clauses(book, w.name))) for w in book.wagers.values()),
        ),
        readings=tuple(
            (o.id, o.name, book.readings[o.name], "" if book.readings[o.name] != o.default else "default")
            for o in options
        ),
        fingerprint=book.fingerprint,
        stake=stake,
        chip=chip,
        rows=tuple(rows),
        warning=rounding_warning(book, stake, chip, rows),
    )


def entry_lines(book: Book, wager: str) -> tuple[str, ...]:
    """The wager's entry on the rule card, without its heading's name."""
    first, *rest = entry(book, book.wagers[wager]).lines()
    return (f"{first.partition('): ')[2][:1].upper()}{first.partition('): ')[2][1:]}", *(line.strip() for line in rest))


def _clauses(book: Book, wager: str) -> str:
    found = sorted(book.wagers[wager].clauses(), key=_clause_order)
    return f"Clauses: {', '.join(found)}."


def _clause_order(clause: str) -> list[tuple[int, str]]:
    """Clauses as a book has them.

    >>> sorted(["6.1.10", "6.1.2(b)", "6.1.2", "8.1[Field]"], key=_clause_order)
    ['6.1.2', '6.1.2(b)', '6.1.10', '8.1[Field]']
    """
    return [(int(n) if n else 0, word) for n, word in re.findall(r"(\d+)|([^\d.]+)", clause)]


def _lines(book: Book, rows: Iterable[tuple[OddsRow, Staked]]) -> list[SheetLine]:
    """Rows of one wager with the same figures stand on one line, with all that they are on."""
    classes: dict[tuple[object, ...], tuple[list[OddsRow], Staked]] = {}
    for row, paid in rows:
        figures = (row.wager, row.pays, row.win, row.lose, row.push, row.edge, row.rolls, row.variance, paid.edge)
        classes.setdefault(figures, ([], paid))[0].append(row)
    found = []
    for alike, paid in classes.values():
        wager = book.wagers[alike[0].wager]
        said = {arm.odds: arm.pays.text for arm in wager.arms() if arm.pays}
        pays = ", ".join(said.get(value, in_words(value)) for value in alike[0].pays)
        on = ", ".join(say_selection(row.on) for row in alike if row.on is not None)
        if book.spins and len(wager.shapes) > 1 and not on:
            on = f"any of {len(wager.shapes)}"
        found.append(SheetLine(wager.name, wager.title, on, pays, alike[0], paid))
    return found


def root(value: Fraction, places: int = 4) -> str:
    """A square root, cut to so many places by whole numbers alone, the last one rounded half up."""
    scale: int = 10**places
    tenths = isqrt(value.numerator * (10 * scale) ** 2 // value.denominator)
    digits = (tenths + 5) // 10
    return f"{digits // scale}.{digits % scale:0{places}d}"


def decimal(value: Fraction, places: int = 4) -> str:
    return percent(value / 100, places)


def _chance(value: Fraction) -> tuple[str, ...]:
    return (f"{percent(value)}%", str(value))


def _as_paid(paid: Staked) -> tuple[str, ...]:
    if paid.edge is None:
        return ("no such stake", paid.why_not.clause if paid.why_not else "")
    ahead = ("player's advantage",) if paid.favours_player else ()
    return (f"{percent(paid.edge)}%", str(paid.edge), *ahead)


COLUMNS = (
    Column("Wager", "", lambda x: (x.title, *([f"on {x.on}"] if x.on else [])), right=False),
    Column("Pays", "what a winning unit is paid, of the winning part if split.", lambda x: (x.pays,), right=False),
    Column("Win", "the chance that a wager made ends so, as are lose and push.", lambda x: _chance(x.odds.win)),
    Column("Lose", "", lambda x: _chance(x.odds.lose)),
    Column("Push", "void, drawn or returned.", lambda x: _chance(x.odds.push) if x.odds.push else ("",)),
    Column(
        "Edge",
        "minus the expectation, over stake and commission, a wager made; exact, before any rounding.",
        lambda x: _chance(x.odds.edge),
    ),
    Column(
        "As paid",
        "the same at the stake and in the chips named above, each win rounded as the book says; below "
        "zero the player has the advantage.",
        lambda x: _as_paid(x.paid),
    ),
    Column("Per round", "the edge over the mean number of rounds.", lambda x: (f"{percent(x.odds.edge_per_roll)}%",)),
    Column("Rounds", "mean rolls or spins to a decision.", lambda x: (decimal(x.odds.rolls, 3),)),
    Column(
        "Hit",
        "one win in so many rounds that the wager lies.",
        lambda x: (f"1 in {decimal(x.odds.rolls / x.odds.win, 2)}",),
    ),
    Column("Variance", "of the net result, a unit staked, commission aside.", lambda x: (decimal(x.odds.variance),)),
    Column("SD", "the square root of the variance.", lambda x: (root(x.odds.variance),)),
    Column(
        "VI",
        "volatility index, 1.645 standard deviations: nine results in ten of n wagers lie within VI times "
        "the square root of n of their expectation.",
        lambda x: (root(x.odds.variance * VOLATILITY**2),),
    ),
    Column("Clause", "", lambda x: (x.odds.clause,), right=False),
    Column("Minimum", "", lambda _: ("",)),
    Column("Maximum", "left blank, as is minimum, for the limits of the table.", lambda _: ("",)),
)
