"""Duties that several books lay down alike. Each book's tests name them by its own clauses and its own floor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from feltwork.games.conduct import Act
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.commands import (
    AnnounceClosure,
    AnnounceLimits,
    BuyIn,
    CallNoRoll,
    ChangeLimits,
    CheckEquipment,
    CloseTable,
    Collect,
    Command,
    ConfirmResult,
    ConfirmWager,
    DeclareWager,
    EnterResult,
    InvalidateOutcome,
    Leave,
    OfferDice,
    OpenPlay,
    PlaceWager,
    RemoveWager,
    ReportThrow,
    SetPersonalLimit,
    Sit,
)
from feltwork.table.live.events import (
    ClosureAnnounced,
    Collected,
    EquipmentBrought,
    EquipmentChecked,
    EquipmentReturned,
    Inspection,
    Limits,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitSet,
    PlayOpened,
    RoundReversed,
    SeatLeft,
    TableClosed,
    ThrowReported,
    Value,
)
from feltwork.table.play.events import Key, RoundInvalid
from tests.build import checks
from tests.rules.live import MONEY, TWENTY_MINUTES, Live

DISRUPTIONS = ("civil commotion", "fire", "riot", "brawl", "robbery", "act of God")


@dataclass(frozen=True)
class Decided:
    """A round that was settled, and what a table is like once it is taken back."""

    round: Callable[[], Live]
    balances: dict[int, int]
    cheated: dict[int, int]
    """The same where the wagers of the player of seat 2 are kept."""
    lies: dict[Key, int]
    area: object
    shooter: int | None


@dataclass(frozen=True)
class Pit:
    """How one book's tables are opened and who runs its floor."""

    table: Callable[..., Live]
    wager: str
    """One that needs no number and may be put down at any time before the close."""
    limited: str
    """The clause by which a wager outside the sign is refused."""
    boss: str
    floor: set[str]
    clock: frozenset[str] = frozenset()
    """Who besides the floor may bring in what has stood on its sign long enough."""
    begins: tuple[Command, str] = (OfferDice(), "dealer")
    """What begins a round, and who does it."""
    decided: Decided | None = None
    """A round that has just been settled, where the book's outcomes are taken back for all alike."""
    book: str = ""
    roles: tuple[str, ...] = ()
    early: tuple[Command, ...] = (OfferDice(),)
    """What cannot be done before play opens."""
    variants: tuple[str, ...] = ()
    a_round: Callable[[Live, str], object] = lambda live, role: None
    """One result called off and the next taken back, by this role."""

    def sign(self, low: int, high: int) -> dict[str, Limits]:
        return {self.wager: (low, high, 0)}

    def signed(self, players: int = 2) -> Live:
        return self.table(players, self.sign(5_00, 100_00))


def raises_on_notice(pit: Pit, clause: str) -> None:
    """Limits change at any time, but a minimum goes up only 20 minutes after the sign that says so."""
    raised, lowered, boss = pit.sign(10_00, 100_00), pit.sign(1_00, 40_00), pit.boss
    live = pit.signed().bets(1, pit.wager, 5_00)
    assert live.who_may(ChangeLimits(lowered), clause) == live.who_may(AnnounceLimits(raised), clause) == pit.floor
    assert live.no(ChangeLimits(raised), boss) == clause
    assert live.no(ChangeLimits(pit.sign(5_01, 40_00)), boss) == clause
    start = live.now
    assert live.ok(AnnounceLimits(raised), boss) == (LimitsAnnounced(raised, start + TWENTY_MINUTES),)
    live.now = start + TWENTY_MINUTES - 1
    assert live.no(ChangeLimits(raised), boss) == clause
    live.now = start + TWENTY_MINUTES
    assert live.no(ChangeLimits(pit.sign(20_00, 100_00)), boss) == clause
    assert live.no(ChangeLimits(pit.sign(9_00, 100_00)), boss) == clause, "not the minimum on the sign"
    assert live.asks(ChangeLimits(pit.sign(10_00, 200_00)), boss) == (LimitsChanged(pit.sign(10_00, 200_00)),)
    assert live.who_may(ChangeLimits(raised), clause) == pit.floor | pit.clock
    assert live.ok(ChangeLimits(raised), boss) == (LimitsChanged(raised),)
    assert (live.no(PlaceWager(2, pit.wager, 9_00), 2), live.lies) == (pit.limited, {(1, pit.wager, None): 5_00})
    live.ok(ChangeLimits(lowered), boss)
    assert live.bets(2, pit.wager, 1_00).no(PlaceWager(2, pit.wager, 40_00), 2) == pit.limited
    assert live.no(ChangeLimits(raised), boss) == clause
    live, another = pit.signed(1), next(wager for wager in live.game.book.wagers if wager != pit.wager)
    live.ok(AnnounceLimits(raised), boss)
    live.ok(ChangeLimits({another: (1, 50_00, 0)}), boss)
    live.now += TWENTY_MINUTES
    assert live.asks(ChangeLimits(raised), boss) == (LimitsChanged(raised),), "a change of another takes no sign down"
    assert pit.signed(0).no(ChangeLimits(raised), boss) == clause, "an empty table has its sign too"


def allows_one_player_more(pit: Pit, clause: str) -> None:
    """A supervisor lets one player go over the maximum, with a sign of that player's own minimum and maximum."""
    live, own, boss = pit.signed(), SetPersonalLimit(1, (20_00, 300_00, 0)), pit.boss
    assert live.no(PlaceWager(1, pit.wager, 101_00), 1) == pit.limited
    assert live.who_may(own, clause) == pit.floor
    for wrong in ((20_00, None, 0), (300_00, 200_00, 0), (-1, 300_00, 0), (50_00, 60_00, 0), (0, 100_00, 0)):
        assert live.no(SetPersonalLimit(1, wrong), boss) == clause
    assert live.no(SetPersonalLimit(7, (20_00, 300_00, 0)), boss) == "not in the book", "nobody sits there"
    assert live.ok(own, boss) == (PersonalLimitSet(1, (20_00, 300_00, 0), [pit.wager]),), "the others have no maximum"
    for cents in (301_00, 19_00):
        assert live.no(PlaceWager(1, pit.wager, cents), 1) == pit.limited
    assert live.bets(1, pit.wager, 300_00).no(PlaceWager(2, pit.wager, 101_00), 2) == pit.limited
    assert live.bets(2, pit.wager, 100_00).chips == 2 * MONEY
    withdrawn = pit.signed(1)
    assert withdrawn.no(SetPersonalLimit(1, None), boss) == "not in the book"
    withdrawn.ok(own, boss)
    assert withdrawn.who_may(SetPersonalLimit(1, None), clause) == pit.floor
    assert withdrawn.ok(SetPersonalLimit(1, None), boss) == (PersonalLimitSet(1, None),)
    assert withdrawn.no(PlaceWager(1, pit.wager, 101_00), 1) == pit.limited
    _only_lifts(pit, clause)
    live.ok(RemoveWager(1, pit.wager), 1)
    live.emptied().ok(Leave(1), 1)
    live.ok(Sit("somebody-else", 1), "dealer")
    live.ok(BuyIn(1, MONEY, "chips, please"), "dealer")
    assert live.no(PlaceWager(1, pit.wager, 300_00), "dealer") == pit.limited, "the next there has no such sign"


def _only_lifts(pit: Pit, clause: str) -> None:
    """It is for the wagers named, or for all whose stated maximum it lifts; none is lowered by it, early or late."""
    low, high, boss = pit.wager, next(w for w in pit.table(1).game.book.wagers if w != pit.wager), pit.boss
    live = pit.table(1, {low: (5_00, 100_00, 0), high: (5_00, 500_00, 0)})
    assert live.ok(SetPersonalLimit(1, (10_00, 300_00, 0)), boss) == (PersonalLimitSet(1, (10_00, 300_00, 0), [low]),)
    assert live.no(SetPersonalLimit(1, (10_00, 300_00, 0), [high]), boss) == clause
    assert live.no(SetPersonalLimit(1, (10_00, 900_00, 0), ["no such wager"]), boss) == "not in the book"
    live.ok(SetPersonalLimit(1, (10_00, 900_00, 0), [high]), boss)
    assert {wager: own.maximum for wager, own in live.game.personal[1].items()} == {low: 300_00, high: 900_00}
    live.ok(SetPersonalLimit(1, None, [high]), boss)
    assert (list(live.game.personal[1]), live.no(SetPersonalLimit(1, None, [high]), boss)) == ([low], "not in the book")
    live.ok(ChangeLimits({low: (5_00, 300_00, 0)}), boss)
    assert live.game.personal == {}, "the sign itself allows as much now"
    assert live.bets(1, low, 5_00).lies == {(1, low, None): 5_00}


def closes_on_notice(pit: Pit, clause: str) -> None:
    """A table with players closes 20 minutes after its sign and not a moment before; an empty one at once."""
    begins, by = pit.begins
    live, boss = pit.table().emptied(), pit.boss
    assert live.who_may(CloseTable(), clause) == set()
    assert live.who_may(AnnounceClosure(), clause) == pit.floor
    start = live.now
    assert live.ok(AnnounceClosure(), boss) == (ClosureAnnounced(start + TWENTY_MINUTES),)
    live.now = start + TWENTY_MINUTES - 1
    assert live.no(CloseTable(), boss) == clause
    live.now = start + TWENTY_MINUTES
    assert live.who_may(CloseTable(), clause) == pit.floor | pit.clock
    pieces = sorted(live.life.equipment.holding)
    assert live.ok(CloseTable(), boss) == (
        SeatLeft(1, "player-1"),
        SeatLeft(2, "player-2"),
        EquipmentReturned(pieces),
        TableClosed(),
    )
    assert live.life.equipment.holding == {}
    assert (live.no(begins, by), live.no(Sit("player-1", 1), 1)) == ("not in the book", "not in the book")
    assert pit.table(0).ok(CloseTable(), boss) == (EquipmentReturned(pieces), TableClosed())
    rich = pit.table(1).bets(1, pit.wager)
    rich.ok(AnnounceClosure(), boss)
    rich.now += TWENTY_MINUTES
    assert rich.no(CloseTable(), boss) == "not in the book"
    rich.ok(Collect(1), 1)
    assert (rich.no(CloseTable(), boss), rich.chips) == ("not in the book", 10_00)
    stays = pit.table(1)
    stays.ok(AnnounceClosure(), boss)
    if stays.conduct.oral.clause and not stays.conduct.oral.needs_stick:
        stays.ok(DeclareWager(1, pit.wager, 10_00), 1)
        stays.now += TWENTY_MINUTES
        assert stays.no(ConfirmWager(1), stays.one_who_may(Act.CONFIRM_ORAL)) == NOT_IN_THE_BOOK, "too late"
        stays.now -= TWENTY_MINUTES
    stays.bets(1, pit.wager).now += TWENTY_MINUTES
    assert stays.no(PlaceWager(1, pit.wager, 10_00), 1) == stays.no(BuyIn(1, 10_00), 1) == NOT_IN_THE_BOOK, (
        "nothing more"
    )
    stays.ok(RemoveWager(1, pit.wager), 1)
    assert stays.no(CloseTable(), "system") == "not in the book", "the clock sends nobody away who has chips"
    paid, *_, closed = stays.ok(CloseTable(), boss)
    assert (paid, closed) == (Collected(1, "player-1", MONEY, "the table closes"), TableClosed())


def invalidates_what_was_disrupted(pit: Pit, clause: str) -> None:
    """A supervisor may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in DISRUPTIONS:
        _is_as_before(pit, cause, clause, clause)


def invalidates_what_was_a_fraud(pit: Pit, clause: str) -> None:
    """And one that a fraudulent act affected, in the supervisor's opinion."""
    _is_as_before(pit, "fraud", clause, f"{clause[:-1]}1")


def _is_as_before(pit: Pit, cause: str, clause: str, power: str) -> None:
    """The result is taken back: every wager it decided is refunded, and the money is what it was."""
    was = pit.decided
    assert was
    live = was.round()
    takes_back(pit, live, cause, clause, power)
    assert (live.game.balances, live.lies, live.game.area_state) == (was.balances, was.lies, was.area)
    assert (live.life.shooter.seat, live.life.phase, live.game.closed) == (was.shooter, "betting", False)


def refunds(pit: Pit, clause: str) -> None:
    """What the result decided is refunded, but for a cheat's wagers if so directed, and for fraud only."""
    was = pit.decided
    assert was
    for cause in ("fire", "riot", "brawl"):
        assert was.round().no(InvalidateOutcome(cause, [2]), pit.boss) == clause
    live = was.round()
    _, invalid = live.ok(InvalidateOutcome("fraud", [2]), pit.boss)
    assert isinstance(invalid, RoundInvalid)
    assert {line.clause for line in invalid.lines} == {clause}
    assert (live.game.balances, live.lies) == (was.cheated, was.lies)
    assert (live.life.shooter.seat, live.life.phase) == (was.shooter, "betting")


def takes_back(pit: Pit, live: Live, cause: str, clause: str, power: str) -> None:
    """A result is invalidated for this cause, by the floor alone, and not twice; ``power`` forbids any other cause."""
    assert live.who_may(InvalidateOutcome(cause), clause) == pit.floor
    assert live.no(InvalidateOutcome("bad luck"), pit.boss) == power
    back, invalid = live.ok(InvalidateOutcome(cause), pit.boss)
    assert isinstance(back, RoundReversed)
    assert isinstance(invalid, RoundInvalid)
    assert (back.reason, back.clause, invalid.reason, invalid.clause) == (cause, clause, cause, clause)
    assert live.no(InvalidateOutcome(cause), pit.boss) == clause
    assert pit.table().no(InvalidateOutcome(cause), pit.boss) == clause


def seen(live: Live, reason: str, clause: str, *, must: bool) -> None:
    """Once staff have seen it, a throw that must not count has no result; one that may not can still be called."""
    assert live.who_may(ReportThrow(reason)) == live.who_may(CallNoRoll(reason)) | {"dealer"}
    assert live.ok(ReportThrow(reason), "stickperson") == (ThrowReported(reason, clause, must),)
    power = {"star-craps": "5.1", "crown-craps": "5.4.1(c)"}[live.book]
    assert live.no(ReportThrow("sneezed"), "stickperson") == power
    if must:
        assert live.no(EnterResult(3, 4), "stickperson") == clause
        assert live.no(CallNoRoll("irregular throw"), "stickperson") == clause
        live.ok(CallNoRoll(reason), "stickperson")
        live.thrown()
    live.called(3, 4)
    assert live.life.throw.reported is None
    assert live.no(ReportThrow(reason), "stickperson") == power


def called_off(
    on_six: Callable[[], Live], callers: set[str], power: str, enters: str, reason: str, clause: str
) -> Live:
    """A throw at a point of 6 is called off: nothing changes by it, wagers, point, shooter and money stand."""
    live = on_six()
    lies, chips, puck = live.lies, live.chips, live.game.area
    assert live.who_may(CallNoRoll(reason), power) == callers
    assert live.no(CallNoRoll(f"not {reason}"), "stickperson") == power
    assert live.ok(CallNoRoll(reason), "stickperson") == (RoundInvalid(reason, (), puck, clause, "no roll"),)
    assert (live.lies, live.chips, live.game.area_state, live.life.shooter.seat) == (lies, chips, 6, 1)
    assert (live.no(CallNoRoll(reason), "stickperson"), live.no(EnterResult(3, 4), "stickperson")) == (power, enters)
    live.ok(RemoveWager(2, "field"), 2)
    live.ok(PlaceWager(2, "field", 5_00), 2)
    live.thrown().ok(EnterResult(3, 4), "stickperson")
    assert live.ok(CallNoRoll(reason), "boxperson") == (RoundInvalid(reason, (), puck, clause, "no roll"),)
    assert live.no(ConfirmResult(3, 4), "stickperson") == enters
    assert (live.chips, live.life.shooter.seat) == (chips, 1)
    return live


def checks_before_play(live: Live, item: str, clause: str, floor: set[str], early: tuple[Command, ...]) -> None:
    """Play opens only once this is checked, by a supervisor; the event keeps what was found."""
    boss = sorted(floor)[0]
    live.prepared(without=item)
    right = checks(live.life, [item])
    assert live.conduct.equipment[item] == clause
    assert live.who_may(OpenPlay(), clause) == set()
    assert live.no(CheckEquipment([item, f"another {item}"], right.found), boss) == NOT_IN_THE_BOOK
    assert live.who_may(right) == floor
    for command in (*early, Sit("player-1", 1)):
        assert live.no(command, "dealer") == NOT_IN_THE_BOOK
    *brought, checked = live.ok(right, boss)
    assert checked == EquipmentChecked([item], right.found)
    numbers = right.found[item].serials if item in right.found else []
    came = [key.split()[-1] for event in brought if isinstance(event, EquipmentBrought) for key in event.serials]
    assert came == numbers
    assert live.life.equipment.checked == set(live.conduct.equipment)
    assert live.who_may(OpenPlay()) == floor
    assert live.ok(OpenPlay(), boss) == (PlayOpened(),)


def looks_at(pit: Pit, item: str, clause: str) -> None:
    """It is there: play opens only once it is checked, by a supervisor; the event names what was looked at."""
    checks_before_play(Live(pit.book, roles=pit.roles), item, clause, pit.floor, pit.early)


def measured(
    live: Live, item: str, clause: str, name: str, good: Sequence[Any], bad: Sequence[Any], setup: bool = True
) -> None:
    """Of this item only good values are taken and kept; another, or none, is refused by the clause."""
    boss = live.one_who_may(Act.CLOSE)
    if setup:
        live.prepared(without=item)
    found = checks(live.life, [item]).found[item]

    def told(values: dict[str, Value]) -> CheckEquipment:
        return CheckEquipment([item], {item: Inspection(found.serials, values)})

    for value in bad:
        assert live.no(told({**found.values, name: value}), boss) == clause, value
    for value in good:
        decided = live.asks(told({**found.values, name: value}), boss)
        assert isinstance(decided, tuple), value
        assert isinstance(decided[-1], EquipmentChecked)
        assert decided[-1].found[item].values[name] == value
    left_out = {key: value for key, value in found.values.items() if key != name}
    assert live.no(told(left_out), boss) == live.no(CheckEquipment([item]), boss) == clause
    assert live.no(told({**found.values, f"another {name}": 1}), boss) == clause
    assert live.no(OpenPlay(), boss) == clause


def numbered(live: Live, item: str, clause: str, kind: str, count: int) -> None:
    """The pieces of this item have a number each, no two the same, and come with its check; none exchanges them."""
    boss = live.one_who_may(Act.CLOSE)
    live.prepared(without=item)
    values = checks(live.life, [item]).found[item].values
    numbers = [f"N-{n}" for n in range(1, count + 1)]
    wrong = [[], numbers[:-1], [*numbers, "N-0"], [*numbers[:-1], ""], [*numbers[:-1], "two words"]]
    if count > 1:
        wrong.append([*numbers[:-1], numbers[0]])
    for serials in wrong:
        assert live.no(CheckEquipment([item], {item: Inspection(serials, values)}), boss) == clause
    assert item not in live.life.equipment.holding.values()
    live.ok(CheckEquipment([item], {item: Inspection(numbers, values)}), boss)
    here = {f"{kind} {number}" for number in numbers}
    assert {key for key, of in live.life.equipment.holding.items() if of == item} == here
    live.ok(OpenPlay(), boss)
    others = CheckEquipment([item], {item: Inspection([f"M-{n}" for n in range(1, count + 1)], values)})
    assert live.no(others, boss) in {clause, live.conduct.dice.new_set or clause}, "a check exchanges nothing"
    assert {key for key, of in live.life.equipment.holding.items() if of == item} == here


def opens_with_limits_shown(live: Live, clause: str) -> None:
    """Play opens only when the sign shows a minimum and a maximum for every wager; until then it can be put up."""
    live.prepared(bare=True)
    boss = live.one_who_may(Act.CLOSE)
    first, *others = live.game.book.wagers
    assert live.no(OpenPlay(), boss) == clause
    for bad in ((0, 100_00, 0), (1, None, 0), (0, None, 0)):
        assert live.no(ChangeLimits({first: bad}), boss) == clause
    live.ok(ChangeLimits(dict.fromkeys(others, (5_00, 100_00, 0))), boss)
    assert live.no(OpenPlay(), boss) == clause
    live.ok(ChangeLimits({first: (10_00, 10_00, 0)}), boss)
    assert live.ok(OpenPlay(), boss) == (PlayOpened(),)
    for bad in ((0, 100_00, 0), (1, None, 0)):
        assert live.no(ChangeLimits({first: bad}), boss) == live.no(AnnounceLimits({first: bad}), boss) == clause
    higher = isinstance(live.asks(ChangeLimits({first: (11_00, 20_00, 0)}), boss), tuple)
    assert not higher, "once play is open, a higher minimum needs its notice"
