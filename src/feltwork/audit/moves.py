"""What each event moves between accounts, worked out again from the event alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feltwork.audit.felt import Line, as_lines

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


def expected(table: str, kind: str, body: dict[str, Any], reversed_lines: Iterable[Line] = ()) -> Moved:
    """The postings of a table event, by account; ``reversed_lines`` are those a reversal takes back."""
    moved: dict[str, int] = {}
    felt, commission = f"felt/{table}", f"commission/{table}"
    if kind == "bought-in":
        _pay(moved, f"player/{body['player']}", rail(table, body["seat"]), body["amount"])
    elif kind == "collected":
        _pay(moved, rail(table, body["seat"]), f"player/{body['player']}", body["amount"])
    elif kind == "wager-placed":
        seat, of = body["key"][0], body.get("instrument", "chips")
        source = rail(table, seat) if of == "chips" else f"{of}/{table}/{seat}"
        _pay(moved, source, f"tokens-felt/{table}" if of == "tokens" else felt, body["amount"])
        _pay(moved, rail(table, seat), commission, body["commission"])
    elif kind == "wager-removed":
        seat = body["key"][0]
        tokens, checks = body.get("tokens", 0), body.get("checks", 0)
        _pay(moved, felt, rail(table, seat), body["amount"] - tokens - checks)
        _pay(moved, felt, f"checks/{table}/{seat}", checks)
        _pay(moved, f"tokens-felt/{table}", f"tokens/{table}/{seat}", tokens)
        _pay(moved, commission, rail(table, seat), body["commission_back"])
        _pay_lines(moved, table, as_lines(body["lines"]), 1)
    elif kind == "round-adjusted":
        for _, _, cents, now, at_seat in body["lines"]:
            if now is not None:
                _pay(moved, f"float/{table}", rail(table, now), at_seat)
            owed = "receivable" if cents < at_seat else "payable"
            _pay(moved, f"float/{table}", f"{owed}/{table}/{body['version']}", cents - at_seat)
    elif kind == "wagers-found-invalid":
        _pay_lines(moved, table, as_lines(body["lines"]), 1)
        _pay(moved, f"float/{table}", rail(table, body["seat"]), body["at_seat"])
        owed = body["cents"] - body["at_seat"]
        _pay(moved, f"float/{table}", f"receivable/{table}/{body['version']}", owed)
    elif kind == "withheld":
        _pay(moved, rail(table, body["seat"]), f"withheld/{table}/{body['case']}", body["amount"])
    elif kind == "withholding-ended":
        to = f"float/{table}" if body["seat"] is None else rail(table, body["seat"])
        _pay(moved, f"withheld/{table}/{body['case']}", to, body["amount"])
    elif kind in ("round-settled", "round-invalid", "wagers-voided", "lucky-ball-voided"):
        _pay_lines(moved, table, as_lines(body["lines"]), 1)
    elif kind == "round-reversed":
        _pay_lines(moved, table, reversed_lines, -1)
    elif kind in EXCHANGES:
        for source, target in EXCHANGES[kind]:
            where = {"table": table, "seat": body.get("seat")}
            _pay(moved, source.format(**where), target.format(**where), body["amount"])
    return _listed(moved)


def rail(table: str, seat: int) -> str:
    return f"seat/{table}/{seat}"


def _listed(moved: dict[str, int]) -> Moved:
    return tuple((account, cents) for account, cents in sorted(moved.items()) if cents)


def _pay(moved: dict[str, int], source: str, target: str, cents: int) -> None:
    moved[source] = moved.get(source, 0) - cents
    moved[target] = moved.get(target, 0) + cents


def _pay_lines(moved: dict[str, int], table: str, lines: Iterable[Line], sign: int) -> None:
    """The felt gives up the stake; the seat gets what it is due, the house's float takes or pays the difference."""
    for line in lines:
        seat, house, apart = rail(table, line.seat), f"float/{table}", line.apart
        _pay(moved, f"felt/{table}", house, sign * (line.stake - apart.tokens))
        back = line.returned - apart.tokens_back - apart.checks_back
        _pay(moved, house, seat, sign * (back + line.winnings - apart.rounding))
        _pay(moved, house, f"checks/{table}/{line.seat}", sign * apart.checks_back)
        _pay(moved, f"rounding/{table}", seat, sign * apart.rounding)
        _pay(moved, f"commission/{table}", seat, sign * line.commission)
        _pay(moved, f"tokens-felt/{table}", f"tokens/{table}/{line.seat}", sign * apart.tokens_back)
        _pay(moved, f"tokens-felt/{table}", "tokens-house", sign * (apart.tokens - apart.tokens_back))
