"""Histories in the API: the shape of their lines and the filters of their pages, whatever they are about."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from audit.forms import HistoryForm
from audit.models import AuditEntry
from audit.presenters.lines import present_lines
from audit.selectors import filter_lines, history_facets
from core.api.problems import InvalidQuery
from core.api.serializers import ListQuery

MAX_FILTER_LENGTH: Final = 200
FILTERS: Final = ("q", "actor", "action", "since", "until")


class LogQuery(ListQuery):
    """The filters of the page, by the same names."""

    q = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text=gettext_lazy("Words to search for.")
    )
    actor = serializers.CharField(
        required=False,
        max_length=MAX_FILTER_LENGTH,
        help_text=gettext_lazy(
            "The id of an account in the log, “site”, or “gone:” and the name of a deleted account."
        ),
    )
    action = serializers.CharField(
        required=False,
        max_length=MAX_FILTER_LENGTH,
        help_text=gettext_lazy("An action in the log."),
    )
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False, help_text=gettext_lazy("This day is included."))


class LogChangeSerializer(serializers.Serializer[Any]):
    """One value before and after, in words; empty where there was none."""

    label = serializers.CharField()  # type: ignore[assignment]
    before = serializers.CharField()
    after = serializers.CharField()


class LogLineSerializer(serializers.ModelSerializer[AuditEntry]):
    """Who did what, and why."""

    actor = serializers.IntegerField(
        source="actor_id",
        allow_null=True,
        help_text=gettext_lazy("The account's id; null if it is deleted, or if the site itself did it."),
    )
    name = serializers.CharField(source="actor_name", help_text=gettext_lazy("Empty: the site itself."))
    sentence = serializers.CharField(source="__str__")
    changes = LogChangeSerializer(many=True)
    before = serializers.DictField(help_text=gettext_lazy("The values as they are stored."))
    after = serializers.DictField()

    class Meta:
        model = AuditEntry
        fields = (
            "id", "when", "actor", "name", "action", "sentence", "changes", "before", "after", "reason",
        )  # fmt: skip
        read_only_fields = fields


def requested_lines(lines: QuerySet[AuditEntry], query: dict[str, Any]) -> QuerySet[AuditEntry]:
    """Those that the filters of a checked query ask for."""
    wanted = {name: query[name] for name in FILTERS if name in query}
    if not wanted:
        return lines
    form = HistoryForm(wanted, facets=history_facets(lines))
    if not form.is_valid():
        raise InvalidQuery({name: [str(each) for each in errors] for name, errors in form.errors.items()})
    return filter_lines(lines, form.wanted())


def serialize_lines(page: list[AuditEntry]) -> Any:
    """The lines of a page, with what changed in words."""
    for entry, line in zip(page, present_lines(page, linked=False), strict=True):
        entry.changes = line.changes  # type: ignore[attr-defined]
    return LogLineSerializer(page, many=True).data
