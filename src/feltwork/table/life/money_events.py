"""What happened to money at a live table other than by wagers: tokens, colour checks, float, drop."""

from __future__ import annotations

from msgspec import Struct


class TokensIssued(Struct, frozen=True, tag="tokens-issued"):
    seat: int
    voucher: str
    amount: int
    clause: str


class TokensHandedIn(Struct, frozen=True, tag="tokens-handed-in"):
    seat: int
    amount: int
    asked: str = ""
    """What the player asked for, where one of the crew did it for them."""


class ColourIssued(Struct, frozen=True, tag="colour-issued"):
    """Colour checks of this table's set; a marker button shows a value above the table minimum."""

    seat: int
    colour: str
    value: int
    amount: int
    marker: bool
    clause: str


class ColourAsked(Struct, frozen=True, tag="colour-asked"):
    """A player wants colour checks of a value; the dealer has yet to ascertain it and to issue them."""

    seat: int
    colour: str
    value: int
    amount: int
    clause: str


class ColourAgreed(Struct, frozen=True, tag="colour-agreed"):
    seat: int
    with_seat: int
    clause: str


class ColourRedeemed(Struct, frozen=True, tag="colour-redeemed"):
    seat: int
    amount: int
    clause: str
    asked: str = ""


class ChipsSold(Struct, frozen=True, tag="chips-sold"):
    """Cash went into the drop box, chips from the float to the player."""

    seat: int
    amount: int
    clause: str


class FloatFilled(Struct, frozen=True, tag="float-filled"):
    amount: int
    clause: str


class FloatCredited(Struct, frozen=True, tag="float-credited"):
    amount: int
    clause: str


class DropCounted(Struct, frozen=True, tag="drop-counted"):
    amount: int
    clause: str


MoneyEvent = (
    TokensIssued | TokensHandedIn | ColourIssued | ColourAsked | ColourAgreed | ColourRedeemed | ChipsSold | FloatFilled
    | FloatCredited | DropCounted
)  # fmt: skip
