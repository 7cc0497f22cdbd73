"""Who may do what on the floor: one table of endpoints and one of commands. What is not in them is refused."""

from __future__ import annotations

from typing import NamedTuple

from feltwork.table.life import commands as ask
from feltwork.table.life.floor_commands import AnswerConcern, FindInvalid, RaiseConcern
from feltwork.table.life.gear_commands import PressButton
from feltwork.table.life.money_commands import AgreeColour, BuyColour, HandInTokens, RedeemColour

EVERYBODY = frozenset({"nobody", "player", "crew", "supervisor", "cashier", "inspector", "wall"})
SIGNED_IN = EVERYBODY - {"nobody"}
STAFF = SIGNED_IN - {"player", "wall"}
SUPERVISOR, INSPECTOR = frozenset({"supervisor"}), frozenset({"inspector"})


class Endpoint(NamedTuple):
    """One address, how it is asked for, who may ask."""

    method: str
    path: str
    who: frozenset[str]


ENDPOINTS = (
    Endpoint("GET", "/", EVERYBODY),
    Endpoint("GET", "/enter/{code}", EVERYBODY),
    Endpoint("GET", "/signin", EVERYBODY),
    Endpoint("POST", "/signin", EVERYBODY),
    Endpoint("POST", "/signout", EVERYBODY),
    Endpoint("GET", "/web/{path:path}", EVERYBODY),
    Endpoint("GET", "/health", EVERYBODY),
    Endpoint("GET", "/ready", EVERYBODY),
    Endpoint("GET", "/metrics", EVERYBODY),
    Endpoint("POST", "/enrol", EVERYBODY),
    Endpoint("GET", "/play", frozenset({"player"})),
    Endpoint("GET", "/deal", frozenset({"crew", "supervisor"})),
    Endpoint("POST", "/api/cash-in", frozenset({"player"})),
    Endpoint("POST", "/api/ticket-in", frozenset({"player"})),
    Endpoint("POST", "/api/collect", frozenset({"player"})),
    Endpoint("POST", "/api/card", frozenset({"player"})),
    Endpoint("POST", "/api/transfer", frozenset({"player"})),
    Endpoint("GET", "/ticket/{number}", frozenset({"player", "cashier"})),
    Endpoint("GET", "/cage", frozenset({"cashier"})),
    Endpoint("GET", "/api/cage", frozenset({"cashier"})),
    Endpoint("POST", "/api/cage", frozenset({"cashier"})),
    Endpoint("GET", "/api/cage/ticket", frozenset({"cashier"})),
    Endpoint("GET", "/api/cage/report", frozenset({"cashier", "inspector"})),
    Endpoint("GET", "/api/me", SIGNED_IN),
    Endpoint("GET", "/api/tables", SIGNED_IN),
    Endpoint("GET", "/api/tables/{table}/felt", SIGNED_IN),
    Endpoint("GET", "/api/tables/{table}/card", SIGNED_IN),
    Endpoint("WS", "/ws/{table}", SIGNED_IN),
    # the office: supervisor, wall, inspector
    Endpoint("GET", "/supervise", SUPERVISOR),
    Endpoint("GET", "/api/office", SUPERVISOR),
    Endpoint("POST", "/api/office/open", SUPERVISOR),
    Endpoint("POST", "/api/office/{table}/signed", SUPERVISOR),
    Endpoint("GET", "/wall", STAFF | {"wall"}),
    Endpoint("GET", "/inspect", INSPECTOR),
    Endpoint("GET", "/api/inspect/events", INSPECTOR),
    Endpoint("GET", "/api/inspect/export", INSPECTOR),
    Endpoint("GET", "/api/inspect/{table}/rounds", INSPECTOR),
    Endpoint("GET", "/api/inspect/{table}/rounds/{version:int}", INSPECTOR),
    Endpoint("GET", "/api/inspect/{table}/rounds/{version:int}/pack", INSPECTOR),
    Endpoint("GET", "/api/inspect/verify", INSPECTOR),
    Endpoint("POST", "/api/inspect/verify", INSPECTOR),
    Endpoint("GET", "/api/inspect/papers", INSPECTOR),
)
"""Every address the server answers. A test walks the server's routes against it, both ways."""


def tag(command: type) -> str:
    return str(command.__struct_config__.tag)  # type: ignore[attr-defined]  # every command is a tagged struct


PLAYER_COMMANDS = frozenset(
    map(
        tag,
        (
            ask.Sit, ask.BuyIn, ask.Collect, ask.Leave, ask.PlaceWager, ask.RemoveWager, ask.CallWager, ask.AcceptDice,
            ask.RejectDice, ask.SelectDice, ask.PassDice, ask.PressShoot, ask.AuthoriseThrower, PressButton,
            ask.AddNonce, RaiseConcern, BuyColour, AgreeColour, RedeemColour, HandInTokens,
        ),
    )
)  # fmt: skip
SUPERVISOR_ONLY = frozenset(
    map(
        tag,
        (
            ask.OpenTable, ask.CheckEquipment, ask.AssignCrew, ask.OpenPlay, ask.ChangeLimits, ask.AnnounceLimits,
            ask.SetPersonalLimit, ask.AnnounceClosure, ask.CloseTable, ask.CorrectResult, ask.InvalidateOutcome,
            ask.RefuseWager, ask.ClearFault, AnswerConcern, FindInvalid,
        ),
    )
)  # fmt: skip
ALL_COMMANDS = frozenset(map(tag, ask.Command.__args__))
NOT_FROM_A_SCREEN = frozenset({"sense-result", "draw-numbers", "boost-number", "shoot-dice"})
"""What equipment and timers send, never a person."""
COMMANDS: dict[str, frozenset[str]] = {
    "player": PLAYER_COMMANDS,
    "crew": ALL_COMMANDS - NOT_FROM_A_SCREEN - SUPERVISOR_ONLY,
    "supervisor": ALL_COMMANDS - NOT_FROM_A_SCREEN,
}
"""Which commands a kind of screen may send at all; the table then judges the person's role."""


def may_ask(kind: str, method: str, path: str) -> bool:
    """Is this kind of visitor let in here? Default deny."""
    return any(e.method == method and e.path == path and kind in e.who for e in ENDPOINTS)


def asks_who(method: str, path: str) -> bool:
    """Does it matter here who asks? Where everybody gets the same, nobody's session is looked up."""
    return path == "/" or not may_ask("nobody", method, path)


def may_send(kind: str, command: str) -> bool:
    return command in COMMANDS.get(kind, frozenset())
