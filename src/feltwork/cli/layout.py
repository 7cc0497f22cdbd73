"""``feltwork odds --layout``: a whole layout, now and one round on."""

from __future__ import annotations

import sys
from fractions import Fraction

import click

from feltwork.cli.book_options import head, with_mega
from feltwork.cli.common import say, say_json
from feltwork.games.book import Lucky
from feltwork.lab.analysis.layout import COMBINATIONS, Forecast, Next, forecast, next_round
from feltwork.money import format_money
from feltwork.odds import percent
from feltwork.refusal import harmless
from feltwork.table.play.events import say_selection
from feltwork.table.play.fields import ScriptError
from feltwork.table.play.script import read_script
from feltwork.table.play.table import Table, play


def show_layout(file: str, text: str, readings: dict[str, str], mega: Fraction | None, as_json: bool) -> None:
    """Play the script, then look ahead from where it ends."""
    try:
        script = read_script(text, readings)
    except ScriptError as wrong:
        raise click.UsageError(f"{harmless(file)}: {wrong}") from None
    if mega is not None:
        if script.book.lucky is not Lucky.MEGA:
            raise click.UsageError(f"{harmless(file)}: --mega is for tables that offer Mega Odds")
        own = script.book.readings.mega_probability()
        if own not in (None, mega):
            raise click.UsageError(f"{harmless(file)}: --mega {mega} contradicts the script's own chance, {own}")
        script = read_script(text, with_mega(readings, mega))
    table = play(script)
    if not table.state.layout:
        raise click.UsageError(f"{harmless(file)}: nothing lies on the layout at the end of this script")
    found = forecast(table.state, progress=_progress)
    outcomes = next_round(table.state)
    if as_json:
        say_json(_data(table, found, outcomes))
    else:
        _print(file, table, found, outcomes)


def _progress(states: int) -> None:
    if states > 2000 and sys.stderr.isatty():
        print(f"\r{states} ways the layout can stand ...", end="", file=sys.stderr, flush=True)


def _data(table: Table, found: dict[int | None, Forecast], outcomes: list[Next]) -> dict[str, object]:
    report = table.report()
    return {
        **head(table.book),
        "standing": report["standing"],
        **found[None].as_data(),
        "seats": {str(seat): f.as_data() for seat, f in found.items() if seat is not None},
        "next": [
            {
                "result": list(o.result) if isinstance(o.result, tuple) else o.result,
                "shows": o.shows,
                "probability": str(o.chance),
                "change": format_money(o.change()),
                "settled": [line.as_data() for line in o.lines],
                "standing": [
                    {"seat": seat, "wager": wager, "on": list(on) if isinstance(on, tuple) else on}
                    for seat, wager, on in o.standing
                ],
            }
            for o in outcomes
        ],
    }


def _print(file: str, table: Table, found: dict[int | None, Forecast], outcomes: list[Next]) -> None:
    from feltwork.cli.render import table as print_table

    say(f"{harmless(file)}: {table}")
    say()
    print_table(
        ("whose", "on the layout", "expectation", "as a fraction", "variance", "worst", "best"),
        (
            (
                "all" if seat is None else f"seat {seat}",
                format_money(f.staked),
                str(f.as_data()["expectation_money"]),
                str(f.mean / 100),
                percent(f.variance / 1000000, 2),
                format_money(f.worst),
                format_money(f.best),
            )
            for seat, f in found.items()
        ),
        right=(1, 2, 4, 5, 6),
        title="From here until everything is decided",
        wide=True,
    )
    print_table(
        ("shows", "chance", "change", "what happens"),
        (
            (shows, str(chance), change, "\n".join(lines))
            for shows, chance, change, lines in _grouped(outcomes, table.book.cited("rounding"))
        ),
        right=(1, 2),
        title="The next round",
    )


def _grouped(outcomes: list[Next], rounding: str) -> list[tuple[str, Fraction, str, list[str]]]:
    """Outcomes that do the same to every chip are told once."""
    groups: dict[tuple[object, ...], list[Next]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.lines, frozenset(outcome.standing)), []).append(outcome)
    told = []
    for same in groups.values():
        first = same[0]
        lines = [line.told(rounding) for line in first.lines] + [
            f"seat {seat}: {wager}{'' if on is None else ' on ' + say_selection(on)} stands"
            for seat, wager, on in first.standing
        ]
        chance = sum((o.chance for o in same), Fraction(0))
        told.append((_shows(same), chance, format_money(first.change()), lines))
    return told


def _shows(same: list[Next]) -> str:
    """Totals where every way to throw them is alike, single throws and pockets otherwise."""
    thrown = {o.result for o in same if isinstance(o.result, tuple)}
    words = []
    for o in same:
        if not isinstance(o.result, tuple):
            words.append(o.shows)
            continue
        total = sum(o.result)
        whole = {pair for pair in COMBINATIONS if sum(pair) == total} <= thrown
        words.append(str(total) if whole else o.shows)
    return ", ".join(dict.fromkeys(words))
