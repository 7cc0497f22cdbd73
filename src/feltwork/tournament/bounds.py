"""How much a tournament may come to: what conditions could ask for and no ledger could count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltwork.games.tournament import Duty, TournamentRules
from feltwork.money import say_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.tournament.document import MAX_COUNT, Lack
from feltwork.tournament.terms import Terms, read_terms

MOST_CHIPS = 2**53
"""Chips of a table, where they are not paid in cash: a sum that every screen shows exactly."""
MOST_MONEY = 10**14
"""Cents of fees, buy-ins, buying back, guarantee and additions together, and of a table's chips that are paid in cash:
a ninetieth of the largest sum."""
MOST_SESSIONS, MOST_TABLES, MOST_SEATS = 100, 500, 100
FOLD = 10_000
"""No round multiplies the largest wager by more: every place of a layout taken, each at the best odds."""


def beyond(terms: Terms) -> list[Lack]:
    """What in complete conditions is more than can be run, counted or paid."""
    return [Lack(NOT_IN_THE_BOOK, about) for about in _beyond(terms)]


def complete_terms(document: Mapping[str, object], rules: TournamentRules) -> Terms | list[Lack]:
    """The terms of conditions that can be published; else what they lack, seats for who may enter among it."""
    terms = read_terms(document, rules)
    return terms if isinstance(terms, list) else _unseated(terms, rules.clause(Duty.REPECHAGE)) or terms


def stands_in_the_way(document: Mapping[str, object], rules: TournamentRules) -> list[Lack]:
    """Everything for which these conditions cannot be published: what they lack first, else what is too much."""
    terms = complete_terms(document, rules)
    return terms if isinstance(terms, list) else beyond(terms)


def _unseated(terms: Terms, clause: str) -> list[Lack]:
    """Nothing where the first session seats everybody who may enter, if the conditions say how many may."""
    first, entry = terms.stages[0], terms.entry
    seats = first.tables * first.seats
    most = entry.most if entry.most < MAX_COUNT else 0
    wanted = {"entry.maximum_players": most, "entry.minimum_players": entry.least}
    short = [f"{path} is {players}" for path, players in wanted.items() if players > seats]
    about = f"structure.sessions: the first session seats {seats}, and "
    return [Lack(clause, about + short[0])] if short else []


def _beyond(terms: Terms) -> Iterator[str]:
    stages, first = terms.stages, terms.stages[0]
    if len(stages) > MOST_SESSIONS or any(s.tables > MOST_TABLES or s.seats > MOST_SEATS for s in stages):
        yield f"{MOST_SESSIONS} sessions, {MOST_TABLES} tables and {MOST_SEATS} seats at each are the most"
    players = min(terms.entry.most, first.tables * first.seats)
    backs = terms.buy_back.price * terms.buy_back.times if terms.buy_back.offered else 0
    money = players * (terms.entry.fee + terms.chips.buy_in * len(stages) + backs) + terms.prizes.guaranteed
    if money > MOST_MONEY:
        yield f"the money could come to more than {say_money(MOST_MONEY)}"
    if players * terms.chips.allotment * FOLD > _countable(terms):
        yield f"the chips could come to more than {say_money(_countable(terms))}"


def _countable(terms: Terms) -> int:
    """Chips that the players of a table may have together."""
    return MOST_MONEY // terms.chips.cash_value if terms.chips.cash_value else MOST_CHIPS


def wager_beyond(terms: Terms, held: int, amount: int, players: int) -> Refusal | None:
    """Why a player who has so many chips may not wager so many: what they could win would be more than is counted."""
    if held + min(amount, held) * FOLD <= _countable(terms) // players:
        return None
    return Refusal(NOT_IN_THE_BOOK, "so much cannot be counted here: wager less")
