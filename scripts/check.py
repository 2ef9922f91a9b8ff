"""Check the project: linters, types, layers, migrations, production settings, then all tests on real servers."""

import os
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": "only-for-this-check-but-long-and-random-enough: 7Qm2vX9pLw4ZkR8tYc3NfB6hJs1DgA5e",
    "ALLOWED_HOSTS": "kiebitz.example.org",
    "HTTPS": "1",
    "PROXY_COUNT": "1",
    "HSTS_SECONDS": "31536000",
    "HSTS_PRELOAD": "1",
    "DATABASE_URL": "sqlite:///var/check.sqlite3",
    "REDIS_URL": "redis://127.0.0.1:6379",
}

# Versions that few of us run. What they read otherwise than the oldest one is looked for; what is new in them is not
# asked for, since the oldest one lacks it.
OTHER_PYTHONS = ("3.12", "3.14")
ASKS_FOR_NEW_FEATURES = "UP,B912"

GAMES_WITH_TABLES = ("barragoon", "stratego")

LINTERS = {
    "Rules of style": [str(BIN / "ruff"), "check", "--quiet", "."],
    **{
        f"Rules of style for Python {version}": [
            str(BIN / "ruff"),
            "check",
            "--quiet",
            "--target-version",
            f"py{version.replace('.', '')}",
            "--extend-ignore",
            ASKS_FOR_NEW_FEATURES,
            ".",
        ]
        for version in OTHER_PYTHONS
    },
    "Format": [str(BIN / "ruff"), "format", "--check", "--quiet", "."],
    "Layers": [str(BIN / "lint-imports")],
    "Format of the templates": [str(BIN / "djangofmt"), "--check", "--quiet", "templates"],
    "Rules of the templates": [str(BIN / "djangofmt"), "check", "templates"],
    "Scripts": [str(BIN / "oxlint"), "--quiet", "--deny-warnings", "static"],
    "Catalogues": [sys.executable, "-m", "scripts.catalogues", "check"],
    **{
        f"Tables of {game} for browsers": [
            sys.executable,
            "-m",
            "engine",
            "tables",
            "--game",
            game,
            "--check",
            f"static/js/rules/tables/{game}.js",
        ]
        for game in GAMES_WITH_TABLES
    },
}
# These take longer. They run beside the first tests: a core would have nothing to do meanwhile.
CHECKS = {
    "Types": [str(BIN / "mypy")],
    "Missing migrations": [
        sys.executable,
        "-W",
        "ignore",
        "manage.py",
        "makemigrations",
        "--check",
        "--dry-run",
    ],
    "Colours of the boards": [sys.executable, "manage.py", "board_styles", "--check"],
    "Production settings": [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}
# Each takes as long as the types themselves: `make lint` and a release wait for them, `make test` does not.
CHECKS_OF_LINT = {
    f"Types for Python {version}": [str(BIN / "mypy"), "--python-version", version]
    for version in OTHER_PYTHONS
}

PYTEST = [sys.executable, "-m", "pytest", "-q"]
# Three processes for two cores, because one of them is often waiting: for a killed worker's successor, for a browser.
# A file stays with one of them, so that its fixtures are made once.
PARALLEL = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"]
# Nothing in these runs on SQLite; to collect them takes as long as some hundred tests.
NOT_ON_SQLITE = [
    "tests/bench",
    "tests/browser",
    "tests/deploy",
    "tests/docs",
    "tests/engine",
    "tests/players/ratings",
    "tests/security",
    "tests/static",
    "tests/tournaments/pairing",
    "tests/tournaments/standings",
    "tests/tournaments/trf",
    "tests/core/api/test_conformance.py",
    "tests/permissions/test_walk.py",
]
# Each of these takes long: whole sites saved, upgraded, set up or attacked, programs started again and again, walks
# over every page and address, thousands of positions, and the slowest files of other parts.
NOT_FAST = [
    "tests/backups",
    "tests/browser",
    "tests/deploy",
    "tests/scripts",
    "tests/security",
    "tests/tournaments/documents",
    "tests/upgrades",
    "tests/audit/test_partitions_in_backups.py",
    "tests/config/test_celery.py",
    "tests/config/test_logs.py",
    "tests/config/test_rolling_upgrade.py",
    "tests/config/test_static_files.py",
    "tests/bench/test_large_site.py",
    "tests/core/api/test_conformance.py",
    "tests/docs/test_tests.py",
    "tests/engine/adjudication/test_dead_in_games.py",
    "tests/engine/adjudication/test_progress.py",
    "tests/engine/barragoon/test_agreement.py",
    "tests/engine/stratego/test_agreement.py",
    "tests/engine/test_compiled.py",
    "tests/games/archive/test_query_counts.py",
    "tests/games/replay/test_privacy.py",
    "tests/games/submissions/test_hostile_uploads.py",
    "tests/games/test_faults.py",
    "tests/games/visibility/test_api_hidden_pieces.py",
    "tests/games/visibility/test_hidden_facts.py",
    "tests/jobs/test_faults.py",
    "tests/jobs/test_leases.py",
    "tests/jobs/test_scheduler.py",
    "tests/permissions/test_administration.py",
    "tests/permissions/test_walk.py",
    "tests/players/people/test_photos.py",
    "tests/templates/test_rendered_pages.py",
    "tests/tournaments/event_files/test_damaged_files.py",
    "tests/tournaments/results/test_known_games.py",
    "tests/tournaments/results/test_records.py",
]
# Holds git's name of the files that last passed everything, for `make release`.
TESTED = ROOT / "var" / "tested"


def main(what: str) -> int:
    if what not in ("everything", "fast", "lint"):
        print("usage: python -m scripts.check everything|fast|lint", file=sys.stderr)
        return 2
    _keep_bytecode()
    before = committed_tree()
    code = _check_and_test(what)
    if what == "everything" and code == 0 and before == committed_tree() != "":
        TESTED.parent.mkdir(exist_ok=True)
        TESTED.write_text(f"{before}\n", encoding="ascii")
    return code


def committed_tree() -> str:
    """Git's name of the files as they are; empty if some of them are not committed, or without git."""
    status = _git("status", "--porcelain")
    tree = _git("rev-parse", "HEAD^{tree}")
    clean = status.returncode == 0 and not status.stdout
    return tree.stdout.strip() if clean and tree.returncode == 0 else ""


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def _check_and_test(what: str) -> int:
    with ThreadPoolExecutor(2) as two_at_a_time:
        linters = [two_at_a_time.submit(_check, *linter) for linter in LINTERS.items()]
        wanted = CHECKS | (CHECKS_OF_LINT if what == "lint" else {})
        checks = [two_at_a_time.submit(_check, *check) for check in wanted.items()]
        passed = [_passes(linter) for linter in linters]
        if what != "everything":
            passed += [_passes(check) for check in checks]
        if not all(passed):
            return 1
        if what == "lint":
            return 0
        if what == "fast":
            quick_ones = ["-m", "not browser and not faults and not serves"]
            quick_ones += [f"--ignore={path}" for path in NOT_FAST]
            return _pytest(quick_ones, database="postgres")
        # The embedded default first: what touches the database must hold on SQLite as well.
        on_sqlite = ["-m", "uses_database and not browser and not postgres and not one_database"]
        on_sqlite += [f"--ignore={path}" for path in NOT_ON_SQLITE]
        failed = _pytest(on_sqlite, database="sqlite")
        passed = [_passes(check) for check in checks]
        if failed or not all(passed):
            return failed or 1
    return _pytest([], database="postgres")


def _keep_bytecode() -> None:
    """The tests start Python some hundred times: where nothing may be written beside the sources, write elsewhere."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "var" / "bytecode"))


class Checked(NamedTuple):
    passed: bool
    report: str


def _check(title: str, command: list[str]) -> Checked:
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | PRODUCTION, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False,
    )  # fmt: skip
    failed = done.returncode != 0
    verdict = "failed" if failed else "ok"
    output = f"\n{done.stdout}" if failed else ""
    return Checked(not failed, f"{title}: {verdict} ({time.monotonic() - started:.0f} s){output}")


def _passes(check: Future[Checked]) -> bool:
    """Wait for it and say how it went."""
    passed, report = check.result()
    print(report, flush=True)
    return passed


def _pytest(arguments: list[str], *, database: str) -> int:
    print(f"Tests on {database}:", flush=True)
    environment = os.environ | {"KIEBITZ_TEST_DATABASE": database}
    command = [*PYTEST, *PARALLEL, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["everything"]))
