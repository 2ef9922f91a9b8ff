"""How a profile finds its owner: invitations and claims."""

import re
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.selectors import history_of
from core.errors import Refused
from players.clubs.services.members import add_member
from players.models import Membership, Person, PersonMerge, ProfileClaim, ProfileInvitation, Role, User
from players.people.policies import may_decide_claim
from players.people.selectors.people import claims_to_decide
from players.people.services import claims
from players.people.services.people import create_person
from tests.players.circle import Circle


def mails() -> list[tuple[list[str], str]]:
    return [(message.to, str(message.subject)) for message in mail.outbox]


def path_in_last_mail() -> str:
    found = re.search(r"https?://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def invite(circle: Circle, person: Person | None = None) -> str:
    """The secret of a fresh invitation."""
    claims.invite_to_profile(
        actor=circle.organiser, person=person or circle.unlisted, email="ute@example.org"
    )
    return path_in_last_mail().rstrip("/").rpartition("/")[2]


def test_an_invitation_is_mailed_and_only_its_hash_kept(circle: Circle) -> None:
    secret = invite(circle)

    invitation = ProfileInvitation.objects.get()
    assert mails() == [(["ute@example.org"], "Your profile at Kiebitz: Ute Zorn")]
    assert (len(secret), len(invitation.token_hash), secret in invitation.token_hash) == (43, 64, False)
    assert "ute@example.org" not in str(history_of(circle.unlisted)[0].after)


def test_whoever_has_the_link_and_says_yes_owns_the_profile(client: Client, circle: Circle) -> None:
    address = reverse("profile-invitation", args=[invite(circle)])
    before = client.get(address).content.decode()
    assert "Are you Ute Zorn?" in before
    assert f"/account/sign-up/?next={address}" in before
    assert client.post(address).status_code == 200  # a visitor owns nothing
    client.force_login(circle.stranger)

    answer = client.post(address)

    circle.unlisted.refresh_from_db()
    assert answer["Location"] == circle.unlisted.get_absolute_url()
    assert circle.unlisted.account == circle.stranger
    assert str(history_of(circle.unlisted)[0]) == "Stranger took over the profile of Ute Zorn"
    assert client.get(address).status_code == 410
    assert ProfileInvitation.objects.get().email == ""


@pytest.mark.parametrize("secret", ["x", "x" * 43, "%00", "🐦", "a" * 2000])
def test_a_link_that_nobody_sent_does_not_work(client: Client, circle: Circle, secret: str) -> None:
    assert client.get(f"/people/invitation/{secret}/").status_code == 410


def test_a_link_runs_out_is_withdrawn_and_replaced(client: Client, circle: Circle) -> None:
    first = invite(circle)
    second = invite(circle)
    assert claims.find_open_invitation(first) is None
    assert claims.find_open_invitation(second) is not None
    ProfileInvitation.objects.filter(closed_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert claims.find_open_invitation(second) is None
    third = invite(circle)
    claims.withdraw_invitation(actor=circle.organiser, person=circle.unlisted)
    assert claims.find_open_invitation(third) is None
    with pytest.raises(Refused):
        claims.accept_invitation(account=circle.stranger, secret=third)
    circle.unlisted.refresh_from_db()
    assert circle.unlisted.account is None


def test_whoever_is_a_person_already_becomes_both(client: Client, circle: Circle) -> None:
    own = create_person(actor=None, name="Stranger", account=circle.stranger)
    address = reverse("profile-invitation", args=[invite(circle)])
    client.force_login(circle.stranger)
    assert "Your account already has the profile Stranger" in client.get(address).content.decode()

    answer = client.post(address)

    circle.unlisted.refresh_from_db()
    assert answer["Location"] == own.get_absolute_url()
    assert (circle.unlisted.merged_into, circle.unlisted.account) == (own, None)
    assert Membership.objects.get(person=own).club == circle.club


def test_a_profile_with_an_owner_is_neither_given_away_nor_claimed(circle: Circle) -> None:
    for attempt in (
        lambda: invite(circle, circle.person_of_member),
        lambda: claims.claim_profile(account=circle.stranger, person=circle.person_of_member),
    ):
        with pytest.raises(Refused, match="This profile already belongs to an account"):
            attempt()


def test_a_claim_is_told_to_the_organisers_and_approved(circle: Circle) -> None:
    claim = claims.claim_profile(account=circle.stranger, person=circle.listed, message="It is me")
    assert mails() == [(["organiser@example.org"], "Somebody says that the profile of Jan Pijl is theirs")]

    claims.approve_claim(actor=circle.organiser, claim=claim)

    circle.listed.refresh_from_db()
    assert circle.listed.account == circle.stranger
    assert mails()[1:] == [(["stranger@example.org"], "The profile of Jan Pijl is yours")]
    assert [str(entry) for entry in history_of(circle.listed)[:3]] == [
        "Stranger took over the profile of Jan Pijl",
        "Organiser approved a claim of the profile of Jan Pijl",
        "Stranger asked to take over the profile of Jan Pijl",
    ]


def test_a_claim_of_somebody_without_a_club_is_told_to_the_administrators(circle: Circle) -> None:
    User.objects.create_user("admin@example.org", None, display_name="Admin", is_staff=True)
    nobodys = create_person(actor=None, name="Rosa Roth", listed=True)

    claims.claim_profile(account=circle.stranger, person=nobodys)

    assert [recipients for recipients, _subject in mails()] == [["admin@example.org"]]


def test_a_claim_is_declined_with_a_reason_and_may_be_made_again(circle: Circle) -> None:
    claim = claims.claim_profile(account=circle.stranger, person=circle.listed)

    claims.decline_claim(actor=circle.organiser, claim=claim, reason="Who are you?")

    assert "Who are you?" in str(mail.outbox[-1].body)
    with pytest.raises(Refused, match="already been answered"):
        claims.approve_claim(actor=circle.organiser, claim=claim)
    claims.claim_profile(account=circle.stranger, person=circle.listed)
    assert ProfileClaim.objects.filter(state="waiting").count() == 1


def test_of_two_who_claim_a_profile_one_gets_it_and_the_other_is_told(circle: Circle) -> None:
    rival = User.objects.create_user("rival@example.org", None, display_name="Rival")
    first = claims.claim_profile(account=circle.stranger, person=circle.listed)
    second = claims.claim_profile(account=rival, person=circle.listed)

    claims.approve_claim(actor=circle.organiser, claim=first)

    second.refresh_from_db()
    assert (second.state, second.reason) == ("declined", "The profile belongs to somebody else.")
    assert {recipients[0] for recipients, _subject in mails()[2:]} == {
        "rival@example.org",
        "stranger@example.org",
    }


def test_an_account_claims_one_profile_at_a_time(circle: Circle) -> None:
    other = create_person(actor=None, name="Rosa Roth", listed=True)
    claims.claim_profile(account=circle.stranger, person=circle.listed)

    with pytest.raises(Refused, match="You have already claimed a profile"):
        claims.claim_profile(account=circle.stranger, person=other)
    claims.withdraw_claim(account=circle.stranger)
    claims.claim_profile(account=circle.stranger, person=other)


def test_an_approved_claim_of_somebody_with_a_profile_is_a_merge(circle: Circle) -> None:
    own = create_person(actor=None, name="Stranger", account=circle.stranger)
    claim = claims.claim_profile(account=circle.stranger, person=circle.listed)

    assert claims.approve_claim(actor=circle.organiser, claim=claim) == own
    assert PersonMerge.objects.get().merged == circle.listed


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_answer_at_once_give_one_answer() -> None:
    person = create_person(actor=None, name="Jan Pijl", listed=True)
    accounts = [User.objects.create_user(f"{n}@example.org", None, display_name=f"A{n}") for n in range(3)]
    claim = claims.claim_profile(account=accounts[0], person=person)
    both_ready, refused = Barrier(2, timeout=30), []

    def answer(organiser: User) -> None:
        both_ready.wait()
        try:
            claims.approve_claim(actor=organiser, claim=claim)
        except Refused as refusal:
            refused.append(str(refusal))
        finally:
            connection.close()

    threads = [Thread(target=answer, args=(organiser,)) for organiser in accounts[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    person.refresh_from_db()
    assert (person.account, refused) == (accounts[0], ["This claim has already been answered."])


def test_the_database_keeps_one_open_invitation_and_one_person_each(circle: Circle) -> None:
    invite(circle)
    with pytest.raises(IntegrityError), transaction.atomic():
        ProfileInvitation.objects.create(
            person=circle.unlisted, email="x@example.org", token_hash="x", expires_at=timezone.now()
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=circle.unlisted.pk).update(account=circle.member)


# --- The pages ------------------------------------------------------------------------------------


def test_a_claim_goes_from_page_to_page(client: Client, signed_in: Client, circle: Circle) -> None:
    client.force_login(circle.stranger)
    person = circle.listed
    assert (
        reverse("claim-profile", args=[person.pk]) in client.get(person.get_absolute_url()).content.decode()
    )
    client.post(reverse("claim-profile", args=[person.pk]), {"message": "<b>It is me</b>"})
    shown = client.get(person.get_absolute_url()).content.decode()
    assert reverse("claim-profile", args=[person.pk]) not in shown, (
        "it was said; a second time says nothing more"
    )
    assert (
        "The answer will come by e-mail."
        in client.get(reverse("claim-profile", args=[person.pk])).content.decode()
    )

    listed = signed_in.get(reverse("profile-claims")).content.decode()
    claim = ProfileClaim.objects.get()
    signed_in.post(reverse("decide-profile-claim", args=[claim.pk]), {"step": "approve"})

    assert "&lt;b&gt;It is me&lt;/b&gt;" in listed
    person.refresh_from_db()
    assert person.account == circle.stranger
    assert client.get(reverse("claim-profile", args=[person.pk])).status_code == 404


def test_who_decides_about_claims_is_the_same_for_one_and_for_many(client: Client, circle: Circle) -> None:
    claim = claims.claim_profile(account=circle.stranger, person=circle.listed)
    administrator = User.objects.create_user("a@example.org", None, display_name="A", is_staff=True)
    arbiter = User.objects.create_user("b@example.org", None, display_name="B")
    add_member(
        actor=None,
        club=circle.club,
        person=create_person(actor=None, name="B", account=arbiter),
        role=Role.ARBITER,
    )
    for actor in (circle.organiser, circle.member, circle.stranger, administrator, arbiter):
        may = may_decide_claim(actor, circle.listed)
        assert (claim in claims_to_decide(actor)) is may
        client.force_login(actor)
        if not may:
            assert client.post(reverse("decide-profile-claim", args=[claim.pk])).status_code == 404


def test_an_invitation_is_sent_and_withdrawn_on_the_page(signed_in: Client, circle: Circle) -> None:
    address = reverse("invite-to-profile", args=[circle.unlisted.pk])

    assert signed_in.post(address, {"email": "x"}).context["form"].has_error("email", "invalid")
    assert (
        signed_in.post(address, {"email": "ute@example.org"})["Location"]
        == circle.unlisted.get_absolute_url()
    )
    assert "An invitation to ute@example.org is open" in signed_in.get(address).content.decode()
    signed_in.post(reverse("withdraw-profile-invitation", args=[circle.unlisted.pk]))

    assert "is open until" not in signed_in.get(address).content.decode()


def test_mails_to_one_address_are_limited(signed_in: Client, circle: Circle) -> None:
    address = reverse("invite-to-profile", args=[circle.unlisted.pk])
    for _ in range(5):
        signed_in.post(address, {"email": "ute@example.org"})

    answer = signed_in.post(address, {"email": "ute@example.org"})

    assert (answer.status_code, len(mail.outbox)) == (429, 5)
