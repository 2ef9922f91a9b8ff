"""The image and the compose file, as far as they can be checked where none is built: linted, compared with units."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.scripts.serving import ROOT

BIN = Path(sys.executable).parent
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
COMPOSE = ROOT / "deploy" / "compose.yaml"
OF_THE_SITE = ("prepare", "web", "worker", "pairing", "beat")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return services


def _run(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_hadolint_finds_no_fault_in_the_image(tmp_path: Path) -> None:
    assert _run(str(BIN / "hadolint"), str(CONTAINERFILE)) == (0, "")
    worse = tmp_path / "Containerfile"
    worse.write_text(CONTAINERFILE.read_text() + "RUN cd /tmp && sudo true\n")

    assert _run(str(BIN / "hadolint"), str(worse))[0] == 1


def test_the_compose_file_is_as_its_specification_says(tmp_path: Path) -> None:
    check = [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec"]
    assert _run(*check, str(COMPOSE))[0] == 0
    worse = tmp_path / "compose.yaml"
    worse.write_text(COMPOSE.read_text().replace("    ports: [", "    prots: ["))

    assert _run(*check, str(worse))[0] == 1


def test_the_site_runs_as_an_ordinary_user_on_a_disk_that_it_cannot_write(services: dict[str, Any]) -> None:
    *_, user = re.findall(r"^USER (.+)$", CONTAINERFILE.read_text(), re.MULTILINE)

    assert user == "10001:10001"
    for name in OF_THE_SITE:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]


def test_who_listens_is_watched_and_others_wait_for_it(services: dict[str, Any]) -> None:
    assert "/readyz" in CONTAINERFILE.read_text().split("HEALTHCHECK")[1].split("CMD")[1]
    assert "healthcheck" not in services["web"]  # it has the image's
    assert {"test", "interval", "retries"} <= set(services["postgres"]["healthcheck"])
    assert {"test", "interval", "retries"} <= set(services["redis"]["healthcheck"])
    waiting = {name: services[name]["depends_on"] for name in ("web", "worker", "pairing", "beat")}
    assert {each["prepare"]["condition"] for each in waiting.values()} == {"service_completed_successfully"}
    assert services["caddy"]["depends_on"] == {"web": {"condition": "service_healthy"}}


def test_only_the_proxy_is_reached_from_elsewhere(services: dict[str, Any]) -> None:
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}

    assert ports == {"web": ["127.0.0.1:8000:8000"], "caddy": ["80:80", "443:443"]}
    assert services["caddy"]["profiles"] == ["proxy"]
    assert yaml.safe_load(COMPOSE.read_text())["networks"]["inside"] == {"internal": True}
    assert services["postgres"]["networks"] == services["redis"]["networks"] == ["inside"]


def test_no_secret_stands_in_the_files_or_gets_into_the_image() -> None:
    passwords = re.findall(r"(?:PASSWORD: |//kiebitz:)([^\n@]+)", COMPOSE.read_text())
    left_out = (ROOT / ".dockerignore").read_text().split()

    assert len(passwords) == 2
    assert all(password.startswith("${POSTGRES_PASSWORD:?") for password in passwords)
    assert {"**/.env", "**/*.env", "var", ".git"} <= set(left_out)


@pytest.mark.parametrize("name", ["worker", "pairing", "beat"])
def test_containers_start_what_the_units_start(services: dict[str, Any], name: str) -> None:
    unit = (ROOT / "deploy" / "systemd" / f"kiebitz-{name}.service").read_text().replace("\\\n", " ")
    (command,) = re.findall(r"^ExecStart=\S+/bin/(.+)$", unit, re.MULTILINE)
    words = [word.replace("%%", "%") for word in shlex.split(command)]

    started = [
        str(word).replace("${WORKER_PROCESSES:-2}", "${WORKER_PROCESSES}")
        for word in services[name]["command"]
    ]

    assert started == words


def test_the_web_server_of_the_image_is_that_of_the_unit() -> None:
    unit = (ROOT / "deploy" / "systemd" / "kiebitz-web.service").read_text()
    (command,) = re.findall(r"^ExecStart=\S+/bin/(.+)$", unit, re.MULTILINE)
    (started,) = re.findall(r"^CMD \[(.+)\]$", CONTAINERFILE.read_text(), re.MULTILINE)

    words = [word.strip('"') for word in started.split(", ")]

    assert words == shlex.split(command.replace("127.0.0.1:8000", "0.0.0.0:8000"))
