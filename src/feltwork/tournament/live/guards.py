"""What holds for many commands of a tournament: who may ask, and when."""

from __future__ import annotations

from feltwork.games import BookError, check_book, open_book
from feltwork.games.registry import find_game, practice_rules
from feltwork.games.tournament import Duty, TournamentRules, Who
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import PLAYER, Asker, in_words
from feltwork.tournament.live.state import ENDED, IN, RUNNING, Entry, Heat, Tournament, open_dispute

MAX_WORDS = 500
"""Letters of a reason, a ruling or a paper's reference."""
PRACTICE_ONLY = "has no rules for tournaments: practice and simulation only, never on a live floor"


def rules_of_book(book: object) -> TournamentRules | Refusal:
    """What a book says about tournaments."""
    try:
        if isinstance(book, str):
            check_book(book)
            rules = find_game(book).tournament
            return rules or Refusal(NOT_IN_THE_BOOK, f"{open_book(book).name} {PRACTICE_ONLY}")
    except BookError:
        pass
    return Refusal(NOT_IN_THE_BOOK, f"no book {shown(book)} has rules for tournaments")


def rules_of(tournament: Tournament) -> TournamentRules:
    """What the tournament's book says about tournaments. No live one is drafted where it says nothing: see above."""
    return practice_rules(str(tournament.document.get("tournament")))


def not_staff(rules: TournamentRules, who: Who, by: Asker, clause: str) -> Refusal | None:
    """Refuse who has none of the roles that the book gives this to."""
    if by.role in rules.roles.get(who, ()):
        return None
    return Refusal(clause, f"that is for {who}, not for {in_words(by.role)}", RefusalKind.ROLE)


def not_official(tournament: Tournament, by: Asker, duty: Duty) -> Refusal | None:
    """Refuse anybody but the person in charge."""
    rules = rules_of(tournament)
    if by.role != PLAYER and by.person == tournament.official.person:
        return not_staff(rules, Who.SUPERVISOR, by, rules.clause(duty))
    return Refusal(rules.clause(duty), f"that is for the {rules.official}", RefusalKind.ROLE)


def not_for(tournament: Tournament, entry: Entry, by: Asker) -> Refusal | None:
    """Players act for themselves, or for whom they stand in; crew may enter what a player does."""
    rules = rules_of(tournament)
    if by.role == PLAYER:
        if by.person == (entry.substitute or entry.player):
            return None
        return Refusal(rules.clause(Duty.POSITION), "that is another player's position", RefusalKind.ROLE)
    if by.person in tournament.entries:
        return Refusal(NOT_IN_THE_BOOK, "you play in this tournament", RefusalKind.ROLE)
    return not_staff(rules, Who.DEALER, by, rules.clause(Duty.POSITION))


def entered(tournament: Tournament, player: str) -> Entry | Refusal:
    """A player who is in the tournament."""
    entry = tournament.entries.get(player)
    if entry is None:
        return Refusal(rules_of(tournament).clause(Duty.ENTRY), f"{shown(player)} has not entered")
    return entry


def still_in(tournament: Tournament, player: str) -> Entry | Refusal:
    """A player who is neither out nor disqualified."""
    entry = entered(tournament, player)
    if isinstance(entry, Refusal) or entry.standing == IN:
        return entry
    return Refusal(rules_of(tournament).clause(Duty.ENTRY), f"{shown(player)} no longer plays: {entry.standing}")


def at_table(tournament: Tournament, table: str) -> Heat | Refusal:
    """A table of the session that is being played, where nothing stands in the way of play."""
    heat = tournament.heats.get(table)
    rules = rules_of(tournament)
    if tournament.phase != RUNNING or heat is None:
        return Refusal(rules.clause(Duty.TABLES), f"no session is played at table {shown(table)}")
    if rules.dispute_stops and open_dispute(tournament, table):
        return Refusal(rules.clause(Duty.DISPUTE), "the game does not go on until the dispute is settled")
    if rules.has(Duty.PRESENCE) and not tournament.official.present:
        return Refusal(rules.clause(Duty.PRESENCE), f"the {rules.official} is not here")
    return heat


def playing_at(tournament: Tournament, table: str) -> Heat | Refusal:
    """A table of the session that has not ended."""
    heat = at_table(tournament, table)
    if isinstance(heat, Heat) and heat.phase == ENDED:
        return Refusal(rules_of(tournament).clause(Duty.TOTALS), f"the session at table {shown(table)} is over")
    return heat


def not_words(text: str, clause: str, what: str) -> Refusal | None:
    """Refuse what nobody can read: nothing at all, too much, or what is no text."""
    if text.strip() and len(text) <= MAX_WORDS and (text + " ").isprintable():
        return None
    return Refusal(clause, f"{what} is said in 1 to {MAX_WORDS} letters")
