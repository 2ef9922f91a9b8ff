"""Pages of lists: each row once, whatever is added in between."""

import base64
from urllib.parse import quote

import pytest

from players.models import Person
from players.people.services.people import create_person
from tests.core.api.client import ApiClient


@pytest.fixture
def seven_people(db: None) -> list[str]:
    """Three of them have one name."""
    people = ["Ann", "Bea", "Bea", "Bea", "Cleo", "Dora", "Eva"]
    for name in people:
        create_person(actor=None, name=name, listed=True)
    return people


def follow(program: ApiClient, address: str | None, *, by: str = "next") -> list[list[str]]:
    pages = []
    while address:
        content = program.client.get(address).json()
        pages.append([person["name"] for person in content["results"]])
        address = content[by]
    return pages


def test_pages_hold_everything_once_and_in_order(visitor: ApiClient, seven_people: list[str]) -> None:
    pages = follow(visitor, "/api/v1/people/?limit=2")

    assert pages == [["Ann", "Bea"], ["Bea", "Bea"], ["Cleo", "Dora"], ["Eva"]]


def test_pages_lead_back(visitor: ApiClient, seven_people: list[str]) -> None:
    address = "/api/v1/people/?limit=3"
    while following := visitor.client.get(address).json()["next"]:
        address = following

    assert follow(visitor, address, by="previous") == [
        ["Eva"],
        ["Bea", "Cleo", "Dora"],
        ["Ann", "Bea", "Bea"],
    ]


def test_links_keep_the_filters(visitor: ApiClient, seven_people: list[str]) -> None:
    content = visitor.get("people/", name="bea", limit=2).json()

    assert "name=bea" in content["next"]
    assert content["next"].startswith("http://testserver/api/v1/people/?")
    assert follow(visitor, content["next"]) == [["Bea"]]


def test_somebody_added_in_front_does_not_move_the_next_page(
    visitor: ApiClient, seven_people: list[str]
) -> None:
    following = visitor.get("people/", limit=2).json()["next"]
    create_person(actor=None, name="Aaron", listed=True)

    assert follow(visitor, following) == [["Bea", "Bea"], ["Cleo", "Dora"], ["Eva"]]


def test_a_page_has_fifty_unless_asked_otherwise(visitor: ApiClient) -> None:
    Person.objects.bulk_create(
        Person(name=f"P{n}", sort_name=f"P{n}", sort_key=f"p{n:03}", comparison_key=f"p{n}", listed=True)
        for n in range(201)
    )

    assert [len(page) for page in follow(visitor, "/api/v1/people/")] == [50, 50, 50, 50, 1]
    assert [len(page) for page in follow(visitor, "/api/v1/people/?limit=200")] == [200, 1]


@pytest.mark.parametrize(
    "cursor", ["x", "%%%", "ü", base64.b64encode(b"o=-5").decode(), base64.b64encode(b"p=a\0").decode()]
)
def test_a_cursor_of_ones_own_making_is_refused(
    visitor: ApiClient, seven_people: list[str], cursor: str
) -> None:
    response = visitor.client.get(f"/api/v1/people/?cursor={quote(cursor)}")

    assert response.status_code == 400
    assert response.json()["errors"] == [
        {"parameter": "cursor", "detail": "This cursor is not valid. Start again without one."}
    ]
