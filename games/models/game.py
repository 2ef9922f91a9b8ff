"""A game of the archive: what lists and filters ask for, its text in a row of its own, and who may see it."""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.game_types import MAX_GAME_LENGTH, game_choices, start_choices
from jobs.models import WorkItem
from players.models import Club, Person
from players.models.people import MAX_KEY_LENGTH

NO_DATE = date(1, 1, 1)
MAX_TAG_LENGTH = 200
MAX_POSITION_LENGTH = 400


class Visibility(models.TextChoices):
    PUBLIC = "public", _("everybody")
    CLUB = "club", _("members of the club")
    EMBARGOED = "embargoed", _("nobody else until the embargo ends, then everybody")
    PRIVATE = "private", _("the players and the arbiters")


# Without a club, nobody would be there to see it.
CLUB_IS_NAMED = ~Q(visibility=Visibility.CLUB) | Q(club__isnull=False)

# An embargo without a time lasts until the event ends and somebody says so.
ONLY_EMBARGOES_END = Q(embargo_until=None) | Q(visibility=Visibility.EMBARGOED)


class GameResult(models.TextChoices):
    """As `engine.core.Result` has them, the first mover's score first."""

    FIRST_WINS = "1-0", "1–0"
    SECOND_WINS = "0-1", "0–1"
    DRAW = "1/2-1/2", "½–½"
    OPEN = "*", _("open")


class GameTermination(models.TextChoices):
    """As `engine.core.Termination` has them."""

    NORMAL = "normal", _("on the board")
    RESIGNED = "resigned", _("resigned")
    AGREEMENT = "agreement", _("agreed")
    TIME = "time", _("time")
    FORFEIT = "forfeit", _("forfeit")
    ADJUDICATION = "adjudication", _("adjudicated")
    UNTERMINATED = "unterminated", _("not ended")


class LinkKind(models.TextChoices):
    """How a name in the record came to stand for a person."""

    NONE = "", _("not linked")
    EXACT = "exact", _("the only person with this name")
    CONFIRMED = "confirmed", _("chosen by hand")


class ConfirmationState(models.TextChoices):
    """Whether a free game may count for ratings. Games of events, and those that could never count, have none."""

    NONE = "", _("not needed")
    WAITING = "waiting", _("not confirmed yet")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    REJECTED = "rejected", _("does not count")


class Game(models.Model):
    """The head of a game: narrow rows, so that a hundred thousand of them are looked through quickly.

    `first` and `second` are the players in the order of moving: White and Brown, Red and Blue.
    """

    # As the engine's registry names it: no constraint of the database knows which games there are.
    kind = models.CharField(_("game"), max_length=MAX_GAME_LENGTH, choices=game_choices)
    # As the tags say, cut where they are longer than any name.
    first_name = models.CharField(_("first player"), max_length=MAX_TAG_LENGTH)
    second_name = models.CharField(_("second player"), max_length=MAX_TAG_LENGTH)
    # The names folded (players.names.comparison_key), to find and compare them.
    first_key = models.CharField(max_length=MAX_KEY_LENGTH, blank=True, editable=False)
    second_key = models.CharField(max_length=MAX_KEY_LENGTH, blank=True, editable=False)
    # People are merged, not deleted; who would delete one has to part the games from them first, with a line each.
    first_person = models.ForeignKey(
        Person,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games_as_first",
        db_index=False,  # an index below begins with it
    )
    second_person = models.ForeignKey(
        Person,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games_as_second",
        db_index=False,
    )
    first_link = models.CharField(max_length=10, choices=LinkKind, blank=True, default=LinkKind.NONE)
    second_link = models.CharField(max_length=10, choices=LinkKind, blank=True, default=LinkKind.NONE)
    event = models.CharField(_("event"), max_length=MAX_TAG_LENGTH, blank=True)
    event_key = models.CharField(
        max_length=MAX_TAG_LENGTH, blank=True, editable=False
    )  # folded, to look for words
    site = models.CharField(_("site"), max_length=MAX_TAG_LENGTH, blank=True)
    round = models.CharField(_("round"), max_length=MAX_TAG_LENGTH, blank=True)
    board = models.CharField(_("board"), max_length=MAX_TAG_LENGTH, blank=True)
    # The tag's text; between which days that is, as far as it says anything.
    date = models.CharField(_("date"), max_length=MAX_TAG_LENGTH, blank=True)
    date_from = models.DateField(null=True, editable=False)
    date_to = models.DateField(null=True, editable=False)
    # The first of those days, and day one of the calendar if there is none: databases differ in where they sort NULL.
    sort_date = models.DateField(default=NO_DATE, editable=False)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games",
        db_index=False,
        verbose_name=_("club"),
    )
    # What counts: as the record says, unless an arbiter has decided otherwise about its adjudication.
    result = models.CharField(_("result"), max_length=8, choices=GameResult)
    termination = models.CharField(_("termination"), max_length=14, choices=GameTermination)
    # As the record says, whatever an arbiter decides.
    recorded_result = models.CharField(max_length=8, choices=GameResult, editable=False)
    recorded_termination = models.CharField(max_length=14, choices=GameTermination, editable=False)
    # By which rule it ended on the board; empty if it did not.
    rule = models.CharField(_("rule"), max_length=30, blank=True)
    # How many plies the main line has.
    ply_count = models.PositiveSmallIntegerField(_("plies"))
    # How it began, as the game tells it apart; empty if it always begins alike. Then the levels of a handicap.
    setup = models.CharField(_("set-up"), max_length=10, choices=start_choices, blank=True)
    first_express = models.PositiveSmallIntegerField(_("first player’s express level"), default=0)
    second_express = models.PositiveSmallIntegerField(_("second player’s express level"), default=0)
    # With everything open; what a viewer may see of it is for the reader's side to decide.
    final_position = models.CharField(max_length=MAX_POSITION_LENGTH)
    # The verdict that holds (an arbiter's newest word, else the referee's), and which engine looked last: for lists.
    verdict = models.CharField(_("adjudication"), max_length=14, blank=True, editable=False)
    adjudicated_with = models.CharField(max_length=20, blank=True, editable=False)
    # What the answers of players and officials come to: for lists. Ratings ask the answers themselves.
    confirmation = models.CharField(
        _("confirmation"),
        max_length=10,
        choices=ConfirmationState,
        blank=True,
        default=ConfirmationState.NONE,
        editable=False,
    )
    no_capture_limit = models.PositiveSmallIntegerField(_("plies without a capture"), null=True, blank=True)
    visibility = models.CharField(
        _("who may see it"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    embargo_until = models.DateTimeField(_("embargo until"), null=True, blank=True)
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="submitted_games",
        verbose_name=_("submitted by"),
    )
    engine_version = models.CharField(max_length=20)
    created_at = models.DateTimeField(_("submitted"), default=timezone.now, editable=False)
    # Names, event, site and comments, folded by players.names: without accents, case and punctuation. Here and not with
    # the long texts, where each word found would cost a look at a page of its own.
    search_text = models.TextField(blank=True, editable=False)
    # A digest of game, start, players, date and plies: by it a game that comes again is recognised.
    duplicate_key = models.CharField(max_length=40, editable=False)
    # Whose copy it is: of the open archive if empty, of a board ("pairing:17"), of an account that keeps it from others
    # ("account:5"). Nobody's copy stands in the way of somebody else's: games/archive/selectors/copies.py.
    copy_for = models.CharField(max_length=40, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("-sort_date", "-id")
        indexes = [
            # The last day on which an uncertain game may have been played is seen in the index itself.
            models.Index(fields=["-sort_date", "-id", "date_to"], name="game_by_dates"),
            models.Index(fields=["kind", "-sort_date", "-id"], name="game_of_kind"),
            models.Index(fields=["club", "-sort_date", "-id"], name="game_of_club"),
            models.Index(fields=["first_person", "-sort_date", "-id"], name="game_of_first_person"),
            models.Index(fields=["second_person", "-sort_date", "-id"], name="game_of_second_person"),
            models.Index(fields=["first_key", "-sort_date", "-id"], name="game_of_first_name"),
            models.Index(fields=["second_key", "-sort_date", "-id"], name="game_of_second_name"),
            models.Index(fields=["event", "round", "-id"], name="game_of_event"),
            # What few games have is found as quickly as what many have.
            models.Index(fields=["round", "-sort_date", "-id"], name="game_of_round"),
            models.Index(fields=["result", "-sort_date", "-id"], name="game_by_result"),
            models.Index(fields=["termination", "-sort_date", "-id"], name="game_by_termination"),
            models.Index(fields=["setup", "-sort_date", "-id"], name="game_by_setup"),
            models.Index(fields=["first_express", "-sort_date", "-id"], name="game_by_first_express"),
            models.Index(fields=["second_express", "-sort_date", "-id"], name="game_by_second_express"),
            models.Index(fields=["ply_count", "-id"], name="game_by_length"),
            models.Index(fields=["verdict", "-sort_date", "-id"], name="game_by_verdict"),
            models.Index(fields=["adjudicated_with"], name="game_adjudicated_with"),
            models.Index(fields=["confirmation", "-sort_date", "-id"], name="game_by_confirmation"),
            # Histories ask whether there is one at all, which nearly always is answered by no.
            models.Index(
                fields=["kind"],
                condition=Q(visibility__in=(Visibility.PRIVATE, Visibility.EMBARGOED)),
                name="game_withheld",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["duplicate_key", "recorded_result", "recorded_termination", "copy_for"],
                name="game_copy_once",
            ),
            models.CheckConstraint(condition=Q(result__in=GameResult.values), name="game_result_known"),
            models.CheckConstraint(
                condition=Q(termination__in=GameTermination.values), name="game_termination_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="game_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(confirmation__in=ConfirmationState.values), name="game_confirmation_known"
            ),
            models.CheckConstraint(condition=CLUB_IS_NAMED, name="game_club_is_named"),
            models.CheckConstraint(condition=ONLY_EMBARGOES_END, name="game_only_embargoes_end"),
            models.CheckConstraint(
                condition=Q(first_person=None, first_link="")
                | (Q(first_person__isnull=False) & ~Q(first_link="")),
                name="game_first_link_says_why",
            ),
            models.CheckConstraint(
                condition=Q(second_person=None, second_link="")
                | (Q(second_person__isnull=False) & ~Q(second_link="")),
                name="game_second_link_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} – {self.second_name}, {self.get_result_display()}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.pk])


class GameText(models.Model):
    """What is long about a game, and read only when one is looked at."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="text")
    canonical = models.TextField(_("record"))
    # The main line, plies as the engine writes them, without offers, joined by spaces.
    plies = models.TextField(_("plies"), blank=True)
    start_position = models.CharField(max_length=MAX_POSITION_LENGTH)
    # Of the first positions from the start on, 64-bit digests of board and side to move, eight bytes each. In one
    # piece: a row for each would cost an import more than all the rest of the game.
    position_keys = models.BinaryField(default=b"", editable=False)

    class Meta:
        verbose_name = _("text of a game")
        verbose_name_plural = _("texts of games")

    def __str__(self) -> str:
        return f"{self.game_id}"


class VisibilityWish(models.Model):
    """Takes the place of what the upload said. While an event withholds its records, the game's own row says that."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="visibility_wish"
    )
    visibility = models.CharField(_("who may see it"), max_length=10, choices=Visibility)
    embargo_until = models.DateTimeField(_("embargo until"), null=True, blank=True)

    class Meta:
        verbose_name = _("wish who may see a game")
        verbose_name_plural = _("wishes who may see games")
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="visibilitywish_visibility_known"
            ),
            models.CheckConstraint(condition=ONLY_EMBARGOES_END, name="visibilitywish_only_embargoes_end"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.get_visibility_display()}"


class RatingOrder(WorkItem):
    """Some games for one job to look at."""

    games = models.JSONField(_("games"))

    class Meta(WorkItem.Meta):
        verbose_name = _("order to hand over free games")
        verbose_name_plural = _("orders to hand over free games")

    def __str__(self) -> str:
        return f"{self.pk}"
