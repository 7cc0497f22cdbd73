"""What is printed: a ticket, black on white, with its number in groups of four and the same in squares."""

from __future__ import annotations

import io
from datetime import datetime
from html import escape

import segno

from feltwork.cage.numbers import grouped, scanned
from feltwork.cage.state import Ticket

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ticket {serial} · Feltwork</title>
<link rel="stylesheet" href="/web/css/ticket.css">
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
</head>
<body>
<main class="ticket">
<header><h1>Redeemable ticket</h1><p>Feltwork · {where}</p></header>
<div class="qr" role="img" aria-label="The ticket's number as squares">{qr}</div>
<p class="amount">${amount}</p>
<p class="number">{number}</p>
<dl>
<div><dt>Issued</dt><dd>{issued}</dd></div>
<div><dt>Good until</dt><dd>{expires}</dd></div>
<div><dt>Ticket</dt><dd>{serial}</dd></div>
</dl>
<p class="small">Paid once, to whoever brings it: at the cage, or in a terminal.</p>
</main>
</body>
</html>
"""


def qr(number: str, cents: int) -> str:
    """The squares as SVG, without a style of its own."""
    drawn = io.BytesIO()
    made = segno.make(scanned(number, cents), error="m", micro=False)
    made.save(drawn, kind="svg", xmldecl=False, svgns=True, nl=False, omitsize=True, border=2)
    return drawn.getvalue().decode()


def said(micros: int) -> str:
    """A time by the house's clock."""
    return datetime.fromtimestamp(micros // 1_000_000).astimezone().strftime("%-d %B %Y, %H:%M")


def dollars(cents: int) -> str:
    """As a person reads an amount on paper, grouped by thousands."""
    return f"{cents // 100:,}.{cents % 100:02d}"


def ticket_page(number: str, serial: int, ticket: Ticket) -> str:
    return PAGE.format(
        serial=serial, where=escape(ticket.where), qr=qr(number, ticket.amount), amount=dollars(ticket.amount),
        number=grouped(number), issued=said(ticket.issued), expires=said(ticket.expires),
    )  # fmt: skip


def ticket_data(number: str, serial: int, ticket: Ticket) -> dict[str, object]:
    """What a screen needs to show a ticket that was just printed."""
    return {
        "number": number, "grouped": grouped(number), "amount": ticket.amount, "serial": serial,
        "issued": ticket.issued, "expires": ticket.expires, "where": ticket.where, "qr": qr(number, ticket.amount),
        "page": f"/ticket/{number}",
    }  # fmt: skip
