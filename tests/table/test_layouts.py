"""Which cloth a table opens with, and which it is refused."""

from __future__ import annotations

from feltwork.table.live.commands import OpenPlay, OpenTable
from feltwork.table.live.events import TableOpened
from tests.rules.live import FLOOR_ROLES, Live, roulette

BOSS = "gaming_manager"


def opens(layout: str | None, wheel: str, *, lucky: bool = False) -> str | None:
    """The layout that a table opens with; nothing if it is refused by 2.2."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    command = OpenTable(
        "star-roulette", 100, 8, wheel=wheel, lucky_ball=lucky, layout=layout, source="os-draw" if lucky else "dealer"
    )
    decided = live.asks(command, BOSS)
    if isinstance(decided, tuple):
        (event,) = decided
        assert isinstance(event, TableOpened)
        return event.layout
    assert decided.clause == "2.2"
    return None


def test_a_wheel_has_one_of_six_layouts_that_fits_it() -> None:
    """The cloth is one of six, told when the table opens and fitting its wheel; Lucky Ball needs its areas."""
    usual = {("single", False): "A", ("double", False): "B", ("single", True): "E", ("double", True): "F"}
    for (wheel, lucky), layout in usual.items():
        assert opens(None, wheel, lucky=lucky) == layout
    fitting = {
        (wheel, lucky): {name for name in "ABCDEFG" if opens(name, wheel, lucky=lucky)} for wheel, lucky in usual
    }
    assert fitting == {
        ("single", False): {"A", "C", "E"},
        ("double", False): {"B", "D", "F"},
        ("single", True): {"E"},
        ("double", True): {"F"},
    }
    assert roulette(layout="C").life.gear.layout == "C"
    live = Live("star-roulette", roles=FLOOR_ROLES).prepared(without="layout")
    assert live.no(OpenPlay(), BOSS) == "2.2"


def test_dragon_fire_has_one_layout() -> None:
    (event,) = Live("dragon-fire", roles=FLOOR_ROLES).ok(OpenTable("dragon-fire", 100, 8), BOSS)
    assert isinstance(event, TableOpened)
    assert event.layout == "A"
    assert Live("dragon-fire", roles=FLOOR_ROLES).no(OpenTable("dragon-fire", 100, 8, layout="B"), BOSS) == "2.2"
