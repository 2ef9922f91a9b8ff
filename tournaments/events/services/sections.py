"""Sections of an event: adding, changing, ordering and deleting them."""

import secrets
from collections.abc import Mapping
from typing import Any, Final, TypedDict, Unpack

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from audit.changes import Value, difference, field_values, filled_values, refuse_conflicting_changes
from core.errors import Refused
from players import names
from players.models import User
from tournaments import audit_actions, history
from tournaments.entries.services.places import fill_free_places
from tournaments.events.services.changes import (
    refuse_frozen_fields,
    refuse_if_archived,
    set_fields,
    why_frozen,
)
from tournaments.locking import lock_event
from tournaments.models import Entry, Event, EventState, PairingSystem, Round, Section
from tournaments.models.section import FIELDS_FIXED_BY_FIRST_ROUND, POINT_FIELDS, SECTION_FIELDS
from tournaments.pairing import PointSystem, TieRule
from tournaments.standings import TieBreakError, canonical, tie_breaks

MAX_ROUNDS: Final = 99
MAX_SECTIONS: Final = 30
MAX_GAMES_PER_MATCH: Final = 8
MAX_POINTS: Final = 1000
FINAL_TIE_RULES: Final = (TieRule.HIGHER_SEED, TieRule.LOTS)
MAX_TIE_BREAKS: Final = 6


class SectionFields(TypedDict, total=False):
    """Fields of a section as the services take them."""

    name: str
    system: str
    planned_rounds: int
    cycles: int
    games_per_match: int
    third_place: bool
    tie_rules: str
    accelerated: bool
    keep_clubs_apart: bool
    first_colour: str
    point_unit: int
    win_points: int
    draw_points: int
    loss_points: int
    forfeit_win_points: int
    forfeit_loss_points: int
    pairing_bye_points: int
    full_point_bye_points: int
    half_point_bye_points: int
    zero_point_bye_points: int
    absent_points: int
    tie_breaks: str
    tie_break_edition: int | None
    prize_sharing: str
    rated: bool
    entry_limit: int | None


@transaction.atomic
def add_section(*, actor: User | None, event: Event, **details: Unpack[SectionFields]) -> Section:
    """At the end of the event's sections. Before the event starts: afterwards its players would have no ranks."""
    event = lock_event(event)
    if event.has_started:
        raise Refused(_("The event has started: sections are added before that."))
    last = event.sections.aggregate(last=Max("position"))["last"] or 0
    if event.sections.count() >= MAX_SECTIONS:
        raise Refused(_("An event has at most %(max)d sections.") % {"max": MAX_SECTIONS})
    section = Section(event=event, position=last + 1, lots_seed=secrets.randbelow(2**31))
    _set_section_fields(section, details)
    section.save()
    history.record_action(
        actor=actor,
        action=audit_actions.SECTION_ADDED,
        event=event,
        after={"section": section.name, "system": section.system, "planned_rounds": section.planned_rounds},
    )
    return section


@transaction.atomic
def change_section(
    *,
    actor: User | None,
    section: Section,
    seen: Mapping[str, Any] | None = None,
    **changes: Unpack[SectionFields],
) -> Section:
    event = lock_event(section.event_id)
    section = _reload(section, event)
    before, name, unit = field_values(section, SECTION_FIELDS), section.name, section.point_unit
    refuse_conflicting_changes(section, changes, seen)
    frozen = frozen_section_fields(section)
    _set_section_fields(section, changes)
    changed = difference(before, field_values(section, SECTION_FIELDS))
    refuse_frozen_fields(changed.after, frozen, because=why_frozen(event), model=Section)
    _refuse_too_few_rounds(section)
    if changed.after:
        section.save()
        if "entry_limit" in changed.after:
            fill_free_places(actor=actor, section=section)
        history.record_action(
            actor=actor,
            action=audit_actions.SECTION_CHANGED,
            event=event,
            before={"section": name, **_log_values(changed.before, unit)},
            after={"section": section.name, **_log_values(changed.after, section.point_unit)},
        )
    return section


@transaction.atomic
def move_section(*, actor: User | None, section: Section, up: bool) -> None:
    """One place up or down; at the end of the list nothing happens."""
    event = lock_event(section.event_id)
    refuse_if_archived(event)
    sections = list(event.sections.order_by("position", "pk"))
    place = sections.index(section)
    other = place - 1 if up else place + 1
    if not 0 <= other < len(sections):
        return
    before: list[Value] = [each.name for each in sections]
    sections[place], sections[other] = sections[other], sections[place]
    for position, each in enumerate(sections, start=1):
        each.position = position
    Section.objects.bulk_update(sections, ["position"])
    history.record_action(
        actor=actor,
        action=audit_actions.SECTIONS_ORDERED,
        event=event,
        before={"sections": before},
        after={"sections": [each.name for each in sections]},
    )


@transaction.atomic
def delete_section(*, actor: User | None, section: Section) -> None:
    """Only an empty one."""
    event = lock_event(section.event_id)
    section = _reload(section, event)
    if Entry.objects.filter(section=section).exists():
        raise Refused(_("There are entries in this section. Move or delete them first."))
    if event.has_started:
        raise Refused(_("The event has started: its sections stay."))
    history.record_action(
        actor=actor,
        action=audit_actions.SECTION_DELETED,
        event=event,
        before={"section": section.name, "system": section.system},
    )
    section.delete()


def frozen_section_fields(section: Section) -> frozenset[str]:
    """What must not change any more, as far as the event and the section have come."""
    event = section.event
    if event.state == EventState.ARCHIVED:
        return frozenset(SECTION_FIELDS)
    if event.has_finished:
        return frozenset(SECTION_FIELDS) - {"name"}
    if Round.objects.filter(section=section).exists():
        # The acceleration of the first rounds depends on how many rounds there are.
        of_acceleration = {"planned_rounds"} if section.accelerated else set[str]()
        return frozenset(FIELDS_FIXED_BY_FIRST_ROUND) | of_acceleration
    return frozenset()


def _set_section_fields(section: Section, changes: Mapping[str, Any]) -> None:
    unknown = set(changes) - set(SECTION_FIELDS)
    if unknown:
        raise TypeError(f"no fields of a section: {', '.join(sorted(unknown))}")
    set_fields(section, changes, one_line=("name",), checked=SECTION_FIELDS)
    if not names.can_be_read(section.name):
        raise Refused(_("The section needs a name with at least one letter."))
    others = Section.objects.filter(event=section.event, name__iexact=section.name).exclude(pk=section.pk)
    if others.exists():
        raise Refused(_("The event already has a section of this name."))
    _check_numbers(section)
    _check_points(section)
    section.tie_breaks = _checked_tie_breaks(section)
    section.tie_rules = _checked_tie_rules(section.tie_rules)
    if section.system == PairingSystem.KEIZER and section.games_per_match > 1:
        raise Refused(_("In the Keizer system two players play one game in a round."))


def _check_numbers(section: Section) -> None:
    if not 1 <= section.planned_rounds <= MAX_ROUNDS:
        raise Refused(_("There can be 1 to %(max)d rounds.") % {"max": MAX_ROUNDS})
    if not 1 <= section.cycles <= MAX_GAMES_PER_MATCH:
        raise Refused(_("There can be 1 to %(max)d cycles.") % {"max": MAX_GAMES_PER_MATCH})
    if not 1 <= section.games_per_match <= MAX_GAMES_PER_MATCH:
        raise Refused(_("A match can have 1 to %(max)d games.") % {"max": MAX_GAMES_PER_MATCH})
    if section.entry_limit is not None and section.entry_limit < 2:
        raise Refused(_("The entry limit is at least 2. Leave it empty for none."))


def _check_points(section: Section) -> None:
    if any(getattr(section, key) > MAX_POINTS for key in POINT_FIELDS):
        raise Refused(_("That is too many points for a game. Please check the points."))
    if not section.win_points > section.draw_points >= section.loss_points:
        raise Refused(_("A win has to bring more than a draw, and a draw no less than a loss."))


def _checked_tie_breaks(section: Section) -> str:
    codes = [canonical(code) for code in section.tie_breaks.split(",") if code.strip()]
    try:
        chosen = tie_breaks(codes, seed=str(section.lots_seed))
    except TieBreakError as error:
        raise Refused(_("Tie-breaks: %(problem)s.") % {"problem": error}) from error
    for each in chosen:
        if section.system == PairingSystem.ROUND_ROBIN and not each.for_round_robins:
            raise Refused(_("The tie-break %(name)s is not for round robins.") % {"name": each.name})
    return ",".join(each.code for each in chosen)


def _checked_tie_rules(text: str) -> str:
    listed = [name.strip() for name in text.split(",") if name.strip()]
    if not listed or any(name not in TieRule.__members__ for name in listed):
        raise Refused(_("Choose what settles a level match."))
    rules = [TieRule[name] for name in listed]
    if rules[-1] not in FINAL_TIE_RULES or len(set(rules)) != len(rules):
        raise Refused(_("What settles a level match has to end with the higher seed or with lots."))
    return ",".join(listed)


def _refuse_too_few_rounds(section: Section) -> None:
    there = Round.objects.filter(section=section).aggregate(last=Max("number"))["last"] or 0
    if section.system in (PairingSystem.SWISS, PairingSystem.KEIZER) and section.planned_rounds < there:
        raise Refused(_("There is already a round %(number)d.") % {"number": there})


def _reload(section: Section, event: Event) -> Section:
    again = Section.objects.get(pk=section.pk)
    again.event = event
    return again


def _log_values(values: Mapping[str, Value], unit: int) -> dict[str, Value]:
    """Without the name, which stands in every line about a section; points as they are on paper."""
    points = PointSystem(unit=unit)
    return {
        key: points.text(value) if key in POINT_FIELDS and isinstance(value, int) else value
        for key, value in filled_values(values).items()
        if key not in ("name", "point_unit")
    }
