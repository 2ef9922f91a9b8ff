"""Who may see hidden pieces because they became arbiter stands in the event's log, whichever way they became one."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from audit.selectors import history_of
from games.policies import SEE_HIDDEN
from players.clubs.services.invitations import accept_invitation, invite_by_email
from players.clubs.services.members import add_member, change_role, hand_over_ownership
from players.clubs.services.offers import accept_offer, offer_membership
from players.models import Club, Membership, MembershipOffer, Person, Role, User
from players.people.services import claims
from players.people.services.merges import merge_people
from players.people.services.people import create_person
from players.seats import seats_in_event
from tests.core.api.client import make_account
from tests.tournaments.builders import make_event, make_section
from tournaments.events.services.events import appoint_arbiter, dismiss_arbiter
from tournaments.events.services.lifecycle import open_event
from tournaments.models import Event, EventArbiter, EventState


@pytest.fixture
def owner(club: Club) -> User:
    account = make_account("Otto")
    person = create_person(actor=None, name="Otto Owen", account=account)
    add_member(actor=None, club=club, person=person, role=Role.OWNER)
    return account


@pytest.fixture
def event(club: Club, owner: User) -> Event:
    """With hidden pieces, and no arbiters of its own."""
    return make_event(club=club, game="stratego", state=EventState.RUNNING)


@pytest.fixture
def ada(db: None) -> User:
    account = make_account("Ada")
    create_person(actor=None, name="Ada Abt", account=account, listed=True)
    return account


def sees_hidden(account: User, event: Event) -> bool:
    return SEE_HIDDEN.granted_to(seats_in_event(account, event, club=event.club))


def logged(event: Event) -> list[tuple[str, object]]:
    """Who may see hidden pieces, the latest first."""
    kinds = ("event.arbiter_named", "event.club_arbiter_added", "event.club_arbiters_judge")
    return [
        (line.action, line.after.get("arbiter", line.after.get("arbiters")))
        for line in history_of(event)
        if line.action in kinds
    ]


def by_hand(club: Club, owner: User, ada: User) -> None:
    add_member(actor=owner, club=club, person=ada.person, role=Role.ARBITER)


def by_a_new_role(club: Club, owner: User, ada: User) -> None:
    membership = add_member(actor=owner, club=club, person=ada.person)
    change_role(actor=owner, membership=membership, role=Role.ARBITER)


def by_an_invitation(club: Club, owner: User, ada: User) -> None:
    invitation = invite_by_email(actor=owner, club=club, email="ada@example.org", role=Role.ARBITER)
    accept_invitation(actor=ada, invitation=invitation)


def by_an_offer(club: Club, owner: User, ada: User) -> None:
    offer = offer_membership(actor=owner, club=club, person=ada.person, role=Role.ARBITER)
    assert isinstance(offer, MembershipOffer)
    accept_offer(actor=ada, offer=offer)


def by_handing_over_the_club(club: Club, owner: User, ada: User) -> None:
    giver = add_member(actor=owner, club=club, person=ada.person, role=Role.OWNER)
    receiver = Membership.objects.get(club=club, person__account=owner)
    change_role(actor=owner, membership=receiver, role=Role.ORGANISER)
    hand_over_ownership(actor=ada, giver=giver, receiver=receiver, giver_becomes=Role.ARBITER)


def by_an_administrator(club: Club, owner: User, ada: User) -> None:
    root = make_account("Root", is_staff=True)
    membership = add_member(actor=root, club=club, person=ada.person)
    browser = Client()
    browser.force_login(root)
    browser.post(f"/admin/players/membership/{membership.pk}/change/", {"role": "arbiter"})


@pytest.mark.parametrize(
    "become",
    [
        by_hand,
        by_a_new_role,
        by_an_invitation,
        by_an_offer,
        by_handing_over_the_club,
        by_an_administrator,
    ],
)
def test_a_new_arbiter_of_the_club_is_logged(
    club: Club, owner: User, event: Event, ada: User, become: Callable[[Club, User, User], None]
) -> None:
    assert not sees_hidden(ada, event)

    become(club, owner, ada)

    assert sees_hidden(ada, event)
    assert logged(event) == [("event.club_arbiter_added", ada.person.pk)]


def test_an_arbiter_of_the_event_is_logged_and_those_of_the_club_are_not(
    club: Club, owner: User, event: Event, ada: User
) -> None:
    appoint_arbiter(actor=owner, event=event, person=ada.person)

    add_member(
        actor=None, club=club, role=Role.ARBITER,
        person=create_person(actor=None, name="Ben", account=make_account("Ben")),
    )  # fmt: skip
    assert logged(event) == [("event.arbiter_named", ada.person.pk)]


def test_events_without_hidden_pieces_log_nothing(club: Club, owner: User, ada: User) -> None:
    others = [
        make_event(club=club, game="barragoon", state=EventState.RUNNING),
        make_event(club=club, game="stratego", state=EventState.ARCHIVED),
        make_event(
            club=Club.objects.create(name="Rook", slug="rook"), game="stratego", state=EventState.RUNNING
        ),
    ]

    by_hand(club, owner, ada)

    assert [logged(each) for each in others] == [[], [], []]


@pytest.mark.parametrize("role", [Role.MEMBER, Role.ORGANISER, Role.OWNER])
def test_roles_that_see_nothing_hidden_are_not_logged(
    club: Club, owner: User, event: Event, ada: User, role: Role
) -> None:
    add_member(actor=owner, club=club, person=ada.person, role=role)

    assert not sees_hidden(ada, event)
    assert logged(event) == []


def test_when_the_last_named_arbiter_goes_the_log_says_who_of_the_club_sees_it_then(
    club: Club, owner: User, event: Event, ada: User
) -> None:
    ben = create_person(actor=None, name="Ben", account=make_account("Ben"))
    appoint_arbiter(actor=owner, event=event, person=ben)
    by_hand(club, owner, ada)

    dismiss_arbiter(actor=owner, event=event, person=ben)

    assert logged(event)[0] == ("event.club_arbiters_judge", [ada.person.pk])


def test_an_event_that_opens_says_who_of_the_club_sees_hidden_pieces(
    club: Club, owner: User, ada: User
) -> None:
    by_hand(club, owner, ada)
    draft = make_event(club=club, game="stratego", state=EventState.DRAFT)
    make_section(draft)

    open_event(actor=owner, event=draft)

    assert logged(draft) == [("event.club_arbiters_judge", [ada.person.pk])]


# --- Arbiters of the event, and profiles that change hands ----------------------------------------


@pytest.fixture
def named(club: Club, event: Event) -> Person:
    """Without an account, a member of the club, and named arbiter of the event."""
    person = create_person(actor=None, name="Nora Nuss", club=club, listed=True)
    add_member(actor=None, club=club, person=person)
    appoint_arbiter(actor=None, event=event, person=person)
    return person


def test_who_gets_the_profile_of_a_named_arbiter_is_not_arbiter(
    event: Event, owner: User, named: Person, ada: User
) -> None:
    second = make_account("Second")
    claims.approve_claim(actor=owner, claim=claims.claim_profile(account=second, person=named))

    assert not sees_hidden(second, event)
    appoint_arbiter(actor=owner, event=event, person=named)
    assert sees_hidden(second, event)
    assert [action for action, _who in logged(event)] == ["event.arbiter_named"] * 2


def test_a_merge_makes_nobody_arbiter(event: Event, owner: User, named: Person, ada: User) -> None:
    merge_people(actor=owner, kept=ada.person, merged=named, agreed_by=ada)

    assert EventArbiter.objects.get().person == ada.person
    assert not sees_hidden(ada, event)


def test_a_deleted_account_leaves_its_seat_to_nobody(event: Event, owner: User, ada: User) -> None:
    appoint_arbiter(actor=owner, event=event, person=ada.person)
    person = ada.person
    ada.delete()
    heir = make_account("Heir")
    Person.objects.filter(pk=person.pk).update(account=heir)

    assert not sees_hidden(heir, event)


def test_the_page_offers_to_name_again_who_has_an_account_now(
    event: Event, owner: User, named: Person, client: Client
) -> None:
    claimant = make_account("Second")
    claims.approve_claim(actor=owner, claim=claims.claim_profile(account=claimant, person=named))
    client.force_login(owner)
    address = reverse("event-arbiters", args=[event.pk])

    assert "Name again" in client.get(address).content.decode()
    client.post(address, {"name": str(named.pk)})

    assert sees_hidden(claimant, event)
    assert "Name again" not in client.get(address).content.decode()


def test_nobody_is_named_to_who_dismisses_somebody_that_is_no_arbiter(
    event: Event, owner: User, client: Client
) -> None:
    hidden = create_person(actor=None, name="Secret Name")
    client.force_login(owner)
    address = reverse("event-arbiters", args=[event.pk])

    answers = [client.post(address, {"dismiss": str(pk)}, follow=True) for pk in (hidden.pk, hidden.pk + 1)]

    assert {answer.status_code for answer in answers} == {404}
    assert "Secret Name" not in client.get(address).content.decode()
