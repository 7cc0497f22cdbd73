"""A session played from its script to the end: rounds, a play-off, places, who advances, prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from feltwork.money import format_money
from feltwork.tournament.placings import Places, advancing, by_chips, last_out_first, prizes, straddling
from feltwork.tournament.script import ScriptRound, SessionScript
from feltwork.tournament.session import DISQUALIFIED, IN, Outcome, Session


@dataclass(frozen=True)
class Played:
    """A session that was played."""

    session: Session
    rounds: list[Outcome]
    playoff: list[Outcome]
    places: Places
    advance: list[str]
    unresolved: list[str]
    prizes: dict[str, int]
    held: int

    def report(self) -> dict[str, object]:
        """The session as data, amounts of the pool as text."""
        record = {p.name: p.chips for p in self.session.players.values() if p.state == DISQUALIFIED}
        return {
            "rounds": [_data(each) for each in self.rounds],
            "playoff": [_data(each) for each in self.playoff],
            "unresolved": self.unresolved,
            "places": self.places,
            "advance": self.advance,
            "record": record,
            "prizes": {name: format_money(cents) for name, cents in self.prizes.items()},
            "held": format_money(self.held),
        }


def _data(outcome: Outcome) -> dict[str, object]:
    return {
        "refused": sorted(outcome.refused),
        "chips": outcome.chips,
        "eliminated": outcome.eliminated,
        "disqualified": outcome.disqualified,
    }


PlayRound = Callable[[tuple[int, int], Sequence[str], int], Outcome]
"""Plays a round between these limits among these players; who then holds less than the last number is eliminated."""


def play_rounds(session: Session, rounds: Sequence[PlayRound]) -> list[Outcome]:
    """The rounds of a session, until at most one player is left."""
    conditions, outcomes = session.conditions, []
    for number, play in enumerate(rounds, 1):
        if len(session.still_in()) <= 1:
            break
        least = conditions.limits_of(number + 1)[0] if number < len(rounds) else 1
        outcomes.append(play(conditions.limits_of(number), conditions.players, least))
    return outcomes


def play_off(session: Session, last: int, rounds: Iterable[PlayRound]) -> tuple[list[Outcome], Places]:
    """The play-off of those who share the place at the cut, if any, and the places after it."""
    above, tied, below = _at_the_cut(session)
    outcomes: list[Outcome] = []
    out_before = len(session.out)
    segment = [tied] if tied else []
    limits = session.conditions.limits_of(max(last, 1))
    for play in rounds if tied else ():
        outcomes.append(play(limits, tied, limits[0]))
        segment = [*by_chips(*_in(session, tied)), *last_out_first(session.out[out_before:])]
        if not straddling(segment, session.conditions.advance, sum(map(len, above))):
            break
    return outcomes, [*above, *segment, *below]


def play_session(script: SessionScript) -> Played:
    """Play a script to its end."""
    session = Session(script.book, script.rules, script.conditions)
    rounds = play_rounds(session, [_as_written(session, given) for given in script.rounds])
    written = [_as_written(session, given) for given in script.playoff]
    playoff, places = play_off(session, len(script.rounds), written)
    advance, unresolved = advancing(places, script.conditions.advance)
    paid, held = prizes(script.conditions.pool, script.conditions.prizes, places)
    return Played(session, rounds, playoff, places, advance, unresolved, paid, held)


def _as_written(session: Session, given: ScriptRound) -> PlayRound:
    def play(limits: tuple[int, int], among: Sequence[str], least: int) -> Outcome:
        playing = session.begin(*limits, among, given.marker)
        refused = {number: session.act(playing, step) for number, step in enumerate(given.steps)}
        outcome = session.close(playing, given.pocket, given.taken, least)
        outcome.refused = {number: why for number, why in refused.items() if why is not None}
        return outcome

    return play


def _in(session: Session, names: Sequence[str]) -> tuple[list[str], dict[str, int]]:
    """Those of the names who are in, and everybody's chips."""
    chips = {player.name: player.chips for player in session.players.values()}
    return [name for name in names if session.players[name].state == IN], chips


def _at_the_cut(session: Session) -> tuple[Places, list[str], Places]:
    """The places above those who share the one that the cut goes through, those, and the places below."""
    ranked = by_chips(*_in(session, list(session.players)))
    tied = straddling(ranked, session.conditions.advance)
    places = [*ranked, *last_out_first(session.out)]
    if not tied:
        return places, [], []
    at = places.index(tied)
    return places[:at], tied, places[at + 1 :]
