"""Each seat's meters, told by events alone: in, out, staked, won. Against them stands what the seat holds.

``in + won = out + staked + credit``: won is all that settlement credits, stakes handed back included; staked is all
that was debited, commission included, less what was taken down again. Tokens are no money and have meters of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping

from msgspec import Struct
from msgspec.structs import replace

from feltwork.table.live import card_events as card
from feltwork.table.live import events as happened
from feltwork.table.live import floor_events as floor
from feltwork.table.live import money_events as money
from feltwork.table.play import events as game
from feltwork.table.play.instruments import TOKENS
from feltwork.table.play.state import TableState


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


def turn(meters: Meters, event: happened.LifeEvent, reversed_lines: Iterable[game.Settled] = ()) -> None:
    """Let an event turn the meters; a reversal turns back the lines it takes back."""
    match event:
        case game.Placed():
            _placed(meters, event)
        case game.Removed():
            chips = event.amount - event.tokens + event.commission_back
            _staked(meters, event.key[0], -chips, -event.tokens)
            _settled(meters, event.lines, 1)
        case game.RoundSettled() | game.RoundInvalid() | game.LuckyBallVoided() | floor.WagersVoided():
            _settled(meters, event.lines, 1)
        case card.WagersFoundInvalid():
            _settled(meters, event.lines, 1)
            _add(meters, event.seat, won=event.at_seat)
        case floor.RoundAdjusted():
            for line in event.lines:
                if line.now is not None:
                    _add(meters, line.now, won=line.at_seat)
        case floor.Withheld():
            _add(meters, event.seat, out=event.amount)
        case floor.WithholdingEnded():
            if event.seat is not None:
                _add(meters, event.seat, out=-event.amount)
        case happened.RoundReversed():
            _settled(meters, [line for line in reversed_lines if line.seat not in event.gone], -1)
            _laid_back(meters, event)
        case floor.DebtRepaid():
            _lend(meters, event.seat, event.of, -event.cents)
        case happened.BoughtIn() | money.ChipsSold() | money.VoucherChanged() | money.ChecksBroughtBack():
            _add(meters, event.seat, came_in=event.amount)
        case happened.Collected() | money.ChecksLeftOut():
            _add(meters, event.seat, out=event.amount)
        case money.TokensIssued():
            _add(meters, event.seat, tokens_in=event.amount)
        case money.TokensHandedIn():
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


_NOTHING = Meter()


def _laid_back(meters: Meters, event: happened.RoundReversed) -> None:
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
