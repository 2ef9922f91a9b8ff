"""The API as people read it: every operation, from the same description that programs read."""

import json
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from core.api.problems import KINDS

METHODS = ("get", "post", "patch", "delete")
SCHEMA_CONTENT_TYPE = "application/vnd.oai.openapi+json"


@dataclass(frozen=True)
class DocumentedField:
    """A parameter of the address, or a field of what is sent or answered."""

    name: str
    kind: str
    required: bool
    description: str


@dataclass(frozen=True)
class DocumentedOperation:
    anchor: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[DocumentedField]
    sends: list[DocumentedField]
    answers: list[DocumentedField]
    statuses: list[tuple[str, str]]


@dataclass(frozen=True)
class DocumentedResource:
    name: str
    operations: list[DocumentedOperation]


@require_safe
def redirect_to_reference(request: HttpRequest) -> HttpResponse:
    return redirect("api:reference")


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The description for programs."""
    return JsonResponse(api_description(get_language()), content_type=SCHEMA_CONTENT_TYPE)


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The description for people."""
    context = {
        "resources": documented_resources(api_description(get_language())),
        "kinds": KINDS.values(),
        "rates": {name.removeprefix("api-"): times for name, times in settings.API_RATES.items()},
        "base": request.build_absolute_uri(reverse("api:reference")),
        "schema": reverse("api:schema"),
    }
    return render(request, "api/reference.html", context)


def api_description(language: str) -> dict[str, Any]:
    """Follows from the code alone, and takes long: made once for each language that somebody reads it in."""
    description: dict[str, Any] = json.loads(zlib.decompress(_packed_description(language)))
    return description


@cache
def _packed_description(language: str) -> bytes:
    """33 kB of memory instead of some megabytes."""
    with override(language):
        description = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return zlib.compress(json.dumps(description, cls=DjangoJSONEncoder).encode())


def documented_resources(description: dict[str, Any]) -> list[DocumentedResource]:
    """The operations by their tags, in the order of the description."""
    found: dict[str, list[DocumentedOperation]] = {}
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                found.setdefault(operation["tags"][0], []).append(
                    _operation(description, path, method, operation)
                )
    return [DocumentedResource(name, operations) for name, operations in found.items()]


def _operation(
    description: dict[str, Any], path: str, method: str, operation: dict[str, Any]
) -> DocumentedOperation:
    responses = operation["responses"]
    good = next(body for status, body in responses.items() if status.startswith("2"))
    return DocumentedOperation(
        anchor=operation["operationId"].replace("_", "-"),
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        parameters=[
            _field(description, parameter["name"], parameter["schema"], parameter)
            for parameter in operation.get("parameters", [])
        ],
        sends=_fields(description, operation.get("requestBody", {})),
        answers=_fields(description, good),
        statuses=[(status, body.get("description", "")) for status, body in responses.items()],
    )


def _fields(description: dict[str, Any], body: dict[str, Any]) -> list[DocumentedField]:
    content = body.get("content", {}).get("application/json", {})
    shape = _resolved(description, content.get("schema", {}))
    required = shape.get("required", [])
    return [
        _field(description, name, value, {"required": name in required, **value})
        for name, value in shape.get("properties", {}).items()
    ]


def _field(
    description: dict[str, Any], name: str, shape: dict[str, Any], described: dict[str, Any]
) -> DocumentedField:
    return DocumentedField(
        name=name,
        kind=_type_in_words(description, shape),
        required=bool(described.get("required")),
        description=described.get("description") or shape.get("description") or "",
    )


def _type_in_words(description: dict[str, Any], shape: dict[str, Any]) -> str:
    """A few words: “text of up to 80 characters”, “one of owner, organiser”."""
    shape = _resolved(description, shape)
    if "enum" in shape:
        return _("one of %(values)s") % {"values": ", ".join(str(value) for value in shape["enum"] if value)}
    for several in ("oneOf", "anyOf", "allOf"):
        if several in shape:
            return _(" or ").join(_type_in_words(description, part) for part in shape[several])
    kinds = shape.get("type", "object")
    words = [_type_name(description, kind, shape) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return _(" or ").join(words)


def _type_name(description: dict[str, Any], kind: str, shape: dict[str, Any]) -> str:
    if kind == "array":
        return _("list of %(kind)s") % {"kind": _type_in_words(description, shape.get("items", {}))}
    if kind == "string" and shape.get("format") == "date-time":
        return _("time (ISO 8601)")
    if kind == "string" and "maxLength" in shape:
        return _("text of up to %(max)d characters") % {"max": shape["maxLength"]}
    if kind == "object" and "properties" in shape:
        return _("object with %(names)s") % {"names": ", ".join(shape["properties"])}
    words = {
        "string": _("text"),
        "integer": _("whole number"),
        "boolean": _("true or false"),
        "null": _("null"),
    }
    return words.get(kind, kind)


def _resolved(description: dict[str, Any], shape: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in shape:
        shape = description["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    return shape
