"""What a result would take and pay at a table, before the dealer confirms it; forms stay closed until then."""

from __future__ import annotations

from typing import Any

from feltwork.outcomes import say_selection
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.tournament.betting import valid_open, winnings
from feltwork.tournament.live.play import book_of, described
from feltwork.tournament.live.probing import Nowhere
from feltwork.tournament.live.state import Heat, Tournament
from feltwork.tournament.live.topics.rounds import SettleTournamentRound, TournamentRoundSettled, settle


def foreseen(tournament: Tournament, table: str, result: Any, by: Asker) -> dict[str, Any]:
    """What happens to everybody's chips if this is the result, or why it cannot be."""
    command = SettleTournamentRound(table, result)
    decided = settle(tournament, command, by, Nowhere(by.at))
    if isinstance(decided, Refusal):
        return {"why": decided.reason, "clause": decided.clause}
    heat = tournament.heats[table]
    settled = next(event for event in decided if isinstance(event, TournamentRoundSettled))
    after = dict(settled.chips)
    hidden = _with_forms(heat)
    return {
        "result": settled.result,
        "lines": [_line(tournament, heat, name, result, after, name in hidden) for name in heat.seats if name in after],
        "eliminated": [name for name in settled.eliminated if name not in hidden],
        "disqualified": [{"player": name, "clause": clause} for name, clause in settled.disqualified],
    }


def _with_forms(heat: Heat) -> set[str]:
    done = heat.round.done if heat.round else {}
    return {*heat.forms, *(name for name, each in done.items() if each.form)}


def _line(
    tournament: Tournament, heat: Heat, name: str, result: Any, after: dict[str, int], hidden: bool
) -> dict[str, Any]:
    """A player's open wagers; chips before and after only where no form is still closed."""
    before = heat.chips(name)
    return {
        "player": name,
        "seat": heat.seat(name),
        "before": before,
        "after": None if hidden else after[name],
        "form": hidden,
        "wagers": _open(tournament, heat, name, result),
    }


def _open(tournament: Tournament, heat: Heat, name: str, result: Any) -> list[dict[str, Any]]:
    """Each open wager as it counts: taken, or paid so much."""
    terms = tournament.terms
    assert terms is not None
    rules, done = described(terms), heat.round.done.get(name) if heat.round else None
    if rules is None or done is None or heat.round is None or not done.stakes:
        return []
    book = book_of(terms)
    pocket = list(book.wheel).index(result)
    stakes, _ = valid_open(done.stakes, heat.round.minimum, heat.round.maximum, rules)
    return [
        {
            "wager": stake.wager,
            "on": "" if stake.on is None else say_selection(stake.on),
            "amount": stake.amount,
            "wins": winnings(book, stake, pocket),
        }
        for stake in stakes
    ]
