"""What the API answers when it does not work: problem details (RFC 9457), for every kind of error the same shape."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

from core.errors import Conflict, InProgress, Refused, TooManyRequests

CONTENT_TYPE: Final = "application/problem+json"
# Where the kinds are explained.
REFERENCE: Final = "/api/v1/"
MEGABYTE: Final = 1 << 20


@dataclass(frozen=True)
class ProblemKind:
    key: str
    status: int
    title: Promise
    what_to_do: Promise

    @property
    def uri(self) -> str:
        return f"{REFERENCE}#problem-{self.key}"


INVALID: Final = ProblemKind(
    "invalid", 400, _("The request is not valid"), _("See “errors” for each field or parameter.")
)
SIGNED_OUT: Final = ProblemKind(
    "signed-out", 401, _("Not signed in"), _("Send a token that is valid and not revoked.")
)
FORBIDDEN: Final = ProblemKind(
    "forbidden", 403, _("Not allowed"), _("This needs another role, or a token with another scope.")
)
NOT_FOUND: Final = ProblemKind(
    "not-found",
    404,
    _("Not found"),
    _("It does not exist, or you may not see it. Addresses end with a slash."),
)
WRONG_METHOD: Final = ProblemKind(
    "wrong-method", 405, _("Method not allowed"), _("The header Allow lists the methods that are.")
)
NOT_ACCEPTABLE: Final = ProblemKind(
    "not-acceptable", 406, _("Format not available"), _("Accept application/json.")
)
CONFLICT: Final = ProblemKind(
    "changed-meanwhile", 409, _("Changed by somebody else"), _("Read it again, then decide.")
)
LENGTH_REQUIRED: Final = ProblemKind(
    "length-required",
    411,
    _("Length required"),
    _("Send the header Content-Length: requests of unknown length are not read."),
)
TOO_LARGE: Final = ProblemKind(
    "too-large",
    413,
    _("Request too large"),
    _("Send it in parts; “detail” gives the limit."),
)
UNSUPPORTED: Final = ProblemKind("unsupported", 415, _("Format not supported"), _("Send application/json."))
REFUSED: Final = ProblemKind("refused", 422, _("Refused"), _("“detail” says why, and what to do."))
TOO_MANY: Final = ProblemKind(
    "too-many-requests",
    429,
    _("Too many requests"),
    _("Wait as many seconds as the header Retry-After says."),
)
SERVER_ERROR: Final = ProblemKind(
    "server-error", 500, _("Something went wrong on our side"), _("Try again later; the error is in our log.")
)
UNAVAILABLE: Final = ProblemKind(
    "unavailable",
    503,
    _("Part of the site is unavailable"),
    _("Nothing was saved. Send it again after as many seconds as the header Retry-After says."),
)
KINDS: Final = {
    kind.status: kind
    for kind in (
        INVALID, SIGNED_OUT, FORBIDDEN, NOT_FOUND, WRONG_METHOD, NOT_ACCEPTABLE, CONFLICT,
        LENGTH_REQUIRED, TOO_LARGE, UNSUPPORTED, REFUSED, TOO_MANY, SERVER_ERROR, UNAVAILABLE,
    )
}  # fmt: skip


def problem_details(
    kind: ProblemKind, *, detail: str = "", errors: Sequence[Mapping[str, str]] = ()
) -> dict[str, Any]:
    content: dict[str, Any] = {
        "type": kind.uri,
        "title": str(kind.title),
        "status": kind.status,
        "detail": detail or str(kind.what_to_do),
    }
    return {**content, "errors": list(errors)} if errors else content


def problem_json(kind: ProblemKind) -> JsonResponse:
    """For what goes wrong outside the API's own views, below its addresses."""
    return JsonResponse(problem_details(kind), status=kind.status, content_type=CONTENT_TYPE)


def problem_response(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """Called for everything that a view of the API raises. What is not known here is an error of ours."""
    match exception:
        case Http404():
            exception = exceptions.NotFound()
        case PermissionDenied():
            exception = exceptions.PermissionDenied()
        case TooManyRequests():
            return _refused_for_now(str(exception), exception.wait)
        case exceptions.Throttled():
            wait = int(getattr(exception, "wait", None) or 1)
            sentence = ngettext("Please wait %(seconds)d second.", "Please wait %(seconds)d seconds.", wait)
            return _refused_for_now(sentence % {"seconds": wait}, wait)
        case InProgress():
            response = _response(CONFLICT, detail=str(exception))
            response["Retry-After"] = str(exception.wait)
            return response
        case Conflict():
            return _response(CONFLICT, detail=str(exception))
        case Refused():
            return _response(REFUSED, detail=str(exception))
    if not isinstance(exception, exceptions.APIException):
        return None
    kind = KINDS.get(exception.status_code, SERVER_ERROR)
    response = _response(kind, detail=_detail(exception, kind), errors=_errors(exception))
    if header := getattr(exception, "auth_header", None):
        response["WWW-Authenticate"] = header
    return response


class LengthRequired(exceptions.APIException):
    """What was sent does not say how long it is, and web servers would hand it on as nothing at all."""

    status_code = LENGTH_REQUIRED.status

    def __init__(self) -> None:
        super().__init__(str(LENGTH_REQUIRED.what_to_do))


class TooLarge(exceptions.APIException):
    """More was sent than is read; nothing of it was."""

    status_code = TOO_LARGE.status

    def __init__(self, max_bytes: int) -> None:
        super().__init__(
            gettext("At most %(max)d megabytes in one request. Please send it in parts.")
            % {"max": max_bytes // MEGABYTE}
        )


class InvalidQuery(exceptions.ValidationError):
    """Something is wrong with the address's parameters, not with what was sent."""


def _response(kind: ProblemKind, *, detail: str = "", errors: Sequence[Mapping[str, str]] = ()) -> Response:
    return Response(
        problem_details(kind, detail=detail, errors=errors), status=kind.status, content_type=CONTENT_TYPE
    )


def _refused_for_now(sentence: str, wait: int) -> Response:
    response = _response(TOO_MANY, detail=sentence)
    response["Retry-After"] = str(wait)
    return response


def _detail(exception: exceptions.APIException, kind: ProblemKind) -> str:
    match exception:
        case exceptions.ValidationError() | exceptions.NotFound():
            return ""
        case exceptions.UnsupportedMediaType():
            return f"{exception.detail} {kind.what_to_do}"
    return str(exception.detail)


def _errors(exception: exceptions.APIException) -> list[dict[str, str]]:
    """RFC 9457 points to what was sent by JSON Pointers; parameters of the address have names."""
    if not isinstance(exception, exceptions.ValidationError):
        return []
    if isinstance(exception, InvalidQuery):
        return [
            {"parameter": path[0] if path else "", "detail": sentence}
            for path, sentence in _flatten(exception.detail)
        ]
    return [
        {
            "pointer": "#" + "".join(f"/{step}" for step in path if step != "non_field_errors"),
            "detail": sentence,
        }
        for path, sentence in _flatten(exception.detail)
    ]


def _flatten(detail: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            yield from _flatten(value, (*path, str(key).replace("~", "~0").replace("/", "~1")))
    elif isinstance(detail, list):
        nested = any(isinstance(value, Mapping | list) for value in detail)
        for index, value in enumerate(detail):
            yield from _flatten(value, (*path, str(index)) if nested else path)
    else:
        yield path, str(detail)
