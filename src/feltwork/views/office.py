"""What a supervisor sees of a table: at a glance beside the others, and opened, with all that can be set there."""

from __future__ import annotations

from msgspec import to_builtins

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import DICE_PART
from feltwork.table.live.asker import HELPERS
from feltwork.table.live.phases import BETTING, CHECKING
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.equipment import tell_found
from feltwork.views.takings import Takings
from feltwork.views.views import Data, own_limits, staked, uncalled


def glance(life: LiveTable, takings: Takings) -> Data:
    """One line of the floor."""
    table = life.game
    told: Data = {
        "table": life.table,
        "status": life.status,
        "phase": life.phase,
        "suspended": life.stops.reason,
        "closing": life.notices.closing,
        "practice": life.opening.rehearsal,
        "players": len(life.seats.players),
        "capacity": life.opening.capacity,
        "version": life.version,
        "proposed": proposed(life),
        "faulty": sorted(life.terminals.faulty),
        "withheld": len(life.terminals.withheld),
        "drop": life.money.drop,
        "concerns": len(life.waiting.concerns),
        "unchecked": _unchecked(life),
        "doubts": doubts(life),
        "called": None
        if life.stops.called is None
        else {"person": life.stops.called.person, "what": life.stops.called.what},
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
        "staked": sum(staked(table, seat) for seat in life.seats.players),
        "chips": table.chips(),
        "announced": {wager: [list(sign), effective] for wager, (sign, effective) in life.notices.limits.items()},
        "closes_at": life.draws.betting.closes_at if life.draws.betting is not None else None,
        "awaited": life.throw.awaited,
        "uncalled": uncalled(life),
    }


def _unchecked(life: LiveTable) -> int:
    """How many items somebody has to check before play opens, or goes on."""
    equipment = life.conduct.equipment if life.conduct else {}
    due = [item for item in equipment if item not in life.equipment.checked]
    return len(due) if life.status == CHECKING or life.equipment.awaiting else 0


def opened(life: LiveTable, takings: Takings) -> Data:
    """Everything a supervisor may set at one table, each thing with its clause."""
    table, conduct = life.game, life.conduct
    told = glance(life, takings)
    if table is None or conduct is None:
        return told
    return told | {
        "equipment": [_item(life, conduct, item) for item in conduct.equipment],
        "needed": list(conduct.crew),
        "crew": life.crew.roster,
        "assigned": list(HELPERS),
        "powers": {what: {"clause": p.clause, "roles": list(p.roles)} for what, p in conduct.powers.items()},
        "causes": conduct.causes,
        "may_forfeit": conduct.may_forfeit,
        "notice_minutes": conduct.notice_minutes,
        "clauses": {
            "raise": conduct.raise_notice,
            "close": conduct.close_notice,
            "personal": conduct.personal,
            "fault": conduct.fault,
            "disputes": conduct.disputes,
            "dice": conduct.dice,
            "sign": table.book.house.sign,
        },
        "shoots": conduct.shoots,
        "terminal_faults": conduct.terminal_faults,
        "faulty": life.terminals.faulty,
        "seats": {
            str(seat): {
                "player": player,
                "balance": table.balances.get(seat, 0),
                "staked": staked(table, seat),
                "personal": own_limits(table, seat),
            }
            for seat, player in sorted(life.seats.players.items())
        },
        "rounds": list(life.rounds.kept),
        "ruled": sorted(life.rounds.ruled),
        **_last(life, conduct),
        "corrects_faces": conduct.corrects_faces and conduct.rules > 1,
        "lying": _lying(life, conduct),
        "withheld": {str(case): list(kept) for case, kept in life.terminals.withheld.items()},
        "relaxed": sorted(life.terminals.relaxed),
        "wagers": {name: wager.title for name, wager in table.book.wagers.items()},
    }


def _item(life: LiveTable, conduct: Conduct, item: str) -> Data:
    """One item of the checklist: what is asked of it, and what was last found."""
    how, found = conduct.inspects.get(item), life.equipment.inspected.get(item)
    told: Data = {
        "item": item,
        "clause": conduct.equipment[item],
        "checked": item in life.equipment.checked,
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
        "pieces": how.numbered.many(life.opening.capacity) if how.numbered else 0,
        "numbered": how.numbered.kind if how.numbered else "",
        "again": life.equipment.awaiting.get(how.part or item),
        "replaceable": how.part != DICE_PART,
    }


def doubts(life: LiveTable) -> list[Data]:
    """Rounds that had been paid when a fault was reported, and wait for a supervisor."""
    return [
        {"number": x.number, "version": x.version, "what": x.what, "person": x.person, "clause": x.clause}
        for x in life.stops.doubts
    ]


def _lying(life: LiveTable, conduct: Conduct) -> Data | None:
    """The dice that lie, as they were called and ruled on, where somebody rules on their faces."""
    if life.phase == BETTING or Act.RULE_ON_A_FACE not in conduct.powers:
        return None
    called = list(life.throw.entered) if isinstance(life.throw.entered, tuple) else None
    return {
        "called": called,
        "ruled": life.throw.face and list(life.throw.face),
        "clause": conduct.clause_of(Act.RULE_ON_A_FACE),
    }


def _last(life: LiveTable, conduct: Conduct) -> Data:
    """The last round, for as long as it can be invalidated, corrected, or its faces ruled on."""
    if life.rounds.last is None:
        return {"last": None, "correctable": None, "disputable": None}
    version = life.rounds.last[0]
    late = conduct.begins_with_close or conduct.corrects_faces
    open_still = version not in life.rounds.ruled and version not in life.rounds.parts
    return {
        "last": None if life.rounds.moved else version,
        "correctable": version if open_still and (late or not life.rounds.moved) else None,
        "disputable": version if open_still and Act.RULE_ON_A_FACE in conduct.powers else None,
    }


def proposed(life: LiveTable) -> Data | None:
    """A correction that waits for its second person."""
    asked = life.rounds.proposed
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
