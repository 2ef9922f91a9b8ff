"""The project's wiring: settings, URLs, the Celery application and the pages that belong to no app."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
