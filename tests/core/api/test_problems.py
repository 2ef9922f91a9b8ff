"""Whatever goes wrong is a problem document."""

from typing import Any

import pytest
from django.test import Client

from core.errors import Conflict, Refused
from players.clubs.services import clubs
from players.clubs.services.members import remove_member
from players.models import Club, Person
from tests.core.api.client import ApiClient, client_for, make_account

# Made of exceptions, whichever database is behind them.
pytestmark = pytest.mark.one_database


def content_of(response: Any) -> dict[str, Any]:
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == response.status_code
    content: dict[str, Any] = response.json()
    return content


def test_a_problem_has_a_type_a_title_its_status_and_what_to_do(visitor: ApiClient) -> None:
    assert content_of(visitor.get("clubs/nowhere/")) == {
        "type": "/api/v1/#problem-not-found",
        "title": "Not found",
        "status": 404,
        "detail": "It does not exist, or you may not see it. Addresses end with a slash.",
    }


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/clubs",
        "/api/v1/nothing/",
        "/api/v2/clubs/",
        "/api/x",
        "/api/v1/clubs/a%0Ab/",
        "/api/v1/people/99999999999999999999/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "delete", "options"])
def test_unknown_addresses_are_not_found_by_any_method(db: None, path: str, method: str) -> None:
    assert content_of(getattr(Client(), method)(path))["status"] == 404


def test_every_wrong_field_is_named(owner: ApiClient) -> None:
    response = owner.post("people/", {"nmae": "Ann", "club": "lap wing", "listed": "perhaps"})

    problem = content_of(response)
    assert (response.status_code, problem["type"]) == (400, "/api/v1/#problem-invalid")
    assert problem["errors"] == [{"pointer": "#/nmae", "detail": "There is no such field."}]

    response = owner.post("people/", {"club": "lap wing", "listed": "perhaps"})

    assert [error["pointer"] for error in content_of(response)["errors"]] == ["#/listed", "#/club", "#/name"]


@pytest.mark.parametrize("path", ["people/", "uploads/"])
def test_more_values_than_anybody_needs_are_not_read(owner: ApiClient, path: str) -> None:
    """Of 100 MB of empty lists Python makes more than 2 GB."""
    body = b'{"text": [' + b"[]," * 100_000 + b"[]]}"

    response = owner.client.post(f"/api/v1/{path}", body, content_type="application/json")

    assert (response.status_code, "100000" in content_of(response)["detail"]) == (400, True)


@pytest.mark.parametrize("path", ["people/", "uploads/"])
def test_what_is_nested_too_deeply_is_told(owner: ApiClient, path: str) -> None:
    response = owner.client.post(f"/api/v1/{path}", "[" * 90_000, content_type="application/json")

    assert (response.status_code, content_of(response)["detail"]) == (400, "The JSON is nested too deeply.")


def test_another_format_is_told_which_one_is_read(owner: ApiClient) -> None:
    response = owner.client.post("/api/v1/people/", "name=Ann", content_type="text/plain")

    assert (response.status_code, content_of(response)["detail"]) == (
        415,
        'Unsupported media type "text/plain" in request. Send application/json.',
    )


@pytest.mark.parametrize("path", ["people/", "uploads/"])
def test_what_comes_without_its_length_is_not_taken_for_nothing(owner: ApiClient, path: str) -> None:
    """A web server hands a body of unknown length on, and Django reads none of it."""
    response = owner.client.generic(
        "POST",
        f"/api/v1/{path}",
        content_type="application/json",
        headers={"transfer-encoding": "chunked"},
    )

    assert (response.status_code, content_of(response)["detail"]) == (
        411,
        "Send the header Content-Length: requests of unknown length are not read.",
    )


def test_what_is_no_object_is_told(owner: ApiClient) -> None:
    assert content_of(owner.post("people/", ["Ann"]))["errors"] == [
        {"pointer": "#", "detail": "Invalid data. Expected a dictionary, but got list."}
    ]


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b'{"name": NaN}', b""])
def test_what_is_no_json_is_told(owner: ApiClient, body: bytes) -> None:
    response = owner.client.post("/api/v1/people/", body, content_type="application/json")

    assert content_of(response)["type"] == "/api/v1/#problem-invalid"


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"nmae": "x"}, {"parameter": "nmae", "detail": "There is no such parameter here."}),
        (
            {"limit": "0"},
            {"parameter": "limit", "detail": "Ensure this value is greater than or equal to 1."},
        ),
        (
            {"limit": "1000"},
            {"parameter": "limit", "detail": "Ensure this value is less than or equal to 200."},
        ),
        ({"name": "a\0b"}, {"parameter": "name", "detail": "Null characters are not allowed."}),
    ],
)
def test_every_wrong_parameter_is_named(
    visitor: ApiClient, query: dict[str, str], error: dict[str, str]
) -> None:
    response = visitor.get("people/", **query)

    assert response.status_code == 400
    assert content_of(response)["errors"] == [error]


def test_one_thing_takes_no_parameters(visitor: ApiClient, club: Club) -> None:
    response = visitor.get("clubs/lapwing/", q="x")

    assert content_of(response)["errors"] == [
        {"parameter": "q", "detail": "There is no such parameter here."}
    ]


def test_visitors_are_told_to_sign_in(visitor: ApiClient, club: Club) -> None:
    response = visitor.patch("clubs/lapwing/", {"place": "Bonn"})

    assert content_of(response)["type"] == "/api/v1/#problem-signed-out"
    assert response["WWW-Authenticate"] == "Bearer"


def test_those_who_may_not_are_told_so(club: Club) -> None:
    response = client_for(make_account("Stranger")).patch("clubs/lapwing/", {"place": "Bonn"})

    assert content_of(response)["type"] == "/api/v1/#problem-forbidden"


def test_a_wrong_method_is_told_with_the_right_ones(owner: ApiClient) -> None:
    response = owner.client.put("/api/v1/clubs/lapwing/", {}, content_type="application/json")

    assert content_of(response)["type"] == "/api/v1/#problem-wrong-method"
    assert response["Allow"] == "GET, HEAD, PATCH, DELETE"


def test_a_wrong_method_is_told_whatever_the_parameters(owner: ApiClient) -> None:
    response = owner.client.patch("/api/v1/clubs/?nonsense=1", {}, content_type="application/json")

    assert content_of(response)["type"] == "/api/v1/#problem-wrong-method"


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", 0), ("listed", "yes"), ("listed", 1), ("year_of_birth", "1980"), ("country", True)],
)
def test_nothing_is_taken_for_what_it_is_not(owner: ApiClient, field: str, value: object) -> None:
    response = owner.post("people/", {"club": "lapwing", "name": "Ann", field: value})

    assert [error["pointer"] for error in content_of(response)["errors"]] == [f"#/{field}"]


def test_other_formats_are_neither_given_nor_taken(owner: ApiClient) -> None:
    given = owner.client.get("/api/v1/clubs/", headers={"Accept": "application/xml"})
    taken = owner.client.post("/api/v1/clubs/", "name=x", content_type="application/x-www-form-urlencoded")

    assert content_of(given)["type"] == "/api/v1/#problem-not-acceptable"
    assert content_of(taken)["type"] == "/api/v1/#problem-unsupported"


def test_what_is_too_large_is_told_with_how_much_may_come_at_once(owner: ApiClient) -> None:
    answer = owner.post("clubs/", {"name": "x" * (5 << 20)})

    assert answer.status_code == 413
    assert answer.json()["detail"] == "At most 5 megabytes in one request. Please send it in parts."


def test_what_a_service_refuses_is_told_in_its_words(owner: ApiClient, olga: Person) -> None:
    response = owner.delete(f"memberships/{olga.memberships.get().pk}/")

    problem = content_of(response)
    assert problem["type"] == "/api/v1/#problem-refused"
    with pytest.raises(Refused) as refused:
        remove_member(actor=olga.account, membership=olga.memberships.get())
    assert problem["detail"] == str(refused.value)


def test_what_changed_meanwhile_is_a_conflict(owner: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def conflict(**_: Any) -> Club:
        raise Conflict("Somebody else changed the same thing.", ["place"])

    monkeypatch.setattr(clubs, "edit_club", conflict)

    response = owner.patch("clubs/lapwing/", {"place": "Bonn"})

    problem = content_of(response)
    assert (problem["status"], problem["detail"]) == (409, "Somebody else changed the same thing.")


def test_an_error_of_ours_is_a_problem_without_details(
    owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> Club:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(clubs, "edit_club", broken)
    owner.client.raise_request_exception = False

    response = owner.patch("clubs/lapwing/", {"place": "Bonn"})

    assert response.status_code == 500
    assert content_of(response) == {
        "type": "/api/v1/#problem-server-error",
        "title": "Something went wrong on our side",
        "status": 500,
        "detail": "Try again later; the error is in our log.",
    }


def test_a_request_that_django_finds_odd_is_a_problem(db: None) -> None:
    response = Client().get("/api/v1/clubs/", headers={"Host": "elsewhere.example"})

    assert content_of(response)["type"] == "/api/v1/#problem-invalid"


def test_problems_are_told_in_the_readers_language(visitor: ApiClient) -> None:
    response = visitor.client.get("/api/v1/people/?limit=x", headers={"Accept-Language": "de"})

    assert content_of(response)["errors"] == [
        {"parameter": "limit", "detail": "Eine gültige Ganzzahl ist erforderlich."}
    ]
