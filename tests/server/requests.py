"""Requests of every kind to a floor: each address that takes something, asked for what it does."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.conftest import Running, until
from tests.tournament.conditions import ROULETTE

from feltwork.cage import commands as cage
from feltwork.engine.envelope import Envelope
from feltwork.incidents.commands import RaiseDispute
from feltwork.server.auth.sessions import SECOND, Session
from feltwork.server.auth.totp import STEP, code_at
from feltwork.server.cms import SimulatedCms
from feltwork.server.config import TableConfig
from feltwork.server.demo.guests import Guests
from feltwork.server.opening import supervisor_session
from feltwork.store.checkpoints import export
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import BuyColour, VacateSeat
from feltwork.verifier.keys.checkpoint import load_private, make_key

PASSWORD = "right horse"
NUMBERS = itertools.count(1)


@dataclass
class Pit:
    """A floor with the tables below, and everything on it that is asked for here."""

    up: Running

    def __post_init__(self) -> None:
        floor = self.up.floor
        floor.staff.factors.key = b"k" * 32
        floor.cashless.cms = SimulatedCms()
        floor.guests = Guests(self.up.config)
        floor.limits.rates.now = itertools.count(0, 1_000).__next__  # nobody is ever too fast here
        self.boss = self.up.token(supervisor_session(self.up.config))
        self.cashier = self.up.token(Session("cashier", (("cass", "cashier"),)))
        self.roles = tuple(role for _, role in supervisor_session(self.up.config).people)
        self.closed: list[str] = []

    def send(self, table: str, body: Any, actor: str, role: str) -> int:
        sent = Envelope(f"sent-{next(NUMBERS)}", table, actor, role, body)
        given = self.up.floor.house.post(sent).result()
        assert not given.reason, given.reason
        return given.last

    def post(self, path: str, token: str, body: object) -> tuple[int, dict[str, Any]]:
        status, raw, _ = self.up.fetch(path, token, body, None if token or path != "/api/note" else "")
        return status, json.loads(raw)

    def order(self, type_: str, **more: object) -> Asked:
        return Asked("/api/cage", self.cashier, {"key": f"k{next(NUMBERS)}", "do": {"type": type_, **more}})

    def done(self, asked: Asked) -> dict[str, Any]:
        status, told = self.post(asked.path, asked.token, asked.body)
        assert status == 200, told
        return told

    def sold(self, amount: int = 5_00) -> str:
        return str(self.done(self.order("sell-ticket", amount=amount))["ticket"]["number"])

    def seated(self, table: str = "etg", seat: int = 1) -> tuple[str, str]:
        """Somebody new at a terminal, whoever was there before; their name and token."""
        name, life = f"p{next(NUMBERS)}", self.up.floor.house.live(table)
        if seat in life.seats.players:
            who = life.seats.players[seat]
            if life.terminals.cards.get(seat):
                self.send(table, cage.TakeCard(seat), who, "player")
            if life.game is not None and life.game.balances.get(seat):
                self.send(table, cage.PrintTicket(seat), who, "player")
            self.send(table, ask.Leave(seat), who, "player")
        last = self.send(table, ask.Sit(name, seat), name, "player")
        until(lambda: self.up.floor.house.rooms[table].live.version >= last)
        return name, self.up.player(table, seat, name)

    def rich(self) -> tuple[str, str]:
        name, token = self.seated()
        assert self.up.note("etg", 1, 50_00)[0] == 200
        return name, token

    def member(self, kind: str = "supervisor", *, factor: bool = False) -> tuple[str, str, bytes]:
        """Somebody of the staff with an account; their name, a session of theirs, and the secret of their factor."""
        name, staff = f"s{next(NUMBERS)}", self.up.floor.staff
        staff.add(name, kind, self.roles, PASSWORD)
        secret = b""
        if factor:
            secret = staff.factors.begin(name)
            staff.factors.confirm(name, self.code(secret, -1))
        _, session = staff.sign_in(name, PASSWORD, code=self.code(secret, 0) if factor else "")
        return name, staff.sessions.begin(session), secret

    def code(self, secret: bytes, later: int) -> str:
        return code_at(secret, self.up.floor.staff.sessions.now() // SECOND // STEP + later)


@dataclass
class Asked:
    """One request."""

    path: str
    token: str
    body: dict[str, Any]


Prepare = Callable[[Pit], Asked]


def key() -> str:
    return f"k{next(NUMBERS)}"


def sign_in(pit: Pit) -> Asked:
    return Asked("/signin", "", {"person": pit.member()[0], "password": PASSWORD})


def sign_out(pit: Pit) -> Asked:
    return Asked("/signout", pit.member()[1], {})


def take(pit: Pit) -> Asked:
    return Asked("/api/lobby/take", "", {"kind": "inspector"})


def enrol(pit: Pit) -> Asked:
    return Asked("/enrol", "", {"key": pit.up.floor.staff.terminals.enrol("etg", 4)})


def note(pit: Pit) -> Asked:
    pit.rich()
    told = pit.up.slots["etg"].acceptor(partial(pit.up.send, "etg"), 1).report(20_00)
    body = {"table": "etg", "seat": 1, "amount": 20_00, "number": told.number, "signature": told.signature}
    return Asked("/api/note", "", body)


def cash_in(pit: Pit) -> Asked:
    return Asked("/api/cash-in", pit.seated("play")[1], {"key": key(), "amount": 50_00})


def ticket_in(pit: Pit) -> Asked:
    return Asked("/api/ticket-in", pit.seated()[1], {"key": key(), "number": pit.sold()})


def collect(pit: Pit) -> Asked:
    return Asked("/api/collect", pit.rich()[1], {"key": key()})


def issued(pit: Pit, name: str) -> str:
    pit.done(pit.order("issue-card", player=name))
    return pit.up.floor.house.cage.card_of(name)


def card_in(pit: Pit) -> Asked:
    name, token = pit.seated()
    return Asked("/api/card", token, {"key": key(), "number": issued(pit, name)})


def card_out(pit: Pit) -> Asked:
    inside = card_in(pit)
    pit.done(inside)
    return Asked("/api/card", inside.token, {"key": key(), "out": True})


def move_in(pit: Pit) -> Asked:
    return Asked("/api/transfer", pit.seated()[1], {"key": key(), "inward": True, "amount": 10_00})


def move_out(pit: Pit) -> Asked:
    return Asked("/api/transfer", pit.rich()[1], {"key": key(), "inward": False})


def sell(pit: Pit) -> Asked:
    return pit.order("sell-ticket", amount=5_00)


def pay(pit: Pit) -> Asked:
    return pit.order("pay-ticket", number=pit.sold())


def voucher(pit: Pit) -> Asked:
    return pit.order("issue-voucher", player="ann", amount=5_00, book="star-roulette")


def card(pit: Pit) -> Asked:
    return pit.order("issue-card", player=f"c{next(NUMBERS)}")


def new_card(pit: Pit) -> Asked:
    """The old card is in a terminal, and comes out."""
    name, token = pit.seated()
    pit.done(Asked("/api/card", token, {"key": key(), "number": issued(pit, name)}))
    return pit.order("issue-card", player=name)


def by_hand(pit: Pit) -> Asked:
    pit.done(pit.order("deposit", player="ann", amount=10_00))
    form = pit.done(pit.order("prepare-hand-pay", player="ann", amount=1_00))["done"]
    asked = pit.order("sign-hand-pay", form=form, amount=1_00, signature="")
    return Asked(asked.path, asked.token, asked.body | {"signature": "M 1 1 L 5 5 " * 4})


def to_terminal(pit: Pit) -> Asked:
    name, _ = pit.seated()
    return pit.order("ask-transfer", player=name, amount=10_00, inward=True, table="etg", seat=1)


def redeem(pit: Pit) -> Asked:
    """Colour checks that were taken away from a wheel that is closed."""
    if not pit.closed:
        desk, manager = pit.up.floor.house.queue.desk, ("floor-manager", "casino_supervisor")
        pit.closed = [f"r{seat}" for seat in range(1, 5)]
        for seat, name in enumerate(pit.closed, 1):
            pit.send("cage", cage.Deposit(name, 100_00), "till", "cashier")
            pit.send("wheel", ask.Sit(name, seat), name, "player")
            pit.send("wheel", ask.BuyIn(seat, 100_00), name, "player")
            dealer = next(who for who, role in pit.up.floor.house.live("wheel").crew.roster.items() if "dealer" in role)
            pit.send(
                "wheel", BuyColour(seat, ("white", "blue", "pink", "red")[seat - 1], 2_00, 20_00), dealer, "dealer"
            )
            pit.send("wheel", ask.Collect(seat), name, "player")
        pit.send("wheel", ask.AnnounceClosure(), *manager)
        clock = desk.now
        desk.now = lambda: clock() + 21 * 60 * SECOND  # the notice has stood
        pit.send("wheel", ask.CloseTable(), *manager)
    body = {"key": key(), "table": "wheel", "player": pit.closed.pop(), "amount": 20_00}
    return Asked("/api/cage/checks", pit.cashier, body)


def new_table(pit: Pit) -> Asked:
    sign = {"minimum": "5", "maximum": "200"}
    table = {"name": f"t{next(NUMBERS)}", "book": "dragon-fire", "seats": 3, "chip": "1.00", "sign": sign}
    return Asked("/api/office/open", pit.boss, {"key": key(), "table": table})


def signed(pit: Pit) -> Asked:
    name, _, secret = pit.member(factor=True)
    body = {"key": key(), "person": name, "password": PASSWORD, "code": pit.code(secret, 1)}
    free = {"type": "assign-crew", "person": f"d{next(NUMBERS)}", "role": "dealer"}
    return Asked("/api/office/one/signed", pit.boss, body | {"do": free})


def clear(pit: Pit) -> Asked:
    pit.rich()
    pit.send("etg", VacateSeat(1), *supervisor_session(pit.up.config).people[0])
    return Asked("/api/office/etg/clear", pit.boss, {"key": key(), "seat": 1})


def password(pit: Pit) -> Asked:
    name, token, _ = pit.member()
    return Asked("/api/account/password", token, {"person": name, "old": PASSWORD, "new": "other horse"})


def factor(pit: Pit) -> Asked:
    name, token, _ = pit.member()
    return Asked("/api/account/factor", token, {"person": name, "password": PASSWORD})


def confirm(pit: Pit) -> Asked:
    name, token, _ = pit.member()
    secret = pit.up.floor.staff.factors.begin(name)
    return Asked("/api/account/factor/confirm", token, {"person": name, "code": pit.code(secret, 0)})


def no_factor(pit: Pit) -> Asked:
    name, token, secret = pit.member(factor=True)
    body = {"person": name, "password": PASSWORD, "code": pit.code(secret, 1)}
    return Asked("/api/account/factor/remove", token, body)


def end(pit: Pit) -> Asked:
    name, token, _ = pit.member()
    return Asked("/api/account/end", token, {"person": name, "session": ""})


def reset(pit: Pit) -> Asked:
    name, token, _ = pit.member()
    other, _, _ = pit.member(factor=True)
    return Asked("/api/account/reset", token, {"person": name, "password": PASSWORD, "of": other})


TABLES = [
    TableConfig("etg", "aruze-craps", 4),
    TableConfig("one", "star-craps", 4),
    TableConfig("play", "aruze-craps", 4, practice=True),
    TableConfig("wheel", "star-roulette", 4),
]


def breach(pit: Pit) -> Asked:
    person = f"p{next(NUMBERS)}"
    do = {"type": "report-incident", "book": "star-craps", "offence": "device", "person": person, "words": "a computer"}
    return Asked("/api/incidents", pit.boss, {"key": f"k{next(NUMBERS)}", "do": do})


def rolled(pit: Pit, table: str = "one") -> None:
    """A round is played, once, and a checkpoint covers it."""
    checks = pit.up.floor.log_checks
    folder = Path(pit.up.config.database).parent
    if checks.checkpoint is not None:
        return
    name = "roller"
    pit.send("cage", cage.Deposit(name, 100_00), "till", "cashier")
    for step in (ask.Sit(name, 1), ask.BuyIn(1, 100_00), ask.PlaceWager(1, "win-line", 25_00)):
        pit.send(table, step, name, "player")
    crew = pit.up.floor.house.live(table).crew.roster
    for body in (
        ask.OfferDice(),
        ask.AcceptDice(1, asked="takes them"),
        ask.SelectDice(1, [1, 2], asked="these two"),
        ask.ThrowDice(),
        ask.EnterResult(3, 4),
        ask.ConfirmResult(3, 4),
    ):
        sent = (Envelope(f"sent-{next(NUMBERS)}", table, person, role, body) for person, role in crew.items())
        assert any(not pit.up.floor.house.post(one).result().reason for one in sent), body
    make_key(folder / "floor.key")
    checks.checkpoint = folder / "floor.checkpoint"
    export(pit.up.floor.house.reader, checks.checkpoint, load_private(folder / "floor.key"))


def evidence(pit: Pit) -> Asked:
    rolled(pit)
    body = RaiseDispute("star-craps", "roller", "paid short", "one")
    number = pit.send("incidents", body, "mia", "gaming_manager")
    return Asked(f"/api/pit/disputes/{number}/evidence", pit.boss, {"key": key()})


def promotion(pit: Pit) -> Asked:
    do = {"type": "draft-promotion", "books": ["star-craps"], "terms": {"title": "Spring"}}
    return Asked(f"/api/promotion/p{next(NUMBERS)}", pit.boss, {"key": f"k{next(NUMBERS)}", "do": do})


def prescribed(pit: Pit) -> Asked:
    do = {"type": "list-prescribed", "items": [f"item {next(NUMBERS)}"]}
    return Asked("/api/prescribed", pit.boss, {"key": f"k{next(NUMBERS)}", "do": do})


def duty(pit: Pit) -> Asked:
    due = pit.up.floor.house.now() + 3_600_000_000
    do = {"type": "raise-duty", "what": "count the seals", "owner": "pit_boss", "due": due}
    return Asked("/api/duties", pit.boss, {"key": f"k{next(NUMBERS)}", "do": do})


def tournament(pit: Pit) -> Asked:
    do = {"type": "draft-tournament", "document": ROULETTE}
    return Asked(f"/api/tournament/t{next(NUMBERS)}", pit.boss, {"key": f"k{next(NUMBERS)}", "do": do})


Case = tuple[str, Prepare, str]
CASES: tuple[Case, ...] = (
    ("/signin", sign_in, "session-begun"),
    ("/signout", sign_out, "session-ended"),
    ("/enrol", enrol, "session-begun"),
    ("/api/lobby/take", take, "session-begun"),
    ("/api/note", note, "note-reported"),
    ("/api/cash-in", cash_in, "note-reported"),
    ("/api/ticket-in", ticket_in, "paid-to-table"),
    ("/api/collect", collect, "paid-from-table"),
    ("/api/card", card_in, "card-seated"),
    ("/api/card", card_out, "card-released"),
    ("/api/transfer", move_in, "transfer-asked"),
    ("/api/transfer", move_out, "paid-from-table"),
    ("/api/cage", sell, "ticket-sold"),
    ("/api/cage", pay, "ticket-paid"),
    ("/api/cage", voucher, "voucher-issued"),
    ("/api/cage", card, "card-issued"),
    ("/api/cage", new_card, "card-issued"),
    ("/api/cage", by_hand, "hand-paid"),
    ("/api/cage", to_terminal, "transfer-asked"),
    ("/api/cage/checks", redeem, "checks-redeemed"),
    ("/api/office/open", new_table, "table-opened"),
    ("/api/office/{table}/signed", signed, "crew-assigned"),
    ("/api/office/{table}/clear", clear, "paid-from-table"),
    ("/api/incidents", breach, "incident-reported"),
    ("/api/pit/disputes/{dispute}/evidence", evidence, "evidence-attached"),
    ("/api/promotion/{name}", promotion, "promotion-drafted"),
    ("/api/tournament/{name}", tournament, "tournament-drafted"),
    ("/api/prescribed", prescribed, "prescribed-listed"),
    ("/api/duties", duty, "duty-raised"),
    ("/api/account/password", password, "account-changed"),
    ("/api/account/factor", factor, "row-kept factor-new"),
    ("/api/account/factor/confirm", confirm, "row-kept factor"),
    ("/api/account/factor/remove", no_factor, "row-removed factor"),
    ("/api/account/end", end, "session-ended"),
    ("/api/account/reset", reset, "row-removed factor"),
)
"""Each address, a request that it does, and the kind of record that says it was done."""
