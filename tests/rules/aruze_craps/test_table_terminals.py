"""The electronic table as it is conducted: wagering closes, ten seconds to shoot, sensors tell the result."""

from __future__ import annotations

from itertools import permutations

from feltwork.games import open_book
from feltwork.games.aruze_craps.conduct import CONDUCT as ARUZE_CRAPS
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import RelaxClose, ReportThrow
from feltwork.table.live.decide import decide
from feltwork.table.live.state import Decision, LiveTable
from feltwork.table.live.topic import evolve
from feltwork.table.play.events import RoundInvalid
from tests.build import WIDE, checks, signed
from tests.rules.aruze_craps.terminal import SELECTIONS, puck, refuses
from tests.rules.duties import DISRUPTIONS, checks_before_play, measured, numbered, opens_with_limits_shown
from tests.rules.felt import lay
from tests.rules.live import ROLES, TWENTY_MINUTES, Live
from tests.rules.terms import defined

SECOND = 1_000_000
MANAGERS = {"assistant_gaming_manager", "gaming_manager"}
ASKERS = ("player", "inspector", "system", *sorted(ARUZE_CRAPS.staff | MANAGERS))
FIVE: happened.Limits = (5_00, 1_000_00, 0)


class Floor:
    """A table of terminals, told what people and the system ask of it."""

    def __init__(
        self,
        *,
        without: str = "",
        readings: dict[str, str] | None = None,
        field: happened.Limits = WIDE,
        sign: happened.Limits | None = None,
        shooting: int | None = None,
    ) -> None:
        self.life, self.now = LiveTable("t"), SECOND
        signs = dict.fromkeys(open_book("aruze-craps").wagers, sign) if sign else {"field": field}
        self.manager(signed(ask.OpenTable("aruze-craps", 1, 8, signs, readings or {}, shooting=shooting)))
        self.manager(checks(self.life, [item for item in ARUZE_CRAPS.equipment if item != without]))

    def asks(self, command: ask.Command, person: str, role: str) -> Decision:
        before = self.life.copy()
        via = "cash" if isinstance(command, ask.BuyIn) else ""  # as from the note stacker
        decided = decide(self.life, command, Asker(person, role, self.now, via=via))
        assert self.life == before
        return decided

    def ok(self, command: ask.Command, person: str, role: str) -> tuple[happened.LiveEvent, ...]:
        decided = self.asks(command, person, role)
        assert isinstance(decided, tuple), decided
        for event in decided:
            evolve(self.life, event)
        return decided

    def manager(self, command: ask.Command) -> tuple[happened.LiveEvent, ...]:
        return self.ok(command, "agm", "assistant_gaming_manager")

    def system(self, command: ask.Command) -> tuple[happened.LiveEvent, ...]:
        return self.ok(command, "timer", "system")

    def player(self, seat: int, command: ask.Command) -> tuple[happened.LiveEvent, ...]:
        return self.ok(command, f"p{seat}", "player")

    def no(self, command: ask.Command, person: str, role: str) -> str:
        decided = self.asks(command, person, role)
        assert isinstance(decided, Refusal), decided
        return decided.clause

    def who_may(self, command: ask.Command, clause: str | None = None) -> set[str]:
        """The roles that it would be accepted from; all others are refused, by this clause if one is named."""
        answers = {role: self.asks(command, "p1" if role == "player" else role, role) for role in ASKERS}
        refused = {answer.clause for answer in answers.values() if isinstance(answer, Refusal)}
        assert clause is None or refused <= {clause}
        return {role for role, answer in answers.items() if not isinstance(answer, Refusal)}

    def seated(self, *seats: int) -> Floor:
        self.manager(ask.OpenPlay())
        for seat in seats:
            self.player(seat, ask.Sit(f"p{seat}", seat))
            self.player(seat, ask.BuyIn(seat, 100_00))
        return self

    def shot(self, first: int, second: int) -> tuple[happened.LiveEvent, ...]:
        """Close, wait, shoot, sense."""
        self.system(ask.CloseBets())
        self.now += 10 * SECOND
        self.system(ask.ShootDice())
        return self.system(ask.SenseResult(first, second))

    @property
    def awaited(self) -> int | None:
        assert self.life.throw.awaited
        return self.life.throw.awaited[0]


def recorded(item: str, clause: str) -> None:
    checks_before_play(table(), item, clause, {"assistant_gaming_manager", "gaming_manager"}, ())


def table() -> Live:
    return Live("aruze-craps", roles=ROLES)


def test_2_2_1() -> None:
    """Terminals are there before play opens, one for each seat, each with its number."""
    recorded("terminals", "2.2.1")
    numbered(table(), "terminals", "2.2.1", "terminal", 8)


def test_2_2_2() -> None:
    """Each has a note stacker."""
    recorded("note stackers", "2.2.2")
    measured(table(), "note stackers", "2.2.2", "attached", [8], [7, 9, 0, "all"])


def test_2_2_3() -> None:
    """Each has a ticket printer."""
    recorded("ticket printers", "2.2.3")
    measured(table(), "ticket printers", "2.2.3", "attached", [8], [7, 9, 0, "all"])


def test_2_2_4() -> None:
    """A sealed tumbler with two dice, whose opposite sides make seven, decides."""
    recorded("tumbler", "2.2.4")
    numbered(table(), "tumbler", "2.2.4", "tumbler", 1)
    measured(table(), "tumbler", "2.2.4", "dice", [2], [1, 3, 5])
    measured(table(), "tumbler", "2.2.4", "opposite sides", [[7, 7]], [[7, 6], [8, 7], [7], [7, 7, 7]])
    measured(table(), "tumbler", "2.2.4", "marks", ["dots from one to six"], ["otherwise"])
    measured(table(), "tumbler", "2.2.4", "seal", ["sealed"], ["open"])


def test_2_2_5() -> None:
    """The game system runs."""
    recorded("game system", "2.2.5")


def test_3_1() -> None:
    """The sign shows minimum, maximum and any unit; multiples of the minimum only if it says so."""
    plain, sized = (
        puck(limits={"field": ("5.00", "20.00")}),
        puck(limits={"field": ("5.00", "20.00", "5.00")}),
    )
    assert "field: minimum 5.00, maximum 20.00" in plain.sign().splitlines()
    assert "field: minimum 5.00, maximum 20.00, above the minimum in units of 5.00" in sized.sign().splitlines()
    for outside in ("0.01", "4.99", "20.01", "25.00"):
        refuses(plain, "3.1", plain.bet, 1, "field", outside)
    for uneven in ("5.01", "7.50", "9.99"):
        refuses(sized, "3.1", sized.bet, 1, "field", uneven)
        lay(puck(limits={"field": ("5.00", "20.00")}), "field", stake=uneven)
    for even in ("5.00", "10.00", "20.00"):
        lay(puck(limits={"field": ("5.00", "20.00", "5.00")}), "field", stake=even)
    lay(plain, "field", stake="8.00")
    assert plain.remove(1, "field", None, "3.01").refused is None, (
        "a script may; at a terminal there is no late rule to fall back on"
    )
    floor = Floor(field=(5_00, 20_00, 0)).seated(1)
    floor.player(1, ask.PlaceWager(1, "field", 8_00))
    assert floor.no(ask.RemoveWager(1, "field", None, 3_01), "p1", "player") == "3.1"
    floor.player(1, ask.RemoveWager(1, "field", None, 3_00))
    assert floor.no(ask.MoveWager(1, "field", "any-seven", amount=1_00), "p1", "player") == "3.1"
    floor.player(1, ask.RemoveWager(1, "field"))
    assert floor.no(ask.SetPersonalLimit(1, (1_00, 50_00, 0)), "agm", "assistant_gaming_manager") == "3.1"
    assert floor.life.game
    assert not floor.life.game.layout, "all of it always goes"
    lower: dict[str, happened.Limits] = {"field": (4_00, 20_00, 0)}
    higher: dict[str, happened.Limits] = {"field": (6_00, 20_00, 0)}
    assert floor.who_may(ask.ChangeLimits(lower)) == floor.who_may(ask.AnnounceLimits(higher)) == MANAGERS
    manager = ("agm", "assistant_gaming_manager")
    assert (
        floor.no(ask.ChangeLimits(higher), *manager) == "not in the book"
    )  # a minimum goes up on notice (reading A17)
    floor.manager(ask.AnnounceLimits(higher))
    floor.now += 20 * 60 * SECOND - 1
    assert floor.no(ask.ChangeLimits(higher), *manager) == "not in the book"
    floor.now += 1
    floor.manager(ask.ChangeLimits(higher))
    assert floor.no(ask.PlaceWager(1, "field", 5_00), "p1", "player") == "3.1"
    opens_with_limits_shown(Live("aruze-craps", roles=ROLES), "3.1")


def test_1_1_shooter() -> None:
    """The shooter is the player designated to press the button; nobody else's press counts."""
    defined("aruze-craps", "Shooter")
    floor = Floor().seated(1, 2)
    floor.player(1, ask.PlaceWager(1, "pass-line", 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 1
    assert floor.no(ask.PressShoot(2), "p2", "player") == "3.11.1"
    assert floor.no(ask.PressShoot(1), "p2", "player") == "3.11.1"
    assert floor.player(1, ask.PressShoot(1)) == (happened.DiceThrown(1),)
    floor.system(ask.SenseResult(1, 1))
    for seat in (1, 2):
        floor.player(seat, ask.PlaceWager(seat, "pass-line", 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 2, "who lost on the line is no longer the shooter"


def test_3_11() -> None:
    """In turn clockwise over the terminals with a line wager; on when the shooter's Pass loses or Don't Pass wins."""
    gone = Floor().seated(1)
    gone.player(1, ask.PlaceWager(1, "pass-line", 5_00))
    gone.system(ask.CloseBets())
    gone.manager(RelaxClose(1, "the screen froze"))
    gone.player(1, ask.RemoveWager(1, "pass-line"))
    assert gone.no(ask.PressShoot(1), "p1", "player") == "3.11", "no wager, no shot"
    floor = Floor().seated(2, 5, 7)
    for seat, wager in ((5, "pass-line"), (7, "dont-pass")):
        floor.player(seat, ask.PlaceWager(seat, wager, 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 5
    for other in (2, 7):
        assert floor.no(ask.PressShoot(5), f"p{other}", "player") == "3.11.1"
        assert floor.no(ask.PressShoot(other), f"p{other}", "player") == "3.11.1"
    floor.player(5, ask.PressShoot(5))
    assert happened.DicePassed(5, "3.11", "line decided") in floor.system(ask.SenseResult(1, 1))
    floor.player(5, ask.PlaceWager(5, "pass-line", 5_00))
    floor.player(7, ask.PlaceWager(7, "dont-pass", 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 7
    floor.player(7, ask.PressShoot(7))
    assert floor.system(ask.SenseResult(6, 6))[1:] == (), "a draw keeps the dice"
    floor.player(7, ask.PlaceWager(7, "dont-pass", 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 7
    floor.player(7, ask.PressShoot(7))
    floor.system(ask.SenseResult(1, 2))
    floor.player(5, ask.PlaceWager(5, "pass-line", 5_00))
    floor.system(ask.CloseBets())
    assert floor.awaited == 5, "round again to the first terminal with a line wager"


def raw(on: Selection) -> ask.Raw:
    return list(on) if isinstance(on, tuple) else on


def test_3_5_1_2() -> None:
    """Chips move from one part of the screen to another in one step; where they may not lie, none of them moves."""
    floor = Floor().seated(1)
    floor.player(1, ask.PlaceWager(1, "field", 10_00))
    game = floor.life.game
    assert game
    rail = game.balances[1]
    assert floor.no(ask.MoveWager(1, "field", "odds", None, 6), "p1", "player") == "3.9.2"
    assert floor.no(ask.MoveWager(1, "place", "field", 6), "p1", "player") == "not in the book"
    assert floor.no(ask.MoveWager(1, "field", "big-6"), "p2", "player") == "not in the book", "not their chips"
    floor.player(1, ask.MoveWager(1, "field", "big-6", amount=4_00))
    lying = {key: standing.stake for key, standing in game.layout.items()}
    assert (lying, game.balances[1]) == ({(1, "field", None): 6_00, (1, "big-6", None): 4_00}, rail)
    floor.system(ask.CloseBets())
    assert floor.no(ask.MoveWager(1, "field", "big-6"), "p1", "player") == "3.3.6"
    for (here, on), (there, to) in permutations(SELECTIONS.items(), 2):
        floor = Floor().seated(1)
        floor.player(1, ask.PlaceWager(1, here, 60_00, raw(on)))
        floor.player(1, ask.MoveWager(1, here, there, raw(on), raw(to)))
        assert floor.life.game
        assert [key[1] for key in floor.life.game.layout] == [there]


def test_3_11_1() -> None:
    """Ten seconds from the end of wagering to press; after them, and not before, the dice are shot automatically."""
    floor = Floor().seated(1)
    floor.player(1, ask.PlaceWager(1, "dont-pass", 5_00))
    floor.system(ask.CloseBets())
    floor.now += 10 * SECOND - 1
    assert floor.no(ask.ShootDice(), "timer", "system") == "3.11.1"
    floor.now += 1
    assert isinstance(floor.asks(ask.PressShoot(1), "p1", "player"), tuple)
    for somebody, role in (("p2", "player"), ("agm", "assistant_gaming_manager"), ("timer", "system")):
        assert floor.no(ask.PressShoot(1), somebody, role) == "3.11.1"
    assert floor.no(ask.ShootDice(), "p1", "player") == "3.11.1"
    floor.now += 1
    assert floor.no(ask.PressShoot(1), "p1", "player") == "3.11.1"
    assert floor.who_may(ask.ShootDice(), "3.11.1") == {"system"}
    assert floor.system(ask.ShootDice()) == (happened.DiceThrown(None),)
    assert floor.no(ask.ShootDice(), "timer", "system") == "3.11.1"


def shot(floor: Floor) -> tuple[int | None, str]:
    """Wagering ends: whose shot is awaited, and by which clause."""
    (awaited,) = [event for event in floor.system(ask.CloseBets()) if isinstance(event, happened.ShotAwaited)]
    return awaited.seat, awaited.clause


def test_3_11_2() -> None:
    """With nobody on the line the dice are shot at once when wagering ends."""
    floor = Floor().seated(1)
    floor.player(1, ask.PlaceWager(1, "field", 5_00))
    closed = floor.system(ask.CloseBets())
    assert closed[-1] == happened.ShotAwaited(None, floor.now, "3.11.2")
    assert floor.system(ask.ShootDice()) == (happened.DiceThrown(None),)
    for wager in ("pass-line", "dont-pass"):
        for shooting, seat in ((None, 1), (5_00, 1), (5_01, None), (2_00, 1)):
            floor = Floor(sign=FIVE, shooting=shooting).seated(1)
            floor.player(1, ask.PlaceWager(1, wager, 5_00))
            assert shot(floor) == (seat, "3.11.1" if seat else "3.11.2"), (wager, shooting)
    floor = Floor(sign=FIVE).seated(1, 2)
    floor.player(1, ask.PlaceWager(1, "pass-line", 5_00))
    floor.player(2, ask.PlaceWager(2, "pass-line", 10_00))
    assert shot(floor) == (1, "3.11.1")
    floor.shot(2, 2)
    ten: dict[str, happened.Limits] = {"pass-line": (10_00, 1_000_00, 0)}
    floor.manager(ask.AnnounceLimits(ten))
    floor.now += TWENTY_MINUTES
    floor.manager(ask.ChangeLimits(ten))
    assert shot(floor) == (2, "3.11.1"), "the sign has gone up over what the first shooter has there"


def test_6_4_2() -> None:
    """A tumbler thought not to work voids what was placed in the round; only a manager can say so."""
    floor = Floor().seated(1)
    floor.player(1, ask.PlaceWager(1, "field", 5_00))
    floor.system(ask.CloseBets())
    floor.system(ask.ShootDice())
    assert floor.who_may(ask.CallNoRoll("tumbler fault"), "6.4.1") == MANAGERS
    floor.manager(ReportThrow("tumbler fault"))
    assert floor.no(ask.SenseResult(3, 4), "sensor", "system") == "6.4.2", "there is no result, and no choice about it"
    (event,) = floor.manager(ask.CallNoRoll("tumbler fault"))
    assert isinstance(event, RoundInvalid)
    assert {event.clause, *(line.clause for line in event.lines)} == {"6.4.2"}
    assert floor.life.game is not None
    assert floor.life.game.balances == {1: 100_00}
    floor.player(1, ask.PlaceWager(1, "field", 5_00))
    assert floor.no(ask.CallNoRoll("tumbler fault"), "agm", "assistant_gaming_manager") == "6.4.1", "nothing is closed"
    floor.system(ask.CloseBets())
    assert floor.no(ask.CallNoRoll("cocked"), "agm", "assistant_gaming_manager") == "6.4.1", "no dice are shot"
    floor.manager(ask.CallNoRoll("tumbler fault"))
    assert (floor.life.game.balances, floor.life.throw.awaited) == ({1: 100_00}, None)
    floor.player(1, ask.PlaceWager(1, "field", 5_00))


def _invalidated(cause: str, clause: str, forfeits: list[int]) -> dict[int, int]:
    floor = Floor().seated(1, 2)
    for seat in (1, 2):
        floor.player(seat, ask.PlaceWager(seat, "field", 10_00))
    floor.shot(1, 1)
    assert floor.who_may(ask.InvalidateOutcome(cause), clause) == MANAGERS
    assert floor.no(ask.InvalidateOutcome("rain"), "agm", "assistant_gaming_manager") == "7.8.1"
    reversal, _ = floor.manager(ask.InvalidateOutcome(cause, forfeits))
    assert isinstance(reversal, happened.RoundReversed)
    assert reversal.clause == clause
    assert floor.life.game is not None
    return floor.life.game.balances


def test_7_8_1() -> None:
    """A manager may invalidate an outcome disrupted by fire, riot and the like."""
    for cause in DISRUPTIONS:
        assert _invalidated(cause, "7.8.1", []) == {1: 100_00, 2: 100_00}


def test_7_8_2() -> None:
    """Or one that a fraud affected."""
    assert _invalidated("fraud", "7.8.2", []) == {1: 100_00, 2: 100_00}


def test_7_9() -> None:
    """Wagers for that result are refunded; a cheat's may be forfeited, for fraud alone."""
    assert _invalidated("fraud", "7.8.2", [2]) == {1: 100_00, 2: 90_00}
    floor = Floor().seated(1)
    floor.player(1, ask.PlaceWager(1, "field", 10_00))
    floor.shot(1, 1)
    assert floor.no(ask.InvalidateOutcome("fire", [1]), "agm", "assistant_gaming_manager") == "7.9"
