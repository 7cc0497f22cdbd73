"""Disputes again: who may decide, who may review, and that nobody is sent away unadvised."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.games.discipline import Discipline
from feltwork.verifier.aggregate import Body
from feltwork.verifier.log.rows import Row
from feltwork.verifier.table.postings import Moved

PAID_FROM = "incidents/compensation"


class Disputes:
    """Holds each step of a dispute against the ladder of its book."""

    def __init__(self, wrong: Callable[[str, str], None], rules_of: Callable[[object], Discipline]) -> None:
        self.wrong = wrong
        self.rules_of = rules_of
        self.open: dict[int, Body] = {}
        self.delegates: set[tuple[str, str]] = set()
        """Who reviews in another's place, each with the book."""

    def handler(self, kind: str) -> Callable[[Row, Body], Moved] | None:
        """Who takes an event of this kind."""
        handlers: dict[str, Callable[[Row, Body], Moved]] = {
            "game-dispute-raised": self._raised,
            "dispute-decided": self._decided,
            "dispute-compensated": self._compensated,
            "review-asked": self._review_asked,
            "delegate-named": self._delegate_named,
            "delegation-ended": self._delegation_ended,
            "evidence-attached": self._attached,
            "complaint-advised": self._advised,
            "dispute-closed": self._closed,
        }
        return handlers.get(kind)

    def _raised(self, row: Row, body: Body) -> Moved:
        ladder = self.rules_of(body["book"]).ladder
        if body["clause"] != ladder.first.clause or not (body["covered"] or ladder.silent):
            self.wrong("clause", f"{body['book']} has no such dispute by {body['clause']}")
        self.open[row.version] = {**body, "step": "raised", "by": ("", ""), "key": "", "advised": False}
        return ()

    def _decided(self, row: Row, body: Body) -> Moved:
        dispute = self.open[body["dispute"]]
        rules = self.rules_of(dispute["book"])
        review = dispute["step"] == "reviewing"
        power = rules.ladder.review if review else rules.ladder.first
        if body["review"] is not review or dispute["step"] not in ("raised", "reviewing"):
            self.wrong("order", f"dispute {body['dispute']} was not to be decided")
        delegate = review and (row.actor, dispute["book"]) in self.delegates
        role_now = power.roles[0] if delegate else row.role
        if role_now not in power.roles or row.actor == dispute["person"] or body["clause"] != power.clause:
            self.wrong("role", f"a {row.role!r} could not decide this")
        person, role = dispute["by"]
        if review and (row.actor == person or _rank(rules, role_now) <= _rank(rules, role)):
            self.wrong("role", "a review is by another person of a higher rank")
        dispute.update(step="reviewed" if review else "decided", by=(row.actor, row.role), key=row.key)
        return ()

    def _compensated(self, row: Row, body: Body) -> Moved:
        dispute, amount = self.open[body["dispute"]], int(body["amount"])
        if dispute["key"] != row.key or dispute["person"] != body["player"] or amount <= 0:
            self.wrong("money", f"{amount} cents were paid that no decision gave")
        return ((PAID_FROM, -amount), (f"player/{body['player']}", amount))

    def _delegate_named(self, row: Row, body: Body) -> Moved:
        self._delegating(row, body)
        if row.actor == body["person"]:
            self.wrong("role", f"{row.actor} named themselves")
        self.delegates.add((body["person"], body["book"]))
        return ()

    def _delegation_ended(self, row: Row, body: Body) -> Moved:
        self._delegating(row, body)
        if (body["person"], body["book"]) not in self.delegates:
            self.wrong("order", f"{body['person']} was no delegate")
        self.delegates.discard((body["person"], body["book"]))
        return ()

    def _delegating(self, row: Row, body: Body) -> None:
        ladder = self.rules_of(body["book"]).ladder
        if not ladder.delegator or row.role != ladder.delegator or body["clause"] != ladder.review.clause:
            self.wrong("role", f"a {row.role!r} could name no delegate at {body['book']}")

    def _review_asked(self, row: Row, body: Body) -> Moved:
        dispute = self.open[body["dispute"]]
        clause = self.rules_of(dispute["book"]).ladder.review.clause
        if dispute["step"] != "decided" or body["clause"] != clause:
            self.wrong("order", f"dispute {body['dispute']} had no decision to review")
        if row.role == "player" and row.actor != dispute["person"]:
            self.wrong("role", "another person asked for the review")
        dispute["step"] = "reviewing"
        return ()

    def _attached(self, row: Row, body: Body) -> Moved:
        if len(body["sha256"]) != 64 or self.open[body["dispute"]]["step"] == "closed":
            self.wrong("order", f"nothing could be attached to dispute {body['dispute']}")
        return ()

    def _advised(self, row: Row, body: Body) -> Moved:
        dispute = self.open[body["dispute"]]
        ladder = self.rules_of(dispute["book"]).ladder
        if dispute["step"] not in ("decided", "reviewed") or (body["clause"], body["right"]) != (
            ladder.advice,
            ladder.right,
        ):
            self.wrong("order", f"in dispute {body['dispute']} there was nothing to advise of, or it was another right")
        dispute["advised"] = True
        return ()

    def _closed(self, row: Row, body: Body) -> Moved:
        dispute = self.open[body["dispute"]]
        clause = self.rules_of(dispute["book"]).ladder.final
        if dispute["step"] not in ("decided", "reviewed") or body["clause"] != clause:
            self.wrong("order", f"dispute {body['dispute']} was closed undecided")
        if not body["satisfied"] and not dispute["advised"]:
            self.wrong("order", f"the person of dispute {body['dispute']} was not told of the right to complain")
        dispute["step"] = "closed"
        return ()


def _rank(rules: Discipline, role: str) -> int:
    return rules.ranks.index(role) if role in rules.ranks else -1
