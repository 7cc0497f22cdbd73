"""A floor from its file: the crew that it names, and people who check the equipment and open play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import SIGN
from tests.server.processes import floor_file

from feltwork.server.config import ConfigError, CrewMember, FloorConfig, TableConfig, read_config
from feltwork.server.demo.tables import DEMO
from feltwork.server.opening import open_tables, opening_of, serve_tables
from feltwork.server.runtime import Runtime
from feltwork.table.live.topic import CHECKING, OPEN

CREW = [CrewMember("dana", "dealer"), CrewMember("sid", "stickperson")]


def test_a_served_table_has_the_crew_of_its_file_and_waits_for_people() -> None:
    house = Runtime("memory:")
    config = FloorConfig([TableConfig("one", "star-craps", crew=CREW)], "memory:", manager="morgan")
    for _ in range(2):  # the second time, as after a restart, nothing is done again
        serve_tables(house, config)
        life = house.queue.desk.look("one")
        assert life.status == CHECKING
        assert life.crew.roster == {"dana": "dealer", "sid": "stickperson"}
        assert not life.equipment.checked
    records = list(house.store.log.read("table/one", 0))
    assert {record.actor for record in records} == {"morgan"}
    assert [record.kind for record in records] == ["table-opened", "crew-assigned", "crew-assigned"]
    house.stop()


def test_no_server_checks_a_table_for_its_manager(tmp_path: Path) -> None:
    """Every table of a file waits until somebody has looked at its equipment, whatever the file says."""
    path = floor_file(tmp_path, "memory:")
    house = Runtime("memory:")
    serve_tables(house, read_config(path))
    life = house.queue.desk.look("one")
    assert (life.status, set(life.equipment.checked), set(life.crew.roster.values())) == (
        CHECKING,
        set(),
        {"dealer", "stickperson", "boxperson"},
    )
    house.stop()
    path.write_text(path.read_text().replace("seats = 4", "seats = 4\nopens = true"))
    with pytest.raises(ConfigError, match="a manager checks the equipment and opens play at the console"):
        read_config(path)


def test_a_demonstration_says_that_nothing_was_measured() -> None:
    house = Runtime("memory:")
    config = FloorConfig([TableConfig("one", "star-craps", sign=SIGN)], "memory:", manager=DEMO.manager)
    open_tables(house, config)
    (checked,) = (record for record in house.store.log.read("table/one", 0) if record.kind == "equipment-checked")
    assert house.queue.desk.look("one").status == OPEN
    assert checked.actor == "demo-manager"
    assert b"a demonstration with play money: nothing was measured" in checked.body
    house.stop()


@pytest.mark.parametrize(
    ("book", "chip", "cents"),
    [
        ("aruze-craps", None, 1),
        ("aruze-craps", "1.00", 100),
        ("star-craps", None, 100),
        ("star-roulette", "2.50", 250),
    ],
)
def test_a_table_s_chip_is_its_book_s_unless_its_file_says_otherwise(book: str, chip: str | None, cents: int) -> None:
    """Credits of an electronic table are cents: a wager that pays 9 to 2 pays that, and not the next dollar."""
    assert opening_of(TableConfig("t", book, chip=chip)).chip == cents
