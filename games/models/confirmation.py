"""Who says that a free game was played like this: each player, or an official for both."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, GameResult, GameTermination
from jobs.models import WorkItem
from players.models import Club, Person

MAX_ANSWER_REASON_LENGTH = 500


class ConfirmationSide(models.TextChoices):
    """For whom somebody speaks."""

    FIRST = "first", _("the first player")
    SECOND = "second", _("the second player")
    OFFICIAL = "official", _("an official, for both")


class ConfirmationAnswer(models.TextChoices):
    CONFIRMED = "confirmed", _("confirmed")
    REFUSED = "refused", _("refused")


class GameConfirmation(models.Model):
    """One answer. It holds as long as the game still says what was answered to."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="confirmations", db_index=False)
    side = models.CharField(_("side"), max_length=8, choices=ConfirmationSide)
    answer = models.CharField(_("answer"), max_length=9, choices=ConfirmationAnswer)
    # What the game said when it was answered: if it says something else now, nobody has answered to that.
    first_person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    second_person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    result = models.CharField(_("result"), max_length=8, choices=GameResult)
    termination = models.CharField(_("termination"), max_length=14, choices=GameTermination)
    played_on = models.DateField()
    # Of an official: the club to which both players belong. None if a site administrator answered.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    # An official's word on a refused game is final for the players.
    settles_dispute = models.BooleanField(default=False)
    reason = models.CharField(_("reason"), max_length=MAX_ANSWER_REASON_LENGTH, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("confirmation of a game")
        verbose_name_plural = _("confirmations of games")
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="gameconfirmation_once_a_side"),
            models.CheckConstraint(
                condition=Q(side__in=ConfirmationSide.values), name="gameconfirmation_side_known"
            ),
            models.CheckConstraint(
                condition=Q(answer__in=ConfirmationAnswer.values), name="gameconfirmation_answer_known"
            ),
            models.CheckConstraint(
                condition=Q(side="official") | Q(club=None, settles_dispute=False),
                name="gameconfirmation_players_speak_for_themselves",
            ),
            models.CheckConstraint(
                condition=Q(settles_dispute=False) | ~Q(reason=""),
                name="gameconfirmation_decided_with_a_reason",
            ),
            models.CheckConstraint(
                condition=~Q(side="official", answer="refused") | Q(settles_dispute=True),
                name="gameconfirmation_officials_refuse_by_decision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.get_side_display()}"


class ConfirmationMail(WorkItem):
    """Games wait for somebody's answer; one mail tells of all that have come until it is due."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="confirmation_mails"
    )

    class Meta(WorkItem.Meta):
        verbose_name = _("mail about games to confirm")
        verbose_name_plural = _("mails about games to confirm")
        constraints = [
            *WorkItem.Meta.constraints,
            models.UniqueConstraint(
                fields=["account"], condition=Q(state="waiting"), name="confirmationmail_one_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}"
