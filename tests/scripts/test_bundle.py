"""`make bundle`: one archive that is unpacked and started without a network."""

import os
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import bundle
from scripts.bundle import STARTER, pinned_for
from scripts.processes import wait_until
from tests.scripts.serving import ROOT, environment, free_port

OWN_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built for the Python of the tests alone."""
    dist, folder = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("laptop")
    subprocess.run(
        [sys.executable, "-m", "scripts.bundle"],
        cwd=ROOT,
        env=os.environ | {"PYTHONS": OWN_PYTHON, "DIST": str(dist), "PLATFORM": ""},
        check=True,
    )
    (archive,) = dist.iterdir()
    with tarfile.open(archive) as file:
        file.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's Python has none yet
        file.extractall(folder)  # noqa: S202  our own archive
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture
def started(unpacked: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path, int]]:
    log, port = tmp_path / "log", free_port()
    with log.open("wb") as output:
        starter = subprocess.Popen(
            [sys.executable, "start.py"],
            cwd=unpacked,
            env=_laptop(tmp_path, port),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        assert wait_until(
            lambda: "| ready after" in log.read_text() or starter.poll() is not None, seconds=400
        )
        assert starter.poll() is None, log.read_text()
        yield starter, tmp_path, port
    finally:
        starter.terminate()
        starter.wait(60)


def _laptop(home: Path, port: int) -> dict[str, str]:
    """No package index, no browser, and a home of its own."""
    return environment(
        XDG_DATA_HOME=str(home), PORT=str(port), KIEBITZ_BROWSER="none", ROOM="0", VAR_DIR="",
        PIP_INDEX_URL="http://127.0.0.1:9/", PIP_EXTRA_INDEX_URL="", PYTHONPATH="",
    )  # fmt: skip


@pytest.mark.serves
@pytest.mark.timeout(900)
def test_the_unpacked_archive_starts_serves_and_opens_once(
    unpacked: Path, started: tuple[subprocess.Popen[bytes], Path, int]
) -> None:
    starter, home, port = started
    # The front page, and one that is made of docs/.
    pages = []
    for path in ("/", "/rules/barragoon/"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            pages.append(answer.status)
    again = subprocess.run(
        [sys.executable, "start.py"], cwd=unpacked, env=_laptop(home, port), capture_output=True, check=False
    )
    starter.terminate()

    assert (pages, again.returncode, starter.wait(60)) == ([200, 200], 0, 0)
    assert f"http://127.0.0.1:{port}".encode() in again.stdout
    assert (home / "kiebitz" / "var" / "kiebitz.sqlite3").is_file()


def test_packages_are_packed_for_every_release_of_a_python() -> None:
    """Debian 12 has 3.11.2, which needs one more than a newer 3.11."""
    assert "async-timeout==" in pinned_for("3.11")
    assert "async-timeout==" not in pinned_for("3.12")
    assert pinned_for("3.14").count("numpy==") == pinned_for("3.11").count("numpy==") == 1


def test_all_that_the_site_is_made_of_is_packed() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}

    assert packages <= set(bundle.PARTS)


def test_the_shell_starter_is_correct_for_a_plain_shell() -> None:
    assert subprocess.run(["sh", "-n", str(STARTER / "start.sh")], check=False).returncode == 0
    assert (STARTER / "start.sh").stat().st_mode & 0o111
