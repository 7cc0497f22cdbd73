"""Promotional tokens at Dragon Fire (1.1, 6.3)."""

from __future__ import annotations

from feltwork.table.live.commands import CallNoRoll, ExchangeVoucher, PlaceWager
from tests.rules.desk import a_voucher_is_held_to_its_issue, tokens_go_where_their_voucher_says
from tests.rules.live import MONEY, Live, dragon
from tests.rules.terms import defined


def with_tokens() -> Live:
    """Seat 1 has 50.00 in tokens and a shooter is ready in seat 2."""
    live = dragon().with_shooter(2, "fire")
    live.ok(ExchangeVoucher(1, "v-1", 50_00), "dealer")
    return live


def test_1_1_casino_promotional_token() -> None:
    """The dealer exchanges the voucher for the same value; what the tokens win is paid in chips."""
    defined("dragon-fire", "casino promotional token")
    live = with_tokens()
    clause = '1.1["casino promotional token"]'
    assert live.who_may(ExchangeVoucher(1, "v-2", 5_00), clause) == {"dealer"}
    assert live.no(ExchangeVoucher(1, "v-1", 50_00), "dealer") == clause, "once"
    assert (live.rail(1), live.game.tokens[1]) == (MONEY, 50_00)
    live.ok(PlaceWager(1, "low-pair", 10_00, instrument="tokens"), 1)
    live.rolled(1, 1)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY + 100_00, 50_00)
    a_voucher_is_held_to_its_issue("dragon-fire")


def test_6_3() -> None:
    """Chips, tokens or both; tokens that lie when a throw does not count come back as tokens."""
    live = with_tokens()
    for other in ("checks", "cash"):
        assert live.no(PlaceWager(1, "dragon", 10_00, instrument=other), 1) == "6.3"
    live.bets(1, "total", 5_00, 4).ok(PlaceWager(1, "total", 10_00, 4, "tokens"), 1)
    assert live.lies[1, "total", 4] == 15_00
    live.thrown().ok(CallNoRoll("off the table"), "dealer")
    assert (live.rail(1), live.game.tokens[1]) == (MONEY, 50_00)
    tokens_go_where_their_voucher_says("dragon-fire", "low-pair", "high-pair")
