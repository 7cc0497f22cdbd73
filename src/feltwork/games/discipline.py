"""What a book bans, what may be done about it and by whom, and who decides a dispute."""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.games.conduct import Power

VOID, BAR, EXCLUDE, RECOMMEND = "void", "bar", "exclude", "recommend"
DETAIN, SEIZE, CONFISCATE = "detain", "seize", "confiscate"
MEASURES = (VOID, BAR, EXCLUDE, RECOMMEND, DETAIN, SEIZE, CONFISCATE)
"""Void wagers, no more play in the game, exclusion from the casino, a recommendation of it, detention of a person,
money kept until an investigation is over, a device taken."""
DEVICE = "device"
ANY_RULE = "rule"
"""A breach of another rule of the book, which is then named by its clause."""


@dataclass(frozen=True)
class Offence:
    """Something that a book bans."""

    clause: str
    words: str
    """What it is, in our words, after "a person"."""
    exempt: str = ""
    """The clause by which it does not bind staff and inspectors on duty."""


@dataclass(frozen=True)
class Measure:
    """Something that may be done about a breach."""

    clause: str
    roles: tuple[str, ...]
    offences: tuple[str, ...] = ()
    """For which breaches; for every one, if none is named."""


@dataclass(frozen=True)
class Ladder:
    """Who decides a dispute: in the first instance, and on review if that is asked for."""

    first: Power
    review: Power
    final: str
    """The clause by which the decision is final."""
    advice: str
    """The clause by which somebody who is not satisfied is told of the right below."""
    right: str
    silent: bool = False
    """Does it reach to what the rules do not cover?"""
    delegator: str = ""
    """The role that may name somebody to review in its place; nothing where the book names no delegate."""


@dataclass(frozen=True)
class Discipline:
    """The whole of it, for one book."""

    offences: dict[str, Offence]
    measures: dict[str, Measure]
    ladder: Ladder
    ranks: tuple[str, ...]
    """Roles from the lowest to the highest: whoever reviews is of a higher rank than whoever decided (reading G13)."""

    def roles(self) -> set[str]:
        """Everybody to whom it gives a power."""
        decide = {*self.ladder.first.roles, *self.ladder.review.roles}
        return decide | {role for measure in self.measures.values() for role in measure.roles}

    def clauses(self) -> list[str]:
        """Every clause that is carried out by this."""
        found = [clause for each in self.offences.values() for clause in (each.clause, each.exempt)]
        found += [measure.clause for measure in self.measures.values()]
        ladder = self.ladder
        found += [ladder.first.clause, ladder.review.clause, ladder.final, ladder.advice]
        return [clause for clause in dict.fromkeys(found) if clause]


COMPLAINT = "to lodge a complaint with an inspector under section 33 of the Gaming and Liquor Administration Act 2007"
RANKS = ("dealer", "boxperson", "gaming_supervisor", "casino_supervisor", "assistant_gaming_manager", "gaming_manager")
ABLE = "uses or controls, alone or with others, at or near a table, a device able to"


def by_the_device(section: str, supervisors: tuple[str, ...], first: tuple[str, ...], *, detains: bool) -> Discipline:
    """What three books say in the same order in their section of general provisions."""
    offences = {
        DEVICE: Offence(
            f"{section}.1",
            f"{ABLE} record, project, analyse or transmit an outcome, odds or strategy",
            f"{section}.2",
        ),
        "advice": Offence(f"{section}.7", "influences or advises a player, or tries to, without being asked"),
        "side bet": Offence(f"{section}.10", "bets with or against another player or spectator"),
    }
    wanted = (VOID, BAR, EXCLUDE, DETAIN) if detains else (VOID, BAR, EXCLUDE)
    measures = {
        name: Measure(f"{section}.3.{number}", supervisors, (DEVICE,)) for number, name in enumerate(wanted, start=1)
    }
    ladder = Ladder(
        Power(f"{section}.12", first),
        Power(f"{section}.12", supervisors),
        f"{section}.13",
        f"{section}.13",
        COMPLAINT,
    )
    return Discipline(offences, measures, ladder, RANKS)
