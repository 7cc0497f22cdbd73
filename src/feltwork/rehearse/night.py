"""One night at a rehearsed table: who sends commands, by which chances, and what became of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body, Envelope, Unreadable
from feltwork.games.conduct import Act
from feltwork.games.equipment import DICE_PART
from feltwork.games.game import Rehearsal as Played
from feltwork.games.registry import conduct_of, find_game
from feltwork.store.port import Answer
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import DeclareWager, PressButton, ReplaceEquipment
from feltwork.table.live.topics.equipment import as_rehearsed
from feltwork.table.play.state import TableState

CREW = {"deal": "dealer", "stick": "stickperson", "box": "boxperson"}
Own = (
    ask.AcceptDice
    | ask.RejectDice
    | ask.SelectDice
    | ask.PassDice
    | ask.RemoveWager
    | ask.MoveWager
    | ask.WithdrawCall
    | ask.AuthoriseThrower
    | DeclareWager
    | PressButton
)
"""What is a player's own to do, and may be said to the crew."""


class Names(dict[str, str]):
    """The names of wagers by what they are; one that the book does not have is asked for all the same, and refused."""

    def __missing__(self, concept: str) -> str:
        return concept


@dataclass
class Tally:
    """What became of the commands of a night."""

    accepted: int = 0
    refused: int = 0
    kinds: dict[str, int] = field(default_factory=dict)

    def count(self, body: Body | Unreadable, answer: Answer) -> None:
        kind = str(body.__struct_config__.tag)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.accepted += not answer.reason
        self.refused += bool(answer.reason)


class Night:
    """One table and those who are at it; the same seed gives the same commands."""

    def __init__(self, desk: Desk, table: str, book: str, variant: str | None, seed: int, seats: int) -> None:
        self.desk, self.table, self.book, self.variant, self.seed, self.seats = desk, table, book, variant, seed, seats
        self.tally = Tally()
        self.sent = 0
        self.chance = random.Random(f"{seed} {table}")
        self.whim = random.Random(f"anything {seed} {table}")
        self.spoken = random.Random(f"aloud {seed} {table}")
        self.disputes = random.Random(f"disputes {seed} {table}")
        self.acting: Callable[[ask.Command, str], tuple[str, str]] = self.crew
        """As whom a member of staff sends a command."""
        self.names = Names()
        self.simple: tuple[str, ask.Raw] = ("", None)
        """A wager that can be made in any round: for tokens, and where the table has them colour checks."""
        self.equipment = Equipment(self)

    def send(self, body: Body, actor: str, role: str, table: str | None = None) -> Answer:
        """One command through the desk, counted by what became of it."""
        self.sent += 1
        key = f"{self.table}-{self.seed}-{self.sent}"
        answer = self.desk.submit(Envelope(key, table or self.table, actor, role, body))
        self.tally.count(body, answer)
        return answer

    def plays(self, body: Own, seat: int) -> Answer:
        """A player's own step: at the terminal, or said to a dealer, who at first may forget to note the words."""
        conduct = self.desk.table(self.table).conduct
        if self.spoken.random() < 0.8 or conduct is None or not conduct.crew:
            return self.send(body, self.player(seat), "player")
        if self.spoken.random() < 0.3:
            self.send(body, "deal", "dealer")
        return self.send(replace(body, asked=f"seat {seat} said so"), "deal", "dealer")

    def staff(self, body: ask.Command, who: str) -> Answer:
        """Send what a member of the staff does."""
        return self.send(body, *self.acting(body, who))

    def crew(self, body: ask.Command, who: str) -> tuple[str, str]:
        """As one of the crew; at a table without a stickperson the dealer does that work."""
        person = "deal" if self.alone and who == "stick" else self.played.at_the_box if who == "box" else who
        return person, CREW.get(person, self.boss)

    @property
    def played(self) -> Played:
        """What the book says of its rehearsals."""
        played = find_game(self.book).rehearsal
        if played is None:
            raise ValueError(f"no table of {self.book} can be rehearsed")
        return played

    @property
    def alone(self) -> bool:
        """Does the dealer do a stickperson's work too?"""
        return (self.variant or "") in self.played.without_stick

    @property
    def boss(self) -> str:
        """The role of who opens and closes the table: a casino supervisor, at Crown a Pit Boss."""
        conduct = conduct_of(self.book, self.variant)
        if conduct is None:
            raise ValueError(f"no table of {self.book} can be rehearsed")
        return conduct.powers[Act.CLOSE].roles[0]

    @property
    def game(self) -> TableState:
        game = self.desk.table(self.table).game
        if game is None:
            raise ValueError("the table is not open")
        return game

    def player(self, seat: int) -> str:
        return f"{self.table}-p{seat}"


class Equipment:
    """The equipment of a rehearsed table: checked, measured, replaced."""

    def __init__(self, night: Night) -> None:
        self._night = night
        self._batch = 1

    def checks(self, *items: str, again: bool = False) -> None:
        """A supervisor checks all equipment, or what has been replaced; first, now and then, without measuring it."""
        live = self._night.desk.table(self._night.table)
        if live.conduct is None:
            return
        chosen = sorted(items or live.conduct.equipment)
        self._batch += bool(items) and not again
        if self._batch % 2:
            self._night.staff(ask.CheckEquipment(chosen), "sup")
        batch = self._batch if items and not again else 1
        found = as_rehearsed(live.conduct, self._night.table, live.opening.capacity, live.gear.layout, batch, chosen)
        self._night.staff(ask.CheckEquipment(chosen, found), "sup")

    def new_dice(self) -> None:
        """A new set comes, and is measured before anybody throws it."""
        self._night.staff(ask.BringDice(), "sup")
        conduct = self._night.desk.table(self._night.table).conduct
        self.checks(*(item for item, how in (conduct.inspects if conduct else {}).items() if how.part == DICE_PART))

    def replaces(self, item: str) -> None:
        """Another takes the place of something between two rounds."""
        self._night.staff(ReplaceEquipment(item, "worn"), "sup")
        conduct = self._night.desk.table(self._night.table).conduct
        parts = {name: how.part or name for name, how in (conduct.inspects if conduct else {}).items()}
        self.checks(*([name for name in parts if parts[name] == parts.get(item)] or [item]))
