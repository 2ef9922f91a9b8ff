"""The ledger: versions of a pool's list, their periods and lines, and the changes that lead to new versions."""

from typing import Any, NoReturn

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.models import WorkItem
from players.models.people import Person
from players.models.rating_pools import RatingPool, ResultSource


class LedgerIsAppendOnly(Exception):
    """Code tried to change or delete what the ledger says. The database would refuse it as well."""

    def __init__(self) -> None:
        super().__init__("The ledger is append-only: publish another version that corrects it.")


class ListVersion(models.Model):
    """A published list. `first_period` is the number of the first period that was recomputed for it."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    published_at = models.DateTimeField(default=timezone.now)
    system = models.JSONField()
    # A digest of the years of birth that the juniors' K depends on; empty if it depends on none.
    birth_years = models.CharField(max_length=64, blank=True)
    first_period = models.PositiveIntegerField()
    last_period = models.PositiveIntegerField()
    lines = models.PositiveIntegerField()
    # With a rating; None if an earlier release published it: then they are counted.
    players = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        verbose_name = _("version of a rating list")
        verbose_name_plural = _("versions of rating lists")
        ordering = ("-number",)
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="listversion_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="listversion_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise LedgerIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def get_absolute_url(self) -> str:
        return reverse("rating-version", args=[self.pool.slug, self.number])

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LedgerIsAppendOnly


class RatedPeriod(models.Model):
    """Games that were rated together: an event, or a month of free games."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="periods", db_index=False)
    # Valid from the version that computed it until the one that replaced it. Numbers, because they can be compared.
    from_version = models.PositiveIntegerField()
    until_version = models.PositiveIntegerField(null=True)
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=80)
    title = models.CharField(max_length=200)
    url = models.CharField(max_length=300, blank=True)
    start = models.DateField()
    end = models.DateField()
    digest = models.CharField(max_length=64)
    # The ids of the sources whose results are in it.
    sources = models.JSONField()
    # Games that did not count: [game, reason, player or null for both].
    uncounted = models.JSONField()

    class Meta:
        verbose_name = _("rating period")
        verbose_name_plural = _("rating periods")
        ordering = ("number",)
        indexes = [
            models.Index(fields=["pool", "number"], name="ratedperiod_in_order"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "number"], condition=Q(until_version=None), name="ratedperiod_number_once"
            ),
            models.UniqueConstraint(
                fields=["pool", "key"], condition=Q(until_version=None), name="ratedperiod_key_once"
            ),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="ratedperiod_ends_after_start"),
            models.CheckConstraint(
                condition=Q(until_version=None) | Q(until_version__gt=F("from_version")),
                name="ratedperiod_replaced_later",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class LedgerLine(models.Model):
    """One player in one period: the state before and after, and every game that made the difference."""

    # Without constraints: periods cannot be deleted at all, and players come from results, which have one. Checking
    # every line once more would take as long as a quarter of the recomputation itself.
    period = models.ForeignKey(
        RatedPeriod, on_delete=models.PROTECT, related_name="lines", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="ledger_lines", db_index=False, db_constraint=False
    )
    rating_before = models.FloatField(null=True)
    rating_after = models.FloatField(null=True)
    deviation_before = models.FloatField(null=True)
    deviation_after = models.FloatField(null=True)
    # Everything the system remembers of the player, and below its intermediate results: the values of its named
    # tuples in their order.
    before = models.JSONField()
    after = models.JSONField()
    # For each game: id, opponent, the opponent's rating and deviation, bonus, expected, actual, change.
    games = models.JSONField()
    steps = models.JSONField(null=True)

    class Meta:
        verbose_name = _("line of the ledger")
        verbose_name_plural = _("ledger")
        indexes = [
            models.Index(fields=["player", "period"], name="ledgerline_of_player"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["period", "player"], name="ledgerline_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.period}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise LedgerIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LedgerIsAppendOnly


class ListedRating(models.Model):
    """A player's row on the list, from one version until another. Derived from the ledger for fast lists."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings", db_index=False)
    player = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="listed_ratings")
    # The period of the player's latest line.
    period = models.ForeignKey(RatedPeriod, on_delete=models.PROTECT, related_name="+", db_index=False)
    from_version = models.PositiveIntegerField()
    until_version = models.PositiveIntegerField(null=True)
    rating = models.FloatField(null=True)
    deviation = models.FloatField(null=True)
    games = models.PositiveIntegerField()
    active_on = models.DateField(null=True)
    state = models.JSONField()

    class Meta:
        verbose_name = _("rating on a list")
        verbose_name_plural = _("ratings on lists")
        indexes = [
            models.Index(
                fields=["pool", "-rating", "player"],
                condition=Q(until_version=None),
                name="listedrating_current",
            ),
            # After years, most who ever played are no longer active.
            models.Index(
                fields=["pool", "active_on"], condition=Q(until_version=None), name="listedrating_active"
            ),
            models.Index(fields=["pool", "from_version"], name="listedrating_began"),
            models.Index(fields=["pool", "until_version"], name="listedrating_ended"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "player"], condition=Q(until_version=None), name="listedrating_once"
            ),
            models.CheckConstraint(
                condition=Q(until_version=None) | Q(until_version__gt=F("from_version")),
                name="listedrating_replaced_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.pool}"


class ChangeKind(models.TextChoices):
    HANDED_OVER = "handed_over", _("results were handed over")
    TAKEN_BACK = "taken_back", _("results were taken back")
    CORRECTED = "corrected", _("results were corrected")
    POOL_CHANGED = "pool_changed", _("the rules of the pool were changed")
    PEOPLE_MERGED = "merged", _("two profiles turned out to be one person")
    BIRTH_YEARS = "birth_years", _("years of birth became known or were changed")
    RECOGNITION = "recognition", _("a club was recognised, or is no longer")
    STARTING = "starting", _("starting ratings were given or corrected")
    ASKED_FOR = "asked_for", _("somebody asked for a recomputation")


class RatingChange(models.Model):
    """Why a list is recomputed, and the version that includes the change."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="changes", db_index=False)
    kind = models.CharField(max_length=12, choices=ChangeKind)
    source = models.ForeignKey(ResultSource, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    # Free games wait for the end of their month.
    counts_from = models.DateField()
    settled_at = models.DateTimeField(null=True)
    # None if the list turned out to be the same, as when results are withdrawn and submitted again.
    version = models.ForeignKey(ListVersion, on_delete=models.PROTECT, null=True, related_name="changes")

    class Meta:
        verbose_name = _("change to a rating list")
        verbose_name_plural = _("changes to rating lists")
        ordering = ("recorded_at", "pk")
        indexes = [
            models.Index(
                fields=["pool", "counts_from"], condition=Q(settled_at=None), name="ratingchange_open"
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=ChangeKind.values), name="ratingchange_kind_known"),
            models.CheckConstraint(
                condition=Q(version=None) | Q(settled_at__isnull=False),
                name="ratingchange_settled_by_version",
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class Recomputation(WorkItem):
    """A pool's list has to be recomputed, now or when a month is over. One row serves several changes."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="recomputations")
    due_on = models.DateField()
    periods_done = models.PositiveIntegerField(default=0)
    periods = models.PositiveIntegerField(null=True)

    class Meta(WorkItem.Meta):
        verbose_name = _("recomputation of a rating list")
        verbose_name_plural = _("recomputations of rating lists")
        constraints = [
            *WorkItem.Meta.constraints,
            models.UniqueConstraint(
                fields=["pool", "due_on"], condition=Q(state="waiting"), name="recomputation_once_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.due_on}"
