"""A floor is broken in five ways, and the alerts that ship name each, going by what its processes tell then."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.store.opening import open_store
from tests.operate.deployed import DEPLOY, needed
from tests.server.processes import Process, begin, floor_file, serving
from tests.server.test_readiness import granted
from tests.store.postgres import cluster, found_binaries, installed_binaries, running

Told = dict[str, str]
LONG = "x60"
"""A value that stays so for ten minutes."""


def told(up: Process, instance: str) -> Told:
    """What Prometheus would have of a process: each series with its value."""
    status, text = up.ask("/metrics")
    labels = f'job="feltwork",instance="{instance}"'
    found = {f"up{{{labels}}}": str(int(status == 200))}
    for name, more, value in re.findall(r"^(\w+)(?:\{(.*)\})? (\S+)$", text, re.M):
        found[f"{name}{{{labels}{',' if more else ''}{more}}}"] = value
    return found


def until(up: Process, wanted: str) -> None:
    late = time.monotonic() + 60
    while wanted not in up.ask("/metrics")[1]:
        assert time.monotonic() < late, (wanted, up.ask("/metrics")[1])
        time.sleep(0.1)


def rings(alert: str, **labels: str) -> dict[str, object]:
    """Whether an alert rings after five minutes, as promtool is asked for it."""
    more = "".join(f',{name}="{value}"' for name, value in labels.items())
    expr = f'count(ALERTS{{alertstate="firing",alertname="{alert}"{more}}}) > bool 0'
    return {"expr": expr, "eval_time": "5m", "exp_samples": [{"labels": "{}", "value": 1}]}


def case(name: str, series: Told, *wanted: dict[str, object]) -> dict[str, object]:
    values = [{"series": each, "values": f"{value}{LONG}"} for each, value in series.items()]
    return {"interval": "10s", "name": name, "input_series": values, "promql_expr_test": list(wanted)}


SILENT: dict[str, object] = {
    "expr": 'count(ALERTS{alertstate="firing"}) or vector(0)',
    "eval_time": "5m",
    "exp_samples": [{"labels": "{}", "value": 0}],
}


def test_each_way_to_break_a_floor_is_named_by_its_alert(tmp_path: Path) -> None:
    promtool = needed("promtool", "prometheus")
    binaries = found_binaries() or installed_binaries()
    if binaries is None:
        reason = "no PostgreSQL: apt-get install postgresql"
        print(reason)
        pytest.skip(reason)
    archive = tmp_path / "archive"
    archive.mkdir()
    cases = []
    with (
        cluster(binaries) as (home, who),
        running(binaries, home, who, fsync=False) as (owner, server),
        suppress(psycopg.OperationalError),  # at the end the role cannot be dropped: the server is stopped
        granted(owner, "floor_broken") as database,
    ):
        config = floor_file(tmp_path, database, f'disks = ["{archive}"]')
        with serving(config) as first, serving(config) as second:
            sound = told(first, "1") | told(second, "2")
            room = f'\nfeltwork_disk_free_bytes{{of="{archive}"}} '
            assert room in first.ask("/metrics")[1]
            sound = {each: "9e9" if "disk_free" in each else value for each, value in sound.items()}
            cases.append(case("a sound floor", sound, SILENT))

            with psycopg.connect(owner, autocommit=True) as db:
                db.execute("REVOKE INSERT ON records FROM floor_broken")
                until(first, 'feltwork_trouble{part="rights"} 1')
                cases.append(case("rights", told(first, "1"), rings("FeltworkTrouble", part="rights")))
                db.execute("GRANT INSERT ON records TO floor_broken")
                until(first, "\nfeltwork_ready 1")

            shutil.rmtree(archive)
            cases.append(case("a disk that is gone", told(first, "1"), rings("FeltworkDiskFilling", of=str(archive))))

            second.end(signal.SIGKILL)
            alone = told(first, "1") | told(second, "2")
            cases.append(case("a process that was killed", alone, rings("FeltworkDown", instance="2")))

            tamper(owner)
            inspector = begin(owner, Session("inspector", (("ida", "inspector"),)))
            assert first.post("/api/inspect/verify", inspector, {})[0] in (200, 202)
            until(first, "\nfeltwork_log_sound 0")
            cases.append(case("a row that was changed", told(first, "1"), rings("FeltworkLogUnsound")))

            server.send_signal(signal.SIGINT)
            server.wait(30)
            until(first, 'feltwork_trouble{part="database"} 1')
            stopped = [rings("FeltworkTrouble", part="database"), rings("FeltworkNotReady", instance="1")]
            cases.append(case("PostgreSQL is stopped", told(first, "1"), *stopped))
            first.end(signal.SIGKILL)
    rules = tmp_path / "rules.json"
    asked = {"rule_files": [str(DEPLOY / "alerts.yml")], "evaluation_interval": "10s", "tests": cases}
    rules.write_text(json.dumps(asked))  # which is YAML too
    came = subprocess.run([promtool, "test", "rules", rules], capture_output=True, text=True, check=False)
    assert came.returncode == 0, came.stdout + came.stderr
    assert len(cases) == 6


def tamper(owner: str) -> None:
    """Somebody with every right changes what was paid, past the guards."""
    store = open_store(owner)
    assert not Desk(store).submit(Envelope("k1", "cage", "cass", "cashier", Deposit("ann", 100))).reason
    store.close()
    with psycopg.connect(owner, autocommit=True) as db:
        db.execute("SET session_replication_role = replica")
        db.execute("UPDATE postings SET cents = cents * 2 WHERE stream = 'cage'")
