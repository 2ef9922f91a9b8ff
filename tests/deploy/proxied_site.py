"""The site's addresses, and one that says how a request looks behind the proxy."""

import hashlib

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as addresses_of_the_site

PIECE = 1024 * 1024


@csrf_exempt
def seen(request: HttpRequest, token: str) -> HttpResponse:
    body, length = hashlib.sha256(), 0
    while piece := request.read(PIECE):
        body.update(piece)
        length += len(piece)
    return JsonResponse(
        {
            "host": request.get_host(),
            "address": request.META["REMOTE_ADDR"],
            "is_secure": request.is_secure(),
            "request_id": request.headers.get("X-Request-ID", ""),
            "bytes": length,
            "sha256": body.hexdigest(),
        }
    )


urlpatterns = [path("seen/<str:token>/", seen), *addresses_of_the_site]
