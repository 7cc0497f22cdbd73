"""A table opened, checked and manned, until play opens."""

from __future__ import annotations

from feltwork.games import BookError, open_book
from feltwork.games.conduct import RULES, SHOWN_LIMITS, Act, Conduct
from feltwork.games.layouts import MARKED_LAYOUT, unfit, usual_layout
from feltwork.games.registry import conduct_of
from feltwork.readings import ReadingError
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import commands as ask
from feltwork.table.live import drawing, notices
from feltwork.table.live import events as happened
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.money import MOST
from feltwork.table.live.state import CHECKING, CLOSED, Decision, Life
from feltwork.table.play.limits import not_on_sign
from feltwork.table.play.state import TableState

MOST_SEATS = 24


def open_table(life: Life, command: ask.OpenTable, by: Asker) -> Decision:
    if life.status != CLOSED:
        return Refusal(NOT_IN_THE_BOOK, "this table is already open")
    conduct = conduct_of(command.book, command.variant)
    if conduct is None:
        return Refusal(NOT_IN_THE_BOOK, f"no table of '{shown(command.book)}' can be opened here")
    try:
        book = open_book(
            command.book,
            variant=command.variant,
            wheel=command.wheel,
            lucky_ball=command.lucky_ball,
            readings=command.readings,
        )
    except (BookError, ReadingError) as wrong:
        return may(by, conduct, Act.CHANGE_LIMITS, NOT_IN_THE_BOOK) or Refusal(NOT_IN_THE_BOOK, str(wrong))
    conduct = conduct_of(command.book, command.variant, readings=book.readings) or conduct
    if refused := may(by, conduct, Act.CHANGE_LIMITS, NOT_IN_THE_BOOK):
        return refused
    if command.max_award is not None and not 0 < command.max_award <= MOST:
        return Refusal(NOT_IN_THE_BOOK, "a maximum award is more than nothing, and no more than could be paid")
    if command.shooting is not None and not (conduct.no_shooter and 0 < command.shooting <= MOST):
        return Refusal(
            conduct.no_shooter or NOT_IN_THE_BOOK, "a dice shooting value is some credits, at an electronic table"
        )
    if not 0 < command.chip <= MOST or not 1 <= command.seats <= MOST_SEATS or set(command.limits) - set(book.wagers):
        return Refusal(NOT_IN_THE_BOOK, f"a table has a chip, 1 to {MOST_SEATS} seats, and limits for its own wagers")
    for wager, limit in command.limits.items():
        if why := notices.unfit(limit):
            return Refusal(NOT_IN_THE_BOOK, f"no such limit can stand on the sign for '{wager}': {why}")
    if notices.minimum_differs(book, command.limits):
        return Refusal(book.house.sign, notices.ONE_MINIMUM)
    lucky = bool(command.lucky_ball)
    layout = command.layout or usual_layout(command.book, command.wheel, lucky)
    wrong_cloth = unfit(command.book, layout, command.wheel, lucky) if layout else None
    if wrong_cloth or (command.uspin and not book.spins):
        clause = MARKED_LAYOUT if wrong_cloth else NOT_IN_THE_BOOK
        return Refusal(clause, wrong_cloth or "a uSpin unit belongs to a wheel")
    return drawing.wrong_source(life, command, conduct, book) or (
        happened.TableOpened(
            command.book,
            command.variant,
            command.wheel,
            command.lucky_ball,
            command.readings,
            book.fingerprint,
            command.chip,
            command.seats,
            command.limits,
            command.source,
            command.rehearsal,
            command.betting_seconds,
            layout,
            command.uspin,
            command.max_award,
            RULES,
            command.shooting,
        ),
    )


def open_play(life: Life, table: TableState, conduct: Conduct, command: ask.OpenPlay, by: Asker) -> Decision:
    if life.status != CHECKING:
        return Refusal(NOT_IN_THE_BOOK, "play is already open")
    missing = [item for item in conduct.equipment if item not in life.checked]
    if missing:
        return Refusal(conduct.equipment[missing[0]], f"{missing[0]} has not been checked")
    absent = [role for role in conduct.crew if role not in life.crew.values()]
    if absent:
        return Refusal(NOT_IN_THE_BOOK, f"no {absent[0]} is at the table")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if not refused and conduct.rules >= SHOWN_LIMITS and (open_ended := not_on_sign(table)):
        title = table.book.wagers[open_ended[0]].title
        refused = Refusal(table.book.house.sign, f"the sign shows no minimum and maximum for {title}")
    return refused or (happened.PlayOpened(),)
