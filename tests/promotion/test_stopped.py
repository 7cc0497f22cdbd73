"""A promotion whose integrity is in doubt goes no further: postponed it waits, cancelled it is over (x.12)."""

from __future__ import annotations

import pytest

from feltwork.games.promotion import DAY
from feltwork.promotion import commands as ask
from feltwork.promotion.state import terms_digest
from tests.promotion.desk import PromotionDesk
from tests.promotion.terms import terms_from

MIA, GUS, OUTBOX = ("mia", "gaming_manager"), ("gus", "gaming_manager"), ("outbox", "system")
BOOKS = pytest.mark.parametrize(
    ("book", "clause"), [("star-craps", "10.12"), ("star-roulette", "11.12"), ("aruze-craps", "5.12")]
)
NOW = 1_790_000_000_000_000


@BOOKS
def test_a_cancelled_promotion_never_commences(book: str, clause: str) -> None:
    desk, terms = PromotionDesk(NOW), terms_from(NOW)
    desk.does(ask.DraftPromotion((book,), terms), MIA)
    desk.does(ask.SubmitPromotion(), MIA)
    desk.does(ask.CancelPromotion("the box was open"), MIA)
    desk.refuses(ask.RecordDelivery("email", "queued", terms_digest(terms)), OUTBOX, clause)
    desk.refuses(ask.SubmitPromotion(), MIA, clause)
    desk.now = terms.commences + DAY
    desk.refuses(ask.CommencePromotion(), MIA, clause)


@BOOKS
def test_a_postponed_promotion_commences_once_it_is_validated(book: str, clause: str) -> None:
    desk, terms = PromotionDesk(NOW), terms_from(NOW)
    desk.does(ask.DraftPromotion((book,), terms), MIA)
    desk.does(ask.SubmitPromotion(), MIA)
    desk.does(ask.PostponePromotion("the box was open"), MIA)
    desk.refuses(ask.SubmitPromotion(), MIA, clause)
    desk.does(ask.RecordDelivery("email", "queued", terms_digest(terms)), OUTBOX)  # what was sent has arrived
    desk.now = terms.commences
    desk.refuses(ask.CommencePromotion(), MIA, clause)
    desk.does(ask.ValidatePromotion("the seals were whole"), GUS)
    desk.does(ask.CommencePromotion(), MIA)
