"""Saying who played: somebody confirms or corrects which people the names of a game stand for."""

from enum import Enum
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import difference, values_of
from games.actions import LINKED
from games.models import Game, LinkKind
from games.rating import order_rating
from players.errors import Refused
from players.models import Person, User

RECORDED = ("first_person", "second_person", "first_link", "second_link")


class Unsaid(Enum):
    """Of somebody about whom nothing is said: neither who it is, nor that nobody is meant."""

    UNSAID = "unsaid"


Said = Person | None | Literal[Unsaid.UNSAID]


@transaction.atomic
def link_players(
    *, actor: User | None, game: Game, first: Said = Unsaid.UNSAID, second: Said = Unsaid.UNSAID
) -> Game:
    """Set the links as somebody says; None takes a link away. Without a change, no line is left."""
    for person in (first, second):
        if isinstance(person, Person) and person.merged_into_id is not None:
            raise Refused(
                _("This profile was merged into that of %(name)s. Please choose that one.")
                % {"name": person.merged_into}
            )
    current = Game.objects.select_for_update().get(pk=game.pk)
    before = values_of(current, RECORDED)
    if first is not Unsaid.UNSAID:
        current.first_link = _link(current.first_person_id, current.first_link, first)
        current.first_person = first
    if second is not Unsaid.UNSAID:
        current.second_link = _link(current.second_person_id, current.second_link, second)
        current.second_person = second
    if current.first_person_id is not None and current.first_person_id == current.second_person_id:
        raise Refused(_("Nobody plays against themselves. Please choose two people."))
    changed = difference(before, values_of(current, RECORDED))
    if changed.after:
        current.save(update_fields=list(RECORDED))
        audit.record(
            actor=actor,
            action=LINKED,
            target=current,
            before=changed.before,
            after=changed.after,
            club=current.club_id,
        )
        order_rating(games=[current.pk])
    return current


def _link(was: int | None, link: str, person: Person | None) -> str:
    """An exact match that somebody has looked at and left as it is, is confirmed."""
    if person is None:
        return LinkKind.NONE
    return link if person.pk == was and link == LinkKind.CONFIRMED else LinkKind.CONFIRMED
