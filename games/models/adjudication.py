"""What the referee says about the end of a game, with proof, and what an arbiter said to that."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.texts import translate_message, translate_stored
from games.models.game import Game, GameResult
from jobs.models import WorkItem


class Verdict(models.TextChoices):
    """The weightiest of the findings; the proof holds all of them."""

    DEAD = "dead", _("dead position")
    REPETITION = "repetition", _("repetition")
    LIMIT = "limit", _("limit without a capture reached")
    NO_PROGRESS = "no-progress", _("no progress possible")
    TWO_SQUARES = "two-squares", _("run of the two-squares rule")
    UNDECIDED = "undecided", _("could not be decided")
    NOTHING = "nothing", _("nothing to say")


class AdjudicationState(models.TextChoices):
    PROPOSED = "proposed", _("proposed by the referee")
    CONFIRMED = "confirmed", _("confirmed by an arbiter")
    OVERRULED = "overruled", _("overruled by an arbiter")


class Adjudication(models.Model):
    """One for each game, engine version and limit: another version or limit writes another and erases nothing."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="adjudications", db_index=False)
    verdict = models.CharField(_("verdict"), max_length=14, choices=Verdict)
    # Of the weightiest finding; the ply after which it holds, 0 being the start.
    rule = models.CharField(_("rule"), max_length=30, blank=True)
    ply = models.PositiveSmallIntegerField(_("ply"), default=0)
    message = models.TextField(_("in words"), blank=True)
    # The engine's report: engine, fits, objection, findings, each with its own proof.
    proof = models.JSONField(_("proof"), default=dict)
    engine_version = models.CharField(_("engine"), max_length=20)
    # The event's limit that the referee knew of; 0: none.
    no_capture_limit = models.PositiveSmallIntegerField(_("plies without a capture"), default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=AdjudicationState, default=AdjudicationState.PROPOSED
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    # What counts instead of the verdict; only of an overruled one.
    result = models.CharField(
        _("result that counts"), max_length=8, choices=GameResult, blank=True, default="", editable=False
    )

    class Meta:
        verbose_name = _("adjudication")
        verbose_name_plural = _("adjudications")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "engine_version", "no_capture_limit"], name="adjudication_once_a_version"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=Verdict.values), name="adjudication_verdict_known"
            ),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_at=None, reason="")
                | (Q(state__in=("confirmed", "overruled"), decided_at__isnull=False) & ~Q(reason="")),
                name="adjudication_decided_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(state="overruled", result__in=GameResult.values)
                | (~Q(state="overruled") & Q(result="")),
                name="adjudication_overruled_with_a_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.get_verdict_display()}"

    @property
    def message_words(self) -> str:
        """The message in the reader's language. What was stored before sentences were kept as words stays English."""
        for finding in self.proof.get("findings", ()):
            if (finding["rule"], finding["ply"], finding["message"]) == (self.rule, self.ply, self.message):
                return translate_message(finding)
        return translate_stored(self.proof.get("words"), self.message)


class AdjudicationOrder(WorkItem):
    """Some games for one job to adjudicate."""

    games = models.JSONField(_("games"))
    engine_version = models.CharField(_("engine"), max_length=20)

    class Meta(WorkItem.Meta):
        verbose_name = _("order to adjudicate")
        verbose_name_plural = _("orders to adjudicate")

    def __str__(self) -> str:
        return f"{self.pk}"
