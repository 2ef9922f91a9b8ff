"""Accounts: who can sign in, on which devices, with which tokens, and which mails they want."""

from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.api.scopes import Scope
from jobs.models import WorkItem


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Case does not matter in the address."""
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Theme(models.TextChoices):
    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Its owner signs in with the e-mail address; other people see the display name."""

    email = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    display_name = models.CharField(_("name"), max_length=80)
    is_staff = models.BooleanField(_("site administrator"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    # Empty means not chosen: then the browser decides, and mails are written in the site's language and time.
    language = models.CharField(_("language"), max_length=10, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    theme = models.CharField(_("colours"), max_length=6, choices=Theme, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_once",
                violation_error_message=_("There is an account with this e-mail address already."),
            ),
            models.CheckConstraint(
                condition=models.Q(theme__in=["", *Theme.values]), name="user_theme_known"
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class DataExport(WorkItem):
    """A request for everything that is stored about an account; a job collects it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="data_exports")
    content = models.JSONField(null=True, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("export of account data")
        verbose_name_plural = _("exports of account data")
        constraints = [
            *WorkItem.Meta.constraints,
            # A second click while the first export is being made does not make another.
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(state="waiting"), name="dataexport_one_waiting_per_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"


class AccountSession(AbstractBaseSession):
    """A session of Django's with its account, device and times.

    Of the browser only its name is kept, and no IP address: it would tell where somebody was.
    """

    # No constraint: saving a session must not fail if its account is deleted at the same moment.
    account = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="sessions", db_constraint=False
    )
    browser = models.CharField(max_length=40, blank=True)
    system = models.CharField(max_length=40, blank=True)
    first_seen = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class MailChoice(models.Model):
    """Whether an account wants one kind of mail. Without a row, the kind's default counts."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_choices")
    kind = models.CharField(max_length=60)
    wanted = models.BooleanField()

    class Meta:
        verbose_name = _("choice of mail")
        verbose_name_plural = _("choices of mail")
        constraints = [
            models.UniqueConstraint(fields=["account", "kind"], name="mailchoice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.kind}"


class ApiToken(models.Model):
    """Only a digest of the token is stored, so it cannot be read from the database."""

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
        indexes = [
            models.Index(fields=["account", "-created_at"], name="apitoken_of_account"),
        ]
        constraints = [
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
        """The translated names, in the order of the enumeration."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def is_usable(self) -> bool:
        return self.revoked_at is None and not self.has_expired
