"""The floor's incidents again: breaches and measures by the book, disputes step by step, and who was kept out when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feltwork.games.discipline import (
    ANY_RULE,
    BAR,
    CONFISCATE,
    DETAIN,
    EXCLUDE,
    RECOMMEND,
    SEIZE,
    VOID,
    Discipline,
)
from feltwork.games.registry import book_names, discipline_of
from feltwork.verifier.aggregate import Body, CheckedKind
from feltwork.verifier.incidents.disputes import Disputes
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved

MONEY_IN = frozenset(("paid-to-table", "deposited", "transfer-asked", "voucher-issued", "card-issued"))
"""What an excluded person may not do at the cage."""
TAKES_PART = frozenset(("entries-added", "player-entered", "tournament-chips-bought", "bought-back"))
"""What an excluded person may not do in a promotion or a tournament."""
GAMES = {"table-opened": lambda body: body["book"], "tournament-drafted": lambda body: body["document"]["tournament"]}
"""What says which game is played in a stream."""
AT_TABLES = {"bought-in": ("player",), "seat-taken": ("player",), "table-opened": ("book",)}
FOLLOWS_RECOMMENDATION = ("79", ("gaming_manager",))
ENDED_BY_HAND = (BAR, EXCLUDE, RECOMMEND, CONFISCATE, DETAIN)


def rules_of(book: object) -> Discipline:
    """What a book says of conduct and disputes; a book that says nothing makes no sense here."""
    found = discipline_of(book) if isinstance(book, str) and book in book_names() else None
    if found is None:
        raise ValueError("no such book")
    return found


class Period(NamedTuple):
    """From when to when somebody was kept out; to 0 for without an end."""

    since: int
    until: int

    def holds(self, at: int) -> bool:
        """Did it at this time? Of two records with the same time it is not known which came first."""
        return self.since < at and not 0 < self.until <= at


def _from_where(measure: Body) -> tuple[str, str]:
    """Who is kept out by a measure, and of which game; of everything by an exclusion."""
    return measure["person"], "" if measure["measure"] == EXCLUDE else measure["book"]


class IncidentsChecker:
    """Holds each event against the book it names and what came before; and money that comes in against exclusions."""

    def __init__(self, name: str) -> None:
        self.problems: list[Problem] = []
        self.incidents: dict[int, Body] = {}
        self.measures: dict[int, Body] = {}
        self.out: dict[tuple[str, str], dict[int, Period]] = {}
        """Who was kept out of which game, or of the casino where none is named; by the measure, when."""
        self.games: dict[str, str] = {}
        """By the stream: the book that is played there."""
        self.disputes = Disputes(self.wrong, rules_of)
        self.last: tuple[int, str] = (0, "")
        """The last measure, and the key it was taken under."""

    def wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        self.problems = []
        handlers = {
            "incident-reported": self._reported,
            "measure-taken": self._taken,
            "taken-at-table": self._at_table,
            "money-seized": self._seized,
            "seizure-determined": self._determined,
            "measure-ended": self._ended,
            "handed-over": self._handed_over,
            "person-erased": self._erased,
        }
        if "number" in body and body["number"] != row.version:
            self.wrong("order", f"it is numbered {body['number']} and is record {row.version}")
        handler = handlers.get(row.kind) or self.disputes.handler(row.kind)
        if handler is None:
            return (), [("body", f"nothing of the kind {row.kind!r} is kept here")]
        moved = handler(row, body)
        return moved, self.problems

    def _reported(self, row: Row, body: Body) -> Moved:
        offence = rules_of(body["book"]).offences.get(body["offence"])
        if offence is None or (body["offence"] != ANY_RULE and offence.clause != body["clause"]):
            self.wrong("clause", f"{body['book']} bans no {body['offence']!r} by {body['clause']}")
        self.incidents[row.version] = body
        return ()

    def _taken(self, row: Row, body: Body) -> Moved:
        incident, rules = self.incidents[body["incident"]], rules_of(body["book"])
        power = rules.measures.get(body["measure"])
        clause, roles = (power.clause, power.roles) if power else FOLLOWS_RECOMMENDATION
        if power is None and not (body["measure"] == EXCLUDE and self._recommended(body["incident"])):
            self.wrong("power", f"{body['book']} gives no power to {body['measure']}")
        elif power is not None and power.offences and incident["offence"] not in power.offences:
            self.wrong("power", f"{body['book']} gives no power to {body['measure']} for {incident['offence']}")
        if body["clause"] != clause or row.role not in roles or row.actor == body["person"]:
            self.wrong("role", f"a {row.role!r} took a measure by {body['clause']}")
        if (incident["person"], incident["book"]) != (body["person"], body["book"]):
            self.wrong("order", f"incident {body['incident']} was another person's, or at another game")
        self.measures[row.version] = {**body, "by": row.actor, "ended": False, "seized": 0}
        self.last = (row.version, row.key)
        if body["measure"] in (BAR, EXCLUDE):
            periods = self.out.setdefault(_from_where(body), {})
            if any(period.holds(row.at) for period in periods.values()):
                self.wrong("order", f"{body['person']} was kept out already")
            periods[row.version] = Period(row.at, int(body["until"]))
        return ()

    def _recommended(self, incident: int) -> bool:
        return any(m["incident"] == incident and m["measure"] == RECOMMEND for m in self.measures.values())

    def _at_table(self, row: Row, body: Body) -> Moved:
        measure = self.measures[body["measure"]]
        if (body["measure"], row.key) != self.last or measure["measure"] not in (VOID, BAR, EXCLUDE):
            self.wrong("order", "no measure was just taken that reaches to a table")
        if measure["person"] != body["player"]:
            self.wrong("order", f"measure {body['measure']} was about another person")
        return ()

    def _seized(self, row: Row, body: Body) -> Moved:
        measure, amount = self.measures[body["measure"]], int(body["amount"])
        if (body["measure"], row.key) != self.last or measure["measure"] != SEIZE or measure["seized"] or amount <= 0:
            self.wrong("money", f"{amount} cents could not be seized")
        if measure["person"] != body["player"]:
            self.wrong("order", f"measure {body['measure']} was about another person")
        measure["seized"] = amount
        return ((f"player/{body['player']}", -amount), (f"incidents/seized/{body['measure']}", amount))

    def _determined(self, row: Row, body: Body) -> Moved:
        measure, amount = self.measures[body["measure"]], int(body["amount"])
        roles = rules_of(measure["book"]).measures[SEIZE].roles
        if measure["seized"] != amount or measure["person"] != body["player"] or measure["ended"]:
            self.wrong("money", f"{amount} cents of {body['player']} were not kept")
        if row.role not in roles or row.actor == measure["by"] or body["clause"] != measure["clause"]:
            self.wrong("role", f"{row.actor} could not end this investigation")
        measure["ended"] = True
        target = f"player/{body['player']}" if body["to_player"] else "kept"
        return ((f"incidents/seized/{body['measure']}", -amount), (target, amount))

    def _ended(self, row: Row, body: Body) -> Moved:
        measure = self.measures[body["measure"]]
        power = rules_of(measure["book"]).measures.get(measure["measure"])
        if measure["ended"] or measure["measure"] not in ENDED_BY_HAND:
            self.wrong("order", f"measure {body['measure']} could not be ended")
        if row.role not in (power.roles if power else FOLLOWS_RECOMMENDATION[1]) or row.actor == measure["person"]:
            self.wrong("role", f"a {row.role!r} ended a measure")
        measure["ended"] = True
        if measure["measure"] in (BAR, EXCLUDE):
            periods = self.out[_from_where(measure)]
            since, until = periods[body["measure"]]
            periods[body["measure"]] = Period(since, min(until or row.at, row.at))
        return ()

    def _handed_over(self, row: Row, body: Body) -> Moved:
        measure = self.measures[body["measure"]]
        if measure["ended"] or measure["measure"] != DETAIN or body["clause"] != measure["clause"]:
            self.wrong("order", f"nobody was detained by measure {body['measure']}")
        if body["office"] not in ("inspector", "police officer"):
            self.wrong("role", f"a {body['office']!r} takes nobody over")
        measure["ended"] = True
        return ()

    def _erased(self, row: Row, body: Body) -> Moved:
        if row.role not in FOLLOWS_RECOMMENDATION[1] or not body["reason"].strip():
            self.wrong("role", f"a {row.role!r} erased a name, or without a reason")
        kept_out = [p for (who, _), periods in self.out.items() if who == body["person"] for p in periods.values()]
        if any(period.holds(row.at) for period in kept_out):
            self.wrong("order", f"the name of {body['person']} was erased while a measure needed it")
        return ()

    def watch(self, row: Row, body: Body) -> list[Problem]:
        if row.kind in GAMES:
            self.games[row.stream] = GAMES[row.kind](body)
            return []
        if row.kind == "transfer-asked" and not body["inward"]:
            return []  # what is theirs goes back to them
        game = self.games.get(row.stream, "")
        for where, said in (("", "excluded"), (game, f"barred from {game}")):
            if any(period.holds(row.at) for period in self.out.get((body["player"], where), {}).values()):
                return [("excluded", f"{body['player']} was {said}, and this was done for them")]
        return []

    def left_over(self) -> Iterator[Problem]:
        return iter(())


CHECKED = CheckedKind(
    single=True,
    checker=IncidentsChecker,
    twins={"taken-at-table": "player-sanctioned"},
    watched=MONEY_IN | TAKES_PART | {"tournament-drafted"},
    watched_at_tables=AT_TABLES,
    must_not_owe=("incidents/seized/",),
)
