"""People and their profiles."""

from typing import Any

from django.utils import timezone

from jobs.models import WorkState
from players.clubs.services.members import enter_new_member
from players.models import PeopleUpload, ProfileClaim, RowMatch
from players.people import policies
from players.people.services.merges import merge_people
from players.people.services.people import edit_person
from players.people.services.photos import set_photo
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.clubs import the_club
from tests.permissions.world import Viewer, World
from tests.players.people.pictures import picture


def paula(world: World) -> dict[str, Any]:
    edit_person(actor=None, person=world.paula, listed=False, shows_photo=False)
    return {"pk": world.paula.pk}


def paula_who_is_listed(world: World) -> dict[str, Any]:
    edit_person(actor=None, person=world.paula, listed=True)
    return {"pk": world.paula.pk}


def paul_without_an_account(world: World) -> dict[str, Any]:
    return {"pk": world.unclaimed.pk}


def hidden_photo(world: World) -> dict[str, Any]:
    set_photo(actor=None, person=world.paula, data=picture())
    return {**paula(world), "size": 96}


def shown_photo(world: World) -> dict[str, Any]:
    arguments = hidden_photo(world)
    edit_person(actor=None, person=world.paula, listed=True, shows_photo=True)
    return arguments


def upload_to_the_club(world: World) -> dict[str, Any]:
    upload = PeopleUpload.objects.create(
        club=world.club, content=b"Rosa Roth", state=WorkState.DONE, finished_at=timezone.now()
    )
    upload.rows.create(line=1, cells=["Rosa Roth"], name="Rosa Roth", finding=RowMatch.NEW)
    return {"slug": world.club.slug, "pk": upload.pk}


def listed_without_an_account(world: World) -> dict[str, Any]:
    edit_person(actor=None, person=world.unclaimed, listed=True)
    return {"pk": world.unclaimed.pk}


def claim_of_paul(world: World) -> dict[str, Any]:
    account = world.accounts[Viewer.STRANGER]
    claim, _made = ProfileClaim.objects.get_or_create(person=world.unclaimed, account=account)
    return {"pk": claim.pk}


def paul_and_his_double(world: World) -> dict[str, Any]:
    double = enter_new_member(actor=None, club=world.club, name="Pawel")
    return {"pk": world.unclaimed.pk, "other": double.pk}


def merge_into_paul(world: World) -> dict[str, Any]:
    double = enter_new_member(actor=None, club=world.club, name="Pawel")
    return {"pk": merge_people(actor=None, kept=world.unclaimed, merged=double).pk}


VISITS = (
    Visit("people", Rule.EVERYBODY),
    Visit(
        "person",
        policies.SEE_LISTED_PERSON,
        arguments=paula_who_is_listed,
        concerned=Viewer.CONCERNED,
        note="listed",
    ),
    Visit(
        "person", policies.SEE_UNLISTED_PERSON, arguments=paula, concerned=Viewer.CONCERNED, note="unlisted"
    ),
    Visit("edit-person", policies.EDIT_PERSON, arguments=paula, concerned=Viewer.CONCERNED),
    Visit("edit-person", policies.EDIT_PERSON, "POST", arguments=paula, concerned=Viewer.CONCERNED),
    Visit("change-photo", policies.DECIDE_WITH_ACCOUNT, arguments=paula, concerned=Viewer.CONCERNED),
    Visit("change-photo", policies.DECIDE_WITH_ACCOUNT, "POST", arguments=paula, concerned=Viewer.CONCERNED),
    Visit("change-photo", policies.DECIDE_WITHOUT_ACCOUNT, arguments=paul_without_an_account, note="of Paul"),
    Visit("remove-photo", policies.DECIDE_WITH_ACCOUNT, "POST", arguments=paula, concerned=Viewer.CONCERNED),
    Visit(
        "photo", policies.SEE_HIDDEN_PHOTO, arguments=hidden_photo, concerned=Viewer.CONCERNED, note="hidden"
    ),
    Visit("photo", policies.SEE_SHOWN_PHOTO, arguments=shown_photo, concerned=Viewer.CONCERNED, note="shown"),
    Visit("enter-person", policies.ENTER_PERSON, arguments=the_club),
    Visit("enter-person", policies.ENTER_PERSON, "POST", arguments=the_club),
    Visit("import-people", policies.ENTER_PERSON, arguments=the_club),
    Visit("import-people", policies.ENTER_PERSON, "POST", arguments=the_club),
    Visit("people-upload", policies.ENTER_PERSON, arguments=upload_to_the_club),
    Visit("people-upload-state", policies.ENTER_PERSON, arguments=upload_to_the_club),
    Visit("decide-people-upload", policies.ENTER_PERSON, "POST", arguments=upload_to_the_club),
    Visit("confirm-people-upload", policies.ENTER_PERSON, "POST", arguments=upload_to_the_club),
    Visit("discard-people-upload", policies.ENTER_PERSON, "POST", arguments=upload_to_the_club),
    Visit("people-left-out", policies.ENTER_PERSON, arguments=upload_to_the_club),
    Visit("invite-to-profile", policies.INVITE_TO_PROFILE, arguments=paul_without_an_account),
    Visit("invite-to-profile", policies.INVITE_TO_PROFILE, "POST", arguments=paul_without_an_account),
    Visit(
        "withdraw-profile-invitation", policies.INVITE_TO_PROFILE, "POST", arguments=paul_without_an_account
    ),
    Visit("profile-invitation", Rule.EVERYBODY, arguments=lambda world: {"secret": "x"}),
    Visit("profile-invitation", Rule.EVERYBODY, "POST", arguments=lambda world: {"secret": "x"}),
    Visit("claim-profile", Rule.SIGNED_IN, arguments=listed_without_an_account),
    Visit("claim-profile", Rule.SIGNED_IN, "POST", arguments=listed_without_an_account),
    Visit("withdraw-profile-claim", Rule.SIGNED_IN, "POST"),
    Visit("profile-claims", Rule.SIGNED_IN),
    Visit("decide-profile-claim", policies.DECIDE_CLAIM, "POST", arguments=claim_of_paul),
    Visit("choose-merge", policies.MERGE_PEOPLE, arguments=paul_without_an_account),
    Visit("merge-people", policies.MERGE_PEOPLE, arguments=paul_and_his_double),
    Visit("merge-people", policies.MERGE_PEOPLE, "POST", arguments=paul_and_his_double),
    Visit("undo-merge", policies.MERGE_PEOPLE, "POST", arguments=merge_into_paul),
)
