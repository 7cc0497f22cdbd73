"""Questions for dealers, made by really playing: random layouts are settled, and what came of them is asked.

>>> question = next(questions([open_book(book_names()[0])], seed=4))
>>> question.kind in KINDS, question.answer > 0
(True, True)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from feltwork.games import book_names, open_book
from feltwork.games.book import Book
from feltwork.games.game import Kind
from feltwork.games.registry import games
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, Command
from feltwork.table.play.decide import decide
from feltwork.table.play.events import Placed, RoundSettled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.state import Limit, TableRules, TableState, applies_late_rule, open_state
from feltwork.train.questions import (
    KINDS,
    SEAT,
    Question,
    ask_commission,
    ask_odds,
    ask_settled,
    ask_several,
    is_worth_asking,
)
from feltwork.train.results import after_betting, before_betting
from feltwork.train.sums import work

PLENTY = 10**9
TRIES = 60
"""Rounds played in search of a question of a kind that is due."""
MIN_STAKE = 50
"""Cents in which stakes are made where chips are smaller, as on a credit meter."""
MAXIMUM = 20
"""At tables where wagers lie over the maximum: the maximum, in chips."""


def all_tables() -> list[Book]:
    """A table of every book and variant."""
    shown = [(game.id, table.kind) for game in games() for table in game.demo]
    others = [(book, kind) for book, kind in shown if kind != Kind()]
    usual = [open_book(name) for name in book_names()]
    return [*usual, *(open_book(b, variant=k.variant, wheel=k.wheel, lucky_ball=k.lucky_ball) for b, k in others)]


def questions(books: Sequence[Book], seed: int) -> Iterator[Question]:
    """Questions without end, the kinds by turns as far as the books have them."""
    chance = random.Random(seed)
    asked: Counter[str] = Counter()
    while True:
        book = chance.choice(books)
        found = _search(book, chance, asked)
        asked[found.kind] += 1
        yield found


def _search(book: Book, chance: random.Random, asked: Counter[str]) -> Question:
    """Play until a question turns up, of a kind asked least so far if one can be had soon."""
    best: Question | None = None
    rounds = 0
    while best is None or rounds < TRIES:
        state = _open(book, chance)
        for _ in range(8):
            rounds += 1
            for question in _round(state, chance):
                if best is None or asked[question.kind] < asked[best.kind]:
                    best = question
            if best and asked[best.kind] == min(asked[kind] for kind in KINDS):
                return best
    return best


def _open(book: Book, chance: random.Random) -> TableState:
    chip = book.default_chip if book.default_chip < 100 else chance.choice((100, 100, 250, 500))
    late = applies_late_rule(book, True) and not chance.randrange(4)
    limits = (
        {name: Limit(maximum=MAXIMUM * max(chip, MIN_STAKE)) for name, w in book.wagers.items() if not w.parent}
        if late
        else {}
    )
    return open_state(book, TableRules(chip, limits, late), {SEAT: PLENTY})


def _round(state: TableState, chance: random.Random) -> list[Question]:
    """Some wagers are made and a result comes; all that can be asked of it."""
    found: list[Question] = []
    _do(state, *before_betting(state.book, chance.randrange))
    for _ in range(chance.randint(2, 7)):
        found += _wager(state, chance)
    found += [q for s in list(state.layout.values()) for q in ask_odds(state, s)]
    before, done = state.copy(), []
    for command in after_betting(state.book, chance.randrange):
        done = _do(state, command)
        if not any(isinstance(event, RoundSettled) for event in done):
            for event in done:
                evolve(before, event)  # type: ignore[arg-type]  # events of this table
    settled = next(event for event in done if isinstance(event, RoundSettled))
    worked = [work(before, line, settled.result) for line in settled.lines]
    found += [ask_settled(before, each, settled.result) for each in worked if is_worth_asking(each)]
    return found + ask_several(before, worked, settled.result)


def _do(state: TableState, *commands: Command) -> list[object]:
    done: list[object] = []
    for command in commands:
        decided = decide(state, command)
        if not isinstance(decided, Refusal):
            for event in decided:
                evolve(state, event)
            done += decided
    return done


def _wager(state: TableState, chance: random.Random) -> list[Question]:
    """A random wager; one with a commission can be asked about."""
    wager = chance.choice(list(state.book.wagers.values()))
    on = chance.choice(list(wager.shapes))
    least = max(state.rules.chip, MIN_STAKE)
    chip = least * (wager.units.count if wager.units else 20 if wager.commission else 1)
    bet = Bet(SEAT, wager.name, chip * chance.randint(1, 12 if wager.commission else 45), on)
    placed = [event for event in _do(state, bet) if isinstance(event, Placed)]
    if not placed or not placed[0].commission:
        return []
    return [ask_commission(state, wager, on, bet.amount, placed[0].commission)]
