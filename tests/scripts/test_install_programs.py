"""Installing what Debian's apt has: the programs of the tests, and what Python's venv lacks."""

import importlib.util
import os
import re
import sys
from pathlib import Path

import pytest

from scripts import install
from tests.scripts.installing import make_program, steps_of_an_installation


def test_without_root_the_command_to_type_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(
        install, "TEST_PROGRAMS", {"no-such-server": "postgresql", "no-such-browser": "chromium"}
    )

    with pytest.raises(install.InstallationError) as error:
        install.install_test_programs()

    assert str(error.value) == (
        "the tests need postgresql, chromium. "
        "Type: sudo apt-get install -y --no-install-recommends postgresql chromium"
    )


def test_headers_for_the_compiler_are_asked_for_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "stdio.h").touch()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install, "TEST_PROGRAMS", {})
    monkeypatch.setattr(
        install,
        "TEST_HEADERS",
        {str(tmp_path / "stdio.h"): "libc6-dev", str(tmp_path / "Python.h"): "python3.13-dev"},
    )

    with pytest.raises(install.InstallationError) as error:
        install.install_test_programs()

    assert str(error.value).endswith("Type: sudo apt-get install -y --no-install-recommends python3.13-dev")


def test_the_command_to_type_is_printed_and_the_installation_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install, "install_packages", lambda level: None)
    monkeypatch.setattr(install, "TEST_PROGRAMS", {"no-such-broker": "redis-server"})

    code = install.main(["dev"])

    assert (code, capsys.readouterr().err) == (
        1,
        (
            "kiebitz: the tests need redis-server. "
            "Type: sudo apt-get install -y --no-install-recommends redis-server\n"
        ),
    )


def test_root_has_apt_install_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = _use_a_fake_apt(monkeypatch, tmp_path, exit_code=0)

    install.install_test_programs()

    assert capsys.readouterr().out == "Installing postgresql, chromium …\n"
    assert calls.read_text().splitlines() == [
        "noninteractive update -qq",
        "noninteractive install -y --no-install-recommends postgresql chromium -qq",
    ]


def test_when_apt_fails_its_words_and_the_step_are_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _use_a_fake_apt(monkeypatch, tmp_path, exit_code=100)

    with pytest.raises(install.InstallationError) as error:
        install.install_test_programs()

    assert str(error.value) == "this step failed, its last words stand above: apt-get update -qq"
    assert capsys.readouterr().err == "E: no network\n"


def test_root_without_apt_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _use_a_fake_apt(monkeypatch, tmp_path, exit_code=0)
    (tmp_path / "apt-get").unlink()

    with pytest.raises(install.InstallationError) as error:
        install.install_test_programs()

    assert str(error.value) == (
        "the tests need postgresql, chromium. "
        "Type: sudo apt-get install -y --no-install-recommends postgresql chromium"
    )


def _use_a_fake_apt(monkeypatch: pytest.MonkeyPatch, folder: Path, *, exit_code: int) -> Path:
    """The file in which each call is written down."""
    calls = folder / "calls"
    make_program(
        folder / "apt-get",
        f'echo "$DEBIAN_FRONTEND $*" >> {calls}\necho "E: no network" >&2\nexit {exit_code}',
    )
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("DEBIAN_FRONTEND", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(
        install,
        "TEST_PROGRAMS",
        {"no-such-server": "postgresql", "no-such-browser": "chromium"},
    )
    monkeypatch.setattr(install, "UNPACKED_PROGRAMS", {})
    return calls


def test_a_program_is_found_wherever_path_leads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "chromium-headless-shell"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    assert install.find_program("chromium-headless-shell") == str(program)
    assert install.find_program("no-such-browser") is None


def test_what_is_there_is_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nothing is missing")

    monkeypatch.setattr(install, "_run", refuse)

    install.install_test_programs()


@pytest.mark.parametrize("user", [0, 1000])
def test_web_servers_are_unpacked_and_not_installed_for_they_would_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, user: int
) -> None:
    calls = _use_a_fake_apt(monkeypatch, tmp_path, exit_code=0)
    make_program(tmp_path / "apt-get", f'echo "$*" >> {calls}\ntest "$1" = update || : > caddy.deb')
    make_program(
        tmp_path / "dpkg-deb",
        'test "$*" = "--extract ./caddy.deb ." && /bin/mkdir -p usr/bin && : > usr/bin/no-such-proxy '
        "&& /bin/chmod 755 usr/bin/no-such-proxy",
    )
    (tmp_path / "sh").symlink_to("/bin/sh")
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(install, "TEST_PROGRAMS", {})
    monkeypatch.setattr(install, "UNPACKED_PROGRAMS", {"no-such-proxy": "caddy"})
    monkeypatch.setattr(install, "UNPACKED", tmp_path / "programs")

    install.install_test_programs()

    assert install.find_program("no-such-proxy") == str(tmp_path / "programs/usr/bin/no-such-proxy")
    # Only root may bring apt's lists up to date.
    assert calls.read_text().splitlines() == [*(["update -qq"] if user == 0 else []), "download -qq caddy"]
    assert list((tmp_path / "programs").glob("*.deb")) == []


def test_who_cannot_unpack_a_web_server_is_told_what_to_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _use_a_fake_apt(monkeypatch, tmp_path, exit_code=100)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install, "TEST_PROGRAMS", {})
    monkeypatch.setattr(install, "UNPACKED_PROGRAMS", {"no-such-proxy": "caddy"})
    monkeypatch.setattr(install, "UNPACKED", tmp_path / "programs")

    with pytest.raises(
        install.InstallationError, match="sudo apt-get install -y --no-install-recommends caddy"
    ):
        install.install_test_programs()


@pytest.fixture
def without_ensurepip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Debian's Python without python3-venv, on a machine whose apt-get writes down each call in the file returned."""
    calls = _use_a_fake_apt(monkeypatch, tmp_path, exit_code=0)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(install, "STAMP", tmp_path / ".venv" / ".installed")
    return calls


def test_root_has_apt_complete_pythons_venv(monkeypatch: pytest.MonkeyPatch, without_ensurepip: Path) -> None:
    monkeypatch.setattr(install.sys, "executable", "/bin/true")

    install._create_environment()

    assert without_ensurepip.read_text().splitlines() == [
        "noninteractive update -qq",
        "noninteractive install -y -qq --no-install-recommends python3-venv",
    ]


def test_an_ordinary_user_gets_pip_out_of_debians_package(
    monkeypatch: pytest.MonkeyPatch, without_ensurepip: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    package = "usr/share/python-wheels"
    make_program(
        tmp_path / "apt-get", 'test "$*" = "download -qq python3-pip-whl" && : > python3-pip-whl.deb'
    )
    make_program(
        tmp_path / "dpkg-deb",
        f'test "$*" = "--extract ./python3-pip-whl.deb ." && /bin/mkdir -p {package} && : > {package}/pip-23-any.whl',
    )
    (tmp_path / "sh").symlink_to("/bin/sh")
    (tmp_path / ".venv").mkdir()

    made, pip, *others = steps_of_an_installation(monkeypatch)

    venv = install.VENV
    assert made == f"{sys.executable} -m venv --clear --without-pip {venv}"
    assert re.fullmatch(
        rf"{venv}/bin/python (?P<wheel>{venv}/\w+/{package}/pip-23-any\.whl)/pip install --quiet "
        r"--disable-pip-version-check --no-index (?P=wheel)",
        pip,
    )
    assert len(others) == 3
    assert [path.name for path in venv.iterdir()] == [".installed"]


def test_an_ordinary_user_whom_apt_gives_nothing_is_told_how_to_complete_pythons_venv(
    monkeypatch: pytest.MonkeyPatch, without_ensurepip: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    make_program(without_ensurepip.parent / "apt-get", "echo 'E: no network' >&2; exit 100")

    code = install.main(["base"])

    assert (code, capsys.readouterr().err) == (
        1,
        "kiebitz: Python's venv module is incomplete. Type: sudo apt-get install -y python3-venv\n",
    )


@pytest.mark.parametrize("user", [0, 1000])
def test_where_there_is_no_apt_an_incomplete_venv_is_one_clear_sentence(
    monkeypatch: pytest.MonkeyPatch, without_ensurepip: Path, capsys: pytest.CaptureFixture[str], user: int
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    (without_ensurepip.parent / "apt-get").unlink()

    code = install.main(["base"])

    assert (code, capsys.readouterr().err) == (
        1,
        (
            "kiebitz: Python's venv module is incomplete (there is no ensurepip), and no apt-get is here to complete "
            "it: install it as your system does, or call make with PYTHON=/path/to/another/python3.\n"
        ),
    )
