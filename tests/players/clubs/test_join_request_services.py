"""Requests to join a club."""

from datetime import timedelta

import pytest
from django.utils import timezone

from audit.selectors import history_of_club
from core.errors import Refused
from jobs.models import OutgoingMail
from players.accounts.services.mail import save_mail_choices
from players.clubs.selectors.clubs import export_join_requests
from players.clubs.services.clubs import close_club, edit_club
from players.clubs.services.join_requests import (
    approve_join_request,
    ask_to_join,
    decline_join_request,
    withdraw_join_request,
)
from players.models import JoinRequest, Membership, User
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff
from tests.players.clubs.threads import at_once


@pytest.fixture
def jan(db: None) -> User:
    return make_account("Jan")


@pytest.fixture
def request_of_jan(staff: Staff, jan: User) -> JoinRequest:
    return ask_to_join(actor=jan, club=staff.club, message="I play Stratego.")


def mails() -> list[tuple[str, str]]:
    return [(mail.recipients[0], mail.subject) for mail in OutgoingMail.objects.order_by("pk")]


def test_owners_and_organisers_are_told_each_by_a_mail_of_their_own(
    staff: Staff, request_of_jan: JoinRequest
) -> None:
    assert sorted(mails()) == [
        ("gerd@example.org", "Jan would like to join Lapwing"),
        ("olga@example.org", "Jan would like to join Lapwing"),
    ]
    for mail in OutgoingMail.objects.all():
        assert len(mail.recipients) == 1
        assert "I play Stratego." in mail.body
        assert "http://testserver/clubs/lapwing/requests/" in mail.body
        assert "example.org" not in mail.body
    entry = history_of_club(staff.club.pk)[0]
    assert (str(entry), entry.after) == ("Jan asked to join the club", {})


def test_nobody_asks_twice_before_the_answer(staff: Staff, jan: User, request_of_jan: JoinRequest) -> None:
    with pytest.raises(Refused, match="You have already asked"):
        ask_to_join(actor=jan, club=staff.club)

    assert JoinRequest.objects.count() == 1


def test_who_does_not_want_these_mails_gets_none(staff: Staff, jan: User) -> None:
    olga = staff.owner.person.account
    assert olga is not None
    save_mail_choices(account=olga, wanted={"club_requests": False})

    ask_to_join(actor=jan, club=staff.club)

    assert [address for address, _ in mails()] == ["gerd@example.org"]


def test_what_somebody_asked_is_part_of_their_data(
    staff: Staff, jan: User, request_of_jan: JoinRequest
) -> None:
    decline_join_request(actor=None, request=request_of_jan, reason="We are full.")
    request_of_jan.refresh_from_db()
    assert request_of_jan.answered_at is not None

    assert export_join_requests(jan) == [
        {
            "club": "Lapwing",
            "asked_at": request_of_jan.created_at.isoformat(),
            "message": "I play Stratego.",
            "state": "declined",
            "answered_at": request_of_jan.answered_at.isoformat(),
            "reason": "We are full.",
        }
    ]


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_ask_once(staff: Staff, jan: User) -> None:
    refused = at_once(*(lambda: ask_to_join(actor=jan, club=staff.club),) * 2)

    assert refused == ["You have already asked. The club’s organisers have not answered yet."]
    assert (JoinRequest.objects.count(), OutgoingMail.objects.count()) == (1, 2)


def test_members_and_strangers_to_a_closed_circle_are_refused(staff: Staff, jan: User) -> None:
    mia = staff.member.person.account
    assert mia is not None
    with pytest.raises(Refused, match=r"You already belong to this club\."):
        ask_to_join(actor=mia, club=staff.club)

    edit_club(actor=None, club=staff.club, welcomes_requests=False)
    with pytest.raises(Refused, match="by invitation only"):
        ask_to_join(actor=jan, club=staff.club)

    close_club(actor=None, club=staff.club)
    with pytest.raises(Refused, match="has closed"):
        ask_to_join(actor=jan, club=staff.club)


def test_who_is_admitted_is_a_member_and_is_welcomed(
    staff: Staff, jan: User, request_of_jan: JoinRequest
) -> None:
    gerd = staff.organiser.person.account

    membership = approve_join_request(actor=gerd, request=request_of_jan)

    assert (membership.person.account, membership.role) == (jan, "member")
    request_of_jan.refresh_from_db()
    assert (request_of_jan.state, request_of_jan.answered_by) == ("approved", gerd)
    assert mails()[-1] == ("jan@example.org", "Welcome to Lapwing")
    assert str(history_of_club(staff.club.pk)[0]) == "Gerd admitted Jan, who had asked to join"


def test_who_is_declined_reads_the_reason(staff: Staff, request_of_jan: JoinRequest) -> None:
    gerd = staff.organiser.person.account

    decline_join_request(actor=gerd, request=request_of_jan, reason="We are full.")

    assert mails()[-1] == ("jan@example.org", "Your request to join Lapwing")
    assert "We are full." in OutgoingMail.objects.latest("pk").body
    entry = history_of_club(staff.club.pk)[0]
    assert (str(entry), entry.reason) == (
        "Gerd declined the request of Jan to join the club", "We are full.",
    )  # fmt: skip


def test_after_a_refusal_the_club_is_left_in_peace_for_a_week(
    staff: Staff, jan: User, request_of_jan: JoinRequest
) -> None:
    decline_join_request(actor=None, request=request_of_jan)
    with pytest.raises(Refused, match="You can ask again from"):
        ask_to_join(actor=jan, club=staff.club)

    JoinRequest.objects.update(answered_at=timezone.now() - timedelta(days=7, seconds=1))
    assert ask_to_join(actor=jan, club=staff.club).state == "open"


def test_a_withdrawn_request_can_be_made_again_at_once(
    staff: Staff, jan: User, request_of_jan: JoinRequest
) -> None:
    withdraw_join_request(actor=jan, request=request_of_jan)

    with pytest.raises(Refused, match=r"This request has been withdrawn\."):
        approve_join_request(actor=None, request=request_of_jan)
    assert ask_to_join(actor=jan, club=staff.club).state == "open"


def test_the_second_organiser_is_told_what_the_first_did(staff: Staff, request_of_jan: JoinRequest) -> None:
    approve_join_request(actor=staff.organiser.person.account, request=request_of_jan)

    with pytest.raises(Refused, match=r"Gerd has already answered this request: approved\."):
        decline_join_request(actor=staff.owner.person.account, request=request_of_jan)
    assert JoinRequest.objects.get().state == "approved"


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_answer_at_the_same_moment_give_one_answer(
    staff: Staff, jan: User, request_of_jan: JoinRequest
) -> None:
    olga, gerd = staff.owner.person.account, staff.organiser.person.account

    refused = at_once(
        lambda: approve_join_request(actor=olga, request=request_of_jan),
        lambda: decline_join_request(actor=gerd, request=request_of_jan),
    )

    state = JoinRequest.objects.get().state
    assert len(refused) == 1
    assert Membership.objects.filter(person__account=jan).exists() == (state == "approved")
    assert len(mails()) == 3
