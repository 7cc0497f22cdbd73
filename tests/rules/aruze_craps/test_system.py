"""Terms of 1.1 about the system and who serves it, and 3.2: what a terminal offers is started by its player."""

from __future__ import annotations

import json
from importlib import resources

from feltwork.cage.cards import own_card
from feltwork.cage.commands import (
    AskTransfer,
    CreditTransfer,
    InsertCard,
    InsertTicket,
    PayTicket,
    PrintTicket,
    SettleTransfer,
    TakeCard,
)
from feltwork.felt import render
from feltwork.games import open_book
from feltwork.games.aruze_craps.conduct import HOST
from feltwork.games.aruze_craps.discipline import DISCIPLINE
from feltwork.games.felts import felt_of
from feltwork.table.live.commands import OpenPlay, PlaceWager, RemoveWager, ReportTerminal, Withhold
from feltwork.table.play.events import Placed
from tests.cage.till import MANAGER, Till
from tests.rules.aruze_craps.test_table_terminals import Floor
from tests.rules.informed import an_inspector_sees_and_does_nothing
from tests.rules.live import ROLES, Live
from tests.rules.terms import defined

BOOK = "aruze-craps"


def test_1_1_casino_management_system_cms() -> None:
    """Credits come from it and go to it, and only it says that they did: each transfer counts once in its account."""
    defined(BOOK, "Casino Management System (CMS)")
    till = Till().seated(1, cents=0)
    till.at(1, AskTransfer("p1", 60_00, True, "t", 1), "cage")
    (name,) = till.desk.cage.transfers
    for who in (("p1", "player"), ("cass", "cashier"), MANAGER):
        assert till.no(SettleTransfer(name, "done"), *who)[0] == "3.4.4"
    assert (till.credit(1), till.balance("cms")) == (0, 0)
    till.ok(SettleTransfer(name, "done"), "cms", "system")
    till.at(1, CreditTransfer(1, name))
    assert (till.credit(1), till.balance("cms")) == (60_00, -60_00)
    till.is_sound()


def test_1_1_game_hardware() -> None:
    """Terminals, note stackers, ticket printers and the tumbler are each checked before play opens."""
    defined(BOOK, "Game Hardware")
    for item in ("terminals", "note stackers", "ticket printers", "tumbler"):
        live = Live(BOOK, roles=ROLES)
        live.prepared(without=item)
        assert live.no(OpenPlay(), "assistant_gaming_manager").startswith("2.2."), item


def test_1_1_game_system() -> None:
    """No play without it; when it fails, play stops at every terminal."""
    defined(BOOK, "Game System")
    live = Live(BOOK, roles=ROLES)
    live.prepared(without="game system")
    assert live.no(OpenPlay(), "assistant_gaming_manager") == "2.2.5"
    floor = Floor().seated(1, 2)
    floor.manager(ReportTerminal(1, "system", "no connection"))
    for seat in (1, 2):
        assert floor.no(PlaceWager(seat, "field", 5_00), f"p{seat}", "player") == "6.6.1.2"


def test_1_1_gaming_services_host() -> None:
    """Hosts help players and decide a dispute first; what only managers may do is not theirs."""
    defined(BOOK, "Gaming Services Host")
    assert DISCIPLINE.ladder.first.roles[0] == HOST
    floor = Floor().seated(1)
    assert floor.no(Withhold(1, 1_00, "odd"), "gus", HOST) == "6.5"


def test_1_1_nicc() -> None:
    """The commission reads what an inspector reads."""
    defined(BOOK, "NICC")
    an_inspector_sees_and_does_nothing(BOOK, "field")


def test_1_1_player_card() -> None:
    """It is issued to one person, goes into a terminal, and only its owner plays with it."""
    defined(BOOK, "Player Card")
    till = Till().seated(1, 2)
    own, anothers = (own_card(till.desk.cage, player) for player in ("p1", "p2"))
    assert own != anothers
    till.at(1, TakeCard(1))
    assert till.refused(1, PlaceWager(1, "field", 5_00))[0] == "3.13"
    assert till.refused(1, InsertCard(1, anothers))[0] == "3.13"
    till.at(1, InsertCard(1, own))
    till.at(1, PlaceWager(1, "field", 5_00))


def test_1_1_pt() -> None:
    """A terminal shows the electronic layout with a place to touch for every wager, and places what is touched."""
    defined(BOOK, "PT")
    felt = felt_of(open_book(BOOK))
    assert render(felt).count('role="button"') == len(felt.areas)
    assert {area.wager for area in felt.areas} == set(felt.book.wagers)
    floor = Floor().seated(1)
    (placed,) = floor.player(1, PlaceWager(1, "field", 5_00))
    assert placed == Placed((1, "field", None), 5_00, 0)


def test_1_1_redeemable_ticket() -> None:
    """Credits of a terminal on paper: good once, at the cage, at a Ticket In Cash Out machine or in a terminal."""
    defined(BOOK, "Redeemable Ticket")
    for place in ("cage", "machine", "terminal"):
        till = Till().seated(1, 2)
        till.at(1, PrintTicket(1))
        number = till.last_ticket()
        assert (till.credit(1), till.balance("tickets")) == (0, 100_00)
        if place == "terminal":
            till.at(2, InsertTicket(2, number))
            assert till.credit(2) == 200_00
        else:
            till.ok(PayTicket(number), {"cage": "cass", "machine": "ticket-machine-1"}[place], "cashier")
            assert till.balance("cash/cage") == 100_00
        assert till.balance("tickets") == 0
        assert till.refused(2, InsertTicket(2, number)) == ("3.4.2", "paid")
        assert till.no(PayTicket(number), "ticket-machine-1", "cashier")[1].startswith("paid")
        till.is_sound()


def test_3_2() -> None:
    """What a player may do now is offered on the terminal, and happens only when that player starts it."""
    floor = Floor().seated(1, 2)
    for person, role in (("p2", "player"), ("gus", HOST), ("agm", "assistant_gaming_manager"), ("timer", "system")):
        assert floor.no(PlaceWager(1, "field", 5_00), person, role) == "not in the book"
    floor.player(1, PlaceWager(1, "field", 5_00))
    for person in ("p2", "gus"):
        assert floor.no(RemoveWager(1, "field"), person, "player") == "not in the book"
    catalogue = json.loads(resources.files("feltwork.web").joinpath("texts/en/player.json").read_text())
    for instruction in ("put-ticket-in", "cash-out-ticket", "card-in", "transfer-in", "transfer-out"):
        assert catalogue[instruction].strip()
