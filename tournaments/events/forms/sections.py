"""Forms of a section: who plays how many rounds by which system, for which points, what breaks ties; and its prizes."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.forms.grouped import Group, GroupedForm
from tournaments.events.services.sections import MAX_TIE_BREAKS
from tournaments.models import PairingSystem, Section
from tournaments.models.section import POINT_FIELDS, SECTION_FIELDS, TIE_RULE_CHOICES
from tournaments.pairing import PointSystem
from tournaments.standings import LOTS, ROUND_ROBIN_DEFAULT, SWISS_DEFAULT, TIE_BREAKS, find_tie_break
from tournaments.tables.presenters.tie_breaks import tie_break_name
from tournaments.tournament_data import POINT_LABELS, point_fields, point_system

CUSTOM: Final = "own"

PRESETS: Final[Mapping[str, PointSystem]] = {
    "half": PointSystem(),
    "three": PointSystem.of(3, 1, 0),
    "two": PointSystem.of(2, 1, 0),
    "six": PointSystem.of(6, 3, 1),
}

PRESET_CHOICES: Final = [
    ("half", "1 – ½ – 0"),
    ("three", "3 – 1 – 0"),
    ("two", "2 – 1 – 0"),
    ("six", "6 – 3 – 1"),
    (CUSTOM, _("others: as written below")),
]

BYE_AS_WIN: Final = "win"

BYE_CHOICES: Final = [
    (BYE_AS_WIN, _("as much as a win")),
    ("draw", _("as much as a draw")),
    ("zero", _("nothing")),
]

HALF_POINT_UNIT: Final = 2
_OF_THE_FORM: Final = ("tie_breaks", *POINT_FIELDS)


class HalfPointsField(forms.DecimalField):
    """A number shown as in all tables, 2½; 2.5 and 2,5 are understood as well."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, Decimal) or value * HALF_POINT_UNIT != int(value * HALF_POINT_UNIT):
            return value
        return PointSystem(unit=HALF_POINT_UNIT).text(int(value * HALF_POINT_UNIT))

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.strip().replace(",", ".")
            if value.endswith("½"):
                value = f"{value.removesuffix('½').strip() or '0'}.5"
        return super().to_python(value)


def custom_field_name(outcome: str) -> str:
    return f"own_{outcome}"


def custom_fields() -> dict[str, forms.Field]:
    return {
        custom_field_name(outcome): HalfPointsField(
            label=label,
            required=False,
            min_value=Decimal(0),
            max_value=Decimal(100),
            max_digits=5,
            decimal_places=1,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 4}),
        )
        for outcome, label in POINT_LABELS.items()
    }


def initial_points(section: Section) -> dict[str, Any]:
    """What the fields show of a section: the usual system that it is, its bye apart, or numbers of its own."""
    points = point_system(section)
    own = {
        custom_field_name(outcome): points_as_decimal(getattr(points, outcome), points.unit)
        for outcome in POINT_LABELS
    }
    for key, usual in PRESETS.items():
        for bye, worth in _bye_values(usual).items():
            if points == _with_bye(usual, worth):
                return {"points": key, "bye": bye, **own}
    return {"points": CUSTOM, "bye": BYE_AS_WIN, **own}


def parse_point_system(data: Mapping[str, Any]) -> PointSystem:
    """What a valid form says; `ValueError` names the field that it cannot be made of."""
    chosen = data["points"]
    if chosen != CUSTOM:
        usual = PRESETS[chosen]
        return _with_bye(usual, _bye_values(usual)[data.get("bye") or BYE_AS_WIN])
    values = {}
    for outcome in POINT_LABELS:
        number = data.get(custom_field_name(outcome))
        halves = None if number is None else number * HALF_POINT_UNIT
        if halves is None or halves != int(halves):
            raise ValueError(custom_field_name(outcome))
        values[outcome] = int(halves)
    return PointSystem(unit=HALF_POINT_UNIT, **values)


def points_as_decimal(value: int, unit: int) -> Decimal:
    number = Decimal(value) / unit
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number


def custom_field_names() -> Sequence[str]:
    return [custom_field_name(outcome) for outcome in POINT_LABELS]


def _bye_values(points: PointSystem) -> dict[str, int]:
    return {BYE_AS_WIN: points.win, "draw": points.draw, "zero": 0}


def _with_bye(points: PointSystem, worth: int) -> PointSystem:
    values = {outcome: getattr(points, outcome) for outcome in POINT_LABELS}
    return PointSystem(unit=points.unit, **values | {"pairing_bye": worth})


TIE_BREAK_FIELDS: Final = [f"tie_break_{number}" for number in range(1, MAX_TIE_BREAKS + 1)]


def tie_break_choices(chosen: Sequence[str] = ()) -> list[tuple[str, Any]]:
    """Those that are offered to everybody, and what the section has already: the API knows more combinations."""
    listed = dict.fromkeys([*TIE_BREAKS, *(code for code in chosen if find_tie_break(code))])
    named = [(code, f"{tie_break_name(code)} ({code})") for code in listed if code != "PTS"]
    return [("", _("none")), *named, (LOTS, _("drawing of lots"))]


class SectionForm(GroupedForm):
    GROUPS: ClassVar[Sequence[Group]] = (
        Group(
            _("The section"),
            _("Those who play for one table. An event with one table has one section."),
            ("name", "system", "planned_rounds", "cycles", "entry_limit", "rated"),
        ),
        Group(
            _("Pairing"),
            _("How opponents are found. Fixed as soon as the first round is paired."),
            (
                "games_per_match",
                "third_place",
                "tie_rules",
                "accelerated",
                "keep_clubs_apart",
                "first_colour",
            ),
        ),
        Group(
            _("Points"),
            _("What a game is worth. Fixed as soon as the first round is paired."),
            ("points", "bye", *custom_field_names()),
        ),
        Group(
            _("Tie-breaks and shared prizes"),
            _(
                "Who stands higher with the same points: the first tie-break decides, if it is equal the second one …"
            ),
            (*TIE_BREAK_FIELDS, "tie_break_edition", "prize_sharing"),
        ),
    )
    OF_SYSTEMS: ClassVar[Mapping[str, str]] = {
        "planned_rounds": "swiss keizer",
        "cycles": "round_robin",
        "games_per_match": "swiss round_robin knockout",
        "third_place": "knockout",
        "tie_rules": "knockout",
        "accelerated": "swiss",
        "keep_clubs_apart": "swiss keizer",
        "first_colour": "swiss",
    }
    ROW_FIELDS: ClassVar[Sequence[str]] = SECTION_FIELDS

    tie_rules = forms.ChoiceField(
        label=_("What settles a level match"), choices=TIE_RULE_CHOICES, initial=TIE_RULE_CHOICES[0][0]
    )
    points = forms.ChoiceField(label=_("Win, draw, loss"), choices=PRESET_CHOICES)
    bye = forms.ChoiceField(
        label=_("A bye is worth"),
        choices=BYE_CHOICES,
        required=False,
        help_text=_("If the number of players is odd, one of them has no opponent."),
    )

    class Meta:
        model = Section
        fields: Sequence[str] = tuple(name for name in SECTION_FIELDS if name not in _OF_THE_FORM)
        labels = {
            "name": _("Name of the section"),
            "system": _("Pairing system"),
            "planned_rounds": _("Rounds"),
            "cycles": _("Cycles"),
            "entry_limit": _("Entry limit"),
            "rated": _("The games are rated"),
            "games_per_match": _("Games of two players in a round"),
            "third_place": _("Match for the third place"),
            "accelerated": _("Accelerated pairings (Baku)"),
            "keep_clubs_apart": _("Keep players of one club apart if possible"),
            "tie_break_edition": _("Edition of the rules for tie-breaks"),
            "prize_sharing": _("Prizes of players who are level"),
            "first_colour": _("Colour of number 1 in the first round"),
        }
        help_texts = {
            "name": _("Such as Main, Juniors, Group A."),
            "system": _(
                "Swiss: equal scores meet, nobody twice, for any number of players. Round robin: everybody meets "
                "everybody. Knockout: the loser is out. Keizer: for club evenings that people come to as they can."
            ),
            "planned_rounds": _(
                "A Swiss of 16 players needs 4 rounds for a clear winner, one of 32 needs 5."
            ),
            "cycles": _("How often everybody meets everybody."),
            "tie_break_edition": _("Left empty, the one that is in force on the first day of the event."),
            "entry_limit": _("Who enters later is on the waiting list. Left empty, there is no limit."),
            "games_per_match": _("With two, each has each colour once."),
            "accelerated": _("For large fields: in the first rounds the stronger half plays among itself."),
        }
        widgets = {
            "planned_rounds": forms.NumberInput(attrs={"min": 1, "max": 99}),
            "cycles": forms.NumberInput(attrs={"min": 1}),
            "entry_limit": forms.NumberInput(attrs={"min": 2}),
            "games_per_match": forms.NumberInput(attrs={"min": 1}),
        }

    def __init__(self, *args: Any, frozen: Any = (), **kwargs: Any) -> None:
        instance = kwargs.get("instance")
        section = instance if isinstance(instance, Section) else Section()
        codes = [code for code in section.tie_breaks.split(",") if code]
        own = initial_points(section) | dict(zip(TIE_BREAK_FIELDS, codes, strict=False))
        kwargs["initial"] = own | (kwargs.get("initial") or {})
        super().__init__(*args, frozen=frozen, **kwargs)
        if "point_unit" in frozen:
            for name in ("points", "bye"):
                self.fields.pop(name)
        else:
            self.fields.update(custom_fields())
        if "tie_breaks" not in frozen:
            for number, name in enumerate(TIE_BREAK_FIELDS, start=1):
                self.fields[name] = forms.ChoiceField(
                    label=_("Tie-break %(number)d") % {"number": number},
                    choices=tie_break_choices(codes),
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "points" in self.fields and not self.errors:
            try:
                columns = point_fields(parse_point_system(data))
            except ValueError as missing:
                self.add_error(str(missing), _("Write whole or half points."))
            else:
                for name, value in columns.items():
                    setattr(self.instance, name, value)
        if TIE_BREAK_FIELDS[0] in self.fields:
            codes = [data[name] for name in TIE_BREAK_FIELDS if data.get(name)]
            if len(set(codes)) < len(codes):
                raise forms.ValidationError(_("A tie-break is listed twice."))
            self.instance.tie_breaks = ",".join(self._usual(codes, data.get("system", self.instance.system)))
        return data

    def _usual(self, codes: Sequence[str], system: str) -> Sequence[str]:
        """A new round robin with the default tie-breaks gets those of round robins."""
        untouched = self.instance.pk is None and tuple(codes) == SWISS_DEFAULT
        return ROUND_ROBIN_DEFAULT if untouched and system == PairingSystem.ROUND_ROBIN else codes


class PrizeForm(forms.Form):
    place = forms.IntegerField(label=pgettext_lazy("in a ranking", "Place"), min_value=1, max_value=1000)
    category = forms.CharField(label=_("Category"), required=False, max_length=40)
    title = forms.CharField(label=_("Title"), required=False, max_length=80)
    amount = forms.DecimalField(
        label=_("Amount"), required=False, min_value=0, max_digits=9, decimal_places=2
    )
    currency = forms.CharField(
        label=_("Currency"), required=False, max_length=3, widget=forms.TextInput(attrs={"size": 3})
    )


PrizeForms = forms.formset_factory(PrizeForm, extra=2, can_delete=True, max_num=100)
