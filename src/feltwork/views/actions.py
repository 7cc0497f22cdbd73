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
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import BETTING
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


def actions(live: LiveTable, people: People, at: int) -> list[Data]:
    """Every plain step of the crew with whether it can be done now, and if not, why not; the next one is marked."""
    found = [_asked(live, command, people, at) for command in _steps(live)]
    for told in found:
        taken_on = told["type"] == "offer-dice" and live.shooter.seat is not None  # from a shooter who may yet bet
        if told["ok"] and told["type"] not in NEVER_NEXT and not taken_on:
            told["next"] = True
            break
    return found


def calls(live: LiveTable, people: People, at: int) -> list[Data]:
    """What players have called, and waits for the crew's word: on and off, colour checks, wagers aloud."""
    found = [_call(live, call, people, at) for call in live.waiting.calls]
    for wanted in live.colours.wanted.values():
        issue = BuyColour(wanted.seat, wanted.colour, wanted.value, wanted.amount)
        found.append(_asked(live, issue, people, at))
    for seat, (declared, announcer) in sorted(live.waiting.oral.items()):
        announces = live.conduct is not None and Act.ANNOUNCE_ORAL in live.conduct.powers
        step = ask.AnnounceWager(seat) if announces and announcer is None else ask.ConfirmWager(seat)
        found.append(_asked(live, step, people, at) | {"oral": to_builtins(declared), "announcer": announcer})
    return found


def _call(live: LiveTable, call: CallAsked, people: People, at: int) -> Data:
    """A call of on or off, with what would confirm it and what would decline it."""
    confirms = ask.CallWager(call.seat, call.wager, call.working, call.on, call.alone)
    declines = ask.DeclineCall(call.seat, call.wager, "not in time", call.on)
    refused = isinstance(judged(live, declines, people, at), Refusal)
    return _asked(live, confirms, people, at) | {"decline": None if refused else to_builtins(declines)}


def dice_of(live: LiveTable, people: People, at: int) -> list[Data]:
    """The set of dice, die by die: where it is, and what is done about it next."""
    if live.conduct is None or not live.conduct.shooting.shoots:
        return []
    dice = live.dice
    where: dict[int, str] = dict.fromkeys(dice.bowl, "bowl") | dict.fromkeys(dice.hand, "hand")
    where |= dict.fromkeys(dice.lost, "lost") | dict.fromkeys(dice.unchecked, "unchecked")
    where |= dict.fromkeys(dice.waiting, "waiting")
    found: list[Data] = []
    for die, place in sorted(where.items()):
        told: Data = {"die": die, "where": place, "number": live.equipment.marks.get(die, "")}
        short = live.shooter.seat is not None and len(dice.hand) < 2
        match place:
            case "lost":
                told |= _asked(live, ask.ReportDie(die, found=True), people, at) | {"label": "Found"}
            case "unchecked":
                told |= _asked(live, ask.CheckDie(die, to_shooter=short), people, at)
            case "bowl" | "hand":
                told |= _asked(live, ask.ReportDie(die, found=False), people, at)
            case _:
                pass
        found.append(told)
    return found


def reasons(live: LiveTable) -> list[Data]:
    """The book's reasons for which a throw or spin does not count, as far as they can be called now."""
    conduct = live.conduct
    if conduct is None:
        return []
    known = reasons_of(live, conduct)
    if live.phase == BETTING:  # before the spin only a ball that another has loaded
        known = {reason: row for reason, row in known.items() if reason == LOADED_BY_ANOTHER}
    return [{"reason": reason, "clause": row.clause, "must": row.must} for reason, row in known.items()]


def reported(live: LiveTable, people: People, at: int) -> Data | None:
    """What was reported of the throw and must be decided on; by whom of those here, if by any."""
    if live.throw.reported is None:
        return None
    calls_off = judged(live, ask.CallNoRoll(live.throw.reported), people, at)
    dismisses = judged(live, ask.DismissReport("looked at again"), people, at)
    return {
        "what": live.throw.reported,
        "may_call": not isinstance(calls_off, Refusal),
        "may_dismiss": not isinstance(dismisses, Refusal),
    }


def disputed(live: LiveTable, people: People, at: int) -> Data | None:
    """The faces that somebody at this screen may rule on now, as called or settled; and what was ruled already."""
    conduct = live.conduct
    if conduct is None or Act.RULE_ON_A_FACE not in conduct.powers:
        return None
    clause = conduct.clause_of(Act.RULE_ON_A_FACE)
    last = live.rounds.last[1].result if live.rounds.last is not None else None
    dice = live.throw.entered or (last if live.phase == BETTING else None)
    first, second = dice if isinstance(dice, tuple) else (1, 1)
    ruler = judged(live, ask.RuleOnFace(first, second, "as usual"), people, at)
    may = not isinstance(ruler, Refusal)
    if not may and live.throw.face is None:
        return None
    called = list(dice) if isinstance(dice, tuple) else None
    return {"clause": clause, "called": called, "may": may, "ruled": live.throw.face and list(live.throw.face)}


def seats_of(live: LiveTable) -> dict[str, Data]:
    """What each seat has before it: a crew sees the rails."""
    return {str(seat): seat_view(live, seat) for seat in sorted(live.seats.players)}


def words(live: LiveTable, seat: int, does: str) -> str:
    """What a player without a terminal will have said, for the crew to keep or to write anew."""
    return f"{live.seats.players.get(seat, 'the player')} {does}"


def at_the_table(live: LiveTable, people: People) -> People:
    """Of who is signed in at a screen: those who may act here, helpers only where they are assigned."""
    return [(person, role) for person, role in people if role not in HELPERS or live.crew.roster.get(person) == role]


def judged(live: LiveTable, command: Struct, people: People, at: int) -> str | Refusal:
    """Whoever of these people may do this now; else the refusal of the one it is for."""
    refused: Refusal | None = None
    for person, role in people:
        decided = decide(live, command, Asker(person, role, at))  # type: ignore[arg-type]  # every step is a command
        if not isinstance(decided, Refusal):
            return person if decided else Refusal(NOT_IN_THE_BOOK, "nothing would change")
        if refused is None or decided.kind is not RefusalKind.ROLE:
            refused = decided
    return refused or Refusal(NOT_IN_THE_BOOK, "nobody who is signed in here is of the crew of this table")


def _asked(live: LiveTable, command: Struct, people: People, at: int) -> Data:
    """One step with the table's answer to it."""
    kind = str(command.__struct_config__.tag)
    label = LATE_LABEL if isinstance(command, ask.TakeBallOut) and not command.in_time else LABELS[kind]
    told: Data = {"type": kind, "label": label, "command": to_builtins(command)}
    found = judged(live, command, people, at)
    if isinstance(found, Refusal):
        return told | {"ok": False, "clause": found.clause, "why": found.reason}
    return told | {"ok": True, "by": found}


def _steps(live: LiveTable) -> Iterator[Struct]:
    """The plain steps that make sense to show, in the order of a round."""
    table, conduct = live.game, live.conduct
    if table is None or conduct is None or conduct.terminals.shot:
        return
    if Act.OPEN_BETS in conduct.powers:
        yield ask.OpenBets()
    if table.book.spins:
        yield from _wheel_steps(live)
    else:
        yield from _dice_steps(live, table, conduct)


def _wheel_steps(live: LiveTable) -> Iterable[Struct]:
    measured = live.conduct is not None and bool(live.conduct.inspects)
    if live.gear.in_wheel:
        yield ask.TakeBallOut(in_time=True)
        yield ask.TakeBallOut(in_time=False)
    if live.gear.ball_out:
        yield ask.ExamineBall()
    if live.gear.new_ball and not measured:
        yield ask.CheckEquipment([BALL])
    if live.gear.unit != NONE:
        yield ask.LoadBall()
    if live.gear.unit == LOADED:
        yield from (ask.OfferButton(seat) for seat in sorted(live.seats.players) if seat != live.gear.button)
    if live.gear.button is not None:
        yield ask.PressButton(live.gear.button, words(live, live.gear.button, "wants it pressed"))
    yield ask.SpinBall(by_unit=live.gear.unit == LOADED)
    if live.gear.outside_zero:
        yield ask.MoveZero()
    yield ask.CloseBets()


def _dice_steps(live: LiveTable, table: TableState, conduct: Conduct) -> Iterable[Struct]:
    if live.shooter.offered is None:
        yield ask.OfferDice()
    else:
        yield ask.AcceptDice(live.shooter.offered, words(live, live.shooter.offered, "takes the dice"))
        yield ask.RejectDice(live.shooter.offered, words(live, live.shooter.offered, "does not want the dice"))
    if live.shooter.seat is not None and len(live.dice.hand) < 2 and live.phase == BETTING:
        chosen = sorted(live.dice.choice())[:2]
        yield ask.SelectDice(live.shooter.seat, chosen, words(live, live.shooter.seat, "chose these two"))
    if Act.CLOSE_BETS in conduct.powers:
        yield ask.CloseBets()
    if Act.HAND_DICE in conduct.powers:
        yield ask.HandDice()
    yield ask.ThrowDice()
    if live.shooter.seat is not None:
        yield ask.PassDice(live.shooter.seat, words(live, live.shooter.seat, "passes the dice"))
    yield ask.BringDice()
    last = live.throw.entered or (live.gear.recent[-1] if live.gear.recent else None)
    if Act.READ_DISPLAY in conduct.powers and isinstance(last, tuple):
        yield ask.ReadDisplay(*last)
