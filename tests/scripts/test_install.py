"""Installing: pinned packages once, into an environment of our own, by every supported Python."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import install, lock
from tests.scripts.installing import steps_of_an_installation
from tests.scripts.ordinary_user import as_ordinary_user, folder_for_all

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("version", [(3, 10, 14), (3, 15, 0)])
def test_another_python_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    written = ".".join(map(str, version))
    monkeypatch.setattr(install.sys, "version_info", version)
    monkeypatch.setattr(install.sys, "version", f"{written} (default)")

    with pytest.raises(install.InstallationError) as error:
        install.install_packages("base")

    assert str(error.value) == (
        f"Python 3.11 to 3.14 is needed, this is {written}: "
        "install one of them, or call make with PYTHON=/path/to/python3."
    )


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
def test_every_python_from_the_oldest_to_the_newest_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, minor: int
) -> None:
    monkeypatch.setattr(install.sys, "version_info", (3, minor, 1))
    monkeypatch.setattr(install, "STAMP", tmp_path / "stamp")
    (tmp_path / "stamp").write_text(f"base {install._fingerprint('base')}\n")

    install.install_packages("base")


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    looked_for = re.findall(r"python3\.(\d+)", (ROOT / "Makefile").read_text())
    oldest, newest = install.OLDEST_PYTHON, install.NEWEST_PYTHON

    assert [int(minor) for minor in looked_for] == list(range(newest[1], oldest[1] - 1, -1))
    assert project["project"]["requires-python"] == ">={}.{}".format(*oldest)
    assert project["tool"]["mypy"]["python_version"] == "{}.{}".format(*oldest)
    assert project["tool"]["ruff"]["target-version"] == "py{}{}".format(*oldest)
    assert lock.OPTIONS[lock.OPTIONS.index("--python-version") + 1] == "{}.{}".format(*oldest)


def test_uv_builds_the_project_itself() -> None:
    """In the pinned version it needs no other tool for it, and no network."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    (pinned,) = re.findall(r"^uv==(\d+\.\d+)\.(\d+)", (ROOT / "requirements" / "uv.txt").read_text())
    series, patch = pinned
    major, minor = series.split(".")

    assert build == {
        "requires": [f"uv_build>={series}.{patch},<{major}.{int(minor) + 1}"],
        "build-backend": "uv_build",
    }


def test_an_unknown_level_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code = install.main(["everything"])

    assert (code, capsys.readouterr().err) == (2, "usage: install.py [base|server|dev|bench]\n")


def test_a_fuller_environment_serves_the_smaller_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stamp = tmp_path / "stamp"
    monkeypatch.setattr(install, "STAMP", stamp)
    stamp.write_text(f"dev {install._fingerprint('dev')}\n")

    assert [install._fuller(level) for level in install.LEVELS] == ["dev", "dev", "dev", "bench"]
    assert [install._already_installed(level) for level in install.LEVELS] == [False, False, True, False]


def test_without_an_environment_the_level_asked_for_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install, "STAMP", tmp_path / "stamp")

    assert [install._fuller(level) for level in install.LEVELS] == ["base", "server", "dev", "bench"]


def test_changed_pins_are_installed_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stamp = tmp_path / "stamp"
    monkeypatch.setattr(install, "STAMP", stamp)
    stamp.write_text("dev 0123456789\n")

    assert install._already_installed("dev") is False


def test_an_environment_that_was_moved_is_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its programs begin with the path of a Python that is no longer there."""
    made, moved = tmp_path / "made" / ".venv", tmp_path / "moved" / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True)
    (made / "bin" / "pip").touch()
    monkeypatch.setattr(install, "VENV", made)
    in_its_place = install._environment_is_ours()

    made.parent.rename(moved.parent)
    monkeypatch.setattr(install, "VENV", moved)

    assert (in_its_place, install._environment_is_ours()) == (True, False)
    made_anew, *others = steps_of_an_installation(monkeypatch)
    assert made_anew == f"{sys.executable} -m venv --clear {moved}"
    assert len(others) == 3


def test_an_environment_of_another_version_of_python_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As after an upgrade of the system, or with another PYTHON=."""
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (venv / "bin" / "pip").touch()
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "STAMP", venv / ".installed")
    install.STAMP.write_text(f"base {install._fingerprint('base')}\n")
    before = install._already_installed("base"), install._environment_is_ours()

    major, minor = sys.version_info[:2]
    monkeypatch.setattr(install.sys, "version_info", (major, minor - 1 if minor > 11 else 12, 0))

    assert before == (True, True)
    assert (install._already_installed("base"), install._environment_is_ours()) == (False, False)
    assert steps_of_an_installation(monkeypatch)[0] == f"{sys.executable} -m venv --clear {venv}"


@pytest.mark.parametrize("level", install.LEVELS)
def test_an_environment_in_its_place_gets_what_is_pinned_by_its_hash_and_no_other_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, level: str
) -> None:
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (venv / "bin" / "pip").touch()
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "_certificate_options", list)

    steps = steps_of_an_installation(monkeypatch, level)

    python, uv = f"{venv}/bin/python", f"{venv}/bin/uv --quiet --no-python-downloads pip"
    compiled = " --compile-bytecode" if level == "base" else ""  # for whoever types `make run`
    assert steps == [
        f"{python} -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt",
        f"{uv} sync{compiled} --python {python} --require-hashes requirements/{level}.txt requirements/uv.txt",
        f"{uv} install --python {python} --no-deps --offline -e .",
    ]
    assert (venv / ".installed").read_text() == f"{level} {install._fingerprint(level)}\n"


@pytest.mark.parametrize(
    ("variable", "place", "options"),
    [
        ("HOME", "{}", []),
        ("HOME", "/sys/nobody", ["--no-cache"]),
        ("XDG_CACHE_HOME", "/sys/nobody", ["--no-cache"]),
        ("UV_CACHE_DIR", "/sys", ["--no-cache"]),
    ],
)
def test_who_has_no_home_keeps_no_downloads(
    monkeypatch: pytest.MonkeyPatch, variable: str, place: str, options: list[str]
) -> None:
    with folder_for_all() as folder:
        folder.chmod(0o777)
        for name in ("XDG_CACHE_HOME", "UV_CACHE_DIR"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv(variable, place.format(folder))

        with as_ordinary_user():
            assert install._cache_options() == options


@pytest.mark.parametrize(
    ("names", "options"),
    [((), []), (("empty",), []), (("certificate.pem",), ["--system-certs"])],
    ids=["without a folder", "with an empty folder", "with a certificate"],
)
def test_packages_come_from_whom_the_machine_trusts_if_it_trusts_anybody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, names: tuple[str, ...], options: list[str]
) -> None:
    folder = tmp_path / "certificates"
    for name in names:
        folder.mkdir()
        if name != "empty":
            (folder / name).touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "nowhere.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(folder))

    assert install._certificate_options() == options


def test_a_disk_that_cannot_be_written_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody, root included, may create folders there; why not depends on who asks and on how it is mounted.
    venv = Path("/sys/kiebitz")
    with pytest.raises(OSError, match="/sys/kiebitz") as refused:
        venv.mkdir()
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "STAMP", venv / ".installed")

    code = install.main(["base"])

    printed = capsys.readouterr()
    assert (code, printed.out, printed.err) == (
        1,
        "",
        (
            f"kiebitz: cannot write into /sys/kiebitz ({refused.value.strerror}): make {install.ROOT} writable, "
            "or copy it to a disk that is.\n"
        ),
    )


def test_ctrl_c_ends_the_installation_with_one_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "install.py", tmp_path / "scripts")
    with subprocess.Popen(
        [sys.executable, "scripts/install.py", "base"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where tests run in the background, Ctrl-C would be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as installation:
        assert installation.stdout is not None
        first = installation.stdout.readline()

        os.killpg(installation.pid, signal.SIGINT)  # as a terminal does: to the steps as well
        rest, errors = installation.communicate(timeout=30)

    # A quick machine has begun with the next step meanwhile.
    assert first == "Creating the virtual environment .venv …\n"
    assert rest in ("", "Installing the base packages …\n")
    assert (installation.returncode, errors) == (
        130,
        "kiebitz: the installation was interrupted; the same command goes on with it.\n",
    )


@pytest.mark.parametrize("name", ["base", "server", "dev", "bench", "uv"])
def test_every_package_is_pinned_with_hashes_and_without_a_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    requirements = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)

    assert "://" not in text
    assert requirements
    assert [r for r in requirements if not re.match(r"[\w.\[\],-]+==\S+.*--hash=sha256:", r, re.DOTALL)] == []
