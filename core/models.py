"""Answers of the API that are kept for a day, for clients that repeat a request after a cut connection."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_KEY_LENGTH = 255


class StoredAnswer(models.Model):
    """Written in the transaction of what the request changed: there are both, or neither."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("account")
    )
    key = models.CharField(_("key"), max_length=MAX_KEY_LENGTH)
    fingerprint = models.CharField(_("fingerprint of the request"), max_length=64)
    status = models.PositiveSmallIntegerField(_("status"), default=0)
    content = models.TextField(_("content"), default="")
    location = models.CharField(_("address of what was made"), max_length=500, default="")
    created_at = models.DateTimeField(_("created at"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints = (
            # Of two requests with one key that come at once, the second waits for the first.
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_for_each_key"),
        )

    def __str__(self) -> str:
        return self.key
