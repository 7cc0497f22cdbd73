"""What is made known of a promotion's draws, and the draws made again from it by anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from feltwork.entropy.commit import commitment
from feltwork.promotion import events as happened
from feltwork.promotion.draw import entries_of, list_digest, pick
from feltwork.promotion.state import Promotion


def published(state: Promotion, events: Iterable[Any]) -> dict[str, Any]:
    """The list and every draw, as they are made known."""
    listed = [[number, player] for number, player in entries_of(state)]
    one_each = state.terms is not None and state.terms.one_prize_each
    draws = list(_draws(state, events))
    return {"promotion": state.name, "entries": listed, "digest": state.digest, "one_each": one_each, "draws": draws}


def _draws(state: Promotion, events: Iterable[Any]) -> Iterator[dict[str, Any]]:
    open_one: dict[str, Any] = {}
    for event in events:
        if isinstance(event, happened.EntriesFrozen | happened.RedrawAsked):
            awards = [event.award] if isinstance(event, happened.RedrawAsked) else list(state.awards)
            open_one = {"draw": event.draw, "commitment": event.commitment, "awards": awards}
        elif isinstance(event, happened.DrawWitnessed):
            open_one["word"] = event.word
        elif isinstance(event, happened.PrizesDrawn):
            open_one["secret"] = event.secret
            open_one["winners"] = [[one.award, one.entry, one.player] for one in event.winners]
            yield open_one


def wrong_draws(found: dict[str, Any]) -> Iterator[str]:
    """Every draw that does not come out again."""
    listed = [(int(number), str(player)) for number, player in found["entries"]]
    digest = list_digest(listed)
    if digest != found["digest"]:
        yield f"the list has the digest {digest}, not {found['digest']}"
    gone: dict[int, str] = {}
    for each in found["draws"]:
        secret = bytes.fromhex(each["secret"])
        if commitment(secret) != each["commitment"]:
            yield f"{each['draw']}: the secret does not match the commitment"
        people = set(gone.values()) if found["one_each"] else set()
        left = [entry for entry in listed if entry[0] not in gone and entry[1] not in people]
        again = pick(secret, each["draw"], digest, each["word"], left, each["awards"], one_each=found["one_each"])
        said = {award: (entry, player) for award, entry, player in each["winners"]}
        if again != said:
            yield f"{each['draw']}: {said} was published, the secret gives {again}"
        gone |= dict(said.values())
