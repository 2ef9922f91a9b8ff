"""Ordering a round: the next one, the same one again, or one without some constraints. And deleting a draft."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.changes import Value
from core.errors import Refused
from players.models import User
from tournaments.audit_actions import ROUND_DELETED, ROUND_ORDERED
from tournaments.entries.services.attendance import mark_missing_as_absent
from tournaments.event_records import keep_records_of_boards
from tournaments.history import record_action
from tournaments.locking import (
    LockedRound,
    conflict_error,
    describe_last_action,
    lock_event,
    lock_round,
    refuse_unless_running,
)
from tournaments.models import OPEN_RESULTS, Bye, Entry, Pairing, PairingSystem, Round, RoundState, Section
from tournaments.rounds.jobs import enqueue_pairing
from tournaments.rounds.selectors.constraints import PairingConstraints, apply_relaxations
from tournaments.rounds.services.knockout import undecided_matches
from tournaments.rounds.services.publication import close_round
from tournaments.tournament_data import number_of_rounds


@dataclass(frozen=True)
class NextRound:
    """Which round can be ordered next: `refusal` says why it cannot be, `warning` what the arbiter must accept."""

    number: int
    refusal: str = ""
    warning: str = ""
    planned: int = 0
    """How many rounds there are to be; 0 if that is not known yet."""


def next_round(section: Section) -> NextRound:
    """Six queries at most."""
    players = Entry.objects.filter(section=section, starting_rank__isnull=False).count()
    planned = number_of_rounds(section, players)
    return replace(_next_round(section, players, planned), planned=planned)


def _next_round(section: Section, players: int, planned: int) -> NextRound:
    last = Round.objects.filter(section=section).order_by("number").last()
    number = last.number + 1 if last else 1
    if last is not None:
        last.section = section
    if players < 2:
        return NextRound(number, _("A round needs at least two players with a starting rank."))
    if last is not None and not last.is_public:
        return NextRound(
            number, _("Round %(number)s comes first: it is not published yet.") % {"number": last.number}
        )
    if number > planned:
        return NextRound(
            number, _("All %(count)s rounds of this section have been paired.") % {"count": planned}
        )
    if last is not None and section.system == PairingSystem.KNOCKOUT:
        if matches := undecided_matches(last):
            return NextRound(
                number,
                _("Match %(matches)s of round %(number)s is not decided yet.")
                % {"matches": ", ".join(matches), "number": last.number},
            )
    elif section.system != PairingSystem.ROUND_ROBIN:
        open_games = Pairing.objects.filter(round__section=section, result__in=OPEN_RESULTS).count()
        if open_games:
            return NextRound(number, warning=_open_games_warning(open_games))
    return NextRound(number)


@transaction.atomic
def order_round(
    *,
    actor: User,
    section: Section,
    number: int,
    despite_warning: bool = False,
    leave_out_missing: bool = False,
) -> Round:
    """`number` is what the page offered: the second to order the same round is told who ordered it first.

    `leave_out_missing`: who has not checked in misses round one.
    """
    event = lock_event(section.event_id)
    section = Section.objects.get(pk=section.pk)
    section.event = event
    refuse_unless_running(event)
    if existing := Round.objects.filter(section=section, number=number).first():
        words = _("Round %(number)s is already %(state)s.") % {
            "number": number,
            "state": existing.get_state_display(),
        }
        raise conflict_error(words, describe_last_action(event, [ROUND_ORDERED], section, number))
    coming = next_round(section)
    if coming.refusal:
        raise Refused(coming.refusal)
    if coming.number != number:
        raise Refused(_("The next round is round %(number)s.") % {"number": coming.number})
    if coming.warning and not despite_warning:
        raise Refused(coming.warning)
    if leave_out_missing and number == 1:
        mark_missing_as_absent(actor=actor, section=section)
    round_ = Round.objects.create(section=section, number=number)
    enqueue_pairing(round_)
    record_action(
        actor=actor, action=ROUND_ORDERED, event=event, after=LockedRound(event, section, round_).log_values()
    )
    return round_


@transaction.atomic
def close_and_order(*, actor: User, round: Round) -> Round:  # noqa: A002  what it is
    """Close the round and order the next one: both, or neither."""
    closed = close_round(actor=actor, round=round)
    return order_round(actor=actor, section=closed.section, number=closed.number + 1)


@transaction.atomic
def pair_again(
    *,
    actor: User,
    round: Round,  # noqa: A002  what it is
    seen: int | None,
    keep_boards: Collection[int] = (),
    keep_bye: bool = False,
) -> Round:
    """Pair a draft again; the boards of these numbers stay as they are, and everybody else is paired around them."""
    locked = lock_round(round, orders=True)
    now = locked.round
    _refuse_published(locked)
    locked.refuse_if_changed(seen, now=locked.round.get_state_display())
    constraints = PairingConstraints(allowed=PairingConstraints.from_json(now.laid_down).allowed)
    if locked.section.system in (PairingSystem.SWISS, PairingSystem.KEIZER):
        constraints = _keep_boards(constraints, now, set(keep_boards), keep_bye)
    elif keep_boards or keep_bye:
        raise Refused(_("In this system the boards follow from the table: none can be kept."))
    return _reset_and_order(actor, locked, constraints)


@transaction.atomic
def relax_constraints(*, actor: User, round: Round, seen: int | None) -> Round:  # noqa: A002
    """Give up every constraint that stood in the way of pairing the round, and order it again."""
    locked = lock_round(round, orders=True)
    _refuse_published(locked)
    locked.refuse_if_changed(seen, now=locked.round.get_state_display())
    now = locked.round
    if not now.relaxations:
        raise Refused(_("There is nothing to give up: the round can be paired."))
    return _reset_and_order(
        actor, locked, apply_relaxations(PairingConstraints.from_json(now.laid_down), now.relaxations)
    )


@transaction.atomic
def delete_draft(*, actor: User, round: Round, seen: int | None) -> None:  # noqa: A002
    """Delete a round that is not published. It can be ordered again, perhaps with other players."""
    locked = lock_round(round, orders=True)
    _refuse_published(locked)
    locked.refuse_if_changed(seen, now=locked.round.get_state_display())
    pairings = Pairing.objects.filter(round=locked.round)
    boards = pairings.count()
    keep_records_of_boards(locked.event, pairings)
    locked.round.delete()
    record_action(
        actor=actor,
        action=ROUND_DELETED,
        event=locked.event,
        before=locked.log_values(boards=boards),
        after=locked.log_values(),
    )


def _reset_and_order(actor: User, locked: LockedRound, constraints: PairingConstraints) -> Round:
    now = locked.round
    pairings = Pairing.objects.filter(round=now)
    keep_records_of_boards(locked.event, pairings)
    pairings.delete()
    Bye.objects.filter(round=now).delete()
    now.state, now.problem, now.relaxations = RoundState.ORDERED, "", []
    now.laid_down, now.changed_by_hand = constraints.to_json(), False
    now.version += 1
    now.save()
    enqueue_pairing(now)
    kept: dict[str, Value] = {"kept boards": len(constraints.boards)} if constraints.boards else {}
    record_action(actor=actor, action=ROUND_ORDERED, event=locked.event, after=locked.log_values(**kept))
    return now


def _keep_boards(
    constraints: PairingConstraints, round_: Round, boards: set[int], bye: bool
) -> PairingConstraints:
    rows = Pairing.objects.filter(round=round_, leg=1, board__in=boards).order_by("board")
    free = Bye.objects.filter(round=round_, kind="pairing").first() if bye else None
    return replace(
        constraints,
        boards=tuple((row.first_id, row.second_id) for row in rows),
        bye=free.entry_id if free else None,
    )


def _refuse_published(locked: LockedRound) -> None:
    if locked.round.is_public:
        raise Refused(_("The round is published: unpublish it first."))


def _open_games_warning(count: int) -> str:
    return ngettext(
        "%(count)s game has no result yet. For this pairing it counts as a draw, and its players have met.",
        "%(count)s games have no result yet. For this pairing they count as draws, and their players have met.",
        count,
    ) % {"count": count}
