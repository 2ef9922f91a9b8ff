"""Start the site as `make run` does, in an environment that says nothing but what a test says."""

import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What the test run itself has set must not reach the command under test.
UNSET = ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "DATABASE_URL", "REDIS_URL", "REDIS_DATABASE", "PROXY_COUNT",
         "JOB_TIME_LIMIT", "JOB_PATIENCE", "JOB_SWEEP_INTERVAL")  # fmt: skip


def environment(**values: str) -> dict[str, str]:
    # Empty counts as unset, and it hides what a .env file in the working copy may say.
    return os.environ | dict.fromkeys(UNSET, "") | {"HOST": ""} | values


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve_once(**values: str) -> subprocess.CompletedProcess[str]:
    values.setdefault("PORT", str(free_port()))
    return subprocess.run(
        [sys.executable, "-m", "scripts.serve"],
        cwd=ROOT,
        env=environment(**values),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def verdict(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    return done.returncode, done.stderr
