"""Child processes under one foreground process: prefixed log lines, restarts, an orderly end."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO

COLOURS = {"web": 36, "worker": 33, "broker": 32}
# A program that ends this often within this time will not get better by being started again.
DEATHS_TOLERATED = 3
DEATHS_WITHIN_SECONDS = 30.0
PR_SET_PDEATHSIG = 1
# How every program of ours begins the one line that says why it cannot run.
COMPLAINT = "kiebitz: "


def say(name: str, line: str, *, stream: IO[str] = sys.stdout) -> None:
    prefix = f"{name:<8}| "
    if stream.isatty():
        prefix = f"\033[{COLOURS.get(name, 0)}m{prefix}\033[0m"
    try:
        print(f"{prefix}{line}", file=stream, flush=True)
    except BrokenPipeError:
        # Nobody reads on: Ctrl-C has ended a `tee` behind us as well, and the site still has to end in order.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError:
        pass  # a log on a disk that is full has a gap


def die_with_parent() -> None:
    """Linux ends the child when the supervisor is killed, so that nothing is left running unseen."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """One program. Its output is repeated line by line under its name."""

    def __init__(
        self, name: str, command: list[str], environment: dict[str, str], *, patience: float = 15.0
    ) -> None:
        self.name = name
        self.patience = patience
        self._command = command
        self._environment = environment
        self._complaint = ""
        self._deaths: deque[float] = deque(maxlen=DEATHS_TOLERATED)
        self.start()

    def start(self) -> None:
        # A session of its own: Ctrl-C reaches the supervisor only, which then ends everything in order.
        self.process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        self._reader = threading.Thread(target=self._repeat_output, daemon=True)
        self._reader.start()

    def _repeat_output(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                if line.startswith(COMPLAINT):
                    self._complaint = line.removeprefix(COMPLAINT).strip()
                else:
                    say(self.name, line.rstrip())

    def last_complaint(self) -> str:
        """What the program said about why it cannot run, for whoever started it to repeat; empty if nothing."""
        self._reader.join(timeout=2)
        return self._complaint

    def running(self) -> bool:
        return self.process.poll() is None

    def revive(self) -> bool:
        """Start again after an unexpected end; False if that happens too often."""
        now = time.monotonic()
        self._deaths.append(now)
        say(self.name, f"ended unexpectedly with code {self.process.returncode}")
        if len(self._deaths) == DEATHS_TOLERATED and now - self._deaths[0] < DEATHS_WITHIN_SECONDS:
            return False
        self._kill_what_is_left()
        time.sleep(1)
        self.start()
        return True

    def stop(self) -> None:
        if self.running():
            self.process.terminate()
            try:
                self.process.wait(self.patience)
            except subprocess.TimeoutExpired:
                say(self.name, f"did not end within {self.patience:.0f} seconds and is killed")
        self._kill_what_is_left()
        self.process.wait()
        wait_until(self._is_alone, seconds=5)
        self._reader.join(timeout=2)

    def _kill_what_is_left(self) -> None:
        """The program and all that it started: a pool's processes do not end when only their leader is killed."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _is_alone(self) -> bool:
        """Nothing of what it started is left either: those that were killed take a moment to go."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return True
        return False


def wait_until(condition: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
