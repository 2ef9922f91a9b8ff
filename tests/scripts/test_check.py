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
    "--ignore=tests/browser --ignore=tests/engine --ignore=tests/players/api/test_conformance.py"
)
ON_POSTGRES = f"postgres {SIDE_BY_SIDE}"
QUICK_ONES = f"postgres {SIDE_BY_SIDE} -m not browser and not faults and not serves"


def test_the_checks_are_of_python_templates_scripts_layers_types_migrations_and_settings() -> None:
    python = sys.executable

    commands = {name: " ".join(command) for name, command in (check.LINTERS | check.CHECKS).items()}

    assert commands == {
        "Rules of style": f"{BIN}/ruff check --quiet .",
        "Format": f"{BIN}/ruff format --check --quiet .",
        "Layers": f"{BIN}/lint-imports",
        "Format of the templates": f"{BIN}/djangofmt --check --quiet templates",
        "Rules of the templates": f"{BIN}/djangofmt check templates",
        "Scripts": f"{BIN}/oxlint --quiet --deny-warnings static",
        "Types": f"{BIN}/mypy",
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
        for table in (check.LINTERS, check.CHECKS):
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
    "Format",
    "Layers",
    "Format of the templates",
    "Rules of the templates",
    "Scripts",
    "Types",
    "Missing migrations",
    "Colours of the boards",
    "Production settings",
}


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path / "diary", monkeypatch)
    monkeypatch.setattr(check, "LINTERS", {name: workshop.program(name) for name in check.LINTERS})
    monkeypatch.setattr(check, "CHECKS", {name: workshop.program(name) for name in check.CHECKS})
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
        "Format: ok (s)",
        "Layers: ok (s)",
        "Format of the templates: ok (s)",
        "Rules of the templates: ok (s)",
        "Scripts: ok (s)",
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


def test_lint_is_all_checks_and_no_tests(workshop: Workshop) -> None:
    assert (check.main("lint"), *workshop.called()) == (0, ALL_CHECKS, [])


@pytest.mark.parametrize("name", sorted(ALL_CHECKS))
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
    assert (printed.count(": ok ("), printed.count("complains")) == (len(ALL_CHECKS) - 1, 1)


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


def test_the_checks_see_the_settings_of_production(
    workshop: Workshop, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEBUG", "1")
    shown = 'echo "$DEBUG $HTTPS $ALLOWED_HOSTS ${#SECRET_KEY}"; pwd; exit 1'
    monkeypatch.setitem(check.CHECKS, "Production settings", ["sh", "-c", shown])

    check.main("lint")

    assert capfd.readouterr().out.endswith(f"\n0 1 kiebitz.example.org 80\n{ROOT}\n\n")


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
        ["make", "--dry-run", target], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == [
        "python3.11 scripts/install.py dev",
        f".venv/bin/python -m scripts.check {what}",
    ]
