"""The electronic cloth of Dragon Fire (2.2, diagram A)."""

from __future__ import annotations

from functools import cache

from feltwork.felt import Felt, render
from feltwork.games import open_book
from feltwork.games.felts import felt_of
from tests.rules.dragon_fire.test_table_crew import recorded
from tests.rules.drawn import every_wager_has_its_own_place, says
from tests.rules.duties import measured
from tests.rules.live import FLOOR_ROLES, Live


@cache
def felt() -> Felt:
    return felt_of(open_book("dragon-fire"))


def test_2_2() -> None:
    """Every wager has its area, marked as what it is, and each area can be lit alone."""
    recorded("layout", "2.2")
    every_wager_has_its_own_place(felt())
    assert (says(felt(), "dragon")[0], says(felt(), "fire")[0]) == ("DRAGON", "FIRE")
    for name, wager in felt().book.wagers.items():
        for on in wager.shapes:
            assert render(felt(), lit=[(name, on)]).count(" lit") == render(felt()).count(" lit") + 1
    live = Live("dragon-fire", roles=FLOOR_ROLES)
    measured(live, "layout", "2.2", "diagram", ["A"], ["B", "another"])


def test_diagram_a() -> None:
    """Dragon and Fire lie apart with the tail between them; totals run from 3 to 11."""
    every_wager_has_its_own_place(felt())
    assert (says(felt(), "dragon")[0], says(felt(), "fire")[0]) == ("DRAGON", "FIRE")
    dragon, tail, fire = (felt().spot(name, None) for name in ("dragon", "dragons-tail", "fire"))
    assert dragon
    assert tail
    assert fire
    assert dragon[0] < tail[0] < fire[0]
    totals = sorted((area.spot, area.on) for area in felt().areas if area.wager == "total")
    assert [on for _, on in totals] == list(range(3, 12))
