"""A live table as clause tests need it: a crew, players with chips, a clock, and who may do what."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of
from feltwork.games.star_craps.conduct import CONDUCT as STAR_CRAPS
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import (
    AcceptDice,
    AnnounceClosure,
    AssignCrew,
    BuyIn,
    CloseBets,
    CloseTable,
    Collect,
    Command,
    ConfirmResult,
    EnterResult,
    HandDice,
    OfferDice,
    OpenBets,
    OpenPlay,
    OpenTable,
    PlaceWager,
    Raw,
    RejectDice,
    SelectDice,
    Sit,
    ThrowDice,
)
from feltwork.table.live.decide import decide
from feltwork.table.live.events import BoughtIn, Limits, LiveEvent
from feltwork.table.live.state import Decision, LiveTable
from feltwork.table.live.topic import evolve
from feltwork.table.play.events import Key
from feltwork.table.play.state import TableState
from tests.build import checks, signed

TWENTY_MINUTES = 20 * 60 * 1_000_000
MONEY = 1_000_00
"""What each player buys in for."""
ITEMS = tuple(STAR_CRAPS.equipment)
CREW = ("dealer", "stickperson", "boxperson")
SUPERVISORS = {"casino_supervisor", "boxperson", "gaming_supervisor", "assistant_gaming_manager", "gaming_manager"}
"""1.1: in a managerial capacity, the boxperson, Gaming Supervisor and Assistant Gaming Manager included."""
ROLES = ("player", "dealer", "stickperson", "inspector", *sorted(SUPERVISORS))
FLOOR = SUPERVISORS - {"boxperson"}
"""Casino supervisors of Dragon Fire and Roulette, which have no boxperson."""
FLOOR_ROLES = ("player", "dealer", "inspector", "system", *sorted(FLOOR))
MANAGERS = FLOOR - {"gaming_supervisor"}
"""Casino supervisors of Dragon Fire, where the gaming supervisor is none (reading D20)."""
PIT_BOSS = {"pit_boss", "gaming_manager"}
"""Crown: a Pit Boss or above."""
NO_BOSS = ("director_of_casino_surveillance", "casino_supervisor")
"""Who at Crown has no power at a table: the one reviews (9.9), the other its book does not know."""
CROWN_ROLES = ("player", "dealer", "stickperson", "boxperson", "inspector", *sorted(PIT_BOSS), *NO_BOSS)
By = int | str
"""The player of a seat, or whoever has a role; each role is held by a person of the same name."""


class Live:
    """One table, told what people ask of it one microsecond after another."""

    def __init__(self, book: str = "star-craps", variant: str | None = None, roles: tuple[str, ...] = ROLES) -> None:
        conduct = conduct_of(book, variant)
        assert conduct
        self.book, self.variant, self.conduct, self.roles = book, variant, conduct, roles
        self.wheel = "single"
        self.lucky: bool | str = False
        self.layout: str | None = None
        self.uspin = False
        self.max_award: int | None = None
        self.life = LiveTable("t1")
        self.now = 1_000_000

    def one_who_may(self, what: str) -> str:
        """The first role that the book gives this power to."""
        return self.conduct.powers[Act(what)].roles[0]

    @property
    def game(self) -> TableState:
        assert self.life.game
        return self.life.game

    @property
    def chips(self) -> int:
        """All money on the players' side, in the rail and on the layout."""
        return self.game.chips()

    @property
    def lies(self) -> dict[Key, int]:
        """Every wager on the layout with its stake."""
        return {key: standing.stake for key, standing in self.game.layout.items()}

    @property
    def hand(self) -> list[int]:
        """The dice the shooter holds."""
        return list(self.life.dice.hand)

    @property
    def bowl(self) -> set[int]:
        return set(self.life.dice.bowl)

    @property
    def lost(self) -> set[int]:
        return set(self.life.dice.lost)

    def rail(self, seat: int) -> int:
        return self.game.balances[seat]

    def asks(self, command: Command, by: By) -> Decision:
        """What would be decided; deciding itself moves nothing."""
        person, role = (f"player-{by}", "player") if isinstance(by, int) else (by, by)
        before = self.life.copy()
        decided = decide(self.life, command, Asker(person, role, self.now))
        assert self.life == before
        return decided

    def ok(self, command: Command, by: By) -> tuple[LiveEvent, ...]:
        """It must be accepted, and happens."""
        decided = self.asks(command, by)
        assert not isinstance(decided, Refusal), f"{command}: {decided}"
        for event in decided:
            evolve(self.life, event)
        self.now += 1
        return decided

    def no(self, command: Command, by: By) -> str:
        """It must be refused; gives the clause."""
        decided = self.asks(command, by)
        assert isinstance(decided, Refusal), f"{command}: {decided}"
        self.now += 1
        return decided.clause

    def who_may(self, command: Command, clause: str | None = None, seat: int = 1) -> set[str]:
        """The roles that it would be accepted from; all others are refused, by this clause if one is named."""
        answers = {role: self.asks(command, seat if role == "player" else role) for role in self.roles}
        refused = [
            answer.clause
            for answer in answers.values()
            if isinstance(answer, Refusal) and not answer.reason.endswith("at this table")  # they are not of its crew
        ]
        assert clause is None or set(refused) <= {clause}
        return {role for role, answer in answers.items() if not isinstance(answer, Refusal)}

    def prepared(
        self,
        *,
        without: str = "",
        limits: dict[str, Limits] | None = None,
        readings: dict[str, str] | None = None,
        bare: bool = False,
    ) -> Live:
        """A table set up and not yet open for play, with one thing or one of the crew left out, or a bare sign."""
        boss = self.one_who_may(Act.CLOSE)
        table = (self.book, 100, 8, limits or {}, readings or {}, self.variant, self.wheel, self.lucky)
        practice = bool(self.lucky)  # numbers that a test chooses are no draw: a live table would not take them
        opening = OpenTable(*table, layout=self.layout, uspin=self.uspin, max_award=self.max_award, rehearsal=practice)
        self.ok(opening if bare else signed(opening), boss)
        assert self.life.conduct
        self.conduct = self.life.conduct
        self.ok(checks(self.life, [item for item in self.conduct.equipment if item != without]), boss)
        for role in self.conduct.crew:
            if role != without:
                self.ok(AssignCrew(role, role), boss)
        return self

    def in_play(
        self, players: int = 2, limits: dict[str, Limits] | None = None, readings: dict[str, str] | None = None
    ) -> Live:
        """Open for play, with this many players in seats 1 onwards."""
        self.prepared(limits=limits, readings=readings).ok(OpenPlay(), self.one_who_may(Act.CLOSE))
        return self.seated(*range(1, players + 1)).betting()

    def betting(self) -> Live:
        """Place your bets has been called, where the book has it."""
        if Act.OPEN_BETS in self.conduct.powers and not self.life.gear.bets_open and not self.game.closed:
            self.ok(OpenBets(), "dealer")
        return self

    def seated(self, *seats: int) -> Live:
        """Players with chips in these seats."""
        for seat in seats:
            self.ok(Sit(f"player-{seat}", seat), seat)
            if self.conduct.terminals.meters:  # a note or a ticket, which the cage takes in
                evolve(self.life, BoughtIn(seat, f"player-{seat}", MONEY))
            else:
                self.ok(BuyIn(seat, MONEY), seat)
        return self

    def bets(self, seat: int, wager: str, amount: int = 10_00, on: Raw = None) -> Live:
        self.ok(PlaceWager(seat, wager, amount, on), seat)
        return self

    def offered(self, seat: int) -> Live:
        """The dice before this player: all asked earlier turn them down."""
        stick = self.one_who_may(Act.OFFER_DICE)
        self.ok(OfferDice(), stick)
        while self.life.shooter.offered != seat:
            assert self.life.shooter.offered
            self.ok(RejectDice(self.life.shooter.offered), self.life.shooter.offered)
            self.ok(OfferDice(), stick)
        return self

    def with_shooter(self, seat: int, wager: str | None = "win-line") -> Live:
        """This player bets on the line unless told otherwise, accepts the dice and selects two."""
        if wager:
            self.bets(seat, wager)
        self.offered(seat).ok(AcceptDice(seat), seat)
        self.ok(SelectDice(seat, sorted(self.life.dice.usable())[:2]), seat)
        return self

    def thrown(self) -> Live:
        """The dice are in the air, thrown by the shooter, or for the house, after no more bets where it is called."""
        if self.game.book.house.closing and not self.game.closed:
            self.betting().ok(CloseBets(), self.one_who_may(Act.CLOSE_BETS))
        if Act.HAND_DICE in self.conduct.powers and self.life.shooter.seat and not self.life.gear.handed:
            self.ok(HandDice(), "dealer")
        self.ok(ThrowDice(), self.life.shooter.seat or self.one_who_may(Act.OFFER_DICE))
        return self

    def called(self, first: int, second: int) -> tuple[LiveEvent, ...]:
        """The dice as they came to rest, called and settled."""
        caller = self.one_who_may(Act.CALL_RESULT)
        self.ok(EnterResult(first, second), caller)
        return self.ok(ConfirmResult(first, second), caller)

    def rolled(self, first: int, second: int) -> Live:
        self.thrown().called(first, second)
        return self

    def emptied(self) -> Live:
        """All players have taken their chips; nothing may lie on the layout."""
        for seat in self.life.seats.players:
            if self.rail(seat):
                self.ok(Collect(seat), seat)
        return self

    def shut(self) -> Live:
        """The table is closed after its notice."""
        self.emptied().ok(AnnounceClosure(), self.one_who_may(Act.CLOSE))
        self.now += TWENTY_MINUTES
        self.ok(CloseTable(), self.one_who_may(Act.CLOSE))
        return self


def opened(players: int = 2, limits: dict[str, Limits] | None = None, readings: dict[str, str] | None = None) -> Live:
    """A Star Craps table in play with this many players in seats 1 onwards."""
    return Live().in_play(players, limits, readings)


def crown(players: int = 2, limits: dict[str, Limits] | None = None, variant: str | None = None) -> Live:
    """A Crown table in play, full or "mini", with this many players in seats 1 onwards."""
    return Live("crown-craps", variant, CROWN_ROLES).in_play(players, limits)


def dragon(players: int = 2, limits: dict[str, Limits] | None = None, readings: dict[str, str] | None = None) -> Live:
    """A Dragon Fire table in play."""
    return Live("dragon-fire", roles=FLOOR_ROLES).in_play(players, limits, readings)


def roulette(
    players: int = 2,
    limits: dict[str, Limits] | None = None,
    *,
    lucky: bool | str = False,
    uspin: bool = False,
    layout: str | None = None,
    readings: dict[str, str] | None = None,
) -> Live:
    """A roulette table in play, with Lucky Ball or uSpin or without."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    live.lucky, live.uspin, live.layout = lucky, uspin, layout
    return live.in_play(players, limits, readings)
