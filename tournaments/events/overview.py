"""Blocks on the overview of an event: each part of the app contributes its own, as with people's and clubs' pages.

    def own_entry(request: HttpRequest, event: Event) -> Section | None: ...

    ON_THE_EVENT_PAGE.register("own-entry", own_entry, order=100)

from what `TournamentsConfig.ready()` imports. What they depend on has to count the event's changes
(`tournaments.events.conditional`).
"""

from typing import Final

from players.page_sections import PageSections
from tournaments.models import Event

ON_THE_EVENT_PAGE: Final = PageSections[Event]()
