"""The game under a tournament: a session as its book describes it, or the book's own table with tournament chips.

Where the book describes a session, its rounds go by ``tournament.session``, as session scripts do. Where it leaves
that to the conditions, wagers lie on a table of the game from round to round, and chips are counted on it in
hundredths, so that amounts read as the game says them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.registry import find_game
from feltwork.games.tournament import SessionRules
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Command
from feltwork.table.play.decide import decide
from feltwork.table.play.events import Event
from feltwork.table.play.evolve import evolve
from feltwork.table.play.saved import SavedGame, open_game, save_game
from feltwork.table.play.state import Limit, TableRules, open_state
from feltwork.tournament.live.state import CHIP, DISQUALIFIED, IN, Heat, Tournament, advance_from, conditions_at
from feltwork.tournament.placings import Places, by_chips, last_out_first, straddling
from feltwork.tournament.session import Session, allotted
from feltwork.tournament.terms import Terms


def book_of(terms: Terms) -> Book:
    """The book that a tournament is played under."""
    return open_book(terms.book, variant=terms.variant or None, wheel=terms.wheel or "single")


def described(terms: Terms) -> SessionRules | None:
    """The book's own rules of a session, where it has them."""
    rules = find_game(terms.book).tournament
    return rules.session if rules else None


def session_of(tournament: Tournament, heat: Heat) -> Session:
    """The session at a table as it stands; what is done to it is done to the table's players."""
    terms = tournament.terms
    assert terms is not None
    rules = described(terms)
    assert rules is not None
    return Session(book_of(terms), rules, conditions_at(tournament, heat.seats), heat.players, heat.out)


def start_heat(tournament: Tournament, table: str, seats: tuple[str, ...]) -> Heat:
    """A table at the beginning of a session: everybody has the same."""
    terms = tournament.terms
    assert terms is not None
    heat = Heat(table, seats, allotted(conditions_at(tournament, seats)))
    if described(terms) is None:
        book = book_of(terms)
        chips = dict.fromkeys(range(1, len(seats) + 1), terms.chips.allotment * CHIP)
        heat.game = save_game(open_state(book, table_rules(book, *terms.wagers.at(1)), chips))
    return heat


def table_rules(book: Book, minimum: int, maximum: int) -> TableRules:
    """The limits of a round, on every wager."""
    limit = Limit(minimum * CHIP, maximum * CHIP)
    return TableRules(CHIP, dict.fromkeys(book.wagers, limit))


def on_table(terms: Terms, game: SavedGame, commands: Sequence[Command]) -> list[Event] | Refusal:
    """What happens on a table of the game by commands, one after another; or why one of them is refused."""
    table, found = open_game(game, book_of(terms)), []
    for command in commands:
        events = decide(table, command)
        if isinstance(events, Refusal):
            return events
        for event in events:
            evolve(table, event)
            found.append(event)
    return found


def play_on(terms: Terms, game: SavedGame, event: Event) -> SavedGame:
    """A table of the game after an event."""
    table = open_game(game, book_of(terms))
    evolve(table, event)
    return save_game(table)


def limits_of(tournament: Tournament, heat: Heat) -> tuple[int, int]:
    """Minimum and maximum of the next round of a table; a play-off keeps those of the last one."""
    terms = tournament.terms
    assert terms is not None
    return terms.wagers.at(max(heat.number, 1) if heat.ties else heat.number + 1)


def ranking(heat: Heat) -> Places:
    """Everybody at a table but the disqualified, best first; with a play-off, between those above and below it."""
    chips = {name: heat.chips(name) for name in heat.players}
    ties = heat.ties
    if ties is None:
        return _put_in_order(heat, [*by_chips(heat.still_in(), chips), *_out_order(heat)])
    inside = [name for name in ties.tied if heat.players[name].state == IN]
    since = [name for name in heat.out[ties.out_before :] if name in ties.tied]  # who was above or below stays there
    segment = [*by_chips(inside, chips), *last_out_first(since)]
    return _put_in_order(heat, [*map(list, ties.above), *segment, *map(list, ties.below)])


def _put_in_order(heat: Heat, places: Places) -> Places:
    """Shared places that the official has decided on, one name after another; without who is disqualified by now."""
    found: Places = []
    standing = ([name for name in place if heat.players[name].state != DISQUALIFIED] for place in places)
    for place in filter(None, standing):
        order = next((each for each in heat.ordered if set(place) <= set(each)), None)
        found += [[name] for name in order if name in place] if order else [place]
    return found


def _out_order(heat: Heat) -> Places:
    """The eliminated, last out first. Where the book has no order among them, those out together share a place."""
    if heat.game is None:
        return last_out_first(heat.out)
    together = groupby(heat.out, key=lambda name: (heat.out_at.get(name, 0), heat.players[name].chips))
    return [list(names) for _, names in together][::-1]


def undecided(tournament: Tournament, heat: Heat, places: Places) -> list[str]:
    """Those with equal chips between whom something must still decide: at the cut, or for prizes not shared."""
    terms = tournament.terms
    assert terms is not None
    alive = set(heat.still_in())
    if not tournament.is_final:
        tied = straddling(places, advance_from(tournament, heat))
        return tied if alive.issuperset(tied) or heat.game is not None else []
    if terms.prizes.ties == "share":
        return []
    first = 0
    for place in places:
        if len(place) > 1 and first < len(terms.prizes.shares):
            return place
        first += len(place)
    return []
