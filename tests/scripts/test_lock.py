"""Pinning: every level from the one before it, for all Pythons; `--check` changes nothing."""

from pathlib import Path

import pytest

from scripts import lock

# Stands in for uv: writes down its arguments, and the file that it was asked to write says what the project says.
UV = """#!/bin/sh
echo "$*" >> {calls}
for output; do :; done
cat pyproject.toml > "$output"
"""


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "requirements").mkdir(parents=True)
    (root / "pyproject.toml").write_text("one")
    for name in lock.FILES:
        (root / "requirements" / f"{name}.txt").write_text("one")
    uv = tmp_path / "uv"
    uv.write_text(UV.format(calls=tmp_path / "calls"))
    uv.chmod(0o755)
    monkeypatch.setattr(lock, "UV", uv)
    monkeypatch.setattr(lock, "ROOT", root)
    return root


def _pinned(project: Path) -> list[str]:
    return [(project / "requirements" / f"{name}.txt").read_text() for name in lock.FILES]


def test_each_level_is_pinned_with_what_the_one_before_it_has(project: Path) -> None:
    (project / "pyproject.toml").write_text("two")

    assert lock.main([]) == 0

    options = "--quiet --generate-hashes --no-header --universal --python-version 3.11 --fork-strategy fewest"
    assert (project.parent / "calls").read_text().splitlines() == [
        f"pip compile {options} pyproject.toml -o requirements/base.txt",
        (
            f"pip compile {options} pyproject.toml --group server --constraints requirements/base.txt "
            "-o requirements/server.txt"
        ),
        (
            f"pip compile {options} pyproject.toml --group dev --constraints requirements/server.txt "
            "-o requirements/dev.txt"
        ),
        (
            f"pip compile {options} pyproject.toml --group dev --group bench --constraints requirements/dev.txt "
            "-o requirements/bench.txt"
        ),
    ]
    assert _pinned(project) == ["two", "two", "two", "two"]


def test_an_upgrade_is_asked_for(project: Path) -> None:
    assert lock.main(["--upgrade"]) == 0

    calls = (project.parent / "calls").read_text().splitlines()
    assert [" --upgrade " in call for call in calls] == [True, True, True, True]


def test_files_that_fit_pass_the_check(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (lock.main(["--check"]), capsys.readouterr().err) == (0, "")


def test_files_that_do_not_fit_are_named_and_left_as_they_are(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text("two")
    (project / "requirements" / "base.txt").write_text("two")

    code = lock.main(["--check"])

    assert (code, capsys.readouterr().err.splitlines()) == (
        1,
        [
            "requirements/server.txt does not fit pyproject.toml: type make lock.",
            "requirements/dev.txt does not fit pyproject.toml: type make lock.",
            "requirements/bench.txt does not fit pyproject.toml: type make lock.",
        ],
    )
    assert _pinned(project) == ["two", "one", "one", "one"]


def test_anything_else_is_wrong_usage(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lock.main(["--all"]) == 2
    assert capsys.readouterr().err == "usage: python -m scripts.lock [--upgrade | --check]\n"
    assert not (project.parent / "calls").exists()
