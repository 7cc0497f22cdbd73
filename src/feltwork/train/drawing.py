"""The felt in a terminal: boxes drawn in text, with codes, prices and what lies on them.

>>> from feltwork.games import book_names, open_book
>>> from feltwork.table.play.state import TableRules, open_state
>>> table = open_state(open_book(book_names()[0]), TableRules(100), {1: 10_000})
>>> print(draw(table, 1, 30)[0])
Come out, you hold 100.00, 0.00 on the layout
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from feltwork.money import format_money
from feltwork.outcomes import DOUBLE_ZERO, POINTS, Pocket, Selection
from feltwork.table.play.events import report_order, say_selection
from feltwork.table.play.state import Standing, TableState
from feltwork.train.codes import code_of
from feltwork.wagers.row import Wager
from feltwork.wagers.wheel import colour

NARROW = 79
"""Columns below which no felt is drawn, only what lies is told."""
FEW, ANY = 9, "any"
"""A wager with more selections than this has one box for all; what lies on them is told below the boxes."""
Paint = Callable[[str, str], str]
"""Text in a style: ``stake``, ``red``, ``green``, ``puck`` or ``quiet``."""
Cell = tuple[str, str]
"""Two lines of a box."""
STYLES = {"stake": "1;33", "red": "31", "green": "32", "puck": "1;36", "quiet": "2"}


def plain(text: str, style: str) -> str:
    return text


def coloured(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text.strip() else text


def draw(state: TableState, seat: int, width: int, paint: Paint = plain) -> list[str]:
    """The table as this seat sees it."""
    mine = sorted((s for s in state.layout.values() if s.seat == seat), key=lambda s: report_order(s.key))
    held, up = format_money(state.balances[seat]), format_money(sum(s.stake for s in mine))
    head = f"{where(state)}, you hold {held}, {up} on the layout"
    if width < NARROW:
        return [head, *(f"  {_told(state, standing)}" for standing in mine)]
    if state.book.spins:
        return [head, *_wheel(state, mine, width, paint)]
    return [head, *_points(state, mine, paint), *_others(state, mine, width, paint)]


def where(state: TableState) -> str:
    """What the puck, the freeze or the Lucky Ball screen shows."""
    if state.book.spins:
        lucky = ", ".join(f"{name} {number}" for name, number in (state.lucky or {}).items())
        return f"Lucky Ball {lucky}" if lucky else "Place your bets"
    area = state.area_state
    if area in ("open", "frozen"):
        return f"Dragon and Fire {area}"
    return "Come out" if area is None else f"Point {area}"


def _told(state: TableState, standing: Standing) -> str:
    off = "" if standing.is_working(state.come_out) else " (off)"
    code = code_of(state.book, standing.wager, standing.on)
    return f"{code} {standing.wager.title}: {format_money(standing.stake)}{off}"


def chips(cents: int) -> str:
    """An amount in as few letters as it takes.

    >>> chips(1200), chips(1250), chips(2_500_000)
    ('12', '12.50', '25k')
    """
    if cents >= 1_000_000 and cents % 100_000 == 0:
        return f"{cents // 100_000}k"
    return format_money(cents).removesuffix(".00")


def _is_on_points(wager: Wager) -> bool:
    return wager.travels or (None not in wager.shapes and set(wager.shapes) <= set(POINTS))


def _points(state: TableState, mine: Sequence[Standing], paint: Paint) -> list[str]:
    """Wagers on the point numbers as a grid: one row a wager, one column a number."""
    rows = [wager for wager in state.book.wagers.values() if _is_on_points(wager)]
    if not rows:
        return []
    lying = {(s.wager.name, s.on): s for s in mine}
    heads = [paint(f"▐{n}▌".center(7), "puck") if n == state.area_state else str(n).center(7) for n in POINTS]
    bar, left = "┼".join(["─" * 7] * 6), " " * 25
    found = [f"{left}┌{bar.replace('┼', '┬')}┐", f"{left}│{'│'.join(heads)}│", f"{left}├{bar}┤"]
    for wager in rows:
        cells = [_point_cell(state, wager, n, lying.get((wager.name, n)), paint) for n in POINTS]
        found.append(f"{_cut(f'{code_of(state.book, wager)} {wager.title}', 24):25}│{'│'.join(cells)}│")
    return [*found, f"{left}└{bar.replace('┼', '┴')}┘"]


def _point_cell(state: TableState, wager: Wager, number: int, lies: Standing | None, paint: Paint) -> str:
    if lies:
        return paint(_lies(state, lies).center(7), "stake")
    return " " * 7 if wager.travels or number in wager.shapes else paint("·".center(7), "quiet")


def _lies(state: TableState, standing: Standing) -> str:
    """The stake; in brackets while it is off."""
    stake = chips(standing.stake)
    return stake if standing.is_working(state.come_out) else f"({stake})"


def _others(state: TableState, mine: Sequence[Standing], width: int, paint: Paint) -> list[str]:
    """Every other spot as a box with its code, its name, its price and what lies there."""
    lying = {(s.wager.name, s.on): s for s in mine}
    spots: list[tuple[Wager, Selection]] = []
    for wager in state.book.wagers.values():
        if not _is_on_points(wager):
            spots += [(wager, on) for on in wager.shapes] if len(wager.shapes) <= FEW else [(wager, ANY)]
        elif wager.travels:
            spots.append((wager, None))
    many = [s for s in mine if len(s.wager.shapes) > FEW]
    return [*_boxes(state, spots, lying, width, paint), *(f"  {_told(state, standing)}" for standing in many)]


def _boxes(
    state: TableState,
    spots: Iterable[tuple[Wager, Selection]],
    lying: dict[tuple[str, Selection], Standing],
    width: int,
    paint: Paint,
) -> list[str]:
    wide = 18
    cells: list[Cell] = []
    for wager, on in spots:
        lies = lying.get((wager.name, on))
        stake = _lies(state, lies) if lies else ""
        price = _cut(_price(wager, on), wide - len(stake) - 1)
        name = _cut(f"{code_of(state.book, wager, None if on == ANY else on)} {wager.title}", wide)
        cells.append((name.ljust(wide), price.ljust(wide - len(stake)) + paint(stake, "stake")))
    return grid(cells, max(1, (width - 1) // (wide + 1)), wide)


def _price(wager: Wager, on: Selection) -> str:
    """One price in words, several as figures.

    >>> from feltwork.games import book_names, open_book
    >>> _price(open_book(book_names()[0]).wagers["behind-win-line"], None)
    '2:1 3:2 6:5'
    """
    arms = wager.arms() if on == ANY else wager.shapes[on].arms()
    prices = list(dict.fromkeys(arm.pays.text for arm in arms if arm.pays))
    return prices[0] if len(prices) == 1 else " ".join(price.replace(" to ", ":") for price in prices)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def grid(cells: Sequence[Cell], across: int, wide: int) -> list[str]:
    """Boxes of two lines, so many across, with shared borders; the last row may be short."""
    rows = [cells[n : n + across] for n in range(0, len(cells), across)]
    bar = "─" * wide
    found = [f"┌{'┬'.join([bar] * len(rows[0]))}┐"]
    for number, row in enumerate(rows):
        found += [f"│{'│'.join(cell[line] for cell in row)}│" for line in (0, 1)]
        below = len(rows[number + 1]) if number + 1 < len(rows) else 0
        joints = [_joint(at, len(row), below) for at in range(len(row) + 1)]
        found.append("".join(joint + bar for joint in joints[:-1]) + joints[-1])
    return found


def _joint(at: int, above: int, below: int) -> str:
    """The corner below the box number ``at`` of a row, given how many boxes are above and below it."""
    left, right, down = at > 0, at < above, at <= below and below > 0
    return {
        (True, True, True): "┼",
        (True, True, False): "┴",
        (False, True, True): "├",
        (False, True, False): "└",
        (True, False, True): "┤",
        (True, False, False): "┘",
    }[left, right, down]


def _wheel(state: TableState, mine: Sequence[Standing], width: int, paint: Paint) -> list[str]:
    """The numbers as on the cloth, then the outside as boxes, then what lies on lines between numbers."""
    lying = {(s.wager.name, s.on): s for s in mine}
    zeros = [p for p in state.book.wheel if p in (0, DOUBLE_ZERO)]
    columns: list[Sequence[Pocket | None]] = [
        [zeros[1] if len(zeros) > 1 else None, None, zeros[0]],
        *([n + 2, n + 1, n] for n in range(1, 37, 3)),
    ]
    bar = "┼".join(["─" * 5] * 13)
    found = [f"┌{bar.replace('┼', '┬')}┐"]
    for row in range(3):
        numbers = [column[row] for column in columns]
        found.append(f"│{'│'.join(_number(n, paint) for n in numbers)}│")
        stakes = [lying.get(("straight", (n,))) if n is not None else None for n in numbers]
        found.append(f"│{'│'.join(paint((chips(s.stake) if s else '').center(5)[:5], 'stake') for s in stakes)}│")
        found.append(f"└{bar.replace('┼', '┴')}┘" if row == 2 else f"├{bar}┤")
    outside = [(w, on) for w in state.book.wagers.values() if len(w.shapes) <= FEW for on in w.shapes]
    found += _boxes(state, outside, lying, width, paint)
    inside = [s for s in mine if len(s.wager.shapes) > FEW and s.wager.name != "straight"]
    return [*found, *(f"  {_told(state, standing)}" for standing in inside)]


def _number(pocket: Pocket | None, paint: Paint) -> str:
    if pocket is None:
        return " " * 5
    hue = colour(pocket)
    mark = "r" if hue == "red" else ""
    text = f"{say_selection(pocket)}{mark}".center(5)
    return text if hue == "black" else paint(text, hue)
