"""A tournament at a screen: as whom somebody in several roles asks, and what is shown beside other streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltwork.aggregate import Elsewhere
from feltwork.games.tournament import Who
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.guards import rules_of_book
from feltwork.tournament.live.state import Tournament
from feltwork.tournament.live.topics import drafting, rulings
from feltwork.tournament.live.topics.seating import KIND
from feltwork.tournament.live.view import view

SPEAKS = (Who.OPERATOR, Who.SUPERVISOR, Who.DEALER, Who.RULES, Who.REVIEWS)
"""Of several roles at one screen, the one with most to say in this book is asked as."""


def speaks(tournament: Tournament, command: Any, people: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Who at a screen with several roles asks: books give the same thing to different roles."""
    document = command.document if isinstance(command, drafting.DraftTournament) else tournament.document
    rules = rules_of_book(document.get("tournament"))
    if isinstance(rules, Refusal):
        return people[0]
    order = (Who.REVIEWS, *SPEAKS) if isinstance(command, rulings.ReviewRuling) else SPEAKS
    found = (one for who in order for one in people if one[1] in rules.roles.get(who, ()))
    return next(found, people[0])


SPEAKERS: dict[str, Callable[[Any, Any, Sequence[tuple[str, str]]], tuple[str, str]]] = {KIND: speaks}
"""By kind of stream: which of the roles at a screen asks, where that depends on the state; else the first that may."""
VIEWS: dict[str, Callable[[Any, Asker, Elsewhere], dict[str, Any]]] = {KIND: view}
"""By kind of stream: what a screen is shown of it, where that depends on other streams too."""
