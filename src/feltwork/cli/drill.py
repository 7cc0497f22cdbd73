"""``feltwork drill``."""

from __future__ import annotations

import itertools
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from feltwork.cli.book_options import SCHEMA, Asked, about, book_options, open_asked
from feltwork.cli.common import Between, BookName, json_option, say, say_json
from feltwork.cli.play import MAX_SEED, fresh_seed, lines_in
from feltwork.money import MoneyError, format_money, parse_money

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltwork.train.questions import Question


@dataclass(frozen=True)
class Answered:
    """A question with what was answered, if anything, and how long that took."""

    question: Question
    given: int | None
    seconds: float
    in_time: bool

    @property
    def right(self) -> bool:
        return self.given == self.question.answer

    @property
    def scores(self) -> bool:
        return self.right and self.in_time

    def as_data(self) -> dict[str, object]:
        given = None if self.given is None else format_money(self.given)
        return {
            **self.question.as_data(),
            "given": given,
            "right": self.right,
            "in_time": self.in_time,
            "seconds": round(self.seconds, 3),
        }


@click.command("drill")
@click.option("--book", type=BookName(), help="Which book (default: all, by chance).")
@book_options
@click.option("--questions", "count", type=click.IntRange(1, 10_000), default=10, show_default=True, metavar="N")
@click.option("--seed", type=click.IntRange(0, MAX_SEED - 1), help="The same seed asks the same questions.")
@click.option("--seconds", type=Between(0.1, 3600), help="An answer later than this does not score.")
@json_option
def command(book: str | None, asked: Asked, count: int, seed: int | None, seconds: float | None, as_json: bool) -> None:
    """Ask a dealer what to pay: odds, rounding, split and capped wagers, commissions, pushes. Timed and scored."""
    from feltwork.train.drill import all_tables, questions

    if book is None and asked:
        raise click.UsageError("--variant, --wheel, --lucky-ball, --mega and --reading go with --book")
    tables = all_tables() if book is None else [open_asked(book, asked)]
    chosen = fresh_seed() if seed is None else seed
    tell = _aside if as_json else say
    tell(f"{count} question{'' if count == 1 else 's'}; answer with an amount like 12 or 12.50. s skips, q ends.")
    answers = lines_in("" if as_json else "= ")
    done = list(_ask(itertools.islice(questions(tables, chosen), count), answers, seconds, tell))
    spent = sum(each.seconds for each in done)
    score = sum(each.scores for each in done)
    if as_json:
        say_json(
            {
                "schema": SCHEMA,
                "books": [about(table) for table in tables],
                "questions": count,
                "answered": len(done),
                "score": score,
                "right": sum(each.right for each in done),
                "late": sum(not each.in_time for each in done),
                "seconds": round(spent, 3),
                "seed": chosen,
                "asked": [each.as_data() for each in done],
            }
        )
        return
    average = f", {spent / len(done):.1f} seconds an answer" if done else ""
    say(f"{score} of {len(done)} right{' and in time' if seconds else ''}{average}. Seed {chosen}.")
    missed = sorted({each.question.kind for each in done if not each.scores})
    if missed:
        say(f"To practise: {', '.join(missed)}.")


def _aside(text: str = "") -> None:
    print(text, file=sys.stderr)


def _ask(
    asked: Iterator[Question], answers: Iterator[str], limit: float | None, tell: Callable[[str], None]
) -> Iterator[Answered]:
    """Put the questions one after the other, until they or the answers end."""
    for number, question in enumerate(asked, 1):
        tell(f"\n{number}. {question.table}")
        tell(f"   {question.told}")
        tell(f"   {question.asked}")
        started = time.monotonic()
        given = _amount(answers, tell)
        if given is None:
            return
        spent = time.monotonic() - started
        answered = Answered(question, given if given >= 0 else None, spent, limit is None or spent <= limit)
        verdict = "Right" if answered.scores else "Right, but late" if answered.right else "No"
        tell(f"   {verdict}: {format_money(question.answer)}. {question.sum}{_by(question)}.")
        yield answered


def _by(question: Question) -> str:
    """The clause, unless the sum ends with it."""
    return "" if f"({question.clause})" in question.sum else f"; by {question.clause}"


def _amount(answers: Iterator[str], tell: Callable[[str], None]) -> int | None:
    """The next answer in cents, -1 where it is skipped; ``None`` when there are no more."""
    for line in answers:
        text = line.strip().lower().removeprefix("$")
        if text in ("q", "quit"):
            return None
        if text in ("s", "skip", "?"):
            return -1
        try:
            return parse_money(text if "." in text else f"{text}.00")
        except MoneyError:
            if text:
                tell("   That is no amount: write 12 or 12.50, s to skip, q to end.")
    return None
