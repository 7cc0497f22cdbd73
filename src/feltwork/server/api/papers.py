"""What is printed, black on white: a ticket with its number in groups of four and in squares, and a voucher."""

from __future__ import annotations

import io
from datetime import datetime
from html import escape

import segno

from feltwork.cage.numbers import grouped, scanned
from feltwork.cage.state import EXPIRED, OPEN, Ticket, Voucher
from feltwork.cage.tickets import STANDS
from feltwork.games.registry import every_kind

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Feltwork</title>
<link rel="stylesheet" href="/web/fonts.css">
<link rel="stylesheet" href="/web/css/{kind}.css">
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
</head>
<body>
<main class="{kind}">
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


def page(title: str, body: str, kind: str = "ticket", language: str = "en") -> str:
    """A page to print, in the style of its kind."""
    return PAGE.format(title=title, body=body, kind=kind, language=language)


def qr(number: str, cents: int) -> str:
    """The squares of a ticket as SVG, without a style of its own."""
    return squares(scanned(number, cents))


def squares(text: str, light: str | None = None) -> str:
    """A text as squares, in SVG; on paper they need no ground of their own, on a dark screen a light one."""
    drawn = io.BytesIO()
    made = segno.make(text, error="m", micro=False)
    made.save(drawn, kind="svg", xmldecl=False, svgns=True, nl=False, omitsize=True, border=2, light=light)
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
        "serial": serial,
        "where": escape(ticket.where),
        "amount": dollars(ticket.amount),
        "issued": said(ticket.issued),
    }
    standing = EXPIRED if ticket.standing == OPEN and now >= ticket.expires else ticket.standing
    if standing == OPEN:
        body = GOOD.format(qr=qr(number, ticket.amount), number=grouped(number), expires=said(ticket.expires), **told)
        return page(title=f"Ticket {serial}", body=body)
    stands, _, why = STANDS[standing].partition(": ")
    since = ticket.expires if standing == EXPIRED else ticket.settled
    body = OVER.format(stands=stands.capitalize(), why=f"{why.capitalize()}.", since=said(since), **told)
    return page(title=f"Ticket {serial}: {stands}", body=body)


VOUCHER = """<header><h1>Promotional {form}</h1><p>Feltwork · {game}</p></header>
<div class="qr" role="img" aria-label="The number as squares">{qr}</div>
<p class="amount">${amount}</p>
<p class="number">{number}</p>
<dl>
<div><dt>For</dt><dd>{player}</dd></div>
<div><dt>At</dt><dd>{where}</dd></div>
<div><dt>Wagers</dt><dd>{wagers}</dd></div>
<div><dt>Good until</dt><dd>{expires}</dd></div>
</dl>
<p>{words}</p>
<p class="small">No money: exchanged once, at the table, by the player it names.</p>"""
VOUCHER_OVER = """<header><h1>Not good any more</h1><p>Feltwork · {game}</p></header>
<p class="stands">{stands}</p>
<p class="amount"><s>${amount}</s></p>
<p>Voucher {number} of {player}</p>
<p class="small">This page is no voucher: nothing is given for it.</p>"""


def voucher_page(number: str, voucher: Voucher, now: int) -> str:
    """A voucher to print, with its conditions; one that is over has no squares, and says so."""
    book = every_kind(voucher.book)[0]
    titles = {name: wager.title for kind in every_kind(voucher.book) for name, wager in kind.wagers.items()}
    told = {
        "number": escape(number),
        "player": escape(voucher.player),
        "amount": dollars(voucher.amount),
        "game": escape(book.title),
    }
    standing = EXPIRED if voucher.standing == OPEN and now >= voucher.expires else voucher.standing
    if standing != OPEN:
        return page(title=f"Voucher {escape(number)}", body=VOUCHER_OVER.format(stands=standing, **told))
    body = VOUCHER.format(
        form=voucher.form,
        qr=squares(number),
        expires=said(voucher.expires - 1),
        words=escape(voucher.conditions),
        where=escape(voucher.table_named) or "any table of this game",
        wagers=escape(" and ".join(titles.get(name, name) for name in voucher.wagers)) or "every wager",
        **told,
    )
    return page(title=f"Voucher {escape(number)}", body=body)


def voucher_data(number: str, voucher: Voucher) -> dict[str, object]:
    """What a screen needs to show a voucher that was just issued."""
    return {"number": number, "amount": voucher.amount, "qr": squares(number), "page": f"/voucher/{number}"}


def no_voucher_page() -> str:
    body = "<header><h1>No such voucher</h1></header>\n<p>No voucher of this number was issued.</p>"
    return page(title="No such voucher", body=body)


def no_ticket_page() -> str:
    return page(title="No such ticket", body=NONE)


def ticket_data(number: str, serial: int, ticket: Ticket) -> dict[str, object]:
    """What a screen needs to show a ticket that was just printed."""
    return {
        "number": number,
        "grouped": grouped(number),
        "amount": ticket.amount,
        "serial": serial,
        "issued": ticket.issued,
        "expires": ticket.expires,
        "where": ticket.where,
        "qr": qr(number, ticket.amount),
        "page": f"/ticket/{number}",
    }
