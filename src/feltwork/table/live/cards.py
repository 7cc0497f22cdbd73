"""Player cards at the terminals of an electronic table (Aruze Craps 3.13, 3.14, 7.1), and clearing them (7.2)."""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import card_events as told
from feltwork.table.live import events as happened
from feltwork.table.live import parts
from feltwork.table.live.adjust import PastRound
from feltwork.table.live.crew import PLAYER, Asker, may
from feltwork.table.live.floor_commands import FindInvalid
from feltwork.table.live.malfunction import void_lines
from feltwork.table.live.state import BETTING, OPEN, Decision, Life, taken
from feltwork.table.play.evolve import void_wagers
from feltwork.table.play.state import TableState

TERMINAL = "terminal-"
"""How an enrolled terminal is known while nobody has said who is there."""


def names_people(life: Life) -> bool:
    """Is whoever sits at a terminal here known by their card, and by nothing else? (3.13; from rules 2 on)"""
    conduct = life.conduct
    return conduct is not None and bool(conduct.card) and conduct.rules >= 2


def nobody(conduct: Conduct, player: str, now: int) -> Refusal | None:
    """3.13: a terminal does not sit down at itself; the card in it says who does. Under rules 1 it did."""
    if not conduct.card or conduct.rules == 1 or now < conduct.card_from or not player.startswith(TERMINAL):
        return None
    return Refusal(conduct.card, "put your own player card in: it says who sits here")


def missing(life: Life, conduct: Conduct, seat: int, now: int) -> Refusal | None:
    """3.13: from the day on, no wager without the player's own card in the terminal."""
    if not conduct.card or now < conduct.card_from or seat in life.cards:
        return None
    return Refusal(conduct.card, "put your own player card into the terminal before you play")


def no_credit(life: Life, table: TableState, conduct: Conduct, amount: int) -> Refusal | None:
    """Why so much cannot be bought in: chips come whole, a credit meter takes any cent, none once closing is told."""
    if conduct.meters and life.closing is not None:
        return Refusal(conduct.clears, "play is about to close: credits are to be cleared, not added")
    if amount <= 0 or (amount % table.rules.chip and not conduct.meters):
        why = f"{format_money(amount)} cannot be bought in chips of {format_money(table.rules.chip)}"
        return Refusal(table.book.house.placing, why)
    return None


def happen(life: Life, event: happened.LifeEvent) -> bool:
    """What an event of cards makes happen: was it one?"""
    table = life.game
    if table is None:
        return False
    match event:
        case told.CardIn():
            life.cards[event.seat] = event.card
        case told.CardOut():
            life.cards.pop(event.seat, None)
        case told.WagersFoundInvalid():
            void_wagers(table, event.lines)
            table.balances[event.seat] += event.at_seat
            table.tray -= event.cents
            parts.happen(life, event)
            open_rounds = life.contested.get(event.seat, {}).items()
            life.contested[event.seat] = {v: cents for v, cents in open_rounds if v != event.version}
        case _:
            return False
    return True


def insert(life: Life, seat: int, card: str, by: Asker, *, sits: bool = False) -> Decision:
    """The card is known to be valid and the player's own; is there a terminal for it? Or do they sit down with it?"""
    conduct = life.conduct
    if conduct is None or not conduct.card or life.status != OPEN:
        return Refusal(NOT_IN_THE_BOOK, "no card is taken here")
    if by.role != PLAYER or (not sits and life.seats.get(seat) != by.person):
        return Refusal(NOT_IN_THE_BOOK, f"terminal {seat} is not yours")
    if seat in life.cards:
        return Refusal(NOT_IN_THE_BOOK, "there is a card in this terminal already")
    return (told.CardIn(seat, by.person, card, conduct.card),)


def take(life: Life, seat: int, by: Asker) -> Decision:
    """Out comes the card: by the player, or by the house when it is no longer valid."""
    conduct, card = life.conduct, life.cards.get(seat)
    if conduct is None or card is None:
        return Refusal(NOT_IN_THE_BOOK, "there is no card in this terminal")
    if by.role == PLAYER and life.seats.get(seat) != by.person:
        return Refusal(NOT_IN_THE_BOOK, f"terminal {seat} is not yours")
    return (told.CardOut(seat, life.seats[seat], card),)


def gone_with(life: Life, seat: int) -> tuple[told.CardOut, ...]:
    """Who leaves a terminal takes the card along."""
    return (told.CardOut(seat, life.seats[seat], life.cards[seat]),) if seat in life.cards else ()


def clears(life: Life, seat: int, by: Asker) -> Decision | None:
    """A manager clears the credits that a player has left: after the time of the closing notice (7.2), or once the
    player has been told to vacate the terminal (7.13)."""
    table, conduct = life.game, life.conduct
    if table is None or conduct is None or not conduct.card or by.role == PLAYER:
        return None
    told_to_go = seat in life.vacating
    refused = may(by, conduct, Act.VACATE if told_to_go else Act.CLOSE) or taken(life, table, seat)
    if refused:
        return refused
    if not told_to_go and (life.closing is None or by.at < life.closing):
        return Refusal(NOT_IN_THE_BOOK, "credits are cleared for a player once the closing notice has run out")
    held = table.balances[seat]
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there are no credits to clear")
    return (happened.Collected(seat, life.seats[seat], held),)


def find_invalid(
    life: Life, table: TableState, conduct: Conduct, command: FindInvalid, by: Asker, past: PastRound | None
) -> Decision:
    """3.13, 3.14: stakes of the last completed game back and no winnings; what lies is void; earlier games stand."""
    if not conduct.card:
        return Refusal(NOT_IN_THE_BOOK, "this book knows no player cards")
    refused = may(by, conduct, Act.FIND_INVALID) or taken(life, table, command.seat)
    if refused:
        return refused
    if life.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the dice are in the tumbler")
    if not command.reason.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the card rule was not kept")
    player = life.seats[command.seat]
    lines = void_lines(table, command.seat, conduct.card_void)
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
    version = parts.last_game(life) if was else None
    found = told.WagersFoundInvalid(
        command.seat,
        player,
        command.reason,
        command.claim,
        lines,
        version,
        cents,
        max(cents, -held),
        conduct.card_void,
    )
    return (found, *gone_with(life, command.seat))


def undone(past: PastRound, seat: int) -> int:
    """What a seat is due so that its wagers of this round are as if never made, or what it owes."""
    due = 0
    for line in past.settled.lines:
        if line.seat == seat and not past.void(line.key):
            lots = past.before.layout[line.key].lots
            due += sum(lot.amount + lot.commission for lot in lots)
            due -= line.winnings + line.returned + line.commission_back
    return due
