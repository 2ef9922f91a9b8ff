"""Entering people by hand: who is near is offered, never assumed."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.clubs.selectors.clubs import possible_matches
from players.models import Club, Membership, MembershipOffer, Person
from players.people.services.people import create_person
from tests.players.circle import Circle


@pytest.fixture
def address(circle: Circle) -> str:
    return reverse("enter-person", args=[circle.club.slug])


def names_offered(answer: object) -> list[str]:
    return [offer.person.name for offer in answer.context["offers"]]  # type: ignore[attr-defined]


def test_somebody_unknown_is_entered_at_once_and_belongs_to_the_club(
    signed_in: Client, circle: Circle, address: str
) -> None:
    answer = signed_in.post(
        address, {"name": "Vries, Hugo de", "country": "NL", "year_of_birth": "1990", "listed": "on"}
    )

    person = Person.objects.get(name="Hugo de Vries")
    assert answer["Location"] == person.get_absolute_url()
    assert (person.country, person.year_of_birth, person.listed) == ("NL", 1990, True)
    assert Membership.objects.get(person=person).club == circle.club


def test_several_people_are_entered_one_after_the_other(signed_in: Client, address: str) -> None:
    assert signed_in.post(address, {"name": "Hugo Vries", "another": ""})["Location"] == address


@pytest.mark.parametrize("name", ["Jan Pijl", "PIJL, jan", "Jan Pyjl"])
def test_the_same_or_a_near_name_is_offered_and_nobody_entered(
    signed_in: Client, circle: Circle, address: str, name: str
) -> None:
    before = Person.objects.count()

    answer = signed_in.post(address, {"name": name, "country": "BE"})

    assert names_offered(answer) == ["Jan Pijl"]
    assert "Is it one of these?" in answer.content.decode()
    assert '<option value="BE" selected>' in answer.content.decode()
    assert Person.objects.count() == before


def test_whoever_says_it_is_somebody_else_enters_a_new_person(
    signed_in: Client, circle: Circle, address: str
) -> None:
    signed_in.post(address, {"name": "Jan Pijl", "choice": "new"})

    assert Person.objects.filter(name="Jan Pijl").count() == 2


def test_somebody_known_is_asked_to_join_when_chosen(signed_in: Client, circle: Circle, address: str) -> None:
    known = create_person(actor=None, name="Rosa Roth", listed=True)

    answer = signed_in.post(address, {"name": "Rosa Rot", "choice": str(known.pk)})

    assert answer["Location"] == known.get_absolute_url()
    assert MembershipOffer.objects.get(person=known).club == circle.club
    assert not Membership.objects.filter(person=known).exists()
    assert Person.objects.filter(name__startswith="Rosa").count() == 1


@pytest.mark.parametrize("choice", ["", "0", "nonsense", "\0", "99999999999999999999"])
def test_a_choice_that_was_not_offered_asks_again(
    signed_in: Client, circle: Circle, address: str, choice: str
) -> None:
    stranger = create_person(actor=None, name="Somebody Else", listed=True)

    for value in (choice, str(stranger.pk), str(circle.listed.pk)):
        assert names_offered(signed_in.post(address, {"name": "Jan Pijl", "choice": value})) == ["Jan Pijl"]


def test_people_hidden_from_the_organiser_are_not_offered(circle: Circle) -> None:
    hidden = create_person(actor=None, name="Rosa Roth")
    elsewhere = Club.objects.create(name="Rooks", slug="rooks")
    Membership.objects.create(club=elsewhere, person=hidden)

    assert possible_matches("Rosa Roth", actor=circle.organiser, club=circle.club) == []


def test_offers_take_three_queries_and_tell_public_clubs_only(
    circle: Circle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    elsewhere = Club.objects.create(name="Rooks", slug="rooks")
    for person in (circle.listed, circle.unlisted):
        Membership.objects.create(club=elsewhere, person=person)

    with django_assert_num_queries(3):
        (offer,) = possible_matches("Jan Pijl", actor=circle.organiser, club=circle.club)
    (hidden,) = possible_matches("Ute Zorn", actor=circle.organiser, club=circle.club)

    assert (sorted(offer.clubs), offer.belongs) == (["Lapwing", "Rooks"], True)
    assert (hidden.clubs, hidden.belongs) == (["Lapwing"], True)


def test_only_organisers_enter_people(client: Client, circle: Circle, address: str) -> None:
    client.force_login(circle.member)

    assert client.get(address).status_code == 404
    assert client.post(address, {"name": "Hugo Vries"}).status_code == 404
    assert not Person.objects.filter(name="Hugo Vries").exists()


def test_a_name_that_cannot_be_read_is_refused(signed_in: Client, address: str) -> None:
    answer = signed_in.post(address, {"name": "…", "country": "BE"})

    assert answer.status_code == 200
    assert answer.context["problem"] in unescape(answer.content.decode())
    assert not Person.objects.filter(country="BE").exists()
