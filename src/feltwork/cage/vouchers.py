"""Promotional vouchers: issued once, under conditions that are checked, and exchanged once, as the conditions say.

At Star Craps, Roulette and Dragon Fire the dealer exchanges one for tokens (1.1, "casino promotional token"). At Crown
it is turned into chips with an oral wager, and so are authorised tokens, which have a number from the cage too (3.3.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage import state as how
from feltwork.cage.state import Cage, Voucher
from feltwork.cage.tickets import MAX_EXPIRED, not_a_cashier
from feltwork.cage.till import MAX_AMOUNT, Till
from feltwork.games import book_names
from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of, every_kind
from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import is_name, may_be_person

TOKEN = '1.1["casino promotional token"]'
"""What the books of The Star say of vouchers."""
NO_VOUCHERS = "3.4"
"""Aruze Craps: what adds to a credit meter; a voucher does not."""
VOUCHER, TOKENS = "voucher", "tokens"
FORMS = (VOUCHER, TOKENS)
LONGEST = 200
"""Letters of what is printed on a voucher beside its conditions."""
STANDS = {
    how.EXCHANGED: "it has been exchanged already",
    how.VOID: "it was cancelled",
    how.EXPIRED: "it is past its date",
}


def clause_on(book: str) -> str:
    """The clause by which a book's tables take vouchers; empty where they take none."""
    conduct = conduct_of(book)
    power = conduct.powers.get(Act.EXCHANGE_VOUCHER) if conduct else None
    return power.clause if power else conduct.oral.into_chips if conduct else ""


@cache
def wagers_of(book: str) -> frozenset[str]:
    """Every wager that some table of a book has."""
    return frozenset(name for kind in every_kind(book) for name in kind.wagers)


def issue(cage: Cage, command: ask.IssueVoucher, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    """A voucher numbered by its record, for one player, with conditions that some table can keep."""
    clause = clause_on(command.book) if command.book in book_names() else TOKEN
    refused = not_a_cashier(by, clause or NO_VOUCHERS) or _no_game(command.book, clause) or _unkept(command, clause)
    if refused:
        return refused
    expires = command.expires or by.at + till.voucher_lasts
    if expires <= by.at:
        return Refusal(clause, "the day it would be good until is already over")
    return (
        happened.VoucherIssued(
            f"V{cage.version + 1}",
            command.player,
            command.amount,
            command.conditions,
            command.book,
            command.table,
            tuple(command.wagers),
            expires,
            command.form,
        ),
    )


def _no_game(book: str, clause: str) -> Refusal | None:
    if book not in book_names():
        return Refusal(
            clause, f"a voucher is for one game: {', '.join(filter(clause_on, book_names()))}, not '{shown(book)}'"
        )
    return None if clause else Refusal(NO_VOUCHERS, f"no voucher is taken at {book}")


def _unkept(command: ask.IssueVoucher, clause: str) -> Refusal | None:
    """Why nobody could exchange it as its conditions say."""
    if not may_be_person(command.player):
        return Refusal(clause, "a voucher is issued to a known player")
    if not 0 < command.amount <= MAX_AMOUNT:
        return Refusal(clause, f"a voucher is worth something, and no more than {format_money(MAX_AMOUNT)}")
    if command.form not in FORMS or (command.form == TOKENS and not takes_tokens(command.book)):
        return Refusal(clause, f"at {command.book} the cage issues {_forms(command.book)}, not '{shown(command.form)}'")
    if command.table and not is_name(command.table):
        return Refusal(clause, "a table is known by letters, digits, dots and dashes")
    if unknown := [name for name in command.wagers if name not in wagers_of(command.book)]:
        return Refusal(clause, f"{command.book} has no wager '{shown(unknown[0])}'")
    if len(set(command.wagers)) != len(command.wagers):
        return Refusal(clause, "name each wager once")
    if len(command.conditions) > LONGEST or not (command.conditions + " ").isprintable():
        return Refusal(clause, f"what is printed on it has {LONGEST} letters at most")
    return None


def takes_tokens(book: str) -> bool:
    """Are tokens brought to the table, as at Crown, and not had there for a voucher?"""
    conduct = conduct_of(book)
    return conduct is not None and conduct.oral.changes


def _forms(book: str) -> str:
    return "a voucher or tokens" if takes_tokens(book) else "a voucher"


def void(cage: Cage, command: ask.VoidVoucher, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    voucher = cage.vouchers.get(command.voucher)
    clause = clause_on(voucher.book) if voucher and voucher.expires else TOKEN
    refused = not_a_cashier(by, clause)
    if refused:
        return refused
    if voucher is None or not voucher.expires:
        return Refusal(clause, "no voucher of this number was issued")
    if voucher.standing != how.OPEN or not command.reason.strip():
        return Refusal(clause, STANDS.get(voucher.standing, "say why the voucher is cancelled"))
    return (happened.VoucherVoided(command.voucher, voucher.amount, command.reason[:LONGEST]),)


def expired(cage: Cage, by: Asker) -> tuple[happened.VoucherExpired, ...]:
    """Vouchers past their date that nobody has exchanged."""
    past = [
        happened.VoucherExpired(number, voucher.amount)
        for number, voucher in cage.vouchers.items()
        if voucher.standing == how.OPEN and 0 < voucher.expires <= by.at
    ]
    return tuple(past[:MAX_EXPIRED])


def presented(cage: Cage, number: str, clause: str, now: int) -> Voucher | Refusal:
    """The voucher behind a number that somebody brings, if it is still to be exchanged."""
    voucher = cage.vouchers.get(number)
    if voucher is None or not voucher.expires:
        return Refusal(clause, f"voucher {shown(number)} was never issued")
    if voucher.standing != how.OPEN:
        return Refusal(clause, f"voucher {number}: {STANDS[voucher.standing]}")
    if now >= voucher.expires:
        return Refusal(clause, f"voucher {number}: {STANDS[how.EXPIRED]}")
    return voucher


def not_as_issued(
    voucher: Voucher,
    number: str,
    clause: str,
    *,
    player: str,
    table: str,
    book: str,
    amount: int,
    form: str,
    wagers: Iterable[str] = (),
) -> Refusal | None:
    """Why a voucher is not exchanged so: by another person, elsewhere, for another amount, for what it is not for."""
    if voucher.player != player:
        return Refusal(clause, f"voucher {number} was issued to another player")
    if voucher.book != book or voucher.table_named not in ("", table):
        where = voucher.table_named or voucher.book
        return Refusal(clause, f"voucher {number} is for {where}, and this is {table}")
    if voucher.amount != amount:
        worth, brought = format_money(voucher.amount), format_money(amount)
        return Refusal(clause, f"voucher {number} was issued for {worth}, not for {brought}")
    if voucher.form != form:
        return Refusal(clause, f"{number} was issued as {_article(voucher.form)}, not as {_article(form)}")
    barred = [name for name in wagers if voucher.wagers and name not in voucher.wagers]
    if barred:
        return Refusal(clause, f"voucher {number} is for {' and '.join(voucher.wagers)}, not for {barred[0]}")
    return None


def _article(form: str) -> str:
    return "a voucher" if form == VOUCHER else form
