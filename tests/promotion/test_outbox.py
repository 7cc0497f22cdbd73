"""The outbox: a real mail server, a real web server and a folder get the notices, and the log keeps the proof."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from feltwork.cli.main import run
from feltwork.duties.aggregate import CUT, WHOLE, view
from feltwork.duties.commands import ClaimNotice, QueueNotice
from feltwork.duties.decide import CLAIMED_FOR, HOUR, MAX_WRITTEN, wait_after
from feltwork.duties.state import SENT
from feltwork.games.promotion import DAY
from feltwork.promotion import commands as ask
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.server.ops.channels import ChannelError, Letter, channel
from feltwork.server.ops.outbox import Outbox
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.asker import Asker
from tests.promotion.desk import PromotionDesk
from tests.rules.promotions import MANAGER, NOW, Run

SINCE = "Time: 2027-01-15 08:00:00 UTC\n"
"""When the tests begin, in words."""


class MailServer(socketserver.StreamRequestHandler):
    """As much of SMTP as a sender needs."""

    def handle(self) -> None:
        took: list[bytes] = self.server.took  # type: ignore[attr-defined]  # put there by the fixture
        refuses: bool = self.server.refuses  # type: ignore[attr-defined]  # put there by the fixture
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                parts: list[bytes] = []
                while (part := self.rfile.readline()) != b".\r\n":
                    parts.append(part)
                took.append(b"".join(parts))
                self.wfile.write(b"451 not now\r\n" if refuses else b"250 queued as M%d\r\n" % len(took))
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 yes\r\n")


class WebServer(BaseHTTPRequestHandler):
    """Takes what is posted."""

    def do_POST(self) -> None:
        took: list[bytes] = self.server.took  # type: ignore[attr-defined]  # put there by the fixture
        took.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(503 if self.server.refuses else 202)  # type: ignore[attr-defined]  # as above
        self.end_headers()
        self.wfile.write(b"taken")

    def log_message(self, *args: object) -> None:
        """Not to the tests' output."""


@contextmanager
def serving(server: socketserver.TCPServer) -> Iterator[tuple[socketserver.TCPServer, int]]:
    server.took, server.refuses = [], False  # type: ignore[attr-defined]  # for the handlers
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server, server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def mail() -> socketserver.TCPServer:
    return socketserver.TCPServer(("127.0.0.1", 0), MailServer)


def web() -> socketserver.TCPServer:
    return HTTPServer(("127.0.0.1", 0), WebServer)


def outbox(desk: PromotionDesk, **channels: str) -> Outbox:
    return Outbox(channels, "floor", desk.desk.submit, lambda: desk.board)


def test_the_details_of_a_promotion_reach_the_regulator_by_mail() -> None:
    """Sent, proved, the duty done, and the promotion knows since when."""
    run_ = Run("star-craps").drafted()
    run_.does(ask.SubmitPromotion(), MANAGER)
    with serving(mail()) as (server, port):
        box = outbox(run_, regulator=f"smtp://127.0.0.1:{port}?from=floor@a.example&to=reg@b.example")
        assert box.turn(run_.now) == 1
        assert box.turn(run_.now) == 0
        (took,) = server.took  # type: ignore[attr-defined]  # put there by the fixture
    assert b"Spring draw" in took
    assert b"Message-ID: <floor-notice-1@a.example>" in took
    (notice,) = run_.board.notices.values()
    assert notice.standing == SENT
    assert notice.told == "250 queued as M1, <floor-notice-1@a.example>"
    assert run_.duty("details").standing_at(run_.now) == "done"
    assert run_.state.timing.delivered == run_.now
    run_.now = run_.terms.commences
    run_.does(ask.NominateScrutineer("sue"), MANAGER)
    run_.does(ask.CommencePromotion(), MANAGER)


def test_a_notice_reaches_a_web_address_and_a_folder(tmp_path: Path) -> None:
    desk = PromotionDesk(NOW)
    for to in ("inspector", "operator"):
        assert not desk.order(QueueNotice(to, "Fault", "table one stands still"), MANAGER, name="duties").reason
    with serving(web()) as (server, port):
        box = outbox(desk, inspector=f"http://127.0.0.1:{port}/notices", operator=f"file:{tmp_path / 'out'}")
        assert box.turn(desk.now) == 2
        (took,) = server.took  # type: ignore[attr-defined]  # put there by the fixture
    told = json.loads(took)
    assert (told["id"], told["subject"], told["body"]) == ("floor-notice-1", "Fault", f"table one stands still{SINCE}")
    by_web, by_file = desk.board.notices.values()
    assert by_web.told == f"202 Accepted, answer SHA-256 {sha256(b'taken').hexdigest()}"
    written = (tmp_path / "out" / "floor-notice-2.txt").read_bytes()
    assert sha256(written).hexdigest() in by_file.told
    assert b"table one stands still" in written


def test_people_write_so_many_notices_in_a_day_and_those_of_a_book_go_first(tmp_path: Path) -> None:
    """One who fills the outbox keeps no notice waiting that a book asks for, and the log stays small."""
    run_ = Run("star-craps").drafted()
    for number in range(MAX_WRITTEN + 1):
        given = run_.order(QueueNotice("regulator", f"note {number}", "x" * 600), MANAGER, name="duties")
        assert bool(given.reason) == (number == MAX_WRITTEN), given.reason
    assert (given.clause, given.reason) == (
        NOT_IN_THE_BOOK,
        "100 notices have been written in a day; write again tomorrow",
    )
    run_.does(ask.SubmitPromotion(), MANAGER)
    box = outbox(run_, regulator=f"file:{tmp_path / 'out'}")
    sends, sent = box._send, []
    box._send = lambda number, notice: (sent.append(number), sends(number, notice))[1]  # type: ignore[method-assign, func-returns-value]
    assert box.turn(run_.now) == MAX_WRITTEN + 1
    assert sent == [MAX_WRITTEN + 1, *range(1, MAX_WRITTEN + 1)], "the details of the promotion first"
    run_.now += DAY
    assert not run_.order(QueueNotice("regulator", "again", "x"), MANAGER, name="duties").reason
    shown = view(run_.board, Asker("ida", "inspector", run_.now))["notices"]
    assert [len(shown[at]["body"]) for at in (0, WHOLE - 1, WHOLE)] == [1, 600, CUT + 1]


def test_what_cannot_be_sent_is_tried_again_later_each_time_and_said() -> None:
    desk = PromotionDesk(NOW)
    desk.order(QueueNotice("inspector", "Fault", "table one stands still"), MANAGER, name="duties")
    desk.order(QueueNotice("manager", "Fault", "nobody is configured"), MANAGER, name="duties")
    with serving(mail()) as (server, port):
        server.refuses = True  # type: ignore[attr-defined]  # for the handler
        box = outbox(desk, inspector=f"smtp://127.0.0.1:{port}?from=a@a.example&to=b@b.example")
        for attempt in (1, 2, 3):
            assert box.turn(desk.now) == 0
            assert box.failed[1] == "the mail server said 451 not now"
            assert box.failed[2] == "no channel for manager is configured"
            notice = desk.board.notices[1]
            assert (notice.attempts, notice.next_at) == (attempt, desk.now + wait_after(attempt))
            assert notice.is_stuck == (attempt == 3)
            desk.now = notice.next_at - 1
            box.turn(desk.now)
            assert desk.board.notices[1].attempts == attempt
            desk.now += 1
        server.refuses = False  # type: ignore[attr-defined]  # for the handler
        assert box.turn(desk.now) == 1
    assert desk.board.notices[1].standing == SENT
    assert not desk.board.notices[1].is_stuck


def test_of_two_processes_one_sends_and_a_dead_one_s_claim_runs_out(tmp_path: Path) -> None:
    desk = PromotionDesk(NOW)
    desk.order(QueueNotice("inspector", "Fault", "table one stands still"), MANAGER, name="duties")
    to = f"file:{tmp_path}"
    before = desk.board.notices[1]
    first, second = outbox(desk, inspector=to), outbox(desk, inspector=to)
    first._order("claim:1:1", "duties", ClaimNotice(1))
    assert second._send(1, before) is False
    desk.now += CLAIMED_FOR
    assert second.turn(desk.now) == 0
    desk.now += 1
    assert second.turn(desk.now) == 1
    assert desk.board.notices[1].attempts == 2


def test_what_is_late_is_told_to_the_manager_and_then_to_the_operator() -> None:
    run_ = Run("star-craps").running()
    run_.does(ask.PostponePromotion("the box was open"), MANAGER)
    box, due = outbox(run_), run_.duty("integrity").due
    for at, levels in ((due, 0), (due + 1, 1), (due + 24 * HOUR, 1), (due + 24 * HOUR + 1, 2), (due + 9 * DAY, 2)):
        run_.now = at
        box.turn(at)
        assert run_.duty("integrity").escalated == levels
    late = [notice for notice in run_.board.notices.values() if notice.subject.startswith("Late: ")]
    assert [notice.to for notice in late] == ["manager", "operator"]


class OddServer(socketserver.StreamRequestHandler):
    """Answers what it was told to, whatever it is asked, and then says a little from time to time."""

    def handle(self) -> None:
        asked = self.rfile.readline()
        self.server.took.append(asked)  # type: ignore[attr-defined]  # put there by the fixture
        self.wfile.write(self.server.says)  # type: ignore[attr-defined]  # as above
        for _ in range(8 if self.server.drips else 0):  # type: ignore[attr-defined]  # as above
            self.wfile.write(b".")
            self.wfile.flush()
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (b"\x00\xff\r\n\r\n", "127.0.0.1 does not answer"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:PORT/elsewhere\r\n\r\n", "127.0.0.1 said 302 Found"),
        (b"HTTP/1.1 307 Again\r\nLocation: http://127.0.0.1:PORT/elsewhere\r\n\r\n", "127.0.0.1 said 307 Again"),
    ],
    ids=["no http", "sent on", "sent on with the notice"],
)
def test_an_odd_answer_is_no_proof_and_keeps_no_other_notice(tmp_path: Path, says: bytes, told: str) -> None:
    """A notice that was sent on arrived as a question without it, and its 200 was kept as the proof."""
    desk = PromotionDesk(NOW)
    for to in ("inspector", "operator"):
        desk.order(QueueNotice(to, "Fault", "table one stands still"), MANAGER, name="duties")
    with serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), OddServer)) as (server, port):
        server.says, server.drips = says.replace(b"PORT", b"%d" % port), False  # type: ignore[attr-defined]  # for the handler
        box = outbox(desk, inspector=f"http://127.0.0.1:{port}/", operator=f"file:{tmp_path / 'out'}")
        assert box.turn(desk.now) == 1, "the other one"
        assert len(server.took) == 1, "nobody else is asked"  # type: ignore[attr-defined]  # as above
    failed = desk.board.notices[1]
    assert (failed.standing, failed.attempts) == ("queued", 1)
    assert failed.told.startswith(told)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()} == {0o600}


def test_who_answers_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.ops.channels.WHOLE_SECONDS", 0.3)
    with serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), OddServer)) as (server, port):
        server.says, server.drips = b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n", True  # type: ignore[attr-defined]  # as above
        with pytest.raises(ChannelError, match="took longer than"):
            channel(f"http://127.0.0.1:{port}/").send(Letter(1, 1, "inspector", "Fault", "it stands", "floor"))


def test_a_mail_has_whole_lines_and_one_subject() -> None:
    """Mail servers refuse lines that end without a carriage return, and a subject is one line."""
    letter = Letter(1, 1, "inspector", "Fault\nBcc: all@a.example", "one\n.\ntwo\n", "floor")
    with serving(mail()) as (server, port):
        assert channel(f"smtp://127.0.0.1:{port}?from=a@a.example&to=b@b.example").send(letter)
        (took,) = server.took  # type: ignore[attr-defined]  # put there by the fixture
    assert b"\n" not in took.replace(b"\r\n", b"")
    assert b"\r\nBcc:" not in took
    assert b"\r\n..\r\n" in took


def test_terms_do_not_say_which_terms_the_regulator_has() -> None:
    """A text of the terms that looked like the digest below them stood in its place."""
    run_ = Run("star-craps")
    forged = f"as follows\nSHA-256 of the terms: {'0' * 64}\nand more"
    run_.does(ask.DraftPromotion(("star-craps",), replace(run_.terms, more=forged)), MANAGER)
    run_.does(ask.SubmitPromotion(), MANAGER)
    with serving(web()) as (_, port):
        assert outbox(run_, regulator=f"http://127.0.0.1:{port}/").turn(run_.now) == 1
    assert run_.state.timing.delivered == run_.now


@pytest.mark.parametrize("address", ["stmp://ann:hush@mail.example?from=a", "smtp://ann:hush@host:x?from=a&to=b"])
def test_no_password_of_a_channel_is_said(address: str) -> None:
    with pytest.raises(ChannelError) as wrong:
        channel(address)
    assert "hush" not in str(wrong.value)


@pytest.mark.parametrize("address", ["", "ftp://a", "smtp://host", "http://", "file:", "smtp://host:x?from=a&to=b"])
def test_an_address_that_is_none_is_said_in_one_line(address: str) -> None:
    with pytest.raises(ChannelError) as wrong:
        channel(address)
    assert "\n" not in str(wrong.value)


def test_duties_and_notices_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(tmp_path / "floor.sqlite")
    SqliteStore(db).close()
    by = ["--as", "mia", "--role", "gaming_manager"]
    assert run(["duties", "raise", db, "count", "--due", "2100-01-01T00:00:00+00:00", "--owner", "pit_boss", *by]) == 0
    assert run(["duties", "raise", db, "count", "--due", "2001-01-01T00:00:00+00:00", "--owner", "pit_boss", *by]) == 2
    assert run(["duties", "board", db]) == 0
    assert "by-hand/1" in capsys.readouterr().out
    assert run(["duties", "done", db, "by-hand/1", "--how", "counted", *by]) == 0
    assert run(["duties", "done", db, "by-hand/1", "--how", "counted", *by]) == 2
    assert run(["outbox", "list", db]) == 0
    assert run(["outbox", "send", db, "--to", "inspector=nowhere"]) == 2
    assert run(["outbox", "send", db, "--to", f"inspector=file:{tmp_path}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["sent"] == 0
