"""Every address of the server: how it is asked for, who may ask, and what answers. What is not here is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from feltwork.server.api import (
    cashier,
    devices,
    foreseen,
    inspecting,
    lobby,
    overview,
    pages,
    pit_evidence,
    pit_people,
    pit_rules,
    reporting,
    rulebook,
    streams,
    supervising,
    terminal,
)
from feltwork.server.api.pages import page
from feltwork.server.auth import account, entrance
from feltwork.server.ops import watching

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

EVERYBODY = frozenset({"nobody", "player", "crew", "supervisor", "cashier", "inspector", "wall"})
SIGNED_IN = EVERYBODY - {"nobody"}
STAFF = SIGNED_IN - {"player", "wall"}
PLAYER, CASHIER = frozenset({"player"}), frozenset({"cashier"})
SUPERVISOR, INSPECTOR = frozenset({"supervisor"}), frozenset({"inspector"})
Handler = Callable[["ServerState", Request], Awaitable[Response]]


MONEY = (
    "/api/note",
    "/api/cash-in",
    "/api/ticket-in",
    "/api/collect",
    "/api/transfer",
    "/api/cage",
    "/api/cage/checks",
    "/api/office/{table}/clear",
)


class Endpoint(NamedTuple):
    """One address, how it is asked for, who may ask, and what answers; a socket is answered by the app itself."""

    method: str
    path: str
    who: frozenset[str]
    answers: Handler | None
    browser: bool = True
    """Do pages of ours ask it? Then a request from another site is refused."""

    limited: bool = False
    """May somebody ask it who has yet to set up a second factor?"""

    keyed: bool = False
    """Does what is asked come with a key, or as a signed report, so that it is done once however often it is sent?"""

    room: str = ""
    """The name under which the lobby lists this page, if it does; its texts are ``lobby.room-NAME``."""

    @property
    def moves_money(self) -> bool:
        """Is money paid in or out here? Not while play is stopped because something is not in order."""
        return self.method == "POST" and self.path in MONEY

    @property
    def asks_who(self) -> bool:
        """Does it matter here who asks? Where everybody gets the same, nobody's session is looked up."""
        return self.path == "/" or "nobody" not in self.who


ENDPOINTS = (
    Endpoint("GET", "/", EVERYBODY, entrance.home, limited=True),
    Endpoint("GET", "/signin", EVERYBODY, page("lobby")),
    Endpoint("POST", "/signin", EVERYBODY, entrance.sign_in),
    Endpoint("POST", "/signout", EVERYBODY, entrance.sign_out),
    Endpoint("GET", "/api/lobby", EVERYBODY, lobby.lobby),
    Endpoint("GET", "/api/lobby/{table}/felt", EVERYBODY, lobby.felt),
    Endpoint("POST", "/api/lobby/take", EVERYBODY, lobby.take),
    Endpoint("GET", "/web/{path:path}", EVERYBODY, pages.web),
    Endpoint("GET", "/health", EVERYBODY, watching.health),
    Endpoint("GET", "/ready", EVERYBODY, watching.ready),
    Endpoint("GET", "/metrics", EVERYBODY, watching.metrics),
    Endpoint("POST", "/enrol", EVERYBODY, entrance.enrol),
    Endpoint("POST", "/api/note", EVERYBODY, devices.note, browser=False, keyed=True),
    Endpoint("GET", "/play", PLAYER, page("play")),
    Endpoint("GET", "/deal", frozenset({"crew", "supervisor"}), page("deal")),
    Endpoint("POST", "/api/cash-in", PLAYER, devices.cash_in, keyed=True),
    Endpoint("POST", "/api/ticket-in", PLAYER, terminal.ticket_in, keyed=True),
    Endpoint("POST", "/api/collect", PLAYER, terminal.collect, keyed=True),
    Endpoint("POST", "/api/card", PLAYER, terminal.card, keyed=True),
    Endpoint("POST", "/api/transfer", PLAYER, terminal.transfer, keyed=True),
    Endpoint("GET", "/ticket/{number}", frozenset({"player", "cashier", "supervisor"}), terminal.ticket),
    Endpoint("GET", "/voucher/{number}", frozenset({"cashier", "crew", "supervisor"}), cashier.voucher),
    Endpoint("GET", "/cage", CASHIER, page("cage"), room="cashier"),
    Endpoint("GET", "/machine", CASHIER, page("machine")),
    Endpoint("GET", "/api/cage", CASHIER, cashier.cage),
    Endpoint("POST", "/api/cage", CASHIER, cashier.order, keyed=True),
    Endpoint("POST", "/api/cage/checks", CASHIER, cashier.checks, keyed=True),
    Endpoint("GET", "/api/cage/ticket", CASHIER, cashier.look_up),
    Endpoint("GET", "/api/cage/report", frozenset({"cashier", "inspector"}), cashier.report),
    Endpoint("GET", "/api/me", SIGNED_IN, pages.me, limited=True),
    Endpoint("GET", "/account", STAFF, page("account"), limited=True),
    Endpoint("GET", "/api/account", STAFF, account.account, limited=True),
    Endpoint("POST", "/api/account/password", STAFF, account.change_password, limited=True),
    Endpoint("POST", "/api/account/factor", STAFF, account.begin_factor, limited=True),
    Endpoint("POST", "/api/account/factor/confirm", STAFF, account.confirm_factor, limited=True),
    Endpoint("POST", "/api/account/factor/remove", STAFF, account.remove_factor),
    Endpoint("POST", "/api/account/end", STAFF, account.end_sessions, limited=True),
    Endpoint("POST", "/api/account/reset", SUPERVISOR, account.reset_factor),
    Endpoint("GET", "/api/tables", SIGNED_IN, pages.tables),
    Endpoint("GET", "/api/tables/{table}/felt", SIGNED_IN, pages.felt),
    Endpoint("GET", "/api/tables/{table}/card", SIGNED_IN, pages.card),
    Endpoint("GET", "/api/tables/{table}/lesson", PLAYER, rulebook.lesson),
    Endpoint("GET", "/rules", SIGNED_IN, page("rules")),
    Endpoint("GET", "/rules/{book}/document", SIGNED_IN, rulebook.document),
    Endpoint("GET", "/api/rules", SIGNED_IN, rulebook.games),
    Endpoint("GET", "/api/rules/{book}", SIGNED_IN, rulebook.book),
    Endpoint("WS", "/ws/{table}", SIGNED_IN, None),
    # the office: supervisor, wall, inspector
    Endpoint("GET", "/supervise", SUPERVISOR, page("supervise"), room="supervisor"),
    Endpoint("GET", "/api/office", SUPERVISOR, overview.glance),
    Endpoint("GET", "/api/office/games", SUPERVISOR, overview.kinds_of_table),
    Endpoint("GET", "/api/office/{table}/correction", SUPERVISOR, foreseen.correction),
    Endpoint("POST", "/api/office/open", SUPERVISOR, supervising.open_new, keyed=True),
    Endpoint("POST", "/api/office/{table}/signed", SUPERVISOR, supervising.signed, keyed=True),
    Endpoint("POST", "/api/office/{table}/clear", SUPERVISOR, supervising.clear, keyed=True),
    Endpoint("GET", "/wall", STAFF | {"wall"}, page("wall"), room="wall"),
    Endpoint("GET", "/inspect", INSPECTOR, page("inspect"), room="inspector"),
    Endpoint("GET", "/api/inspect/events", INSPECTOR, inspecting.find),
    Endpoint("GET", "/api/inspect/export", INSPECTOR, inspecting.export),
    Endpoint("GET", "/api/inspect/{table}/rounds", INSPECTOR, inspecting.rounds),
    Endpoint("GET", "/api/inspect/{table}/rounds/{version}", INSPECTOR, inspecting.round_told),
    Endpoint("GET", "/api/inspect/{table}/rounds/{version}/pack", INSPECTOR, inspecting.pack),
    Endpoint("GET", "/api/inspect/verify", INSPECTOR, inspecting.verification),
    Endpoint("POST", "/api/inspect/verify", INSPECTOR, inspecting.verify),
    Endpoint("GET", "/api/inspect/papers", INSPECTOR, inspecting.papers),
    Endpoint("GET", "/report", SUPERVISOR | CASHIER | INSPECTOR, page("report"), room="report"),
    Endpoint("GET", "/api/report", SUPERVISOR | CASHIER | INSPECTOR, reporting.report),
    # the pit office
    Endpoint("GET", "/office", SUPERVISOR | INSPECTOR, page("office"), room="office"),
    Endpoint("GET", "/api/pit/rules", SUPERVISOR | INSPECTOR, pit_rules.rules),
    Endpoint("GET", "/api/pit/draws/{name}", SUPERVISOR | INSPECTOR, pit_rules.draws),
    Endpoint("GET", "/api/pit/due/{name}", SUPERVISOR | INSPECTOR, pit_rules.due),
    Endpoint("GET", "/api/pit/names", SUPERVISOR | INSPECTOR, pit_people.names),
    Endpoint("GET", "/api/pit/people", SUPERVISOR | INSPECTOR, pit_people.held),
    Endpoint("POST", "/api/pit/disputes/{dispute}/evidence", SUPERVISOR, pit_evidence.attach, keyed=True),
    Endpoint("GET", "/api/pit/evidence/{digest}", SUPERVISOR | INSPECTOR, pit_evidence.evidence),
    # the office's streams: every kind that the engine's registry has, and the screens of tournaments
    *(Endpoint(a.method, a.path, a.who, a.answers, keyed=a.method == "POST", room=a.room) for a in streams.addresses()),
)
"""Every address the server answers. A test walks the server's routes against it, both ways."""
