"""The project's wiring: settings, URLs, the Celery application and the pages that belong to no app."""
