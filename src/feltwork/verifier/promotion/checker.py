"""A promotion's events again: terms by the book, times kept, two people at each draw, prizes given once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from feltwork.games.promotion import Matter, PromotionRules
from feltwork.verifier.aggregate import Body, CheckedKind
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.promotion.draws import PromotionDraws
from feltwork.verifier.promotion.terms import barred, digest_of, never, rules_of, single_prizes, uncleared, unsaid
from feltwork.verifier.table.postings import Moved

MANAGERS = ("promotions_manager", "gaming_manager", "assistant_gaming_manager")
BY = {
    "entries-added": (*MANAGERS, "system", "player"),
    "draw-witnessed": ("scrutineer", *MANAGERS),
    "promotion-disputed": (*MANAGERS, "player"),
    "details-delivered": (*MANAGERS, "system"),
}
"""Who may do it, where that is not a manager alone."""
STOPPED = frozenset(
    (
        "promotion-submitted",
        "promotion-commenced",
        "entries-added",
        "entries-struck",
        "entries-frozen",
        "redraw-asked",
        "draw-witnessed",
        "prizes-drawn",
        "prize-paid",
    )
)
"""What does not happen while a promotion is postponed."""
OVER = frozenset(("closed", "cancelled"))


class Facts:
    """What is known of one promotion so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rules: PromotionRules | None = None
        self.terms: Body = {}
        self.prescribed: list[str] = []
        self.number, self.written_by = 1, ""
        """Under which rules it was drafted, and by whom."""
        self.cleared: list[tuple[str, Body]] = []
        """Prizes that were cleared, each as it was described, with the clause."""
        self.entered: set[str] = set()
        """Who entered themselves."""
        self.standing, self.postponed, self.scrutineer = "", "", ""
        self.delivered = 0
        self.aside = 0
        self.draws = PromotionDraws(name)
        self.awards: dict[int, Body] = {}
        self.claims: dict[int, Body] = {}
        self.disputes: dict[int, Body] = {}

    @property
    def book(self) -> PromotionRules:
        if self.rules is None:
            raise ValueError("never drafted")
        return self.rules


class Offers:
    """Terms drafted, submitted, begun and amended."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _promotion_drafted(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing not in ("", "draft", "submitted"):
            yield "it was drafted anew after it had commenced"
        self.facts.rules, self.facts.terms = rules_of(body["books"]), body["terms"]
        self.facts.prescribed, self.facts.standing, self.facts.delivered = body["prescribed"], "draft", 0
        self.facts.number, self.facts.written_by = body.get("rules", 1), row.actor
        yield from self._barred()

    def _barred(self) -> Iterator[str]:
        judge = barred if self.facts.number < 2 else never
        yield from judge(self.facts.terms, self.facts.book, self.facts.prescribed)

    def _uncleared(self) -> Iterator[str]:
        if self.facts.number >= 2:
            yield from uncleared(self.facts.terms, self.facts.book, self.facts.cleared)

    def _prize_cleared(self, row: Row, body: Body) -> Iterator[str]:
        if row.actor == self.facts.written_by or not body["reason"].strip():
            yield f"{body['prize']!r} was cleared by who wrote the terms, or without a reason"
        prizes = [prize for prize in self.facts.terms["prizes"] if prize["name"] == body["prize"]]
        if not prizes or self.facts.standing not in ("draft", "submitted"):
            yield f"there was no {body['prize']!r} to be cleared"
        self.facts.cleared += [(body["clause"], prize) for prize in prizes]

    def _promotion_submitted(self, row: Row, body: Body) -> Iterator[str]:
        yield from unsaid(self.facts.terms, self.facts.book)
        yield from self._uncleared()
        if body["digest"] != digest_of(self.facts.terms):
            yield "other terms were submitted than were drafted"
        if body["due"] != self.facts.terms["commences"] - self.facts.book.before or row.at > body["due"]:
            yield f"it was submitted later than {self.facts.book.clause(Matter.SUBMITTING)} allows"
        self.facts.standing, self.facts.delivered = "submitted", 0

    def _details_delivered(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing != "submitted" or body["digest"] != digest_of(self.facts.terms):
            yield "details were delivered that were not submitted"
        self.facts.delivered = row.at

    def _scrutineer_nominated(self, row: Row, body: Body) -> Iterator[str]:
        self.facts.scrutineer = body["person"]
        yield from ()

    def _promotion_commenced(self, row: Row, body: Body) -> Iterator[str]:
        if (
            self.facts.standing != "submitted"
            or not self.facts.delivered
            or row.at < self.facts.delivered + self.facts.book.before
        ):
            clause = self.facts.book.clause(Matter.SUBMITTING)
            yield f"it commenced before the regulator had the details long enough ({clause})"
        if row.at < self.facts.terms["commences"]:
            yield "it commenced before its time"
        yield from self._set_aside(body["money"])
        self.facts.standing = "running"

    def _set_aside(self, cents: int) -> Iterator[str]:
        prizes = single_prizes(self.facts.terms).values()
        if cents != (due := sum(prize["value"] for prize in prizes if prize["kind"] == "money")):
            yield f"{cents} cents were set aside, the prizes in money are {due}"
        self.facts.aside = cents

    def _promotion_amended(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing != "running":
            yield "terms were amended when they could not be"
        if self.facts.book.approval and not body["approval"].strip():
            yield f"terms were amended without approval ({self.facts.book.clause(Matter.AMENDING)})"
        self.facts.terms = body["terms"]
        yield from self._barred()
        yield from self._uncleared()
        yield from unsaid(self.facts.terms, self.facts.book)
        yield from self._set_aside(body["money"])


class Entries:
    """Entries, the frozen list and its draws."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _entries_added(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing != "running" or row.at > self.facts.terms["closes"]:
            yield "an entry was taken after the close"
        if self.facts.terms["wager_required"] and body["wager"] < self.facts.terms["minimum_wager"]:
            yield "an entry was taken without its wager"
        if row.role == "player" and row.actor != body["player"]:
            yield f"{row.actor} entered for {body['player']}"
        if row.role == "player" and self.facts.number >= 2:
            yield from self._own(body)
        each = self.facts.terms.get("wager_for_each", 0)
        if each and body["entries"] > body["wager"] // each:
            yield f"{body['entries']} entries were given for {body['wager']} cents"
        yield from self.facts.draws.added(body)

    def _own(self, body: Body) -> Iterator[str]:
        """A player's own entry is one, where the terms allow it and ask for no wager."""
        terms, player = self.facts.terms, body["player"]
        if (
            not terms.get("own_entry")
            or terms["wager_required"]
            or body["entries"] != 1
            or player in self.facts.entered
        ):
            yield f"{player} entered themselves otherwise than once, where the terms allow it"
        self.facts.entered.add(player)

    def _entries_struck(self, row: Row, body: Body) -> Iterator[str]:
        self.facts.entered.discard(body["player"])
        yield from self.facts.draws.struck(body)

    def _entries_frozen(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing != "running" or row.at <= self.facts.terms["closes"]:
            yield "the list was frozen while entries were taken"
        self.facts.awards = {number: {"standing": "open"} for number in single_prizes(self.facts.terms)}
        self.facts.standing = "frozen"
        yield from self.facts.draws.frozen(row, body, list(self.facts.awards))

    def _redraw_asked(self, row: Row, body: Body) -> Iterator[str]:
        award = self.facts.awards[body["award"]]
        unclaimed = award["standing"] == "won" and row.at > award["tell_by"]
        if award["standing"] != "refused" and not unclaimed:
            yield f"prize {body['award']} was drawn again without need"
        if unclaimed and award["tell_by"] and self.facts.number >= 2 and not award.get("tried"):
            yield f"prize {body['award']} was drawn again and nobody had tried to tell the winner"
        award["standing"] = "open"
        yield from self.facts.draws.asked_again(row, body)

    def _draw_witnessed(self, row: Row, body: Body) -> Iterator[str]:
        large = any(prize["value"] > self.facts.book.scrutineer_over for prize in self.facts.terms["prizes"])
        if large and (row.actor, row.role) != (self.facts.scrutineer, "scrutineer"):
            yield f"the scrutineer did not oversee the draw ({self.facts.book.clause(Matter.SCRUTINEER)})"
        yield from self.facts.draws.witnessed(row, body)

    def _prizes_drawn(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing not in ("frozen", "drawn") or row.at < self.facts.terms["draws_at"]:
            yield "it was drawn before its time"
        tell_by = row.at + self.facts.book.tell_within if self.facts.terms["presence"] == "not required" else 0
        if body["tell_by"] != tell_by:
            yield f"winners are to be told by {body['tell_by']}, not by {tell_by}"
        yield from self.facts.draws.drawn(body, one_each=self.facts.terms["one_prize_each"])
        for one in body["winners"]:
            self.facts.awards[one["award"]] = {"standing": "won", "player": one["player"], "tell_by": tell_by}
        for number in body["without_winner"]:
            self.facts.awards[number] = {"standing": "lapsed"}
        self.facts.standing = "drawn"


class Awards:
    """Winners told and paid."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _winner_told(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.book.means.get(body["means"]) != body["clause"]:
            yield f"a winner was told by {body['means']!r}, which is none of the book's means"
        yield from self._winner(body, "won", "claimed")
        self.facts.awards[body["award"]]["tried"] = True

    def _winner(self, body: Body, *standings: str) -> Iterator[str]:
        award = self.facts.awards.get(body["award"], {"standing": "?"})
        if award["standing"] not in standings or award.get("player") != body["player"]:
            yield f"prize {body['award']} is not {' or '.join(standings)} by {body['player']}"

    def _prize_claimed(self, row: Row, body: Body) -> Iterator[str]:
        yield from self._winner(body, "won")
        self.facts.awards[body["award"]]["standing"] = "claimed"

    def _prize_paid(self, row: Row, body: Body) -> Iterator[str]:
        yield from self._winner(body, "claimed")
        self.facts.awards[body["award"]]["standing"] = "paid"
        prize, rules = single_prizes(self.facts.terms)[body["award"]], self.facts.book
        amount = prize["alternative"] if body["alternative"] else prize["value"] if prize["kind"] == "money" else 0
        paid = sum(part["amount"] for part in body["parts"])
        if (body["amount"], paid) != (amount, amount):
            yield f"{paid} cents were paid for prize {body['award']}, {amount} were due"
        if any(part["method"] not in rules.payment.methods or part["amount"] <= 0 for part in body["parts"]):
            yield f"it was paid otherwise than {rules.clause(Matter.PAYMENT)} allows"
        over = rules.payment.chosen_over
        if over is not None and amount > over and not body["chosen"].strip():
            yield f"the winner did not choose how to be paid ({rules.clause(Matter.PAYMENT)})"
        if prize["kind"] == "money":
            self.facts.aside -= body["amount"]


class Claims:
    """Claims and disputes."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _claim_denied(self, row: Row, body: Body) -> Iterator[str]:
        kept = body["value"] > self.facts.book.denied_over
        if self.facts.number >= 2:
            yield from self._tied(body)
        if body["claim"] != len(self.facts.claims) + 1 or body["kept"] != kept or (kept and not body["claimant"]):
            yield f"claim {body['claim']} is not kept as {self.facts.book.clause(Matter.DENIED)} asks"
        if not body["reasons"].strip():
            yield "a claim was denied without a reason"
        self.facts.claims[body["claim"]] = {"informed": False}
        if body["award"]:
            self.facts.awards[body["award"]]["standing"] = "refused"

    def _tied(self, body: Body) -> Iterator[str]:
        """A claim is for a prize of the terms and worth what that is; a winner's is their own."""
        prizes, award = single_prizes(self.facts.terms), body["award"]
        if self.facts.standing in ("draft", "submitted"):
            yield "a claim was denied before the promotion commenced"
        elif award and (body["value"], body["claimant"]) != (
            prizes[award]["value"],
            self.facts.awards[award]["player"],
        ):
            yield f"claim {body['claim']} is not for prize {award} by its winner"
        elif not any(prize["value"] == body["value"] for prize in prizes.values()):
            yield f"claim {body['claim']} is for {body['value']} cents, which no prize is worth"

    def _claimant_informed(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.claims[body["claim"]]["informed"]:
            yield f"the claimant of {body['claim']} was told twice"
        self.facts.claims[body["claim"]]["informed"] = True

    def _claimant_erased(self, row: Row, body: Body) -> Iterator[str]:
        if body["claim"] not in self.facts.claims:
            yield "nothing was kept of that claim"

    def _promotion_disputed(self, row: Row, body: Body) -> Iterator[str]:
        if body["dispute"] != len(self.facts.disputes) + 1:
            yield f"dispute {body['dispute']} is out of order"
        if row.role == "player" and row.actor != body["person"]:
            yield f"{row.actor} raised the dispute of {body['person']}"
        self.facts.disputes[body["dispute"]] = {"decided": False, "due": False}

    def _promotion_dispute_decided(self, row: Row, body: Body) -> Iterator[str]:
        known = self.facts.disputes[body["dispute"]]
        if known["decided"]:
            yield f"dispute {body['dispute']} was decided twice: a decision is final"
        if bool(body["due"]) == body["satisfied"]:
            yield "who is not content is told of the right to complain, and nobody else"
        self.facts.disputes[body["dispute"]] = {"decided": True, "due": not body["satisfied"]}

    def _promotion_complaint_advised(self, row: Row, body: Body) -> Iterator[str]:
        self.facts.disputes[body["dispute"]]["due"] = False
        yield from ()


class Ends:
    """Integrity in doubt, and the end."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def _promotion_postponed(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.postponed or self.facts.standing in OVER:
            yield "it was postponed when it could not be"
        yield from self._in_time(row, body)
        self.facts.postponed = row.actor

    def _in_time(self, row: Row, body: Body) -> Iterator[str]:
        within = self.facts.book.integrity_within or 3_600_000_000
        clause = self.facts.book.clause(Matter.INTEGRITY)
        if body["due"] != row.at + within:
            yield f"{body['to']} is to be told within another time than {clause} gives"

    def _promotion_validated(self, row: Row, body: Body) -> Iterator[str]:
        if not self.facts.postponed or row.actor == self.facts.postponed:
            yield "it was validated by who postponed it, or was not postponed"
        self.facts.postponed = ""

    def _promotion_cancelled(self, row: Row, body: Body) -> Iterator[str]:
        if self.facts.standing in OVER:
            yield "it was over already"
        yield from self._in_time(row, body)
        aside, owed = self.facts.aside, self._owed()
        if body["money"] != aside - owed and (self.facts.number >= 2 or body["money"] != aside):
            yield f"{body['money']} cents went back of {self.facts.aside}, {owed} of which are owed to winners"
        self.facts.standing, self.facts.aside, self.facts.postponed = "cancelled", self.facts.aside - body["money"], ""

    def _owed(self) -> int:
        prizes = single_prizes(self.facts.terms)
        won = [n for n, award in self.facts.awards.items() if award["standing"] in ("won", "claimed")]
        return sum(prizes[n]["value"] for n in won if prizes[n]["kind"] == "money")

    def _promotion_closed(self, row: Row, body: Body) -> Iterator[str]:
        waiting = [n for n, award in self.facts.awards.items() if award["standing"] in ("open", "won", "claimed")]
        untold = [n for n, claim in self.facts.claims.items() if not claim["informed"]]
        unheard = [n for n, one in self.facts.disputes.items() if not one["decided"] or one["due"]]
        if self.facts.standing == "cancelled" and self.facts.aside:  # what was owed when it was cancelled
            waiting = [n for n in waiting if self.facts.awards[n]["standing"] != "open"]
        elif self.facts.standing != "drawn":
            yield "it was closed before it was drawn, or again"
        if waiting or untold or unheard:
            yield "it was closed while a prize, a claimant or a dispute waited"
        self.facts.standing, self.facts.aside = "closed", 0


class PromotionChecker:
    """Holds each event of one promotion against the rules of its games, by a checker for each matter."""

    def __init__(self, name: str) -> None:
        self.facts = facts = Facts(name)
        self.parts = (Offers(facts), Entries(facts), Awards(facts), Claims(facts), Ends(facts))

    def _handler(self, kind: str) -> Callable[[Row, Body], Iterator[str]] | None:
        found = (getattr(part, f"_{kind.replace('-', '_')}", None) for part in self.parts)
        return next((handler for handler in found if handler is not None), None)

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        """Follow one event."""
        handler = self._handler(row.kind)
        if handler is None:
            return (), [("body", f"a promotion has no event {row.kind!r}")]
        wrong: list[Problem] = []
        if row.role not in BY.get(row.kind, MANAGERS):
            wrong.append(("role", f"a {row.role!r} did what is for {BY.get(row.kind, MANAGERS)[0]}"))
        if self.facts.rules is None and row.kind != "promotion-drafted":
            wrong.append(("order", "it was never drafted"))
            return (), wrong
        if self.facts.postponed and row.kind in STOPPED:
            wrong.append(("order", "it happened while the promotion was postponed"))
        moved = self._moved(row.kind, body)
        wrong += [("promotion", why) for why in handler(row, body)]
        return moved, wrong

    def watch(self, row: Row, body: Body) -> list[Problem]:
        return []

    def left_over(self) -> Iterator[Problem]:
        return iter(())

    def _moved(self, kind: str, body: Body) -> Moved:
        own, house = f"promotion/{self.facts.name}/prizes", "promotions"
        if kind in ("promotion-commenced", "promotion-amended"):
            more = body["money"] - self.facts.aside
            return ((own, more), (house, -more))
        if kind in ("promotion-cancelled", "promotion-closed"):
            back = body["money"] if kind == "promotion-cancelled" else self.facts.aside
            return ((own, -back), (house, back))
        if kind == "prize-paid":
            source = own if single_prizes(self.facts.terms)[body["award"]]["kind"] == "money" else house
            sums: dict[str, int] = {source: -body["amount"]}
            for part in body["parts"]:
                account = "cash/cage" if part["method"] == "cash" else "bank"
                sums[account] = sums.get(account, 0) + part["amount"]
            return tuple(sums.items())
        return ()


class ListChecker:
    """The operator's list of prescribed items: each event is a whole list."""

    def __init__(self, name: str) -> None:
        self.items: list[Any] = []

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        wrong: list[Problem] = []
        if row.kind != "prescribed-listed":
            wrong.append(("body", f"nothing of the kind {row.kind!r} is kept here"))
        elif row.role not in MANAGERS:
            wrong.append(("role", f"a {row.role!r} changed the list"))
        else:
            self.items = body["items"]
        return (), wrong

    def watch(self, row: Row, body: Body) -> list[Problem]:
        return []

    def left_over(self) -> Iterator[Problem]:
        return iter(())


CHECKED = CheckedKind(single=False, checker=PromotionChecker, must_not_owe=("promotion/",))
LISTED = CheckedKind(single=True, checker=ListChecker)
