"""Asking to join a club, and answering."""

from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from players.clubs import policies
from players.clubs.services.clubs import create_club
from players.clubs.services.join_requests import approve_join_request, ask_to_join, decline_join_request
from players.models import JoinRequest, Membership, User
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.pages import sign_in
from tests.players.clubs.staff import Staff

JOIN, REQUESTS = "/clubs/lapwing/join/", "/clubs/lapwing/requests/"


@pytest.fixture
def jan(client: Client, db: None) -> User:
    user = make_account("Jan")
    client.force_login(user)
    return user


@pytest.fixture
def waiting(staff: Staff) -> JoinRequest:
    return ask_to_join(actor=make_account("Zeynep"), club=staff.club, message="May I come?")


def test_visitors_sign_in_and_come_back(client: Client, staff: Staff) -> None:
    assert client.get(JOIN)["Location"] == f"/account/sign-in/?next={JOIN}"


def test_somebody_asks_to_join_and_thinks_better_of_it(client: Client, staff: Staff, jan: User) -> None:
    assert client.post(JOIN, {"message": "Hello."})["Location"] == "/clubs/lapwing/"
    assert "You have asked to join" in client.get("/clubs/lapwing/").content.decode()
    assert client.get(JOIN)["Location"] == "/clubs/lapwing/"

    client.post(f"{JOIN}withdraw/")
    assert JoinRequest.objects.get().state == "withdrawn"
    page = client.post(f"{JOIN}withdraw/", follow=True).content.decode()
    assert "You have no open request." in page


def test_what_the_service_refuses_stands_on_the_form(client: Client, staff: Staff, jan: User) -> None:
    ask_to_join(actor=jan, club=staff.club)

    page = client.post(JOIN, {"message": "Once more."}).content.decode()

    assert "You have already asked." in page
    assert "Once more." in page


def test_requests_are_limited_by_the_hour(
    client: Client, staff: Staff, jan: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "REQUESTS_BY_ACCOUNT", policies.RateLimit("none", 0))

    response = client.post(JOIN, {"message": "Hello."})

    assert (response.status_code, JoinRequest.objects.count()) == (429, 0)
    assert "Hello." in response.content.decode()


def test_an_organiser_sees_a_badge_and_approves(client: Client, staff: Staff, waiting: JoinRequest) -> None:
    sign_in(client, staff.organiser)
    assert '<span class="badge">1<' in client.get("/clubs/lapwing/").content.decode()
    assert "May I come?" in client.get(REQUESTS).content.decode()

    response = client.post(f"{REQUESTS}{waiting.pk}/", {"step": "approve"}, follow=True)

    assert "Zeynep is now a member." in response.content.decode()
    assert Membership.objects.get(person=waiting.person).role == "member"
    assert '<span class="badge">' not in client.get("/clubs/lapwing/").content.decode()


def test_an_organiser_declines_with_a_reason(client: Client, staff: Staff, waiting: JoinRequest) -> None:
    sign_in(client, staff.organiser)

    client.post(f"{REQUESTS}{waiting.pk}/", {"step": "decline", f"request-{waiting.pk}-reason": "Full."})

    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == ("declined", "Full.")


def test_the_second_organiser_is_told_what_the_first_did(
    client: Client, staff: Staff, waiting: JoinRequest
) -> None:
    sign_in(client, staff.organiser)
    approve_join_request(actor=staff.owner.person.account, request=waiting)

    page = client.post(f"{REQUESTS}{waiting.pk}/", {"step": "decline"}, follow=True).content.decode()

    with pytest.raises(Refused, match=r"Olga .* approved") as refused:
        decline_join_request(actor=staff.organiser.person.account, request=waiting)
    assert str(refused.value) in unescape(page)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Please choose whether to approve or to decline."),
        (
            {"step": "decline", "reason": "x" * 1001},
            "The reason is too long: at most 1000 characters.",
        ),
    ],
)
def test_what_cannot_be_done_is_told(
    client: Client, staff: Staff, waiting: JoinRequest, data: dict[str, str], sentence: str
) -> None:
    sign_in(client, staff.organiser)
    fields = {
        f"request-{waiting.pk}-{name}" if name == "reason" else name: text for name, text in data.items()
    }

    page = client.post(f"{REQUESTS}{waiting.pk}/", fields, follow=True).content.decode()

    assert sentence in page
    waiting.refresh_from_db()
    assert waiting.state == "open"


def test_a_list_of_requests_takes_few_queries(
    client: Client, staff: Staff, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(25):
        person = create_person(actor=None, name=f"Nr {number}")
        JoinRequest.objects.create(club=staff.club, person=person)
    sign_in(client, staff.organiser)

    # Session, account, club, right to answer, number, page, standings, open requests.
    with django_assert_num_queries(8):
        page = unescape(client.get(REQUESTS).content.decode())
    assert page.count('value="approve"') == 20


def test_a_request_of_another_club_is_not_there(client: Client, staff: Staff, waiting: JoinRequest) -> None:
    other = make_account("Otto")

    create_club(actor=other, name="Rook")
    client.force_login(other)

    assert client.post(f"/clubs/rook/requests/{waiting.pk}/", {"step": "approve"}).status_code == 404
    assert JoinRequest.objects.get().state == "open"
