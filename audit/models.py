"""One line of the history."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from audit.actions import sentence_for


class HistoryIsAppendOnly(Exception):
    """Code tried to change or delete a line of the history. The database would refuse it as well."""

    def __init__(self) -> None:
        super().__init__("Lines of the history are written once: record another one that corrects it.")


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> NoReturn:
        raise HistoryIsAppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise HistoryIsAppendOnly

    def delete(self) -> NoReturn:
        raise HistoryIsAppendOnly


class AuditEntry(models.Model):
    """Who changed what and when. It stays readable when the account and the object are gone."""

    when = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    # The only column that ever changes: to NULL, when the account is deleted. The name stays.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    actor_name = models.CharField(_("who"), max_length=120, blank=True, editable=False)
    action = models.CharField(_("what"), max_length=60, editable=False)
    target_type = models.ForeignKey(
        ContentType,
        on_delete=models.PROTECT,
        related_name="+",
        editable=False,
        db_index=False,  # an index below begins with it
        verbose_name=_("kind of object"),
    )
    target_id = models.BigIntegerField(editable=False)
    target_name = models.CharField(_("object"), max_length=200, blank=True, editable=False)
    # A club's id. No foreign key: this app lies below the one that has the clubs, and a history outlives its club.
    club_id = models.BigIntegerField(null=True, editable=False)
    before = models.JSONField(_("before"), default=dict, editable=False)
    after = models.JSONField(_("after"), default=dict, editable=False)
    reason = models.TextField(_("why"), blank=True, editable=False)
    request_id = models.CharField(max_length=64, blank=True, editable=False)

    objects: ClassVar[models.Manager["AuditEntry"]] = models.Manager.from_queryset(AuditEntryQuerySet)()

    class Meta:
        verbose_name = _("line of the history")
        verbose_name_plural = _("history")
        indexes = [
            models.Index(fields=["target_type", "target_id", "-when", "-id"], name="auditentry_of_target"),
            models.Index(
                fields=["club_id", "-when", "-id"],
                condition=models.Q(club_id__isnull=False),
                name="auditentry_of_club",
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=~models.Q(action=""), name="auditentry_has_action"),
        ]

    def __str__(self) -> str:
        return sentence_for(self.action, actor=self.actor_name, target=self.target_name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise HistoryIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise HistoryIsAppendOnly
