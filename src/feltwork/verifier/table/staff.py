"""What the house does around the rounds: opening and stopping a table, its crew, its equipment, and who may do what."""

from __future__ import annotations

from feltwork.games.equipment import BALL_PART, DICE_PART, UNIT_PART
from feltwork.verifier.table.concerns import Concerns
from feltwork.verifier.table.crew import Crew
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.equipment import Equipment
from feltwork.verifier.table.facts import Body, Facts, Handlers, StoredBook, nothing_to_check
from feltwork.verifier.table.opening import Opening
from feltwork.verifier.table.oral_wagers import OralWagers
from feltwork.verifier.table.players import Players
from feltwork.verifier.table.roles import Roles
from feltwork.verifier.table.rounds import Rounds
from feltwork.verifier.table.standing import Standing


class Staff:
    """The checkers of opening, crew, equipment and powers, and which event each of them takes."""

    def __init__(self, facts: Facts, stored_book: StoredBook, draws: Draws, players: Players, rounds: Rounds) -> None:
        round_, history, hands, notices = rounds.round, rounds.history, rounds.dice.hands, players.notices
        self.dice, self.wheel = rounds.dice, rounds.wheel
        self.crew = Crew(facts)
        self.oral = OralWagers(facts, self.crew)
        self.concerns = Concerns(facts, history)
        self.standing = Standing(facts, round_, history, notices, players.terminals, rounds.doubts)
        self.equipment = Equipment(facts, round_, hands, rounds.wheel, players.colours, self.standing)
        self.roles = Roles(facts, round_, history, notices, hands, rounds.reopening, rounds.doubts)
        self.opening = Opening(
            facts, stored_book, players.limits, notices, draws, rounds.turns, self.equipment, rounds.doubts
        )

    def opened(self, body: Body) -> None:
        self.crew.opened()
        self.roles.opened()
        self.equipment.opened(body)
        self.standing.suspended = False

    def dice_brought(self, body: Body) -> None:
        self.dice.brought(body)
        self.equipment.await_check(DICE_PART, another=True)

    def ball_examined(self, body: Body) -> None:
        self.wheel.ball_examined(body)
        if body["replaced"]:
            self.equipment.await_check(BALL_PART, another=True)

    def unit_restored(self, body: Body) -> None:
        self.wheel.unit_restored(body)
        if body["how"] != "removed":
            self.equipment.await_check(UNIT_PART, another=body["how"] == "replaced")

    def handlers(self) -> Handlers:
        crew, equipment, standing = self.crew, self.equipment, self.standing
        return {
            "play-opened": self.opening.play_opened,
            "table-closed": self.opening.closed,
            "table-suspended": standing.stopped,
            "table-resumed": standing.resumed,
            "supervisor-called": standing.supervisor_called,
            "inspector-notified": nothing_to_check,
            "display-read": nothing_to_check,
            "crew-assigned": crew.assigned,
            "crew-released": crew.relieved,
            "stick-taken": crew.stick_taken,
            "wager-declared": self.oral.oral,
            "wager-announced": self.oral.oral,
            "concern-raised": self.concerns.raised,
            "concern-answered": self.concerns.answered,
            "equipment-checked": equipment.equipment_checked,
            "equipment-brought": equipment.pieces_come,
            "equipment-returned": equipment.pieces_go,
            "item-replaced": equipment.replaced,
            "dice-brought": self.dice_brought,
            "ball-examined": self.ball_examined,
            "unit-restored": self.unit_restored,
        }
