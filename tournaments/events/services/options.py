"""The options of an event's game: which there are, which values they take, and how an event keeps them."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.errors import Refused
from core.game_types import all_options, describe, is_known_game
from core.texts import translate, translate_lazy
from engine.description import Option, OptionValue
from tournaments.models import Event
from tournaments.models.event import OPTION_COLUMNS

OPTIONS: Final = "options"  # what the API and services call all of them together


def option_keys() -> tuple[str, ...]:
    """Of all games: no two games share one."""
    return tuple(option.key for _game, option in all_options())


def find_option(key: str) -> Option | None:
    return next((option for _game, option in all_options() if option.key == key), None)


def option_choices(key: str) -> list[tuple[str | int, str | Promise]]:
    """Values and labels, translated when they are shown."""
    option = find_option(key)
    return [(choice.value, translate_lazy(choice.label)) for choice in option.choices] if option else []


def setup_choices() -> list[tuple[str | int, str | Promise]]:
    """For the API's schema, which names this set of values."""
    return option_choices("setup")


def split_options(changes: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fields of the event, and options, whether they are given together or each by its key."""
    keys = set(option_keys())
    fields = {name: value for name, value in changes.items() if name not in keys and name != OPTIONS}
    options = {name: value for name, value in changes.items() if name in keys}
    return fields, {**(changes.get(OPTIONS) or {}), **options}


def set_options(event: Event, given: Mapping[str, Any]) -> None:
    """Set what is given of the event's game, or refuse it; what belongs to other games is left out."""
    known = describe(event.game).options if is_known_game(event.game) else ()
    values = event.option_values
    for option in known:
        value = given.get(option.key, values[option.key])
        _refuse_impossible(option, value)
        values[option.key] = value
    _refuse_unknown(given)
    event.options = values
    _write_columns(event, values)


def _refuse_impossible(option: Option, value: Any) -> None:
    if option.allows(value):
        return
    if value == 0 and not option.choices:
        raise Refused(_("A limit of 0 would end every game at once. Leave the field empty for none."))
    possible = (
        ", ".join(str(choice.value) for choice in option.choices)
        if option.choices
        else _("a number from 1 to %(max)d, or nothing") % {"max": option.highest}
    )
    raise Refused(
        _("%(option)s: %(value)s is not possible. Possible: %(possible)s.")
        % {"option": translate(option.label), "value": value, "possible": possible}
    )


def _refuse_unknown(given: Mapping[str, Any]) -> None:
    unknown = sorted(set(given) - set(option_keys()))
    if unknown:
        raise Refused(_("No game has these options: %(names)s.") % {"names": ", ".join(unknown)})


def _write_columns(event: Event, values: Mapping[str, OptionValue]) -> None:
    """For the release before this one, which reads them."""
    for key in OPTION_COLUMNS:
        default = Event._meta.get_field(key).get_default()  # type: ignore[union-attr]
        setattr(event, key, values.get(key, default))
