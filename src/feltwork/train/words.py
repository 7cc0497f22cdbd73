"""What is said at a table: names, calls, and how a round came out."""

from __future__ import annotations

from feltwork.games.book import Book
from feltwork.games.card import entry
from feltwork.lab.analysis.edges import odds_row, reported_selections
from feltwork.odds import percent
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.play.events import RoundSettled, dealer_order, say_selection
from feltwork.table.play.state import TableState
from feltwork.train.sums import work
from feltwork.wagers.arms import Result
from feltwork.wagers.row import Wager

HELP = (
    "CODE AMOUNT    make a wager: p6 12, n17 5; several at once: p6 p8 12; o 20 puts odds behind what you have",
    "x CODE [AMT]   take a wager down, or part of it; x all takes down what may come down",
    "on CODE        call a wager on; off CODE calls it off",
    "r [RESULT]     roll or spin; r 3-4 and r 17 show that result",
    "? CODE         what a wager is, what it pays, its edge and its clauses",
    "t              the table;  undo takes back your last step, a round included;  q ends",
)


def sentence(refused: Refusal) -> str:
    return f"R{str(refused)[1:]}"


def named(wager: Wager, on: Selection) -> str:
    return wager.title if on is None else f"{wager.title} {say_selection(on)}"


def call(before: TableState, settled: RoundSettled) -> str:
    """What was shown and what it did to the puck."""
    if not isinstance(settled.result, tuple):
        boost = f"; {before.boost[0]} boosted to {before.boost[1]} odds" if before.boost else ""
        return f"The ball rests in {settled.result}{boost}"
    total = sum(settled.result)
    point, after = before.area_state, before.book.area.states[settled.area]
    said = ""
    if isinstance(point, int) and after is None:
        said = ", seven out" if total == 7 else ", the point is made"
    elif isinstance(after, int) and point is None:
        said = f", the point is {after}"
    elif "frozen" in (after, point) and point != after:
        said = f", Dragon and Fire {'freeze' if after == 'frozen' else 'thaw'}"
    return f"Dice {settled.result[0]}-{settled.result[1]}, total {total}{said}"


def explained(before: TableState, settled: RoundSettled) -> list[str]:
    """Every wager that was decided, with its sum, and those that went to a number."""
    wagers = before.book.wagers
    said = []
    for line in dealer_order(settled.lines):
        worked = work(before, line, settled.result)
        sign = "+" if line.result is Result.WIN else "-" if line.result is Result.LOSE else "="
        clause = "" if f"({line.clause})" in worked.sum else f" ({line.clause})"
        said.append(f"  {sign} {named(wagers[line.wager], line.on)}: {worked.sum}{clause}")
    for key, state in settled.moved:
        standing = before.layout[key]
        if standing.wager.travels:
            said.append(f"  > {standing.wager.title} goes to {standing.machine.states[state]}")
    return said


def about(book: Book, name: str, on: Selection) -> list[str]:
    """A wager's entry on the rule card, and its edge."""
    wager = book.wagers[name]
    said = entry(book, wager).lines()
    reported = reported_selections(book, wager)
    for each in reported if on not in reported else (on,):
        row = odds_row(book, wager, each, book.readings.mega_probability() if book.lucky else None)
        where = "" if each is None else f" on {say_selection(each)}"
        said.append(f"  House edge{where} {percent(row.edge)}%, wins {percent(row.win, 2)}% of the time.")
    return said


def in_columns(words: list[str], width: int) -> list[str]:
    wide = max(map(len, words)) + 2
    across = max(1, width // wide)
    return ["".join(f"{word:{wide}}" for word in words[n : n + across]).rstrip() for n in range(0, len(words), across)]
