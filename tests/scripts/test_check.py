"""What `make test`, `make test-fast` and `make lint` run, and that nothing which fails goes unnoticed."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts import check

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

SIDE_BY_SIDE = "-n 3 --dist loadfile --no-loadscope-reorder"
ON_SQLITE = (
    f"sqlite {SIDE_BY_SIDE} -m uses_database and not browser and not postgres and not one_database "
    + " ".join(f"--ignore={path}" for path in check.NOT_ON_SQLITE)
)
ON_POSTGRES = f"postgres {SIDE_BY_SIDE}"
LEFT_OUT = " ".join(f"--ignore={path}" for path in check.NOT_FAST)
QUICK_ONES = f"postgres {SIDE_BY_SIDE} -m not browser and not faults and not serves {LEFT_OUT}"


def test_the_checks_are_of_python_templates_scripts_layers_types_migrations_and_settings() -> None:
    python = sys.executable

    everything = check.LINTERS | check.CHECKS | check.CHECKS_OF_LINT
    commands = {name: " ".join(command) for name, command in everything.items()}

    assert commands == {
        "Rules of style": f"{BIN}/ruff check --quiet .",
        "Rules of style for Python 3.12": (
            f"{BIN}/ruff check --quiet --target-version py312 --extend-ignore UP,B912 ."
        ),
        "Rules of style for Python 3.14": (
            f"{BIN}/ruff check --quiet --target-version py314 --extend-ignore UP,B912 ."
        ),
        "Format": f"{BIN}/ruff format --check --quiet .",
        "Layers": f"{BIN}/lint-imports",
        "Format of the templates": f"{BIN}/djangofmt --check --quiet templates",
        "Rules of the templates": f"{BIN}/djangofmt check templates",
        "Scripts": f"{BIN}/oxlint --quiet --deny-warnings static",
        "Catalogues": f"{python} -m scripts.catalogues check",
        "Tables of barragoon for browsers": (
            f"{python} -m engine tables --game barragoon --check static/js/rules/tables/barragoon.js"
        ),
        "Tables of stratego for browsers": (
            f"{python} -m engine tables --game stratego --check static/js/rules/tables/stratego.js"
        ),
        "Types": f"{BIN}/mypy",
        "Types for Python 3.12": f"{BIN}/mypy --python-version 3.12",
        "Types for Python 3.14": f"{BIN}/mypy --python-version 3.14",
        "Missing migrations": f"{python} -W ignore manage.py makemigrations --check --dry-run",
        "Colours of the boards": f"{python} manage.py board_styles --check",
        "Production settings": f"{python} manage.py check --deploy --fail-level WARNING",
    }


def test_the_tests_are_run_by_pytest() -> None:
    assert " ".join(check.PYTEST) == f"{sys.executable} -m pytest -q"


class Workshop(NamedTuple):
    """Programs that write down that they were called, instead of the slow ones."""

    diary: Path
    monkeypatch: pytest.MonkeyPatch

    def let_fail(self, name: str, code: int = 1) -> None:
        for table in (check.LINTERS, check.CHECKS, check.CHECKS_OF_LINT):
            if name in table:
                self.monkeypatch.setitem(table, name, self.program(name, code))

    def let_tests_end_with(self, *codes: int) -> None:
        """Of the first run, of the second one."""
        ends = f"exit $(echo '{' '.join(map(str, codes))}' | cut -d' ' -f$(grep -c pytest {self.diary}))"
        write = f'echo "pytest on $KIEBITZ_TEST_DATABASE $*" >> {self.diary}'
        self.monkeypatch.setattr(
            check,
            "PYTEST",
            ["sh", "-c", f'{write}; echo "5 passed on $KIEBITZ_TEST_DATABASE"; {ends}', "pytest"],
        )

    def program(self, name: str, code: int = 0) -> list[str]:
        return ["sh", "-c", f"echo '{name}' >> {self.diary}; echo '{name} complains'; exit {code}"]

    def called(self) -> tuple[set[str], list[str]]:
        """The checks, which run side by side, and the test runs in their order."""
        lines = self.diary.read_text().splitlines()
        runs = [line.removeprefix("pytest on ") for line in lines if line.startswith("pytest on ")]
        return {line for line in lines if not line.startswith("pytest on ")}, runs


ALL_CHECKS = {
    "Rules of style",
    "Rules of style for Python 3.12",
    "Rules of style for Python 3.14",
    "Format",
    "Layers",
    "Format of the templates",
    "Rules of the templates",
    "Scripts",
    "Catalogues",
    "Tables of barragoon for browsers",
    "Tables of stratego for browsers",
    "Types",
    "Missing migrations",
    "Colours of the boards",
    "Production settings",
}
CHECKS_OF_LINT = ALL_CHECKS | {"Types for Python 3.12", "Types for Python 3.14"}


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path / "diary", monkeypatch)
    for table in ("LINTERS", "CHECKS", "CHECKS_OF_LINT"):
        monkeypatch.setattr(check, table, {name: workshop.program(name) for name in getattr(check, table)})
    monkeypatch.setattr(check, "TESTED", tmp_path / "var" / "tested")
    monkeypatch.setattr(check, "committed_tree", lambda: "5f3c")
    monkeypatch.setattr(check, "_keep_bytecode", lambda: None)  # changes the environment for good
    workshop.let_tests_end_with(0, 0)
    return workshop


def test_everything_is_all_checks_then_the_tests_on_sqlite_and_on_postgres(
    workshop: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    code = check.main("everything")

    assert (code, *workshop.called()) == (0, ALL_CHECKS, [ON_SQLITE, ON_POSTGRES])
    lines = [re.sub(r"\d+ s\)", "s)", line) for line in capfd.readouterr().out.splitlines()]
    assert lines == [
        "Rules of style: ok (s)",
        "Rules of style for Python 3.12: ok (s)",
        "Rules of style for Python 3.14: ok (s)",
        "Format: ok (s)",
        "Layers: ok (s)",
        "Format of the templates: ok (s)",
        "Rules of the templates: ok (s)",
        "Scripts: ok (s)",
        "Catalogues: ok (s)",
        "Tables of barragoon for browsers: ok (s)",
        "Tables of stratego for browsers: ok (s)",
        "Tests on sqlite:",
        "5 passed on sqlite",
        "Types: ok (s)",
        "Missing migrations: ok (s)",
        "Colours of the boards: ok (s)",
        "Production settings: ok (s)",
        "Tests on postgres:",
        "5 passed on postgres",
    ]


def test_fast_is_all_checks_and_the_quick_tests_on_one_database(workshop: Workshop) -> None:
    assert (check.main("fast"), *workshop.called()) == (0, ALL_CHECKS, [QUICK_ONES])


@pytest.mark.parametrize("path", [*check.NOT_FAST, *check.NOT_ON_SQLITE])
def test_what_is_left_out_exists(path: str) -> None:
    assert (check.ROOT / path).exists()


def test_lint_is_all_checks_for_all_pythons_and_no_tests(workshop: Workshop) -> None:
    assert (check.main("lint"), *workshop.called()) == (0, CHECKS_OF_LINT, [])


@pytest.mark.parametrize("name", sorted(CHECKS_OF_LINT))
def test_whatever_fails_ends_the_linting_with_one_and_its_words_are_shown(
    workshop: Workshop, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    workshop.let_fail(name, code=7)

    code = check.main("lint")

    printed = capfd.readouterr().out
    assert (code, re.findall(r"^(.+): failed \(\d+ s\)\n(.*)$", printed, re.MULTILINE)) == (
        1,
        [(name, f"{name} complains")],
    )
    assert (printed.count(": ok ("), printed.count("complains")) == (len(CHECKS_OF_LINT) - 1, 1)


@pytest.mark.parametrize("what", ["everything", "fast"])
def test_where_a_linter_fails_no_test_is_started(workshop: Workshop, what: str) -> None:
    workshop.let_fail("Format")

    assert (check.main(what), workshop.called()[1]) == (1, [])


@pytest.mark.parametrize("name", ["Types", "Missing migrations", "Production settings"])
def test_where_a_slow_check_fails_everything_ends_after_the_first_tests(
    workshop: Workshop, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    workshop.let_fail(name)

    assert (check.main("everything"), workshop.called()[1]) == (1, [ON_SQLITE])
    assert f"{name} complains\n" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("codes", "code", "runs"),
    [((2, 0), 2, [ON_SQLITE]), ((0, 1), 1, [ON_SQLITE, ON_POSTGRES])],
)
def test_tests_that_fail_on_either_database_fail_everything(
    workshop: Workshop, codes: tuple[int, int], code: int, runs: list[str]
) -> None:
    workshop.let_tests_end_with(*codes)

    assert (check.main("everything"), workshop.called()[1]) == (code, runs)


def test_what_passed_everything_is_noted_for_a_release(workshop: Workshop) -> None:
    check.main("everything")

    assert check.TESTED.read_text() == "5f3c\n"


@pytest.mark.parametrize("what", ["fast", "lint"])
def test_what_passed_a_part_is_not_noted(workshop: Workshop, what: str) -> None:
    check.main(what)

    assert not check.TESTED.exists()


def test_what_failed_is_not_noted(workshop: Workshop) -> None:
    workshop.let_tests_end_with(0, 1)

    check.main("everything")

    assert not check.TESTED.exists()


@pytest.mark.parametrize("trees", [["", ""], ["5f3c", ""], ["5f3c", "77aa"]])
def test_files_that_are_not_committed_or_change_meanwhile_are_not_noted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, trees: list[str]
) -> None:
    monkeypatch.setattr(check, "committed_tree", lambda: trees.pop(0))

    check.main("everything")

    assert not check.TESTED.exists()


def test_files_are_named_by_git_when_all_of_them_are_committed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(check, "ROOT", tmp_path)
    without_git = check.committed_tree()
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    (tmp_path / "file").write_text("one")
    not_committed = check.committed_tree()
    subprocess.run([*git, "add", "file"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "One"], check=True)
    committed = check.committed_tree()
    (tmp_path / "file").write_text("two")

    assert re.fullmatch("[0-9a-f]{40}", committed)
    assert [without_git, not_committed, check.committed_tree()] == ["", "", ""]


def test_the_checks_see_the_settings_of_production(
    workshop: Workshop, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEBUG", "1")
    shown = 'echo "$DEBUG $HTTPS $ALLOWED_HOSTS ${#SECRET_KEY}"; pwd; exit 1'
    monkeypatch.setitem(check.CHECKS, "Production settings", ["sh", "-c", shown])

    check.main("lint")

    assert f"\n0 1 kiebitz.example.org 80\n{ROOT}\n\n" in capfd.readouterr().out


def test_anything_else_is_wrong_usage() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.check", "some"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    usage = "usage: python -m scripts.check everything|fast|lint\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", usage)


@pytest.mark.parametrize(
    ("target", "what"), [("test", "everything"), ("test-fast", "fast"), ("lint", "lint")]
)
def test_make_installs_what_the_checks_need_and_starts_them(target: str, what: str) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    done = subprocess.run(
        ["make", "--dry-run", target, "PYTHON=python3.13"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines() == [
        "python3.13 scripts/install.py dev",
        f".venv/bin/python -m scripts.check {what}",
    ]


def test_what_is_left_out_on_sqlite_has_nothing_for_it() -> None:
    """What touches the database there proves nothing of it, and says so. Browsers are marked by their conftest."""
    left_out = [check.ROOT / path for path in check.NOT_ON_SQLITE if path != "tests/browser"]
    files = [file for path in left_out for file in ([path] if path.is_file() else path.rglob("test_*.py"))]
    touching = [
        file for file in files if re.search(r"django_db|\bdb: None|transactional_db", file.read_text())
    ]

    assert len(files) > len(touching) > 0
    assert [file.name for file in touching if "one_database" not in file.read_text()] == []
