"""Child processes: revived when they end, and gone with all they started when they are stopped."""

import os
import subprocess
import sys
import time
from pathlib import Path

from scripts.processes import Child, wait_until

# A leader with a pool of one, as a worker that is busy: both have better things to do than to end.
DEAF_LEADER = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
open(sys.argv[1] + str(os.getpid()), "w").close()
time.sleep(600)
"""
# One that ends when it is told, and forgets its pool.
FORGETFUL_LEADER = """
import os, signal, sys, time
if os.fork() == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[1] + str(os.getpid()), "w").close()
time.sleep(600)
"""


def test_a_part_that_does_not_end_in_time_is_killed_with_all_it_has_started(tmp_path: Path) -> None:
    child = _leader_with_pool(DEAF_LEADER, tmp_path)

    child.stop()

    assert wait_until(lambda: _alive_in_session(child.process.pid) == [], seconds=60)


def test_a_part_that_ends_leaves_nothing_behind_that_it_has_started(tmp_path: Path) -> None:
    child = _leader_with_pool(FORGETFUL_LEADER, tmp_path)

    child.stop()

    assert wait_until(lambda: _alive_in_session(child.process.pid) == [], seconds=60)


def test_what_a_killed_part_has_left_is_gone_when_it_is_started_again(tmp_path: Path) -> None:
    child = _leader_with_pool(FORGETFUL_LEADER, tmp_path)
    former = child.process.pid
    child.process.kill()
    child.process.wait()

    revived = child.revive()
    child.stop()

    assert revived
    assert wait_until(lambda: _alive_in_session(former) == [], seconds=60)


def test_a_part_that_ends_again_and_again_is_not_revived_for_ever() -> None:
    started = time.monotonic()
    child = Child("worker", ["false"], dict(os.environ))
    revivals = 0
    while True:
        child.process.wait()
        if not child.revive():
            break
        revivals += 1

    assert revivals == 2
    assert time.monotonic() - started < 30


# Two parts speak, the one when it is told to end, and whoever has read so far is gone.
SPEAKS_TO_NOBODY = """
import os, sys, time
from scripts.processes import Child, say
said = "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit('ending')); print('up'); signal.pause()"
child = Child("web", [sys.executable, "-u", "-c", said], dict(os.environ))
sys.stdin.readline()
child.stop()
say("kiebitz", "stopped")
print(child.process.returncode, file=sys.stderr)
"""


def test_parts_end_in_order_when_nobody_reads_their_lines_any_more() -> None:
    """As after Ctrl-C in `make run | tee log`, which ends `tee` at once."""
    with subprocess.Popen(
        [sys.executable, "-c", SPEAKS_TO_NOBODY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as speaker:
        assert speaker.stdout is not None
        assert speaker.stdin is not None
        assert speaker.stderr is not None
        heard = speaker.stdout.readline()
        speaker.stdout.close()
        speaker.stdin.write("stop\n")
        speaker.stdin.close()
        complaints = speaker.stderr.read()

    assert (heard, speaker.returncode, complaints) == ("web     | up\n", 0, "1\n")


def _leader_with_pool(script: str, tmp_path: Path) -> Child:
    command = [sys.executable, "-c", script, f"{tmp_path}/"]
    child = Child("worker", command, dict(os.environ), patience=0.3)
    assert wait_until(lambda: len(list(tmp_path.iterdir())) == 2, seconds=60)
    assert len(_alive_in_session(child.process.pid)) == 2
    return child


def _alive_in_session(leader: int) -> list[int]:
    """Of the processes that began below this leader, those that still run."""
    alive = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, _group, session, *_ = (process / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended while we looked
        if int(session) == leader and state != "Z":
            alive.append(int(process.name))
    return alive
