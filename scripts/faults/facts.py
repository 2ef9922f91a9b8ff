"""What the site has, as its database and its queues say: read beside the site, whatever its pages would answer."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import Error, connection
from django.db.models import Count, Q
from django.utils import timezone
from redis.exceptions import RedisError

from audit.models import AuditEntry
from games.audit_actions import CONFIRMED_BY_PLAYER
from games.models import Game, GameConfirmation, SubmissionState, Upload
from jobs.kinds import JOB_KINDS
from jobs.metrics import count_failed, queue_lengths
from jobs.models import WorkState
from players.models import ListVersion, Person, RatingPool, ResultSource, SourceKind
from players.people.services.photos import PHOTO_SIZES, PreparedPhoto, photo_key, read_photo
from scripts.faults.state import Facts, Queues, StoredUpload
from tournaments.audit_actions import RATED, RESULT_ENTERED, ROUND_PAIRED, ROUND_PUBLISHED
from tournaments.models import Pairing, Round, RoundState

Found = TypeVar("Found")
# Lines of the history that must stand there once for each thing they are about.
ONCE: Final = tuple(action.key for action in (RESULT_ENTERED, ROUND_PAIRED, ROUND_PUBLISHED, RATED))


def lease_seconds() -> float:
    """After how long a claim is held by nobody."""
    return float(getattr(settings, "JOB_LEASE", settings.CELERY_TASK_TIME_LIMIT))


def queue_names() -> tuple[str, ...]:
    return tuple(queue.name for queue in getattr(settings, "CELERY_TASK_QUEUES", ()))


def ask(question: Callable[[], Found]) -> Found | None:
    """None while database or broker are away."""
    try:
        return question()
    except (Error, RedisError, OSError):
        return None
    finally:
        connection.close()  # the next question may come after a restart


def count_waiting(*, since_before: datetime | None = None) -> int:
    """Rows of work that are due, or were begun and have to be tried again; those that waited already at that time."""
    now = timezone.now()
    begun_or_due = Q(due_at__lte=now) | Q(attempts__gt=0)
    before = Q(created_at__lte=since_before) if since_before else Q()
    return sum(
        kind.model._default_manager.filter(begun_or_due, before, state=WorkState.WAITING).count()
        for kind in JOB_KINDS
    )


def read_queues() -> Queues:
    before = _count_undone()
    messages = sum(queue_lengths().values())
    return Queues(messages, max(before, _count_undone()))


def read_history() -> dict[int, str]:
    """A digest of each line."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, md5(line::text) FROM audit_auditentry line")
        return dict(cursor.fetchall())


def read_facts() -> Facts:
    confirmations = GameConfirmation.objects.filter(answer="confirmed").values_list("game")
    sources = ResultSource.objects.filter(kind=SourceKind.EVENT).values_list("key")
    published = Round.objects.filter(state__in=(RoundState.PUBLISHED, RoundState.CLOSED))
    return Facts(
        uploads=_uploads(),
        games=Game.objects.count(),
        results=dict(Pairing.objects.values_list("pk", "result")),
        published_rounds=set(published.values_list("pk", flat=True)),
        history_lines=_history_lines(),
        rated_events={int(key): count for key, count in sources.annotate(count=Count("pk"))},
        confirmations=dict(confirmations.annotate(count=Count("pk"))),
        photos={person.pk: _shown_photo(person) for person in Person.objects.exclude(photo="")},
        list_versions={pool.slug: _versions(pool) for pool in RatingPool.objects.all()},
        failed_jobs={kind.name: failed for kind in JOB_KINDS if (failed := count_failed(kind))},
    )


def _count_undone() -> int:
    return sum(kind.model._default_manager.filter(state=WorkState.WAITING).count() for kind in JOB_KINDS)


def _uploads() -> list[StoredUpload]:
    def number_of(*states: SubmissionState) -> Count:
        return Count("submissions", filter=Q(submissions__state__in=states), distinct=True)

    rows = Upload.objects.annotate(
        accepted=number_of(SubmissionState.ACCEPTED),
        errors=number_of(SubmissionState.ERROR),
        unfinished=number_of(SubmissionState.RECEIVED),
        duplicates=number_of(SubmissionState.DUPLICATE),
        games_made=Count("submissions__game", distinct=True),
    )
    return [
        StoredUpload(row.file_name, row.accepted, row.errors, row.unfinished, row.duplicates, row.games_made)
        for row in rows
    ]


def _history_lines() -> dict[str, int]:
    lines: Counter[str] = Counter()
    for action, target, after in AuditEntry.objects.filter(action__in=ONCE).values_list(
        "action", "target_id", "after"
    ):
        lines[f"{action} of event {target}{_place(after)}"] += 1
    for game, actor in AuditEntry.objects.filter(action=CONFIRMED_BY_PLAYER.key).values_list(
        "target_id", "actor_id"
    ):
        lines[f"{CONFIRMED_BY_PLAYER.key} of game {game} by account {actor}"] += 1
    return dict(lines)


def _place(values: dict[str, Any]) -> str:
    return "".join(f", {key} {values[key]}" for key in ("section", "round", "board") if key in values)


def _versions(pool: RatingPool) -> list[int]:
    return list(ListVersion.objects.filter(pool=pool).order_by("pk").values_list("number", flat=True))


def _shown_photo(person: Person) -> str:
    """Its key, computed again from its files."""
    squares = {size: read_photo(person.photo, size) or b"" for size in PHOTO_SIZES}
    return photo_key(PreparedPhoto(squares), person=person.pk)
