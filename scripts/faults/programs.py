"""The programs of the site, each started again when it ends, as a service manager does."""

import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from scripts.processes import die_with_parent

ROOT = Path(__file__).resolve().parents[2]
RESTART_AFTER_SECONDS = 1.0


class Program:
    """One program with all processes that it starts. Its output goes into a file."""

    def __init__(self, name: str, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self.name = name
        self._command = list(command)
        self._environment = environment
        self._log = log
        self.starts = 0
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,  # so that it can be killed and stopped with all its processes
                preexec_fn=die_with_parent,
            )  # fmt: skip
        self.starts += 1

    def is_running(self) -> bool:
        return self.process.poll() is None

    def children(self) -> list[int]:
        pid = self.process.pid
        with suppress(OSError):
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []

    def signal_all(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def signal_leader(self, number: signal.Signals) -> None:
        if self.is_running():
            self.process.send_signal(number)

    def close(self) -> None:
        self.signal_leader(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        self.signal_all(signal.SIGKILL)
        self.process.wait()


class ServiceManager:
    """Starts again what has ended, and counts what ended although nobody asked it to."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.unexpected_ends: Counter[str] = Counter()
        self._expected: set[int] = set()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def add(self, program: Program) -> None:
        with self._lock:
            self.programs.append(program)

    def remove(self, program: Program) -> None:
        with self._lock:
            self.programs.remove(program)
        program.close()

    def expect_end(self, program: Program) -> None:
        """The one that runs now is about to be ended by a fault."""
        self._expected.add(program.process.pid)

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()
        for program in self.programs:
            program.signal_all(signal.SIGCONT)
            program.signal_leader(signal.SIGTERM)
        for program in self.programs:
            program.close()

    def _watch(self) -> None:
        while not self._stopped.wait(0.2):
            with self._lock:
                ended = [program for program in self.programs if not program.is_running()]
            if not ended:
                continue
            for program in ended:
                if program.process.pid not in self._expected:
                    self.unexpected_ends[program.name] += 1
                program.signal_all(signal.SIGKILL)
            time.sleep(RESTART_AFTER_SECONDS)
            for program in ended:
                program.start()
