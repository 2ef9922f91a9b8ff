"""`make wheels`: the referee alone in a clean environment, and the site from its wheel."""

import base64
import hashlib
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from scripts.wheels import ROOT, build_engine, build_site

PROGRAM = """
import random, kiebitz_engine
from kiebitz_engine import barragoon, record, registry
from kiebitz_engine.adjudication.report import adjudicate
for name in registry.names():
    rules, rng = registry.rules(name), random.Random(1)
    game = rules.start(rules.random_tags(rng))
    while game.outcome() is None and len(game.plies) < 20:
        game.push(game.random_ply(rng))
    assert rules.draw(game.position(), __import__("kiebitz_engine.drawing").drawing.Picture()).startswith("<svg")
(found,) = record.read_text('[Game "Barragoon"]\\n\\n1. d2-d4 d8-d6 *')
assert found.ok and adjudicate(found).fits
print(kiebitz_engine.__version__, len(barragoon.Game().legal_moves.__self__.plies))
"""


@pytest.fixture(scope="module")
def engine_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_engine(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory, engine_wheel: Path) -> Path:
    """A new environment with nothing but the wheel, which pip has installed without an index."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "install", "-q", "--no-index", engine_wheel],
        check=True,
        env=_plain(),
    )
    return folder


def _plain(**more: str) -> dict[str, str]:
    """An environment that knows nothing of this checkout."""
    return {
        "PATH": os.environ["PATH"],
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_CONFIG_FILE": os.devnull,
        **more,
    }


def test_the_referee_works_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [clean / "bin" / "python", "-W", "error", "-c", PROGRAM],
        cwd=tmp_path,
        env=_plain(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.stdout == "0.1.0 0\n"


def test_its_command_works_there(clean: Path, tmp_path: Path) -> None:
    command = [clean / "bin" / "kiebitz-engine"]
    given = '[Game "Barragoon"]\n\n1. d2-d4 *\n'
    done = subprocess.run(
        [*command, "validate"],
        input=given,
        cwd=tmp_path,
        env=_plain(),
        capture_output=True,
        text=True,
        check=True,
    )
    version = subprocess.run(
        [*command, "--version"], cwd=tmp_path, env=_plain(), capture_output=True, text=True, check=True
    )

    assert done.stdout == "-: record 1: valid, Barragoon, 1 plies, * unterminated\n"
    assert version.stdout.startswith("kiebitz-engine 0.")


def test_the_referee_needs_nothing_and_is_typed(engine_wheel: Path) -> None:
    with zipfile.ZipFile(engine_wheel) as archive:
        names = set(archive.namelist())
        metadata = next(archive.read(name).decode() for name in names if name.endswith("METADATA"))

    assert "kiebitz_engine/py.typed" in names
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert not any(name.startswith("engine/") or name.endswith(".pyc") for name in names)


def test_a_wheel_lists_what_it_holds(engine_wheel: Path) -> None:
    with zipfile.ZipFile(engine_wheel) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
        lines = dict(line.split(",", 1) for line in archive.read(record).decode().splitlines())
        for name in archive.namelist():
            if name != record:
                digest = (
                    base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest())
                    .rstrip(b"=")
                    .decode()
                )
                assert lines[name].startswith(f"sha256={digest},")
    assert set(lines) == set(archive.namelist())


def test_the_same_sources_make_the_same_wheel(engine_wheel: Path, tmp_path: Path) -> None:
    assert build_engine(tmp_path).read_bytes() == engine_wheel.read_bytes()


# the site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed wheel of the site; what it depends on comes from the environment of the tests."""
    dist, folder = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("site")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-index",
            "--no-deps",
            "--target",
            folder,
            build_site(dist),
        ],
        check=True,
        env=_plain(),
    )
    return folder


def test_the_site_has_its_templates_and_static_files(site: Path) -> None:
    for folder in ("templates", "static"):
        inside = {path.relative_to(site) for path in (site / folder).rglob("*") if path.is_file()}
        checkout = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert inside == checkout
    catalogues = {path.relative_to(ROOT) for path in (ROOT / "locale").rglob("*.mo")}
    assert catalogues == {path.relative_to(site) for path in (site / "locale").rglob("*.mo")}


ANSWER = """
import config, django
django.setup()
from django.test import Client
client = Client(headers={"host": "localhost"})
answers = [client.get(path, secure=True).status_code for path in ("/healthz", "/")]
print(config.__file__, *answers)
"""


@pytest.mark.timeout(600)  # it makes a whole database
def test_the_site_starts_from_its_wheel(site: Path, tmp_path: Path) -> None:
    environment = _plain(
        PYTHONPATH=str(site),
        DJANGO_SETTINGS_MODULE="config.settings",
        SECRET_KEY="x" * 60,
        ALLOWED_HOSTS="localhost",
        DEBUG="1",
        VAR_DIR=str(tmp_path),
        DATABASE_URL=f"sqlite:///{tmp_path}/site.sqlite3",
    )

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("-m", "manage", "check") == "System check identified no issues (0 silenced).\n"
    run("-m", "manage", "migrate", "-v0")
    assert run("-c", ANSWER).split()[-3:] == [str(site / "config" / "__init__.py"), "200", "200"]
