"""Profiles that turn out to be one person, or somebody's own, while a game of theirs hides its pieces."""

import pytest
from django.core import mail
from django.test import Client

from core.errors import Refused
from games.models import Game
from games.policies import may_see_all_of_game
from players.models import Person, PersonMerge, ProfileClaim, Role, User
from players.people.services.claims import accept_invitation, approve_claim, claim_profile, invite_to_profile
from players.people.services.merges import merge_people
from players.people.services.people import create_person
from tests.games.replay.stored_games import stratego_game
from tests.markup import compact
from tests.permissions.world import Viewer, World

pytestmark = pytest.mark.django_db
WHY = "Paul has played a game whose set-ups are still hidden."


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(autouse=True)
def game(world: World) -> Game:
    """Played by Paul, who has no account, for a club with an arbiter."""
    return stratego_game(
        visibility="embargoed", club=world.club, second_person=world.unclaimed, second_link="confirmed"
    )


def test_an_organiser_does_not_become_the_player_of_a_game_that_is_hidden_from_them(
    world: World, game: Game
) -> None:
    organiser, own = world.accounts[Viewer.ORGANISER], world.people[Viewer.ORGANISER]

    with pytest.raises(Refused, match=WHY):
        merge_people(actor=organiser, kept=own, merged=world.unclaimed)
    with pytest.raises(Refused):  # whoever has an account is the one who is kept
        merge_people(actor=organiser, kept=world.unclaimed, merged=own)

    assert not PersonMerge.objects.exists()
    assert not may_see_all_of_game(organiser, Game.objects.get())


def test_nor_makes_somebody_else_the_player(world: World) -> None:
    with pytest.raises(Refused, match=WHY):
        merge_people(
            actor=world.accounts[Viewer.ADMINISTRATOR],
            kept=world.people[Viewer.MEMBER],
            merged=world.unclaimed,
        )


def test_the_page_says_why_before_anybody_merges(world: World) -> None:
    address = f"/people/{world.people[Viewer.ORGANISER].pk}/merge/{world.unclaimed.pk}/"

    page = compact(world.browser_of(Viewer.ORGANISER).get(address))

    assert WHY in page
    assert ">Merge</button>" not in page


@pytest.mark.parametrize(
    "changes",
    [
        {"visibility": "public"},
        {"second_link": "exact"},  # the same name opens nothing hidden
        {"kind": "barragoon"},
    ],
)
def test_what_hides_no_pieces_from_them_keeps_nobody_from_merging(
    world: World, changes: dict[str, str]
) -> None:
    Game.objects.update(**changes)

    merge_people(
        actor=world.accounts[Viewer.ORGANISER], kept=world.people[Viewer.ORGANISER], merged=world.unclaimed
    )

    assert Game.objects.get().second_person == world.people[Viewer.ORGANISER]


def test_two_profiles_without_accounts_are_merged_at_any_time(world: World) -> None:
    twice = create_person(actor=None, name="Paul", club=world.club)

    merge_people(actor=world.accounts[Viewer.ORGANISER], kept=twice, merged=world.unclaimed)

    assert Game.objects.get().second_person == twice


def test_who_sees_the_game_may_say_whose_profile_it_is(world: World) -> None:
    membership = world.memberships[Viewer.ORGANISER]
    membership.role = Role.ARBITER
    membership.save()

    merge_people(
        actor=world.accounts[Viewer.ORGANISER], kept=world.people[Viewer.MEMBER], merged=world.unclaimed
    )

    assert Game.objects.get().second_person == world.people[Viewer.MEMBER]


@pytest.mark.parametrize("has_profile", [True, False])
def test_a_claim_is_not_approved_by_those_from_whom_the_game_is_hidden(
    world: World, has_profile: bool
) -> None:
    account = world.accounts[Viewer.STRANGER] if has_profile else new_account()
    claim = claim_profile(account=account, person=world.unclaimed)

    with pytest.raises(Refused, match=WHY):
        approve_claim(actor=world.accounts[Viewer.ORGANISER], claim=claim)
    assert ProfileClaim.objects.get().state == "waiting"
    assert Person.objects.get(pk=world.unclaimed.pk).account is None

    approve_claim(actor=world.accounts[Viewer.ARBITER], claim=claim)
    assert may_see_all_of_game(account, Game.objects.get())


@pytest.mark.parametrize(("inviting", "is_refused"), [(Viewer.ORGANISER, True), (Viewer.ARBITER, False)])
def test_an_invitation_counts_as_much_as_the_word_of_whoever_sent_it(
    world: World, inviting: Viewer, is_refused: bool
) -> None:
    account = new_account()
    invite_to_profile(actor=world.accounts[inviting], person=world.unclaimed, email=account.email)
    secret = str(mail.outbox[-1].body).partition("/people/invitation/")[2].partition("/")[0]

    if is_refused:
        client = Client()
        client.force_login(account)
        assert WHY in client.post(f"/people/invitation/{secret}/").content.decode()
    else:
        accept_invitation(account=account, secret=secret)

    assert may_see_all_of_game(account, Game.objects.get()) is not is_refused


def new_account() -> User:
    return User.objects.create_user("new@example.org", None, display_name="New")
