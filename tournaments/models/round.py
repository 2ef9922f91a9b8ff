"""Rounds, their pairings, byes and results, and records that no board has taken."""

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.models import Game
from jobs.models import WorkItem
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.section import Section


class RoundState(models.TextChoices):
    """A published round whose results are all there has been played."""

    ORDERED = "ordered", _("being paired")
    PAIRED = "paired", _("paired, not published")
    PUBLISHED = "published", _("published")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.ORDERED, editable=False)
    # The arbiter changed what the rules had paired.
    changed_by_hand = models.BooleanField(default=False, editable=False)
    # Why it could not be paired, in words, and what to give up so that it can:
    # see tournaments/rounds/selectors/constraints.py.
    problem = models.TextField(blank=True, editable=False)
    relaxations = models.JSONField(default=list, blank=True, editable=False)
    # What the arbiter fixed before it was paired: `PairingConstraints` of the same module.
    laid_down = models.JSONField(default=dict, blank=True, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The round clock: when it was set going, how much it had left then; stopped: no start.
    clock_started_at = models.DateTimeField(null=True, blank=True, editable=False)
    clock_seconds = models.PositiveIntegerField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("section", "number")
        # Feeds ask for the newest of all events.
        indexes = [models.Index(fields=["-published_at", "-id"], name="round_newest")]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_once"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_counts_from_one"),
        ]

    def __str__(self) -> str:
        return _("%(section)s, round %(number)s") % {"section": self.section, "number": self.number}

    def get_absolute_url(self) -> str:
        return reverse("round", args=[self.section.event_id, self.section_id, self.number])

    @property
    def is_public(self) -> bool:
        return self.state in (RoundState.PUBLISHED, RoundState.CLOSED)

    @property
    def name(self) -> str:
        """Round 3; in a knockout Semi-final. At most one query, of knockouts only."""
        return self.stage or _now("Round %(number)d") % {"number": self.number}

    @property
    def stage(self) -> str:
        """The name that a round of a knockout has; empty in other systems."""
        return knockout_stage(self.section.stages - self.number) if self.section.stages else ""


def knockout_stage(rounds_left: int) -> str:
    """What a round of a knockout is called, after which so many are still to come."""
    match rounds_left:
        case 0:
            return _now("Final")
        case 1:
            return _now("Semi-final")
        case 2:
            return _now("Quarter-final")
        case _:
            return _now("Round of %(players)d") % {"players": 2 ** (rounds_left + 1)}


class LooseRecord(models.Model):
    """Its tags name the event, or it was detached from a board. While the game is the record of a board, that counts.

    Several events may have the same name: then each of them has a row, and the closest word counts.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    # Whose end ends the embargo, where that is known; else it lasts as long as the event.
    round = models.ForeignKey(Round, on_delete=models.SET_NULL, null=True, related_name="+")
    # By its tags alone: the event may close it, and opens nothing.
    by_name = models.BooleanField()
    # A name is no proof: it shows nobody what a submitter keeps private, or what may be another event's.
    for_arbiters = models.BooleanField()

    class Meta:
        verbose_name = _("record without a board")
        verbose_name_plural = _("records without a board")
        constraints = [
            models.UniqueConstraint(fields=["game", "event"], name="looserecord_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.game_id}"


class PairingOrder(WorkItem):
    """The job that pairs a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="orders")

    class Meta(WorkItem.Meta):
        verbose_name = _("order to pair a round")
        verbose_name_plural = _("orders to pair rounds")

    def __str__(self) -> str:
        return str(self.round)


class PairingResult(models.TextChoices):
    """The first colour's score first."""

    NONE = "", _("no result yet")
    FIRST_WINS = "1-0", "1–0"
    DRAW = "1/2-1/2", "½–½"
    SECOND_WINS = "0-1", "0–1"
    BOTH_LOSE = "0-0", "0–0"
    FIRST_WINS_BY_FORFEIT = "1-0f", _("1–0 by forfeit")
    SECOND_WINS_BY_FORFEIT = "0-1f", _("0–1 by forfeit")
    DOUBLE_FORFEIT = "0-0f", _("0–0 by forfeit")
    ADJOURNED = "adjourned", _("adjourned")


OPEN_RESULTS: Final = (PairingResult.NONE, PairingResult.ADJOURNED)
"""A game with one of these is still to be played, or to be played on."""


class ResultOrigin(models.TextChoices):
    NONE = "", _("none")
    ARBITER = "arbiter", _("entered by an arbiter")
    PLAYERS = "players", _("entered by one player, confirmed by the other")
    RECORD = "record", _("from the game record")
    DECISION = "decision", _("decided by an arbiter")
    # In a round robin or knockout the board of somebody who has left stays, and is lost.
    WITHDRAWAL = "withdrawal", _("a player has withdrawn")
    IMPORTED = "imported", _("from a report file")


class ByeKind(models.TextChoices):
    """Why somebody has no opponent in a round."""

    PAIRING = "pairing", _("bye")
    FULL_POINT = "full", _("full-point bye")
    HALF_POINT = "half", _("half-point bye")
    ZERO_POINT = "zero", _("zero-point bye")


class Pairing(models.Model):
    """One game of a round: a board and who sits there. Who moves first is `first`: White, or Red."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings", db_index=False)
    # In a knockout the number of the match in its round.
    board = models.PositiveSmallIntegerField(_("board"))
    # Which game of the match, from 1.
    leg = models.PositiveSmallIntegerField(_("game of the match"), default=1)
    # The match for the third place of a knockout.
    third_place = models.BooleanField(default=False)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairings_as_first")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairings_as_second")
    result = models.CharField(
        _("result"), max_length=10, choices=PairingResult, blank=True, default=PairingResult.NONE
    )
    origin = models.CharField(
        max_length=10, choices=ResultOrigin, blank=True, default=ResultOrigin.NONE, editable=False
    )
    result_at = models.DateTimeField(null=True, blank=True, editable=False)
    # An arbiter's decision says why.
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    # The record of the game, once it was submitted.
    game = models.OneToOneField(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="pairing",
        verbose_name=_("record"),
    )
    record_contradicts = models.BooleanField(_("the record says otherwise"), default=False)
    # Players or arbiters have sent records that end differently, and no arbiter has looked at them yet.
    copies_differ = models.BooleanField(_("the records differ"), default=False)
    reminded_at = models.DateTimeField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("round", "third_place", "board", "leg")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "third_place", "board", "leg"], name="pairing_board_once"
            ),
            models.UniqueConstraint(fields=["round", "leg", "first"], name="pairing_first_once"),
            models.UniqueConstraint(fields=["round", "leg", "second"], name="pairing_second_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="pairing_of_two"),
            models.CheckConstraint(condition=Q(board__gte=1, leg__gte=1), name="pairing_counts_from_one"),
            models.CheckConstraint(condition=Q(result__in=PairingResult.values), name="pairing_result_known"),
            models.CheckConstraint(condition=Q(origin__in=ResultOrigin.values), name="pairing_origin_known"),
            models.CheckConstraint(
                condition=Q(result="", origin="") | (~Q(result="") & ~Q(origin="")),
                name="pairing_result_has_an_origin",
            ),
        ]

    def __str__(self) -> str:
        return _("%(round)s, board %(board)s") % {"round": self.round, "board": self.board}


class Bye(models.Model):
    """A player without an opponent in a round, and what it brings. Who has neither game nor bye was absent."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=10, choices=ByeKind)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="bye_once"),
            models.CheckConstraint(condition=Q(kind__in=ByeKind.values), name="bye_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()}"


class ResultReport(models.Model):
    """What a player says a game ended with. When both say the same, it is the result; if not, the arbiter decides."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="reports")
    result = models.CharField(max_length=10, choices=PairingResult)
    reported_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reported result")
        verbose_name_plural = _("reported results")
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="resultreport_once"),
            models.CheckConstraint(
                condition=Q(result__in=["1-0", "1/2-1/2", "0-1"]), name="resultreport_result_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.result}"
