"""Accounts of staff: made, changed and signed in to."""

from __future__ import annotations

from feltwork.verifier.entrance.kept_rows import OPERATOR, Body, KeptRows
from feltwork.verifier.entrance.shelves import row_id
from feltwork.verifier.log.rows import Row

OWN = frozenset({"password"})
"""What people may change of their own account."""


class Accounts:
    """Holds each account that is made, changed or signed in to against who may, and the roles on record."""

    def __init__(self, kept: KeptRows) -> None:
        self.kept = kept
        self.accounts: dict[str, tuple[str, frozenset[str]]] = {}
        """Kind and roles of the accounts whose making is on record."""

    def made(self, row: Row, body: Body) -> None:
        self.kept.operator(row)
        self.kept.new("account", body["row"], body["digest"])
        self._account(body)

    def changed(self, row: Row, body: Body) -> None:
        own = set(body["changed"]) <= OWN
        if row.role != OPERATOR and not (own and (row.actor, row.role) == (body["person"], body["kind"])):
            self.kept.wrong(
                "role", f"{row.actor!r} changed {', '.join(body['changed'])} of the account of {body['person']!r}"
            )
        before = self.accounts.get(body["person"])
        if own and before not in (None, (body["kind"], frozenset(body["roles"]))):
            self.kept.wrong("door", f"the account of {body['person']!r} has other roles than were recorded")
        self.kept.known("account", body["row"], body["was"])
        self.kept.rows[body["row"]] = ("account", body["digest"])
        self._account(body)

    def _account(self, body: Body) -> None:
        person = body["person"]
        if body["row"] != row_id("account", person):
            self.kept.wrong("door", f"the row of the account of {person!r} has another name")
        self.accounts[person] = (body["kind"], frozenset(body["roles"]))

    def removed(self, row: Row, body: Body) -> None:
        self.kept.operator(row)
        if body["row"] != row_id("account", body["person"]):
            self.kept.wrong("door", f"the row of the account of {body['person']!r} has another name")
        self.kept.known("account", body["row"], body["was"])
        self.accounts.pop(body["person"], None)

    def has_accounts(self, body: Body) -> None:
        """Staff come in by their accounts, in the kind and the roles that these have."""
        for person, role in body["people"]:
            if row_id("account", person) not in self.kept.rows:
                self.kept.wrong("door", f"{person!r} has no account")
            elif person in self.accounts:
                kind, roles = self.accounts[person]
                if kind != body["kind"] or role not in roles:
                    self.kept.wrong(
                        "door", f"{person!r} has no account to be {role!r} at a screen of kind {body['kind']!r}"
                    )

    def accepted(self, row: Row, body: Body) -> None:
        person = body["person"]
        if (row.actor, row.role) != (person, body["kind"]):
            self.kept.wrong("role", f"{row.actor!r} did not sign in as {person!r}")
        if row_id("account", person) not in self.kept.rows:
            self.kept.wrong("door", f"{person!r} signed in and has no account")
        elif self.accounts.get(person, (body["kind"],))[0] != body["kind"]:
            self.kept.wrong("door", f"the account of {person!r} is of another kind than {body['kind']!r}")

    def refused(self, row: Row, body: Body) -> None:
        if type(body["times"]) is not int or body["times"] < 1:
            self.kept.wrong("body", f"it stands for {body['times']!r} refusals")
        if (row.actor, row.role) != (body["person"] or "nobody", body["kind"] or "nobody"):
            self.kept.wrong("role", f"{row.actor!r} is not who was refused")
