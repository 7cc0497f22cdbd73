"""Two books side by side: which wagers each has, what they are called, pay and cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from feltwork.games.book import Book
from feltwork.games.card import house_lines
from feltwork.lab.analysis.edges import OddsRow, odds_of
from feltwork.odds import in_words
from feltwork.outcomes import Selection
from feltwork.wagers.row import Wager


@dataclass(frozen=True)
class Difference:
    """One wager, on one selection, in two books; a side is ``None`` where the book has no such wager."""

    concept: str
    on: Selection
    left: OddsRow | None
    right: OddsRow | None
    notes: tuple[str, ...] = ()

    @property
    def edge(self) -> Fraction | None:
        """How much dearer it is in the second book."""
        return self.right.edge - self.left.edge if self.left and self.right else None

    @property
    def differs(self) -> bool:
        return bool(self.notes) or self.left is None or self.right is None or bool(self.edge)


def compare(left: Book, right: Book) -> list[Difference]:
    """Every wager of either book, matched by what it is rather than by what it is called."""
    rows = [{(book.wagers[r.wager].concept, r.on): r for r in odds_of(book)} for book in (left, right)]
    keys = list(dict.fromkeys((*rows[0], *rows[1])))
    order = {concept: i for i, concept in enumerate(dict.fromkeys(concept for concept, _ in keys))}
    found = []
    for concept, on in sorted(keys, key=lambda key: order[key[0]]):
        one, two = rows[0].get((concept, on)), rows[1].get((concept, on))
        notes = _notes(left, right, one, two) if one and two else ()
        found.append(Difference(concept, on, one, two, notes))
    return found


def _notes(left: Book, right: Book, one: OddsRow, two: OddsRow) -> tuple[str, ...]:
    """What else differs besides the edge."""
    a, b = left.wagers[one.wager], right.wagers[two.wager]
    found = []
    if one.pays != two.pays:
        found.append(f"pays {_say(one)} against {_say(two)}")
    if _bar(a) != _bar(b):
        found.append(f"barred number: {_bar(a) or 'none'} against {_bar(b) or 'none'}")
    found += [
        f"{what}: {_yes(x)} against {_yes(y)}"
        for what, x, y in (
            ("off on the come out", a.sleeps, b.sleeps),
            ("may be called on or off", a.switchable, b.switchable),
            ("stays up once its point is set", a.contract, b.contract),
            ("may be added to with the point set", a.adds_with_point, b.adds_with_point),
        )
        if bool(x) != bool(y)
    ]
    if a.window is not b.window:
        found.append(f"placed {a.window.value} against {b.window.value}")
    return tuple(found)


def _say(row: OddsRow) -> str:
    return " or ".join(in_words(p) for p in row.pays)


def _yes(value: object) -> str:
    return "yes" if value else "no"


def _bar(wager: Wager) -> str:
    bar = getattr(next(iter(wager.shapes.values())), "bar", None)
    if bar is None:
        return ""
    return f"{bar.on} {'stays up' if bar.result is None else bar.result.value}"


def house_differences(left: Book, right: Book) -> list[tuple[str, str]]:
    """The rules around the wagers, where the two books say different things."""
    one, two = house_lines(left), house_lines(right)
    plain = [{line.rsplit(" (", 1)[0] for line in lines} for lines in (one, two)]
    return [
        (
            " ".join(line for line in one if line.rsplit(" (", 1)[0] not in plain[1]) or "nothing of its own",
            " ".join(line for line in two if line.rsplit(" (", 1)[0] not in plain[0]) or "nothing of its own",
        )
    ]
