"""What the crew of a table, and a player, may ask for: candidates, each to be tried."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.table.live.asker import Asker
from feltwork.tournament.live.play import book_of, ranking, undecided
from feltwork.tournament.live.probing import WORDS, Candidate, Nowhere, plain_wagers, refused, stranger
from feltwork.tournament.live.state import BETTING, ENDED, NO_MORE, OPEN, UNDECIDED, WAITING, Heat, Tournament, heat_of
from feltwork.tournament.live.topics import ending, entries, merging, rounds, rulings, starting, wagering


def at_table(tournament: Tournament, heat: Heat, by: Asker) -> Iterator[Candidate]:
    """The steps of a table; the one that its phase asks for is the main one."""
    table, phase = heat.table, heat.phase
    marker = bool(tournament.terms and tournament.terms.play.order)
    asks = ("marker", "absent") if marker else ("absent",)
    yield "table", rounds.OpenTournamentRound(table), asks, phase == WAITING
    yield "table", rounds.CloseTournamentBetting(table), (), phase == BETTING
    if phase == BETTING:
        for name in heat.still_in():  # the crew enters at the table what a player does there
            yield "table", wagering.PlayPassCard(table, name), (), False
            yield "table", _placed(tournament, heat, name, by), ("lines",), False
    if phase == NO_MORE:
        yield "table", rounds.SettleTournamentRound(table, _some_result(tournament)), ("result", "taken"), True
    yield "table", rounds.CallTime(table), (), False
    for name in wagering.waiting_forms(heat):
        yield "table", wagering.ExamineForm(table, name), (), True
        if by.person != tournament.official.person:  # who does not see the form is not told that it is wrong
            yield "table", wagering.HandBackForm(table, name), (), False
    yield "table", ending.EndTableEarly(table), (), False
    for other in tournament.heats:
        yield "table", merging.MergeTables(table, other), (), False
    yield "table", ending.OrderCount(table), (), False
    held = {name: heat.chips(name) for name in heat.still_in()}
    counts = heat.closing.counting or (phase == ENDED and not heat.closing.returned)
    if counts and not heat.closing.counted and held:
        yield "table", ending.RecordTotals(table, held), ("totals",), True
    if phase == ENDED and not heat.closing.returned:
        yield "table", ending.ReturnTournamentChips(table), ("missing",), True
    if phase == UNDECIDED:
        tied = next((place for place in _places(tournament, heat) if len(place) > 1), [])
        yield "table", ending.OrderTied(table, list(tied), WORDS), ("order", "reason"), True
    yield "table", rulings.RaiseDispute(WORDS, table), ("about",), False


def _places(tournament: Tournament, heat: Heat) -> list[list[str]]:
    from_cut = undecided(tournament, heat, ranking(heat))
    return [from_cut] if from_cut else []


def _some_result(tournament: Tournament) -> int | str | list[int]:
    terms = tournament.terms
    book = book_of(terms) if terms else None
    if book is None or not book.spins:
        return [3, 4]
    first = book.wheel[0]
    return first if isinstance(first, int | str) else str(first)


def of_player(tournament: Tournament, by: Asker) -> Iterator[Candidate]:
    me = by.person
    agreed = bool(tournament.terms and tournament.terms.entry.agreement)
    own = tournament.entries.get(me)
    if own is None:
        stands = next((entry for entry in tournament.entries.values() if entry.substitute == me), None)
        if stands is None:
            asks = ("form", "agreed", "nonce") if agreed else ("form", "nonce")
            yield "entries", entries.EnterTournament(me, True, agreed), asks, tournament.phase == OPEN
            return
        me = stands.player
    yield "entries", entries.WithdrawEntry(me), (), False
    yield "entries", starting.BuyTournamentChips(me), (), False
    yield "entries", ending.BuyBack(me), (), False
    yield "entries", rulings.RetirePlayer(me), (), False
    yield "entries", rulings.NominateSubstitute(me, stranger(tournament)), ("substitute",), False
    yield "rulings", rulings.RaiseDispute(WORDS), ("about",), False
    heat = heat_of(tournament, me)
    if heat is None:
        return
    yield "rulings", rulings.RaiseDispute(WORDS, heat.table), ("about",), False
    yield "table", ending.AgreeToEnd(heat.table, me), (), False
    if heat.phase == BETTING:
        yield from _wagers(tournament, heat, me, by)


def _wagers(tournament: Tournament, heat: Heat, me: str, by: Asker) -> Iterator[Candidate]:
    yield "table", wagering.PlayPassCard(heat.table, me), (), False
    for lies in heat.game.layout if heat.game else ():
        if lies.seat == heat.seat(me):
            on = list(lies.selection) if isinstance(lies.selection, tuple) else lies.selection
            yield "table", wagering.TakeBackWager(heat.table, me, lies.wager, on), (), False
    placed = _placed(tournament, heat, me, by)
    yield "table", placed, ("lines",), True
    (line,) = placed.lines
    yield "table", wagering.HandInForm(heat.table, me, line.wager, None, line.amount), ("wager", "on", "amount"), False


def _placed(tournament: Tournament, heat: Heat, player: str, by: Asker) -> wagering.PlaceTournamentWagers:
    """The least wager on something plain that would be taken from a player now; the last one tried where none is."""
    terms = tournament.terms
    assert terms is not None
    least = heat.round.minimum if heat.round else terms.wagers.at(heat.number)[0]
    for plain in plain_wagers(tournament):
        line = wagering.WagerLine(plain, least)
        placed = wagering.PlaceTournamentWagers(heat.table, player, heat.seat(player), [line])
        if not refused(tournament, placed, by, Nowhere(by.at)):
            break
    return placed
