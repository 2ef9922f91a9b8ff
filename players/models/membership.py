"""Who belongs to which club, and as what."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.club import Club
from players.models.person import Person


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """A club has at least one owner once it has had one; `players.clubs.services` sees to it."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(fields=["club", "role"], name="membership_by_role"),
        ]
        constraints = [  # noqa: RUF012
            models.UniqueConstraint(fields=["person", "club"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.club}"
