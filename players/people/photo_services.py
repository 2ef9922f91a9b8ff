"""Giving a person a photo and taking it away. A file goes when the row no longer names it, after the commit."""

from django.db import transaction

from audit import services as audit
from audit.changes import CONCEALED
from players.models import Person, User
from players.people import actions, photo_store
from players.people.locking import locked_and_in_use
from players.people.photos import PreparedPhoto, prepare_photo


def set_photo(*, actor: User | None, person: Person, data: bytes) -> Person:
    """Read what was sent and keep it as the person's photo, in place of the one before."""
    photo = prepare_photo(data)  # takes a while, and needs no transaction
    return _replace(actor, person, photo)


def remove_photo(*, actor: User | None, person: Person) -> Person:
    return _replace(actor, person, None)


@transaction.atomic
def _replace(actor: User | None, person: Person, photo: PreparedPhoto | None) -> Person:
    person = locked_and_in_use(person)
    before, after = person.photo, photo_store.key_of(photo, person=person.pk) if photo else ""
    if before == after:
        return person
    if photo:
        photo_store.keep(photo, after)
    person.photo = after
    person.save(update_fields=["photo"])
    audit.record(
        actor=actor,
        action=actions.PHOTO_CHANGED if after else actions.PHOTO_REMOVED,
        target=person,
        before={"photo": CONCEALED if before else ""},
        after={"photo": CONCEALED if after else ""},
    )
    if before:
        transaction.on_commit(lambda: photo_store.forget(before))
    return person
