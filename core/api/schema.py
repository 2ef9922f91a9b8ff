"""How the API describes itself (OpenAPI 3.1): what drf-spectacular cannot know by looking."""

from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS

from core.api.idempotency import KEY_CHARACTERS, KEY_HEADER
from core.api.permissions import required_scope
from core.api.problems import CONTENT_TYPE, KINDS
from core.api.serializers import ProblemSerializer
from core.models import MAX_KEY_LENGTH

ALWAYS_POSSIBLE: Final = (400, 401, 403, 406, 429, 503)
FOR_ONE_OBJECT: Final = (404,)
FOR_WRITES: Final = (411, 413, 415, 422)
FOR_CONFLICTS: Final = (409,)
UNCHANGED: Final = 304

NOT_MODIFIED: Final = {
    UNCHANGED: OpenApiResponse(
        description=gettext_lazy("Nothing has changed since the answer whose ETag was sent as If-None-Match.")
    )
}


class ApiSchema(AutoSchema):
    """Adds the problems that each operation may answer with, and who may call it."""

    def get_auth(self) -> list[dict[str, Any]]:
        """What visitors may read on the pages they may read here."""
        reads = self.method in SAFE_METHODS
        open_to_all = getattr(
            self.view, *(("open_to_visitors", True) if reads else ("visitors_may_write", False))
        )
        anybody: list[dict[str, Any]] = [{}] if open_to_all else []
        return [*super().get_auth(), *anybody]

    def get_description(self) -> str:  # type: ignore[override]
        """What the operation says itself; the notes of the classes are for those who read the code."""
        return ""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            scope = required_scope(self.method, self.view).value
            needed = gettext("A token needs the scope “%(scope)s”.") % {"scope": scope}
            if self.method not in SAFE_METHODS:
                operation.setdefault("parameters", []).append(_key_parameter())
            operation["description"] = f"{operation.get('description') or ''}\n\n{needed}".strip()
        return operation

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._problem_statuses():
            body = self._get_response_for_code(  # type: ignore[no-untyped-call]
                ProblemSerializer, str(status), [CONTENT_TYPE], direction
            )
            bodies.setdefault(str(status), {**body, "description": str(KINDS[status].title)})
        for status_code, body in bodies.items():
            body["description"] = body.get("description") or HTTPStatus(int(status_code)).phrase
        return bodies

    def _problem_statuses(self) -> tuple[int, ...]:
        one_thing = FOR_ONE_OBJECT if "{" in self.path else ()
        writing = FOR_WRITES if self.method in ("POST", "PATCH", "PUT") else ()
        deleting = (422,) if self.method == "DELETE" else ()
        second = FOR_CONFLICTS if writing or deleting else ()
        return (*ALWAYS_POSSIBLE, *one_thing, *writing, *deleting, *second)


def _key_parameter() -> dict[str, Any]:
    return {
        "in": "header",
        "name": KEY_HEADER,
        "required": False,
        "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_KEY_LENGTH,
            "pattern": f"^{KEY_CHARACTERS}$",
        },
        "description": gettext(
            "Anything that is new for each request, such as a UUID. Repeated with the same key within a day, the "
            "request is not done a second time, and gets the first answer again."
        ),
    }


def forbid_unknown_fields(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Fields that are not known are refused."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema["additionalProperties"] = False
            # Inherited: a note for those who read the code.
            schema.pop("description", None)
    return result
