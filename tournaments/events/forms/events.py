"""Forms of an event: creating it and its settings, copying and importing it, and the filters of the list of events."""

import base64
import binascii
import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from audit.changes import Value
from audit.services import MAX_REASON_LENGTH
from core.game_types import (
    UNREFEREED,
    UNREFEREED_PREFIX,
    all_options,
    counts_captures,
    game_choices,
    game_label,
    is_known_game,
)
from core.texts import translate
from engine.description import Option
from engine.registry import descriptions
from games.models.live import MAX_LIVE_DELAY
from players.accounts.forms.settings import TimeZoneInput
from players.accounts.selectors import find_time_zone
from players.club_games.selectors import choices_in_clubs
from players.models import Club
from tournaments.events.forms.grouped import Group, GroupedForm, shown_values
from tournaments.events.services.events import EVENT_FIELDS
from tournaments.events.services.options import find_option, option_keys
from tournaments.events.services.trf_plan import MAX_FILE_SIZE
from tournaments.models import Event, EventState

ONE_YEAR: Final = datetime.timedelta(weeks=52)
_YEAR: Final = re.compile(r"\b(19|20)\d\d\b")
MAX_QUERY_LENGTH: Final = 100
ANY_CHOICE: Final = ("", _("any"))


def any_game_choices() -> list[tuple[str, Any]]:
    return [ANY_CHOICE, *game_choices(), (UNREFEREED, _("without a referee"))]


class EventForm(GroupedForm):
    """Of an event whose club is known: its own games can be chosen too."""

    game = forms.ChoiceField(label=_("Game"))

    GROUPS: ClassVar[Sequence[Group]] = (
        Group(
            _("The essentials"),
            _("Enough for a start."),
            ("name", "game", "starts_on", "ends_on", "place", "time_zone"),
        ),
        Group(
            _("Announcement and entries"),
            _("What players read before they decide, and how they enter."),
            (
                "about",
                "timetable",
                "fee",
                "payee",
                "iban",
                "self_entry",
                "confirm_entries",
                "entries_until",
                "player_absences",
            ),
        ),
        Group(
            _("Rules of play"),
            _("How games begin and end. They are fixed as soon as the first round is paired."),
            (
                "no_capture_limit",
                "thinking_time",
                "round_minutes",
            ),
        ),
        Group(
            _("Results and records"),
            _("Who enters results, when records of the games are due, and when everybody may see them."),
            (
                "players_report",
                "player_recording",
                "records_due_hours",
                "records_public",
                "live_boards",
                "live_delay",
            ),
        ),
    )
    ROW_FIELDS: ClassVar[Sequence[str]] = EVENT_FIELDS

    class Meta:
        model = Event
        fields: Sequence[str] = EVENT_FIELDS
        labels = {
            "name": _("Name of the event"),
            "starts_on": _("First day"),
            "ends_on": _("Last day"),
            "place": _("Place"),
            "time_zone": _("Time zone"),
            "about": _("Announcement"),
            "timetable": _("Timetable"),
            "fee": _("Entry fee"),
            "payee": _("Account holder"),
            "iban": _("IBAN"),
            "self_entry": _("Players may enter themselves"),
            "confirm_entries": _("An organiser confirms each entry"),
            "player_absences": _("A round that a player announces to miss counts as"),
            "entries_until": _("Entries until"),
            "no_capture_limit": _("Moves without a capture"),
            "thinking_time": _("Thinking time"),
            "round_minutes": _("Minutes of a round"),
            "players_report": _("Players may enter their own results"),
            "records_due_hours": _("Hours until records are due"),
            "records_public": _("Everybody sees the records"),
            "player_recording": _("Players record their games"),
            "live_boards": _("Boards that are being recorded are followed by"),
            "live_delay": _("How many plies or minutes later"),
        }
        help_texts = {
            "name": _("As it stands on posters, with the year if it comes back each year."),
            "ends_on": _("Left empty, the event has one day."),
            "place": _("A hall, an address, a town."),
            "time_zone": _("Times of the event are meant and shown in it."),
            "about": _("Prizes, whom to ask. An empty line begins a new paragraph."),
            "timetable": _("One line for each thing that has a time, such as “Saturday 10:00 round 1”."),
            "payee": _("To whom players transfer the fee; they get these details with their entry."),
            "iban": _(
                "Players also get a code that banking apps read. An amount in the fee, such as “8 €”, goes into it."
            ),
            "fee": _(
                "As players should read it, such as “8 €, juniors 4 €”. Payments are noted with the entries."
            ),
            "self_entry": _("Otherwise only organisers and arbiters enter players."),
            "entries_until": _("In the event’s time zone. Left empty, entries are taken until the start."),
            "confirm_entries": _("Otherwise entries are confirmed at once, as long as there are places."),
            "player_absences": _("Players announce it on their own page before the round is paired."),
            "no_capture_limit": _(
                "The game is drawn after this many moves without a capture, of both sides "
                "together. Left empty, there is no limit."
            ),
            "thinking_time": _("In words, such as “20 minutes each” or “60 minutes and 10 seconds a move”."),
            "round_minutes": _("For the clock that the page of a round shows. Left empty, there is none."),
            "players_report": _(
                "One of the two enters the result, the other one confirms it; arbiters decide where they differ."
            ),
            "records_due_hours": _(
                "Counted from the end of the round; whoever forgets is reminded. Left empty, records are welcome, "
                "but nobody is reminded."
            ),
            "player_recording": _(
                "With the recorder, on their own phones. Arbiters may always use all of it. Where no help is allowed "
                "at the board, choose the score sheet."
            ),
            "live_boards": _(
                "On the event’s page and on the projector, while they are recorded here. Hidden pieces are never shown."
            ),
            "live_delay": _("Only if they are followed later."),
            "records_public": _(
                "Where pieces are hidden, a record tells everybody how a player likes to set them up: many events wait."
            ),
        }
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "entries_until": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "time_zone": TimeZoneInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            "about": forms.Textarea(attrs={"rows": 6}),
            "timetable": forms.Textarea(attrs={"rows": 4}),
            "iban": forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            "no_capture_limit": forms.NumberInput(attrs={"min": 1}),
            "round_minutes": forms.NumberInput(attrs={"min": 1}),
            "records_due_hours": forms.NumberInput(attrs={"min": 0}),
            "live_delay": forms.NumberInput(attrs={"min": 0, "max": MAX_LIVE_DELAY}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if last_day := self.fields.get("ends_on"):
            last_day.required = False
        game = self.fields.get("game")
        if isinstance(game, forms.ChoiceField):
            event: Event = self.instance
            game.choices = choices_in_clubs([event.club] if event.club_id else [])

    def prepare_fields(self) -> None:
        """The options of all games: the page shows those of the game that is chosen."""
        values = self.instance.option_values
        for _game, option in all_options():
            if option.key not in self._frozen:
                self.fields[option.key] = option_field(option)
                self.initial.setdefault(option.key, values.get(option.key, option.default))

    def field_groups(self) -> Sequence[Group]:
        return [
            replace(group, fields=(*option_keys(), *group.fields))
            if "no_capture_limit" in group.fields
            else group
            for group in self.GROUPS
        ]

    def games_of(self, field: str) -> str:
        if field == "player_recording":  # a game without a referee cannot be recorded
            return " ".join(known.name for known in descriptions())
        if field == "no_capture_limit":
            return " ".join(known.name for known in descriptions() if counts_captures(known))
        return " ".join(known.name for known, option in all_options() if option.key == field)

    def row_values(self) -> dict[str, Value]:
        event: Event = self.instance
        return super().row_values() | event.option_values

    @classmethod
    def row_as_shown(cls, row: Any, shown: str) -> Any:
        earlier = super().row_as_shown(row, shown)
        values = earlier.option_values
        for key, value in shown_values(shown).items():
            option = find_option(key)
            if option is not None and key in values and option.allows(value):
                values[key] = value
        earlier.options = values
        return earlier

    def all_values(self) -> dict[str, Any]:
        event: Event = self.instance
        return super().all_values() | event.option_values

    def clean_time_zone(self) -> str:
        zone = find_time_zone(self.cleaned_data["time_zone"])
        if not zone:
            raise forms.ValidationError(
                _("There is no such time zone. Choose one from the list, such as Europe/Berlin.")
            )
        return zone

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if last is None and "ends_on" in self.fields and "ends_on" not in self.errors:
            data["ends_on"] = last = first
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first one."))
        self._keep_options(data)
        return data

    def _keep_options(self, data: Mapping[str, Any]) -> None:
        event: Event = self.instance
        event.game = data.get("game", event.game)
        event.options = {key: data.get(key, value) for key, value in event.option_values.items()}


def option_field(option: Option) -> forms.Field:
    """A choice, or a number that may be left out."""
    described: dict[str, Any] = {
        "label": translate(option.label),
        "help_text": translate(option.help) if option.help else "",
        "initial": option.default,
    }
    if option.choices:
        return forms.TypedChoiceField(
            choices=[(choice.value, translate(choice.label)) for choice in option.choices],
            coerce=type(option.choices[0].value),
            **described,
        )
    shown = {} if option.usual is None else {"placeholder": str(option.usual)}
    return forms.IntegerField(
        required=False,
        min_value=1,
        max_value=option.highest,
        widget=forms.NumberInput(attrs=shown),
        **described,
    )


class CopyForm(forms.Form):
    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_on = forms.DateField(
        label=_("First day"),
        help_text=_("We suggest the same weekday, 52 weeks later. The other dates move along."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        later = event.starts_on + ONE_YEAR
        super().__init__(data, initial={"name": name_in_year(event.name, later), "starts_on": later})


def name_in_year(name: str, day: datetime.date) -> str:
    """The same with the new year in it, if there was one."""
    return _YEAR.sub(str(day.year), name)


class EventFilterForm(forms.Form):
    """`years` are those that have events; `clubs` those to choose from, and without any the field is not there."""

    q = forms.CharField(label=_("Name or place"), required=False, max_length=MAX_QUERY_LENGTH)
    game = forms.ChoiceField(label=_("Game"), required=False, choices=any_game_choices)
    club = forms.ModelChoiceField(
        label=_("Club"),
        required=False,
        queryset=Club.objects.all(),
        to_field_name="slug",
        empty_label=_("any"),
    )
    state = forms.ChoiceField(label=_("State"), required=False, choices=[ANY_CHOICE, *EventState.choices])
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any, *, years: list[int], clubs: list[Club] | None = None) -> None:
        super().__init__(data)
        fields: dict[str, Any] = self.fields
        asked = str(data.get("game") or "")
        if asked.startswith(UNREFEREED_PREFIX) and is_known_game(asked):
            fields["game"].choices = [*any_game_choices(), (asked, game_label(asked))]
        fields["year"].choices = [ANY_CHOICE, *((year, year) for year in years)]
        if clubs is not None:
            fields["club"].choices = [ANY_CHOICE, *((club.slug, club.name) for club in clubs)]
            if not clubs and not data.get("club"):
                del fields["club"]

    @property
    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=MAX_REASON_LENGTH)


class ReportForm(forms.Form):
    """The file itself, or, from the preview on, its bytes carried along."""

    file = forms.FileField(
        label=_("Report file"),
        required=False,
        help_text=_("FIDE’s format, TRF16 or TRF26, as most pairing programs write it."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt"}),
    )
    game = forms.ChoiceField(label=_("Game"))
    rated = forms.BooleanField(label=_("The games are rated"), required=False)
    content = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2 * MAX_FILE_SIZE)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game: Any = self.fields["game"]
        game.choices = choices_in_clubs([club])

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        data["bytes"] = self._bytes()
        return data

    def _bytes(self) -> bytes:
        file, content = self.cleaned_data.get("file"), self.cleaned_data.get("content", "")
        if file is not None:
            if file.size > MAX_FILE_SIZE:
                raise forms.ValidationError(_("The file is too large for a report of one event."))
            return bytes(file.read())
        if not content:
            raise forms.ValidationError(_("Please choose a file."))
        try:
            return base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError) as error:
            raise forms.ValidationError(_("Please choose the file again.")) from error
