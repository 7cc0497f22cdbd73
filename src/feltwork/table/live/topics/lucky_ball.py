"""Lucky Ball: the four numbers, the boosted one, and the screen that shows them (Roulette 7.4 to 7.9, 8.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.entropy.mapping import Outcome
from feltwork.games.conduct import SCREEN_FAULT, Act, Conduct
from feltwork.outcomes import COLOURS
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import DICE_OUT, ENTERED, Guard, Topic, happens_in_game, settled_lines, tag
from feltwork.table.live.topics.draws import boost_kind, follows, numbers_kind
from feltwork.table.live.topics.stops import in_doubt
from feltwork.table.play import commands as play
from feltwork.table.play import events as game
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Boosted, LuckyBallDrawn, LuckyBallVoided
from feltwork.table.play.settle import voided
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class DrawNumbers(Asked, frozen=True, tag="draw-numbers"):
    """The four Lucky Ball numbers of this round, from the draw."""

    numbers: dict[str, int | str]


class BoostNumber(Asked, frozen=True, tag="boost-number"):
    colour: str
    odds: str


class ReportScreenFault(Asked, frozen=True, tag="report-screen-fault"):
    """The Lucky Ball screen fails."""

    what: str


class RestoreScreen(Asked, frozen=True, tag="restore-screen"):
    how: str


class ScreenFailed(Struct, frozen=True, tag="screen-failed"):
    """Lucky Ball is not offered until the screen works; its wagers go back with the event that follows."""

    what: str
    clause: str


class ScreenRestored(Struct, frozen=True, tag="screen-restored"):
    how: str
    clause: str


def draw(live: LiveTable, table: TableState, conduct: Conduct, command: DrawNumbers, by: Asker) -> Decision:
    """Roulette 7.4: once the ball is spun the screen shows four numbers."""
    refused = may(by, conduct, Act.DRAW_NUMBERS) or check_screen(live, conduct)
    if refused:
        return refused
    if live.phase != DICE_OUT:
        return Refusal(conduct.clause_of(Act.DRAW_NUMBERS), "the numbers are shown once the ball is spun")
    shown = decide_game(table, play.DrawLuckyBall(command.numbers))
    return _drawn(live, by, numbers_kind(table.book), tuple(command.numbers.get(c, "") for c in COLOURS), shown)


def check_shown(live: LiveTable, table: TableState) -> Refusal | None:
    """Roulette 7.4, 7.6: in each round no more bets comes after the four numbers, as long as the screen works."""
    if table.book.lucky is None or table.lucky is not None or live.gear.screen_out:
        return None
    house = table.book.house
    return Refusal(house.lucky.lucky_draw or house.result, "the Lucky Ball numbers have not been shown")


def boost(live: LiveTable, table: TableState, conduct: Conduct, command: BoostNumber, by: Asker) -> Decision:
    """Roulette 7.6, 7.9: after no more bets, and before the ball has come to rest."""
    refused = may(by, conduct, Act.DRAW_NUMBERS) or check_screen(live, conduct)
    if refused:
        return refused
    if live.phase == ENTERED:
        house = table.book.house
        return Refusal(house.lucky.lucky_boost or house.result, "the winning number has been entered")
    boosted = decide_game(table, play.Boost(command.colour, command.odds))
    return _drawn(live, by, boost_kind(table.book), (command.colour, command.odds), boosted)


def _drawn(live: LiveTable, by: Asker, kind: str, outcome: Outcome, shown: Decision) -> Decision:
    """What the screen shows, after the record of its draw where it is drawn."""
    if isinstance(shown, Refusal) or live.conduct is None:
        return shown
    drawn = follows(live, live.conduct.clause_of(Act.DRAW_NUMBERS), by, kind, outcome)
    return drawn if isinstance(drawn, Refusal) else (*drawn, *shown)


def not_boosted(live: LiveTable, table: TableState) -> Refusal | None:
    """Roulette 7.6, 7.9: one of the four numbers shown is boosted in each round, before the winning one is called."""
    if table.lucky is None or table.boost is not None or live.gear.screen_out:
        return None
    house = table.book.house
    return Refusal(house.lucky.lucky_boost or house.result, "the boosted Lucky Ball number has not been drawn")


def report_screen(
    live: LiveTable, table: TableState, conduct: Conduct, command: ReportScreenFault, by: Asker
) -> Decision:
    """All Lucky Ball wagers are void and go back; the rest of the game goes on.

    Those of a spin that has been paid already are in doubt until a supervisor rules on them (reading R28).
    """
    refused = may(by, conduct, Act.REPORT_SCREEN)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_SCREEN)
    if table.book.lucky is None or live.gear.screen_out:
        return Refusal(NOT_IN_THE_BOOK, "no Lucky Ball screen is in use here")
    if not command.what.strip():
        return Refusal(NOT_IN_THE_BOOK, "say what is wrong with the screen")
    lines = voided((s for s in table.layout.values() if s.machine.reads_lucky), clause)
    void = (LuckyBallVoided(SCREEN_FAULT, lines, clause),) if lines else ()
    paid = in_doubt(live, SCREEN_FAULT, command.what, clause, by, len(void) + 2) if conduct.rules > 1 else ()
    return (ScreenFailed(command.what, clause), *void, *paid)


def restore_screen(live: LiveTable, table: TableState, conduct: Conduct, command: RestoreScreen, by: Asker) -> Decision:
    clause = conduct.clause_of(Act.REPORT_SCREEN)
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if not live.gear.screen_out or not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the screen was mended; it must have failed first")
    return (ScreenRestored(command.how, clause),)


def check_screen(live: LiveTable, conduct: Conduct, wager: str = "lucky-ball") -> Refusal | None:
    if wager == "lucky-ball" and live.gear.screen_out:
        return Refusal(conduct.clause_of(Act.REPORT_SCREEN), "the Lucky Ball screen is out of use")
    return None


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case game.LuckyBallVoided():
            return [f"void ({event.clause}): {shown(event.reason)}", *settled_lines(event.lines)]
        case game.LuckyBallDrawn():
            return [f"Lucky Ball: {', '.join(f'{colour} {n}' for colour, n in event.numbers.items())}"]
        case game.Boosted():
            return [f"Lucky Ball: {event.colour} is boosted to {event.odds} odds"]
        case ScreenFailed():
            return [f"the Lucky Ball screen failed ({event.clause}): {shown(event.what)}"]
        case ScreenRestored():
            return [f"the Lucky Ball screen works again ({event.clause}): {shown(event.how)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """The four numbers, the boost, and the screen that shows them."""
    match event:
        case LuckyBallDrawn() | Boosted() | LuckyBallVoided():
            happens_in_game(live, event)
        case ScreenFailed():
            live.gear = replace(live.gear, screen_out=event.what)
        case ScreenRestored():
            live.gear = replace(live.gear, screen_out="")


TOPIC = Topic(
    commands={
        DrawNumbers: draw,
        BoostNumber: boost,
        ReportScreenFault: report_screen,
        RestoreScreen: restore_screen,
    },
    guards={Guard.TO_THE_END: (DrawNumbers, BoostNumber)},
    events=(LuckyBallDrawn, Boosted, LuckyBallVoided, ScreenFailed, ScreenRestored),
    happen=happen,
    tell=tell,
)
