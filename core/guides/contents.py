"""Which documents of docs/ the site shows as help, in which order, and for whom they are."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GuideGroup(NamedTuple):
    """`patterns` are names of files in docs/, without their ending; with a star those of each game."""

    key: str
    title: str | Promise
    patterns: tuple[str, ...]

    def names(self) -> Iterator[str]:
        for pattern in self.patterns:
            yield from sorted(path.stem for path in settings.GUIDES_DIR.glob(f"{pattern}.md"))


GROUPS: Final = (
    GuideGroup(
        "players",
        _("For players and visitors"),
        (
            *("games", "board", "recorder", "live", "analysis", "submitting", "adjudication", "ratings"),
            *("people", "accounts", "notifications"),
            *("notation", "notation-*", "importing-*"),
        ),
    ),
    GuideGroup(
        "organisers", _("For organisers"), ("clubs", "events", "events-entries", "event-file", "club-room")
    ),
    GuideGroup(
        "arbiters",
        _("For arbiters"),
        ("events-rounds", "events-results", "events-tables", "pairing", "standings", "trf"),
    ),
    GuideGroup("programmers", _("For programmers"), ("api", "api-games", "api-events")),
    GuideGroup(
        "operators",
        _("For those who run the site"),
        ("operating", "backups", "upgrading", "watching", "permissions", "security"),
    ),
)


def guide_names() -> Iterator[str]:
    for group in GROUPS:
        yield from group.names()


def is_guide(name: str) -> bool:
    return name in set(guide_names())
