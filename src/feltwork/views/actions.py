"""What a crew can do now, button by button: each asked of the same ``decide`` that will judge it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, to_builtins

from feltwork.games.conduct import BALL, LOADED_BY_ANOTHER, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import HELPERS, Asker
from feltwork.table.live.commands import BuyColour
from feltwork.table.live.decide import decide
from feltwork.table.live.events import CallAsked
from feltwork.table.live.gear import LOADED, NONE
from feltwork.table.live.phases import BETTING
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.no_result import reasons as reasons_of
from feltwork.table.play.state import TableState
from feltwork.views.views import Data, seat_view

People = Sequence[tuple[str, str]]
LABELS = {
    "open-bets": "Place your bets",
    "offer-dice": "Offer the dice",
    "accept-dice": "Takes the dice",
    "reject-dice": "Does not take them",
    "select-dice": "Takes two dice",
    "pass-dice": "Gives up the dice",
    "hand-dice": "Hand the dice over",
    "load-ball": "Load the ball",
    "offer-button": "Button to",
    "press-button": "Presses the button",
    "spin-ball": "Spin the ball",
    "close-bets": "No more bets",
    "throw-dice": "Dice are thrown",
    "take-ball-out": "Ball out of the wheel",
    "move-zero": "Move chips from the outside 0",
    "bring-dice": "Bring a new set",
    "examine-ball": "Ball examined",
    "check-equipment": "New ball checked",
    "check-die": "Checked",
    "report-die": "Off the table",
    "announce-wager": "Repeat it aloud",
    "confirm-wager": "Confirm, and it stands",
    "call-wager": "Confirm the call",
    "buy-colour": "Issue the checks",
    "read-display": "Display agrees",
}
"""The crew's own words for what they do."""
LATE_LABEL = "Ball came to rest first"
NEVER_NEXT = ("reject-dice", "pass-dice", "bring-dice", "read-display", "load-ball", "offer-button", "press-button")
"""What a crew does when there is cause, not because it is the next step of the round."""


def actions(life: LiveTable, people: People, at: int) -> list[Data]:
    """Every plain step of the crew with whether it can be done now, and if not, why not; the next one is marked."""
    found = [_asked(life, command, people, at) for command in _steps(life)]
    for told in found:
        taken_on = told["type"] == "offer-dice" and life.shooter.seat is not None  # from a shooter who may yet bet
        if told["ok"] and told["type"] not in NEVER_NEXT and not taken_on:
            told["next"] = True
            break
    return found


def calls(life: LiveTable, people: People, at: int) -> list[Data]:
    """What players have called, and waits for the crew's word: on and off, colour checks, wagers aloud."""
    found = [_call(life, call, people, at) for call in life.waiting.calls]
    for wanted in life.colours.wanted.values():
        issue = BuyColour(wanted.seat, wanted.colour, wanted.value, wanted.amount)
        found.append(_asked(life, issue, people, at))
    for seat, (declared, announcer) in sorted(life.waiting.oral.items()):
        announces = life.conduct is not None and Act.ANNOUNCE_ORAL in life.conduct.powers
        step = ask.AnnounceWager(seat) if announces and announcer is None else ask.ConfirmWager(seat)
        found.append(_asked(life, step, people, at) | {"oral": to_builtins(declared), "announcer": announcer})
    return found


def _call(life: LiveTable, call: CallAsked, people: People, at: int) -> Data:
    """A call of on or off, with what would confirm it and what would decline it."""
    confirms = ask.CallWager(call.seat, call.wager, call.working, call.on, call.alone)
    declines = ask.DeclineCall(call.seat, call.wager, "not in time", call.on)
    refused = isinstance(judged(life, declines, people, at), Refusal)
    return _asked(life, confirms, people, at) | {"decline": None if refused else to_builtins(declines)}


def dice_of(life: LiveTable, people: People, at: int) -> list[Data]:
    """The set of dice, die by die: where it is, and what is done about it next."""
    if life.conduct is None or not life.conduct.shoots:
        return []
    dice = life.dice
    where: dict[int, str] = dict.fromkeys(dice.bowl, "bowl") | dict.fromkeys(dice.hand, "hand")
    where |= dict.fromkeys(dice.lost, "lost") | dict.fromkeys(dice.unchecked, "unchecked")
    where |= dict.fromkeys(dice.waiting, "waiting")
    found: list[Data] = []
    for die, place in sorted(where.items()):
        told: Data = {"die": die, "where": place, "number": life.equipment.marks.get(die, "")}
        short = life.shooter.seat is not None and len(dice.hand) < 2
        match place:
            case "lost":
                told |= _asked(life, ask.ReportDie(die, found=True), people, at) | {"label": "Found"}
            case "unchecked":
                told |= _asked(life, ask.CheckDie(die, to_shooter=short), people, at)
            case "bowl" | "hand":
                told |= _asked(life, ask.ReportDie(die, found=False), people, at)
            case _:
                pass
        found.append(told)
    return found


def reasons(life: LiveTable) -> list[Data]:
    """The book's reasons for which a throw or spin does not count, as far as they can be called now."""
    conduct = life.conduct
    if conduct is None:
        return []
    known = reasons_of(life, conduct)
    if life.phase == BETTING:  # before the spin only a ball that another has loaded
        known = {reason: row for reason, row in known.items() if reason == LOADED_BY_ANOTHER}
    return [{"reason": reason, "clause": row.clause, "must": row.must} for reason, row in known.items()]


def reported(life: LiveTable, people: People, at: int) -> Data | None:
    """What was reported of the throw and must be decided on; by whom of those here, if by any."""
    if life.throw.reported is None:
        return None
    calls_off = judged(life, ask.CallNoRoll(life.throw.reported), people, at)
    dismisses = judged(life, ask.DismissReport("looked at again"), people, at)
    return {
        "what": life.throw.reported,
        "may_call": not isinstance(calls_off, Refusal),
        "may_dismiss": not isinstance(dismisses, Refusal),
    }


def disputed(life: LiveTable, people: People, at: int) -> Data | None:
    """The faces that somebody at this screen may rule on now, as called or settled; and what was ruled already."""
    conduct = life.conduct
    if conduct is None or Act.RULE_ON_A_FACE not in conduct.powers:
        return None
    clause = conduct.clause_of(Act.RULE_ON_A_FACE)
    last = life.rounds.last[1].result if life.rounds.last is not None else None
    dice = life.throw.entered or (last if life.phase == BETTING else None)
    first, second = dice if isinstance(dice, tuple) else (1, 1)
    ruler = judged(life, ask.RuleOnFace(first, second, "as usual"), people, at)
    may = not isinstance(ruler, Refusal)
    if not may and life.throw.face is None:
        return None
    called = list(dice) if isinstance(dice, tuple) else None
    return {"clause": clause, "called": called, "may": may, "ruled": life.throw.face and list(life.throw.face)}


def seats_of(life: LiveTable) -> dict[str, Data]:
    """What each seat has before it: a crew sees the rails."""
    return {str(seat): seat_view(life, seat) for seat in sorted(life.seats.players)}


def words(life: LiveTable, seat: int, does: str) -> str:
    """What a player without a terminal will have said, for the crew to keep or to write anew."""
    return f"{life.seats.players.get(seat, 'the player')} {does}"


def at_the_table(life: LiveTable, people: People) -> People:
    """Of who is signed in at a screen: those who may act here, helpers only where they are assigned."""
    return [(person, role) for person, role in people if role not in HELPERS or life.crew.roster.get(person) == role]


def judged(life: LiveTable, command: Struct, people: People, at: int) -> str | Refusal:
    """Whoever of these people may do this now; else the refusal of the one it is for."""
    refused: Refusal | None = None
    for person, role in people:
        decided = decide(life, command, Asker(person, role, at))  # type: ignore[arg-type]  # every step is a command
        if not isinstance(decided, Refusal):
            return person if decided else Refusal(NOT_IN_THE_BOOK, "nothing would change")
        if refused is None or decided.kind is not RefusalKind.ROLE:
            refused = decided
    return refused or Refusal(NOT_IN_THE_BOOK, "nobody who is signed in here is of the crew of this table")


def _asked(life: LiveTable, command: Struct, people: People, at: int) -> Data:
    """One step with the table's answer to it."""
    kind = str(command.__struct_config__.tag)
    label = LATE_LABEL if isinstance(command, ask.TakeBallOut) and not command.in_time else LABELS[kind]
    told: Data = {"type": kind, "label": label, "command": to_builtins(command)}
    found = judged(life, command, people, at)
    if isinstance(found, Refusal):
        return told | {"ok": False, "clause": found.clause, "why": found.reason}
    return told | {"ok": True, "by": found}


def _steps(life: LiveTable) -> Iterator[Struct]:
    """The plain steps that make sense to show, in the order of a round."""
    table, conduct = life.game, life.conduct
    if table is None or conduct is None or conduct.shot:
        return
    if Act.OPEN_BETS in conduct.powers:
        yield ask.OpenBets()
    if table.book.spins:
        yield from _wheel_steps(life)
    else:
        yield from _dice_steps(life, table, conduct)


def _wheel_steps(life: LiveTable) -> Iterable[Struct]:
    measured = life.conduct is not None and bool(life.conduct.inspects)
    if life.gear.in_wheel:
        yield ask.TakeBallOut(in_time=True)
        yield ask.TakeBallOut(in_time=False)
    if life.gear.ball_out:
        yield ask.ExamineBall()
    if life.gear.new_ball and not measured:
        yield ask.CheckEquipment([BALL])
    if life.gear.unit != NONE:
        yield ask.LoadBall()
    if life.gear.unit == LOADED:
        yield from (ask.OfferButton(seat) for seat in sorted(life.seats.players) if seat != life.gear.button)
    if life.gear.button is not None:
        yield ask.PressButton(life.gear.button, words(life, life.gear.button, "wants it pressed"))
    yield ask.SpinBall(by_unit=life.gear.unit == LOADED)
    if life.gear.outside_zero:
        yield ask.MoveZero()
    yield ask.CloseBets()


def _dice_steps(life: LiveTable, table: TableState, conduct: Conduct) -> Iterable[Struct]:
    if life.shooter.offered is None:
        yield ask.OfferDice()
    else:
        yield ask.AcceptDice(life.shooter.offered, words(life, life.shooter.offered, "takes the dice"))
        yield ask.RejectDice(life.shooter.offered, words(life, life.shooter.offered, "does not want the dice"))
    if life.shooter.seat is not None and len(life.dice.hand) < 2 and life.phase == BETTING:
        chosen = sorted(life.dice.choice())[:2]
        yield ask.SelectDice(life.shooter.seat, chosen, words(life, life.shooter.seat, "chose these two"))
    if Act.CLOSE_BETS in conduct.powers:
        yield ask.CloseBets()
    if Act.HAND_DICE in conduct.powers:
        yield ask.HandDice()
    yield ask.ThrowDice()
    if life.shooter.seat is not None:
        yield ask.PassDice(life.shooter.seat, words(life, life.shooter.seat, "passes the dice"))
    yield ask.BringDice()
    last = life.throw.entered or (life.gear.recent[-1] if life.gear.recent else None)
    if Act.READ_DISPLAY in conduct.powers and isinstance(last, tuple):
        yield ask.ReadDisplay(*last)
