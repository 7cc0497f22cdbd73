"""What somebody is shown of a tournament: everybody the board, players their own, crew the table, the desk the rest.

A form is shown to the player who filled it in and to the supervisor who examines it; to everybody only when its round
is over. Nothing here says what would be good to do (no odds, no advice).
"""

from __future__ import annotations

from typing import Any

from feltwork.aggregate import Elsewhere
from feltwork.games import open_book
from feltwork.games.registry import find_game
from feltwork.games.tournament import Duty, Who
from feltwork.outcomes import say_selection
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.tournament.betting import Form
from feltwork.tournament.bounds import stands_in_the_way
from feltwork.tournament.live.guards import rules_of
from feltwork.tournament.live.offers import offers
from feltwork.tournament.live.play import described, limits_of, ranking, undecided
from feltwork.tournament.live.state import (
    BETTING,
    CHIP,
    DRAFT,
    ENDED,
    IN,
    NO_MORE,
    UNDECIDED,
    Dispute,
    Entry,
    Heat,
    Tournament,
    advance_from,
    heat_of,
)
from feltwork.tournament.live.topics.wagering import defect_of, waiting_forms
from feltwork.tournament.session import Round

WALL, UNTOLD = "wall", "..."


def view(tournament: Tournament, by: Asker, others: Elsewhere | None = None) -> dict[str, Any]:
    """A tournament as somebody in this role is shown it; with the others, offers look at them too."""
    if not tournament.phase:
        return {"id": tournament.id, "phase": ""}
    rules = rules_of(tournament)
    shown = board(tournament, by)
    if tournament.terms is not None:
        shown["conditions"] = tournament.document
    if by.role == PLAYER:
        return shown | {"me": _me(tournament, by.person), "offers": offers(tournament, by, others)}
    if by.role in rules.roles.get(Who.DEALER, ()) or by.role in rules.roles.get(Who.SUPERVISOR, ()):
        examines = by.role in rules.roles.get(Who.SUPERVISOR, ()) and by.person != tournament.official.person
        shown["crew"] = {table: _crew(tournament, heat, examines) for table, heat in tournament.heats.items()}
        if by.role in rules.roles.get(Who.SUPERVISOR, ()) or by.role in rules.roles.get(Who.OPERATOR, ()):
            shown["desk"] = _desk(tournament, by)
        shown["offers"] = offers(tournament, by, others)
    elif by.role in rules.roles.get(Who.REVIEWS, ()):
        shown["offers"] = offers(tournament, by, others)
    return shown


def board(tournament: Tournament, by: Asker) -> dict[str, Any]:
    """What hangs on the wall, for everybody."""
    rules, terms = rules_of(tournament), tournament.terms
    document = tournament.document
    book = find_game(str(document.get("tournament")))
    return {
        "id": tournament.id,
        "title": str(document.get("title", "")),
        "book": book.id,
        "book_title": open_book(book.id).name,
        "dice": not open_book(book.id).spins,
        "phase": tournament.phase,
        "now": by.at,
        "official": {
            "title": rules.official,
            "person": tournament.official.person,
            "present": tournament.official.present,
        },
        "session": tournament.session,
        "sessions": [] if terms is None else [_stage(tournament, number) for number in range(len(terms.stages))],
        "entries_close": tournament.entries_close,
        "entered": sum(entry.standing == IN for entry in tournament.entries.values()),
        "fee": terms.entry.fee if terms else 0,
        "pool": tournament.money.pool,
        "goods": list(tournament.money.goods),
        "shares": list(terms.prizes.shares) if terms else [],
        "tables": [_table(tournament, heat, by) for heat in tournament.heats.values()],
        "seats": [{"table": table, "players": list(names)} for table, names in tournament.seating.drawn],
        "waiting": list(tournament.waiting),
        "history": [
            {"where": where, "places": [list(place) for place in places]} for where, places in tournament.record.history
        ],
        "places": [list(place) for place in tournament.places],
        "prizes": [{"player": name, "cents": cents} for name, cents in tournament.money.paid],
        "chips": terms.chips.allotment if terms else 0,
        "digest": tournament.digest,
        "disputes": [_dispute(each, by) for each in tournament.disputes],
    }


def _dispute(dispute: Dispute, by: Asker) -> dict[str, Any]:
    """A dispute: in words for whose it is and for the house; for others only that there is one, and if it is open."""
    theirs = by.role not in (PLAYER, WALL) or by.person == dispute.by
    said = {"about": dispute.about, "ruling": dispute.ruling, "review": dispute.review}
    words = said if theirs else {name: UNTOLD if text else "" for name, text in said.items()}
    return {"number": dispute.number, "table": dispute.table, "by": dispute.by if theirs else ""} | words


def _stage(tournament: Tournament, number: int) -> dict[str, Any]:
    terms = tournament.terms
    assert terms is not None
    stage = terms.stages[number]
    return {
        "number": number + 1,
        "starts": tournament.starts[number],
        "tables": stage.tables,
        "seats": stage.seats,
        "advance": stage.advance,
        "rounds": stage.rounds,
        "minutes": stage.minutes,
        "repechage": stage.repechage,
    }


def _table(tournament: Tournament, heat: Heat, by: Asker) -> dict[str, Any]:
    """One table: standings, the round, the clock, and forms that are open to everybody by now."""
    last, round_ = heat.last, heat.round
    low, high = _limits(tournament, heat)
    places = heat.places if heat.phase == ENDED else ranking(heat)
    ranks: dict[str, int] = {}
    first = 1
    for place in places:
        ranks |= dict.fromkeys(place, first)
        first += len(place)
    order = [name for place in places for name in place]
    order += [name for name in heat.seats if name not in ranks]
    return {
        "table": heat.table,
        "phase": heat.phase,
        "round": heat.number,
        "rounds": tournament.stage.rounds,
        "minimum": low,
        "maximum": high,
        "closes_at": heat.closes_at,
        "elapsed": heat.clock.elapsed(by.at),
        "paused": bool(heat.clock.paused_since),
        "minutes": tournament.stage.minutes,
        "advance": advance_from(tournament, heat),
        "marker": heat.marker,
        "turn": next(iter(_waits(round_)), "") if round_ else "",
        "play_off": list(heat.ties.tied) if heat.ties else [],
        "tied": undecided(tournament, heat, ranking(heat)) if heat.phase == UNDECIDED else [],
        "point": getattr(heat.game, "point", None) if heat.game else None,
        "standings": [_standing(heat, name, ranks.get(name, 0)) for name in order],
        "last": None
        if last is None
        else {
            "number": last.number,
            "result": last.result,
            "forms": [
                {
                    "player": form.player,
                    "wager": form.wager,
                    "on": form.on,
                    "amount": form.amount,
                    "counted": form.counted,
                }
                for form in last.forms
            ],
            "told": [{"player": player, "clause": clause, "words": words} for player, clause, words in last.told],
        },
    }


def _limits(tournament: Tournament, heat: Heat) -> tuple[int, int]:
    """Minimum and maximum of the round that is played, or of the next one."""
    terms = tournament.terms
    if heat.round is not None:
        return heat.round.minimum, heat.round.maximum
    if terms is not None and heat.phase in (BETTING, NO_MORE):
        return terms.wagers.at(heat.number)
    return limits_of(tournament, heat)


def _waits(round_: Round) -> list[str]:
    """Who is still to act, in order, where there is an order."""
    return [name for name in round_.turn if not round_.done[name].acted]


def _standing(heat: Heat, name: str, rank: int) -> dict[str, Any]:
    done = heat.round.done.get(name) if heat.round else None
    lying = [] if done is None else [_stake(stake.wager, stake.on, stake.amount) for stake in done.stakes]
    if heat.game is not None:
        seat = heat.seat(name)
        lying = [
            _stake(lies.wager, lies.selection, lies.stake // CHIP) for lies in heat.game.layout if lies.seat == seat
        ]
    return {
        "player": name,
        "seat": heat.seat(name),
        "rank": rank,
        "chips": heat.chips(name),
        "state": heat.players[name].state,
        "acted": bool(done and (done.acted or done.absent)),
        "passed": bool(done and done.passed),
        "form": bool((done and done.form) or name in heat.forms),
        "wagers": lying,
    }


def _stake(wager: str, on: Any, amount: int) -> dict[str, Any]:
    spot = list(on) if isinstance(on, tuple) else on
    return {"wager": wager, "on": "" if on is None else say_selection(on), "spot": spot, "amount": amount}


def _me(tournament: Tournament, person: str) -> dict[str, Any]:
    """A player's own: entry, seat, rank, chips to the leader, cards and forms left, and a form that is handed in."""
    entry = _mine(tournament, person)
    terms = tournament.terms
    if entry is None:
        return {"player": person, "standing": ""}
    me: dict[str, Any] = {
        "player": entry.player,
        "standing": entry.standing,
        "agreed": entry.agreed,
        "conditions": entry.copy,
        "bought_in": entry.player in tournament.seating.bought_in,
        "buy_in": terms.chips.buy_in if terms else 0,
        "plays": entry.player in tournament.coming,
        "substitute": entry.substitute,
        "nominated": entry.nominated,
    }
    heat = heat_of(tournament, entry.player)
    if heat is None:
        return me
    player = heat.players[entry.player]
    done = heat.round.done.get(entry.player) if heat.round else None
    form = heat.forms.get(entry.player) or (done.form if done else None)
    most = max((heat.chips(name) for name in heat.still_in()), default=0)
    return me | {
        "table": heat.table,
        "seat": heat.seat(entry.player),
        "chips": heat.chips(entry.player),
        "to_leader": most - heat.chips(entry.player),
        "pass_cards": player.cards,
        "forms": player.forms,
        "form": _form(form),
        "agreed_to_end": entry.player in heat.closing.agreed,
    }


def _mine(tournament: Tournament, person: str) -> Entry | None:
    """The entry that somebody plays for: their own, or the one they stand in for."""
    own = tournament.entries.get(person)
    return own or next((entry for entry in tournament.entries.values() if entry.substitute == person), None)


def _form(form: Form | None) -> dict[str, Any] | None:
    if form is None:
        return None
    place = form.stake
    on = say_selection(place.on) if place and place.on is not None else ""
    return {"wager": place.wager if place else "", "on": on, "amount": form.amount}


def _crew(tournament: Tournament, heat: Heat, examines: bool) -> dict[str, Any]:
    """What the crew of a table needs: order and marker, who is still to act, indicators, forms to examine."""
    forms = dict(heat.forms)
    if heat.round is not None:
        forms |= {name: done.form for name, done in heat.round.done.items() if done.form}
    waiting = waiting_forms(heat)
    return {
        "turn": _waits(heat.round) if heat.round else [],
        "to_act": [name for name, done in heat.round.done.items() if not done.acted and not done.absent]
        if heat.round
        else [],
        "indicators": [name for name in forms if name in heat.examined],
        "to_examine": waiting,
        "forms": {name: _form(form) for name, form in forms.items()} if examines else {},
        "defects": {name: _defect(tournament, heat, name) for name in waiting} if examines else {},
        "away": sorted(heat.away),
        "counting": heat.closing.counting,
        "counted": bool(heat.closing.counted) or not heat.still_in(),
        "returned": heat.closing.returned,
    }


def _defect(tournament: Tournament, heat: Heat, name: str) -> dict[str, str] | None:
    found = defect_of(tournament, heat, name)
    return None if found is None else {"clause": found.clause, "words": found.words}


def _desk(tournament: Tournament, by: Asker) -> dict[str, Any]:
    """What the official and the operator work with."""
    rules, terms, seating = rules_of(tournament), tournament.terms, tournament.seating
    missing = stands_in_the_way(tournament.document, rules) if tournament.phase == DRAFT else []
    return {
        "document": tournament.document,
        "digest": tournament.digest,
        "lacks": [{"clause": each.clause, "about": each.about} for each in missing],
        "asker": by.person,
        "mine": by.person == tournament.official.person,
        "licence": tournament.official.licence,
        "described": terms is not None and described(terms) is not None,
        "needs_briefing": rules.has(Duty.BRIEFING) and not tournament.official.briefed,
        "needs_presence": rules.has(Duty.PRESENCE) and not tournament.official.present,
        "grounds": {name: {"clause": each.clause, "about": each.about} for name, each in rules.grounds.items()},
        "entries": [
            {
                "player": entry.player,
                "standing": entry.standing,
                "fee": entry.fee,
                "agreed": entry.agreed,
                "copy": entry.copy,
                "bought_in": entry.player in seating.bought_in,
                "nominated": entry.nominated,
                "substitute": entry.substitute,
            }
            for entry in tournament.entries.values()
        ],
        "coming": list(tournament.coming),
        "buy_in": terms.chips.buy_in if terms else 0,
        "bought": tournament.money.bought,
        "tables": list(seating.tables),
        "commitment": seating.commitment,
        "sealed": seating.sealed,
        "missing": [
            {"table": table, "value": value, "quantity": count} for table, value, count in tournament.record.missing
        ],
        "seconds": tournament.seconds,
    }
