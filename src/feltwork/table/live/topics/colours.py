"""Colour checks (Roulette 3.4 to 3.9): asked for, issued, shared with consent, redeemed.

Players take checks away from a table that closes. While it is closed the cage redeems them. Once it is open again,
only the table does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.conduct import Act, ColourChecks, Conduct
from feltwork.games.equipment import COLOUR_CHECKS
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker, may
from feltwork.table.live.topic import CLOSED, Guard, Topic, asked, game_of, tag
from feltwork.table.live.topics.equipment import unproved
from feltwork.table.live.topics.money import not_in_chips
from feltwork.table.live.topics.seats import SeatLeft, not_their_seat, not_theirs, taken
from feltwork.table.play.events import CHECKS, CHIPS, Removed
from feltwork.table.play.evolve import pay_in_kind
from feltwork.table.play.state import TableState, holds_checks

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


CASHIER = "cashier"
T = TypeVar("T")
SINCE = 2
"""The rules of conduct from which on consent names its colour and is used up by one issue."""


class BuyColour(Asked, frozen=True, tag="buy-colour"):
    """Colour checks for chips in the rail, at the value the player sets on each."""

    seat: int
    colour: str
    value: int
    amount: int


class AgreeColour(Asked, frozen=True, tag="agree-colour"):
    """A player agrees that another may once be issued checks of a colour that they have."""

    seat: int
    with_seat: int
    colour: str = ""
    """Which colour; a player who has one colour need not name it."""
    asked: str = ""
    """What the player said, where one of the crew enters it."""


class RedeemColour(Asked, frozen=True, tag="redeem-colour"):
    """All colour checks in hand, for chips at the value set on them; those of an earlier day too."""

    seat: int
    asked: str = ""


class RedeemChecks(Asked, frozen=True, tag="redeem-checks"):
    """Colour checks of a closed table that a player brings to the cage, all of them."""

    player: str
    amount: int


class ColourIssued(Struct, frozen=True, tag="colour-issued"):
    """Colour checks of this table's set; a marker button shows a value above the table minimum."""

    seat: int
    colour: str
    value: int
    amount: int
    marker: bool
    clause: str


class ColourAsked(Struct, frozen=True, tag="colour-asked"):
    """A player wants colour checks of a value; the dealer has yet to ascertain it and to issue them."""

    seat: int
    colour: str
    value: int
    amount: int
    clause: str


class ColourAgreed(Struct, frozen=True, tag="colour-agreed"):
    """A player agreed to share a colour with another: for its next issue to that player, and no other."""

    seat: int
    with_seat: int
    clause: str
    colour: str = ""
    """Under the first rules none was named, and consent held for any colour, as often as issued."""
    asked: str = ""
    """What the player said, where one of the crew entered it."""


class ColourRedeemed(Struct, frozen=True, tag="colour-redeemed"):
    seat: int
    amount: int
    clause: str
    asked: str = ""


class ChecksLeftOut(Struct, frozen=True, tag="checks-left-out"):
    """The table closes, and the player of a seat goes with colour checks in hand."""

    seat: int
    player: str
    amount: int
    clause: str


class ChecksRedeemed(Struct, frozen=True, tag="checks-redeemed"):
    """The cage paid for colour checks of a closed table; the money is the player's at the cage."""

    player: str
    amount: int
    clause: str


class ChecksBroughtBack(Struct, frozen=True, tag="checks-brought-back"):
    """Colour checks of an earlier day are redeemed for chips at their own table."""

    seat: int
    player: str
    amount: int
    clause: str
    asked: str = ""


class Colours(NamedTuple):
    """The colour checks of one player: their colours, and what each check is worth."""

    colours: tuple[str, ...]
    value: int
    marker: bool = False
    """Does a marker button with this value lie beside one of them?"""


class Checks(Struct, frozen=True):
    """Colour checks of a table, by whom they were asked for, issued, shared and taken away."""

    issued: Mapping[int, Colours] = field(default_factory=dict)
    """Colour checks last issued, by seat."""
    wanted: Mapping[int, ColourAsked] = field(default_factory=dict)
    """Colour checks that players have asked for, by seat, until a dealer issues them."""
    agreed: frozenset[tuple[int, int, str]] = frozenset()
    """Who agreed to share a colour, with whom, and which."""
    out: Mapping[str, int] = field(default_factory=dict)
    """Colour checks that players took away when the table closed, by player, in cents."""


def splits_a_check(live: LiveTable, conduct: Conduct, removed: Removed) -> Refusal | None:
    """Roulette 3.8: what a player takes up in colour checks is whole ones."""
    value = live.colours.issued[removed.key[0]].value if removed.checks else 1
    if conduct.tender.checks is None or removed.checks % value == 0:
        return None
    return Refusal(conduct.tender.checks.value, f"a check of {format_money(value)} is taken up whole or not at all")


def buy_colour(live: LiveTable, table: TableState, conduct: Conduct, command: BuyColour, by: Asker) -> Decision:
    """Roulette 3.7 to 3.9: the player sets the value, the dealer ascertains it; a supervisor may allow a second colour.

    A player's own command asks for the checks; the dealer's issues them.
    """
    rules, seat = conduct.tender.checks, command.seat
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = taken(live, table, seat)
    if refused is None and by.role == PLAYER:
        refused = not_their_seat(live, table, seat, by)
    if refused:
        return refused
    if refused := unproved(live, conduct, COLOUR_CHECKS):
        return refused
    if command.colour not in own_colours(live, rules):
        return Refusal(rules.emblem, f"the set of this table has no '{shown(command.colour)}'")
    refused = (
        _bad_value(table, rules, command)
        or not_shared(live, table, conduct, rules, command, by)
        or _not_theirs_to_issue(live, table, conduct, rules, command, by)
    )
    if refused:
        return refused
    if command.amount > table.balances[seat]:
        return Refusal(NOT_IN_THE_BOOK, f"seat {seat} holds {format_money(table.balances[seat])} to buy checks with")
    if by.role == PLAYER:
        return (ColourAsked(seat, command.colour, command.value, command.amount, rules.value),)
    marker = command.value > _table_minimum(table)
    return (ColourIssued(seat, command.colour, command.value, command.amount, marker, rules.value),)


def agree_colour(live: LiveTable, table: TableState, conduct: Conduct, command: AgreeColour, by: Asker) -> Decision:
    """Roulette 3.7: the player who has a colour agrees that another gets the same."""
    rules = conduct.tender.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = taken(live, table, command.seat) or taken(live, table, command.with_seat)
    if refused:
        return refused
    return agree(live, table, conduct, rules, command, by)


def redeem_colour(live: LiveTable, table: TableState, conduct: Conduct, command: RedeemColour, by: Asker) -> Decision:
    """Roulette 3.6: at the table that issued them, for chips at their value."""
    rules = conduct.tender.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = taken(live, table, command.seat) or not_their_seat(live, table, command.seat, by)
    if refused:
        return refused
    held, back = table.checks.get(command.seat, 0), brought_back(live, conduct, command.seat)
    if not held and not back:
        return Refusal(rules.redeem, "only checks of this table are redeemed here, and the seat has none")
    in_hand = (ColourRedeemed(command.seat, held, rules.redeem),) if held else ()
    return (*in_hand, *back)


def _bad_value(table: TableState, rules: ColourChecks, command: BuyColour) -> Refusal | None:
    """Each check is worth whole chips and may be wagered: no more than the highest maximum on the sign."""
    refused = not_in_chips(table, command.value, rules.value)
    if refused or command.amount <= 0 or command.amount % command.value:
        return refused or Refusal(rules.value, f"checks of {format_money(command.value)} come in whole numbers")
    maxima = [limit.maximum for limit in table.rules.limits.values()]
    most = max((most for most in maxima if most is not None), default=None)
    if most is not None and None not in maxima and command.value > most:
        return Refusal(rules.value, f"a check of {format_money(command.value)} could not be wagered at this table")
    return None


def _table_minimum(table: TableState) -> int:
    return min((limit.minimum for limit in table.rules.limits.values()), default=0)


def own_colours(live: LiveTable, rules: ColourChecks) -> tuple[str, ...]:
    """The colours of the set at this table, as they were found when it was checked (Roulette 3.4)."""
    found = live.equipment.inspected.get(COLOUR_CHECKS)
    told = found.values.get("colours") if found and COLOUR_CHECKS in live.equipment.checked else None
    return tuple(colour for colour in rules.colours if not isinstance(told, list) or colour in told)


def _not_theirs_to_issue(
    live: LiveTable, table: TableState, conduct: Conduct, rules: ColourChecks, command: BuyColour, by: Asker
) -> Refusal | None:
    """The dealer issues checks; a second colour a supervisor, at the same value, if enough are left for the others."""
    issues = None if by.role == PLAYER else may(by, conduct, Act.ISSUE_COLOURS)
    mine = live.colours.issued.get(command.seat)
    if mine is None or not holds_checks(table, command.seat):
        return issues
    if mine.value != command.value:
        return Refusal(rules.several, f"all checks of one player have one value, here {format_money(mine.value)}")
    if command.colour in mine.colours:
        return issues
    refused = may(by, conduct, Act.SEVERAL_COLOURS)
    if refused:
        return refused
    holders = [seat for seat in live.colours.issued if holds_checks(table, seat)]
    taken = {colour for seat in holders for colour in live.colours.issued[seat].colours} | {command.colour}
    if len(own_colours(live, rules)) - len(taken) < len(live.seats.players) - len(holders):
        return Refusal(rules.several, "another player would then be left without a colour")
    return None


def agree(
    live: LiveTable, table: TableState, conduct: Conduct, rules: ColourChecks, command: AgreeColour, by: Asker
) -> Decision:
    """The player who has a colour agrees that another gets the same; the crew enters it only with their words."""
    theirs = live.seats.players[command.seat] == by.person if by.role == PLAYER or conduct.rules < SINCE else True
    if not theirs or not holds_checks(table, command.seat):
        return Refusal(rules.identical, "only the player who has the colour agrees to share it")
    if conduct.rules < SINCE:
        return (ColourAgreed(command.seat, command.with_seat, rules.identical),)
    if refused := not_theirs(live.seats.players[command.seat], command.seat, by, rules.identical):
        return refused
    mine = live.colours.issued[command.seat].colours
    colour = command.colour or (mine[0] if len(mine) == 1 else "")
    if colour not in mine or command.with_seat == command.seat:
        return Refusal(rules.identical, f"a player shares a colour that they have with another: {' or '.join(mine)}")
    return (ColourAgreed(command.seat, command.with_seat, rules.identical, colour),)


def holders_of(live: LiveTable, table: TableState, conduct: Conduct, seat: int, colour: str) -> list[int]:
    """The other seats that have this colour; under the first rules none, where this one had got it already."""
    mine = live.colours.issued.get(seat)
    if conduct.rules < SINCE and mine and colour in mine.colours and holds_checks(table, seat):
        return []
    return [
        other
        for other, theirs in live.colours.issued.items()
        if other != seat and colour in theirs.colours and holds_checks(table, other)
    ]


def not_agreed(live: LiveTable, table: TableState, conduct: Conduct, seat: int, colour: str) -> list[int]:
    """The seats that have this colour and have not agreed that this one gets it, or more of it."""
    named = colour if conduct.rules >= SINCE else ""
    others = holders_of(live, table, conduct, seat, colour)
    return [other for other in others if (other, seat, named) not in live.colours.agreed]


def not_shared(
    live: LiveTable, table: TableState, conduct: Conduct, rules: ColourChecks, command: BuyColour, by: Asker
) -> Refusal | None:
    """A player may ask for a colour that another has, and be agreed to then; it is not issued before."""
    if by.role == PLAYER and conduct.rules >= SINCE:
        return None
    for seat in not_agreed(live, table, conduct, command.seat, command.colour):
        return Refusal(rules.identical, f"seat {seat} has {command.colour} and has not agreed to share it")
    return None


def issued(live: LiveTable, event: ColourIssued, anew: bool) -> None:
    """An issue uses up the consent to it; who gets a colour anew has agreed to nothing yet."""
    if live.conduct is None or live.conduct.rules < SINCE:
        return
    agreed = {
        given
        for given in live.colours.agreed
        if given[1:] != (event.seat, event.colour) and not (anew and given[::2] == (event.seat, event.colour))
    }
    live.colours = replace(live.colours, agreed=frozenset(agreed))


def redeemed(live: LiveTable, seat: int) -> None:
    """Who has handed the checks in has nothing left to share."""
    if live.conduct is not None and live.conduct.rules >= SINCE:
        agreed = frozenset(given for given in live.colours.agreed if given[0] != seat)
        live.colours = replace(live.colours, agreed=agreed)


def left_out(live: LiveTable, table: TableState, conduct: Conduct) -> tuple[ChecksLeftOut, ...]:
    """Players who are still at a table that closes keep the checks in their hands."""
    if conduct.tender.checks is None:
        return ()
    clause, held = conduct.tender.checks.redeem, table.checks
    going = sorted(live.seats.players.items())
    return tuple(ChecksLeftOut(seat, who, held[seat], clause) for seat, who in going if held.get(seat))


def brought_back(live: LiveTable, conduct: Conduct, seat: int) -> tuple[ChecksBroughtBack, ...]:
    """Checks of an earlier day that the player of this seat has brought back to their table."""
    player = live.seats.players[seat]
    held = live.colours.out.get(player, 0)
    clause = conduct.tender.checks.redeem if conduct.tender.checks else ""
    return (ChecksBroughtBack(seat, player, held, clause),) if held else ()


def redeem_at_cage(live: LiveTable, table: TableState, conduct: Conduct, command: RedeemChecks, by: Asker) -> Decision:
    """The cage pays for checks of a table that is closed at the time."""
    rules = conduct.tender.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    if by.role != CASHIER:
        return Refusal(NOT_IN_THE_BOOK, "that is for a cashier", RefusalKind.ROLE)
    if live.status != CLOSED:
        return Refusal(rules.redeem, f"table {live.table} is open: its colour checks are redeemed there")
    held = live.colours.out.get(command.player, 0)
    if not held:
        return Refusal(rules.redeem, f"{shown(command.player)} took no colour checks of table {live.table} away")
    if command.amount != held:
        return Refusal(
            rules.redeem,
            f"{shown(command.player)} took checks for {format_money(held)} away: redeem all of them or none",
        )
    return (ChecksRedeemed(command.player, held, rules.redeem),)


def _exchange(table: TableState, seat: int, cents: int) -> None:
    """Chips in the rail for colour checks, or back."""
    pay_in_kind(table, seat, CHIPS, -cents)
    pay_in_kind(table, seat, CHECKS, cents)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case ChecksLeftOut():
            return [f"{shown(event.player)} goes with checks for {format_money(event.amount)} ({event.clause})"]
        case ChecksRedeemed():
            paid = f"the cage pays {format_money(event.amount)} for checks of {shown(event.player)}"
            return [f"{paid}, the table being closed ({event.clause})"]
        case ChecksBroughtBack():
            back = f"seat {event.seat} redeems checks of an earlier day for {format_money(event.amount)}"
            return [f"{back} ({event.clause}){asked(event.asked)}"]
        case ColourIssued():
            marker = ", marked" if event.marker else ""
            checks = f"{event.amount // event.value} {event.colour} checks of {format_money(event.value)}"
            return [f"seat {event.seat} buys {checks}{marker} ({event.clause})"]
        case ColourAsked():
            checks = f"{event.amount // event.value} {event.colour} checks of {format_money(event.value)}"
            return [f"seat {event.seat} asks for {checks} ({event.clause})"]
        case ColourAgreed():
            what = event.colour or "its colour"
            shares = f"seat {event.seat} shares {what} with seat {event.with_seat}"
            return [f"{shares} ({event.clause}){asked(event.asked)}"]
        case ColourRedeemed():
            redeems = f"seat {event.seat} redeems checks for {format_money(event.amount)}"
            return [f"{redeems} ({event.clause}){asked(event.asked)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Colour checks asked for, issued, shared, redeemed and taken away."""
    table, now = game_of(live), live.colours
    match event:
        case ColourIssued():
            had = live.colours.issued.get(event.seat) if holds_checks(table, event.seat) else None
            colours = dict.fromkeys((*(had.colours if had else ()), event.colour))
            theirs = Colours(tuple(colours), event.value, event.marker)
            wanted = _without(now.wanted, event.seat)
            live.colours = replace(now, issued={**now.issued, event.seat: theirs}, wanted=wanted)
            issued(live, event, anew=had is None or event.colour not in had.colours)
            _exchange(table, event.seat, event.amount)
        case ColourAsked():
            live.colours = replace(now, wanted={**now.wanted, event.seat: event})
        case ColourAgreed():
            live.colours = replace(now, agreed=now.agreed | {(event.seat, event.with_seat, event.colour)})
        case ColourRedeemed():
            redeemed(live, event.seat)
            _exchange(table, event.seat, -event.amount)
        case ChecksLeftOut():
            pay_in_kind(table, event.seat, CHECKS, -event.amount)
            out = {**now.out, event.player: now.out.get(event.player, 0) + event.amount}
            live.colours = replace(now, out=out)
        case ChecksBroughtBack():
            table.balances[event.seat] += event.amount
            _no_longer_out(live, event.player)
        case ChecksRedeemed():
            _no_longer_out(live, event.player)
        case SeatLeft():
            agreed = frozenset(given for given in now.agreed if event.seat not in given[:2])
            issued_to, wanted = _without(now.issued, event.seat), _without(now.wanted, event.seat)
            live.colours = replace(now, issued=issued_to, wanted=wanted, agreed=agreed)


def _no_longer_out(live: LiveTable, player: str) -> None:
    out = {who: held for who, held in live.colours.out.items() if who != player}
    live.colours = replace(live.colours, out=out)


def _without(of_seats: Mapping[int, T], seat: int) -> dict[int, T]:
    return {other: held for other, held in of_seats.items() if other != seat}


def _redeem_clause(live: LiveTable, table: TableState, conduct: Conduct) -> str:
    return conduct.tender.checks.redeem if conduct.tender.checks else table.book.house.placing


TOPIC = Topic(
    commands={
        BuyColour: buy_colour,
        AgreeColour: agree_colour,
        RedeemColour: redeem_colour,
        RedeemChecks: redeem_at_cage,
    },
    guards={
        Guard.ANY_TIME: (RedeemChecks,),
        Guard.WHILE_STOPPED: (RedeemColour,),
        Guard.AT_A_SEAT: (BuyColour, RedeemColour),
        Guard.METERED: (RedeemColour,),
        Guard.ADDS: (BuyColour,),
    },
    for_a_player={
        RedeemColour: _redeem_clause,
        AgreeColour: lambda live, table, conduct: conduct.tender.checks.identical if conduct.tender.checks else "",
    },
    events=(
        ColourIssued,
        ColourAsked,
        ColourAgreed,
        ColourRedeemed,
        ChecksLeftOut,
        ChecksRedeemed,
        ChecksBroughtBack,
    ),
    follows=(SeatLeft,),
    keeps_last_round=(ColourAsked,),
    happen=happen,
    tell=tell,
)
