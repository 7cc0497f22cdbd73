"""A floor stands up from the files in ``deploy``: two processes on PostgreSQL behind a real proxy with TLS."""

from __future__ import annotations

import http.client
import json
import re
import signal
import ssl
import subprocess
import time
from pathlib import Path
from typing import Any

from feltwork.cli.main import run
from feltwork.server.auth.sessions import Session
from feltwork.server.ops.metrics import HELP
from scripts import floor_reference
from tests.operate.deployed import DEPLOY, NAME, asked, by_caddy, certificate, needed, proxied, screen
from tests.server.processes import ROOT, Process, begin, floor_file, serving


def behind_tls(up: Process, proxy: str) -> bool:
    """Does a process believe a proxy at that address that a browser came by TLS?"""
    host, _, port = up.address.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=20, source_address=(proxy, 0))
    connection.request("GET", "/signin", headers={"X-Forwarded-Proto": "https"})
    answer = connection.getresponse()
    connection.close()
    return answer.getheader("strict-transport-security") is not None


def renew_certificate(folder: Path) -> ssl.SSLContext:
    """Another certificate in its place, taken up as docs/operate.md says; whom to trust now."""
    public, _ = certificate(folder)
    (line,) = re.findall(r"^nginx .*$", (ROOT / "docs/operate.md").read_text(), re.M)
    home = folder / "nginx"
    here = line.replace("nginx ", f"nginx -c {home}/nginx.conf -p {home} -e {home}/error.log ")
    subprocess.run(["sh", "-c", here], check=True, capture_output=True)
    time.sleep(0.5)  # the old workers end their listening
    return ssl.create_default_context(cafile=str(public))


def test_a_floor_stands_behind_tls_and_outlives_one_of_its_processes(tmp_path: Path, postgres_schema: str) -> None:
    config = floor_file(tmp_path, postgres_schema, f'hosts = ["{NAME}", "127.0.0.1"]\nproxies = ["127.0.0.2"]')
    with (
        serving(config) as first,
        serving(config) as second,
        proxied(tmp_path, (first.address, second.address)) as (port, trust),
    ):
        status, headers, _ = asked(port, trust, "/signin")
        assert (status, "strict-transport-security" in headers) == (200, True), "the floor knows that TLS is before it"
        assert [behind_tls(second, place) for place in ("127.0.0.2", "127.0.0.3")] == [True, False], "who is believed"
        assert asked(port, trust, "/metrics")[0] == 404, "metrics are not for whoever comes by the proxy"
        token = begin(postgres_schema, Session("player", (("ann", "player"),), "one", 1))
        ann = screen(port, trust, token)
        assert "ack" in ann.do("sit", player="ann", seat=1)
        renewed = renew_certificate(tmp_path)
        assert "ack" in ann.do("leave", seat=1), "a screen stays connected over a new certificate"
        assert "ack" in ann.do("sit", player="ann", seat=1)
        ann.socket.close()
        assert asked(port, trust, "/health")[0] == 0
        first.end(signal.SIGKILL)
        again = screen(port, renewed, token)  # the proxy leaves the dead one out
        assert again.hello["view"]["seats"], "and the seat is still taken"  # type: ignore[index]  # as sent
        again.socket.close()
        gauges = second.ask("/metrics")[1]
        for name in ("feltwork_checkpoint_age_seconds", 'feltwork_disk_free_bytes{of="checkpoint"}', "feltwork_ready"):
            assert f"\n{name} " in gauges, name
        assert second.end() == 0


def test_a_floor_stands_behind_caddy_too(tmp_path: Path) -> None:
    config = floor_file(tmp_path, "floor.sqlite", f'hosts = ["{NAME}", "127.0.0.1"]')
    with serving(config) as up, by_caddy(tmp_path, (up.address,)) as (port, trust):
        status, headers, _ = asked(port, trust, "/signin")
        assert (status, "strict-transport-security" in headers) == (200, True)
        assert asked(port, trust, "/metrics")[0] == 404
        token = begin(str(tmp_path / "floor.sqlite"), Session("player", (("ann", "player"),), "one", 1))
        ann = screen(port, trust, token)
        assert "ack" in ann.do("sit", player="ann", seat=1)
        ann.socket.close()
        assert up.end() == 0


def test_a_sealed_backup_is_restored_by_the_private_key_alone(tmp_path: Path, capsys: Any) -> None:
    database, copy, back = (str(tmp_path / name) for name in ("floor.sqlite", "copy.sealed", "back.sqlite"))
    key, signer, checkpoint = (str(tmp_path / name) for name in ("backup.key", "lab", "floor.checkpoint"))
    assert run(["rehearse", "--db", database, "--rounds", "3", "--books", "star-craps", "--seed", "1"]) == 0
    assert run(["audit", "key", signer]) == 0
    assert run(["audit", "checkpoint", database, "--key", signer, "--out", checkpoint]) == 0
    assert run(["backup-key", key]) == 0
    assert run(["backup", database, copy, "--seal", f"{key}.pub"]) == 0
    assert (Path(copy).stat().st_mode & 0o777, Path(key).stat().st_mode & 0o777) == (0o600, 0o600)
    assert b"SQLite" not in Path(copy).read_bytes()
    assert [path.name for path in tmp_path.glob(".copy-*")] == [], "nothing in clear is left"
    asked = ["restore", copy, back, "--checkpoint", checkpoint, "--key", f"{signer}.pub"]
    capsys.readouterr()
    assert run(asked) == 2
    assert "is sealed: give its private key with --open" in capsys.readouterr().err
    assert run(["backup-key", str(tmp_path / "other")]) == 0
    assert run([*asked, "--open", str(tmp_path / "other")]) == 2
    assert "does not open" in capsys.readouterr().err
    assert not Path(back).exists()
    whole = Path(copy).read_bytes()
    for damaged in (whole[:-1], whole[: len(whole) // 2], whole[:100] + bytes([whole[100] ^ 1]) + whole[101:], b"x"):
        bad = tmp_path / "bad.sealed"
        bad.write_bytes(damaged)
        assert run(["restore", str(bad), *asked[2:], "--open", key]) == 2, "a byte less or another byte is noticed"
        assert not Path(back).exists()
    assert run([*asked, "--open", key]) == 0
    capsys.readouterr()
    assert run(["audit", "verify", back, "--checkpoint", checkpoint, "--key", f"{signer}.pub"]) == 0


def test_every_alert_rings_when_it_should_and_none_at_a_sound_floor() -> None:
    promtool = needed("promtool", "prometheus")
    command: list[str | Path] = [promtool, "test", "rules", DEPLOY / "alerts_test.yml"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_alerts_read_metrics_that_there_are() -> None:
    text = (DEPLOY / "alerts.yml").read_text()
    named = set(re.findall(r"\bfeltwork_[a-z_]+", "\n".join(line for line in text.splitlines() if "expr:" in line)))
    assert {name.removesuffix("_bucket") for name in named} <= set(HELP)
    tried = (DEPLOY / "alerts_test.yml").read_text()
    assert [name for name in re.findall(r"alert: (\w+)", text) if name not in tried] == [], "each is tried"


def test_doctor_says_in_sentences_what_is_wrong(tmp_path: Path, capsys: Any) -> None:
    assert run(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sound"]
    config = floor_file(tmp_path, "floor.sqlite", 'ticket_key = "keys/ticket.key"\ndraw_key = "draw.key"')
    draw = tmp_path / "draw.key"
    draw.write_bytes(bytes(32))
    draw.chmod(0o644)
    assert run(["doctor", "--config", str(config)]) == 1
    told = capsys.readouterr().out
    assert f"wrong    ticket key: there is no folder {tmp_path / 'keys'} for it" in told
    assert f"wrong    draw key: others on this machine can read {draw}: chmod 600" in told
    assert "2 to put right before a floor opens here" in told
    config = floor_file(tmp_path, "floor.sqlite", 'backups = "none"\ndisks = ["nowhere"]\nmetrics_token = "lost"')
    draw.unlink()
    assert run(["doctor", "--config", str(config)]) == 1
    told = capsys.readouterr().out
    for said in ("backups: there is no folder", "disks: there is no folder", "metrics: the token"):
        assert f"wrong    {said}" in told
    config.write_text("nonsense")
    assert run(["doctor", "--config", str(config)]) == 1
    assert "wrong    configuration: " in capsys.readouterr().out


def test_the_reference_of_settings_is_what_the_types_say() -> None:
    assert floor_reference.PAGE.read_text() == floor_reference.page(), "make reference writes it"
    lines = [line for line in floor_reference.page().splitlines() if line.startswith("| `")]
    assert [line for line in lines if line.endswith("|  |")] == [], "every setting is described"


def test_the_unit_restarts_what_asks_to_be_and_stops_at_a_mistake() -> None:
    """Exit code 75 asks to be started again; 2 is a mistake in the configuration."""
    unit = (DEPLOY / "feltwork@.service").read_text()
    assert {"RestartPreventExitStatus=2", "Restart=on-failure", "LimitNOFILE=65536"} <= set(unit.splitlines())
