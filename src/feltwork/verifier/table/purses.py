"""Tokens, colour checks, float and drop of one table, and each seat's meters, folded again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from feltwork.games.conduct import Act
from feltwork.verifier.table.lines import Line
from feltwork.verifier.table.postings import SETTLES, HeldIn
from feltwork.verifier.table.rounds import Rounds

MONEY, TOKENS = range(2)


class Purses(Rounds):
    """What moves money at a table without a wager."""

    closing: int | None
    """When a notice says that the table closes."""

    def start_purses(self) -> None:
        self.vouchers: set[str] = set()
        self.token_terms = {}
        self.changed: tuple[str, dict[str, Any]] | None = None
        """A voucher that was just turned into chips, and by which command."""
        self.values: dict[int, int] = {}
        """What each colour check of a seat is worth."""
        self.own_colours: list[str] | None = None
        """The colours of the table's set, once they were told."""
        self.colours: dict[int, set[str]] = {}
        self.agreed: set[tuple[int, int, str]] = set()
        """Who agreed to share a colour, with whom, and which."""
        self.checks_out: dict[str, int] = {}
        """Colour checks that players took away when the table closed."""
        self.drop = 0
        self.meters: dict[int, list[int]] = {}
        """What each seat must have by its meters, in + won - out - staked: chips and checks, and tokens."""
        self.held_in = HeldIn(self.table)
        self.compared: tuple[tuple[int | None, ...], list[str]] = ((), [])
        """Who had chips, checks and tokens when the accounts were last compared, and these accounts."""

    def _tokens_issued(self, version: int, body: dict[str, Any]) -> None:
        if body["voucher"] in self.vouchers:
            self._wrong("money", f"voucher {body['voucher']!r} was exchanged twice")
        self.vouchers.add(body["voucher"])
        self._in_chips(body)
        if self.conduct and "tokens" not in self.conduct.instruments:
            self._wrong("money", "tokens were issued at a table that does not take them")
        self._for_its_player(body)
        seat, terms = body["seat"], tuple(body.get("wagers", ()))
        if self.token_terms.get(seat, terms) != terms and self._has("tokens", seat):
            self._wrong("voucher", f"seat {seat} had tokens in play that came with other conditions")
        self.token_terms[seat] = terms
        self._game().give("tokens", seat, body["amount"])

    def _for_its_player(self, body: dict[str, Any]) -> None:
        """From rules 2 on a voucher is its player's, and for this game; the cage holds it against its issue."""
        known = self.conduct is not None and (self.conduct.rules > 1 or bool(body.get("player")))
        here = (self.seats.get(body["seat"]), self._game().book.id)
        if known and (body.get("player"), body.get("book")) != here:
            self._wrong("voucher", f"voucher {body['voucher']} was not exchanged for its player, or for another game")

    def _voucher_changed(self, version: int, body: dict[str, Any]) -> None:
        """Crown 3.3.2: into chips at once, and all of it onto the layout with the wager that it came with."""
        if body["voucher"] in self.vouchers:
            self._wrong("money", f"voucher {body['voucher']!r} was exchanged twice")
        self.vouchers.add(body["voucher"])
        self._in_chips(body)
        conduct = self.conduct
        if conduct and (not conduct.oral_changes or conduct.rules == 1 or body["clause"] != conduct.oral_into_chips):
            self._wrong("voucher", "a voucher was turned into chips at a table that does not do so")
        self._for_its_player(body)
        self._game().give("chips", body["seat"], body["amount"])
        self.changed = (self.key, body)

    def is_placed(self, kind: str, body: dict[str, Any]) -> None:
        """Is this the wager that a voucher came with: made with the same word, of all of it, and as it says?"""
        command, voucher = self.changed or ("", {})
        self.changed = None
        terms = voucher["wagers"]
        placed = kind == "wager-placed" and (self.key, body["key"][0]) == (command, voucher["seat"])
        if not placed or body["amount"] + body["commission"] < voucher["amount"]:
            self._wrong("voucher", f"not all of voucher {voucher['voucher']} was placed at once")
        elif terms and body["key"][1] not in terms:
            self._wrong("voucher", f"voucher {voucher['voucher']} was for {terms}, not for {body['key'][1]}")

    def _tokens_in(self, version: int, body: dict[str, Any]) -> None:
        self._all_of("tokens", body)

    def _colour_issued(self, version: int, body: dict[str, Any]) -> None:
        felt, seat, value = self._game(), body["seat"], body["value"]
        self._in_chips(body)
        if value <= 0 or value % felt.chip or body["amount"] % value:
            self._wrong("money", f"{body['amount']} cents are not whole checks of {value}")
        if body["amount"] > felt.rail.get(seat, 0):
            self._wrong("money", f"seat {seat} had {felt.rail.get(seat, 0)} cents to buy checks with")
        if not self._has_checks(seat):
            self.colours[seat] = set()
        elif self.values[seat] != value:
            self._wrong("money", f"seat {seat} has checks of {self.values[seat]} and of {value} cents")
        self._may_issue(seat, body["colour"], value)
        has_it = body["colour"] in self.colours[seat]
        asked_once = has_it and not self._names_colours()
        for other, colours in self.colours.items():
            if asked_once or other == seat or body["colour"] not in colours or not self._has_checks(other):
                continue
            if (other, seat, self._consented_to(body["colour"])) not in self.agreed:
                self._wrong("money", f"seat {other} had {body['colour']} and did not agree to share it")
        minimum = min((low for low, _, _ in felt.sign.values()), default=0)
        if body["marker"] != (value > minimum):
            self._wrong("money", "the marker button does not fit the value of the checks")
        self._uses_consent(seat, body["colour"], anew=not has_it)
        self.colours[seat].add(body["colour"])
        self.values[seat] = value
        felt.give("chips", seat, -body["amount"])
        felt.give("checks", seat, body["amount"])

    def _may_issue(self, seat: int, colour: str, value: int) -> None:
        """Roulette 3.4, 3.8, 3.9: a colour of the table's set, at a value that could be wagered; a second colour is
        for a supervisor to allow."""
        conduct, maxima = self.conduct, [high for _, high, _ in self._game().sign.values()]
        if conduct is None:
            return
        known = conduct.checks.colours if conduct.checks else ()
        if colour not in known or (self.own_colours is not None and colour not in self.own_colours):
            self._wrong("money", f"the set of this table has no {colour!r}")
        if maxima and None not in maxima and value > max(high or 0 for high in maxima):
            self._wrong("money", f"a check of {value} cents could not be wagered at this table")
        second = bool(self.colours[seat]) and colour not in self.colours[seat]
        power = conduct.powers.get(Act.SEVERAL_COLOURS if second else Act.ISSUE_COLOURS)
        if power is None or self.role not in power.roles:
            self._wrong("role", f"a {self.role} does not issue {'a second colour' if second else 'colour checks'}")

    def _has_checks(self, seat: int) -> bool:
        return self._has("checks", seat)

    def _has(self, instrument: str, seat: int) -> bool:
        """In hand, or on the layout."""
        felt = self._game()
        laid = (lot for wager in felt.lying.values() if wager.seat == seat for lot in wager.lots)
        return bool(felt.purse(instrument).get(seat)) or any(lot.instrument == instrument for lot in laid)

    def _colour_agreed(self, version: int, body: dict[str, Any]) -> None:
        """Of a player who has that colour, and not with themselves."""
        seat, named = body["seat"], body.get("colour", "")
        shared = named in self.colours.get(seat, ()) and self._has_checks(seat) and seat != body["with_seat"]
        if self._names_colours() and not shared:
            self._wrong("money", f"seat {seat} had no {named!r} to share")
        self.agreed.add((seat, body["with_seat"], named))

    def _names_colours(self) -> bool:
        """Is consent for one colour and one issue (Roulette 3.7)? Under the first rules it was for good."""
        return self.conduct is not None and self.conduct.rules > 1

    def _consented_to(self, colour: str) -> str:
        return colour if self._names_colours() else ""

    def _uses_consent(self, seat: int, colour: str, anew: bool) -> None:
        """An issue uses up the consent to it, and who gets a colour anew has agreed to nothing yet."""
        if not self._names_colours():
            return
        used = {(who, to, named) for who, to, named in self.agreed if (to, named) == (seat, colour)}
        stale = {(who, to, named) for who, to, named in self.agreed if anew and (who, named) == (seat, colour)}
        self.agreed -= used | stale

    def _colour_redeemed(self, version: int, body: dict[str, Any]) -> None:
        self._all_of("checks", body)
        self._game().give("chips", body["seat"], body["amount"])
        if self._names_colours():
            self.agreed = {given for given in self.agreed if given[0] != body["seat"]}

    def _checks_left_out(self, version: int, body: dict[str, Any]) -> None:
        """Roulette 3.6: only a table that closes lets players go with its checks."""
        self._all_of("checks", body)
        if self.seats.get(body["seat"]) != body["player"] or self.closing is None or self.at < self.closing:
            self._wrong("money", f"{body['player']!r} took checks from seat {body['seat']} before the table closed")
        self.checks_out[body["player"]] = self.checks_out.get(body["player"], 0) + body["amount"]

    def _checks_brought_back(self, version: int, body: dict[str, Any]) -> None:
        if self.seats.get(body["seat"]) != body["player"]:
            self._wrong("seat", f"{body['player']!r} does not sit in seat {body['seat']}")
        self._all_that_are_out(body)
        self._game().give("chips", body["seat"], body["amount"])

    def _checks_redeemed(self, version: int, body: dict[str, Any]) -> None:
        """Roulette 3.6: elsewhere than at their table only while it is closed."""
        if self.status != "closed":
            self._wrong("order", "checks were redeemed at the cage and their table was open")
        self._all_that_are_out(body)

    def _all_that_are_out(self, body: dict[str, Any]) -> None:
        out = self.checks_out.pop(body["player"], 0)
        if body["amount"] != out or out <= 0:
            self._wrong("money", f"{body['player']!r} had checks for {out} cents taken away, not {body['amount']}")

    def _chips_sold(self, version: int, body: dict[str, Any]) -> None:
        self._in_chips(body)
        self._game().give("chips", body["seat"], body["amount"])
        self.drop += body["amount"]

    def _float_moved(self, version: int, body: dict[str, Any]) -> None:
        if body["amount"] <= 0 or body["amount"] % self._game().chip:
            self._wrong("money", f"{body['amount']} cents are not whole chips of {self._game().chip}")

    def _drop_counted(self, version: int, body: dict[str, Any]) -> None:
        if body["amount"] != self.drop:
            self._wrong("money", f"{body['amount']} cents were counted, {self.drop} had gone into the drop box")
        self.drop -= body["amount"]

    def _in_chips(self, body: dict[str, Any]) -> None:
        if body["seat"] not in self.seats:
            self._wrong("seat", f"nobody sits in seat {body['seat']}")
        if body["amount"] <= 0 or body["amount"] % self._game().chip:
            self._wrong("money", f"{body['amount']} cents are not whole chips of {self._game().chip}")

    def _all_of(self, instrument: str, body: dict[str, Any]) -> None:
        """Everything that a seat holds of an instrument is given up."""
        held = self._game().purse(instrument).get(body["seat"], 0)
        if body["amount"] != held or held <= 0:
            self._wrong("money", f"seat {body['seat']} had {held} cents in {instrument}, {body['amount']} went")
        self._game().give(instrument, body["seat"], -body["amount"])

    def read_meters(self, kind: str, body: dict[str, Any], lines: Iterable[Line], sign: int = 1) -> None:
        """Let the meters of the seats turn with an event."""
        if kind == "wager-placed":
            meters, amount = self._meters(body["key"][0]), body["amount"]
            tokens = amount if body.get("instrument") == "tokens" else 0
            meters[MONEY] -= amount - tokens + body["commission"]
            meters[TOKENS] -= tokens
            return
        if kind not in SETTLES:
            self._read_money(kind, body)
        elif kind == "round-reversed":
            self._read_laid_back(body)
        for line in lines:
            won = line.winnings + line.returned + line.commission
            if line.apart is not None:
                won -= line.apart.tokens_back
                self._meters(line.seat)[TOKENS] += sign * line.apart.tokens_back
            if won:  # most lines are lost
                self._meters(line.seat)[MONEY] += sign * won

    def _read_money(self, kind: str, body: dict[str, Any]) -> None:
        """What an event says for itself, beside its lines."""
        amount = body.get("amount", 0)
        seat = body["key"][0] if "key" in body else body.get("seat", 0)
        if kind == "wager-removed":
            tokens = body.get("tokens", 0)
            self._meters(seat)[MONEY] += amount - tokens + body["commission_back"]
            self._meters(seat)[TOKENS] += tokens
        elif kind in ("bought-in", "chips-sold", "voucher-changed", "checks-brought-back"):
            self._meters(seat)[MONEY] += amount
        elif kind in ("collected", "withheld", "checks-left-out"):
            self._meters(seat)[MONEY] -= amount
        elif kind == "withholding-ended" and seat is not None:
            self._meters(seat)[MONEY] += amount
        elif kind == "round-adjusted":
            for _, _, _, now, at_seat in body["lines"]:
                if now is not None:
                    self._meters(now)[MONEY] += at_seat
        elif kind == "debt-repaid":
            self._meters(seat)[TOKENS if body["of"] == "tokens" else MONEY] -= body["cents"]
        elif kind == "wagers-found-invalid":
            self._meters(seat)[MONEY] += body["at_seat"]
        elif kind in ("tokens-issued", "tokens-handed-in"):
            self._meters(seat)[TOKENS] += amount if kind == "tokens-issued" else -amount

    def _read_laid_back(self, body: dict[str, Any]) -> None:
        for sign, name in ((1, "back"), (-1, "again")):
            for (seat, _, _), amount, commission, tokens, _ in body.get(name, ()):
                self._meters(seat)[MONEY] += sign * (amount - tokens + commission)
                self._meters(seat)[TOKENS] += sign * tokens
        for seat, _, cents, of in body.get("owed", ()):
            self._meters(seat)[TOKENS if of == "tokens" else MONEY] += cents

    def _meters(self, seat: int) -> list[int]:
        found = self.meters.get(seat)
        if found is None:
            found = self.meters[seat] = [0, 0]
        return found
