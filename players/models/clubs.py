"""Clubs, memberships with roles, invitations and requests to join."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.db.folding import FoldedField
from players.countries import country_choices
from players.models.accounts import User
from players.models.people import Person


class Club(models.Model):
    """The slug stays when the name changes, so that links keep working."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    slug = models.SlugField(_("address on this site"), max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True, choices=country_choices)
    meeting_times = models.CharField(_("when the club meets"), max_length=200, blank=True)
    about = models.TextField(_("about the club"), max_length=10_000, blank=True)
    website = models.URLField(_("website"), max_length=300, blank=True)
    contact_email = models.EmailField(_("public e-mail address"), blank=True)
    welcomes_requests = models.BooleanField(_("people may ask to join"), default=True)
    # The page of a closed club stays, but nobody can join.
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    # By a site administrator. A club that is not recognised has its own lists; lists across clubs do without it.
    recognised_at = models.DateTimeField(_("recognised"), null=True, blank=True, editable=False)
    recognised_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    sort_key = FoldedField(of=["name"])
    search_key = FoldedField(of=["name", "place"])

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("sort_key", "name")
        indexes = [
            models.Index(fields=["sort_key", "name"], name="club_in_order"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(recognised_by=None) | Q(recognised_at__isnull=False),
                name="club_recognised_by_somebody_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """A club never loses its last owner: `players.clubs.services` refuses it."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        indexes = [
            models.Index(fields=["club", "role"], name="membership_by_role"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["person", "club"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.club}"


class InvitationState(models.TextChoices):
    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class ClubInvitation(models.Model):
    """A link sent to an address. The secret is stored as a hash, the address only until the answer."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"), blank=True)  # in small letters
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    message = models.TextField(_("personal message"), max_length=1000, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=InvitationState, default=InvitationState.OPEN, editable=False
    )
    # Who sent it last: their right to invite counts.
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
        constraints = [
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
        """Without the address: the history keeps it for ever."""
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
        indexes = [
            models.Index(fields=["club", "created_at"], condition=Q(state="open"), name="joinrequest_open"),
        ]
        constraints = [
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


class MembershipOffer(models.Model):
    """A club asks for somebody. Who has an account answers; for others, a club that has them.

    As long as it is not accepted, it gives nobody a seat: only a `Membership` does.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="membership_offers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="membership_offers")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    state = models.CharField(
        _("state"), max_length=10, choices=InvitationState, default=InvitationState.OPEN, editable=False
    )
    # Whose right to add members counts when the answer comes.
    asked_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("asked by")
    )
    created_at = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    answered_at = models.DateTimeField(_("answered"), null=True, editable=False)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.TextField(_("reason"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("offer of a membership")
        verbose_name_plural = _("offers of memberships")
        indexes = [
            models.Index(fields=["club", "created_at"], condition=Q(state="open"), name="offer_open_of_club"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "club"], condition=Q(state="open"), name="membershipoffer_one_open"
            ),
            models.CheckConstraint(
                condition=Q(state__in=InvitationState.values), name="membershipoffer_state_known"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membershipoffer_role_known"),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None) | ~Q(state="open") & Q(answered_at__isnull=False),
                name="membershipoffer_answered_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.club}"
