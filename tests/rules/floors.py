"""The floors of the books whose tables are run by hand: who runs them, and a round of each."""

from __future__ import annotations

from feltwork.table.live.commands import (
    CallNoRoll,
    CloseBets,
    ConfirmNumber,
    InvalidateOutcome,
    OfferDice,
    OrderPass,
    RefuseWager,
    SpinBall,
    TakeBallOut,
)
from tests.build import enters
from tests.rules.duties import Decided, Pit
from tests.rules.live import (
    CROWN_ROLES,
    FLOOR,
    FLOOR_ROLES,
    MANAGERS,
    MONEY,
    PIT_BOSS,
    ROLES,
    SUPERVISORS,
    Live,
    crown,
    dragon,
    opened,
    roulette,
)
from tests.rules.lost_dice import DiceTable

CLOCK = frozenset({"system"})
BOSS = "casino_supervisor"


def sevened_out() -> Live:
    """Seat 1 shot a point of 6 and sevened out; seat 2 won on the 7 and lost a wager with commission."""
    live = opened(3).with_shooter(1).rolled(2, 4).bets(1, "behind-win-line", 20_00)
    return live.bets(2, "place-to-lose", 55_00, 4).bets(2, "buy", 20_00, 8).bets(3, "field", 30_00).rolled(3, 4)


def lost_after_seven() -> Live:
    """Seat 1 threw a 7 and lost a frozen Dragon wager on an 8; 2 won on Fire, 3 on the total, and has a Tail up."""
    live = dragon(3).bets(2, "fire", 20_00).with_shooter(1, "dragon").rolled(3, 4)
    return live.bets(3, "total", 30_00, 8).bets(3, "dragons-tail", 5_00).rolled(4, 4)


def seven_was_spun() -> Live:
    """A 7 was spun: seat 1 won on red, seat 2 on the number, seat 3 lost on black."""
    live = roulette(3).bets(1, "red").bets(2, "straight", 5_00, 7).bets(3, "black", 30_00)
    for command in (SpinBall(), CloseBets(), enters(7), ConfirmNumber(7)):
        live.ok(command, "dealer")
    assert live.game.balances == {1: MONEY + 10_00, 2: MONEY + 175_00, 3: MONEY - 30_00}
    return live


def dice_called_off(live: Live, role: str) -> None:
    live.with_shooter(1).thrown().ok(CallNoRoll("cocked"), role)
    live.rolled(5, 6).ok(InvalidateOutcome("fire"), role)


def dragon_called_off(live: Live, role: str) -> None:
    """With what else is a casino supervisor's here: the dice are ordered on, and the last wager is refused."""
    live.with_shooter(1, "dragon").thrown().ok(CallNoRoll("cocked"), role)
    live.bets(1, "dragon").rolled(5, 6).ok(InvalidateOutcome("fire"), role)
    live.bets(1, "dragon").ok(OrderPass("unreasonable delay"), role)
    live.ok(RefuseWager(1, "dragon", "closing"), role)


def spin_called_off(live: Live, role: str) -> None:
    live.bets(1, "odd").ok(SpinBall(), "dealer")
    live.ok(CallNoRoll("same direction"), role)
    live.ok(TakeBallOut(in_time=True), "dealer")
    live.betting()
    for command in (SpinBall(), CloseBets(), enters(7), ConfirmNumber(7)):
        live.ok(command, "dealer")
    live.ok(InvalidateOutcome("fire"), role)


ALL = dict.fromkeys((1, 2, 3), MONEY)
TAIL = {3: MONEY - 5_00}
FLOORS = {
    "star-craps": Pit(
        opened,
        "field",
        "7.1",
        "boxperson",
        SUPERVISORS,
        begins=(OfferDice(), "stickperson"),
        decided=Decided(sevened_out, ALL, ALL | {2: MONEY - 55_00 - 20_00 - 1_00}, {}, 6, 1),
        book="star-craps",
        a_round=dice_called_off,
        roles=ROLES,
    ),
    "crown-craps": Pit(
        crown,
        "field",
        "4.1",
        "pit_boss",
        PIT_BOSS,
        begins=(OfferDice(), "stickperson"),
        book="crown-craps",
        roles=CROWN_ROLES,
        variants=("mini",),
    ),
    "star-roulette": Pit(
        roulette,
        "red",
        "4.1",
        BOSS,
        FLOOR,
        CLOCK,
        begins=(SpinBall(), "dealer"),
        decided=Decided(seven_was_spun, ALL, ALL | {2: MONEY - 5_00}, {}, None, None),
        book="star-roulette",
        a_round=spin_called_off,
        roles=FLOOR_ROLES,
        early=(SpinBall(), CloseBets()),
    ),
    "dragon-fire": Pit(
        dragon,
        "dragon",
        "7.1",
        BOSS,
        MANAGERS,
        CLOCK,
        decided=Decided(
            lost_after_seven,
            ALL | TAIL,
            ALL | TAIL | {2: MONEY - 20_00},
            {(3, "dragons-tail", None): 5_00},
            "frozen",
            1,
        ),
        book="dragon-fire",
        a_round=dragon_called_off,
        roles=FLOOR_ROLES,
        early=(OfferDice(), CloseBets()),
    ),
}
"""By book. An electronic table has no such floor: nobody at it deals."""
DICE = {
    "star-craps": DiceTable(
        opened,
        line="win-line",
        other="win-line",
        stick="stickperson",
        reporters={"stickperson"},
        charge="3.1",
        checker="boxperson",
        boss="boxperson",
        bringers=SUPERVISORS,
        selects="3.3",
        checks="3.5",
        offers="3.2",
        equipment=(("five dice", "2.3"),),
    ),
    "crown-craps": DiceTable(
        crown,
        line="win-line",
        other="win-line",
        stick="stickperson",
        reporters={"stickperson", "boxperson", *PIT_BOSS},
        charge="5.1.1",
        checker="boxperson",
        boss="pit_boss",
        bringers={"boxperson", *PIT_BOSS},
        selects="5.1.2",
        checks="5.4.2(a)(iii)",
        offers="5.1.1",
        equipment=(("five dice", "2.3"), ("faces adding up to 7", "2.3.1"), ("faces of 19 mm", "2.3.2")),
    ),
    "dragon-fire": DiceTable(
        dragon,
        line="fire",
        other="dragon",
        stick="dealer",
        reporters={"dealer", *MANAGERS},
        charge="3.1",
        checker="gaming_supervisor",
        boss=BOSS,
        bringers={"gaming_supervisor", *MANAGERS},
        selects="3.3",
        checks="3.4.3",
        offers="3.2",
        equipment=(("five dice", "2.5"),),
        again=True,
    ),
}
"""The books whose dice are thrown by hand."""
