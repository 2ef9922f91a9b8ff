"""The search across people and clubs."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.search.sources import SOURCES, SearchResult, SearchSource, search_all
from players.clubs.services.members import add_member
from players.models import Club, Person, User
from players.people.services.people import create_person

HTMX = {"HX-Request": "true"}


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Łódź Lapwings", slug="lodz", place="Köln")


@pytest.fixture
def crowd(club: Club) -> dict[str, Person]:
    people = {
        name: create_person(actor=None, name=name, listed=True, country="DE")
        for name in ("Jürgen Müller", "Mulan Jürgens", "Anna Müller-Lüdenscheidt", "Jan O’Neill")
    }
    people["Ute Müller"] = create_person(actor=None, name="Ute Müller")  # did not agree to be listed
    add_member(actor=None, club=club, person=people["Jürgen Müller"])
    add_member(actor=None, club=club, person=people["Ute Müller"])
    return people


def found(client: Client, text: str) -> dict[str, list[str]]:
    groups = client.get(reverse("search"), {"q": text}).context["groups"]
    return {group.key: [item.title for item in group.found] for group in groups}


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("müller", ["Jürgen Müller", "Anna Müller-Lüdenscheidt"]),
        ("MULLER", ["Jürgen Müller", "Anna Müller-Lüdenscheidt"]),
        ("mul jur", ["Mulan Jürgens", "Jürgen Müller"]),
        ("Müller, Jürgen", ["Jürgen Müller"]),
        ("ludensch", ["Anna Müller-Lüdenscheidt"]),
        ("oneill", ["Jan O’Neill"]),
        ("uller", []),  # words are found by their beginning
        ("%", []),
        ("_", []),
        ("\0", []),
        ("…", []),
    ],
)
def test_people_are_found_by_the_beginnings_of_their_names(
    client: Client, crowd: dict[str, Person], text: str, people: list[str]
) -> None:
    assert found(client, text).get("people", []) == people


def test_clubs_are_found_by_name_and_place(client: Client, club: Club) -> None:
    assert found(client, "lodz") == {"clubs": ["Łódź Lapwings"]}
    assert found(client, "KOLN lap") == {"clubs": ["Łódź Lapwings"]}


def test_the_whole_name_comes_first(client: Client, crowd: dict[str, Person]) -> None:
    create_person(actor=None, name="Jürgen Aal Müller", listed=True)

    assert found(client, "jurgen muller")["people"] == ["Jürgen Müller", "Jürgen Aal Müller"]


def test_those_who_are_not_listed_are_found_by_their_club_only(
    client: Client, crowd: dict[str, Person], club: Club
) -> None:
    account = User.objects.create_user("mia@example.org", None, display_name="Mia")
    add_member(actor=None, club=club, person=create_person(actor=None, name="Mia Maus", account=account))

    assert found(client, "ute") == {}
    assert "Ute" not in client.get(reverse("search"), {"q": "Uta Müller"}).content.decode()
    client.force_login(account)
    assert found(client, "ute") == {"people": ["Ute Müller"]}


def test_a_search_that_finds_nothing_offers_near_names(client: Client, crowd: dict[str, Person]) -> None:
    answer = client.get(reverse("search"), {"q": "Jurgen Mulller"})

    assert [item.title for item in answer.context["near"]] == ["Jürgen Müller"]
    assert "Did you mean one of these?" in answer.content.decode()


def test_a_long_result_is_cut_and_leads_to_the_list(client: Client, db: None) -> None:
    for number in range(25):
        create_person(actor=None, name=f"Anna Nr{number:02}", listed=True)

    answer = client.get(reverse("search"), {"q": "anna"})

    assert len(answer.context["groups"][0].found) == 10
    assert 'href="/people/?name=anna"' in answer.content.decode()


@pytest.mark.parametrize("text", ["", " ", "x" * 10_000, "a " * 500])
def test_odd_texts_are_answered(client: Client, crowd: dict[str, Person], text: str) -> None:
    assert client.get(reverse("search"), {"q": text}).status_code == 200


def test_suggestions_are_a_part_for_htmx_and_a_page_for_others(
    client: Client, crowd: dict[str, Person]
) -> None:
    address = reverse("search-suggestions")

    part = client.get(address, {"q": "mull"}, headers=HTMX).content.decode()
    page = client.get(address, {"q": "mull&x"})

    assert "<html" not in part
    assert part.count('role="option"') == 3  # two people and the way to all results
    assert "Łódź Lapwings · Germany" in part
    assert page["Location"] == "/search/?q=mull%26x"


def test_nothing_typed_suggests_nothing(client: Client, crowd: dict[str, Person]) -> None:
    part = client.get(reverse("search-suggestions"), {"q": " "}, headers=HTMX).content.decode()

    assert part.strip() == ""


def test_a_search_takes_six_queries_however_many_there_are(
    client: Client, crowd: dict[str, Person], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        create_person(actor=None, name=f"Müller {number}", listed=True)

    with django_assert_num_queries(
        6
    ):  # people, those of exactly this name, their clubs, clubs, games, events
        client.get(reverse("search"), {"q": "mu"})
    with django_assert_num_queries(5):  # not too many to show
        client.get(reverse("search"), {"q": "jan"})


def test_a_query_written_once_finds_what_is_asked_for_each_time(
    client: Client, crowd: dict[str, Person]
) -> None:
    create_person(actor=None, name="Ann Once", listed=True)
    first = client.get(reverse("search"), {"q": "once"}).content.decode()
    create_person(actor=None, name="Twice Zed", listed=True)
    second = client.get(reverse("search"), {"q": "twice"}).content.decode()
    both = client.get(reverse("search"), {"q": "zed twice"}).content.decode()

    assert ("Ann Once" in first, "Twice Zed" in first) == (True, False)
    assert ("Ann Once" in second, "Twice Zed" in second) == (False, True)
    assert ("Ann Once" in both, "Twice Zed" in both) == (False, True)


def test_every_page_has_the_search_in_its_header(client: Client, db: None) -> None:
    text = " ".join(client.get("/").content.decode().split())

    assert '<form class="site-search" role="search" aria-label="Search the site" action="/search/"' in text
    assert 'aria-keyshortcuts="/"' in text


def test_sources_are_asked_in_their_order_and_for_one_more_than_is_shown(db: None) -> None:
    asked: list[tuple[str, str, int]] = []

    def source(key: str, count: int) -> SearchSource:
        def find(_actor: object, text: str, at_most: int) -> list[SearchResult]:
            asked.append((key, text, at_most))
            return [SearchResult(f"{key} {number}", "/") for number in range(count)][:at_most]

        return SearchSource(title=key, find=find, all_url=lambda text: f"/{key}/{text}")

    sources = {key: source(key, count) for key, count in (("people", 2), ("events", 0), ("games", 9))}
    actor = User(display_name="A")

    with SOURCES.replaced(sources):
        groups = search_all(actor, " x ", at_most=3)

    assert asked == [("people", "x", 4), ("events", "x", 4), ("games", "x", 4)]
    assert [(group.key, len(group.found), group.has_more, group.all_url) for group in groups] == [
        ("people", 2, False, ""),
        ("games", 3, True, "/games/x"),
    ]
