"""A table opened under its book, play opened, and the table closed."""

from __future__ import annotations

from feltwork.games.conduct import RULES
from feltwork.games.registry import conduct_of
from feltwork.verifier.table.books import book_of
from feltwork.verifier.table.caches import Caches
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.equipment import Equipment
from feltwork.verifier.table.facts import Body, Facts, StoredBook
from feltwork.verifier.table.game import new_game
from feltwork.verifier.table.limits import Limits
from feltwork.verifier.table.notices import Notices
from feltwork.verifier.table.standing import shows_limits
from feltwork.verifier.table.turns import Turns


class Opening:
    """Holds the opening against the stored book, play against what must be checked, closing against what is left."""

    def __init__(
        self,
        facts: Facts,
        stored_book: StoredBook,
        limits: Limits,
        notices: Notices,
        draws: Draws,
        turns: Turns,
        equipment: Equipment,
        doubts: Doubts,
    ) -> None:
        self.facts = facts
        self.stored_book = stored_book
        self.limits = limits
        self.notices = notices
        self.draws = draws
        self.turns = turns
        self.equipment = equipment
        self.doubts = doubts
        self.older_books: list[str] = []
        """Books it was opened under that are not this program's any more."""
        self.older_rules: set[int] = set()
        """Numbers of earlier rules of conduct that it was opened under."""

    def _rules(self, body: Body) -> int:
        """The number of the rules of conduct that a table is held against; none in its opening means the first."""
        rules = body.get("rules", 1)
        if type(rules) is not int or not 1 <= rules <= RULES:
            self.facts.wrong("book", f"rules of conduct {rules!r} are not known here, only those up to {RULES}")
            return RULES
        if rules < RULES:
            self.older_rules.add(rules)
        return rules

    def _complete(self) -> None:
        """Play opens with everything checked and everybody there."""
        facts = self.facts
        conduct = facts.conduct
        if conduct is None:
            return
        missing = [item for item in conduct.equipment if item not in self.equipment.checked]
        missing += [role for role in conduct.crew if role not in facts.crew.values()]
        if missing:
            facts.wrong("order", f"play was opened without {', '.join(missing)}")
        if shows_limits(facts.conduct) and (open_ended := self._not_on_sign()):
            facts.wrong("limits", f"play was opened with no minimum and maximum on the sign for {open_ended[0]}")

    def _not_on_sign(self) -> list[str]:
        """Wagers without a minimum and a maximum; by the other reading odds share that of their flat wager."""
        game = self.facts.game()
        shown = {wager for wager, (low, high, _) in game.signs.sign.items() if low and high is not None}
        if game.book.readings.chose("odds_limits", "share_flat"):
            shown |= {row.name for row in game.book.wagers.values() if row.parent in shown}
        return [wager for wager in game.book.wagers if wager not in shown]

    def begin(self, body: Body) -> None:
        """Find the book and the conduct that a table is opened under."""
        facts = self.facts
        if facts.status != "closed":
            facts.wrong("order", "the table was already open")
        book, stored, wrong, steps = book_of(body, self.stored_book(body["fingerprint"]))
        facts.all_wrong("book", wrong)
        if stored:
            self.older_books.append(body["fingerprint"])
        sign = {wager: (low, high, unit) for wager, (low, high, unit) in body["limits"].items()}
        rules = self._rules(body)
        caches = Caches(on=facts.caches, steps=steps)
        facts.state = new_game(book, body["chip"], sign, body.get("max_award"), rules, caches)
        facts.conduct = conduct_of(
            body["book"],
            body["variant"],
            wheel=body["wheel"],
            lucky_ball=bool(body["lucky_ball"]),
            uspin=body.get("uspin", False),
            rules=rules,
            readings=book.readings,
        )
        facts.status, facts.follows = "checking", None

    def check_opening(self, body: Body) -> None:
        """Hold the draws, the sign and the shooting value of an opening against the book."""
        facts = self.facts
        facts.all_wrong("draw", self.draws.opened(body))
        facts.capacity = body["seats"]
        self.limits.could_stand(body["limits"])
        shooting = self.turns.shooting = body.get("shooting")
        if shooting is not None and (not (facts.conduct and facts.conduct.terminals.no_shooter) or shooting <= 0):
            facts.wrong("limits", f"{shooting} cents could not be the dice shooting value of this table")

    def play_opened(self, body: Body) -> None:
        facts = self.facts
        if facts.status != "checking":
            facts.wrong("order", "play was opened at a table that was not being checked")
        self._complete()
        facts.status = "open"

    def closed(self, body: Body) -> None:
        facts, game = self.facts, self.facts.game()
        held = game.held
        if facts.seats or game.layout or any((*held.rail.values(), *held.tokens.values(), *held.checks.values())):
            facts.wrong("order", "the table was closed with players or chips at it")
        facts.all_wrong("draw", self.draws.unrevealed())
        if self.equipment.pieces:
            facts.wrong("equipment", f"the table was closed and {sorted(self.equipment.pieces)} were still at it")
        self.doubts.nobody_waits("the table was closed")
        facts.status = "closed"
        self.notices.closing = None
