"""Every kind of aggregate keeps to the form that the engine, the verifier and the screens rely on."""

from __future__ import annotations

import types
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from feltwork.aggregate import ANYBODY, Aggregate
from feltwork.cage.commands import AtCage, AtTerminal
from feltwork.cage.events import CAGE_EVENTS
from feltwork.engine.aggregates import AGGREGATES, aggregate_of
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.replay import read_event
from feltwork.engine.snapshots import replayed_aggregate
from feltwork.games.registry import roles_at_tables
from feltwork.server.api.event_kinds import KINDS
from feltwork.server.auth.access import tag
from feltwork.server.routes import EVERYBODY
from feltwork.store.memory import MemoryStore
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import Command
from feltwork.table.live.schema import LIFE, Schema
from feltwork.verifier.aggregates import CHECKED
from tests.aggregates.scenes import SCENES, START, played
from tests.faults.load import log

KINDS_OF = {kind.kind: kind for kind in AGGREGATES}
EVERY = pytest.mark.parametrize("name", sorted(KINDS_OF))
ROLES = (*roles_at_tables(), "supervisor", "cashier", "inspector", "player", "system")


def test_every_kind_has_a_scene_and_a_checker() -> None:
    assert set(SCENES) == set(KINDS_OF)
    assert {name: kind.single for name, kind in CHECKED.items()} == {k.kind: k.single for k in AGGREGATES}


def test_tags_are_used_once() -> None:
    commands = [
        *get_args(Command),
        *get_args(AtCage),
        *get_args(AtTerminal),
        *(c for k in AGGREGATES for c in k.senders),
    ]
    tags = [tag(command) for command in commands]
    assert len(set(tags)) == len(tags)
    schemas: list[Schema[Any]] = [LIFE, CAGE_EVENTS, *(k.events for k in AGGREGATES)]
    kinds = [kind for schema in schemas for kind in schema.kinds]
    assert [kind for kind in set(kinds) if kinds.count(kind) > 1] == ["inspector-notified"], (
        "tables and the cage share it"
    )
    assert set(kinds) <= set(KINDS), "an inspector finds each by name"


@EVERY
def test_its_state_can_be_copied_and_saved(name: str) -> None:
    kind = KINDS_OF[name]
    for field, hint in get_type_hints(kind.state).items():
        assert _is_plain(hint, top=True), f"{field}: {hint} would be shared by a copy"


def _is_plain(hint: Any, *, top: bool = False) -> bool:
    """A plain value, a frozen struct, or a collection of such at the top."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return all(_is_plain(one) for one in inner)
    if origin in (dict, list, set):
        return top and all(map(_is_plain, inner))
    if origin in (tuple, frozenset):
        return all(one is ... or _is_plain(one) for one in inner)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return bool(hint.__struct_config__.frozen) and all(map(_is_plain, get_type_hints(hint).values()))
    return hint in (int, str, bool, bytes, type(None)) or (
        isinstance(hint, type) and issubclass(hint, str | int | tuple)
    )


@EVERY
def test_its_scene_has_every_command_and_every_event(name: str) -> None:
    kind, scene, store = KINDS_OF[name], SCENES[name](), MemoryStore()
    assert {type(sent.body) for _, sent in scene.steps} >= set(kind.senders)
    played(store, scene.steps)
    happened = {row[2] for row in log(store) if kind.has(row[0])}
    assert happened == kind.events.kinds


@EVERY
def test_its_events_are_told_and_its_state_is_shown_to_each_role(name: str) -> None:
    kind, store = KINDS_OF[name], MemoryStore()
    played(store, SCENES[name]().steps)
    assert kind.readers <= EVERYBODY - {"nobody"}
    for head in store.log.heads():
        if not kind.has(head.stream):
            continue
        for record in store.log.read(head.stream):
            told = kind.tell(read_event(kind.events, record))
            assert told
            assert all(text and text.strip() == text for text in told), told
        state, _ = replayed_aggregate(store, kind, head.stream)
        for role in ROLES:
            shown = kind.view(state, Asker("zoe", role, store.now()))
            assert isinstance(msgspec.json.decode(msgspec.json.encode(shown)), dict)


@EVERY
def test_it_reopens_from_a_snapshot_as_from_its_events(name: str) -> None:
    kind, store = KINDS_OF[name], MemoryStore()
    desk = Desk(store)
    desk.save_every = 1
    played(store, SCENES[name]().steps, desk)
    streams = [head.stream for head in store.log.heads() if kind.has(head.stream)]
    assert streams
    for stream in streams:
        whole, wrong = replayed_aggregate(store, kind, stream)
        assert wrong == []
        kept = store.snapshots.get(stream)
        assert kept
        assert kept.version == store.log.head(stream).version
        again = Desk(store).aggregate(kind, kind.name_of(stream))
        assert again == whole == kind.load(kind.save(whole))


@EVERY
def test_a_role_that_may_not_ask_is_refused_and_nothing_moves(name: str) -> None:
    kind, scene, store = KINDS_OF[name], SCENES[name](), MemoryStore()
    desk = Desk(store)
    for seconds, sent in scene.steps:
        desk.now = lambda at=START + seconds * 1_000_000: at  # type: ignore[misc]  # bound now
        power = kind.senders.get(type(sent.body))  # type: ignore[arg-type]  # a scene has no unreadable ones
        if power is not None and ANYBODY not in power.roles:
            before = [row for row in log(store) if not row[0].startswith("refused/")]
            for role in {*ROLES} - {*power.roles}:
                wrong = Envelope(f"{sent.key}-{role}", sent.table, "eve", role, sent.body)
                given = desk.submit(wrong)
                assert given.clause == power.clause, (role, sent.body, given)
            assert [row for row in log(store) if not row[0].startswith("refused/")] == before
        played(store, [(seconds, sent)], desk)


@EVERY
def test_its_streams_are_found_by_name(name: str) -> None:
    kind: Aggregate[Any] = KINDS_OF[name]
    stream = kind.stream("x")
    assert aggregate_of(stream) is kind
    assert kind.name_of(stream) == ("" if kind.single else "x")
    assert aggregate_of(f"table/{name}") is None
    assert aggregate_of(f"{name}s") is None
