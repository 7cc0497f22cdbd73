"""What a book says about promotions: what their terms must hold, which prizes are barred, the clause of each duty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from feltwork.games.tournament import Item

HOUR = 3_600_000_000
DAY = 24 * HOUR
CASH, CHEQUE, TRANSFER = "cash", "cheque", "transfer"
"""How money is paid: notes, a crossed cheque made out to the winner, electronic funds transfer to the winner."""
MONEY, CASINO_DOLLARS, SLOTS_DOLLARS = "money", "casino dollars", "slots dollars"
MACHINERY, VEHICLE, TRAVEL, REAL_ESTATE, OTHER = "machinery", "vehicle", "travel", "real estate", "other"
LIQUOR = "liquor"
TOBACCO, FIREARM, WEAPON, PRESCRIBED = "tobacco", "firearm or ammunition", "prohibited weapon", "prescribed item"
KINDS = (MONEY, CASINO_DOLLARS, SLOTS_DOLLARS, MACHINERY, VEHICLE, TRAVEL, REAL_ESTATE, LIQUOR, OTHER)
"""Kinds of prize that may be offered."""
NEVER = (TOBACCO, FIREARM, WEAPON, PRESCRIBED)
"""Kinds that the law bars, each by a clause of its own."""


class Matter(Enum):
    """What a clause about promotions is on."""

    OFFER = "1"
    SCRUTINEER = "2"
    ALTERNATIVE = "3"
    PAYMENT = "4"
    PRIZES = "5"
    LIQUOR = "5.4"
    PRESCRIBED = "5.5"
    AVAILABLE = "6"
    TERMS = "7"
    ELIGIBLE = "7.3"
    WAGER = "7.4"
    CLOSES = "7.6"
    PLACE_AND_TIME = "7.7"
    CLAIMING = "7.8"
    DETAILS = "7.11"
    TELLING = "8"
    SUBMITTING = "9"
    AMENDING = "9.1"
    REASONS = "10"
    DENIED = "10.1"
    DISPUTES = "11"
    INTEGRITY = "12"


@dataclass(frozen=True)
class Barred:
    """Something that no prize may consist of or include."""

    clause: str
    what: str
    words: tuple[str, ...]
    """Words by which a prize reads as if it were one."""
    kind: str = ""
    """The kind of a prize that is one."""
    more: tuple[str, ...] = ()
    """Further such words, in the singular: every number of them counts. Asked of promotions under rules 2."""


@dataclass(frozen=True)
class Alternative:
    """Money instead of a prize that is none."""

    barred: frozenset[str]
    """Kinds of prize without one."""
    stated: bool
    """Must the terms say so?"""


@dataclass(frozen=True)
class Payment:
    """How money is paid to a winner."""

    methods: tuple[str, ...]
    chosen_over: int | None = None
    """Above so many cents the winner chooses; ``None`` where the book leaves no choice to the winner."""


@dataclass(frozen=True)
class PromotionRules:
    """A book's rules for promotions."""

    clauses: Mapping[Matter, str]
    items: tuple[Item, ...]
    """What the terms must say."""
    extras: Mapping[str, tuple[Item, ...]]
    """What they must say beside it, by the kind of prize."""
    barred: tuple[Barred, ...]
    means: Mapping[str, str]
    """By what a winner may be told, each with its clause."""
    regulator: str
    """Whom the details go to."""
    inspectorate: str
    """Who is told that the integrity of a draw is in doubt."""
    alternative: Alternative
    payment: Payment
    approval: bool
    """Is an amendment after commencement for the regulator to approve? Else it is submitted again."""
    integrity_within: int
    """How soon the inspectorate is told, in microseconds; 0 for immediately."""
    scrutineer_over: int = 10_000_00
    most_liquor: int = 20_000
    """Millilitres."""
    before: int = DAY
    """How long before commencement the details are with the regulator."""
    tell_within: int = 2 * DAY
    denied_over: int = 100_00
    """Above so many cents the details of a denied claim are kept."""

    def clause(self, matter: Matter) -> str:
        return self.clauses[matter]


BARRED = (
    (
        "5.1",
        "tobacco",
        ("tobacco", "cigarette", "cigarettes", "cigar", "cigars", "snuff", "shisha"),
        TOBACCO,
        ("cigarillo", "cheroot", "hookah", "snus", "vape", "vaping", "e cigarette", "roll your own", "ciggy", "cig"),
    ),
    (
        "5.2",
        "a firearm, an imitation firearm or ammunition",
        (
            "firearm",
            "firearms",
            "rifle",
            "shotgun",
            "pistol",
            "revolver",
            "gun",
            "ammunition",
            "cartridges",
            "replica gun",
        ),
        FIREARM,
        (
            "handgun",
            "airgun",
            "carbine",
            "musket",
            "ammo",
            "bullet",
            "shotshell",
            "cartridge",
            "machinegun",
            "derringer",
        ),
    ),
    (
        "5.3",
        "a prohibited weapon",
        ("weapon", "weapons", "crossbow", "flick knife", "nunchaku", "taser", "machete"),
        WEAPON,
        ("switchblade", "knuckleduster", "stun gun", "dagger", "sword", "grenade", "blowpipe", "slingshot", "nunchuk"),
    ),
)
LIQUOR_WORDS = (
    *("liquor", "alcohol", "spirit", "whisky", "whiskey", "bourbon", "scotch", "vodka", "gin", "rum", "tequila"),
    *("brandy", "cognac", "liqueur", "wine", "champagne", "prosecco", "beer", "lager", "ale", "stout", "cider", "sake"),
    *("sherry", "vermouth", "mead", "absinthe", "schnapps", "shiraz", "chardonnay", "merlot", "riesling"),
)
"""Words by which a prize reads as if there were liquor in it, in the singular."""
MILLILITRES = {
    **dict.fromkeys(("l", "lt", "ltr", "litre", "liter"), 1000),
    **dict.fromkeys(("ml", "millilitre", "milliliter"), 1),
    **dict.fromkeys(("cl", "centilitre", "centiliter"), 10),
    **dict.fromkeys(("dl", "decilitre", "deciliter"), 100),
    **dict.fromkeys(("hl", "hectolitre", "hectoliter"), 100_000),
    "gallon": 4546,
    "pint": 568,
    "quart": 1136,
    "keg": 50_000,
    "barrel": 159_000,
    "magnum": 1500,
}
"""Units in which a text may say how much there is, in the singular."""
ITEMS = (
    ("7.1", ("manner",), "the manner in which the prize is awarded", ""),
    ("7.2", ("awarded",), "when and where the prize is awarded", ""),
    ("7.3", ("eligible",), "who is eligible", ""),
    ("7.4", ("wager", "minimum_wager"), "the minimum or compulsory wager", "wager_required"),
    ("7.5", ("nature",), "the nature of the prize, and what is qualified, reserved or guaranteed", ""),
    ("7.6", ("closes",), "the date and time at which entries close", ""),
    ("7.7", ("place", "commences", "draws_at"), "the place, date and time of the promotion", ""),
    ("7.8", ("claiming", "presence"), "how a prize is claimed, and whether entrants must be present", ""),
    ("7.9", ("told",), "how the winner is told", ""),
    ("7.10", ("published",), "how the results are published", ""),
    ("7.11", ("prizes", "conditions"), "the prizes, their value, and conditions on receiving or using them", ""),
)
EXTRAS = {
    MACHINERY: ("7.11.1", ("make", "model", "accessories")),
    VEHICLE: ("7.11.2", ("make", "model", "accessories", "on-road costs")),
    TRAVEL: ("7.11.3", ("persons", "included", "restrictions", "spending money")),
    REAL_ESTATE: ("7.11.4", ("dwelling", "plans", "contract", "easements", "address", "included")),
}
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")
MEANS = ("face-to-face", "mail", "telephone", "email")


def section(
    number: str,
    *,
    regulator: str,
    inspectorate: str,
    alternative: Alternative,
    payment: Payment,
    approval: bool,
    integrity_within: int,
) -> PromotionRules:
    """The rules of a book whose section on promotions has the usual order, under the section's number."""
    return PromotionRules(
        clauses={matter: f"{number}.{matter.value}" for matter in Matter},
        items=tuple(Item(f"{number}.{clause}", needs, about, used) for clause, needs, about, used in ITEMS),
        extras={
            kind: tuple(
                Item(f"{number}.{clause}({numeral})", (name,), f"{name} of a prize that is {kind}")
                for numeral, name in zip(NUMERALS, names, strict=False)
            )
            for kind, (clause, names) in EXTRAS.items()
        },
        barred=tuple(
            Barred(f"{number}.{clause}", what, words, kind, more) for clause, what, words, kind, more in BARRED
        ),
        means={name: f"{number}.8.{place}" for place, name in enumerate(MEANS, 1)},
        regulator=regulator,
        inspectorate=inspectorate,
        alternative=alternative,
        payment=payment,
        approval=approval,
        integrity_within=integrity_within,
    )


def section_of_the_authority(number: str) -> PromotionRules:
    """The section as it reads where the Authority regulates the game."""
    return section(
        number,
        regulator="the Authority",
        inspectorate="the inspectorate",
        alternative=Alternative(frozenset((SLOTS_DOLLARS, CASINO_DOLLARS)), stated=True),
        payment=Payment((CASH, CHEQUE, TRANSFER), chosen_over=10_000_00),
        approval=True,
        integrity_within=0,
    )


def strictest(all_rules: Sequence[PromotionRules]) -> PromotionRules:
    """The rules of a promotion that spans several games: of each matter the strictest, with its clause (reading P3)."""
    rules = all_rules[0]
    for other in all_rules[1:]:
        clauses = dict(rules.clauses)
        narrower = other.payment if len(other.payment.methods) < len(rules.payment.methods) else rules.payment
        soonest = min(rules.integrity_within, other.integrity_within)
        barred = rules.alternative.barred | other.alternative.barred
        stated = rules.alternative.stated or other.alternative.stated
        _take(clauses, other, Matter.PAYMENT, narrower != rules.payment)
        _take(
            clauses, other, Matter.ALTERNATIVE, (barred, stated) != (rules.alternative.barred, rules.alternative.stated)
        )
        _take(clauses, other, Matter.AMENDING, other.approval and not rules.approval)
        _take(clauses, other, Matter.INTEGRITY, soonest < rules.integrity_within)
        rules = replace(
            rules,
            clauses=clauses,
            payment=narrower,
            alternative=Alternative(barred, stated),
            approval=rules.approval or other.approval,
            integrity_within=soonest,
        )
    return rules


def _take(clauses: dict[Matter, str], other: PromotionRules, matter: Matter, stricter: bool) -> None:
    if stricter:
        clauses[matter] = other.clauses[matter]
