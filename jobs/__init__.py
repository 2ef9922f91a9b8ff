"""Background work derived from rows: the database is the truth, Celery only delivers."""
