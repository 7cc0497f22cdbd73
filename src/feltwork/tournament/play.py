"""A session played from its script to the end: rounds, a play-off, places, who advances, prizes."""

from __future__ import annotations

from collections.abc import Sequence
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


def play_session(script: SessionScript) -> Played:
    """Play a script to its end."""
    conditions = script.conditions
    session = Session(script.book, script.rules, conditions)
    rounds: list[Outcome] = []
    last = len(script.rounds)
    for number, given in enumerate(script.rounds, 1):
        if len(session.still_in()) <= 1:
            break
        least = conditions.limits_of(number + 1)[0] if number < last else 1
        rounds.append(_round(session, given, conditions.limits_of(number), conditions.players, least))
    above, tied, below = _at_the_cut(session)
    playoff: list[Outcome] = []
    out_before = len(session.out)
    segment = [tied] if tied else []
    for given in script.playoff if tied else ():
        limits = conditions.limits_of(max(last, 1))
        playoff.append(_round(session, given, limits, tied, limits[0]))
        segment = [*by_chips(*_in(session, tied)), *last_out_first(session.out[out_before:])]
        if not straddling(segment, conditions.advance, sum(map(len, above))):
            break
    places = [*above, *segment, *below]
    advance, unresolved = advancing(places, conditions.advance)
    paid, held = prizes(conditions, places)
    return Played(session, rounds, playoff, places, advance, unresolved, paid, held)


def _round(session: Session, given: ScriptRound, limits: tuple[int, int], among: Sequence[str], least: int) -> Outcome:
    playing = session.begin(*limits, among, given.marker)
    refused = {}
    for number, step in enumerate(given.steps):
        why = session.act(playing, step)
        if why is not None:
            refused[number] = why
    outcome = session.close(playing, given.pocket, given.taken, least)
    outcome.refused = refused
    return outcome


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
