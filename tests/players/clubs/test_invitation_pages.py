"""Sending invitations, and answering the link in the mail."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from jobs.models import OutgoingMail
from players.accounts.services.tokens import hash_secret
from players.clubs import policies
from players.clubs.services.invitations import invite_by_email
from players.models import ClubInvitation, Membership, Role, User
from tests.core.api.client import make_account
from tests.players.clubs.pages import mailed_token, sign_in
from tests.players.clubs.staff import Staff

INVITATIONS = "/clubs/lapwing/invitations/"


def send(client: Client, **data: str) -> str:
    fields = {"email": "jan@example.org", "role": "member", "message": "", **data}
    return unescape(client.post(INVITATIONS, fields, follow=True).content.decode())


@pytest.fixture
def link(staff: Staff) -> str:
    """What the mail leads to."""
    olga = staff.owner.person.account
    assert olga is not None
    invite_by_email(actor=olga, club=staff.club, email="jan@example.org", role=Role.ARBITER, message="Come!")
    return f"/clubs/invitations/{mailed_token()}/"


def test_an_invitation_is_sent_and_listed(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    page = send(client, message="Come!")

    assert "The invitation to jan@example.org is on its way." in page
    assert "sent by Gerd" in page
    assert OutgoingMail.objects.get().recipients == ["jan@example.org"]


def test_an_organiser_invites_no_owners(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    page = send(client, role="owner")

    assert "Select a valid choice." in page
    assert 'value="jan@example.org"' in page
    assert not ClubInvitation.objects.exists()


def test_what_the_service_refuses_stands_on_the_form(client: Client, staff: Staff, link: str) -> None:
    sign_in(client, staff.organiser)

    page = send(client, message="Once more")

    assert "Once more" in page
    assert ClubInvitation.objects.count() == OutgoingMail.objects.count() == 1


@pytest.mark.parametrize("limit", ["INVITATIONS_BY_ACCOUNT", "INVITATIONS_BY_CLUB", "INVITATIONS_BY_ADDRESS"])
def test_mails_are_limited_by_the_hour(
    client: Client, staff: Staff, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(policies, limit, policies.RateLimit(limit, 1))
    sign_in(client, staff.organiser)
    send(client)

    page = send(client, message="Again")
    pk = ClubInvitation.objects.get().pk
    again = client.post(f"{INVITATIONS}{pk}/", {"step": "resend"}, follow=True).content.decode()

    assert "Too many attempts." in page
    assert "Again" in page
    assert "Too many attempts." in again
    assert OutgoingMail.objects.count() == 1


def test_an_invitation_is_sent_again_and_withdrawn(client: Client, staff: Staff, link: str) -> None:
    sign_in(client, staff.organiser)
    path = f"{INVITATIONS}{ClubInvitation.objects.get().pk}/"

    client.post(path, {"step": "resend"})
    assert client.get(link).status_code == 410
    fresh = f"/clubs/invitations/{mailed_token()}/"
    assert client.get(fresh).status_code == 200

    client.post(path, {"step": "withdraw"})
    assert client.get(fresh).status_code == 410
    assert client.post(path, {"step": "withdraw"}).status_code == 404


def test_a_list_of_invitations_takes_few_queries(
    client: Client, staff: Staff, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    gerd = sign_in(client, staff.organiser)
    ClubInvitation.objects.bulk_create(
        ClubInvitation(
            club=staff.club,
            email=f"{number}@example.org",
            token_hash=str(number),
            invited_by=gerd,
            expires_at=timezone.now() + timedelta(days=1),
        )
        for number in range(120)
    )

    # Session, account, club, right to see, roles to give, standings, number, page, open requests.
    with django_assert_num_queries(9):
        page = client.get(INVITATIONS, {"page": "2"}).context["page"]
    assert (len(page), page.paginator.count) == (50, 120)


def test_a_new_account_accepts(client: Client, staff: Staff, link: str) -> None:
    page = unescape(client.get(link).content.decode())
    assert "Olga invites you to become arbiter of Lapwing." in page
    assert "Come!" in page
    assert "jan@example.org" not in page
    sign_up = f"/account/sign-up/?next={link}"
    assert f'href="{sign_up}"' in page

    fields = {"display_name": "Jan Pijl", "email": "other@example.org", "password": "seven wet lapwings"}
    response = client.post(sign_up, {**fields, "next": link})
    assert response["Location"] == link
    assert "You are signed in as <strong>Jan Pijl</strong>." in client.get(link).content.decode()

    assert client.post(link, {"step": "accept"})["Location"] == "/clubs/lapwing/"
    membership = Membership.objects.get(person__account__email="other@example.org")
    assert (membership.role, membership.person.name) == ("arbiter", "Jan Pijl")
    assert client.get(link).status_code == 410


def test_declining_takes_no_account(client: Client, link: str) -> None:
    assert client.post(link, {"step": "decline"})["Location"] == "/"

    assert ClubInvitation.objects.get().state == "declined"


def test_accepting_takes_an_account(client: Client, link: str) -> None:
    page = client.post(link, {"step": "accept"}).content.decode()

    assert "Please sign in or sign up first" in page
    assert ClubInvitation.objects.get().state == "open"


def test_a_member_who_accepts_is_told(client: Client, staff: Staff, link: str) -> None:
    sign_in(client, staff.member)

    page = client.post(link, {"step": "accept"})

    assert page.context["problem"]
    assert page.context["problem"] in unescape(page.content.decode())
    assert ClubInvitation.objects.get().state == "open"
    assert staff.member.person.memberships.count() == 1


def test_an_invitation_that_ran_out_says_since_when(client: Client, staff: Staff, link: str) -> None:
    ClubInvitation.objects.update(
        sent_at=timezone.now() - timedelta(days=20), expires_at=timezone.now() - timedelta(days=6)
    )

    response = client.get(link)

    assert response.status_code == 410
    assert "Please ask Lapwing for a new one." in response.content.decode()
    sign_in(client, staff.organiser)
    assert "expired" in client.get(INVITATIONS).content.decode()


@pytest.mark.parametrize("token", ["x", "\udcff", "a" * 3000])
def test_a_wrong_secret_leads_nowhere(client: Client, db: None, token: str) -> None:
    assert client.get(f"/clubs/invitations/{token!a}/").status_code == 410


def test_the_stored_hash_is_no_key(client: Client, staff: Staff, link: str) -> None:
    stored = ClubInvitation.objects.get().token_hash

    assert stored == hash_secret(link.split("/")[-2])
    assert client.get(f"/clubs/invitations/{stored}/").status_code == 410


def test_pages_with_secrets_are_not_kept_by_caches(client: Client, link: str) -> None:
    assert "no-store" in client.get(link)["Cache-Control"]


def test_an_account_that_is_not_in_the_club_sees_no_invitations(client: Client, staff: Staff) -> None:
    client.force_login(make_account("Jan"))

    assert client.get(INVITATIONS).status_code == 404


def test_the_account_of_somebody_else_is_not_asked_for(client: Client, staff: Staff, link: str) -> None:
    """Addresses of accounts are not confirmed: whoever has the link may use it."""
    user: User = make_account("Otto")
    client.force_login(user)

    client.post(link, {"step": "accept"})

    assert Membership.objects.get(person__account=user).role == "arbiter"
