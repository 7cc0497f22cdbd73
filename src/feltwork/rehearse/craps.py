"""A rehearsed craps table: a crew, players of every temper, and everything that can go wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from feltwork.cage.commands import Deposit
from feltwork.engine.cage import Body
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope, Unreadable
from feltwork.games import open_book
from feltwork.games.conduct import Act
from feltwork.games.equipment import DICE_PART
from feltwork.games.game import Rehearsal as Played
from feltwork.games.registry import conduct_of, find_game
from feltwork.rehearse.beside import beside
from feltwork.rehearse.purse import Purse
from feltwork.rehearse.rulings import after_the_roll, disputed
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.events import Limits
from feltwork.table.live.floor_commands import DeclareWager, DismissReport, ReportThrow
from feltwork.table.live.gear_commands import PressButton, ReplaceEquipment
from feltwork.table.live.inspecting import as_rehearsed
from feltwork.table.live.state import BETTING, OPEN
from feltwork.table.play.state import TableState

CREW = {"deal": "dealer", "stick": "stickperson", "box": "boxperson"}
TEMPERS = ("line", "come", "place", "hedge", "reckless", "over-limit")
BUY_IN = 100_000
Own = (
    ask.AcceptDice
    | ask.RejectDice
    | ask.SelectDice
    | ask.PassDice
    | ask.RemoveWager
    | ask.MoveWager
    | ask.WithdrawCall
    | ask.AuthoriseThrower
    | DeclareWager
    | PressButton
)
"""What is a player's own to do, and may be said to the crew."""


class Names(dict[str, str]):
    """The names of wagers by what they are; one that the book does not have is asked for all the same, and refused."""

    def __missing__(self, concept: str) -> str:
        return concept


@dataclass
class Rehearsal:
    """One table's rehearsal; the same seed gives the same commands."""

    desk: Desk
    table: str
    book: str
    variant: str | None
    seed: int
    seats: int = 6
    max_award: int | None = 500_000
    accepted: int = 0
    refused: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    _sent: int = 0
    _tried: int = 0
    _batch: int = 1

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.seed} {self.table}")
        self.whim = random.Random(f"anything {self.seed} {self.table}")
        self.spoken = random.Random(f"aloud {self.seed} {self.table}")
        self.disputes = random.Random(f"disputes {self.seed} {self.table}")
        self.purse = Purse(
            self.send, random.Random(f"money {self.seed} {self.table}"), self.player, self.seats, self.boss
        )

    def send(self, body: Body, actor: str, role: str, table: str | None = None) -> Answer:
        """One command through the desk, counted by what became of it."""
        self._sent += 1
        key = f"{self.table}-{self.seed}-{self._sent}"
        answer = self.desk.submit(Envelope(key, table or self.table, actor, role, body))
        self.count(body, answer)
        return answer

    def plays(self, body: Own, seat: int) -> Answer:
        """A player's own step: at the terminal, or said to a dealer, who at first may forget to note the words."""
        conduct = self.desk.table(self.table).conduct
        if self.spoken.random() < 0.8 or conduct is None or not conduct.crew:
            return self.send(body, self.player(seat), "player")
        if self.spoken.random() < 0.3:
            self.send(body, "deal", "dealer")
        return self.send(replace(body, asked=f"seat {seat} said so"), "deal", "dealer")

    def count(self, body: Body | Unreadable, answer: Answer) -> None:
        kind = str(body.__struct_config__.tag)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.accepted += not answer.reason
        self.refused += bool(answer.reason)

    def staff(self, body: ask.Command, who: str) -> Answer:
        """By a member of the crew; at a table without a stickperson the dealer does that work."""
        person = "deal" if self.alone and who == "stick" else self.played.at_the_box if who == "box" else who
        return self.send(body, person, CREW.get(person, self.boss))

    @property
    def played(self) -> Played:
        """What the book says of its rehearsals."""
        played = find_game(self.book).rehearsal
        if played is None:
            raise ValueError(f"no table of {self.book} can be rehearsed")
        return played

    @property
    def alone(self) -> bool:
        """Does the dealer do a stickperson's work too?"""
        return (self.variant or "") in self.played.without_stick

    @property
    def boss(self) -> str:
        """The role of who opens and closes the table: a casino supervisor, at Crown a Pit Boss."""
        conduct = conduct_of(self.book, self.variant)
        if conduct is None:
            raise ValueError(f"no table of {self.book} can be rehearsed")
        return conduct.powers[Act.CLOSE].roles[0]

    @property
    def game(self) -> TableState:
        game = self.desk.table(self.table).game
        if game is None:
            raise ValueError("the table is not open")
        return game

    def opening(self) -> ask.OpenTable:
        """The table to be opened, its limits apart: everything here is a rehearsal, and says so in the log."""
        chip = open_book(self.book).default_chip
        return ask.OpenTable(self.book, chip, self.seats + 2, variant=self.variant, rehearsal=True)

    def open(self) -> None:
        """Open the table with its checklist and crew, and seat the players."""
        opening = self.opening()
        book = open_book(self.book, variant=opening.variant, wheel=opening.wheel, lucky_ball=opening.lucky_ball)
        self.names = Names({wager.concept: wager.name for wager in book.wagers.values()})
        flat = [
            self.names[concept] for concept in ("line", "dont-line", "come", "dragon", "fire") if concept in self.names
        ]
        limits: dict[str, Limits] = dict.fromkeys(book.wagers, (100, 100_000, 0))
        limits |= dict.fromkeys(flat, (500, 50_000, 0)) | self.signs()
        self.staff(replace(opening, limits=limits, max_award=self.max_award), "sup")
        self.staff(ask.OpenPlay(), "sup")
        self.checks()
        for person, role in {"sup": self.boss, **CREW}.items():
            self.staff(ask.AssignCrew(person, role), "sup")
        self.purse.open()
        self.staff(ask.OpenPlay(), "sup")
        for seat in range(1, self.seats + 1):
            player = self.player(seat)
            self.send(Deposit(player, 10 * BUY_IN), "till", "cashier", "cage")
            self.send(ask.Sit(player, seat), player, "player")
            self.buys_in(seat)
            self.welcome(seat)

    def checks(self, *items: str, again: bool = False) -> None:
        """A supervisor checks all equipment, or what has been replaced; first, now and then, without measuring it."""
        life = self.desk.table(self.table)
        if life.conduct is None:
            return
        chosen = sorted(items or life.conduct.equipment)
        self._batch += bool(items) and not again
        if self._batch % 2:
            self.staff(ask.CheckEquipment(chosen), "sup")
        batch = self._batch if items and not again else 1
        found = as_rehearsed(life.conduct, self.table, life.capacity, life.gear.layout, batch, chosen)
        self.staff(ask.CheckEquipment(chosen, found), "sup")

    def new_dice(self) -> None:
        """A new set comes, and is measured before anybody throws it."""
        self.staff(ask.BringDice(), "sup")
        conduct = self.desk.table(self.table).conduct
        self.checks(*(item for item, how in (conduct.inspects if conduct else {}).items() if how.part == DICE_PART))

    def replaces(self, item: str) -> None:
        """Another takes the place of something between two rounds."""
        self.staff(ReplaceEquipment(item, "worn"), "sup")
        conduct = self.desk.table(self.table).conduct
        parts = {name: how.part or name for name, how in (conduct.inspects if conduct else {}).items()}
        self.checks(*([name for name in parts if parts[name] == parts.get(item)] or [item]))

    @property
    def simple(self) -> tuple[str, ask.Raw]:
        """A wager that can be made in any round: for tokens, and where the table has them colour checks."""
        return self.names.get("field", "low-pair"), None

    def signs(self) -> dict[str, Limits]:
        """Limits of this table's own."""
        return {self.simple[0]: (500, 100_000, 0)}

    def buys_in(self, seat: int) -> None:
        """From the player's money at the cage."""
        self.send(ask.BuyIn(seat, BUY_IN), self.player(seat), "player")

    @property
    def replaceable(self) -> str:
        return self.played.replaceable

    def welcome(self, seat: int) -> None:
        """What else a player does who has sat down."""

    def player(self, seat: int) -> str:
        return f"{self.table}-p{seat}"

    def rounds(self, count: int) -> Iterator[int]:
        """Play; yields after each round."""
        for number in range(count):
            self.bets()
            beside(self, number)
            self.play_round(number)
            yield number

    def close(self) -> None:
        """Everybody takes down what may come down, collects and goes; the rest stays for another day."""
        for key, standing in list(self.game.layout.items()):
            seat, wager, _ = key
            raw = list(standing.on) if isinstance(standing.on, tuple) else standing.on
            self.send(ask.RemoveWager(seat, wager, raw), self.player(seat), "player")
        self.purse.close(self.game)
        for seat, held in list(self.game.balances.items()):
            if held:
                self.send(ask.Collect(seat), self.player(seat), "player")
            self.send(ask.Leave(seat), self.player(seat), "player")

    def shut(self) -> None:
        """The sign goes up, down and up again, and the table is closed if nothing is left on it."""
        self.staff(ask.AnnounceClosure(), "sup")
        self.staff(ask.WithdrawClosure(), "sup")
        self.staff(ask.AnnounceClosure(), "sup")
        self.staff(ask.CloseTable(), "sup")

    def bets(self) -> None:
        for seat in range(1, self.seats + 1):
            temper = TEMPERS[(seat - 1) % len(TEMPERS)]
            for wager, amount, on in (*self.wants(temper, seat), *self._whims(temper, seat)):
                self.send(ask.PlaceWager(seat, wager, amount, on), self.player(seat), "player")
            if self.game.balances.get(seat, 0) < 2_000:
                self.buys_in(seat)
        self.purse.between_rounds(self.game, *self.simple)
        if self.chance.random() < 0.1:
            self._irregular_wishes()

    def wants(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        """What a player of this temper puts up now."""
        come_out = self.game.come_out
        unit = 100 * self.chance.choice((5, 10, 20))
        match temper:
            case "line" | "come" | "place":
                if come_out:
                    yield self.names["line"], unit, None
                elif temper == "line":
                    yield self.names["line-odds"], unit, None
                elif temper == "come":
                    yield self.names["come"], unit, None
                else:
                    yield self.names["place"], 1_200, self.chance.choice((6, 8))
                    yield self.names["buy"], 2_000, self.chance.choice((4, 10))
            case "hedge":
                yield self.names["dont-line" if come_out else "dont-come"], unit, None
                yield self.names["hardway"], 500, self.chance.choice((4, 6, 8, 10))
            case "reckless":
                yield self.names[self.chance.choice(("field", "any-seven", "eleven", "any-craps"))], unit, None
                yield self.names["horn"], 400 * self.chance.randint(1, 5), None
            case _:
                yield self.names["line"], 90_000, None
                yield "lottery", unit, None

    def _whims(self, temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
        """So that in a long night every wager of the book has been up: one by one, and odds behind what lies."""
        rows = list(self.game.book.wagers.values())
        if temper == "reckless":
            passed, place = divmod(self._tried, len(rows))
            self._tried += 1
            row = rows[place]
            on = self.whim.choice(list(row.shapes))
            many = (5, 1, 120, 3, 20)[passed % 5] * (row.units.count if row.units else 1)
            yield row.name, 100 * many, list(on) if isinstance(on, tuple) else on
        lying = [standing for (of, _, _), standing in self.game.layout.items() if of == seat]
        behind = [(row.name, standing) for standing in lying for row in rows if row.parent == standing.wager.name]
        if behind and self.whim.random() < 0.2:
            name, standing = self.whim.choice(behind)
            point = standing.on if isinstance(standing.on, int) else None
            yield name, 100 * self.whim.choice((6, 10, 30)), point

    def _irregular_wishes(self) -> None:
        """Calls, removals, limits and notices along the way, some of which are refused."""
        seat = self.chance.randint(1, self.seats)
        player = self.player(seat)
        wish = self.chance.randrange(7)
        if wish == 0:
            self.plays(ask.RemoveWager(seat, self.names.get("line", "dragon")), seat)
        elif wish == 1:
            self.calls()
        elif wish == 2:
            low = self.chance.choice((0, 100, 500, 1_000))
            limits: dict[str, Limits] = {self.names.get("field", "total"): (low, 40_000, 0)}
            self.staff(ask.AnnounceLimits(limits), "sup")
            self.staff(ask.ChangeLimits(limits), "sup")
            if low == 1_000:  # somebody thinks better of it
                self.staff(ask.WithdrawLimits(), "sup")
        elif wish == 3:
            self.send(ask.ConfirmResult(1, 1), player, "player")
        elif wish == 4:
            self.staff(ask.OrderPass("unreasonable delay"), "box")
        elif wish == 5:
            self.replaces(self.replaceable)
        else:
            self.staff(ask.ReportFault("a lamp is out"), "sup")
            self.staff(ask.ClearFault("lamp replaced"), "sup")

    def calls(self) -> None:
        """On or off: at the terminal or aloud, for all alike or for one, and confirmed, declined or withdrawn."""
        lying = [key for key, standing in self.game.layout.items() if standing.wager.switchable]
        seat, wager, on = self.spoken.choice(lying) if lying else (1, self.names.get("place", "total"), 6)
        number = on if isinstance(on, int) else None
        call = ask.CallWager(seat, wager, self.spoken.random() < 0.5, number, alone=self.spoken.random() < 0.5)
        if self.spoken.random() < 0.3:
            self.staff(replace(call, asked="as I say"), "deal")
        if self.send(call, self.player(seat), "player").reason:
            return
        self.send(ask.ThrowDice(), self.player(seat), "player")  # the call holds it
        match self.spoken.randrange(3):
            case 0:
                self.plays(ask.WithdrawCall(seat, wager, number), seat)
            case 1:
                self.staff(ask.DeclineCall(seat, wager, "the dice were out", number), "deal")
            case _:
                self.staff(call, "deal")

    def play_round(self, number: int) -> None:
        """Offer the dice where they are free, throw, call, settle."""
        life = self.desk.table(self.table)
        for _ in range(2 * self.seats):
            if life.shooter is not None or life.house_throws or life.status != OPEN:
                break
            if self.staff(ask.OfferDice(), "stick").reason:
                return
            life = self.desk.table(self.table)
            if life.offered is not None:
                seat = life.offered
                shy = self.chance.random() < 0.15
                if shy or self.plays(ask.AcceptDice(seat), seat).reason:
                    self.plays(ask.RejectDice(seat), seat)
                else:
                    self._select(seat)
            life = self.desk.table(self.table)
        if self.game.book.house.closing:
            self.closes()
        thrower = ("deal", "dealer") if self.alone else ("stick", "stickperson")
        thrower = thrower if life.house_throws else (self.player(life.shooter or 0), "player")
        if self.send(ask.ThrowDice(), *thrower).reason:
            if life.shooter is not None:
                self.plays(ask.PassDice(life.shooter), life.shooter)
            return
        self._late(life.shooter)
        dice = (self.chance.randint(1, 6), self.chance.randint(1, 6))
        if self.chance.random() < 0.06:
            reason = self.chance.choice(("off the table", "cocked", "on the float", "irregular throw", "sneezed"))
            self.staff(ReportThrow(reason), "stick")
            self.staff(ask.CallNoRoll(reason), "stick")
            if self.desk.table(self.table).phase == BETTING:
                self._lose_a_die()
                return
        if self.spoken.random() < 0.1:  # a dealer's eye, and another's
            self.staff(ReportThrow("one die on the other"), "deal")
            self.staff(ask.EnterResult(*dice), "stick")
            self.staff(DismissReport("they only touch"), "deal")
            self.staff(DismissReport("they only touch"), "box")
        if self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome("brawl"), "sup")
        self.staff(ask.EnterResult(*dice), "stick")
        self.staff(ask.ConfirmResult(*disputed(self, dice)), "stick")
        self._afterwards(number)
        after_the_roll(self)

    def closes(self) -> None:
        self.staff(ask.CloseBets(), "deal")

    def _select(self, seat: int) -> None:
        if len(self.desk.table(self.table).dice.choice()) < 2:
            self.new_dice()
        dice = sorted(self.desk.table(self.table).dice.choice())
        self.plays(ask.SelectDice(seat, self.chance.sample(dice, 2)), seat)

    def _lose_a_die(self) -> None:
        """A die goes off the table: sometimes it is found and checked, sometimes a new set must come."""
        life = self.desk.table(self.table)
        if not life.dice.hand or life.shooter is None:
            return
        die = life.dice.hand[0]
        self.staff(ask.ReportDie(die, False), "stick")
        if self.chance.random() < 0.5:
            self.staff(ask.ReportDie(die, True), "stick")
            self.send(ask.CheckDie(die, True), *self.played.box)
        if len(self.desk.table(self.table).dice.lost) >= 2 and not self.desk.table(self.table).dice.waiting:
            self.new_dice()
        if len(self.desk.table(self.table).dice.hand) < 2:
            self._select(life.shooter)

    def _late(self, shooter: int | None) -> None:
        if shooter is not None and self.chance.random() < 0.1:
            self.send(ask.PlaceWager(shooter, self.names.get("field", "low-pair"), 500), self.player(shooter), "player")
            late = ask.PlaceWager(shooter, self.names.get("field", "low-pair"), 500, asked="and five on the field")
            for words in ("", late.asked):  # without the player's words it is not taken
                self.send(replace(late, asked=words), "deal", "dealer")

    def _afterwards(self, number: int) -> None:
        if self.chance.random() < 0.03:
            self.staff(ask.CorrectResult(self.chance.randint(1, 6), self.chance.randint(1, 6), "misread"), "box")
        elif self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome(self.chance.choice(("fire", "brawl", "rain"))), "sup")
