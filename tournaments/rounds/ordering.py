"""Ordering a round: the next one, the same one again, or one with something given up. And throwing it away."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.changes import Value
from players.errors import Refused
from players.models import User
from tournaments.actions import ROUND_DELETED, ROUND_ORDERED
from tournaments.history import tell
from tournaments.holding import hold, refuse_if_changed
from tournaments.models import Bye, Entry, Pairing, PairingResult, PairingSystem, Round, RoundState, Section
from tournaments.plain_data import number_of_rounds
from tournaments.results.loose_records import keep_without_boards
from tournaments.rounds.guarding import Held, done_by, hold_round, refuse_unless_running, told
from tournaments.rounds.jobs import order_computation
from tournaments.rounds.laid_down import LaidDown
from tournaments.rounds.matches import undecided_matches
from tournaments.rounds.relaxing import given_up

OPEN = (PairingResult.NONE, PairingResult.ADJOURNED)


@dataclass(frozen=True)
class NextRound:
    """Which round can be ordered next, and what speaks against it: `refusal` forbids it, `warning` must be accepted."""

    number: int
    refusal: str = ""
    warning: str = ""


def next_round(section: Section) -> NextRound:
    """Six queries at most."""
    players = Entry.objects.filter(section=section, starting_rank__isnull=False).count()
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
    if number > (most := number_of_rounds(section, players)):
        return NextRound(number, _("All %(most)s rounds of this section are there.") % {"most": most})
    if last is not None and section.system == PairingSystem.KNOCKOUT:
        if matches := undecided_matches(last):
            return NextRound(
                number,
                _("Match %(matches)s of round %(number)s is not decided yet.")
                % {"matches": ", ".join(matches), "number": last.number},
            )
    elif section.system != PairingSystem.ROUND_ROBIN:
        open_games = Pairing.objects.filter(round__section=section, result__in=OPEN).count()
        if open_games:
            return NextRound(number, warning=_open_games(open_games))
    return NextRound(number)


@transaction.atomic
def order_round(
    *,
    actor: User,
    section: Section,
    number: int,
    despite_warning: bool = False,
    laid_down: LaidDown | None = None,
) -> Round:
    """`number` is what the page offered: whoever comes second with the same number is told of the first."""
    event = hold(section.event_id)
    section = Section.objects.get(pk=section.pk)
    section.event = event
    refuse_unless_running(event)
    if existing := Round.objects.filter(section=section, number=number).first():
        words = _("Round %(number)s is %(state)s already.") % {
            "number": number,
            "state": existing.get_state_display(),
        }
        raise told(words, done_by(event, [ROUND_ORDERED], section, number))
    coming = next_round(section)
    if coming.refusal:
        raise Refused(coming.refusal)
    if coming.number != number:
        raise Refused(_("The next round is round %(number)s.") % {"number": coming.number})
    if coming.warning and not despite_warning:
        raise Refused(coming.warning)
    round_ = Round.objects.create(
        section=section, number=number, laid_down=laid_down.stored() if laid_down else {}
    )
    order_computation(round_)
    tell(actor=actor, action=ROUND_ORDERED, event=event, after=Held(event, section, round_).about())
    return round_


@transaction.atomic
def order_again(
    *,
    actor: User,
    round: Round,  # noqa: A002  what it is
    seen: int | None,
    keep_boards: Collection[int] = (),
    keep_bye: bool = False,
) -> Round:
    """Pair a draft anew; the boards of these numbers stay as they are, and everybody else is paired around them."""
    held = hold_round(round, orders=True)
    now = held.round
    _refuse_published(held)
    _refuse_other_version(held, seen)
    laid_down = LaidDown(allowed=LaidDown.of(now.laid_down).allowed)
    if held.section.system in (PairingSystem.SWISS, PairingSystem.KEIZER):
        laid_down = _with_kept(laid_down, now, set(keep_boards), keep_bye)
    elif keep_boards or keep_bye:
        raise Refused(_("In this system the boards follow from the table: none can be kept."))
    return _order_anew(actor, held, laid_down)


@transaction.atomic
def give_up(*, actor: User, round: Round, seen: int | None) -> Round:  # noqa: A002
    """Give up all that stood in the way of pairing the round, and order it again."""
    held = hold_round(round, orders=True)
    _refuse_published(held)
    _refuse_other_version(held, seen)
    now = held.round
    if not now.relaxations:
        raise Refused(_("There is nothing to give up: the round can be paired."))
    return _order_anew(actor, held, given_up(LaidDown.of(now.laid_down), now.relaxations))


@transaction.atomic
def delete_draft(*, actor: User, round: Round, seen: int | None) -> None:  # noqa: A002
    """Throw a round away that is not published. It can be ordered again, perhaps with other players."""
    held = hold_round(round, orders=True)
    _refuse_published(held)
    _refuse_other_version(held, seen)
    pairings = Pairing.objects.filter(round=held.round)
    boards = pairings.count()
    keep_without_boards(held.event, pairings)
    held.round.delete()
    tell(
        actor=actor,
        action=ROUND_DELETED,
        event=held.event,
        before=held.about(boards=boards),
        after=held.about(),
    )


def _order_anew(actor: User, held: Held, laid_down: LaidDown) -> Round:
    now = held.round
    pairings = Pairing.objects.filter(round=now)
    keep_without_boards(held.event, pairings)
    pairings.delete()
    Bye.objects.filter(round=now).delete()
    now.state, now.problem, now.relaxations = RoundState.ORDERED, "", []
    now.laid_down, now.changed_by_hand = laid_down.stored(), False
    now.version += 1
    now.save()
    order_computation(now)
    kept: dict[str, Value] = {"kept boards": len(laid_down.boards)} if laid_down.boards else {}
    tell(actor=actor, action=ROUND_ORDERED, event=held.event, after=held.about(**kept))
    return now


def _with_kept(laid_down: LaidDown, round_: Round, boards: set[int], bye: bool) -> LaidDown:
    rows = Pairing.objects.filter(round=round_, leg=1, board__in=boards).order_by("board")
    free = Bye.objects.filter(round=round_, kind="pairing").first() if bye else None
    return replace(
        laid_down,
        boards=tuple((row.first_id, row.second_id) for row in rows),
        bye=free.entry_id if free else None,
    )


def _refuse_published(held: Held) -> None:
    if held.round.is_public:
        raise Refused(_("The round is published: take that back first."))


def _refuse_other_version(held: Held, seen: int | None) -> None:
    refuse_if_changed(held.event, held.round, seen=seen, now=held.round.get_state_display())


def _open_games(count: int) -> str:
    return ngettext(
        "%(count)s game has no result yet. For this pairing it counts as a draw, and its players have met.",
        "%(count)s games have no result yet. For this pairing they count as draws, and their players have met.",
        count,
    ) % {"count": count}
