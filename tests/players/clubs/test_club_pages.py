"""A club's page, creating a club, its settings, and one's own clubs."""

from contextlib import ExitStack
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from players.clubs import policies
from players.clubs.presenters import CLUB_PAGE
from players.clubs.selectors.clubs import count_waiting
from players.clubs.services.clubs import close_club, create_club, edit_club
from players.clubs.services.join_requests import ask_to_join
from players.models import Club, JoinRequest, Membership, Person, Role, User
from players.people.services.claims import claim_profile
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.pages import fill
from tests.players.clubs.staff import Staff, join


@pytest.fixture
def agnes(client: Client, db: None) -> User:
    """Somebody with an account and nothing else, signed in."""
    user = make_account("Agnes")
    client.force_login(user)
    return user


@pytest.fixture
def olga(client: Client, staff: Staff) -> User:
    user = staff.owner.person.account
    assert user is not None
    client.force_login(user)
    return user


def account_of(membership: Membership) -> User:
    assert membership.person.account is not None
    return membership.person.account


def text(client: Client, path: str) -> str:
    return unescape(client.get(path).content.decode())


def test_visitors_see_those_who_agreed_to_be_listed(client: Client, staff: Staff) -> None:
    Person.objects.filter(pk=staff.member.person_id).update(listed=True)

    page = text(client, staff.club.get_absolute_url())

    assert "Mia Maus" in page
    assert "Olga Owen" not in page
    assert "Ask to join" in page


def test_members_see_everybody(client: Client, staff: Staff, olga: User) -> None:
    page = text(client, staff.club.get_absolute_url())

    assert [name in page for name in ("Mia Maus", "Ada Abt", "Gerd Gans", "Olga Owen")] == [True] * 4
    assert "Ask to join" not in page


def test_a_club_with_nobody_to_see_says_so(client: Client, staff: Staff) -> None:
    assert "No member of this club has agreed to be listed yet." in text(client, "/clubs/lapwing/")


def test_a_clubs_page_takes_the_same_queries_with_a_thousand_members(
    client: Client,
    staff: Staff,
    olga: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    until_test_ends: ExitStack,
) -> None:
    # What other apps contribute is counted in their tests.
    ours = {key: source for key, source in CLUB_PAGE.items() if key in ("members", "history")}
    until_test_ends.enter_context(CLUB_PAGE.replaced(ours))
    fill(staff.club, 1000, listed=True)
    client.get("/clubs/lapwing/")  # content types are remembered from here on

    # Session, account, club; standings, members, their number; right to the history, secrets, lines, people in them;
    # own membership, standings, open requests.
    with django_assert_num_queries(13):
        page = text(client, "/clubs/lapwing/")

    assert "All 1004 members" in page
    client.logout()
    with django_assert_num_queries(3):  # club, members, their number
        page = text(client, "/clubs/lapwing/")
    assert "All 1000 members" in page


def test_claims_that_wait_are_shown_to_those_who_decide_them(
    client: Client, staff: Staff, olga: User
) -> None:
    profile = join(staff.club, "Nora Nuss", Role.MEMBER).person
    claim_profile(account=make_account("Nora"), person=profile)
    elsewhere = Club.objects.create(name="Plover", slug="plover")
    claim_profile(account=make_account("Otto"), person=join(elsewhere, "Otto Ohm", Role.MEMBER).person)

    assert count_waiting(staff.club) == (0, 1, 0)
    page = text(client, "/clubs/lapwing/")
    assert '<a href="/people/claims/">Claims <span class="badge">1<' in page
    assert "1 profile claim" in page
    client.force_login(account_of(staff.arbiter))
    assert "/people/claims/" not in text(client, "/clubs/lapwing/")


def test_a_closed_club_says_so_and_leaves_the_list(client: Client, staff: Staff) -> None:
    close_club(actor=None, club=staff.club)

    page = text(client, "/clubs/lapwing/")

    assert "This club has closed" in page
    assert "Ask to join" not in page
    assert list(client.get("/clubs/").context["page"]) == []


def test_a_club_is_created(client: Client, agnes: User) -> None:
    response = client.post("/clubs/new/", {"name": "Lapwing", "place": "Ulm"})

    club = Club.objects.get()
    assert (response.status_code, response["Location"]) == (302, "/clubs/lapwing/")
    assert (club.place, club.welcomes_requests) == ("Ulm", False)  # the box was not ticked
    assert "Lapwing is created, and you are its owner." in text(client, "/clubs/lapwing/")


def test_visitors_sign_in_before_they_found_a_club(client: Client, db: None) -> None:
    assert client.get("/clubs/new/")["Location"] == "/account/sign-in/?next=/clubs/new/"


def test_creating_without_a_name_keeps_what_was_typed(client: Client, agnes: User) -> None:
    page = client.post("/clubs/new/", {"name": "", "place": "Ulm"}).content.decode()

    assert 'value="Ulm"' in page
    assert "This field is required." in page
    assert not Club.objects.exists()


def test_what_the_service_refuses_stands_on_the_form(client: Client, agnes: User) -> None:
    page = client.post("/clubs/new/", {"name": "—", "place": "Ulm"})

    (problem,) = page.context["form"].non_field_errors()
    assert problem in unescape(page.content.decode())
    assert 'value="Ulm"' in page.content.decode()
    assert not Club.objects.exists()


def test_clubs_are_not_created_by_the_dozen(
    client: Client, agnes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "CLUBS_BY_ACCOUNT", policies.RateLimit("clubs-account", 1))
    client.post("/clubs/new/", {"name": "One"})

    response = client.post("/clubs/new/", {"name": "Two"})

    assert (response.status_code, Club.objects.count()) == (429, 1)
    assert 'value="Two"' in response.content.decode()


def settings_form(client: Client) -> dict[str, str]:
    """The fields of the settings page as a browser would send them, with what they showed at first."""
    form = client.get("/clubs/lapwing/settings/").context["form"]
    data = {}
    for field in form:
        value = field.value()
        data[field.html_initial_name] = str(value)
        if value is not False:
            data[field.name] = str(value)
    return data


def test_settings_are_saved(client: Client, staff: Staff, olga: User) -> None:
    data = settings_form(client) | {"name": "Kiebitz", "website": "kiebitz.example"}

    response = client.post("/clubs/lapwing/settings/", data)

    assert response["Location"] == "/clubs/lapwing/settings/"
    club = Club.objects.get()
    assert (club.name, club.website) == ("Kiebitz", "https://kiebitz.example")
    assert history_of(club)[0].after == {"name": "Kiebitz", "website": "https://kiebitz.example"}


def test_two_owners_who_change_different_settings_both_succeed(
    client: Client, staff: Staff, olga: User
) -> None:
    data = settings_form(client) | {"place": "Ulm"}
    edit_club(actor=None, club=staff.club, name="Kiebitz", about="One.\nTwo.")

    client.post("/clubs/lapwing/settings/", data)

    assert Club.objects.values_list("name", "place", "about").get() == ("Kiebitz", "Ulm", "One.\nTwo.")


def test_the_second_owner_sees_what_the_first_did_and_loses_nothing(
    client: Client, staff: Staff, olga: User
) -> None:
    data = settings_form(client) | {"name": "Rook", "meeting_times": "Mondays"}
    edit_club(
        actor=make_account("Otto"), club=staff.club, name="Kiebitz", place="Ulm", welcomes_requests=False
    )

    response = client.post("/clubs/lapwing/settings/", data)

    page = unescape(response.content.decode())
    assert response.status_code == 409
    assert "<strong>Otto</strong> changed the settings of Kiebitz" in page
    assert "<del>Lapwing</del>" in page
    assert "You both changed: Name of the club." in page
    form = response.context["form"]
    assert [form[name].value() for name in ("name", "meeting_times", "place")] == ["Rook", "Mondays", "Ulm"]
    assert Club.objects.get().name == "Kiebitz"

    again = {field.html_initial_name: str(field.form.data[field.html_initial_name]) for field in form}
    again |= {field.name: str(field.value()) for field in form if field.value()}
    client.post("/clubs/lapwing/settings/", again)
    assert Club.objects.values_list("name", "meeting_times", "place", "welcomes_requests").get() == (
        "Rook", "Mondays", "Ulm", False,
    )  # fmt: skip


def test_a_club_is_closed_opened_again_and_deleted(client: Client, agnes: User) -> None:
    club = create_club(actor=agnes, name="Lapwing")

    client.post("/clubs/lapwing/close/", {"step": "close", "reason": "Holidays."})
    club.refresh_from_db()
    assert (club.closed_at is not None, history_of(club)[0].reason) == (True, "Holidays.")

    client.post("/clubs/lapwing/close/", {"step": "reopen"})
    club.refresh_from_db()
    assert club.closed_at is None

    assert client.post("/clubs/lapwing/close/", {"step": "delete"})["Location"] == "/clubs/mine/"
    assert not Club.objects.exists()


def test_a_club_with_members_says_why_it_stays(client: Client, staff: Staff, olga: User) -> None:
    page = unescape(client.post("/clubs/lapwing/close/", {"step": "delete"}).content.decode())

    assert "The club has members. Close it instead" in page
    assert "Delete club permanently" not in page
    assert Club.objects.exists()


def test_closing_without_saying_what_does_nothing(client: Client, staff: Staff, olga: User) -> None:
    page = client.post("/clubs/lapwing/close/", {"reason": "?"}).content.decode()

    assert "Please choose what to do." in page


def test_ones_own_clubs_with_roles_and_what_waits(
    client: Client, staff: Staff, olga: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ask_to_join(actor=make_account("Jan"), club=staff.club)
    other = Club.objects.create(name="Rook", slug="rook")
    JoinRequest.objects.create(club=other, person=staff.owner.person)

    # Session, account, requests, number of clubs, clubs, roles for offers, number of offers.
    with django_assert_num_queries(7):
        page = text(client, reverse("my-clubs"))

    assert "Lapwing" in page
    assert "1 request to join" in page
    assert "You have asked to join" in page


def test_who_belongs_nowhere_is_shown_the_way(client: Client, agnes: User) -> None:
    assert "You are not in a club yet" in text(client, reverse("my-clubs"))


@pytest.mark.parametrize("search", ["ÉCHECS", "echecs", "lodz", "Łódź échecs"])
def test_clubs_are_found_without_accents_and_capitals(client: Client, db: None, search: str) -> None:
    Club.objects.create(name="Cercle d’échecs", slug="cercle", place="Łódź")
    Club.objects.create(name="Rook", slug="rook")

    assert [club.slug for club in client.get("/clubs/", {"q": search}).context["page"]] == ["cercle"]


def test_the_navigation_leads_to_ones_own_clubs(client: Client, agnes: User) -> None:
    assert 'href="/clubs/mine/"' in text(client, "/")
    client.logout()
    assert 'href="/clubs/mine/"' not in text(client, "/")


def test_a_person_without_an_account_is_listed_too(client: Client, staff: Staff) -> None:
    person = create_person(actor=None, name="Paul Ohne", listed=True)
    Membership.objects.create(club=staff.club, person=person, role=Role.MEMBER)

    assert "Paul Ohne" in text(client, "/clubs/lapwing/")
