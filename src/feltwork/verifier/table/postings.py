"""What each event moves between accounts, worked out again from the event alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltwork.verifier.remembered import remembered
from feltwork.verifier.table.lines import Apart, SettledLine

Moved = tuple[tuple[str, int], ...]
EXCHANGES = {
    "tokens-issued": [("tokens-house", "tokens/{table}/{seat}")],
    "tokens-handed-in": [("tokens/{table}/{seat}", "tokens-house")],
    "colour-issued": [("seat/{table}/{seat}", "checks/{table}/{seat}")],
    "colour-redeemed": [("checks/{table}/{seat}", "seat/{table}/{seat}")],
    "checks-left-out": [("checks/{table}/{seat}", "checks-out/{table}/{player}")],
    "checks-brought-back": [("checks-out/{table}/{player}", "seat/{table}/{seat}")],
    "checks-redeemed": [("checks-out/{table}/{player}", "player/{player}")],
    "voucher-changed": [("float/{table}", "seat/{table}/{seat}")],
    "chips-sold": [("outside", "drop/{table}"), ("float/{table}", "seat/{table}/{seat}")],
    "float-filled": [("vault", "float/{table}")],
    "float-credited": [("float/{table}", "vault")],
    "drop-counted": [("drop/{table}", "vault")],
}
"""Events that carry one amount from account to account."""


def expected(table: str, kind: str, body: dict[str, Any], lines: Sequence[SettledLine] = ()) -> Moved:
    """The postings of a table event, by account; ``lines`` are those it settles, or takes back."""
    if kind == "wager-placed" and not body["commission"] and body.get("instrument", "chips") == "chips":
        return _put_down(table, body["key"][0], body["amount"])
    moved: dict[str, int] = {}
    if kind in EXCHANGES:
        where = {"table": table, "seat": body.get("seat"), "player": body.get("player")}
        for source, target in EXCHANGES[kind]:
            _pay(moved, source.format(**where), target.format(**where), body["amount"])
    elif kind in MOVES:
        MOVES[kind](moved, table, body)
    elif kind not in SETTLES:
        return ()
    if lines:
        _pay_lines(moved, table, lines, -1 if kind == "round-reversed" else 1)
    return tuple(sorted([posting for posting in moved.items() if posting[1]]))


@remembered(typed=True)
def _put_down(table: str, seat: int, amount: int) -> Moved:
    """Most records of a log: chips go from the rail to the felt, whose account comes first."""
    return ((on_felt(table), amount), (rail(table, seat), -amount)) if amount else ()


def _bought(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    _pay(moved, f"player/{body['player']}", rail(table, body["seat"]), body["amount"])


def _collected(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    _pay(moved, rail(table, body["seat"]), f"player/{body['player']}", body["amount"])


def _placed(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    seat, of = body["key"][0], body.get("instrument", "chips")
    source = rail(table, seat) if of == "chips" else f"{of}/{table}/{seat}"
    _pay(moved, source, f"tokens-felt/{table}" if of == "tokens" else f"felt/{table}", body["amount"])
    if body["commission"]:
        _pay(moved, rail(table, seat), f"commission/{table}", body["commission"])


def _removed(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    seat, felt = body["key"][0], f"felt/{table}"
    tokens, checks = body.get("tokens", 0), body.get("checks", 0)
    _pay(moved, felt, rail(table, seat), body["amount"] - tokens - checks)
    _pay(moved, felt, f"checks/{table}/{seat}", checks)
    _pay(moved, f"tokens-felt/{table}", f"tokens/{table}/{seat}", tokens)
    _pay(moved, f"commission/{table}", rail(table, seat), body["commission_back"])


def _adjusted(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    for _, _, cents, now, at_seat in body["lines"]:
        if now is not None:
            _pay(moved, f"float/{table}", rail(table, now), at_seat)
        owed = "receivable" if cents < at_seat else "payable"
        _pay(moved, f"float/{table}", f"{owed}/{table}/{body['version']}", cents - at_seat)


def _found_invalid(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    _pay(moved, f"float/{table}", rail(table, body["seat"]), body["at_seat"])
    owed = body["cents"] - body["at_seat"]
    _pay(moved, f"float/{table}", f"receivable/{table}/{body['version']}", owed)


def _withheld(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    _pay(moved, rail(table, body["seat"]), f"withheld/{table}/{body['case']}", body["amount"])


def _released(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    to = f"float/{table}" if body["seat"] is None else rail(table, body["seat"])
    _pay(moved, f"withheld/{table}/{body['case']}", to, body["amount"])


def _laid_back(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    """Chips put down since the round that is taken back, or taken up since, and what is owed of it."""
    for sign, name in ((1, "back"), (-1, "again")):
        for (seat, _, _), amount, commission, tokens, checks in body.get(name, ()):
            _pay(moved, f"felt/{table}", rail(table, seat), sign * (amount - tokens - checks))
            _pay(moved, f"felt/{table}", f"checks/{table}/{seat}", sign * checks)
            _pay(moved, f"tokens-felt/{table}", f"tokens/{table}/{seat}", sign * tokens)
            _pay(moved, f"commission/{table}", rail(table, seat), sign * commission)
    for seat, _, cents, of in body.get("owed", ()):
        _lent(moved, table, body["version"], seat, of, cents)


def _repaid(moved: dict[str, int], table: str, body: dict[str, Any]) -> None:
    _lent(moved, table, body["version"], body["seat"], body["of"], -body["cents"])


def _lent(moved: dict[str, int], table: str, version: int, seat: int, of: str, cents: int) -> None:
    held = rail(table, seat) if of == "chips" else f"{of}/{table}/{seat}"
    _pay(moved, "tokens-house" if of == "tokens" else f"receivable/{table}/{version}", held, cents)


MOVES: dict[str, Callable[[dict[str, int], str, dict[str, Any]], None]] = {
    "bought-in": _bought,
    "collected": _collected,
    "wager-placed": _placed,
    "wager-removed": _removed,
    "round-adjusted": _adjusted,
    "wagers-found-invalid": _found_invalid,
    "withheld": _withheld,
    "withholding-ended": _released,
    "round-reversed": _laid_back,
    "debt-repaid": _repaid,
}
"""Events that move what they say in their own way."""
SETTLES = frozenset(
    ("round-settled", "round-invalid", "wagers-voided", "player-sanctioned", "lucky-ball-voided", "round-reversed")
)
"""Events that move what their lines say."""
LINED = (SETTLES - {"round-reversed"}) | {"wager-removed", "wagers-found-invalid"}
"""Events that carry lines of a settlement."""


@remembered(typed=True)  # a seat that is true is not seat 1
def purses(table: str, seat: int) -> tuple[str, str, str]:
    """The accounts of what a seat holds in chips, in checks and in tokens."""
    return f"seat/{table}/{seat}", f"checks/{table}/{seat}", f"tokens/{table}/{seat}"


class HeldIn(dict[int, tuple[str, str, str]]):
    """The same for the seats of one table."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table

    def __missing__(self, seat: int) -> tuple[str, str, str]:
        found = self[seat] = purses(self.table, seat)
        return found


def rail(table: str, seat: int) -> str:
    return purses(table, seat)[0]


@remembered(512)
def on_felt(table: str) -> str:
    return f"felt/{table}"


def _pay(moved: dict[str, int], source: str, target: str, cents: int) -> None:
    if cents:
        moved[source] = moved.get(source, 0) - cents
        moved[target] = moved.get(target, 0) + cents


def _pay_lines(moved: dict[str, int], table: str, lines: Sequence[SettledLine], sign: int) -> None:
    """The felt gives up the stake; the seat gets what it is due, the house's float takes or pays the difference."""
    staked = paid = commission = 0
    seats: dict[int, int] = {}
    for line in lines:
        stake, back = line.stake, line.returned + line.winnings
        if line.apart is not None:
            stake, back = _pay_apart(moved, table, line, line.apart, sign)
        staked += stake
        if back or line.commission:
            paid += back
            commission += line.commission
            seats[line.seat] = seats.get(line.seat, 0) + back + line.commission
    house = ((on_felt(table), -staked), (f"float/{table}", staked - paid), (f"commission/{table}", -commission))
    for account, cents in (*house, *[(rail(table, seat), cents) for seat, cents in seats.items()]):
        moved[account] = moved.get(account, 0) + sign * cents


def _pay_apart(moved: dict[str, int], table: str, line: SettledLine, apart: Apart, sign: int) -> tuple[int, int]:
    """What of a line is no plain chips goes its own ways; the chips of the stake and of what is paid are left."""
    house, seat = f"float/{table}", line.seat
    tokens, checks = f"tokens-felt/{table}", apart.checks_back
    _pay(moved, house, f"checks/{table}/{seat}", sign * checks)
    _pay(moved, f"rounding/{table}", rail(table, seat), sign * apart.rounding)
    _pay(moved, tokens, f"tokens/{table}/{seat}", sign * apart.tokens_back)
    _pay(moved, tokens, "tokens-house", sign * (apart.tokens - apart.tokens_back))
    back = line.returned + line.winnings - apart.tokens_back - checks - apart.rounding
    return line.stake - apart.tokens, back
