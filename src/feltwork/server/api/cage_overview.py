"""What the cage's screen shows: tickets, cards, transfers, vouchers, checks, the day as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from feltwork.cage.handpay import FORMS
from feltwork.cage.numbers import grouped
from feltwork.cage.report import GROUPS, Report
from feltwork.cage.state import OPEN, PENDING, Cage
from feltwork.cage.vouchers import clause_on, takes_tokens
from feltwork.games.equipment import COLOUR_CHECKS
from feltwork.games.registry import book_names, every_kind
from feltwork.table.live.topic import CLOSED

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime
    from feltwork.server.state import ServerState

MAX_SHOWN = 60
CASH_IN_HAND = frozenset(GROUPS[account] for account in ("cash/cage", "cash", "outside"))


def cards_inside(house: Runtime) -> dict[str, tuple[str, int]]:
    """Give the terminal that each card is in, as the tables have it: a card that was replaced may still be in one."""
    return {card: (name, seat) for name in house.rooms for seat, card in house.live(name).terminals.cards.items()}


def overview(cage: Cage, inside: Mapping[str, tuple[str, int]]) -> dict[str, object]:
    """The newest of each, and what waits first; of each card the terminal that it is in."""
    tickets = list(cage.tickets.items())[-MAX_SHOWN:][::-1]
    open_ones = [ticket.amount for ticket in cage.tickets.values() if ticket.standing == OPEN]
    newest = list(cage.transfers.items())[::-1]
    waiting = sorted(newest, key=lambda found: found[1].standing != PENDING)
    return {
        "outstanding": {"number": len(open_ones), "cents": sum(open_ones)},
        "players": {player: cents for player, cents in sorted(cage.purses.items()) if cents},
        "tickets": [{"serial": serial, **msgspec.structs.asdict(ticket)} for serial, ticket in tickets],
        "cards": [
            {"card": number, "grouped": grouped(number), "seated": inside.get(number), **msgspec.structs.asdict(card)}
            for number, card in list(cage.cards.items())[-MAX_SHOWN:][::-1]
        ],
        "transfers": [{"transfer": name, **msgspec.structs.asdict(t)} for name, t in waiting[:MAX_SHOWN]],
        "ways": FORMS,
        "forms": [
            {"form": number, **msgspec.structs.asdict(form)}
            for number, form in list(cage.forms.items())[-MAX_SHOWN:][::-1]
        ],
        "vouchers": [
            {"voucher": name, **msgspec.structs.asdict(voucher)}
            for name, voucher in list(cage.vouchers.items())[-MAX_SHOWN:][::-1]
        ],
    }


def checks_out(floor: ServerState) -> list[dict[str, object]]:
    """Colour checks that players took away, table by table; they are redeemed here while the table is closed."""
    return [
        {
            "table": name,
            "player": player,
            "amount": cents,
            "closed": room.live.status == CLOSED,
            "emblem": ", ".join(found.serials) if (found := room.live.equipment.inspected.get(COLOUR_CHECKS)) else "",
        }
        for name, room in sorted(floor.house.rooms.items())
        for player, cents in sorted(room.live.colours.out.items())
    ]


def games(floor: ServerState) -> list[dict[str, object]]:
    """The games that take vouchers, with what one can be for: a table of this floor, a wager."""
    open_at: dict[str, list[str]] = {}
    for name, room in sorted(floor.house.rooms.items()):
        if room.live.opening.opened is not None:
            open_at.setdefault(room.live.opening.opened.book, []).append(name)
    return [{**_game(book), "tables": open_at.get(book, [])} for book in book_names() if clause_on(book)]


@cache
def _game(book: str) -> dict[str, object]:
    kinds = every_kind(book)
    wagers = {name: wager.title for kind in kinds for name, wager in kind.wagers.items()}
    return {"book": book, "title": kinds[0].title, "wagers": list(wagers.items()), "tokens": takes_tokens(book)}


def report_data(made: Report) -> dict[str, object]:
    """The report as plain data."""
    return {
        "since": made.since,
        "until": made.until,
        "wrong": made.wrong,
        "accounts": [
            {
                "name": a.name,
                "opening": a.opening,
                "in": a.came,
                "out": a.went,
                "closing": a.closing,
                "cash": a.name in CASH_IN_HAND,
            }
            for a in made.accounts.values()
        ],
        "tickets": made.tickets,
        "vouchers": made.vouchers,
        "cash": made.cash,
        "transfers": made.transfers,
        "by_hand": made.by_hand,
        "meters": [
            {"table": m.table, "seat": m.seat, "in": m.came, "out": m.went} for _, m in sorted(made.meters.items())
        ],
    }
