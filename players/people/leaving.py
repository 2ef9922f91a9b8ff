"""What becomes of a person whose account is deleted: the profile stays for what was played, what was private goes."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from audit import services as audit
from audit.changes import difference, values_of
from players import names
from players.clubs.services import change_role, remove_member
from players.models import (
    Club,
    JoinRequest,
    Membership,
    PeopleUploadRow,
    Person,
    PersonMerge,
    ProfileClaim,
    RequestState,
    Role,
    User,
)
from players.models.person_name import DELETED_PLAYER
from players.people import actions, photo_store
from players.people.locking import locked
from players.people.moved_rows import FORGOTTEN

# Not the names: a line about forgetting them must not repeat them.
_RECORDED: Final = ("year_of_birth", "shows_year_of_birth", "shows_photo", "listed", "account")
_PRIVATE: Final = frozenset({"year_of_birth"})

ForgetName = Callable[[Person], None]
_name_keepers: list[ForgetName] = []


def register_name_keeper(forget: ForgetName) -> None:
    """For what keeps a person's name beside the profile: `forget` removes it there, in the same transaction.

    The person has the new name by then.
    """
    _name_keepers.append(forget)


def clubs_to_hand_over(person: Person) -> QuerySet[Club]:
    """Clubs that would be left without an owner who can sign in. A closed club needs none."""
    others = (
        Membership.objects.filter(role=Role.OWNER, person__account__is_active=True)
        .exclude(person=person)
        .values("club")
    )
    owned = Club.objects.filter(closed_at=None, memberships__person=person, memberships__role=Role.OWNER)
    return owned.exclude(pk__in=others)


def words_about(account: User) -> set[str]:
    """The names the person has, in merged profiles too, and what they wrote to organisers: that may name them."""
    person = Person.objects.filter(account=account).first()
    profiles = [person, *_merged_into(person)] if person else []
    names = {name for profile in profiles for name in (profile.name, profile.sort_name)}
    written = JoinRequest.objects.filter(person=person).values_list("message", flat=True)
    claimed = ProfileClaim.objects.filter(account=account).values_list("message", flat=True)
    return {account.display_name, *names, *written, *claimed}


@transaction.atomic
def part_from_account(*, account: User, keep_name: bool) -> list[Person]:
    """The account is about to be deleted. The profiles that were the person's, merged ones too.

    With the name, the person stays a plain member of their clubs and can claim the profile anew. Without it they leave
    the clubs, and the profile is that of a deleted player.
    """
    person = Person.objects.filter(account=account).first()
    if person is None:
        return []
    _leave_clubs(person, account, keep_name=keep_name)
    person = locked(person)
    before, photo = values_of(person, _RECORDED), person.photo
    person.account = None
    person.year_of_birth = None
    person.shows_year_of_birth = person.shows_photo = person.listed = False
    person.photo = ""
    profiles = [person, *_merged_into(person)]
    # What merges noted holds what was private; from now on they cannot be undone.
    merges = PersonMerge.objects.filter(Q(kept__in=profiles) | Q(merged__in=profiles))
    merges.update(moved=FORGOTTEN)
    if not keep_name:
        for profile in profiles:
            _take_name(profile)
    for profile in profiles:
        profile.save()
    changed = difference(before, values_of(person, _RECORDED), private=_PRIVATE)
    audit.record(
        actor=account if keep_name else None,
        action=actions.ACCOUNT_REMOVED,
        target=person,
        before=changed.before,
        after=changed.after,
    )
    if not keep_name:
        _forget_elsewhere(profiles)
    if photo:
        transaction.on_commit(lambda: photo_store.forget(photo))
    return profiles


def _merged_into(person: Person) -> list[Person]:
    """Profiles that became this one, and those that had become them."""
    found: list[Person] = []
    latest = list(Person.objects.filter(merged_into=person))
    while latest:
        found += latest
        latest = list(Person.objects.filter(merged_into__in=latest))
    return found


def _take_name(profile: Person) -> None:
    profile.name = profile.sort_name = DELETED_PLAYER
    profile.sort_key = names.sort_key(DELETED_PLAYER)
    profile.comparison_key = names.comparison_key(DELETED_PLAYER)
    profile.year_of_birth = None


def _leave_clubs(person: Person, account: User, *, keep_name: bool) -> None:
    now = timezone.now()
    waiting = JoinRequest.objects.filter(person=person, state=RequestState.OPEN)
    waiting.update(state=RequestState.WITHDRAWN, answered_at=now)
    for membership in Membership.objects.filter(person=person).select_related("club"):
        if not keep_name and membership.club.closed_at is None:
            remove_member(actor=None, membership=membership)
        elif not keep_name:
            membership.delete()  # a closed club may be left without an owner
        elif membership.role != Role.MEMBER and membership.club.closed_at is None:
            # A role is for somebody who can act; whoever claims the profile later has to be given it again.
            change_role(actor=account, membership=membership, role=Role.MEMBER)


def _forget_elsewhere(profiles: list[Person]) -> None:
    JoinRequest.objects.filter(person__in=profiles).update(message="")
    rows = PeopleUploadRow.objects.filter(Q(person__in=profiles) | Q(chosen__in=profiles))
    rows.update(name="", sort_name="", cells=[], year_of_birth=None)
    for profile in profiles:
        for forget in _name_keepers:
            forget(profile)
