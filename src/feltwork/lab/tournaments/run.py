"""Whole tournaments played by bots: how far each strategy gets, what it wins, and how long it all takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import repeat
from multiprocessing import get_context

from feltwork.games.book import Book
from feltwork.games.tournament import SessionRules
from feltwork.lab.tournaments.bots import Bot
from feltwork.lab.tournaments.layouts import LayoutTable
from feltwork.lab.tournaments.plan import Plan, Stage
from feltwork.tournament.placings import Places, prizes
from feltwork.tournament.play import PlayRound, play_off, play_rounds
from feltwork.tournament.session import Outcome, Session

PIECE = 25
MAX_PLAY_OFF = 20
"""Rounds after which a play-off of bots that do the same is decided by lot."""


@dataclass
class Tally:
    """What was counted: by strategy, players and how far they came, wins, prizes; and the rounds of each tournament."""

    tournaments: int = 0
    players: dict[str, int] = field(default_factory=dict)
    advanced: dict[str, list[int]] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=dict)
    prizes: dict[str, int] = field(default_factory=dict)
    squares: dict[str, int] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.tournaments += other.tournaments
        self.rounds += other.rounds
        for mine, theirs in (
            (self.players, other.players),
            (self.won, other.won),
            (self.prizes, other.prizes),
            (self.squares, other.squares),
        ):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count
        for name, counts in other.advanced.items():
            before = self.advanced.get(name, [0] * len(counts))
            self.advanced[name] = [a + b for a, b in zip(before, counts, strict=True)]


def simulate(
    plan: Plan, tournaments: int, seed: int, workers: int, progress: Callable[[int], None] | None = None
) -> Tally:
    """Play so many tournaments; the same seed gives the same result whatever the number of workers."""
    whole = Tally()
    starts = range(0, tournaments, PIECE)
    counts = [min(PIECE, tournaments - start) for start in starts]
    if workers == 1 or len(counts) == 1:
        pieces = map(_piece, repeat(plan), repeat(seed), starts, counts)
        for piece in pieces:
            whole.add(piece)
            if progress:
                progress(piece.tournaments)
        return whole
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for piece in pool.map(_piece, repeat(plan), repeat(seed), starts, counts):
            whole.add(piece)
            if progress:
                progress(piece.tournaments)
    return whole


def _piece(plan: Plan, seed: int, first: int, count: int) -> Tally:
    tally = Tally()
    book, rules = plan.opened()
    for number in range(first, first + count):
        _tournament(plan, book, rules, random.Random(f"{seed}/{number}"), tally)
    return tally


def _tournament(plan: Plan, book: Book, rules: SessionRules | None, chance: random.Random, tally: Tally) -> None:
    bots = dict(zip(plan.base.players, plan.field(), strict=True))
    for bot in bots.values():
        tally.players[bot.name] = tally.players.get(bot.name, 0) + 1
        tally.advanced.setdefault(bot.name, [0] * len(plan.stages))
    playing, rounds = list(bots), 0
    waiting: list[str] = []
    for number, stage in enumerate(plan.stages):
        chance.shuffle(playing)
        advanced: list[str] = []
        longest = 0
        final = number == len(plan.stages) - 1
        for table in range(stage.tables):
            seated = playing[table :: stage.tables]
            there = {name: bots[name] for name in seated}
            if rules is None:
                places, length = _layout(plan, number, book, there, chance)
            else:
                places, length = _table(plan, stage, book, rules, there, chance)
            longest = max(longest, length)
            order = [name for place in places for name in chance.sample(place, len(place))]
            advanced += order[: stage.advance if not final else 1]
            if final:
                _pay(plan, places, bots, tally)
        for name in advanced:
            tally.advanced[bots[name].name][number] += 1
        rounds += longest
        if not final and plan.stages[number + 1].repechage:
            waiting += advanced
            playing = [name for name in playing if name not in advanced]
        else:
            playing, waiting = [*waiting, *advanced], []
        if len(playing) < 2 and not final:
            break
    tally.tournaments += 1
    tally.rounds.append(rounds)


def _pay(plan: Plan, places: Places, bots: dict[str, Bot], tally: Tally) -> None:
    paid, _ = prizes(plan.base.pool, plan.base.prizes, places)
    for name, cents in paid.items():
        bot = bots[name].name
        tally.prizes[bot] = tally.prizes.get(bot, 0) + cents
        tally.squares[bot] = tally.squares.get(bot, 0) + cents * cents
    for name in places[0][:1] if places else ():
        tally.won[bots[name].name] = tally.won.get(bots[name].name, 0) + 1


def _layout(plan: Plan, number: int, book: Book, bots: dict[str, Bot], chance: random.Random) -> tuple[Places, int]:
    """One table of a session that goes by the conditions: its places, and the rounds that were played."""
    table, rounds = LayoutTable(plan, book, number + 1, list(bots)), plan.stages[number].rounds
    played = 0
    while not table.places and played < rounds + MAX_PLAY_OFF:
        limits = table.begin()
        table.bots_place(bots, max(rounds - played, 1), limits, chance)
        played += 1
        table.roll((chance.randint(1, 6), chance.randint(1, 6)), last=played == rounds, chance=chance)
    if not table.places:
        table.by_lot(chance)
    return table.places, played


def _table(
    plan: Plan, stage: Stage, book: Book, rules: SessionRules, bots: dict[str, Bot], chance: random.Random
) -> tuple[Places, int]:
    """One table of a session: its places, and the rounds that were played."""
    conditions = replace(plan.base, players=tuple(bots), advance=min(stage.advance, len(bots)) or 1)
    session = Session(book, rules, conditions)
    pockets = len(book.wheel)

    def play(left: int) -> PlayRound:
        def round_(limits: tuple[int, int], among: Sequence[str], least: int) -> Outcome:
            playing = session.begin(*limits, among, None)
            chips = sorted((player.chips for player in session.still_in()), reverse=True)
            target = chips[min(conditions.advance, len(chips)) - 1]
            for name in playing.playing:
                stake = bots[name].habit(left).stake(session.players[name].chips, limits, target, chance)
                playing.done[name].stakes = (stake,)
            return session.close(playing, chance.randrange(pockets), (), least)

        return round_

    played = play_rounds(session, [play(stage.rounds - number) for number in range(stage.rounds)])
    off, places = play_off(session, stage.rounds, [play(1)] * MAX_PLAY_OFF)
    return places, len(played) + len(off)
