"""nginx and Caddy with the files of deploy/, on free ports of this machine, in front of the site's own web server."""

import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from scripts.install import find_program
from scripts.processes import die_with_parent, wait_until
from tests.scripts.serving import ROOT, environment, free_port

HOST = "club.example.org"
FILES = ROOT / "deploy"


class Proxy(NamedTuple):
    """One that runs: its ports for https and http, and all that it has written into its logs."""

    name: str
    https: int
    http: int
    folder: Path

    def logs(self) -> str:
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))

    def connect(self) -> ssl.SSLSocket:
        trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # The certificate is made for this run; that visitors get one that is good is Caddy's and certbot's part.
        trusted.check_hostname, trusted.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", self.https), timeout=60)
        return trusted.wrap_socket(plain, server_hostname=HOST)

    def ask(
        self, method: str, path: str, *, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(HOST, timeout=60)
        with self.connect() as connection.sock, closing(connection):
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return response, response.read()


@contextmanager
def running_web(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """gunicorn as deploy/systemd starts it, with one address more."""
    values = {
        "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": HOST, "HTTPS": "1", "PROXY_COUNT": "1", "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/kiebitz.sqlite3", "WEB_PROCESSES": "1", "WEB_THREADS": "2",
        "METRICS_TOKEN": "a-token-that-nobody-can-guess",
        "DJANGO_SETTINGS_MODULE": "tests.deploy.proxied_settings",
    }  # fmt: skip
    command = ["-m", "gunicorn", "--config", "python:config.gunicorn", "--bind", f"127.0.0.1:{port}"]
    with (folder / "web.txt").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *command, "config.wsgi"],
            cwd=ROOT, env=environment(**values), stdout=log, stderr=log, preexec_fn=die_with_parent,
        )  # fmt: skip
    try:
        assert wait_until(lambda: _answers(port), seconds=60), (folder / "web.txt").read_text()
        yield process
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def running_proxy(name: str, folder: Path, *, web: int) -> Iterator[Proxy]:
    proxy = Proxy(name, free_port(), free_port(), folder)
    command = (nginx_command if name == "nginx" else caddy_command)(proxy, web=web)
    with (folder / "output.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=_environment(folder), stdout=log, stderr=log, preexec_fn=die_with_parent
        )
    try:
        assert wait_until(lambda: _answers(proxy.http) and _has_certificate(proxy), seconds=30), proxy.logs()
        yield proxy
    finally:
        process.terminate()
        process.wait(30)


def nginx_command(proxy: Proxy, *, web: int) -> list[str]:
    """With the file as it is, but for addresses, folders and the certificate."""
    folder = proxy.folder
    _make_certificate(folder)
    site = (FILES / "nginx" / "kiebitz.conf").read_text()
    changes = {
        "listen 80;": f"listen 127.0.0.1:{proxy.http};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{proxy.https} ssl http2;",
        "http://127.0.0.1:8000": f"http://127.0.0.1:{web}",
        "/var/log/kiebitz/": f"{folder}/",
        f"/etc/letsencrypt/live/{HOST}/": f"{folder}/",
    }
    for old, new in changes.items():
        assert old in site
        site = site.replace(old, new)
    (folder / "kiebitz.conf").write_text(re.sub(r"\n *listen \[::\].*", "", site))
    temporary = "".join(
        f"{part}_temp_path {folder}/{part};\n"
        for part in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/nginx.pid;\n"
        + (f"user {_owner(folder)};\n" if os.geteuid() == 0 else "")
        # As Debian's own nginx.conf.
        + f"events {{ worker_connections 768; }}\nhttp {{\n{temporary}include {folder}/kiebitz.conf;\n}}\n"
    )
    program = find_program("nginx")
    assert program
    return [program, "-e", str(folder / "start.log"), "-c", str(folder / "nginx.conf")]


def caddy_command(proxy: Proxy, *, web: int) -> list[str]:
    """With the file as it is, but for addresses and a certificate that Caddy signs itself."""
    site = (FILES / "caddy" / "Caddyfile").read_text()
    changes = {
        "{\n\tservers {": "{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n"
        f"\thttps_port {proxy.https}\n\thttp_port {proxy.http}\n\tservers {{",
        f"\n{HOST} {{\n": f"\n{HOST} {{\n\ttls internal\n",
        "reverse_proxy 127.0.0.1:8000": f"reverse_proxy 127.0.0.1:{web}",
    }
    for old, new in changes.items():
        assert old in site
        site = site.replace(old, new, 1)
    path = proxy.folder / "Caddyfile"
    path.write_text(site)
    program = find_program("caddy")
    assert program
    return [program, "run", "--adapter", "caddyfile", "--config", str(path)]


def _make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(tz=UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "privkey.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def _has_certificate(proxy: Proxy) -> bool:
    """Caddy makes its own a moment after it has begun to listen."""
    try:
        proxy.connect().close()
    except OSError:
        return False
    return True


def _owner(folder: Path) -> str:
    return folder.owner()


def _environment(folder: Path) -> dict[str, str]:
    """Caddy keeps its certificates in the user's home."""
    return os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0
