"""What a 7 does, and the roll after it: 6.2."""

from __future__ import annotations

from fractions import Fraction

from feltwork.outcomes import Selection
from feltwork.table.play.events import Settled
from feltwork.table.play.table import Step, Table
from tests.rules.dragon_fire.pit import (
    EVERYTHING,
    HIGH,
    LOW,
    OPEN,
    OTHERS,
    SIDES,
    cents,
    frozen,
    lying,
    refuses,
    totals,
    while_frozen,
    wins_on,
)
from tests.rules.fates import leaves
from tests.rules.felt import Throw, at, lay, throw

LOSING = {"low-pair": "6.1.3.2", "high-pair": "6.1.4.2", "specific-pair": "6.1.5.2", "total": "6.1.6.2"}
TOTAL_PAYS = {3: 15, 4: 10, 5: 7, 6: 6, 7: 4, 8: 6, 9: 7, 10: 10, 11: 15}


def cover(table: Table) -> Table:
    """Seat 1 puts 1.00 on every one-roll wager there is."""
    for wager, on in OTHERS:
        lay(table, wager, on, "1.00")
    return table


def fresh() -> Table:
    return cover(lay(lay(at("dragon-fire"), "dragon"), "fire"))


def covered() -> Table:
    """Dragon and Fire frozen, then everything else put down."""
    return cover(frozen("dragon", "fire"))


def others(step: Step) -> list[Settled]:
    return [line for line in step.settled if line.wager not in SIDES and line.seat == 1]


def collected(step: Step) -> set[tuple[str, Selection, str]]:
    """The other wagers that lost, by which clause; nothing of them comes back."""
    lost = [line for line in others(step) if line.result == "lose"]
    assert all(line.returned == line.winnings == 0 for line in lost)
    return {(line.wager, line.on, line.clause) for line in lost}


def losers(dice: Throw) -> set[tuple[str, Selection, str]]:
    """The other wagers that should lose on this throw."""
    return {(wager, on, LOSING[wager]) for wager, on in OTHERS if dice not in wins_on(wager, on)}


def totals_paid(step: Step) -> dict[Selection, Fraction]:
    """The Dice Totals that won, with the odds paid; their stakes come back."""
    won = [line for line in others(step) if line.wager == "total" and line.result == "win"]
    assert all(line.returned == line.stake and line.clause == "6.1.6.1" for line in won)
    return {line.on: Fraction(line.winnings, line.stake) for line in won}


def price_of(total: int) -> dict[Selection, Fraction]:
    """The Dice Total that a roll pays, with its odds; 2 and 12 have none."""
    return {total: Fraction(TOTAL_PAYS[total])} if total in TOTAL_PAYS else {}


def after_seven(side: str, throws: set[Throw]) -> set[tuple[str, Fraction, str] | None]:
    """All that becomes of a frozen side on these throws, whatever came before the 7."""
    return {fates[dice] for fates in while_frozen(side) for dice in throws}


def test_6_2_1() -> None:
    """A 7 freezes Dragon and Fire: they are neither paid nor taken, whatever came before it."""
    for before in OPEN:
        table = frozen("dragon", "fire", before=before)
        assert table.state.area_state == "frozen"
        assert [wager for wager, _, _ in lying(table)] == ["dragon", "fire"]
        assert cents(table) == 10_000_000 - 24_000


def test_6_2_2() -> None:
    """A 7 takes every wager that loses on it."""
    for dice in totals(7):
        assert collected(throw(fresh(), dice)) == losers(dice)


def test_6_2_3() -> None:
    """A 7 pays the wagers on total 7."""
    for dice in totals(7):
        assert totals_paid(throw(fresh(), dice)) == {7: 4}


def test_6_2_4() -> None:
    """After a 7 everything may be wagered on but Dragon and Fire, which are closed to all, wagers there or not."""
    for table in (frozen("dragon", "fire"), frozen()):
        for wager, on in EVERYTHING:
            for seat in (1, 2):
                if wager in SIDES:
                    refuses(table, "6.2.4", table.bet, seat, wager, "1.00", on)
                else:
                    lay(table, wager, on, "1.00", seat)
        throw(table, 6)
        assert all(lay(table, side, seat=seat) for side in SIDES for seat in (1, 2))


def test_6_2_5_1() -> None:
    """A second 7 in a row takes Dragon and Fire both; a third would freeze anew."""
    for side in SIDES:
        assert leaves(while_frozen(side)) == set()
        assert after_seven(side, totals(7)) == {("lose", Fraction(0), "6.2.5.1")}
    table = covered()
    throw(table, 7)
    throw(lay(lay(table, "dragon"), "fire"), 7)
    assert [wager for wager, _, _ in lying(table)] == ["dragon", "fire"]


def test_6_2_5_2() -> None:
    """A second 7 takes the other losers too."""
    for dice in totals(7):
        assert collected(throw(covered(), dice)) == losers(dice)


def test_6_2_5_3() -> None:
    """A second 7 pays the wagers on total 7."""
    for dice in totals(7):
        assert totals_paid(throw(covered(), dice)) == {7: 4}


def test_6_2_6_1() -> None:
    """Fire loses when less than 7 follows the 7."""
    assert after_seven("fire", LOW) == {("lose", Fraction(0), "6.2.6.1")}


def test_6_2_6_2() -> None:
    """Dragon wins when less than 7 follows the 7."""
    assert after_seven("dragon", LOW) == {("win", Fraction(1), "6.2.6.2")}


def test_6_2_6_3() -> None:
    """The other losers are taken when less than 7 follows the 7."""
    for dice in LOW:
        assert collected(throw(covered(), dice)) == losers(dice)


def test_6_2_6_4() -> None:
    """The total rolled is paid when less than 7 follows the 7."""
    for dice in LOW:
        assert totals_paid(throw(covered(), dice)) == price_of(sum(dice))


def test_6_2_7_1() -> None:
    """Dragon loses when more than 7 follows the 7."""
    assert after_seven("dragon", HIGH) == {("lose", Fraction(0), "6.2.7.1")}


def test_6_2_7_2() -> None:
    """Fire wins when more than 7 follows the 7."""
    assert after_seven("fire", HIGH) == {("win", Fraction(1), "6.2.7.2")}


def test_6_2_7_3() -> None:
    """The other losers are taken when more than 7 follows the 7."""
    for dice in HIGH:
        assert collected(throw(covered(), dice)) == losers(dice)


def test_6_2_7_4() -> None:
    """The total rolled is paid when more than 7 follows the 7."""
    for dice in HIGH:
        assert totals_paid(throw(covered(), dice)) == price_of(sum(dice))
