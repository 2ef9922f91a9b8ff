"""`make run`: what was said on the command line, in the environment or in .env reaches the site."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import serve
from tests.scripts.installing import make_program

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what `make run` starts, which is installed already."""
    for name in ("scripts", "config"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    return tmp_path


@pytest.fixture
def taken_ports() -> Iterator[list[int]]:
    """Ports that the site complains of, so that it is seen which one it was told to take."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    yield [taken.getsockname()[1] for taken in sockets]
    for taken in sockets:
        taken.close()


def test_the_port_of_the_dotenv_file_is_taken(project: Path, taken_ports: list[int]) -> None:
    (project / ".env").write_text(f"PORT={taken_ports[0]}\n")

    assert _complaint(project) == _taken(taken_ports[0])


def test_the_host_of_the_dotenv_file_is_taken(project: Path) -> None:
    (project / ".env").write_text("HOST=nowhere.invalid\n")

    assert _complaint(project) == _refusal("nowhere.invalid", 8000)


def test_the_command_line_wins_over_the_dotenv_file(project: Path, taken_ports: list[int]) -> None:
    (project / ".env").write_text(f"PORT={taken_ports[0]}\n")

    assert _complaint(project, f"PORT={taken_ports[1]}") == _taken(taken_ports[1])


def test_the_environment_wins_over_the_dotenv_file(project: Path, taken_ports: list[int]) -> None:
    (project / ".env").write_text(f"PORT={taken_ports[0]}\n")

    assert _complaint(project, environment={"PORT": str(taken_ports[1])}) == _taken(taken_ports[1])


def test_an_older_encoding_of_the_system_stops_nobody(project: Path) -> None:
    """Which locale is installed differs from machine to machine, and all of them are overruled alike."""
    (project / "scripts" / "install.py").write_text("import sys; sys.exit(f'{sys.flags.utf8_mode} …')")

    done = subprocess.run(
        ["make", "run", f"PYTHON={sys.executable}"],
        cwd=project,
        env=os.environ | {"PYTHONUTF8": "0"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )

    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "1 …")


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        (["python3", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15"], "python3.14"),
        (["python3", "python3.11", "python3.13"], "python3.13"),
        (["python3", "python3.11"], "python3.11"),
        (["python3", "python3.9"], "python3"),
        ([], "python3"),
    ],
)
def test_the_newest_supported_python_is_taken(tmp_path: Path, installed: list[str], chosen: str) -> None:
    for name in installed:
        make_program(tmp_path / name, "exit 0")

    assert _python_of_make(tmp_path) == chosen


def test_a_python_that_does_not_start_is_passed_over(tmp_path: Path) -> None:
    """A manager of versions leaves commands for those that are not chosen; they only complain."""
    make_program(tmp_path / "python3.13", "echo not chosen >&2; exit 127")
    make_program(tmp_path / "python3.12", "exit 0")

    assert _python_of_make(tmp_path) == "python3.12"


def test_python_is_chosen_by_hand(tmp_path: Path) -> None:
    make_program(tmp_path / "python3.13", "exit 0")

    assert _python_of_make(tmp_path, "PYTHON=/opt/python3.12") == "/opt/python3.12"
    assert _python_of_make(tmp_path, PYTHON="/opt/python3.11") == "/opt/python3.11"


def _python_of_make(path: Path, *arguments: str, **environment: str) -> str:
    """What `make run` begins with, where these programs are all that there is."""
    done = subprocess.run(
        [str(shutil.which("make")), "--dry-run", "run", "SHELL=/bin/sh", *arguments],
        cwd=ROOT,
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    python, script, *_ = done.stdout.split()
    assert script == "scripts/install.py"
    return python


def _complaint(project: Path, *arguments: str, environment: dict[str, str] | None = None) -> str:
    """The first line on the console; make adds one of its own."""
    # What a make that runs these tests hands down must not reach the one under test.
    handed_down = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "HOST", "PORT")
    inherited = {name: value for name, value in os.environ.items() if name not in handed_down}
    # Should it find a free port after all, it still cannot serve.
    done = subprocess.run(
        ["make", "run", "PYTHON=true", "VAR_DIR=/sys/kiebitz", *arguments],
        cwd=project,
        env=inherited | (environment or {}),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.stderr.splitlines()[0]


def _taken(port: int) -> str:
    return _refusal("127.0.0.1", port)


def _refusal(host: str, port: int) -> str:
    with pytest.raises(serve.CannotServe) as refused:
        serve._check_port_is_free(host, port)
    return f"kiebitz: {refused.value}"


def test_a_restore_without_a_file_says_how(project: Path) -> None:
    done = subprocess.run(["make", "restore"], cwd=project, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "make restore FILE=" in done.stderr
