"""Which optional mails an account's owner wants."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models.account import User


class MailChoice(models.Model):
    """What somebody said about one kind of mail. Without a row, the kind's default holds."""

    account = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mail_choices")
    kind = models.CharField(max_length=60)
    wanted = models.BooleanField()

    class Meta:
        verbose_name = _("choice of mail")
        verbose_name_plural = _("choices of mail")
        constraints = [  # noqa: RUF012  Django's way to write it
            models.UniqueConstraint(fields=["account", "kind"], name="mailchoice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.kind}"
