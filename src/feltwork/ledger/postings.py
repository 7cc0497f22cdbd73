"""From an event to its postings.

Accounts: ``player/ID`` is money a player has away from the tables, ``seat/TABLE/N`` chips in the rail,
``checks/TABLE/N`` colour checks in hand, ``felt/TABLE`` stakes at risk, ``float/TABLE`` the house's chips,
``commission/TABLE`` commission taken, ``rounding/TABLE`` what was paid over exact winnings because chips cannot make
them, ``drop/TABLE`` cash in the drop box, ``vault`` chips and counted cash at the cage, ``outside`` the world beyond
the casino, ``withheld/TABLE/CASE`` credits kept back, ``receivable/TABLE/ROUND`` what a player owes of a round set
right, ``payable/TABLE/ROUND`` what is kept for one who has gone. Tokens are no money and balance among themselves:
``tokens/TABLE/N`` in hand, ``tokens-felt/TABLE`` at risk, ``tokens-house`` issued and not yet back, as a debt.
"""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.ledger.account import Posting
from feltwork.table.live import events as happened
from feltwork.table.live.state import LiveTable
from feltwork.table.play import events as game
from feltwork.table.play.events import CHECKS, CHIPS, TOKENS

_HELD = {CHIPS: "seat", TOKENS: "tokens", CHECKS: "checks"}
"""What a player holds of each instrument lies in an account of this name."""
_PLAIN = game.Apart()


def postings(live: LiveTable, event: happened.LiveEvent) -> tuple[Posting, ...]:
    """What an event moves, given the table before it."""
    moved: dict[str, int] = {}
    table = live.table
    match event:
        case game.Placed():  # first, for most of what happens is one of these
            seat = event.key[0]
            felt = f"tokens-felt/{table}" if event.instrument == TOKENS else f"felt/{table}"
            _move(moved, f"{_HELD[event.instrument]}/{table}/{seat}", felt, event.amount)
            if event.commission:
                _move(moved, seat_account(table, seat), f"commission/{table}", event.commission)
        case game.Removed():
            seat = event.key[0]
            _hand_back(moved, table, seat, event.amount, event.tokens, event.checks)
            if event.commission_back:
                _move(moved, f"commission/{table}", seat_account(table, seat), event.commission_back)
            _settle(moved, table, event.lines)
        case happened.BoughtIn():
            _move(moved, f"player/{event.player}", seat_account(table, event.seat), event.amount)
        case happened.Collected():
            _move(moved, seat_account(table, event.seat), f"player/{event.player}", event.amount)
        case game.RoundSettled() | game.RoundInvalid() | game.LuckyBallVoided():
            _settle(moved, table, event.lines)
        case happened.RoundReversed():
            if live.rounds.last is not None:
                _settle(moved, table, [line for line in live.rounds.last[1].lines if line.seat not in event.gone])
                moved = {account: -cents for account, cents in moved.items()}
                _lay_back(moved, table, event)
        case happened.DebtRepaid():
            _owe(moved, table, event.version, event.seat, event.of, -event.cents)
        case happened.RoundAdjusted():
            for line in event.lines:
                if line.now is not None:
                    _move(moved, f"float/{table}", seat_account(table, line.now), line.at_seat)
                rest = line.cents - line.at_seat
                case = f"{'receivable' if rest < 0 else 'payable'}/{table}/{event.version}"
                _move(moved, f"float/{table}", case, rest)
        case happened.WagersVoided() | happened.PlayerSanctioned():
            _settle(moved, table, event.lines)
        case happened.WagersFoundInvalid():
            _settle(moved, table, event.lines)
            rest = event.cents - event.at_seat
            _move(moved, f"float/{table}", seat_account(table, event.seat), event.at_seat)
            _move(moved, f"float/{table}", f"receivable/{table}/{event.version}", rest)
        case happened.Withheld():
            _move(moved, seat_account(table, event.seat), f"withheld/{table}/{event.case}", event.amount)
        case happened.WithholdingEnded():
            to = f"float/{table}" if event.seat is None else seat_account(table, event.seat)
            _move(moved, f"withheld/{table}/{event.case}", to, event.amount)
        case _:
            _pay(moved, table, event)
    return tuple([Posting(account, cents) for account, cents in sorted(moved.items()) if cents])


def seat_account(table: str, seat: int) -> str:
    return f"seat/{table}/{seat}"


def checks_out_account(table: str, player: str) -> str:
    """Colour checks of a table that a player took away when it closed."""
    return f"checks-out/{table}/{player}"


def _move(moved: dict[str, int], source: str, target: str, cents: int) -> None:
    if cents:
        moved[source] = moved.get(source, 0) - cents
        moved[target] = moved.get(target, 0) + cents


def _settle(moved: dict[str, int], table: str, lines: Iterable[game.Settled]) -> None:
    """Each line: the stake leaves the felt; what goes back and what is won reach the seat; the house keeps the rest."""
    for line in lines:
        seat, apart = seat_account(table, line.seat), line.apart or _PLAIN
        _hand_back(moved, table, line.seat, line.returned, apart.tokens_back, apart.checks_back)
        kept = apart.tokens - apart.tokens_back
        _move(moved, f"tokens-felt/{table}", "tokens-house", kept)
        _move(moved, f"felt/{table}", f"float/{table}", line.stake - line.returned - kept)
        _move(moved, f"float/{table}", seat, line.winnings - apart.rounding)
        _move(moved, f"rounding/{table}", seat, apart.rounding)
        _move(moved, f"commission/{table}", seat, line.commission_back)


def _hand_back(moved: dict[str, int], table: str, seat: int, amount: int, tokens: int, checks: int) -> None:
    """Off the felt into the player's hands, each part as what it is.

    What is seldom there is asked for first, here and above: most of the cost of a move is the names of its accounts.
    """
    _move(moved, f"felt/{table}", seat_account(table, seat), amount - tokens - checks)
    if checks:
        _move(moved, f"felt/{table}", f"checks/{table}/{seat}", checks)
    if tokens:
        _move(moved, f"tokens-felt/{table}", f"tokens/{table}/{seat}", tokens)


def _lay_back(moved: dict[str, int], table: str, event: happened.RoundReversed) -> None:
    """Chips put down since go back, chips taken up since lie again, and what is not there is owed."""
    for sign, chips in ((1, event.back), (-1, event.again)):
        for (seat, _, _), amount, commission, tokens, checks in chips:
            _hand_back(moved, table, seat, sign * amount, sign * tokens, sign * checks)
            _move(moved, f"commission/{table}", seat_account(table, seat), sign * commission)
    for seat, _, cents, of in event.owed:
        _owe(moved, table, event.version, seat, of, cents)


def _owe(moved: dict[str, int], table: str, version: int, seat: int, of: str, cents: int) -> None:
    """Lent to a player out of what the round's case then lacks; tokens are no money and nobody owes them."""
    source = "tokens-house" if of == TOKENS else f"receivable/{table}/{version}"
    _move(moved, source, f"{_HELD[of]}/{table}/{seat}", cents)


def _pay(moved: dict[str, int], table: str, event: happened.LiveEvent) -> None:
    """Tokens, colour checks, float and drop."""
    match event:
        case happened.TokensIssued():
            _move(moved, "tokens-house", f"tokens/{table}/{event.seat}", event.amount)
        case happened.TokensHandedIn():
            _move(moved, f"tokens/{table}/{event.seat}", "tokens-house", event.amount)
        case happened.ColourIssued():
            _move(moved, seat_account(table, event.seat), f"checks/{table}/{event.seat}", event.amount)
        case happened.ColourRedeemed():
            _move(moved, f"checks/{table}/{event.seat}", seat_account(table, event.seat), event.amount)
        case happened.ChecksLeftOut():
            _move(moved, f"checks/{table}/{event.seat}", checks_out_account(table, event.player), event.amount)
        case happened.ChecksBroughtBack():
            _move(moved, checks_out_account(table, event.player), seat_account(table, event.seat), event.amount)
        case happened.ChecksRedeemed():
            _move(moved, checks_out_account(table, event.player), f"player/{event.player}", event.amount)
        case happened.ChipsSold():
            _move(moved, "outside", f"drop/{table}", event.amount)
            _move(moved, f"float/{table}", seat_account(table, event.seat), event.amount)
        case happened.VoucherChanged():
            _move(moved, f"float/{table}", seat_account(table, event.seat), event.amount)
        case happened.FloatFilled():
            _move(moved, "vault", f"float/{table}", event.amount)
        case happened.FloatCredited():
            _move(moved, f"float/{table}", "vault", event.amount)
        case happened.DropCounted():
            _move(moved, f"drop/{table}", "vault", event.amount)
        case _:
            pass
