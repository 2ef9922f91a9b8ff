"""Clubs."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.countries import country_choices
from players.models.folded import FoldedField


class Club(models.Model):
    """The address on this site stays when the name changes: links to a club go on working."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    slug = models.SlugField(_("address on this site"), max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True, choices=country_choices)
    meeting_times = models.CharField(_("when the club meets"), max_length=200, blank=True)
    about = models.TextField(_("about the club"), max_length=10_000, blank=True)
    website = models.URLField(_("website"), max_length=300, blank=True)
    contact_email = models.EmailField(_("public e-mail address"), blank=True)
    welcomes_requests = models.BooleanField(_("people may ask to join"), default=True)
    # A closed club is history: its page stays, nobody joins any more.
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    sort_key = FoldedField(of=["name"])
    search_key = FoldedField(of=["name", "place"])

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("sort_key", "name")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(fields=["sort_key", "name"], name="club_in_order"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])
