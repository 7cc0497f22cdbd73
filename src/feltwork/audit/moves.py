"""What each event moves between accounts, worked out again from the event alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feltwork.audit.felt import Line, as_lines

Moved = tuple[tuple[str, int], ...]


def expected(table: str, kind: str, body: dict[str, Any], reversed_lines: Iterable[Line] = ()) -> Moved:
    """The postings of a table event, by account; ``reversed_lines`` are those a reversal takes back."""
    moved: dict[str, int] = {}
    felt, commission = f"felt/{table}", f"commission/{table}"
    if kind == "bought-in":
        _pay(moved, f"player/{body['player']}", rail(table, body["seat"]), body["amount"])
    elif kind == "collected":
        _pay(moved, rail(table, body["seat"]), f"player/{body['player']}", body["amount"])
    elif kind == "wager-placed":
        seat = rail(table, body["key"][0])
        _pay(moved, seat, felt, body["amount"])
        _pay(moved, seat, commission, body["commission"])
    elif kind == "wager-removed":
        seat = rail(table, body["key"][0])
        _pay(moved, felt, seat, body["amount"])
        _pay(moved, commission, seat, body["commission_back"])
        _pay_lines(moved, table, as_lines(body["lines"]), 1)
    elif kind == "round-adjusted":
        for _, _, cents, now, at_seat in body["lines"]:
            if now is not None:
                _pay(moved, f"float/{table}", rail(table, now), at_seat)
            owed = "receivable" if cents < at_seat else "payable"
            _pay(moved, f"float/{table}", f"{owed}/{table}/{body['version']}", cents - at_seat)
    elif kind == "withheld":
        _pay(moved, rail(table, body["seat"]), f"withheld/{table}/{body['case']}", body["amount"])
    elif kind == "withholding-ended":
        to = f"float/{table}" if body["seat"] is None else rail(table, body["seat"])
        _pay(moved, f"withheld/{table}/{body['case']}", to, body["amount"])
    elif kind in ("round-settled", "round-invalid", "wagers-voided", "lucky-ball-voided"):
        _pay_lines(moved, table, as_lines(body["lines"]), 1)
    elif kind == "round-reversed":
        _pay_lines(moved, table, reversed_lines, -1)
    return _listed(moved)


def expected_at_cage(kind: str, body: dict[str, Any]) -> Moved:
    """The cage's own records move money only when it comes in; the rest is posted with its twin at the table."""
    moved: dict[str, int] = {}
    if kind == "deposited":
        _pay(moved, "outside", f"player/{body['player']}", body["amount"])
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
        seat, house = rail(table, line.seat), f"float/{table}"
        _pay(moved, f"felt/{table}", house, sign * line.stake)
        _pay(moved, house, seat, sign * (line.returned + line.winnings))
        _pay(moved, f"commission/{table}", seat, sign * line.commission)
