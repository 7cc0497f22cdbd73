"""Every total of a played day against a question of its own in SQL, on both databases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltwork.games.registry import open_book
from feltwork.lab.analysis.edges import odds_row
from feltwork.odds import percent
from feltwork.outcomes import Selection
from feltwork.reports.floor_report import FloorReport, floor_report
from feltwork.reports.period import Period, period_of
from feltwork.reports.told import tickets, together
from feltwork.store.opening import open_to_read
from tests.reports.asked import Asked
from tests.reports.played_day import PLAYED

HOUSE = "('float-filled', 'float-credited', 'chips-sold', 'voucher-changed')"
WON = f"""SELECT stream, sum(cents) FROM moved WHERE at >= {{since}} AND stream LIKE 'table/%' AND kind NOT IN {HOUSE}
    AND account IN ('float/' || substr(stream, 7), 'commission/' || substr(stream, 7), 'rounding/' || substr(stream, 7))
    GROUP BY stream"""
COMMISSION = """SELECT stream, sum(cents) AS cents FROM moved WHERE account = 'commission/' || substr(stream, 7)
    AND at >= {since} GROUP BY stream"""
CARRIED = """SELECT stream, sum(CAST(body ->> 'amount' AS BIGINT)) FROM today WHERE stream LIKE 'table/%'
    AND kind IN ({kinds}) GROUP BY stream"""


@pytest.fixture(scope="module")
def period() -> Period:
    return period_of(PLAYED.isoformat())


@pytest.fixture(scope="module")
def report(day: str, period: Period) -> FloorReport:
    store = open_to_read(day)
    try:
        return floor_report(store, period)
    finally:
        store.close()


@pytest.fixture(scope="module")
def sql(day: str, period: Period) -> Asked:
    return Asked(day, period.since, period.until)


def of_each(report: FloorReport, name: str) -> dict[str, int]:
    return {figures.table: getattr(figures, name) for figures in report.tables if getattr(figures, name)}


def test_drop_collected_win_commission_rounding(report: FloorReport, sql: Asked) -> None:
    since = report.period.since
    assert of_each(report, "drop") == sql.each(CARRIED.format(kinds="'bought-in', 'chips-sold'"))
    assert of_each(report, "collected") == sql.each(CARRIED.format(kinds="'collected'"))
    assert of_each(report, "win") == sql.each(WON.format(since=since))
    assert of_each(report, "commission") == sql.each(COMMISSION.format(since=since))
    rounding = COMMISSION.format(since=since).replace("commission/", "rounding/").replace("sum(cents)", "-sum(cents)")
    assert of_each(report, "rounding") == sql.each(rounding)
    assert len(of_each(report, "win")) > 8


def test_turnover(report: FloorReport, sql: Asked) -> None:
    """What was staked on wagers that were decided, the part over a maximum left out, and their commission."""
    staked = sql.each("SELECT stream, sum(stake - excess + back) FROM decided GROUP BY stream")
    for table, cents in sql.each(COMMISSION.format(since=report.period.since)).items():
        staked[table] += cents
    assert of_each(report, "turnover") == staked
    assert together(report.tables).turnover == sum(staked.values()) > 4_000_00


def test_hold(report: FloorReport, sql: Asked) -> None:
    """What was kept by the lines of the rounds that stand, over the turnover; of each table and of the whole floor."""
    kept = sql.each("SELECT stream, sum(stake - returned - winnings) FROM decided GROUP BY stream")
    for table, cents in sql.each(COMMISSION.format(since=report.period.since)).items():
        kept[table] = kept.get(table, 0) + cents
    adjusted = sql.each(
        """SELECT stream, sum(CAST(line.value ->> 2 AS BIGINT)) FROM today, EACH(body -> 'lines') AS line
        WHERE kind = 'round-adjusted' AND body ->> 'cause' <> 'left since' GROUP BY stream"""
    )
    whole = 0
    for figures in report.tables:
        held = kept.get(figures.table, 0) - adjusted.get(figures.table, 0)
        whole += held
        assert figures.sums.kept == held
        if figures.turnover:
            assert figures.hold["hold"] == percent(Fraction(held, figures.turnover), 1)
    floor = together(report.tables)
    assert floor.hold["hold"] == percent(Fraction(whole, floor.turnover), 1)


def test_expected_hold_and_band(report: FloorReport, sql: Asked) -> None:
    """The edge of each wager times what SQL says was staked on it, at tables without commission."""
    staked = sql.rows("SELECT stream, wager, spot, sum(stake - excess) FROM decided GROUP BY stream, wager, spot")
    opened = dict(sql.rows("SELECT stream, body ->> 'book' FROM past WHERE kind = 'table-opened'"))
    told = {f"table/{figures.table}": figures for figures in report.tables if not figures.commission}
    compared = 0
    for stream, figures in told.items():
        book = open_book(opened[stream])
        rows = [(wager, spot, cents) for name, wager, spot, cents in staked if name == stream]
        if any(spot != "null" for _, spot, _ in rows) or not rows:
            continue
        on: Selection = None
        edges = [odds_row(book, book.wagers[wager], on).edge * int(cents) for wager, _, cents in rows]
        assert figures.sums.expected == sum(edges)
        compared += 1
    assert compared >= 2
    floor = together(report.tables)
    assert floor.sums.variance == sum(figures.sums.variance for figures in report.tables)
    assert floor.hold["band"] != "0.0"


def test_wagers_over_and_under_limits(report: FloorReport, sql: Asked) -> None:
    """Over: what a round handed back of. Under: less than the minimum that stood when the wager was put down."""
    over = """SELECT stream, count(*) FROM (SELECT DISTINCT stream, version, seat, wager, spot FROM lines
        WHERE excess > 0) AS each_once GROUP BY stream"""
    assert of_each(report, "over") == sql.each(over) == {"wheel": 2}
    under = """, placed AS (SELECT l.*, (SELECT max(p.version) FROM past p WHERE p.stream = l.stream
        AND p.kind = 'wager-placed' AND p.version < l.version AND CAST(p.body -> 'key' ->> 0 AS BIGINT) = l.seat
        AND p.body -> 'key' ->> 1 = l.wager) AS put FROM lines l
        WHERE l.result IN ('win', 'lose', 'draw') OR l.clause = '4.2.1'),
    held AS (SELECT placed.*, (SELECT CAST(s.body -> 'limits' -> placed.wager ->> 0 AS BIGINT) FROM past s
        WHERE s.stream = placed.stream AND s.version < placed.put AND s.kind IN ('table-opened', 'limits-changed')
        AND s.body -> 'limits' -> placed.wager IS NOT NULL ORDER BY s.version DESC LIMIT 1) AS minimum FROM placed)
    SELECT stream, count(*) FROM held WHERE stake < minimum AND stream IN ('table/wheel', 'table/again', 'table/crown')
    GROUP BY stream"""
    assert of_each(report, "under") == sql.each(under) == {"wheel": 2, "again": 2}


def test_rounds_and_no_rolls(report: FloorReport, sql: Asked) -> None:
    rounds = """SELECT stream, sum(CASE kind WHEN 'round-settled' THEN 1 ELSE -1 END) FROM today
        WHERE kind IN ('round-settled', 'round-reversed') GROUP BY stream"""
    assert of_each(report, "rounds") == sql.each(rounds)
    no_rolls = "FROM today WHERE kind = 'round-invalid' AND body ->> 'called' <> '' GROUP BY"
    assert of_each(report, "no_rolls") == sql.each(f"SELECT stream, count(*) {no_rolls} stream")
    by_caller = sql.each(f"SELECT actor, count(*) {no_rolls} actor")
    assert dict(together(report.tables).no_rolls_by_caller) == by_caller


def test_hour_by_hour(report: FloorReport, sql: Asked) -> None:
    since, whole = report.period.since, together(report.tables)
    hour = f"(at - {since}) / 3600000000"
    drop = f"""SELECT {hour}, sum(CAST(body ->> 'amount' AS BIGINT)) FROM today WHERE stream LIKE 'table/%'
        AND kind IN ('bought-in', 'chips-sold') GROUP BY {hour}"""
    assert {str(number): part.drop for number, part in whole.parts.items() if part.drop} == sql.each(drop)
    win = WON.format(since=since).replace("SELECT stream", f"SELECT {hour}").replace("BY stream", f"BY {hour}")
    assert {str(number): part.win for number, part in whole.parts.items() if part.win} == sql.each(win)
    assert len(whole.parts) > 6


TICKETS = {
    "issued at the cage": "kind = 'ticket-sold'",
    "issued at terminals": "kind = 'paid-from-table' AND body ->> 'via' = 'ticket'",
    "paid at the cage": "kind = 'ticket-paid'",
    "paid at terminals": "kind = 'paid-to-table' AND body ->> 'via' = 'ticket'",
    "expired": "kind = 'ticket-expired'",
    "withheld": "kind = 'ticket-withheld'",
    "void": "kind = 'ticket-voided'",
}
AMOUNT = "CAST(body ->> 'amount' AS BIGINT)"


def test_tickets(report: FloorReport, sql: Asked) -> None:
    told = {name: (count.number, count.cents) for name, count in tickets(report.cage).items()}
    for name, kind in TICKETS.items():
        found = sql.two(f"SELECT count(*), sum({AMOUNT}) FROM today WHERE stream = 'cage' AND {kind}")
        assert told[name] == found, name
    assert told["void"] == (0, 0), "a row of zero is a row"
    assert told["expired"] == (2, 47_50)
    for name, until in (("outstanding before", report.period.since), ("outstanding now", report.period.until)):
        cents = sql.two(f"SELECT 0, sum(cents) FROM moved WHERE account = 'tickets' AND at < {until}")[1]
        into = ("issued at the cage", "issued at terminals")
        opened, closed = (
            sql.two(f"SELECT count(*), 0 FROM past WHERE stream = 'cage' AND at < {until} AND ({which})")[0]
            for which in (
                " OR ".join(f"({TICKETS[kind]})" for kind in into),
                " OR ".join(f"({what})" for kind, what in TICKETS.items() if kind not in into),
            )
        )
        assert told[name] == (opened - closed, cents), name


def test_payments_by_hand(report: FloorReport, sql: Asked) -> None:
    paid = sql.two(f"SELECT count(*), sum({AMOUNT}) FROM today WHERE kind = 'hand-paid'")
    assert (report.cage.by_hand.number, report.cage.by_hand.cents) == paid == (1, 100_00)


def test_meters(report: FloorReport, sql: Asked) -> None:
    """What each terminal holds by its meters is what the ledger has; in and out are what the events carried."""
    held = dict(sql.rows("SELECT account, sum(cents) FROM moved WHERE account LIKE 'seat/%' GROUP BY account"))
    through = """SELECT stream || ' ' || (body ->> 'seat'), sum(CAST(body ->> 'amount' AS BIGINT)) FROM today
        WHERE kind = '{kind}' GROUP BY stream, body ->> 'seat'"""
    came, went = (sql.each(through.format(kind=kind)) for kind in ("bought-in", "collected"))
    electronic = {name for (name,) in sql.rows("SELECT stream FROM past WHERE body ->> 'book' = 'aruze-craps'")}
    assert {f"table/{figures.table}" for figures in report.tables if figures.meters} == electronic
    for figures in report.tables:
        for meter in figures.meters:
            name = f"{figures.table} {meter.seat}"
            assert meter.credit == meter.ledger == held[f"seat/{figures.table}/{meter.seat}"], name
            assert (meter.came_in, meter.out) == (came.get(name, 0), went.get(name, 0)), name
            assert meter.off == 0
            assert meter.won >= 0


def test_exclusions_and_other_measures(report: FloorReport, sql: Asked) -> None:
    asked = "SELECT body ->> 'person', body ->> 'measure' FROM today WHERE kind = 'measure-taken' ORDER BY version"
    taken = sql.rows(asked)
    assert [(measure.person, measure.measure) for measure in report.measures] == taken
    lifted = sql.rows("SELECT CAST(body ->> 'measure' AS BIGINT) FROM today WHERE kind = 'measure-ended'")
    assert [(measure.number,) for measure in report.measures if measure.ended] == lifted
    assert [measure for _, measure in taken] == ["exclude", "bar", "detain"]


def test_disputes(report: FloorReport, sql: Asked) -> None:
    review = "CASE WHEN CAST(body ->> 'review' AS TEXT) IN ('1', 'true') THEN 'reviewed' ELSE 'decided' END"
    kinds = f"CASE kind WHEN 'game-dispute-raised' THEN 'raised' WHEN 'dispute-closed' THEN 'closed' ELSE {review} END"
    found = sql.each(
        f"""SELECT {kinds}, count(*) FROM today WHERE stream = 'incidents'
        AND kind IN ('game-dispute-raised', 'dispute-decided', 'dispute-closed') GROUP BY {kinds}"""
    )
    assert report.disputes == found == {"raised": 2, "decided": 2, "reviewed": 1, "closed": 1}


def test_duties_met_and_missed(report: FloorReport, sql: Asked) -> None:
    """Those due in the day, as they stood at its end; what was withdrawn is no duty any more."""
    since, until = report.period.since, report.period.until
    standing = """CASE WHEN done IS NULL THEN 'late' WHEN done <= due THEN 'done' ELSE 'done late' END"""
    same = "AND e.body ->> 'duty' = d.body ->> 'duty' AND e.version > d.version"
    ends = f"(SELECT min(e.at) FROM past e WHERE e.kind = '{{}}' {same})"
    found = sql.each(
        f""", due AS (SELECT CAST(d.body ->> 'due' AS BIGINT) AS due, {ends.format("duty-done")} AS done,
            {ends.format("duty-withdrawn")} AS withdrawn FROM past d WHERE d.kind = 'duty-raised'
            AND NOT EXISTS (SELECT 1 FROM past e WHERE e.kind = 'duty-raised' {same}))
        SELECT {standing}, count(*) FROM due WHERE due >= {since} AND due < {until} AND withdrawn IS NULL
        GROUP BY {standing}"""
    )
    assert {name: number for name, number in report.duties.items() if number} == found
    assert found["done late"] == 1
    assert min(found["done"], found["late"]) >= 1


def test_accounts(report: FloorReport, sql: Asked) -> None:
    """Every account's closing is the sum of its postings, and all of them together are nothing."""
    asked = {"tickets": "= 'tickets'", "till at the cage": "= 'cash/cage'", "floats": "LIKE 'float/%'"}
    for account, where in asked.items():
        opening, closing = (
            sql.two(f"SELECT 0, sum(cents) FROM moved WHERE account {where} AND at < {at}")[1]
            for at in (report.period.since, report.period.until)
        )
        told = report.cage.accounts[account]
        assert (told.opening, told.closing) == (opening, closing), account
    assert sum(account.closing for account in report.cage.accounts.values()) == 0
    assert report.wrong == []
