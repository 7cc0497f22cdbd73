"""A floor as ``deploy`` sets it up: a real proxy with TLS before two processes, and screens that come through it."""

from __future__ import annotations

import http.client
import os
import pwd
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.conftest import Talk
from tests.server.processes import ROOT

DEPLOY = ROOT / "deploy"
NAME = "floor.example"


def needed(program: str, package: str) -> str:
    """The program of a Debian package, fetched where we may."""
    if shutil.which(program) is None and os.geteuid() == 0 and (apt := shutil.which("apt-get")):
        command = [apt, "install", "-y", "-q", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120", package]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # and starts no service
        subprocess.run(command, env=environment, capture_output=True, timeout=300, check=False)
    path = shutil.which(program)
    if path is None:
        reason = f"no {program}: apt-get install {package}"
        print(reason)
        pytest.skip(reason)
    return path


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of the floor's name, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "floor.pem", folder / "floor.key"
    public.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(encoding, form, serialization.NoEncryption()))
    return public, private


@contextmanager
def proxied(folder: Path, addresses: Sequence[str]) -> Iterator[tuple[int, ssl.SSLContext]]:
    """nginx with the configuration that ships, its names set; the port it listens on, and whom to trust."""
    nginx, (public, private), port = needed("nginx", "nginx-light"), certificate(folder), free_port()
    text = (DEPLOY / "nginx.conf").read_text().partition("worker_processes")[2]
    text = named(text, addresses, public, private).replace("LISTEN", f"127.0.0.1:{port}")
    home = folder / "nginx"
    home.mkdir()
    set_up = home / "nginx.conf"
    places = "".join(
        f"{kind}_temp_path {home}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    owner = pwd.getpwuid(os.geteuid()).pw_name
    head = f"daemon off; user {owner}; pid {home}/pid; error_log {home}/error.log;\nworker_processes"
    set_up.write_text(head + text.replace("server_tokens off;", f"server_tokens off; access_log off; {places}"))
    command: list[str | Path] = [nginx, "-c", set_up, "-p", home, "-e", home / "error.log"]
    with answering(command, home / "error.log", port, public) as trust:
        yield port, trust


@contextmanager
def by_caddy(folder: Path, addresses: Sequence[str]) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The same with Caddy."""
    caddy, (public, private), port = needed("caddy", "caddy"), certificate(folder), free_port()
    text = (DEPLOY / "Caddyfile").read_text().partition("\n{\n")[2]
    text = "{\n" + named(text, addresses, public, private).replace("LISTEN", str(port))
    home = folder / "caddy"
    home.mkdir()
    (home / "Caddyfile").write_text(text.replace("admin off", f"admin off\n\tstorage file_system {home}"))
    command: list[str | Path] = [caddy, "run", "--adapter", "caddyfile", "--config", home / "Caddyfile"]
    with answering(command, home / "log", port, public) as trust:
        yield port, trust


def named(text: str, addresses: Sequence[str], public: Path, private: Path) -> str:
    """A configuration with its names set."""
    for name, value in {
        "SERVER_NAME": NAME,
        "CERTIFICATE_KEY": str(private),
        "CERTIFICATE": str(public),
        "PROCESS_1": addresses[0].removeprefix("http://"),
        "PROCESS_2": addresses[-1].removeprefix("http://"),
    }.items():
        text = text.replace(name, value)
    return text


@contextmanager
def answering(command: list[str | Path], log: Path, port: int, public: Path) -> Iterator[ssl.SSLContext]:
    """A proxy that is up; whom to trust."""
    trust = ssl.create_default_context(cafile=str(public))
    with log.open("ab") as out:
        up = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        late = time.monotonic() + 20
        while asked(port, trust, "/health")[0] != 200:
            assert up.poll() is None, log.read_text()
            assert time.monotonic() < late, f"the proxy did not come up: {log.read_text()}"
            time.sleep(0.05)
        yield trust
    finally:
        up.terminate()
        up.wait(timeout=20)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def asked(port: int, trust: ssl.SSLContext, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """What the floor answers to its own name, by TLS."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=trust, timeout=20)
    try:
        connection.sock = trust.wrap_socket(_dialled(port), server_hostname=NAME)
        connection.request("GET", path, headers={"Host": f"{NAME}:{port}", **headers})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
    except OSError:
        return 0, {}, ""
    finally:
        connection.close()


def _dialled(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))


def screen(port: int, trust: ssl.SSLContext, token: str, source: str = "127.0.0.1") -> Talk:
    """A player's screen through the proxy, which comes from an address of its own."""
    origin = f"https://{NAME}:{port}"
    wrapped = trust.wrap_socket(_dialled(port, source), server_hostname=NAME)
    # The library would wrap the socket once more for wss: it is wrapped already.
    up = connect(
        f"ws://{NAME}:{port}/ws/one",
        sock=wrapped,
        origin=Origin(origin),
        additional_headers={"cookie": f"__Host-feltwork={token}"},
        legacy=True,
    )
    return Talk(up)


def unit_lines(name: str, setting: str) -> list[str]:
    """What a systemd unit says for a setting, once for each time."""
    lines = (DEPLOY / name).read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{setting}=")]


def run_as_unit(command: str, places: dict[str, str], environment: dict[str, str]) -> str:
    """Run a line of a unit as systemd would, with its places moved; what it printed."""
    words = shlex.split(command.replace("%%", "%"))
    for there, here in places.items():
        words = [word.replace(there, here) for word in words]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def program(folder: Path) -> Path:
    """``feltwork`` as a command in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "feltwork"
    file.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m feltwork "$@"\n')
    file.chmod(0o755)
    return file
