"""A night at the tables: a real log, made by sending random commands to a desk."""

from __future__ import annotations

from random import Random

from feltwork.cage.cards import own_card
from feltwork.cage.commands import Deposit, InsertCard, IssueCard
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body, Envelope
from feltwork.games.conduct import Act, Conduct
from feltwork.games.registry import conduct_of
from feltwork.outcomes import COLOURS
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    CorrectNumber,
    ExamineBall,
    HandDice,
    LoadBall,
    OfferButton,
    OpenBets,
    PressButton,
    ReportScreenFault,
    ReportThrow,
    ReportUnitFault,
    RepositionWager,
    RestoreScreen,
    RestoreUnit,
    TakeBallOut,
)
from feltwork.table.live.events import Limits
from feltwork.verifier.log.rows import AnswerRow, Listed, Row
from tests.build import checks, enters, rows_of, signed
from tests.cage.till import notes
from tests.notes import Slots

PLAYERS = {1: "ada", 2: "ben", 3: "cyd"}


class Night:
    """Sends commands, and remembers how many were done and how many refused."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.desk = Desk(store)
        self.random = Random(seed)
        self.sent = self.done = 0
        self.answers: list[Answer] = []
        self.conducts: dict[str, Conduct] = {}

    def send(self, table: str, actor: str, role: str, body: Body) -> Answer:
        self.sent += 1
        answer = self.desk.submit(Envelope(f"k{self.sent}", table, actor, role, body))
        self.answers.append(answer)
        self.done += not answer.reason
        return answer

    def open(
        self, table: str, book: str = "star-craps", variant: str | None = None, readings: dict[str, str] | None = None
    ) -> None:
        """Open a table, its crew in place, its players seated and bought in."""
        conduct = conduct_of(book, variant)
        assert conduct
        self.conducts[table] = conduct
        boss = self.boss(table)
        craps = book.endswith("craps")
        limits: dict[str, Limits] = (
            {conduct.shooting.line[0]: (500, 50_000, 0), "field": (100, 20_000, 100)} if craps else {}
        )
        lucky = "mega" if book == "star-roulette" else False
        spins = book == "star-roulette"
        opening = ask.OpenTable(
            book, 100, 8, limits, readings or {}, variant, lucky_ball=lucky, uspin=spins, rehearsal=spins
        )
        self.send(table, *boss, signed(opening))
        self.send(table, *boss, ask.OpenPlay())
        self.check(table)
        for role in {**dict.fromkeys(conduct.crew), "boxperson": None}:
            self.send(table, *boss, ask.AssignCrew(f"{role}-{table}", role))
        assert not self.send(table, *boss, ask.OpenPlay()).reason
        for seat, player in PLAYERS.items():
            self.send(table, "cass", "cashier", Deposit(player, 200_000))
            self.send(table, player, "player", ask.Sit(player, seat))
            slots = Slots(table, boss)
            for note in notes(150_000) if conduct.terminals.credited else ():
                slots.note(lambda body, actor, role: self.send(table, actor, role, body), seat, note)
            self.send(table, player, "player", ask.BuyIn(seat, 150_000))
            self.send(table, player, "player", ask.BuyIn(seat, 900_000))
            if conduct.terminals.card:
                self.send("cage", "cass", "cashier", IssueCard(player))
                self.send(table, player, "player", InsertCard(seat, own_card(self.desk.cage, player)))
        self.send(table, "cass", "dealer", Deposit("ada", 1))

    def check(self, table: str) -> None:
        """A manager checks everything that is on the table's list."""
        assert not self.send(table, *self.boss(table), checks(self.desk.table(table))).reason

    def play(self, table: str, commands: int) -> None:
        """So many commands of play, most of them sensible."""
        until = self.sent + commands
        while self.sent < until:
            if Act.SPIN_BALL in self.conducts[table].powers:
                self.send(table, f"dealer-{table}", "dealer", OpenBets())
            self._bets(table)
            if self.conducts[table].shooting.shoots:
                self._throw(table)
            elif Act.SHOOT in self.conducts[table].powers:
                self._tumble(table)
            else:
                self._spin(table)

    def _bets(self, table: str) -> None:
        chance = self.random
        for seat, player in PLAYERS.items():
            right, wrong = self.conducts[table].shooting.line or ("red", "black")
            line = chance.choice((right, right, wrong, "come", "dont-come"))
            self.send(table, player, "player", ask.PlaceWager(seat, line, 100 * chance.randint(5, 30)))
            for _ in range(chance.randint(0, 4)):
                self._one(table, seat, player)

    def _one(self, table: str, seat: int, player: str) -> None:
        chance = self.random
        life = self.desk.table(table)
        assert life.game
        name = chance.choice(list(life.game.book.wagers))
        lying = [key for key in life.game.layout if key[0] == seat]
        what = chance.random()
        if what < 0.75 or not lying:
            on = chance.choice(list(life.game.book.wagers[name].shapes))
            amount = chance.choice((500, 1000, 2000, 2500, 4000, 700))
            self.send(table, player, "player", ask.PlaceWager(seat, name, amount, on))  # type: ignore[arg-type]  # a selection is raw, too
        elif what < 0.9:
            _, name, on = chance.choice(lying)
            part = chance.choice((None, 500, 1000))
            self.send(table, player, "player", ask.RemoveWager(seat, name, on, part))  # type: ignore[arg-type]  # the same
        else:
            called = chance.sample(lying, min(2, len(lying)))
            calls = [ask.CallWager(seat, name, chance.random() < 0.5, on) for _, name, on in called]  # type: ignore[arg-type]  # the same
            for call in calls:
                self.send(table, player, "player", call)
            for call in calls:
                self.send(table, f"dealer-{table}", "dealer", call)

    def _throw(self, table: str) -> None:
        chance, life = self.random, self.desk.table(table)
        role = self.conducts[table].powers[Act.OFFER_DICE].roles[0]
        stick = (f"{role}-{table}", role)
        if life.shooter.seat is None and not life.shooter.house_throws:
            self.send(table, *stick, ask.OfferDice())
            offered = self.desk.table(table).shooter.offered
            if offered is not None:
                answer = ask.RejectDice(offered) if chance.random() < 0.1 else ask.AcceptDice(offered)
                if self.send(table, PLAYERS[offered], "player", answer).reason:
                    self.send(table, PLAYERS[offered], "player", ask.RejectDice(offered))
            shooter = self.desk.table(table).shooter.seat
            if shooter is not None:
                self.send(table, PLAYERS[shooter], "player", ask.SelectDice(shooter, [1, 2]))
        shooter = self.desk.table(table).shooter.seat
        thrower = (PLAYERS[shooter], "player") if shooter is not None else stick
        if chance.random() < 0.9 and life.game and life.game.book.house.closing:
            self.send(table, *stick, OpenBets())
            self.send(table, *stick, ask.CloseBets())
            self.send(table, *stick, ask.CloseBets())
            self.send(table, *stick, HandDice())
        if self.send(table, *thrower, ask.ThrowDice()).reason:
            if shooter is not None:
                self.send(table, PLAYERS[shooter], "player", ask.PassDice(shooter))
            self.send(table, f"boxperson-{table}", "boxperson", ask.OrderPass("broke the rules"))
            return
        if chance.random() < 0.2:
            self.send(table, f"dealer-{table}", "dealer", ask.PlaceWager(1, "field", 1000, asked="the field too"))
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        if chance.random() < 0.1:
            self.send(table, *stick, ask.CallNoRoll("bored"))
            reason = chance.choice(list(self.conducts[table].no_result))
            self.send(table, *stick, ReportThrow(reason))
            self.send(table, *stick, ask.EnterResult(first, second))
            self.send(table, *stick, ask.CallNoRoll(reason))
            return
        self.send(table, *stick, ask.EnterResult(first, second))
        if chance.random() < 0.1:
            self.send(table, *stick, ask.ConfirmResult(first, 7 - second))
            self.send(table, *stick, ask.EnterResult(first, second))
        self.send(table, *stick, ask.ConfirmResult(first, second))
        self._irregular(table, first, second)

    def _spin(self, table: str) -> None:
        chance, dealer = self.random, (f"dealer-{table}", "dealer")
        if chance.random() < 0.5:
            self.send(table, *dealer, LoadBall())
            self.send(table, *dealer, OfferButton(2))
            spun = self.send(table, "ben", "player", PressButton(2))
        else:
            spun = self.send(table, *dealer, ask.SpinBall())
        if spun.reason:
            return
        numbers = chance.sample(range(37), 4)
        drawn: dict[str, int | str] = dict(zip(COLOURS, numbers, strict=True))
        self.send(table, "unit", "system", ask.DrawNumbers(drawn))
        if chance.random() < 0.1:
            self.send(table, *dealer, ask.CallNoRoll("under four revolutions"))
            self.send(table, *dealer, TakeBallOut(chance.random() < 0.5))
            return
        if chance.random() < 0.1:
            self._fails(table)
            return
        self.send(table, *dealer, ask.CloseBets())
        self.send(table, *self.boss(table), RepositionWager(1, "red", "straight", "knocked by the dealer", to_on=7))
        boosted = ask.BoostNumber(chance.choice(COLOURS), chance.choice(("super", "mega")))
        self.send(table, "unit", "system", boosted)
        pocket = chance.choice((*numbers, chance.randrange(37)))
        self.send(table, *dealer, enters(pocket))
        assert not self.send(table, *dealer, ask.ConfirmNumber(pocket)).reason
        if chance.random() < 0.1:
            self.send(table, *self.boss(table), CorrectNumber(chance.randrange(37), "misheard"))
        if chance.random() < 0.1:
            self.send(table, *self.boss(table), ask.InvalidateOutcome("fire"))
        if chance.random() < 0.1:
            self._fails(table)

    def _fails(self, table: str) -> None:
        """The unit and the screen fail, and are mended."""
        chance, dealer, boss = self.random, (f"dealer-{table}", "dealer"), self.boss(table)
        self.send(table, *dealer, ReportScreenFault("dark"))
        self.send(table, *boss, RestoreScreen("cable"))
        self.send(table, *dealer, ReportUnitFault("stuck", chance.random() < 0.2))
        self.send(table, *boss, RestoreUnit("repaired"))
        self.send(table, *dealer, ask.CallNoRoll("ball out of the wheel"))
        self.send(table, *boss, ExamineBall())

    def _tumble(self, table: str) -> None:
        chance, system = self.random, ("unit", "system")
        self.send(table, *system, ask.CloseBets())
        awaited = self.desk.table(table).throw.awaited
        if awaited is None:
            return
        if awaited[0] is None:
            self.send(table, *system, ask.ShootDice())
        else:
            self.send(table, PLAYERS[awaited[0]], "player", ask.PressShoot(awaited[0]))
        if chance.random() < 0.3:
            self.send(table, *self.boss(table), ask.CallNoRoll("cocked"))
            return
        dice = chance.randint(1, 6), chance.randint(1, 6)
        assert not self.send(table, *system, ask.SenseResult(*dice)).reason
        if chance.random() < 0.1:
            self.send(table, *self.boss(table), ask.InvalidateOutcome("fire"))

    def boss(self, table: str) -> tuple[str, str]:
        return "sue", self.conducts[table].powers[Act.CLOSE].roles[-1]

    def _irregular(self, table: str, first: int, second: int) -> None:
        what = self.random.random()
        if what < 0.12:
            self.send(table, f"boxperson-{table}", "boxperson", ask.CorrectResult(7 - first, second, "misread"))
            if what < 0.03:
                self.send(table, f"boxperson-{table}", "boxperson", ask.CorrectResult(first, second, "it was right"))
        elif what < 0.2:
            cheats = [2] if what < 0.16 else []
            cause = "fraud" if cheats else "fire"
            self.send(table, *self.boss(table), ask.InvalidateOutcome(cause, cheats))
        elif what < 0.3:
            self.send(table, "ben", "player", ask.Collect(2))
            self.send(table, "ben", "player", ask.BuyIn(2, 20_000))
        elif what < 0.35:
            sign: dict[str, Limits] = {"field": (100, self.random.choice((10_000, 5000)), 100)}
            self.send(table, *self.boss(table), ask.ChangeLimits(sign))


def full_night(store: Store, seed: int = 1, commands: int = 150) -> Night:
    """Two tables played through."""
    night = Night(store, seed)
    night.open("c1")
    night.open("c2", readings={"commission_rounding": "up_chip", "rounding_scope": "per_payout"})
    for _ in range(3):
        night.play("c1", commands // 3)
        night.play("c2", commands // 6)
    return night


def listed(night: Night) -> Listed:
    """The night's log as plain rows."""
    rows, books, store = night_rows(night), {}, night.desk.store
    for row in rows:
        if row.kind == "table-opened":
            fingerprint = row.body.split(b'"fingerprint":"')[1][:64].decode()
            books[fingerprint] = store.log.book(fingerprint) or b""
    return Listed(rows, night_answers(night), books.items())


def night_rows(night: Night) -> list[Row]:
    return rows_of(night.desk.store)


def night_answers(night: Night) -> list[AnswerRow]:
    found = (night.desk.store.log.answer(answer.key) for answer in night.answers)
    return [AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in found if a]
