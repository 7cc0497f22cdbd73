"""The Containerfile, the compose file and the units, as far as they can be held without anything to run them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # a reader of YAML

from feltwork.server.config import read_config
from tests.operate.deployed import DEPLOY, program
from tests.server.processes import ROOT

UNITS = ("feltwork@.service", "feltwork-backup.service", "feltwork-backup.timer")


def instructions() -> list[tuple[str, str]]:
    """Of the Containerfile, with their arguments."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_has_what_it_copies_and_is_not_run_by_root() -> None:
    told = instructions()
    images = [rest.split(" ")[0] for word, rest in told if word == "FROM"]
    assert all(re.fullmatch(r"docker\.io/library/python:3\.1[1-3]-slim-[a-z]+", image) for image in images), images
    for _, rest in (each for each in told if each[0] == "COPY" and "--from" not in each[1]):
        missing = [name for name in rest.split()[:-1] if not (ROOT / name).exists()]
        assert missing == []
    (user,) = [rest for word, rest in told if word == "USER"]
    assert any(word == "RUN" and "useradd --system --uid 10001" in rest and rest.endswith(user) for word, rest in told)
    ran = " ".join(rest for word, rest in told if word == "RUN")
    assert ran.count("--require-hashes") == 2
    assert dict(told)["ENTRYPOINT"] == '["feltwork"]'


def composed() -> dict[str, Any]:
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert isinstance(found, dict)
    return found


def test_the_compose_file_names_nothing_that_it_does_not_define() -> None:
    told = composed()
    services = told["services"]
    assert set(services) == {"database", "prepare", "floor-1", "floor-2", "proxy"}
    for name, service in services.items():
        assert ("image" in service) != ("build" in service), name
        assert set(service.get("secrets", ())) <= set(told["secrets"]), name
        assert set(service.get("depends_on", ())) <= set(services), name
        for place in service.get("volumes", ()):
            source = place.split(":")[0]
            assert source.startswith("./") or source in told["volumes"], place
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
    for name in ("floor-1", "floor-2"):
        assert services[name]["read_only"], name
        assert f"./{name}.toml:/etc/feltwork/floor.toml:ro" in services[name]["volumes"]
    (network,) = told["networks"]["default"]["ipam"]["config"]
    assert network["subnet"] in (DEPLOY / "floor-1.toml").read_text(), "the proxy's addresses are believed"


def test_the_sample_files_of_both_processes_can_be_used(tmp_path: Path) -> None:
    text = (DEPLOY / "floor-1.toml").read_text()
    (edit,) = re.findall(r"^#   (sed .*)$", text, re.M)
    (tmp_path / "floor-1.toml").write_text(text)
    subprocess.run(["sh", "-c", edit], cwd=tmp_path, check=True)
    first, second = (read_config(tmp_path / f"floor-{n}.toml") for n in (1, 2))
    differ = [name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name)]
    assert sorted(differ) == ["checkpoint", "port"]
    assert (first.port, second.port, Path(second.checkpoint).name) == (8081, 8082, "floor-2.checkpoint")
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"][0]["static_configs"][0][
        "targets"
    ]
    assert scraped == [f"127.0.0.1:{each.port}" for each in (first, second)]
    assert "127.0.0.1" in first.hosts, "which Prometheus asks by"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        reason = "no systemd-analyze: apt-get install systemd"
        print(reason)
        pytest.skip(reason)
    here = program(tmp_path / "bin")
    for name in UNITS:
        text = (DEPLOY / name).read_text().replace("/opt/feltwork/bin/feltwork", str(here))
        (tmp_path / name.replace("@", "@1")).write_text(text)
    files = [str(tmp_path / name.replace("@", "@1")) for name in UNITS]
    told = subprocess.run([analyze, "verify", *files], capture_output=True, text=True, check=False)
    mine = [line for line in told.stderr.splitlines() if "feltwork" in line]
    assert (told.returncode, mine) == (0, []), told.stderr
