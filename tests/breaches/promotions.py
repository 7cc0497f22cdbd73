"""Breaches read off a book's rules for promotions: items not asked for, numbers off by one, the wrong people told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from feltwork.games import registry
from feltwork.games.game import Game
from feltwork.games.promotion import CASH, CASINO_DOLLARS, Alternative, Matter, Payment, PromotionRules
from tests.breaches.breach import Breach, altered, forget, rebind


def change_promotion(book: str, **parts: Any) -> Callable[[], None]:
    """A book's rules for promotions with some of their parts changed, whoever asks for them."""

    def enforce() -> None:
        forget()
        whole = registry.find_game

        def asked(name: str) -> Game:
            game = whole(name)
            return altered(game, promotion=altered(game.promotion, **parts)) if name == book else game

        rebind(whole, asked)

    return enforce


def breaches(book: str) -> Iterator[Breach]:
    """Every breach of the book's rules for promotions."""
    rules = registry.find_game(book).promotion
    if rules is None:
        return
    for clause, says, parts in (*_listed(rules), *_numbered(rules), *_chosen(rules)):
        yield Breach(book, clause, says, change_promotion(book, **parts))


Found = tuple[str, str, dict[str, Any]]


def _listed(rules: PromotionRules) -> Iterator[Found]:
    for item in rules.items:
        rest = tuple(other for other in rules.items if other != item)
        yield item.clause, f"the terms need not say {item.about}", {"items": rest}
    yield rules.clause(Matter.TERMS), "the terms need say nothing", {"items": ()}
    for kind, items in rules.extras.items():
        for item in items:
            rest = tuple(other for other in items if other != item)
            yield item.clause, f"{item.about} need not be said", {"extras": {**rules.extras, kind: rest}}
    for one in rules.barred:
        others = tuple(other for other in rules.barred if other != one)
        yield one.clause, f"{one.what} may be a prize", {"barred": others}
    yield rules.clause(Matter.PRIZES), "anything may be a prize", {"barred": ()}
    for means, clause in rules.means.items():
        rest_of = {name: other for name, other in rules.means.items() if name != means}
        yield clause, f"nobody is told by {means}", {"means": rest_of}


def _numbered(rules: PromotionRules) -> Iterator[Found]:
    numbers = {
        "scrutineer_over": Matter.SCRUTINEER,
        "most_liquor": Matter.LIQUOR,
        "before": Matter.SUBMITTING,
        "tell_within": Matter.TELLING,
        "denied_over": Matter.DENIED,
        "integrity_within": Matter.INTEGRITY,
    }
    for name, matter in numbers.items():
        for more in (-1, 1):
            yield rules.clause(matter), f"{name} is off by {more}", {name: getattr(rules, name) + more}


def _chosen(rules: PromotionRules) -> Iterator[Found]:
    clause, alternative, payment = rules.clause, rules.alternative, rules.payment
    yield clause(Matter.SUBMITTING), "the details go to nobody", {"regulator": "nobody"}
    yield clause(Matter.INTEGRITY), "nobody is told", {"inspectorate": "nobody"}
    yield clause(Matter.AMENDING), "an amendment is approved or not", {"approval": not rules.approval}
    for barred in alternative.barred:
        fewer = Alternative(alternative.barred - {barred}, alternative.stated)
        yield clause(Matter.ALTERNATIVE), f"money instead of {barred}", {"alternative": fewer}
    stated = Alternative(frozenset((CASINO_DOLLARS,)) | alternative.barred, not alternative.stated)
    yield clause(Matter.ALTERNATIVE), "stated or not", {"alternative": stated}
    other = tuple(method for method in payment.methods if method != CASH) or ()
    cash = Payment(other if CASH in payment.methods else (CASH, *other), payment.chosen_over)
    yield clause(Matter.PAYMENT), "in cash or not", {"payment": cash}
    for more in (-1, 1) if payment.chosen_over else ():
        off = Payment(payment.methods, (payment.chosen_over or 0) + more)
        yield clause(Matter.PAYMENT), f"the winner's choice is off by {more}", {"payment": off}
