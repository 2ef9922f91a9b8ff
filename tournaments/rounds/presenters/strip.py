"""Where a section stands and what comes next, in one strip on all pages of those who conduct it."""

from dataclasses import dataclass
from enum import StrEnum

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import policies
from tournaments.access import has_permission
from tournaments.entries.selectors.entries import count_missing
from tournaments.models import EventState, PairingSystem, Round, RoundState, Section
from tournaments.rounds.selectors.lists import RoundCount, rounds_with_counts
from tournaments.rounds.services.order import NextRound, next_round


class Step(StrEnum):
    """What is done with every round, in this order."""

    PAIR = "pair"
    PUBLISH = "publish"
    ENTER = "enter"
    CLOSE = "close"


@dataclass(frozen=True)
class ShownStep:
    label: str
    is_current: bool
    is_done: bool


@dataclass(frozen=True)
class NextAction:
    """A button if `fields` are sent, else a link."""

    label: str
    address: str
    fields: dict[str, str] | None = None


@dataclass(frozen=True)
class Strip:
    state: str
    steps: list[ShownStep]
    action: NextAction | None
    hint: str = ""
    other: NextAction | None = None
    """What may be done instead."""

    @property
    def actions(self) -> list[NextAction]:
        return [action for action in (self.action, self.other) if action is not None]


def present_strip(request: HttpRequest, section: Section, *, page: str = "") -> Strip | None:
    """None for those who conduct nothing here. `page` is the name of the page's address: it is not linked to."""
    event = section.event
    if event.state != EventState.RUNNING or not has_permission(request, event, policies.PAIR):
        return None
    counts = rounds_with_counts(section, drafts=True)
    if not counts:
        return _before_next(section, next_round(section))
    last = _round_at_hand(section, counts)
    match RoundState(last.round.state):
        case RoundState.ORDERED:
            return _being_paired(last.round)
        case RoundState.PAIRED:
            return _draft(last.round, page)
        case RoundState.PUBLISHED:
            return _played(last, section, page)
        case RoundState.CLOSED:
            return _before_next(section, next_round(section), after=last.round)


def _round_at_hand(section: Section, counts: list[RoundCount]) -> RoundCount:
    """The last one; where all rounds of a round robin are published, the first that is not closed."""
    if section.system == PairingSystem.ROUND_ROBIN:
        published = [each for each in counts if each.round.state == RoundState.PUBLISHED]
        if published and counts[-1].round.is_public:
            return published[0]
    return counts[-1]


def _steps(current: Step | None) -> list[ShownStep]:
    labels = {
        Step.PAIR: _("Pair"),
        Step.PUBLISH: _("Publish"),
        Step.ENTER: _("Enter results"),
        Step.CLOSE: _("Close"),
    }
    order = list(Step)
    place = order.index(current) if current else len(order)
    return [
        ShownStep(label, is_current=step is current, is_done=order.index(step) < place)
        for step, label in labels.items()
    ]


def _being_paired(round_: Round) -> Strip:
    state = _("%(round)s is being paired") % {"round": round_.name}
    return Strip(state, _steps(Step.PAIR), NextAction(_("Look at it"), _of_round("round-draft", round_)))


def _draft(round_: Round, page: str) -> Strip:
    state = _("%(round)s is paired, and nobody else sees it yet") % {"round": round_.name}
    if page == "round-draft":
        action = NextAction(
            _("Publish"), _of_round("publish-round", round_), {"version": str(round_.version)}
        )
    else:
        action = NextAction(_("Look at the draft"), _of_round("round-draft", round_))
    return Strip(state, _steps(Step.PUBLISH), action)


def _played(count: RoundCount, section: Section, page: str) -> Strip:
    round_ = count.round
    state = ngettext(
        "%(round)s: %(done)d of %(games)d result", "%(round)s: %(done)d of %(games)d results", count.games
    ) % {
        "round": round_.name,
        "done": count.done,
        "games": count.games,
    }
    if count.missing:
        enter = NextAction(_("Enter results"), _of_round("round-results", round_))
        return Strip(state, _steps(Step.ENTER), None if page == "round-results" else enter)
    if _follows_schedule(section, round_):
        return Strip(
            state,
            _steps(Step.CLOSE),
            NextAction(_("Close round"), _of_round("close-round", round_), fields={}),
        )
    if _has_next(section, round_):
        label = _("Close round and pair the next")
        return Strip(
            state, _steps(Step.CLOSE), NextAction(label, _of_round("close-and-pair", round_), fields={})
        )
    return Strip(
        state,
        _steps(Step.CLOSE),
        NextAction(_("Close the last round"), _of_round("close-round", round_), fields={}),
    )


def _follows_schedule(section: Section, round_: Round) -> bool:
    """Whether the next round is public already."""
    return (
        section.system == PairingSystem.ROUND_ROBIN
        and Round.objects.filter(section=section, number=round_.number + 1).exists()
    )


def _has_next(section: Section, round_: Round) -> bool:
    coming = next_round(section)
    if section.system == PairingSystem.KNOCKOUT:
        # Whether all matches are decided is asked when the round is closed.
        return coming.number <= coming.planned
    return not coming.refusal and coming.number > round_.number


def _before_next(section: Section, coming: NextRound, after: Round | None = None) -> Strip:
    if coming.number > coming.planned and after:
        state = _("%(round)s is closed, and it was the last one") % {"round": after.name}
        finish = NextAction(_("Finish …"), reverse("event-finish", args=[section.event_id]))
        return Strip(state, _steps(None), finish)
    state = _("%(round)s is closed") % {"round": after.name} if after else _("No round is paired yet")
    if coming.refusal or coming.warning:
        rounds = NextAction(_("Rounds"), reverse("rounds", args=[section.event_id, section.pk]))
        return Strip(state, _steps(Step.PAIR), rounds, hint=coming.refusal or coming.warning)
    label = _("Pair round %(number)d") % {"number": coming.number}
    address = reverse("order-round", args=[section.event_id, section.pk])
    fields = {"number": str(coming.number)}
    missing = count_missing(section) if coming.number == 1 else 0
    if not missing:
        everything = _whole_schedule(section, fields)
        return Strip(state, _steps(Step.PAIR), NextAction(label, address, fields), other=everything)
    hint = ngettext(
        "%(count)d player has not checked in.", "%(count)d players have not checked in.", missing
    ) % {"count": missing}
    return Strip(
        state,
        _steps(Step.PAIR),
        NextAction(_("Leave them out"), address, {**fields, "missing": "leave"}),
        hint=hint,
        other=NextAction(_("Pair them"), address, fields),
    )


def _whole_schedule(section: Section, fields: dict[str, str]) -> NextAction | None:
    """Of a round robin; its table knows all rounds from the start."""
    if section.system != PairingSystem.ROUND_ROBIN:
        return None
    address = reverse("publish-schedule", args=[section.event_id, section.pk])
    return NextAction(_("Publish all rounds"), address, fields)


def _of_round(name: str, round_: Round) -> str:
    return reverse(name, args=[round_.section.event_id, round_.section_id, round_.number])
