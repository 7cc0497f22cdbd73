"""One session at one table: who is in it, what they do in a round, and what the round makes of their chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from feltwork.games.book import Book
from feltwork.games.tournament import SessionRules
from feltwork.refusal import Refusal
from feltwork.tournament.betting import Form, Stake, Told, deemed, read_form, read_wagers, valid_open, winnings
from feltwork.tournament.conditions import Conditions
from feltwork.tournament.steps import Absent, Pass, Skip, Step, Undisclosed, Wagers

IN, ELIMINATED, DISQUALIFIED = "in", "eliminated", "disqualified"


@dataclass
class Player:
    """A player of the session: chips, cards and forms left, and whether still in it."""

    name: str
    chips: int
    cards: int
    forms: int
    absences: int = 0
    state: str = IN


@dataclass
class Done:
    """What a player has done in the round so far."""

    stakes: tuple[Stake, ...] = ()
    form: Form | None = None
    passed: bool = False
    skipped: bool = False
    absent: bool = False

    @property
    def acted(self) -> bool:
        return bool(self.stakes) or self.form is not None or self.passed


@dataclass
class Outcome:
    """What a round did: chips after it, who is out, first out first, and what was put right."""

    refused: dict[int, Refusal]
    chips: dict[str, int]
    eliminated: list[str]
    disqualified: list[str]
    told: list[tuple[str, Told]]
    wagered: dict[str, int] = field(default_factory=dict)
    """What each wagered in the round, deductions included."""
    opened: dict[str, int] = field(default_factory=dict)
    """Of this, in open wagers as they counted, where there was a form beside them."""


@dataclass
class Round:
    """A round that is being played."""

    minimum: int
    maximum: int
    playing: list[str]
    """Who may act in it, in seat order; those who cannot cover the minimum are not among them."""
    short: list[str]
    """Who cannot cover its minimum, and is out with it."""
    turn: list[str] = field(default_factory=list)
    """Who is still to act, in order, where there is an order; the first is whose turn it is."""
    done: dict[str, Done] = field(default_factory=dict)
    begun: bool = False
    """Is it too late to say that somebody is absent?"""


def allotted(conditions: Conditions) -> dict[str, Player]:
    """Everybody in seat order, with the same chips, pass cards and forms."""
    cards, forms = conditions.pass_cards, conditions.undisclosed
    return {name: Player(name, conditions.chips, cards, forms) for name in conditions.players}


class Session:
    """A session being played under its conditions."""

    def __init__(
        self,
        book: Book,
        rules: SessionRules,
        conditions: Conditions,
        players: dict[str, Player] | None = None,
        out: list[str] | None = None,
    ) -> None:
        """A session from its start, or as it stands with these players and these eliminated, first out first."""
        self.book, self.rules, self.conditions = book, rules, conditions
        self.players = allotted(conditions) if players is None else players
        self.out = [] if out is None else out

    def still_in(self) -> list[Player]:
        return [player for player in self.players.values() if player.state == IN]

    def begin(self, minimum: int, maximum: int, among: Iterable[str], marker: str | None) -> Round:
        """A round for those of ``among`` who are in; the marker's box, or the next to the left, is first."""
        wanted = set(among)
        inside = [player for player in self.still_in() if player.name in wanted]
        playing = [player.name for player in inside if player.chips >= minimum]
        turn: list[str] = []
        if marker is not None:
            seats = list(self.players)
            first = seats.index(marker)
            turn = [name for name in (*seats[first:], *seats[:first]) if name in playing]
        short = [player.name for player in inside if player.chips < minimum]
        return Round(minimum, maximum, playing, short, turn, {name: Done() for name in playing})

    def act(self, playing: Round, step: Step) -> Refusal | None:
        """A step is taken, or refused and changes nothing but that absences are no longer told."""
        refused = self._refused(playing, step) or self._taken(playing, step)
        if refused or not isinstance(step, Absent):
            playing.begun = True
        if refused is None and self.conditions.order:
            pass_turn(playing, step)
        return refused

    def _refused(self, playing: Round, step: Step) -> Refusal | None:
        """Who may do nothing in this round, and who may not do it now."""
        player, rules = self.players[step.player], self.rules
        done = playing.done.get(player.name)
        if done is None:
            out = {ELIMINATED: rules.cannot_cover, DISQUALIFIED: rules.must_wager}
            clause = rules.cannot_cover if player.name in playing.short else out.get(player.state, rules.play_off)
            return Refusal(clause, f"{player.name} does not play in this round")
        if isinstance(step, Absent):
            if done.absent:
                return Refusal(rules.deducted, f"{player.name} is away already")
            return Refusal(rules.deducted, "say who is away before anything else") if playing.begun else None
        if done.absent:
            return Refusal(rules.deducted, f"{player.name} is away in this round")
        if done.skipped:
            return Refusal(rules.must_wager, f"the time of {player.name} is up")
        if self.conditions.order and not _has_turn(playing, step.player):
            return Refusal(rules.out_of_turn, f"it is not the turn of {player.name}")
        return None

    def _taken(self, playing: Round, step: Step) -> Refusal | None:
        player, done, rules = self.players[step.player], playing.done[step.player], self.rules
        match step:
            case Absent():
                done.absent = True
            case Skip():
                if done.acted:
                    return Refusal(rules.locked, f"{player.name} has acted")
                done.skipped = True
            case Pass():
                if done.acted:
                    return Refusal(rules.pass_cards, "a pass card is played in lieu of a wager, once a round")
                if not player.cards:
                    return Refusal(rules.pass_cards, f"{player.name} has no pass card left")
                player.cards -= 1
                done.passed = True
            case Wagers(lines=lines):
                if done.passed or done.stakes:
                    return Refusal(rules.locked, f"{player.name} has made a wager or passed, which is not altered")
                found = read_wagers(self.book, rules, lines, player.chips)
                if isinstance(found, Refusal):
                    return found
                done.stakes = found
            case Undisclosed(line=line):
                if done.passed or done.form:
                    return Refusal(rules.locked, f"{player.name} has handed in a form or passed, which is not altered")
                if not player.forms:
                    return Refusal(rules.forms, f"{player.name} has no undisclosed wager left")
                form = read_form(self.book, rules, line)
                if isinstance(form, Refusal):
                    return form
                player.forms -= 1
                done.form = form
        return None

    def close(self, playing: Round, pocket: int, taken: Sequence[str], least: int) -> Outcome:
        """The spin decides; who holds less than ``least`` after it is eliminated."""
        told: list[tuple[str, Told]] = []
        wagered: dict[str, int] = dict.fromkeys(playing.short, 0)
        disqualified = []
        for name in playing.playing:
            player, done = self.players[name], playing.done[name]
            player.absences += done.absent
            stays_away = done.absent and player.absences > self.rules.absent_rounds
            if stays_away or not (done.absent or done.acted):
                clause = self.rules.cancelled if stays_away else self.rules.must_wager
                told.append((player.name, Told(clause, "disqualified")))
                player.state = DISQUALIFIED
                disqualified.append(player.name)
            else:
                wagered[player.name] = self._settle(playing, player, pocket, told)
        gone = [name for name in wagered if name in playing.short or self.players[name].chips < least]
        gone.sort(key=lambda name: (self.players[name].chips, wagered[name], self._removed(name, taken)))
        for name in gone:
            self.players[name].state = ELIMINATED
            told.append((name, Told(self.rules.cannot_cover, "eliminated")))
        self.out += gone
        chips = {player.name: player.chips for player in self.players.values() if player.state != DISQUALIFIED}
        opened = {
            name: self._opened(playing, name) for name in wagered if name in playing.done and playing.done[name].form
        }
        return Outcome({}, chips, gone, disqualified, told, wagered, opened)

    def _opened(self, playing: Round, name: str) -> int:
        stakes = playing.done[name].stakes
        valid = valid_open(stakes, playing.minimum, playing.maximum, self.rules)[0] if stakes else []
        return sum(stake.amount for stake in valid)

    def _settle(self, playing: Round, player: Player, pocket: int, told: list[tuple[str, Told]]) -> int:
        """A player's chips after the spin; what was wagered or deducted in the round is returned."""
        done, minimum, maximum, rules = playing.done[player.name], playing.minimum, playing.maximum, self.rules
        if done.passed:
            return 0
        if done.absent:
            told.append((player.name, Told(rules.deducted, f"absent: the minimum of {minimum} is deducted")))
            player.chips -= minimum
            return minimum
        stakes: list[Stake] = []
        if done.stakes:
            stakes, changed = valid_open(done.stakes, minimum, maximum, rules)
            told += [(player.name, each) for each in changed]
        lost = total = sum(stake.amount for stake in stakes)
        if done.form:
            amount, changed = deemed(done.form, minimum, maximum, player.chips - total, rules)
            told += [(player.name, each) for each in changed]
            total += amount
            place = done.form.stake
            if place is None or done.form.amount is None:
                lost += amount
            else:
                stakes.append(Stake(place.wager, place.on, amount))
                lost += amount
        for stake in stakes:
            won = winnings(self.book, stake, pocket)
            if won is not None:
                lost -= stake.amount + won
        player.chips -= lost
        return total

    def _removed(self, name: str, taken: Sequence[str]) -> int:
        """When the dealer took a player's chips; who is not named comes after, in seat order."""
        return taken.index(name) if name in taken else len(taken) + list(self.players).index(name)


def _has_turn(playing: Round, name: str) -> bool:
    """Is it this player's turn, or the next one's whose turn begins because the first has acted?"""
    first = playing.turn[:1]
    return [name] == first or ([name] == playing.turn[1:2] and playing.done[first[0]].acted)


def pass_turn(playing: Round, step: Step) -> None:
    """Who acts ends the turn of the one before; a turn that is skipped ends at once."""
    if isinstance(step, Absent):
        playing.turn = [name for name in playing.turn if name != step.player]
        return
    if step.player in playing.turn:
        playing.turn = playing.turn[playing.turn.index(step.player) :]
    if isinstance(step, Skip):
        playing.turn = playing.turn[1:]


def turn_again(playing: Round, name: str) -> None:
    """Whose form was handed back may act again, before those who have not acted; without an order nothing changes."""
    if playing.turn:
        rest = [each for each in playing.turn if each != name and not playing.done[each].acted]
        playing.turn = [name, *rest]
