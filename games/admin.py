"""The work of the archive for administrators: what waits, what failed and why, and the button to try again."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.models import (
    AdjudicationOrder,
    ConfirmationMail,
    PositionMerge,
    PositionOrder,
    RatingOrder,
    SubmissionSlice,
    Upload,
)
from jobs.admin import WORK_STATE_FIELDS, WorkItemAdmin


class GameWorkAdmin(WorkItemAdmin):
    """Many of them: how many there are is counted only where somebody filters."""

    show_full_result_count = False


@admin.register(Upload)
class UploadAdmin(GameWorkAdmin):
    """What was sent is not shown: its records are on their submitter's pages, its games in the archive."""

    list_display = ("__str__", "account", "club", "received", *WORK_STATE_FIELDS)
    list_select_related = ("account", "club")
    search_fields = ("file_name", "account__email", "account__display_name")
    fields = ("source", "file_name", "size", "account", "club", "received", *WORK_STATE_FIELDS)


@admin.register(SubmissionSlice)
class SubmissionSliceAdmin(GameWorkAdmin):
    list_display = ("__str__", "upload", *WORK_STATE_FIELDS)
    list_select_related = ("upload",)
    fields = ("upload", *WORK_STATE_FIELDS)


class OrderAdmin(GameWorkAdmin):
    """An order is a list of games."""

    @admin.display(description=_("number of games"))
    def number_of_games(self, order: AdjudicationOrder | PositionOrder | RatingOrder) -> int:
        return len(order.games)


@admin.register(AdjudicationOrder)
class AdjudicationOrderAdmin(OrderAdmin):
    list_display = ("__str__", "number_of_games", "engine_version", *WORK_STATE_FIELDS)
    fields = ("games", "engine_version", *WORK_STATE_FIELDS)


@admin.register(RatingOrder)
class RatingOrderAdmin(OrderAdmin):
    list_display = ("__str__", "number_of_games", *WORK_STATE_FIELDS)
    fields = ("games", *WORK_STATE_FIELDS)


@admin.register(PositionOrder)
class PositionOrderAdmin(OrderAdmin):
    list_display = ("__str__", "number_of_games", *WORK_STATE_FIELDS)
    fields = ("games", *WORK_STATE_FIELDS)


@admin.register(PositionMerge)
class PositionMergeAdmin(GameWorkAdmin):
    fields = ("batches", *WORK_STATE_FIELDS)


@admin.register(ConfirmationMail)
class ConfirmationMailAdmin(GameWorkAdmin):
    list_display = ("__str__", "account", *WORK_STATE_FIELDS)
    list_select_related = ("account",)
    fields = ("account", *WORK_STATE_FIELDS)
