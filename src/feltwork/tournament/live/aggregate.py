"""A tournament as a stream of its own: all topics together, in the one value that the engine takes."""

from __future__ import annotations

from typing import Any, Union

from feltwork.aggregate import ANYBODY, Aggregate, Decision, Elsewhere, Privacy, Stamp, TakingPart
from feltwork.games.conduct import Power
from feltwork.games.registry import games
from feltwork.games.tournament import Who
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.schema import Schema
from feltwork.tournament.live.postings import postings
from feltwork.tournament.live.registry import COMMANDS, EVENTS, TAKING_PART, takers
from feltwork.tournament.live.state import Tournament
from feltwork.tournament.live.topic import Sender
from feltwork.tournament.live.topics import drafting, seating
from feltwork.tournament.live.view import view


def decide(tournament: Tournament, command: Any, by: Asker, others: Elsewhere) -> Decision:
    """What a tournament makes of a command."""
    if not tournament.phase and not isinstance(command, drafting.DraftTournament):
        return Refusal(NOT_IN_THE_BOOK, "there is no such tournament")
    return COMMANDS[type(command)][1](tournament, command, by, others)


def evolve(tournament: Tournament, event: Any, stamp: Stamp) -> None:
    EVENTS[type(event)].evolve(tournament, event, stamp)


def tell(event: Any) -> list[str]:
    return [EVENTS[type(event)].tell(event)]


def _roles(*wanted: Who) -> tuple[str, ...]:
    """Everybody to whom some book gives one of these."""
    found = {
        role for game in games() if game.tournament for who in wanted for role in game.tournament.roles.get(who, ())
    }
    return tuple(sorted(found))


def _power(sender: Sender) -> Power:
    match sender:
        case Sender.DESK:
            roles = _roles(Who.OPERATOR, Who.SUPERVISOR, Who.RULES)
        case Sender.CREW:
            roles = _roles(Who.DEALER, Who.SUPERVISOR)
        case Sender.PLAYER:
            roles = (PLAYER, *_roles(Who.DEALER, Who.SUPERVISOR))
        case _:
            roles = (ANYBODY,)
    return Power(NOT_IN_THE_BOOK, roles)


AGGREGATE: Aggregate[Tournament] = Aggregate(
    kind=seating.KIND,
    title="Tournaments",
    single=False,
    senders={command: _power(sender) for command, (sender, _) in COMMANDS.items()},
    events=Schema(Union[tuple(EVENTS)]),  # noqa: UP007  # made of a list of types
    state=Tournament,
    fresh=Tournament,
    decide=decide,
    evolve=evolve,
    tell=tell,
    view=view,
    readers=frozenset(("crew", "supervisor", "inspector", "player", "wall", "cashier")),
    postings=postings,
    guards=(seating.NOT_FOR_MONEY,),
    taking_part=TakingPart(TAKING_PART, takers),
    shape=2,
    privacy=Privacy(withheld={"form-handed-in": ("form",), "hand-in-form": ("wager", "on", "amount")}),
    accounts={"tournament": "pools and buy-ins of tournaments", "tournament-chips": "", "tournament-bank": ""},
)
