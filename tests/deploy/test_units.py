"""The units of systemd and the rules of logrotate, as those programs read them themselves."""

import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from scripts.install import find_program
from tests.scripts.serving import ROOT

UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
COMMON = "kiebitz-.service.d/common.conf"
RELEASE = "/opt/kiebitz/current"
# systemd's own measure, from 0 (closed) to 10 (open); a unit without any protection has 9.6.
MAX_EXPOSURE = 2.0


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """A copy whose programs are those of this checkout: systemd looks whether they are there."""
    folder = tmp_path / "units"
    shutil.copytree(UNITS, folder)
    for path in folder.rglob("*.*"):
        if path.is_file():
            path.write_text(path.read_text().replace(RELEASE, str(ROOT)))
    return folder


def _analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = find_program("systemd-analyze")
    assert program
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def _verify(folder: Path) -> list[str]:
    """What systemd says about the units, but for those of this machine that they lead to."""
    paths = [str(path) for path in sorted(folder.iterdir()) if path.is_file()]
    said = _analyze("verify", "--man=no", *paths).stderr
    return [line for line in said.splitlines() if "kiebitz" in line]


def test_systemd_finds_no_fault_in_the_units(units: Path) -> None:
    assert _verify(units) == []


@pytest.mark.parametrize("name", [*SERVICES, COMMON])
def test_systemd_would_find_a_fault(units: Path, name: str) -> None:
    """Also in the part that all services share, which stands in a folder of its own."""
    with (units / name).open("a") as unit:
        unit.write("\n[Service]\nProtectSytem=strict\n")

    assert any("ProtectSytem" in line for line in _verify(units))


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_closed_against_the_rest_of_the_machine(units: Path, name: str) -> None:
    said = _analyze("security", "--offline=true", "--no-pager", str(units / name)).stdout
    found = re.search(r"exposure level for \S+: ([\d.]+)", said)

    assert found, said
    assert float(found[1]) <= MAX_EXPOSURE


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_a_limit_of_memory_and_a_time_to_end(name: str) -> None:
    service = _read(UNITS / name)["Service"]

    assert {"MemoryHigh", "MemoryMax", "TimeoutStopSec"} <= set(service)
    assert _read(UNITS / COMMON)["Service"]["Restart"] == "always"


@pytest.mark.parametrize("name", SERVICES)
def test_a_program_takes_the_options_that_it_is_started_with(name: str) -> None:
    """Asked for its help after all of them, it complains about those that it does not know."""
    words = shlex.split(_read(UNITS / name)["Service"]["ExecStart"].replace("\\\n", " "))
    words = [word.replace(RELEASE, str(ROOT)).replace("${WORKER_PROCESSES}", "2") for word in words]

    done = subprocess.run([*words, "--help"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_target_starts_every_service_and_they_end_with_it() -> None:
    target = _read(UNITS / "kiebitz.target")

    assert sorted(target["Unit"]["Wants"].split()) == SERVICES
    assert _read(UNITS / COMMON)["Unit"]["PartOf"] == "kiebitz.target"
    assert {_read(UNITS / name)["Install"]["WantedBy"] for name in SERVICES} == {"kiebitz.target"}


def test_the_web_server_takes_over_the_address_that_systemd_keeps_open() -> None:
    address = _read(UNITS / "kiebitz-web.socket")["Socket"]["ListenStream"]

    assert f"--bind {address} " in _read(UNITS / "kiebitz-web.service")["Service"]["ExecStart"]
    for file in ("caddy/Caddyfile", "nginx/kiebitz.conf", "prometheus/prometheus.yml"):
        assert address in (ROOT / "deploy" / file).read_text()


def test_logrotate_reads_its_rules_and_keeps_addresses_for_two_weeks(tmp_path: Path) -> None:
    program = find_program("logrotate")
    assert program
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "nginx.log").write_text("a line\n")
    rules = tmp_path / "kiebitz"
    rules.write_text((ROOT / "deploy/logrotate/kiebitz").read_text().replace("/var/log/kiebitz", str(logs)))
    rules.chmod(0o644)

    done = subprocess.run(
        [program, "--debug", "--force", "--state", str(tmp_path / "state"), str(rules)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, "error" in done.stderr) == (0, False), done.stderr
    assert re.search(r"nginx\*\.log .*\(14 rotations\)", done.stderr)
    assert f"renaming {logs}/nginx.log to" in done.stderr


def _read(path: Path) -> RawConfigParser:
    """A unit as far as ini files go; a key that comes twice is read once."""
    unit = RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(path.read_text())
    return unit
