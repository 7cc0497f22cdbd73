"""What is decided in one stream holds in the others: at every table, at the cage, in every process."""

from __future__ import annotations

from pathlib import Path

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.incidents import commands as incident
from feltwork.rehearse.craps import Rehearsal
from feltwork.store.opening import open_store
from feltwork.table.live.commands import BuyIn, Collect
from feltwork.verifier.verify import verify
from tests.faults.load import verified
from tests.rules.conduct import Office

BOSS = ("max", "gaming_manager")


def excluded_elsewhere(url: str) -> None:
    """One process excludes a player; another one, that had the table in memory, refuses the next buy-in."""
    first, second = open_store(url), open_store(url)
    floor, office = Desk(first), Desk(second)
    keys = iter(range(100))

    def asked(desk: Desk, body: object, table: str, actor: str, role: str) -> str:
        return desk.submit(Envelope(f"g{next(keys)}", table, actor, role, body)).clause  # type: ignore[arg-type]  # any

    try:
        Rehearsal(floor, "race", "star-craps", None, 1, seats=2).open()
        player = floor.table("race").seats.players[1]
        assert asked(floor, Deposit(player, 100_00), "cage", "till", "cashier") == ""
        assert asked(floor, BuyIn(1, 10_00), "race", player, "player") == ""
        seen = incident.ReportIncident("star-craps", "device", player, "a computer")
        assert asked(office, seen, "incidents", *BOSS) == ""
        assert asked(office, incident.TakeMeasure(1, "exclude", "a device"), "incidents", *BOSS) == ""
        assert 1 in floor.look("race").seats.vacating, "no wager is taken from the seat"
        for _ in range(2):
            assert asked(floor, BuyIn(1, 10_00), "race", player, "player") == "9.3.3"
        assert asked(floor, Deposit(player, 1), "cage", "till", "cashier") == "9.3.3"
        held = floor.table("race").game.balances[1]  # type: ignore[union-attr]  # it is open
        assert asked(floor, Collect(1), "race", player, "player") == "", "what is theirs is paid"
        assert floor.cage.purses[player] >= held
        assert asked(office, incident.EndMeasure(2, "a telephone"), "incidents", *BOSS) == ""
        assert asked(floor, BuyIn(1, 10_00), "race", player, "player") == ""
    finally:
        first.close()
        second.close()
    assert verified(url) == []


def test_an_exclusion_holds_in_every_process_on_sqlite(tmp_path: Path) -> None:
    excluded_elsewhere(str(tmp_path / "log.sqlite"))


def test_an_exclusion_holds_in_every_process_on_postgres(postgres_schema: str) -> None:
    excluded_elsewhere(postgres_schema)


def test_money_of_a_player_has_its_half_at_the_cage() -> None:
    office = Office("star-craps")
    office.ok(incident.RaiseDispute("star-craps", "ann", "short paid"), "ann", "player")
    office.ok(incident.DecideDispute(1, "short paid", 25_00), "bo", "boxperson")
    assert office.desk.cage.purses["ann"] == 25_00
    whole, half = list(office.store.log.read("incidents"))[-1], next(office.store.log.read("cage"))
    assert (whole.link, half.link) == ("cage@1", "incidents@3")
    assert (half.kind, half.postings) == ("purses-moved", ())
    assert office.store.log.balances() == {"incidents/compensation": -25_00, "player/ann": 25_00}
    assert verify(office.reading()) == []
