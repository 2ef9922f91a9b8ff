"""The site's settings, with the addresses of `watched_site`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.config.monitoring.watched_site"
