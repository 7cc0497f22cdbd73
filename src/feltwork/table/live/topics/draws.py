"""Rounds of electronic play: a secret committed to, wagers and nonces, outcomes that follow from it, the reveal.

The secret comes beside the command, from a process that holds the draw key. What is decided here is only whether it is
the committed one and whether what is said to be drawn follows from it; stakes are not looked at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.entropy.commit import LONGEST_TEXT, RoundDraw, commitment, draw_round, reveal
from feltwork.entropy.mapping import MAPPING, DrawError, Outcome
from feltwork.games.book import Book
from feltwork.games.conduct import SECRET_LOST, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import PLAYER, SYSTEM, Asked, Asker, may
from feltwork.table.live.topic import BETTING, DEALER, DICE_OUT, OPEN, Guard, Topic, tag
from feltwork.table.live.topics.stops import InspectorNotified
from feltwork.table.live.topics.terminals import WagersVoided, void_lines
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


SECOND = 1_000_000
LONGEST_NONCE = 64
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class AddNonce(Asked, frozen=True, tag="add-nonce"):
    """What a player adds to the draw, so that the house cannot have known its outcome."""

    seat: int
    nonce: str


class GiveUpDraw(Asked, frozen=True, tag="give-up-draw"):
    """The secret that a round was committed to is lost: its wagers go back, and the next round has a new one."""

    reason: str


class RevealSecret(Asked, frozen=True, tag="reveal-secret"):
    """The round is over: everybody may recompute its draw."""


class NonceAdded(Struct, frozen=True, tag="nonce-added"):
    seat: int
    nonce: str


class OutcomeDrawn(Struct, frozen=True, tag="outcome-drawn"):
    """One draw of the round, recorded with what it decides and before anybody is shown it."""

    kind: str
    outcome: tuple[int | str, ...]
    used: int


class Draws(Struct):
    """The open round of electronic play, and what is public of its draw."""

    serial: int = 0
    """Rounds of electronic play ever begun, over all days: the round in ids of draws and keys of timers."""
    betting: BettingOpened | None = None
    """The open round, where rounds are opened; ``None`` between two."""
    draw: RoundDraw | None = None
    """What is public of the open round's draw, or of the last one."""
    sealed: str = ""
    """The secret of that draw under the draw key, in hex."""
    nonced: frozenset[int] = frozenset()
    """Seats that have added a nonce to it."""


def mega_chance(book: Book) -> str | None:
    """The chance of Mega Odds in lowest terms, where one is configured."""
    chance = book.readings.mega_probability()
    return None if chance is None else f"{chance.numerator}/{chance.denominator}"


def numbers_kind(book: Book) -> str:
    """The draw of the four Lucky Ball numbers at this wheel."""
    return f"distinct:{len(book.wheel) if book.readings.is_set('lucky_include_zeros') else 36}"


def boost_kind(book: Book) -> str:
    """The draw of the boosted colour, with Mega Odds where the table has them."""
    return f"boost:{mega_chance(book)}" if book.lucky and "mega" in book.lucky.value else "boost"


def round_id(live: LiveTable) -> str:
    """The id that the next round will have."""
    return f"{live.table}-{live.draws.serial + 1}"


class OpenBetting(Asked, frozen=True, tag="open-betting"):
    """A round of an electronic table begins; where it is drawn, with the commitment to its secret."""

    round_id: str
    source: str = "dealer"
    commitment: str = ""
    sealed: str = ""
    """The secret under the draw key, in hex."""


class DrawCommitted(Struct, frozen=True, tag="draw-committed"):
    """The house is bound to a secret before any wager of the round is taken."""

    round_id: str
    commitment: str
    sealed: str
    mapping: int


class BettingOpened(Struct, frozen=True, tag="betting-opened"):
    """Wagers are taken; none that is stamped later than ``closes_at``, whether or not the close was ever written."""

    round_id: str
    closes_at: int | None
    """In microseconds; ``None`` where somebody calls no more bets."""


class DrawGivenUp(Struct, frozen=True, tag="draw-given-up"):
    """A commitment that will never be revealed, because its secret is lost."""

    round_id: str
    reason: str
    clause: str


class SecretRevealed(Struct, frozen=True, tag="secret-revealed"):
    round_id: str
    secret: str


def open_betting(live: LiveTable, table: TableState, conduct: Conduct, command: OpenBetting, by: Asker) -> Decision:
    """A round begins: where it is drawn, the commitment stands in the log before any wager."""
    if by.role != SYSTEM:
        return Refusal(NOT_IN_THE_BOOK, "rounds of electronic play are opened by the system")
    if not live.opening.opens_rounds or live.draws.betting is not None or live.phase != BETTING or table.closed:
        return Refusal(NOT_IN_THE_BOOK, "there is no round to open")
    if live.draws.draw is not None and not live.draws.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "the secret of the last round has not been revealed")
    if command.round_id != round_id(live) or command.source != live.opening.source:
        return Refusal(
            NOT_IN_THE_BOOK, f"the next round is {round_id(live)} and its results come from {live.opening.source}"
        )
    closes_at = by.at + live.opening.betting_seconds * SECOND if live.opening.betting_seconds else None
    opened = BettingOpened(command.round_id, closes_at)
    if live.opening.source == DEALER:
        return (opened,)
    try:
        kept = commitment(by.secret) == command.commitment
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    if not kept or not _HEX.fullmatch(command.sealed) or len(command.sealed) > 2 * LONGEST_TEXT:
        return Refusal(NOT_IN_THE_BOOK, "the commitment is not that of the secret, or the secret is not sealed")
    return (DrawCommitted(command.round_id, command.commitment, command.sealed, MAPPING), opened)


def add_nonce(live: LiveTable, table: TableState, conduct: Conduct, command: AddNonce, by: Asker) -> Decision:
    """Any player's own word goes into the draw, once a round, until wagers close or something is drawn."""
    if by.role != PLAYER or live.seats.players.get(command.seat) != by.person:
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is not yours")
    if live.opening.source == DEALER or live.draws.draw is None:
        return Refusal(NOT_IN_THE_BOOK, "nothing is drawn at this table")
    if table.closed or live.draws.draw.drawn or live.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "nonces are taken until wagers close or numbers are drawn")
    nonce = command.nonce
    if not 0 < len(nonce) <= LONGEST_NONCE or not nonce.isascii() or not nonce.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a nonce is 1 to {LONGEST_NONCE} printable ASCII characters")
    if command.seat in live.draws.nonced:
        return Refusal(NOT_IN_THE_BOOK, "this seat has added its nonce already")
    return (NonceAdded(command.seat, nonce),)


def follows(live: LiveTable, clause: str, by: Asker, kind: str, outcome: Outcome) -> Decision:
    """The record of a draw, if this outcome is what the committed secret gives; nothing where nothing is drawn."""
    if live.opening.source == DEALER:
        return ()
    if live.draws.draw is None or live.draws.betting is None:
        return Refusal(NOT_IN_THE_BOOK, "no secret has been committed to for this round")
    try:
        after = draw_round(
            live.draws.draw, by.secret, live.draws.draw.nonces, (*(p.kind for p in live.draws.draw.drawn), kind)
        )
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    part = after.drawn[-1]
    if part.outcome != outcome:
        return Refusal(NOT_IN_THE_BOOK, "this does not follow from the committed secret")
    return (OutcomeDrawn(part.kind, part.outcome, part.used),)


def reveal_secret(live: LiveTable, table: TableState, conduct: Conduct, command: RevealSecret, by: Asker) -> Decision:
    """Once the round is over; or while nothing depends on it, which calls the round off."""
    if by.role != SYSTEM:
        return Refusal(NOT_IN_THE_BOOK, "secrets are revealed by the system")
    if live.draws.draw is None or live.draws.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "there is no secret to reveal")
    if live.draws.betting is not None and not _is_idle(live, table):
        return Refusal(NOT_IN_THE_BOOK, "the round is not over")
    try:
        revealed = reveal(live.draws.draw, by.secret)
    except DrawError as wrong:
        return Refusal(NOT_IN_THE_BOOK, str(wrong))
    return (SecretRevealed(revealed.round_id, revealed.secret),)


def give_up(live: LiveTable, table: TableState, conduct: Conduct, command: GiveUpDraw, by: Asker) -> Decision:
    """The way on when nobody can open the sealed secret: every wager goes back, and an inspector is told at once.

    It is done by who may invalidate an outcome, where the book has one by the clause of a failed system; the other
    books know no such case.
    """
    clause = conduct.lost_draw
    refused = may(by, conduct, Act.INVALIDATE, clause)
    if refused:
        return refused
    if live.draws.draw is None or live.draws.draw.secret:
        return Refusal(NOT_IN_THE_BOOK, "no secret waits to be revealed")
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the secret was lost")
    lines = void_lines(table, None, clause)
    voided = (WagersVoided(SECRET_LOST, lines, clause),) if lines else ()
    ended = () if live.draws.betting is None else (RoundInvalid(SECRET_LOST, (), table.area, clause),)
    told = f"draw {live.draws.draw.round_id} given up: {shown(command.reason)}"
    lost = DrawGivenUp(live.draws.draw.round_id, command.reason, clause)
    return (*voided, *ended, lost, InspectorNotified(told, clause))


def _is_idle(live: LiveTable, table: TableState) -> bool:
    return live.phase == BETTING and not table.closed and not table.layout


def needed(live: LiveTable, now: int) -> str | None:
    """What the draws of this table need next: ``reveal``, ``open``, ``dice``, ``numbers``, ``boost`` or nothing."""
    table, conduct = live.game, live.conduct
    if live.status != OPEN or table is None or conduct is None or not live.opening.opens_rounds:
        return None
    closing = live.notices.closing is not None and now >= live.notices.closing
    if live.draws.betting is None:
        if live.draws.draw is not None and not live.draws.draw.secret:
            return "reveal"
        goes_on = not closing or bool(table.layout)  # what lies is played to its end
        return (
            "open" if live.seats.players and live.stops.reason is None and goes_on and live.phase == BETTING else None
        )
    if live.draws.draw is None or live.opening.source == DEALER:
        return None
    if closing and _is_idle(live, table):
        return "reveal"
    if conduct.terminals.shot:
        return "dice" if live.phase == DICE_OUT else None
    if live.gear.screen_out:
        return None
    if live.phase == DICE_OUT and table.lucky is None and not table.closed:
        return "numbers"
    in_wheel = live.phase == DICE_OUT and table.closed
    return "boost" if in_wheel and table.lucky is not None and table.boost is None else None


def _draw(live: LiveTable) -> RoundDraw:
    if live.draws.draw is None:
        raise ValueError("no draw was committed to")
    return live.draws.draw


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case DrawCommitted():
            return [f"draw {shown(event.round_id)} committed to {event.commitment}"]
        case BettingOpened():
            return [f"wagers are taken for {shown(event.round_id)}"]
        case NonceAdded():
            return [f"seat {event.seat} adds the nonce {shown(event.nonce)}"]
        case OutcomeDrawn():
            return [f"drawn: {event.kind} {' '.join(map(str, event.outcome))}"]
        case DrawGivenUp():
            return [f"draw {shown(event.round_id)} is given up: {shown(event.reason)} ({event.clause})"]
        case SecretRevealed():
            return [f"secret of {shown(event.round_id)} revealed: {event.secret}"]
        case _:
            return [tag(event)]


def out_of_time(live: LiveTable, table: TableState, guards: frozenset[Guard], by: Asker) -> Refusal | None:
    """Refuse what comes before a round is opened, or is stamped later than its close, written or not."""
    house = table.book.house
    clause = house.open_until or house.closing or house.placing
    if live.draws.betting is None:
        opening = Guard.IN_A_ROUND in guards
        return Refusal(clause, "wagers for the next round are not taken yet") if opening else None
    closes_at = live.draws.betting.closes_at
    if closes_at is None:
        return None
    if Guard.CLOSES in guards and by.at < closes_at:
        return Refusal(clause, "the time for wagers is not over")
    if Guard.TIMED in guards and by.at > closes_at:
        return Refusal(clause, "the time for wagers is over")
    return None


def happen(live: LiveTable, event: object) -> None:
    """What these events make of the table."""
    match event:
        case DrawCommitted():
            live.draws.draw = RoundDraw(event.round_id, event.commitment, mapping=event.mapping)
            live.draws.sealed, live.draws.nonced = event.sealed, frozenset()
        case BettingOpened():
            live.draws.betting, live.draws.serial = event, live.draws.serial + 1
        case NonceAdded():
            live.draws.draw = _draw(live).with_nonce(event.nonce)
            live.draws.nonced |= {event.seat}
        case OutcomeDrawn():
            live.draws.draw = _draw(live).with_part(event.kind, event.outcome, event.used)
        case DrawGivenUp():
            live.draws.draw, live.draws.betting, live.draws.sealed = None, None, ""
        case SecretRevealed():
            live.draws.draw, live.draws.betting = _draw(live).with_secret(event.secret), None
        case RoundSettled() | RoundInvalid():
            if (
                not live.rounds.final or live.phase == BETTING
            ):  # else a ruling on the round before, while the next one is open
                live.draws.betting = None


EVENTS = (DrawCommitted, BettingOpened, NonceAdded, OutcomeDrawn, SecretRevealed, DrawGivenUp)
TOPIC = Topic(
    commands={OpenBetting: open_betting, AddNonce: add_nonce, RevealSecret: reveal_secret, GiveUpDraw: give_up},
    guards={
        Guard.WHILE_STOPPED: (RevealSecret, GiveUpDraw),
        Guard.TIMED: (AddNonce,),
        Guard.IN_A_ROUND: (AddNonce,),
    },
    events=EVENTS,
    follows=(RoundSettled, RoundInvalid),
    keeps_last_round=EVENTS,
    happen=happen,
    tell=tell,
)
