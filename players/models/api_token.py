"""API tokens: keys by which programs act for an account."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.account import User


class Scope(models.TextChoices):
    """What a token may be used for. More than its account may, none can."""

    READ = "read", _("read")
    SUBMIT = "submit", _("submit")
    ORGANISE = "organise", _("organise")


class ApiToken(models.Model):
    """Of the token itself only a digest is stored: whoever reads the database cannot use it."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    beginning = models.CharField(_("begins with"), max_length=12, editable=False)
    reads = models.BooleanField(_("may read"), default=False)
    submits = models.BooleanField(_("may submit"), default=False)
    organises = models.BooleanField(_("may organise"), default=False)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-pk")
        indexes = [  # noqa: RUF012  Django's way to write it
            models.Index(fields=["account", "-created_at"], name="apitoken_of_account"),
        ]
        constraints = [  # noqa: RUF012
            models.CheckConstraint(condition=~Q(name=""), name="apitoken_has_a_name"),
            models.CheckConstraint(
                condition=Q(reads=True) | Q(submits=True) | Q(organises=True), name="apitoken_has_a_scope"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes(self) -> frozenset[Scope]:
        granted = {Scope.READ: self.reads, Scope.SUBMIT: self.submits, Scope.ORGANISE: self.organises}
        return frozenset(scope for scope, given in granted.items() if given)

    @property
    def scope_names(self) -> list[str]:
        """For people, in the order of the enumeration."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def is_usable(self) -> bool:
        return self.revoked_at is None and not self.has_expired
