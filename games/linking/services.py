"""Saying who played: somebody confirms or corrects which people the names of a game stand for."""

from enum import Enum
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import difference, field_values
from core.errors import Refused
from games.audit_actions import PLAYERS_LINKED
from games.models import Game, LinkKind
from games.signals import games_changed
from players.models import Person, User

LINK_FIELDS = ("first_person", "second_person", "first_link", "second_link")


class Unchanged(Enum):
    """Of somebody about whom nothing is said: neither who it is, nor that nobody is meant."""

    UNSAID = "unsaid"


PlayerChoice = Person | None | Literal[Unchanged.UNSAID]


@transaction.atomic
def link_players(
    *,
    actor: User | None,
    game: Game,
    first: PlayerChoice = Unchanged.UNSAID,
    second: PlayerChoice = Unchanged.UNSAID,
) -> Game:
    """Set the links as somebody says; None takes a link away. Without a change, no line is left."""
    for person in (first, second):
        if isinstance(person, Person) and person.merged_into_id is not None:
            raise Refused(
                _("This profile was merged into that of %(name)s. Please choose that one.")
                % {"name": person.merged_into}
            )
    current = Game.objects.select_for_update().get(pk=game.pk)
    before = field_values(current, LINK_FIELDS)
    if first is not Unchanged.UNSAID:
        current.first_link = _link(current.first_person_id, current.first_link, first)
        current.first_person = first
    if second is not Unchanged.UNSAID:
        current.second_link = _link(current.second_person_id, current.second_link, second)
        current.second_person = second
    if current.first_person_id is not None and current.first_person_id == current.second_person_id:
        raise Refused(_("Please choose two different people."))
    changed = difference(before, field_values(current, LINK_FIELDS))
    if changed.after:
        current.save(update_fields=list(LINK_FIELDS))
        audit.record(
            actor=actor,
            action=PLAYERS_LINKED,
            target=current,
            before=changed.before,
            after=changed.after,
            club=current.club_id,
        )
        games_changed.send(sender=Game, games=[current.pk])
    return current


def _link(was: int | None, link: str, person: Person | None) -> str:
    """An exact match that somebody has looked at and left as it is, is confirmed."""
    if person is None:
        return LinkKind.NONE
    return link if person.pk == was and link == LinkKind.CONFIRMED else LinkKind.CONFIRMED
