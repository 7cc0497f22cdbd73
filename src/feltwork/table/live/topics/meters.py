"""Each seat's meters, told by events alone: in, out, staked, won. Against them stands what the seat holds.

``in + won = out + staked + credit``: won is all that settlement credits, stakes handed back included; staked is all
that was debited, commission included, less what was taken down again. Tokens are no money and have meters of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.topic import Topic
from feltwork.table.live.topics.cards import WagersFoundInvalid
from feltwork.table.live.topics.colours import ChecksBroughtBack, ChecksLeftOut
from feltwork.table.live.topics.corrections import RoundAdjusted
from feltwork.table.live.topics.last_round import DebtRepaid, RoundReversed
from feltwork.table.live.topics.money import BoughtIn, ChipsSold, Collected
from feltwork.table.live.topics.sanctions import PlayerSanctioned
from feltwork.table.live.topics.seats import SeatTaken
from feltwork.table.live.topics.terminals import WagersVoided, Withheld, WithholdingEnded
from feltwork.table.live.topics.tokens import TokensHandedIn, TokensIssued, VoucherChanged
from feltwork.table.play import events as game
from feltwork.table.play.events import TOKENS, LuckyBallVoided, Placed, Removed, RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import LiveTable


class Meter(Struct, frozen=True, array_like=True):
    """What has gone through one seat, in cents."""

    came_in: int = 0
    out: int = 0
    staked: int = 0
    won: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_staked: int = 0
    tokens_won: int = 0
    excess: int = 0
    """Over a maximum, so handed back undecided: part of what was won."""

    @property
    def credit(self) -> int:
        """What the seat must hold in chips and colour checks."""
        return self.came_in + self.won - self.out - self.staked

    @property
    def tokens(self) -> int:
        """What the seat must hold in tokens."""
        return self.tokens_in + self.tokens_won - self.tokens_out - self.tokens_staked


Meters = MutableMapping[int, Meter]
_NOTHING = Meter()


def turn(meters: Meters, event: object, reversed_lines: Iterable[game.Settled] = ()) -> None:
    """Let an event turn the meters; a reversal turns back the lines it takes back."""
    match event:
        case game.Placed():
            _placed(meters, event)
        case game.Removed():
            chips = event.amount - event.tokens + event.commission_back
            _staked(meters, event.key[0], -chips, -event.tokens)
            _settled(meters, event.lines, 1)
        case game.RoundSettled() | game.RoundInvalid() | game.LuckyBallVoided() | WagersVoided() | PlayerSanctioned():
            _settled(meters, event.lines, 1)
        case WagersFoundInvalid():
            _settled(meters, event.lines, 1)
            _add(meters, event.seat, won=event.at_seat)
        case RoundAdjusted():
            for line in event.lines:
                if line.now is not None:
                    _add(meters, line.now, won=line.at_seat)
        case Withheld():
            _add(meters, event.seat, out=event.amount)
        case WithholdingEnded():
            if event.seat is not None:
                _add(meters, event.seat, out=-event.amount)
        case RoundReversed():
            _settled(meters, [line for line in reversed_lines if line.seat not in event.gone], -1)
            _laid_back(meters, event)
        case DebtRepaid():
            _lend(meters, event.seat, event.of, -event.cents)
        case BoughtIn() | ChipsSold() | VoucherChanged() | ChecksBroughtBack():
            _add(meters, event.seat, came_in=event.amount)
        case Collected() | ChecksLeftOut():
            _add(meters, event.seat, out=event.amount)
        case TokensIssued():
            _add(meters, event.seat, tokens_in=event.amount)
        case TokensHandedIn():
            _add(meters, event.seat, tokens_out=event.amount)
        case _:
            pass


def disagreement(meters: Mapping[int, Meter], table: TableState) -> int | None:
    """A seat whose meters and holdings do not agree, if there is one."""
    for seat, held in table.balances.items():
        meter = meters.get(seat, _NOTHING)
        if meter.credit != held + table.checks.get(seat, 0) or meter.tokens != table.tokens.get(seat, 0):
            return seat
    return None


def _laid_back(meters: Meters, event: RoundReversed) -> None:
    for sign, moved in ((-1, event.back), (1, event.again)):
        for (seat, _, _), amount, commission, tokens, _ in moved:
            _staked(meters, seat, sign * (amount - tokens + commission), sign * tokens)
    for seat, _, cents, of in event.owed:
        _lend(meters, seat, of, cents)


def _lend(meters: Meters, seat: int, of: str, cents: int) -> None:
    if of == TOKENS:
        _add(meters, seat, tokens_won=cents)
    else:
        _add(meters, seat, won=cents)


def _placed(meters: Meters, event: game.Placed) -> None:
    tokens = event.amount if event.instrument == TOKENS else 0
    _staked(meters, event.key[0], event.amount - tokens + event.commission, tokens)


def _staked(meters: Meters, seat: int, chips: int, tokens: int) -> None:
    before = meters.get(seat, _NOTHING)
    meters[seat] = replace(before, staked=before.staked + chips, tokens_staked=before.tokens_staked + tokens)


def _settled(meters: Meters, lines: Iterable[game.Settled], sign: int) -> None:
    for line in lines:
        back, excess = (line.apart.tokens_back, line.apart.excess) if line.apart else (0, 0)
        won = line.winnings + line.returned - back + line.commission_back
        _add(meters, line.seat, won=sign * won, tokens_won=sign * back, excess=sign * excess)


def _add(meters: Meters, seat: int, **turned: int) -> None:
    before = meters.get(seat, _NOTHING)
    meters[seat] = replace(before, **{name: getattr(before, name) + cents for name, cents in turned.items() if cents})


def meters_disagree(live: LiveTable, table: TableState, conduct: Conduct) -> Refusal | None:
    """Nothing is begun or paid while what a seat holds is not what its meters make of it: that is a fault of ours."""
    seat = disagreement(live.money.meters, table)
    if seat is None:
        return None
    return Refusal(
        conduct.terminals.meters or NOT_IN_THE_BOOK, f"the meters of seat {seat} do not agree; nothing is paid"
    )


def happen(live: LiveTable, event: object) -> None:
    """Let the event turn the meters, before anything forgets the round that a reversal takes back."""
    if isinstance(event, SeatTaken):
        live.money.sat_at[event.seat] = live.money.meters.get(event.seat, _NOTHING)
    turn(live.money.meters, event, live.rounds.last[1].lines if live.rounds.last else ())


TOPIC = Topic(
    follows=(
        SeatTaken,
        Placed,
        Removed,
        RoundSettled,
        RoundInvalid,
        LuckyBallVoided,
        WagersVoided,
        PlayerSanctioned,
        WagersFoundInvalid,
        RoundAdjusted,
        Withheld,
        WithholdingEnded,
        RoundReversed,
        DebtRepaid,
        BoughtIn,
        ChipsSold,
        VoucherChanged,
        ChecksBroughtBack,
        Collected,
        ChecksLeftOut,
        TokensIssued,
        TokensHandedIn,
    ),
    happen=happen,
)
