"""The games of two profiles that turn out to be one person: they go over to the one that goes on.

A player sees everything of a game. Whoever gives a profile to an account says who played, so nobody does it from whom
pieces of such a game are hidden: docs/decisions/0008-hidden-pieces.md.
"""

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, LinkKind
from games.reading.visible import games_hiding_pieces, games_seen_whole
from players.models import Person, User
from players.people.giving import register_secret
from players.people.merging import register_reference


def _games(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def hidden_games(person: Person, account: User, said_by: User) -> str:
    """Why the profile cannot be given to the account now, if it would see hidden pieces by it."""
    played = Q(first_person=person, first_link=LinkKind.CONFIRMED) | Q(
        second_person=person, second_link=LinkKind.CONFIRMED
    )
    hiding = set(Game.objects.filter(played & games_hiding_pieces()).values_list("pk", flat=True))
    if not hiding:
        return ""
    known = games_seen_whole(account) | games_seen_whole(said_by)
    if not hiding - set(Game.objects.filter(known, pk__in=hiding).values_list("pk", flat=True)):
        return ""
    return _(
        "%(name)s has played a game whose set-ups are still hidden. Until they are shown, only an arbiter who may see "
        "them can say whose profile this is."
    ) % {"name": person}


register_secret(hidden_games)
for _seat in ("first_person", "second_person"):
    register_reference(Game, _seat, what=_games)
