"""How a person comes to an account: by an organiser's invitation, or by asking."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.person import Person


class ProfileInvitation(models.Model):
    """A link by which somebody takes over a profile. Its secret is stored as a hash, the address while open."""

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
        constraints = [  # noqa: RUF012  Django's way to write it
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
    """An account says that a profile is its owner's; an organiser decides."""

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
        constraints = [  # noqa: RUF012
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
