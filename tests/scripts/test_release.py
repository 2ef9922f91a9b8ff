"""`make release`: one sentence for each thing that is not in order, and what to type when all is."""

import datetime
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts import check, lock, release, release_fixture

ROOT = Path(__file__).resolve().parents[2]
TODAY = datetime.date(2026, 10, 20)
CHANGELOG = "# Changelog\n\n## 0.2.0 (2026-10-19)\n\n### Added\n- Teams.\n\n## 0.1.0 (2026-09-17)\n"


@pytest.mark.parametrize(
    ("version", "released"),
    [
        ("0.1.0", []),
        ("0.2.0", ["v0.1.0"]),
        ("0.10.0", ["v0.9.0", "v0.2.1"]),
        ("1.0.0", ["v1.0.0rc1", "v0.9.9"]),
    ],
)
def test_a_version_above_all_that_are_released_is_in_order(version: str, released: list[str]) -> None:
    assert list(release.problems_of_version(version, released=released)) == []


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        ("0.2.0", "0.2.0 is released already (tag v0.2.0): choose the next version in pyproject.toml."),
        (
            "0.1.9",
            "0.1.9 is below 0.2.0, which is released already: choose a higher version in pyproject.toml.",
        ),
        (
            "0.3.0.dev0",
            "pyproject.toml has the version 0.3.0.dev0: write the one that is released, as 0.3.0.",
        ),
    ],
)
def test_a_version_that_cannot_be_released_is_one_sentence(version: str, problem: str) -> None:
    assert list(release.problems_of_version(version, released=["v0.1.0", "v0.2.0"])) == [problem]


def test_every_release_is_kept_for_the_tests_of_upgrades(tmp_path: Path) -> None:
    kept = tmp_path / "release_0_1_0"
    kept.mkdir()
    for name in release_fixture.FILES:
        (kept / name).touch()

    assert list(release.problems_of_fixtures(["v0.1.0"], fixtures=tmp_path)) == []
    (kept / "postgres.sql.gz").unlink()
    assert list(release.problems_of_fixtures(["v0.1.0"], fixtures=tmp_path)) == [
        (
            "tests/upgrades/release_0_1_0 lacks postgres.sql.gz: check out v0.1.0, type "
            ".venv/bin/python -m scripts.release_fixture there, and commit the folder here."
        )
    ]


def test_the_releases_of_the_changelog_are_kept() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) ", changelog, re.MULTILINE)

    # The newest one may be on its way: its folder is written when it is tagged.
    problems = list(
        release.problems_of_fixtures(
            [f"v{one}" for one in released[1:] or released], fixtures=release_fixture.FIXTURES
        )
    )

    assert problems == []


def test_a_changelog_that_begins_with_the_version_and_its_date_is_in_order() -> None:
    assert list(release.problems_of_changelog(CHANGELOG, "0.2.0", today=TODAY)) == []


@pytest.mark.parametrize(
    ("text", "version", "problem"),
    [
        (
            CHANGELOG.replace("## 0.2.0 (2026-10-19)", "## Unreleased"),
            "0.2.0",
            'CHANGELOG.md has a heading "## Unreleased": write "## 0.2.0 (2026-10-20)" instead.',
        ),
        (
            CHANGELOG,
            "0.3.0",
            'CHANGELOG.md does not begin with "## 0.3.0 (2026-10-20)": say what is new there.',
        ),
        (
            CHANGELOG.replace(" (2026-10-19)", ""),
            "0.2.0",
            'CHANGELOG.md does not begin with "## 0.2.0 (2026-10-20)": say what is new there.',
        ),
        (
            "# Changelog\n",
            "0.2.0",
            'CHANGELOG.md does not begin with "## 0.2.0 (2026-10-20)": say what is new there.',
        ),
        (
            CHANGELOG.replace("2026-10-19", "2026-10-21"),
            "0.2.0",
            "CHANGELOG.md has 0.2.0 on 2026-10-21, which is still to come: write 2026-10-20.",
        ),
    ],
)
def test_a_changelog_without_the_version_is_one_sentence(text: str, version: str, problem: str) -> None:
    assert list(release.problems_of_changelog(text, version, today=TODAY)) == [problem]


class Project(NamedTuple):
    """A small repository whose version is ready to be released, and what was checked in it."""

    root: Path
    checked: list[str]

    def git(self, *arguments: str) -> None:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        subprocess.run(["git", "-C", str(self.root), *who, *arguments], check=True, capture_output=True)

    def change(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change")


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Project:
    project = Project(tmp_path / "project", [])
    project.root.mkdir()
    project.git("init", "--quiet", "--initial-branch", "main")
    (project.root / "CHANGELOG.md").write_text(CHANGELOG)
    project.change("pyproject.toml", '[project]\nversion = "0.2.0"\n')
    monkeypatch.setattr(release, "ROOT", project.root)
    monkeypatch.setattr(check, "ROOT", project.root)
    monkeypatch.setattr(check, "TESTED", tmp_path / "tested")
    monkeypatch.setattr(lock, "outdated_files", lambda: project.checked.append("requirements") or [])
    monkeypatch.setattr(check, "main", lambda what: project.checked.append(what) or 0)
    return project


def test_when_all_is_in_order_the_commands_to_type_are_named(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (release.main(), project.checked) == (0, ["requirements", "lint", "everything"])
    assert capsys.readouterr().out.splitlines() == [
        "Version, changelog and work tree: ok for 0.2.0",
        "Requirement files: ok",
        "Kiebitz 0.2.0 is in order. Type:",
        '    git tag --annotate v0.2.0 --message "Kiebitz 0.2.0"',
        "    git push origin main v0.2.0",
        "Then keep it for the tests of upgrades, and commit what this writes:",
        "    .venv/bin/python -m scripts.release_fixture",
        "Then begin the next version: write it into pyproject.toml with .dev0 at its end,",
        'and a heading "## Unreleased" into CHANGELOG.md.',
    ]


def test_files_that_have_passed_make_test_are_not_tested_again(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    check.TESTED.write_text(f"{check.committed_tree()}\n")

    assert (release.main(), project.checked) == (0, ["requirements", "lint"])
    assert "Tests: ok, make test has passed with these very files\n" in capsys.readouterr().out


def test_after_another_commit_they_are_tested_again(project: Project) -> None:
    check.TESTED.write_text(f"{check.committed_tree()}\n")
    project.change("new", "file")

    assert (release.main(), project.checked) == (0, ["requirements", "lint", "everything"])


def test_everything_that_is_quick_to_see_is_told_at_once_and_nothing_slow_begins(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release_fixture, "FILES", ())
    project.git("tag", "v0.2.0")
    project.git("switch", "--quiet", "--create", "idea")
    (project.root / "CHANGELOG.md").write_text("# Changelog\n")

    assert (release.main(), project.checked) == (1, [])
    today = datetime.datetime.now(datetime.UTC).date()
    assert capsys.readouterr().err.splitlines() == [
        "kiebitz: 0.2.0 is released already (tag v0.2.0): choose the next version in pyproject.toml.",
        f'kiebitz: CHANGELOG.md does not begin with "## 0.2.0 ({today})": say what is new there.',
        "kiebitz: this is the branch 'idea': releases are made from main.",
        "kiebitz: the work tree has changes: commit them, or put them aside with git stash.",
    ]


def test_between_releases_it_says_what_to_write(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    (project.root / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    project.change("pyproject.toml", '[project]\nversion = "0.3.0.dev0"\n')

    assert (release.main(), project.checked) == (1, [])
    today = datetime.datetime.now(datetime.UTC).date()
    assert capsys.readouterr().err.splitlines() == [
        "kiebitz: pyproject.toml has the version 0.3.0.dev0: write the one that is released, as 0.3.0.",
        f'kiebitz: CHANGELOG.md has a heading "## Unreleased": write "## 0.3.0 ({today})" instead.',
    ]


def test_requirements_that_are_out_of_date_stop_it(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "outdated_files", lambda: ["requirements/base.txt", "requirements/dev.txt"])

    assert (release.main(), project.checked) == (1, [])
    assert capsys.readouterr().err == (
        "kiebitz: requirements/base.txt, requirements/dev.txt out of date: type make lock, and commit the result.\n"
    )


@pytest.mark.parametrize(
    ("fails", "checked", "problem"),
    [
        ("lint", ["lint"], "kiebitz: a linter fails: mend what stands above.\n"),
        ("everything", ["lint", "everything"], "kiebitz: a test fails: mend what stands above.\n"),
    ],
)
def test_what_fails_stops_it(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fails: str,
    checked: list[str],
    problem: str,
) -> None:
    def fail(what: str) -> int:
        project.checked.append(what)
        return int(what == fails)

    monkeypatch.setattr(check, "main", fail)

    assert (release.main(), project.checked) == (1, ["requirements", *checked])
    captured = capsys.readouterr()
    assert captured.err == problem
    assert "in order" not in captured.out
