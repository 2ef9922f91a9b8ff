"""Entries: who plays in a section, since when and until when, and the rounds they miss."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.models import Person
from tournaments.models.section import Section


class EntryState(models.TextChoices):
    ASKED = "asked", _("to be confirmed")
    WAITING = "waiting", _("on the waiting list")
    CONFIRMED = "confirmed", _("confirmed")
    WITHDRAWN = "withdrawn", _("withdrawn")


def new_code() -> str:
    """For the QR code with which a player checks in; nobody guesses it."""
    return secrets.token_urlsafe(12)


class Entry(models.Model):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries", db_index=False)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(max_length=10, choices=EntryState, default=EntryState.CONFIRMED)
    # The place in the starting order, from 1: the pairing number. Fixed before round one; late entries follow.
    starting_rank = models.PositiveSmallIntegerField(_("starting rank"), null=True, blank=True)
    # What the starting order was made of, as it was then.
    rating = models.PositiveSmallIntegerField(_("rating"), default=0)
    rating_is_own = models.BooleanField(_("rating set by hand"), default=False)
    # By the list that it was taken from, as it was then.
    rating_is_provisional = models.BooleanField(_("provisional rating"), default=False, editable=False)
    # As it was when they entered, for lists and to keep clubs apart.
    club_name = models.CharField(_("club"), max_length=120, blank=True)
    # For prizes; with commas.
    categories = models.CharField(_("categories"), max_length=120, blank=True)
    # The first round that a late entry plays.
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    # The last round before a withdrawal; who returns has an absence for each round in between.
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    fee_paid = models.BooleanField(_("fee paid"), default=False)
    # Nobody is asked to pay: juniors, helpers, guests.
    fee_waived = models.BooleanField(_("fee waived"), default=False, db_default=False)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    code = models.CharField(max_length=40, unique=True, default=new_code, editable=False)
    note = models.CharField(_("note"), max_length=200, blank=True)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    # Grows with every change: who changes something old is shown what the other did.
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("section", F("starting_rank").asc(nulls_last=True), "entered_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=["section", "person"], name="entry_once"),
            models.UniqueConstraint(
                fields=["section", "starting_rank"],
                condition=Q(starting_rank__isnull=False),
                name="entry_rank_once",
            ),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="entry_counts_from_one"),
            models.CheckConstraint(
                condition=Q(starting_rank=None) | Q(starting_rank__gte=1), name="entry_rank_from_one"
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)

    @property
    def rating_label(self) -> str:
        """For lists and documents; empty without a rating."""
        if not self.rating:
            return ""
        return (
            gettext("%(rating)d prov.") % {"rating": self.rating}
            if self.rating_is_provisional
            else str(self.rating)
        )


class AbsenceKind(models.TextChoices):
    """What an announced absence brings."""

    HALF_POINT = "half", _("half-point bye")
    ZERO_POINT = "zero", _("zero-point bye")
    FULL_POINT = "full", _("full-point bye")
    ABSENT = "absent", _("absent")


class Absence(models.Model):
    """A round that a player misses, announced before it is paired."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences", db_index=False)
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(max_length=10, choices=AbsenceKind, default=AbsenceKind.ZERO_POINT)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ("entry", "round_number")
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once"),
            models.CheckConstraint(condition=Q(kind__in=AbsenceKind.values), name="absence_kind_known"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="absence_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.round_number}"


class KeptApart(models.Model):
    """Two players who must not meet, or should not if that costs nothing."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    strictly = models.BooleanField(_("in any case"), default=True)

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="keptapart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="keptapart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"
