"""A rehearsed electronic craps table."""

from __future__ import annotations

from feltwork.rehearse.drawn import DrawnRehearsal
from feltwork.store.port import Answer
from feltwork.table.life import commands as ask
from feltwork.table.life.floor_commands import RelaxClose, ReportThrow


class AruzeRehearsal(DrawnRehearsal):
    """No crew: the system closes wagering, shoots and draws, a manager is on the floor."""

    def staff(self, body: ask.Command, who: str) -> Answer:
        return self.send(body, "agm", "assistant_gaming_manager")

    def play_round(self, number: int) -> None:
        self.add_nonces()
        self.send(ask.CloseBets(), "timer", "system")
        if self.chance.random() < 0.1:
            self.staff(RelaxClose(1, "the screen froze"), "sup")
            self.send(ask.PlaceWager(1, self.names["field"], 500), self.player(1), "player")
        awaited = self.desk.table(self.table).awaited
        if awaited and awaited[0] is not None:
            self.send(ask.ShootDice(), "timer", "system")
            self.send(ask.PressShoot(awaited[0]), self.player(awaited[0]), "player")
        else:
            self.send(ask.ShootDice(), "timer", "system")
        if self.chance.random() < 0.05:
            self.send(ReportThrow("cocked"), "sensor", "system")
            self.staff(ask.CallNoRoll("sneezed"), "sup")
            self.staff(ask.CallNoRoll(self.chance.choice(("cocked", "tumbler fault"))), "sup")
        self.attend()
        if self.chance.random() < 0.02:
            self.staff(ask.InvalidateOutcome(self.chance.choice(("fire", "rain"))), "sup")
