"""The command `kiebitz`, for real below a folder of its own: releases, settings, tables, backups, upgrades."""

import argparse
import os
import runpy
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scripts.processes import wait_until
from tests.scripts.ordinary_user import NOBODY
from tests.scripts.serving import ROOT, environment

pytestmark = [pytest.mark.serves, pytest.mark.timeout(300)]

# A release whose packages are those of this checkout, instead of new ones from the network.
LINK_PACKAGES = f"""import pathlib
if not pathlib.Path(".venv").is_symlink():
    pathlib.Path(".venv").symlink_to({str(ROOT / ".venv")!r})
"""
# A site that only says what it was asked: what the command does around it is the same, and done sooner.
LISTENER = """import os, pathlib, sys
with (pathlib.Path(os.environ["VAR_DIR"]) / "calls").open("a") as calls:
    calls.write(f"{pathlib.Path.cwd().name} {sys.argv[1]}\\n")
print(os.environ.get("EMAIL_HOST_PASSWORD", ""))
sys.exit(2 if sys.argv[1] == "status" else 0)
"""
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".env", "var", "tests", "bench", "docs", "__pycache__", ".*_cache", ".hypothesis"
)


def _kiebitz(source: Path, *arguments: str, user: int | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(source / "deploy" / "kiebitz"), *arguments],
        env=environment(), capture_output=True, text=True, check=False, user=user,
    )  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source") / "kiebitz"
    shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "manage.py").write_text(LISTENER)
    (folder / "scripts").mkdir()
    (folder / "scripts" / "install.py").write_text(LINK_PACKAGES)
    return folder


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, source: Path) -> Path:
    """Where it was installed."""
    folder = tmp_path_factory.mktemp("root")
    done = _install(source, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def _install(source: Path, root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    database = f"sqlite:///{root}/var/lib/kiebitz/kiebitz.sqlite3"
    return _kiebitz(
        source, "--root", str(root), *options, "install", "--host", "club.example.org", "--database", database,
        "--redis", f"unix://{root}/nobody-listens",
    )  # fmt: skip


def test_a_dry_run_says_every_step_and_changes_nothing(source: Path, tmp_path: Path) -> None:
    done = _install(source, tmp_path, "--dry-run")

    assert done.returncode == 0
    *steps, last = done.stdout.splitlines()
    assert all(line.startswith("would ") for line in steps)
    assert last == "Nothing was changed."
    for part in (
        "/etc/kiebitz/kiebitz.env",
        "/opt/kiebitz/releases/",
        "tables",
        "kiebitz-web.service",
        "current",
    ):
        assert part in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_only_root_may_change_the_machine(source: Path) -> None:
    user = NOBODY if os.geteuid() == 0 else None
    program = ["/usr/bin/python3", "-I", "-c", "import sys; print(sys.version_info >= (3, 11))"]
    assert subprocess.run(program, capture_output=True, text=True, check=True).stdout == "True\n"
    # pytest's folders are closed to others: they get the text, not the file.
    text = (source / "deploy" / "kiebitz").read_text().replace("from machine import", "from __main__ import")
    machine = (source / "deploy" / "machine.py").read_text()
    done = subprocess.run(
        ["/usr/bin/python3", "-", "backup"],
        input=f"__file__ = '/nowhere/deploy/kiebitz'\n{machine}\n{text}", cwd="/", user=user,
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.startswith("kiebitz: this is for root: sudo kiebitz")


def test_the_settings_have_a_secret_of_their_own_and_are_not_for_all(root: Path) -> None:
    file = root / "etc/kiebitz/kiebitz.env"
    settings = dict(
        line.split("=", 1) for line in file.read_text().splitlines() if "=" in line and line[0] != "#"
    )

    assert len(settings["SECRET_KEY"]) >= 50
    assert (settings["ALLOWED_HOSTS"], settings["PROXY_COUNT"]) == ("club.example.org", "1")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert stat.S_IMODE((root / "var/lib/kiebitz").stat().st_mode) == 0o700


def test_units_and_rules_are_where_systemd_and_logrotate_look(root: Path) -> None:
    units = ROOT / "deploy" / "systemd"
    for unit in (path for path in units.rglob("*.*") if path.is_file()):
        assert (root / "etc/systemd/system" / unit.relative_to(units)).read_text() == unit.read_text()
    assert (root / "etc/logrotate.d/kiebitz").is_file()
    assert (root / "usr/local/bin/kiebitz").resolve().name == "kiebitz"


def test_the_same_command_again_changes_nothing(source: Path, root: Path) -> None:
    before = _state(root)

    done = _install(source, root)

    assert done.returncode == 0
    assert "write " not in done.stdout
    assert _state(root) == before


def _state(root: Path) -> dict[str, tuple[int, bytes]]:
    folders = [root / "etc", root / "usr"]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_manage_prints_what_the_command_says_and_hands_its_code_on(source: Path, root: Path) -> None:
    manage = _kiebitz(source, "--root", str(root), "manage", "--version")
    status = _kiebitz(source, "--root", str(root), "status")

    assert (manage.returncode, manage.stdout, manage.stderr) == (0, "\n", "")
    assert (status.returncode, status.stderr) == (2, "")


def test_a_setting_that_systemd_would_read_otherwise_is_refused(source: Path, root: Path) -> None:
    file = root / "etc/kiebitz/kiebitz.env"
    before = file.read_text()
    try:
        file.write_text(before + "EMAIL_HOST_PASSWORD='a \"b'\n")
        good = _kiebitz(source, "--root", str(root), "manage", "--version")
        file.write_text(before + "EMAIL_HOST_PASSWORD=a\\b\n")
        bad = _kiebitz(source, "--root", str(root), "manage", "--version")
    finally:
        file.write_text(before)

    assert (good.returncode, good.stdout) == (0, 'a "b\n')
    assert bad.returncode == 1
    assert f"line {before.count(chr(10)) + 1} " in bad.stderr


@pytest.mark.timeout(900)
def test_the_real_site_is_installed_saved_and_restored(tmp_path: Path) -> None:
    source, root, file = tmp_path / "source", tmp_path / "root", tmp_path / "site.zip"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    (source / "scripts" / "install.py").write_text(LINK_PACKAGES)
    database = root / "var/lib/kiebitz/kiebitz.sqlite3"

    def run(*arguments: str) -> None:
        done = _kiebitz(source, "--root", str(root), *arguments)
        assert done.returncode == 0, done.stdout + done.stderr

    def names() -> list[str]:
        with closing(sqlite3.connect(database)) as connection:
            return [name for (name,) in connection.execute("SELECT display_name FROM players_user")]

    assert _install(source, root).returncode == 0
    make = "from players.models import User; User.objects.create_user('a@example.org', 'x', display_name='Agnes')"
    run("manage", "shell", "--no-imports", "-c", make)
    run("backup", str(file))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE players_user SET display_name = 'Changed'")
    assert names() == ["Changed"]

    run("restore", "--replace", str(file))

    assert names() == ["Agnes"]
    again = _kiebitz(source, "--root", str(root), "backup", str(file))
    assert (again.returncode, "is there already" in again.stderr) == (1, True)


def test_no_visitor_wakes_the_site_while_it_is_restored(
    source: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd keeps the address open for visitors, and starts the web server for whoever comes."""
    monkeypatch.syspath_prepend(str(source / "deploy"))
    monkeypatch.delitem(sys.modules, "machine", raising=False)
    command = runpy.run_path(str(source / "deploy" / "kiebitz"))
    steps: list[tuple[str, ...]] = []

    class Recorder(command["Machine"]):  # type: ignore[misc]
        def services(self, *words: str) -> None:
            steps.append(words)

        def run(self, *words: str, **_: object) -> int:
            steps.append(words[2:3])
            return 0

    file = root / "site.zip"
    file.touch()
    options = argparse.Namespace(file=str(file), replace=True)
    command["restore"](Recorder(root, dry_run=False), options)

    units = sorted(path.name for path in (source / "deploy" / "systemd").glob("kiebitz*.*") if path.is_file())
    stop, restore, start = steps
    assert (stop[0], *sorted(stop[1:])) == ("stop", *units)
    assert restore == ("restore",)
    assert (start[0], *sorted(start[1:])) == ("start", *units)


def test_an_upgrade_saves_everything_first_and_keeps_the_release_before(source: Path, root: Path) -> None:
    settings = (root / "etc/kiebitz/kiebitz.env").read_text()
    first = (root / "opt/kiebitz/current").readlink()
    for number in range(2):
        (source / "CHANGELOG.md").write_text(f"{number}\n")
        refused = _install(source, root)
        assert (refused.returncode, "kiebitz upgrade" in refused.stderr) == (1, True)

        done = _kiebitz(first, "--root", str(root), "upgrade", str(source))
        assert done.returncode == 0, done.stdout + done.stderr

    releases = list((root / "opt/kiebitz/releases").iterdir())
    assert len(releases) == 2
    assert first not in releases
    assert (root / "opt/kiebitz/current").resolve() in releases
    calls = [line.split() for line in (root / "var/lib/kiebitz/calls").read_text().splitlines()]
    current = (root / "opt/kiebitz/current").resolve().name
    assert [call for release, call in calls if release == current] == ["prepare"]
    assert calls[-2][1] == "backup"  # by the release that ran then, which can restore it
    assert (root / "etc/kiebitz/kiebitz.env").read_text() == settings


def test_a_downgrade_brings_the_release_before_back_with_its_units(source: Path, tmp_path: Path) -> None:
    root, new = tmp_path / "root", tmp_path / "new"
    assert _install(source, root).returncode == 0
    shutil.copytree(source, new)
    unit = "kiebitz-web.service"
    with (new / "deploy/systemd" / unit).open("a") as lines:
        lines.write("# of the new release\n")
    first = (root / "opt/kiebitz/current").readlink()
    nothing = _kiebitz(source, "--root", str(root), "downgrade")

    assert _kiebitz(new, "--root", str(root), "upgrade").returncode == 0
    second = (root / "opt/kiebitz/current").readlink()
    done = _kiebitz(second, "--root", str(root), "downgrade")
    twice = _kiebitz(second, "--root", str(root), "downgrade")

    assert (nothing.returncode, "is not here" in nothing.stderr) == (1, True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert first != second
    assert (twice.returncode, "kiebitz upgrade" in twice.stderr) == (1, True)
    assert (root / "opt/kiebitz/current").readlink() == first
    assert "new release" not in (root / "etc/systemd/system" / unit).read_text()
    assert (root / "var/lib/kiebitz/calls").read_text().splitlines()[-1] == f"{first.name} prepare"


def test_tables_that_were_changed_before_an_interruption_are_saved_by_the_new_release(
    source: Path, tmp_path: Path
) -> None:
    root, new = tmp_path / "root", tmp_path / "new"
    assert _install(source, root).returncode == 0
    shutil.copytree(source, new)
    (new / "CHANGELOG.md").write_text("new\n")
    first = (root / "opt/kiebitz/current").readlink()
    (first / "manage.py").write_text(LISTENER.replace('== "status"', 'in ("status", "backup")'))

    done = _kiebitz(new, "--root", str(root), "upgrade")

    calls = [line.split() for line in (root / "var/lib/kiebitz/calls").read_text().splitlines()]
    second = (root / "opt/kiebitz/current").resolve().name
    assert done.returncode == 0, done.stdout + done.stderr
    assert calls[-3:] == [[first.name, "backup"], [second, "backup"], [second, "prepare"]]


def test_what_a_killed_command_left_running_keeps_others_out(source: Path, tmp_path: Path) -> None:
    """And when it has ended, the same command goes on."""
    slow = tmp_path / "source"
    shutil.copytree(source, slow)
    go_on, started = tmp_path / "go-on", tmp_path / "started"
    (slow / "scripts" / "install.py").write_text(
        f"import pathlib, time\npathlib.Path({str(started)!r}).touch()\n"
        f"while not pathlib.Path({str(go_on)!r}).exists(): time.sleep(0.05)\n{LINK_PACKAGES}"
    )
    root = tmp_path / "root"
    database = f"sqlite:///{root}/var/lib/kiebitz/kiebitz.sqlite3"
    command = [sys.executable, str(slow / "deploy/kiebitz"), "--root", str(root), "install", "--host", "x.org",
               "--database", database]  # fmt: skip
    first = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert wait_until(started.exists, seconds=60)
    first.kill()
    first.wait(10)

    meanwhile = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    go_on.touch()

    def is_done() -> bool:
        return subprocess.run(command, env=environment(), capture_output=True, check=False).returncode == 0

    assert (meanwhile.returncode, "another kiebitz command" in meanwhile.stderr) == (1, True)
    assert wait_until(is_done, seconds=120)
    assert (root / "opt/kiebitz/current/manage.py").is_file()
