"""What people do on the pages of events, programs do through the API: no page without an operation, or a reason."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.urls import urlpatterns

# Operations by the names of their addresses; a method stands before those that change something.
OPERATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "events": ("event-list",),
    "choose-club-for-event": ("club-list",),
    "new-event": ("POST event-list", "POST section-list"),
    "import-event": ("POST import-preview", "POST import-report"),
    "event": ("event-detail",),
    "event-settings": ("event-detail", "PATCH event-detail"),
    "copy-event": ("POST event-copy",),
    "delete-event": ("DELETE event-detail",),
    "event-step": ("POST event-step",),
    "start-event": ("event-starting-order", "POST event-step"),
    "event-finish": ("ending-readiness", "POST event-step"),
    "event-arbiters": ("event-arbiter-list", "POST event-arbiter-list", "DELETE event-arbiter-detail"),
    "event-news": ("event-news-list",),
    "write-news": ("POST event-news-list",),
    "delete-news": ("DELETE event-news-detail",),
    "event-log": ("history-log",),
    "export-event-log": ("history-log",),
    "new-section": ("POST section-list",),
    "section": ("section-detail",),
    "section-settings": ("section-detail", "PATCH section-detail"),
    "section-prizes": ("POST section-prizes",),
    "move-section": ("PATCH section-detail",),
    "delete-section": ("DELETE section-detail",),
    "event-entries": ("entry-list",),
    "event-sign-up": ("POST entering-sign-up",),
    "own-entries": ("entry-list",),
    "withdraw-own-entry": ("POST entry-step",),
    "announce-own-absence": ("POST entry-absences",),
    "check-in-own-entry": ("POST entry-step",),
    "manage-entries": ("entry-list",),
    "search-players": ("players-of-event-candidates",),
    "enter-player": ("POST entry-list",),
    "enter-new-player": ("POST entry-list",),
    "enter-members": ("players-of-event-candidates", "POST entry-list", "POST entry-step"),
    "everybody-is-here": ("POST entry-step",),
    "refresh-ratings": ("POST players-of-event-ratings",),
    "import-entries": ("POST entering-entry-table",),
    "kept-apart": ("kept-apart-list", "POST kept-apart-list"),
    "let-meet": ("DELETE kept-apart-detail",),
    "manage-entry": ("entry-detail", "PATCH entry-detail", "DELETE entry-detail"),
    "entry-step": ("POST entry-step", "PATCH entry-detail", "DELETE entry-detail"),
    "row-step": ("POST entry-step", "POST entry-absences"),
    "entry-absence": ("POST entry-absences",),
    "event-check-in": ("entry-list",),
    "mark-absent": ("POST players-of-section-mark-absent",),
    "check-in-entry": ("POST entry-step",),
    "check-in-by-code": ("check-in-detail", "POST check-in-list"),
    "my-board": ("me", "pairing-list"),
    "find-board": ("entry-list", "pairing-list"),
    "rounds": ("round-list",),
    "order-round": ("POST round-list",),
    "publish-schedule": ("POST round-list",),
    "take-back-schedule": ("POST round-step",),
    "current-round": ("round-list",),
    "round": ("round-detail",),
    "round-draft": ("round-detail", "drafting-draft"),
    "why-board": ("round-why",),
    "why-bye": ("round-why",),
    "change-draft": ("POST round-change",),
    "pair-again": ("POST round-step",),
    "give-up": ("POST round-step",),
    "delete-draft": ("DELETE round-detail",),
    "publish-round": ("POST round-step",),
    "unpublish-round": ("POST round-step",),
    "close-round": ("POST round-step",),
    "close-and-pair": ("POST round-step", "POST round-list"),
    "reopen-round": ("POST round-step",),
    "extend-round": ("POST round-step",),
    "round-clock": ("POST round-clock",),
    "round-results": ("round-detail", "PATCH pairing-detail"),
    "own-board": ("pairing-detail", "POST pairing-report", "DELETE pairing-report"),
    "board": ("pairing-consequences", "PATCH pairing-detail", "POST pairing-record"),
    "send-record": ("record-of-board-records", "POST record-of-board-records"),
    "board-texts": ("text-record-texts", "POST text-record-remove-text"),
    "text-record": ("text-record-texts",),
    "waiting-decisions": ("event-conflicts",),
    "standings": ("table-standings",),
    "standing": ("table-explanation",),
    "rating-report": ("table-ratings",),
    "player-card": ("table-player-card",),
    "crosstable": ("table-crosstable", "table-bracket"),
    "progress": ("table-progress",),
    "prizes": ("table-awards",),
    "event-files": ("file-files",),
    "section-file": ("file-file",),
    "download-event": ("event-export-file",),
    "import-event-file": ("POST event-file-list",),
    "event-file": ("event-file-detail",),
    "event-file-state": ("event-file-detail",),
    "confirm-event-file": ("POST event-file-confirm",),
    "discard-event-file": ("DELETE event-file-detail",),
}
REASONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("site-calendar", "club-calendar", "person-calendar"),
        "a file for calendars, in their own format and open to all",
    ),
    **dict.fromkeys(
        ("site-feed", "club-feed", "event-feed", "person-feed"),
        "a file for feed readers, in their own format",
    ),
    **dict.fromkeys(
        ("personal-feed", "personal-calendar"),
        "a file for one person's own programs, by a secret address; what it tells of stands at the events and games",
    ),
    "event-calendar": "a file for calendars, in their own format and open to all",
    "check-in-slips": "for printing; the codes are in the entries",
    "check-in-picture": "a picture of the code that the entry has",
    "poster": "for printing; it shows an address",
    "phones": "for printing and for a screen; it shows addresses",
    "live-boards": "a picture of games that are not over; the API has their records",
    "live-board": "a picture of a game that is not over; the API has its record",
    "live-projector": "the live boards in large type",
    "live-changes": "what the script of the live boards asks",
    "live-board-changes": "what the script of a live board asks",
    "projector": "a round in large type; the round is there",
}


def named(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from named(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            yield pattern


def methods_of_the_api() -> dict[str, set[str]]:
    """By the names of the addresses, in capitals."""
    api = next(each for each in get_resolver().url_patterns if getattr(each, "namespace", None) == "api")
    assert isinstance(api, URLResolver)
    found: dict[str, set[str]] = {}
    for pattern in named(api.url_patterns):
        callback: Any = pattern.callback
        methods = getattr(callback, "actions", None) or {"get": ""}
        found.setdefault(str(pattern.name), set()).update(method.upper() for method in methods)
    return found


def test_every_page_of_events_has_operations_or_a_reason() -> None:
    pages = {pattern.name for pattern in named(urlpatterns)}

    assert pages - OPERATIONS.keys() - REASONS.keys() == set(), (
        "say what does the same in the API, or why nothing"
    )
    assert (OPERATIONS.keys() | REASONS.keys()) - pages == set(), "these pages are gone"
    assert OPERATIONS.keys() & REASONS.keys() == set()


@pytest.mark.parametrize("page", OPERATIONS)
def test_the_operations_of_a_page_exist(page: str) -> None:
    api = methods_of_the_api()
    for operation in OPERATIONS[page]:
        method, _, name = operation.rpartition(" ")
        assert (method or "GET") in api.get(name, set()), operation
