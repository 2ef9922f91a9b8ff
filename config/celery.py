"""The Celery application; what makes it lose nothing stands in the settings under CELERY_."""

import gc
import os
from typing import Any, Final

from celery import Celery, Task
from celery.signals import (
    celeryd_init,
    heartbeat_sent,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
)

from config.broker import use_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Whoever migrates and serves has checked the site. To check it once more, a worker would load every page and what pages
# need, which takes twice as long and a third more memory than its jobs do.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

# Seconds that a worker waits for a word of the broker.
PATIENCE_OF_WORKERS: Final = 30

use_transport()
app = Celery("kiebitz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**_: object) -> None:
    """A receiver is enough: Celery then leaves the loggers as Django configured them."""
    from django.conf import settings

    from config.logs import configure_logging

    configure_logging(settings.LOGGING)


@celeryd_init.connect
def be_patient_with_the_broker(conf: Any, **_: object) -> None:
    """Nobody waits for a worker, and to connect anew it would leave what it has begun to be done twice.

    Its long wait for the next message is not bounded by this: it reads when there is something to read.
    """
    conf.broker_transport_options = conf.broker_transport_options | {"socket_timeout": PATIENCE_OF_WORKERS}


@worker_init.connect
def load_what_jobs_need(**_: object) -> None:
    """Before the processes are forked: each would do it when its first job comes, with somebody waiting for it."""
    from jobs.kinds import all_kinds

    for kind in all_kinds():
        kind.get_ready()


@worker_process_init.connect
def spare_what_stays(**_: object) -> None:
    """The site's code and tables live as long as the process: looking through them for garbage only takes time."""
    gc.freeze()


@task_prerun.connect
@task_postrun.connect
def close_connections_past_use(task: Task[..., object], **_: object) -> None:
    """As between requests: a connection that is old or broken is closed, and another serves the next task as well."""
    if not task.request.is_eager:
        from django.db import close_old_connections

        close_old_connections()


@heartbeat_sent.connect
def note_heartbeat(**_: object) -> None:
    from jobs.heartbeat import note_worker_alive

    note_worker_alive()
