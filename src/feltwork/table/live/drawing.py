"""Rounds of electronic play: a secret committed to, wagers and nonces, outcomes that follow from it, the reveal.

The secret comes beside the command, from a process that holds the draw key. What is decided here is only whether it is
the committed one and whether what is said to be drawn follows from it; stakes are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from feltwork.entropy.commit import LONGEST_TEXT, RoundDraw, commitment, draw_round, reveal
from feltwork.entropy.mapping import MAPPING, DrawError, Outcome
from feltwork.games.book import Book
from feltwork.games.conduct import SECRET_LOST, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live.crew import PLAYER, SYSTEM, Asker, may
from feltwork.table.live.floor_events import WagersVoided
from feltwork.table.live.gear_commands import PressButton
from feltwork.table.live.malfunction import void_lines
from feltwork.table.live.state import BETTING, DEALER, DICE_OUT, OPEN, OS_DRAW, SEEDED, Decision, Life
from feltwork.table.play.events import RoundInvalid
from feltwork.table.play.state import TableState

SECOND = 1_000_000
LONGEST_BETTING = 600
LONGEST_NONCE = 64
_HEX = re.compile(r"(?:[0-9a-f]{2})+")
LUCKY_IS_DRAWN = "Lucky Ball numbers and boosts are drawn: such a table takes them from os-draw"
TIMED = (ask.PlaceWager, ask.RemoveWager, ask.MoveWager, ask.CallWager, ask.AddNonce)
"""What may not come after the time for wagers."""
IN_A_ROUND = (ask.PlaceWager, ask.MoveWager, ask.AddNonce, ask.CloseBets, ask.SpinBall, PressButton)
"""What needs an open round."""


def wrong_source(life: Life, command: ask.OpenTable, conduct: Conduct, book: Book) -> Refusal | None:
    """Refuse a table whose results cannot come from where it says."""
    clause = book.house.result
    if command.source not in (DEALER, OS_DRAW, SEEDED):
        return Refusal(NOT_IN_THE_BOOK, f"results come from dealer or os-draw, not from '{shown(command.source)}'")
    if command.source == SEEDED and not command.rehearsal:
        return Refusal(NOT_IN_THE_BOOK, "a seeded draw is for rehearsals: a live table cannot be opened with it")
    if life.version and life.rehearsal != command.rehearsal:
        return Refusal(NOT_IN_THE_BOOK, "a table is for rehearsals from its first day on, or never")
    if not 0 <= command.betting_seconds <= LONGEST_BETTING or (command.betting_seconds and not conduct.shot):
        return Refusal(NOT_IN_THE_BOOK, f"wagers are timed at electronic tables only, up to {LONGEST_BETTING} seconds")
    if command.source != DEALER and not conduct.shot and book.lucky is None:
        return Refusal(NOT_IN_THE_BOOK, "nothing is drawn at this table: its results are entered by the dealer")
    if command.source == DEALER and book.lucky and not command.rehearsal:
        return Refusal(book.house.lucky_draw or clause, LUCKY_IS_DRAWN)
    if command.source != DEALER and book.lucky and "mega" in book.lucky.value and _mega(book) is None:
        return Refusal(NOT_IN_THE_BOOK, "draws with Mega Odds need the reading mega_probability")
    return None


def _mega(book: Book) -> str | None:
    """The chance of Mega Odds in lowest terms, where one is configured."""
    chance = book.readings.mega_probability()
    return None if chance is None else f"{chance.numerator}/{chance.denominator}"


def numbers_kind(book: Book) -> str:
    """The draw of the four Lucky Ball numbers at this wheel."""
    return f"distinct:{len(book.wheel) if book.readings.is_set('lucky_include_zeros') else 36}"


def boost_kind(book: Book) -> str:
    """The draw of the boosted colour, with Mega Odds where the table has them."""
    return f"boost:{_mega(book)}" if book.lucky and "mega" in book.lucky.value else "boost"


def out_of_time(life: Life, table: TableState, command: ask.Command, by: Asker) -> Refusal | None:
    """Refuse what comes before a round is opened, or is stamped later than its close, written or not."""
    if not life.opens_rounds:
        return None
    house = table.book.house
    clause = house.open_until or house.closing or house.placing
    if life.betting is None:
        opening = isinstance(command, IN_A_ROUND)
        return Refusal(clause, "wagers for the next round are not taken yet") if opening else None
    closes_at = life.betting.closes_at
    if closes_at is None:
        return None
    if isinstance(command, ask.CloseBets) and by.at < closes_at:
        return Refusal(clause, "the time for wagers is not over")
    if isinstance(command, TIMED) and by.at > closes_at:
        return Refusal(clause, "the time for wagers is over")
    return None


def round_id(life: Life) -> str:
    """The id that the next round will have."""
    return f"{life.table}-{life.serial + 1}"


def open_betting(life: Life, table: TableState, conduct: Conduct, command: ask.OpenBetting, by: Asker) -> Decision:
    """A round begins: where it is drawn, the commitment stands in the log before any wager."""
    if by.role != SYSTEM:
        return Refusal(NOT_IN_THE_BOOK, "rounds of electronic play are opened by the system")
    if not life.opens_rounds or life.betting is not None or life.phase != BETTING or table.closed:
        return Refusal(NOT_IN_THE_BOOK, "there is no round to open")
    if life.draw is not None and not life.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "the secret of the last round has not been revealed")
    if command.round_id != round_id(life) or command.source != life.source:
        return Refusal(NOT_IN_THE_BOOK, f"the next round is {round_id(life)} and its results come from {life.source}")
    closes_at = by.at + life.betting_seconds * SECOND if life.betting_seconds else None
    opened = happened.BettingOpened(command.round_id, closes_at)
    if life.source == DEALER:
        return (opened,)
    try:
        kept = commitment(by.secret) == command.commitment
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    if not kept or not _HEX.fullmatch(command.sealed) or len(command.sealed) > 2 * LONGEST_TEXT:
        return Refusal(NOT_IN_THE_BOOK, "the commitment is not that of the secret, or the secret is not sealed")
    return (happened.DrawCommitted(command.round_id, command.commitment, command.sealed, MAPPING), opened)


def add_nonce(life: Life, table: TableState, conduct: Conduct, command: ask.AddNonce, by: Asker) -> Decision:
    """Any player's own word goes into the draw, once a round, until wagers close or something is drawn."""
    if by.role != PLAYER or life.seats.get(command.seat) != by.person:
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is not yours")
    if life.source == DEALER or life.draw is None:
        return Refusal(NOT_IN_THE_BOOK, "nothing is drawn at this table")
    if table.closed or life.draw.drawn or life.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "nonces are taken until wagers close or numbers are drawn")
    nonce = command.nonce
    if not 0 < len(nonce) <= LONGEST_NONCE or not nonce.isascii() or not nonce.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a nonce is 1 to {LONGEST_NONCE} printable ASCII characters")
    if command.seat in life.nonced:
        return Refusal(NOT_IN_THE_BOOK, "this seat has added its nonce already")
    return (happened.NonceAdded(command.seat, nonce),)


def follows(life: Life, clause: str, by: Asker, kind: str, outcome: Outcome) -> Decision:
    """The record of a draw, if this outcome is what the committed secret gives; nothing where nothing is drawn."""
    if life.source == DEALER:
        return ()
    if life.draw is None or life.betting is None:
        return Refusal(NOT_IN_THE_BOOK, "no secret has been committed to for this round")
    try:
        after = draw_round(life.draw, by.secret, life.draw.nonces, (*(p.kind for p in life.draw.drawn), kind))
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    part = after.drawn[-1]
    if part.outcome != outcome:
        return Refusal(NOT_IN_THE_BOOK, "this does not follow from the committed secret")
    return (happened.OutcomeDrawn(part.kind, part.outcome, part.used),)


def reveal_secret(life: Life, table: TableState, conduct: Conduct, command: ask.RevealSecret, by: Asker) -> Decision:
    """Once the round is over; or while nothing depends on it, which calls the round off."""
    if by.role != SYSTEM:
        return Refusal(NOT_IN_THE_BOOK, "secrets are revealed by the system")
    if life.draw is None or life.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "there is no secret to reveal")
    if life.betting is not None and not _is_idle(life, table):
        return Refusal(NOT_IN_THE_BOOK, "the round is not over")
    try:
        revealed = reveal(life.draw, by.secret)
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    return (happened.SecretRevealed(revealed.round_id, revealed.secret),)


def give_up(life: Life, table: TableState, conduct: Conduct, command: ask.GiveUpDraw, by: Asker) -> Decision:
    """The way on when nobody can open the sealed secret: every wager goes back, and an inspector is told at once.

    It is done by who may invalidate an outcome, where the book has one by the clause of a failed system; the other
    books know no such case.
    """
    clause = conduct.lost_draw
    refused = may(by, conduct, Act.INVALIDATE, clause)
    if refused:
        return refused
    if life.draw is None or life.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "no secret waits to be revealed")
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the secret was lost")
    lines = void_lines(table, None, clause)
    voided = (WagersVoided(SECRET_LOST, lines, clause),) if lines else ()
    ended = () if life.betting is None else (RoundInvalid(SECRET_LOST, (), table.area, clause),)
    told = f"draw {life.draw.round_id} given up: {shown(command.reason)}"
    lost = happened.DrawGivenUp(life.draw.round_id, command.reason, clause)
    return (*voided, *ended, lost, happened.InspectorNotified(told, clause))


def _is_idle(life: Life, table: TableState) -> bool:
    return life.phase == BETTING and not table.closed and not table.layout


def needed(life: Life, now: int) -> str | None:
    """What the draws of this table need next: ``reveal``, ``open``, ``dice``, ``numbers``, ``boost`` or nothing."""
    table, conduct = life.game, life.conduct
    if life.status != OPEN or table is None or conduct is None or not life.opens_rounds:
        return None
    closing = life.closing is not None and now >= life.closing
    if life.betting is None:
        if life.draw is not None and not life.draw.secret:
            return "reveal"
        goes_on = not closing or bool(table.layout)  # what lies is played to its end
        return "open" if life.seats and life.suspended is None and goes_on and life.phase == BETTING else None
    if life.draw is None or life.source == DEALER:
        return None
    if closing and _is_idle(life, table):
        return "reveal"
    if conduct.shot:
        return "dice" if life.phase == DICE_OUT else None
    if life.gear.screen_out:
        return None
    if life.phase == DICE_OUT and table.lucky is None and not table.closed:
        return "numbers"
    in_wheel = life.phase == DICE_OUT and table.closed
    return "boost" if in_wheel and table.lucky is not None and table.boost is None else None


def happen(life: Life, event: happened.LifeEvent) -> None:
    """What these events make of the table."""
    match event:
        case happened.DrawCommitted():
            life.draw = RoundDraw(event.round_id, event.commitment, mapping=event.mapping)
            life.sealed, life.nonced = event.sealed, frozenset()
        case happened.BettingOpened():
            life.betting, life.serial = event, life.serial + 1
        case happened.NonceAdded():
            life.draw = _draw(life).with_nonce(event.nonce)
            life.nonced |= {event.seat}
        case happened.OutcomeDrawn():
            life.draw = _draw(life).with_part(event.kind, event.outcome, event.used)
        case happened.DrawGivenUp():
            life.draw, life.betting, life.sealed = None, None, ""
        case happened.SecretRevealed():
            life.draw, life.betting = _draw(life).with_secret(event.secret), None


def _draw(life: Life) -> RoundDraw:
    if life.draw is None:
        raise ValueError("no draw was committed to")
    return life.draw


HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.OpenBetting: open_betting,
    ask.AddNonce: add_nonce,
    ask.RevealSecret: reveal_secret,
    ask.GiveUpDraw: give_up,
}
EVENTS = (
    happened.DrawCommitted,
    happened.BettingOpened,
    happened.NonceAdded,
    happened.OutcomeDrawn,
    happened.SecretRevealed,
    happened.DrawGivenUp,
)
