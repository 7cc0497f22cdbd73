"""A session of a Roulette tournament (section 10), by its clauses; 7 is red and odd, 8 black and even."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.tournament.sessions import form, on, played, report, spun

LOW = [on(name, "black", 10) for name in ("ann", "ben", "cat")]
BEN_CAT = LOW[1:]


@pytest.mark.parametrize(
    ("amount", "lost"),
    [(9, 10), (10, 10), (11, 10), (19, 10), (20, 20), (99, 90), (100, 100)],
)
def test_10_6_14_wagers_count_in_units_of_the_minimum(amount: int, lost: int) -> None:
    assert report(spun(7, on("ann", "black", amount), *BEN_CAT))["rounds"][0]["chips"]["ann"] == 100 - lost


def test_10_6_14_a_total_under_the_minimum_is_made_up_on_the_first_wager() -> None:
    both = {"wagers": ["ann", [["red", None, 5], ["black", None, 7]]]}
    assert report(spun(7, both, *BEN_CAT))["rounds"][0]["chips"]["ann"] == 110


@pytest.mark.parametrize(("maximum", "after"), [(50, 50), (60, 40), (69, 31), (70, 30), (71, 30)])
def test_10_6_14_a_total_over_the_maximum_is_cut_from_what_was_named_last(maximum: int, after: int) -> None:
    both = {"wagers": ["ann", [["black", None, 50], ["low", None, 20]]]}
    assert report(spun(23, both, *BEN_CAT), maximum=maximum)["rounds"][0]["chips"]["ann"] == after


@pytest.mark.parametrize(
    ("wager", "amount", "wins"),
    [("red", 9, 10), ("red", 10, 10), ("red", 55, 55), ("red", 100, 80), ("red", 81, 80), (None, 50, -10)],
)
def test_10_8_3_an_undisclosed_wager_counts_within_limits_and_chips(wager: object, amount: int, wins: int) -> None:
    """20 lie open on black and lose; 80 chips are left beside them."""
    steps = (on("ann", "black", 20), form("ann", wager, amount), *BEN_CAT)
    assert report(spun(7, *steps), undisclosed=1)["rounds"][0]["chips"]["ann"] == 80 + wins


def test_10_8_3_2_over_the_maximum_counts_as_the_maximum() -> None:
    got = report(spun(7, form("ann", "red", 61), *BEN_CAT), undisclosed=1, maximum=60)
    assert got["rounds"][0]["chips"]["ann"] == 160


@pytest.mark.parametrize("amount", [10**15, 10**15 + 1, 10**4000])
def test_10_8_3_2_no_amount_is_too_large_for_a_form(amount: int) -> None:
    got = report(spun(7, form("ann", "red", amount), *BEN_CAT), undisclosed=1, maximum=60)
    assert (got["rounds"][0]["refused"], got["rounds"][0]["chips"]["ann"]) == ([], 160)


def test_10_6_1_whatever_is_held_can_be_wagered() -> None:
    """Chips won go past the most that conditions can give."""
    most = 10**15
    first = spun(7, on("ann", "straight", most, 7), *BEN_CAT)
    second = spun(7, on("ann", "black", 2 * most), *BEN_CAT)
    got = report(first, second, chips=most, maximum=most)["rounds"][1]
    assert (got["refused"], got["chips"]["ann"]) == ([], 35 * most)


def test_10_6_1_wagers_past_every_count_are_refused() -> None:
    nines = {"wagers": ["ann", [["red", None, int("9" * 4300)]] * 2]}
    assert report(spun(7, nines, *LOW))["rounds"][0]["refused"] == [0]


def test_10_8_3_4_a_form_without_an_amount_costs_the_minimum_whatever_is_spun() -> None:
    assert report(spun(7, form("ann", "red", None), *BEN_CAT), undisclosed=1)["rounds"][0]["chips"]["ann"] == 90


def test_10_8_3_4_a_blank_form_takes_what_is_left_if_that_is_less_than_the_minimum() -> None:
    steps = (on("ann", "red", 100), form("ann", None, None), *BEN_CAT)
    assert report(spun(8, *steps), undisclosed=1, chips=105)["rounds"][0]["chips"]["ann"] == 0


def test_10_8_1_forms_are_counted_and_there_is_one_a_round() -> None:
    first = spun(7, form("ann", "red", 10), form("ann", "red", 10), *BEN_CAT)
    got = report(first, spun(7, form("ann", "red", 10), *BEN_CAT), undisclosed=1)
    assert [each["refused"] for each in got["rounds"]] == [[1], [0]]


def test_10_7_1_a_pass_card_in_lieu_of_a_wager() -> None:
    once = spun(7, {"pass": "ann"}, {"pass": "ann"}, on("ann", "red", 10), *BEN_CAT)
    got = report(once, spun(7, {"pass": "ann"}, *BEN_CAT), pass_cards=1, advance=2)
    assert [each["refused"] for each in got["rounds"]] == [[1, 2], [0]]
    assert got["rounds"][0]["chips"]["ann"] == 100
    assert got["rounds"][1]["disqualified"] == ["ann"]


def test_10_7_1_no_card_beside_a_wager_or_a_form() -> None:
    steps = (on("ann", "red", 10), {"pass": "ann"}, form("ben", "red", 10), {"pass": "ben"}, LOW[2])
    assert report(spun(7, *steps), pass_cards=1, undisclosed=1)["rounds"][0]["refused"] == [1, 3]


@pytest.mark.parametrize("rounds", [3, 4])
def test_10_5_6_the_minimum_is_deducted_for_three_rounds_then_the_player_is_disqualified(rounds: int) -> None:
    got = report(*(spun(8, {"absent": "ann"}, *BEN_CAT) for _ in range(rounds)))
    assert [each["chips"].get("ann") for each in got["rounds"]] == [90, 80, 70, None][:rounds]
    assert got["rounds"][-1]["disqualified"] == (["ann"] if rounds == 4 else [])
    assert got["record"] == ({"ann": 70} if rounds == 4 else {})


def test_10_5_6_who_is_away_does_nothing_and_is_told_first() -> None:
    steps = ({"absent": "ann"}, on("ann", "red", 10), {"absent": "ben"}, *BEN_CAT)
    assert report(spun(7, *steps))["rounds"][0]["refused"] == [1, 2]


def test_10_6_4_nothing_done_is_disqualified_and_chips_stay_on_record() -> None:
    got = report(spun(7, on("ann", "red", 101), {"skip": "cat"}, on("cat", "red", 10), LOW[1]))
    assert got["rounds"][0] == {
        "refused": [0, 2],
        "chips": {"ben": 90},
        "eliminated": [],
        "disqualified": ["ann", "cat"],
    }
    assert (got["record"], got["places"], got["prizes"]) == ({"ann": 100, "cat": 100}, [["ben"]], {"ben": "300.00"})


def test_10_9_4_out_of_turn_is_refused_and_to_the_left_is_next() -> None:
    steps = (LOW[0], LOW[1], form("ben", "red", 10), LOW[0], LOW[2], LOW[1], LOW[0])
    got = report(spun(7, *steps, marker="ben"), order=True, undisclosed=1)
    assert got["rounds"][0]["refused"] == [0, 3, 5]


def test_10_9_3_a_skipped_turn_passes_and_absent_players_are_passed_over() -> None:
    steps = ({"absent": "ben"}, {"skip": "cat"}, LOW[0])
    got = report(spun(7, *steps, marker="ben"), order=True)
    assert got["rounds"][0]["refused"] == []
    assert got["rounds"][0]["disqualified"] == ["cat"]


def test_10_9_5_a_wager_is_made_once() -> None:
    assert report(spun(7, LOW[0], *LOW))["rounds"][0]["refused"] == [1]


@pytest.mark.parametrize("minimum", [90, 91])
def test_10_6_13_who_cannot_cover_the_next_minimum_is_out(minimum: int) -> None:
    got = report(
        spun(7, *LOW), spun(7, *(on(n, "red", 90) for n in ("ann", "ben", "cat"))), limits={"2": [minimum, 100]}
    )
    assert len(got["rounds"]) == (2 if minimum == 90 else 1)
    assert got["rounds"][0]["eliminated"] == ([] if minimum == 90 else ["ann", "ben", "cat"])


def test_10_6_13_after_the_last_round_only_who_holds_nothing_is_out() -> None:
    got = report(spun(7, on("ann", "black", 100), on("ben", "black", 90), LOW[2]), maximum=100, chips=100)
    assert got["rounds"][0]["eliminated"] == ["ann"]
    assert got["places"] == [["cat"], ["ben"], ["ann"]]


def test_10_10_4_residual_chips_then_the_smallest_wager_then_whose_chips_went_first() -> None:
    players = ["ann", "ben", "cat", "dan", "eve"]
    first = spun(
        7,
        on("ann", "black", 95),
        *(on(n, "black", 100) for n in ("ben", "cat")),
        LOW[0] | on("dan", "red", 10),
        on("eve", "black", 100),
        taken=("cat", "eve"),
    )
    rest = spun(7, on("dan", "red", 10))
    got = report(first, rest, players=players, prizes=[100])
    assert got["rounds"][0]["eliminated"] == ["cat", "eve", "ben"]
    assert got["rounds"][0]["chips"]["ann"] == 10
    assert len(got["rounds"]) == 2


def test_10_10_4_the_smaller_wager_is_out_first() -> None:
    """Both are left with nothing; ann wagered 100 after losing 10, ben all he had in two parts."""
    first = spun(7, on("ann", "black", 10), on("ben", "red", 10), on("cat", "red", 10))
    second = spun(7, on("ann", "black", 90), on("ben", "black", 110), on("cat", "red", 10), taken=("ben", "ann"))
    got = report(first, second, maximum=200)
    assert got["rounds"][1]["eliminated"] == ["ann", "ben"]


def test_10_10_3_a_play_off_for_those_who_share_the_place_at_the_cut() -> None:
    final = spun(7, on("ann", "red", 50), on("ben", "black", 10), on("cat", "black", 10))
    first = spun(7, on("ann", "red", 10), *BEN_CAT)
    second = spun(8, *BEN_CAT[:1], on("cat", "red", 10))
    got = report(final, advance=2, playoff=[first, second, second])
    assert got["playoff"][0]["refused"] == [0]
    assert got["playoff"][1]["chips"] == {"ann": 150, "ben": 90, "cat": 70}
    assert (len(got["playoff"]), got["advance"], got["unresolved"]) == (2, ["ann", "ben"], [])


def test_10_10_3_no_play_off_when_the_tied_have_room() -> None:
    got = report(spun(7, *LOW), advance=3, playoff=[spun(7, *LOW)])
    assert (got["playoff"], got["advance"]) == ([], ["ann", "ben", "cat"])


def test_10_10_3_a_tie_that_stays_is_unresolved_and_its_prizes_are_shared() -> None:
    got = report(spun(7, *LOW), advance=1, prizes=[50, 30, 20], playoff=[spun(7, *LOW)])
    assert (got["advance"], got["unresolved"]) == ([], ["ann", "ben", "cat"])
    assert got["prizes"] == {"ann": "100.00", "ben": "100.00", "cat": "100.00"}


def test_10_10_3_who_is_disqualified_in_a_play_off_leaves_it() -> None:
    got = report(spun(7, *LOW), advance=1, playoff=[spun(7, LOW[0])])
    assert got["playoff"][0]["disqualified"] == ["ben", "cat"]
    assert (got["advance"], got["places"]) == (["ann"], [["ann"]])


def test_10_10_3_who_is_eliminated_in_a_play_off_is_below_the_others_in_it() -> None:
    final = spun(7, on("ann", "red", 10), on("ben", "red", 10), on("cat", "black", 10))
    play_off = [spun(7, on("ann", "black", 100), on("ben", "black", 10))]
    got = report(final, advance=1, playoff=play_off, maximum=200, minimum=10)
    assert got["playoff"][0]["eliminated"] == []
    assert got["places"] == [["ben"], ["ann"], ["cat"]]
    gone = [spun(7, on("ann", "black", 110), on("ben", "black", 10))]
    got = report(final, advance=1, playoff=gone, maximum=200)
    assert got["playoff"][0]["eliminated"] == ["ann"]
    assert got["places"] == [["ben"], ["ann"], ["cat"]]


def test_10_3_2_the_whole_pool_is_paid_and_odd_cents_go_by_seat() -> None:
    got = report(spun(7, *LOW), fee="33.33", added="0.01", prizes=[50, 50], advance=3)
    assert got["prizes"] == {"ann": "33.34", "ben": "33.33", "cat": "33.33"}


def test_10_3_2_the_prize_of_a_place_that_nobody_takes_goes_to_the_first() -> None:
    got = report(spun(7, LOW[0]), prizes=[50, 30, 20])
    assert got["prizes"] == {"ann": "300.00"}


def test_10_3_2_the_pool_is_held_when_nobody_has_a_place() -> None:
    got = report(spun(7))
    assert (got["held"], got["prizes"], got["places"]) == ("300.00", {}, [])


@pytest.mark.parametrize(
    "step",
    [
        {"wagers": ["ann", []]},
        on("ann", "rouge", 10),
        on("ann", "lucky-ball", 10, "red"),
        on("ann", "five-line", 10),
        on("ann", "straight", 10, 37),
        on("ann", "straight", 10, True),
        on("ann", "straight", 10, {"a": [1]}),
        on("ann", "red", 0),
        on("ann", "red", -10),
        on("ann", "red", 10.0),
        on("ann", "red", "10"),
        on("ann", "red", True),
        on("ann", "red", 10**30),
        on("ann", 7, 10),
        on("ann", "red", 101),
    ],
)
def test_10_6_1_what_is_no_wager_is_refused_and_moves_nothing(step: dict[str, object]) -> None:
    done = played(spun(7, step, *LOW))
    assert list(done.rounds[0].refused) == [0]
    assert done.rounds[0].refused[0].clause
    assert done.rounds[0].chips == {"ann": 90, "ben": 90, "cat": 90}


def test_chips_change_by_what_was_won_and_lost_alone() -> None:
    """Nobody's chips ever fall below zero, and who did not act keeps theirs."""
    rounds = [spun(n, on("ann", "straight", 10, n), *BEN_CAT) for n in (8, 7, 10)]
    chips = [each["chips"]["ann"] for each in report(*rounds, maximum=10)["rounds"]]
    assert [after - before for before, after in pairwise([100, *chips])] == [350, 350, 350]
