"""What is printed: a ticket, black on white, with its number in groups of four and the same in squares."""

from __future__ import annotations

import io
from datetime import datetime
from html import escape

import segno

from feltwork.cage.numbers import grouped, scanned
from feltwork.cage.state import EXPIRED, OPEN, Ticket
from feltwork.cage.tickets import STANDS

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Feltwork</title>
<link rel="stylesheet" href="/web/fonts.css">
<link rel="stylesheet" href="/web/css/ticket.css">
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
</head>
<body>
<main class="ticket">
{body}
</main>
</body>
</html>
"""
GOOD = """<header><h1>Redeemable ticket</h1><p>Feltwork · {where}</p></header>
<div class="qr" role="img" aria-label="The ticket's number as squares">{qr}</div>
<p class="amount">${amount}</p>
<p class="number">{number}</p>
<dl>
<div><dt>Issued</dt><dd>{issued}</dd></div>
<div><dt>Good until</dt><dd>{expires}</dd></div>
<div><dt>Ticket</dt><dd>{serial}</dd></div>
</dl>
<p class="small">Paid once, to whoever brings it: at the cage, or in a terminal.</p>"""
OVER = """<header><h1>Not redeemable</h1><p>Feltwork · {where}</p></header>
<p class="stands">{stands}</p>
<p class="amount"><s>${amount}</s></p>
<p>{why}</p>
<dl>
<div><dt>Issued</dt><dd>{issued}</dd></div>
<div><dt>{stands}</dt><dd>{since}</dd></div>
<div><dt>Ticket</dt><dd>{serial}</dd></div>
</dl>
<p class="small">This page is no ticket: nothing is paid for it.</p>"""
NONE = """<header><h1>No such ticket</h1></header>
<p>No ticket of yours has this number.</p>
<p class="small">A ticket opens at the terminal that printed it, for whoever sits there since, and at the cage.</p>"""


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


def ticket_page(number: str, serial: int, ticket: Ticket, now: int) -> str:
    """A ticket to print; one that is not to be paid has neither number nor squares, and says why."""
    told = {
        "serial": serial, "where": escape(ticket.where), "amount": dollars(ticket.amount), "issued": said(ticket.issued)
    }  # fmt: skip
    standing = EXPIRED if ticket.standing == OPEN and now >= ticket.expires else ticket.standing
    if standing == OPEN:
        body = GOOD.format(
            qr=qr(number, ticket.amount), number=grouped(number), expires=said(ticket.expires), **told
        )  # fmt: skip
        return PAGE.format(title=f"Ticket {serial}", body=body)
    stands, _, why = STANDS[standing].partition(": ")
    since = ticket.expires if standing == EXPIRED else ticket.settled
    body = OVER.format(stands=stands.capitalize(), why=f"{why.capitalize()}.", since=said(since), **told)
    return PAGE.format(title=f"Ticket {serial}: {stands}", body=body)


def no_ticket_page() -> str:
    return PAGE.format(title="No such ticket", body=NONE)


def ticket_data(number: str, serial: int, ticket: Ticket) -> dict[str, object]:
    """What a screen needs to show a ticket that was just printed."""
    return {
        "number": number, "grouped": grouped(number), "amount": ticket.amount, "serial": serial,
        "issued": ticket.issued, "expires": ticket.expires, "where": ticket.where, "qr": qr(number, ticket.amount),
        "page": f"/ticket/{number}",
    }  # fmt: skip
