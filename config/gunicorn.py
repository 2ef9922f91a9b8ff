"""How gunicorn serves the site. WEB_PROCESSES and WEB_THREADS change its size."""

import os
import resource
import sys
from typing import Any

from gunicorn.glogging import Logger

from config.environment import MAX_PROCESSES, ConfigurationError, Environment
from config.logs import logging_configuration
from config.preparation import prepare_in_this_process
from config.private_files import write_private_files
from config.settings import BASE_DIR, LOG_FORMAT, LOG_LEVEL
from core.web.secret_addresses import mask_secrets


class MaskedLogger(Logger):  # type: ignore[misc]
    """For those who switch gunicorn's own access log on: addresses with a secret are masked there as well."""

    def atoms(self, *args: Any) -> dict[str, Any]:
        atoms: dict[str, Any] = super().atoms(*args)
        return {
            name: mask_secrets(value) if isinstance(value, str) else value for name, value in atoms.items()
        }


try:
    env = Environment(os.environ, base_dir=BASE_DIR)

    workers = env.number("WEB_PROCESSES", 2, minimum=1, maximum=MAX_PROCESSES)
    threads = env.number("WEB_THREADS", 4, minimum=1, maximum=MAX_PROCESSES)
except ConfigurationError as error:
    raise SystemExit(f"kiebitz: {error}") from None

write_private_files()
if os.environ.get("PREPARE") == "1":
    # `make run` has the server prepare itself: one program less to start before the first page.
    prepare_in_this_process()

# Receives requests and sends answers in one loop, at a minimum speed; threads only answer.
worker_class = "config.web_worker.WebWorker"
# It sends files itself, as visitors take them.
sendfile = False
preload_app = True
timeout = 60
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
logconfig_dict = logging_configuration(log_format=LOG_FORMAT, level=LOG_LEVEL)
# gunicorn keeps its lines to itself unless it has to hand them on: they would be written without any format.
logconfig_dict["loggers"]["gunicorn.error"] = {"level": LOG_LEVEL, "propagate": True}
# A thread that draws a large table hands over often enough for the short answers beside it to stay short.
sys.setswitchinterval(0.0002)
# Files that gunicorn touches for its own watchdog belong into memory, not onto an old laptop's disk.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
