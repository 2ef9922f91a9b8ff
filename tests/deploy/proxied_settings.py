"""The site's settings, with the addresses of `proxied_site`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.deploy.proxied_site"
