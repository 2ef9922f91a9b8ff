"""Serve the site from this folder: broker, web server, worker and scheduler under one foreground process."""

import signal

if __name__ == "__main__":
    # Until the site listens for it, Ctrl-C ends this program as it ends others: at once, and without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import errno
import fcntl
import http.client
import os
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.environment import MAX_PORT, MAX_PROCESSES, ConfigurationError, Environment, RedisAddress
from config.local_defaults import local_settings
from config.private_files import write_private_files
from scripts.broker import NoBroker, check_broker, start_broker
from scripts.processes import Child, say, wait_until
from scripts.worker_signs import WorkerSigns

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

EVERY_ADDRESS = "0.0.0.0"  # noqa: S104  only by ROOM=1, and core.web.room says who is answered
# What keeps the site within 400 MB, unless somebody says otherwise: one process that answers, with as many threads as
# two have on a server, each with SQLite's own size of cache; and glibc gives freed memory back at once instead of
# keeping some for each thread.
SMALL = {
    "WEB_PROCESSES": "1",
    "WEB_THREADS": "4",
    "SQLITE_CACHE_KB": "1000",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "65536",
    "MALLOC_TRIM_THRESHOLD_": "65536",
}


class CannotServe(Exception):
    """One sentence that says what stands in the way and what to change."""


class Stopped(Exception):
    """Somebody asked the site to end: Ctrl-C, a closed window, or a service manager."""


class StopRequest:
    """Ctrl-C, a closed window, a service manager's signal: noted when it comes, obeyed where the site can be left.

    An exception out of the signal's handler may come up in a destructor or in what runs around a fork. Python prints it
    there and goes on, and the site would never end.
    """

    def __init__(self) -> None:
        self._came = False
        self._has_a_window = sys.stdout.isatty()

    def listen(self) -> None:
        signal.signal(signal.SIGTERM, self._note)
        signal.signal(signal.SIGINT, self._note)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` asks us to stay
            signal.signal(signal.SIGHUP, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = True

    def obey(self) -> None:
        # Who leads the terminal's session is told of its end, and no other. That may be make, which waits for us.
        is_closed = self._has_a_window and not sys.stdout.isatty()
        if self._came or is_closed:
            raise Stopped


def main() -> int:
    stop = StopRequest()
    stop.listen()
    children: list[Child] = []
    try:
        _serve(children, stop)
    except Stopped:
        return 0
    except (CannotServe, ConfigurationError, NoBroker) as error:
        print(f"kiebitz: {error}", file=sys.stderr)
        return 1
    finally:
        for child in reversed(children):
            child.stop()
        if children:
            say("kiebitz", "stopped")


def _serve(children: list[Child], stop: StopRequest) -> NoReturn:
    started = time.monotonic()
    write_private_files()
    env = Environment(os.environ, base_dir=ROOT)
    is_open = env.flag("ROOM", default=False)
    host = env.text("HOST", EVERY_ADDRESS if is_open else "127.0.0.1")
    port = env.number("PORT", 8000, minimum=1, maximum=MAX_PORT)
    worker_processes = env.number("WORKER_PROCESSES", 1, minimum=1, maximum=MAX_PROCESSES)
    _check_port_is_free(host, port)
    var = _writable_directory(env.folder("VAR_DIR", "var"))
    _only_one_at_a_time(var)
    environment = os.environ | local_settings(env, host=host, port=port)
    environment |= {"VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment |= {name: value for name, value in SMALL.items() if not env.text(name)}

    broker = _find_broker(children, env, var, environment)
    stop.obey()
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    gunicorn = [
        str(BIN / "gunicorn"),
        "--config",
        "python:config.gunicorn",
        "--bind",
        address,
        "config.wsgi",
    ]
    _compile_code()
    stop.obey()
    web = Child("web", gunicorn, environment | {"PREPARE": "1"})
    children.append(web)
    # Long, because an upgrade of a large database may take its time.
    _wait_for(web, "127.0.0.1" if host == EVERY_ADDRESS else host, port, stop, seconds=600)
    # Only now: on two cores they would make the first page wait. The scheduler lives in the worker.
    command = _celery(
        "worker", "--without-gossip", "--without-mingle", "--concurrency", str(worker_processes), "--beat"
    )
    worker = Child("worker", command, environment)
    children.append(worker)
    say("kiebitz", "pages are served, the worker starts …")
    signs = WorkerSigns(broker, database=env.number("REDIS_DATABASE", 0) + 1)
    signs.forget(worker.process.pid)
    while not signs.has(worker.process.pid):
        _look_after(children, stop)
    say(
        "kiebitz",
        f"ready after {time.monotonic() - started:.1f} seconds: http://{address.replace(EVERY_ADDRESS, '127.0.0.1')}  "
        f"(Kiebitz {version('kiebitz')}; Ctrl-C stops it)",
    )
    if is_open:
        _tell_the_room(port)
    while True:
        _look_after(children, stop)


def _compile_code() -> None:
    """After an upgrade, in a process of its own: whoever compiles keeps what that leaves behind in memory.

    A folder that must not be written to is compiled by everybody for themselves, as ever.
    """
    folders = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
    compiling = [sys.executable, "-m", "compileall", "-q", *folders]
    subprocess.run(compiling, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _tell_the_room(port: int) -> None:
    from core.web.room import room_origin  # few need it

    if origin := room_origin(port):
        say(
            "kiebitz",
            f"phones in the same network reach it at {origin}; an event's page “Phones” has the QR code",
        )
    else:
        say(
            "kiebitz",
            "this computer is in no network yet: join the room's Wi-Fi, and phones will reach the site",
        )


def _look_after(children: list[Child], stop: StopRequest) -> None:
    """Wait a moment, then start again what has ended."""
    time.sleep(0.2)
    stop.obey()
    for child in children:
        if not child.running() and not child.revive():
            raise CannotServe(
                child.last_complaint() or f"{child.name} ends again and again; its log lines stand above."
            )


def _check_port_is_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (socket.gaierror, UnicodeError) as error:
            raise CannotServe(f"HOST is {host!r}, which is not an address of this machine.") from error
        except PermissionError as error:
            raise CannotServe(
                f"port {port} may be used by root only: choose one from 1024, make run PORT=8001."
            ) from error
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                other = port + 1 if port < MAX_PORT else port - 1
                raise CannotServe(
                    f"port {port} is taken by another program: stop it, or choose another, make run PORT={other}."
                ) from error
            raise CannotServe(f"cannot listen on {host} port {port}: {error.strerror}.") from error


def _writable_directory(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise CannotServe(
            f"cannot write into {path} ({error.strerror}): make it writable, or choose another folder with VAR_DIR."
        ) from error
    return path


def _only_one_at_a_time(var: Path) -> None:
    path = var / "serve.lock"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CannotServe(
            f"cannot open {path} ({error.strerror}): let it belong to the user who starts the site, "
            "or choose another folder with VAR_DIR."
        ) from error
    try:
        # Held, and the file kept open, as long as this program runs.
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise CannotServe(f"Kiebitz is running already with its data in {var}: stop it first.") from error


def _find_broker(
    children: list[Child], env: Environment, var: Path, environment: dict[str, str]
) -> RedisAddress:
    """The one that REDIS_URL names, else one of our own; the other programs learn where it is."""
    queue = env.number("REDIS_DATABASE", 0)
    directory = var / "broker"
    if env.text("REDIS_URL"):
        address = env.redis("REDIS_URL", default=directory)
        check_broker(address, queue=queue)
        return address
    _writable_directory(directory)
    address = start_broker(children, directory=directory, environment=environment)
    environment["REDIS_URL"] = address.url
    if queue:
        check_broker(address, queue=queue)
    return address


def _celery(*arguments: str) -> list[str]:
    return [str(BIN / "celery"), "--app", "config", "--quiet", *arguments, "--loglevel", "INFO"]


def _wait_for(web: Child, host: str, port: int, stop: StopRequest, *, seconds: float) -> None:
    def settled() -> bool:
        stop.obey()
        return _answers(host, port) or not web.running()

    answered = wait_until(settled, seconds=seconds)
    if not web.running():
        raise CannotServe(web.last_complaint() or "the web server did not start; its log lines stand above.")
    if not answered:
        raise CannotServe(
            f"the web server gave no answer within {seconds:.0f} seconds; its log lines stand above."
        )


def _answers(host: str, port: int) -> bool:
    """Whatever it says: one that refuses the question serves its visitors all the same."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


if __name__ == "__main__":
    sys.exit(main())
