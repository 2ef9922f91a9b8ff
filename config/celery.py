"""The Celery application; what makes it lose nothing stands in the settings under CELERY_."""

import os

from celery import Celery
from celery.signals import heartbeat_sent, setup_logging

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


@heartbeat_sent.connect
def note_heartbeat(**_: object) -> None:
    from jobs.heartbeat import note_worker_alive

    note_worker_alive()
