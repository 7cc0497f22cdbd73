"""Tournaments of both books under anything that people send, in any order, and then played to their end."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.state import Heat
from feltwork.tournament.live.topics import drafting, ending, entries, merging, rounds, rulings, starting, wagering
from feltwork.tournament.live.topics.wagering import waiting_forms
from tests.tournament.live import NAMES, Live
from tests.tournament.playing import Player, random_conditions

SECRET: dict[str, tuple[str, Any]] = {"star-roulette": ("street", [13, 14, 15]), "crown-craps": ("any-craps", None)}
"""A wager that is only ever made on a form."""
WATCHING = [("dee", "dealer"), ("mia", ""), ("wall", "wall"), ("ina", "inspector"), ("zoe", "player")]
ACTS = ("open", "open", "form", "form", "pass", "back")
pick = st.integers(0, 7)


def handed_in(heat: Heat) -> list[str]:
    """Who has a form at a table that is not opened yet."""
    done = heat.round.done if heat.round else {}
    return [*heat.forms, *(name for name, acts in done.items() if acts.form)]


class Tournaments(RuleBasedStateMachine):
    """One tournament; whatever is refused moves nothing, whatever is done conserves chips and money."""

    live: Live
    chance: Random

    @initialize(seed=st.integers(0, 10_000))
    def opened(self, seed: int) -> None:
        self.chance = Random(seed)
        document = random_conditions(self.chance)
        document["structure"] |= {"merge": True}
        self.live = Live(document)
        self.live.started(*self.chance.sample(NAMES, self.chance.randint(4, 8)))

    @property
    def heats(self) -> list[Heat]:
        return list(self.live.state.heats.values())

    def heat(self, number: int) -> Heat | None:
        return self.heats[number % len(self.heats)] if self.heats else None

    def name(self, number: int) -> str:
        return list(self.live.state.entries)[number % len(self.live.state.entries)]

    @precondition(lambda self: self.live.state.phase == "closed")
    @rule(number=pick, paying=st.booleans())
    def begins(self, number: int, paying: bool) -> None:
        """Buying back, seats, buy-ins, the start."""
        live = self.live
        if live.state.session > 1:
            live.do(ending.BuyBack(self.name(number)), self.name(number))
        live.seated()
        terms = live.state.terms
        assert terms is not None
        for name in live.state.coming if terms.chips.buy_in else ():
            if paying or name != self.name(number):
                live.ok(starting.BuyTournamentChips(name), name)
        live.ok(live.start())

    @precondition(lambda self: self.heats)
    @rule(at=pick, away=st.sets(pick, max_size=1))
    def opens(self, at: int, away: set[int]) -> None:
        heat = self.heat(at)
        assert heat is not None
        absent = [self.name(number) for number in away]
        self.live.do(rounds.OpenTournamentRound(heat.table, "", absent), "dee", "dealer")

    @precondition(lambda self: self.heats)
    @rule(at=pick, who=pick, what=st.sampled_from(ACTS), amount=st.sampled_from((7, 10, 40)))
    def acts(self, at: int, who: int, what: str, amount: int) -> None:
        """A player does something, in turn or not; who is out, disqualified or elsewhere can do nothing."""
        heat, name = self.heat(at), self.name(who)
        assert heat is not None
        command = self.command(heat, name, what, amount)
        entry = self.live.state.entries[name]
        plays = name in heat.players and heat.players[name].state == "in" and entry.standing == "in"
        assert isinstance(self.live.do(command, name), Refusal) or plays
        assert isinstance(self.live.do(command, "zoe", "player"), Refusal), "nobody acts for another"

    @precondition(lambda self: self.heats)
    @rule(at=pick, acts=st.lists(st.sampled_from(ACTS), min_size=8, max_size=8), amount=st.sampled_from((7, 10, 40)))
    def all_act(self, at: int, acts: list[str], amount: int) -> None:
        """Wagers are called for where none are, and everybody at a table does something."""
        heat, live = self.heat(at), self.live
        assert heat is not None
        live.do(rounds.OpenTournamentRound(heat.table), "dee", "dealer")
        heat = live.state.heats[heat.table]
        turn = list(heat.round.turn) if heat.round else []
        for name, what in zip(turn or heat.still_in(), acts, strict=False):
            live.do(self.command(heat, name, what, amount), name)

    def command(self, heat: Heat, name: str, what: str, amount: int) -> Any:
        book = str(self.live.document["tournament"])
        wager = "red" if book == "star-roulette" else "field"
        secret, on = SECRET[book]
        wagers: dict[str, Any] = {
            "open": self.live.wager(name, wager, amount, None, heat.table),
            "form": wagering.HandInForm(heat.table, name, secret, on, amount),
            "pass": wagering.PlayPassCard(heat.table, name),
            "back": wagering.TakeBackWager(heat.table, name, wager),
        }
        return wagers[what]

    @precondition(lambda self: self.heats)
    @rule(at=pick, first=st.integers(0, 36), dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
    def settles(self, at: int, first: int, dice: tuple[int, int]) -> None:
        heat, live = self.heat(at), self.live
        assert heat is not None
        result: Any = first if heat.game is None else list(dice)
        before = live.do(rounds.SettleTournamentRound(heat.table, result), "dee", "dealer")
        assert heat.phase == "no more bets" or isinstance(before, Refusal)
        for name in waiting_forms(heat):
            live.do(wagering.ExamineForm(heat.table, name), "sue", live.supervisor)
        closed = live.do(rounds.CloseTournamentBetting(heat.table), "dee", "dealer")
        if not isinstance(closed, Refusal):
            live.do(rounds.SettleTournamentRound(heat.table, result, list(heat.still_in())), "dee", "dealer")

    @precondition(lambda self: self.heats)
    @rule(at=pick, who=pick, ground=st.sampled_from(("advice", "conditions", "hidden")), out=st.booleans())
    def is_ruled_on(self, at: int, who: int, ground: str, out: bool) -> None:
        """A dispute with its ruling, a breach, somebody who retires."""
        heat, name, live = self.heat(at), self.name(who), self.live
        assert heat is not None
        raised = live.do(rulings.RaiseDispute("what was that", heat.table), name)
        assert isinstance(live.do(rulings.RuleOnDispute(len(live.state.disputes), "mine"), name), Refusal)
        if not isinstance(raised, Refusal):
            live.ok(rulings.RuleOnDispute(len(live.state.disputes), "it stands"))
        if out and len([each for each in live.state.entries.values() if each.standing == "in"]) > 3:
            live.do(live.breach(name, ground))
            live.do(rulings.RetirePlayer(name), name)

    @precondition(lambda self: self.heats)
    @rule(at=pick, other=pick)
    def merges_or_ends(self, at: int, other: int) -> None:
        one, two, live = self.heat(at), self.heat(other), self.live
        assert one is not None
        assert two is not None
        before = {name: heat.chips(name) for heat in self.heats for name in heat.players}
        if not isinstance(live.do(merging.MergeTables(one.table, two.table)), Refusal):
            after = {name: heat.chips(name) for heat in self.heats for name in heat.players}
            assert after == before
        for name in two.still_in():
            live.do(ending.AgreeToEnd(two.table, name), name)
        live.do(ending.EndTableEarly(two.table))

    @precondition(lambda self: self.live.state.phase in ("closed", "running"))
    @rule(who=pick)
    def comes_too_late(self, who: int) -> None:
        """Late entries, prizes before the end, conditions that change: refused, whoever asks."""
        for command in (entries.EnterTournament("zoe", form=True), entries.CloseEntries(), ending.PayPrizes()):
            assert isinstance(self.live.do(command), Refusal)
        assert isinstance(self.live.do(drafting.ReviseConditions(self.live.document), "olga"), Refusal)
        assert isinstance(self.live.do(ending.PayPrizes(), self.name(who)), Refusal)

    @invariant()
    def chips_and_money_are_conserved(self) -> None:
        if not hasattr(self, "live"):
            return
        held = self.live.balances
        chips = sum(count for account, count in held.items() if account.startswith("tournament-chips/"))
        assert chips + held.get("tournament-bank/spring", 0) == 0
        money = sum(cents for account, cents in held.items() if not account.startswith("tournament-"))
        assert money == len(NAMES) * 1_000_000

    @invariant()
    def nobody_disqualified_has_a_place_or_prize(self) -> None:
        if not hasattr(self, "live"):
            return
        state = self.live.state
        gone = {name for name, entry in state.entries.items() if entry.standing == "disqualified"}
        for places in (state.places, *(heat.places for heat in self.heats)):
            assert gone.isdisjoint(name for place in places for name in place)
        assert gone.isdisjoint(name for name, _ in state.money.paid)

    @invariant()
    def nobody_else_sees_a_form(self) -> None:
        if not hasattr(self, "live"):
            return
        secret = SECRET[str(self.live.document["tournament"])][0]
        handed_at = {heat.table: handed_in(heat) for heat in self.heats}
        own = {name for handed in handed_at.values() for name in handed}  # who sees the form they handed in themselves
        for heat in self.heats:
            handed = handed_at[heat.table]
            others = [(name, "player") for name in self.live.state.entries if name not in own]
            for person, role in (*WATCHING, *others[:2]) if handed else ():
                seen = AGGREGATE.view(self.live.state, Asker(person, role or self.live.boss, self.live.now))
                table = next(each for each in seen["tables"] if each["table"] == heat.table)
                assert secret not in json.dumps([table, seen.get("crew", {}).get(heat.table), seen.get("me")])

    def teardown(self) -> None:
        """Whatever was done, it can be played to its end, with an order and an empty pool."""
        if not hasattr(self, "live"):
            return
        live, player = self.live, Player(self.chance, self.live)
        player.finish()
        assert list(live.checker.left_over()) == []
        for _, places in live.state.record.history:
            names = [name for place in places for name in place]
            assert len(names) == len(set(names))
        if live.state.phase == "paid":
            left = {account: n for account, n in live.balances.items() if n and account.startswith("tournament")}
            assert left == {}
        else:
            assert live.state.phase == "finished"
            assert not live.state.places


TestTournaments = Tournaments.TestCase
TestTournaments.settings = settings(
    max_examples=150, stateful_step_count=50, deadline=None, derandomize=True, database=None
)
