"""Who may read figures of the site: who knows the token, and site administrators."""

import hmac

from django.conf import settings
from django.http import HttpRequest

from players.policies import may_administer_site


def has_metrics_token(request: HttpRequest) -> bool:
    """Compared in a time that does not tell how much of it was right."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not settings.METRICS_TOKEN or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(given.strip().encode(), settings.METRICS_TOKEN.encode())


def may_read_figures(request: HttpRequest) -> bool:
    return has_metrics_token(request) or is_administrator(request)


def is_administrator(request: HttpRequest) -> bool:
    # Who brings no session is asked no further: the database may be what is away.
    return settings.SESSION_COOKIE_NAME in request.COOKIES and may_administer_site(request.user)
