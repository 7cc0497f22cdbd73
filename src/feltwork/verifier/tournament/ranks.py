"""The order at a table, and what must come next there."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from feltwork.verifier.tournament.heats import Heat, Places, advance_from

Body = dict[str, Any]


def ranking(heat: Heat) -> Places:
    """The order at a table; a shared place that the official has decided on is shared no longer.

    Who was out and is disqualified since has no place.
    """
    found: Places = []
    for place in filter(None, ([name for name in all_ if name not in heat.gone] for all_ in by_play(heat))):
        order = next((each for each in heat.ordered if set(each) >= set(place)), place)
        found += [place] if order is place else [[name] for name in order if name in place]
    return found


def by_play(heat: Heat) -> Places:
    """Most chips first, then the eliminated, last out first; a play-off stays between those above and below."""
    inside = sorted(heat.playing(), key=lambda name: (-heat.worth(name), listed(heat, name)))
    ranked = [list(names) for _, names in groupby(inside, key=heat.worth)]
    if heat.ties is not None:
        late = reversed(heat.out[heat.ties["out_before"] :])
        since = [[name] for name, _ in late if name in heat.ties["tied"]]
        return [*map(list, heat.ties["above"]), *ranked, *since, *map(list, heat.ties["below"])]
    if heat.game is None:
        return [*ranked, *([name] for name, _ in reversed(heat.out))]
    together = groupby(heat.out, key=lambda each: (each[1], heat.chips[each[0]]))
    return [*ranked, *[[name for name, _ in group] for _, group in together][::-1]]


def listed(heat: Heat, name: str) -> int:
    order = list(heat.ties["tied"]) if heat.ties else heat.seats
    return order.index(name)


def undecided(heat: Heat, places: Places) -> list[str]:
    """Those with equal chips between whom something must decide."""
    shares = heat.terms.said("prizes.shares", [])
    if heat.final and heat.terms.said("prizes.ties", "share") == "share":
        return []
    first = 0
    for place in places:
        after = first + len(place)
        cut = advance_from(heat)
        matters = len(place) > 1 and first < len(shares) if heat.final else first < cut < after
        if matters and (heat.game is not None or heat.final or set(place) <= set(heat.inside)):
            return place
        first = after
    return []


def follows(heat: Heat, last: bool) -> Body | None:
    """What must come next at the table: the end, a play-off, a tie for the official; or nothing."""
    if not last and heat.ties is None and len(heat.playing()) > 1:
        return None
    places = ranking(heat)
    tied = undecided(heat, places)
    if not tied:
        return {"type": "heat-ended", "places": places}
    if not heat.terms.plays_off or not set(tied) <= set(heat.inside):
        return {"type": "tie-found", "players": tied}
    if heat.ties is not None:
        before = list(heat.ties["tied"])
        if before == tied or (set(tied) <= set(before) and not heat.final):
            return None
    at = places.index(tied)
    ties = {"above": places[:at], "tied": tied, "below": places[at + 1 :], "out_before": len(heat.out)}
    return {"type": "play-off-called", "ties": ties}


def over_again(heat: Heat) -> Body:
    """What follows at a table that was over, where somebody there loses the place; returned chips play off no more."""
    places = ranking(heat)
    tied = undecided(heat, places)
    if tied and heat.closing.returned:
        return {"type": "tie-found", "players": tied}
    return follows(heat, last=True) or {"type": "heat-ended", "places": places}
