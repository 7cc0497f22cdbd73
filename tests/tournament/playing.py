"""Random tournaments of both books, played to the end through their desk by a given source of chance."""

from __future__ import annotations

from random import Random
from typing import Any

from feltwork.refusal import Refusal
from feltwork.table.live.when import MINUTE
from feltwork.tournament.live.play import ranking, undecided
from feltwork.tournament.live.topics import ending, entries, rulings, starting, wagering
from feltwork.tournament.live.topics.wagering import defect_of, waiting_forms
from tests.tournament.conditions import CRAPS, ROULETTE
from tests.tournament.live import NAMES, Live, small

ROULETTE_WAGERS: tuple[tuple[str, Any], ...] = (
    ("red", None),
    ("black", None),
    ("dozen", 2),
    ("straight", 7),
    ("odd", None),
)
CRAPS_WAGERS: tuple[tuple[str, Any], ...] = (("win-line", None), ("dont-win-line", None), ("field", None), ("place", 6))


def random_conditions(chance: Random) -> dict[str, Any]:
    """Conditions of one of the books: sessions, limits, cards, forms, buy-ins, buying back, ties."""
    book = chance.choice((ROULETTE, CRAPS))
    tables = chance.choice((1, 2))
    sessions = [{"rounds": chance.randint(1, 3), "tables": tables, "seats": 8, "advance": chance.randint(1, 2)}]
    if chance.random() < 0.4:
        sessions.append({"rounds": 1, "tables": 1, "seats": 8, "advance": 1, "repechage": True})
    sessions.append({"rounds": chance.randint(1, 3), "tables": 1, "seats": 8, "advance": 1})
    document = small(
        book,
        structure={
            "sessions": sessions,
            "repechage": any("repechage" in each for each in sessions),
            "repechage_how": "one more",
            "ties": chance.choice(("official", "play-off")),
        },
        chips={
            "allotment": chance.choice((40, 100)),
            "bought": chance.random() < 0.5,
            "buy_in": "50.00",
            "buy_in_to": chance.choice(("pool", "house")),
            "cashed": chance.random() < 0.3,
            "cash_value": "0.05",
        },
        prizes={"shares": chance.choice(([100], [70, 30], [50, 30, 20])), "ties": chance.choice(("share", "play-off"))},
        entry={"fee": chance.choice(("0.00", "33.33", "100.00")), "charged": True},
    )
    document["buy_back"] = {"offered": True, "method": "desk", "timing": "any", "price": "20.00", "times": 1}
    if book is ROULETTE:
        document["play"] = {
            "seats": "by draw",
            "order": chance.random() < 0.4,
            "pass_cards": chance.randint(0, 2),
            "undisclosed": chance.randint(0, 2),
        }
    else:
        document["play"] |= {"no_wager": chance.choice(("nothing", "deduct", "disqualify")), "late_deduct": 5}
        document["play"] |= {"refundable": chance.random() < 0.5, "buy_in_refund_percent": chance.choice((0, 33, 100))}
    return document


class Player:
    """Plays a whole tournament; what happens is drawn."""

    def __init__(self, chance: Random, live: Live | None = None) -> None:
        self.chance = chance
        self.live = live or Live(random_conditions(chance))

    def whole(self) -> Live:
        """From the draft until prizes are paid, or all is cancelled."""
        chance, live = self.chance, self.live
        names = chance.sample(NAMES, chance.randint(4, 8))
        live.entered(*names)
        if chance.random() < 0.3:
            live.ok(entries.AddToPool(chance.randint(1, 9_999)), "olga")
        if chance.random() < 0.3:
            live.ok(entries.WithdrawEntry(names[0]), names[0])
        live.ok(entries.CloseEntries())
        self.finish()
        return live

    def finish(self) -> None:
        """Play on from wherever it stands."""
        live = self.live
        if live.state.phase == "running":
            for table in list(live.state.heats):
                self._clear(table)
            self._play_all()
        while live.state.phase == "closed":
            self._session()
        if live.state.phase == "finished":
            if live.state.places or not live.state.money.pool + live.state.money.to_pool:
                live.ok(ending.PayPrizes())
            else:
                live.no(*self._nobody())

    def _clear(self, table: str) -> None:
        """Settle a round that is under way."""
        live, heat = self.live, self.live.state.heats[table]
        if heat.phase == "betting":
            for name in waiting_forms(heat):
                live.ok(wagering.ExamineForm(table, name), "sue", live.supervisor)
            live.settle([1, 2] if heat.game is not None else 0, table=table)

    def _play_all(self) -> None:
        for table in list(self.live.state.heats):
            while self.live.state.heats[table].phase != "ended":
                self._round(table)
        self.live.over()

    def _nobody(self) -> tuple[str, ending.PayPrizes]:
        return ("10.3.2" if self.live.boss == "gaming_manager" else "8.2.1(k)"), ending.PayPrizes()

    def _session(self) -> None:
        chance, live = self.chance, self.live
        for name, entry in list(live.state.entries.items()):
            if entry.standing == "out" and live.state.session > 1 and chance.random() < 0.4:
                live.do(ending.BuyBack(name), name)
        live.seated()
        terms = live.state.terms
        assert terms is not None
        for name in live.state.coming if terms.chips.buy_in else ():
            if chance.random() < 0.9:
                live.ok(starting.BuyTournamentChips(name), name)
        live.ok(live.start())
        self._play_all()

    def _round(self, table: str) -> None:
        chance, live = self.chance, self.live
        heat = live.state.heats[table]
        if heat.phase == "undecided":
            tied = undecided(live.state, heat, ranking(heat))
            live.ok(ending.OrderTied(table, chance.sample(tied, len(tied)), "by lot"))
            return
        if chance.random() < 0.05:
            live.ok(rulings.RaiseDispute("what was that", table), heat.still_in()[0])
            live.now += chance.randint(0, 30) * MINUTE
            number = len(live.state.disputes)
            live.ok(rulings.RuleOnDispute(number, "as it was"))
        live.now += MINUTE
        inside = [name for name in heat.still_in() if not heat.ties or name in heat.ties.tied]
        absent = [name for name in inside if chance.random() < 0.05]
        live.open(absent=absent, table=table)
        heat = live.state.heats[table]
        order = list(heat.round.turn) if heat.round and heat.round.turn else inside
        for name in order:
            if name not in absent:
                self._act(name, table)
        craps = heat.game is not None
        result: Any = [chance.randint(1, 6), chance.randint(1, 6)] if craps else chance.randint(0, 36)
        live.settle(result, chance.sample(inside, len(inside)), table=table)
        after = live.state.heats.get(table)
        if after and after.phase == "waiting" and len(after.still_in()) > 2 and chance.random() < 0.03:
            live.ok(live.breach(after.still_in()[0], "advice"))
        elif after and after.phase == "waiting" and craps and len(after.still_in()) > 2 and chance.random() < 0.05:
            live.ok(rulings.RetirePlayer(after.still_in()[0]), after.still_in()[0])

    def _act(self, name: str, table: str) -> None:
        """Something that a player does; what is refused is refused."""
        chance, live = self.chance, self.live
        heat = live.state.heats[table]
        craps = heat.game is not None
        wager, on = chance.choice(CRAPS_WAGERS if craps else ROULETTE_WAGERS)
        amount = chance.choice((10, 20, 35, heat.chips(name), 7))
        what = chance.random()
        if what < 0.1:
            live.do(wagering.PlayPassCard(table, name), name)
        elif what < 0.3:
            shown = None if not craps and chance.random() < 0.2 else amount
            done = live.do(wagering.HandInForm(table, name, wager, on, shown), name)
            if not isinstance(done, Refusal):
                wrong = defect_of(live.state, live.state.heats[table], name)
                if wrong is not None and chance.random() < 0.5:
                    live.ok(wagering.HandBackForm(table, name), "sue", live.supervisor)
                else:
                    live.ok(wagering.ExamineForm(table, name), "sue", live.supervisor)
        if what > 0.2 and what < 0.97:
            live.do(live.wager(name, wager, amount, on, table), name)
