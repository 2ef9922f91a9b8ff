"""Answers that the views of the recorder share."""

import json
from typing import Final

from django.http import HttpResponse

from core.errors import Conflict, Refused, TooManyRequests
from core.web.refusals import refused_for_now

CONFLICT: Final = 409
REFUSED: Final = 400


def refusal_response(refusal: Refused) -> HttpResponse:
    """For the script: why something was not taken."""
    answer = HttpResponse(
        json.dumps({"problem": str(refusal)}),
        content_type="application/json",
        status=CONFLICT if isinstance(refusal, Conflict) else REFUSED,
    )
    return refused_for_now(answer, refusal.wait) if isinstance(refusal, TooManyRequests) else answer
