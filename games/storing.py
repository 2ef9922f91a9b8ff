"""Stores new games with all that belongs to them: text, history, and the order to adjudicate."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone

from audit.changes import Value
from audit.many_rows import insert_rows, new_ids
from audit.services import Created, record_new_rows
from engine import __version__ as engine_version
from games.actions import ACCEPTED
from games.adjudicating.orders import order_adjudication
from games.digest import Digest
from games.linking.exact import exact_matches
from games.models import Game, GameText, LinkKind, Upload


def store_games(*, source: Upload, digests: Sequence[Digest], adjudicate: bool = True) -> dict[str, int]:
    """The ids of the new games by their duplicate keys; IntegrityError if one of them is there already.

    Inside the caller's transaction.
    """
    if not digests:
        return {}
    # In the order of the keys: two workers that store the same games wait for one another and not in a circle.
    digests = sorted(digests, key=lambda digest: digest.key)
    ids = new_ids(Game, len(digests))
    rows = _rows(source, digests, ids)
    insert_rows(Game, rows)
    insert_rows(
        GameText,
        [
            {
                "game_id": pk,
                "canonical": digest.canonical,
                "plies": digest.plies,
                "start_position": digest.start_position,
                "position_keys": digest.position_keys,
            }
            for pk, digest in zip(ids, digests, strict=True)
        ],
    )
    come_with: dict[str, Value] = {"upload": source.pk, "visibility": str(source.visibility)}
    record_new_rows(
        actor=source.account,
        action=ACCEPTED,
        model=Game,
        created=[Created(row["id"], named(row), come_with) for row in rows],
        club=source.club_id,
    )
    if adjudicate:
        order_adjudication(games=ids)
    return {digest.key: pk for pk, digest in zip(ids, digests, strict=True)}


def named(row: dict[str, Any]) -> str:
    """As `Game.__str__` has it."""
    return f"{row['first_name']} – {row['second_name']}, {row['result']}"


def _rows(source: Upload, digests: Sequence[Digest], ids: Iterable[int]) -> list[dict[str, Any]]:
    names = [str(digest.head[side]) for digest in digests for side in ("first_key", "second_key")]
    people = exact_matches(names, source.club_id, source.account_id)
    same = {
        "club_id": source.club_id,
        "verdict": "",
        "adjudicated_with": "",
        "visibility": str(source.visibility),
        "embargo_until": source.embargo_until,
        "no_capture_limit": source.no_capture_limit,
        "submitted_by_id": source.account_id,
        "engine_version": engine_version,
        "created_at": timezone.now(),
    }
    return [
        {"id": pk, **digest.head, **same, **_links(digest, people)}
        for pk, digest in zip(ids, digests, strict=True)
    ]


def _links(digest: Digest, people: dict[str, int]) -> dict[str, Any]:
    first, second = (people.get(str(digest.head[side])) for side in ("first_key", "second_key"))
    if first == second:  # nobody plays against themselves: one of the two is somebody else of that name
        first = second = None
    return {
        "first_person_id": first,
        "second_person_id": second,
        "first_link": (LinkKind.EXACT if first else LinkKind.NONE).value,
        "second_link": (LinkKind.EXACT if second else LinkKind.NONE).value,
    }
