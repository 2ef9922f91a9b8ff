"""How gunicorn serves the site. WEB_PROCESSES and WEB_THREADS change its size."""

import os
import resource
import sys
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from config.environment import MAX_PROCESSES, ConfigurationError, Environment
from config.logs import logging_configuration
from config.memory import settle_memory
from config.preparation import CANNOT_SERVE, prepare_before_serving
from config.private_files import write_private_files
from core.web.secret_addresses import mask_secrets

BASE_DIR = Path(__file__).resolve().parent.parent


class MaskedLogger(Logger):  # type: ignore[misc]
    """For those who switch gunicorn's own access log on: addresses with a secret are masked there as well."""

    def atoms(self, *args: Any) -> dict[str, Any]:
        atoms: dict[str, Any] = super().atoms(*args)
        return {
            name: mask_secrets(value) if isinstance(value, str) else value for name, value in atoms.items()
        }


try:
    # Not by way of the settings: the process that only watches the others would load a third of the site with them.
    env = Environment(os.environ, base_dir=BASE_DIR)

    log_format = env.choice("LOG_FORMAT", ("text", "json"))
    log_level = env.choice("LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))
    workers = env.number("WEB_PROCESSES", 2, minimum=1, maximum=MAX_PROCESSES)
    threads = env.number("WEB_THREADS", 4, minimum=1, maximum=MAX_PROCESSES)
except ConfigurationError as error:
    raise SystemExit(f"kiebitz: {error}") from None

write_private_files()
# Receives requests and sends answers in one loop, at a minimum speed; threads only answer.
worker_class = "config.web_worker.WebWorker"
# It sends files itself, as visitors take them.
sendfile = False
# Several processes share what is loaded before they are forked. A single one has nobody to share it with.
preload_app = workers > 1
# `make run` has the server prepare itself: one program less to start before the first page.
_prepares = os.environ.get("PREPARE") == "1"
if _prepares and preload_app:
    prepare_before_serving()
# Seconds without a sign of life. A process that loads the site itself gives none meanwhile.
timeout = 60 if preload_app else 300
# Each may need a second file for what it sends, and the rest of the site needs some as well.
_soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
_files = 4096 if _hard == resource.RLIM_INFINITY else min(_hard, 4096)
if _soft != resource.RLIM_INFINITY and _soft < _files:
    resource.setrlimit(resource.RLIMIT_NOFILE, (_files, _hard))
worker_connections = min(1000, max(threads + 10, (_files - 200) // 2))
graceful_timeout = 10
keepalive = 5
# Together they are bounded by the worker; one of them is bounded here.
limit_request_line = 4094
limit_request_field_size = 8190
# It would lie in the user's home, where two sites would take it from each other, and nobody here talks to it.
control_socket_disable = True
logger_class = MaskedLogger
logconfig_dict = logging_configuration(log_format=log_format, level=log_level)
# gunicorn keeps its lines to itself unless it has to hand them on: they would be written without any format.
logconfig_dict["loggers"]["gunicorn.error"] = {"level": log_level, "propagate": True}
# A thread that draws a large table hands over often enough for the short answers beside it to stay short.
sys.setswitchinterval(0.0002)


def when_ready(server: object) -> None:
    """No process is forked yet, and where there will be several, everything is loaded."""
    settle_memory()


def post_fork(server: object, worker: Any) -> None:
    """Before the process loads the site, if it has to."""
    if _prepares and not preload_app:
        try:
            prepare_before_serving(worker.notify)
        except SystemExit as error:
            # Settings that cannot be used: one line, and no other process is tried.
            if isinstance(error.code, str):
                print(error.code, file=sys.stderr, flush=True)
            raise SystemExit(CANNOT_SERVE) from None


def post_worker_init(worker: object) -> None:
    """Everything is loaded."""
    if not preload_app:
        settle_memory()


# Files that gunicorn touches for its own watchdog belong into memory, not onto an old laptop's disk.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
