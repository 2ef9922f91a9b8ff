"""How the API describes itself (OpenAPI 3.1): what drf-spectacular cannot know by looking."""

from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework.permissions import SAFE_METHODS

from players.api.problems import CONTENT_TYPE, KINDS
from players.api.scopes import scope_asked
from players.api.serializers import ProblemSerializer

ALWAYS: Final = (400, 401, 403, 406, 429)
OF_ONE_THING: Final = (404,)
WHEN_WRITING: Final = (411, 413, 415, 422)
WHEN_SECOND: Final = (409,)


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
            scope = scope_asked(self.method, self.view).value
            needed = gettext("A token needs the scope “%(scope)s”.") % {"scope": scope}
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
        one_thing = OF_ONE_THING if "{" in self.path else ()
        writing = WHEN_WRITING if self.method in ("POST", "PATCH", "PUT") else ()
        deleting = (422,) if self.method == "DELETE" else ()
        second = WHEN_SECOND if writing or deleting else ()
        told_of_others = second if getattr(self.view, "tells_of_other_changes", False) else ()
        return (*ALWAYS, *one_thing, *writing, *deleting, *told_of_others)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "players.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token made on the account page: `Authorization: Bearer kiebitz_…`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "players.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        from django.conf import settings

        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the pages; what changes something needs the header `X-CSRFToken` as well.",
        }


def say_that_input_is_strict(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Fields that are not known are refused."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema["additionalProperties"] = False
            # Inherited: a note for those who read the code.
            schema.pop("description", None)
    return result
