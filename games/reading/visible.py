"""Which games somebody may see, as a condition for the database: `games.policies` for many games at once."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from engine import registry
from games.models import Game, GameKind, Visibility
from games.policies import SEE_OF_CLUB, SEE_WITHHELD, SPECTATOR
from players.models import Membership, Person, Role, User
from players.permissions import STANDING_OF_ROLE, Permission, Standing, standings_on_the_site

Actor = User | AnonymousUser


def visible_games(actor: Actor) -> QuerySet[Game]:
    """Those that the actor may see at all, if only from the spectator's seat. At most two queries beforehand."""
    watched = Q(visibility=Visibility.EMBARGOED, kind__in=_kinds_with_spectators())
    return Game.objects.filter(games_seen_whole(actor) | watched)


def games_seen_whole(actor: Actor) -> Q:
    """Those of which the actor may see everything: set-ups, comments, variations."""
    standings = standings_on_the_site(actor)
    if SEE_WITHHELD.granted_to(standings):
        return ~Q(pk__in=[])  # an empty Q would say nothing when joined by "or"
    open_now = Q(visibility=Visibility.PUBLIC) | Q(visibility=Visibility.EMBARGOED, embargo_until__lte=Now())
    if not (actor.is_authenticated and actor.is_active):
        return open_now
    memberships = Membership.objects.filter(person__account_id=actor.pk).values_list("club_id", "role")
    roles = [(club, STANDING_OF_ROLE[Role(role)]) for club, role in memberships]
    condition = open_now
    if as_member := _clubs_where(SEE_OF_CLUB, roles):
        condition |= Q(visibility=Visibility.CLUB, club__in=as_member)
    if as_arbiter := _clubs_where(SEE_WITHHELD, roles):
        condition |= Q(club__in=as_arbiter)
    if people := list(Person.objects.filter(account_id=actor.pk).values_list("pk", flat=True)):
        condition |= Q(first_person__in=people) | Q(second_person__in=people)
    return condition


def _clubs_where(permission: Permission, roles: list[tuple[int, Standing]]) -> list[int]:
    return [club for club, standing in roles if permission.granted_to({standing})]


def _kinds_with_spectators() -> list[str]:
    return [kind for kind in GameKind.values if SPECTATOR in registry.rules(kind).views]
