"""A floor's report for the screens of supervisor, cashier and inspector: as data, for a spreadsheet, for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.engine.reconciling import last_day
from feltwork.extras import MissingExtraError
from feltwork.reports.floor_report import FloorReport, floor_report
from feltwork.reports.paper import report_pdf
from feltwork.reports.period import PeriodError, period_of
from feltwork.reports.told import as_csv, report_data
from feltwork.store.port import Store, StoreError

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

ASKED = ("day", "to", "starts", "shift", "form")
FORMS = ("", "json", "csv", "pdf")


async def report(floor: ServerState, request: Request) -> Response:
    """``?day=2026-01-31&to=&starts=06:00&shift=18:00-02:00&form=csv``; without a day, the last that has anything."""
    asked = request.query_params
    form = asked.get("form", "")
    if unknown := [name for name in asked if name not in ASKED]:
        return JSONResponse({"why": f"a report is asked for by {', '.join(ASKED)}, not {unknown[0]!r:.40}"}, 400)
    if form not in FORMS:
        return JSONResponse({"why": f"a report comes as json, csv or pdf, not {form!r:.40}"}, 400)

    def made(store: Store) -> Response | None:
        day = asked.get("day") or last_day(store.log)
        if not day:
            return None
        period = period_of(day, asked.get("to") or None, asked.get("starts") or "00:00", asked.get("shift") or None)
        return _written(floor_report(store, period, floor.house.till.key), form)

    try:
        found = await floor.log_checks.reads.read(made)
    except (PeriodError, StoreError, MissingExtraError) as wrong:
        return JSONResponse({"why": str(wrong)}, 400)
    return found or JSONResponse({"why": "nothing has happened on this floor yet"}, 404)


def _written(found: FloorReport, form: str) -> Response:
    """A report in its form; with the reading of the log, so that nobody waits for a long one to be drawn."""
    if form == "pdf":
        return Response(report_pdf(found), media_type="application/pdf", headers=_named(found, "pdf"))
    if form == "csv":
        return Response(as_csv(found), media_type="text/csv; charset=utf-8", headers=_named(found, "csv"))
    return Response(msgspec.json.encode(report_data(found)), media_type="application/json")


def _named(found: FloorReport, form: str) -> dict[str, str]:
    day = "".join(sign if sign.isalnum() or sign == "-" else "-" for sign in found.period.words)
    return {"content-disposition": f'attachment; filename="report-{day}.{form}"', "cache-control": "no-store"}
