"""The Celery application; what makes it lose nothing stands in the settings under CELERY_."""

import gc
import os

from celery import Celery
from celery.signals import heartbeat_sent, setup_logging, worker_process_init

from config.broker import use_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

use_transport()
app = Celery("kiebitz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_django_logging(**_: object) -> None:
    """A receiver is enough: Celery then leaves the loggers as Django configured them."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_process_init.connect
def spare_what_stays(**_: object) -> None:
    """The site's code and tables live as long as the process: looking through them for garbage only takes time."""
    gc.freeze()


@heartbeat_sent.connect
def note_heartbeat(**_: object) -> None:
    from jobs.heartbeat import note_worker_alive

    note_worker_alive()
