"""Money at a table: bought in and collected, chips sold for cash, the float and the drop box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from feltwork.games.conduct import CREDITS, Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, SINCE, Asked, Asker, may, not_asked, said
from feltwork.table.live.topic import Guard, Topic, asked, game_of, tag
from feltwork.table.live.topics.seats import own_seat, taken
from feltwork.table.play.limits import MAX_AMOUNT
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class BuyIn(Asked, frozen=True, tag="buy-in"):
    seat: int
    amount: int
    asked: str | UnsetType = UNSET
    """What the player asked for, where one of the crew takes it from the player's money at the cage."""


class Collect(Asked, frozen=True, tag="collect"):
    """Take all chips in the rail away from the table."""

    seat: int
    asked: str = ""
    """What the player asked for, where one of the crew does it for them."""


class SellChips(Asked, frozen=True, tag="sell-chips"):
    """Chips from the float for cash, which goes into the drop box."""

    seat: int
    amount: int


class FillFloat(Asked, frozen=True, tag="fill-float"):
    """Chips from the cage into the float tray: the opening float, and fills later on."""

    amount: int


class CreditFloat(Asked, frozen=True, tag="credit-float"):
    """Chips from the float tray back to the cage."""

    amount: int


class EmptyDropBox(Asked, frozen=True, tag="empty-drop-box"):
    """The drop box goes to the count."""


class BoughtIn(Struct, frozen=True, tag="bought-in"):
    """Money came to a seat."""

    seat: int
    player: str
    amount: int
    via: str = ""
    """What it came as: ``cash``, ``ticket`` or ``transfer``; nothing for the player's money at the cage."""
    asked: str | UnsetType = UNSET
    """What the player asked for, where one of the crew did it for them."""


class Collected(Struct, frozen=True, tag="collected"):
    seat: int
    player: str
    amount: int
    asked: str = ""


class ChipsSold(Struct, frozen=True, tag="chips-sold"):
    """Cash went into the drop box, chips from the float to the player."""

    seat: int
    amount: int
    clause: str


class FloatFilled(Struct, frozen=True, tag="float-filled"):
    amount: int
    clause: str


class FloatCredited(Struct, frozen=True, tag="float-credited"):
    amount: int
    clause: str


class DropCounted(Struct, frozen=True, tag="drop-counted"):
    amount: int
    clause: str


def buy_in(live: LiveTable, table: TableState, conduct: Conduct, command: BuyIn, by: Asker) -> Decision:
    refused = own_seat(live, table, command.seat, by) or no_credit(live, table, conduct, command.amount)
    if refused:
        return refused
    if conduct.terminals.credited and by.via not in CREDITS:
        why = "credits come as notes, as a ticket, or by a transfer of the casino management system; not from the cage"
        return Refusal(conduct.terminals.credited, why)
    words = "" if command.asked is UNSET else command.asked
    from_the_cage = by.role != PLAYER and not by.via and conduct.rules >= SINCE
    if (from_the_cage or words) and (refused := said(words, NOT_IN_THE_BOOK)):
        return refused
    return (BoughtIn(command.seat, live.seats.players[command.seat], command.amount, by.via, words or UNSET),)


def collect(live: LiveTable, table: TableState, conduct: Conduct, command: Collect, by: Asker) -> Decision:
    refused = own_seat(live, table, command.seat, by) or not_asked(live, command.seat, command.asked, by)
    if refused:
        return refused
    held = table.balances[command.seat]
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there is nothing in the rail to collect")
    return (Collected(command.seat, live.seats.players[command.seat], held, command.asked),)


def no_credit(live: LiveTable, table: TableState, conduct: Conduct, amount: int) -> Refusal | None:
    """Why so much cannot be bought in: chips come whole, a credit meter takes any cent, none once closing is told."""
    if conduct.terminals.meters and live.notices.closing is not None:
        return Refusal(conduct.notices.clears, "play is about to close: credits are to be cleared, not added")
    if amount <= 0 or (amount % table.rules.chip and not conduct.terminals.meters):
        why = f"{format_money(amount)} cannot be bought in chips of {format_money(table.rules.chip)}"
        return Refusal(table.book.house.placing, why)
    return None


def sell_chips(live: LiveTable, table: TableState, conduct: Conduct, command: SellChips, by: Asker) -> Decision:
    """Cash into the drop box, chips out of the float: where one is kept, no more than its tray holds."""
    refused = may(by, conduct, Act.SELL_CHIPS) or taken(live, table, command.seat)
    clause = conduct.clause_of(Act.SELL_CHIPS)
    refused = refused or not_in_chips(table, command.amount, clause)
    if not refused and live.money.floated and conduct.rules >= SINCE:
        refused = not_in_tray(table, command.amount)
    return refused or (ChipsSold(command.seat, command.amount, clause),)


def fill_float(live: LiveTable, table: TableState, conduct: Conduct, command: FillFloat, by: Asker) -> Decision:
    clause = conduct.clause_of(Act.FILL_FLOAT)
    refused = may(by, conduct, Act.FILL_FLOAT) or not_in_chips(table, command.amount, clause)
    return refused or (FloatFilled(command.amount, clause),)


def credit_float(live: LiveTable, table: TableState, conduct: Conduct, command: CreditFloat, by: Asker) -> Decision:
    """Chips go back to the cage: no more than the tray holds."""
    clause = conduct.clause_of(Act.FILL_FLOAT)
    refused = may(by, conduct, Act.FILL_FLOAT) or not_in_chips(table, command.amount, clause)
    return refused or not_in_tray(table, command.amount) or (FloatCredited(command.amount, clause),)


def empty_drop_box(live: LiveTable, table: TableState, conduct: Conduct, command: EmptyDropBox, by: Asker) -> Decision:
    refused = may(by, conduct, Act.EMPTY_DROP_BOX)
    clause = conduct.clause_of(Act.EMPTY_DROP_BOX)
    if refused or not live.money.drop:
        return refused or Refusal(NOT_IN_THE_BOOK, "there is nothing in the drop box")
    return (DropCounted(live.money.drop, clause),)


def not_in_tray(table: TableState, amount: int) -> Refusal | None:
    """Why so many chips cannot be taken from the float tray."""
    if amount <= table.tray:
        return None
    return Refusal(NOT_IN_THE_BOOK, f"the float tray holds {format_money(table.tray)}, not {format_money(amount)}")


def not_in_chips(table: TableState, amount: int, clause: str) -> Refusal | None:
    if 0 < amount <= MAX_AMOUNT and amount % table.rules.chip == 0:
        return None
    chip = format_money(table.rules.chip)
    return Refusal(clause, f"{format_money(amount)} is no amount in chips of {chip}")


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case BoughtIn():
            words = "" if event.asked is UNSET else asked(event.asked)
            return [f"seat {event.seat} buys in for {format_money(event.amount)}{words}"]
        case Collected():
            return [f"seat {event.seat} collects {format_money(event.amount)}{asked(event.asked)}"]
        case ChipsSold():
            return [f"seat {event.seat} buys chips for {format_money(event.amount)} in cash ({event.clause})"]
        case FloatFilled():
            return [f"float filled with {format_money(event.amount)} ({event.clause})"]
        case FloatCredited():
            return [f"{format_money(event.amount)} of the float goes to the cage ({event.clause})"]
        case DropCounted():
            return [f"drop box emptied, {format_money(event.amount)} counted ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Chips and credits come and go, and cash falls into the drop box."""
    table = game_of(live)
    match event:
        case BoughtIn():
            table.balances[event.seat] += event.amount
        case Collected():
            table.balances[event.seat] -= event.amount
        case ChipsSold():
            table.balances[event.seat] += event.amount
            table.tray -= event.amount
            live.money.drop += event.amount
        case FloatFilled():
            table.tray += event.amount
            live.money.floated = True
        case FloatCredited():
            table.tray -= event.amount
        case DropCounted():
            live.money.drop -= event.amount


TOPIC = Topic(
    commands={
        BuyIn: buy_in,
        Collect: collect,
        SellChips: sell_chips,
        FillFloat: fill_float,
        CreditFloat: credit_float,
        EmptyDropBox: empty_drop_box,
    },
    guards={
        Guard.BEFORE_PLAY: (FillFloat, CreditFloat, EmptyDropBox),
        Guard.WHILE_STOPPED: (Collect,),
        Guard.AT_A_SEAT: (BuyIn, Collect, SellChips),
        Guard.METERED: (Collect,),
        Guard.ADDS: (BuyIn, SellChips),
    },
    events=(BoughtIn, Collected, ChipsSold, FloatFilled, FloatCredited, DropCounted),
    happen=happen,
    tell=tell,
)
