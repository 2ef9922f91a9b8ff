"""The API describes itself: for programs as OpenAPI 3.1, for people as a page."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import escape

from core.api.problems import KINDS
from core.api.reference import DocumentedField, DocumentedOperation, api_description, documented_resources


def test_the_description_is_valid_and_without_warnings(tmp_path: Path) -> None:
    file = tmp_path / "schema.json"

    # Exits with an error on a warning.
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", "--file", str(file)
    )

    assert json.loads(file.read_text())["openapi"] == "3.1.0"


def test_the_description_is_served(client: Client, db: None) -> None:
    response = client.get("/api/v1/schema/")

    assert response["Content-Type"] == "application/vnd.oai.openapi+json"
    assert response.json() == api_description("en")


def test_what_is_not_known_is_refused_and_the_description_says_so() -> None:
    schemas = api_description("en")["components"]["schemas"]
    sent = {name: schema for name, schema in schemas.items() if name.endswith("Request")}

    assert len(sent) >= 6
    assert {name for name, schema in sent.items() if schema.get("additionalProperties") is not False} == set()


@pytest.fixture
def operations() -> dict[str, DocumentedOperation]:
    resources = documented_resources(api_description("en"))
    return {operation.anchor: operation for resource in resources for operation in resource.operations}


def test_the_page_lists_every_operation_and_every_kind_of_problem(
    client: Client, db: None, operations: dict[str, DocumentedOperation]
) -> None:
    text = client.get("/api/v1/").content.decode()

    described = api_description("en")["paths"]
    assert len(operations) == sum(len(methods) for methods in described.values())
    for operation in operations.values():
        assert f'id="{operation.anchor}"' in text
        assert escape(operation.path) in text
        assert escape(operation.summary) in text
    for kind in KINDS.values():
        assert f'id="problem-{kind.key}"' in text


def test_a_page_of_a_list_says_what_may_be_null(operations: dict[str, DocumentedOperation]) -> None:
    kinds = {field.name: field.kind for field in operations["clubs-list"].answers}

    assert (kinds["next"], kinds["previous"]) == ("text or null", "text or null")


def test_an_operation_is_told_in_words(operations: dict[str, DocumentedOperation]) -> None:
    operation = operations["memberships-partial-update"]

    assert (operation.method, operation.path) == ("PATCH", "/api/v1/memberships/{id}/")
    assert operation.sends == [
        DocumentedField("role", "one of owner, organiser, arbiter, member", required=True, description=""),
        DocumentedField("reason", "text of up to 500 characters", required=False, description=""),
    ]
    assert [field.name for field in operation.answers] == [
        "id",
        "club",
        "person",
        "name",
        "role",
        "joined_at",
    ]
    assert ("422", "Refused") in operation.statuses


def test_the_old_entrance_leads_to_the_page(client: Client, db: None) -> None:
    assert client.get("/api/")["Location"] == "/api/v1/"


def test_the_page_is_translated(client: Client, db: None) -> None:
    assert api_description("de")["openapi"] == "3.1.0"
    assert client.get("/api/v1/", headers={"Accept-Language": "de"}).status_code == 200
