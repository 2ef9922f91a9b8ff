"""What becomes of a person whose account is deleted: the profile stays for what was played, what was private goes."""

from typing import Final

from django.db import transaction
from django.db.models import Q

from audit import services as audit
from audit.changes import field_values
from core.db import folding
from players import audit_actions
from players.accounts.services.accounts import DeletionStep
from players.models import JoinRequest, PeopleUploadRow, Person, PersonMerge, ProfileClaim, User
from players.models.people import DELETED_PLAYER
from players.people.services.merge_steps import ERASED
from players.people.services.people import lock_person
from players.people.signals import person_forgotten

# Not the names: a line about forgetting them must not repeat them.
_RECORDED: Final = ("year_of_birth", "shows_year_of_birth", "shows_photo", "listed", "account")
_PRIVATE: Final = frozenset({"year_of_birth"})


def personal_words(account: User) -> set[str]:
    """The names the person has, in merged profiles too, and what they wrote to organisers: that may name them."""
    person = Person.objects.filter(account=account).first()
    profiles = [person, *_profiles_merged_into(person)] if person else []
    names = {name for profile in profiles for name in (profile.name, profile.sort_name)}
    written = JoinRequest.objects.filter(person=person).values_list("message", flat=True)
    claimed = ProfileClaim.objects.filter(account=account).values_list("message", flat=True)
    return {*names, *written, *claimed}


@transaction.atomic
def detach_person(*, account: User, keep_name: bool) -> list[Person]:
    """The account is about to be deleted. Returns the profiles that were the person's, merged ones too.

    With the name, the person can claim the profile again. Without it, the profile is that of a deleted player.
    """
    person = Person.objects.filter(account=account).first()
    if person is None:
        return []
    person = lock_person(person)
    before, photo = field_values(person, _RECORDED), person.photo
    person.account = None
    person.year_of_birth = None
    person.shows_year_of_birth = person.shows_photo = person.listed = False
    person.photo = ""
    profiles = [person, *_profiles_merged_into(person)]
    # Merges keep what was private; from now on they cannot be undone.
    merges = PersonMerge.objects.filter(Q(kept__in=profiles) | Q(merged__in=profiles))
    merges.update(moved=ERASED)
    if not keep_name:
        for profile in profiles:
            _anonymise(profile)
    for profile in profiles:
        profile.save()
    audit.record_changes(
        actor=account if keep_name else None,
        action=audit_actions.PERSON_ACCOUNT_DELETED,
        target=person,
        before=before,
        fields=_RECORDED,
        private=_PRIVATE,
    )
    if not keep_name:
        _erase_elsewhere(profiles)
    if photo:
        from players.people.services import (
            photos,  # brings what draws pictures, which workers need for nothing else
        )

        transaction.on_commit(lambda: photos.delete_photo_files(photo))
    return profiles


def _profiles_merged_into(person: Person) -> list[Person]:
    """Profiles that became this one, and those that had become them."""
    found: list[Person] = []
    latest = list(Person.objects.filter(merged_into=person))
    while latest:
        found += latest
        latest = list(Person.objects.filter(merged_into__in=latest))
    return found


def _anonymise(profile: Person) -> None:
    profile.name = profile.sort_name = DELETED_PLAYER
    profile.sort_key = folding.sort_key(DELETED_PLAYER)
    profile.comparison_key = folding.comparison_key(DELETED_PLAYER)
    profile.year_of_birth = None


def _erase_elsewhere(profiles: list[Person]) -> None:
    JoinRequest.objects.filter(person__in=profiles).update(message="")
    rows = PeopleUploadRow.objects.filter(Q(person__in=profiles) | Q(chosen__in=profiles))
    rows.update(name="", sort_name="", cells=[], year_of_birth=None)
    for profile in profiles:
        person_forgotten.send(sender=Person, person=profile)


PERSON_DELETION_STEP: Final = DeletionStep(
    personal_words=personal_words,
    detach=lambda account, keep_name: detach_person(account=account, keep_name=keep_name),
)
