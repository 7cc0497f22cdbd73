"""The configuration that docs/floor.md shows can be served as it stands, and its electronic table draws by itself."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.conftest import running, until

from feltwork.cage.commands import InsertCard, IssueCard
from feltwork.engine.envelope import Envelope
from feltwork.server.config import read_config
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.table.live import commands as ask

WAGER = ask.PlaceWager(1, "field", 5_00)
TEXT = (Path(__file__).parents[2] / "docs/floor.md").read_text("utf-8")


def test_the_electronic_table_of_the_sample_draws_by_itself(tmp_path: Path) -> None:
    (sample,) = re.findall(r"```toml\n(.*?)```", TEXT, re.S)
    (tmp_path / "floor.toml").write_text(sample)
    config = read_config(tmp_path / "floor.toml")
    (table,) = [one for one in config.tables if one.book == "aruze-craps"]
    assert table.betting_seconds
    table.betting_seconds, table.crew = 1, []
    config.tables, config.hosts = [table], []
    key = draw_key_at(tmp_path / "draw.key")
    with running(config, attendant=lambda house: Attendant(house, key)) as up:
        house = up.floor.house
        assert not up.send(table.name, ask.Sit("ann", 1), "ann", "player").reason
        assert not house.post(Envelope("card", "cage", "cass", "cashier", IssueCard("ann"))).result().reason
        assert not up.send(table.name, InsertCard(1, house.cage.card_of("ann")), "ann", "player").reason
        assert up.note(table.name, 1, 100_00)[0] == 200
        room = house.rooms[table.name]
        until(lambda: room.live.draws.betting is not None and not up.send(table.name, WAGER, "ann", "player").reason)
        until(lambda: room.settled >= 1)
