"""Creating, changing, closing and deleting clubs."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from audit.models import AuditEntry
from audit.selectors import history_of, history_of_club
from core.errors import Conflict, Refused
from jobs.models import OutgoingMail
from players.clubs.policies import may_create_club, may_edit_club
from players.clubs.services.clubs import (
    close_club,
    create_club,
    delete_club,
    edit_club,
    reason_against_deletion,
    reopen_club,
)
from players.clubs.services.invitations import invite_by_email
from players.clubs.services.join_requests import ask_to_join
from players.models import Club, ClubInvitation, JoinRequest, Membership, Person, Role, User
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff
from tests.players.clubs.threads import at_once


@pytest.fixture
def agnes(db: None) -> User:
    return make_account("Agnes")


def lines(club: Club) -> list[str]:
    return [str(entry) for entry in history_of_club(club.pk)]


def test_who_founds_a_club_owns_it(agnes: User) -> None:
    club = create_club(actor=agnes, name="  Lapwing   Games ", place="Ulm", welcomes_requests=False)

    assert (club.name, club.slug, club.place, club.welcomes_requests) == (
        "Lapwing Games", "lapwing-games", "Ulm", False,
    )  # fmt: skip
    membership = Membership.objects.get(club=club)
    assert (membership.role, membership.person.name, membership.person.account) == ("owner", "Agnes", agnes)
    assert [(entry.action, entry.actor_name) for entry in history_of_club(club.pk)] == [
        ("membership.added", "Agnes"),
        ("club.founded", "Agnes"),
    ]
    assert history_of(club)[0].after == {"name": "Lapwing Games", "place": "Ulm", "welcomes_requests": False}


def test_who_is_a_person_already_stays_that_person(agnes: User) -> None:
    person = create_person(actor=None, name="Agnes Brandt", account=agnes)

    club = create_club(actor=agnes, name="Lapwing")

    assert Membership.objects.get(club=club).person == person
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Łódź Æther & Öl", "lodz-aether-ol"),
        ("New", "new-2"),
        ("Mine", "mine-2"),
        ("Invitations", "invitations-2"),
        ("将棋", "club"),
        ("x" * 120, "x" * 72),
    ],
)
def test_the_address_is_made_from_the_name(agnes: User, name: str, slug: str) -> None:
    assert create_club(actor=agnes, name=name).slug == slug


def test_equal_addresses_are_numbered(agnes: User) -> None:
    slugs = [create_club(actor=agnes, name=name).slug for name in ("Öl", "OL", "ol", "将", "棋")]

    assert slugs == ["ol", "ol-2", "ol-3", "club", "club-2"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"name": " — "},
            "The club's name needs at least one letter, and no invisible characters.",
        ),
        (
            {"name": "A\u202eb"},
            "The club's name needs at least one letter, and no invisible characters.",
        ),
        ({"place": "A\x07b"}, "The text has invisible characters. Please type it again."),
        ({"website": "javascript:alert(1)"}, "The website's address has to begin with https:// or http://."),
        ({"website": "https://x y"}, "website: Enter a valid URL."),
        ({"contact_email": "nonsense"}, "public e-mail address: Enter a valid email address."),
        ({"country": "XX"}, "country: Value 'XX' is not a valid choice."),
        ({"name": "x" * 121}, "name: Ensure this value has at most 120 characters (it has 121)."),
        (
            {"name": "Rook"},
            "There is already a club with this name. Add the town, for instance, to tell them apart.",
        ),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_with_a_reason(
    agnes: User, staff: Staff, fields: dict[str, Any], sentence: str
) -> None:
    Club.objects.create(name="Rook", slug="rook")
    before = (Club.objects.count(), AuditEntry.objects.count())

    with pytest.raises(Refused) as creating:
        create_club(actor=agnes, **{"name": "Heron", **fields})
    with pytest.raises(Refused) as editing:
        edit_club(actor=agnes, club=staff.club, **fields)

    assert (str(creating.value), str(editing.value)) == (sentence, sentence)
    assert (Club.objects.count(), AuditEntry.objects.count()) == before


@pytest.mark.django_db(transaction=True)
def test_clubs_created_at_the_same_moment_have_addresses_of_their_own(transactional_db: None) -> None:
    founders = [make_account(f"Founder{number}") for number in range(4)]
    names = ["Öl", "OL", "ol", "Ol"]

    refused = at_once(
        *(
            lambda actor=actor, name=name: create_club(actor=actor, name=name)
            for actor, name in zip(founders, names, strict=True)
        )
    )

    assert refused == []
    assert sorted(Club.objects.values_list("slug", flat=True)) == ["ol", "ol-2", "ol-3", "ol-4"]


@pytest.mark.django_db(transaction=True)
def test_of_two_clubs_with_one_name_created_at_the_same_moment_one_is_there(transactional_db: None) -> None:
    agnes, jorge = make_account("Agnes"), make_account("Jorge")

    refused = at_once(
        lambda: create_club(actor=agnes, name="Lapwing"), lambda: create_club(actor=jorge, name="Lapwing")
    )

    assert refused == [
        "There is already a club with this name. Add the town, for instance, to tell them apart."
    ]
    assert Club.objects.count() == 1


def test_settings_are_changed_with_a_line(staff: Staff) -> None:
    olga = staff.owner.person.account

    club = edit_club(
        actor=olga, club=staff.club, name="Kiebitz", website="https://kiebitz.example", reason="New name."
    )

    assert (club.name, club.slug) == ("Kiebitz", "lapwing")
    entry = history_of(club)[0]
    assert str(entry) == "Olga changed the settings of Kiebitz"
    assert (entry.before, entry.after, entry.reason) == (
        {"name": "Lapwing", "website": ""},
        {"name": "Kiebitz", "website": "https://kiebitz.example"},
        "New name.",
    )


def test_nothing_changed_leaves_no_line(staff: Staff) -> None:
    before = AuditEntry.objects.count()

    edit_club(actor=None, club=staff.club, name="Lapwing")

    assert AuditEntry.objects.count() == before


def test_two_who_change_different_things_both_succeed(staff: Staff) -> None:
    seen = {"name": "Lapwing", "place": ""}
    edit_club(actor=None, club=staff.club, seen=seen, name="Kiebitz")

    club = edit_club(actor=None, club=staff.club, seen=seen, place="Ulm")

    assert (club.name, club.place) == ("Kiebitz", "Ulm")


def test_the_second_to_change_the_same_thing_is_told(staff: Staff) -> None:
    seen = {"name": "Lapwing", "place": ""}
    edit_club(actor=None, club=staff.club, seen=seen, name="Kiebitz")

    with pytest.raises(Conflict) as caught:
        edit_club(actor=None, club=staff.club, seen=seen, name="Rook", place="Ulm")

    assert caught.value.fields == ("name",)
    assert Club.objects.values_list("name", "place").get(pk=staff.club.pk) == ("Kiebitz", "")


def test_both_changing_to_the_same_is_no_conflict(staff: Staff) -> None:
    seen = {"name": "Lapwing"}
    edit_club(actor=None, club=staff.club, seen=seen, name="Kiebitz")

    assert edit_club(actor=None, club=staff.club, seen=seen, name="Kiebitz").name == "Kiebitz"


def test_a_closed_club_answers_everybody_who_waits(staff: Staff, agnes: User) -> None:
    olga = staff.owner.person.account
    assert olga is not None
    invite_by_email(actor=olga, club=staff.club, email="jan@example.org")
    ask_to_join(actor=agnes, club=staff.club)
    OutgoingMail.objects.all().delete()

    club = close_club(actor=olga, club=staff.club, reason="No room.")

    assert club.closed_at is not None
    assert ClubInvitation.objects.values_list("state", "email").get() == ("withdrawn", "")
    assert JoinRequest.objects.values_list("state", "reason").get() == ("declined", "The club has closed.")
    assert [mail.recipients for mail in OutgoingMail.objects.all()] == [["agnes@example.org"]]
    newest = history_of_club(club.pk)[:3]
    assert [(entry.action, entry.actor_name) for entry in newest] == [
        ("club.closed", "Olga"),
        ("membership.request_declined", "Olga"),
        ("invitation.withdrawn", "Olga"),
    ]
    with pytest.raises(Refused, match="already closed"):
        close_club(actor=olga, club=club)


def test_a_closed_club_can_be_opened_again(staff: Staff) -> None:
    club = close_club(actor=None, club=staff.club)

    assert reopen_club(actor=None, club=club).closed_at is None
    assert lines(club)[0] == "The site opened Lapwing again"
    with pytest.raises(Refused, match="already open"):
        reopen_club(actor=None, club=club)


def test_a_club_created_by_mistake_is_deleted_and_its_history_stays(agnes: User) -> None:
    club = create_club(actor=agnes, name="Lapwing")
    number = club.pk

    delete_club(actor=agnes, club=club, reason="Typing error.")

    assert not Club.objects.exists()
    assert str(history_of_club(number)[0]) == "Agnes deleted Lapwing"
    assert Person.objects.filter(account=agnes).exists()


def test_a_club_with_members_is_not_deleted(staff: Staff) -> None:
    with pytest.raises(Refused, match=r"The club has members\. Close it instead"):
        delete_club(actor=None, club=staff.club)

    assert Club.objects.filter(pk=staff.club.pk).exists()


def test_whatever_else_refers_to_a_club_keeps_it(agnes: User, monkeypatch: pytest.MonkeyPatch) -> None:
    club = create_club(actor=agnes, name="Lapwing")
    assert reason_against_deletion(club) == ""
    # As if memberships were something that this module does not know of.
    monkeypatch.setattr("players.clubs.services.clubs.OWN_MODELS", ())

    assert reason_against_deletion(club) == (
        "Something belongs to the club (memberships: 1). Close the club instead: "
        "its page and its history stay, but nobody can join."
    )


def test_a_deleted_club_cannot_be_changed(agnes: User) -> None:
    club = create_club(actor=agnes, name="Lapwing")
    stale = Club.objects.get(pk=club.pk)
    delete_club(actor=agnes, club=club)

    with pytest.raises(Refused, match=r"The club “Lapwing” has been deleted\."):
        edit_club(actor=agnes, club=stale, name="Rook")


def test_everybody_with_an_account_may_create_a_club(agnes: User, staff: Staff) -> None:
    assert may_create_club(agnes)
    assert not may_create_club(AnonymousUser())
    assert not may_edit_club(agnes, staff.club)


def test_the_role_of_the_founder_is_owner_only(agnes: User) -> None:
    club = create_club(actor=agnes, name="Lapwing")

    assert list(Membership.objects.filter(club=club).values_list("role", flat=True)) == [Role.OWNER]
