"""Colour checks: issued in a colour and at a value, shared by consent, taken away when a table closes."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.verifier.table.amounts import all_of, has, in_chips
from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.notices import Notices


class Colours:
    """Holds colour checks against the table's set, their value, who has which colour and who agreed to share it."""

    def __init__(self, facts: Facts, notices: Notices) -> None:
        self.facts = facts
        self.notices = notices
        self.values: dict[int, int] = {}
        """What each colour check of a seat is worth."""
        self.own_colours: list[str] | None = None
        """The colours of the table's set, once they were told."""
        self.colours: dict[int, set[str]] = {}
        self.agreed: set[tuple[int, int, str]] = set()
        """Who agreed to share a colour, with whom, and which."""
        self.checks_out: dict[str, int] = {}
        """Colour checks that players took away when the table closed."""

    def issued(self, body: Body) -> None:
        facts = self.facts
        game, seat, value = facts.game(), body["seat"], body["value"]
        in_chips(self.facts, body)
        if value <= 0 or value % game.chip or body["amount"] % value:
            facts.wrong("money", f"{body['amount']} cents are not whole checks of {value}")
        if body["amount"] > game.held.rail.get(seat, 0):
            facts.wrong("money", f"seat {seat} had {game.held.rail.get(seat, 0)} cents to buy checks with")
        if not self._has_checks(seat):
            self.colours[seat] = set()
        elif self.values[seat] != value:
            facts.wrong("money", f"seat {seat} has checks of {self.values[seat]} and of {value} cents")
        self._may_issue(seat, body["colour"], value)
        has_it = body["colour"] in self.colours[seat]
        asked_once = has_it and not self._names_colours()
        for other, colours in self.colours.items():
            if asked_once or other == seat or body["colour"] not in colours or not self._has_checks(other):
                continue
            if (other, seat, self._consented_to(body["colour"])) not in self.agreed:
                facts.wrong("money", f"seat {other} had {body['colour']} and did not agree to share it")
        minimum = min((low for low, _, _ in game.signs.sign.values()), default=0)
        if body["marker"] != (value > minimum):
            facts.wrong("money", "the marker button does not fit the value of the checks")
        self._uses_consent(seat, body["colour"], anew=not has_it)
        self.colours[seat].add(body["colour"])
        self.values[seat] = value
        game.held.give("chips", seat, -body["amount"])
        game.held.give("checks", seat, body["amount"])

    def _may_issue(self, seat: int, colour: str, value: int) -> None:
        """Roulette 3.4, 3.8, 3.9: a colour of the table's set, at a value that could be wagered; a second colour is
        for a supervisor to allow."""
        facts = self.facts
        conduct, maxima = facts.conduct, [high for _, high, _ in facts.game().signs.sign.values()]
        if conduct is None:
            return
        known = conduct.tender.checks.colours if conduct.tender.checks else ()
        if colour not in known or (self.own_colours is not None and colour not in self.own_colours):
            facts.wrong("money", f"the set of this table has no {colour!r}")
        if maxima and None not in maxima and value > max(high or 0 for high in maxima):
            facts.wrong("money", f"a check of {value} cents could not be wagered at this table")
        second = bool(self.colours[seat]) and colour not in self.colours[seat]
        power = conduct.powers.get(Act.SEVERAL_COLOURS if second else Act.ISSUE_COLOURS)
        if power is None or facts.role not in power.roles:
            facts.wrong("role", f"a {facts.role} does not issue {'a second colour' if second else 'colour checks'}")

    def _has_checks(self, seat: int) -> bool:
        return has(self.facts.game(), "checks", seat)

    def colour_agreed(self, body: Body) -> None:
        """Of a player who has that colour, and not with themselves."""
        seat, named = body["seat"], body.get("colour", "")
        shared = named in self.colours.get(seat, ()) and self._has_checks(seat) and seat != body["with_seat"]
        if self._names_colours() and not shared:
            self.facts.wrong("money", f"seat {seat} had no {named!r} to share")
        self.agreed.add((seat, body["with_seat"], named))

    def _names_colours(self) -> bool:
        """Is consent for one colour and one issue (Roulette 3.7)? Under the first rules it was for good."""
        return self.facts.conduct is not None and self.facts.conduct.rules > 1

    def _consented_to(self, colour: str) -> str:
        return colour if self._names_colours() else ""

    def _uses_consent(self, seat: int, colour: str, anew: bool) -> None:
        """An issue uses up the consent to it, and who gets a colour anew has agreed to nothing yet."""
        if not self._names_colours():
            return
        used = {(who, to, named) for who, to, named in self.agreed if (to, named) == (seat, colour)}
        stale = {(who, to, named) for who, to, named in self.agreed if anew and (who, named) == (seat, colour)}
        self.agreed -= used | stale

    def redeemed(self, body: Body) -> None:
        all_of(self.facts, "checks", body)
        self.facts.game().held.give("chips", body["seat"], body["amount"])
        if self._names_colours():
            self.agreed = {given for given in self.agreed if given[0] != body["seat"]}

    def left_out(self, body: Body) -> None:
        """Roulette 3.6: only a table that closes lets players go with its checks."""
        facts = self.facts
        all_of(self.facts, "checks", body)
        if (
            facts.seats.get(body["seat"]) != body["player"]
            or self.notices.closing is None
            or facts.at < self.notices.closing
        ):
            facts.wrong("money", f"{body['player']!r} took checks from seat {body['seat']} before the table closed")
        self.checks_out[body["player"]] = self.checks_out.get(body["player"], 0) + body["amount"]

    def brought_back(self, body: Body) -> None:
        facts = self.facts
        if facts.seats.get(body["seat"]) != body["player"]:
            facts.wrong("seat", f"{body['player']!r} does not sit in seat {body['seat']}")
        self._all_that_are_out(body)
        facts.game().held.give("chips", body["seat"], body["amount"])

    def redeemed_at_cage(self, body: Body) -> None:
        """Roulette 3.6: elsewhere than at their table only while it is closed."""
        if self.facts.status != "closed":
            self.facts.wrong("order", "checks were redeemed at the cage and their table was open")
        self._all_that_are_out(body)

    def _all_that_are_out(self, body: Body) -> None:
        out = self.checks_out.pop(body["player"], 0)
        if body["amount"] != out or out <= 0:
            self.facts.wrong("money", f"{body['player']!r} had checks for {out} cents taken away, not {body['amount']}")

    def no_longer_there(self, seat: int) -> None:
        """Whoever leaves has no colour, and agreed to nothing."""
        self.colours.pop(seat, None)
        self.agreed = {given for given in self.agreed if seat not in given[:2]}
