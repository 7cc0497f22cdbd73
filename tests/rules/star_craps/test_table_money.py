"""Promotional tokens at a craps table: how they come (1.1), what may be wagered (6.2), what becomes of them."""

from __future__ import annotations

from feltwork.table.live.commands import (
    BuyColour,
    Collect,
    ExchangeVoucher,
    HandInTokens,
    Leave,
    PlaceWager,
    RemoveWager,
)
from feltwork.table.live.events import TokensIssued
from tests.rules.desk import a_voucher_is_held_to_its_issue, tokens_go_where_their_voucher_says
from tests.rules.live import MONEY, Live, opened
from tests.rules.terms import defined


def with_tokens(readings: dict[str, str] | None = None) -> Live:
    """Seat 1 has 50.00 in tokens and a shooter is ready in seat 2."""
    live = opened(readings=readings).with_shooter(2, "dont-win")
    live.ok(ExchangeVoucher(1, "v-1", 50_00), "dealer")
    return live


def test_1_1_casino_promotional_token() -> None:
    """The dealer, and nobody else, exchanges a voucher, once, for tokens of equal value; they win chips."""
    defined("star-craps", "casino promotional token")
    live = opened().with_shooter(2, "dont-win")
    exchange = ExchangeVoucher(1, "v-1", 50_00)
    clause = '1.1["casino promotional token"]'
    assert live.who_may(exchange, clause) == {"dealer"}
    assert live.ok(exchange, "dealer") == (TokensIssued(1, "v-1", 50_00, clause, "player-1", "star-craps"),)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY, 50_00)
    assert live.no(exchange, "dealer") == clause
    assert live.no(ExchangeVoucher(1, "v-2", 50), "dealer") == clause
    live.ok(PlaceWager(1, "field", 20_00, instrument="tokens"), 1)
    live.rolled(1, 3)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY + 20_00, 50_00)
    live.ok(PlaceWager(1, "field", 20_00, instrument="tokens"), 1)
    live.rolled(2, 3)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY + 20_00, 30_00)
    a_voucher_is_held_to_its_issue("star-craps")


def test_6_2() -> None:
    """Wagers are made in chips or tokens or both, and in nothing else; each part comes back as what it was."""
    live = with_tokens()
    assert live.no(PlaceWager(1, "field", 10_00, instrument="cash"), 1) == "6.2"
    assert live.no(PlaceWager(1, "field", 10_00, instrument="checks"), 1) == "6.2"
    assert live.no(BuyColour(1, "blue", 1_00, 10_00), 1) == "not in the book"
    assert live.no(PlaceWager(1, "field", 51_00, instrument="tokens"), 1) == "6.2"
    live.bets(1, "field", 10_00).ok(PlaceWager(1, "field", 20_00, instrument="tokens"), 1)
    assert live.lies[1, "field", None] == 30_00
    live.ok(RemoveWager(1, "field", amount=25_00), 1)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY - 5_00, 50_00)
    live.ok(PlaceWager(1, "buy", 20_00, 4, "tokens"), 1)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY - 6_00, 30_00)
    live.ok(Collect(1), 1)
    assert live.no(PlaceWager(1, "buy", 20_00, 10, "tokens"), 1) == "6.2"
    live.ok(RemoveWager(1, "buy", 4), 1)
    live.ok(RemoveWager(1, "field"), 1)
    live.ok(Collect(1), 1)
    assert live.no(Leave(1), 1) == "not in the book"
    live.ok(HandInTokens(1), 1)
    assert live.no(HandInTokens(1), 1) == "not in the book"
    live.ok(Leave(1), 1)
    assert not live.game.tokens[1]
    collected = with_tokens({"token_after_win": "collect"})
    collected.ok(PlaceWager(1, "field", 20_00, instrument="tokens"), 1)
    collected.bets(1, "field", 10_00).rolled(1, 3)
    assert (collected.rail(1), collected.game.tokens[1]) == (MONEY + 30_00, 30_00)
    tokens_go_where_their_voucher_says("star-craps", "field", "any-seven")
