"""What the verifier works out once and keeps is no longer used when something it depends on has changed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from feltwork.games import open_book
from feltwork.store.memory import MemoryStore
from feltwork.verifier.log.bodies import formed, read_event
from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.awards import most_won
from feltwork.verifier.table.game import Felt, terms_of
from feltwork.verifier.table.lines import Key
from feltwork.verifier.table.placements import commission_due, wrong_placement
from feltwork.verifier.table.postings import purses
from feltwork.verifier.table.settlement import MOST_LINES, area_after, decided, symbol_of
from feltwork.verifier.verify import verify
from tests.verifier.night import full_night, listed, night_rows

PLACE: Key = (1, "place-to-win", 6)
COME: Key = (1, "come", None)
FIELD: Key = (1, "field", None)


def felt_of(book: str = "star-craps") -> Felt:
    return Felt(open_book(book), 100, rail={1: 1_000_000}, area=1)


def put(felt: Felt, key: Key, amount: int, commission: int, of: str = "chips") -> None:
    felt.put(terms_of(felt, *key[1:]), felt.lying.get(key), key, amount, commission, of)


def against(felt: Felt, key: Key, amount: int, commission: int) -> list[str]:
    return wrong_placement(felt, terms_of(felt, *key[1:]), felt.lying.get(key), key, amount, commission, "chips")


def ended(felt: Felt, dice: list[int]) -> list[tuple[Key, str]]:
    return [(line.key, line.result) for line in decided(felt, symbol_of(felt, dice))[0]]


def test_a_seat_that_is_true_has_other_accounts_than_seat_1() -> None:
    assert purses("t", 1)[0] == "seat/t/1"
    assert purses("t", True)[0] == "seat/t/True"


def test_a_sign_that_changes_counts_for_the_next_wager() -> None:
    felt = felt_of()
    felt.sign["place-to-win"] = (600, 6000, 0)
    assert against(felt, PLACE, 600, 0) == []
    put(felt, PLACE, 600, 0)
    felt.sign["place-to-win"] = (600, 900, 0)
    assert "outside the limits" in against(felt, PLACE, 600, 0)[0]
    felt.sign.clear()
    felt.personal[1, "place-to-win"] = (600, 1000, 0)
    assert "outside the limits" in against(felt, PLACE, 600, 0)[0]


def test_a_wager_called_off_stands_where_it_lost_before() -> None:
    felt = felt_of()
    put(felt, PLACE, 600, 0)
    assert ended(felt, [3, 4]) == [(PLACE, "lose")]
    felt.call(PLACE, False)
    assert ended(felt, [3, 4]) == []
    felt.call(PLACE, True)
    felt.area = 0
    assert ended(felt, [3, 4]) == [(PLACE, "lose")]


def test_a_wager_that_has_travelled_is_decided_by_its_new_point() -> None:
    felt = felt_of()
    put(felt, COME, 600, 0)
    lines, moved = decided(felt, symbol_of(felt, [2, 4]))
    assert lines == []
    assert list(moved) == [COME]
    felt.travel(moved)
    assert ended(felt, [2, 4]) == [((1, "come", 6), "win")]
    assert ended(felt, [5, 6]) == []


@pytest.mark.parametrize("change", [lambda felt: put(felt, PLACE, 600, 0), lambda felt: felt.take(PLACE, 600)])
def test_what_can_be_won_follows_the_chips(change: Callable[[Felt], object]) -> None:
    felt = felt_of()
    felt.award = 10_000_000
    put(felt, PLACE, 1200, 0)
    put(felt, COME, 500, 0)
    most_won(felt, "field", None, 500)
    change(felt)
    fresh = felt_of()
    for key, wager in felt.lying.items():
        put(fresh, key, wager.stake, 0)
    for award in range(0, 6000, 100):
        felt.award = fresh.award = award
        fresh.at_most = None
        assert against(felt, FIELD, 500, 0) == against(fresh, FIELD, 500, 0)
        assert most_won(felt, "field", None, 500) >= most_won(fresh, "field", None, 500)


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "aruze-craps"])
def test_commission_goes_by_the_point_of_the_moment(book: str) -> None:
    felt, asked = felt_of(book), 0
    for row in felt.book.wagers.values():
        for on in row.shapes if row.commission else ():
            for area in (*range(1, len(felt.book.area.states)), 1):
                felt.area, fresh = area, felt_of(book)
                fresh.area = area
                assert row.commission
                due = [commission_due(there, row, row.commission, on, 2000) for there in (felt, fresh)]
                assert due[0] == due[1]
                asked += 1
    assert asked


def test_a_line_goes_by_seat_stake_commission_and_chips() -> None:
    felt = felt_of()
    felt.rail[2] = felt.tokens[2] = 1_000_000
    seen = set()
    for seat, of in ((1, "chips"), (2, "chips"), (2, "tokens")):
        for stake in (600, 1200, 700, 600):
            for commission in (0, 25):
                for area in (1, 2):
                    felt.lying.clear()
                    felt.area = area
                    put(felt, (seat, "place-to-win", 6), stake, commission, of)
                    fresh = felt_of()
                    fresh.area, fresh.lying = area, {}
                    put(fresh, (seat, "place-to-win", 6), stake, commission, of)
                    for dice in ([3, 3], [3, 4]):
                        lines, _ = decided(felt, symbol_of(felt, dice))
                        assert lines == decided(fresh, symbol_of(fresh, dice))[0]
                        seen.update(lines)
    assert len(seen) == 3 * 3 * 2


def test_no_more_lines_are_kept_than_come_again() -> None:
    felt = felt_of()
    for stake in range(1, MOST_LINES + 2):
        felt.lying.clear()
        put(felt, FIELD, stake, 0)
        (line,), _ = decided(felt, symbol_of(felt, [3, 3]))
        assert line.stake == stake
    assert len(felt.terms["field", None].spot.lines) == 1  # type: ignore[union-attr]


def test_a_book_that_lets_wagers_lie_has_its_lines_by_what_lies_beside() -> None:
    felt = felt_of("crown-craps")
    felt.finds = True
    put(felt, FIELD, 500, 0)
    felt.lying[FIELD] = replace(felt.lying[FIELD], lots=(replace(felt.lying[FIELD].lots[0], limit=(100, 300, 0)),))
    assert decided(felt, symbol_of(felt, [3, 3]))[0][0].returned == 200
    felt.finds = False
    assert decided(felt, symbol_of(felt, [3, 3]))[0][0].returned == 0


def test_tables_of_one_book_share_what_results_do_and_no_price() -> None:
    book = open_book("star-craps")
    first = Felt(book, 100, rail={1: 1_000_000}, area=1)
    for chip in (100, 500, 100):
        felt = Felt(book, chip, rail={1: 1_000_000}, area=1, steps=first.steps)
        fresh = Felt(book, chip, rail={1: 1_000_000}, area=1)
        for dice in ([3, 3], [3, 4], [2, 3]):
            for table in (felt, fresh):
                table.lying.clear()
                put(table, PLACE, 700, 0)
                put(table, COME, 500, 0)
            assert decided(felt, symbol_of(felt, dice)) == decided(fresh, symbol_of(fresh, dice))
    assert first.steps


def test_where_the_puck_goes_is_asked_by_where_it_is() -> None:
    felt = felt_of()
    for dice in ([3, 3], [3, 4], [6, 6]):
        for area in (0, 1, 3, 0):
            felt.area, fresh = area, felt_of()
            fresh.area = area
            assert area_after(felt, symbol_of(felt, dice)) == area_after(fresh, symbol_of(felt, dice))


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
