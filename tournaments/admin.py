"""Events in the administration pages: to look at. What changes them are the event's own pages, which leave a log.

The orders to pair rounds and to read event files are jobs, and like all jobs can be tried again.
"""

from django.contrib import admin

from core.web.admin import ReadOnlyAdmin
from jobs.admin import WorkItemAdmin
from tournaments.models import (
    Entry,
    Event,
    EventArbiter,
    EventFile,
    EventFileImport,
    PairingOrder,
    Prize,
    Round,
    Section,
)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "game", "state", "starts_on", "change_number")
    list_filter = ("game", "state")
    list_select_related = ("club",)
    search_fields = ("name", "place", "search_key")
    date_hierarchy = "starts_on"


@admin.register(Section)
class SectionAdmin(ReadOnlyAdmin):
    list_display = ("name", "event", "system", "planned_rounds", "rated")
    list_filter = ("system",)
    list_select_related = ("event",)
    search_fields = ("name", "event__name")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Without the code: it checks the player in."""

    list_display = ("person", "section", "state", "starting_rank", "rating", "entered_at")
    list_filter = ("state",)
    list_select_related = ("person", "section__event")
    search_fields = ("person__name", "person__comparison_key", "section__event__name")
    exclude = ("code",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("section", "number", "state", "published_at", "closed_at")
    list_filter = ("state",)
    list_select_related = ("section__event",)
    search_fields = ("section__event__name",)


@admin.register(EventArbiter)
class EventArbiterAdmin(ReadOnlyAdmin):
    list_display = ("person", "event")
    list_select_related = ("person", "event")
    search_fields = ("person__name", "event__name")


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    list_display = ("section", "category", "place", "title", "amount", "currency")
    list_select_related = ("section__event",)
    search_fields = ("title", "section__event__name")


@admin.register(PairingOrder)
class PairingOrderAdmin(WorkItemAdmin):
    list_select_related = ("round__section__event",)


@admin.register(EventFile)
class EventFileAdmin(WorkItemAdmin):
    list_select_related = ("club",)


@admin.register(EventFileImport)
class EventFileImportAdmin(WorkItemAdmin):
    list_select_related = ("file__club",)
