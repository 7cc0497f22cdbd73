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
        "suspended": life.suspended,
        "closing": life.closing,
        "practice": life.rehearsal,
        "players": len(life.seats),
        "capacity": life.capacity,
        "version": life.version,
        "proposed": proposed(life),
        "faulty": sorted(life.faulty),
        "withheld": len(life.withheld),
        "drop": life.drop,
        "concerns": len(life.concerns),
        "unchecked": _unchecked(life),
        "doubts": doubts(life),
        "called": None if life.called is None else {"person": life.called.person, "what": life.called.what},
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
        "staked": sum(staked(table, seat) for seat in life.seats),
        "chips": table.chips(),
        "announced": {wager: [list(sign), effective] for wager, (sign, effective) in life.announced.items()},
        "closes_at": life.betting.closes_at if life.betting is not None else None,
        "awaited": life.awaited,
        "uncalled": uncalled(life),
    }


def _unchecked(life: LiveTable) -> int:
    """How many items somebody has to check before play opens, or goes on."""
    equipment = life.conduct.equipment if life.conduct else {}
    due = [item for item in equipment if item not in life.checked]
    return len(due) if life.status == CHECKING or life.awaiting else 0


def opened(life: LiveTable, takings: Takings) -> Data:
    """Everything a supervisor may set at one table, each thing with its clause."""
    table, conduct = life.game, life.conduct
    told = glance(life, takings)
    if table is None or conduct is None:
        return told
    return told | {
        "equipment": [_item(life, conduct, item) for item in conduct.equipment],
        "needed": list(conduct.crew),
        "crew": life.crew,
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
        "faulty": life.faulty,
        "seats": {
            str(seat): {
                "player": player,
                "balance": table.balances.get(seat, 0),
                "staked": staked(table, seat),
                "personal": own_limits(table, seat),
            }
            for seat, player in sorted(life.seats.items())
        },
        "rounds": list(life.rounds),
        "ruled": sorted(life.ruled),
        **_last(life, conduct),
        "corrects_faces": conduct.corrects_faces and conduct.rules > 1,
        "lying": _lying(life, conduct),
        "withheld": {str(case): list(kept) for case, kept in life.withheld.items()},
        "relaxed": sorted(life.relaxed),
        "wagers": {name: wager.title for name, wager in table.book.wagers.items()},
    }


def _item(life: LiveTable, conduct: Conduct, item: str) -> Data:
    """One item of the checklist: what is asked of it, and what was last found."""
    how, found = conduct.inspects.get(item), life.inspected.get(item)
    told: Data = {
        "item": item,
        "clause": conduct.equipment[item],
        "checked": item in life.checked,
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
        "pieces": how.numbered.many(life.capacity) if how.numbered else 0,
        "numbered": how.numbered.kind if how.numbered else "",
        "again": life.awaiting.get(how.part or item),
        "replaceable": how.part != DICE_PART,
    }


def doubts(life: LiveTable) -> list[Data]:
    """Rounds that had been paid when a fault was reported, and wait for a supervisor."""
    return [
        {"number": x.number, "version": x.version, "what": x.what, "person": x.person, "clause": x.clause}
        for x in life.doubts
    ]


def _lying(life: LiveTable, conduct: Conduct) -> Data | None:
    """The dice that lie, as they were called and ruled on, where somebody rules on their faces."""
    if life.phase == BETTING or Act.RULE_ON_A_FACE not in conduct.powers:
        return None
    called = list(life.entered) if isinstance(life.entered, tuple) else None
    return {"called": called, "ruled": life.face and list(life.face), "clause": conduct.clause_of(Act.RULE_ON_A_FACE)}


def _last(life: LiveTable, conduct: Conduct) -> Data:
    """The last round, for as long as it can be invalidated, corrected, or its faces ruled on."""
    if life.last_round is None:
        return {"last": None, "correctable": None, "disputable": None}
    version = life.last_round[0]
    late = conduct.begins_with_close or conduct.corrects_faces
    open_still = version not in life.ruled and version not in life.parts
    return {
        "last": None if life.moved else version,
        "correctable": version if open_still and (late or not life.moved) else None,
        "disputable": version if open_still and Act.RULE_ON_A_FACE in conduct.powers else None,
    }


def proposed(life: LiveTable) -> Data | None:
    """A correction that waits for its second person."""
    asked = life.proposed
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
