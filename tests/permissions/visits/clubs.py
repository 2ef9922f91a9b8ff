"""Clubs, their members, and how one comes into them."""

from typing import Any

from players.accounts.services.tokens import hash_secret
from players.club_games import policies as game_policies
from players.club_games.services import GameDetails, find_or_add_game
from players.clubs import policies
from players.clubs.services.invitations import invite_by_email
from players.clubs.services.join_requests import ask_to_join
from players.models import ClubInvitation, InvitationState, JoinRequest, MembershipOffer, Person, Role
from players.people.policies import SEE_HISTORY_OF_PERSON
from players.people.services.people import edit_person
from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World


def the_club(world: World) -> dict[str, Any]:
    return {"slug": world.club.slug}


def paula_in_the_club(world: World) -> dict[str, Any]:
    return {**the_club(world), "pk": world.memberships[Viewer.CONCERNED].pk}


def link_of_an_invitation(world: World) -> dict[str, Any]:
    token = "known"
    invitation = _invite(world)
    ClubInvitation.objects.filter(pk=invitation.pk).update(token_hash=hash_secret(token))
    return {"token": token}


def an_invitation(world: World) -> dict[str, Any]:
    return {**the_club(world), "pk": _invite(world).pk}


def an_invitation_to_organise(world: World) -> dict[str, Any]:
    return {**the_club(world), "pk": _invite(world, Role.ORGANISER).pk}


def a_request(world: World) -> dict[str, Any]:
    request = JoinRequest.objects.first() or ask_to_join(
        actor=world.accounts[Viewer.STRANGER], club=world.club
    )
    return {**the_club(world), "pk": request.pk}


def an_offer_to_paula(world: World) -> dict[str, Any]:
    """The stranger's club asks for her."""
    return {"pk": _offer(world, world.paula).pk}


def an_offer_to_paul(world: World) -> dict[str, Any]:
    return {"pk": _offer(world, world.unclaimed).pk}


def an_offer_of_the_club(world: World) -> dict[str, Any]:
    """The stranger, whom everybody sees, is asked."""
    stranger = world.people[Viewer.STRANGER]
    edit_person(actor=None, person=stranger, listed=True)
    offer, _made = MembershipOffer.objects.get_or_create(
        club=world.club, person=stranger, asked_by=world.accounts[Viewer.OWNER], state=InvitationState.OPEN
    )
    return {**the_club(world), "pk": offer.pk}


def _offer(world: World, person: Person) -> MembershipOffer:
    offer, _made = MembershipOffer.objects.get_or_create(
        club=world.other_club,
        person=person,
        asked_by=world.accounts[Viewer.STRANGER],
        state=InvitationState.OPEN,
    )
    return offer


def the_history_as(kind: str) -> Any:
    return lambda world: {**the_club(world), "kind": kind}


def the_history_of_paula(world: World) -> dict[str, Any]:
    return {"label": "players.person", "pk": world.paula.pk}


def the_history_of_the_club(world: World) -> dict[str, Any]:
    return {"label": "players.club", "pk": world.club.pk}


def a_game(world: World) -> dict[str, Any]:
    return {"name": "Chess", "first_side": "White", "second_side": "Black"}


def a_game_of_the_club(world: World) -> dict[str, Any]:
    details = GameDetails(name="Go", first_side="Black", second_side="White", has_draws=False)
    return {**the_club(world), "pk": find_or_add_game(actor=None, club=world.club, details=details).pk}


def decline(world: World) -> dict[str, Any]:
    return {"step": "decline"}


def _invite(world: World, role: Role = Role.MEMBER) -> ClubInvitation:
    ClubInvitation.objects.all().delete()
    return invite_by_email(
        actor=world.accounts[Viewer.OWNER], club=world.club, email="jan@example.org", role=role
    )


def recognised(world: World) -> dict[str, Any]:
    return {"step": "recognise", "reason": "Visited."}


def recognised_by_program(world: World) -> dict[str, Any]:
    return {"recognised": True, "reason": "Visited."}


VISITS = (
    Visit("club-recognitions", policies.RECOGNISE_CLUB),
    Visit("club-recognition", policies.RECOGNISE_CLUB, arguments=the_club),
    Visit("club-recognition", policies.RECOGNISE_CLUB, "POST", arguments=the_club, data=recognised),
    Visit(
        "api:recognition-recognition",
        policies.RECOGNISE_CLUB,
        "POST",
        arguments=the_club,
        data=recognised_by_program,
    ),
    Visit("clubs", Rule.EVERYBODY),
    Visit("club", policies.SEE_CLUB, arguments=the_club),
    Visit("my-clubs", Rule.SIGNED_IN),
    Visit("membership-offers", Rule.SIGNED_IN),
    Visit(
        "answer-membership-offer",
        policies.ANSWER_OFFER,
        "POST",
        arguments=an_offer_to_paula,
        concerned=Viewer.CONCERNED,
        note="to Paula",
    ),
    Visit(
        "answer-membership-offer",
        policies.ANSWER_OFFER_FOR_OTHERS,
        "POST",
        arguments=an_offer_to_paul,
        note="to Paul, who has no account",
    ),
    Visit("club-offers", policies.SEE_INVITATIONS, arguments=the_club),
    Visit("withdraw-club-offer", policies.SEE_INVITATIONS, "POST", arguments=an_offer_of_the_club),
    Visit("new-club", Rule.SIGNED_IN),
    Visit("new-club", Rule.SIGNED_IN, "POST"),
    Visit("club-settings", policies.EDIT_CLUB, arguments=the_club),
    Visit("club-settings", policies.EDIT_CLUB, "POST", arguments=the_club),
    Visit("close-club", policies.CLOSE_CLUB, arguments=the_club),
    Visit("close-club", policies.CLOSE_CLUB, "POST", arguments=the_club),
    Visit("club-members", policies.SEE_CLUB, arguments=the_club),
    Visit("club-member", policies.CHANGE_ROLES, arguments=paula_in_the_club),
    Visit("club-member", policies.CHANGE_ROLES, "POST", arguments=paula_in_the_club),
    Visit(
        "hand-over-club", policies.HAND_OVER_OWNERSHIP, arguments=paula_in_the_club, concerned=Viewer.OWNER
    ),
    Visit(
        "hand-over-club",
        policies.HAND_OVER_OWNERSHIP,
        "POST",
        arguments=paula_in_the_club,
        concerned=Viewer.OWNER,
    ),
    Visit("leave-club", policies.LEAVE_CLUB, arguments=the_club),
    Visit("leave-club", policies.LEAVE_CLUB, "POST", arguments=the_club),
    Visit("club-invitations", policies.SEE_INVITATIONS, arguments=the_club),
    Visit("club-invitations", policies.SEE_INVITATIONS, "POST", arguments=the_club),
    Visit("change-club-invitation", policies.SEE_INVITATIONS, "POST", arguments=an_invitation),
    Visit(
        "change-club-invitation",
        policies.ADD_ORGANISERS,
        "POST",
        arguments=an_invitation_to_organise,
        note="to an organiser",
    ),
    Visit("club-invitation", Rule.EVERYBODY, arguments=link_of_an_invitation),
    Visit("club-invitation", Rule.EVERYBODY, "POST", arguments=link_of_an_invitation, data=decline),
    Visit("join-club", Rule.SIGNED_IN, arguments=the_club),
    Visit("join-club", Rule.SIGNED_IN, "POST", arguments=the_club),
    Visit("withdraw-join-request", Rule.SIGNED_IN, "POST", arguments=the_club),
    Visit("club-requests", policies.ANSWER_REQUESTS, arguments=the_club),
    Visit("answer-join-request", policies.ANSWER_REQUESTS, "POST", arguments=a_request),
    Visit("club-games", game_policies.SEE, arguments=the_club),
    Visit("club-games", game_policies.MANAGE, "POST", arguments=the_club, data=a_game),
    Visit("club-game", game_policies.MANAGE, arguments=a_game_of_the_club),
    Visit("club-game", game_policies.MANAGE, "POST", arguments=a_game_of_the_club, data=a_game),
    Visit("club-history", policies.SEE_HISTORY_OF_CLUB, arguments=the_club),
    Visit("export-club-history", policies.SEE_HISTORY_OF_CLUB, arguments=the_history_as("csv"), note="csv"),
    Visit("export-club-history", policies.SEE_HISTORY_OF_CLUB, arguments=the_history_as("json"), note="json"),
    Visit(
        "history",
        SEE_HISTORY_OF_PERSON,
        arguments=the_history_of_paula,
        concerned=Viewer.CONCERNED,
        note="of a person",
    ),
    Visit(
        "history",
        policies.SEE_HISTORY_OF_CLUB,
        arguments=the_history_of_the_club,
        note="of a club's settings",
    ),
    Visit(
        "export-history",
        SEE_HISTORY_OF_PERSON,
        arguments=lambda world: {**the_history_of_paula(world), "kind": "csv"},
        concerned=Viewer.CONCERNED,
    ),
)
