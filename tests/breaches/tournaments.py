"""Breaches read off a book's rules for tournaments: items not asked for, grounds that weigh otherwise, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from feltwork.games import registry
from feltwork.games.game import Game
from feltwork.games.tournament import Duty, TournamentRules
from tests.breaches.breach import Breach, altered, forget, rebind


def change_tournament(book: str, **parts: Any) -> Callable[[], None]:
    """A book's rules for tournaments with some of their parts changed, whoever asks for them."""

    def enforce() -> None:
        forget()
        whole = registry.find_game

        def asked(name: str) -> Game:
            game = whole(name)
            return altered(game, tournament=altered(game.tournament, **parts)) if name == book else game

        rebind(whole, asked)

    return enforce


def breaches(book: str) -> Iterator[Breach]:
    """Every breach of the book's rules for tournaments."""
    rules = registry.find_game(book).tournament
    if rules is None:
        return
    for clause, says, parts in (*_items(rules), *_grounds(rules), *_numbers(rules)):
        yield Breach(book, clause, says, change_tournament(book, **parts))


Found = tuple[str, str, dict[str, Any]]


def _items(rules: TournamentRules) -> Iterator[Found]:
    switches = {(item.used,) for item in rules.items}
    for item in (each for each in rules.items if each.needs not in switches):
        rest = tuple(other for other in rules.items if other != item)
        yield item.clause, f"the conditions need not say {item.about}", {"items": rest}
    yield rules.conditions, "the conditions need say nothing", {"items": ()}
    if rules.approval:
        yield rules.approval, "no approval is asked for", {"approval": ""}
    if rules.overrides:
        yield rules.overrides, "no rule is changed by the conditions", {"overrides": ""}


def _grounds(rules: TournamentRules) -> Iterator[Found]:
    if rules.session is None:
        return
    for name, ground in rules.grounds.items():
        for says, changed in (
            ("a warning is enough, or is not", altered(ground, must=not ground.must)),
            ("the fee may go back, or may not", altered(ground, refund=not ground.refund)),
        ):
            if ground.clause == rules.session.cancelled and "warning" in says:
                continue
            yield ground.clause, f"{ground.about}: {says}", {"grounds": {**rules.grounds, name: changed}}


def _numbers(rules: TournamentRules) -> Iterator[Found]:
    session = rules.session
    for more in (-1, 1) if rules.notice_minutes else ():
        notice = {"notice_minutes": rules.notice_minutes + more}
        yield rules.clause(Duty.NOTICE), f"notice is off by {more} minute", notice
    for more in (-1, 1) if session else ():
        assert session is not None
        rounds = altered(session, absent_rounds=session.absent_rounds + more)
        yield session.deducted, f"rounds of absence are off by {more}", {"session": rounds}
    if rules.dispute_stops:
        yield rules.clause(Duty.DISPUTE), "play goes on during a dispute", {"dispute_stops": False}
