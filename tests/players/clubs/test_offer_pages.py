"""Offers are made, answered and withdrawn on pages and by the API."""

from django.test import Client
from django.urls import reverse

from audit.selectors import history_of_club
from players.clubs.selectors.offers import offers_of_club
from players.clubs.services.clubs import create_club
from players.clubs.services.members import add_member
from players.models import Club, Membership, Role, User
from players.people.services.people import create_person, edit_person
from tests.core.api.client import client_for, make_account
from tests.players.circle import Circle
from tests.players.clubs.offers import offered


def test_an_offer_is_answered_on_the_page(
    circle: Circle, attacker: User, magpie: Club, organiser_browser: Client
) -> None:
    offer = offered(attacker, magpie, circle.listed)
    page = organiser_browser.get(reverse("membership-offers")).content.decode()
    address = reverse("answer-membership-offer", args=[offer.pk])

    assert "asks for Jan Pijl, who has no account" in page
    assert reverse("membership-offers") in organiser_browser.get(reverse("my-clubs")).content.decode()
    assert reverse("membership-offers") in organiser_browser.get("/clubs/lapwing/").content.decode()
    organiser_browser.post(address, {"step": "nonsense"})
    assert offers_of_club(magpie).exists()
    organiser_browser.post(address, {"step": "accept"})
    assert Membership.objects.filter(club=magpie, person=circle.listed).exists()
    assert organiser_browser.post(address, {"step": "accept"}).status_code == 404


def test_an_offer_is_declined_on_the_page(
    circle: Circle, attacker: User, magpie: Club, client: Client
) -> None:
    offer = offered(attacker, magpie, circle.person_of_member)
    client.force_login(circle.member)

    client.post(
        reverse("answer-membership-offer", args=[offer.pk]),
        {"step": "decline", f"offer-{offer.pk}-reason": "No, thanks"},
    )

    offer.refresh_from_db()
    assert (offer.state, offer.reason) == ("declined", "No, thanks")


def test_the_club_sees_whom_it_asked_and_withdraws(
    circle: Circle, attacker: User, magpie: Club, client: Client
) -> None:
    offer = offered(attacker, magpie, circle.listed)
    client.force_login(attacker)

    assert "Jan Pijl" in client.get(reverse("club-offers", args=[magpie.slug])).content.decode()
    client.post(reverse("withdraw-club-offer", args=[magpie.slug, offer.pk]))

    offer.refresh_from_db()
    assert offer.state == "withdrawn"
    assert history_of_club(magpie.pk)[0].action == "membership.offer_withdrawn"


def test_an_organiser_withdraws_no_offer_that_only_owners_make(circle: Circle, client: Client) -> None:
    owner, helper = make_account("Otto"), make_account("Hilde")
    club = create_club(actor=owner, name="Second")
    helping = create_person(actor=None, name="Hilde", account=helper)
    add_member(actor=None, club=club, person=helping, role=Role.ORGANISER)
    edit_person(actor=None, person=circle.person_of_member, listed=True)
    offer = offered(owner, club, circle.person_of_member, Role.ORGANISER)
    client.force_login(helper)

    assert client.post(reverse("withdraw-club-offer", args=[club.slug, offer.pk])).status_code == 404
    assert client_for(helper).delete(f"membership-offers/{offer.pk}/").status_code == 403


def test_offers_are_answered_and_withdrawn_by_the_api(circle: Circle, attacker: User, magpie: Club) -> None:
    first = offered(attacker, magpie, circle.listed)
    second = offered(attacker, magpie, circle.person_of_member)
    organiser, asked, asking = map(client_for, (circle.organiser, circle.member, attacker))

    assert [row["id"] for row in organiser.get("membership-offers/").json()["results"]] == [first.pk]
    assert asking.post(f"membership-offers/{first.pk}/accept/", {}).status_code == 403
    assert asked.post(f"membership-offers/{first.pk}/accept/", {}).status_code == 404
    assert organiser.post(f"membership-offers/{first.pk}/accept/", {}).status_code == 201
    assert asked.post(f"membership-offers/{second.pk}/decline/", {"reason": "No"}).status_code == 204
    third = offered(attacker, magpie, create_person(actor=None, name="Rosa Roth", listed=True))
    assert asking.delete(f"membership-offers/{third.pk}/").status_code == 204
    assert not offers_of_club(magpie).exists()
