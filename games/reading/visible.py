"""Which games somebody may see, as a condition for the database: `games.policies` for many games at once."""

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.db.models.functions import Now

from games.models import Game, LinkKind, Visibility
from games.of_events import games_judged_by, games_with_named_arbiters
from games.policies import SEE_HIDDEN, SEE_OF_CLUB, SEE_WITHHELD, kinds_with_hidden_pieces
from players.models import Membership, Person, Role, User
from players.permissions import STANDING_OF_ROLE, Permission, Standing, standings_on_the_site

Actor = User | AnonymousUser

WITHHELD: Final = (Visibility.PRIVATE, Visibility.EMBARGOED)


def visible_games(actor: Actor) -> QuerySet[Game]:
    """Those that the actor may see at all, if only from the spectator's seat. At most three queries beforehand."""
    watched = Q(visibility=Visibility.EMBARGOED, kind__in=kinds_with_hidden_pieces())
    return Game.objects.filter(games_seen_whole(actor) | watched)


def with_seen_whole(games: QuerySet[Game], actor: Actor) -> QuerySet[Game, Any]:
    """The same games; each says as `seen_whole` whether the actor may see everything of it."""
    return games.annotate(seen_whole=ExpressionWrapper(games_seen_whole(actor), output_field=BooleanField()))


def games_seen_whole(actor: Actor) -> Q:
    """Those of which the actor may see everything: set-ups, comments, variations, what the referee found."""
    condition = Q(visibility=Visibility.PUBLIC) | Q(visibility=Visibility.EMBARGOED, embargo_until__lte=Now())
    if not (actor.is_authenticated and actor.is_active):
        return condition
    hiding = games_hiding_pieces()
    if SEE_WITHHELD.granted_to(standings_on_the_site(actor)):
        condition |= ~hiding
    memberships = Membership.objects.filter(person__account_id=actor.pk).values_list("club_id", "role")
    roles = [(club, STANDING_OF_ROLE[Role(role)]) for club, role in memberships]
    if as_member := _clubs_where(SEE_OF_CLUB, roles):
        condition |= Q(visibility=Visibility.CLUB, club__in=as_member)
    if in_charge := _clubs_where(SEE_WITHHELD, roles):
        condition |= Q(club__in=in_charge) & ~hiding
    if as_arbiter := _clubs_where(SEE_HIDDEN, roles):
        condition |= Q(club__in=as_arbiter) & hiding & ~games_with_named_arbiters()
    if (judged := games_judged_by(actor)) is not None:
        condition |= judged
    if people := list(Person.objects.filter(account_id=actor.pk).values_list("pk", flat=True)):
        clubs = [club for club, _standing in roles]
        condition |= _games_played_by(people, actor, clubs)
    return condition


def _games_played_by(people: list[int], actor: User, clubs: list[int]) -> Q:
    """As far as the links are believed: `games.policies` says why."""
    named = Q(first_person__in=people) | Q(second_person__in=people)
    confirmed = Q(first_person__in=people, first_link=LinkKind.CONFIRMED) | Q(
        second_person__in=people, second_link=LinkKind.CONFIRMED
    )
    believed = named & Q(submitted_by=actor.pk)
    if clubs:
        believed |= named & Q(club__in=clubs) & ~games_hiding_pieces()
    return confirmed | believed


def games_hiding_pieces() -> Q:
    """Withheld ones with hidden pieces, if perhaps under an embargo that has ended."""
    return Q(visibility__in=WITHHELD, kind__in=kinds_with_hidden_pieces())


def _clubs_where(permission: Permission, roles: list[tuple[int, Standing]]) -> list[int]:
    return [club for club, standing in roles if permission.granted_to({standing})]
