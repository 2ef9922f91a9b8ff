"""Accounts: who can sign in, and the exports of their data."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.work_item import WorkItem


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Nobody remembers how they once capitalised their address."""
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
        constraints = [  # noqa: RUF012
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
    """Somebody asked for everything that is stored about them; a job gathers it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="data_exports")
    content = models.JSONField(null=True, editable=False)

    class Meta(WorkItem.Meta):
        verbose_name = _("export of account data")
        verbose_name_plural = _("exports of account data")
        constraints = [  # noqa: RUF012
            *WorkItem.Meta.constraints,
            # A second click while the first export is being made does not make another.
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(state="waiting"), name="dataexport_one_waiting_per_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"
