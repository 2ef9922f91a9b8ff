"""`make run` says one clear line when it cannot start, and nothing of it is left running."""

import os
import re
import socket
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from config.environment import Environment
from scripts import serve
from scripts.processes import Child
from scripts.throwaway import ThrowawayRedis
from tests.scripts.ordinary_user import as_ordinary_user, folder_for_all
from tests.scripts.serving import free_port, serve_once, verdict

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]


def test_a_taken_port_is_a_clear_message(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        done = serve_once(VAR_DIR=str(tmp_path), PORT=str(port))

    assert verdict(done) == (
        1,
        f"kiebitz: port {port} is taken by another program: stop it, or choose another, make run PORT={port + 1}.\n",
    )


def test_who_has_taken_the_last_port_is_offered_the_one_before() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.2", serve.MAX_PORT))  # an address of its own, for which nobody else asks
        other.listen()

        with pytest.raises(serve.CannotServe) as error:
            serve._check_port_is_free("127.0.0.2", serve.MAX_PORT)

    assert str(error.value) == (
        "port 65535 is taken by another program: stop it, or choose another, make run PORT=65534."
    )


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({"PORT": "eighty"}, "kiebitz: PORT is 'eighty', "),
        ({"PORT": "99999"}, "kiebitz: PORT is '99999', "),
        (
            {"HOST": "nowhere.invalid"},
            "kiebitz: HOST is 'nowhere.invalid', which is not an address of this machine.",
        ),
        (
            {"REDIS_URL": "redis://kiebitz:s3cret@127.0.0.1:1"},
            "kiebitz: no Redis ",
        ),
        (
            {"WORKER_PROCESSES": "none"},
            "kiebitz: WORKER_PROCESSES is 'none', ",
        ),
        (
            {"HOST": "a..b"},
            "kiebitz: HOST is 'a..b', which is not an address of this machine.",
        ),
        ({"REDIS_URL": "http://x"}, "kiebitz: REDIS_URL begins with 'http'; "),
        (
            {"DATABASE_URL": "mysql://x/y"},
            "kiebitz: DATABASE_URL begins with 'mysql'; ",
        ),
        (
            {"DATABASE_URL": "sqlite://:memory:"},
            "kiebitz: DATABASE_URL names no file: ",
        ),
        ({"HTTPS": "perhaps"}, "kiebitz: HTTPS is 'perhaps', "),
    ],
)  # fmt: skip
def test_a_wrong_value_is_one_line(tmp_path: Path, environment: dict[str, str], line: str) -> None:
    done = serve_once(VAR_DIR=str(tmp_path), **environment)

    status, shown = verdict(done)
    assert (status, len(shown.splitlines())) == (1, 1)
    assert shown.startswith(line)
    assert "s3cret" not in done.stdout


def test_a_database_that_cannot_be_reached_is_one_line(tmp_path: Path) -> None:
    done = serve_once(VAR_DIR=str(tmp_path), DATABASE_URL="postgres://kiebitz@127.0.0.1:1/kiebitz")

    assert done.returncode == 1
    assert re.fullmatch(
        r"kiebitz: the database kiebitz at 127\.0\.0\.1:1 .*\(.*Connection refused.*\).* DATABASE_URL\.\n",
        done.stderr,
    )


def test_a_disk_that_cannot_be_written_is_one_line() -> None:
    # Nobody, root included, may create folders there; why not depends on who asks and on how it is mounted.
    with pytest.raises(OSError, match="/sys/kiebitz") as refused:
        Path("/sys/kiebitz").mkdir()

    done = serve_once(VAR_DIR="/sys/kiebitz")

    assert verdict(done) == (
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
        f"cannot open {folder}/serve.lock (Permission denied): let it belong to the user who starts the site, "
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

    assert str(error.value).startswith(
        f"REDIS_DATABASE is 15, but the broker at {tmp_path}/broker/broker.sock has no database 16 "
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
            serve._wait_for(web, "127.0.0.1", free_port(), serve.StopRequest(), seconds=0.6)
    finally:
        web.stop()

    assert str(error.value) == "the web server gave no answer within 1 seconds; its log lines stand above."
