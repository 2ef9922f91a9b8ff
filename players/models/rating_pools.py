"""Rating pools, and the results that were submitted for rating."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.game_types import MAX_GAME_LENGTH, game_label, highest_level
from players.models.clubs import Club
from players.models.people import Person
from players.ratings import Elo, Glicko2, store_system


class RatingMethod(models.TextChoices):
    GLICKO_2 = Glicko2.name, "Glicko-2"
    ELO = Elo.name, _("Elo (FIDE rules)")


class PeriodRule(models.TextChoices):
    """Which games are rated together."""

    EVENTS_AND_MONTHS = "events", _("each event by itself, free games by the month")
    MONTHS = "months", _("all games by the month in which they were played or their event ended")
    EVENTS_ONLY = "events_only", _("each event by itself, free games not at all")


def default_system() -> dict[str, Any]:
    return store_system(Glicko2())


class RatingPool(models.Model):
    """One rating list: a game, and a club or all clubs."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address on this site"), max_length=80, unique=True)
    # One with a referee, or one of the club's own without.
    game = models.CharField(_("game"), max_length=MAX_GAME_LENGTH)
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
    system = models.JSONField(_("parameters"), default=default_system)
    period_rule = models.CharField(
        _("periods"), max_length=12, choices=PeriodRule, default=PeriodRule.EVENTS_AND_MONTHS
    )
    # Grows with everything that may change the list. A job that finds another number than at its start is out of date.
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        ordering = ("game", "name", "pk")
        constraints = [
            # Two constraints, because SQLite cannot treat missing clubs as equal.
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

    def get_game_display(self) -> str:
        return game_label(self.game)

    @property
    def has_handicap(self) -> bool:
        """Whether its game knows handicap levels."""
        return highest_level(self.game) > 0


class SourceKind(models.TextChoices):
    EVENT = "event", _("event")
    FREE_GAME = "game", _("free game")


class ResultSource(models.Model):
    """Where results come from. One row for each event or free game, so that nothing is submitted twice."""

    kind = models.CharField(max_length=10, choices=SourceKind)
    key = models.CharField(max_length=60)
    game = models.CharField(max_length=MAX_GAME_LENGTH)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    # Of a free game without a club: through which clubs its players belong to a list across clubs.
    first_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    second_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    title = models.CharField(max_length=200)
    url = models.CharField(max_length=300, blank=True)
    start = models.DateField()
    end = models.DateField()
    # A digest of the results: two sources with the same digest are rated alike.
    digest = models.CharField(max_length=64)
    # Results that were taken back stay, to explain earlier lists, but no longer count.
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("source of results")
        verbose_name_plural = _("sources of results")
        indexes = [
            models.Index(fields=["game", "club", "end"], name="resultsource_of_pool"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="resultsource_once"),
            models.CheckConstraint(condition=Q(kind__in=SourceKind.values), name="resultsource_kind_known"),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="resultsource_ends_after_start"),
            models.CheckConstraint(condition=~Q(key=""), name="resultsource_has_a_key"),
        ]

    def __str__(self) -> str:
        return self.title


class RatedResult(models.Model):
    """One game's result, or a bye (then there is no second player)."""

    source = models.ForeignKey(ResultSource, on_delete=models.CASCADE, related_name="results", db_index=False)
    key = models.CharField(max_length=40)
    # Who moved first.
    first = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="rated_as_first")
    second = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="rated_as_second")
    # A win is 2, a draw 1.
    first_half_points = models.PositiveSmallIntegerField()
    second_half_points = models.PositiveSmallIntegerField()
    forfeit = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    first_level = models.PositiveSmallIntegerField(default=0)
    second_level = models.PositiveSmallIntegerField(default=0)
    first_setup = models.CharField(max_length=60, blank=True)
    second_setup = models.CharField(max_length=60, blank=True)
    played_on = models.DateField()
    label = models.CharField(max_length=120, blank=True)
    url = models.CharField(max_length=300, blank=True)
    # The game's number in the archive, if it is there: then it can count only once.
    archived_game = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("rated result")
        verbose_name_plural = _("rated results")
        ordering = ("played_on", "pk")
        constraints = [
            models.UniqueConstraint(fields=["source", "key"], name="ratedresult_once"),
            models.UniqueConstraint(
                fields=["archived_game"],
                condition=Q(archived_game__isnull=False),
                name="ratedresult_archived_game_once",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(first=F("second")), name="ratedresult_two_players"
            ),
            models.CheckConstraint(
                condition=Q(first_half_points__lte=2, second_half_points__lte=2)
                & (
                    Q(first_half_points=2, second_half_points=0)
                    | Q(first_half_points=0, second_half_points=2)
                    | Q(first_half_points=0, second_half_points=0)
                    | Q(first_half_points=1, second_half_points=1, forfeit=False)
                    | Q(second=None, second_half_points=0)
                ),
                name="ratedresult_points_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}, {self.label or self.key}"
