"""Writing what a report file tells: the event, its section, entries, rounds and results, in one transaction."""

from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused
from core.game_types import can_be_drawn
from players.models import Club, Person, User
from players.people.services.people import create_people
from tournaments import audit_actions, history
from tournaments.events.services import events, sections
from tournaments.events.services.imported_people import resolve_people
from tournaments.events.services.sections import MAX_TIE_BREAKS
from tournaments.events.services.trf_plan import ImportPlan, PlannedRound, plan_import
from tournaments.locking import lock_event
from tournaments.models import (
    Absence,
    AbsenceKind,
    Bye,
    Entry,
    Event,
    EventState,
    KeptApart,
    Pairing,
    PairingResult,
    PairingSystem,
    ResultOrigin,
    Round,
    RoundState,
    Section,
)
from tournaments.pairing import Outcome, ProhibitedGroup, baku
from tournaments.standings import ROUND_ROBIN_DEFAULT, SWISS_DEFAULT, canonical, find_tie_break
from tournaments.tournament_data import point_fields

ABSENCE_KINDS: Final = {
    Outcome.FULL_POINT_BYE: AbsenceKind.FULL_POINT,
    Outcome.HALF_POINT_BYE: AbsenceKind.HALF_POINT,
    Outcome.ZERO_POINT_BYE: AbsenceKind.ZERO_POINT,
}


@transaction.atomic
def import_report(
    *,
    actor: User,
    club: Club,
    data: bytes,
    game: str,
    rated: bool,
    time_zone: str,
    choices: Mapping[int, str],
) -> Event:
    """Running, if the file has rounds: it goes on, or it is finished like any other. Else a draft."""
    plan = plan_import(data, actor=actor, club=club, today=timezone.localdate())
    if plan.problems:
        raise Refused(" ".join(plan.problems))
    if not can_be_drawn(game) and any(
        board.result == PairingResult.DRAW for each in plan.rounds for board in each.boards
    ):
        raise Refused(_("There are draws in the file, and this game has none."))
    people = resolve_people(plan.players, choices)
    create_people(actor=actor, people=[each for each in people.values() if each.pk is None], club=club)
    event = events.create_event(
        actor=actor,
        club=club,
        name=plan.name,
        game=game,
        starts_on=plan.starts_on,
        ends_on=plan.ends_on,
        time_zone=time_zone,
        place=plan.report.details.city[:200],
        thinking_time=plan.report.details.time_control[:120],
    )
    section = sections.add_section(actor=actor, event=event, **section_values(plan, rated=rated))
    entries = _store_entries(section, plan, people, actor)
    for each in plan.rounds:
        _store_round(section, each, entries, is_last=each.number == len(plan.rounds))
    for person in plan.arbiters:
        events.appoint_arbiter(actor=actor, event=event, person=person)
    event = lock_event(event)
    if plan.rounds:
        event.state = EventState.RUNNING
        event.save(update_fields=["state"])
        events.log_club_arbiters(actor=actor, event=event)
    history.record_action(
        actor=actor,
        action=audit_actions.IMPORTED,
        event=event,
        after={"entries": len(entries), "rounds": len(plan.rounds), "state": str(event.state)},
    )
    return event


def section_values(plan: ImportPlan, *, rated: bool) -> dict[str, Any]:
    """How the file says it is played, as fields of a section."""
    tournament, details = plan.report.tournament, plan.report.details
    number, played = len(tournament.players), len(tournament.rounds)
    rounds = max(tournament.planned_rounds or played, played, 1)
    system = PairingSystem.ROUND_ROBIN if details.round_robin else PairingSystem.SWISS
    accelerated = bool(tournament.accelerations) and tournament.accelerations == baku(
        number, rounds, tournament.point_system
    )
    return {
        "name": _("Main"),
        "system": system,
        "planned_rounds": min(rounds, sections.MAX_ROUNDS),
        "cycles": max(1, ceil(rounds / max(1, number - 1 + number % 2))) if details.round_robin else 1,
        "accelerated": accelerated,
        "first_colour": tournament.initial_colour.value if tournament.initial_colour else "",
        "tie_breaks": ",".join(_tie_breaks(plan, system)),
        "rated": rated,
        **point_fields(tournament.point_system),
    }


def lost_settings(plan: ImportPlan) -> list[str]:
    """Of the file's settings, those that have no place here."""
    tournament, details = plan.report.tournament, plan.report.details
    lost = []
    if tournament.accelerations and not section_values(plan, rated=True)["accelerated"]:
        lost.append(_("Its virtual points are not a Baku acceleration and are not imported."))
    if any(group != ProhibitedGroup(group.players) for group in tournament.prohibited):
        lost.append(_("Players who were kept apart for some rounds only are kept apart for all."))
    unknown = [code for code in _tie_break_codes(plan) if find_tie_break(code) is None]
    if unknown:
        lost.append(_("These tie-breaks are not known here: %(codes)s.") % {"codes": ", ".join(unknown)})
    if "KNOCK" in f"{details.kind} {details.encoded_kind}".upper():
        lost.append(_("A knockout is imported as a Swiss: its table is right, but there is no bracket."))
    return lost


def _tie_break_codes(plan: ImportPlan) -> list[str]:
    details = plan.report.details
    return [code for code in details.tie_breaks or details.standing_order if canonical(code) != "PTS"]


def _tie_breaks(plan: ImportPlan, system: str) -> list[str]:
    usual = ROUND_ROBIN_DEFAULT if system == PairingSystem.ROUND_ROBIN else SWISS_DEFAULT
    known = dict.fromkeys(canonical(code) for code in _tie_break_codes(plan))
    fit = [
        code
        for code in known
        if (found := find_tie_break(code)) and (system == PairingSystem.SWISS or found.for_round_robins)
    ]
    return fit[:MAX_TIE_BREAKS] or list(usual)


def _store_entries(
    section: Section, plan: ImportPlan, people: Mapping[int, Person], actor: User
) -> dict[int, Entry]:
    entries = {
        player.number: Entry(
            section=section,
            person=people[player.number],
            starting_rank=player.number,
            rating=player.rating,
            rating_is_own=True,
            entered_by=actor,
        )
        for player in plan.players
    }
    if not plan.rounds:  # the start fixes the ranks
        for entry in entries.values():
            entry.starting_rank = None
    Entry.objects.bulk_create(entries.values())
    tournament = plan.report.tournament
    Absence.objects.bulk_create(
        Absence(entry=entries[player], round_number=number, kind=ABSENCE_KINDS[outcome])
        for number, byes in plan.report.byes.items()
        for player, outcome in byes.items()
        if outcome in ABSENCE_KINDS
    )
    apart = {
        tuple(sorted((entries[one].pk, entries[other].pk)))
        for group in tournament.prohibited
        for one in group.players
        for other in group.players
        if one < other
    }
    KeptApart.objects.bulk_create(
        KeptApart(section=section, one_id=one, other_id=other) for one, other in sorted(apart)
    )
    return entries


def _store_round(
    section: Section, planned: PlannedRound, entries: Mapping[int, Entry], *, is_last: bool
) -> None:
    """Closed; only the last one goes on being played, if results are missing."""
    goes_on = is_last and not planned.is_complete
    now = timezone.now()
    stored = Round.objects.create(
        section=section,
        number=planned.number,
        state=RoundState.PUBLISHED if goes_on else RoundState.CLOSED,
        published_at=now,
        closed_at=None if goes_on else now,
    )
    pairings = []
    for board, each in enumerate(planned.boards, start=1):
        result = each.result or (PairingResult.NONE if goes_on else PairingResult.ADJOURNED)
        pairings.append(
            Pairing(
                round=stored,
                board=board,
                first=entries[each.first],
                second=entries[each.second],
                result=result,
                origin=ResultOrigin.IMPORTED if result else ResultOrigin.NONE,
                result_at=now if result else None,
            )
        )
    Pairing.objects.bulk_create(pairings)
    Bye.objects.bulk_create(
        Bye(round=stored, entry=entries[player], kind=kind) for player, kind in planned.byes.items()
    )
