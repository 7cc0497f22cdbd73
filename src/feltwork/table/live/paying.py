"""What events of tokens, colour checks, float and drop make happen."""

from __future__ import annotations

from feltwork.table.live import checks_out, consent
from feltwork.table.live import events as happened
from feltwork.table.live import money_events as money
from feltwork.table.live.held import holds_checks
from feltwork.table.live.state import Colours, Life
from feltwork.table.play.evolve import pay_in_kind
from feltwork.table.play.instruments import CHECKS, CHIPS, TOKENS
from feltwork.table.play.state import TableState


def pay(life: Life, event: happened.LifeEvent) -> bool:
    """Tokens, colour checks, float and drop: did it move any of these?"""
    table = life.game
    if table is None:
        return False
    match event:
        case money.TokensIssued():
            life.vouchers.add(event.voucher)
            life.token_terms[event.seat] = event.wagers
            pay_in_kind(table, event.seat, TOKENS, event.amount)
        case money.VoucherChanged():
            life.vouchers.add(event.voucher)
            table.balances[event.seat] += event.amount
            table.tray -= event.amount
        case money.TokensHandedIn():
            pay_in_kind(table, event.seat, TOKENS, -event.amount)
        case money.ColourIssued():
            had = life.colours.get(event.seat) if holds_checks(table, event.seat) else None
            colours = dict.fromkeys((*(had.colours if had else ()), event.colour))
            life.colours[event.seat] = Colours(tuple(colours), event.value, event.marker)
            life.wanted.pop(event.seat, None)
            consent.issued(life, event, anew=had is None or event.colour not in had.colours)
            _exchange(table, event.seat, event.amount)
        case money.ColourAsked():
            life.wanted[event.seat] = event
        case money.ColourAgreed():
            life.agreed.add((event.seat, event.with_seat, event.colour))
        case money.ColourRedeemed():
            consent.redeemed(life, event.seat)
            _exchange(table, event.seat, -event.amount)
        case money.ChecksLeftOut():
            pay_in_kind(table, event.seat, CHECKS, -event.amount)
            checks_out.happen(life, event)
        case money.ChecksBroughtBack():
            table.balances[event.seat] += event.amount
            checks_out.happen(life, event)
        case money.ChecksRedeemed():
            checks_out.happen(life, event)
        case money.ChipsSold():
            table.balances[event.seat] += event.amount
            table.tray -= event.amount
            life.drop += event.amount
        case money.FloatFilled():
            table.tray += event.amount
        case money.FloatCredited():
            table.tray -= event.amount
        case money.DropCounted():
            life.drop -= event.amount
        case _:
            return False
    return True


def _exchange(table: TableState, seat: int, cents: int) -> None:
    """Chips in the rail for colour checks, or back."""
    pay_in_kind(table, seat, CHIPS, -cents)
    pay_in_kind(table, seat, CHECKS, cents)
