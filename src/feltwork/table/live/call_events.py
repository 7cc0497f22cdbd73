"""What happened to calls of on and off."""

from __future__ import annotations

from msgspec import Struct


class CallAsked(Struct, frozen=True, tag="call-asked"):
    """A player called a wager on or off; nothing changes until staff confirm it."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    alone: bool = False
    """Is it for this wager alone, where a button stands for all similar ones?"""
    asked: str = ""
    """What the player said, where one of the crew entered the call."""


class CallDeclined(Struct, frozen=True, tag="call-declined"):
    """Staff said that a call does not count."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    reason: str
    clause: str


class CallWithdrawn(Struct, frozen=True, tag="call-withdrawn"):
    """The player took a call back before it was answered."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    asked: str = ""
    """What the player said, where one of the crew entered it."""


CallEvent = CallAsked | CallDeclined | CallWithdrawn
