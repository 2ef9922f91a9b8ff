"""How gunicorn serves the site. WEB_PROCESSES and WEB_THREADS change its size."""

import os
import sys

from config.environment import MAX_PROCESSES, ConfigurationError, Environment
from config.logs import logging_configuration
from config.preparation import prepare_in_this_process
from config.settings import BASE_DIR, LOG_FORMAT, LOG_LEVEL

try:
    env = Environment(os.environ, base_dir=BASE_DIR)

    workers = env.number("WEB_PROCESSES", 2, minimum=1, maximum=MAX_PROCESSES)
    threads = env.number("WEB_THREADS", 4, minimum=1, maximum=MAX_PROCESSES)
except ConfigurationError as error:
    raise SystemExit(f"kiebitz: {error}") from None

if os.environ.get("PREPARE") == "1":
    # `make run` has the server prepare itself: one program less to start before the first page.
    prepare_in_this_process()

worker_class = "gthread"
preload_app = True
timeout = 60
graceful_timeout = 10
keepalive = 5
# Bodies are spooled by Django; what comes before them is bounded here.
limit_request_line = 4094
limit_request_field_size = 8190
# It would lie in the user's home, where two sites would take it from each other, and nobody here talks to it.
control_socket_disable = True
logconfig_dict = logging_configuration(log_format=LOG_FORMAT, level=LOG_LEVEL)
# gunicorn keeps its lines to itself unless it has to hand them on: they would be written without any format.
logconfig_dict["loggers"]["gunicorn.error"] = {"level": LOG_LEVEL, "propagate": True}
# A thread that draws a large table hands over often enough for the short answers beside it to stay short.
sys.setswitchinterval(0.0002)
# Files that gunicorn touches for its own watchdog belong into memory, not onto an old laptop's disk.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
