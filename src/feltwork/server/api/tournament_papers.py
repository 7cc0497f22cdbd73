"""Papers of a tournament, black on white: the sheet of a heat with its squares, and the conditions each player gets."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from feltwork.cage.numbers import grouped
from feltwork.server.api.papers import page, said, squares
from feltwork.server.texts import say
from feltwork.tournament.live.guards import rules_of
from feltwork.tournament.live.state import Tournament

BLANK_ROWS = 3
EMPTY = "<td></td>" * 3
HEADS = (
    "tournament.paper-seat",
    "tournament.paper-player",
    "tournament.paper-chips",
    "tournament.paper-total",
    "tournament.paper-place",
    "tournament.paper-signed",
)
MISSING = ("tournament.paper-value", "tournament.paper-quantity")


def _paper(title: str, body: str, language: str) -> str:
    return page(title, body, "paper", language)


def no_page(language: str) -> str:
    words = say(language, "tournament.no-paper")
    return _paper(words, f"<h1>{words}</h1>", language)


def _by_seat(seen: Mapping[str, Any], table: str) -> list[tuple[str, str]] | None:
    """Players of a table by their seats, with the chips they begin with; before the session, as they were drawn."""
    for each in seen["tables"]:
        if each["table"] == table:
            found = sorted(each["standings"], key=lambda one: int(one["seat"]))
            return [(one["player"], f"{seen['chips']:,}") for one in found]
    for each in seen["seats"]:
        if each["table"] == table:
            return [(name, f"{seen['chips']:,}") for name in each["players"]]
    return None


def heat_page(seen: Mapping[str, Any], table: str, language: str) -> str | None:
    """The sheet of one heat: who sits where, and room for the count and signatures; nothing without seats."""
    players = _by_seat(seen, table)
    if players is None:
        return None
    session = seen["sessions"][seen["session"] - 1]
    title = escape(seen["title"] or seen["id"])
    number = grouped(seen["digest"][:16])
    rows = "".join(
        f'<tr><td class="number">{seat}</td><td>{escape(name)}</td><td class="number">{chips}</td>{EMPTY}</tr>'
        for seat, (name, chips) in enumerate(players, 1)
    )
    missing = "<tr><td></td><td></td></tr>" * BLANK_ROWS
    told = {
        "tournament.paper-book": seen["book_title"],
        "tournament.paper-starts": said(session["starts"]),
        "tournament.paper-length": _length(session, language),
        "tournament.paper-goes-on": say(language, "tournament.paper-best", count=session["advance"]),
        "tournament.paper-official": f"{seen['official']['title']}: {escape(seen['official']['person'])}",
        "tournament.paper-conditions": number,
    }
    facts = "".join(f"<div><dt>{say(language, key)}</dt><dd>{value}</dd></div>" for key, value in told.items())
    code = squares(f"feltwork:tournament/{seen['id']}/{seen['session']}/{table}/{seen['digest'][:16]}")
    name = say(language, "tournament.paper-heat", session=seen["session"], table=escape(table))
    body = f"""{_head(title, name, code, language)}
<dl>{facts}</dl>
<table><thead>{_heads(HEADS, language)}</thead><tbody>{rows}</tbody></table>
<section class="two"><div><h3>{say(language, "tournament.paper-missing")}</h3>
<table><thead>{_heads(MISSING, language)}</thead><tbody>{missing}</tbody></table></div>
<div><h3>{say(language, "tournament.paper-signatures")}</h3>
<p class="line">{say(language, "tournament.paper-dealer")}</p>
<p class="line">{escape(seen["official"]["title"])}</p></div></section>"""
    return _paper(f"{title}: {name}", body, language)


def _head(title: str, name: str, code: str, language: str) -> str:
    squares_said = say(language, "tournament.paper-squares")
    return f"""<header><div><h1>{title}</h1><h2>{name}</h2></div>
<div class="qr" role="img" aria-label="{squares_said}">{code}</div></header>"""


def _heads(keys: tuple[str, ...], language: str) -> str:
    return f"<tr>{''.join(f'<th>{say(language, key)}</th>' for key in keys)}</tr>"


def _length(session: Mapping[str, Any], language: str) -> str:
    if session["rounds"]:
        return say(language, "tournament.rounds", count=session["rounds"])
    return say(language, "tournament.minutes", count=session["minutes"])


def conditions_page(state: Tournament, language: str) -> str:
    """The conditions as they were published, under the book's clauses, with their digest in groups of four."""
    document, rules = state.document, rules_of(state)
    parts = []
    seen: set[str] = set()
    for item in rules.items:
        paths = [path for path in (*((item.used,) if item.used else ()), *item.needs) if path not in seen]
        seen.update(paths)
        lines = [_line(document, path, language) for path in paths]
        if any(lines):
            parts.append(f"<dt>{item.clause}</dt><dd>{'<br>'.join(line for line in lines if line)}</dd>")
    rest = [_line(document, f"{part}.{name}", language) for part, name in _others(document, seen)]
    said_more = "<br>".join(filter(None, rest))
    more = f"<dt>{say(language, 'tournament.paper-more')}</dt><dd>{said_more}</dd>" if said_more else ""
    overrides = "".join(
        f"<dt>{escape(str(each.get('clause')))}</dt><dd>{escape(str(each.get('how')))}</dd>"
        for each in document.get("override", [])
    )
    title = escape(str(document.get("title") or state.id))
    name = f"{say(language, 'tournament.paper-conditions-of')} ({rules.conditions})"
    body = f"""{_head(title, name, squares(f"feltwork:conditions/{state.digest}"), language)}
<dl class="terms">{"".join(parts)}{overrides}{more}</dl><p class="small">{grouped(state.digest)}</p>"""
    return _paper(title, body, language)


def _others(document: Mapping[str, Any], seen: set[str]) -> list[tuple[str, str]]:
    return [
        (part, name)
        for part, inside in document.items()
        if isinstance(inside, Mapping)
        for name in inside
        if f"{part}.{name}" not in seen
    ]


def _line(document: Mapping[str, Any], path: str, language: str) -> str:
    part, _, name = path.partition(".")
    inside = document.get(part)
    value = inside.get(name) if isinstance(inside, Mapping) else None
    if value in (None, "", []):
        return ""
    key = f"tournament.field-{path.replace('.', '-').replace('_', '-')}"
    label = say(language, key) if part != "more" else escape(name)
    return f"{label}: {escape(_value(value, language))}"


def _value(value: Any, language: str) -> str:
    if isinstance(value, bool):
        return say(language, "tournament.yes" if value else "tournament.no")
    if isinstance(value, list):
        return "; ".join(_value(each, language) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(each, language)}" for name, each in value.items())
    return str(value)
