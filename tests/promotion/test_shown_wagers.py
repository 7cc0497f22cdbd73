"""Entries for wagers against the tables: what they do not show is not entered, and is found when it is forged."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltwork.engine.wagered import shown_for, unshown
from feltwork.promotion import commands as ask
from feltwork.promotion.aggregate import PROMOTION
from feltwork.promotion.state import terms_digest
from feltwork.table.live import commands as table
from feltwork.verifier.verify import verify
from tests.promotion.terms import terms_from
from tests.rules.desk import AtDesk
from tests.verifier.tampering import Log

MIA = ("mia", "gaming_manager", "spring")


def played(**changes: Any) -> AtDesk:
    """An entry for each 10.00 wagered; player-1 wagers 10.00 three times, and one round is taken back."""
    at = AtDesk("star-roulette")
    terms = terms_from(at.clock.now + 1, wager_for_each=10_00, **changes)
    for body in (ask.DraftPromotion(("star-roulette",), terms), ask.SubmitPromotion()):
        at.ok(body, *MIA)
    at.ok(ask.RecordDelivery("by hand", "a receipt", terms_digest(terms)), *MIA)
    at.clock.now = terms.commences
    at.ok(ask.CommencePromotion(), *MIA)
    for number in (7, 8, 9):
        at.betting().does(table.PlaceWager(1, "red", 10_00), 1)
        at.spun().lands(number)
    at.does(table.InvalidateOutcome("fire"), at.one_who_may("invalidate"))
    return at


def entered(at: AtDesk, wager: int, entries: int) -> None:
    at.ok(ask.EnterPromotion("player-1", entries, wager), *MIA)


def test_10_7_4_the_tables_show_what_an_entry_is_given_for() -> None:
    """One cent below, at and above what was wagered; a round that was taken back counts for nothing."""
    at = played()
    state = at.desk.aggregate(PROMOTION, "spring")
    shown = shown_for(at.store, state)
    assert shown == {"player-1": 20_00}
    for wager, clause in ((19_99, ""), (20_00, ""), (20_01, "11.7.4")):
        refused = unshown(state, ask.EnterPromotion("player-1", 1, wager), shown)
        assert (refused.clause if refused else "") == clause
    assert unshown(state, ask.EnterPromotion("player-2", 1, 1), shown)
    older = at.desk.aggregate(PROMOTION, "spring")
    older.rules = 2
    assert unshown(older, ask.EnterPromotion("player-1", 1, 99_00), shown) is None


@pytest.mark.parametrize(
    ("wager", "entries", "says"),
    [
        (20_00, 2, ""),
        (20_01, 2, "player-1 was entered for 2001 cents of wagers, the tables show 2000"),
        (30_00, 3, "player-1 was entered for 3000 cents of wagers, the tables show 2000"),
    ],
)
def test_an_entry_for_more_than_was_wagered_is_found(wager: int, entries: int, says: str) -> None:
    at = played()
    entered(at, wager, entries)
    assert [finding.what for finding in verify(at.log())] == ([says] if says else [])


def test_more_entries_than_are_due_in_all_are_found() -> None:
    """Twice the same wagers: each entry by itself is paid for, both together are not."""
    at = played()
    entered(at, 20_00, 2)
    entered(at, 10_00, 1)
    says = "player-1 has 3 entries for wagers, 2 are due for 2000 cents"
    assert [finding.what for finding in verify(at.log())] == [says]
    at.ok(ask.StrikeEntries(3, "twice"), *MIA)
    entered(at, 10_00, 1)
    assert len(verify(at.log())) == 2, "what was struck counts no more, and the next one too many counts again"


def test_older_promotions_are_held_to_their_own_rules() -> None:
    at = played()
    entered(at, 90_00, 9)
    assert verify(at.log()) != []
    sound = at.log()
    rows = [row for stream in sound.streams() for row in sound.records(stream)]
    log = Log(rows, list(sound.answers()), list(sound.books()))
    for n, row in enumerate(log.rows):
        if row.kind == "promotion-drafted":
            log.rows[n] = row._replace(body=msgspec.json.encode({**msgspec.json.decode(row.body), "rules": 2}))
    log.rechain()
    assert [finding.what for finding in verify(log.reading())] == []
