"""A book as a card that a player can read: every wager in plain words, made from its row."""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.games.book import Book
from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of
from feltwork.odds import percent
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.wagers.arms import Result
from feltwork.wagers.prices import FEW, pays_on, said, say_prices
from feltwork.wagers.row import Of, Wager, Window
from feltwork.wagers.shapes import Freeze, Line, OneRoll, Race, Rider, Shape, Streak
from feltwork.wagers.wheel import NOT_FROM_THE_TEXT


@dataclass(frozen=True)
class Entry:
    """One wager on the card."""

    wager: Wager
    when: str
    on: str
    decided: tuple[str, ...]
    pays: tuple[str, ...]
    also: tuple[str, ...]

    def lines(self) -> list[str]:
        on = f", on {self.on}" if self.on else ""
        found = [f"{self.wager.title} ({self.wager.name}, {self.wager.clause}): {self.when}{on}."]
        found += [f"  {sentence}" for sentence in (*self.decided, *self.pays, *self.also)]
        return found


def entry(book: Book, wager: Wager) -> Entry:
    """A row in words; where it may be on several things, the first of them is told and stands for the others."""
    on, shape = next(iter(wager.shapes.items()))
    decided = _decided(shape)
    if len(wager.shapes) > 1 and not wager.rides():
        first, *rest = decided
        decided = (f"On {said(on)}: {first[0].lower()}{first[1:]} The others likewise.", *rest)
    when = "until no more bets" if book.house.closing and wager.window is Window.ANY_TIME else wager.window.value
    return Entry(wager, when, _on(wager), decided, _pays(wager), _also(book, wager))


def _on(wager: Wager) -> str:
    if not wager.takes_selection():
        return ""
    if len(wager.shapes) > FEW:
        return f"any of {len(wager.shapes)} places"
    return ", ".join(map(said, wager.shapes))


def _decided(shape: Shape) -> tuple[str, ...]:
    """How it wins and loses, from the first selection where there are several."""
    match shape:
        case Line():
            return _line(shape)
        case Rider():
            back = f" While it is off it is handed back then ({shape.off.clause})." if shape.off else ""
            return (f"Wins, loses and is paid with the wager it rides on ({shape.losing.clause}).{back}",)
        case Race():
            won = f"Wins on {shape.win_on.name} before {shape.lose_on.name} ({shape.winning.clause})"
            return (f"{won}, loses the other way round ({shape.losing.clause}).",)
        case Freeze():
            side = "under 7" if shape.low else "over 7"
            return (
                f"Wins on totals {side} ({shape.winning.clause}), loses on the others ({shape.losing.clause}).",
                f"A 7 freezes it ({shape.frozen}); the next roll decides, 7 again loses ({shape.second_seven.clause}).",
            )
        case Streak():
            return (
                f"Frozen by {shape.run_of.name}; paid once, by how many came in a row ({shape.frozen}).",
                f"Loses if the next roll is anything else ({shape.losing.clause}).",
            )
        case OneRoll():
            won = " or ".join(dict.fromkeys(outcomes.name for outcomes, _ in shape.winning))
            return (f"One round: wins on {won}, otherwise loses ({shape.losing.clause}).",)
    raise TypeError(f"no words for {type(shape).__name__}")


def _line(shape: Line) -> tuple[str, ...]:
    first = "the first roll after it is placed" if shape.travels else "the come out roll"
    (good, won), (bad, lost) = shape.first_win, shape.first_lose
    made, seven = ("wins" if arm.result is Result.WIN else "loses" for arm in (shape.made, shape.seven))
    at_point = f"{made} if the point comes before 7 ({shape.made.clause})"
    found = [
        f"On {first} wins on {good.name} ({won.clause}), loses on {bad.name} ({lost.clause}).",
        f"After that {at_point}, {seven} if 7 comes first ({shape.seven.clause}).",
    ]
    if shape.bar:
        ends = "stays up as it was" if shape.bar.result is None else f"is {_ended(shape.bar.result.value)}"
        found.append(f"On a first {shape.bar.on} it {ends} ({shape.bar.clause}).")
    return tuple(found)


def _ended(result: str) -> str:
    return {"void": "void and handed back", "draw": "a draw and handed back"}[result]


def _pays(wager: Wager) -> tuple[str, ...]:
    """What it pays; prices that differ are told with what each is for."""
    prices: dict[str, dict[str, None]] = {}
    for on in wager.shapes:
        for price, where in pays_on(wager, on).items():
            prices.setdefault(price, {}).update(where)
    return (f"Pays {say_prices(prices)}.",)


def _also(book: Book, wager: Wager) -> tuple[str, ...]:
    """Caps, commissions, units, working rules and what cannot be taken down."""
    found = []
    if wager.cap and wager.parent:
        what = wager.cap.of.value
        title = book.wagers[wager.parent].title
        found.append(f"{what.capitalize()} may be {wager.cap.times} times your {title} at most ({wager.cap.clause}).")
    if wager.commission:
        base = "the stake" if wager.commission.of is Of.STAKE else "what it could win"
        rate = percent(wager.commission.rate, 0)
        found.append(f"Commission of {rate}% of {base} is paid when it is placed ({wager.commission.clause}).")
    if wager.units:
        found.append(f"Staked in multiples of {wager.units.count} chips ({wager.units.clause}).")
    if wager.sleeps:
        call = f"; may be called on or off ({wager.switchable})" if wager.switchable else ""
        found.append(f"Off on the come out roll ({wager.sleeps}){call}.")
    if wager.contract:
        add = "; it may be added to" if wager.adds_with_point else ""
        found.append(f"Stays up once its point is set ({wager.contract}){add}.")
    if wager.dont_lock:
        found.append(f"May be taken down at any time, but then not put back for that point ({wager.dont_lock}).")
    if wager.frozen:
        found.append(f"While frozen its area is closed to everybody ({wager.frozen.changing}).")
    return tuple(found)


def house_lines(book: Book) -> list[str]:
    """The rules around the wagers, in words."""
    house = book.house
    found = [
        f"Only these wagers may be made ({house.permissible}).",
        _betting_ends(book),
        rounding_line(book),
        _taken_down(book),
        _invalid(book),
    ]
    if house.over_maximum:
        under = "is settled with a warning, and further ones go back" if house.warns else "is valid"
        found.append(f"A wager found under the minimum {under} ({house.under_minimum}).")
        found.append(f"A wager found over the maximum is paid or taken up to the maximum ({house.over_maximum}).")
    called = next((w.switchable for w in book.wagers.values() if w.switchable), None)
    if called:
        covers = "all the player's wagers of that kind" if house.switch_similar else "that wager alone"
        found.append(f"A call of on or off covers {covers} ({called}).")
    if not house.over_maximum:
        found.append(f"A wager under the minimum or over the maximum on the sign is refused ({house.sign}).")
    found += [f"{a.says}: amends {', '.join(a.replaces) or 'nothing'} ({a.clause})." for a in book.amendments]
    return found


WITHOUT_A_CLAUSE = {
    "open table": "opening the table",
    Act.CHANGE_LIMITS: "changing limits",
    Act.CLOSE: "closing the table",
    Act.CORRECT: "setting a wrong result right",
    Act.REPORT_FAULT: "stopping play for a fault",
    Act.FILL_FLOAT: "chips to and from the float",
    Act.SELL_CHIPS: "selling chips for cash",
    Act.EMPTY_DROP_BOX: "emptying the drop box",
    Act.STOP_GAME: "stopping the game for a supervisor",
}
"""Powers that some book does not speak of, in words."""


def not_in_the_book(book: Book) -> list[str]:
    """What the house does at a table of this book without a clause that says so."""
    variant = next((a.name for a in book.amendments if a.name == "mini"), None)
    conduct = conduct_of(book.id, variant)
    if conduct is None:
        return []
    found = [WITHOUT_A_CLAUSE.get(what, what) for what in conduct.unwritten()]
    if conduct.shooting.house_throws == NOT_IN_THE_BOOK and not book.readings.chose("house_throw", "false"):
        found.append("throwing the dice when nobody takes them")
    if conduct.notices.raises == NOT_IN_THE_BOOK:
        found.append(f"{conduct.notices.minutes} minutes' notice of a higher minimum")
    if conduct.notices.closes == NOT_IN_THE_BOOK:
        found.append(f"{conduct.notices.minutes} minutes' notice of closing")
    return found


def _is_electronic(book: Book) -> bool:
    conduct = conduct_of(book.id)
    return conduct is not None and bool(conduct.terminals.shot)


def _betting_ends(book: Book) -> str:
    house = book.house
    if not house.closing:
        return f"There is no call of no more bets; wagers are taken until the dice are thrown ({house.open_until})."
    if _is_electronic(book):
        return f"Wagers are taken until the wagering period ends ({house.closed})."
    return f"Betting ends at the call of no more bets ({house.closed})."


def rounding_line(book: Book) -> str:
    """What is paid where chips cannot pay a win exactly."""
    house = book.house
    odds = (arm.odds for wager in book.wagers.values() for shape in wager.shapes.values() for arm in shape.arms())
    if "rounding" in book.unsaid and all(each.denominator == 1 for each in odds):
        return f"All odds are whole numbers, so chips pay every win exactly ({house.paying})."
    rounding = {"up": "up to the next", "nearest": "to the nearest", "down": "down to the next lower"}
    which = rounding[house.rounding_rule]
    return f"A win that chips cannot pay is paid {which} amount they can ({book.cited('rounding')})."


def _taken_down(book: Book) -> str:
    """How long a wager may be taken down, in general."""
    house, clause = book.house, book.house.closed or book.house.removing
    until = "until the dice are thrown that decide them"
    if house.closing and _is_electronic(book):
        until = (
            "until the wagering period ends" if house.cancels_later else "in the wagering period they were placed in"
        )
    elif house.closing:
        until = "until no more bets is called"
    elif book.readings.chose("removal_cutoff", "result_called"):
        until = "until the result that decides them is called"
    locked = " and not again before they are decided" if house.locks_until_decided else ""
    return f"Wagers may be taken down {until}{locked}, except as said below ({clause})."


def _invalid(book: Book) -> str:
    kept = ", ".join(book.wagers[name].title for name in book.house.voiding.survives_invalid)
    what = {
        "nothing": "leaves the wagers as they are",
        "this_round": "voids what was placed in that round and keeps the rest",
        "all_live": f"voids all wagers except {kept}" if kept else "voids all wagers",
    }[book.house.voiding.invalid_voids]
    name = "no spin" if book.spins else "round with cocked dice" if _is_electronic(book) else "no roll"
    if book.lucky and book.readings.chose("lucky_on_no_spin", "return"):
        what = "hands Lucky Ball wagers back and leaves the others as they are"
    return f"A {name} {what} ({book.house.invalid})."


def card(book: Book) -> str:
    """The whole card as text."""
    lines = [book.name, "", *house_lines(book)]
    if book.wheel:
        lines.append(f"Note: {NOT_FROM_THE_TEXT}.")
    if unwritten := not_in_the_book(book):
        lines.append(f"Done by the house, and {NOT_IN_THE_BOOK}: {'; '.join(unwritten)}.")
    lines += [f"Read with {name} = {value}." for name, value in book.readings.changed().items()]
    for wager in book.wagers.values():
        lines += ["", *entry(book, wager).lines()]
    return "\n".join(lines)
