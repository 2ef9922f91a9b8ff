"""The compiled referee judges as the pure one does, is found by the site, and leaves nothing in the tree."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts.wheels import COMPILED, ROOT, build_compiled_engine

DIGEST = Path(__file__).with_name("compiled_digest.py")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled wheel's files."""
    folder = tmp_path_factory.mktemp("compiled")
    wheel = build_compiled_engine(folder)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(*arguments: str, path: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(path.split(os.pathsep)[0]),
    )


# Compiling takes a minute, and more on a busy machine.
@pytest.mark.timeout(1200)
def test_compiled_and_pure_say_the_same(installed: Path) -> None:
    compiled = run(str(DIGEST), "kiebitz_engine", path=str(installed))
    pure = run(str(DIGEST), "engine", path=str(ROOT))

    assert compiled.stderr == "modules .so\n"
    assert pure.stderr == "modules .py\n"
    assert compiled.stdout == pure.stdout
    assert len(pure.stdout.splitlines()) == 6


@pytest.mark.timeout(1200)
def test_every_module_that_should_be_compiled_is(installed: Path) -> None:
    package = installed / "kiebitz_engine"
    built = {path.relative_to(package).as_posix().partition(".")[0] for path in package.rglob("*.so")}

    assert built == set(COMPILED)
    assert list((ROOT / "engine").rglob("*.so")) == []


WHICH = (
    "import engine, sys; from engine.barragoon import game; from engine import record;"
    "import engine.core as core;"
    "print(engine.__name__, game.__file__.rpartition('.')[2], record.read_text.__module__,"
    "sys.modules['engine.core'] is core)"
)


@pytest.mark.timeout(1200)
def test_the_site_uses_it_if_it_was_built_from_the_same_sources(installed: Path, tmp_path: Path) -> None:
    both = os.pathsep.join((str(ROOT), str(installed)))

    assert run("-c", WHICH, path=both).stdout == "kiebitz_engine so kiebitz_engine.record.reader True\n"
    pure = run("-c", WHICH, path=both, KIEBITZ_PURE_ENGINE="1")
    assert pure.stdout == "engine py engine.record.reader True\n"
    moves = run("-m", "engine", "perft", "--game", "barragoon", "1", path=both)
    assert (moves.stdout, moves.stderr) == ("28\n", "")

    changed = tmp_path / "changed"
    subprocess.run(["cp", "-r", str(installed), str(changed)], check=True)
    source = changed / "kiebitz_engine" / "core.py"
    source.write_text(source.read_text() + "\n# another version\n")
    stale = run("-c", WHICH, path=os.pathsep.join((str(ROOT), str(changed))))
    assert stale.stdout == "engine py engine.record.reader True\n"
