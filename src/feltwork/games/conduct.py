"""What the conduct of a table is: who does what, what equipment there is, which throws do not count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from feltwork.games.equipment import Inspected
from feltwork.refusal import NOT_IN_THE_BOOK


class Act(StrEnum):
    """What is done at a table by those to whom a book gives the power."""

    ACT_AS_STICK = "act as stick"
    ANNOUNCE_LIMITS = "announce limits"
    ANNOUNCE_ORAL = "announce oral"
    ANSWER_CONCERN = "answer concern"
    CALL_NO_ROLL = "call no roll"
    CALL_RESULT = "call result"
    CHANGE_LIMITS = "change limits"
    CHECK_DICE = "check dice"
    CLOSE = "close"
    CLOSE_BETS = "close bets"
    CONFIRM_CALL = "confirm call"
    CONFIRM_LATE = "confirm late"
    CONFIRM_OFF = "confirm off"
    CONFIRM_ORAL = "confirm oral"
    CONFIRM_TERMINAL = "confirm terminal"
    CORRECT = "correct"
    DRAW_NUMBERS = "draw numbers"
    EMPTY_DROP_BOX = "empty drop box"
    EXAMINE_BALL = "examine ball"
    EXCHANGE_VOUCHER = "exchange voucher"
    FILL_FLOAT = "fill float"
    FIND_INVALID = "find invalid"
    HAND_DICE = "hand dice"
    HOUSE_THROW = "house throw"
    INVALIDATE = "invalidate"
    ISSUE_COLOURS = "issue colours"
    LOAD_BALL = "load ball"
    MOVE_ZERO = "move zero"
    OFFER_DICE = "offer dice"
    OPEN_BETS = "open bets"
    ORDER_PASS = "order pass"
    PERSONAL_LIMIT = "personal limit"
    READ_DISPLAY = "read display"
    REFUSE_WAGER = "refuse wager"
    RELAX_CLOSE = "relax close"
    REPORT_FAULT = "report fault"
    REPORT_SCREEN = "report screen"
    REPORT_UNIT = "report unit"
    REPOSITION = "reposition"
    RESTORE_UNIT = "restore unit"
    RULE_ON_A_FACE = "rule on a face"
    RULE_ON_A_ROUND = "rule on a round"
    SELL_CHIPS = "sell chips"
    SET_PERIOD = "set period"
    SEVERAL_COLOURS = "several colours"
    SHOOT = "shoot"
    SPIN_BALL = "spin ball"
    STOP_GAME = "stop game"
    VACATE = "vacate"
    WITHHOLD = "withhold"


@dataclass(frozen=True)
class Power:
    """Who may do something, by which clause."""

    clause: str
    roles: tuple[str, ...]


def cited(powers: Mapping[Act, Power], clauses: Mapping[Act, str]) -> dict[Act, Power]:
    """The same powers, some of them by another clause."""
    return {what: replace(power, clause=clauses.get(what, power.clause)) for what, power in powers.items()}


@dataclass(frozen=True)
class NoResult:
    """A reason for which a throw or spin does not count."""

    clause: str
    must: bool
    """Must it be called, or may it?"""
    takes_ball: bool = False
    """Does the dealer then try to take the ball out of the wheel before it comes to rest?"""


DIRECTIONS = ("clockwise", "anticlockwise")
"""Which way a ball or a wheel runs."""
MAX_REVOLUTIONS = 99


@dataclass(frozen=True)
class ValidSpin:
    """What makes a spin a valid one, each with its clause."""

    clause: str
    revolutions: int
    same_way: str
    """The clause of a ball that runs with the wheel; and of one that goes round too few times."""
    too_few: str


def first_powers(powers: Mapping[Act, Power]) -> dict[Act, Power]:
    """The powers under rules 1: without those that came later."""
    return {what: power for what, power in powers.items() if what not in SINCE_RULES_2}


SINCE_RULES_2 = (Act.RULE_ON_A_FACE, Act.STOP_GAME, Act.RULE_ON_A_ROUND)
RULES = 2
"""The number of the rules of conduct that a table opened today is run by.

A table's opening event carries the number; an event without one was written under number 1. A rule that is tightened
gets a new number, so that a table opened before goes on, and is verified, under its own.
"""
SHOWN_LIMITS = 2
"""From these rules on play opens only with a minimum and a maximum on the sign for every wager."""
HELD_BY_ONE = ("boxperson", "stickperson")
"""Places of a crew that one person has at a time."""
PASSED = "passed"
"""A shooter who gives the dice on by choice,"""
LEFT = "left the table"
"""or who goes."""
PASS_REASONS = ("unreasonable delay", "repeated invalid rolls", "broke the rules")
"""Why a shooter may be ordered to pass the dice (Star Craps 3.7.2, Dragon Fire 3.6.2)."""
BALL = "ball of 17 to 23 mm"
"""The ball is checked before play, and any that takes its place before it is used (Roulette 2.4)."""
TUMBLER_FAULT = "tumbler fault"
"""Why a round is void whose dice the tumbler does not shoot as it should (Aruze 6.4.2)."""
THROWN_BY_ANOTHER = "thrown by another"
"""Why a throw does not count that another than the shooter made."""
CREDITS = ("cash", "ticket", "transfer")
"""What adds to a credit meter besides winnings: notes, redeemable tickets, transfers of the management system."""
SCREEN_FAULT = "Lucky Ball screen"
"""Why Lucky Ball wagers are void whose numbers a failing screen showed."""
UNIT_FAULT = "uSpin fault"
"""Why a spin is void that a failing uSpin unit spoilt."""
LOADED_BY_ANOTHER = "loaded by another"
"""Why there is no spin where the ball was put into the unit by anybody but the dealer, spun already or not."""
LEFT_SINCE = "left since"
"""Why a round is set right for players who had left when it was settled again."""
SECRET_LOST = "secret lost"
"""Why a round is void whose draw can no longer be made."""


@dataclass(frozen=True)
class ColourChecks:
    """A table's own set of chips without a value, and the clauses on them."""

    colours: tuple[str, ...]
    emblem: str
    here: str
    redeem: str
    identical: str
    value: str
    several: str

    def clauses(self) -> set[str]:
        return {self.emblem, self.here, self.redeem, self.identical, self.value, self.several}


@dataclass(frozen=True)
class Shooting:
    """Who throws the dice, to whom they are offered, and when they are given on."""

    line: tuple[str, ...] = ()
    """The wagers that make a player eligible to throw."""
    opening_offers: tuple[str, ...] = ("",)
    """The clause of the first offer at the opening, of the next after a refusal, and so on."""
    next_offers: tuple[str, ...] = ("",)
    """The same when a shooter gives up the dice."""
    next_needs_line: bool = True
    """Are the dice then offered only to players with a line wager?"""
    opening_needs_line: bool = False
    """Are they offered only to players with a line wager from the very start?"""
    eligible: str = ""
    throws: str = ""
    """The clause by which it is the shooter who throws."""
    must_remain: str = ""
    each_come_out: str = ""
    """The clause that asks whoever has the dice for a line wager before every come out roll, and not after it."""
    clockwise: bool = True
    shoots: bool = False
    """Do players throw by hand, in turn?"""
    pass_option: str = ""
    seven_out: str = ""
    house_throws: str = ""
    delegates: str = ""
    """The clause that lets another person throw for the shooter."""
    settled_first: str = ""
    """The clause by which wagers are settled before the dice are passed again."""
    frozen_decides: bool = False
    """Dragon Fire: the shooter loses the dice by losing the roll after a 7, not by the 7 itself."""

    @property
    def first_offer(self) -> str:
        return self.opening_offers[0]


@dataclass(frozen=True)
class DiceRules:
    """The set of dice: its clause, that of the faces, of selecting dice, of a die off the table, of a new set."""

    clause: str = ""
    faces: str = ""
    """The clause by which a die shows one to six."""
    selects: str = ""
    lost: str = ""
    new_set: str = ""
    unreadable: tuple[str, ...] = ()
    """Reasons for no result that say that no face is uppermost."""
    corrects_faces: bool = False
    """Is a result set right by whoever rules on the faces, as a ruling on them?"""


@dataclass(frozen=True)
class Notices:
    """What is announced before it holds: higher limits, the closing of the table; and limits for one player."""

    minutes: int = 20
    raises: str = ""
    closes: str = ""
    clears: str = ""
    """The clause by which players clear their credits before a table closes."""
    personal: str = ""
    personal_above_only: bool = True
    """May a personal limit only lift the maximum?"""


@dataclass(frozen=True)
class WheelRules:
    """What is particular to a wheel."""

    valid_spin: ValidSpin | None = None
    """What the dealer tells of each spin with its number; nothing under rules 1."""
    unit_spin: str = ""
    """The clause of the uSpin unit."""
    left_outside: str = ""
    """The clause of chips left on the outside 0 when the dolly is down."""


@dataclass(frozen=True)
class TerminalRules:
    """What is particular to players' terminals at an electronic table."""

    shot: str = ""
    """The clause of the shot, and of its ten seconds."""
    no_shooter: str = ""
    meters: str = ""
    """The clause by which meters that disagree are a malfunction."""
    credited: str = ""
    """The clause that lists what adds to a credit meter; nothing else does."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """The notes that a note stacker takes, in cents, each with its clause; any where none is named."""
    card: str = ""
    """The clause that asks for the player's own card,"""
    card_from: int = 0
    """from when, in microseconds,"""
    card_void: str = ""
    """and that of wagers made without."""
    one_terminal: str = ""
    """The clause by which nobody plays at two terminals."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """How a terminal may fail, each with its clause."""
    same_error: str = ""
    """The clause of one error at several terminals."""
    void: str = ""
    """The clause of wagers that cannot be confirmed,"""
    system_void: str = ""
    """and of a failed system."""


@dataclass(frozen=True)
class OralRules:
    """Wagers called aloud."""

    clause: str = ""
    """The clause by which one is taken, once announced and confirmed."""
    changes: bool = False
    """May it come with cash and the like, changed into chips at once,"""
    into_chips: str = ""
    """by which clause?"""
    needs_stick: str = ""
    """The clause that takes them only while a boxperson acts as stickperson."""


@dataclass(frozen=True)
class Invalidating:
    """Outcomes that are declared invalid."""

    causes: Mapping[str, str] = field(default_factory=dict)
    """What may invalidate one, each with its clause."""
    refund: str = ""
    may_forfeit: bool = True


DISTURBANCES = ("civil commotion", "fire", "riot", "brawl", "robbery", "act of God")


def invalidated_by(clause: str, refund: str, *, may_forfeit: bool = True) -> Invalidating:
    """The usual causes: disturbances in the first clause under this one, fraud in the second."""
    causes = dict.fromkeys(DISTURBANCES, f"{clause}.1") | {"fraud": f"{clause}.2"}
    return Invalidating(causes, refund, may_forfeit)


@dataclass(frozen=True)
class FaultRules:
    """Faults of the table."""

    clause: str = ""
    """The clause that stops play for one until it is mended."""
    told: str = ""
    """The clause by which an inspector is told of it at once."""


@dataclass(frozen=True)
class RoundRules:
    """How a round begins and ends."""

    begins_with_close: bool = False
    """Does it begin with no more bets? Else with the throw or spin."""
    opens_wagers: bool = True
    """Where place your bets is called: are wagers taken only from then on?"""
    lights: str = ""
    """The clause of the areas that light up when a result is entered."""


@dataclass(frozen=True)
class Tender:
    """What wagers are made of."""

    instruments: Mapping[str, str] = field(default_factory=dict)
    """Each with its clause."""
    checks: ColourChecks | None = None


@dataclass(frozen=True)
class Conduct:
    """The conduct of one book's table."""

    crew: tuple[str, ...]
    """Roles without which play does not open."""
    equipment: Mapping[str, str]
    """What must be at the table, each with its clause."""
    powers: Mapping[Act, Power]
    """Who may do what."""
    no_result: Mapping[str, NoResult]
    """Reasons by name."""
    inspects: Mapping[str, Inspected] = field(default_factory=dict)
    """What is measured and counted of the equipment, by item, and which items have numbers; from rules 2 on."""
    rules: int = RULES
    """By which rules of conduct the table is run."""
    stands_in: Power | None = None
    """Who may do whatever a dealer may."""
    disputes: str = ""
    """The clause by which the operator's decision ends a dispute; settling one is a part of its own."""
    counts_missed: bool = True
    """Is a seat to be vacated only after rounds without a wager, or when staff find that nobody plays there?"""
    tender: Tender = Tender()
    rounds: RoundRules = RoundRules()
    notices: Notices = Notices()
    invalidating: Invalidating = Invalidating()
    faults: FaultRules = FaultRules()
    oral: OralRules = OralRules()
    shooting: Shooting = Shooting()
    dice: DiceRules = DiceRules()
    wheel: WheelRules = WheelRules()
    terminals: TerminalRules = TerminalRules()

    @property
    def staff(self) -> frozenset[str]:
        """Every role of a person that has a power here."""
        return frozenset(role for power in self.powers.values() for role in power.roles) - {"player", "system"}

    def void_clause(self, usual: str, reason: str) -> str:
        """By which clause wagers are void for this reason: its own where the reasons themselves say so (Aruze 6.4)."""
        by_reason = usual in {known.clause for known in self.no_result.values()}
        return self.no_result[reason].clause if by_reason and reason in self.no_result else usual

    def clause_of(self, what: Act) -> str:
        """The clause of a power; where the book does not give it, that of what stands against it, if there is one."""
        power = self.powers.get(what)
        against = {Act.ORDER_PASS: self.shooting.pass_option, Act.PERSONAL_LIMIT: self.notices.personal}
        return power.clause if power else against.get(what) or NOT_IN_THE_BOOK

    @property
    def lost_draw(self) -> str:
        """The clause by which wagers go back when the secret of a draw is lost."""
        own = self.terminals.system_void
        return own or (self.clause_of(Act.INVALIDATE) if self.rules == 1 else NOT_IN_THE_BOOK)

    def unwritten(self) -> tuple[str, ...]:
        """Powers that the house uses without a clause that gives them."""
        return tuple(what for what, power in self.powers.items() if power.clause == NOT_IN_THE_BOOK)

    def clauses(self) -> set[str]:
        """Every clause that this conduct carries out."""
        shooting, terminals = self.shooting, self.terminals
        named = {*self.equipment.values(), *self.tender.instruments.values(), *self.invalidating.causes.values()}
        named |= {*shooting.opening_offers, *shooting.next_offers, *terminals.faults.values()}
        named |= {power.clause for power in self.powers.values()} | {r.clause for r in self.no_result.values()}
        for topic in (
            self.rounds,
            self.notices,
            self.invalidating,
            self.faults,
            self.oral,
            shooting,
            self.dice,
            self.wheel,
            terminals,
            self.stands_in,
        ):
            named |= _texts(topic)
        named |= self.tender.checks.clauses() if self.tender.checks else set()
        heading = terminals.credited  # its list stands in clauses of their own
        return {clause for clause in named if clause and clause not in (NOT_IN_THE_BOOK, heading)}


def _texts(topic: object) -> set[str]:
    """The clauses that stand in a part of the conduct by themselves."""
    return {value for value in vars(topic).values() if isinstance(value, str)} if topic else set()
