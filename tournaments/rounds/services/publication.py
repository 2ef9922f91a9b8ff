"""Publishing and closing a paired round, and taking each of these back while nothing depends on it."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.changes import Value
from backups.models import Occasion
from backups.services.requests import request_backup
from core.errors import Refused
from players.models import User
from tournaments.audit_actions import ROUND_CLOSED, ROUND_PUBLISHED, ROUND_REOPENED, ROUND_UNPUBLISHED
from tournaments.event_records import apply_record_visibility
from tournaments.history import record_action
from tournaments.locking import (
    LockedRound,
    conflict_error,
    describe_last_action,
    lock_round,
)
from tournaments.models import (
    Pairing,
    PairingResult,
    PairingSystem,
    ResultOrigin,
    ResultReport,
    Round,
    RoundState,
)
from tournaments.rounds.selectors.pairing_input import seated_but_absent
from tournaments.rounds.services.knockout import delete_unneeded_games, undecided_matches
from tournaments.rounds.services.mail import send_pairings
from tournaments.rounds.services.pairing import forfeit_boards_of_withdrawn


@transaction.atomic
def publish_round(*, actor: User, round: Round, seen: int | None) -> Round:  # noqa: A002  what it is
    """From now on it is data: everybody sees it, and nothing changes it by itself."""
    locked = lock_round(round)
    now = locked.round
    if now.is_public:
        words = _("Round %(number)s is already published.") % {"number": now.number}
        raise conflict_error(
            words, describe_last_action(locked.event, [ROUND_PUBLISHED], locked.section, now.number)
        )
    if now.state != RoundState.PAIRED:
        raise Refused(_("The round is not paired yet."))
    locked.refuse_if_changed(seen, now=_("paired differently"))
    if away := seated_but_absent(now):
        raise Refused(
            ngettext(
                "%(names)s no longer plays in this round: pair it again.",
                "%(names)s no longer play in this round: pair it again.",
                len(away),
            )
            % {"names": ", ".join(map(str, away))}
        )
    now.state, now.published_at = RoundState.PUBLISHED, timezone.now()
    _save(now)
    forfeit_boards_of_withdrawn(now)
    record_action(actor=actor, action=ROUND_PUBLISHED, event=locked.event, after=locked.log_values())
    send_pairings(now)
    request_backup(occasion=Occasion.ROUND)
    return now


@transaction.atomic
def unpublish_round(*, actor: User, round: Round) -> Round:  # noqa: A002
    """Nobody but the arbiters sees it any more. Only while it has no result that somebody entered."""
    locked = lock_round(round)
    now = locked.round
    _refuse_unless_state(
        locked, RoundState.PUBLISHED, _("Only a published round that is not closed can be taken back.")
    )
    if locked.section.system == PairingSystem.ROUND_ROBIN and _has_public_round_after(now):
        raise Refused(_("Later rounds are published as well. Take them back first."))
    refuse_if_next_round_exists(locked)
    pairings = Pairing.objects.filter(round=now)
    entered = pairings.exclude(result="").exclude(origin=ResultOrigin.WITHDRAWAL)
    has_records = pairings.filter(Q(game__isnull=False) | Q(text_records__isnull=False))
    if entered.exists() or has_records.exists():
        raise Refused(_("The round already has results: it can no longer be taken back."))
    if ResultReport.objects.filter(pairing__round=now).exists():
        raise Refused(_("Players have already entered results: the round can no longer be taken back."))
    pairings.filter(origin=ResultOrigin.WITHDRAWAL).update(result="", origin="", result_at=None)
    now.state, now.published_at = RoundState.PAIRED, None
    now.clock_started_at = now.clock_seconds = None
    _save(now)
    record_action(actor=actor, action=ROUND_UNPUBLISHED, event=locked.event, after=locked.log_values())
    return now


@transaction.atomic
def close_round(*, actor: User, round: Round, despite_adjourned: bool = False) -> Round:  # noqa: A002
    """All results are there. Adjourned games are named, and may stay open if the arbiter says so."""
    locked = lock_round(round)
    now = locked.round
    if now.state == RoundState.CLOSED:
        words = _("Round %(number)s is already closed.") % {"number": now.number}
        raise conflict_error(
            words, describe_last_action(locked.event, [ROUND_CLOSED], locked.section, now.number)
        )
    _refuse_unless_state(locked, RoundState.PUBLISHED, _("Only a published round can be closed."))
    if locked.section.system == PairingSystem.KNOCKOUT:
        if matches := undecided_matches(now):
            raise Refused(_("Not decided yet: match %(matches)s.") % {"matches": ", ".join(matches)})
        delete_unneeded_games(now)
    if open_boards := boards_with_result(now, PairingResult.NONE):
        raise Refused(
            ngettext(
                "The result of board %(boards)s is missing.",
                "The results of these boards are missing: %(boards)s.",
                len(open_boards),
            )
            % {"boards": ", ".join(open_boards)}
        )
    adjourned = boards_with_result(now, PairingResult.ADJOURNED)
    if adjourned and not despite_adjourned:
        raise Refused(
            ngettext(
                "The game on board %(boards)s is adjourned. Close the round anyway?",
                "The games on these boards are adjourned: %(boards)s. Close the round anyway?",
                len(adjourned),
            )
            % {"boards": ", ".join(adjourned)}
        )
    now.state, now.closed_at = RoundState.CLOSED, timezone.now()
    now.clock_started_at = now.clock_seconds = None
    _save(now)
    apply_record_visibility(locked.event, actor=actor)
    note: dict[str, Value] = {"adjourned": ", ".join(adjourned)} if adjourned else {}
    record_action(actor=actor, action=ROUND_CLOSED, event=locked.event, after=locked.log_values(**note))
    if locked.section.system == PairingSystem.ROUND_ROBIN:
        _announce_next(now)
    return now


@transaction.atomic
def reopen_round(*, actor: User, round: Round) -> Round:  # noqa: A002
    locked = lock_round(round)
    now = locked.round
    _refuse_unless_state(locked, RoundState.CLOSED, _("Only a closed round can be reopened."))
    if locked.section.system != PairingSystem.ROUND_ROBIN:
        refuse_if_next_round_exists(locked)
    now.state, now.closed_at = RoundState.PUBLISHED, None
    _save(now)
    apply_record_visibility(locked.event, actor=actor)
    record_action(actor=actor, action=ROUND_REOPENED, event=locked.event, after=locked.log_values())
    return now


def _has_public_round_after(round_: Round) -> bool:
    later = Round.objects.filter(section=round_.section_id, number__gt=round_.number)
    return later.filter(state__in=(RoundState.PUBLISHED, RoundState.CLOSED)).exists()


def _announce_next(closed: Round) -> None:
    """Where all rounds were published at once, players hear of the next one when it is its turn."""
    following = Round.objects.filter(
        section=closed.section, number=closed.number + 1, state=RoundState.PUBLISHED
    ).first()
    if following is not None:
        following.section = closed.section
        send_pairings(following)


def boards_with_result(round_: Round, result: PairingResult) -> list[str]:
    """The numbers of boards that have this result, once each, in order."""
    rows = Pairing.objects.filter(round=round_, result=result).order_by("board")
    return [str(board) for board in dict.fromkeys(rows.values_list("board", flat=True))]


def _refuse_unless_state(locked: LockedRound, state: RoundState, sentence: str) -> None:
    if locked.round.state != state:
        raise Refused(
            _("%(sentence)s It is: %(state)s.")
            % {"sentence": sentence, "state": locked.round.get_state_display()}
        )


def _save(round_: Round) -> None:
    round_.version += 1
    round_.save()


def refuse_if_next_round_exists(locked: LockedRound) -> None:
    if Round.objects.filter(section=locked.section, number__gt=locked.round.number).exists():
        raise Refused(
            _("Round %(number)s was paired from this one: delete it first.")
            % {"number": locked.round.number + 1}
        )
