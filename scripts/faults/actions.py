"""How each kind of fault is done to a site. A function ends when its fault is over; the site may not have recovered."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import psycopg
import redis

from scripts.faults.plan import COMMANDS, FaultKind, PlannedFault
from scripts.faults.programs import ROOT, Program
from scripts.faults.site import FaultySite

Action = Callable[[FaultySite, PlannedFault], list[str]]
FILL_WITH: Final = b"\0" * (1024 * 1024)
COMMAND_SECONDS: Final = 300


def do_fault(site: FaultySite, fault: PlannedFault) -> list[str]:
    """What must not go wrong by such a fault and did; commands may fail only if something else is broken too."""
    found = [
        sentence
        for sentences in site.hands.map(lambda kind: ACTIONS[kind](site, fault), fault.kinds)
        for sentence in sentences
    ]
    return found if set(fault.kinds) <= COMMANDS or not set(fault.kinds) & COMMANDS else []


def can_do(site: FaultySite, kind: FaultKind) -> bool:
    return site.disk_can_fill or kind != FaultKind.DISK_FULL


def _worker(site: FaultySite, fault: PlannedFault) -> Program:
    return site.workers[fault.target % len(site.workers)]


def _web(site: FaultySite, fault: PlannedFault) -> Program:
    return site.webs[fault.target % len(site.webs)]


def _kill(site: FaultySite, program: Program) -> list[str]:
    site.manager.expect_end(program)
    program.signal_all(signal.SIGKILL)
    return []


def _restart(site: FaultySite, program: Program) -> list[str]:
    site.manager.expect_end(program)
    program.signal_leader(signal.SIGTERM)
    return []


def _kill_child(program: Program, fault: PlannedFault) -> list[str]:
    if children := program.children():
        with suppress(ProcessLookupError):
            os.kill(children[fault.target % len(children)], signal.SIGKILL)
    return []


def _stop_all(program: Program, fault: PlannedFault) -> list[str]:
    program.signal_all(signal.SIGSTOP)
    time.sleep(fault.seconds)
    program.signal_all(signal.SIGCONT)
    return []


def _stop_child(program: Program, fault: PlannedFault) -> list[str]:
    if children := program.children():
        child = children[fault.target % len(children)]
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGSTOP)
            time.sleep(fault.seconds)
            os.kill(child, signal.SIGCONT)
    return []


def _two_beats(site: FaultySite, fault: PlannedFault) -> list[str]:
    second = site.start_second_beat()
    time.sleep(fault.seconds + 10)  # it needs some seconds to start
    site.manager.remove(second)
    return []


def _kill_redis(site: FaultySite, fault: PlannedFault, *, lose_data: bool) -> list[str]:
    with site.redis_in_hand() as server:
        if lose_data:
            server.stop(lose_data=True)
        else:
            server.process.kill()
            server.process.wait(20)
        time.sleep(fault.seconds)
        server.start()
    return []


def _empty_redis(site: FaultySite, fault: PlannedFault) -> list[str]:
    with (
        site.redis_in_hand() as server,
        suppress(redis.exceptions.RedisError),
        redis.Redis.from_url(server.url) as client,
    ):
        client.flushall()
    return []


def _freeze_redis(site: FaultySite, fault: PlannedFault) -> list[str]:
    with site.redis_in_hand() as server:
        server.freeze()
        time.sleep(fault.seconds)
        server.thaw()
    return []


def _restart_postgres(site: FaultySite, fault: PlannedFault, *, immediately: bool) -> list[str]:
    with site.postgres_in_hand() as server:
        server.stop(immediately=immediately)
        time.sleep(fault.seconds)
        server.start()
    return []


def _end_connections(site: FaultySite, fault: PlannedFault) -> list[str]:
    with (
        suppress(psycopg.OperationalError),
        psycopg.connect(site.postgres.url, autocommit=True) as connection,
    ):
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
    return []


def _fill_disk(site: FaultySite, fault: PlannedFault) -> list[str]:
    filler = site.disk / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            while file.write(FILL_WITH):
                pass
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
    time.sleep(fault.seconds)
    filler.unlink()
    return []


def _prepare_twice(site: FaultySite, fault: PlannedFault) -> list[str]:
    commands = [
        subprocess.Popen(
            [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=site.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    errors = [command.communicate(timeout=COMMAND_SECONDS)[1] for command in commands]
    return [
        f"One of two prepare at once failed: {error.strip()[-300:]}"
        for command, error in zip(commands, errors, strict=True)
        if command.returncode
    ]


def _back_up(site: FaultySite, fault: PlannedFault) -> list[str]:
    file = site.folder / "backups" / f"{time.time_ns()}.zip"
    file.parent.mkdir(exist_ok=True)
    done = site.manage("backup", str(file), "--quiet")
    if done.returncode:
        return [f"A backup while the site runs failed: {done.stderr.strip()[-300:]}"]
    site.backups.append(file)
    return []


ACTIONS: Final[Mapping[FaultKind, Action]] = {
    FaultKind.WORKER_KILLED: lambda site, fault: _kill(site, _worker(site, fault)),
    FaultKind.WORKER_CHILD_KILLED: lambda site, fault: _kill_child(_worker(site, fault), fault),
    FaultKind.WORKER_RESTARTED: lambda site, fault: _restart(site, _worker(site, fault)),
    FaultKind.WORKER_STOPPED: lambda site, fault: _stop_all(_worker(site, fault), fault),
    FaultKind.WEB_KILLED: lambda site, fault: _kill(site, _web(site, fault)),
    FaultKind.WEB_CHILD_KILLED: lambda site, fault: _kill_child(_web(site, fault), fault),
    FaultKind.WEB_RESTARTED: lambda site, fault: _restart(site, _web(site, fault)),
    FaultKind.WEB_STOPPED: lambda site, fault: _stop_child(_web(site, fault), fault),
    FaultKind.BEAT_KILLED: lambda site, fault: _kill(site, site.beat),
    FaultKind.BEAT_STOPPED: lambda site, fault: _stop_all(site.beat, fault),
    FaultKind.TWO_BEATS: _two_beats,
    FaultKind.REDIS_KILLED: lambda site, fault: _kill_redis(site, fault, lose_data=False),
    FaultKind.REDIS_EMPTIED: _empty_redis,
    FaultKind.REDIS_WIPED: lambda site, fault: _kill_redis(site, fault, lose_data=True),
    FaultKind.REDIS_FROZEN: _freeze_redis,
    FaultKind.POSTGRES_RESTARTED: lambda site, fault: _restart_postgres(site, fault, immediately=False),
    FaultKind.POSTGRES_KILLED: lambda site, fault: _restart_postgres(site, fault, immediately=True),
    FaultKind.CONNECTIONS_ENDED: _end_connections,
    FaultKind.DISK_FULL: _fill_disk,
    FaultKind.TWO_PREPARE: _prepare_twice,
    FaultKind.BACKUP: _back_up,
}
