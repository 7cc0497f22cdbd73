"""A floor's configuration: ``floor.toml``, checked as a whole before anything opens."""

from __future__ import annotations

import re
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from feltwork.cage.till import DAY, Till
from feltwork.duties.decide import RECIPIENTS
from feltwork.engine.envelope import may_be_table
from feltwork.games import BookError, open_book
from feltwork.games.book import Book
from feltwork.games.registry import conduct_of, roles_at_tables
from feltwork.money import MoneyError, parse_money
from feltwork.readings import ReadingError
from feltwork.refusal import harmless
from feltwork.server.ops.channels import ChannelError, channel
from feltwork.table.live.asker import HELPERS
from feltwork.table.live.names import is_name
from feltwork.table.live.topic import DEALER
from feltwork.table.live.topics.opening import LUCKY_IS_DRAWN

MAX_PORT = 65_535
MAX_DAYS = 3_660
MAX_HOST = 253
HOST = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*"
MANAGER = "manager"
"""For whom a floor can ask for a second factor."""
IN_WORDS = {
    "int": "a whole number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "float": "a number",
    "object": "a section of its own",
}
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
Name = msgspec.Meta(pattern=NAME)


class ConfigError(Exception):
    """The file cannot be used; the message names the line and the field."""


class LimitSign(Struct, forbid_unknown_fields=True):
    """One wager's sign, in dollars: minimum, maximum, and the unit above the minimum."""

    minimum: str = "0"
    """The least that may be wagered, in dollars."""
    maximum: str | None = None
    """The most that may be wagered, in dollars."""
    unit: str = "0"
    """Above the minimum, in which steps; 0 for any."""


class CrewMember(Struct, forbid_unknown_fields=True):
    """Somebody who works at a table, by the name of their account."""

    person: str
    """The name of an account (`feltwork staff`)."""
    role: str
    """What they do at this table, in the words of its book."""


class TableConfig(Struct, forbid_unknown_fields=True):
    """One table."""

    name: str
    """Letters, digits, dots and dashes; another than that of every other table."""
    book: str
    """The book that is played, by its id: `feltwork rules` lists them."""
    seats: int = 8
    """How many players sit here, from 1 to 24."""
    chip: str | None = None
    """The smallest chip; without one, the book's own: a dollar, or a cent at an electronic table."""
    variant: str | None = None
    """A variant of the book, where it has one."""
    wheel: str = "single"
    """A wheel with one zero (`single`) or with two (`double`)."""
    lucky_ball: bool | str = False
    """Is Lucky Ball played? Or the name of its pay table."""
    readings: dict[str, str] = {}
    """How open questions of the text are read here, by their names (`feltwork readings`)."""
    sign: LimitSign | None = None
    """The minimum and maximum of every wager that ``limits`` does not name."""
    limits: dict[str, LimitSign] = {}
    """The signs of wagers that have their own, by wager."""
    bots: int = 0
    """Seats that the house's own players take, in a demonstration."""
    source: str = "dealer"
    """Where results come from: ``dealer``, or ``os-draw`` for electronic dice and Lucky Ball numbers."""
    betting_seconds: int = 0
    """At an electronic table, how long wagers are taken before each result."""
    layout: str | None = None
    """One of the book's layouts; without one, its usual one."""
    uspin: bool = False
    """Is the wheel spun by a machine at the press of a button?"""
    max_award: str | None = None
    """The most that one result may win, in dollars."""
    shooting: str | None = None
    """At an electronic table the stake that makes a shooter, in dollars; without one, the minimum on the sign."""
    crew: list[CrewMember] = []
    """Who works here from the start; a supervisor assigns others at the console."""
    opens: bool = False
    """No longer used: a manager checks the equipment and opens play at the console."""
    practice: bool = False
    """Is no money real here? Only a demonstration has such tables, and only they have the tour."""
    dealt_by: str = "crew"
    """``crew`` at a screen, or ``house``: a demonstration's own dealer, who steps back when a crew signs in."""


class CageConfig(Struct, forbid_unknown_fields=True, frozen=True):
    """The cage's own limits, in days and dollars."""

    ticket_days: int = 365
    """How long a ticket is good for."""
    voucher_days: int = 90
    """How long a voucher is good for, where no day is named."""
    by_hand_above: str = "5000"
    """A ticket above this is paid on a form that is signed."""
    second_above: str = "10000"
    """Above this a second person agrees to a payment."""
    identify_above: str = "10000"
    """Above this the player shows a paper."""


class FloorConfig(Struct, forbid_unknown_fields=True):
    """The whole floor."""

    tables: list[TableConfig]
    """At least one table."""
    database: str = "floor.sqlite"
    """A file, or the address of a PostgreSQL database: `postgresql://role@host/name`."""
    host: str = "127.0.0.1"
    """The address to listen on; behind a reverse proxy on this machine, 127.0.0.1."""
    port: int = 8080
    """The port to listen on; 0 takes any free one."""
    hosts: list[str] = []
    """The names by which the floor is reached, without a port; by another it answers nothing. None: by any name."""
    proxies: list[str] = []
    """The addresses or networks of reverse proxies on other machines, whose forwarded addresses are believed."""
    draw_key: str = "draw.key"
    """A file outside the database with the key that seals the secrets of draws; made when there is none."""
    ticket_key: str = "ticket.key"
    """A file outside the database with the key that seals tickets; made when there is none."""
    account_key: str = "account.key"
    """A file outside the database with the key that seals the second factors of staff; made when there is none."""
    second_factor: list[str] = []
    """The roles, or kinds of staff, that sign in with a second factor; ``manager`` is every manager of the tables."""
    checkpoint: str = "floor.checkpoint"
    """Where the signed checkpoint is written every minute: away from the database, if it can be."""
    checkpoint_key: str = "checkpoint.key"
    """The key that signs it; made when there is none. Away from the database: who has both can rewrite the log."""
    backups: str | None = None
    """The folder that sealed backups are put into; metrics then tell how old the newest is."""
    disks: list[str] = []
    """Further folders whose room on the disk metrics tell, such as that of PostgreSQL on this machine."""
    trust: str | None = None
    """The trust file: the keys whose checkpoints count for the inspector's verdict, and who vouches for them."""
    cage: CageConfig = CageConfig()
    """The cage's own limits."""
    name: str = "floor"
    """What the floor is called in notices."""
    notices: dict[str, str] = {}
    """Where notices go, by inspector, regulator, manager and operator: `file:FOLDER`, `smtp://HOST:PORT?from=A&to=B` or
    `https://HOST/PATH`."""
    manager: str = "floor-manager"
    """In whose name the tables of this file are opened."""
    manifest: str | None = None
    """The signed manifest of the approved software; without one, the software as it is when the floor opens counts."""
    manifest_key: str | None = None
    """The public key of whoever approved it."""
    metrics_token: str | None = None
    """A file with the token that a reader of /metrics shows; without one, only this machine reads them."""


def _factor_roles() -> tuple[str, ...]:
    return (MANAGER, "crew", "supervisor", "cashier", "inspector", *roles_at_tables())


def read_config(path: Path) -> FloorConfig:
    """The configuration in a file, or one line about what is wrong with it and where."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise ConfigError(f"{harmless(str(path))} cannot be read: {_first_line(wrong)}") from None
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise ConfigError(f"{harmless(str(path))}: {_given_twice(str(wrong))}") from None
    try:
        config = msgspec.convert(raw, FloorConfig)
    except msgspec.ValidationError as wrong:
        field, says = in_words(str(wrong))
        field = _named(raw, field)
        raise ConfigError(f"{harmless(str(path))}{_place(text, field)}: {field}: {says}") from None
    if not 0 <= config.port <= MAX_PORT:
        where = _place(text, "port")
        raise ConfigError(
            f"{harmless(str(path))}{where}: port: a port is a number up to {MAX_PORT}; 0 takes any free one"
        )
    unknown = [role for role in config.second_factor if role not in _factor_roles()]
    if unknown:
        says = f"'{harmless(unknown[0][:64])}' is no role; there are {', '.join(_factor_roles())}"
        raise ConfigError(f"{harmless(str(path))}{_place(text, 'second_factor')}: second_factor: {says}")
    nameless = [name for name in config.hosts if not is_host(name)]
    if nameless:
        says = f"'{harmless(nameless[0][:64])}' is no name or address of a host, without a scheme and a port"
        raise ConfigError(f"{harmless(str(path))}{_place(text, 'hosts')}: hosts: {says}")
    unknown = [place for place in config.proxies if not is_network(place)]
    if unknown:
        says = f"'{harmless(unknown[0][:64])}' is no address or network, like 10.0.0.5 or 10.0.0.0/24"
        raise ConfigError(f"{harmless(str(path))}{_place(text, 'proxies')}: proxies: {says}")
    if not is_name(config.name):
        says = "the floor's name has letters, digits, dots and dashes"
        raise ConfigError(f"{harmless(str(path))}{_place(text, 'name')}: name: {says}")
    if unsent := bad_notices(config):
        raise ConfigError(f"{harmless(str(path))}{_place(text, 'notices')}: notices: {unsent}")
    problem = bad_cage(config.cage)
    if problem:
        field, says = problem
        raise ConfigError(f"{harmless(str(path))}{_place(text, f'cage.{field}')}: cage.{field}: {says}")
    for number, table in enumerate(config.tables):
        problem = bad_table(table, config.tables[:number])
        if problem:
            field, says = problem
            where = _place(text, f"tables[{number}].{field}")
            raise ConfigError(f"{harmless(str(path))}{where}: tables[{number}].{field}: {says}")
    _check_database(path, text, config)
    if (config.manifest is None) != (config.manifest_key is None):
        raise ConfigError(f"{harmless(str(path))}: manifest and manifest_key go together")
    return config


def _check_database(path: Path, text: str, config: FloorConfig) -> None:
    """Set a database file's path from the configuration's own folder, like every other path in it."""
    if config.database == "memory:" or "://" in config.database:
        return
    plain = Path(config.database.removeprefix("sqlite:"))
    beside = path.parent / plain
    if not plain.is_absolute() and plain.exists() and not beside.exists():
        where = _place(text, "database")
        raise ConfigError(
            f"{harmless(str(path))}{where}: database: paths are relative to this file, and {harmless(str(plain))} is in"
            " the working directory: move it here, or write its whole path"
        )
    config.database = str(beside)


def bad_notices(config: FloorConfig) -> str:
    """What is wrong with where notices go; empty if nothing is."""
    for who, address in config.notices.items():
        if who not in RECIPIENTS:
            return f"notices go to {', '.join(RECIPIENTS)}, not to '{harmless(who[:64])}'"
        try:
            channel(address)
        except ChannelError as wrong:
            return str(wrong)
    return ""


def bad_cage(cage: CageConfig) -> tuple[str, str] | None:
    """The field of the cage's limits that cannot stand, and why."""
    if not 1 <= cage.ticket_days <= MAX_DAYS:
        return "ticket_days", f"a ticket is good for 1 to {MAX_DAYS} days"
    if not 1 <= cage.voucher_days <= MAX_DAYS:
        return "voucher_days", f"a voucher is good for 1 to {MAX_DAYS} days"
    for field in ("by_hand_above", "second_above", "identify_above"):
        try:
            if cents(getattr(cage, field)) < 0:
                return field, "a limit is not below zero"
        except MoneyError as wrong:
            return field, str(wrong)
    return None


def is_network(text: str) -> bool:
    """An address, or several by their leading bits."""
    try:
        return bool(ip_network(text))
    except ValueError:
        return False


def is_host(name: str) -> bool:
    """Can a browser ask by this name, or by this address?"""
    try:
        return bool(ip_address(name))
    except ValueError:
        return len(name) <= MAX_HOST and re.fullmatch(HOST, name) is not None


def with_factor(config: FloorConfig) -> frozenset[str]:
    """The roles and kinds of staff that sign in with a second factor."""
    named = frozenset(config.second_factor)
    return (
        named | frozenset(role for role in roles_at_tables() if role.endswith(MANAGER)) if MANAGER in named else named
    )


def till_of(cage: CageConfig, key: bytes) -> Till:
    """What the cage of a served floor works with, from its limits and the key that seals tickets."""
    by_hand, second, identify = map(cents, (cage.by_hand_above, cage.second_above, cage.identify_above))
    return Till(key, cage.ticket_days * DAY, by_hand, second, identify, cage.voucher_days * DAY, real_money=True)


def bad_table(table: TableConfig, earlier: list[TableConfig]) -> tuple[str, str] | None:
    """The field of a table that cannot stand, and why."""
    if not re.fullmatch(NAME, table.name) or any(t.name == table.name for t in earlier):
        return "name", "a table needs a name of its own: letters, digits, dots and dashes"
    if not may_be_table(table.name):
        return "name", f"the {table.name} is no table, and no table is called so"
    if not 1 <= table.seats <= 24 or not 0 <= table.bots <= table.seats:
        return "seats", "a table has 1 to 24 seats, and no more bots than seats"
    if table.practice:
        return "practice", "only the tables of a demonstration are for practice: here money is real"
    if table.dealt_by not in ("crew", "house"):
        return "dealt_by", "crew or house"
    try:
        book = open_book(
            table.book, variant=table.variant, wheel=table.wheel, lucky_ball=table.lucky_ball, readings=table.readings
        )
    except (BookError, ReadingError) as wrong:
        return "book", str(wrong)
    if book.lucky and table.source == DEALER:
        return "source", LUCKY_IS_DRAWN
    problem = bad_crew(table)
    if problem:
        return problem
    unknown = [wager for wager in table.limits if wager not in book.wagers]
    if unknown:
        return f"limits.{unknown[0]}", f"{book.title} has no wager of that name"
    try:
        field = "chip"
        if table.chip is not None and cents(table.chip) <= 0:
            return "chip", "a chip is worth something"
        field = "max_award"
        if table.max_award is not None and cents(table.max_award) <= 0:
            return "max_award", "the most that may be won is something"
        field = "shooting"
        if table.shooting is not None and (cents(table.shooting) <= 0 or not _is_shot(table)):
            return "shooting", "a dice shooting value is some credits, at an electronic table"
    except MoneyError as wrong:
        return field, str(wrong)
    return bad_sign(table, book)


def _is_shot(table: TableConfig) -> bool:
    """Are the dice of this book's table shot by a machine?"""
    conduct = conduct_of(table.book, table.variant)
    return conduct is not None and bool(conduct.terminals.no_shooter)


def bad_sign(table: TableConfig, book: Book) -> tuple[str, str] | None:
    """Play opens only with a minimum and a maximum for every wager on the sign."""
    signs = {f"limits.{wager}": sign for wager, sign in table.limits.items()}
    if table.sign is not None:
        signs["sign"] = table.sign
    for field, sign in signs.items():
        try:
            low, high, unit = sign_cents(sign)
        except MoneyError as wrong:
            return field, str(wrong)
        if low <= 0 or high is None:
            return field, f"a sign shows a minimum and a maximum ({book.house.sign})"
        if unit < 0 or high < low:
            return field, "the maximum lies below the minimum"
    unnamed = [wager for wager in book.wagers if wager not in table.limits]
    if table.sign is None and unnamed:
        return "sign", f"the sign shows a minimum and a maximum for every wager ({book.house.sign}), also {unnamed[0]}"
    return None


def limits_of(table: TableConfig, book: Book) -> dict[str, tuple[int, int | None, int]]:
    """What the sign of a table shows, by wager."""
    signs = dict.fromkeys(book.wagers, table.sign) | dict(table.limits)
    return {wager: sign_cents(sign) for wager, sign in signs.items() if sign is not None}


def bad_crew(table: TableConfig) -> tuple[str, str] | None:
    """Do people with names work here, in roles that there are?"""
    for number, member in enumerate(table.crew):
        if not re.fullmatch(NAME, member.person) or not re.fullmatch(NAME, member.role):
            return f"crew[{number}]", "a person and a role are names: letters, digits, dots and dashes"
        if member.role not in roles_at_tables():
            return f"crew[{number}]", f"'{member.role}' is no role at a table; there are {', '.join(roles_at_tables())}"
    conduct = conduct_of(table.book, table.variant)
    roles = sorted(conduct.staff.union(HELPERS)) if conduct else []
    for number, member in enumerate(table.crew):
        if conduct and member.role not in roles:
            return f"crew[{number}]", f"'{member.role}' is no role of {table.book}; there are {', '.join(roles)}"
    if table.opens:
        return "opens", "a manager checks the equipment and opens play at the console; leave this out"
    return None


def cents(amount: str) -> int:
    """Whole dollars may be written without their cents."""
    return parse_money(amount if "." in amount else f"{amount}.00")


def sign_cents(sign: LimitSign) -> tuple[int, int | None, int]:
    return cents(sign.minimum), cents(sign.maximum) if sign.maximum is not None else None, cents(sign.unit)


def in_words(message: str) -> tuple[str, str]:
    """The path of the field that a decoder's message is about, and what is wrong with it as a person would say it."""
    at = re.search(r" - at `\$\.?([^`]*)`$", message)
    path = at[1] if at else ""
    if field := re.match(r"Object (contains unknown|missing required) field `([^`]*)`", message):
        path = f"{path}.{field[2]}".lstrip(".")
        return path, "there is no such field" if field[1] == "contains unknown" else "this field is needed"
    if types := re.match(r"Expected `([^`]*)`, got `([^`]*)`", message):
        wanted = [IN_WORDS.get(word, word) for word in types[1].split(" | ") if word != "null"]
        return path, f"{' or '.join(wanted)} is needed here, not {IN_WORDS.get(types[2], types[2])}"
    return path, message.partition(" - at ")[0]


def _place(text: str, path: str) -> str:
    """The line of a field by its path, as ``:12``; that of its section when it is not in the file."""
    parts = re.findall(r"([A-Za-z_][\w-]*)|\[(\d+)\]", path)
    lines = text.splitlines()
    at, end, last = 0, len(lines), None
    for name, index in parts:
        if index:
            heading = re.compile(rf"\s*\[\[([\w.-]*\.)?{last}\]\]")
            starts = [n for n in range(at, end) if heading.match(lines[n])]
            if not starts:  # written as a list: each member begins with its brace
                starts = [n for n in range(at, end) for _ in range(lines[n].count("{"))]
            if int(index) < len(starts):
                at, end = starts[int(index)], [*starts, end][int(index) + 1]
        elif name:
            last = name
            named = re.compile(rf'\s*("?{re.escape(name)}"?\s*=|\[([\w."-]*\.)?{re.escape(name)}\]\s*$)')
            at = next((n for n in range(at, end) if named.match(lines[n])), at)
    return f":{at + 1}"


def _named(raw: Any, path: str) -> str:
    """A path that leaves the name of a limit or a reading open, with the name of the first that is wrong."""
    before, open_one, after = path.partition("[...]")
    if not open_one:
        return path
    *_, last = parts = re.findall(r"[A-Za-z_]\w*|\d+", before)
    for part in parts:
        raw = raw[int(part) if part.isdigit() else part]
    for name, value in raw.items():
        try:
            msgspec.convert(value, LimitSign if last == "limits" else str)
        except msgspec.ValidationError:
            return f"{before}.{name}{after}"
    return path


def _given_twice(message: str) -> str:
    """What the reader of TOML says, in our words where something stands there a second time."""
    for theirs, ours in (("Cannot overwrite a value", "a field"), (r"Cannot declare \(.*\) twice", "a section")):
        message = re.sub(theirs, f"{ours} is given a second time", message)
    return message


def _first_line(wrong: Exception) -> str:
    return str(getattr(wrong, "strerror", None) or wrong).splitlines()[0]
