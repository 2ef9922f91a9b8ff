"""Installing: pinned packages once, Debian's programs for the tests, plain words when something is missing."""

import os
import re
from pathlib import Path

import pytest

from scripts import install

ROOT = Path(__file__).resolve().parents[2]


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


def test_what_is_there_is_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nothing is missing")

    monkeypatch.setattr(install, "_run", refuse)

    install.install_test_programs()


def test_another_python_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(install.sys, "version", "3.9.2 (default)")

    with pytest.raises(install.InstallationError) as error:
        install.install_packages("base")

    assert str(error.value) == (
        "Python 3.11 is needed, this is 3.9.2: call make with PYTHON=/path/to/python3.11."
    )


def test_an_unknown_level_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code = install.main(["everything"])

    assert (code, capsys.readouterr().err) == (2, "usage: install.py [base|dev|bench]\n")


def test_a_fuller_environment_serves_the_smaller_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stamp = tmp_path / "stamp"
    monkeypatch.setattr(install, "STAMP", stamp)
    stamp.write_text(f"dev {install._fingerprint('dev')}\n")

    assert [install._fuller(level) for level in install.LEVELS] == ["dev", "dev", "bench"]
    assert [install._already_installed(level) for level in install.LEVELS] == [False, True, False]


def test_without_an_environment_the_level_asked_for_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install, "STAMP", tmp_path / "stamp")

    assert [install._fuller(level) for level in install.LEVELS] == ["base", "dev", "bench"]


def test_changed_pins_are_installed_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stamp = tmp_path / "stamp"
    monkeypatch.setattr(install, "STAMP", stamp)
    stamp.write_text("dev 0123456789\n")

    assert install._already_installed("dev") is False


@pytest.mark.parametrize("name", ["base", "dev", "bench", "uv"])
def test_every_package_is_pinned_with_hashes_and_without_a_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    requirements = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)

    assert "://" not in text
    assert requirements
    assert [r for r in requirements if not re.match(r"[\w.\[\],-]+==\S+.*--hash=sha256:", r, re.DOTALL)] == []
