"""A game for one in the terminal: each line is answered in words; what cannot be done is refused with its clause."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.games.book import Book
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.odds import in_words
from feltwork.outcomes import Pocket
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, Call, Remove
from feltwork.table.play.events import Event, Placed, Removed
from feltwork.table.play.placing import pays_at
from feltwork.table.play.state import TableRules
from feltwork.train.codes import code_of
from feltwork.train.drawing import Paint, draw, plain, where
from feltwork.train.results import read_result
from feltwork.train.solo import SEAT, SoloTable
from feltwork.train.words import HELP, about, call, explained, in_columns, named, sentence
from feltwork.wagers.prices import pays_on, say_prices

MAX_CENTS = 10**12


class Game:
    """One player at one table; ``answer`` takes a line and gives what is to be shown."""

    def __init__(
        self,
        book: Book,
        rules: TableRules,
        cash: int,
        seed: int,
        width: int = 80,
        paint: Paint = plain,
        draws_after_rounds: bool = False,
    ) -> None:
        self.book, self.width, self.paint = book, width, paint
        self.table = SoloTable(book, rules, cash, seed)
        self.draws_after_rounds = draws_after_rounds
        """Show the felt after every round, as on a screen."""
        self.over = False

    def answer(self, line: str) -> list[str]:
        """What a line does; a line that says nothing does nothing."""
        words = line.lower().split()
        if not words or words[0].startswith("#"):
            return []
        first, rest = words[0], words[1:]
        acts: dict[str, Callable[[list[str]], list[str]]] = {
            "q": self._quit,
            "quit": self._quit,
            "exit": self._quit,
            "?": self._help,
            "help": self._help,
            "t": self._draw,
            "table": self._draw,
            "undo": self._undo,
            "u": self._undo,
            "r": self._round,
            "roll": self._round,
            "spin": self._round,
            "x": self._take_down,
            "on": self._call_on,
            "off": self._call_off,
        }
        if first.startswith("?") and len(first) > 1:
            return self._help([first[1:], *rest])
        if first in acts:
            return acts[first](rest)
        return self._bet(words)

    def opening(self) -> list[str]:
        return [f"{self.book.name}. ? for help, q to end.", *self._draw([])]

    def closing(self) -> list[str]:
        lying = sum(s.stake for s in self.table.state.layout.values())
        held = self.table.state.balances[SEAT]
        net = held + lying - self.table.cash
        on = f" and {format_money(lying)} on the layout" if lying else ""
        how = "even" if not net else f"{format_money(abs(net))} {'up' if net > 0 else 'down'}"
        rounds = f"{self.table.totals.rounds} round{'' if self.table.totals.rounds == 1 else 's'}"
        staked, won = format_money(self.table.totals.staked), format_money(self.table.totals.won)
        return [
            f"{rounds}: staked {staked}, paid {won}, {self.table.totals.refused} refused",
            f"You hold {format_money(held)}{on}: {how}. Seed {self.table.seed}.",
        ]

    def _quit(self, rest: list[str]) -> list[str]:
        self.over = True
        return []

    def _draw(self, rest: list[str]) -> list[str]:
        return draw(self.table.state, SEAT, self.width, self.paint)

    def _undo(self, rest: list[str]) -> list[str]:
        return [f"Taken back. {self._standing()}" if self.table.undo() else "There is nothing to take back."]

    def _standing(self) -> str:
        return f"{where(self.table.state)}, you hold {format_money(self.table.state.balances[SEAT])}."

    def _bet(self, words: list[str]) -> list[str]:
        amount = _cents(words[-1])
        if len(words) == 3 and words[1].replace("-", "").isdecimal():
            words = [words[0] + words[1], words[2]]
        spots = self.table.spots(words[:-1] if amount else words)
        if isinstance(spots, Refusal):
            return [self.table.refuse(spots)]
        if not amount:
            name = code_of(self.book, self.book.wagers[spots[-1][0]], spots[-1][1])
            return [f"How much? A wager is written like {name} 10; ? {name} explains it."]
        said = []
        for name, on in spots:
            done = self.table.do(Bet(SEAT, name, amount, on))
            said.append(self.table.refuse(done) if isinstance(done, Refusal) else self._placed(done))
        return said

    def _placed(self, done: tuple[Event, ...]) -> str:
        event = next(e for e in done if isinstance(e, Placed))
        self.table.totals.staked += event.amount
        _, name, on = event.key
        wager = self.book.wagers[name]
        commission = f", {format_money(event.commission)} commission" if event.commission else ""
        lies = self.table.state.stake_of(SEAT, name, on)
        added = f", {format_money(lies)} in all" if lies != event.amount else ""
        pays = (
            in_words(pays_at(self.table.state, wager, on))
            if wager.parent
            else say_prices(pays_on(wager, on if on in wager.shapes else None))
        )
        return f"{format_money(event.amount)} on {named(wager, on)}{added}{commission}: pays {pays} ({wager.clause})"

    def _take_down(self, words: list[str]) -> list[str]:
        if words == ["all"]:
            return self._clear()
        amount = _cents(words[-1]) if len(words) > 1 else None
        if not words or len(words) > 2 or (len(words) > 1 and not amount):
            return ["Say which: x p6, x p6 6 for part of it, or x all."]
        spot = self.table.spot(words[0])
        done = spot if isinstance(spot, Refusal) else self.table.do(Remove(SEAT, spot[0], spot[1], amount))
        return [self.table.refuse(done)] if isinstance(done, Refusal) else [self._removed(done)]

    def _removed(self, done: tuple[Event, ...]) -> str:
        event = next(e for e in done if isinstance(e, Removed))
        commission = f" and {format_money(event.commission_back)} commission" if event.commission_back else ""
        also = "".join(f"; {line}" for line in event.lines)
        wager = self.book.wagers[event.key[1]]
        return f"{format_money(event.amount)}{commission} back from {named(wager, event.key[2])}{also}"

    def _clear(self) -> list[str]:
        """Riders first, since what they ride on may not come down from under them."""
        lying = sorted(self.table.state.layout.values(), key=lambda s: s.wager.parent is None)
        said = []
        for standing in lying:
            done = self.table.do(Remove(SEAT, standing.wager.name, standing.on))
            said.append(self.table.refuse(done) if isinstance(done, Refusal) else self._removed(done))
        return said or ["Nothing of yours is on the layout."]

    def _call_on(self, words: list[str]) -> list[str]:
        return self._call(words, working=True)

    def _call_off(self, words: list[str]) -> list[str]:
        return self._call(words, working=False)

    def _call(self, words: list[str], *, working: bool) -> list[str]:
        if len(words) != 1:
            return [f"Say which: {'on' if working else 'off'} p6."]
        spot = self.table.spot(words[0])
        done = spot if isinstance(spot, Refusal) else self.table.do(Call(SEAT, spot[0], working, spot[1]))
        if isinstance(done, Refusal) or isinstance(spot, Refusal):
            return [self.table.refuse(done if isinstance(done, Refusal) else spot)]  # type: ignore[arg-type]  # one of them
        return [f"{named(self.book.wagers[spot[0]], spot[1])} is {'on' if working else 'off'}."]

    def _round(self, words: list[str]) -> list[str]:
        chosen: tuple[Pocket, ...] | Refusal = read_result(self.book, words[0]) if words else ()
        done = chosen if isinstance(chosen, Refusal) else self.table.play(chosen)
        if isinstance(done, Refusal):
            return [self.table.refuse(done)]
        before, settled = done
        said = [call(before, settled), *explained(before, settled)]
        if self.draws_after_rounds:
            return [*said, *self._draw([])]
        return [*said, f"  {self._standing()}"]

    def _help(self, words: list[str]) -> list[str]:
        if not words:
            codes = [f"{code_of(self.book, w)} {w.title}" for w in self.book.wagers.values()]
            numbers = "Numbers follow the code: p6, h8, hop1-2, s1-2, k1, sl1, lbred."
            return [*HELP, "", numbers, *in_columns(codes, self.width)]
        spot = self.table.spot(words[0])
        if isinstance(spot, Refusal):
            return [sentence(spot)]
        return about(self.book, *spot)


def _cents(text: str) -> int | None:
    """Cents, or nothing where the text is no amount that anybody wagers."""
    try:
        cents = parse_money(text if "." in text else f"{text}.00")
    except MoneyError:
        return None
    return cents if 0 < cents <= MAX_CENTS else None
