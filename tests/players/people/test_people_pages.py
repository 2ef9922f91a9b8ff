"""A person's page, the list of people and the page to edit: who sees what."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from players.models import Club, Membership, Person, User
from players.people.policies import may_see_person
from players.people.selectors.people import people_visible_to, visible_person_ids
from players.people.services.people import create_person, edit_person
from tests.players.circle import Circle


def test_everybody_sees_a_listed_person(client: Client, circle: Circle) -> None:
    text = client.get(circle.listed.get_absolute_url()).content.decode()

    assert "<h1>Jan Pijl</h1>" in text
    assert "Netherlands" in text
    assert "Lapwing" in text
    assert "Nothing here yet" in text
    assert "/edit/" not in text


@pytest.mark.parametrize("seat", ["visitor", "stranger"])
def test_an_unlisted_person_is_not_found_by_strangers(client: Client, circle: Circle, seat: str) -> None:
    if seat == "stranger":
        client.force_login(circle.stranger)

    answer = client.get(circle.unlisted.get_absolute_url())
    nobody = client.get(reverse("person", args=[10**9]))

    assert (answer.status_code, nobody.status_code) == (404, 404)
    assert b"Ute Zorn" not in answer.content


def test_members_of_the_club_see_an_unlisted_person(client: Client, circle: Circle) -> None:
    client.force_login(circle.member)

    text = client.get(circle.unlisted.get_absolute_url()).content.decode()

    assert "Not listed: only members of the same club can see this page." in text


def test_a_member_of_one_club_does_not_learn_of_the_others(client: Client, circle: Circle) -> None:
    elsewhere = Club.objects.create(name="Secret Rooks", slug="rooks")
    Membership.objects.create(club=elsewhere, person=circle.unlisted)
    client.force_login(circle.member)

    assert "Secret Rooks" not in client.get(circle.unlisted.get_absolute_url()).content.decode()


def test_a_year_of_birth_is_the_persons_own_until_shown(client: Client, circle: Circle) -> None:
    person = edit_person(actor=None, person=circle.person_of_member, year_of_birth=1987, listed=True)
    client.force_login(circle.organiser)
    assert "1987" not in client.get(person.get_absolute_url()).content.decode()
    client.force_login(circle.member)
    assert "born 1987 (only you see this)" in " ".join(
        client.get(person.get_absolute_url()).content.decode().split()
    )

    edit_person(actor=None, person=person, shows_year_of_birth=True)

    client.logout()
    assert "born 1987" in client.get(person.get_absolute_url()).content.decode()


def test_a_merged_profile_leads_to_the_one_that_goes_on(client: Client, circle: Circle) -> None:
    old, older = create_person(actor=None, name="Jan Pyl"), create_person(actor=None, name="J Pyl")
    Person.objects.filter(pk=older.pk).update(merged_into=old)
    Person.objects.filter(pk=old.pk).update(merged_into=circle.listed)

    answer = client.get(older.get_absolute_url())

    assert (answer.status_code, answer["Location"]) == (302, circle.listed.get_absolute_url())


def test_a_merged_profile_leads_nobody_to_whom_they_may_not_see(client: Client, circle: Circle) -> None:
    old = create_person(actor=None, name="Uta Zorn", listed=True)
    Person.objects.filter(pk=old.pk).update(merged_into=circle.unlisted)

    assert client.get(old.get_absolute_url()).status_code == 404


def test_the_rule_of_one_person_and_of_many_is_the_same(circle: Circle) -> None:
    administrator = User.objects.create_user("a@example.org", None, display_name="A", is_staff=True)
    for actor in (circle.organiser, circle.member, circle.stranger, administrator):
        visible = set(people_visible_to(actor))
        assert visible == {person for person in Person.objects.all() if may_see_person(actor, person)}
        assert visible_person_ids(actor, [circle.listed.pk, circle.unlisted.pk]) == {
            person.pk for person in (circle.listed, circle.unlisted) if person in visible
        }


def test_a_persons_page_takes_few_queries_however_much_there_is(
    client: Client, circle: Circle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
        Membership.objects.create(club=club, person=circle.listed)
    client.force_login(circle.organiser)
    client.get(circle.listed.get_absolute_url())  # content types are remembered from here on

    # Session, account, person, rights, own claim, clubs; games: own roles, own profiles, own events, the games; events;
    # rating lists; merges; right to the history, history.
    with django_assert_num_queries(15):
        client.get(circle.listed.get_absolute_url())


def test_the_list_has_the_listed_by_the_alphabet(client: Client, circle: Circle) -> None:
    create_person(actor=None, name="Ölmez Can", listed=True, country="TR")
    create_person(actor=None, name="Anna Zyla", listed=True)

    page = client.get(reverse("people")).context["page"]

    assert [person.sort_name for person in page] == ["Can, Ölmez", "Pijl, Jan", "Zyla, Anna"]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({"name": "pij JAN"}, ["Jan Pijl"]),
        ({"name": "ijl"}, []),
        ({"country": "TR"}, ["Ölmez Can"]),
        ({"club": "lap"}, ["Jan Pijl"]),
        ({"club": "lap", "country": "TR"}, []),
        ({"name": "x" * 101}, ["Ölmez Can", "Jan Pijl"]),  # more than fits: not a filter
        ({"name": "%"}, ["Ölmez Can", "Jan Pijl"]),
        ({"name": "\0"}, ["Ölmez Can", "Jan Pijl"]),
    ],
)
def test_the_list_is_filtered(
    client: Client, circle: Circle, wanted: dict[str, str], names: list[str]
) -> None:
    create_person(actor=None, name="Ölmez Can", listed=True, country="TR")

    page = client.get(reverse("people"), wanted).context["page"]

    assert [person.name for person in page] == names


def test_a_long_list_takes_three_queries(
    client: Client, circle: Circle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Person.objects.bulk_create(
        Person(name=f"P {number}", sort_name="P", sort_key=f"p{number:03}", comparison_key="p", listed=True)
        for number in range(120)
    )

    with django_assert_num_queries(3):  # count, people, their clubs
        assert len(client.get(reverse("people"), {"page": "2"}).context["page"]) == 50


def test_an_organiser_changes_name_and_country_with_a_reason(signed_in: Client, circle: Circle) -> None:
    answer = signed_in.post(
        reverse("edit-person", args=[circle.listed.pk]),
        {"name": "Jan Pyl", "sort_name": "Pijl, Jan", "country": "BE", "listed": "on", "reason": "Misspelt."},
    )

    circle.listed.refresh_from_db()
    assert answer["Location"] == circle.listed.get_absolute_url()
    assert (circle.listed.name, circle.listed.sort_name, circle.listed.country) == (
        "Jan Pyl", "Pyl, Jan", "BE",
    )  # fmt: skip
    assert history_of(circle.listed)[0].reason == "Misspelt."


def test_an_organiser_does_not_decide_for_somebody_with_an_account(signed_in: Client, circle: Circle) -> None:
    person = edit_person(actor=None, person=circle.person_of_member, year_of_birth=1987)

    page = signed_in.get(reverse("edit-person", args=[person.pk])).content.decode()
    signed_in.post(
        reverse("edit-person", args=[person.pk]),
        {"name": "Mia Maus", "country": "NL", "year_of_birth": "1999", "listed": "on"},
    )

    person.refresh_from_db()
    assert "1987" not in page
    assert (person.year_of_birth, person.listed) == (1987, False)


def test_a_year_of_birth_that_is_not_seen_stays_when_left_empty(signed_in: Client, circle: Circle) -> None:
    edit_person(actor=None, person=circle.unlisted, year_of_birth=1950)

    page = signed_in.get(reverse("edit-person", args=[circle.unlisted.pk])).content.decode()
    signed_in.post(reverse("edit-person", args=[circle.unlisted.pk]), {"name": "Ute Zorn", "country": "DE"})

    circle.unlisted.refresh_from_db()
    assert "1950" not in page
    assert (circle.unlisted.year_of_birth, circle.unlisted.country) == (1950, "DE")


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"name": "…"}, []),
        ({"name": "Jan", "year_of_birth": "1066"}, []),
        ({"name": "Jan", "year_of_birth": "MMXX"}, ["year_of_birth"]),
        ({"name": "Jan", "country": "Holland"}, ["country"]),
        ({"name": "x" * 121}, ["name"]),
        ({}, ["name"]),
    ],
)
def test_bad_values_are_told_and_lost_is_nothing(
    signed_in: Client, circle: Circle, values: dict[str, str], wrong: list[str]
) -> None:
    answer = signed_in.post(
        reverse("edit-person", args=[circle.unlisted.pk]), {"reason": "Why not", **values}
    )

    circle.unlisted.refresh_from_db()
    assert answer.status_code == 200
    errors = answer.context["form"].errors
    assert list(errors) == wrong
    # What the form takes, the service refuses.
    problem = errors[wrong[0]][0] if wrong else answer.context["problem"]
    assert problem
    assert problem in answer.content.decode()
    assert 'value="Why not"' in answer.content.decode()
    assert circle.unlisted.name == "Ute Zorn"


@pytest.mark.parametrize("page", ["edit-person", "change-photo"])
def test_others_do_not_find_the_pages_that_change_a_person(client: Client, circle: Circle, page: str) -> None:
    address = reverse(page, args=[circle.listed.pk])
    assert client.get(address).status_code == 302
    client.force_login(circle.member)

    assert client.get(address).status_code == 404


def test_a_persons_history_is_for_organisers_and_the_person(client: Client, circle: Circle) -> None:
    line = "The site entered Jan Pijl"
    for seat, seen in (("organiser", True), ("member", False), ("stranger", False)):
        client.force_login(getattr(circle, seat))
        assert (line in client.get(circle.listed.get_absolute_url()).content.decode()) is seen
