"""The table of every action and who may do it, as `docs/permissions.md` shows it."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from django.utils.translation import override

from core.permissions.register import Permission, Seat, all_permissions

INTRODUCTION: Final = """\
# Who may do what

Written by `manage.py permissions_table --write` from the permissions in the `policies.py` of the packages: change it
there. Pages, API, jobs and the administration pages ask these policies and nothing else. `tests/permissions/` visits
every address of the site in every one of these seats and compares.

Everybody is a visitor, so what visitors may, all may. The roles of a club (owner, organiser, arbiter, member) count
towards that club, its events and its members. A site administrator is an account with that mark. An event arbiter was
named arbiter of that one event. The person concerned is the one whom the object is about: one's own profile, one's own
membership. A closed account is a visitor.
"""
CHECK_MARK: Final = "✓"


def permissions_table() -> str:
    with override("en"):
        sections = groupby(sorted(all_permissions(), key=_subject), key=_subject)
        return "\n".join([INTRODUCTION, *(_subject_table(subject, lines) for subject, lines in sections)])


def _subject(permission: Permission) -> str:
    return permission.key.partition(".")[0]


def _subject_table(subject: str, permissions: Iterable[Permission]) -> str:
    columns = [standing for standing in Seat if standing is not Seat.VISITOR] + [Seat.VISITOR]
    rows = [
        ["action", *columns, "key"],
        ["---", *([":-:"] * len(columns)), "---"],
        *(
            [str(permission.what), *_marks(permission, columns), f"`{permission.key}`"]
            for permission in permissions
        ),
    ]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([f"## {subject.replace('_', ' ').capitalize()}", "", *lines, ""])


def _marks(permission: Permission, columns: list[Seat]) -> list[str]:
    return [CHECK_MARK if permission.granted_to({standing, Seat.VISITOR}) else "" for standing in columns]
