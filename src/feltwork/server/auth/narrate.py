"""Events of the door in words."""

from __future__ import annotations

from feltwork.server.auth import events as door

CAME = {
    "unknown": "there is no such account",
    "wrong": "the password was wrong",
    "code": "the code of the second factor was wrong or used before",
    "slowed": "it came too soon after others from there",
    "busy": "too many others waited",
    "key": "no terminal is enrolled with that key",
}
SHELVES = {
    "link": "a one-time link",
    "transfer-out": "a transfer out that is under way",
    "factor": "a second factor",
    "factor-new": "a second factor that waits to be confirmed",
    "places": "where somebody signs in from",
}


def tell_door(event: door.DoorEvent) -> list[str]:
    """What happened, one sentence."""
    match event:
        case door.DoorBegun(rows):
            return [f"The record of accounts, sessions and terminals begins; {len(rows)} were there before it."]
        case door.AccountMade(person, kind, roles):
            return [f"{person} has an account of kind {kind}, as {', '.join(roles)}."]
        case door.AccountChanged(person, changed=changed):
            return [f"The account of {person} was changed: {', '.join(changed)}."]
        case door.AccountRemoved(person):
            return [f"The account of {person} was removed."]
        case door.SessionBegun() | door.SessionChanged():
            people = ", ".join(f"{person} ({role})" for person, role in event.people)
            where = f" at {event.table}" if event.table else ""
            begun = "begins" if isinstance(event, door.SessionBegun) else "was changed"
            article = "An" if event.kind[0] in "aeiou" else "A"
            return [f"{article} {event.kind}'s session{where} {begun}: {people}."]
        case door.SessionEnded(row):
            return [f"Session {row[:8]} ended."]
        case door.TerminalEnrolled(terminal):
            return [f"Terminal {terminal} was enrolled."]
        case door.TerminalRemoved(terminal):
            return [f"Terminal {terminal} was removed."]
        case door.RowKept(shelf):
            return [f"{_named(shelf)} was {'made' if shelf == 'link' else 'noted'}."]
        case door.RowRemoved(shelf):
            return [f"{_named(shelf)} was used, or is over."]
        case door.SignInAccepted(person):
            return [f"{person} gave the right password."]
        case door.SignInRefused(came, person, _, times):
            whose = f" for {person}" if person else ""
            often = f" {times} times" if times > 1 else ""
            return [f"A sign-in{whose} was refused{often}: {CAME.get(came, came)}."]


def _named(shelf: str) -> str:
    name = SHELVES.get(shelf, f"A row of {shelf}")
    return name[0].upper() + name[1:]
