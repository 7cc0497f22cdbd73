"""The conditions of a tournament as a document: what is missing by the book, and what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from feltwork.games.tournament import TournamentRules
from feltwork.money import MoneyError, parse_money
from feltwork.refusal import shown

TOP = ("tournament", "title", "wheel", "variant", "approval", "override", "more")
MAX_COUNT = 10**9
POOL, HOUSE = "pool", "house"
"""Where the money of buy-ins and of buying back goes."""
SHARE, PLAY_OFF, OFFICIAL = "share", "play-off", "official"
"""What decides between players with equal chips."""
NOTHING, DEDUCT, DISQUALIFY = "nothing", "deduct", "disqualify"
"""What follows by itself where a wager is compulsory and a player makes none."""


@dataclass(frozen=True)
class Lack:
    """Something that conditions cannot be published without, or with."""

    clause: str
    about: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.about}"


def field_of(document: Mapping[str, object], path: str) -> object:
    """A field by its path, ``None`` if it is not there or empty."""
    part, _, name = path.partition(".")
    inside = document.get(part)
    value = inside.get(name) if isinstance(inside, Mapping) else None
    return None if value in ("", [], {}) else value


def lacks(document: Mapping[str, object], rules: TournamentRules) -> list[Lack]:
    """What stands in the way of publishing these conditions, in the order of the book's list."""
    found = []
    for item in rules.items:
        if item.used:
            said = field_of(document, item.used)
            if said is False:
                continue
            if said is None:
                found.append(Lack(item.clause, f"{item.used} does not say yes or no ({item.about})"))
                continue
        missing = [path for path in item.needs if field_of(document, path) is None]
        if missing:
            found.append(Lack(item.clause, f"{item.about}: {', '.join(missing)} not said"))
    return [
        *found,
        *_approval(document, rules),
        *_overrides(document, rules),
        *_wrong(document, rules),
        *_unknown(document),
    ]


def _approval(document: Mapping[str, object], rules: TournamentRules) -> Iterator[Lack]:
    if rules.approval and not _is_text(document.get("approval")):
        yield Lack(rules.approval, "the regulator's approval in writing: approval not said")


def _overrides(document: Mapping[str, object], rules: TournamentRules) -> Iterator[Lack]:
    """Rules that the conditions change, each by its clause."""
    listed = document.get("override", [])
    if not listed:
        return
    if not rules.overrides:
        yield Lack(rules.conditions, "these conditions change rules of the game, which the book does not allow")
    elif not isinstance(listed, list) or not all(
        isinstance(each, Mapping) and _is_text(each.get("clause")) and _is_text(each.get("how")) for each in listed
    ):
        yield Lack(rules.overrides, "each override names the clause it changes, and how")


def _wrong(document: Mapping[str, object], rules: TournamentRules) -> Iterator[Lack]:
    """Fields that are there and cannot be as they are."""
    clauses = {path: item.clause for item in rules.items for path in item.needs}
    clauses |= {item.used: item.clause for item in rules.items if item.used}
    for path, (is_right, wanted) in KINDS.items():
        value = field_of(document, path)
        if value is not None and not is_right(value):
            yield Lack(clauses.get(path, rules.conditions), f"{path}: {shown(value)} is not {wanted}")
    for low, high in (("wagers.minimum", "wagers.maximum"), ("entry.minimum_players", "entry.maximum_players")):
        least, most = field_of(document, low), field_of(document, high)
        if _is_count(least) and _is_count(most) and int(str(least)) > int(str(most)):
            yield Lack(clauses.get(high, rules.conditions), f"{high} is less than {low}")


def _unknown(document: Mapping[str, object]) -> Iterator[Lack]:
    known = {path.partition(".")[0] for path in KINDS} | set(TOP)
    for name in document:
        if name not in known:
            yield Lack("not in the book", f"there is no part '{shown(name)}'; what is added stands under 'more'")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_COUNT


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT


def _is_percent(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 100


def _is_money(value: object) -> bool:
    try:
        return parse_money(value) >= 0
    except MoneyError:
        return False


def _is_shares(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value)) and sum(value) == 100


def _is_sessions(value: object) -> bool:
    """Each with its rounds or minutes, its tables, the seats at each, and how many advance from a table."""
    return isinstance(value, list) and all(
        isinstance(each, Mapping)
        and (_is_count(each.get("rounds")) or _is_count(each.get("minutes")))
        and all(_is_count(each.get(name)) for name in ("tables", "seats"))
        and _is_number(each.get("advance"))
        for each in value
    )


def _is_changes(value: object) -> bool:
    """From which round which limits hold."""
    return isinstance(value, list) and all(
        isinstance(each, Mapping) and all(_is_count(each.get(name)) for name in ("round", "minimum", "maximum"))
        for each in value
    )


def _is_set(value: object) -> bool:
    """Which chips make up an allotment: colour, value and how many of each."""
    return isinstance(value, list) and all(
        isinstance(each, Mapping)
        and _is_text(each.get("colour"))
        and all(_is_count(each.get(name)) for name in ("value", "count"))
        for each in value
    )


def _one_of(*words: str) -> Check:
    """A check that a value is one of some words."""
    return (lambda value: value in words), f"one of {', '.join(words)}"


Check = tuple[Callable[[object], bool], str]
TEXT: Check = (_is_text, "text")
FLAG: Check = (_is_flag, "true or false")
COUNT: Check = (_is_count, "a whole number from 1")
NUMBER: Check = (_is_number, "a whole number from 0")
PERCENT: Check = (_is_percent, "a whole percentage")
MONEY: Check = (_is_money, 'an amount such as "100.00"')
KINDS: dict[str, Check] = {
    "entry.charged": FLAG,
    "entry.fee": MONEY,
    "entry.terms": TEXT,
    "entry.withdraw_until": TEXT,
    "entry.form": TEXT,
    "entry.minimum_players": COUNT,
    "entry.maximum_players": COUNT,
    "chips.allotment": COUNT,
    "chips.bought": FLAG,
    "chips.buy_in": MONEY,
    "chips.disposition": TEXT,
    "wagers.compulsory": FLAG,
    "wagers.minimum": COUNT,
    "wagers.maximum": COUNT,
    "wagers.change": FLAG,
    "wagers.changes": (_is_changes, "a list of rounds with their minimum and maximum"),
    "structure.sessions": (_is_sessions, "a list of sessions with rounds or minutes, tables, seats and advance"),
    "structure.progression": TEXT,
    "structure.repechage": FLAG,
    "structure.repechage_how": TEXT,
    "play.seats": TEXT,
    "play.order": FLAG,
    "play.pass_cards": NUMBER,
    "play.undisclosed": NUMBER,
    "play.secret": FLAG,
    "play.secret_number": COUNT,
    "play.secret_how": TEXT,
    "play.disqualified": TEXT,
    "play.retire": TEXT,
    "play.refunds": TEXT,
    "play.late": TEXT,
    "buy_back.offered": FLAG,
    "buy_back.method": TEXT,
    "buy_back.timing": TEXT,
    "eligibility.entitled": TEXT,
    "eligibility.may_refuse": FLAG,
    "eligibility.refusal": TEXT,
    "eligibility.selects": FLAG,
    "eligibility.criteria": TEXT,
    "prizes.shares": (_is_shares, "a list of whole percentages that come to 100"),
    "prizes.payment": TEXT,
    "prizes.guaranteed": FLAG,
    "prizes.guarantee": TEXT,
    "statement.conduct": TEXT,
}
CARRIED_OUT: dict[str, Check] = {
    "entry.withdraw_minutes": NUMBER,
    "entry.agreement": FLAG,
    "chips.buy_in_to": _one_of(POOL, HOUSE),
    "chips.cashed": FLAG,
    "chips.cash_value": MONEY,
    "chips.set": (_is_set, "a list of chips with colour, value and count"),
    "structure.notice_minutes": NUMBER,
    "structure.merge": FLAG,
    "structure.ties": _one_of(PLAY_OFF, OFFICIAL),
    "play.no_wager": _one_of(NOTHING, DEDUCT, DISQUALIFY),
    "play.late_rounds": NUMBER,
    "play.late_deduct": NUMBER,
    "play.refundable": FLAG,
    "play.refund_percent": PERCENT,
    "play.buy_in_refund_percent": PERCENT,
    "play.substitutes": FLAG,
    "buy_back.price": MONEY,
    "buy_back.times": COUNT,
    "buy_back.until": COUNT,
    "buy_back.to": _one_of(POOL, HOUSE),
    "prizes.ties": _one_of(SHARE, PLAY_OFF),
    "prizes.guaranteed_amount": MONEY,
    "prizes.guaranteed_entries": COUNT,
}
"""What need not be said: figures by which a live tournament carries the conditions out by itself."""
KINDS |= CARRIED_OUT


def template(book: str, rules: TournamentRules) -> str:
    """A document to fill in: every item of the book with its clause, the switches set to no."""
    lines = [f'tournament = "{book}"', 'title = ""']
    if rules.approval:
        lines.append(f'approval = ""  # {rules.approval}: reference of the approval in writing')
    parts: dict[str, list[str]] = {}
    seen: set[str] = set()
    for item in rules.items:
        for path in ((item.used,) if item.used else ()) + item.needs:
            part, _, name = path.partition(".")
            inside = parts.setdefault(part, [])
            note = f"# {item.clause}: {item.about}"
            if path not in seen:
                inside += [note] if note not in inside else []
                inside.append(f"{name} = {_blank(path)}")
            seen.add(path)
    for part, inside in parts.items():
        lines += ["", f"[{part}]", *inside]
    return "\n".join(lines) + "\n"


def _blank(path: str) -> str:
    is_right = KINDS[path][0]
    if is_right is _is_flag:
        return "false"
    return "[]" if is_right in (_is_shares, _is_sessions, _is_changes) else '""'
