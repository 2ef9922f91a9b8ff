"""An event: whose it is, when and where, by which regulations, and how far it has come."""

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.db.folding import FoldedField
from core.game_types import MAX_GAME_LENGTH, describe, game_label, is_known_game, is_refereed
from engine.description import OptionValue
from games.models import LiveMode, RecordingMode
from games.models.live import DELAYED, MAX_LIVE_DELAY
from players.models import Club, Person

if TYPE_CHECKING:
    from tournaments.models.section import Section


class EventState(models.TextChoices):
    """In this order. Each step is a service, and can be taken back while nothing depends on it."""

    DRAFT = "draft", _("draft")
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    RATED = "rated", _("rated")
    ARCHIVED = "archived", _("archived")


# Options that had columns of their own before there were `Event.options`. They are written along, for nodes of the
# release before, and leave the database with the next one.
OPTION_COLUMNS: Final = ("setup", "first_express", "second_express", "two_squares_limit")


class PlayerAbsences(models.TextChoices):
    """What a round brings that a player has announced to miss."""

    NONE = "", _("players tell the arbiters")
    ZERO_POINT = "zero", _("a zero-point bye")
    HALF_POINT = "half", _("a half-point bye")


class PlayerRecording(models.TextChoices):
    """Which modes of the recorder players may use at their boards; arbiters may use any."""

    ANY = "any", _("as they like")
    SCRIBE = "scribe", _("with help: only legal moves can be entered")
    SCORE_SHEET = "sheet", _("as on a score sheet: nothing is judged before the game is handed in")
    NONE = "none", _("not at all: arbiters record")

    @property
    def modes(self) -> tuple[RecordingMode, ...]:
        """The first is the one that is offered first."""
        return {
            PlayerRecording.ANY: (RecordingMode.SCRIBE, RecordingMode.SCORE_SHEET),
            PlayerRecording.SCRIBE: (RecordingMode.SCRIBE,),
            PlayerRecording.SCORE_SHEET: (RecordingMode.SCORE_SHEET,),
            PlayerRecording.NONE: (),
        }[self]


class RecordsPublic(models.TextChoices):
    AT_ONCE = "at_once", _("as soon as they are there")
    ROUND_CLOSED = "round", _("when their round is closed")
    EVENT_ENDS = "event", _("when the event is finished")
    NEVER = "never", _("never: only players and arbiters see them")


def default_time_zone() -> str:
    return settings.TIME_ZONE


class Event(models.Model):
    """Everything that is written about an event, its sections, entries, rounds and results holds this row locked."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=120)
    # One with a referee, or one of the club's own without.
    game = models.CharField(_("game"), max_length=MAX_GAME_LENGTH)
    state = models.CharField(max_length=10, choices=EventState, default=EventState.DRAFT, editable=False)
    place = models.CharField(_("place"), max_length=200, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=64, default=default_time_zone)
    about = models.TextField(_("announcement"), max_length=20_000, blank=True)
    # One line for each thing that has a time, as players read it.
    timetable = models.TextField(_("timetable"), max_length=2000, blank=True, default="", db_default="")
    # Regulations.
    # What was decided of the game's own options (`engine.description.Option`), by their keys; None if an earlier
    # release wrote the row: then its columns say it.
    options = models.JSONField(_("options of the game"), null=True, blank=True, editable=False)
    setup = models.CharField(_("set-up"), max_length=10, default="closed", editable=False)
    first_express = models.PositiveSmallIntegerField(_("express level of White"), default=0, editable=False)
    second_express = models.PositiveSmallIntegerField(_("express level of Brown"), default=0, editable=False)
    two_squares_limit = models.PositiveSmallIntegerField(
        _("two-squares limit"), null=True, blank=True, editable=False
    )
    no_capture_limit = models.PositiveSmallIntegerField(_("plies without a capture"), null=True, blank=True)
    thinking_time = models.CharField(_("thinking time"), max_length=120, blank=True)
    # Minutes of the clock that the round page shows; none: no clock.
    round_minutes = models.PositiveSmallIntegerField(_("minutes of a round"), null=True, blank=True)
    # Hours after the round was closed; none: records are welcome, but not due.
    records_due_hours = models.PositiveSmallIntegerField(
        _("hours until records are due"), null=True, blank=True
    )
    records_public = models.CharField(
        _("records become public"), max_length=10, choices=RecordsPublic, default=RecordsPublic.AT_ONCE
    )
    player_recording = models.CharField(
        _("players record their games"),
        max_length=6,
        choices=PlayerRecording,
        default=PlayerRecording.ANY.value,
        db_default=PlayerRecording.ANY.value,
    )
    # Whether everybody may follow the boards that are being recorded, and how many plies or minutes later.
    live_boards = models.CharField(
        _("boards that are being recorded are followed by"),
        max_length=8,
        choices=LiveMode,
        default=LiveMode.OFF.value,
        db_default=LiveMode.OFF.value,
    )
    live_delay = models.PositiveSmallIntegerField(_("plies or minutes later"), default=0, db_default=0)
    # Entries.
    self_entry = models.BooleanField(_("players may enter themselves"), default=True)
    confirm_entries = models.BooleanField(_("the organisers confirm each entry"), default=False)
    player_absences = models.CharField(
        _("rounds that players announce to miss"),
        max_length=10,
        choices=PlayerAbsences,
        blank=True,
        default=PlayerAbsences.ZERO_POINT,
    )
    entries_until = models.DateTimeField(_("entries until"), null=True, blank=True)
    fee = models.CharField(_("entry fee"), max_length=60, blank=True)
    # Where players transfer the fee to.
    payee = models.CharField(_("account holder"), max_length=70, blank=True, default="", db_default="")
    iban = models.CharField(_("IBAN"), max_length=34, blank=True, default="", db_default="")
    players_report = models.BooleanField(_("players may enter their results"), default=True)
    # Grows with every change of anything in the event: pages are unchanged while it is the same.
    change_number = models.PositiveBigIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    search_key = FoldedField(of=["name", "place"])
    # Set by `tournaments.access.sections_of_event`: they are read once for each object.
    loaded_sections: "list[Section] | None" = None

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-starts_on", "-pk")
        indexes = [
            models.Index(fields=["-starts_on", "-id"], name="event_by_date"),
            models.Index(fields=["club", "-starts_on", "-id"], name="event_of_club"),
            models.Index(fields=["-created_at", "-id"], name="event_newest"),
            # New games ask for the names of those, among many that are over.
            models.Index(fields=["id"], name="event_running", condition=Q(state=EventState.RUNNING)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=EventState.values), name="event_state_known"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="event_ends_after_start"),
            models.CheckConstraint(condition=~Q(name=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=Q(player_recording__in=PlayerRecording.values), name="event_player_recording_known"
            ),
            models.CheckConstraint(
                condition=Q(player_absences__in=PlayerAbsences.values), name="event_player_absences_known"
            ),
            models.CheckConstraint(
                condition=(
                    Q(live_boards__in=(LiveMode.OFF.value, LiveMode.ON.value))
                    | Q(live_boards__in=DELAYED, live_delay__gte=1, live_delay__lte=MAX_LIVE_DELAY)
                ),
                name="event_live_delay_bounded",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.pk])

    def get_game_display(self) -> str:
        return game_label(self.game)

    @property
    def is_refereed(self) -> bool:
        """Whether records of its games are checked; else they are kept as text."""
        return is_refereed(self.game)

    @property
    def option_values(self) -> dict[str, OptionValue]:
        """All options of its game with what was decided, or else their defaults."""
        if not is_known_game(self.game):
            return {}
        stored = self.options
        if stored is None:
            stored = {key: getattr(self, key) for key in OPTION_COLUMNS}
        return {option.key: stored.get(option.key, option.default) for option in describe(self.game).options}

    @property
    def has_started(self) -> bool:
        return self.state not in (EventState.DRAFT, EventState.OPEN)

    @property
    def has_finished(self) -> bool:
        return self.state in (EventState.FINISHED, EventState.RATED, EventState.ARCHIVED)


class EventNews(models.Model):
    """What the organisers tell everybody who follows the event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="news", db_index=False)
    text = models.CharField(_("news"), max_length=1000)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    written_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering = ("-written_at", "-pk")
        indexes = [
            models.Index(fields=["event", "-written_at", "-id"], name="eventnews_newest"),
            models.Index(fields=["-written_at", "-id"], name="eventnews_of_all"),
        ]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="eventnews_says_something")]

    def __str__(self) -> str:
        return self.text


class EventArbiter(models.Model):
    """Somebody who is arbiter in this event, whatever they are in the club."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="arbiters", db_index=False)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="arbiter_of")
    # Whose account was meant: that of the person at the time. Whoever gets the profile later has to be named again.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    class Meta:
        verbose_name = _("event arbiter")
        verbose_name_plural = _("event arbiters")
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="eventarbiter_once"),
        ]

    def __str__(self) -> str:
        return str(self.person)

    @property
    def is_entitled(self) -> bool:
        """Whether the person's account may act in the event."""
        return self.account_id is not None and self.account_id == self.person.account_id
