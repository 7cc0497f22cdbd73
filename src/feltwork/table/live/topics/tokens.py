"""Promotional tokens: issued for vouchers, wagered under their conditions, handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.names import is_name
from feltwork.table.live.topic import Guard, Topic, asked, game_of, tag
from feltwork.table.live.topics.money import not_in_chips
from feltwork.table.live.topics.seats import SeatLeft, not_their_seat, taken
from feltwork.table.play.events import TOKENS
from feltwork.table.play.evolve import pay_in_kind
from feltwork.table.play.state import TableState, holds_tokens

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class ExchangeVoucher(Asked, frozen=True, tag="exchange-voucher"):
    """A promotional voucher is exchanged for tokens of the same value."""

    seat: int
    voucher: str
    amount: int


class HandInTokens(Asked, frozen=True, tag="hand-in-tokens"):
    """A player gives up tokens; nothing is paid for them."""

    seat: int
    asked: str = ""
    """What the player asked for, where one of the crew does it for them."""


class TokensIssued(Struct, frozen=True, tag="tokens-issued"):
    """Tokens of the same value for a voucher."""

    seat: int
    voucher: str
    amount: int
    clause: str
    player: str = ""
    """Whose voucher it was, with"""
    book: str = ""
    """the game it is for"""
    wagers: tuple[str, ...] = ()
    """and what may be wagered with the tokens, if it names any; nothing of this under rules 1."""


class VoucherChanged(Struct, frozen=True, tag="voucher-changed"):
    """What came with an oral wager, a voucher or authorised tokens, was turned into chips (Crown 3.3.2)."""

    seat: int
    voucher: str
    amount: int
    form: str
    clause: str
    player: str
    book: str
    wagers: tuple[str, ...] = ()


class TokensHandedIn(Struct, frozen=True, tag="tokens-handed-in"):
    seat: int
    amount: int
    asked: str = ""
    """What the player asked for, where one of the crew did it for them."""


def exchange_voucher(
    live: LiveTable, table: TableState, conduct: Conduct, command: ExchangeVoucher, by: Asker
) -> Decision:
    """The dealer exchanges a voucher for tokens of equal value, once; the cage knows its conditions."""
    refused = may(by, conduct, Act.EXCHANGE_VOUCHER) or taken(live, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.EXCHANGE_VOUCHER)
    if not is_name(command.voucher):
        return Refusal(NOT_IN_THE_BOOK, "a voucher is known by letters, digits, dots and dashes")
    if command.voucher in live.money.vouchers:
        return Refusal(clause, f"voucher {command.voucher} has been exchanged already")
    refused = not_in_chips(table, command.amount, clause)
    if refused or conduct.rules == 1:
        return refused or (TokensIssued(command.seat, command.voucher, command.amount, clause),)
    player, book = live.seats.players[command.seat], table.book.id
    return (TokensIssued(command.seat, command.voucher, command.amount, clause, player, book),)


def hand_in_tokens(live: LiveTable, table: TableState, conduct: Conduct, command: HandInTokens, by: Asker) -> Decision:
    """Tokens are never redeemed: what is not wagered is given up (reading G16)."""
    refused = taken(live, table, command.seat) or not_their_seat(live, table, command.seat, by)
    if refused:
        return refused
    held = table.tokens.get(command.seat, 0)
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there are no tokens to hand in")
    return (TokensHandedIn(command.seat, held),)


def barred_tokens(live: LiveTable, conduct: Conduct, seat: int, wager: str) -> Refusal | None:
    """Tokens go where the conditions of their voucher let them."""
    terms = live.money.token_terms.get(seat)
    if not terms or wager in terms:
        return None
    return Refusal(conduct.clause_of(Act.EXCHANGE_VOUCHER), f"these tokens came for {' and '.join(terms)} only")


def other_terms(live: LiveTable, table: TableState, seat: int, wagers: tuple[str, ...], clause: str) -> Refusal | None:
    """Tokens are alike: those of one voucher are wagered or handed in before others come with other conditions."""
    if live.money.token_terms.get(seat, wagers) == wagers or not holds_tokens(table, seat):
        return None
    return Refusal(clause, "tokens of another voucher, with other conditions, are still in play at this seat")


def not_exchangeable(
    live: LiveTable, table: TableState, number: str, what: str, value: int, clause: str
) -> Refusal | None:
    """Why a voucher, or tokens under a number, cannot be turned into chips."""
    if not is_name(number):
        return Refusal(clause, f"enter the number that the {what} was issued under")
    refused = not_in_chips(table, value, clause)
    if refused is None and number in live.money.vouchers:
        return Refusal(clause, f"voucher {number} has been exchanged already")
    return refused


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case TokensIssued():
            voucher = shown(event.voucher)
            only = f", for {' and '.join(event.wagers)} only" if event.wagers else ""
            got = f"{format_money(event.amount)} in tokens for {voucher}{only}"
            return [f"seat {event.seat} gets {got} ({event.clause})"]
        case VoucherChanged():
            what = f"{event.form} {shown(event.voucher)}"
            return [f"seat {event.seat} gets {format_money(event.amount)} in chips for {what} ({event.clause})"]
        case TokensHandedIn():
            return [f"seat {event.seat} hands in {format_money(event.amount)} in tokens{asked(event.asked)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Vouchers exchanged, and tokens issued and given up."""
    table = game_of(live)
    match event:
        case TokensIssued():
            live.money.vouchers.add(event.voucher)
            live.money.token_terms[event.seat] = event.wagers
            pay_in_kind(table, event.seat, TOKENS, event.amount)
        case VoucherChanged():
            live.money.vouchers.add(event.voucher)
            table.balances[event.seat] += event.amount
            table.tray -= event.amount
        case TokensHandedIn():
            pay_in_kind(table, event.seat, TOKENS, -event.amount)
        case SeatLeft():
            live.money.token_terms.pop(event.seat, None)


TOPIC = Topic(
    commands={ExchangeVoucher: exchange_voucher, HandInTokens: hand_in_tokens},
    guards={
        Guard.WHILE_STOPPED: (HandInTokens,),
        Guard.AT_A_SEAT: (ExchangeVoucher, HandInTokens),
        Guard.ADDS: (ExchangeVoucher,),
    },
    for_a_player={HandInTokens: lambda live, table, conduct: conduct.clause_of(Act.EXCHANGE_VOUCHER)},
    events=(TokensIssued, VoucherChanged, TokensHandedIn),
    follows=(SeatLeft,),
    happen=happen,
    tell=tell,
)
