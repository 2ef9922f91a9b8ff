"""The WSGI application that gunicorn serves."""

import os

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
# Import every view now, before the server forks: once for all its processes, and before the first visitor waits.
_ = get_resolver().url_patterns
# The names of the static files as well: they are those of this release, whatever is installed while it runs.
staticfiles_storage.exists("")
