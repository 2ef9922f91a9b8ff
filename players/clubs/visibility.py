"""Which memberships somebody sees: what the policies say of each, for all of them in one query."""

from django.db.models import F, Q, QuerySet

from players.models import Membership
from players.permissions import Actor
from players.policies import may_administer_site


def memberships_visible_to(actor: Actor) -> QuerySet[Membership]:
    """Those of people who agreed to be listed, those in one's own clubs, and one's own. With person and club.

    In the order of the alphabet by `sort_key`, the person's.
    """
    memberships = (
        Membership.objects.select_related("person", "club")
        .annotate(sort_key=F("person__sort_key"))
        .order_by("sort_key", "pk")
    )
    if may_administer_site(actor):
        return memberships
    visible = Q(person__listed=True)
    if actor.is_authenticated and actor.is_active:
        own_clubs = Membership.objects.filter(person__account_id=actor.pk).values("club")
        visible |= Q(club__in=own_clubs)
    return memberships.filter(visible)
