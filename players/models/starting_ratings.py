"""Ratings that a club brings along from elsewhere: each person's first rating in a pool."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.accounts import User
from players.models.clubs import Club
from players.models.people import Person
from players.models.rating_pools import RatingPool

MIN_STARTING_RATING: Final = 100
MAX_STARTING_RATING: Final = 4000
MAX_RATING_SOURCE_LENGTH: Final = 200


class StartingRating(models.Model):
    """One in force for a person and pool. A correction ends it and makes another: nothing is changed or deleted."""

    pool = models.ForeignKey(
        RatingPool, on_delete=models.PROTECT, related_name="starting_ratings", db_index=False
    )
    player = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="starting_ratings")
    # Whose organiser gave it. In a list across clubs it counts as long as this club is recognised.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    rating = models.PositiveSmallIntegerField(_("rating"))
    # Which list it was taken from, and of which day that is.
    source = models.CharField(_("source"), max_length=MAX_RATING_SOURCE_LENGTH)
    dated_on = models.DateField(_("date"))
    given_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("starting rating")
        verbose_name_plural = _("starting ratings")
        ordering = ("-given_at", "-pk")
        indexes = [
            models.Index(
                fields=["pool", "dated_on"], condition=Q(ended_at=None), name="startingrating_in_force"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "player"], condition=Q(ended_at=None), name="startingrating_once"
            ),
            models.CheckConstraint(
                condition=Q(rating__gte=MIN_STARTING_RATING, rating__lte=MAX_STARTING_RATING),
                name="startingrating_is_possible",
            ),
            models.CheckConstraint(condition=~Q(source=""), name="startingrating_has_a_source"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.pool}: {self.rating}"
