"""What a supervisor sees of a table: at a glance beside the others, and opened, with all that can be set there."""

from __future__ import annotations

from msgspec import to_builtins

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import DICE_PART
from feltwork.table.live.asker import HELPERS
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import BETTING, CHECKING
from feltwork.table.live.topics.equipment import tell_found
from feltwork.views.takings import Takings
from feltwork.views.views import Data, own_limits, staked, uncalled


def glance(live: LiveTable, takings: Takings) -> Data:
    """One line of the floor."""
    table = live.game
    told: Data = {
        "table": live.table,
        "status": live.status,
        "phase": live.phase,
        "suspended": live.stops.reason,
        "closing": live.notices.closing,
        "practice": live.opening.rehearsal,
        "players": len(live.seats.players),
        "capacity": live.opening.capacity,
        "version": live.version,
        "proposed": proposed(live),
        "faulty": sorted(live.terminals.faulty),
        "withheld": len(live.terminals.withheld),
        "drop": live.money.drop,
        "concerns": len(live.waiting.concerns),
        "unchecked": _unchecked(live),
        "doubts": doubts(live),
        "called": None
        if live.stops.called is None
        else {"person": live.stops.called.person, "what": live.stops.called.what},
        "takings": takings.reading(),
    }
    if table is None:
        return told
    return told | {
        "book": table.book.id,
        "name": table.book.name,
        "spins": table.book.spins,
        "closed": table.closed,
        "round": table.round,
        "staked": sum(staked(table, seat) for seat in live.seats.players),
        "chips": table.chips(),
        "announced": {wager: [list(sign), effective] for wager, (sign, effective) in live.notices.limits.items()},
        "closes_at": live.draws.betting.closes_at if live.draws.betting is not None else None,
        "awaited": live.throw.awaited,
        "uncalled": uncalled(live),
    }


def _unchecked(live: LiveTable) -> int:
    """How many items somebody has to check before play opens, or goes on."""
    equipment = live.conduct.equipment if live.conduct else {}
    due = [item for item in equipment if item not in live.equipment.checked]
    return len(due) if live.status == CHECKING or live.equipment.awaiting else 0


def opened(live: LiveTable, takings: Takings) -> Data:
    """Everything a supervisor may set at one table, each thing with its clause."""
    table, conduct = live.game, live.conduct
    told = glance(live, takings)
    if table is None or conduct is None:
        return told
    return told | {
        "equipment": [_item(live, conduct, item) for item in conduct.equipment],
        "needed": list(conduct.crew),
        "crew": live.crew.roster,
        "assigned": list(HELPERS),
        "powers": {what: {"clause": p.clause, "roles": list(p.roles)} for what, p in conduct.powers.items()},
        "causes": conduct.invalidating.causes,
        "may_forfeit": conduct.invalidating.may_forfeit,
        "notice_minutes": conduct.notices.minutes,
        "clauses": {
            "raise": conduct.notices.raises,
            "close": conduct.notices.closes,
            "personal": conduct.notices.personal,
            "fault": conduct.faults.clause,
            "disputes": conduct.disputes,
            "dice": conduct.dice.clause,
            "sign": table.book.house.sign,
        },
        "shoots": conduct.shooting.shoots,
        "terminal_faults": conduct.terminals.faults,
        "faulty": live.terminals.faulty,
        "seats": {
            str(seat): {
                "player": player,
                "balance": table.balances.get(seat, 0),
                "staked": staked(table, seat),
                "personal": own_limits(table, seat),
            }
            for seat, player in sorted(live.seats.players.items())
        },
        "rounds": list(live.rounds.kept),
        "ruled": sorted(live.rounds.ruled),
        **_last(live, conduct),
        "corrects_faces": conduct.dice.corrects_faces and conduct.rules > 1,
        "lying": _lying(live, conduct),
        "withheld": {str(case): list(kept) for case, kept in live.terminals.withheld.items()},
        "relaxed": sorted(live.terminals.relaxed),
        "wagers": {name: wager.title for name, wager in table.book.wagers.items()},
    }


def _item(live: LiveTable, conduct: Conduct, item: str) -> Data:
    """One item of the checklist: what is asked of it, and what was last found."""
    how, found = conduct.inspects.get(item), live.equipment.inspected.get(item)
    told: Data = {
        "item": item,
        "clause": conduct.equipment[item],
        "checked": item in live.equipment.checked,
        "measured": how is not None,
        "measures": [],
        "pieces": 0,
        "numbered": "",
        "last": to_builtins(found),
        "told": tell_found(found).strip(" ()"),
        "again": None,
        "replaceable": False,
    }
    if how is None:
        return told
    return told | {
        "measures": [
            {"name": m.name, "kind": m.kind, "each": m.each, "fits": list(m.fits), "fails": list(m.fails)}
            for m in how.measures
        ],
        "pieces": how.numbered.many(live.opening.capacity) if how.numbered else 0,
        "numbered": how.numbered.kind if how.numbered else "",
        "again": live.equipment.awaiting.get(how.part or item),
        "replaceable": how.part != DICE_PART,
    }


def doubts(live: LiveTable) -> list[Data]:
    """Rounds that had been paid when a fault was reported, and wait for a supervisor."""
    return [
        {"number": x.number, "version": x.version, "what": x.what, "person": x.person, "clause": x.clause}
        for x in live.stops.doubts
    ]


def _lying(live: LiveTable, conduct: Conduct) -> Data | None:
    """The dice that lie, as they were called and ruled on, where somebody rules on their faces."""
    if live.phase == BETTING or Act.RULE_ON_A_FACE not in conduct.powers:
        return None
    called = list(live.throw.entered) if isinstance(live.throw.entered, tuple) else None
    return {
        "called": called,
        "ruled": live.throw.face and list(live.throw.face),
        "clause": conduct.clause_of(Act.RULE_ON_A_FACE),
    }


def _last(live: LiveTable, conduct: Conduct) -> Data:
    """The last round, for as long as it can be invalidated, corrected, or its faces ruled on."""
    if live.rounds.last is None:
        return {"last": None, "correctable": None, "disputable": None}
    version = live.rounds.last[0]
    late = conduct.rounds.begins_with_close or conduct.dice.corrects_faces
    open_still = version not in live.rounds.ruled and version not in live.rounds.parts
    return {
        "last": None if live.rounds.moved else version,
        "correctable": version if open_still and (late or not live.rounds.moved) else None,
        "disputable": version if open_still and Act.RULE_ON_A_FACE in conduct.powers else None,
    }


def proposed(live: LiveTable) -> Data | None:
    """A correction that waits for its second person."""
    asked = live.rounds.proposed
    if asked is None:
        return None
    return {
        "version": asked.version,
        "result": asked.result,
        "reason": asked.reason,
        "person": asked.person,
        "cause": asked.cause,
        "clause": asked.clause,
    }
