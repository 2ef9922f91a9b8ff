"""The whole history in the administration pages, to read: also what concerned clubs that are gone."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from audit.models import AuditEntry
from audit.policies import visible_lines
from core.web.admin import ReadOnlyAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("when", "sentence", "reason")
    list_select_related = ("target_type",)
    search_fields = ("actor_name", "target_name", "action", "reason")
    date_hierarchy = "when"
    ordering = ("-when", "-pk")
    show_full_result_count = False
    fields = (
        "when", "sentence", "actor_name", "action", "target_type", "target_name", "before", "after", "reason",
        "request_id",
    )  # fmt: skip
    readonly_fields = fields

    @admin.display(description=_("what happened"))
    def sentence(self, entry: AuditEntry) -> str:
        return str(entry)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        return visible_lines(request.user, super().get_queryset(request))
