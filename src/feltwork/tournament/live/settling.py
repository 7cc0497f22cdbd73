"""What a round comes to: in a session as the book describes it, or on the game's own layout under the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from feltwork.games.tournament import Duty
from feltwork.outcomes import say_selection
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.play.commands import Bet, Roll
from feltwork.table.play.events import Event
from feltwork.table.play.saved import SavedGame
from feltwork.tournament.betting import Form
from feltwork.tournament.document import DEDUCT, DISQUALIFY
from feltwork.tournament.live.guards import rules_of
from feltwork.tournament.live.play import book_of, on_table, play_on, session_of
from feltwork.tournament.live.state import CHIP, DISQUALIFIED, Heat, Shown, Tournament, on_layout, on_rail


@dataclass
class Settled:
    """A round that was settled."""

    result: str
    chips: dict[str, int]
    eliminated: list[str]
    disqualified: list[tuple[str, str]]
    forms: list[Shown] = field(default_factory=list)
    told: list[tuple[str, str, str]] = field(default_factory=list)
    deducted: list[tuple[str, int]] = field(default_factory=list)
    played: list[Event] = field(default_factory=list)
    """What happened on the layout."""


def settled_session(
    tournament: Tournament, heat: Heat, result: object, taken: Sequence[str], last: bool
) -> Settled | Refusal:
    """A round of a session as the book describes it; the table is one to try it on."""
    terms = tournament.terms
    assert terms is not None
    assert heat.round is not None
    book = book_of(terms)
    if isinstance(result, list | bool) or result not in book.wheel:
        return Refusal(book.house.permissible, f"this wheel has no pocket {shown(result)}")
    pocket = list(book.wheel).index(result)
    least = 1 if last else heat.round.minimum if heat.ties else terms.wagers.at(heat.number + 1)[0]
    playing, session = heat.round, session_of(tournament, heat)
    before = {name: heat.players[name].chips for name in playing.playing}
    outcome = session.close(playing, pocket, taken, least)
    told = [(name, each.clause, each.words) for name, each in outcome.told]
    gone = {name: clause for name, clause, words in told if words == "disqualified"}
    forms = [
        _shown(name, done.form, outcome.wagered[name] - outcome.opened.get(name, 0))
        for name, done in playing.done.items()
        if done.form is not None and name in before and name in outcome.wagered
    ]
    for name in outcome.eliminated:
        heat.out_at[name] = heat.number
    return Settled(
        str(result),
        outcome.chips,
        outcome.eliminated,
        [(name, gone[name]) for name in outcome.disqualified],
        forms,
        told,
    )


def _shown(name: str, form: Form, counted: int) -> Shown:
    place = form.stake
    on = say_selection(place.on) if place and place.on is not None else ""
    return Shown(name, place.wager if place else "", on, form.amount, counted)


def settled_on_layout(tournament: Tournament, heat: Heat, result: object) -> Settled | Refusal:
    """A roll at the game's own layout: secret wagers are put down, dice decide, the conditions do the rest."""
    rules, terms = rules_of(tournament), tournament.terms
    assert terms is not None
    assert heat.game is not None
    if not isinstance(result, list) or len(result) != 2 or not all(type(n) is int and 1 <= n <= 6 for n in result):
        return Refusal(NOT_IN_THE_BOOK, "the result is two dice")
    found = Settled(f"{result[0]}-{result[1]}", {}, [], [])
    for name, form in heat.forms.items():
        _put_down(tournament, heat, name, form, found)
    inside = [name for name in heat.still_in() if heat.ties is None or name in heat.ties.tied]
    idle = [name for name in inside if not on_layout(heat.game, heat.seat(name)) and name not in heat.away]
    rolled = on_table(terms, heat.game, [Roll(result[0], result[1])])
    if isinstance(rolled, Refusal):
        return rolled
    for event in rolled:
        heat.game = play_on(terms, heat.game, event)
        found.played.append(event)
    _follow(tournament, heat, idle, found)
    heat.game = without(heat, found.deducted)
    found.chips |= {name: heat.chips(name) for name in inside}
    out = [name for name in inside if _is_out(tournament, heat, name, found)]
    found.eliminated = sorted(out, key=lambda name: found.chips[name])
    for name in found.eliminated:
        heat.players[name].state, heat.players[name].chips = "eliminated", found.chips[name]
        heat.out_at[name] = heat.number
        heat.out.append(name)
        found.told.append((name, rules.clause(Duty.CHIPS), "eliminated"))
    return found


def without(heat: Heat, deducted: Sequence[tuple[str, int]]) -> SavedGame:
    """The layout's table with chips taken off players."""
    assert heat.game is not None
    balances = dict(heat.game.balances)
    for name, chips in deducted:
        balances[heat.seat(name)] -= chips * CHIP
    return replace(heat.game, balances=balances)


def taken_up(heat: Heat, tied: Sequence[str]) -> SavedGame:
    """The layout's table for a play-off: who does not play takes up what lies."""
    assert heat.game is not None
    playing, balances = {heat.seat(name) for name in tied}, dict(heat.game.balances)
    for lies in heat.game.layout:
        if lies.seat not in playing:
            balances[lies.seat] += lies.stake
    layout = [lies for lies in heat.game.layout if lies.seat in playing]
    return replace(heat.game, balances=balances, layout=layout)


def _put_down(tournament: Tournament, heat: Heat, name: str, form: Form, found: Settled) -> None:
    """A secret wager, or why it goes back."""
    terms, place = tournament.terms, form.stake
    assert terms is not None
    assert place is not None
    assert form.amount is not None
    bet = Bet(heat.seat(name), place.wager, form.amount * CHIP, place.on)
    events = on_table(terms, heat.game, [bet])
    clause = rules_of(tournament).clause(Duty.REVEAL)
    if isinstance(events, Refusal):
        found.told.append((name, events.clause, f"the secret wager goes back: {events.reason}"))
        found.forms.append(_shown(name, form, 0))
        return
    for event in events:
        heat.game = play_on(terms, heat.game, event)
        found.played.append(event)
    found.told.append((name, clause, "the secret wager is revealed"))
    found.forms.append(_shown(name, form, form.amount))


def _follow(tournament: Tournament, heat: Heat, idle: list[str], found: Settled) -> None:
    """What the conditions say of who is away, and of who made no wager where one is compulsory."""
    rules, terms = rules_of(tournament), tournament.terms
    assert terms is not None
    late, wagers = rules.clause(Duty.LATE), terms.wagers
    for name in sorted(heat.away):
        count = heat.players[name].absences + 1
        if terms.play.late_rounds is not None and count > terms.play.late_rounds:
            _disqualify(heat, name, late, found)
        elif taken := min(terms.play.late_deduct, _rail(heat, name)):
            found.deducted.append((name, taken))
            found.told.append((name, late, f"absent: {taken} deducted"))
    for name in idle if wagers.compulsory else ():
        clause = rules.conditions
        if wagers.no_wager == DISQUALIFY:
            _disqualify(heat, name, clause, found)
        elif wagers.no_wager == DEDUCT:
            taken = min(wagers.at(heat.number)[0], _rail(heat, name))
            found.deducted.append((name, taken))
            found.told.append((name, clause, f"no wager: {taken} deducted"))


def _rail(heat: Heat, name: str) -> int:
    return on_rail(heat.game, heat.seat(name)) // CHIP


def _disqualify(heat: Heat, name: str, clause: str, found: Settled) -> None:
    found.chips[name] = heat.chips(name)
    heat.players[name].chips, heat.players[name].state = found.chips[name], DISQUALIFIED
    found.disqualified.append((name, clause))
    found.told.append((name, clause, "disqualified"))


def _is_out(tournament: Tournament, heat: Heat, name: str, found: Settled) -> bool:
    """Nothing is left; or nothing lies, and the next minimum is out of reach where a wager is compulsory."""
    terms = tournament.terms
    assert terms is not None
    if heat.players[name].state == DISQUALIFIED:
        return False
    least = terms.wagers.at(heat.number + 1)[0] if terms.wagers.compulsory else 1
    lies = on_layout(heat.game, heat.seat(name))
    return found.chips[name] == 0 or (not lies and found.chips[name] < least)
