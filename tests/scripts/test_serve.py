"""`make run`: the real site under one foreground process, and one clear line when it cannot start."""

import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from config.environment import Environment
from scripts import serve
from scripts.processes import Child, wait_until
from scripts.throwaway import ThrowawayRedis
from tests.scripts.ordinary_user import as_ordinary_user, folder_for_all

ROOT = Path(__file__).resolve().parents[2]
# What the test run itself has set must not reach the command under test.
UNSET = ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "DATABASE_URL", "REDIS_URL", "REDIS_DATABASE", "PROXY_COUNT",
         "JOB_TIME_LIMIT", "JOB_PATIENCE", "JOB_SWEEP_INTERVAL")  # fmt: skip

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]


def _environment(**values: str) -> dict[str, str]:
    # Empty counts as unset, and it hides what a .env file in the working copy may say.
    return os.environ | dict.fromkeys(UNSET, "") | {"HOST": ""} | values


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
def _running(var: Path, port: int, **environment: str) -> Iterator[SimpleNamespace]:
    """The site when it is ready, started from a terminal, with its log in a file."""
    log = var / "console.log"
    keyboard, terminal = pty.openpty()
    with log.open("wb") as console:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"],
            cwd=ROOT,
            env=_environment(VAR_DIR=str(var), PORT=str(port), **environment),
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
    with _running(
        tmp_path_factory.mktemp("var"), _free_port(), HOME=str(home), XDG_RUNTIME_DIR=""
    ) as running:
        running.home = home
        yield running


def test_the_site_becomes_ready_with_database_broker_and_worker(site: SimpleNamespace) -> None:
    assert wait_until(lambda: _get(f"{site.url}/readyz").status == 200, seconds=60), _get(
        f"{site.url}/readyz"
    ).body


def test_the_demo_club_is_there(site: SimpleNamespace) -> None:
    assert _get(f"{site.url}/clubs/lapwing/").status == 200
    assert re.search(
        r"web +\| The demo club is loaded\. Sign in as organiser@demo\.example", site.log.read_text()
    )


def test_the_database_is_sqlite_in_wal_mode(site: SimpleNamespace) -> None:
    import sqlite3

    with sqlite3.connect(f"file:{site.var}/kiebitz.sqlite3?mode=ro", uri=True) as database:
        mode = database.execute("PRAGMA journal_mode").fetchone()

    assert mode == ("wal",)


def test_the_broker_keeps_its_queue_on_disk_and_listens_on_a_socket_only(site: SimpleNamespace) -> None:
    assert (site.var / "broker" / "broker.sock").is_socket()
    assert list((site.var / "broker" / "appendonlydir").glob("*.aof"))


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


def test_every_log_line_names_the_part_it_comes_from(site: SimpleNamespace) -> None:
    names = {line.partition("|")[0].strip() for line in site.log.read_text().splitlines()}

    assert names <= {"kiebitz", "broker", "web", "worker", "beat"}
    assert {"kiebitz", "web"} <= names


def test_whatever_was_asked_so_far_nothing_has_crashed(site: SimpleNamespace) -> None:
    """Before parts are killed: of a broker that is gone the worker complains."""
    assert "Traceback" not in site.log.read_text()


def test_a_second_start_in_the_same_folder_is_refused(site: SimpleNamespace) -> None:
    done = _serve(VAR_DIR=str(site.var))

    assert _verdict(done) == (
        1,
        f"kiebitz: Kiebitz is running already with its data in {site.var}: stop it first.\n",
    )


@pytest.mark.parametrize("part", ["beat", "broker", "worker", "web"])
def test_a_killed_part_is_started_again_and_no_other(site: SimpleNamespace, part: str) -> None:
    assert wait_until(lambda: len(_parts(site)) == 4 and _is_ready(site.url), seconds=60)
    before = _parts(site)

    os.kill(before[part], signal.SIGKILL)

    assert wait_until(lambda: _parts(site).get(part, before[part]) != before[part], seconds=20)
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
        env=_environment(VAR_DIR=str(var), PORT=str(_free_port())),
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
PARTS = {
    "broker": r"(redis|valkey)-server",
    "web": r"/gunicorn\0",
    "worker": r"\0worker\0",
    "beat": r"\0beat\0",
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


def _serve(**environment: str) -> subprocess.CompletedProcess[str]:
    environment.setdefault("PORT", str(_free_port()))
    return subprocess.run(
        [sys.executable, "-m", "scripts.serve"],
        cwd=ROOT,
        env=_environment(**environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def _verdict(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    return done.returncode, done.stderr


def test_a_taken_port_is_a_clear_message(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        done = _serve(VAR_DIR=str(tmp_path), PORT=str(port))

    assert _verdict(done) == (
        1,
        f"kiebitz: port {port} is taken by another program: stop it, or choose another, make run PORT={port + 1}.\n",
    )


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({"PORT": "eighty"}, "kiebitz: PORT is 'eighty', but it must be a whole number of at least 1."),
        ({"PORT": "99999"}, "kiebitz: PORT is '99999', but it must be a whole number of at most 65535."),
        (
            {"HOST": "nowhere.invalid"},
            "kiebitz: HOST is 'nowhere.invalid', which is not an address of this machine.",
        ),
        (
            {"REDIS_URL": "redis://kiebitz:s3cret@127.0.0.1:1"},
            ("kiebitz: no Redis or Valkey answers at 127.0.0.1:1: start it, correct REDIS_URL, or leave REDIS_URL out "
            "to use the embedded one."),
        ),
        (
            {"WORKER_PROCESSES": "none"},
            "kiebitz: WORKER_PROCESSES is 'none', but it must be a whole number of at least 1.",
        ),
        (
            {"HOST": "a..b"},
            "kiebitz: HOST is 'a..b', which is not an address of this machine.",
        ),
        ({"REDIS_URL": "http://x"}, "kiebitz: REDIS_URL begins with 'http'; write redis://host:6379 or unix:///path/to/socket."),
        (
            {"DATABASE_URL": "mysql://x/y"},
            ("kiebitz: DATABASE_URL begins with 'mysql'; Kiebitz runs on sqlite:///path/to/file or "
            "postgres://user:password@host:5432/name."),
        ),
        (
            {"DATABASE_URL": "sqlite://:memory:"},
            "kiebitz: DATABASE_URL names no file: write sqlite:///path/to/file, with three slashes.",
        ),
        ({"HTTPS": "perhaps"}, "kiebitz: HTTPS is 'perhaps', but it is a switch: write 1 or 0."),
    ],
)  # fmt: skip
def test_a_wrong_value_is_one_line(tmp_path: Path, environment: dict[str, str], line: str) -> None:
    done = _serve(VAR_DIR=str(tmp_path), **environment)

    assert _verdict(done) == (1, f"{line}\n")
    assert "s3cret" not in done.stdout


def test_a_database_that_cannot_be_reached_is_one_line(tmp_path: Path) -> None:
    done = _serve(VAR_DIR=str(tmp_path), DATABASE_URL="postgres://kiebitz@127.0.0.1:1/kiebitz")

    assert done.returncode == 1
    assert re.fullmatch(
        r"kiebitz: the database kiebitz at 127\.0\.0\.1:1 cannot be used \(.*Connection refused.*\): "
        r"start it, or correct DATABASE_URL\.\n",
        done.stderr,
    )


def test_a_disk_that_cannot_be_written_is_one_line() -> None:
    # Nobody, root included, may create folders there; why not depends on who asks and on how it is mounted.
    with pytest.raises(OSError, match="/sys/kiebitz") as refused:
        Path("/sys/kiebitz").mkdir()

    done = _serve(VAR_DIR="/sys/kiebitz")

    assert _verdict(done) == (
        1,
        (
            f"kiebitz: cannot write into /sys/kiebitz ({refused.value.strerror}): make it writable, or choose another "
            "folder with VAR_DIR.\n"
        ),
    )


def test_a_lock_of_another_user_is_one_sentence() -> None:
    with folder_for_all() as folder:
        (folder / "serve.lock").touch(mode=0o000)

        with as_ordinary_user(), pytest.raises(serve.CannotServe) as error:
            serve._only_one_at_a_time(folder)

    assert str(error.value) == (
        f"cannot open {folder}/serve.lock (Permission denied): let it belong to whoever starts the site, "
        "or choose another folder with VAR_DIR."
    )


def test_a_broker_that_was_named_is_used_and_none_is_started(tmp_path: Path) -> None:
    redis = ThrowawayRedis(tmp_path / "redis")
    children: list[Child] = []
    env = Environment({"REDIS_URL": redis.url}, base_dir=tmp_path)
    try:
        serve._find_broker(children, env, tmp_path / "var", {})
    finally:
        redis.stop()

    assert (children, (tmp_path / "var").exists()) == ([], False)


def test_without_a_named_broker_one_is_started_and_the_others_learn_where(tmp_path: Path) -> None:
    children: list[Child] = []
    environment: dict[str, str] = {}
    try:
        serve._find_broker(children, Environment({}, base_dir=tmp_path), tmp_path, environment)
    finally:
        for child in children:
            child.stop()

    assert [child.name for child in children] == ["broker"]
    assert environment == {"REDIS_URL": f"unix://{tmp_path}/broker/broker.sock"}


def test_a_database_that_the_embedded_broker_does_not_have_is_refused(tmp_path: Path) -> None:
    children: list[Child] = []
    env = Environment({"REDIS_DATABASE": "15"}, base_dir=tmp_path)
    try:
        with pytest.raises(serve.NoBroker) as error:
            serve._find_broker(children, env, tmp_path, {})
    finally:
        for child in children:
            child.stop()

    assert str(error.value) == (
        f"REDIS_DATABASE is 15, but the broker at {tmp_path}/broker/broker.sock has no database 16 "
        "(DB index is out of range): choose a lower number; the cache uses the one after it."
    )


class _RefusesEverybody(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(400)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def test_a_web_server_that_refuses_the_question_answers_all_the_same() -> None:
    with HTTPServer(("127.0.0.1", 0), _RefusesEverybody) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        answers = serve._answers("127.0.0.1", server.server_port)
        server.shutdown()

    assert answers is True
    assert serve._answers("127.0.0.1", server.server_port) is False


def test_a_web_server_that_never_answers_is_not_called_ready() -> None:
    web = Child("web", ["sleep", "60"], dict(os.environ))
    try:
        with pytest.raises(serve.CannotServe) as error:
            serve._wait_for(web, "127.0.0.1", _free_port(), serve.StopRequest(), seconds=0.6)
    finally:
        web.stop()

    assert str(error.value) == "the web server gave no answer within 1 seconds; its log lines stand above."
