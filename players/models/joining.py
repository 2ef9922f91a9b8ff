"""How people come into a club: invitations by e-mail, and requests to join."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.account import User
from players.models.club import Club
from players.models.membership import Role
from players.models.person import Person


class InvitationState(models.TextChoices):
    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class ClubInvitation(models.Model):
    """A link sent to an address. The secret in it is stored as a hash; the address only while the answer is open."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"), blank=True)  # in small letters
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    message = models.TextField(_("personal message"), max_length=1000, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=InvitationState, default=InvitationState.OPEN, editable=False
    )
    # Whose right to invite counts: who sent it last.
    invited_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("invited by")
    )
    created_at = models.DateTimeField(_("invited"), default=timezone.now, editable=False)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    answered_at = models.DateTimeField(_("answered"), null=True, editable=False)

    class Meta:
        verbose_name = _("invitation to a club")
        verbose_name_plural = _("invitations to clubs")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.UniqueConstraint(
                fields=["club", "email"], condition=Q(state="open"), name="clubinvitation_one_open"
            ),
            models.CheckConstraint(
                condition=Q(state__in=InvitationState.values), name="clubinvitation_state_known"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="clubinvitation_role_known"),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None) & ~Q(email="")
                | ~Q(state="open") & Q(answered_at__isnull=False, email=""),
                name="clubinvitation_address_while_open",
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("sent_at")), name="clubinvitation_expires_later"
            ),
        ]

    def __str__(self) -> str:
        """Stands in the history, which cannot forget: therefore without the address."""
        return str(_("an invitation"))

    def has_expired(self, now: datetime | None = None) -> bool:
        return self.expires_at <= (now or timezone.now())


class RequestState(models.TextChoices):
    OPEN = "open", _("open")
    APPROVED = "approved", _("approved")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class JoinRequest(models.Model):
    """Somebody asks to become a member; an organiser answers."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="join_requests")
    message = models.TextField(_("message"), max_length=1000, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=RequestState, default=RequestState.OPEN, editable=False
    )
    created_at = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    answered_at = models.DateTimeField(_("answered"), null=True, editable=False)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.TextField(_("reason"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("request to join a club")
        verbose_name_plural = _("requests to join clubs")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(fields=["club", "created_at"], condition=Q(state="open"), name="joinrequest_open"),
        ]
        constraints = [  # noqa: RUF012
            models.UniqueConstraint(
                fields=["person", "club"], condition=Q(state="open"), name="joinrequest_one_open"
            ),
            models.CheckConstraint(
                condition=Q(state__in=RequestState.values), name="joinrequest_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None) | ~Q(state="open") & Q(answered_at__isnull=False),
                name="joinrequest_answered_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.club}"
