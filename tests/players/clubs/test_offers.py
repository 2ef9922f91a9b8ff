"""Nobody joins a club without consent, and what is only asked gives nobody a seat."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.selectors import history_of
from core.errors import Refused
from core.permissions.register import Seat
from players.clubs.policies import may_answer_offer
from players.clubs.selectors.offers import offers_to_answer, visible_offers
from players.clubs.services import imports, offers
from players.clubs.services.clubs import close_club, create_club
from players.clubs.services.join_requests import PAUSE_AFTER_REFUSAL, ask_to_join
from players.clubs.services.members import add_member, change_role, remove_member
from players.clubs.services.offers import accept_offer, decline_offer, offer_membership, withdraw_offer
from players.models import (
    Club,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    ProfileInvitation,
    Role,
    User,
)
from players.people.services.people import create_person, edit_person
from players.seats import seats_towards_person
from tests.core.api.client import client_for, make_account
from tests.players.circle import Circle
from tests.players.clubs.offers import mails, offered
from tests.players.clubs.threads import at_once
from tests.players.people_tables import work


def add_by_api(attacker: User, club: Club, person: Person) -> None:
    client_for(attacker).post("memberships/", {"club": club.slug, "person": person.pk})


def add_by_hand(attacker: User, club: Club, person: Person) -> None:
    browser = Client()
    browser.force_login(attacker)
    browser.post(reverse("enter-person", args=[club.slug]), {"name": person.name, "choice": str(person.pk)})


def add_by_table(attacker: User, club: Club, person: Person) -> None:
    """The name is in the table; the attacker says that the line is about the person."""
    upload = imports.upload_people(actor=attacker, club=club, data=f"Name\n{person.name}".encode())
    work(upload)
    row = upload.rows.get()
    imports.save_decisions(upload=upload, choices={row.pk: str(person.pk)})
    work(imports.confirm_upload(actor=attacker, upload=upload))


WAYS = [add_by_api, add_by_hand, add_by_table]


@pytest.mark.parametrize("add", WAYS)
def test_a_stranger_gains_no_seat_towards_somebody_by_adding_them(
    circle: Circle, attacker: User, magpie: Club, add: Callable[[User, Club, Person], None]
) -> None:
    for victim in (circle.listed, circle.person_of_member):
        edit_person(actor=None, person=victim, listed=True)

        add(attacker, magpie, victim)

        assert not Membership.objects.filter(club=magpie, person=victim).exists()
        assert MembershipOffer.objects.get(club=magpie, person=victim).state == InvitationState.OPEN
        assert seats_towards_person(attacker, victim) == {Seat.VISITOR}
        assert client_for(attacker).patch(f"people/{victim.pk}/", {"name": "Mine"}).status_code == 403
        browser = Client()
        browser.force_login(attacker)
        invite = reverse("invite-to-profile", args=[victim.pk])
        assert browser.post(invite, {"email": "second@example.org"}).status_code == 404
        assert not ProfileInvitation.objects.exists()


@pytest.mark.parametrize("add", WAYS)
def test_an_unlisted_person_is_like_nobody(
    circle: Circle, attacker: User, magpie: Club, add: Callable[[User, Club, Person], None]
) -> None:
    people = Person.objects.count()

    add(attacker, magpie, circle.unlisted)

    assert not MembershipOffer.objects.exists()
    # A new person of that name at most, who has nothing to do with the other one.
    assert Person.objects.count() - people == (0 if add is add_by_api else 1)
    assert seats_towards_person(attacker, circle.unlisted) == {Seat.VISITOR}


def test_who_is_not_listed_any_more_is_not_named_to_those_who_asked(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    offer = offered(attacker, magpie, circle.listed)
    edit_person(actor=None, person=circle.listed, listed=False, name="Secret Name")
    browser = Client()
    browser.force_login(attacker)

    assert "Secret Name" not in browser.get(reverse("club-offers", args=[magpie.slug])).content.decode()
    assert client_for(attacker).get(f"membership-offers/{offer.pk}/").status_code == 404
    assert client_for(attacker).get("membership-offers/").json()["results"] == []


def test_the_account_is_asked_and_joins_when_it_agrees(circle: Circle, attacker: User, magpie: Club) -> None:
    person = circle.person_of_member
    offer = offered(attacker, magpie, person, Role.ARBITER)
    assert [message.recipients for message in mails()] == [["member@example.org"]]
    assert mails()[0].subject == "Magpie asks you to join"

    membership = accept_offer(actor=circle.member, offer=offer)

    assert (membership.person, membership.club, membership.role) == (person, magpie, Role.ARBITER)
    offer.refresh_from_db()
    assert (offer.state, offer.answered_by) == ("accepted", circle.member)
    assert [message.recipients for message in mails()[1:]] == [["mallory@example.org"]]
    assert [str(line) for line in history_of(person)[:2]] == [
        "Member agreed that Mia Maus joins the club",
        "Mallory asked Mia Maus to join the club",
    ]
    assert {line.club_id for line in history_of(person)[:2]} == {magpie.pk}


def test_a_club_that_has_them_answers_for_who_has_no_account(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    offer = offered(attacker, magpie, circle.listed)

    assert [message.recipients for message in mails()] == [["organiser@example.org"]]
    for nobody in (attacker, circle.member, circle.stranger):
        with pytest.raises(Refused, match="Somebody else answers for Jan Pijl"):
            accept_offer(actor=nobody, offer=offer)
    accept_offer(actor=circle.organiser, offer=offer)
    assert Membership.objects.filter(club=magpie, person=circle.listed).exists()


def test_nobody_else_answers_for_an_account(circle: Circle, attacker: User, magpie: Club) -> None:
    offer = offered(attacker, magpie, circle.person_of_member)
    administrator = make_account("Root", is_staff=True)

    for other in (attacker, circle.organiser, circle.stranger, administrator):
        assert not may_answer_offer(other, offer)
        for answer in (accept_offer, decline_offer):
            with pytest.raises(Refused):
                answer(actor=other, offer=offer)
    offer.refresh_from_db()
    assert offer.state == InvitationState.OPEN


def test_who_got_an_account_meanwhile_answers_themselves(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    offer = offered(attacker, magpie, circle.listed)
    Person.objects.filter(pk=circle.listed.pk).update(account=circle.stranger)

    with pytest.raises(Refused):
        accept_offer(actor=circle.organiser, offer=offer)
    accept_offer(actor=circle.stranger, offer=offer)


def test_for_whom_no_club_has_the_club_that_entered_them_answers(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    guest = create_person(actor=circle.organiser, name="Gast Geist", club=circle.club, listed=True)

    offer = offered(attacker, magpie, guest)

    assert [message.recipients for message in mails()] == [["organiser@example.org"]]
    assert list(offers_to_answer(circle.organiser)) == [offer]
    with pytest.raises(Refused):
        accept_offer(actor=attacker, offer=offer)
    assert isinstance(offer_membership(actor=circle.organiser, club=circle.club, person=guest), Membership)


def test_for_whom_nobody_answers_the_administrators_do(circle: Circle, attacker: User, magpie: Club) -> None:
    administrator = make_account("Root", is_staff=True)
    nobodys = create_person(actor=None, name="Gast Geist", listed=True)

    offer = offered(attacker, magpie, nobodys)

    assert [message.recipients for message in mails()] == [["root@example.org"]]
    accept_offer(actor=administrator, offer=offer)


def test_who_asked_to_join_has_agreed(circle: Circle, attacker: User, magpie: Club) -> None:
    ask_to_join(actor=circle.member, club=magpie)

    made = offer_membership(actor=attacker, club=magpie, person=circle.person_of_member)

    assert isinstance(made, Membership)
    assert JoinRequest.objects.get().state == "approved"


def test_who_organises_both_clubs_adds_at_once(circle: Circle) -> None:
    second = create_club(actor=circle.organiser, name="Second")

    made = offer_membership(actor=circle.organiser, club=second, person=circle.unlisted)

    assert isinstance(made, Membership)
    assert not MembershipOffer.objects.exists()
    assert isinstance(
        offer_membership(actor=circle.organiser, club=second, person=circle.person_of_member), MembershipOffer
    )


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_owners_and_organisers_have_an_account(circle: Circle, role: Role) -> None:
    membership = circle.unlisted.memberships.get()
    elsewhere = create_person(actor=None, name="Gast Geist", club=circle.club)

    for give in (
        lambda: change_role(actor=None, membership=membership, role=role),
        lambda: add_member(actor=None, club=circle.club, person=elsewhere, role=role),
        lambda: offer_membership(actor=circle.organiser, club=circle.club, person=elsewhere, role=role),
    ):
        with pytest.raises(Refused, match="has no account"):
            give()


def test_an_offer_gives_what_its_sender_may_give_when_it_is_accepted(circle: Circle) -> None:
    owner = make_account("Otto")
    club = create_club(actor=owner, name="Second")
    helper = make_account("Hilde")
    helping = add_member(
        actor=None,
        club=club,
        person=create_person(actor=None, name="Hilde", account=helper),
        role=Role.ORGANISER,
    )
    edit_person(actor=None, person=circle.person_of_member, listed=True)
    offer = offered(helper, club, circle.person_of_member)
    change_role(actor=owner, membership=helping, role=Role.MEMBER)

    with pytest.raises(Refused, match="Whoever asked may no longer add members"):
        accept_offer(actor=circle.member, offer=offer)


def test_a_refusal_is_answered_and_leaves_people_in_peace(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    offer = offered(attacker, magpie, circle.listed)
    decline_offer(actor=circle.organiser, offer=offer, reason="Who are you?")

    assert "Who are you?" in mails()[-1].body
    with pytest.raises(Refused, match=r"Jan Pijl has declined\. You can ask again from"):
        offer_membership(actor=attacker, club=magpie, person=circle.listed)
    MembershipOffer.objects.update(answered_at=timezone.now() - PAUSE_AFTER_REFUSAL - timedelta(seconds=1))
    offered(attacker, magpie, circle.listed)


def test_an_offer_is_withdrawn_and_cannot_be_accepted_then(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    offer = offered(attacker, magpie, circle.listed)

    withdraw_offer(actor=attacker, offer=offer)

    with pytest.raises(Refused, match="answered or withdrawn already"):
        accept_offer(actor=circle.organiser, offer=offer)
    assert str(history_of(circle.listed)[0]) == "Mallory no longer asks Jan Pijl to join the club"


def test_a_closed_club_asks_nobody(circle: Circle, attacker: User, magpie: Club) -> None:
    offer = offered(attacker, magpie, circle.listed)

    close_club(actor=attacker, club=magpie)

    offer.refresh_from_db()
    assert offer.state == InvitationState.WITHDRAWN
    with pytest.raises(Refused, match="The club is closed"):
        offer_membership(actor=attacker, club=magpie, person=circle.person_of_member)


def test_a_club_does_not_ask_the_whole_world(
    circle: Circle, attacker: User, magpie: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "MAX_OPEN_OFFERS", 1)
    offered(attacker, magpie, circle.listed)

    with pytest.raises(Refused, match="1 people have not answered yet"):
        offer_membership(actor=attacker, club=magpie, person=circle.person_of_member)


def test_somebody_is_asked_once(circle: Circle, attacker: User, magpie: Club) -> None:
    offered(attacker, magpie, circle.listed)

    with pytest.raises(Refused, match="Jan Pijl has been asked already"):
        offer_membership(actor=attacker, club=magpie, person=circle.listed)
    with pytest.raises(IntegrityError), transaction.atomic():
        MembershipOffer.objects.create(club=magpie, person=circle.listed)


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_the_same_moment_one_counts() -> None:
    owner, asked = make_account("Otto"), make_account("Mia")
    club = create_club(actor=owner, name="Second")
    person = create_person(actor=None, name="Mia Maus", account=asked, listed=True)
    offer = offered(owner, club, person)

    refused = at_once(
        lambda: accept_offer(actor=asked, offer=offer), lambda: decline_offer(actor=asked, offer=offer)
    )

    offer.refresh_from_db()
    assert refused == ["This has been answered or withdrawn already."]
    assert Membership.objects.filter(club=club, person=person).exists() == (offer.state == "accepted")


def test_leaving_ends_every_seat_and_asking_begins_anew(circle: Circle, attacker: User, magpie: Club) -> None:
    accept_offer(actor=circle.organiser, offer=offered(attacker, magpie, circle.listed))
    remove_member(
        actor=circle.organiser, membership=Membership.objects.get(club=magpie, person=circle.listed)
    )

    assert isinstance(offer_membership(actor=attacker, club=magpie, person=circle.listed), MembershipOffer)
    assert seats_towards_person(attacker, circle.listed) == {Seat.VISITOR}


def test_what_waits_for_an_account_is_the_same_for_one_and_for_many(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    guest = create_person(actor=None, name="Gast Geist", club=circle.club, listed=True)
    nobodys = create_person(actor=None, name="Nemo Niemand", listed=True)
    made = [
        offered(attacker, magpie, person)
        for person in (circle.listed, circle.person_of_member, guest, nobodys)
    ]
    administrator = make_account("Root", is_staff=True)

    for actor in (circle.organiser, circle.member, circle.stranger, attacker, administrator):
        expected = [offer for offer in made if may_answer_offer(actor, offer)]
        assert list(offers_to_answer(actor)) == expected
        assert set(visible_offers(actor)) >= set(expected)
    assert len(offers_to_answer(circle.organiser)) == 2
