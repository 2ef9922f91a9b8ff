"""Which documents of docs/ the site shows as help, in which order, and for whom they are."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GuideGroup(NamedTuple):
    """`names` are those of files in docs/, without their ending."""

    key: str
    title: str | Promise
    names: tuple[str, ...]


GROUPS: Final = (
    GuideGroup(
        "players",
        _("For players and visitors"),
        (
            "games", "board", "recorder", "submitting", "adjudication", "ratings", "people", "accounts", "notation",
            "notation-stratego", "notation-draughts", "importing-stratego",
        ),
    ),
    GuideGroup("organisers", _("For organisers"), ("clubs", "events", "events-entries", "event-file", "club-room")),
    GuideGroup(
        "arbiters", _("For arbiters"),
        ("events-rounds", "events-results", "events-tables", "pairing", "standings", "trf"),
    ),
    GuideGroup("programmers", _("For programmers"), ("api", "api-games", "api-events")),
    GuideGroup(
        "operators",
        _("For those who run the site"),
        ("operating", "backups", "upgrading", "watching", "permissions", "security"),
    ),
)  # fmt: skip


def guide_names() -> Iterator[str]:
    for group in GROUPS:
        yield from group.names


def is_guide(name: str) -> bool:
    return name in set(guide_names())
