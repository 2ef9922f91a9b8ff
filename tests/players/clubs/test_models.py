"""What the database keeps of clubs, invitations and requests, and what it refuses."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from players.models import Club, ClubInvitation, InvitationState, JoinRequest, RequestState
from tests.players.clubs.staff import Staff


def invitation(club: Club, **fields: Any) -> ClubInvitation:
    values = {
        "email": "jan@example.org",
        "token_hash": fields.get("email", "") + fields.get("state", ""),
        "expires_at": timezone.now() + timedelta(days=14),
    }
    return ClubInvitation.objects.create(club=club, **{**values, **fields})


def test_a_clubs_name_is_folded_for_sorting_and_searching(db: None) -> None:
    club = Club.objects.create(name="Öl & Łuk", slug="ol", place="Ærø")

    assert (club.sort_key, club.search_key) == ("ol luk", "aero luk ol")
    club.name = "Zug"
    club.save()
    assert Club.objects.values_list("sort_key", "search_key").get() == ("zug", "aero zug")


def test_clubs_made_in_bulk_are_folded_too(db: None) -> None:
    Club.objects.bulk_create([Club(name="É", slug="e"), Club(name="D", slug="d")])

    assert list(Club.objects.values_list("sort_key", flat=True)) == ["d", "e"]


def test_the_alphabet_of_clubs_knows_no_accents_and_no_capitals(db: None) -> None:
    for name in ("Zebra", "ärzte", "Adler", "Élan", "falke"):
        Club.objects.create(name=name, slug=name[1:].lower())

    assert [club.name for club in Club.objects.all()] == ["Adler", "ärzte", "Élan", "falke", "Zebra"]


def test_one_invitation_for_an_address_is_open_at_a_time(staff: Staff) -> None:
    invitation(staff.club)
    closed = {"email": "", "answered_at": timezone.now()}
    invitation(staff.club, state=InvitationState.DECLINED, **closed)
    invitation(staff.club, state=InvitationState.WITHDRAWN, **closed)
    invitation(Club.objects.create(name="Rook", slug="rook"), token_hash="rook")

    with pytest.raises(IntegrityError), transaction.atomic():
        invitation(staff.club, token_hash="second")


@pytest.mark.parametrize(
    "fields",
    [
        {"email": ""},
        {"state": "declined", "email": ""},
        {"state": "declined", "answered_at": timezone.now()},
        {"answered_at": timezone.now()},
        {"state": "lost", "email": "", "answered_at": timezone.now()},
        {"role": "king"},
        {"expires_at": timezone.now() - timedelta(days=1)},
    ],
    ids=lambda fields: " ".join(fields),  # not the moments: every process has to find the same tests
)
def test_the_database_refuses_an_invitation_that_makes_no_sense(staff: Staff, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        invitation(staff.club, **fields)


def test_one_request_of_a_person_is_open_at_a_time(staff: Staff) -> None:
    person = staff.member.person
    JoinRequest.objects.create(club=staff.club, person=person)
    JoinRequest.objects.create(
        club=staff.club, person=person, state=RequestState.DECLINED, answered_at=timezone.now()
    )

    with pytest.raises(IntegrityError), transaction.atomic():
        JoinRequest.objects.create(club=staff.club, person=person)


@pytest.mark.parametrize(
    "fields", [{"state": "approved"}, {"answered_at": timezone.now()}, {"state": "lost"}]
)
def test_the_database_refuses_a_request_that_makes_no_sense(staff: Staff, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinRequest.objects.create(club=staff.club, person=staff.member.person, **fields)


def test_an_invitation_is_named_without_its_address(staff: Staff) -> None:
    assert str(invitation(staff.club)) == "an invitation"
