"""The memory of the whole site as `make run` starts it: after the start, and after an evening of its organiser.

Memory that processes share is counted once: each has its proportional part of it (PSS), and the sum is what an old
laptop has to have.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bench.empty_view import ROOT
from bench.harness import report
from bench.load.organiser import Evening
from config.embedded_beat import PROCESS_NAME
from scripts.processes import wait_until

MAX_BYTES: Final = 400_000_000
# What only developers have installed stays out, as it does for whoever types `make run`.
RUN_TIME_PACKAGES: Final = str(ROOT / "bench" / "run_time_packages")
WORKER_READY: Final = "celery.apps.worker: celery@"
UNSET: Final = ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "DATABASE_URL", "REDIS_URL", "HOST")


class Share(NamedTuple):
    """One process, with its part of the memory in bytes."""

    pid: int
    name: str
    size: int
    private: int


def measure(pid: int) -> list[Share]:
    """The process and all below it."""
    shares = []
    for each in (pid, *_processes_below(pid)):
        lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        sizes = {
            name: int(size) * 1024 for name, size in re.findall(r"^(\w+): +(\d+) kB$", "\n".join(lines), re.M)
        }
        shares.append(Share(each, _name(each), sizes["Pss"], sizes["Private_Dirty"] + sizes["Private_Clean"]))
    return shares


def total(shares: list[Share]) -> int:
    return sum(share.size for share in shares)


def _processes_below(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)
            yield from _processes_below(int(child))


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    programs = {"gunicorn": "web", "worker": "worker", "scripts.serve": "supervisor"}
    if Path(f"/proc/{pid}/comm").read_text().strip() == PROCESS_NAME:
        return "scheduler"
    known = (programs.get(Path(word).name) for word in words)
    return next((name for name in known if name), Path(words[0].split(" ")[0]).name)


@contextmanager
def _running(var: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path, str]]:
    from tests.scripts.serving import free_port

    log, port = var / "console.log", free_port()
    environment = os.environ | dict.fromkeys(UNSET, "") | {"VAR_DIR": str(var), "PORT": str(port)}
    environment["PYTHONPATH"] = RUN_TIME_PACKAGES
    with log.open("wb") as console:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"], cwd=ROOT, env=environment, stdout=console, stderr=console
        )
    try:
        wait_until(
            lambda: bool(re.search(r"celery@\S+ ready", log.read_text())) or process.poll() is not None,
            seconds=300,
        )
        if process.poll() is not None:
            raise SystemExit(log.read_text())
        yield process, log, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _print(title: str, shares: list[Share]) -> None:
    print(f"{title:<32}{'part (MB)':>12}{'its own (MB)':>14}")
    for share in shares:
        print(f"  {share.name:<30}{share.size / 1e6:>12.0f}{share.private / 1e6:>14.0f}")
    print(f"  {'all':<30}{total(shares) / 1e6:>12.0f}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, _running(Path(folder)) as (process, log, url):
        started = measure(process.pid)
        _print("after the start", started)
        pages = Evening(url, log.read_text()).spend()
        used = measure(process.pid)
        _print(f"after {pages} kinds of pages", used)
    report("memory of the whole site, after the start", total(started) / MAX_BYTES, 1.0, "lower")
    report("memory of the whole site, in use", total(used) / MAX_BYTES, 1.0, "lower")


if __name__ == "__main__":
    main()
