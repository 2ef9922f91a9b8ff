"""The API: every operation asks what the page for the same thing asks."""

from typing import Any

from players.club_games import policies as game_policies
from players.clubs.policies import (
    ADD_MEMBERS,
    ADD_ORGANISERS,
    ANSWER_OFFER,
    ANSWER_OFFER_FOR_OTHERS,
    CHANGE_ROLES,
    CHANGE_TRUSTED_ROLES,
    CLOSE_CLUB,
    EDIT_CLUB,
    REMOVE_MEMBERS,
    REMOVE_ORGANISERS,
    SEE_ALL_MEMBERS,
    SEE_CLUB,
)
from players.models import Person, Role
from players.people.policies import (
    DECIDE_WITH_ACCOUNT,
    DECIDE_WITHOUT_ACCOUNT,
    EDIT_PERSON,
    ENTER_PERSON,
    SEE_LISTED_PERSON,
    SEE_UNLISTED_PERSON,
)
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.clubs import (
    a_game_of_the_club,
    an_offer_of_the_club,
    an_offer_to_paul,
    an_offer_to_paula,
)
from tests.permissions.world import Viewer, World

CLUB = {"slug": "lapwing"}


def paula(world: World) -> dict[str, Any]:
    return {"pk": world.paula.pk}


def paula_listed(world: World) -> dict[str, Any]:
    Person.objects.filter(pk=world.paula.pk).update(listed=True)
    return {"pk": world.paula.pk}


def paul(world: World) -> dict[str, Any]:
    return {"pk": world.unclaimed.pk}


def a_game_by_its_slug(world: World) -> dict[str, Any]:
    a_game_of_the_club(world)
    return {"slug": "own-go"}


def a_new_game(world: World) -> dict[str, Any]:
    return {"club": "lapwing", "name": "Chess", "first_side": "White", "second_side": "Black"}


def new_words(world: World) -> dict[str, Any]:
    return {"first_side": "Dark"}


def membership_of(seat: Viewer) -> Any:
    return lambda world: {"pk": world.memberships[seat].pk}


def listed_membership_of(seat: Viewer) -> Any:
    """The person is listed, so that everybody sees the membership, and not everybody may change it."""

    def arguments(world: World) -> dict[str, Any]:
        Person.objects.filter(pk=world.people[seat].pk).update(listed=True)
        return {"pk": world.memberships[seat].pk}

    return arguments


def offer_of_the_club(world: World) -> dict[str, Any]:
    return {"pk": an_offer_of_the_club(world)["pk"]}


def new_member(role: Role) -> Any:
    """Somebody whom everybody sees."""

    def data(world: World) -> dict[str, Any]:
        Person.objects.filter(pk=world.people[Viewer.STRANGER].pk).update(listed=True)
        return {"club": "lapwing", "person": world.people[Viewer.STRANGER].pk, "role": role.value}

    return data


VISITS = (
    Visit("api:index", Rule.EVERYBODY),
    Visit("api:reference", Rule.EVERYBODY),
    Visit("api:schema", Rule.EVERYBODY),
    Visit("api:unknown", Rule.NOBODY, arguments=lambda world: {"path": "v1/nothing"}),
    Visit("api:me", Rule.SIGNED_IN),
    Visit("api:explorer", Rule.EVERYBODY),
    Visit("api:person-list", Rule.EVERYBODY),
    Visit("api:person-list", ENTER_PERSON, "POST", data=lambda world: {"club": "lapwing", "name": "Ann"}),
    Visit("api:person-detail", SEE_LISTED_PERSON, arguments=paula_listed, note="listed"),
    Visit("api:person-detail", SEE_UNLISTED_PERSON, arguments=paula, concerned=Viewer.CONCERNED),
    Visit(
        "api:person-detail", EDIT_PERSON, "PATCH", arguments=paula_listed, concerned=Viewer.CONCERNED,
        data=lambda world: {"country": "AT"}, note="name and country",
    ),
    Visit(
        "api:person-detail", DECIDE_WITH_ACCOUNT, "PATCH", arguments=paula_listed, concerned=Viewer.CONCERNED,
        data=lambda world: {"listed": True}, note="consent of somebody with an account",
    ),
    Visit(
        "api:person-detail", DECIDE_WITHOUT_ACCOUNT, "PATCH", arguments=paul,
        data=lambda world: {"year_of_birth": 1980}, note="consent of somebody without an account",
    ),
    Visit("api:club-list", Rule.EVERYBODY),
    Visit("api:club-list", Rule.SIGNED_IN, "POST", data=lambda world: {"name": "New Club"}),
    Visit("api:club-game-list", game_policies.SEE),
    Visit("api:club-game-list", game_policies.MANAGE, "POST", data=a_new_game),
    Visit("api:club-game-detail", game_policies.SEE, arguments=a_game_by_its_slug),
    Visit("api:club-game-detail", game_policies.MANAGE, "PATCH", arguments=a_game_by_its_slug, data=new_words),
    Visit("api:club-detail", SEE_CLUB, arguments=lambda world: CLUB),
    Visit(
        "api:club-detail", EDIT_CLUB, "PATCH", arguments=lambda world: CLUB,
        data=lambda world: {"place": "Ulm"},
    ),
    Visit("api:club-detail", CLOSE_CLUB, "DELETE", arguments=lambda world: CLUB),
    Visit("api:membership-list", Rule.EVERYBODY),
    Visit("api:membership-offer-list", Rule.SIGNED_IN),
    Visit("api:membership-offer-detail", ANSWER_OFFER_FOR_OTHERS, arguments=an_offer_to_paul),
    Visit("api:membership-offer-detail", ADD_MEMBERS, "DELETE", arguments=offer_of_the_club),
    Visit("api:membership-offer-accept", ANSWER_OFFER_FOR_OTHERS, "POST", arguments=an_offer_to_paul),
    Visit(
        "api:membership-offer-decline", ANSWER_OFFER, "POST", arguments=an_offer_to_paula,
        concerned=Viewer.CONCERNED,
    ),
    Visit("api:membership-list", ADD_MEMBERS, "POST", data=new_member(Role.MEMBER), note="member"),
    Visit("api:membership-list", ADD_ORGANISERS, "POST", data=new_member(Role.OWNER), note="owner"),
    Visit(
        "api:membership-detail", SEE_ALL_MEMBERS, arguments=membership_of(Viewer.CONCERNED),
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "api:membership-detail", CHANGE_ROLES, "PATCH", arguments=listed_membership_of(Viewer.CONCERNED),
        data=lambda world: {"role": "arbiter"}, concerned=Viewer.CONCERNED, note="arbiter",
    ),
    Visit(
        "api:membership-detail", CHANGE_TRUSTED_ROLES, "PATCH",
        arguments=listed_membership_of(Viewer.CONCERNED), data=lambda world: {"role": "owner"},
        concerned=Viewer.CONCERNED, note="owner",
    ),
    Visit(
        "api:membership-detail", REMOVE_MEMBERS, "DELETE",
        arguments=listed_membership_of(Viewer.CONCERNED), concerned=Viewer.CONCERNED, note="member",
    ),
    Visit(
        "api:membership-detail", REMOVE_ORGANISERS, "DELETE",
        arguments=listed_membership_of(Viewer.ORGANISER), concerned=Viewer.ORGANISER, note="organiser",
    ),
)  # fmt: skip
