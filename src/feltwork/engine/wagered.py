"""What players have wagered at the tables of some games, as the log shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_table, read_event
from feltwork.store.port import Store
from feltwork.table.live.events import RoundReversed
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import RoundSettled
from feltwork.wagers.arms import Result

DECIDED = (Result.WIN, Result.LOSE, Result.DRAW)


def wagered(store: Store, books: Collection[str], since: int, until: int) -> dict[str, int]:
    """Cents of wagers that were decided in that time, by player; a round that was taken back counts for nothing."""
    found: Counter[str] = Counter()
    passed = passed_over(store.log)
    for head in store.log.heads():
        if not head.stream.startswith("table/"):
            continue
        live = LiveTable(head.stream.removeprefix("table/"))
        rounds: dict[int, Counter[str]] = {}
        for record in store.log.read(head.stream):
            if since <= record.at <= until and live.game is not None and live.game.book.id in books:
                event = read_event(LIFE, record)
                if isinstance(event, RoundSettled):
                    rounds[record.version] = _staked(live, event)
                elif isinstance(event, RoundReversed):
                    rounds.pop(event.version, None)
            apply_at_table(live, record, store.log.book, passed)
        for staked in rounds.values():
            found.update(staked)
    return dict(found)


def _staked(live: LiveTable, settled: RoundSettled) -> Counter[str]:
    staked: Counter[str] = Counter()
    for line in settled.lines:
        player = live.seats.players.get(line.seat, "")
        if line.result in DECIDED and player:
            staked[player] += line.stake - (line.apart.excess if line.apart else 0)
    return staked
