"""Random table scripts, steered so that riders meet their parents and results decide things."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from feltwork.games import book_names, open_book
from feltwork.games.book import Book
from feltwork.games.registry import options_of
from feltwork.outcomes import COLOURS, POINTS

THOROUGHLY = settings(
    max_examples=int(os.environ.get("FELTWORK_EXAMPLES", "200")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NOT_IN_THE_ORACLE = {"limit_scope", "odds_limits", "auto_rebet", "dont_lock", "guard_limits", "mega_probability"}
CHIPS = ("1.00", "0.50", "0.05", "0.01", "5.00")
AMOUNTS = (
    "1.00",
    "2.00",
    "4.00",
    "5.00",
    "10.00",
    "12.00",
    "20.00",
    "24.00",
    "25.00",
    "40.00",
    "60.00",
    "80.00",
    "0.50",
    "0.06",
    "3.33",
    "0.00",
    "900.00",
)
LOWS, HIGHS = ("0.00", "1.00", "5.00", "10.00"), ("10.00", "20.00", "33.33", "55.00")


@st.composite
def scripts(draw: st.DrawFn, books: tuple[str, ...] = book_names(), readings: bool = True) -> dict[str, Any]:
    """A well-formed script; what it asks for may well be refused."""
    name = draw(st.sampled_from(books))
    script: dict[str, Any] = {"book": name}
    table: dict[str, Any] = {}
    if draw(st.booleans()):
        table["smallest_chip"] = draw(st.sampled_from(CHIPS))
    if name == "crown-craps" and draw(st.booleans()):
        script["variant"] = "mini"
    if name == "star-roulette":
        table["wheel"] = draw(st.sampled_from(["single", "double"]))
        table["lucky_ball"] = draw(st.sampled_from([False, True, "mega"]))
    if readings:
        chosen = {o.name: draw(st.sampled_from(o.values)) for o in draw(_options(name))}
        if chosen:
            script["readings"] = chosen
    book = open_book(
        name,
        variant=script.get("variant"),
        wheel=table.get("wheel", "single"),
        lucky_ball=table.get("lucky_ball", False),
    )
    if draw(st.booleans()):
        limited = draw(st.lists(st.sampled_from(list(book.wagers)), max_size=6, unique=True))
        table["limits"] = {
            wager: {"min": draw(st.sampled_from(LOWS)), "max": draw(st.sampled_from(HIGHS))} for wager in limited
        }
        table["limit_check"] = draw(st.sampled_from(["refuse", "late"]))
    script |= {"table": table, "seats": {"1": "500.00", "2": "300.00"}}
    script["steps"] = [step for group in draw(_steps(book)) for step in group]
    return script


def _options(name: str) -> st.SearchStrategy[Any]:
    built = [o for o in options_of(name) if len(o.values) > 1 and o.name not in NOT_IN_THE_ORACLE]
    return st.lists(st.sampled_from(built), max_size=3, unique_by=lambda o: o.name)


def _steps(book: Book) -> st.SearchStrategy[list[list[dict[str, Any]]]]:
    families = [_family(book, name) for name in book.wagers]
    return st.lists(st.sampled_from(families), min_size=1, max_size=3).flatmap(
        lambda chosen: st.lists(_step(book, sorted(set().union(*chosen))), min_size=4, max_size=40)
    )


def _family(book: Book, name: str) -> frozenset[str]:
    """A wager with its parent and what rides on it, so that odds are not bet in vain."""
    parent = book.wagers[name].parent or name
    return frozenset({name, parent, *(w.name for w in book.wagers.values() if w.parent == parent)})


@st.composite
def _step(draw: st.DrawFn, book: Book, wagers: list[str]) -> list[dict[str, Any]]:
    kind = draw(st.sampled_from(["bet"] * 5 + ["remove", "call", "off"] + ["round"] * 4 + ["lucky"]))
    if kind == "round":
        return draw(_round(book))
    if kind == "off":
        return [{draw(st.sampled_from(["no_roll", "no_spin"])): "irregular"}]
    if kind == "lucky":
        numbers = draw(st.lists(st.sampled_from([*range(37), "00"]), min_size=4, max_size=4))
        return [{"lucky_ball": dict(zip(COLOURS, numbers, strict=True))}]
    where: dict[str, Any] = {"seat": draw(st.sampled_from([1, 1, 1, 2, 2, 3])), "wager": draw(st.sampled_from(wagers))}
    on = draw(_selection(book, where["wager"]))
    if on is not None:
        where["on"] = on
    if kind == "call":
        return [{"call": {**where, "working": draw(st.booleans())}}]
    if kind == "remove":
        return [{"remove": where | ({"amount": draw(st.sampled_from(AMOUNTS))} if draw(st.booleans()) else {})}]
    return [{"bet": {**where, "amount": draw(st.sampled_from(AMOUNTS))}}]


@st.composite
def _round(draw: st.DrawFn, book: Book) -> list[dict[str, Any]]:
    closing = [{"no_more_bets": True}] if draw(st.integers(0, 9)) else []
    if not book.spins:
        die = st.integers(1, 6)
        return [*closing, {"roll": [draw(die), draw(die)]}]
    boost = {"boost": {"colour": draw(st.sampled_from(COLOURS)), "odds": draw(st.sampled_from(["super", "mega"]))}}
    lucky = {"lucky_ball": {"red": 7, "green": 0, "blue": 12, "yellow": 31}}
    pocket = draw(st.sampled_from([7, 0, 12, 31, "00", *range(37)]))
    return [lucky, *closing, boost, {"spin": pocket}]


@st.composite
def _selection(draw: st.DrawFn, book: Book, wager: str) -> Any:
    row = book.wagers[wager]
    if row.travels:
        return draw(st.sampled_from([None, None, None, *POINTS]))
    if draw(st.integers(0, 24)) == 0:
        return draw(st.sampled_from([3, None, [1, 1], [0, 3], "00", "red"]))
    on = draw(st.sampled_from(list(row.shapes)))
    return draw(st.permutations(on)) if isinstance(on, tuple) else on
