"""A crew without a screen: whatever the table needs next, until the result that the test wants lies there."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from random import Random
from re import Pattern
from typing import Any

from playwright.sync_api import Page, Route, expect
from tests.cage.till import notes
from tests.server.conftest import Running

from feltwork.cage.commands import AtCage, AtTerminal, Deposit, InsertCard, IssueCard
from feltwork.engine.envelope import Envelope
from feltwork.games.conduct import Act
from feltwork.refusal import Refusal
from feltwork.server.auth.sessions import Session
from feltwork.server.demo.dealing import SYSTEM, next_step
from feltwork.server.ops.attending import Attendant
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.decide import decide
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import DEALER, DICE_OUT

Result = tuple[int, int] | int | str
_keys = itertools.count()
DRAW_KEY = bytes(32)


class Loaded(Random):
    """Dice and ball that come as the test wants them."""

    def __init__(self, result: Result) -> None:
        super().__init__(0)
        self.result = result
        self.dice = itertools.cycle(result if isinstance(result, tuple) else (1,))

    def randint(self, a: int, b: int) -> int:
        return next(self.dice)

    def choice(self, seq: Any) -> Any:
        return self.result


def post(house: Running, table: str, command: ask.Command | AtCage | AtTerminal, actor: str, role: str) -> None:
    """Send a command as anybody, and wait until screens can know of it."""
    away = isinstance(command, AtCage)
    where = "cage" if away else table
    done = house.floor.house.post(Envelope(f"test-{next(_keys)}", where, actor, role, command)).result()
    assert not done.reason, f"{command}: {done.reason} ({done.clause})"
    until(lambda: away or shows(house, table, done.last))


def shows(house: Running, table: str, version: int) -> bool:
    """Has the room come so far? Asked under its lock: half of an event is not to be seen."""
    room = house.floor.house.rooms[table]
    with room.lock:
        return room.live.version >= version


def life_of(house: Running, table: str) -> LiveTable:
    """A table with all that was acknowledged; its room, and so a screen, may come to it a little later."""
    return house.floor.house.live(table)


def until(true: Callable[[], bool], seconds: float = 10) -> None:
    last = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < last, "it did not happen in time"
        time.sleep(0.005)


def enter(page: Page, keys: str) -> None:
    """Type a result and press Enter once it stands there whole.

    A half entry is forgotten after two seconds, so on a slow machine it is typed again, as a dealer would.
    """
    go = page.locator("#entry .go")
    for _ in range(3):
        page.keyboard.type(keys)
        try:
            expect(go).to_be_enabled(timeout=3_000)
            break
        except AssertionError:
            continue
    page.keyboard.press("Enter")


def seat(house: Running, table: str = "craps", number: int = 1, name: str = "ann", cents: int = 100_000) -> Session:
    """Somebody sits down with money, without a screen."""
    conduct = life_of(house, table).conduct
    post(house, table, ask.Sit(name, number), name, "player")
    if conduct is not None and conduct.terminals.credited:
        for note in notes(cents):
            assert house.note(table, number, note)[0] == 200
    else:
        post(house, table, Deposit(name, cents), "till", "cashier")
        post(house, table, ask.BuyIn(number, cents), name, "player")
    if conduct is not None and conduct.terminals.card:
        post(house, table, IssueCard(name), "till", "cashier")
        post(house, table, InsertCard(number, house.floor.house.cage.card_of(name)), name, "player")
    draw(house, table)
    return Session("player", ((name, "player"),), table, number)


def _next(life: LiveTable, result: Result, at: int) -> tuple[ask.Command, str, str] | None:
    game, conduct = life.game, life.conduct
    assert game is not None
    assert conduct is not None
    if life.shooter.offered is not None:
        player = life.seats.players[life.shooter.offered]
        takes = decide(life, ask.AcceptDice(life.shooter.offered), Asker(player, "player", at))
        refuses = isinstance(takes, Refusal)
        return (ask.RejectDice if refuses else ask.AcceptDice)(life.shooter.offered), player, "player"
    if life.shooter.seat is not None and conduct.shooting.shoots and len(life.dice.hand) < 2:
        return (
            ask.SelectDice(life.shooter.seat, sorted(life.dice.choice())[:2]),
            life.seats.players[life.shooter.seat],
            "player",
        )
    if life.phase == DICE_OUT and conduct.terminals.shot and isinstance(result, tuple):
        return ask.SenseResult(*result), *SYSTEM
    return next_step(life, Loaded(result), at, frozenset())


def deal(house: Running, table: str, result: Result, stop: Callable[[LiveTable], bool] = lambda life: False) -> None:
    """One round to its end, or until the table stands as the test wants it, or until a player must shoot."""
    before = life_of(house, table).game
    assert before is not None
    number = before.round
    while (game := life_of(house, table).game) is not None and game.round == number:
        draw(house, table)
        life = life_of(house, table)
        if stop(life) or (
            life.throw.awaited is not None and life.throw.awaited[0] is not None and life.phase == "betting"
        ):
            return
        step = _next(life, result, house.floor.house.now())
        assert step is not None, f"nobody can go on: {life.phase}"
        post(house, table, *step)


def draw(house: Running, table: str) -> None:
    """Whatever a table with draws needs now: its round opened, numbers, boost, the secret."""
    if life_of(house, table).opening.source == DEALER:
        return
    attendant = Attendant(house.floor.house, DRAW_KEY)
    attendant.attend(table)
    last = attendant.live(table).version
    attendant.stop()
    until(lambda: life_of(house, table).version >= last)


def call_bets(house: Running, table: str) -> None:
    """Place your bets, where it is called."""
    life = life_of(house, table)
    if life.conduct is not None and Act.OPEN_BETS in life.conduct.powers and not life.gear.bets_open:
        deal(house, table, 1, stop=lambda life: life.gear.bets_open)


def spot(page: Page, wager: str, on: str = "null") -> tuple[float, float]:
    """Where on the screen the chips of a wager go."""
    x, y = page.evaluate(
        """([wager, on]) => {
          const areas = [...document.querySelectorAll(".felt .area")];
          const node = areas.find((n) => n.dataset.wager === wager && n.dataset.on === on);
          node.scrollIntoView({ block: "center" });
          const [x, y] = node.dataset.spot.split(",").map(Number);
          const at = new DOMPoint(x, y).matrixTransform(node.ownerSVGElement.getScreenCTM());
          return [at.x, at.y];
        }""",
        [wager, on],
    )
    return x, y


def tap(page: Page, wager: str, on: str = "null") -> None:
    page.mouse.click(*spot(page, wager, on))


def held_back(page: Page, asked: Pattern[str]) -> list[Route]:
    """The next question of this kind; it waits here until the test lets it go on."""
    held: list[Route] = []
    page.route(asked, lambda route: held.append(route), times=1)  # noqa: PLW0108  # it does not take a bare method
    return held


def let_go(page: Page, held: list[Route], asked: Pattern[str]) -> None:
    """The question goes on, and its answer has come to the page."""
    until(lambda: bool(held) or page.evaluate("false"))
    with page.expect_response(asked) as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")


def balance(house: Running, number: int = 1, table: str = "craps") -> int:
    return house.floor.house.reader.log.balances().get(f"seat/{table}/{number}", 0)
