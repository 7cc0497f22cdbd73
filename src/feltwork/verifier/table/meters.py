"""The meters of each seat: in and won, less out and staked."""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.verifier.table.facts import Body
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.postings import SETTLES

MONEY, TOKENS = range(2)
METERED = frozenset(
    (
        "wager-placed",
        "wager-removed",
        "bought-in",
        "chips-sold",
        "voucher-changed",
        "collected",
        "tokens-issued",
        "tokens-handed-in",
        "checks-left-out",
        "checks-brought-back",
        "round-settled",
        "round-invalid",
        "wagers-voided",
        "player-sanctioned",
        "lucky-ball-voided",
        "round-reversed",
        "round-adjusted",
        "withheld",
        "withholding-ended",
        "wagers-found-invalid",
        "debt-repaid",
    )
)
"""What turns a seat's meters."""


class Meters:
    """Adds up what each seat must have by its meters, to be held against the accounts."""

    def __init__(
        self,
    ) -> None:
        self.meters: dict[int, list[int]] = {}
        """What each seat must have by its meters, in + won - out - staked: chips and checks, and tokens."""

    def read(self, kind: str, body: Body, lines: Iterable[SettledLine], sign: int = 1) -> None:
        """Let the meters of the seats turn with an event."""
        if kind == "wager-placed":
            meters, amount = self._meters(body["key"][0]), body["amount"]
            tokens = amount if body.get("instrument") == "tokens" else 0
            meters[MONEY] -= amount - tokens + body["commission"]
            meters[TOKENS] -= tokens
            return
        if kind not in SETTLES:
            self._read_money(kind, body)
        elif kind == "round-reversed":
            self._read_laid_back(body)
        for line in lines:
            won = line.winnings + line.returned + line.commission
            if line.apart is not None:
                won -= line.apart.tokens_back
                self._meters(line.seat)[TOKENS] += sign * line.apart.tokens_back
            if won:  # most lines are lost
                self._meters(line.seat)[MONEY] += sign * won

    def _read_money(self, kind: str, body: Body) -> None:
        """What an event says for itself, beside its lines."""
        amount = body.get("amount", 0)
        seat = body["key"][0] if "key" in body else body.get("seat", 0)
        if kind == "wager-removed":
            tokens = body.get("tokens", 0)
            self._meters(seat)[MONEY] += amount - tokens + body["commission_back"]
            self._meters(seat)[TOKENS] += tokens
        elif kind in ("bought-in", "chips-sold", "voucher-changed", "checks-brought-back"):
            self._meters(seat)[MONEY] += amount
        elif kind in ("collected", "withheld", "checks-left-out"):
            self._meters(seat)[MONEY] -= amount
        elif kind == "withholding-ended" and seat is not None:
            self._meters(seat)[MONEY] += amount
        elif kind == "round-adjusted":
            for _, _, _, now, at_seat in body["lines"]:
                if now is not None:
                    self._meters(now)[MONEY] += at_seat
        elif kind == "debt-repaid":
            self._meters(seat)[TOKENS if body["of"] == "tokens" else MONEY] -= body["cents"]
        elif kind == "wagers-found-invalid":
            self._meters(seat)[MONEY] += body["at_seat"]
        elif kind in ("tokens-issued", "tokens-handed-in"):
            self._meters(seat)[TOKENS] += amount if kind == "tokens-issued" else -amount

    def _read_laid_back(self, body: Body) -> None:
        for sign, name in ((1, "back"), (-1, "again")):
            for (seat, _, _), amount, commission, tokens, _ in body.get(name, ()):
                self._meters(seat)[MONEY] += sign * (amount - tokens + commission)
                self._meters(seat)[TOKENS] += sign * tokens
        for seat, _, cents, of in body.get("owed", ()):
            self._meters(seat)[TOKENS if of == "tokens" else MONEY] += cents

    def _meters(self, seat: int) -> list[int]:
        found = self.meters.get(seat)
        if found is None:
            found = self.meters[seat] = [0, 0]
        return found
