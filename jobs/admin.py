"""Jobs for the site's administrators: what waits, what failed and why, and the button to try again."""

from typing import Final

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.web.admin import ReadOnlyAdmin
from jobs import services
from jobs.models import OutgoingMail, WorkItem, WorkState
from jobs.signals import retried_by_hand

# What each piece of work says of itself, on its own page.
WORK_STATE_FIELDS: Final[tuple[str, ...]] = (
    "state",
    "attempts",
    "created_at",
    "due_at",
    "finished_at",
    "last_error",
)


class WorkItemAdmin(ReadOnlyAdmin):
    """Read-only but for one action: jobs are made by what people do on the site, not by hand.

    Of what a job works on nothing is shown, unless a kind of job says so: it may be somebody's own.
    """

    list_display: tuple[str, ...] = ("__str__", *WORK_STATE_FIELDS)
    fields = WORK_STATE_FIELDS
    list_filter = ("state",)
    ordering = ("-created_at",)
    actions = ("try_again",)

    @admin.action(description=_("Try again"), permissions=["view"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[WorkItem]) -> None:
        tried = left = 0
        for item in queryset.filter(state=WorkState.FAILED):
            try:
                with transaction.atomic():
                    services.retry(item=item)
                    retried_by_hand.send(sender=type(item), item=item, actor=request.user)
                tried += 1
            except services.AlreadyWaiting:
                left += 1
        if tried or not left:
            again = ngettext(
                "%(count)d failed job is tried again.", "%(count)d failed jobs are tried again.", tried
            )
            self.message_user(request, again % {"count": tried})
        if left:
            waits = ngettext(
                "%(count)d failed job is left as it is: a newer one that does the same is waiting already.",
                "%(count)d failed jobs are left as they are: newer ones that do the same are waiting already.",
                left,
            )
            self.message_user(request, waits % {"count": left}, messages.WARNING)


@admin.register(OutgoingMail)
class OutgoingMailAdmin(WorkItemAdmin):
    list_display = ("__str__", "recipients", *WORK_STATE_FIELDS)
    # The text may hold a secret link while it waits.
    fields = ("subject", "recipients", *WORK_STATE_FIELDS)
