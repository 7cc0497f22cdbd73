"""What the office of a demonstration has behind it: a month ago an exclusion, and a week of its work."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltwork.cage.commands import Deposit
from feltwork.duties import commands as duty
from feltwork.duties.events import DUTIES
from feltwork.engine.aggregates import BY_KIND
from feltwork.games.discipline import BAR, CONFISCATE, DETAIN, DEVICE, EXCLUDE, RECOMMEND, SEIZE, Discipline
from feltwork.games.registry import discipline_of
from feltwork.incidents import commands as incident
from feltwork.server.config import FloorConfig
from feltwork.server.demo.past import Past, open_dealt, play
from feltwork.server.demo.prizes import prize_draw
from feltwork.server.opening import open_tables
from feltwork.server.ops.outbox import Outbox, into_folder

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime

MANAGER = ("grace", "gaming_manager")
FLOOR, DUTY = "incidents", "duties"
PEOPLE = {
    "reed": ("Martin Reed", "14 Harris Street, Pyrmont"),
    "okafor": ("Ada Okafor", "3 Wharf Lane, Southbank"),
    "lindqvist": ("Per Lindqvist", "88 Mill Road, Glebe"),
    "tran": ("Kim Tran", "5/20 Bay Street, Ultimo"),
    "moreau": ("Luc Moreau", "61 Canal Street, Docklands"),
    "sato": ("Emi Sato", "9 Hill Court, Balmain"),
}
Steps = list[tuple[int, Callable[[], Any]]]
"""What happened, each with its time."""
EVENINGS = (3, 2, 1)
ROUNDS = 24
"""Played at each table on each of these evenings, so many days ago."""


def begin(house: Runtime, config: FloorConfig, folder: Path, draw_key: bytes) -> None:
    """Open the tables of a demonstration; an empty log is given a past first."""
    if not house.store.log.heads():
        live_through(house, config, folder, draw_key)
    open_tables(house, config)


def live_through(house: Runtime, config: FloorConfig, folder: Path, draw_key: bytes) -> None:
    """Bring an empty log to where a demonstration begins: everything by commands, at the times it would have had."""
    with Past(house, house.store.now()) as past:
        week = Week(past, config, folder)
        past.until(week.last_month(20, "17:40"))
        open_dealt(past, config)
        for step in (*week.steps(), *prize_draw(past, week.entrants, draw_key)):
            week.plan(*step)
        week.happen()


class Week:
    """Who did what, in the order in which it happened."""

    def __init__(self, past: Past, config: FloorConfig, folder: Path) -> None:
        self.past, self.config = past, config
        self.entrants = [name for name in PEOPLE if name not in ("reed", "okafor")]
        self._planned: list[tuple[int, Callable[[], Any]]] = []
        self._numbers: dict[str, int] = {}
        """Of incidents, measures and disputes, by what the story calls them."""
        desk = past.house.queue.desk
        self._outbox = Outbox(
            into_folder(folder / "notices"),
            "demo",
            lambda sent: past.house.post(sent).result(),
            lambda: desk.aggregate(BY_KIND[DUTIES]),
        )
        tables = [(table.name, table.book, discipline_of(table.book)) for table in config.tables]
        self._tables = [(name, book, rules) for name, book, rules in tables if rules is not None]

    def last_month(self, day: int, clock: str) -> int:
        """A time on a day of the calendar month before this one, at least a week ago."""
        today = self.past.today.date()
        then = (today.replace(day=1) - timedelta(days=1)).replace(day=day)
        return self.past.moment((today - then).days, clock)

    def plan(self, moment: int, does: Callable[[], Any]) -> None:
        self._planned.append((moment, does))

    def happen(self) -> None:
        """Everything in the order of its time; what waits in the outbox is sent a minute after."""
        for moment, does in sorted(self._planned, key=lambda step: step[0]):
            self.past.until(moment)
            does()
            self.outbox()

    def outbox(self) -> None:
        self.past.until(self.past.now + 60_000_000)
        self._outbox.turn(self.past.now)

    def steps(self) -> Steps:
        """The story, for whatever books the floor has: each measure where a book gives it."""
        at, last = self.past.moment, self.last_month
        story: Steps = [(at(days, "20:00"), partial(play, self.past, self.config, ROUNDS, days)) for days in EVENINGS]
        words = "a computer in the left shoe, its wire up to a switch in the sleeve"
        camera = "a camera in a cigarette case, its lens on the dice"
        rocked = "rocked the terminal until the dice fell again"
        advised = "told the shooter what to bet, and was asked to stop"
        story += self._incident("reed", EXCLUDE, DEVICE, words, last(20, "21:10"))
        story += self._measure("reed", EXCLUDE, "used it on the dice at two tables", last(20, "21:25"))
        story += self._measure("reed", DETAIN, "until an inspector comes", last(20, "21:26"))
        story += [(last(20, "22:05"), lambda: self._handed_over("reed"))]
        story += self._incident("okafor", BAR, "side bet", "bet 50.00 against the next seat, twice", last(27, "23:02"))
        story += self._measure("okafor", BAR, "went on after a warning", last(27, "23:10"), days=10)
        story += self._incident("moreau", SEIZE, DEVICE, camera, at(5, "22:31"))
        story += [(at(5, "22:20"), lambda: self.past.send("cage", Deposit("moreau", 320_00), "kay", "cashier"))]
        story += self._measure("moreau", SEIZE, "won while the camera was on", at(5, "22:40"), amount=320_00)
        story += self._measure("moreau", CONFISCATE, "the camera, sealed in bag 114", at(5, "22:41"))
        story += self._measure("moreau", BAR, "filmed the dice", at(5, "22:42"))
        story += self._incident("tran", RECOMMEND, "tampering", rocked, at(4, "19:12"))
        story += self._measure("tran", RECOMMEND, "for the third time this month", at(4, "19:20"))
        story += self._incident("sato", "", "advice", advised, at(2, "21:47"))
        story += self._content("lindqvist", at(3, "20:40"))
        story += self._not_content("sato", at(2, "20:35"))
        story += self._open_dispute("lindqvist", at(1, "20:50"))
        raised = (
            (6, "10:00", "Measure the ball of the second wheel", "gaming_supervisor", 5, "12:00", 5, "11:10"),
            (4, "09:30", "Count the seals of the spare dice", "pit_boss", 3, "09:30", 3, "15:45"),
            (2, "16:00", "Bring the new limit signs to the pit", "casino_supervisor", 1, "16:00", 0, ""),
        )
        for days, clock, what, owner, due_days, due, done_days, done in raised:
            body = duty.RaiseDuty(what, owner, at(due_days, due))
            story += [(at(days, clock), partial(self._raise, what, body))]
            story += [(at(done_days, done), partial(self._do, what, owner))] if done else []
        return story

    def _where(self, measure: str, offence: str) -> tuple[str, str, Discipline] | None:
        """The first table at whose game this is banned, and may be met by this measure."""
        for table, book, rules in self._tables:
            power = rules.measures.get(measure)
            if offence in rules.offences and (not measure or (power and offence in (power.offences or (offence,)))):
                return table, book, rules
        return None

    def _incident(self, who: str, measure: str, offence: str, words: str, when: int) -> Steps:
        where = self._where(measure, offence)
        if where is None:
            return []
        table, book, rules = where
        role = rules.ladder.first.roles[0]
        # A table that is not open yet is not named.
        named = table if any(one.name == table and one.source == "dealer" for one in self.config.tables) else ""
        body = incident.ReportIncident(book, offence, who, words, named)

        def report() -> None:
            names = ((who, *PEOPLE[who]),)
            self._numbers[who] = self.past.send(FLOOR, body, f"{role[:3]}-{book[:4]}", role, names=names)

        return [(when, report)]

    def _measure(self, who: str, measure: str, reason: str, when: int, *, amount: int = 0, days: int = 0) -> Steps:
        def take() -> None:
            found = self.past.house.queue.desk.aggregate(BY_KIND[FLOOR]).incidents.get(self._numbers.get(who, 0))
            rules = discipline_of(found.book) if found else None
            if rules is None or measure not in rules.measures:
                return
            until = self.past.now + days * 86_400_000_000 if days else 0
            body = incident.TakeMeasure(self._numbers[who], measure, reason, amount=amount, until=until)
            self._numbers[f"{who} {measure}"] = self.past.send(FLOOR, body, "leo", rules.measures[measure].roles[0])

        return [(when, take)]

    def _handed_over(self, who: str) -> None:
        number = self._numbers.get(f"{who} {DETAIN}")
        if number:
            self.past.send(FLOOR, incident.HandOver(number, "inspector", "inspector-4417"), *MANAGER)

    def _dispute(self, who: str, words: str) -> tuple[int, Discipline]:
        """Noted about the last round of a table of people, another one for each person."""
        tables = [each for each in self._tables if each[0] in self._open()]
        table, book, rules = tables[sorted(PEOPLE).index(who) % len(tables)]
        body = incident.RaiseDispute(book, who, words, table)
        names = ((who, *PEOPLE[who]),)
        return self.past.send(FLOOR, body, "dana", "dealer", names=names), rules

    def _open(self) -> set[str]:
        return {table.name for table in self.config.tables if table.source == "dealer"}

    def _content(self, who: str, when: int) -> Steps:
        """A mistake that is put right within the quarter of an hour."""

        def settle() -> None:
            number, rules = self._dispute(who, "My winning wager was paid 5.00 short in the last round")
            first = rules.ladder.first.roles[0]
            self.past.until(self.past.now + 540_000_000)
            finding = "The recording shows it: 5.00 short, paid now"
            self.past.send(FLOOR, incident.DecideDispute(number, finding, 5_00), "bea", first)
            self.past.until(self.past.now + 60_000_000)
            self.past.send(FLOOR, incident.CloseDispute(number, satisfied=True), "bea", first)

        return [(when, settle)]

    def _not_content(self, who: str, when: int) -> Steps:
        """Decided, reviewed by somebody above, and told of the right to complain two hours too late."""
        kept: dict[str, Any] = {}

        def decide() -> None:
            number, rules = self._dispute(who, "I placed my chips before no more bets, and they were pushed back")
            kept.update(number=number, rules=rules)
            self.past.until(self.past.now + 600_000_000)
            finding = "They came after the call: the wager did not stand"
            self.past.send(FLOOR, incident.DecideDispute(number, finding), "bea", rules.ladder.first.roles[0])
            self.past.until(self.past.now + 300_000_000)
            self.past.send(FLOOR, incident.AskReview(number), who, "player")
            self.past.until(self.past.now + 1_500_000_000)
            review = rules.ladder.review.roles[0]
            finding = "Seen on the recording: one second after the call. It stays so"
            self.past.send(FLOOR, incident.DecideDispute(number, finding), "leo", review)

        def advise() -> None:
            review = kept["rules"].ladder.review.roles[0]
            how = "by telephone, and the leaflet was sent"
            self.past.send(FLOOR, incident.AdviseComplaint(kept["number"], how), "leo", review)
            self.past.send(FLOOR, incident.CloseDispute(kept["number"], satisfied=False), "leo", review)

        return [(when, decide), (when + 27 * 3_600_000_000, advise)]

    def _open_dispute(self, who: str, when: int) -> Steps:
        return [(when, lambda: self._dispute(who, "The dealer called another total than the dice showed") and None)]

    def _raise(self, what: str, body: duty.RaiseDuty) -> None:
        self.past.send(DUTY, body, *MANAGER)
        board = self.past.house.queue.desk.aggregate(BY_KIND[DUTIES]).duties
        self._numbers[what] = list(board).index(next(name for name, one in board.items() if one.what == what))

    def _do(self, what: str, role: str) -> None:
        board = list(self.past.house.queue.desk.aggregate(BY_KIND[DUTIES]).duties)
        body = duty.DoDuty(board[self._numbers[what]], "done and written into the pit's book")
        self.past.send(DUTY, body, "leo", role)
