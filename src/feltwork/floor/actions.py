"""What a crew can do now, button by button: each asked of the same ``decide`` that will judge it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, to_builtins

from feltwork.floor.views import Data
from feltwork.refusal import Refusal
from feltwork.table.life import commands as ask
from feltwork.table.life.crew import Asker
from feltwork.table.life.decide import decide
from feltwork.table.life.state import Life

LABELS = {
    "open-bets": "Place your bets", "offer-dice": "Offer the dice", "accept-dice": "Takes the dice",
    "reject-dice": "Passes them on", "select-dice": "Chooses two dice", "pass-dice": "Gives up the dice",
    "hand-dice": "Hand the dice over", "load-ball": "Load the ball", "spin-ball": "Spin the ball",
    "close-bets": "No more bets", "throw-dice": "Dice are thrown", "move-zero": "Move chips from the outside 0",
    "bring-dice": "Bring a new set", "examine-ball": "Ball examined", "check-die": "Die checked",
    "report-die": "Die off the table", "announce-wager": "Repeat the oral wager",
    "confirm-wager": "Confirm the oral wager", "call-wager": "Confirm the call", "empty-drop-box": "Empty the drop box",
}  # fmt: skip
"""The crew's own words for what they do."""


def actions(life: Life, people: Sequence[tuple[str, str]], at: int) -> list[Data]:
    """Every plain step of the crew with whether it can be done now, and if not, why not."""
    found: list[Data] = []
    for command in _steps(life):
        kind = str(command.__struct_config__.tag)
        decided = _judged(life, command, people, at)
        told: Data = {"label": LABELS.get(kind, kind.replace("-", " ")), "command": to_builtins(command)}
        if isinstance(decided, Refusal):
            told |= {"ok": False, "clause": decided.clause, "why": decided.reason}
        else:
            told |= {"ok": bool(decided)}
        found.append(told)
    return found


def _judged(life: Life, command: Struct, people: Sequence[tuple[str, str]], at: int) -> tuple[object, ...] | Refusal:
    """By whoever of the crew may; else the refusal of the one it is for."""
    refused: Refusal | None = None
    for person, role in people:
        decided = decide(life, command, Asker(person, role, at))  # type: ignore[arg-type]  # every step is a command
        if not isinstance(decided, Refusal):
            return decided
        if refused is None or not decided.reason.startswith("that is for"):
            refused = decided
    return refused or Refusal("", "nobody is at this screen")


def _steps(life: Life) -> Iterable[Struct]:
    """The plain steps that make sense to show, in the order of a round."""
    table, conduct = life.game, life.conduct
    if table is None or conduct is None:
        return
    for name in ("OpenBets", "LoadBall", "SpinBall") if table.book.spins else ("OpenBets",):
        yield from _plain(name)
    if conduct.shoots:
        yield ask.OfferDice()
        if life.offered is not None:
            yield ask.AcceptDice(life.offered)
            yield ask.RejectDice(life.offered)
        if life.shooter is not None and len(life.dice.hand) < 2:
            yield ask.SelectDice(life.shooter, sorted(life.dice.choice())[:2])
        yield from _plain("HandDice")
    if "close bets" in conduct.powers:
        yield ask.CloseBets()
    if conduct.shoots:
        yield ask.ThrowDice()
        for die in life.dice.hand:
            yield ask.ReportDie(die, found=False)
        for die in sorted(life.dice.lost):
            yield ask.ReportDie(die, found=True)
        for die in sorted(life.dice.unchecked):
            yield ask.CheckDie(die)
        yield ask.BringDice()
        if life.shooter is not None:
            yield ask.PassDice(life.shooter)
    if life.asked is not None:
        asked = life.asked
        yield ask.CallWager(asked.seat, asked.wager, asked.working, asked.on)


def _plain(name: str) -> Iterable[Struct]:
    command = getattr(ask, name, None)
    if command is not None:
        yield command()


def no_result_reasons(life: Life) -> list[Data]:
    """The book's reasons for which a throw or spin does not count."""
    conduct = life.conduct
    if conduct is None:
        return []
    return [{"reason": reason, "clause": row.clause, "must": row.must} for reason, row in conduct.no_result.items()]
