"""Breaches read off a book's rows: a wager that ends otherwise, at other odds, at another time, with other limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from feltwork.games.book import Book
from feltwork.games.registry import every_kind
from feltwork.outcomes import LUCKY_TIERS, THROWS, Selection
from feltwork.wagers.arms import Arm, Pays, Result, Stands, Step
from feltwork.wagers.row import Of, Wager, Window
from feltwork.wagers.shapes import DICE, POCKET, Shape
from tests.breaches.breach import Breach, altered, change_book

Twist = Callable[[Step, int, Selection], Step]
"""What a step becomes on this symbol, the wager lying in this state."""
DEARER = Fraction(1, 2)
OTHER_TIMES = {
    Window.COME_OUT: (Window.ANY_TIME, Window.POINT_ON),
    Window.POINT_ON: (Window.ANY_TIME, Window.COME_OUT),
    Window.ANY_TIME: (Window.COME_OUT, Window.POINT_ON),
}


def breaches(book: str) -> Iterator[Breach]:
    """Every breach of every clause that a row of this book carries out."""
    seen: set[tuple[str, str]] = set()
    for kind in every_kind(book):
        for wager in kind.wagers.values():
            for clause, says, change in (*_of_arms(kind, wager), *_of_times(kind, wager), *_of_terms(wager)):
                if (clause, says) not in seen:
                    seen.add((clause, says))
                    yield Breach(book, clause, says, change_book(book, _row(wager.name, change)))


def _row(name: str, change: Callable[[Wager], Wager]) -> Callable[[Book], Book]:
    def changed(book: Book) -> Book:
        if name not in book.wagers:
            return book
        return replace(book, wagers={**book.wagers, name: change(book.wagers[name])}, _machines={})

    return changed


Found = tuple[str, str, Callable[[Wager], Wager]]


def _of_arms(book: Book, wager: Wager) -> Iterator[Found]:
    """Each ending of a wager, on each thing it may be on: another ending, none, other odds."""
    for on, shape in wager.shapes.items():
        where = f"{wager.title}{'' if on is None else f' {on}'}"
        for arm, symbols in _endings(book, shape).items():
            for says, twist in _other_endings(book, shape, arm, symbols):
                yield arm.clause, f"{where} {says}", _twisted(on, twist)
            if arm.pays:
                price = f"{where} where it pays {arm.pays.text}"
                yield arm.pays.clause, f"{price} pays half a unit more", _twisted(on, _dearer(arm))
                yield arm.pays.clause, f"{price} pays half", _twisted(on, _cheaper(arm))
        for clause in _standing(book, shape):
            yield clause, f"{where} loses where it should stand", _twisted(on, _lost(clause))


def _symbols(book: Book, shape: Shape) -> range:
    return range({DICE: len(THROWS), POCKET: len(book.wheel)}.get(shape.alphabet, len(LUCKY_TIERS)))


def _steps(book: Book, shape: Shape) -> Iterator[tuple[int, Step]]:
    for area in book.area.states:
        for state in shape.states:
            for symbol in _symbols(book, shape):
                for working in (True, False):
                    yield symbol, shape.step(area, state, symbol, working)


def _endings(book: Book, shape: Shape) -> dict[Arm, set[int]]:
    """The arms that can be reached, each with the symbols that reach it."""
    found: dict[Arm, set[int]] = {}
    for symbol, step in _steps(book, shape):
        if isinstance(step, Arm):
            found.setdefault(step, set()).add(symbol)
    return found


def _standing(book: Book, shape: Shape) -> list[str]:
    """The clauses by which it can stay where it is."""
    found = {step.clause: None for _, step in _steps(book, shape) if isinstance(step, Stands) and step.clause}
    return [clause for clause in found if clause]


def _other_endings(book: Book, shape: Shape, arm: Arm, symbols: set[int]) -> Iterator[tuple[str, Twist]]:
    other = Arm(Result.WIN, arm.clause, Pays("1 to 1", arm.clause)) if arm.result is Result.LOSE else None
    other = other or Arm(Result.LOSE, arm.clause)
    yield (
        f"is to {arm.result.value} and {other.result.value}s",
        lambda step, symbol, state: _if(step == arm, other, step),
    )
    yield f"is to {arm.result.value} and is left up", lambda step, symbol, state: _if(step == arm, Stands(state), step)
    for name, some in _parts(book, shape, symbols).items():
        yield (
            f"is to {arm.result.value} on {name} and {other.result.value}s",
            lambda step, symbol, state, some=some: _if(step == arm and symbol in some, other, step),  # type: ignore[misc]
        )


def _if(so: bool, then: Step, other: Step) -> Step:
    return then if so else other


def _parts(book: Book, shape: Shape, symbols: set[int]) -> dict[str, set[int]]:
    """What people would name of these symbols: totals, pockets; nothing where it is all of them."""
    parts: dict[str, set[int]] = {}
    for symbol in symbols:
        if shape.alphabet == DICE:
            parts.setdefault(f"a total of {sum(THROWS[symbol])}", set()).add(symbol)
        elif shape.alphabet == POCKET:
            parts.setdefault(f"{book.wheel[symbol]}", set()).add(symbol)
    return parts if len(parts) > 1 else {}


def _dearer(arm: Arm) -> Twist:
    return lambda step, symbol, state: _if(step == arm, _paying(arm, arm.odds + DEARER), step)


def _cheaper(arm: Arm) -> Twist:
    return lambda step, symbol, state: _if(step == arm, _paying(arm, arm.odds / 2), step)


def _paying(arm: Arm, odds: Fraction) -> Arm:
    clause = arm.pays.clause if arm.pays else arm.clause
    return replace(arm, pays=Pays(f"{odds.numerator} to {odds.denominator}", clause))


def _lost(clause: str) -> Twist:
    return lambda step, symbol, state: _if(
        isinstance(step, Stands) and step.clause == clause, Arm(Result.LOSE, clause), step
    )


def _twisted(on: Selection, twist: Twist) -> Callable[[Wager], Wager]:
    def changed(wager: Wager) -> Wager:
        if on not in wager.shapes:
            return wager
        return replace(wager, shapes={**wager.shapes, on: _shape(wager.shapes[on], twist)})

    return changed


def _shape(shape: Shape, twist: Twist) -> Shape:
    """The same shape, of a kind of its own that steps otherwise."""
    kind: Any = type(shape)

    def step(self: Shape, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        return twist(kind.step(self, area, state, symbol, working), symbol, state)

    other: Any = object.__new__(type(kind.__name__, (kind,), {"step": step}))
    other.__dict__.update(shape.__dict__)
    return cast("Shape", other)


def _of_times(book: Book, wager: Wager) -> Iterator[Found]:
    """Another time for it, where the game has a point."""
    for window in OTHER_TIMES.get(wager.window, ()) if len(book.area.states) > 2 else ():
        says = f"{wager.title} is placed {window.value}"
        yield wager.clause, says, _timed(window)


def _timed(window: Window) -> Callable[[Wager], Wager]:
    return lambda wager: replace(wager, window=window)


def _of_terms(wager: Wager) -> Iterator[Found]:
    """What a row says beside its endings: how much, with which commission, and what becomes of it later."""
    title = wager.title
    if len(wager.shapes) > 1:
        for on, shape in wager.shapes.items():
            own = {arm.clause for arm in shape.arms()}
            clause = own.pop() if len(own) == 1 else wager.clause
            yield clause, f"{title} cannot be had on {on}", _without(on)
    if wager.contract:
        yield wager.contract, f"{title} may be taken down with its point set", lambda w: replace(w, contract=None)
    if wager.adds_with_point:
        yield wager.clause, f"{title} cannot be added to with its point set", _flip("adds_with_point")
    if wager.dont_lock and not wager.travels:
        yield wager.dont_lock, f"{title} may be put back after it came down", lambda w: replace(w, dont_lock=None)
    if wager.sleeps:
        yield wager.sleeps, f"{title} works on the come out roll", lambda w: replace(w, sleeps=None)
    if wager.switchable:
        yield wager.switchable, f"{title} cannot be called on or off", lambda w: replace(w, switchable=None)
    if wager.cap:
        yield wager.cap.clause, f"{title} may be three times", lambda w: _part(w, "cap", times=3)
        yield wager.cap.clause, f"{title} may be once only", lambda w: _part(w, "cap", times=1)
        yield wager.cap.clause, f"{title} has its cap on the other sum", lambda w: _turned(w, "cap")
    if wager.commission:
        yield wager.commission.clause, f"{title} costs no commission", lambda w: replace(w, commission=None)
        yield wager.commission.clause, f"{title} costs 10%", lambda w: _part(w, "commission", rate=Fraction(1, 10))
        yield (
            wager.commission.clause,
            f"{title} has its commission on the other sum",
            lambda w: _turned(w, "commission"),
        )
    if wager.units:
        yield wager.units.clause, f"{title} may be staked in any amount", lambda w: replace(w, units=None)
    if wager.frozen:
        yield wager.frozen.placing, f"{title} is open while it is frozen", lambda w: replace(w, frozen=None)
        yield wager.frozen.changing, f"{title} can be changed while it is frozen", lambda w: replace(w, frozen=None)


def _without(on: Selection) -> Callable[[Wager], Wager]:
    return lambda wager: replace(wager, shapes={key: shape for key, shape in wager.shapes.items() if key != on})


def _flip(part: str) -> Callable[[Wager], Wager]:
    return lambda wager: altered(wager, **{part: not getattr(wager, part)})


def _part(wager: Wager, name: str, **changes: object) -> Wager:
    part = getattr(wager, name)
    return altered(wager, **{name: altered(part, **changes)}) if part else wager


def _turned(wager: Wager, name: str) -> Wager:
    """A share of the winnings in the place of one of the stake, or the other way round."""
    part = getattr(wager, name)
    return _part(wager, name, of=Of.STAKE if part and part.of is Of.WINNINGS else Of.WINNINGS)
