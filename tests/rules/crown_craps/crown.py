"""The Crown table as its clause tests lay it out: every wager, every phase, what a throw makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from feltwork.table.play.table import Step, Table
from tests.rules.felt import STAKE, Line, Throw, at, each_throw, lay, throw

POINTS = (4, 5, 6, 8, 9, 10)
HARD = (4, 6, 8, 10)
HORN = (2, 3, 11, 12)
PHASES = (None, *POINTS)
"""The come out, and each point the table can have."""
TOTALS = frozenset(range(2, 13))

WAGERS: dict[str, tuple[str, tuple[int | None, ...]]] = {
    "win-line": ("3.6.1", (None,)),
    "win-line-odds": ("3.6.2", (None,)),
    "dont-win-line": ("3.6.3", (None,)),
    "dont-win-line-odds": ("3.6.4", (None,)),
    "come": ("3.6.5", (None,)),
    "come-odds": ("3.6.6", POINTS),
    "dont-come": ("3.6.7", (None,)),
    "dont-come-odds": ("3.6.8", POINTS),
    "place": ("3.6.9", POINTS),
    "buy": ("3.6.10", POINTS),
    "dont-place": ("3.6.11", POINTS),
    "lay": ("3.6.12", POINTS),
    "hardway": ("3.6.13", HARD),
    "any-craps": ("3.6.14", (None,)),
    "two-crap": ("3.6.15", (None,)),
    "three-crap": ("3.6.16", (None,)),
    "twelve-crap": ("3.6.17", (None,)),
    "eleven": ("3.6.18", (None,)),
    "horn": ("3.6.19", (None,)),
    "horn-high": ("3.6.20", HORN),
    "field": ("3.6.21", (None,)),
    "any-seven": ("3.6.22", (None,)),
    "big-6": ("3.6.23", (None,)),
    "big-8": ("3.6.24", (None,)),
}
"""Each wager that the book lists, with its clause and what it may be on."""
EVERY = [(name, on) for name, (_, selections) in WAGERS.items() for on in selections]
PARENTS = {
    "win-line-odds": "win-line",
    "dont-win-line-odds": "dont-win-line",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
}
SLEEPERS = {"place": POINTS, "buy": POINTS, "hardway": HARD}
"""What is off on the come out besides Come Odds, and what it may be on."""

Fates = dict[Throw, Line | None]


def crown(point: int | None = None, **settings: object) -> Table:
    """A table at its come out, or with this point set and nothing on the layout."""
    table = at("crown-craps", **settings)
    if point:
        throw(table, point)
    return table


def ready_for(name: str, on: int | None = None, stake: str = STAKE, **settings: object) -> Table:
    """A table at which this wager may be placed now, its parent lying; a point is set wherever one may be."""
    point = 8 if on == 6 else 6
    if name in ("win-line", "dont-win-line"):
        return crown(None, **settings)
    if name in ("win-line-odds", "dont-win-line-odds"):
        table = lay(crown(None, **settings), PARENTS[name], stake=stake)
        throw(table, point)
        return table
    table = crown(point, **settings)
    if name in PARENTS and on:
        lay(table, PARENTS[name], stake=stake)
        throw(table, on)
    return table


def with_wager(name: str, on: int | None = None, stake: str = STAKE, **settings: object) -> Table:
    return lay(ready_for(name, on, stake, **settings), name, on, stake)


def fates(wager: str, on: int | None = None, phase: int | None = None, stake: str = STAKE) -> Fates:
    """What each throw does to a wager just placed in this phase, called on where it would sleep."""
    table = lay(crown(phase), wager, on, stake)
    if wager in SLEEPERS and phase is None:
        assert table.call(1, wager, on, working=True)
    return each_throw(table, wager, on)


def pointed(wager: str, odds: str | None = None) -> Iterator[tuple[int, Table]]:
    """A line wager with each point set, and odds behind it if named."""
    for point in POINTS:
        table = lay(crown(), wager)
        throw(table, point)
        yield point, lay(table, odds) if odds else table


def travelled(wager: str, odds: str | None = None) -> Iterator[tuple[int, Table]]:
    """A Come or Don't Come on each point of its own, under each table point and on the come out.

    Where both are the same the table has come round to the come out.
    """
    for point in POINTS:
        for own in POINTS:
            table = lay(crown(point), wager)
            throw(table, own)
            yield own, lay(table, odds, own) if odds else table


def ends(found: Fates, result: str) -> dict[int, str]:
    """Each total that ends the wager this way, with the clause cited; all throws of a total must agree."""
    seen: dict[int, set[str]] = {}
    for dice, line in found.items():
        seen.setdefault(sum(dice), set()).add(line[2] if line and line[0] == result else "")
    assert all(len(clauses) == 1 for clauses in seen.values()), seen
    return {total: clause for total, clauses in seen.items() for clause in clauses if clause}


def by(clause: str, *totals: int) -> dict[int, str]:
    return dict.fromkeys(totals, clause)


def dice_with(found: Fates, result: str | None, clause: str | None = None) -> set[Throw]:
    """The very throws that give this result (``None``: it stands)."""
    if result is None:
        return {dice for dice, line in found.items() if line is None}
    return {d for d, line in found.items() if line and line[0] == result and clause in (None, line[2])}


def others(*decided: int) -> frozenset[int]:
    return TOTALS - {*decided}


def lies_through(table: Table, wager: str, on: int | None, totals: Iterable[int]) -> bool:
    """Do throws of all these totals, one after the other, leave this wager and all money where it was?"""
    before = (table.state.stake_of(1, wager, on), table.balance(1))
    for shown in sorted(totals):
        settled = throw(table, shown).settled
        if settled or (table.state.stake_of(1, wager, on), table.balance(1)) != before:
            return False
    return before[0] > 0


def refuses(table: Table, clause: str | None, attempt: Callable[[], Step]) -> bool:
    """Is this refused, by this clause if one is named, with nothing moved?"""
    before = table.state.copy()
    step = attempt()
    by_clause = step.refused is not None and clause in (None, step.refused.clause)
    return by_clause and not step.settled and table.state == before


def no_bet(table: Table, clause: str | None, wager: str, stake: str, on: int | None = None, *, seat: int = 1) -> bool:
    return refuses(table, clause, lambda: table.bet(seat, wager, stake, on))


def no_removal(table: Table, clause: str | None, wager: str, on: int | None = None, amount: str | None = None) -> bool:
    return refuses(table, clause, lambda: table.remove(1, wager, on, amount))


def no_call(table: Table, clause: str | None, wager: str, on: int | None = None, *, working: bool) -> bool:
    return refuses(table, clause, lambda: table.call(1, wager, on, working=working))


def any_time(wager: str, on: int | None = None, stake: str = STAKE) -> bool:
    """May it be placed on the come out and with every point set?"""
    return all(crown(phase).bet(1, wager, stake, on) for phase in PHASES)


def only_next_roll(wager: str, on: int | None = None) -> bool:
    """Placed at any time, is it decided by whatever is thrown next?"""
    return any_time(wager, on) and all(None not in fates(wager, on, phase).values() for phase in PHASES)
