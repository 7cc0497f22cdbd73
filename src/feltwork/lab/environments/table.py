"""A table as a Gymnasium environment: what an agent sees, what it may do, and what it gains, to the cent.

An action puts one unit on a spot, takes a wager down, or ends betting, which brings the next result. Whether it is
legal is asked of the table's own ``decide``; an illegal one changes nothing and is told with its clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from feltwork.felt import render
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from feltwork.games.registry import USUAL_BOOK
from feltwork.lab.environments.observing import MAX_CENTS, SEAT, Seen, seen_of, space_of, spots_of, stakes_of
from feltwork.money import format_money, parse_money
from feltwork.outcomes import say_selection
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, Command, Remove
from feltwork.table.play.decide import decide
from feltwork.table.play.events import RoundSettled, Settled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.state import Limit, TableRules, TableState, open_state
from feltwork.train.drawing import draw
from feltwork.train.results import after_betting, before_betting

END_BETTING = 0
"""The action that brings the next result."""


class TableEnvError(ValueError):
    """An environment that cannot be made so."""


def is_taken(state: TableState, command: Command) -> bool:
    """Would the table take this command now?"""
    return not isinstance(decide(state, command), Refusal)


class TableEnv(gymnasium.Env[Seen, np.int64]):
    """One player at one table of a book.

    Action 0 ends betting; action ``1 + n`` puts a unit on spot ``n``; action ``1 + len(spots) + n`` takes down what
    lies there. The reward is the change of cash and stakes together, in whole cents.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        book: str = USUAL_BOOK,
        *,
        variant: str | None = None,
        wheel: str = "single",
        lucky_ball: bool | str = False,
        readings: Mapping[str, str] | None = None,
        bankroll: str = "300.00",
        unit: str = "5.00",
        chip: str | None = None,
        limits: Mapping[str, tuple[str, str]] | None = None,
        rounds: int = 500,
        render_mode: str | None = None,
    ) -> None:
        self.book = open_book(book, variant=variant, wheel=wheel, lucky_ball=lucky_ball, readings=readings)
        smallest = self.book.default_chip if chip is None else parse_money(chip)
        self.bankroll, self.unit, self.rounds = parse_money(bankroll), parse_money(unit), rounds
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise TableEnvError(f"a table is rendered as ansi or svg, not as '{render_mode}'")
        if not smallest or not self.unit or self.unit % smallest or self.bankroll % smallest:
            raise TableEnvError(f"unit and bankroll are made of chips of {format_money(smallest)}")
        if not 0 < self.bankroll <= MAX_CENTS // 1000 or not 0 < rounds <= 10**6:
            raise TableEnvError("a bankroll is more than nothing, and rounds are 1 to 1,000,000")
        signs = {name: Limit(*map(parse_money, amounts)) for name, amounts in (limits or {}).items()}
        self.rules = TableRules(smallest, signs)
        self.spots = spots_of(self.book)
        self.stakes = stakes_of(self.book, self.rules, self.spots, self.unit)
        self.render_mode = render_mode
        self._at = {spot: n for n, spot in enumerate(self.spots)}
        self.action_space = spaces.Discrete(1 + 2 * len(self.spots))
        self.observation_space = space_of(self.book, self.spots, self.rounds)
        self.state = open_state(self.book, self.rules, {SEAT: self.bankroll})
        self.played = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Seen]:
        super().reset(seed=seed)
        self.state = open_state(self.book, self.rules, {SEAT: self.bankroll})
        self.played = 0
        self._do(*before_betting(self.book, self._below))
        return self._shown()

    def step(self, action: np.int64 | int) -> tuple[Seen, int, bool, bool, Seen]:
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(f"actions are 0 to {2 * len(self.spots)}, not {action}")
        before = self.state.chips()
        refused: Refusal | None = None
        settled: tuple[Settled, ...] = ()
        if action == END_BETTING:
            settled = self._round()
        else:
            decided = self._do(self._command(int(action)))
            refused = decided if isinstance(decided, Refusal) else None
        ruined = not self.state.layout and self.state.balances[SEAT] < min(self.stakes)
        over = self.played >= self.rounds
        seen, info = self._shown(refused, settled)
        return seen, self.state.chips() - before, ruined, over, info

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that the table would take now."""
        mask = np.zeros(1 + 2 * len(self.spots), np.int8)
        mask[END_BETTING] = 1
        for n, spot in enumerate(self.spots):
            mask[1 + n] = is_taken(self.state, self._bet(n))
            if (SEAT, *spot) in self.state.layout:
                mask[1 + len(self.spots) + n] = is_taken(self.state, Remove(SEAT, *spot))
        return mask

    def action_names(self) -> list[str]:
        """What each action is, in words."""
        named = [name if on is None else f"{name} {say_selection(on)}" for name, on in self.spots]
        put = [f"put {format_money(stake)} on {name}" for stake, name in zip(self.stakes, named, strict=True)]
        return ["end betting", *put, *(f"take down {name}" for name in named)]

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return "\n".join(draw(self.state, SEAT, 80))
        if self.render_mode == "svg":
            chips = {(s.wager.name, s.on): s.stake for s in self.state.layout.values()}
            point = self.state.area_state
            return render(felt_of(self.book), chips=chips, puck=point if isinstance(point, int) else None)
        return None

    def _below(self, count: int) -> int:
        return int(self.np_random.integers(count))

    def _bet(self, spot: int) -> Bet:
        name, on = self.spots[spot]
        return Bet(SEAT, name, self.stakes[spot], on)

    def _command(self, action: int) -> Command:
        kind, spot = divmod(action - 1, len(self.spots))
        return Remove(SEAT, *self.spots[spot]) if kind else self._bet(spot)

    def _do(self, *commands: Command) -> tuple[Settled, ...] | Refusal:
        lines: tuple[Settled, ...] = ()
        for command in commands:
            decided = decide(self.state, command)
            if isinstance(decided, Refusal):
                return decided
            for event in decided:
                evolve(self.state, event)
                if isinstance(event, RoundSettled):
                    lines = event.lines
        return lines

    def _round(self) -> tuple[Settled, ...]:
        lines = self._do(*after_betting(self.book, self._below))
        assert not isinstance(lines, Refusal), lines
        self.played += 1
        self._do(*before_betting(self.book, self._below))
        return lines

    def _shown(self, refused: Refusal | None = None, settled: tuple[Settled, ...] = ()) -> tuple[Seen, Seen]:
        """What the agent observes, and what it is told beside."""
        info = {
            "action_mask": self.action_masks(),
            "refused": {"clause": refused.clause, "reason": refused.reason} if refused else {},
            "settled": [line.as_data() for line in settled],
            "wealth": self.state.chips(),
        }
        return seen_of(self.state, self._at, max(0, self.rounds - self.played)), info
