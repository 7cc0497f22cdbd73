"""What the desk of a tournament may ask for: candidates, each to be tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from feltwork.entropy.commit import commitment
from feltwork.games.tournament import Duty, Who
from feltwork.table.live.asker import Asker
from feltwork.table.live.when import MINUTE
from feltwork.tournament.bounds import MOST_TABLES
from feltwork.tournament.live.guards import rules_of
from feltwork.tournament.live.probing import SECRET, SOMEBODY, WORDS, Candidate, stranger
from feltwork.tournament.live.state import CLOSED, DRAFT, ENDED, FINISHED, IN, OPEN, OUT, RUNNING, Tournament
from feltwork.tournament.live.topics import drafting, ending, entries, rulings, seating, starting


def of_before(tournament: Tournament, by: Asker) -> Iterator[Candidate]:
    draft = tournament.phase == DRAFT
    yield "conditions", drafting.ReviseConditions(dict(tournament.document)), ("document",), False
    yield "conditions", drafting.AppointOfficial(by.person, WORDS), ("person", "licence"), draft
    if draft:
        later = [by.at + MINUTE] * _sessions(tournament.document)
        published = drafting.PublishTournament(later, by.at + MINUTE, commitment(SECRET))
        yield "conditions", published, ("starts", "entries_close"), True
    yield "conditions", drafting.CancelTournament(WORDS), ("reason",), False


def _sessions(document: Mapping[str, Any]) -> int:
    structure = document.get("structure")
    listed = structure.get("sessions") if isinstance(structure, Mapping) else None
    return len(listed) if isinstance(listed, list) else 0


def of_entries(tournament: Tournament) -> Iterator[Candidate]:
    open_ = tournament.phase == OPEN
    agreed = bool(tournament.terms and tournament.terms.entry.agreement)
    if open_:
        asks = ("player", "form", "agreed", "nonce") if agreed else ("player", "form", "nonce")
        yield "entries", entries.EnterTournament(stranger(tournament), True, agreed), asks, True
    yield "entries", entries.AddToPool(1), ("amount", "goods"), False
    yield "entries", entries.CloseEntries(), (), open_
    for name, entry in tournament.entries.items():
        if entry.standing in (IN, OUT):
            yield "entry", entries.RefuseEntry(name, WORDS), ("reason",), False
            yield "entry", entries.WithdrawEntry(name), (), False
            yield "entry", starting.BuyTournamentChips(name), (), False
            yield "entry", ending.BuyBack(name), (), False
            yield "entry", rulings.RetirePlayer(name), (), False
            yield "entry", rulings.NominateSubstitute(name, stranger(tournament)), ("substitute",), False
            yield "entry", rulings.AnswerSubstitute(name, True), ("approved",), False


def of_session(tournament: Tournament) -> Iterator[Candidate]:
    phase, terms = tournament.phase, tournament.terms
    if terms is None:
        return
    if phase in (OPEN, CLOSED):
        names = [f"{SOMEBODY}-{number}" for number in range(min(tournament.stage.tables, MOST_TABLES))]
        yield "session", seating.DesignateTables(names), ("tables",), phase == CLOSED and not tournament.seating.tables
        late = max(rules_of(tournament).notice_minutes, terms.notice_minutes) + 1
        for session in range(tournament.session, len(tournament.starts) + 1):
            at = max(tournament.starts[session - 1], tournament.entries_close) + late * MINUTE
            yield "session", seating.MoveStart(session, at), ("at",), False
    closed, drawn = phase == CLOSED, bool(tournament.seating.drawn)
    yield "session", seating.DrawSeats(SECRET.hex()), (), closed and not drawn
    rules = rules_of(tournament)
    if rules.has(Duty.BRIEFING) and not tournament.official.briefed:
        yield "session", starting.BriefPlayers(True), (), False
    if rules.has(Duty.PRESENCE):
        yield "session", starting.SetPresence(not tournament.official.present), (), False
    yield "session", starting.LimitWagerTime(tournament.seconds), ("seconds",), False
    yield "session", starting.StartSession(commitment(SECRET)), (), closed and drawn
    yield "session", ending.AnnounceSession(), (), phase == RUNNING and _all_over(tournament)
    yield "session", ending.PayPrizes(), (), phase == FINISHED


def _all_over(tournament: Tournament) -> bool:
    return all(heat.phase == ENDED for heat in tournament.heats.values())


def of_rulings(tournament: Tournament) -> Iterator[Candidate]:
    rules = rules_of(tournament)
    yield "rulings", rulings.RaiseDispute(WORDS), ("about",), False
    for dispute in tournament.disputes:
        if not dispute.ruling:
            yield "rulings", rulings.RuleOnDispute(dispute.number, WORDS), ("ruling",), True
        elif Who.REVIEWS in rules.roles and not dispute.review:
            yield "rulings", rulings.ReviewRuling(dispute.number, WORDS), ("ruling",), False
    someone = next((name for name, entry in tournament.entries.items() if entry.standing == IN), None)
    if someone is not None:
        for ground in rules.grounds:
            breach = rulings.FindBreach(someone, ground, WORDS, disqualify=True)
            yield "rulings", breach, ("player", "words", "disqualify", "refund"), False
