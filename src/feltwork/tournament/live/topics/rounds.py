"""Rounds of a session at a table: opened by the dealer, closed, settled; and the end of the session there."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.when import MINUTE
from feltwork.tournament.document import PLAY_OFF
from feltwork.tournament.live.guards import not_staff, playing_at, rules_of
from feltwork.tournament.live.play import book_of, limits_of, ranking, session_of, table_rules, undecided
from feltwork.tournament.live.settling import Settled, settled_on_layout, settled_session, taken_up, without
from feltwork.tournament.live.state import (
    BETTING,
    DISQUALIFIED,
    ENDED,
    NO_MORE,
    UNDECIDED,
    WAITING,
    Decision,
    Heat,
    LastRound,
    Shown,
    Ties,
    Tournament,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.wagering import LayoutPlayed, waiting_forms
from feltwork.tournament.steps import Absent

SECOND = MINUTE // 60


class OpenTournamentRound(Asked, frozen=True, tag="open-tournament-round"):
    """Call for wagers. With an order of wagering the marker moves to the left by itself unless it is named."""

    table: str
    marker: str = ""
    absent: list[str] = field(default_factory=list)


class CloseTournamentBetting(Asked, frozen=True, tag="close-tournament-betting"):
    table: str


class SettleTournamentRound(Asked, frozen=True, tag="settle-tournament-round"):
    """The result, and the order in which the dealer took losing chips."""

    table: str
    result: int | str | list[int]
    taken: list[str] = field(default_factory=list)


class CallTime(Asked, frozen=True, tag="call-time"):
    """The time of the session is up at a table."""

    table: str


class TournamentRoundOpened(Struct, frozen=True, tag="tournament-round-opened"):
    """Wagers are taken between these limits, until the time if there is one."""

    table: str
    number: int
    minimum: int
    maximum: int
    marker: str
    absent: tuple[str, ...]
    closes_at: int


class TournamentBettingClosed(Struct, frozen=True, tag="tournament-betting-closed"):
    table: str


class TournamentRoundSettled(Struct, frozen=True, tag="tournament-round-settled"):
    """What a round made of everybody's chips; who is out by it, first out first; forms are open from now on."""

    table: str
    number: int
    result: str
    taken: tuple[str, ...]
    chips: tuple[tuple[str, int], ...]
    eliminated: tuple[str, ...]
    disqualified: tuple[tuple[str, str], ...]
    """Players, each with the clause."""
    forms: tuple[Shown, ...]
    told: tuple[tuple[str, str, str], ...]
    deducted: tuple[tuple[str, int], ...]
    """Chips taken off players at a layout."""


class PlayOffCalled(Struct, frozen=True, tag="play-off-called"):
    """Equal chips at the cut, or for a prize that is not shared: these players play on until something decides."""

    table: str
    ties: Ties


class TieFound(Struct, frozen=True, tag="tie-found"):
    """Equal chips at the cut, which the official decides on as the conditions say."""

    table: str
    players: tuple[str, ...]


class HeatEnded(Struct, frozen=True, tag="heat-ended"):
    """The session at a table is over; those who share a place stand together."""

    table: str
    places: tuple[tuple[str, ...], ...]
    how: str


def _dealt(tournament: Tournament, table: str, by: Asker, duty: Duty) -> Heat | Refusal:
    """A table that is still played, for its dealer."""
    heat, rules = playing_at(tournament, table), rules_of(tournament)
    if isinstance(heat, Refusal):
        return heat
    return not_staff(rules, Who.DEALER, by, rules.clause(duty)) or heat


def open_round(tournament: Tournament, command: OpenTournamentRound, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    heat = _dealt(tournament, command.table, by, Duty.CHIPS)
    if isinstance(heat, Refusal):
        return heat
    assert terms is not None
    if heat.phase != WAITING:
        return Refusal(rules.clause(Duty.CHIPS), f"table {heat.table} is not between two rounds")
    if heat.closing.counting:
        return Refusal(rules.clause(Duty.COUNT), "count the chips first")
    if time_is_up(tournament, heat, by.at):
        return Refusal(rules.clause(Duty.TOTALS), "the time of the session is up")
    inside = [name for name in heat.still_in() if not heat.ties or name in heat.ties.tied]
    if len(set(command.absent)) != len(command.absent) or not set(inside).issuperset(command.absent):
        return Refusal(rules.clause(Duty.LATE), "only a player of this round can be marked absent, and once")
    marker = command.marker or _next_marker(heat, inside) if terms.play.order else ""
    if command.marker and (not terms.play.order or command.marker not in heat.seats):
        return Refusal(rules.session.order if rules.session else NOT_IN_THE_BOOK, "there is no such box for the marker")
    low, high = limits_of(tournament, heat)
    closes = by.at + tournament.seconds * SECOND if tournament.seconds else 0
    return (TournamentRoundOpened(heat.table, heat.number + 1, low, high, marker, tuple(command.absent), closes),)


def _next_marker(heat: Heat, inside: list[str]) -> str:
    """The next to the left of who had the marker, among those who play; the first seat at first."""
    first = heat.seats.index(heat.marker) + 1 if heat.marker else 0
    around = (*heat.seats[first:], *heat.seats[:first])
    return next((name for name in around if name in inside), heat.seats[0])


def time_is_up(tournament: Tournament, heat: Heat, now: int) -> bool:
    """Is the time of a session that goes by time over, but for a play-off?"""
    minutes = tournament.stage.minutes
    return bool(minutes) and heat.ties is None and heat.clock.elapsed(now) >= minutes * MINUTE


def close_betting(tournament: Tournament, command: CloseTournamentBetting, by: Asker, others: Elsewhere) -> Decision:
    rules, heat = rules_of(tournament), _dealt(tournament, command.table, by, Duty.CHIPS)
    if isinstance(heat, Refusal):
        return heat
    if heat.phase != BETTING:
        return Refusal(rules.clause(Duty.CHIPS), "no wagers are being taken")
    if waiting := waiting_forms(heat):
        return Refusal(rules.clause(Duty.EXAMINE), f"the form of {waiting[0]} is examined first")
    return (TournamentBettingClosed(heat.table),)


def settle(tournament: Tournament, command: SettleTournamentRound, by: Asker, others: Elsewhere) -> Decision:
    rules, heat = rules_of(tournament), _dealt(tournament, command.table, by, Duty.CHIPS)
    if isinstance(heat, Refusal):
        return heat
    if heat.phase != NO_MORE:
        return Refusal(rules.clause(Duty.REVEAL), "a round is settled, and forms revealed, after no more bets")
    if len(set(command.taken)) != len(command.taken) or not set(heat.seats).issuperset(command.taken):
        return Refusal(
            rules.session.eliminated_together if rules.session else NOT_IN_THE_BOOK, "name players, each once"
        )
    trial = heat.copy()
    last = _is_last(tournament, heat, by.at)
    if heat.game is None:
        found = settled_session(tournament, trial, command.result, command.taken, last)
    else:
        found = settled_on_layout(tournament, trial, command.result)
    return (
        found
        if isinstance(found, Refusal)
        else (
            *(LayoutPlayed(heat.table, event) for event in found.played),
            _event(heat, found, tuple(command.taken)),
            *after(tournament, trial, last),
        )
    )


def _is_last(tournament: Tournament, heat: Heat, now: int) -> bool:
    """Is the round that is being settled the last of the session?"""
    rounds = tournament.stage.rounds
    return (heat.ties is None and bool(rounds) and heat.number >= rounds) or time_is_up(tournament, heat, now)


def _event(heat: Heat, found: Settled, taken: tuple[str, ...]) -> TournamentRoundSettled:
    return TournamentRoundSettled(
        heat.table,
        heat.number,
        found.result,
        taken,
        tuple(found.chips.items()),
        tuple(found.eliminated),
        tuple(found.disqualified),
        tuple(found.forms),
        tuple(found.told),
        tuple(found.deducted),
    )


def after(tournament: Tournament, heat: Heat, last: bool) -> tuple[Struct, ...]:
    """What follows at a table between two rounds: nothing, a play-off, or the end of the session there."""
    playing = [name for name in heat.still_in() if heat.ties is None or name in heat.ties.tied]
    if not last and heat.ties is None and len(playing) > 1:
        return ()
    places = ranking(heat)
    tied = undecided(tournament, heat, places)
    if not tied:
        return (HeatEnded(heat.table, tuple(map(tuple, places)), "play-off" if heat.ties else "rounds"),)
    plays = tournament.terms is not None and tournament.terms.ties == PLAY_OFF and set(tied) <= set(heat.still_in())
    if not plays:
        return (TieFound(heat.table, tuple(tied)),)
    if heat.ties is not None and set(tied) <= set(heat.ties.tied) and not tournament.is_final:
        return ()
    at = places.index(tied)
    above, below = places[:at], places[at + 1 :]
    ties = Ties(tuple(map(tuple, above)), tuple(tied), tuple(map(tuple, below)), len(heat.out))
    if heat.ties is not None and heat.ties.tied == ties.tied:
        return ()
    return (PlayOffCalled(heat.table, ties),)


def over_again(tournament: Tournament, heat: Heat) -> tuple[Struct, ...]:
    """What follows at a table that was over when somebody there loses the place; returned chips play off no more."""
    places = ranking(heat)
    tied = undecided(tournament, heat, places)
    if tied and heat.closing.returned:
        return (TieFound(heat.table, tuple(tied)),)
    how = "play-off" if heat.ties else "rounds"
    return after(tournament, heat, last=True) or (HeatEnded(heat.table, tuple(map(tuple, places)), how),)


def call_time(tournament: Tournament, command: CallTime, by: Asker, others: Elsewhere) -> Decision:
    rules, heat = rules_of(tournament), _dealt(tournament, command.table, by, Duty.TOTALS)
    if isinstance(heat, Refusal):
        return heat
    if heat.phase != WAITING or not time_is_up(tournament, heat, by.at):
        return Refusal(rules.clause(Duty.TOTALS), "the time of the session is not up, or a round is being played")
    return after(tournament, heat.copy(), last=True)


def round_opened(tournament: Tournament, event: TournamentRoundOpened, stamp: Stamp) -> None:
    terms = tournament.terms
    with tournament.change(event.table) as heat:
        assert terms is not None
        heat.phase, heat.number, heat.closes_at = BETTING, event.number, event.closes_at
        heat.marker, heat.last, heat.examined = event.marker or heat.marker, None, frozenset()
        heat.away = frozenset(event.absent)
        if heat.game is not None:
            heat.game = replace(heat.game, rules=table_rules(book_of(terms), event.minimum, event.maximum))
            return
        session = session_of(tournament, heat)
        among = heat.ties.tied if heat.ties else heat.seats
        heat.round = session.begin(event.minimum, event.maximum, among, event.marker or None)
        for name in event.absent:
            session.act(heat.round, Absent(name))


def betting_closed(tournament: Tournament, event: TournamentBettingClosed, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.phase = NO_MORE


def round_settled(tournament: Tournament, event: TournamentRoundSettled, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        for name in (
            heat.away if heat.round is None else [name for name, done in heat.round.done.items() if done.absent]
        ):
            heat.players[name].absences += 1
        if heat.game is not None and event.deducted:
            heat.game = without(heat, event.deducted)
        for name, chips in event.chips:
            heat.players[name].chips = chips
        for name in event.eliminated:
            heat.players[name].state, heat.out_at[name] = "eliminated", event.number
            heat.out.append(name)
        for name, _ in event.disqualified:
            heat.players[name].state = DISQUALIFIED
            tournament.entries[name] = replace(tournament.entries[name], standing=DISQUALIFIED)
        heat.last = LastRound(event.number, event.result, event.forms, event.told)
        heat.phase, heat.round, heat.closes_at, heat.away, heat.forms = WAITING, None, 0, frozenset(), {}


def play_off_called(tournament: Tournament, event: PlayOffCalled, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.ties, heat.phase = event.ties, WAITING
        if heat.game is not None:
            heat.game = taken_up(heat, event.ties.tied)


def tie_found(tournament: Tournament, event: TieFound, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.phase = UNDECIDED


def heat_ended(tournament: Tournament, event: HeatEnded, stamp: Stamp) -> None:
    with tournament.change(event.table) as heat:
        heat.phase, heat.places, heat.round = ENDED, [list(place) for place in event.places], None


def _tell_settled(event: TournamentRoundSettled) -> str:
    out = f" Out: {', '.join(event.eliminated)}." if event.eliminated else ""
    gone = f" Disqualified: {', '.join(name for name, _ in event.disqualified)}." if event.disqualified else ""
    chips = ", ".join(f"{name} {count}" for name, count in event.chips)
    return f"Table {event.table}, round {event.number}: {event.result}. Chips: {chips}.{out}{gone}"


def _tell_ended(event: HeatEnded) -> str:
    order = "; ".join(" and ".join(place) for place in event.places)
    return f"The session at table {event.table} is over: {shown(order)}."


TOPIC = Topic(
    commands={
        OpenTournamentRound: (Sender.CREW, open_round),
        CloseTournamentBetting: (Sender.CREW, close_betting),
        SettleTournamentRound: (Sender.CREW, settle),
        CallTime: (Sender.CREW, call_time),
    },
    events={
        TournamentRoundOpened: Happens(
            round_opened, lambda e: f"Table {e.table}, round {e.number}: wagers of {e.minimum} to {e.maximum}."
        ),
        TournamentBettingClosed: Happens(betting_closed, lambda e: f"Table {e.table}: no more bets."),
        TournamentRoundSettled: Happens(round_settled, _tell_settled),
        PlayOffCalled: Happens(play_off_called, lambda e: f"Table {e.table}: {' and '.join(e.ties.tied)} play off."),
        TieFound: Happens(tie_found, lambda e: f"Table {e.table}: {' and '.join(e.players)} have equal chips."),
        HeatEnded: Happens(heat_ended, _tell_ended),
    },
)
