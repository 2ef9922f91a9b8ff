"""`make run`: the real site under one foreground process."""

import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis

from bench.load.organiser import Evening
from bench.memory import RUN_TIME_PACKAGES, measure, total
from config.embedded_beat import PROCESS_NAME
from core.monitoring.heartbeats import SWEEP_KEY
from scripts import serve
from scripts.processes import wait_until
from tests.scripts.serving import ROOT, environment, free_port, serve_once, verdict

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]


def _get(url: str, **headers: str) -> SimpleNamespace:
    request = urllib.request.Request(
        url, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return SimpleNamespace(status=response.status, headers=response.headers, body=response.read())
    except urllib.error.HTTPError as error:
        with error:
            return SimpleNamespace(status=error.code, headers=error.headers, body=error.read())


def _children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _processes_below(pid: int) -> list[int]:
    children = _children_of(pid)
    return children + [grandchild for child in children for grandchild in _processes_below(child)]


@contextmanager
def _running(var: Path, port: int, **values: str) -> Iterator[SimpleNamespace]:
    """The site when it is ready, started from a terminal, with its log in a file."""
    log = var / "console.log"
    keyboard, terminal = pty.openpty()
    with log.open("wb") as console:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"],
            cwd=ROOT,
            env=environment(VAR_DIR=str(var), PORT=str(port), **values),
            stdin=terminal,
            stdout=console,
            stderr=console,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY),
        )
    os.close(terminal)
    url = f"http://127.0.0.1:{port}"
    try:
        assert wait_until(lambda: "ready after" in log.read_text() or process.poll() is not None, seconds=120)
        assert process.poll() is None, log.read_text()
        yield SimpleNamespace(process=process, var=var, port=port, url=url, log=log, keyboard=keyboard)
    finally:
        os.close(keyboard)
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(60)
            finally:
                process.kill()
                process.wait()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    home = tmp_path_factory.mktemp("home")
    var = tmp_path_factory.mktemp("var")
    var.chmod(0o755)
    given = {"HOME": str(home), "XDG_RUNTIME_DIR": "", "PYTHONPATH": RUN_TIME_PACKAGES}
    with _running(var, free_port(), **given) as running:
        running.home = home
        yield running


def test_whoever_reads_that_the_site_is_ready_finds_database_broker_and_worker(site: SimpleNamespace) -> None:
    answer = _get(f"{site.url}/readyz")

    assert answer.status == 200, answer.body


def test_the_demo_club_is_there(site: SimpleNamespace) -> None:
    assert _get(f"{site.url}/clubs/lapwing/").status == 200
    assert re.search(
        r"web +\| The demo club is loaded\. Sign in as organiser@demo\.example", site.log.read_text()
    )


def test_the_database_is_sqlite_in_wal_mode(site: SimpleNamespace) -> None:
    import sqlite3

    with closing(sqlite3.connect(f"file:{site.var}/kiebitz.sqlite3?mode=ro", uri=True)) as database:
        mode = database.execute("PRAGMA journal_mode").fetchone()

    assert mode == ("wal",)


def test_the_broker_keeps_its_queue_on_disk_and_listens_on_a_socket_only(site: SimpleNamespace) -> None:
    assert (site.var / "broker" / "broker.sock").is_socket()
    assert list((site.var / "broker" / "appendonlydir").glob("*.aof"))


def test_nobody_else_on_the_machine_can_read_the_sites_files(site: SimpleNamespace) -> None:
    """Database, its log, the queue, the secret, static files; the log of this test is not the site's."""
    assert {path.name for path in site.var.iterdir()} >= {
        "kiebitz.sqlite3",
        "kiebitz.sqlite3-wal",
        "secret_key",
    }
    assert [path for path in site.var.rglob("*") if path != site.log and path.lstat().st_mode & 0o077] == []
    assert site.var.stat().st_mode & 0o077 == 0


def test_nothing_is_written_into_the_home_of_whoever_starts_it(site: SimpleNamespace) -> None:
    assert list(site.home.iterdir()) == []


def test_static_files_are_hashed_compressed_and_kept_by_browsers(site: SimpleNamespace) -> None:
    page = _get(f"{site.url}/").body.decode()
    (stylesheet,) = re.findall(r'href="(/static/css/kiebitz\.[0-9a-f]{12}\.css)"', page)

    answer = _get(f"{site.url}{stylesheet}", Accept_Encoding="br")

    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "br"
    assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"


def test_bad_requests_are_answered_and_not_crashed_upon(site: SimpleNamespace) -> None:
    assert _get(f"{site.url}/clubs/%00/").status == 404
    assert _get(f"{site.url}/", Host="evil.example").status == 400


def test_pages_are_served_beside_eighty_unfinished_bodies(site: SimpleNamespace) -> None:
    head = b"POST /account/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nusername="
    with ExitStack() as stack:
        for _ in range(80):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=30))
            slow.sendall(head)

        for address in ("/healthz", "/", "/clubs/lapwing/"):
            started = time.monotonic()
            assert _get(f"{site.url}{address}").status == 200
            assert time.monotonic() - started < 2

        assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


def test_every_log_line_names_the_part_it_comes_from(site: SimpleNamespace) -> None:
    names = {line.partition("|")[0].strip() for line in site.log.read_text().splitlines()}

    assert names <= {"kiebitz", "broker", "web", "worker"}
    assert {"kiebitz", "web"} <= names


def test_sweeps_that_find_nothing_leave_no_line(site: SimpleNamespace) -> None:
    (socket_file,) = (site.var / "broker").glob("*.sock")
    with closing(Redis(unix_socket_path=str(socket_file), db=1)) as cache:
        assert wait_until(lambda: bool(cache.exists(SWEEP_KEY)), seconds=60)

    assert "tasks.sweep" not in site.log.read_text()


def test_whatever_was_asked_so_far_nothing_has_crashed(site: SimpleNamespace) -> None:
    """Before parts are killed: of a broker that is gone the worker complains."""
    assert "Traceback" not in site.log.read_text()


def test_a_second_start_in_the_same_folder_is_refused(site: SimpleNamespace) -> None:
    done = serve_once(VAR_DIR=str(site.var))

    assert verdict(done) == (
        1,
        f"kiebitz: Kiebitz is running already with its data in {site.var}: stop it first.\n",
    )


def test_the_whole_site_in_use_takes_at_most_400_megabytes(site: SimpleNamespace) -> None:
    """Before parts are killed, after every kind of page, a few uploads and a round that was paired."""
    assert wait_until(lambda: _is_ready(site.url), seconds=60)

    pages = Evening(site.url, site.log.read_text()).spend()
    shares = measure(site.process.pid)

    assert pages > 100
    assert total(shares) <= 400_000_000, shares


def test_a_killed_scheduler_is_started_again_by_its_worker(site: SimpleNamespace) -> None:
    assert wait_until(lambda: _is_ready(site.url) and _scheduler(site) is not None, seconds=60)
    before, worker = _scheduler(site), _parts(site)["worker"]
    assert before is not None

    os.kill(before, signal.SIGKILL)

    assert wait_until(lambda: _scheduler(site) not in (None, before), seconds=60)
    assert _parts(site)["worker"] == worker


@pytest.mark.parametrize("part", ["broker", "worker", "web"])
def test_a_killed_part_is_started_again_and_no_other(site: SimpleNamespace, part: str) -> None:
    assert wait_until(lambda: len(_parts(site)) == 3 and _is_ready(site.url), seconds=60)
    before = _parts(site)

    os.kill(before[part], signal.SIGKILL)

    assert wait_until(lambda: _parts(site).get(part, before[part]) != before[part], seconds=60)
    assert wait_until(lambda: _is_ready(site.url), seconds=60)
    assert _parts(site) == before | {part: _parts(site)[part]}
    assert f"{part:<8}| ended unexpectedly with code -9\n" in site.log.read_text()


def test_ctrl_c_stops_every_process_cleanly(site: SimpleNamespace) -> None:
    """The last test of this start: afterwards the site is gone."""
    everything, so_far = _processes_below(site.process.pid), len(site.log.read_text())

    os.write(site.keyboard, b"\x03")
    code = site.process.wait(60)

    assert (code, [pid for pid in everything if Path(f"/proc/{pid}").exists()]) == (0, [])
    last_words = site.log.read_text()[so_far:]
    assert last_words.splitlines()[-1] == "kiebitz | stopped"
    assert "Traceback" not in last_words


def test_the_next_start_repeats_nothing_and_serves_a_host_name_that_is_not_this_machine(
    site: SimpleNamespace,
) -> None:
    """It takes five seconds on a machine that does nothing else; here others work as well."""
    with _running(site.var, site.port, ALLOWED_HOSTS="club.example.org") as again:
        log = again.log.read_text()
        answers = [_get(again.url, Host=host).status for host in ("club.example.org", "localhost")]

    ready = re.search(r"^kiebitz \| ready after ([\d.]+) seconds", log, re.MULTILINE)
    assert ready
    assert float(ready[1]) < 60
    assert re.findall("Bringing the database|Compressing|demo club", log) == []
    assert answers == [200, 400]


def _run_script(script: str, var: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(VAR_DIR=str(var), PORT=str(free_port())),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


# Asks the site to stop while it forks its first part, when an exception would be swallowed.
STOPPED_WHILE_FORKING = """
import os, signal, sys
from scripts import serve
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
sys.exit(serve.main())
"""


def test_a_stop_that_comes_while_a_part_is_being_started_is_obeyed(tmp_path: Path) -> None:
    done = _run_script(STOPPED_WHILE_FORKING, tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "kiebitz | stopped\n", "")


# Presses Ctrl-C while the program is still being loaded.
STOPPED_WHILE_LOADING = """
import os, runpy, signal, sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "config.environment":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, CtrlC())
runpy.run_module("scripts.serve", run_name="__main__")
"""


def test_ctrl_c_while_the_program_is_being_loaded_ends_it_without_a_word(tmp_path: Path) -> None:
    done = _run_script(STOPPED_WHILE_LOADING, tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


# By what stands on the command line of each part alone.
HUNG_UP = """
import signal
from scripts import serve
stop = serve.StopRequest()
stop.listen()
signal.raise_signal(signal.SIGHUP)
try:
    stop.obey()
    print("goes on")
except serve.Stopped:
    print("stops")
"""


@pytest.mark.parametrize(("nohup", "said"), [(False, "stops"), (True, "goes on")])
def test_the_end_of_a_terminal_ends_the_site_unless_it_was_asked_to_stay(nohup: bool, said: str) -> None:
    handler = signal.SIG_IGN if nohup else signal.SIG_DFL

    done = subprocess.run(
        [sys.executable, "-c", HUNG_UP],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, handler),
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, f"{said}\n", "")


def test_a_window_that_is_closed_ends_the_site_though_nobody_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a window in which make is the only program: it is told, and waits for the site."""
    window, terminal = pty.openpty()
    with os.fdopen(terminal, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        stop = serve.StopRequest()
        stop.obey()

        os.close(window)

        with pytest.raises(serve.Stopped):
            stop.obey()


PARTS = {
    "broker": r"(redis|valkey)-server",
    "web": r"/gunicorn\0",
    "worker": r"\0worker\0",
}


def _parts(site: SimpleNamespace) -> dict[str, int]:
    """The process of each part that runs."""
    running = {}
    for pid in _children_of(site.process.pid):
        with suppress(OSError):  # it may have ended meanwhile
            command = Path(f"/proc/{pid}/cmdline").read_text()
            running |= {part: pid for part, pattern in PARTS.items() if re.search(pattern, command)}
    return running


def _is_ready(url: str) -> bool:
    try:
        return bool(_get(f"{url}/readyz").status == 200)
    except OSError:
        return False


def _scheduler(site: SimpleNamespace) -> int | None:
    """The process of the worker that is called so."""
    for pid in _children_of(_parts(site).get("worker", site.process.pid)):
        with suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text().strip() == PROCESS_NAME:
                return pid
    return None
