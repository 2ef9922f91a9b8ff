"""What comes in: the choices before a game begins, and the steps that a device sends."""

import json
import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.game_types import all_options, describe, game_choices, is_recordable
from core.json_bounds import count_json_values
from core.texts import translate
from engine import registry
from engine.core import FIRST, SECOND
from engine.description import GameDescription, Option, OptionValue
from games.event_hooks import BoardToRecord
from games.models import RecordingMode, StepKind, Visibility
from games.models.game import MAX_TAG_LENGTH
from games.models.recording import MAX_STEP_TEXT_LENGTH
from games.policies import kinds_with_hidden_pieces
from games.recorder.services.steps import NewStep
from games.submissions.selectors.uploads import clubs_to_submit_for
from players.models import Club, User

MAX_STEPS_AT_ONCE: Final = 200
# As many as a record may have.
MAX_PLIES: Final = 2000
MAX_BODY: Final = 512 * 1024
MAX_SETUP_NAME: Final = 60
_SETUP: Final = re.compile(r"[A-Z0-9.]{10}(?:/[A-Z0-9.]{10}){3}")
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
    StepKind.CONFIRM: re.compile(""),
}


def recordable_games() -> list[tuple[str, str]]:
    """Those that have a board to enter them on."""
    return [(name, label) for name, label in game_choices() if is_recordable(name)]


class Way(StrEnum):
    """How a game is recorded: a mode on one phone, or two phones."""

    SCRIBE = RecordingMode.SCRIBE.value
    SCORE_SHEET = RecordingMode.SCORE_SHEET.value
    # Of a board, which knows where the account plays; of a free game.
    PHONES = "phones"
    PHONES_FIRST = "phones_first"
    PHONES_SECOND = "phones_second"


TWO_PHONES: Final = {Way.PHONES_FIRST.value: FIRST, Way.PHONES_SECOND.value: SECOND}


def way_choices(*, free: bool) -> list[tuple[str, str]]:
    choices = [
        (Way.SCRIBE, gettext("With help: only legal moves can be entered")),
        (Way.SCORE_SHEET, gettext("As on a score sheet: nothing is judged before it is handed in")),
    ]
    if free:
        choices += [
            (Way.PHONES_FIRST, gettext("With hidden pieces, on two phones: I am the first player")),
            (Way.PHONES_SECOND, gettext("With hidden pieces, on two phones: I am the second player")),
        ]
    return [(way.value, label) for way, label in choices]


def board_ways(board: BoardToRecord) -> list[tuple[str, str]]:
    """What the regulations allow whoever records this board; two phones first where pieces are hidden."""
    labels = dict(way_choices(free=False))
    ways = [(mode.value, labels[mode.value]) for mode in board.modes if mode.value in labels]
    if board.kind in kinds_with_hidden_pieces():
        if board.side is not None and RecordingMode.SCRIBE in board.modes:
            two = (Way.PHONES.value, gettext("On two phones: each player enters only their own set-up"))
            return [two, *((way, _hidden_label(way, label)) for way, label in ways)]
        return [(way, _hidden_label(way, label)) for way, label in ways]
    return ways


def _hidden_label(way: str, label: str) -> str:
    return gettext("%(way)s. I enter both set-ups") % {"way": label} if way else label


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
    way = forms.ChoiceField(
        label=_("How to record it"), choices=lambda: way_choices(free=True), widget=forms.RadioSelect
    )
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
        self.initial.setdefault("way", Way.SCRIBE.value)
        for game, option in recorded_options():
            self.fields[option.key] = _option_field(game, option)
        self.order_fields(
            ["kind", "first", "second", "way", "event", *(option.key for _, option in recorded_options())]
        )
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = clubs_to_submit_for(account)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("way") in TWO_PHONES and data.get("kind") not in kinds_with_hidden_pieces():
            self.add_error("way", _("One phone is enough for a game without hidden pieces."))
        return data

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
        if is_recordable(game.name) and option.tag and option.choices
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
    damaged = Refused(gettext("These are not steps of a recording."))
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


def parse_question(body: bytes) -> list[str]:
    """The plies of the position that the referee is asked about, with the offers on them."""
    try:
        if len(body) > MAX_BODY or count_json_values(body) > 2 * MAX_PLIES:
            raise ValueError(len(body))
        plies = json.loads(body)["plies"]
        if not isinstance(plies, list) or len(plies) > MAX_PLIES:
            raise ValueError(plies)
        if not all(isinstance(ply, str) and _TEXTS[StepKind.PLY].fullmatch(ply) for ply in plies):
            raise ValueError(plies)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(gettext("These are not moves.")) from error
    return plies


def parse_setup(body: bytes) -> tuple[str, bool]:
    """A set-up, and whether it is sealed."""
    try:
        data = json.loads(body[:MAX_BODY])
        text, is_sealed = data["text"], data["seal"]
        if not isinstance(text, str) or not _SETUP.fullmatch(text) or not isinstance(is_sealed, bool):
            raise ValueError(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(gettext("This is not a set-up.")) from error
    return text, is_sealed


class SavedSetupChange(NamedTuple):
    """A set-up to keep under a name, or the number of one to forget."""

    kind: str = ""
    name: str = ""
    text: str = ""
    forget: int | None = None


def parse_saved_setup(body: bytes) -> SavedSetupChange:
    try:
        data = json.loads(body[:MAX_BODY])
        if data["kind"] not in kinds_with_hidden_pieces():
            raise ValueError(data)
        if "forget" in data:
            if type(data["forget"]) is not int or not 0 < data["forget"] < 2**63:
                raise ValueError(data)
            return SavedSetupChange(data["kind"], forget=data["forget"])
        kind, name, text = data["kind"], data["name"], data["text"]
        if not isinstance(text, str) or not _SETUP.fullmatch(text):
            raise ValueError(text)
        if not isinstance(name, str) or "\0" in name or len(name) > MAX_SETUP_NAME:
            raise ValueError(name)
        name.encode()  # half a character, which JSON can write, is an error as well
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(gettext("This is not a set-up.")) from error
    return SavedSetupChange(kind, name, text)


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
