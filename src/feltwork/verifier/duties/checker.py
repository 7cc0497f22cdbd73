"""Duties and notices again: each done once, each notice sent once with its proof, none forgotten by its cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from feltwork.verifier.aggregate import Body, CheckedKind
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved

MUST_BE_TOLD = frozenset(
    (
        "promotion-submitted",
        "promotion-postponed",
        "promotion-cancelled",
        "claim-denied",
        "inspector-notified",
        "measure-taken",
        "dispute-decided",
        "promotion-dispute-decided",
        "session-begun",
    )
)
"""Events, at the cage and of other aggregates, that raise a duty."""
AT_TABLES: dict[str, tuple[str, ...]] = {
    "inspector-notified": (),
    "closure-announced": (),
    "limits-announced": (),
    "table-opened": (),
    "device-alarm": (),
}
TOLD_OF = ("recommend", "detain")
"""Measures of which somebody is told."""
MAX_WHAT = 200
"""Letters of what a duty says."""
SOON = 3_600_000_000
"""A floor that watches its devices finds an alarm within seconds; after an hour nobody did."""
ALARM = "/fairness/"
"""In the name of a duty that comes from watching dice and wheels."""
SENDING = frozenset(("notice-claimed", "notice-failed", "notice-sent"))
FROM_ELSEWHERE = frozenset(("duty-raised", "duty-done", "duty-withdrawn", "notice-queued"))
"""What may be written by what happens in another stream; its record then names that event."""


class DutiesChecker:
    """Holds each event against how its duty or notice stands."""

    def __init__(self, name: str) -> None:
        self.open: dict[str, int] = {}
        self.notices: dict[int, Body] = {}
        self.levels: dict[str, int] = {}
        self.began = 0
        """When the first record was written: what happened before raised no duty."""
        self.raised: set[str] = set()
        self.causes: dict[str, tuple[int, str]] = {}
        self.alarms = Alarms()

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        self.began = self.began or row.at
        self.alarms.last = max(self.alarms.last, row.at)
        handler: Callable[[Row, Body], Iterator[str]] | None = getattr(self, f"_{row.kind.replace('-', '_')}", None)
        if handler is None:
            return (), [("body", f"nothing of the kind {row.kind!r} is kept here")]
        wrong = list(handler(row, body))
        if row.link and row.kind not in FROM_ELSEWHERE:
            wrong.append(f"a {row.kind} comes from no other stream, yet it names {row.link}")
        by_hand = body.get("channel", "").startswith("by hand: ")
        if row.kind in SENDING and row.role != "system" and not by_hand:
            wrong.append(f"a {row.role!r} did what the outbox does")
        return (), [("duty", why) for why in wrong]

    def watch(self, row: Row, body: Body) -> list[Problem]:
        self.alarms.last = max(self.alarms.last, row.at)
        if row.kind == "session-begun":
            self.alarms.served = self.alarms.served or row.at
            return []
        if row.kind == "table-opened":
            self.alarms.tables.add(row.stream)
            return []
        if row.kind == "device-alarm":
            self.alarms.due.append((row.at, body))
            return []
        if row.kind == "measure-taken" and body["measure"] not in TOLD_OF:
            return []
        if row.kind == "promotion-dispute-decided" and body["satisfied"]:
            return []
        self.causes[f"{row.stream}@{row.version}"] = (row.at, row.kind)
        return []

    def left_over(self) -> Iterator[Problem]:
        """Events after the board was begun that should have raised a duty and did not."""
        for source, (at, kind) in self.causes.items():
            if self.began and at >= self.began and source not in self.raised:
                yield ("duty", f"nobody was given the duty that {source} ({kind}) raises")
        yield from (("alarm", why) for why in self.alarms.left_over())

    def _duty_raised(self, row: Row, body: Body) -> Iterator[str]:
        if body["source"] != row.link:
            yield f"it says that it comes from {body['source'] or 'nowhere'}, its record names {row.link or 'nothing'}"
        if ALARM in body["duty"] and row.role != "system":
            yield f"a {row.role!r} raised the alarm {body['duty']}, which nobody but the floor itself does"
        if ALARM in body["duty"]:
            self.alarms.raised.append((row.at, body))
        self.open[body["duty"]], self.levels[body["duty"]] = body["due"], 0
        self.raised.add(body["source"])

    def _duty_done(self, row: Row, body: Body) -> Iterator[str]:
        if self.open.pop(body["duty"], None) is None:
            yield f"{body['duty']} was done that was not open"
        if ALARM in body["duty"]:
            self.alarms.done.append((row.at, body["duty"]))

    def _duty_withdrawn(self, row: Row, body: Body) -> Iterator[str]:
        if self.open.pop(body["duty"], None) is None:
            yield f"{body['duty']} was withdrawn that was not open"

    def _duty_late(self, row: Row, body: Body) -> Iterator[str]:
        due = self.open.get(body["duty"])
        if due is None or row.at <= due or body["level"] != self.levels[body["duty"]] + 1:
            yield f"{body['duty']} was called late when it was not"
        self.levels[body["duty"]] = body["level"]

    def _notice_queued(self, row: Row, body: Body) -> Iterator[str]:
        if body["notice"] != len(self.notices) + 1:
            yield f"notice {body['notice']} is out of order"
        self.notices[body["notice"]] = {"standing": "queued", "attempts": 0}

    def _notice_claimed(self, row: Row, body: Body) -> Iterator[str]:
        notice = self.notices[body["notice"]]
        if notice["standing"] == "sent" or body["attempt"] != notice["attempts"] + 1:
            yield f"notice {body['notice']} was sent again, or its attempts are out of order"
        notice |= {"standing": "sending", "attempts": body["attempt"]}

    def _notice_failed(self, row: Row, body: Body) -> Iterator[str]:
        yield from self._under_way(body)
        self.notices[body["notice"]]["standing"] = "queued"
        if body["next_at"] <= row.at:
            yield "it is tried again without a pause"

    def _notice_sent(self, row: Row, body: Body) -> Iterator[str]:
        notice = self.notices[body["notice"]]
        by_hand = body["channel"].startswith("by hand: ")
        if notice["standing"] == "sent":
            yield f"notice {body['notice']} was sent twice"
        elif not by_hand:
            yield from self._under_way(body)
        if not body["proof"].strip():
            yield f"nothing proves that notice {body['notice']} was sent"
        notice["standing"] = "sent"

    def _under_way(self, body: Body) -> Iterator[str]:
        notice = self.notices[body["notice"]]
        if (notice["standing"], notice["attempts"]) != ("sending", body["attempt"]):
            yield f"attempt {body['attempt']} at notice {body['notice']} was not under way"


class Alarms:
    """Holds the duties to check dice and wheels against the alarms that the results make necessary."""

    def __init__(self) -> None:
        self.due: list[tuple[int, Body]] = []
        """Alarms that the results of tables make necessary, with their times;"""
        self.raised: list[tuple[int, Body]] = []
        """the duties that were raised,"""
        self.done: list[tuple[int, str]] = []
        """and those of them that were done."""
        self.served = 0
        """When somebody first came to a screen: from then on a floor watches its devices."""
        self.tables: set[str] = set()
        """Streams of tables whose results are in the log."""
        self.last = 0
        """The last time that is known of."""

    def left_over(self) -> Iterator[str]:
        for at, body in self.raised:
            is_known = body["duty"].partition(ALARM)[0] in self.tables
            if is_known and not any(when <= at and self._tells(body, alarm) for when, alarm in self.due):
                yield f"{body['duty']} was raised, and no alarm like it comes of the table's results"
        for when, alarm in self.due:
            watched = self.served and self.served <= when and when + SOON < min(self.last, alarm.get("gone", self.last))
            if watched and not self._was_told(when, alarm["duty"]):
                yield f"nobody was given the duty {alarm['duty']}: {alarm['words']}"

    def _tells(self, body: Body, alarm: Body) -> bool:
        what = f"Check {alarm['item']} at table {alarm['duty'].split('/')[1]}, or close it: {alarm['words']}"[:MAX_WHAT]
        return (body["duty"], body["what"], body["clause"], body["owner"]) == (
            alarm["duty"],
            what,
            alarm["clause"],
            alarm["owner"],
        )

    def _was_told(self, when: int, duty: str) -> bool:
        """Was the item to be checked already then, or soon after?"""
        raised = [at for at, body in self.raised if body["duty"] == duty and at <= when + SOON]
        if not raised:
            return False
        done = [at for at, name in self.done if name == duty and max(raised) <= at]
        return max(raised) >= when or not done or min(done) >= when


CHECKED = CheckedKind(
    single=True, checker=DutiesChecker, caused=FROM_ELSEWHERE, watched=MUST_BE_TOLD, watched_at_tables=AT_TABLES
)
