"""People: with or without an account."""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players import names
from players.countries import country_choices, country_name
from players.models.account import User
from players.models.person_name import PersonNameField

EARLIEST_YEAR_OF_BIRTH = 1880
LONGEST_NAME = 120
LONGEST_KEY = 400  # folding takes some letters apart, Hangul into three


class Person(models.Model):
    """Somebody who plays, organises or belongs to a club.

    The names are written together by `players.people.services`: whoever sets `name` sets the three derived from it.
    """

    name = PersonNameField(_("name"), max_length=LONGEST_NAME)
    sort_name = PersonNameField(_("name in lists"), max_length=LONGEST_NAME)
    # The names folded, so that the database finds and sorts them without knowing languages.
    sort_key = models.CharField(max_length=LONGEST_KEY, editable=False)
    comparison_key = models.CharField(max_length=LONGEST_KEY, editable=False, db_index=True)
    country = models.CharField(_("country"), max_length=2, blank=True, choices=country_choices)
    year_of_birth = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    shows_year_of_birth = models.BooleanField(_("everybody may see the year of birth"), default=False)
    # The SHA-256 of the picture in players.people.photo_store; empty without one.
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
    # Set when two profiles turned out to be one person: this one is history, that one goes on.
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
        indexes = [  # noqa: RUF012  Django's way to write it
            # With all that the search looks at, so that it reads no rows but those it shows.
            models.Index(
                fields=["sort_key", "id", "comparison_key", "listed", "merged_into"], name="person_in_order"
            ),
            models.Index(
                fields=["merged_into"], condition=Q(merged_into__isnull=False), name="person_merged_into"
            ),
        ]
        constraints = [  # noqa: RUF012
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(sort_name="") & ~Q(sort_key="") & ~Q(comparison_key=""),
                name="person_has_a_name",
            ),
            models.CheckConstraint(
                condition=Q(year_of_birth=None) | Q(year_of_birth__gte=EARLIEST_YEAR_OF_BIRTH),
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
