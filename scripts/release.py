"""Check that the version in pyproject.toml can be released, and say what to type then. Nothing is changed."""

import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from scripts import check, lock, release_fixture

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "main"


def main() -> int:
    version = _version()
    problems = list(quick_problems(version))
    for problem in problems:
        print(f"kiebitz: {problem}", file=sys.stderr)
    if problems:
        return 1
    print(f"Version, changelog and work tree: ok for {version}", flush=True)
    for find_problem in (_find_outdated_requirements, _find_failing_linters, _find_failing_tests):
        if problem := find_problem():
            print(f"kiebitz: {problem}", file=sys.stderr)
            return 1
    print(
        f"""Kiebitz {version} is in order. Type:
    git tag --annotate v{version} --message "Kiebitz {version}"
    git push origin {BRANCH} v{version}
Then keep it for the tests of upgrades, and commit what this writes:
    .venv/bin/python -m scripts.release_fixture
Then begin the next version: write it into pyproject.toml with .dev0 at its end,
and a heading "## Unreleased" into CHANGELOG.md."""
    )
    return 0


def _version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def quick_problems(version: str) -> Iterator[str]:
    """What is not in order, one sentence each that says what to do."""
    released = _git("tag", "--list", "v*").split()
    yield from problems_of_version(version, released=released)
    yield from problems_of_fixtures(released, fixtures=release_fixture.FIXTURES)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    today = datetime.datetime.now(datetime.UTC).date()
    yield from problems_of_changelog(changelog, _without_suffix(version), today=today)
    if (branch := _git("branch", "--show-current").strip()) != BRANCH:
        yield f"this is the branch {branch!r}: releases are made from {BRANCH}."
    if _git("status", "--porcelain"):
        yield "the work tree has changes: commit them, or put them aside with git stash."


def problems_of_version(version: str, *, released: list[str]) -> Iterator[str]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield (
            f"pyproject.toml has the version {version}: write the one that is released, as {_without_suffix(version)}."
        )
        return
    last = max((tag.removeprefix("v") for tag in released if _is_release(tag)), key=_numbers, default="")
    if version == last:
        yield f"{version} is released already (tag v{version}): choose the next version in pyproject.toml."
    elif last and _numbers(version) < _numbers(last):
        yield f"{version} is below {last}, which is released already: choose a higher version in pyproject.toml."


def problems_of_fixtures(released: list[str], *, fixtures: Path) -> Iterator[str]:
    """Every release is kept for the tests of upgrades, on both databases."""
    for release in sorted((tag.removeprefix("v") for tag in released if _is_release(tag)), key=_numbers):
        folder = fixtures / release_fixture.folder_of(release).name
        if missing := [name for name in release_fixture.FILES if not (folder / name).is_file()]:
            yield (
                f"tests/upgrades/{folder.name} lacks {', '.join(missing)}: check out v{release}, type "
                ".venv/bin/python -m scripts.release_fixture there, and commit the folder here."
            )


def problems_of_changelog(text: str, version: str, *, today: datetime.date) -> Iterator[str]:
    """The newest version on top must be this one, with its date and with lines that say what it brings."""
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    if "Unreleased" in headings:
        yield f'CHANGELOG.md has a heading "## Unreleased": write "## {version} ({today})" instead.'
        return
    dated = re.fullmatch(rf"{re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)", headings[0] if headings else "")
    if dated is None:
        yield f'CHANGELOG.md does not begin with "## {version} ({today})": say what is new there.'
    elif datetime.date.fromisoformat(dated[1]) > today:
        yield f"CHANGELOG.md has {version} on {dated[1]}, which is still to come: write {today}."


def _find_outdated_requirements() -> str:
    files = lock.outdated_files()
    if files:
        return f"{', '.join(files)} out of date: type make lock, and commit the result."
    print("Requirement files: ok", flush=True)
    return ""


def _find_failing_linters() -> str:
    # Missing migrations are among them.
    return "" if check.main("lint") == 0 else "a linter fails: mend what stands above."


def _find_failing_tests() -> str:
    tree = check.committed_tree()
    if check.TESTED.is_file() and check.TESTED.read_text(encoding="ascii").strip() == tree:
        print("Tests: ok, make test has passed with these very files", flush=True)
        return ""
    return "" if check.main("everything") == 0 else "a test fails: mend what stands above."


def _is_release(tag: str) -> bool:
    return re.fullmatch(r"v\d+\.\d+\.\d+", tag) is not None


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def _without_suffix(version: str) -> str:
    numbers = re.match(r"\d+(\.\d+)*", version)
    return numbers[0] if numbers else "0.2.0"


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
