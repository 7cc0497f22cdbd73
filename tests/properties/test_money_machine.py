"""Random commands at live tables: money and tokens are conserved, nobody owes, meters agree, the log verifies."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from feltwork.cage.commands import IssueVoucher
from feltwork.engine.desk import Desk
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.kinds import kind_of
from feltwork.rehearse.roulette import RouletteRehearsal
from feltwork.store.opening import open_store
from feltwork.store.port import Store
from feltwork.table.live import commands as ask
from feltwork.table.live.topics.meters import disagreement
from feltwork.table.play.events import CHECKS, TOKENS
from feltwork.table.play.state import on_felt
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify
from tests.build import enters
from tests.store.postgres import postgres_schema, postgres_url

__all__ = ["postgres_schema", "postgres_url"]
BOOKS = ("star-craps", "crown-craps", "dragon-fire", "star-roulette", "aruze-craps")
AWARD = 120_000
MONEY = (
    ask.ExchangeVoucher,
    ask.HandInTokens,
    ask.BuyColour,
    ask.AgreeColour,
    ask.RedeemColour,
    ask.RedeemChecks,
    ask.SellChips,
    ask.FillFloat,
    ask.CreditFloat,
    ask.EmptyDropBox,
)
MUST_NOT_OWE = ("player/", "seat/", "felt/", "checks/", "checks-out/", "tokens/", "tokens-felt/", "drop/")
seats = st.integers(1, 4)
amounts = st.sampled_from((-100, 0, 50, 100, 400, 500, 1_000, 2_000, 10_000, 60_000, 2**63, 2**70))
MOVES = [("red", None, "black", None), ("black", None, "red", None), ("straight", 17, "straight", 18)]
LAID: list[tuple[str, int, int | None]] = [
    ("red", 2_000, None),
    ("black", 2_000, None),
    ("straight", 1_800, 17),
    ("straight", 1_800, 18),
]
pockets = st.sampled_from((2, 18, 18))
brought = st.sampled_from(("chips", "cash", "voucher", "tokens", "checks"))
instruments = st.sampled_from(("chips", "chips", "tokens", "checks", "cash"))


def machine(store: Store, counts: Counter[str], books: tuple[str, ...] = BOOKS) -> type[RuleBasedStateMachine]:
    """A machine that opens a table of its own in this store and counts the commands it sends."""

    class Money(RuleBasedStateMachine):
        """One table, told anything by anybody."""

        rehearsal: Rehearsal

        @initialize(book=st.sampled_from(books))
        def opens(self, book: str) -> None:
            counts["tables"] += 1
            self.vouchers: list[tuple[str, int]] = []
            kind = kind_of(book)
            table = f"{book}-{counts['tables']}"
            self.rehearsal = kind(Desk(store), table, book, None, counts["tables"], seats=3, max_award=AWARD)
            self.rehearsal.open()

        def says(self, body: Any, seat: int | None = None, *, role: str = "player") -> None:
            who = {"dealer": "deal", "casino_supervisor": "sup"}.get(role) or self.rehearsal.night.player(seat or 1)
            self.rehearsal.night.send(body, who, role)

        @rule(seat=seats, pick=st.integers(0, 999), amount=amounts, of=instruments)
        def wagers(self, seat: int, pick: int, amount: int, of: str) -> None:
            wagers = list(self.rehearsal.night.game.book.wagers.values())
            wager = wagers[pick % len(wagers)]
            on: Any = list(wager.shapes)[pick % len(wager.shapes)]
            self.says(ask.PlaceWager(seat, wager.name, amount, list(on) if isinstance(on, tuple) else on, of), seat)

        @rule(pick=st.integers(0, 99), amount=st.none() | amounts)
        def removes(self, pick: int, amount: int | None) -> None:
            lying = list(self.rehearsal.night.game.layout)
            if lying:
                seat, name, on = lying[pick % len(lying)]
                raw: Any = list(on) if isinstance(on, tuple) else on
                self.says(ask.RemoveWager(seat, name, raw, amount), seat)

        @rule()
        def plays(self) -> None:
            self.rehearsal.bets()
            self.rehearsal.play_round(0)

        @rule(seat=seats, pick=st.integers(0, 999), amount=amounts, brings=brought)
        def calls_aloud(self, seat: int, pick: int, amount: int, brings: str) -> None:
            wagers = list(self.rehearsal.night.game.book.wagers.values())
            wager = wagers[pick % len(wagers)]
            on: Any = list(wager.shapes)[pick % len(wager.shapes)]
            raw = list(on) if isinstance(on, tuple) else on
            numbered = self.voucher(pick) if brings in ("voucher", "tokens") else ("", 0)
            self.says(ask.DeclareWager(seat, wager.name, amount, raw, brings, *numbered), seat)
            self.rehearsal.night.staff(ask.AnnounceWager(seat), "deal")
            self.rehearsal.night.staff(ask.ConfirmWager(seat), "box")

        @rule(
            seat=seats,
            moved=st.lists(st.sampled_from(MOVES), min_size=1, max_size=3),
            pocket=st.sampled_from((2, 17, 18)),
        )
        def has_chips_count_elsewhere(self, seat: int, moved: list[tuple[Any, ...]], pocket: int) -> None:
            """Roulette 3.14, between no more bets and the number."""
            night, table = self.rehearsal.night, self.rehearsal
            if not night.game.book.spins or not isinstance(table, RouletteRehearsal):
                return
            night.staff(ask.OpenBets(), "deal")
            for wager, amount, on in (
                ("red", 2_000, None),
                ("black", 2_000, None),
                ("straight", 1_800, 17),
                ("straight", 1_800, 18),
            ):
                self.says(ask.PlaceWager(seat, wager, amount, on), seat)
            night.staff(ask.SpinBall(), "deal")
            table.dealer.attend_table()  # Lucky Ball numbers are drawn by the system
            night.staff(ask.CloseBets(), "deal")
            table.dealer.attend_table()  # and boosted
            for name, on, to, to_on in moved:
                night.staff(ask.RepositionWager(seat, name, to, "pushed over", on, to_on), "sup")
            night.staff(enters(pocket), "deal")
            night.staff(ask.ConfirmNumber(pocket), "deal")
            table.dealer.attend_table()  # the secret is shown

        @rule(seat=seats, amount=amounts, limited=st.booleans(), form=st.sampled_from(("voucher", "tokens")))
        def issues(self, seat: int, amount: int, limited: bool, form: str) -> None:
            game, player = self.rehearsal.night.game, self.rehearsal.night.player(seat)
            wagers = list(game.book.wagers)[:3] if limited else []
            voucher = IssueVoucher(player, amount, book=game.book.id, wagers=wagers, form=form)
            given = self.rehearsal.night.send(voucher, "till", "cashier", "cage")
            if given.first:
                self.vouchers.append((f"V{given.first}", amount))

        @rule(seat=seats, pick=st.integers(0, 9), amount=st.none() | amounts)
        def exchanges(self, seat: int, pick: int, amount: int | None) -> None:
            voucher, worth = self.voucher(pick)
            self.says(ask.ExchangeVoucher(seat, voucher, worth if amount is None else amount), role="dealer")

        def voucher(self, pick: int) -> tuple[str, int]:
            return self.vouchers[-1 - pick % len(self.vouchers)] if self.vouchers else ("V0", 1_000)

        @rule(seat=seats, colour=st.sampled_from(("blue", "green", "plaid")), value=amounts, amount=amounts)
        def buys_colour(self, seat: int, colour: str, value: int, amount: int) -> None:
            self.says(ask.BuyColour(seat, colour, value, amount), seat)
            self.says(ask.BuyColour(seat, colour, value, amount), role="dealer")

        @rule(seat=seats, amount=amounts)
        def brings_checks_to_the_cage(self, seat: int, amount: int) -> None:
            self.rehearsal.night.send(ask.RedeemChecks(self.rehearsal.night.player(seat), amount), "till", "cashier")

        @rule(seat=seats, other=seats)
        def agrees(self, seat: int, other: int) -> None:
            self.says(ask.AgreeColour(seat, other), seat)

        @rule(seat=seats, kind=st.sampled_from((ask.RedeemColour, ask.HandInTokens, ask.Collect, ask.Leave)))
        def gives_up(self, seat: int, kind: Any) -> None:
            self.says(kind(seat), seat)

        @rule(seat=seats, amount=amounts)
        def comes_in(self, seat: int, amount: int) -> None:
            self.says(ask.Sit(self.rehearsal.night.player(seat), seat), seat)
            self.says(ask.BuyIn(seat, amount), seat)
            self.says(ask.SellChips(seat, amount), role="dealer")

        @rule(kind=st.sampled_from((ask.FillFloat, ask.CreditFloat)), amount=amounts)
        def moves_the_float(self, kind: Any, amount: int) -> None:
            self.says(kind(amount), role="casino_supervisor")

        @rule()
        def empties_the_drop_box(self) -> None:
            self.says(ask.EmptyDropBox(), role="casino_supervisor")

        @invariant()
        def adds_up(self) -> None:
            if not hasattr(self, "rehearsal"):
                return
            held = store.log.balances()
            vouchers = self.rehearsal.night.desk.cage.vouchers.values()
            waiting = [v for v in vouchers if v.expires and v.standing == "open"]
            assert held.get("tokens-vouchers", 0) == sum(voucher.amount for voucher in waiting)
            tokens = sum(cents for account, cents in held.items() if account.startswith("tokens"))
            assert (sum(held.values()) - tokens, tokens) == (0, 0)
            assert not [account for account, cents in held.items() if account.startswith(MUST_NOT_OWE) and cents < 0]
            life, game, where = (
                self.rehearsal.night.desk.table(self.rehearsal.night.table),
                self.rehearsal.night.game,
                self.rehearsal.night.table,
            )
            for name, purse in (("seat", game.balances), (TOKENS, game.tokens), (CHECKS, game.checks)):
                assert all(held.get(f"{name}/{where}/{seat}", 0) == cents for seat, cents in purse.items())
            assert held.get(f"tokens-felt/{where}", 0) == on_felt(game, TOKENS)
            assert game.tray == sum(held.get(f"{name}/{where}", 0) for name in ("float", "commission", "rounding"))
            assert disagreement(life.money.meters, game) is None
            if life.rounds.last:
                lines = life.rounds.last[1].lines
                assert sum(line.winnings for line in lines) <= AWARD
                for line in lines:
                    sign = game.rules.limits.get(line.wager)
                    counted = line.stake - (line.apart.excess if line.apart else 0)
                    if sign and sign.maximum is not None and line.seat not in game.personal:
                        assert counted <= sign.maximum or line.result not in ("win", "lose"), line

        def teardown(self) -> None:
            if hasattr(self, "rehearsal"):
                counts.update(self.rehearsal.night.tally.kinds)

    return Money


def shakes(url: str, examples: int, books: tuple[str, ...] = BOOKS) -> Counter[str]:
    """Run the machine on a store and verify what it wrote."""
    store, counts = open_store(url), Counter[str]()
    try:
        how = settings(max_examples=examples, stateful_step_count=30, deadline=None)
        run_state_machine_as_test(machine(store, counts, books), settings=how)
    finally:
        store.close()
    print(dict(counts))
    return counts


def test_money_in_memory() -> None:
    counts = shakes("memory:", 40)
    assert not {str(kind.__struct_config__.tag) for kind in MONEY} - set(counts)


def test_money_at_the_wheel() -> None:
    """So that chips are moved by a ruling often enough: to where they are over the maximum, or over the award."""
    assert shakes("memory:", 30, ("star-roulette",))["reposition-wager"] > 20


def test_money_on_sqlite(tmp_path: Path) -> None:
    url = str(tmp_path / "money.db")
    assert shakes(url, 12)["place-wager"]
    with closing(read_log(url)) as log:
        assert verify(log) == []


def test_money_on_postgres(postgres_schema: str) -> None:
    assert shakes(postgres_schema, 6)["place-wager"]
    with closing(read_log(postgres_schema)) as log:
        assert verify(log) == []
