"""One evening with both kinds of tournament in which every command is sent and every event happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltwork.cage.commands import Deposit
from feltwork.entropy.commit import commitment
from feltwork.tournament.live.seat_draw import draw_id, drawn_order
from feltwork.tournament.live.topics import (
    drafting,
    ending,
    entries,
    merging,
    rounds,
    rulings,
    seating,
    starting,
    wagering,
)
from tests.tournament.conditions import CRAPS
from tests.tournament.live import secret_of, small

Send = Callable[[Any, str, str, str], None]
FOUR = ("ann", "ben", "cat", "dan")


class Evening:
    """Sends commands of one tournament; ``clock`` says the time of the next."""

    def __init__(self, send: Send, clock: Callable[[], int], name: str, boss: str, document: dict[str, Any]) -> None:
        self._send, self.clock, self.name, self.boss, self.document = send, clock, name, boss, document

    def official(self, body: Any) -> None:
        self._send(body, "mia", self.boss, self.name)

    def operator(self, body: Any) -> None:
        self._send(body, "olga", self.boss, self.name)

    def dealer(self, body: Any) -> None:
        self._send(body, "dee", "dealer", self.name)

    def player(self, name: str, body: Any) -> None:
        self._send(body, name, "player", self.name)

    def opened(self, *names: str) -> None:
        """Drafted, published, entered."""
        self.operator(drafting.DraftTournament(self.document))
        self.operator(drafting.ReviseConditions(self.document))
        self.operator(drafting.AppointOfficial("mia", "TM 7"))
        count = len(self.document["structure"]["sessions"])
        close = self.clock() + 60_000_000
        self.official(drafting.PublishTournament([close] * count, close, commitment(secret_of(1))))
        for name in names:
            self.player(name, entries.EnterTournament(name, form=True, nonce=f"of {name}"))

    def start(self, session: int, table: str, last: bool) -> None:
        self.official(seating.DrawSeats(secret_of(session).hex()))
        self.official(starting.StartSession("" if last else commitment(secret_of(session + 1))))

    def round(self, table: str, result: Any) -> None:
        self.dealer(rounds.CloseTournamentBetting(table))
        self.dealer(rounds.SettleTournamentRound(table, result))

    def over(self, table: str, totals: dict[str, int]) -> None:
        self.dealer(ending.RecordTotals(table, totals))
        self.dealer(ending.ReturnTournamentChips(table, [(1, 2)]))
        self.official(ending.AnnounceSession())


def put(table: str, name: str, seats: list[str], wager: str, amount: int) -> wagering.PlaceTournamentWagers:
    return wagering.PlaceTournamentWagers(table, name, seats.index(name) + 1, [wagering.WagerLine(wager, amount)])


def seated(name: str, session: int, players: tuple[str, ...]) -> list[str]:
    """Who is drawn to which seat."""
    nonces = [f"of {each}" for each in sorted(players)]
    return drawn_order(secret_of(session), draw_id(name, session), nonces, players)


def roulette(evening: Evening, wait: Callable[[int], None], supervisor: Callable[[Any], None]) -> None:
    """Two sessions: a play-off in the first, buying back, a final by the clock."""
    evening.opened(*FOUR, "eve", "fay")
    evening.player("eve", entries.WithdrawEntry("eve"))
    evening.operator(entries.RefuseEntry("fay", "not a member"))
    evening.operator(entries.AddToPool(5_000, "a weekend for two"))
    evening.official(entries.CloseEntries())
    evening.official(seating.DesignateTables(["t1"]))
    for name in FOUR:
        evening.player(name, starting.BuyTournamentChips(name))
    evening.official(starting.LimitWagerTime(600))
    evening.official(starting.SetPresence(present=True))
    wait(60)
    evening.start(1, "t1", last=False)
    seats = seated(evening.name, 1, FOUR)
    evening.dealer(rounds.OpenTournamentRound("t1"))
    evening.player("ann", put("t1", "ann", seats, "red", 10))
    evening.player("ben", put("t1", "ben", seats, "red", 10))
    evening.player("cat", put("t1", "cat", seats, "red", 10))
    evening.player("dan", wagering.PlayPassCard("t1", "dan"))
    evening.player("ann", wagering.HandInForm("t1", "ann", "red", None, None))
    supervisor(wagering.HandBackForm("t1", "ann"))
    evening.player("ann", wagering.HandInForm("t1", "ann", "red", None, 10))
    supervisor(wagering.ExamineForm("t1", "ann"))
    evening.player("ann", rulings.RaiseDispute("the form", "t1"))
    evening.official(rulings.RuleOnDispute(1, "it stands"))
    evening.round("t1", 1)
    evening.official(rulings.FindBreach("cat", "advice", "looked at a screen", disqualify=False))
    evening.official(ending.OrderCount("t1"))
    evening.dealer(ending.RecordTotals("t1", {"ann": 120, "ben": 110, "cat": 110, "dan": 100}))
    evening.dealer(rounds.OpenTournamentRound("t1"))
    evening.player("ben", put("t1", "ben", seats, "red", 10))
    evening.player("cat", put("t1", "cat", seats, "black", 10))
    evening.round("t1", 1)
    evening.over("t1", {"ann": 120, "ben": 120, "cat": 100, "dan": 100})
    evening.player("cat", ending.BuyBack("cat"))
    evening.official(seating.MoveStart(2, evening.clock() + 21 * 60_000_000))
    evening.official(seating.DesignateTables(["t1"]))
    for name in ("ann", "ben", "cat"):
        evening.player(name, starting.BuyTournamentChips(name))
    wait(1300)
    evening.start(2, "t1", last=True)
    seats = seated(evening.name, 2, ("ann", "ben", "cat"))
    evening.dealer(rounds.OpenTournamentRound("t1"))
    evening.player("ann", put("t1", "ann", seats, "red", 10))
    evening.player("cat", put("t1", "cat", seats, "red", 20))
    evening.player("ben", put("t1", "ben", seats, "black", 10))
    evening.round("t1", 2)
    wait(60)
    evening.dealer(rounds.CallTime("t1"))
    evening.over("t1", {"ann": 90, "ben": 110, "cat": 80})
    evening.official(ending.PayPrizes())


def craps(evening: Evening, wait: Callable[[int], None], director: Callable[[Any], None]) -> None:
    """Two sessions by their conditions: one that ends early, one whose tie the Director decides."""
    evening.opened(*FOUR)
    evening.official(entries.CloseEntries())
    evening.official(seating.DesignateTables(["t2"]))
    evening.official(starting.BriefPlayers(understood=True))
    evening.official(starting.SetPresence(present=True))
    wait(60)
    evening.start(1, "t2", last=False)
    seats = seated(evening.name, 1, FOUR)
    evening.player("ann", rulings.NominateSubstitute("ann", "zoe"))
    evening.official(rulings.AnswerSubstitute("ann", approved=True))
    evening.dealer(rounds.OpenTournamentRound("t2"))
    evening.player("zoe", put("t2", "ann", seats, "field", 10))
    evening.player("ben", put("t2", "ben", seats, "any-seven", 10))
    evening.player("ben", wagering.TakeBackWager("t2", "ben", "any-seven"))
    evening.player("ben", rulings.RaiseDispute("the dice", "t2"))
    evening.operator(rulings.RuleOnDispute(1, "they stand"))
    director(rulings.ReviewRuling(1, "they do"))
    evening.round("t2", [3, 4])
    evening.official(rulings.FindBreach("dan", "conditions", "was told twice", disqualify=True))
    evening.player("cat", rulings.RetirePlayer("cat"))
    evening.player("zoe", ending.AgreeToEnd("t2", "ann"))
    evening.official(ending.EndTableEarly("t2"))
    evening.over("t2", {"ann": 90, "ben": 100})
    evening.official(seating.DesignateTables(["t2"]))
    evening.start(2, "t2", last=True)
    seats = seated(evening.name, 2, ("ann", "ben"))
    evening.dealer(rounds.OpenTournamentRound("t2"))
    for name in ("ann", "ben"):
        evening.player(name, put("t2", name, seats, "field", 10))
    evening.round("t2", [3, 4])
    evening.official(ending.OrderTied("t2", ["ben", "ann"], "by lot, as the conditions say"))
    evening.over("t2", {"ann": 90, "ben": 90})
    evening.official(ending.PayPrizes())


def level(evening: Evening, wait: Callable[[int], None]) -> None:
    """One session: somebody retires with a buy-in, and two pairs share places with prizes."""
    five = (*FOUR, "eve")
    evening.opened(*five)
    evening.official(entries.CloseEntries())
    evening.official(seating.DesignateTables(["t5"]))
    evening.official(starting.BriefPlayers(understood=True))
    evening.official(starting.SetPresence(present=True))
    for name in five:
        evening.player(name, starting.BuyTournamentChips(name))
    wait(60)
    evening.start(1, "t5", last=True)
    evening.player("eve", rulings.RetirePlayer("eve"))
    evening.dealer(rounds.OpenTournamentRound("t5"))
    seats = seated(evening.name, 1, five)
    for name, amount in zip(FOUR, (10, 10, 20, 20), strict=True):
        evening.player(name, put("t5", name, seats, "field", amount))
    evening.round("t5", [3, 4])
    evening.official(ending.OrderTied("t5", ["ben", "ann"], "by lot"))
    evening.official(ending.OrderTied("t5", ["cat", "dan"], "by lot"))
    evening.over("t5", {"ann": 90, "ben": 90, "cat": 80, "dan": 80})
    evening.official(ending.PayPrizes())


def everything(send: Send, clock: Callable[[], int], wait: Callable[[int], None]) -> None:
    """Both tournaments, and one that is cancelled."""
    for name in (*FOUR, "eve", "fay"):
        send(Deposit(name, 500_00), "till", "cashier", "cage")
    short = {"rounds": 1, "tables": 1, "seats": 8, "advance": 1}
    document = small(
        structure={"sessions": [short | {"advance": 2}, {"minutes": 1, "tables": 1, "seats": 8, "advance": 1}]},
        chips={"bought": True, "buy_in": "1.00", "buy_in_to": "pool"},
    )
    document["buy_back"] = {"offered": True, "method": "desk", "timing": "once", "price": "2.00", "to": "house"}
    first = Evening(send, clock, "spring", "gaming_manager", document)
    roulette(first, wait, lambda body: send(body, "sue", "gaming_supervisor", "spring"))
    document = small(
        CRAPS,
        structure={"sessions": [short | {"advance": 2, "rounds": 5}, short], "ties": "official"},
        prizes={"shares": [60, 40], "ties": "play-off"},
    )
    second = Evening(send, clock, "autumn", "pit_boss", document)
    craps(second, wait, lambda body: send(body, "dir", "director_of_casino_surveillance", "autumn"))
    document = small(
        CRAPS,
        structure={"sessions": [short], "ties": "official"},
        chips={"bought": True, "buy_in": "1.00"},
        play={"buy_in_refund_percent": 50},
        prizes={"shares": [40, 30, 20, 10], "ties": "play-off"},
    )
    level(Evening(send, clock, "winter", "pit_boss", document), wait)
    two = {"sessions": [short | {"tables": 2, "rounds": 5}, short], "merge": True}
    third = Evening(send, clock, "rain", "gaming_manager", small(structure=two))
    third.opened(*FOUR)
    third.official(entries.CloseEntries())
    third.official(seating.DesignateTables(["t3", "t4"]))
    wait(60)
    third.start(1, "t3", last=False)
    third.official(merging.MergeTables("t3", "t4"))
    third.operator(drafting.CancelTournament("the roof leaks"))
