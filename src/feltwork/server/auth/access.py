"""Which commands a kind of screen may send. What is not in the table is refused."""

from __future__ import annotations

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    AgreeColour,
    AnswerConcern,
    BuyColour,
    DeclareWager,
    EnrolAcceptor,
    FindInvalid,
    HandInTokens,
    PressButton,
    RaiseConcern,
    RedeemColour,
    ReleaseCrew,
    RemoveAcceptor,
    ReplaceEquipment,
    RuleOnRound,
)

MAX_KEY = 100
"""Letters of the key under which a screen sends a command."""


def tag(command: type) -> str:
    return str(command.__struct_config__.tag)  # type: ignore[attr-defined]  # every command is a tagged struct


PLAYER_COMMANDS = frozenset(
    map(
        tag,
        (
            ask.Sit,
            ask.BuyIn,
            ask.Collect,
            ask.Leave,
            ask.PlaceWager,
            ask.RemoveWager,
            ask.MoveWager,
            ask.CallWager,
            ask.WithdrawCall,
            ask.AcceptDice,
            ask.RejectDice,
            ask.SelectDice,
            ask.PassDice,
            ask.PressShoot,
            ask.AuthoriseThrower,
            PressButton,
            ask.AddNonce,
            DeclareWager,
            RaiseConcern,
            BuyColour,
            AgreeColour,
            RedeemColour,
            HandInTokens,
        ),
    )
)
SUPERVISOR_ONLY = frozenset(
    map(
        tag,
        (
            ask.OpenTable,
            ask.CheckEquipment,
            ask.AssignCrew,
            ask.OpenPlay,
            ask.ChangeLimits,
            ask.AnnounceLimits,
            ask.SetPersonalLimit,
            ask.AnnounceClosure,
            ask.WithdrawLimits,
            ask.WithdrawClosure,
            ask.CloseTable,
            ask.CorrectResult,
            ask.InvalidateOutcome,
            ask.RefuseWager,
            ask.ClearFault,
            ask.GiveUpDraw,
            AnswerConcern,
            FindInvalid,
            ReleaseCrew,
            ReplaceEquipment,
            RuleOnRound,
            EnrolAcceptor,
            RemoveAcceptor,
        ),
    )
)
ALL_COMMANDS = frozenset(map(tag, ask.Command.__args__))
NOT_FROM_A_SCREEN = frozenset({"sense-result", "draw-numbers", "boost-number", "shoot-dice"})
"""What equipment and timers send, never a person."""
COMMANDS: dict[str, frozenset[str]] = {
    "player": PLAYER_COMMANDS,
    "crew": ALL_COMMANDS - NOT_FROM_A_SCREEN - SUPERVISOR_ONLY,
    "supervisor": ALL_COMMANDS - NOT_FROM_A_SCREEN,
}
"""Which commands a kind of screen may send at all; the table then judges the person's role."""


def commands_of(kind: str) -> frozenset[str]:
    """What a kind of screen may send."""
    return COMMANDS.get(kind, frozenset())
