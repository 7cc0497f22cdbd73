"""Complete conditions for both books, for tests to take something out of."""

from __future__ import annotations

from typing import Any

BOTH: dict[str, Any] = {
    "title": "Spring",
    "entry": {
        "charged": True,
        "fee": "100.00",
        "terms": "open to members",
        "withdraw_until": "two days before",
        "form": "at the desk",
        "minimum_players": 12,
        "maximum_players": 48,
    },
    "chips": {"allotment": 1000, "bought": True, "buy_in": "50.00", "disposition": "returned"},
    "wagers": {
        "compulsory": True,
        "minimum": 10,
        "maximum": 500,
        "change": True,
        "changes": [{"round": 10, "minimum": 20, "maximum": 500}],
    },
    "structure": {
        "sessions": [{"rounds": 20, "tables": 8, "seats": 6, "advance": 2}],
        "progression": "the first two of each table",
        "repechage": True,
        "repechage_how": "one draw",
    },
    "buy_back": {"offered": True, "method": "at the desk", "timing": "between sessions"},
    "eligibility": {
        "entitled": "those who may enter and gamble",
        "may_refuse": True,
        "refusal": "any application may be refused",
        "selects": True,
        "criteria": "members first",
    },
    "prizes": {"shares": [70, 30], "payment": "in cash", "guaranteed": True, "guarantee": "from 30 entries"},
    "statement": {"conduct": "by the person in charge; the rules prevail"},
}
ROULETTE: dict[str, Any] = BOTH | {
    "tournament": "star-roulette",
    "play": {"seats": "by draw", "order": True, "pass_cards": 1, "undisclosed": 1},
}
CRAPS: dict[str, Any] = BOTH | {
    "tournament": "crown-craps",
    "approval": "VCGR 12/2026",
    "override": [{"clause": "4.2", "how": "limits are in tournament chips"}],
    "play": {
        "secret": True,
        "secret_number": 1,
        "secret_how": "on a form",
        "disqualified": "for breach",
        "retire": "at any time",
        "refunds": "none",
        "late": "one minimum a round",
    },
}


def without(document: dict[str, Any], path: str) -> dict[str, Any]:
    """The document with a field taken out, or a part of it."""
    part, _, name = path.partition(".")
    if not name:
        return {key: value for key, value in document.items() if key != part}
    return document | {part: {key: value for key, value in document[part].items() if key != name}}


def changed(document: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The document with a field changed."""
    part, _, name = path.partition(".")
    return document | {part: document[part] | {name: value}}
