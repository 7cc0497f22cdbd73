"""A live table as a screen shows it: plain data, the same for everybody, and what only one seat may see."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from feltwork.games.conduct import Act
from feltwork.games.lucky import pays_now
from feltwork.outcomes import Selection
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import OPEN
from feltwork.table.live.topics.colours import not_agreed as missing
from feltwork.table.live.topics.colours import own_colours
from feltwork.table.live.topics.meters import Meter
from feltwork.table.live.topics.oral_wagers import brings, not_taken
from feltwork.table.live.topics.shooter import shooting_values
from feltwork.table.play.events import CHECKS, TOKENS, Key, selection_data
from feltwork.table.play.state import Limit, Standing, TableState, holds_checks

Data = dict[str, object]
_encode = msgspec.json.Encoder().encode


class StakeViews:
    """The stakes of a table as they were last shown, encoded: only what has changed since is looked at again."""

    def __init__(self) -> None:
        self._shown: dict[Key, tuple[Standing, int, msgspec.Raw]] = {}

    def of(self, table: TableState) -> list[msgspec.Raw]:
        before, self._shown = self._shown, {}
        for key, standing in table.layout.items():
            kept = before.get(key)
            if kept is None or kept[0] is not standing or kept[1] != table.area:
                kept = (standing, table.area, msgspec.Raw(_encode(stake_view(table, standing))))
            self._shown[key] = kept
        return [shown for _, _, shown in self._shown.values()]


def public_view(live: LiveTable, stakes: StakeViews | None = None) -> Data:
    """All that lies open on a table: stakes are there for everybody to see, rails are not."""
    table = live.game
    view: Data = {
        "table": live.table,
        "status": live.status,
        "version": live.version,
        "phase": live.phase,
        "suspended": live.stops.reason,
        "closing": live.notices.closing,
        "capacity": live.opening.capacity,
        "seats": {str(seat): player for seat, player in sorted(live.seats.players.items())},
        "crew": live.crew.roster,
        "shooter": live.shooter.seat,
        "thrower": live.shooter.thrower,
        "offered": live.shooter.offered,
        "house_throws": live.shooter.house_throws,
        "practice": live.opening.rehearsal,
        "entered": live.throw.entered,
        "awaited": live.throw.awaited,
        "asked": msgspec.to_builtins(live.waiting.calls),
        "dice": _dice(live),
    }
    return view | (_game_view(live, table, stakes) if table is not None else {})


def _game_view(live: LiveTable, table: TableState, stakes: StakeViews | None) -> Data:
    return {
        "book": table.book.id,
        "name": table.book.name,
        "spins": table.book.spins,
        "round": table.round,
        "results": table.results,
        "chip": table.rules.chip,
        "closed": table.closed,
        "betting": live.status == OPEN and not table.closed and live.stops.reason is None and live.phase == "betting",
        "similar": table.book.house.switch_similar,
        "delegates": live.conduct.shooting.delegates if live.conduct else "",
        "shooting": _shooting(live),
        "come_out": table.come_out,
        "point": selection_data(table.area_state),
        "stakes": stakes.of(table) if stakes else [stake_view(table, standing) for standing in table.layout.values()],
        "limits": {wager: limit_view(limit) for wager, limit in table.rules.limits.items()},
        "announced": {wager: [list(sign), effective] for wager, (sign, effective) in live.notices.limits.items()},
        "closes_at": live.draws.betting.closes_at if live.draws.betting is not None else live.gear.closes_at,
        "source": live.opening.source,
        "oral": _oral(live),
        "draw": draw_view(live),
        "button": live.gear.button,
        "valid_spin": spin.revolutions if live.conduct and (spin := live.conduct.wheel.valid_spin) else None,
        "uncalled": uncalled(live),
        "personal": {str(seat): own_limits(table, seat) for seat in sorted(table.personal)},
        "personal_by": live.conduct.notices.personal if live.conduct else "",
        "colours": _colours(live),
        "concerns": [msgspec.to_builtins(concern) for concern in live.waiting.concerns],
        "frozen": [name for name, w in table.book.wagers.items() if w.frozen and table.area_state in w.frozen.areas],
        "lucky": dict(table.lucky) if table.lucky is not None else None,
        "boost": list(table.boost) if table.boost is not None else None,
        "lucky_pays": pays_now(table.book, table.boost) if table.lucky is not None else None,
    }


def stake_view(table: TableState, standing: Standing) -> Data:
    """One wager on the layout, with what may still be done with it."""
    wager = standing.wager
    return {
        "seat": standing.seat,
        "wager": wager.name,
        "on": selection_data(standing.on),
        "placed_on": selection_data(standing.selection),
        "stake": standing.stake,
        "commission": sum(lot.commission for lot in standing.lots),
        "working": standing.is_working(table.come_out),
        "called": standing.working,
        "switchable": wager.switchable is not None,
        "contract": wager.contract if wager.contract and standing.has_point(table.come_out) else None,
        "frozen": standing.is_frozen(table.area_state),
        "tokens": sum(lot.amount for lot in standing.lots if lot.instrument == TOKENS),
        "checks": sum(lot.amount for lot in standing.lots if lot.instrument == CHECKS),
    }


def limit_view(limit: Limit) -> list[int | None]:
    return [limit.minimum, limit.maximum, limit.unit]


def own_limits(table: TableState, seat: int) -> Data | None:
    """A player's own limits, by wager; nothing where only the sign counts."""
    return {wager: limit_view(limit) for wager, limit in table.personal.get(seat, {}).items()} or None


def seat_view(live: LiveTable, seat: int, lying: Mapping[int, int] | None = None) -> Data:
    """What only the person in a seat sees; whoever shows many seats has counted what lies on the layout already."""
    table = live.game
    if table is None or seat not in table.balances:
        return {"seat": seat, "balance": 0, "personal": None}
    return {
        "seat": seat,
        "balance": table.balances[seat],
        "staked": staked(table, seat) if lying is None else lying.get(seat, 0),
        "personal": own_limits(table, seat),
        "warned": table.warned.get(seat, 0),
        "tokens": table.tokens.get(seat, 0),
        "checks": table.checks.get(seat, 0),
        "tokens_for": [
            table.book.wagers[name].title for name in live.money.token_terms.get(seat, ()) if name in table.book.wagers
        ],
        "meter": meter_view(live.money.meters.get(seat, Meter()), live.money.sat_at.get(seat, Meter())),
        "card": live.terminals.cards.get(seat),
        "needs_card": bool(live.conduct and live.conduct.terminals.card),
    }


def meter_view(meter: Meter, then: Meter) -> Data:
    """What has gone through a seat since its player sat down: nothing of whoever had it before."""
    return {
        "in": meter.came_in - then.came_in,
        "out": meter.out - then.out,
        "staked": meter.staked - then.staked,
        "won": meter.won - then.won,
        "credit": meter.credit - then.credit,
    }


def uncalled(live: LiveTable) -> bool:
    """Are wagers not taken because nobody has called place your bets yet?"""
    table, conduct = live.game, live.conduct
    if table is None or conduct is None or Act.OPEN_BETS not in conduct.powers:
        return False
    return conduct.rounds.opens_wagers and not live.gear.bets_open and not table.closed


def _shooting(live: LiveTable) -> Data | None:
    """At an electronic table, the least stakes that make a shooter."""
    if live.conduct is None or not live.conduct.terminals.no_shooter:
        return None
    return {"clause": live.conduct.terminals.no_shooter, "least": shooting_values(live)}


def _oral(live: LiveTable) -> Data | None:
    """Does this table take wagers that are called aloud now, and with what?"""
    table, conduct = live.game, live.conduct
    if table is None or conduct is None or not conduct.oral.clause:
        return None
    stopped = not_taken(live, table, conduct)
    why = {"why": stopped.reason, "clause": stopped.clause} if stopped else {"why": None, "clause": conduct.oral.clause}
    return {"brings": list(brings(conduct)), "seats": sorted(live.waiting.oral), **why}


def _colours(live: LiveTable) -> Data | None:
    """A table's own checks: the colours of its set, and who has which at what value."""
    rules = live.conduct.tender.checks if live.conduct is not None else None
    if rules is None:
        return None
    taken = {str(seat): [list(mine.colours), mine.value] for seat, mine in live.colours.issued.items()}
    marked = [
        {"seat": seat, "colour": mine.colours[0], "value": mine.value, "clause": rules.value}
        for seat, mine in sorted(live.colours.issued.items())
        if mine.marker and live.game and holds_checks(live.game, seat)
    ]
    rack = [
        {"colour": colour, "value": mine.value}
        for seat, mine in sorted(live.colours.issued.items())
        if live.game and holds_checks(live.game, seat)
        for colour in mine.colours
    ]
    own = list(own_colours(live, rules))
    return {"set": own, "taken": taken, "marked": marked, "rack": rack, "sharing": _sharing(live)}


def _sharing(live: LiveTable) -> list[Data]:
    """Colours that players have asked for and others have, who are yet to agree."""
    table, conduct = live.game, live.conduct
    if table is None or conduct is None:
        return []
    return [
        {"seat": wanted.seat, "colour": wanted.colour, "of": missing(live, table, conduct, wanted.seat, wanted.colour)}
        for wanted in live.colours.wanted.values()
        if missing(live, table, conduct, wanted.seat, wanted.colour)
    ]


def money_of(live: LiveTable, seat: int | None, person: str) -> tuple[int, int]:
    """What somebody has at a seat, in credit and on the layout; nothing where somebody else sits."""
    table = live.game
    if table is None or seat is None or live.seats.players.get(seat) != person:
        return 0, 0
    return table.balances.get(seat, 0), staked(table, seat)


def staked(table: TableState, seat: int) -> int:
    return all_staked(table).get(seat, 0)


def all_staked(table: TableState) -> dict[int, int]:
    """What lies on the layout, by seat."""
    lying: dict[int, int] = {}
    for standing in table.layout.values():
        lying[standing.seat] = lying.get(standing.seat, 0) + standing.stake
    return lying


def draw_view(live: LiveTable) -> Data | None:
    """What the house is bound to this round, what players added, what was drawn, and the secret once it is out."""
    draw = live.draws.draw
    if draw is None:
        return None
    return {
        "round": draw.round_id,
        "commitment": draw.commitment,
        "nonces": list(draw.nonces),
        "nonced": sorted(live.draws.nonced),
        "secret": draw.secret or None,
        "drawn": [[part.kind, list(part.outcome), part.used] for part in draw.drawn],
    }


def _dice(live: LiveTable) -> Data:
    dice = live.dice
    return {
        "bowl": sorted(dice.bowl),
        "hand": list(dice.hand),
        "lost": sorted(dice.lost),
        "unchecked": sorted(dice.unchecked),
        "waiting": list(dice.waiting),
    }


def area_key(wager: str, on: Selection) -> str:
    """How screens name a spot: the wager and what it is on.

    >>> area_key("split", (0, 1)), area_key("win-line", None)
    ('split:0-1', 'win-line')
    """
    if on is None:
        return wager
    return f"{wager}:{'-'.join(map(str, on)) if isinstance(on, tuple) else on}"
