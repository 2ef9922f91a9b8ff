"""The event's log: everything that happens in an event is recorded for the event itself, and how its keys are called.

Pairings and entries come and go with the work of a tournament day; the event stays, and so does its log.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from audit import services as audit
from audit.actions import Action
from audit.changes import Values
from audit.presenters.fields import FieldDescription
from core.game_types import all_options
from core.texts import translate_lazy
from players.models import Person, User
from tournaments.models import (
    AbsenceKind,
    EntryState,
    Event,
    EventState,
    PairingResult,
    ResultOrigin,
    Section,
)
from tournaments.models.section import SECTION_FIELDS, TIE_RULE_CHOICES

RESULT_LABELS: Final = dict(PairingResult.choices)


def record_action(
    *,
    actor: User | None,
    action: Action,
    event: Event,
    before: Values | None = None,
    after: Values | None = None,
    reason: str = "",
) -> None:
    """Keys of `before` and `after` are fields of the event, or what the change is about in a word or two.

    People are given by their ids, as `player`. The section, the round and the board, if there are any, stand in both.
    """
    audit.record(
        actor=actor,
        action=action,
        target=event,
        before=before or {},
        after=after or {},
        reason=reason,
        club=event.club_id,
    )


def _section_fields() -> dict[str, FieldDescription]:
    fields: dict[str, Any] = {
        name: Section._meta.get_field(name) for name in SECTION_FIELDS if name != "name"
    }
    return {
        name: FieldDescription(field.verbose_name, dict(field.flatchoices)) for name, field in fields.items()
    }


def _option_fields() -> dict[str, FieldDescription]:
    return {
        option.key: FieldDescription(
            translate_lazy(option.label),
            {str(choice.value): translate_lazy(choice.label) for choice in option.choices},
        )
        for _game, option in all_options()
    }


LOG_FIELDS: Final[Mapping[str, FieldDescription]] = {
    # People stand in the log by their ids, and are shown by the names they have when it is read: nothing is left behind
    # of the name of somebody who wants to be forgotten.
    "player": FieldDescription(_("player"), refers_to=Person),
    "players": FieldDescription(_("players"), refers_to=Person),
    "opponent": FieldDescription(_("opponent"), refers_to=Person),
    "first": FieldDescription(_("first player"), refers_to=Person),
    "second": FieldDescription(_("second player"), refers_to=Person),
    "arbiter": FieldDescription(_("arbiter"), refers_to=Person),
    "arbiters": FieldDescription(_("arbiters"), refers_to=Person),
    "entry": FieldDescription(_("entry"), dict(EntryState.choices)),
    "absence": FieldDescription(_("absence"), dict(AbsenceKind.choices)),
    "club_name": FieldDescription(_("club of the player")),
    "section": FieldDescription(_("section")),
    "sections": FieldDescription(_("order of the sections")),
    "prizes": FieldDescription(_("prizes")),
    "entries": FieldDescription(_("entries")),
    "rounds": FieldDescription(_("rounds")),
    "copied_from": FieldDescription(_("made from")),
    **_section_fields(),
    **_option_fields(),
    "tie_rules": FieldDescription(_("level matches"), dict(TIE_RULE_CHOICES)),
    "leg": FieldDescription(_("game of the match")),
    "state": FieldDescription(_("state"), dict(EventState.choices)),
    "round": FieldDescription(_("round")),
    "board": FieldDescription(_("board")),
    "text": FieldDescription(_("text of the record")),
    "news": FieldDescription(_("news")),
    "result": FieldDescription(_("result"), RESULT_LABELS),
    "origin": FieldDescription(_("where it comes from"), dict(ResultOrigin.choices)),
    "report": FieldDescription(_("reported result"), RESULT_LABELS),
    "first_said": FieldDescription(_("the first player said"), RESULT_LABELS),
    "second_said": FieldDescription(_("the second player said"), RESULT_LABELS),
    "record": FieldDescription(_("number of the record")),
    "record_contradicts": FieldDescription(_("the record says otherwise")),
    "copies_differ": FieldDescription(_("the records differ")),
    "other_record": FieldDescription(_("number of the other record")),
    "ended": FieldDescription(_("ended")),
    "result_entered": FieldDescription(_("result"), RESULT_LABELS),
    "record_says": FieldDescription(_("the record says"), RESULT_LABELS),
    "games": FieldDescription(_("results handed over")),
}
