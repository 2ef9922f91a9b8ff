"""The service worker is one file at the root of the site, made of parts."""

import re

from django.contrib.staticfiles import finders
from django.test import Client

from config.service_worker import PARTS


def test_the_worker_serves_the_whole_site_and_is_asked_for_anew(client: Client, db: None) -> None:
    response = client.get("/service-worker.js")

    assert response.status_code == 200
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"


def test_every_part_is_loaded_by_the_name_of_this_release(client: Client, db: None) -> None:
    parts = re.findall(r'"/static/([^"]+)"', client.get("/service-worker.js").content.decode())

    assert len(parts) == len(PARTS)
    assert all(finders.find(name) for name in PARTS)
    # What runs first takes over the pages that are open.
    assert parts[0].startswith("js/service_worker.")
