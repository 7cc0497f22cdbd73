"""The promotions of a demonstration: one drawn the evening before and not all paid yet, one in draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from feltwork.engine.aggregates import BY_KIND
from feltwork.entropy.commit import commitment
from feltwork.entropy.sealing import seal
from feltwork.games.promotion import MONEY, VEHICLE
from feltwork.games.registry import games
from feltwork.promotion import commands as ask
from feltwork.promotion.drawing import draw_id
from feltwork.promotion.terms import NOT_REQUIRED, Prize, Terms

if TYPE_CHECKING:
    from feltwork.server.demo.past import Past

RUNS = ("petra", "promotions_manager")
OVERSEES = ("grace", "gaming_manager")
DRAWN, DRAFTED = "members-night", "summer-car"
Steps = list[tuple[int, Callable[[], Any]]]


def prize_draw(past: Past, entrants: Sequence[str], draw_key: bytes) -> Steps:
    """From the draft to the first prize that is paid, and a draft that lacks much."""
    book = next((game.id for game in games() if game.promotion and game.demo), None)
    if book is None:
        return []
    secret = sha256(draw_key + DRAWN.encode()).digest()
    at = past.moment

    def send(body: Any, by: tuple[str, str], given: bytes = b"", name: str = DRAWN) -> None:
        past.send(name, body, *by, given)

    def freeze() -> None:
        state = past.house.queue.desk.aggregate(BY_KIND["promotion"], DRAWN)
        send(ask.FreezeEntries(commitment(secret), seal(draw_key, draw_id(state), secret).hex()), RUNS)

    def enter(player: str) -> None:
        send(ask.EnterPromotion(player), RUNS)

    def give() -> None:
        send(ask.TellWinner(1, "telephone", reached=True, note="comes tonight"), RUNS)
        send(ask.ClaimPrize(1, "passport"), RUNS)
        send(ask.PayPrize(1, (ask.Part("cheque", 500_00),), receipt="signed at the desk"), RUNS)
        send(ask.TellWinner(2, "telephone", reached=False, note="no answer"), RUNS)

    rest = list(entrants)
    return [
        (at(7, "11:00"), lambda: send(ask.DraftPromotion((book,), _terms(past)), RUNS)),
        (at(7, "11:20"), lambda: send(ask.SubmitPromotion(), RUNS)),
        (at(5, "09:00"), lambda: send(ask.CommencePromotion(), RUNS)),
        *((at(3, f"{12 + hour}:15"), partial(enter, player)) for hour, player in enumerate(rest)),
        (at(1, "18:05"), freeze),
        (at(1, "19:58"), lambda: send(ask.WitnessDraw("blue lantern 27"), OVERSEES)),
        (at(1, "20:00"), lambda: send(ask.DrawPrizes(), RUNS, secret)),
        (at(1, "21:15"), give),
        (at(1, "15:00"), lambda: send(ask.DraftPromotion((book,), _car(past)), RUNS, name=DRAFTED)),
    ]


def _terms(past: Past) -> Terms:
    at = past.moment
    return Terms(
        title="Members' night",
        manner="by a draw from all entries",
        awarded="at the draw, in the main hall",
        eligible="members of full age who are not employed by the casino",
        wager_required=False,
        nature="money; no guarantee beyond it",
        closes=at(1, "18:00"),
        place="the main hall",
        commences=at(5, "09:00"),
        draws_at=at(1, "20:00"),
        claiming="at the desk with a photo identity, within 30 days",
        presence=NOT_REQUIRED,
        told="by telephone",
        published="on the wall and on the web site",
        prizes=(Prize("first prize", MONEY, 500_00), Prize("second prize", MONEY, 100_00, 2)),
        conditions="within 30 days",
        marketing="every poster names these terms",
        available=("at the desk", "on the web site"),
        own_entry=True,
    )


def _car(past: Past) -> Terms:
    """A car with little said about it yet."""
    details = (("make", "Toyota"), ("model", "Corolla"))
    prize = Prize("a small car", VEHICLE, 28_000_00, details=details)
    return Terms(title="Summer car", manner="by a draw from all entries", prizes=(prize,))
