"""The pages about clubs."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.models import Club


@pytest.fixture
def clubs(db: None) -> list[Club]:
    return Club.objects.bulk_create(
        Club(name=f"Club {number:02}", slug=f"club-{number}", place=["Milano", "Łódź"][number % 2])
        for number in range(30)
    )


def names(client: Client, **query: str) -> list[str]:
    return [club.name for club in client.get(reverse("clubs"), query).context["page"]]


def test_clubs_are_listed_by_name_page_by_page(client: Client, clubs: list[Club]) -> None:
    assert names(client) == [f"Club {number:02}" for number in range(24)]
    assert names(client, page="2") == [f"Club {number:02}" for number in range(24, 30)]


@pytest.mark.parametrize("page", ["nonsense", "0", "-1", "99999999999999999999", "\0"])
def test_a_bad_page_number_shows_a_page(client: Client, clubs: list[Club], page: str) -> None:
    assert client.get(reverse("clubs"), {"page": page}).status_code == 200


def test_the_search_wants_every_word_in_name_or_place(client: Client, clubs: list[Club]) -> None:
    assert names(client, q="club 1 MILANO") == [f"Club {number:02}" for number in (10, 12, 14, 16, 18)]


@pytest.mark.parametrize("text", ["nothing like it", "\0x", "x" * 10_000, "%", "_"])
def test_a_search_without_a_find_says_so(client: Client, clubs: list[Club], text: str) -> None:
    response = client.get(reverse("clubs"), {"q": text})

    assert response.status_code == 200
    assert "Nothing found for" in response.content.decode()


def test_turning_the_page_keeps_the_search(client: Client, clubs: list[Club]) -> None:
    assert 'href="?q=club&amp;page=2"' in client.get(reverse("clubs"), {"q": "club"}).content.decode()


def test_a_list_of_clubs_takes_two_queries(
    client: Client, clubs: list[Club], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        client.get(reverse("clubs"))


def test_a_clubs_page_shows_what_it_says_about_itself(client: Client, db: None) -> None:
    club = Club.objects.create(name="<b>Rook</b>", slug="rook", place="Ulm", about="One.\n\nTwo <script>.")

    text = client.get(club.get_absolute_url()).content.decode()

    assert "<h1>&lt;b&gt;Rook&lt;/b&gt;</h1>" in text
    assert "<p>One.</p>" in text
    assert "<p>Two &lt;script&gt;.</p>" in text


def test_a_club_that_says_nothing_has_a_page_too(client: Client, db: None) -> None:
    club = Club.objects.create(name="Rook", slug="rook")

    assert "This club has not described itself yet." in client.get(club.get_absolute_url()).content.decode()


def test_a_club_that_is_not_there_is_not_found(client: Client, db: None) -> None:
    assert client.get("/clubs/nowhere/").status_code == 404
