"""A section: those who play for one table, and how it is made."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.pairing import PointSystem

HALF_POINTS = PointSystem()

POINT_FIELDS: Final = (
    "point_unit", "win_points", "draw_points", "loss_points", "forfeit_win_points", "forfeit_loss_points",
    "pairing_bye_points", "full_point_bye_points", "half_point_bye_points", "zero_point_bye_points", "absent_points",
)  # fmt: skip

# What pairings and scores of earlier rounds were made by.
FIELDS_FIXED_BY_FIRST_ROUND: Final = (
    "system", "cycles", "games_per_match", "third_place", "tie_rules", "accelerated", "first_colour", *POINT_FIELDS,
)  # fmt: skip

SECTION_FIELDS: Final = (
    "name", "planned_rounds", "keep_clubs_apart", "tie_breaks", "tie_break_edition", "prize_sharing", "rated",
    "entry_limit",
    *FIELDS_FIXED_BY_FIRST_ROUND,
)  # fmt: skip

TIE_RULE_CHOICES: Final = [
    (
        "EXTRA_PAIR,SUDDEN_DEATH,HIGHER_SEED",
        _("two more games, then one in which a draw is enough for the second player"),
    ),
    ("SUDDEN_DEATH,HIGHER_SEED", _("one more game in which a draw is enough for the second player")),
    ("EXTRA_PAIR,HIGHER_SEED", _("two more games, then the higher seed goes on")),
    ("EXTRA_PAIR,LOTS", _("two more games, then lots are drawn")),
    ("HIGHER_SEED", _("the higher seed goes on")),
    ("LOTS", _("lots are drawn")),
]


class PairingSystem(models.TextChoices):
    SWISS = "swiss", _("Swiss (FIDE Dutch)")
    ROUND_ROBIN = "round_robin", _("round robin")
    KNOCKOUT = "knockout", _("knockout")
    KEIZER = "keizer", _("Keizer")


class FirstColour(models.TextChoices):
    """Of the first player of the starting order."""

    WHITE = "w", _("the first colour")
    BLACK = "b", _("the second colour")
    LOT = "", _("by lot")


class PrizeSharing(models.TextChoices):
    """The members of `tournaments.standings.prize_sharing.Sharing`."""

    EQUAL = "equal", _("level on points: equal parts of the prizes of their places")
    HORT = "hort", _("Hort: half by place, half shared by those level on points")
    PLACE = "place", _("by place, as the tie-breaks decide")


class TieBreakEdition(models.IntegerChoices):
    """The values of `tournaments.standings.Edition`."""

    OF_2024 = 2024, _("of August 2024")
    OF_2026 = 2026, _("of March 2026")


class Section(models.Model):
    """Points are whole numbers in the section's unit: with two of them to a point, a draw of 1 is half a point."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sections", db_index=False)
    position = models.PositiveSmallIntegerField(_("place in the event"), default=1)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(
        _("pairing system"), max_length=12, choices=PairingSystem, default=PairingSystem.SWISS
    )
    # Of a Swiss or Keizer tournament; a round robin and a knockout have as many as their players need.
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), default=5)
    # How often everybody meets everybody, in a round robin.
    cycles = models.PositiveSmallIntegerField(_("cycles"), default=1)
    # Games of two players in a round, colours changing.
    games_per_match = models.PositiveSmallIntegerField(_("games of a match"), default=1)
    third_place = models.BooleanField(_("match for the third place"), default=False)
    # Names of tournaments.pairing.TieRule, in order, with commas.
    tie_rules = models.CharField(
        _("level matches"), max_length=80, default="EXTRA_PAIR,SUDDEN_DEATH,HIGHER_SEED"
    )
    accelerated = models.BooleanField(_("accelerated (Baku)"), default=False)
    keep_clubs_apart = models.BooleanField(_("keep players of one club apart if possible"), default=False)
    first_colour = models.CharField(_("colour of number 1"), max_length=1, choices=FirstColour, blank=True)
    # What lots are drawn with, so that everybody can draw them again.
    lots_seed = models.PositiveIntegerField(_("seed of the lots"), default=0, editable=False)
    # As tournaments.pairing.PointSystem.
    point_unit = models.PositiveSmallIntegerField(default=HALF_POINTS.unit)
    win_points = models.PositiveSmallIntegerField(_("win"), default=HALF_POINTS.win)
    draw_points = models.PositiveSmallIntegerField(_("draw"), default=HALF_POINTS.draw)
    loss_points = models.PositiveSmallIntegerField(_("loss"), default=HALF_POINTS.loss)
    forfeit_win_points = models.PositiveSmallIntegerField(
        _("win by forfeit"), default=HALF_POINTS.forfeit_win
    )
    forfeit_loss_points = models.PositiveSmallIntegerField(
        _("loss by forfeit"), default=HALF_POINTS.forfeit_loss
    )
    pairing_bye_points = models.PositiveSmallIntegerField(
        _("bye of the odd one out"), default=HALF_POINTS.pairing_bye
    )
    full_point_bye_points = models.PositiveSmallIntegerField(
        _("full-point bye"), default=HALF_POINTS.full_point_bye
    )
    half_point_bye_points = models.PositiveSmallIntegerField(
        _("half-point bye"), default=HALF_POINTS.half_point_bye
    )
    zero_point_bye_points = models.PositiveSmallIntegerField(
        _("zero-point bye"), default=HALF_POINTS.zero_point_bye
    )
    absent_points = models.PositiveSmallIntegerField(_("absent"), default=HALF_POINTS.absent)
    # Codes of tournaments.standings, in order, with commas.
    tie_breaks = models.CharField(_("tie-breaks"), max_length=200, default="BH-C1,BH,SB")
    # Empty: the one that was in force when the event began.
    tie_break_edition = models.PositiveSmallIntegerField(
        _("edition of the rules for tie-breaks"), choices=TieBreakEdition, null=True, blank=True
    )
    prize_sharing = models.CharField(
        _("shared prizes"), max_length=10, choices=PrizeSharing, default=PrizeSharing.EQUAL
    )
    rated = models.BooleanField(_("rated"), default=True)
    entry_limit = models.PositiveSmallIntegerField(_("entry limit"), null=True, blank=True)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ("event", "position", "pk")
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="section_name_once"),
            models.CheckConstraint(condition=Q(system__in=PairingSystem.values), name="section_system_known"),
            models.CheckConstraint(
                condition=Q(prize_sharing__in=PrizeSharing.values), name="section_sharing_known"
            ),
            models.CheckConstraint(
                condition=Q(tie_break_edition__isnull=True) | Q(tie_break_edition__in=TieBreakEdition.values),
                name="section_edition_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="section_has_a_name"),
            models.CheckConstraint(condition=Q(point_unit__gte=1), name="section_has_a_unit"),
            models.CheckConstraint(
                condition=Q(planned_rounds__gte=1, cycles__gte=1, games_per_match__gte=1),
                name="section_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("section", args=[self.event_id, self.pk])

    @cached_property
    def stages(self) -> int:
        """How many rounds a knockout has with its players, by which they are named; 0 in other systems. One query."""
        if self.system != PairingSystem.KNOCKOUT:
            return 0
        players = self.entries.filter(starting_rank__isnull=False).count()
        return max(1, (players - 1).bit_length())


class Prize(models.Model):
    """Money, a cup or both for places of a section, or of one category in it."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="prizes")
    # Empty: all players of the section.
    category = models.CharField(_("category"), max_length=40, blank=True)
    place = models.PositiveSmallIntegerField(_("place"))
    # In the smallest unit of the currency: money is shared to the cent.
    amount = models.PositiveIntegerField(_("amount"), default=0)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    title = models.CharField(_("title"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ("section", "category", "place")
        constraints = [
            models.UniqueConstraint(fields=["section", "category", "place"], name="prize_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.title or self.amount}"


class FinalTable(models.Model):
    """A section's table as it was when the event was finished: data, not a computation any more."""

    section = models.OneToOneField(
        Section, on_delete=models.CASCADE, primary_key=True, related_name="final_table"
    )
    table = models.JSONField()

    class Meta:
        verbose_name = _("final table")
        verbose_name_plural = _("final tables")

    def __str__(self) -> str:
        return str(self.section)
