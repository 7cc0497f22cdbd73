"""Promotional vouchers from issue to exchange: once, by the person, at the table and in the time they name."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from feltwork.cage.commands import ExpireTickets, IssueVoucher, VoidVoucher
from feltwork.cage.events import VoucherExpired, VoucherIssued, VoucherTaken, VoucherVoided
from feltwork.engine.desk import Desk
from feltwork.table.live.commands import (
    ActAsStick,
    AnnounceWager,
    AssignCrew,
    ConfirmWager,
    DeclareWager,
    ExchangeVoucher,
    HandInTokens,
    Leave,
    PlaceWager,
    RepositionWager,
    Sit,
)
from feltwork.table.live.events import TokensIssued, VoucherChanged
from feltwork.table.play.events import Placed
from tests.cage.till import DAY, NOW
from tests.rules.desk import TABLE, TOKEN, AtDesk, voucher

WAGER = {"star-craps": "field", "star-roulette": "red", "dragon-fire": "low-pair"}
OTHER = {"star-craps": "any-seven", "star-roulette": "black", "dragon-fire": "high-pair"}
BOOKS = list(WAGER)


def kinds(table: AtDesk) -> set[str]:
    return {finding.kind for finding in table.found()}


@pytest.mark.parametrize("book", BOOKS)
def test_a_voucher_is_exchanged_once_by_the_person_there_and_in_time(book: str) -> None:
    """The scene of the inspection: another player, elsewhere, late, for another amount, never issued, twice."""
    table = AtDesk(book)
    mine = voucher(table, table=TABLE, wagers=[WAGER[book]], expires=NOW + DAY)
    exchange = ExchangeVoucher(1, mine, 50_00)
    assert table.says_no(replace(exchange, seat=2), "dealer") == TOKEN, "another player's"
    assert table.says_no(replace(exchange, amount=60_00), "dealer") == TOKEN, "equal value"
    assert table.says_no(replace(exchange, voucher="V99"), "dealer") == TOKEN, "never issued"
    assert table.says_no(ExchangeVoucher(1, "promo-1", 99_000_00), "dealer") == TOKEN, "never issued"
    assert (table.balance("tokens-house"), table.balance("tokens-vouchers")) == (-50_00, 50_00)
    table.does(exchange, "dealer")
    assert table.says_no(exchange, "dealer") == TOKEN, "a second time"
    assert (table.balance("tokens-vouchers"), table.balance(f"tokens/{TABLE}/1")) == (0, 50_00)
    assert table.balance("tokens-house") == -50_00
    late = voucher(table, expires=table.clock.now + DAY)
    table.clock.now += DAY
    assert table.says_no(ExchangeVoucher(1, late, 50_00), "dealer") == TOKEN, "late"
    table.is_sound()


@pytest.mark.parametrize("book", BOOKS)
def test_a_voucher_for_one_table_is_for_no_other(book: str) -> None:
    first = AtDesk(book, table="first", players=0)
    second = AtDesk(book, table="second", till=first)
    elsewhere, anywhere = voucher(second, table="first"), voucher(second)
    assert second.says_no(ExchangeVoucher(1, elsewhere, 50_00), "dealer") == TOKEN
    second.does(ExchangeVoucher(1, anywhere, 50_00), "dealer")
    game = {"star-craps": "dragon-fire", "dragon-fire": "star-roulette", "star-roulette": "star-craps"}[book]
    assert second.says_no(ExchangeVoucher(1, voucher(second, book=game), 50_00), "dealer") == TOKEN, "another game"
    second.is_sound()


@pytest.mark.parametrize("book", BOOKS)
def test_tokens_are_wagered_on_what_their_voucher_names(book: str) -> None:
    table = AtDesk(book).betting()
    for seat in (1, 2):
        number = voucher(table, f"player-{seat}", wagers=[WAGER[book]])
        table.does(ExchangeVoucher(seat, number, 50_00), "dealer")
        barred = PlaceWager(seat, OTHER[book], 10_00, None, "tokens")
        assert table.says_no(barred, seat) == table.says_no(barred, "dealer") == TOKEN
        table.does(PlaceWager(seat, OTHER[book], 10_00), seat)
        table.does(PlaceWager(seat, WAGER[book], 10_00, None, "tokens"), seat)
    free = voucher(table)
    assert table.says_no(ExchangeVoucher(1, free, 50_00), "dealer") == TOKEN, "others are still in play"
    table.does(ExchangeVoucher(1, voucher(table, wagers=[WAGER[book]]), 50_00), "dealer")
    if book == "star-roulette":
        fair = RepositionWager(1, WAGER[book], "even", "x")
        assert table.spun().says_no(fair, "casino_supervisor") == TOKEN
        table.lands(1)
    table.is_sound()


def test_tokens_without_conditions_go_anywhere_once_the_others_are_gone() -> None:
    table = AtDesk("star-craps")
    table.does(ExchangeVoucher(1, voucher(table, wagers=["field"]), 50_00), "dealer")
    table.does(HandInTokens(1), 1)
    table.does(ExchangeVoucher(1, voucher(table), 50_00), "dealer")
    table.does(PlaceWager(1, "any-seven", 10_00, None, "tokens"), 1)
    table.is_sound()


@pytest.mark.parametrize(
    ("wrong", "clause"),
    [
        (IssueVoucher("player-1", 50_00), TOKEN),
        (IssueVoucher("player-1", 50_00, book="baccarat"), TOKEN),
        (IssueVoucher("player-1", 50_00, book="aruze-craps"), "3.4"),
        (IssueVoucher("no name", 50_00, book="star-craps"), TOKEN),
        (IssueVoucher("player-1", 0, book="star-craps"), TOKEN),
        (IssueVoucher("player-1", 10**13, book="star-craps"), TOKEN),
        (IssueVoucher("player-1", 50_00, book="star-craps", wagers=["lottery"]), TOKEN),
        (IssueVoucher("player-1", 50_00, book="star-craps", wagers=["field", "field"]), TOKEN),
        (IssueVoucher("player-1", 50_00, book="star-craps", expires=NOW - DAY), TOKEN),
        (IssueVoucher("player-1", 50_00, book="star-craps", form="tokens"), TOKEN),
        (IssueVoucher("player-1", 50_00, book="crown-craps", form="a watch"), "3.3.2"),
        (IssueVoucher("player-1", 50_00, book="star-craps", table="nowhere"), TOKEN),
        (IssueVoucher("player-1", 50_00, book="star-craps", table="a/b"), TOKEN),
        (IssueVoucher("player-1", 50_00, book="dragon-fire", table=TABLE), TOKEN),
        (IssueVoucher("player-1", 50_00, table=TABLE, wagers=["dragon"]), TOKEN),
        (IssueVoucher("player-1", 50_00, "x" * 201, book="star-craps"), TOKEN),
        (IssueVoucher("player-1", 50_00, "a\nb", book="star-craps"), TOKEN),
    ],
)
def test_conditions_that_no_table_could_keep_are_not_issued(wrong: IssueVoucher, clause: str) -> None:
    table = AtDesk("star-craps")
    assert table.no(wrong)[0] == clause
    assert not table.desk.cage.vouchers


def test_who_issues_and_what_becomes_of_a_voucher() -> None:
    table = AtDesk("star-craps")
    happy = IssueVoucher("player-1", 50_00, "Happy Friday", table=TABLE)
    for role in ("dealer", "casino_supervisor", "player"):
        assert table.no(happy, "sam", role)[0] == TOKEN
    answer = table.ok(happy)
    kept = table.desk.cage.vouchers[f"V{answer.first}"]
    assert (kept.book, kept.table_named, kept.expires - table.clock.now) == ("star-craps", TABLE, 90 * DAY)
    assert table.no(VoidVoucher(f"V{answer.first}", " "))[0] == table.no(VoidVoucher("V1", "x"))[0] == TOKEN
    assert table.no(VoidVoucher(f"V{answer.first}", "x"), "deb", "dealer")[0] == TOKEN
    table.ok(VoidVoucher(f"V{answer.first}", "issued by mistake"))
    assert table.says_no(ExchangeVoucher(1, f"V{answer.first}", 50_00), "dealer") == TOKEN
    assert table.balance("tokens-vouchers") == table.balance("tokens-house") == 0
    short = voucher(table, expires=table.clock.now + DAY)
    table.clock.now += DAY
    table.ok(ExpireTickets(), "timer", "system")
    assert table.desk.cage.vouchers[short].standing == "expired"
    assert table.says_no(ExchangeVoucher(1, short, 50_00), "dealer") == TOKEN
    assert table.balance("tokens-vouchers") == 0
    table.is_sound()
    assert Desk(table.store).cage == table.desk.cage


def test_whoever_leaves_and_comes_back_has_the_voucher_still() -> None:
    """It is the person's, not the seat's."""
    table = AtDesk("dragon-fire", cents=0)
    number = voucher(table)
    table.does(Leave(1), 1)
    table.does(Sit("player-1", 3), 1)
    assert table.says_no(ExchangeVoucher(2, number, 50_00), "dealer") == TOKEN
    table.does(ExchangeVoucher(3, number, 50_00), "dealer")
    table.is_sound()


def crown(variant: str | None = None) -> AtDesk:
    table = AtDesk("crown-craps", variant, cents=20_00)
    if variant == "mini":
        table.does(AssignCrew("boxperson", "boxperson"), "pit_boss")
        table.does(ActAsStick("boxperson"), "pit_boss")
    return table


@pytest.mark.parametrize("variant", [None, "mini"])
@pytest.mark.parametrize("form", ["voucher", "tokens"])
def test_crown_3_3_2_what_comes_with_an_oral_wager_is_turned_into_chips(variant: str | None, form: str) -> None:
    """It keeps its number, comes from the float, and all of it goes onto the layout."""
    table = crown(variant)
    number = voucher(table, "player-2", 50_00, form=form)
    call = DeclareWager(2, "field", 60_00, None, form, number, 50_00)
    for wrong in (
        replace(call, voucher="V77"),
        replace(call, voucher=""),
        replace(call, voucher="a b"),
        replace(call, value=60_00),
        replace(call, value=0),
        replace(call, amount=40_00),
        replace(call, brings="tokens" if form == "voucher" else "voucher"),
    ):
        assert table.says_no(wrong, 2) == "3.3.2"
    assert table.says_no(replace(call, amount=71_00), 2) == "3.1", "more than the player has"
    assert table.says_no(replace(call, seat=1), 1) == "3.3.2", "another player's"
    table.does(call, 2)
    table.does(AnnounceWager(2), "dealer")
    table.does(ConfirmWager(2), "boxperson")
    assert table.last("voucher-changed") == {
        "type": "voucher-changed",
        "seat": 2,
        "voucher": number,
        "amount": 50_00,
        "form": form,
        "clause": "3.3.2",
        "player": "player-2",
        "book": "crown-craps",
        "wagers": [],
    }
    held = table.store.log.balances()
    assert (held[f"felt/{TABLE}"], held[f"float/{TABLE}"], held[f"seat/{TABLE}/2"]) == (60_00, -50_00, 10_00)
    assert held.get("tokens-vouchers", 0) == held.get("tokens-house", 0) == held.get("player/player-2", 0) == 0
    assert table.says_no(call, 2) == "3.3.2", "once"
    table.is_sound()


def test_crown_3_3_2_a_voucher_is_for_the_wagers_it_names() -> None:
    table = crown()
    number = voucher(table, "player-2", 20_00, wagers=["field"])
    call = DeclareWager(2, "big-6", 20_00, None, "voucher", number, 20_00)
    assert table.says_no(call, 2) == "3.3.2"
    table.does(replace(call, wager="field"), 2)
    table.is_sound()


def forged_exchange(
    game: str, *, half: VoucherTaken | None = None, seat: int = 1, number: str = "", **terms: Any
) -> AtDesk:
    """An exchange that the desk was made to write, against a voucher for player 1 and one wager."""
    table = AtDesk(game)
    true = voucher(table, table=TABLE, wagers=[WAGER[game]], expires=table.clock.now + DAY)
    told = {"player": f"player-{seat}", "book": game, "wagers": (WAGER[game],), **terms}
    event = TokensIssued(seat, number or true, told.pop("amount", 50_00), TOKEN, **told)
    return table.forges("dealer", (event, half) if half else event)


@pytest.mark.parametrize("book", BOOKS)
def test_made_up_exchanges_are_found(book: str) -> None:
    assert forged_exchange(book).found() == [], "as it was issued"
    for made_up in (
        {"number": "V99"},
        {"number": "promo-1"},
        {"seat": 2},
        {"amount": 60_00},
        {"wagers": ()},
        {"wagers": (OTHER[book],)},
        {"book": "crown-craps"},
        {"player": "player-2"},
        {"player": ""},
    ):
        assert "voucher" in kinds(forged_exchange(book, **made_up)), made_up
    other = VoucherTaken("V99", 50_00, TABLE, "player-1", book, (WAGER[book],), "voucher")
    assert {"link", "voucher"} <= kinds(forged_exchange(book, half=other))


def test_more_that_is_made_up_of_vouchers_is_found() -> None:
    def late(table: AtDesk, number: str) -> None:
        table.clock.now += 2 * DAY
        table.forges("dealer", TokensIssued(1, number, 50_00, TOKEN, "player-1", "star-craps"))

    def twice(table: AtDesk, number: str) -> None:
        table.does(ExchangeVoucher(1, number, 50_00), "dealer")
        table.forges("dealer", TokensIssued(1, number, 50_00, TOKEN, "player-1", "star-craps"))

    def elsewhere(table: AtDesk, number: str) -> None:
        there = AtDesk("star-craps", table="u", till=table)
        there.forges("dealer", TokensIssued(1, number, 50_00, TOKEN, "player-1", "star-craps"))

    def on_anything(table: AtDesk, number: str) -> None:
        table.does(ExchangeVoucher(1, voucher(table, wagers=["field"]), 50_00), "dealer")
        table.forges(1, Placed((1, "any-seven", None), 10_00, 0, "tokens"))

    def mixed(table: AtDesk, number: str) -> None:
        table.does(ExchangeVoucher(1, voucher(table, wagers=["field"]), 50_00), "dealer")
        table.forges("dealer", TokensIssued(1, number, 50_00, TOKEN, "player-1", "star-craps"))

    def issued_again(table: AtDesk, number: str) -> None:
        table.forges_at_cage(VoucherIssued(number, "player-1", 50_00, "", "star-craps", expires=NOW + DAY))

    def for_nothing(table: AtDesk, number: str) -> None:
        version = table.desk.cage.version + 1
        table.forges_at_cage(VoucherIssued(f"V{version}", "player-1", 50_00, "", "aruze-craps", expires=NOW + DAY))

    def never_good(table: AtDesk, number: str) -> None:
        version = table.desk.cage.version + 1
        table.forges_at_cage(VoucherIssued(f"V{version}", "player-1", 50_00, "", "star-craps", expires=NOW - DAY))

    def no_such_wager(table: AtDesk, number: str) -> None:
        version = table.desk.cage.version + 1
        event = VoucherIssued(f"V{version}", "player-1", 50_00, "", "star-craps", "", ("dragon",), NOW + DAY)
        table.forges_at_cage(event)

    def expired_early(table: AtDesk, number: str) -> None:
        table.forges_at_cage(VoucherExpired(number, 50_00))

    def void_of_another_amount(table: AtDesk, number: str) -> None:
        table.forges_at_cage(VoucherVoided(number, 60_00, "x"))

    def void_twice(table: AtDesk, number: str) -> None:
        table.ok(VoidVoucher(number, "x"))
        table.forges_at_cage(VoucherVoided(number, 50_00, "x"))

    expected = {on_anything: {"placing"}}
    for make in (
        late,
        twice,
        elsewhere,
        on_anything,
        mixed,
        issued_again,
        for_nothing,
        never_good,
        no_such_wager,
        expired_early,
        void_of_another_amount,
        void_twice,
    ):
        table = AtDesk("star-craps")
        make(table, voucher(table, table=TABLE, expires=NOW + DAY))
        assert kinds(table) - {"balance", "money"} == expected.get(make, {"voucher"}), make.__name__


def test_a_made_up_change_into_chips_is_found() -> None:
    """Crown: not placed at once, not all of it, on what it is not for, never issued, at a table that does not do so."""

    def change(table: AtDesk, number: str, *placed: Placed) -> set[str]:
        changed = VoucherChanged(2, number, 20_00, "voucher", "3.3.2", "player-2", "crown-craps", ("field",))
        table.forges("boxperson", changed, *placed)
        table.does(PlaceWager(1, "big-8", 5_00), 1)
        return kinds(table)

    field, six = Placed((2, "field", None), 20_00, 0), Placed((2, "big-6", None), 20_00, 0)
    part = replace(field, amount=10_00)
    for placed, found in (((field,), set()), ((), {"voucher"}), ((six,), {"voucher"}), ((part,), {"voucher"})):
        table = crown()
        assert change(table, voucher(table, "player-2", 20_00, wagers=["field"]), *placed) == found
    assert "voucher" in change(crown(), "V99", field)
    star = AtDesk("star-craps")
    changed = VoucherChanged(1, voucher(star, amount=20_00), 20_00, "voucher", "6.2", "player-1", "star-craps")
    star.forges("dealer", changed, Placed((1, "field", None), 20_00, 0))
    assert {"voucher", "role"} <= kinds(star)
