"""From an event to its postings.

Accounts: ``player/ID`` is money a player has away from the tables, ``seat/TABLE/N`` chips in the rail,
``felt/TABLE`` stakes at risk, ``float/TABLE`` the house's chips, ``commission/TABLE`` commission taken, ``outside``
the world beyond the casino, ``withheld/TABLE/CASE`` credits kept back, ``receivable/TABLE/ROUND`` what a player owes of
a round set right, ``payable/TABLE/ROUND`` what is kept for one who has gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from feltwork.ledger.account import Posting
from feltwork.table import events as game
from feltwork.table.life import events as happened
from feltwork.table.life import floor_events as floor
from feltwork.table.life.state import Life


def postings(life: Life, event: happened.LifeEvent) -> tuple[Posting, ...]:
    """What an event moves, given the table before it."""
    moved: Counter[str] = Counter()
    table = life.table
    match event:
        case happened.BoughtIn():
            _move(moved, f"player/{event.player}", seat_account(table, event.seat), event.amount)
        case happened.Collected():
            _move(moved, seat_account(table, event.seat), f"player/{event.player}", event.amount)
        case game.Placed():
            seat = seat_account(table, event.key[0])
            _move(moved, seat, f"felt/{table}", event.amount)
            _move(moved, seat, f"commission/{table}", event.commission)
        case game.Removed():
            seat = seat_account(table, event.key[0])
            _move(moved, f"felt/{table}", seat, event.amount)
            _move(moved, f"commission/{table}", seat, event.commission_back)
            _settle(moved, table, event.lines)
        case game.RoundSettled() | game.RoundInvalid() | game.LuckyBallVoided():
            _settle(moved, table, event.lines)
        case happened.RoundReversed():
            if life.last_round is not None:
                _settle(moved, table, life.last_round[1].lines)
                moved = Counter({account: -cents for account, cents in moved.items()})
        case floor.RoundAdjusted():
            for line in event.lines:
                if line.now is not None:
                    _move(moved, f"float/{table}", seat_account(table, line.now), line.at_seat)
                rest = line.cents - line.at_seat
                case = f"{'receivable' if rest < 0 else 'payable'}/{table}/{event.version}"
                _move(moved, f"float/{table}", case, rest)
        case floor.WagersVoided():
            _settle(moved, table, event.lines)
        case floor.Withheld():
            _move(moved, seat_account(table, event.seat), f"withheld/{table}/{event.case}", event.amount)
        case floor.WithholdingEnded():
            to = f"float/{table}" if event.seat is None else seat_account(table, event.seat)
            _move(moved, f"withheld/{table}/{event.case}", to, event.amount)
        case _:
            pass
    return tuple(Posting(account, cents) for account, cents in sorted(moved.items()) if cents)


def seat_account(table: str, seat: int) -> str:
    return f"seat/{table}/{seat}"


def _move(moved: Counter[str], source: str, target: str, cents: int) -> None:
    moved[source] -= cents
    moved[target] += cents


def _settle(moved: Counter[str], table: str, lines: Iterable[game.Settled]) -> None:
    """Each line: the stake leaves the felt; what goes back and what is won reach the seat; the house keeps the rest."""
    for line in lines:
        seat = seat_account(table, line.seat)
        _move(moved, f"felt/{table}", seat, line.returned)
        _move(moved, f"felt/{table}", f"float/{table}", line.stake - line.returned)
        _move(moved, f"float/{table}", seat, line.winnings)
        _move(moved, f"commission/{table}", seat, line.commission_back)
