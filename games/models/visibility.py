"""Who may see a game: the one choice that uploads and games share."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Visibility(models.TextChoices):
    PUBLIC = "public", _("everybody")
    CLUB = "club", _("members of the club")
    EMBARGOED = "embargoed", _("nobody else until the embargo ends, then everybody")
    PRIVATE = "private", _("the players and the arbiters")


# Without a club, nobody would be there to see it.
CLUB_IS_NAMED = ~Q(visibility=Visibility.CLUB) | Q(club__isnull=False)
# An embargo without a time lasts until the event ends and somebody says so.
ONLY_EMBARGOES_END = Q(embargo_until=None) | Q(visibility=Visibility.EMBARGOED)
