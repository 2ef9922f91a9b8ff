"""People, with or without an account; invitations to profiles, claims of them, and merges."""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from players import names
from players.countries import country_choices, country_name
from players.models.accounts import User

DELETED_PLAYER: Final = gettext_noop("Deleted player")
MIN_YEAR_OF_BIRTH = 1880
MAX_NAME_LENGTH = 120
MAX_KEY_LENGTH = 400  # folding takes some letters apart, Hangul into three


class _NameOfDeletedPlayer(str):
    """The name shown for a deleted player, translated. Its type tells the field to store the neutral value instead."""

    __slots__ = ()


class PersonNameField(models.CharField[str, str]):
    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        return _NameOfDeletedPlayer(gettext(DELETED_PLAYER)) if value == DELETED_PLAYER else value

    def get_prep_value(self, value: Any) -> Any:
        return DELETED_PLAYER if isinstance(value, _NameOfDeletedPlayer) else super().get_prep_value(value)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Migrations see a plain CharField."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


class Person(models.Model):
    """Somebody who plays, organises or belongs to a club.

    The names are written together by `players.people.services`, which derives the other three from `name`.
    """

    name = PersonNameField(_("name"), max_length=MAX_NAME_LENGTH)
    sort_name = PersonNameField(_("name in lists"), max_length=MAX_NAME_LENGTH)
    # The names folded, so that the database finds and sorts them without knowing languages.
    sort_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False)
    comparison_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, db_index=True)
    country = models.CharField(_("country"), max_length=2, blank=True, choices=country_choices)
    year_of_birth = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    shows_year_of_birth = models.BooleanField(_("everybody may see the year of birth"), default=False)
    # The SHA-256 of the picture in players.people.services.photos; empty without one.
    photo = models.CharField(_("photo"), max_length=64, blank=True, editable=False)
    shows_photo = models.BooleanField(_("everybody may see the photo"), default=False)
    listed = models.BooleanField(_("agreed to be listed among a club's members"), default=False)
    # The account may go; what the person played stays.
    account = models.OneToOneField(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="person",
        verbose_name=_("account"),
    )
    # Set when this profile was merged: the other one is kept.
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="merged",
        editable=False,
        db_index=False,  # an index of the few that were merged stands below
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ("sort_key", "pk")
        indexes = [
            # Covers the search, so that only the rows shown are read.
            models.Index(
                fields=["sort_key", "id", "comparison_key", "listed", "merged_into"], name="person_in_order"
            ),
            models.Index(
                fields=["merged_into"], condition=Q(merged_into__isnull=False), name="person_merged_into"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(sort_name="") & ~Q(sort_key="") & ~Q(comparison_key=""),
                name="person_has_a_name",
            ),
            models.CheckConstraint(
                condition=Q(year_of_birth=None) | Q(year_of_birth__gte=MIN_YEAR_OF_BIRTH),
                name="person_born_not_too_long_ago",
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")), name="person_not_merged_into_itself"
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | Q(account=None), name="person_merged_has_no_account"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.pk])

    @property
    def country_name(self) -> str:
        return country_name(self.country)

    @property
    def initials(self) -> str:
        return names.initials(self.name)


class ProfileInvitation(models.Model):
    """A link to take over a profile. The secret is stored as a hash, the address only until the answer."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="profile_invitations")
    email = models.EmailField(_("e-mail address"), max_length=254, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(editable=False)
    # Accepted, withdrawn, or replaced by a later one.
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("invitation to a profile")
        verbose_name_plural = _("invitations to profiles")
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(closed_at=None), name="profileinvitation_one_open_per_person"
            ),
            models.CheckConstraint(
                condition=(Q(closed_at=None) & ~Q(email="")) | Q(closed_at__isnull=False, email=""),
                name="profileinvitation_address_while_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.created_at:%Y-%m-%d}"


class ClaimState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    APPROVED = "approved", _("approved")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class ProfileClaim(models.Model):
    """An account claims a profile as its own; an organiser decides."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="profile_claims")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile_claims"
    )
    message = models.CharField(_("message"), max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=ClaimState, default=ClaimState.WAITING, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_at = models.DateTimeField(null=True, editable=False)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True, editable=False)

    class Meta:
        verbose_name = _("claim of a profile")
        verbose_name_plural = _("claims of profiles")
        ordering = ("created_at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(state="waiting"), name="profileclaim_one_waiting_per_account"
            ),
            models.CheckConstraint(condition=Q(state__in=ClaimState.values), name="profileclaim_state_known"),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_at=None)
                | (~Q(state="waiting") & Q(decided_at__isnull=False)),
                name="profileclaim_decided_when_not_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.person}"


class PersonMerge(models.Model):
    kept = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_received", editable=False)
    merged = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges_made", editable=False)
    merged_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    # Every row that was changed, with its values before and after: see players.people.services.merge_steps.
    moved = models.JSONField(editable=False)
    undone_at = models.DateTimeField(null=True, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )

    class Meta:
        verbose_name = _("merge of two profiles")
        verbose_name_plural = _("merges of profiles")
        ordering = ("-merged_at", "-pk")
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at=None), name="personmerge_one_in_force"
            ),
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="personmerge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.kept}"
