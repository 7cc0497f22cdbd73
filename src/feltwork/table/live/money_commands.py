"""What people at a live table ask for that moves money other than by wagers: tokens, colour checks, float, drop."""

from __future__ import annotations

from feltwork.table.live.asked import Asked


class ExchangeVoucher(Asked, frozen=True, tag="exchange-voucher"):
    """A promotional voucher is exchanged for tokens of the same value."""

    seat: int
    voucher: str
    amount: int


class HandInTokens(Asked, frozen=True, tag="hand-in-tokens"):
    """A player gives up tokens; nothing is paid for them."""

    seat: int
    asked: str = ""
    """What the player asked for, where one of the crew does it for them."""


class BuyColour(Asked, frozen=True, tag="buy-colour"):
    """Colour checks for chips in the rail, at the value the player sets on each."""

    seat: int
    colour: str
    value: int
    amount: int


class AgreeColour(Asked, frozen=True, tag="agree-colour"):
    """A player agrees that another may once be issued checks of a colour that they have."""

    seat: int
    with_seat: int
    colour: str = ""
    """Which colour; a player who has one colour need not name it."""
    asked: str = ""
    """What the player said, where one of the crew enters it."""


class RedeemColour(Asked, frozen=True, tag="redeem-colour"):
    """All colour checks in hand, for chips at the value set on them; those of an earlier day too."""

    seat: int
    asked: str = ""


class RedeemChecks(Asked, frozen=True, tag="redeem-checks"):
    """Colour checks of a closed table that a player brings to the cage, all of them."""

    player: str
    amount: int


class SellChips(Asked, frozen=True, tag="sell-chips"):
    """Chips from the float for cash, which goes into the drop box."""

    seat: int
    amount: int


class FillFloat(Asked, frozen=True, tag="fill-float"):
    """Chips from the cage into the float tray: the opening float, and fills later on."""

    amount: int


class CreditFloat(Asked, frozen=True, tag="credit-float"):
    """Chips from the float tray back to the cage."""

    amount: int


class EmptyDropBox(Asked, frozen=True, tag="empty-drop-box"):
    """The drop box goes to the count."""


MoneyCommand = (
    ExchangeVoucher
    | HandInTokens
    | BuyColour
    | AgreeColour
    | RedeemColour
    | RedeemChecks
    | SellChips
    | FillFloat
    | CreditFloat
    | EmptyDropBox
)
