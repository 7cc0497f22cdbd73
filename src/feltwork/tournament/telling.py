"""A session that was played, told in words with its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.tournament.play import Played
from feltwork.tournament.script import ScriptRound, SessionScript
from feltwork.tournament.session import DISQUALIFIED, Outcome


def tell(script: SessionScript, played: Played) -> Iterator[str]:
    """Line by line: rounds, play-off, places, who advances, prizes."""
    rules, book = script.rules, script.book
    yield from _rounds("Round", script.rounds, played.rounds, book.wheel)
    yield from _rounds("Play-off round", script.playoff, played.playoff, book.wheel)
    place = 1
    for names in played.places:
        together = f" share place {place}" if len(names) > 1 else f" is in place {place}"
        yield f"{_names(names)}{together} ({rules.winners})"
        place += len(names)
    for player in played.session.players.values():
        if player.state == DISQUALIFIED:
            yield f"{shown(player.name)} has no place; {player.chips} chips are on record ({rules.cancelled})"
    yield f"{_names(played.advance) or 'Nobody'} advance{'s' if len(played.advance) < 2 else ''} ({rules.winners})"
    if played.unresolved:
        yield f"unresolved: {_names(played.unresolved)} share a place that the cut goes through ({rules.play_off})"
    for name, cents in played.prizes.items():
        yield f"{shown(name)} gets {format_money(cents)} of {format_money(script.conditions.pool)} ({rules.pool})"
    if played.held:
        yield f"{format_money(played.held)} is held: nobody has a place ({rules.pool})"


def _rounds(
    what: str, given: Sequence[ScriptRound], played: Sequence[Outcome], wheel: Sequence[object]
) -> Iterator[str]:
    for number, (asked, done) in enumerate(zip(given, played, strict=False), 1):
        yield f"{what} {number}: {wheel[asked.pocket]} is spun"
        for step, refusal in sorted(done.refused.items()):
            yield f"  step {step}: {refusal}"
        for name, told in done.told:
            yield f"  {shown(name)}: {told.words} ({told.clause})"
        yield f"  chips: {', '.join(f'{shown(name)} {chips}' for name, chips in done.chips.items())}"


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(shown, names))
