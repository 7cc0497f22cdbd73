"""Player cards at the terminals of an electronic table (Aruze Craps 3.13, 3.14, 7.1), and clearing them (7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker, may
from feltwork.table.live.topic import BETTING, OPEN, Topic, game_of, tag
from feltwork.table.live.topics import corrections
from feltwork.table.live.topics.corrections import PastRound, part_of_seat, set_right
from feltwork.table.live.topics.money import Collected
from feltwork.table.live.topics.seats import taken
from feltwork.table.live.topics.terminals import void_lines
from feltwork.table.play.events import Settled
from feltwork.table.play.evolve import void_wagers
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class FindInvalid(Asked, frozen=True, tag="find-invalid"):
    """A player was found to play with another's card, or for another person, whatever is claimed of agency."""

    seat: int
    reason: str
    claim: str = ""


class CardIn(Struct, frozen=True, tag="card-in"):
    """A gaming session begins."""

    seat: int
    player: str
    card: str
    clause: str


class CardOut(Struct, frozen=True, tag="card-out"):
    seat: int
    player: str
    card: str


class WagersFoundInvalid(Struct, frozen=True, tag="wagers-found-invalid"):
    """Played with another's card, or for another person: what lies goes back, and the last completed game is undone.

    Earlier games stand. Neither agency nor whose money it is makes a difference; what was claimed is kept.
    """

    seat: int
    player: str
    reason: str
    claim: str
    lines: tuple[Settled, ...]
    """Live wagers, handed back."""
    version: int | None
    """The round that was last completed, if the player was in it."""
    cents: int
    """What the player is due of that round, or owes of it: the stakes back, no winnings."""
    at_seat: int
    """Paid there, or taken from there; the rest stands under the round's case."""
    clause: str


def names_people(live: LiveTable) -> bool:
    """Is whoever sits at a terminal here known by their card, and by nothing else? (3.13; from rules 2 on)"""
    conduct = live.conduct
    return conduct is not None and bool(conduct.terminals.card) and conduct.rules >= 2


def missing(live: LiveTable, conduct: Conduct, seat: int, now: int) -> Refusal | None:
    """3.13: from the day on, no wager without the player's own card in the terminal."""
    if not conduct.terminals.card or now < conduct.terminals.card_from or seat in live.terminals.cards:
        return None
    return Refusal(conduct.terminals.card, "put your own player card into the terminal before you play")


def insert(live: LiveTable, seat: int, card: str, by: Asker, *, sits: bool = False) -> Decision:
    """The card is known to be valid and the player's own; is there a terminal for it? Or do they sit down with it?"""
    conduct = live.conduct
    if conduct is None or not conduct.terminals.card or live.status != OPEN:
        return Refusal(NOT_IN_THE_BOOK, "no card is taken here")
    if by.role != PLAYER or (not sits and live.seats.players.get(seat) != by.person):
        return Refusal(NOT_IN_THE_BOOK, f"terminal {seat} is not yours")
    if seat in live.terminals.cards:
        return Refusal(NOT_IN_THE_BOOK, "there is a card in this terminal already")
    return (CardIn(seat, by.person, card, conduct.terminals.card),)


def take(live: LiveTable, seat: int, by: Asker) -> Decision:
    """Out comes the card: by the player, or by the house when it is no longer valid."""
    conduct, card = live.conduct, live.terminals.cards.get(seat)
    if conduct is None or card is None:
        return Refusal(NOT_IN_THE_BOOK, "there is no card in this terminal")
    if by.role == PLAYER and live.seats.players.get(seat) != by.person:
        return Refusal(NOT_IN_THE_BOOK, f"terminal {seat} is not yours")
    return (CardOut(seat, live.seats.players[seat], card),)


def gone_with(live: LiveTable, seat: int) -> tuple[CardOut, ...]:
    """Who leaves a terminal takes the card along."""
    return (
        (CardOut(seat, live.seats.players[seat], live.terminals.cards[seat]),) if seat in live.terminals.cards else ()
    )


def clears(live: LiveTable, seat: int, by: Asker) -> Decision | None:
    """A manager clears the credits that a player has left: after the time of the closing notice (7.2), or once the
    player has been told to vacate the terminal (7.13)."""
    table, conduct = live.game, live.conduct
    if table is None or conduct is None or not conduct.terminals.card or by.role == PLAYER:
        return None
    told_to_go = seat in live.seats.vacating
    refused = may(by, conduct, Act.VACATE if told_to_go else Act.CLOSE) or taken(live, table, seat)
    if refused:
        return refused
    if not told_to_go and (live.notices.closing is None or by.at < live.notices.closing):
        return Refusal(NOT_IN_THE_BOOK, "credits are cleared for a player once the closing notice has run out")
    held = table.balances[seat]
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there are no credits to clear")
    return (Collected(seat, live.seats.players[seat], held),)


def find_invalid(
    live: LiveTable, table: TableState, conduct: Conduct, command: FindInvalid, by: Asker, past: PastRound | None
) -> Decision:
    """3.13, 3.14: stakes of the last completed game back and no winnings; what lies is void; earlier games stand."""
    if not conduct.terminals.card:
        return Refusal(NOT_IN_THE_BOOK, "no player cards are used in this game")
    refused = may(by, conduct, Act.FIND_INVALID) or taken(live, table, command.seat)
    if refused:
        return refused
    if live.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the dice are in the tumbler")
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the card rule was not kept")
    player = live.seats.players[command.seat]
    lines = void_lines(table, command.seat, conduct.terminals.card_void)
    was = past.settled if past and past.seats.get(command.seat) == player else None
    cents = undone(past, command.seat) if past and was else 0
    decided = (
        [line for line in was.lines if line.seat == command.seat and past and not past.void(line.key)] if was else []
    )
    if not lines and not decided:
        return Refusal(
            NOT_IN_THE_BOOK, "this player has no wager on the table, and nothing of the last game to give back"
        )
    held = table.balances[command.seat] + sum(line.returned + line.commission_back for line in lines)
    version = corrections.last_game(live) if was else None
    found = WagersFoundInvalid(
        command.seat,
        player,
        command.reason,
        command.claim,
        lines,
        version,
        cents,
        max(cents, -held),
        conduct.terminals.card_void,
    )
    return (found, *gone_with(live, command.seat))


def undone(past: PastRound, seat: int) -> int:
    """What a seat is due so that its wagers of this round are as if never made, or what it owes."""
    due = 0
    for line in past.settled.lines:
        if line.seat == seat and not past.void(line.key):
            lots = past.before.layout[line.key].lots
            due += sum(lot.amount + lot.commission for lot in lots)
            due -= line.winnings + line.returned + line.commission_back
    return due


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case CardIn():
            return [f"{shown(event.player)} puts a player card into terminal {event.seat} ({event.clause})"]
        case CardOut():
            return [f"the player card of {shown(event.player)} leaves terminal {event.seat}"]
        case WagersFoundInvalid():
            due = f"{format_money(event.cents)} of the last game" if event.version else "nothing of the last game"
            return [f"wagers of seat {event.seat} invalid ({event.clause}): {shown(event.reason)}; due {due}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Which card is in which terminal."""
    match event:
        case CardIn():
            live.terminals.cards[event.seat] = event.card
        case CardOut():
            live.terminals.cards.pop(event.seat, None)
        case WagersFoundInvalid():
            table = game_of(live)
            void_wagers(table, event.lines)
            table.balances[event.seat] += event.at_seat
            table.tray -= event.cents
            set_right(live, event.version, part_of_seat(live, event.seat))
            open_rounds = live.terminals.contested.get(event.seat, {}).items()
            live.terminals.contested[event.seat] = {v: cents for v, cents in open_rounds if v != event.version}


TOPIC = Topic(
    about_the_past={FindInvalid: find_invalid},
    events=(CardIn, CardOut, WagersFoundInvalid),
    keeps_last_round=(CardIn, CardOut),
    happen=happen,
    tell=tell,
)
