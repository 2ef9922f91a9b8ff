"""The service worker: a browser has one for the whole site, so it is put together of parts that know no other.

Each part is a classic script that adds what it listens to. They are loaded by their hashed names, so a release that
changes one of them changes this file as well, and browsers take the new ones.
"""

import json
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

PARTS: Final = ("js/service_worker.js", "js/service_worker/push.js", "js/service_worker/offline.js")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Below the root, for a worker serves the addresses below its own."""
    addresses = ", ".join(json.dumps(static(part)) for part in PARTS)
    response = HttpResponse(f"importScripts({addresses});\n", content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response
