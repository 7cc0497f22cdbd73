"""What happened to money at a live table other than by wagers: tokens, colour checks, float, drop."""

from __future__ import annotations

from msgspec import Struct


class TokensIssued(Struct, frozen=True, tag="tokens-issued"):
    """Tokens of the same value for a voucher."""

    seat: int
    voucher: str
    amount: int
    clause: str
    player: str = ""
    """Whose voucher it was, with"""
    book: str = ""
    """the game it is for"""
    wagers: tuple[str, ...] = ()
    """and what may be wagered with the tokens, if it names any; nothing of this under rules 1."""


class VoucherChanged(Struct, frozen=True, tag="voucher-changed"):
    """What came with an oral wager, a voucher or authorised tokens, was turned into chips (Crown 3.3.2)."""

    seat: int
    voucher: str
    amount: int
    form: str
    clause: str
    player: str
    book: str
    wagers: tuple[str, ...] = ()


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
    """A player agreed to share a colour with another: for its next issue to that player, and no other."""

    seat: int
    with_seat: int
    clause: str
    colour: str = ""
    """Under the first rules none was named, and consent held for any colour, as often as issued."""
    asked: str = ""
    """What the player said, where one of the crew entered it."""


class ColourRedeemed(Struct, frozen=True, tag="colour-redeemed"):
    seat: int
    amount: int
    clause: str
    asked: str = ""


class ChecksLeftOut(Struct, frozen=True, tag="checks-left-out"):
    """The table closes, and the player of a seat goes with colour checks in hand."""

    seat: int
    player: str
    amount: int
    clause: str


class ChecksRedeemed(Struct, frozen=True, tag="checks-redeemed"):
    """The cage paid for colour checks of a closed table; the money is the player's at the cage."""

    player: str
    amount: int
    clause: str


class ChecksBroughtBack(Struct, frozen=True, tag="checks-brought-back"):
    """Colour checks of an earlier day are redeemed for chips at their own table."""

    seat: int
    player: str
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
    TokensIssued
    | VoucherChanged
    | TokensHandedIn
    | ColourIssued
    | ColourAsked
    | ColourAgreed
    | ColourRedeemed
    | ChecksLeftOut
    | ChecksRedeemed
    | ChecksBroughtBack
    | ChipsSold
    | FloatFilled
    | FloatCredited
    | DropCounted
)
