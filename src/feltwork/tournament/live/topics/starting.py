"""Before a session and at its start: buy-in, briefing, the official's presence, the limit of time for wagers."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.when import in_utc
from feltwork.tournament.document import POOL
from feltwork.tournament.live.clock import paused, resumed
from feltwork.tournament.live.guards import not_for, not_official, rules_of, still_in
from feltwork.tournament.live.play import start_heat
from feltwork.tournament.live.seat_draw import HEX
from feltwork.tournament.live.state import (
    CLOSED,
    ENDED,
    OUT,
    PAID,
    RUNNING,
    Clock,
    Decision,
    Seating,
    Tournament,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.seating import in_use

MAX_SECONDS = 3600


class BuyTournamentChips(Asked, frozen=True, tag="buy-tournament-chips"):
    """Pay the buy-in of the next session from the money at the cage."""

    player: str


class BriefPlayers(Asked, frozen=True, tag="brief-players"):
    """The official has told the players the conditions; are they understood?"""

    understood: bool


class SetPresence(Asked, frozen=True, tag="set-presence"):
    """The official comes, or goes."""

    present: bool


class LimitWagerTime(Asked, frozen=True, tag="limit-wager-time"):
    """Give each round so many seconds for wagers, from the next round on; 0 lifts the limit."""

    seconds: int


class StartSession(Asked, frozen=True, tag="start-session"):
    """Begin the session whose seats are drawn, and commit to the draw of the next one's."""

    commitment: str = ""
    sealed: str = ""


class ChipsBought(Struct, frozen=True, tag="tournament-chips-bought"):
    player: str
    session: int
    amount: int


class PlayersBriefed(Struct, frozen=True, tag="players-briefed"):
    pass


class PresenceSet(Struct, frozen=True, tag="presence-set"):
    present: bool


class WagerTimeLimited(Struct, frozen=True, tag="wager-time-limited"):
    seconds: int


class SessionStarted(Struct, frozen=True, tag="session-started"):
    """Tables with their players clockwise, each with the same chips; who had no buy-in is eliminated."""

    session: int
    seats: tuple[tuple[str, tuple[str, ...]], ...]
    chips: int
    out: tuple[str, ...]
    commitment: str
    sealed: str


def buy(tournament: Tournament, command: BuyTournamentChips, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.BUY_IN)
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if tournament.phase != CLOSED or terms is None or command.player not in tournament.coming:
        return Refusal(clause, "buy chips before the session that you play")
    if not terms.chips.buy_in:
        return Refusal(clause, "by the conditions chips are given, not bought")
    if command.player in tournament.seating.bought_in:
        return Refusal(clause, "everybody buys the same chips, once")
    return not_for(tournament, entry, by) or (ChipsBought(command.player, tournament.session, terms.chips.buy_in),)


def brief(tournament: Tournament, command: BriefPlayers, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    refused = not_official(tournament, by, Duty.BRIEFING)
    if refused:
        return refused
    if tournament.phase != CLOSED or not tournament.coming:
        return Refusal(rules.clause(Duty.BRIEFING), "players are briefed when entries are closed, before play")
    if not command.understood:
        return Refusal(rules.clause(Duty.BRIEFING), "play begins when the players have understood")
    return (PlayersBriefed(),)


def be_present(tournament: Tournament, command: SetPresence, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.PRESENCE)
    if not tournament.official.person or tournament.phase == PAID:
        return Refusal(clause, f"there is no {rules.official} in charge")
    if command.present == tournament.official.present:
        return Refusal(clause, f"the {rules.official} is {'here' if command.present else 'away'} already")
    return not_official(tournament, by, Duty.PRESENCE) or (PresenceSet(command.present),)


def limit_time(tournament: Tournament, command: LimitWagerTime, by: Asker, others: Elsewhere) -> Decision:
    clause = rules_of(tournament).clause(Duty.TIME_LIMIT)
    if not 0 <= command.seconds <= MAX_SECONDS:
        return Refusal(clause, f"a limit is 1 to {MAX_SECONDS} seconds, or 0 for none")
    return not_official(tournament, by, Duty.TIME_LIMIT) or (WagerTimeLimited(command.seconds),)


def start(tournament: Tournament, command: StartSession, by: Asker, others: Elsewhere) -> Decision:
    rules, terms, seating = rules_of(tournament), tournament.terms, tournament.seating
    if tournament.phase != CLOSED or terms is None or not seating.drawn:
        return Refusal(rules.clause(Duty.SEATS), "a session begins when its seats are drawn")
    refused = not_official(tournament, by, Duty.TABLES) or _not_ready(tournament, by, others)
    if refused:
        return refused
    if not tournament.is_final and not HEX.fullmatch(command.commitment):
        return Refusal(NOT_IN_THE_BOOK, "the draw of the next seats is committed to by 64 hex digits")
    gone = {name for name in tournament.coming if terms.chips.buy_in and name not in seating.bought_in}
    there = set(tournament.coming) - gone
    seats = tuple((table, tuple(name for name in names if name in there)) for table, names in seating.drawn)
    return (
        SessionStarted(
            tournament.session,
            tuple((table, names) for table, names in seats if names),
            terms.chips.allotment,
            tuple(sorted(gone)),
            command.commitment,
            command.sealed,
        ),
    )


def _not_ready(tournament: Tournament, by: Asker, others: Elsewhere) -> Refusal | None:
    rules = rules_of(tournament)
    at = tournament.starts[tournament.session - 1]
    if by.at < at:
        return Refusal(rules.clause(Duty.NOTICE), f"session {tournament.session} starts at {in_utc(at)}")
    if rules.has(Duty.BRIEFING) and not tournament.official.briefed:
        return Refusal(rules.clause(Duty.BRIEFING), "the players have not been briefed")
    if rules.has(Duty.PRESENCE) and not tournament.official.present:
        return Refusal(rules.clause(Duty.PRESENCE), f"the {rules.official} is not here")
    used = in_use(tournament.seating.tables, tournament, others)
    return Refusal(rules.clause(Duty.EXCLUSIVE), used) if used else None


def bought(tournament: Tournament, event: ChipsBought, stamp: Stamp) -> None:
    terms, seating = tournament.terms, tournament.seating
    assert terms is not None
    tournament.seating = replace(seating, bought_in=seating.bought_in | {event.player})
    paid_in(tournament, event.player, event.amount, terms.chips.to)


def paid_in(tournament: Tournament, player: str, amount: int, to: str) -> None:
    """A buy-in, or the price of buying back, which goes where the conditions say when the prizes are paid."""
    entry, money = tournament.entries[player], tournament.money
    tournament.entries[player] = replace(entry, bought=entry.bought + amount)
    pool = amount if to == POOL else 0
    tournament.money = replace(money, bought=money.bought + amount, to_pool=money.to_pool + pool)


def briefed(tournament: Tournament, event: PlayersBriefed, stamp: Stamp) -> None:
    tournament.official = replace(tournament.official, briefed=True)


def presence_set(tournament: Tournament, event: PresenceSet, stamp: Stamp) -> None:
    tournament.official = replace(tournament.official, present=event.present)
    if rules_of(tournament).has(Duty.PRESENCE):
        for table in tournament.heats:
            if event.present:
                resumed(tournament, table, stamp.at)
            else:
                paused(tournament, table, stamp.at)


def time_limited(tournament: Tournament, event: WagerTimeLimited, stamp: Stamp) -> None:
    tournament.seconds = event.seconds


def started(tournament: Tournament, event: SessionStarted, stamp: Stamp) -> None:
    tournament.phase = RUNNING
    tournament.kept = {}
    for table, names in event.seats:
        heat = start_heat(tournament, table, names)
        heat.clock = Clock(stamp.at)
        if len(heat.seats) == 1:
            heat.phase, heat.places = ENDED, [list(heat.seats)]
        tournament.keep(heat)
    for name in event.out:
        tournament.entries[name] = replace(tournament.entries[name], standing=OUT)
    tournament.coming = tuple(name for name in tournament.coming if name not in event.out)
    tournament.seating = Seating(commitment=event.commitment, sealed=event.sealed)


def _tell_started(event: SessionStarted) -> str:
    players = sum(len(names) for _, names in event.seats)
    out = f" Without a buy-in and eliminated: {', '.join(event.out)}." if event.out else ""
    return f"Session {event.session} begins with {players} players and {event.chips} chips each.{out}"


TOPIC = Topic(
    commands={
        BuyTournamentChips: (Sender.PLAYER, buy),
        BriefPlayers: (Sender.DESK, brief),
        SetPresence: (Sender.DESK, be_present),
        LimitWagerTime: (Sender.DESK, limit_time),
        StartSession: (Sender.DESK, start),
    },
    events={
        ChipsBought: Happens(bought, lambda e: f"{e.player} buys in for {format_money(e.amount)}."),
        PlayersBriefed: Happens(briefed, lambda e: "The players are briefed and have understood."),
        PresenceSet: Happens(presence_set, lambda e: f"The official {'is here' if e.present else 'goes'}."),
        WagerTimeLimited: Happens(
            time_limited,
            lambda e: (
                f"Wagers are made within {e.seconds} s." if e.seconds else "There is no limit of time for wagers."
            ),
        ),
        SessionStarted: Happens(started, _tell_started),
    },
)
