"""Whether a worker that was just started has left its first sign of life with the broker."""

import socket
from contextlib import closing
from typing import Final
from urllib.parse import unquote, urlsplit

from config.environment import RedisAddress
from core.monitoring.worker_nodes import WORKERS_KEY, node_name

SECONDS_TO_ANSWER: Final = 3


class WorkerSigns:
    """In the numbered database of the broker that holds them."""

    def __init__(self, broker: RedisAddress, *, database: int) -> None:
        self._broker = broker
        self._database = database

    def has(self, pid: int) -> bool:
        return self._ask("HEXISTS", pid)

    def forget(self, pid: int) -> None:
        """One with the same number, in a container as often as not, may have been killed a moment ago."""
        self._ask("HDEL", pid)

    def _ask(self, command: str, pid: int) -> bool:
        """Whether there was a sign; a broker that does not answer has none."""
        parts = urlsplit(self._broker.url)
        if parts.scheme == "unix" and not parts.netloc and not parts.query:
            return _ask_in_its_words(unquote(parts.path), self._database, command, node_name(pid))
        import redis  # `check_broker` has loaded it already where the broker is somebody else's

        url = self._broker.for_redis_client(database=self._database)
        try:
            with redis.Redis.from_url(
                url, socket_connect_timeout=SECONDS_TO_ANSWER, socket_timeout=SECONDS_TO_ANSWER
            ) as client:
                return bool(client.execute_command(command, WORKERS_KEY, node_name(pid)))
        except (redis.exceptions.RedisError, OSError):
            return False


def _ask_in_its_words(path: str, database: int, command: str, node: str) -> bool:
    """Importing the client would take 30 megabytes as long as the site runs, for one question."""
    try:
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as connection:
            connection.settimeout(SECONDS_TO_ANSWER)
            connection.connect(path)
            connection.sendall(_written("SELECT", str(database)) + _written(command, WORKERS_KEY, node))
            with connection.makefile("rb") as answers:
                return answers.readline() == b"+OK\r\n" and answers.readline() == b":1\r\n"
    except OSError:
        return False


def _written(*words: str) -> bytes:
    encoded = [word.encode() for word in words]
    return b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded)
