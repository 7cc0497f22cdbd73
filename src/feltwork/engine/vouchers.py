"""Vouchers that are presented at a table: the cage says under what conditions each was issued."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from feltwork.cage.commands import IssueVoucher
from feltwork.cage.state import OPEN, Cage, Voucher
from feltwork.cage.vouchers import NO_VOUCHERS, TOKEN, VOUCHER, clause_on, not_as_issued, presented
from feltwork.engine.cage_halves import cage_refuses
from feltwork.engine.envelope import WITH_THE_CAGE
from feltwork.refusal import Refusal, shown
from feltwork.table.live import events as happened
from feltwork.table.live.commands import ConfirmWager, DeclareWager, ExchangeVoucher
from feltwork.table.live.events import WagerDeclared
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.tokens import other_terms
from feltwork.table.play.events import Placed

WITH_A_VOUCHER = frozenset((ExchangeVoucher, DeclareWager, ConfirmWager))
"""Commands for which the cage says under what conditions a voucher was issued."""
MAY_ASK_CAGE = WITH_THE_CAGE | WITH_A_VOUCHER
"""Commands to a table that the cage is asked about, whether cards are in its terminals or not."""
Vouched = tuple[happened.LiveEvent, ...] | Refusal


def vouched(cage: Cage, live: LiveTable, decided: tuple[happened.LiveEvent, ...], at: int) -> Vouched:
    """What the table would do with a voucher, with the conditions it was issued under, or why the cage refuses it."""
    wagers = [event.key[1] for event in decided if isinstance(event, Placed)]
    found: list[happened.LiveEvent] = []
    held: Voucher | Refusal | None
    for event in decided:
        if isinstance(event, WagerDeclared) and event.voucher:
            asked = (event.voucher, event.seat, event.value, event.brings)
            held = _as_issued(cage, live, *asked, [event.wager], at)
        elif isinstance(event, happened.VoucherChanged):
            held = _as_issued(cage, live, event.voucher, event.seat, event.amount, event.form, wagers, at)
        elif isinstance(event, happened.TokensIssued):
            held = _for_tokens(cage, live, event, at)
        else:
            found.append(event)
            continue
        if isinstance(held, Refusal):
            return held
        found.append(event if isinstance(event, WagerDeclared) or held is None else _with_terms(event, live, held))
    return tuple(found)


def with_the_cage(
    cage: Cage, live: LiveTable, body: object, decided: tuple[happened.LiveEvent, ...], at: int
) -> tuple[happened.LiveEvent, ...] | Refusal:
    """What a table would do, with the conditions of its vouchers; or why the cage refuses it."""
    if type(body) in WITH_A_VOUCHER:
        found = vouched(cage, live, decided, at)
        if isinstance(found, Refusal):
            return found
        decided = found
    asks = live.terminals.cards or type(body) in WITH_THE_CAGE
    return (cage_refuses(cage, live, body, decided) if asks else None) or decided


def _for_tokens(cage: Cage, live: LiveTable, event: happened.TokensIssued, at: int) -> Voucher | Refusal | None:
    """The voucher; none for a number that no cage has checked, which only a table under rules 1 takes, and once."""
    known = cage.vouchers.get(event.voucher)
    if event.player or (known and known.expires):
        held = _as_issued(cage, live, event.voucher, event.seat, event.amount, VOUCHER, (), at)
        if isinstance(held, Refusal) or live.game is None:
            return held
        return other_terms(live, live.game, event.seat, held.wagers, event.clause) or held
    if known and known.standing != OPEN:
        return Refusal(event.clause, f"voucher {event.voucher} has been exchanged already")
    if known and known.amount != event.amount:
        return Refusal(event.clause, "the voucher was issued for another amount")
    return None


def _as_issued(
    cage: Cage, live: LiveTable, number: str, seat: int, amount: int, form: str, wagers: Sequence[str], at: int
) -> Voucher | Refusal:
    book = live.game.book.id if live.game else ""
    clause = clause_on(book)
    held = presented(cage, number, clause, at)
    if isinstance(held, Refusal):
        return held
    refused = not_as_issued(
        held,
        number,
        clause,
        player=live.seats.players.get(seat, ""),
        table=live.table,
        book=book,
        amount=amount,
        form=form,
        wagers=wagers,
    )
    return refused or held


def _with_terms(
    event: happened.TokensIssued | happened.VoucherChanged, live: LiveTable, held: Voucher
) -> happened.LiveEvent:
    return replace(event, player=live.seats.players[event.seat], book=held.book, wagers=held.wagers)


def for_table(live: LiveTable, body: IssueVoucher) -> IssueVoucher | Refusal:
    """A voucher for one table is for the game of that table, and for wagers that it has."""
    if not body.table:
        return body
    opening, game = live.opening.opened, live.game
    if opening is None or game is None:
        return Refusal(TOKEN, f"table {shown(body.table)} was never opened, so no voucher can be for it")
    if body.book not in ("", opening.book):
        return Refusal(clause_on(opening.book) or NO_VOUCHERS, f"{body.table} plays {opening.book}, not {body.book}")
    missing = [name for name in body.wagers if name not in game.book.wagers]
    if missing:
        return Refusal(clause_on(opening.book) or NO_VOUCHERS, f"{body.table} has no wager '{shown(missing[0])}'")
    return replace(body, book=opening.book)
