"""Takes mends out again, each by replacing the one guard that closes a hole. For the tests alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games import policies as game_policies
from games.archive.selectors.copies import CopyMatch
from games.archive.services.digest import Digest
from games.confirmations.selectors import Answers
from games.models import ConfirmationState, Game
from games.recorder import policies as recorder_policies
from games.submissions.services import validation
from jobs import admin as jobs_admin
from players.clubs import jobs as club_jobs
from players.clubs.services import members, offers
from players.models import Membership, Person, RatingPool, ResultSource, Role
from players.people.services import claims, merges
from players.people.services.merge_steps import MovedRows, move_all
from players.people.services.merge_values import MergedValues, merged_values
from players.rating_lists.selectors import periods
from players.rating_lists.services import results
from tournaments.event_files import api as event_file_api
from tournaments.event_files.selectors import summaries
from tournaments.events import receivers as event_receivers
from tournaments.models import EventFile
from tournaments.results import receivers as result_receivers
from tournaments.results.services import recordings as board_recordings

_RANKS = (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)


def consent(patch: pytest.MonkeyPatch) -> None:
    """Whoever is added agrees."""
    patch.setattr(offers, "has_agreed", lambda *_, **__: True)


def consent_in_tables(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(club_jobs, "people_who_agreed", _everybody)


def _everybody(actor: object, club: object, people: Sequence[Person]) -> set[int]:
    return {person.pk for person in people}


def roles_left_behind(patch: pytest.MonkeyPatch) -> None:
    """A profile that is given or merged brings its roles, the higher one winning."""
    patch.setattr(claims, "drop_roles", lambda *_, **__: None)
    patch.setattr(merges, "move_all", _move_with_roles)


def _move_with_roles(kept: Person, merged: Person, rows: MovedRows) -> None:
    present = {membership.club_id: membership for membership in kept.memberships.all()}
    for membership in merged.memberships.order_by("pk"):
        other = present.get(membership.club_id)
        if other is None:
            rows.change(membership, person=kept)
        else:
            role = max(membership.role, other.role, key=lambda role: _RANKS.index(Role(role)))
            rows.delete(membership)
            rows.change(other, role=role)
    move_all(kept, merged, rows)


def private_values_left_behind(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(merges, "merged_values", _all_values)


def _all_values(kept: Person, merged: Person) -> MergedValues:
    """A value is taken over where the kept profile has none."""
    values = merged_values(kept, merged)
    taken = {"year_of_birth": merged.year_of_birth} if kept.year_of_birth is None else {}
    return values._replace(kept=dict(values.kept) | taken)


def sight_in_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(event_receivers, "record_action", lambda **_: None)


def no_members_by_administration(patch: pytest.MonkeyPatch) -> None:
    admin: Any = site.get_model_admin(Membership)
    patch.setattr(admin, "readonly_fields", ("joined_at",))
    patch.setattr(admin, "has_add_permission", lambda request: True)
    patch.setattr(admin, "save_model", _add_member)


def _add_member(request: HttpRequest, membership: Membership, form: object, change: bool) -> None:
    saved = members.add_member(
        actor=None, club=membership.club, person=membership.person, role=Role(membership.role)
    )
    membership.pk = saved.pk


def retries_in_history(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(jobs_admin.retried_by_hand, "send", lambda **_: None)


def own_record_of_board(patch: pytest.MonkeyPatch) -> None:
    """The same moves are the same game, whoever sent them, for whatever, and however they say it ended."""
    patch.setattr(validation, "match_copies", _first_copies)
    patch.setattr(result_receivers, "_is_senders_copy", lambda *_: True)


def _first_copies(upload: object, digests: Mapping[int, Digest], boards: object) -> dict[int, CopyMatch]:
    known = Game.objects.filter(duplicate_key__in=[digest.key for digest in digests.values()])
    games = dict(known.order_by("-pk").values_list("duplicate_key", "pk"))
    return {pk: CopyMatch(games.get(digest.key), "") for pk, digest in digests.items()}


def overruling_followed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(result_receivers, "follow_overruling", lambda **_: None)


def confirmation_by_both(patch: pytest.MonkeyPatch) -> None:
    """Whoever sends a game speaks for both players."""
    patch.setattr(Answers, "state", property(lambda _: ConfirmationState.CONFIRMED))


def confirmed_games_stay(patch: pytest.MonkeyPatch) -> None:
    """Whoever has sent a game changes it, whoever has confirmed it."""
    patch.setattr(game_policies, "_is_free_to_change", lambda *_: True)


def recognition_of_clubs(patch: pytest.MonkeyPatch) -> None:
    """Lists across clubs take the results of every club."""
    patch.setattr(results, "pools_rating", _all_pools)
    patch.setattr(periods, "sources_feeding", _all_sources)


def _all_pools(*, game: str, club_id: int | None) -> QuerySet[RatingPool]:
    return RatingPool.objects.filter(Q(club=None) | Q(club_id=club_id), game=game).order_by("pk")


def _all_sources(pool: RatingPool) -> QuerySet[ResultSource]:
    sources = ResultSource.objects.filter(game=pool.game, taken_back_at=None)
    return sources if pool.club_id is None else sources.filter(club_id=pool.club_id)


def own_drafts(patch: pytest.MonkeyPatch) -> None:
    """Whoever knows the address of a draft goes on with it."""
    patch.setattr(recorder_policies, "_is_owner", lambda *_: True)


def own_boards(patch: pytest.MonkeyPatch) -> None:
    """Every board may be recorded, by whoever sees its event."""
    patch.setattr(board_recordings, "may_send_record", lambda *_: True)


def own_event_files(patch: pytest.MonkeyPatch) -> None:
    """Whoever may import events of the club has a say about files that others have sent."""
    for module in (summaries, event_file_api):
        patch.setattr(module, "own_event_file", _any_event_file)


def _any_event_file(actor: object, pk: int) -> EventFile | None:
    return EventFile.objects.filter(pk=pk).select_related("club", "confirmed__event").first()
