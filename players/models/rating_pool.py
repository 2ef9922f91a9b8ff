"""Rating pools: whose games are rated together, and by which rules."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engine import registry
from players.models.club import Club
from players.ratings import Elo, Glicko2, store_system


def game_choices() -> list[tuple[str, str]]:
    return [(tag.lower(), tag) for tag in registry.tags()]


class RatingMethod(models.TextChoices):
    GLICKO_2 = Glicko2.name, "Glicko-2"
    ELO = Elo.name, _("Elo after FIDE")


class PeriodRule(models.TextChoices):
    """Which games are rated together."""

    EVENTS_AND_MONTHS = "events", _("each event by itself, free games by the month")
    MONTHS = "months", _("all games by the month in which they were played or their event ended")
    EVENTS_ONLY = "events_only", _("each event by itself, free games not at all")


def glicko_2() -> dict[str, Any]:
    return store_system(Glicko2())


class RatingPool(models.Model):
    """One rating list: a game, and a club or all clubs."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address on this site"), max_length=80, unique=True)
    game = models.CharField(_("game"), max_length=20, choices=game_choices)
    # Without a club, the games of all clubs count.
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rating_pools",
        verbose_name=_("club"),
    )
    method = models.CharField(_("rating system"), max_length=20, choices=RatingMethod)
    # Method, version of the algorithm and all parameters, as `players.ratings.store_system` writes them.
    system = models.JSONField(_("parameters"), default=glicko_2)
    period_rule = models.CharField(
        _("periods"), max_length=12, choices=PeriodRule, default=PeriodRule.EVENTS_AND_MONTHS
    )
    # Grows with everything that may change the list. A job that finds another number than it began with is late.
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        ordering = ("game", "name", "pk")
        constraints = [  # noqa: RUF012  Django's way to write it
            # Two, for SQLite cannot count missing clubs as equal.
            models.UniqueConstraint(
                fields=["game", "club", "name"],
                condition=Q(club__isnull=False),
                name="ratingpool_name_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["game", "name"], condition=Q(club=None), name="ratingpool_name_once_for_all_clubs"
            ),
            models.CheckConstraint(
                condition=Q(method__in=RatingMethod.values), name="ratingpool_method_known"
            ),
            models.CheckConstraint(
                condition=Q(period_rule__in=PeriodRule.values), name="ratingpool_period_rule_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="ratingpool_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rating-list", args=[self.slug])
