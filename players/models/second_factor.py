"""The second factor of signing in: the secret that an app makes codes of, and codes for when the phone is lost."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.account import User


class SecondFactor(models.Model):
    """On as soon as it is confirmed by a code: before that, signing in does not ask for it."""

    account = models.OneToOneField(
        User, on_delete=models.CASCADE, related_name="second_factor", verbose_name=_("account")
    )
    secret = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(_("on since"), null=True, editable=False)
    # The thirty seconds that the newest accepted code was made for: what is not newer was seen before.
    last_step = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")

    def __str__(self) -> str:
        return f"{self.account}"


class RecoveryCode(models.Model):
    """Good for one sign-in: the row goes when it is used. Only a digest is kept."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.UniqueConstraint(fields=["account", "digest"], name="recoverycode_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account}"
