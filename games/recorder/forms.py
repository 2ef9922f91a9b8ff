"""What comes in: the choices before a game begins, and the steps that a device sends."""

import json
import re
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.game_types import all_options, describe, game_choices, is_recordable, translate
from core.json_bounds import count_json_values
from engine import registry
from engine.description import GameDescription, Option, OptionValue
from games.models import StepKind, Visibility
from games.models.game import MAX_TAG_LENGTH
from games.models.recording import MAX_STEP_TEXT_LENGTH
from games.recorder.services import NewStep
from games.submissions.selectors.uploads import clubs_to_submit_for
from players.models import Club, User

MAX_STEPS_AT_ONCE: Final = 200
MAX_BODY: Final = 512 * 1024
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
# What a step of each kind may say. The rules are asked when the game is handed in.
_TEXTS: Final = {
    StepKind.PLY: re.compile(r"[ -~]{1,60}"),
    StepKind.SETUP: re.compile(r"[01] [A-Z0-9.]{10}(?:/[A-Z0-9.]{10}){3}"),
    StepKind.COMMENT: re.compile(rf"(?s)(?=.*\S).{{1,{MAX_STEP_TEXT_LENGTH}}}"),
    StepKind.OFFER: re.compile(""),
    StepKind.AGREE: re.compile(""),
    StepKind.RESIGN: re.compile("[01]"),
    StepKind.FLAG: re.compile("[01]"),
    StepKind.UNDO: _NUMBER,
}


def recordable_games() -> list[tuple[str, str]]:
    """Those whose rules a browser knows."""
    return [(name, label) for name, label in game_choices() if is_recordable(name)]


class StartForm(forms.Form):
    """A free game: what is played, and by whom. Boards of events know that already."""

    kind = forms.ChoiceField(label=_("Game"), choices=recordable_games, widget=forms.RadioSelect)
    first = forms.CharField(
        label=_("First player"),
        max_length=MAX_TAG_LENGTH,
        required=False,
        help_text=_("White or Red; moves first."),
    )
    second = forms.CharField(
        label=_("Second player"), max_length=MAX_TAG_LENGTH, required=False, help_text=_("Brown or Blue.")
    )
    event = forms.CharField(label=_("Occasion"), max_length=MAX_TAG_LENGTH, required=False)
    club = forms.ModelChoiceField(
        label=_("For the club"), queryset=Club.objects.none(), required=False, empty_label=_("no club")
    )
    visibility = forms.ChoiceField(
        label=_("Who may see the game"),
        choices=[choice for choice in Visibility.choices if choice[0] != Visibility.EMBARGOED.value],
    )

    def __init__(self, account: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = recordable_games()
        self.initial = {"kind": games[0][0], "first": account.display_name, **self.initial}
        for game, option in recorded_options():
            self.fields[option.key] = _option_field(game, option)
        self.order_fields(
            ["kind", "first", "second", "event", *(option.key for _, option in recorded_options())]
        )
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = clubs_to_submit_for(account)

    def tags(self) -> dict[str, str]:
        values = self.cleaned_data
        rules = registry.rules(values["kind"])
        first, second = rules.player_tags
        tags = {
            "Event": values["event"],
            "Date": f"{timezone.localdate():%Y.%m.%d}",
            first: values["first"],
            second: values["second"],
        }
        chosen: dict[str, OptionValue] = {
            option.key: choice.value
            for game, option in recorded_options()
            for choice in option.choices
            if game.name == values["kind"] and values[option.key] == str(choice.value)
        }
        tags |= describe(values["kind"]).tags_of(chosen)
        return {name: value for name, value in tags.items() if value}


def recorded_options() -> list[tuple[GameDescription, Option]]:
    """What is chosen before the first move and written into the record."""
    return [
        (game, option)
        for game, option in all_options()
        if game.browser_module and option.tag and option.choices
    ]


def _option_field(game: GameDescription, option: Option) -> forms.ChoiceField:
    """Without the choice that leaves it to others."""
    choices = [
        (str(choice.value), translate(choice.label))
        for choice in option.choices
        if choice.written or choice.value == option.default
    ]
    label = f"{translate(game.label)}: {translate(option.label)}"
    return forms.ChoiceField(label=label, choices=choices, required=False, initial=str(option.default))


def parse_steps(body: bytes) -> list[NewStep]:
    """The steps of a request; `Refused` if they are none, or too many."""
    damaged = Refused(gettext("What was sent are no steps of a recording."))
    if len(body) > MAX_BODY or count_json_values(body) > 10 * MAX_STEPS_AT_ONCE:
        raise Refused(gettext("At most %(max)d steps at once.") % {"max": MAX_STEPS_AT_ONCE})
    try:
        data = json.loads(body)
        rows = data["steps"]
        if not isinstance(rows, list) or len(rows) > MAX_STEPS_AT_ONCE:
            raise damaged
        return [_step(row) for row in rows]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise damaged from error


def parse_tip(body: bytes) -> UUID:
    """Which branch is handed in."""
    try:
        return UUID(json.loads(body[:MAX_BODY])["tip"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(gettext("Please say which step is the last one.")) from error


def _step(row: dict[str, Any]) -> NewStep:
    kind, text, number = StepKind(row["kind"]), row["text"], row["number"]
    if not isinstance(text, str) or not _TEXTS[kind].fullmatch(text) or "\0" in text:
        raise ValueError(text)
    text.encode()  # half a character, which JSON can write, is an error as well
    if not isinstance(number, int) or not 0 < number < 1_000_000:
        raise ValueError(number)
    parent = row["parent"]
    return NewStep(
        key=UUID(row["key"]),
        parent=None if parent is None else UUID(parent),
        number=number,
        kind=kind,
        text=text,
        made_at=_made_at(row["made"]),
    )


def _made_at(text: str) -> datetime:
    """By the clock of the device, which may be wrong by years: then it says nothing."""
    now = timezone.now()
    made = parse_datetime(text)
    if made is None:
        raise ValueError(text)
    made = made if made.tzinfo else made.replace(tzinfo=UTC)
    # In UTC, for databases take no zone that is a day away.
    return made.astimezone(UTC) if abs((made - now).days) < 366 else now
