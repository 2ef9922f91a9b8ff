"""Points on a form: one of the usual systems, or numbers of one's own, as they are on paper."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Section
from tournaments.pairing import PointSystem
from tournaments.plain_data import point_system

OWN: Final = "own"
USUAL: Final[Mapping[str, PointSystem]] = {
    "half": PointSystem(),
    "three": PointSystem.of(3, 1, 0),
    "two": PointSystem.of(2, 1, 0),
    "six": PointSystem.of(6, 3, 1),
}
CHOICES: Final = [
    ("half", "1 – ½ – 0"),
    ("three", "3 – 1 – 0"),
    ("two", "2 – 1 – 0"),
    ("six", "6 – 3 – 1"),
    (OWN, _("others: as written below")),
]
BYE_AS_WIN: Final = "win"
BYES: Final = [(BYE_AS_WIN, _("as much as a win")), ("draw", _("as much as a draw")), ("zero", _("nothing"))]
# Of a PointSystem, in the order of the form.
OUTCOMES: Final = {
    "win": _("Win"),
    "draw": _("Draw"),
    "loss": _("Loss"),
    "forfeit_win": _("Win by forfeit"),
    "forfeit_loss": _("Loss by forfeit"),
    "pairing_bye": _("Bye of the odd one out"),
    "full_point_bye": _("Full-point bye"),
    "half_point_bye": _("Half-point bye"),
    "zero_point_bye": _("Zero-point bye"),
    "absent": _("Absent"),
}
HALVES: Final = 2


def own_field(outcome: str) -> str:
    return f"own_{outcome}"


def own_fields() -> dict[str, forms.Field]:
    return {
        own_field(outcome): forms.DecimalField(
            label=label,
            required=False,
            min_value=Decimal(0),
            max_value=Decimal(100),
            max_digits=5,
            decimal_places=1,
            widget=forms.NumberInput(attrs={"step": "0.5", "min": "0"}),
        )
        for outcome, label in OUTCOMES.items()
    }


def initial_of(section: Section) -> dict[str, Any]:
    """What the fields show of a section: the usual system that it is, its bye apart, or numbers of its own."""
    points = point_system(section)
    own = {own_field(outcome): on_paper(getattr(points, outcome), points.unit) for outcome in OUTCOMES}
    for key, usual in USUAL.items():
        for bye, worth in _byes(usual).items():
            if points == _with_bye(usual, worth):
                return {"points": key, "bye": bye, **own}
    return {"points": OWN, "bye": BYE_AS_WIN, **own}


def system_from(data: Mapping[str, Any]) -> PointSystem:
    """What a valid form says; `ValueError` names the field that it cannot be made of."""
    chosen = data["points"]
    if chosen != OWN:
        usual = USUAL[chosen]
        return _with_bye(usual, _byes(usual)[data.get("bye") or BYE_AS_WIN])
    values = {}
    for outcome in OUTCOMES:
        number = data.get(own_field(outcome))
        halves = None if number is None else number * HALVES
        if halves is None or halves != int(halves):
            raise ValueError(own_field(outcome))
        values[outcome] = int(halves)
    return PointSystem(unit=HALVES, **values)


def columns_of(points: PointSystem) -> dict[str, int]:
    """As the columns of a section are called."""
    return {"point_unit": points.unit} | {
        f"{outcome}_points": getattr(points, outcome) for outcome in OUTCOMES
    }


def on_paper(value: int, unit: int) -> Decimal:
    number = Decimal(value) / unit
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number


def own_names() -> Sequence[str]:
    return [own_field(outcome) for outcome in OUTCOMES]


def _byes(points: PointSystem) -> dict[str, int]:
    return {BYE_AS_WIN: points.win, "draw": points.draw, "zero": 0}


def _with_bye(points: PointSystem, worth: int) -> PointSystem:
    values = {outcome: getattr(points, outcome) for outcome in OUTCOMES}
    return PointSystem(unit=points.unit, **values | {"pairing_bye": worth})
