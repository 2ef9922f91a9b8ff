"""Serve the site from this folder: broker, web server, worker and scheduler under one foreground process."""

import errno
import fcntl
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.environment import ConfigurationError, Environment, RedisAddress
from config.local import local_settings
from scripts.broker import find_server, server_command, socket_path
from scripts.processes import Child, say, wait_until

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


class CannotServe(Exception):
    """One sentence that says what stands in the way and what to change."""


class Stopped(Exception):
    """Somebody asked the site to end: Ctrl-C, or a service manager."""


def main() -> int:
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    children: list[Child] = []
    try:
        _serve(children)
    except Stopped:
        return 0
    except (CannotServe, ConfigurationError) as error:
        print(f"kiebitz: {error}", file=sys.stderr)
        return 1
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for child in reversed(children):
            child.stop()
        if children:
            say("kiebitz", "stopped")


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _serve(children: list[Child]) -> NoReturn:
    started = time.monotonic()
    env = Environment(os.environ, base_dir=ROOT)
    host = env.text("HOST", "127.0.0.1")
    port = env.number("PORT", 8000, least=1)
    _check_port_is_free(host, port)
    var = _writable_directory(ROOT / env.text("VAR_DIR", "var"))
    _only_one_at_a_time(var)
    environment = os.environ | local_settings(env, base_dir=ROOT, host=host, port=port)
    environment |= {"VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}

    if env.text("REDIS_URL"):
        _check_broker_answers(env.redis("REDIS_URL", ""))
    else:
        children.append(_start_broker(var, environment))
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    gunicorn = [
        str(BIN / "gunicorn"),
        "--config",
        "python:config.gunicorn",
        "--bind",
        address,
        "config.wsgi",
    ]
    web = Child("web", gunicorn, environment | {"PREPARE": "1"})
    children.append(web)
    url = f"http://{address}"
    # Long, because an upgrade of a large database may take its time.
    wait_until(lambda: _answers(f"{url}/healthz") or not web.running(), seconds=600)
    if not web.running():
        raise CannotServe(web.last_complaint() or "the web server did not start; its log lines stand above.")
    say("kiebitz", f"ready after {time.monotonic() - started:.1f} seconds: {url}  (Ctrl-C stops it)")
    # Only now: on two cores they would make the first page wait.
    processes = str(env.number("WORKER_PROCESSES", 2, least=1))
    worker = _celery("worker", "--without-gossip", "--without-mingle", "--concurrency", processes)
    children.append(Child("worker", worker, environment))
    children.append(Child("beat", _celery("beat", "--pidfile="), environment))
    _watch(children)


def _watch(children: list[Child]) -> NoReturn:
    while True:
        time.sleep(0.5)
        for child in children:
            if not child.running() and not child.revive():
                raise CannotServe(f"{child.name} ends again and again; its log lines stand above.")


def _check_port_is_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError as error:
            raise CannotServe(f"PORT is {port}, but ports end at 65535.") from error
        except socket.gaierror as error:
            raise CannotServe(f"HOST is {host!r}, which is not an address of this machine.") from error
        except PermissionError as error:
            raise CannotServe(
                f"port {port} may be used by root only: choose one from 1024, make run PORT=8001."
            ) from error
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(
                    f"port {port} is taken by another program: stop it, or choose another, make run PORT={port + 1}."
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
    lock = os.open(var / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(
            lock, fcntl.LOCK_EX | fcntl.LOCK_NB
        )  # held, and the file kept open, as long as this program runs
    except OSError as error:
        raise CannotServe(f"Kiebitz is running already with its data in {var}: stop it first.") from error


def _start_broker(var: Path, environment: dict[str, str]) -> Child:
    directory = _writable_directory(var / "broker")
    path = socket_path(directory)
    path.unlink(missing_ok=True)  # left by a broker that was killed
    broker = Child(
        "broker", server_command(server=find_server(), directory=directory, socket=path), environment
    )
    environment["REDIS_URL"] = f"unix://{path}"
    if (
        not wait_until(lambda: _embedded_broker_answers(path) or not broker.running(), seconds=20)
        or not broker.running()
    ):
        broker.stop()
        raise CannotServe(f"the broker did not start; what it said stands in {directory / 'broker.log'}.")
    return broker


def _embedded_broker_answers(path: Path) -> bool:
    """Ask in the broker's own words: importing its client takes longer than everything else here."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(3)
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _check_broker_answers(address: RedisAddress) -> None:
    import redis  # slow to import, and needed only where the broker is somebody else's

    url = address.for_redis_client(database=0)
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3) as client:
            client.ping()
    except (redis.exceptions.RedisError, OSError) as error:
        raise CannotServe(
            f"REDIS_URL is {address.url}, but no Redis or Valkey answers there: start it, correct the address, "
            "or leave REDIS_URL out to use the embedded one."
        ) from error


def _celery(*arguments: str) -> list[str]:
    return [str(BIN / "celery"), "--app", "config", "--quiet", *arguments, "--loglevel", "INFO"]


def _answers(url: str) -> bool:
    request = urllib.request.Request(url, headers={"Host": "localhost"})  # noqa: S310  our own http address
    try:
        with urllib.request.urlopen(request, timeout=2) as response:  # noqa: S310  our own http address
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(main())
