"""What is wagered at the wheel: value chips, tokens (1.1, 3.3) and the table's own colour checks (3.4 to 3.9)."""

from __future__ import annotations

from feltwork.games import open_book
from feltwork.ledger.postings import postings
from feltwork.table.live.commands import (
    AgreeColour,
    AnnounceClosure,
    BuyColour,
    CloseBets,
    CloseTable,
    Collect,
    ConfirmNumber,
    ExchangeVoucher,
    Leave,
    PlaceWager,
    RedeemChecks,
    RedeemColour,
    RemoveWager,
    SpinBall,
)
from feltwork.table.live.events import ChecksLeftOut, ChecksRedeemed, ColourAgreed, ColourAsked, ColourIssued, Limits
from feltwork.table.live.narrate import tell
from feltwork.views.actions import calls
from tests.build import enters
from tests.rules.desk import a_voucher_is_held_to_its_issue, tokens_go_where_their_voucher_says
from tests.rules.duties import measured, numbered
from tests.rules.live import FLOOR, FLOOR_ROLES, MONEY, TWENTY_MINUTES, Live, opened, roulette
from tests.rules.terms import defined


def with_checks() -> Live:
    """Seat 1 has twenty blue checks of 2.00."""
    live = roulette(3)
    live.ok(BuyColour(1, "blue", 2_00, 40_00), "dealer")
    return live


def spun(live: Live, pocket: int) -> Live:
    for command in (SpinBall(), CloseBets(), enters(pocket), ConfirmNumber(pocket)):
        live.ok(command, "dealer")
    return live


def test_1_1_casino_promotional_token() -> None:
    """Tokens for a voucher of the same value, by the dealer; what they win is paid in chips."""
    defined("star-roulette", "casino promotional token")
    live = roulette()
    clause = '1.1["casino promotional token"]'
    assert live.who_may(ExchangeVoucher(1, "v-1", 20_00), clause) == {"dealer"}
    live.ok(ExchangeVoucher(1, "v-1", 20_00), "dealer")
    assert live.no(ExchangeVoucher(1, "v-1", 20_00), "dealer") == clause, "once"
    live.ok(PlaceWager(1, "straight", 5_00, 17, "tokens"), 1)
    spun(live, 17)
    assert (live.rail(1), live.game.tokens[1]) == (MONEY + 175_00, 20_00)
    a_voucher_is_held_to_its_issue("star-roulette")


def test_1_1_colour_checks() -> None:
    """They have no value but the one their buyer sets: the same amount is more checks or fewer."""
    defined("star-roulette", "colour checks")
    live = with_checks()
    live.ok(BuyColour(2, "green", 5_00, 40_00), "dealer")
    assert [live.life.colours.issued[seat].value for seat in (1, 2)] == [2_00, 5_00]
    assert (live.rail(1), live.game.checks) == (MONEY - 40_00, {1: 40_00, 2: 40_00})


def test_1_1_marker_button() -> None:
    """It shows the value of checks that are worth more than the table minimum."""
    defined("star-roulette", "marker button")
    limits: dict[str, Limits] = dict.fromkeys(open_book("star-roulette").wagers, (5_00, 100_00, 0))
    live = roulette(limits=limits | {"straight": (2_00, 50_00, 0)})
    for value, marked in ((1_00, False), (2_00, False), (3_00, True)):
        (issued,) = live.asks(BuyColour(1, "blue", value, 30_00), "dealer")  # type: ignore[misc]  # it is not refused
        assert isinstance(issued, ColourIssued)
        assert issued.marker is marked


def test_1_1_value_chips() -> None:
    """What lies in the rail is worth what it says, at any amount of whole chips."""
    defined("star-roulette", "value chips")
    live = with_checks().bets(1, "red", 7_00)
    assert live.rail(1) == MONEY - 47_00
    assert live.no(PlaceWager(1, "red", 50), 1) == "3.3"


def test_3_3() -> None:
    """Wagers are made in value chips, colour checks or tokens, and in nothing else; each goes back as what it was."""
    live = with_checks()
    live.ok(ExchangeVoucher(1, "v-1", 20_00), "dealer")
    assert live.no(PlaceWager(1, "red", 5_00, None, "cash"), 1) == "3.3"
    for instrument, amount in (("chips", 3_00), ("checks", 4_00), ("tokens", 5_00)):
        live.ok(PlaceWager(1, "red", amount, None, instrument), 1)
    assert live.lies == {(1, "red", None): 12_00}
    live.ok(RemoveWager(1, "red", None, 7_00), 1)
    assert (live.rail(1), live.game.checks[1], live.game.tokens[1]) == (MONEY - 43_00, 38_00, 20_00)
    spun(live, 1).betting()
    assert (live.rail(1), live.game.checks[1]) == (MONEY - 40_00 + 5_00, 40_00)
    assert live.no(PlaceWager(1, "red", 41_00, None, "checks"), 1) == "3.8"
    tokens_go_where_their_voucher_says("star-roulette", "red", "black")
    assert live.no(PlaceWager(1, "red", 42_00, None, "checks"), 1) == "3.3"


def test_3_4() -> None:
    """The checks of a set bear its table's own emblem and lie in its accounts; the set is divided into colours."""
    table = Live("star-roulette", roles=FLOOR_ROLES)
    numbered(table, "colour checks", "3.4", "colour check emblem", 1)
    table = Live("star-roulette", roles=FLOOR_ROLES)
    measured(table, "colour checks", "3.4", "emblem", ["on every check"], ["not on every check"])
    one = [["red"], [], ["red", "red"], ["red", "plaid"], "red"]
    measured(table, "colour checks", "3.4", "colours", [["red", "blue"], ["red", "blue", "pink"]], one, setup=False)
    live = roulette()
    assert live.no(BuyColour(1, "plaid", 1_00, 5_00), 1) == "3.4"
    decided = live.asks(BuyColour(1, "blue", 1_00, 5_00), "dealer")
    assert isinstance(decided, tuple)
    moved = {posting.account: posting.cents for posting in postings(live.life, decided[0])}
    assert moved == {"seat/t1/1": -5_00, "checks/t1/1": 5_00}


def test_3_5() -> None:
    """Checks of one table do not play at another."""
    here, there = with_checks(), roulette()
    here.ok(PlaceWager(1, "red", 4_00, None, "checks"), 1)
    assert there.no(PlaceWager(1, "red", 4_00, None, "checks"), 1) == "3.5"
    assert opened().no(PlaceWager(1, "field", 4_00, None, "checks"), 1) == "6.2"


def test_3_6() -> None:
    """They are redeemed where they were issued, at their value; elsewhere only while that table is closed."""
    live, other = with_checks(), roulette()
    assert other.no(RedeemColour(1), 1) == "3.6"
    live.ok(PlaceWager(1, "red", 4_00, None, "checks"), 1)
    spun(live, 2).ok(Collect(1), 1)
    assert live.no(Leave(1), 1) == "not in the book"
    for seat in (2, 3):
        live.ok(Collect(seat), seat)
    live.ok(AnnounceClosure(), "casino_supervisor")
    live.now += TWENTY_MINUTES
    assert live.no(CloseTable(), "system") == "not in the book", "by itself it closes only once nobody has any"
    assert live.no(RedeemChecks("player-1", 36_00), "cashier") == "3.6", "the table is still open"
    assert live.no(RedeemColour(1), 2) == "3.3"
    before = live.life.copy()
    live.ok(RedeemColour(1), 1)
    assert live.rail(1) == 36_00
    live.ok(Collect(1), 1)
    live.ok(CloseTable(), "casino_supervisor")
    assert live.life.status == "closed"
    assert live.no(RedeemChecks("player-1", 36_00), "cashier") == "3.6", "there are none"
    live.life = before
    gone, *_ = live.ok(CloseTable(), "casino_supervisor")
    assert gone == ChecksLeftOut(1, "player-1", 36_00, "3.6")
    assert live.who_may(RedeemChecks("player-1", 36_00), "not in the book") == set()
    assert live.no(RedeemChecks("player-1", 35_00), "cashier") == "3.6"
    assert live.no(RedeemChecks("player-2", 0), "cashier") == "3.6", "there are none of theirs"
    shut = live.life.copy()
    live.prepared()
    assert live.no(RedeemChecks("player-1", 36_00), "cashier") == "3.6", "the table is open again"
    live.life = shut
    assert live.ok(RedeemChecks("player-1", 36_00), "cashier") == (ChecksRedeemed("player-1", 36_00, "3.6"),)
    assert (live.no(RedeemChecks("player-1", 36_00), "cashier"), live.life.colours.out) == ("3.6", {})


def test_3_7() -> None:
    """No two players have the same colour, unless the one who has it agrees."""
    live = with_checks()
    live.ok(BuyColour(2, "blue", 1_00, 5_00), 2)  # a player may ask, and the holder then sees it
    assert live.no(BuyColour(2, "blue", 1_00, 5_00), "dealer") == "3.7"
    live.ok(BuyColour(2, "pink", 1_00, 5_00), "dealer")
    for who in (2, 3, "dealer", "casino_supervisor"):
        assert live.no(AgreeColour(1, 3), who) == "3.7"
    for colour, other in (("pink", 3), ("grey", 3), ("blue", 1)):
        assert live.no(AgreeColour(1, other, colour), 1) == "3.7"
    assert live.ok(AgreeColour(1, 3, "blue"), 1) == (ColourAgreed(1, 3, "3.7", "blue"),)
    live.ok(BuyColour(3, "blue", 1_00, 5_00), "dealer")
    assert live.no(BuyColour(3, "blue", 1_00, 5_00), "dealer") == "3.7", "more of it is another issue"
    live.ok(RedeemColour(2), 2)
    assert live.no(BuyColour(1, "blue", 2_00, 10_00), "dealer") == "3.7", "the other player has it now too"
    live.ok(AgreeColour(3, 1, "blue"), 3)
    live.ok(BuyColour(1, "blue", 2_00, 10_00), "dealer")
    assert live.no(BuyColour(2, "blue", 1_00, 5_00), "dealer") == "3.7"
    live.ok(RedeemColour(3), 3)
    assert live.no(BuyColour(3, "blue", 1_00, 5_00), "dealer") == "3.7", "consent was for one issue"
    live.ok(AgreeColour(1, 3, "blue"), 1)
    live.ok(BuyColour(1, "pink", 2_00, 10_00), "casino_supervisor")
    assert live.no(BuyColour(3, "pink", 1_00, 5_00), "dealer") == "3.7", "consent was for blue"
    assert live.no(AgreeColour(1, 3), 1) == "3.7", "who has two colours names one"
    live.ok(RedeemColour(1), 1)
    live.ok(BuyColour(1, "blue", 2_00, 10_00), "dealer")
    assert live.no(BuyColour(3, "blue", 1_00, 5_00), "dealer") == "3.7", "consent went with the checks it was for"
    live.ok(AgreeColour(1, 3, "blue", asked="she may have blue"), "dealer")
    live.ok(BuyColour(3, "blue", 1_00, 5_00), "dealer")
    live.ok(RedeemColour(1), 1)
    live.ok(RedeemColour(3), 3)
    live.ok(BuyColour(2, "blue", 1_00, 5_00), "dealer")
    assert live.game.checks == {1: 0, 2: 5_00, 3: 0}


def test_3_8() -> None:
    """The player asks, the dealer ascertains the value; it holds for every wager, and over the minimum it is marked."""
    live = roulette(limits={"red": (5_00, 100_00, 0), "straight": (2_00, 50_00, 0)})
    assert live.no(BuyColour(1, "blue", 50, 5_00), 1) == "3.8"
    assert live.no(BuyColour(1, "blue", 2_00, 5_00), 1) == "3.8"
    assert live.no(BuyColour(1, "blue", 0, 5_00), 1) == "3.8"
    assert live.no(BuyColour(1, "blue", 1_00, MONEY + 1_00), 1) == "not in the book"
    wants = BuyColour(1, "blue", 4_00, 40_00)
    assert live.who_may(wants, "3.8") == {"player", "dealer"}
    (asked,) = live.ok(wants, 1)
    assert (asked, live.rail(1)) == (ColourAsked(1, "blue", 4_00, 40_00, "3.8"), MONEY)
    assert live.no(PlaceWager(1, "straight", 8_00, 17, "checks"), 1) == "3.5"
    assert live.no(wants, 2) == "3.3"
    (waiting,) = calls(live.life, [("dealer", "dealer")], live.now)
    assert (waiting["type"], waiting["ok"]) == ("buy-colour", True)
    (issued,) = live.ok(wants, "dealer")
    assert issued == ColourIssued(1, "blue", 4_00, 40_00, True, "3.8")
    five = roulette(limits=dict.fromkeys(open_book("star-roulette").wagers, (5_00, 100_00, 0)))
    (low,) = five.ok(BuyColour(2, "pink", 5_00, 25_00), "dealer")
    assert low == ColourIssued(2, "pink", 5_00, 25_00, False, "3.8"), "no marker for what is not over the minimum"
    assert calls(live.life, [("dealer", "dealer")], live.now) == []
    assert tell(asked) == ["seat 1 asks for 10 blue checks of 4.00 (3.8)"]
    assert live.no(PlaceWager(1, "straight", 6_00, 17, "checks"), 1) == "3.8"
    live.ok(PlaceWager(1, "straight", 12_00, 17, "checks"), 1)
    assert live.no(RemoveWager(1, "straight", 17, 2_00), 1) == "3.8", "half a check"
    live.ok(RemoveWager(1, "straight", 17, 4_00), 1)
    spun(live, 17)
    assert (live.rail(1), live.game.checks[1]) == (MONEY - 40_00 + 35 * 8_00, 40_00)


def test_3_9() -> None:
    """A second colour is for a supervisor to allow, at the same value, while every other player can have one."""
    live = with_checks()
    second = BuyColour(1, "green", 2_00, 10_00)
    assert live.who_may(second) == FLOOR
    assert live.no(second, 1) == "3.9"
    assert live.no(BuyColour(1, "green", 4_00, 20_00), "casino_supervisor") == "3.9"
    live.ok(second, "casino_supervisor")
    assert live.life.colours.issued[1].colours == ("blue", "green")
    spare = (
        [c for c in live.conduct.tender.checks.colours if c not in ("blue", "green")]
        if live.conduct.tender.checks
        else []
    )
    for colour in spare[:-2]:
        live.ok(BuyColour(1, colour, 2_00, 2_00), "casino_supervisor")
    assert live.no(BuyColour(1, spare[-2], 2_00, 2_00), "casino_supervisor") == "3.9"
    live.ok(BuyColour(2, spare[-2], 1_00, 5_00), "dealer")
    live.ok(BuyColour(3, spare[-1], 1_00, 5_00), "dealer")
    assert len({colour for c in live.life.colours.issued.values() for colour in c.colours}) == len(spare) + 2
