"""What players have wagered at the tables of some games, as the log shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_table, read_event
from feltwork.games.promotion import Matter
from feltwork.money import format_money
from feltwork.promotion.commands import EnterPromotion
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import rules_for
from feltwork.refusal import Refusal
from feltwork.store.port import Store
from feltwork.table.live.events import RoundReversed
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import RoundSettled
from feltwork.wagers.arms import Result

LEDGER_RULES = 3
"""From these rules of promotions on no entry is taken for a wager that the ledger does not show."""
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


def unshown(promotion: Promotion, entering: EnterPromotion, shown: Mapping[str, int]) -> Refusal | None:
    """Why an entry for a wager is not taken: the ledger shows less of it.

    The log is too long to be read while a command is decided, so whoever sends one asks this before.
    """
    rules = rules_for(promotion.books)
    if promotion.rules < LEDGER_RULES or not entering.wager or isinstance(rules, Refusal):
        return None
    there = shown.get(entering.player, 0)
    if entering.wager <= there:
        return None
    told = f"the tables show {format_money(there)} wagered by {entering.player}, not {format_money(entering.wager)}"
    return Refusal(rules.clause(Matter.WAGER), told)


def shown_for(store: Store, promotion: Promotion) -> dict[str, int]:
    """What players have wagered at a promotion's games since it commenced, up to the close of entries."""
    if promotion.terms is None or not promotion.timing.commenced:
        return {}
    return wagered(store, promotion.books, promotion.timing.commenced, promotion.terms.closes)


def _staked(live: LiveTable, settled: RoundSettled) -> Counter[str]:
    staked: Counter[str] = Counter()
    for line in settled.lines:
        player = live.seats.players.get(line.seat, "")
        if line.result in DECIDED and player:
            staked[player] += line.stake - (line.apart.excess if line.apart else 0)
    return staked
