"""Store new games with all that belongs to them, and let them follow the regulations of their event."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from audit import services as audit
from audit.actions import Action
from audit.changes import Value, difference, field_values
from audit.services import NewRow, record_new_rows
from core.db.bulk import insert_rows, reserve_ids
from engine import __version__ as engine_version
from games.adjudication.services import order_adjudication
from games.archive.jobs import order_rating
from games.archive.services.digest import Digest
from games.audit_actions import ACCEPTED, FOLLOWED_EVENT, LEFT_EVENT
from games.event_hooks import visibility_in_event
from games.linking.selectors import exact_matches
from games.models import Game, GameText, LinkKind, Submission, SubmissionState, Upload, Visibility
from games.positions.services.index import order_indexing
from games.visibility.selectors import VisibilitySetting, effective_visibility, requested_visibility
from players.models import Club, Person, User
from players.people.services.merge_steps import merged_reference

VISIBILITY_FIELDS = ("visibility", "embargo_until", "club")

EVENT_FIELDS = (
    "first_person", "second_person", "first_link", "second_link", "club", "visibility", "embargo_until",
    "no_capture_limit",
)  # fmt: skip


def store_games(
    *,
    source: Upload,
    digests: Sequence[Digest],
    adjudicate: bool = True,
    sent_with: Mapping[tuple[str, ...], int] | None = None,
) -> dict[tuple[str, ...], int]:
    """The ids of the new games by `Digest.copy`; IntegrityError if one of them is there already.

    `sent_with` names by the same keys the uploads that they came with, if those are several like the source.
    Inside the caller's transaction.
    """
    if not digests:
        return {}
    # In the order of the keys: two workers that store the same games wait for one another and not in a circle.
    digests = sorted(digests, key=lambda digest: digest.copy)
    ids = reserve_ids(Game, len(digests))
    rows = _game_rows(source, digests, ids)
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
    visibility, uploads = str(source.visibility), sent_with or {}
    created = [
        NewRow(
            row["id"],
            game_title(row),
            {"upload": uploads.get(digest.copy, source.pk), "visibility": visibility},
        )
        for row, digest in zip(rows, digests, strict=True)
    ]
    record_new_rows(
        actor=source.account,
        action=ACCEPTED,
        model=Game,
        created=created,
        club=source.club_id,
    )
    if adjudicate:
        order_adjudication(games=ids)
    return {digest.copy: pk for pk, digest in zip(ids, digests, strict=True)}


def game_title(row: dict[str, Any]) -> str:
    """As `Game.__str__` has it."""
    return f"{row['first_name']} – {row['second_name']}, {row['result']}"


def _game_rows(source: Upload, digests: Sequence[Digest], ids: Iterable[int]) -> list[dict[str, Any]]:
    names = [str(digest.head[side]) for digest in digests for side in ("first_key", "second_key")]
    people = exact_matches(names, source.club_id, source.account_id)
    same = {
        "club_id": source.club_id,
        "verdict": "",
        "adjudicated_with": "",
        "confirmation": "",
        "visibility": str(source.visibility),
        "embargo_until": source.embargo_until,
        "no_capture_limit": source.no_capture_limit,
        "submitted_by_id": source.account_id,
        "engine_version": engine_version,
        "created_at": timezone.now(),
    }
    return [
        {"id": pk, **digest.head, **same, **_links(digest, people), "copy_for": digest.copy_for}
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


@transaction.atomic
def attach_to_event(
    *,
    actor: User | None,
    game: int,
    club: Club,
    first: Person,
    second: Person,
    visibility: Visibility,
    no_capture_limit: int | None,
) -> Game:
    """The event says who played, for which club, by which limit, and who may see it. The same again changes nothing."""
    current = Game.objects.select_for_update(no_key=True).get(pk=game)
    before = field_values(current, EVENT_FIELDS)
    current.first_person, current.second_person = first, second
    current.first_link = current.second_link = LinkKind.CONFIRMED
    _set_club(current, club)
    current.visibility, current.embargo_until = effective_visibility(
        current, requested_visibility([game]).get(game), visibility
    )
    changes_limit = current.no_capture_limit != no_capture_limit
    current.no_capture_limit = no_capture_limit
    changed = difference(before, field_values(current, EVENT_FIELDS))
    if not changed.after:
        return current
    current.save(update_fields=list(EVENT_FIELDS))
    if changes_limit and current.adjudicated_with:
        # The referee has looked without knowing the limit, or with another one.
        Game.objects.filter(pk=game).update(adjudicated_with="")
        current.adjudicated_with = ""
        order_adjudication(games=[game])
    audit.record(
        actor=actor,
        action=FOLLOWED_EVENT,
        target=current,
        before=changed.before,
        after=changed.after,
        club=current.club_id,
    )
    order_rating(games=[game])
    order_indexing(games=[game])
    return current


@transaction.atomic
def apply_event_visibility(*, actor: User | None, games: Sequence[int], visibility: Visibility | None) -> int:
    """Set or lift the embargo of games that an event withholds, None: as they would be without it; how many changed.

    What a submitter keeps private, for a club, or until a time of the own choice, no event opens.
    """
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk")
    requested = requested_visibility(games)
    changed = [
        game.pk
        for game in rows
        if _set_visibility(
            game,
            effective_visibility(game, requested.get(game.pk), visibility),
            actor=actor,
            action=FOLLOWED_EVENT,
        )
    ]
    order_rating(games=changed)
    order_indexing(games=changed)
    return len(changed)


@transaction.atomic
def detach_from_event(*, actor: User | None, game: int) -> None:
    """It no longer belongs to its event: what the submitter asked for counts again, and the club it was sent for."""
    current = Game.objects.select_for_update(no_key=True).get(pk=game)
    before = field_values(current, VISIBILITY_FIELDS)
    # What was sent for a board stays with the club of the event; so does what was sent for no club.
    sent = Submission.objects.filter(game=game, state=SubmissionState.ACCEPTED, upload__meant_for="")
    if club := Club.objects.filter(uploads__submissions__in=sent).first():
        _set_club(current, club)
    wanted = effective_visibility(
        current, requested_visibility([game]).get(game), visibility_in_event(current)
    )
    _set_visibility(current, wanted, actor=actor, action=LEFT_EVENT, before=before)
    order_rating(games=[game])
    order_indexing(games=[game])


def _set_club(game: Game, club: Club) -> None:
    """At once: what a submitter asked for the members of a club depends on which one it is."""
    if game.club_id != club.pk:
        game.club = club
        Game.objects.filter(pk=game.pk).update(club=club)


def _set_visibility(
    game: Game,
    wanted: VisibilitySetting,
    *,
    actor: User | None,
    action: Action,
    before: dict[str, Value] | None = None,
) -> bool:
    """Whether anything changed; `before` if something else was changed already."""
    before = field_values(game, VISIBILITY_FIELDS) if before is None else before
    game.visibility, game.embargo_until = wanted
    changed = difference(before, field_values(game, VISIBILITY_FIELDS))
    if not changed.after:
        return False
    game.save(update_fields=list(VISIBILITY_FIELDS))
    audit.record(
        actor=actor,
        action=action,
        target=game,
        before=changed.before,
        after=changed.after,
        club=game.club_id,
    )
    return True


def _game_count(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


GAME_MERGE_STEPS: Final = (
    merged_reference(Game, "first_person", what=_game_count),
    merged_reference(Game, "second_person", what=_game_count),
)
