"""Several hosts sign one series of checkpoints: no number twice, none missing, none going back, whoever is quicker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.ops.upkeep import Checkpoints
from feltwork.store import series
from feltwork.store.opening import open_store
from feltwork.store.port import Store, StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.store.series import NAME, SHELF, behind, export_next, last_in_series
from feltwork.verifier.keys.checkpoint import load_public, make_key, read_checkpoint
from feltwork.verifier.keys.signing import Signer, load_signer, rotate
from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

HOSTS, EACH = 4, 6


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "floor.sqlite")
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "house")
    return load_signer(tmp_path / "house")


def deposit(store: Store, key: str) -> None:
    Desk(store).submit(Envelope(key, "cage", "carl", "cashier", Deposit("ann", 100)))


@pytest.fixture
def hosts(url: str) -> Iterator[Callable[[], Store]]:
    opened: list[Store] = []

    def host() -> Store:
        opened.append(open_store(url))
        return opened[-1]

    yield host
    for store in opened:
        store.close()


def test_hosts_that_sign_at_once_share_one_series(hosts: Callable[[], Store], signer: Signer, tmp_path: Path) -> None:
    stores = [hosts() for _ in range(HOSTS)]
    signed: list[tuple[int, int, int]] = []

    def work(number: int) -> None:
        for turn in range(EACH):
            path = tmp_path / f"host-{number}"
            deposit(stores[number], f"{number}-{turn}")
            given = export_next(stores[number], path, signer)
            found = read_checkpoint(path.read_bytes())
            assert found.number == given
            signed.append((given, found.at, found.heads["cage"][0]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(HOSTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    signed.sort()
    assert [number for number, _, _ in signed] == list(range(1, HOSTS * EACH + 1)), "none twice, none missing"
    assert [at for _, at, _ in signed] == sorted(at for _, at, _ in signed)
    assert [seen for _, _, seen in signed] == sorted(seen for _, _, seen in signed), "none has seen less"
    last = last_in_series(stores[0].settings)
    assert last is not None
    assert last.number == HOSTS * EACH


def test_any_checkpoint_of_the_series_verifies_and_a_file_that_is_behind_says_so(
    url: str, hosts: Callable[[], Store], signer: Signer, tmp_path: Path
) -> None:
    one, two = hosts(), hosts()
    for number in range(3):
        deposit(one, f"k{number}")
        export_next((one, two)[number % 2], tmp_path / f"host-{number % 2}", signer)
    assert behind(two.settings, tmp_path / "host-1") == "this host's file has checkpoint 2, the series stands at 3"
    assert behind(one.settings, tmp_path / "host-0") == ""
    assert "is not there" in behind(one.settings, tmp_path / "host-2")
    for number, told in ((0, []), (1, ["checkpoint 2 is behind the series, which stands at 3 in the database"])):
        reading = read_log(url)
        notes: list[str] = []
        raw = (tmp_path / f"host-{number}").read_bytes()
        assert list(findings(reading, raw, load_public(tmp_path / "house.pub"), notes)) == []
        assert [note for note in notes if "series" in note] == told
        reading.close()


def test_a_host_with_a_retired_key_signs_nothing_more(
    hosts: Callable[[], Store], signer: Signer, tmp_path: Path
) -> None:
    one, two = hosts(), hosts()
    deposit(one, "k")
    export_next(one, tmp_path / "a", signer)
    new, _ = rotate(tmp_path / "house", one.now())
    export_next(two, tmp_path / "b", signer)  # the other host has not heard of it yet
    assert export_next(one, tmp_path / "a", new) == 3
    with pytest.raises(StoreError, match=f"key {signer.fingerprint} was retired.*put that key file on this host"):
        export_next(two, tmp_path / "b", signer)
    trust = Trust.of(signer.key.public_key())
    assert trust.wrong(read_checkpoint((tmp_path / "a").read_bytes())) == ""
    assert export_next(two, tmp_path / "b", new) == 4


def test_a_key_that_was_retired_in_the_database_has_no_say_even_if_its_checkpoint_does_not_tell(
    url: str, hosts: Callable[[], Store], signer: Signer, tmp_path: Path
) -> None:
    store = hosts()
    deposit(store, "k")
    new, _ = rotate(tmp_path / "house", store.now())
    export_next(store, tmp_path / "a", new)
    late = signer.sign(store.log.heads(), store.now() + 1, 9)
    reading = read_log(url)
    (found,) = findings(reading, late, signer.key.public_key())
    assert "after that key was retired" in found.what
    reading.close()


def test_the_series_does_not_go_back(url: str, hosts: Callable[[], Store], signer: Signer, tmp_path: Path) -> None:
    store = hosts()
    deposit(store, "k")
    export_next(store, tmp_path / "a", signer)
    first = store.settings.get(SHELF, NAME)
    export_next(store, tmp_path / "a", signer)
    assert first is not None
    store.settings.put(SHELF, NAME, first)
    assert export_next(store, tmp_path / "a", signer) == 3, "the file has seen the second"
    make_key(tmp_path / "other")
    with pytest.raises(StoreError, match="not this host's"):
        export_next(store, tmp_path / "b", load_signer(tmp_path / "other"))
    assert export_next(store, tmp_path / "b", load_signer(tmp_path / "other"), fresh=True) == 4
    last = store.settings.get(SHELF, NAME)
    assert last is not None
    for name, body in ((NAME, b"{}"), (NAME, last.replace(b'"number": 4', b'"number": 5')), ("another", b"x")):
        store.settings.put(SHELF, NAME, last)
        store.settings.put(SHELF, name, body)
        reading = read_log(url)
        assert "checkpoint" in {found.kind for found in findings(reading)}
        reading.close()
    store.settings.put(SHELF, NAME, b"{}")
    with pytest.raises(StoreError, match="this is not a checkpoint"):
        export_next(store, tmp_path / "a", signer)


def test_a_file_that_could_not_be_written_is_behind_and_the_series_goes_on(
    hosts: Callable[[], Store], signer: Signer, tmp_path: Path
) -> None:
    store, path = hosts(), tmp_path / "signed"
    deposit(store, "k")
    export_next(store, path, signer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "write_checkpoint", full_disk)
        with pytest.raises(StoreError, match="No space left"):
            export_next(store, path, signer)
    assert behind(store.settings, path) == "this host's file has checkpoint 1, the series stands at 2"
    assert export_next(store, path, signer) == 3
    assert behind(store.settings, path) == ""


def full_disk(path: Path, signed: bytes, number: int) -> None:
    raise StoreError(f"{path} cannot be written: No space left on device")


def test_the_command_line_joins_the_series(
    hosts: Callable[[], Store], url: str, signer: Signer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = hosts()
    deposit(store, "k")
    export_next(store, tmp_path / "a", signer)
    words = ["audit", "checkpoint", url, "--key", str(tmp_path / "house"), "--out", str(tmp_path / "b")]
    assert run(words) == 2
    assert "--join takes its next" in capsys.readouterr().err
    assert run([*words, "--join"]) == 0
    assert read_checkpoint((tmp_path / "b").read_bytes()).number == 2
    assert run([*words, "--join", "--number", "9"]) == 2


def test_the_last_checkpoint_is_signed_although_connections_were_just_dropped(
    postgres_schema: str, tmp_path: Path
) -> None:
    """A server that restarts right before a floor is told to stop."""
    signed = tmp_path / "signed"
    checkpoints = Checkpoints(postgres_schema, signed, tmp_path / "key", every=3600)
    checkpoints.start()
    other = open_store(postgres_schema)
    deposit(other, "last")
    other.close()
    store = checkpoints.store
    assert isinstance(store, PostgresStore)
    dropped = [line.info.backend_pid for line in (store.connections._writer, store.connections._reader)]
    with psycopg.connect(postgres_schema, autocommit=True) as server:
        server.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", (dropped,))
    checkpoints.stop()
    assert read_checkpoint(signed.read_bytes()).heads["cage"][0] == 1
    assert not checkpoints.failed
