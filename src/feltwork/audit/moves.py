"""What each event moves between accounts, worked out again from the event alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltwork.audit.felt import PLAIN, Line

Moved = tuple[tuple[str, int], ...]
EXCHANGES = {
    "tokens-issued": [("tokens-house", "tokens/{table}/{seat}")],
    "tokens-handed-in": [("tokens/{table}/{seat}", "tokens-house")],
    "colour-issued": [("seat/{table}/{seat}", "checks/{table}/{seat}")],
    "colour-redeemed": [("checks/{table}/{seat}", "seat/{table}/{seat}")],
    "chips-sold": [("outside", "drop/{table}"), ("float/{table}", "seat/{table}/{seat}")],
    "float-filled": [("vault", "float/{table}")],
    "float-credited": [("float/{table}", "vault")],
    "drop-counted": [("drop/{table}", "vault")],
}
"""Events that carry one amount from account to account."""


def expected(table: str, kind: str, body: dict[str, Any], lines: Sequence[Line] = ()) -> Moved:
    """The postings of a table event, by account; ``lines`` are those it settles, or takes back."""
    moved: dict[str, int] = {}
    if kind in EXCHANGES:
        where = {"table": table, "seat": body.get("seat")}
        for source, target in EXCHANGES[kind]:
            _pay(moved, source.format(**where), target.format(**where), body["amount"])
    elif kind in MOVES:
        MOVES[kind](moved, table, body)
    elif kind not in SETTLES:
        return ()
    if lines:
        _pay_lines(moved, table, lines, -1 if kind == "round-reversed" else 1)
    return tuple(sorted([posting for posting in moved.items() if posting[1]]))


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


MOVES: dict[str, Callable[[dict[str, int], str, dict[str, Any]], None]] = {
    "bought-in": _bought, "collected": _collected, "wager-placed": _placed, "wager-removed": _removed,
    "round-adjusted": _adjusted, "wagers-found-invalid": _found_invalid, "withheld": _withheld,
    "withholding-ended": _released,
}  # fmt: skip
"""Events that move what they say in their own way."""
SETTLES = frozenset(("round-settled", "round-invalid", "wagers-voided", "lucky-ball-voided", "round-reversed"))
"""Events that move what their lines say."""
LINED = (SETTLES - {"round-reversed"}) | {"wager-removed", "wagers-found-invalid"}
"""Events that carry lines of a settlement."""


def rail(table: str, seat: int) -> str:
    return f"seat/{table}/{seat}"


def _pay(moved: dict[str, int], source: str, target: str, cents: int) -> None:
    if cents:
        moved[source] = moved.get(source, 0) - cents
        moved[target] = moved.get(target, 0) + cents


def _pay_lines(moved: dict[str, int], table: str, lines: Sequence[Line], sign: int) -> None:
    """The felt gives up the stake; the seat gets what it is due, the house's float takes or pays the difference."""
    felt, house, commission = f"felt/{table}", f"float/{table}", f"commission/{table}"
    for line in lines:
        seat, apart = rail(table, line.seat), line.apart
        rounding, _, tokens, tokens_back, _, checks_back = apart
        _pay(moved, felt, house, sign * (line.stake - tokens))
        back = line.returned - tokens_back - checks_back
        _pay(moved, house, seat, sign * (back + line.winnings - rounding))
        _pay(moved, commission, seat, sign * line.commission)
        if apart != PLAIN:
            _pay(moved, house, f"checks/{table}/{line.seat}", sign * checks_back)
            _pay(moved, f"rounding/{table}", seat, sign * rounding)
            _pay(moved, f"tokens-felt/{table}", f"tokens/{table}/{line.seat}", sign * tokens_back)
            _pay(moved, f"tokens-felt/{table}", "tokens-house", sign * (tokens - tokens_back))
