"""The gear of a round: betting opened and for how long, dice handed over, ball and unit, screen, outside 0."""

from __future__ import annotations

from msgspec import Struct, field

NONE, READY, LOADED, OUT_OF_USE = "none", "ready", "loaded", "out of use"


class Gear(Struct, frozen=True):
    """How the equipment of the round stands."""

    layout: str = ""
    bets_open: bool = False
    closes_at: int | None = None
    period: int | None = None
    """The wagering period in seconds, where a supervisor has set one."""
    handed: bool = False
    unit: str = NONE
    button: int | None = None
    """The seat that has the unit's button before it."""
    spun_by_unit: bool = False
    ball_out: bool = False
    """Has the ball left the wheel and not been examined since?"""
    in_wheel: str = ""
    """The clause by which the dealer still has to try to take the ball out of the wheel."""
    new_ball: bool = False
    """Has another ball taken its place, and nobody checked it yet?"""
    screen_out: str = ""
    """Why the Lucky Ball screen is out of use."""
    outside_zero: dict[int, int] = field(default_factory=dict)
    """Layout C: chips on the outside 0, by seat; they are part of that seat's Straight Up on 0."""
    recent: tuple[tuple[int, int] | int | str, ...] = ()
    """The last results, the newest last: what a winning number display shows."""
