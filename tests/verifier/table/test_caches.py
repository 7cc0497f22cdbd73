"""What the verifier works out once and keeps is no longer used when something it depends on has changed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.store.memory import MemoryStore
from feltwork.verifier.log.bodies import formed, read_event
from feltwork.verifier.log.rows import Finding, Row
from feltwork.verifier.table.awards import most_won
from feltwork.verifier.table.caches import Caches
from feltwork.verifier.table.game import GameState, new_game, put_down, take_off, terms_of, travel
from feltwork.verifier.table.lines import Key
from feltwork.verifier.table.placements import commission_due, wrong_placement
from feltwork.verifier.table.postings import purses
from feltwork.verifier.table.settlement import MAX_LINES, area_after, decided, symbol_of
from feltwork.verifier.verify import findings, verify
from tests.verifier.forging import ALL, OUTSIDE, rehearsed
from tests.verifier.night import full_night, listed, night_rows
from tests.verifier.tampering import Log, rewrite

PLACE: Key = (1, "place-to-win", 6)
COME: Key = (1, "come", None)
FIELD: Key = (1, "field", None)


def playing(book: Book, chip: int, caches: Caches | None = None) -> GameState:
    """A game with a point on, and chips at seat 1."""
    game = new_game(book, chip, caches=caches)
    game.held.rail[1], game.area = 1_000_000, 1
    return game


def game_of(book: str = "star-craps") -> GameState:
    return playing(open_book(book), 100)


def put(game: GameState, key: Key, amount: int, commission: int, of: str = "chips") -> None:
    put_down(game, terms_of(game, *key[1:]), game.layout.get(key), key, amount, commission, of)


def against(game: GameState, key: Key, amount: int, commission: int) -> list[str]:
    return wrong_placement(game, terms_of(game, *key[1:]), game.layout.get(key), key, amount, commission, "chips")


def ended(game: GameState, dice: list[int]) -> list[tuple[Key, str]]:
    return [(line.key, line.result) for line in decided(game, symbol_of(game, dice))[0]]


def test_a_seat_that_is_true_has_other_accounts_than_seat_1() -> None:
    assert purses("t", 1)[0] == "seat/t/1"
    assert purses("t", True)[0] == "seat/t/True"


def test_a_sign_that_changes_counts_for_the_next_wager() -> None:
    game = game_of()
    game.signs.sign["place-to-win"] = (600, 6000, 0)
    assert against(game, PLACE, 600, 0) == []
    put(game, PLACE, 600, 0)
    game.signs.sign["place-to-win"] = (600, 900, 0)
    assert "outside the limits" in against(game, PLACE, 600, 0)[0]
    game.signs.sign.clear()
    game.signs.personal[1, "place-to-win"] = (600, 1000, 0)
    assert "outside the limits" in against(game, PLACE, 600, 0)[0]


def test_a_wager_called_off_stands_where_it_lost_before() -> None:
    game = game_of()
    put(game, PLACE, 600, 0)
    assert ended(game, [3, 4]) == [(PLACE, "lose")]
    game.layout[PLACE] = replace(game.layout[PLACE], working=False)
    assert ended(game, [3, 4]) == []
    game.layout[PLACE] = replace(game.layout[PLACE], working=True)
    game.area = 0
    assert ended(game, [3, 4]) == [(PLACE, "lose")]


def test_a_wager_that_has_travelled_is_decided_by_its_new_point() -> None:
    game = game_of()
    put(game, COME, 600, 0)
    lines, moved = decided(game, symbol_of(game, [2, 4]))
    assert lines == []
    assert list(moved) == [COME]
    travel(game, moved)
    assert ended(game, [2, 4]) == [((1, "come", 6), "win")]
    assert ended(game, [5, 6]) == []


@pytest.mark.parametrize("change", [lambda game: put(game, PLACE, 600, 0), lambda game: take_off(game, PLACE, 600)])
def test_what_can_be_won_follows_the_chips(change: Callable[[GameState], object]) -> None:
    game = game_of()
    game.signs.award = 10_000_000
    put(game, PLACE, 1200, 0)
    put(game, COME, 500, 0)
    most_won(game, "field", None, 500)
    change(game)
    fresh = game_of()
    for key, wager in game.layout.items():
        put(fresh, key, wager.stake, 0)
    for award in range(0, 6000, 100):
        game.signs.award = fresh.signs.award = award
        fresh.signs.at_most = None
        assert against(game, FIELD, 500, 0) == against(fresh, FIELD, 500, 0)
        assert most_won(game, "field", None, 500) >= most_won(fresh, "field", None, 500)


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "aruze-craps"])
def test_commission_goes_by_the_point_of_the_moment(book: str) -> None:
    game, asked = game_of(book), 0
    for row in game.book.wagers.values():
        for on in row.shapes if row.commission else ():
            for area in (*range(1, len(game.book.area.states)), 1):
                game.area, fresh = area, game_of(book)
                fresh.area = area
                assert row.commission
                due = [commission_due(there, row, row.commission, on, 2000) for there in (game, fresh)]
                assert due[0] == due[1]
                asked += 1
    assert asked


def test_a_line_goes_by_seat_stake_commission_and_chips() -> None:
    game = game_of()
    game.held.rail[2] = game.held.tokens[2] = 1_000_000
    seen = set()
    for seat, of in ((1, "chips"), (2, "chips"), (2, "tokens")):
        for stake in (600, 1200, 700, 600):
            for commission in (0, 25):
                for area in (1, 2):
                    game.layout.clear()
                    game.area = area
                    put(game, (seat, "place-to-win", 6), stake, commission, of)
                    fresh = game_of()
                    fresh.area, fresh.layout = area, {}
                    put(fresh, (seat, "place-to-win", 6), stake, commission, of)
                    for dice in ([3, 3], [3, 4]):
                        lines, _ = decided(game, symbol_of(game, dice))
                        assert lines == decided(fresh, symbol_of(fresh, dice))[0]
                        seen.update(lines)
    assert len(seen) == 3 * 3 * 2


def test_no_more_lines_are_kept_than_come_again() -> None:
    game = game_of()
    for stake in range(1, MAX_LINES + 2):
        game.layout.clear()
        put(game, FIELD, stake, 0)
        (line,), _ = decided(game, symbol_of(game, [3, 3]))
        assert line.stake == stake
    assert len(game.caches.terms["field", None].spot.lines) == 1  # type: ignore[union-attr]


def test_a_book_that_lets_wagers_lie_has_its_lines_by_what_lies_beside() -> None:
    game = game_of("crown-craps")
    game.signs.finds = True
    put(game, FIELD, 500, 0)
    game.layout[FIELD] = replace(game.layout[FIELD], lots=(replace(game.layout[FIELD].lots[0], limit=(100, 300, 0)),))
    assert decided(game, symbol_of(game, [3, 3]))[0][0].returned == 200
    game.signs.finds = False
    assert decided(game, symbol_of(game, [3, 3]))[0][0].returned == 0


def test_tables_of_one_book_share_what_results_do_and_no_price() -> None:
    book = open_book("star-craps")
    first = playing(book, 100)
    for chip in (100, 500, 100):
        game = playing(book, chip, Caches(steps=first.caches.steps))
        fresh = playing(book, chip)
        for dice in ([3, 3], [3, 4], [2, 3]):
            for table in (game, fresh):
                table.layout.clear()
                put(table, PLACE, 700, 0)
                put(table, COME, 500, 0)
            assert decided(game, symbol_of(game, dice)) == decided(fresh, symbol_of(fresh, dice))
    assert first.caches.steps


def test_where_the_puck_goes_is_asked_by_where_it_is() -> None:
    game = game_of()
    for dice in ([3, 3], [3, 4], [6, 6]):
        for area in (0, 1, 3, 0):
            game.area, fresh = area, game_of()
            fresh.area = area
            assert area_after(game, symbol_of(game, dice)) == area_after(fresh, symbol_of(game, dice))


def test_bodies_that_come_again_are_left_as_they_are() -> None:
    night = full_night(MemoryStore(), 3, 200)
    rows = [row for row in night_rows(night) if row.kind == "wager-placed"]
    before = [read_event(row) for row in rows]
    assert not verify(listed(night))
    assert [read_event(row) for row in rows] == before == [formed(msgspec.json.decode(row.body)) for row in rows]


def test_an_event_read_at_once_is_as_one_read_step_by_step() -> None:
    seen = set()
    for row in night_rows(full_night(MemoryStore(), 3, 200)):
        assert read_event(row) == formed(msgspec.json.decode(row.body))
        seen.add(row.kind)
    assert {"wager-placed", "round-settled"} <= seen


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("wager-placed", b'{"type":"wager-placed","key":[true,"field",null],"amount":500,"commission":0}'),
        ("wager-placed", b'{"type":"wager-placed","key":[1,"field",null],"amount":500.0,"commission":0}'),
        ("round-settled", b'{"type":"round-settled","result":[1,1],"lines":[[1]],"moved":[],"area":0,"warned":[]}'),
    ],
)
def test_an_event_of_another_form_is_none(kind: str, raw: bytes) -> None:
    row = Row("table/t", 1, 0, "k", "ann", "player", kind, 1, raw, "", (), b"")
    assert read_event(row) == f"the event is not a {kind!r}"


def reports(log: Log) -> list[list[Finding]]:
    """What is found with caches, and without."""
    return [list(findings(log.reading(), caches=caches)) for caches in (True, False)]


@pytest.mark.parametrize("name", ALL)
def test_a_rehearsed_log_has_the_same_report_without_caches(name: str) -> None:
    log, chance = rehearsed(name, rounds=6), Random(5)
    kept, anew = reports(log)
    assert kept == anew
    assert {finding.kind for finding in kept if finding.version} <= OUTSIDE
    changed = log.copy()
    rewrite(changed, chance)
    kept, anew = reports(changed)
    assert kept == anew


def test_without_caches_nothing_is_kept() -> None:
    caches = Caches(on=False, steps={})
    game = playing(open_book("star-craps"), 100, caches)
    put(game, PLACE, 600, 0)
    assert ended(game, [3, 4]) == [(PLACE, "lose")]
    kept = (caches.spots, caches.steps, caches.terms, caches.areas, caches.dearest, caches.best, caches.shares)
    assert not any(kept)
    assert not any((game.layout[PLACE].spot.lines, game.layout[PLACE].spot.steps, game.layout[PLACE].spot.others))
